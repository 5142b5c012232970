/* Text made from other text: reversed, or in a form that shows its own end.
 *
 * Bytes move in words of 8, as little-endian numbers: the first byte is the lowest.
 */
#include <string.h>

#include "encode/encoder.h"
#include "simd/memory.h"

enum { WORD = 8 };

/* ---- Reversed -------------------------------------------------------------------------------- */

/* A word after the bytes may be read. All words are loaded before the first is stored over one of them. */
static void reverse(uint8_t *bytes, size_t size) {
  for (; size >= 3 * WORD; bytes += WORD, size -= 2 * WORD) {
    uint64_t first = load_le64(bytes), last = load_le64(bytes + size - WORD);
    store_le64(bytes, __builtin_bswap64(last));
    store_le64(bytes + size - WORD, __builtin_bswap64(first));
  }
  uint64_t first = load_le64(bytes);
  if (size >= WORD) {
    /* The first, the last and one in the middle agree on the bytes that they share. */
    size_t end = size - WORD, middle = end / 2;
    uint64_t between = load_le64(bytes + middle), last = load_le64(bytes + end);
    store_le64(bytes + end, __builtin_bswap64(first));
    store_le64(bytes + end - middle, __builtin_bswap64(between));
    store_le64(bytes, __builtin_bswap64(last));
  } else if (size != 0) {
    store_le_narrow(bytes, __builtin_bswap64(first) >> (64 - 8 * size), size);
  }
}

static size_t reverse_fixed(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  size_t width = value->fixed_width;
  size_t bad = rowkey_write_fixed(run, value->message, encoder->scratch,
                                  encoder->scratch + encoder->scratch_size, rows);
  run->kernels->reverse_fixed(encoder->scratch, width, bad, slot_of(run, value)->own_bytes);
  return bad;
}

size_t rowkey_run_reversed(struct run *run, const struct value *value, size_t rows) {
  if (value->step == STEP_REVERSE_FIXED) return reverse_fixed(run, value, rows);
  const struct sequence *message = value->message;
  struct slot *slot = slot_of(run, value);
  size_t bad = rowkey_prepare_sources(run, message, rows);
  if (bad < rows) return bad;
  const struct rowkey_source *sources = &run->encoder->sources[message->first_piece];
  uint64_t size = 0;
  for (size_t i = 0; i < rows; i++) {
    slot->own_begin[i] = size;
    slot->own_end[i] = size += rowkey_joined_length(sources, message->piece_count, i);
  }
  bad = rowkey_make_room(run, value, rows);
  if (bad < rows) return bad;
  uint8_t *bytes = slot->memory.bytes;
  run->kernels->join_rows(sources, message->piece_count, 0, rows, bytes, bytes + slot->memory.size, bytes,
                          slot->own_end);
  for (size_t i = 0; i < rows; i++)
    reverse(bytes + slot->own_begin[i], (size_t)(slot->own_end[i] - slot->own_begin[i]));
  return rows;
}

/* ---- Escaped --------------------------------------------------------------------------------- */

/* At most for `rows` texts of `size` bytes together. */
static uint64_t escaped_bound(enum escape_form form, uint64_t size, uint64_t rows) {
  return form == ESCAPE_TERMINATED ? 2 * size + 2 * rows : (size / WORD + rows) * (WORD + 1);
}

size_t rowkey_run_escaped(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_kernels *kernels = run->kernels;
  const struct rowkey_strings *from = &slot_of(run, value->a)->strings;
  struct slot *slot = slot_of(run, value);
  const enum escape_form form = value->escape;
  uint64_t size = 0;
  kernels->check_strings(from, rows, &size);
  slot->own_end[rows - 1] = size = escaped_bound(form, size, rows);
  /* Which row finds no memory is looked for only when memory runs out. */
  if (size > slot->memory.size) {
    size = 0;
    for (size_t i = 0; i < rows; i++)
      slot->own_end[i] = size += escaped_bound(form, from->end[i] - from->begin[i], 1);
  }
  size_t bad = rowkey_make_room(run, value, rows);
  if (bad < rows) return bad;
  if (form == ESCAPE_TERMINATED)
    kernels->escape_terminated(from, &value->rule, rows, slot->memory.bytes, slot->own_begin, slot->own_end);
  else
    kernels->escape_groups(from, rows, slot->memory.bytes, slot->own_begin, slot->own_end);
  return rows;
}
