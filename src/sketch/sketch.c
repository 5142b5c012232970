/* Sketches of keys: made, filled and merged. */
#include "sketch/sketch.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/error.h"
#include "kernels/keys.h"
#include "regions/strings.h"

/* ---- A sketch -------------------------------------------------------------------------------- */

_Static_assert(sizeof(struct rowkey_sketch) <= SKETCH_OWN, "the struct is larger than what is set aside");

rowkey_sketch *rowkey_sketch_with_room(uint64_t room, rowkey_error *error) {
  const uint64_t memory = SKETCH_OWN + room;
  rowkey_sketch *sketch = memory <= PTRDIFF_MAX ? malloc((size_t)memory) : NULL;
  if (sketch == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a sketch of %" PRIu64 " bytes", memory);
    return NULL;
  }
  *sketch = (rowkey_sketch){.room = (size_t)room, .levels = 1};
  sketch->block = (uint64_t *)(void *)(sketch + 1);
  return sketch;
}

rowkey_sketch *rowkey_sketch_create(size_t memory, rowkey_error *error) {
  if (memory == 0) memory = SKETCH_MEMORY_DEFAULT;
  if (memory < SKETCH_MEMORY_MIN) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "%zu bytes of memory are too few for a sketch (expected %zu or more, or 0 for %zu)",
                     memory, SKETCH_MEMORY_MIN, SKETCH_MEMORY_DEFAULT);
    return NULL;
  }
  const uint64_t most = SKETCH_MEMORY_MAX, used = memory < most ? memory : most;
  return rowkey_sketch_with_room((used - SKETCH_OWN) & ~(uint64_t)7, error);
}

void rowkey_sketch_free(rowkey_sketch *sketch) { free(sketch); }

uint64_t rowkey_sketch_rows(const rowkey_sketch *sketch) { return sketch == NULL ? 0 : sketch->rows; }

double rowkey_sketch_error(const rowkey_sketch *sketch) {
  if (sketch == NULL) return 0;
  const uint64_t most = sketch->over > sketch->under ? sketch->over : sketch->under;
  if (most == 0) return 0;
  return most < sketch->rows ? (double)most / (double)sketch->rows : 1;
}

static rowkey_status check_rows(const rowkey_sketch *sketch, uint64_t rows, rowkey_error *error) {
  const uint64_t most = UINT64_C(1) << SKETCH_ROWS_BITS;
  if (rows <= most - sketch->rows) return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                          "%" PRIu64 " keys and %" PRIu64
                          " more are too many for a sketch (expected at most %" PRIu64 ")",
                          sketch->rows, rows, most);
}

/* ---- Adding ---------------------------------------------------------------------------------- */

static size_t counted_size(uint64_t size) { return size < SKETCH_KEY_MAX ? (size_t)size : SKETCH_KEY_MAX; }

/* Appends keys from `row` on to the lowest level while they fit; returns the first one that does not. */
static size_t append_keys(rowkey_sketch *sketch, const rowkey_keys *input, size_t row) {
  const size_t first = row;
  uint8_t *const keys = sketch_keys(sketch);
  const uint8_t *const data = input->data;
  size_t at = sketch->level[0].end, left = sketch_free_bytes(sketch);
  for (; row < input->rows; row++) {
    const uint64_t begin = key_limit(input, row);
    const size_t size = counted_size(key_limit(input, row + 1) - begin);
    if (sketch_key_cost(size) > left) break;
    sketch_set_head(keys + at, size);
    if (size != 0) memcpy(keys + at + SKETCH_HEAD, data + begin, size);
    at += SKETCH_HEAD + size;
    left -= sketch_key_cost(size);
  }
  sketch->level[0].end = at;
  sketch->level[0].count += row - first;
  sketch->count += row - first;
  sketch->rows += row - first;
  return row;
}

rowkey_status rowkey_sketch_add(rowkey_sketch *sketch, const rowkey_keys *keys, rowkey_error *error) {
  if (!rowkey_is_given(sketch, "sketch", error)) return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = rowkey_check_keys(rowkey_kernels_selected(), keys, error);
  if (status == ROWKEY_OK) status = check_rows(sketch, keys->rows, error);
  if (status != ROWKEY_OK) return status;
  for (size_t row = 0; (row = append_keys(sketch, keys, row)) < keys->rows;)
    rowkey_sketch_make_room(sketch, sketch_key_cost(SKETCH_KEY_MAX));
  return ROWKEY_OK;
}

/* ---- Merging --------------------------------------------------------------------------------- */

/* Puts `count` keys of `size` bytes in all after those of a level. There is room. */
static void insert(rowkey_sketch *sketch, unsigned level, const uint8_t *bytes, size_t size, size_t count) {
  for (; sketch->levels <= level; sketch->levels++) sketch->level[sketch->levels] = (struct sketch_level){0};
  uint8_t *const at = sketch_keys(sketch) + sketch->level[level].end;
  memmove(at + size, at, sketch->level[0].end - sketch->level[level].end);
  memcpy(at, bytes, size);
  for (unsigned i = 0; i <= level; i++) sketch->level[i].end += size;
  sketch->level[level].count += count;
  sketch->count += count;
}

static void merge_level(rowkey_sketch *sketch, const rowkey_sketch *from, unsigned level) {
  const uint8_t *key = sketch_keys(from) + sketch_begin(from, level);
  const uint8_t *const end = sketch_keys(from) + from->level[level].end;
  size_t left = from->level[level].count;
  while (left > 0) {
    /* Many at a time, because those of the levels below make way for them. */
    const size_t all = (size_t)(end - key) + left * SKETCH_WORDS, some = sketch->room / 8;
    rowkey_sketch_make_room(sketch, all < some ? all : some);
    const size_t room = sketch_free_bytes(sketch);
    size_t size = 0, count = 0;
    while (count < left) {
      const size_t next = SKETCH_HEAD + sketch_key_size(key + size);
      if (size + next + (count + 1) * SKETCH_WORDS > room) break;
      size += next;
      count++;
    }
    insert(sketch, level, key, size, count);
    key += size;
    left -= count;
  }
}

rowkey_status rowkey_sketch_merge(rowkey_sketch *sketch, const rowkey_sketch *from, rowkey_error *error) {
  if (sketch == NULL || from == NULL || sketch == from)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s (expected two sketches)",
                            sketch == from ? "a sketch cannot be merged into itself" : "a sketch is NULL");
  const rowkey_status status = check_rows(sketch, from->rows, error);
  if (status != ROWKEY_OK) return status;
  sketch->rows += from->rows;
  sketch->over += from->over;
  sketch->under += from->under;
  if (from->has_least) rowkey_sketch_note_least(sketch, from->least, from->least_size);
  for (unsigned level = 0; level < from->levels; level++) merge_level(sketch, from, level);
  return ROWKEY_OK;
}
