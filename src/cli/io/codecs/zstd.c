/* Zstandard (RFC 8878), by libzstd: its frames, one after the other, those to be skipped among them. */
#include <zstd.h>
#include <zstd_errors.h>

#include "io/codec.h"

static void *open_zstd(void) { return ZSTD_createDStream(); }

static void close_zstd(void *state) { ZSTD_freeDStream(state); }

static enum codec_result run_zstd(void *state, struct codec_piece *piece, const char **fault) {
  ZSTD_inBuffer in = {piece->in, piece->in_size, 0};
  ZSTD_outBuffer out = {piece->out, piece->out_size, 0};
  size_t result = 1;
  while (result > 0 && !ZSTD_isError(result)) {
    const size_t in_before = in.pos, out_before = out.pos;
    result = ZSTD_decompressStream(state, &out, &in);
    if (in.pos == in_before && out.pos == out_before) break;
  }
  piece->in += in.pos;
  piece->in_size -= in.pos;
  piece->out += out.pos;
  piece->out_size -= out.pos;
  if (!ZSTD_isError(result)) return result == 0 ? CODEC_WHOLE : CODEC_MORE;
  switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
      return CODEC_MEMORY;
    case ZSTD_error_frameParameter_windowTooLarge:
      *fault = "its window is larger than 128 MiB (zstd -dc --long=31 reads it)";
      return CODEC_BAD;
    default:
      *fault = ZSTD_getErrorName(result);
      return CODEC_BAD;
  }
}

const struct codec codec_zstd = {"zstd", open_zstd, run_zstd, close_zstd};
