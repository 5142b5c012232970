/* Sketches as bytes. What a sketch writes is read as the same sketch. Any other bytes are refused with a
 * message, or are a sketch: it writes these bytes again, gives points that rise, merges and takes keys, and
 * what it merges into has all of its rows.
 *
 * An input says which keys a sketch gets, then how its bytes are changed. */
#include <rowkey/sketch.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "reference/reference.h"

enum {
  MEMORY = 1 << 16,
  KEYS_MAX = 1 << 12,
  POOL = 1200,
  MEMORY_AT = 24, /* in the bytes, eight of them */
  CHECKSUM_AT = 16,
  CHECKED_FROM = 20,
  MOST_MEMORY = 1 << 24
};

static rowkey_sketch *create(void) {
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_sketch *sketch = rowkey_sketch_create(MEMORY, &error);
  FUZZ_CHECK(sketch != NULL, "%s", error.text);
  return sketch;
}

/* Many keys of all sizes, cut from a few bytes of the input. */
static void add_keys(struct fuzz_input *input, rowkey_sketch *sketch) {
  static uint8_t pool[POOL];
  rowkey_error error = {.status = ROWKEY_OK};
  const size_t count = (size_t)fuzz_take_up_to(input, KEYS_MAX);
  const size_t longest = (size_t)fuzz_take_up_to(input, POOL - 1), step = 1 + (size_t)fuzz_take(input, 1);
  fuzz_take_bytes(input, pool, sizeof pool);
  for (size_t i = 0; i < count; i++) {
    const size_t size = i * step % (longest + 1), at = i * step * 7 % (POOL - size);
    const rowkey_keys key = rowkey_keys_of_width(pool + at, size, 1);
    FUZZ_CHECK(rowkey_sketch_add(sketch, &key, &error) == ROWKEY_OK, "%s", error.text);
  }
}

/* The bytes of a sketch; the caller frees them. */
static uint8_t *write(const rowkey_sketch *sketch, size_t *size) {
  rowkey_error error = {.status = ROWKEY_OK};
  *size = rowkey_sketch_size(sketch);
  uint8_t *bytes = fuzz_allocate(*size);
  FUZZ_CHECK(rowkey_sketch_write(sketch, bytes, *size, &error) == ROWKEY_OK, "%s", error.text);
  return bytes;
}

static void set_checksum(uint8_t *bytes, size_t size) {
  uint64_t values[MOST_HASH_VALUES];
  const rowkey_hash hash = {.function = ROWKEY_CRC32C};
  reference_hash(&hash, 0, bytes + CHECKED_FROM, size - CHECKED_FROM, values);
  for (size_t i = 0; i < 4; i++) bytes[CHECKSUM_AT + i] = (uint8_t)(values[0] >> 8 * i);
}

/* Changes bytes, mostly of the numbers before the keys, or their number. Returns how many are left. */
static size_t change(struct fuzz_input *input, uint8_t *bytes, size_t size) {
  for (uint64_t changes = fuzz_take(input, 1) % 8; changes > 0 && size > 0; changes--) {
    const size_t most = fuzz_take(input, 1) % 4 == 0 || size < 200 ? size - 1 : 199;
    bytes[fuzz_take_up_to(input, most)] = (uint8_t)fuzz_take(input, 1);
  }
  if (fuzz_take(input, 1) % 8 == 1) size -= (size_t)fuzz_take_up_to(input, size);
  if (size > CHECKED_FROM && fuzz_take(input, 1) % 8 != 1) set_checksum(bytes, size);
  return size;
}

/* Whether reading them may take much memory: the fuzzing engine counts it. */
static bool states_much_memory(const uint8_t *bytes, size_t size) {
  uint64_t memory = 0;
  if (size < MEMORY_AT + 8) return false;
  for (size_t i = 8; i-- > 0;) memory = memory << 8 | bytes[MEMORY_AT + i];
  return memory > MOST_MEMORY;
}

static void use(rowkey_sketch *sketch, struct fuzz_input *input) {
  rowkey_error error = {.status = ROWKEY_OK};
  const uint64_t rows = rowkey_sketch_rows(sketch);
  FUZZ_CHECK(rowkey_sketch_error(sketch) >= 0 && rowkey_sketch_error(sketch) <= 1, "the error");
  rowkey_sketch *into = create();
  FUZZ_CHECK(rowkey_sketch_merge(into, sketch, &error) == ROWKEY_OK, "%s", error.text);
  FUZZ_CHECK(rowkey_sketch_rows(into) == rows, "rows are lost");
  add_keys(input, into);
  rowkey_splits *splits = rowkey_sketch_splits(sketch, 1 + (size_t)fuzz_take_up_to(input, 50), &error);
  if (splits != NULL)
    FUZZ_CHECK(rowkey_splits_check(splits, &error) == ROWKEY_OK, "%s", error.text);
  else
    FUZZ_CHECK(error.status == ROWKEY_ERROR_RANGE, "%s", error.text);
  rowkey_splits_free(splits);
  if (rowkey_sketch_merge(sketch, into, &error) != ROWKEY_OK)
    FUZZ_CHECK(error.status == ROWKEY_ERROR_RANGE, "%s", error.text); /* beyond 2^48 */
  rowkey_sketch_free(into);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_without_kernels();
  struct fuzz_input input = fuzz_begin(data, size);
  rowkey_sketch *sketch = create();
  add_keys(&input, sketch);
  size_t written_size;
  uint8_t *written = write(sketch, &written_size);
  rowkey_sketch_free(sketch);

  uint8_t *changed = fuzz_copy(written, written_size);
  const size_t left = change(&input, changed, written_size);
  const bool is_same = left == written_size && memcmp(changed, written, left) == 0;
  uint8_t *bytes = fuzz_copy(changed, left); /* of the exact size */
  free(written);
  free(changed);
  if (!states_much_memory(bytes, left)) {
    rowkey_error error = {.status = ROWKEY_OK};
    sketch = rowkey_sketch_read(bytes, left, &error);
    FUZZ_CHECK(sketch != NULL || !is_same, "%s", error.text);
    FUZZ_CHECK(sketch != NULL || error.status == ROWKEY_ERROR_ARGUMENT, "%s", error.text);
    if (sketch != NULL) {
      size_t again_size;
      uint8_t *again = write(sketch, &again_size);
      FUZZ_CHECK(again_size == left && memcmp(again, bytes, left) == 0, "other bytes are written");
      free(again);
      use(sketch, &input);
    }
    rowkey_sketch_free(sketch);
  }
  free(bytes);
  return 0;
}
