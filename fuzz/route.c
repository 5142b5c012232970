/* Split points and keys from the input: every instruction set must put each key into the region that the
 * definition gives. */
#include <string.h>

#include "fuzz.h"
#include "reference/reference.h"
#include "search/search.h"

enum { FEW_POINTS = 3, POINTS_MAX = 12, KEYS_MAX = 4, STRING_MAX = 32, STRINGS_MAX = POINTS_MAX + KEYS_MAX };

/* Without memory of its own: to allocate would take longer than to route. */
struct strings {
  size_t count;
  uint64_t offsets[STRINGS_MAX + 1];
  uint8_t bytes[STRINGS_MAX * (STRING_MAX + 1)]; /* a point and a byte at most */
};

static const uint8_t *bytes_at(const struct strings *strings, size_t index) {
  return strings->bytes + strings->offsets[index];
}
static size_t size_at(const struct strings *strings, size_t index) {
  return (size_t)(strings->offsets[index + 1] - strings->offsets[index]);
}

static void add(struct strings *strings, const uint8_t *bytes, size_t size) {
  const uint64_t used = strings->offsets[strings->count];
  memcpy(strings->bytes + used, bytes, size);
  strings->offsets[++strings->count] = used + size;
}

/* A string of the input, which begins as the one before or anew, so that points and keys meet. `string` holds
 * the one before, of `last` bytes; returns the size. */
static size_t take_string(struct fuzz_input *input, uint8_t string[STRING_MAX + 1], size_t last) {
  const size_t kept = (size_t)fuzz_take_up_to(input, last), size = (size_t)fuzz_take_up_to(input, STRING_MAX);
  for (size_t i = kept; i < size; i++) string[i] = (uint8_t)fuzz_take(input, 1);
  return size < kept ? kept : size;
}

/* Strings that do not rise are left out. */
static void take_points(struct fuzz_input *input, size_t most, struct strings *points) {
  uint8_t string[STRING_MAX + 1];
  size_t size = 0;
  for (uint64_t count = fuzz_take_up_to(input, most); count > 0; count--) {
    size = take_string(input, string, size);
    const size_t last = points->count - 1;
    if (points->count == 0
            ? size > 0
            : !reference_is_not_greater(string, size, bytes_at(points, last), size_at(points, last)))
      add(points, string, size);
  }
}

/* Of each point: itself, what comes just before or after it, or what differs from it in a byte; and strings
 * of the input. */
static void take_keys(struct fuzz_input *input, const struct strings *points, struct strings *keys) {
  uint8_t key[STRING_MAX + 1];
  size_t size = 0;
  for (size_t i = 0; i < points->count; i++) {
    size = size_at(points, i);
    memcpy(key, bytes_at(points, i), size);
    key[size] = 0;
    switch (fuzz_take(input, 1) % 4) {
      case 0:
        break;
      case 1:
        size++;
        break;
      case 2:
        size--;
        break;
      default:
        key[fuzz_take_up_to(input, size - 1)] ^= (uint8_t)fuzz_take(input, 1);
        break;
    }
    add(keys, key, size);
  }
  for (uint64_t count = fuzz_take_up_to(input, KEYS_MAX); count > 0; count--) {
    size = take_string(input, key, size);
    add(keys, key, size);
  }
}

static void check_strings(const struct rowkey_search *search, const rowkey_splits *splits,
                          const struct strings *keys) {
  uint8_t *bytes = fuzz_guarded_copy(keys->bytes, (size_t)keys->offsets[keys->count]);
  uint64_t *offsets = fuzz_guarded_copy(keys->offsets, (keys->count + 1) * sizeof *offsets);
  uint32_t *expected = fuzz_guarded(keys->count * sizeof *expected);
  uint32_t *regions = fuzz_guarded(keys->count * sizeof *regions);
  for (size_t i = 0; i < keys->count; i++)
    expected[i] = reference_route(splits, bytes_at(keys, i), size_at(keys, i));
  FUZZ_EACH_KERNEL(kernels, route_strings) {
    memset(regions, 0xee, keys->count * sizeof *regions);
    FUZZ_KERNEL(kernels, route_strings, keys->count)(search, bytes, offsets, keys->count, regions);
    fuzz_check_rows(kernels, "route_strings", regions, expected, keys->count, sizeof *regions);
  }
}

static void check_fixed(const struct rowkey_search *search, const rowkey_splits *splits,
                        const struct strings *keys, size_t width) {
  const size_t rows = (size_t)keys->offsets[keys->count] / width;
  uint8_t *bytes = fuzz_guarded_copy(keys->bytes, rows * width);
  uint32_t *expected = fuzz_guarded(rows * sizeof *expected);
  uint32_t *regions = fuzz_guarded(rows * sizeof *regions);
  for (size_t i = 0; i < rows; i++) expected[i] = reference_route(splits, bytes + i * width, width);
  FUZZ_EACH_KERNEL(kernels, route_fixed) {
    memset(regions, 0xee, rows * sizeof *regions);
    FUZZ_KERNEL(kernels, route_fixed, rows)(search, bytes, width, rows, regions);
    fuzz_check_rows(kernels, "route_fixed", regions, expected, rows, sizeof *regions);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  struct strings points, keys;
  points.count = keys.count = 0;
  points.offsets[0] = keys.offsets[0] = 0;
  const size_t key_form = (size_t)fuzz_take(&input, 1);
  const unsigned size_form = (unsigned)fuzz_take(&input, 1);
  /* Mostly few, so that executions are many. */
  take_points(&input, size_form < 224 ? FEW_POINTS : POINTS_MAX, &points);
  take_keys(&input, &points, &keys);
  const rowkey_splits splits = {.count = points.count, .bytes = points.bytes, .offsets = points.offsets};
  struct rowkey_search search;
  /* Mostly small tables: to fill the full ones takes longer than all the rest. */
  const size_t numbers = size_form % 64 == 63 ? SEARCH_ROOT_NUMBERS : (size_t)1 << size_form % 12;
  FUZZ_CHECK(rowkey_search_create(&search, &splits, numbers), "no memory");
  if (key_form % 2 == 0)
    check_strings(&search, &splits, &keys);
  else
    check_fixed(&search, &splits, &keys, 4 + key_form / 2 % 29);
  rowkey_search_free(&search);
  return 0;
}
