/* Split points and keys from the input: every instruction set must put each key into the region that the
 * definition gives. */
#include <string.h>

#include "fuzz.h"
#include "reference/reference.h"
#include "regions/search.h"
#include "regions/strings.h"

enum { FEW_POINTS = 4, POINTS_MAX = 12, KEYS_MAX = 4, STRING_MAX = 32 };

static void check(bool had) { FUZZ_CHECK(had, "no memory"); }

/* A list of one empty string, which has bytes. */
static void begin_list(struct string_list *list) {
  check(rowkey_strings_room(list, 1) != NULL && rowkey_strings_extend(list, 0));
}

/* Strings of the input that begin as the one before or anew, so that points and keys meet. */
static void take_string(struct fuzz_input *input, struct string_list *list) {
  uint8_t string[STRING_MAX + 1]; /* the one before may be a point and a byte */
  const size_t last = list->count == 0 ? 0 : string_size(list, list->count - 1);
  const size_t kept = (size_t)fuzz_take_up_to(input, last), size = (size_t)fuzz_take_up_to(input, STRING_MAX);
  if (kept != 0) memcpy(string, string_at(list, list->count - 1), kept);
  for (size_t i = kept; i < size; i++) string[i] = (uint8_t)fuzz_take(input, 1);
  check(rowkey_strings_add(list, string, size < kept ? kept : size));
}

/* Strings that do not rise are left out. */
static void take_points(struct fuzz_input *input, size_t most, struct string_list *points) {
  struct string_list strings = {0};
  begin_list(&strings);
  begin_list(points);
  points->count = 0;
  for (uint64_t count = fuzz_take_up_to(input, most); count > 0; count--) {
    take_string(input, &strings);
    const uint8_t *string = string_at(&strings, strings.count - 1);
    const size_t size = string_size(&strings, strings.count - 1);
    const size_t last = points->count;
    const bool rises = last == 0 ? size > 0
                                 : rowkey_compare_bytes(string, size, string_at(points, last - 1),
                                                        string_size(points, last - 1)) > 0;
    if (rises) check(rowkey_strings_add(points, string, size));
  }
  rowkey_strings_free(&strings);
}

/* Of each point: itself, what comes just before or behind it, or what differs from it in a byte; and strings
 * of the input. */
static void take_keys(struct fuzz_input *input, const struct string_list *points, struct string_list *keys) {
  begin_list(keys);
  for (size_t i = 0; i < points->count; i++) {
    uint8_t key[STRING_MAX + 1];
    size_t size = string_size(points, i);
    memcpy(key, string_at(points, i), size);
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
    check(rowkey_strings_add(keys, key, size));
  }
  for (uint64_t count = fuzz_take_up_to(input, KEYS_MAX); count > 0; count--) take_string(input, keys);
}

static void check_strings(const struct rowkey_search *search, const rowkey_splits *splits,
                          const struct string_list *keys) {
  uint8_t *bytes = fuzz_guarded_copy(keys->bytes, (size_t)keys->offsets[keys->count]);
  uint64_t *offsets = fuzz_guarded_copy(keys->offsets, (keys->count + 1) * sizeof *offsets);
  uint32_t *expected = fuzz_guarded(keys->count * sizeof *expected);
  uint32_t *regions = fuzz_guarded(keys->count * sizeof *regions);
  for (size_t i = 0; i < keys->count; i++)
    expected[i] = reference_route(splits, string_at(keys, i), string_size(keys, i));
  FUZZ_EACH_ISA(kernels) {
    memset(regions, 0xee, keys->count * sizeof *regions);
    FUZZ_KERNEL(kernels, route_strings, keys->count)(search, bytes, offsets, keys->count, regions);
    fuzz_check_rows(kernels, "route_strings", regions, expected, keys->count, sizeof *regions);
  }
}

static void check_fixed(const struct rowkey_search *search, const rowkey_splits *splits,
                        const struct string_list *keys, size_t width) {
  const size_t rows = (size_t)keys->offsets[keys->count] / width;
  uint8_t *bytes = fuzz_guarded_copy(keys->bytes, rows * width);
  uint32_t *expected = fuzz_guarded(rows * sizeof *expected);
  uint32_t *regions = fuzz_guarded(rows * sizeof *regions);
  for (size_t i = 0; i < rows; i++) expected[i] = reference_route(splits, bytes + i * width, width);
  FUZZ_EACH_ISA(kernels) {
    memset(regions, 0xee, rows * sizeof *regions);
    FUZZ_KERNEL(kernels, route_fixed, rows)(search, bytes, width, rows, regions);
    fuzz_check_rows(kernels, "route_fixed", regions, expected, rows, sizeof *regions);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  struct string_list points = {0}, keys = {0};
  const size_t width = 4 + (size_t)fuzz_take_up_to(&input, 28);
  const unsigned size_form = (unsigned)fuzz_take(&input, 1);
  /* Mostly few, so that executions are many. */
  take_points(&input, size_form < 224 ? FEW_POINTS : POINTS_MAX, &points);
  take_keys(&input, &points, &keys);
  const rowkey_splits splits = {points.count, points.bytes, points.offsets};
  struct rowkey_search search;
  /* Mostly small tables: to fill the full ones takes longer than all the rest. */
  const size_t numbers = size_form % 64 == 63 ? SEARCH_ROOT_NUMBERS : (size_t)1 << size_form % 12;
  check(rowkey_search_create(&search, &splits, numbers));
  check_strings(&search, &splits, &keys);
  check_fixed(&search, &splits, &keys, width);
  rowkey_search_free(&search);
  rowkey_strings_free(&points);
  rowkey_strings_free(&keys);
  return 0;
}
