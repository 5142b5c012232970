/* gzip (RFC 1952), by zlib: its members, one after the other, and perhaps zeros after the last, with which
 * tapes and tar fill blocks. */
#include <limits.h>
#include <stdlib.h>
#define ZLIB_CONST /* it does not write into its input */
#include <zlib.h>

#include "io/codec.h"

/* 15 bits of window, the most that there are; 16 more ask for gzip's header and checksum. */
enum { WINDOW_BITS = 15 + 16 };

struct gzip {
  z_stream stream;
  bool ended;  /* the member before: what follows is another one … */
  bool padded; /* … or zeros up to the end, of which there was one */
};

static void *open_gzip(void) {
  struct gzip *gzip = calloc(1, sizeof *gzip);
  if (gzip != NULL && inflateInit2(&gzip->stream, WINDOW_BITS) != Z_OK) {
    free(gzip);
    return NULL;
  }
  return gzip;
}

static void close_gzip(void *state) {
  struct gzip *gzip = state;
  inflateEnd(&gzip->stream);
  free(gzip);
}

static uInt at_most(size_t size) { return size < UINT_MAX ? (uInt)size : UINT_MAX; }

/* Passes zeros after a member. */
static enum codec_result skip_padding(struct codec_piece *piece, const char **fault) {
  while (piece->in_size > 0 && *piece->in == 0) {
    piece->in++;
    piece->in_size--;
  }
  if (piece->in_size == 0) return CODEC_WHOLE;
  *fault = "something follows the zeros after its last member";
  return CODEC_BAD;
}

static enum codec_result run_gzip(void *state, struct codec_piece *piece, const char **fault) {
  struct gzip *gzip = state;
  z_stream *stream = &gzip->stream;
  gzip->padded = gzip->padded || (gzip->ended && piece->in_size > 0 && *piece->in == 0);
  if (gzip->padded) return skip_padding(piece, fault);
  if (gzip->ended) inflateReset(stream);
  gzip->ended = false;
  stream->next_in = piece->in;
  stream->avail_in = at_most(piece->in_size);
  stream->next_out = piece->out;
  stream->avail_out = at_most(piece->out_size);
  const int result = inflate(stream, Z_NO_FLUSH);
  piece->in_size -= (size_t)(stream->next_in - piece->in);
  piece->in = stream->next_in;
  piece->out_size -= (size_t)(stream->next_out - piece->out);
  piece->out = stream->next_out;
  switch (result) {
    case Z_STREAM_END:
      gzip->ended = true;
      return CODEC_WHOLE;
    case Z_OK:
    case Z_BUF_ERROR: /* there was nothing to do */
      return CODEC_MORE;
    case Z_MEM_ERROR:
      return CODEC_MEMORY;
    default:
      *fault = stream->msg != NULL ? stream->msg : "it needs a dictionary";
      return CODEC_BAD;
  }
}

const struct codec codec_gzip = {"gzip", open_gzip, run_gzip, close_gzip};
