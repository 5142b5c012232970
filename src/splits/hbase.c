/* HBase's ways to split a table evenly, with the bytes that they make there. All are points first + i * step
 * of numbers that are as long as the points: in base 256 for Bytes.split and UniformSplit, in base 16 or 10
 * for those of text. */
#include <stdlib.h>
#include <string.h>

#include "regions/strings.h"
#include "text/bytes.h"
#include "text/plural.h"

enum {
  BYTES = 256,
  UNIFORM_SIZE = 8, /* of the row that stands for the end of the table */
  GUIDE_WIDTH = 16  /* of the "%016x" in getHexSplits */
};

/* Numbers are digits of a base up to 256, one a byte, the most significant one first. */

static void add_digits(uint8_t *a, const uint8_t *b, size_t size, unsigned base) {
  unsigned carry = 0;
  for (size_t i = size; i-- > 0;) {
    carry += (unsigned)a[i] + b[i];
    a[i] = (uint8_t)(carry % base);
    carry /= base;
  }
}

/* a >= b */
static void subtract(uint8_t *a, const uint8_t *b, size_t size, unsigned base) {
  unsigned borrow = 0;
  for (size_t i = size; i-- > 0;) {
    const unsigned taken = b[i] + borrow;
    borrow = a[i] < taken;
    a[i] = (uint8_t)(a[i] + (borrow ? base : 0) - taken);
  }
}

/* The last digits of a + 1; the caller has added a digit in front for the carry. */
static void increment(uint8_t *a, size_t size, unsigned base) {
  while (size > 0 && a[size - 1] == base - 1) a[--size] = 0;
  if (size > 0) a[size - 1]++;
}

/* The remainder is below 2^24, so that with a digit after it it stays below 2^32. */
static void divide(uint8_t *a, size_t size, unsigned base, uint32_t divisor) {
  _Static_assert(ROWKEY_MOST_REGIONS - 1 <= UINT32_MAX / BYTES, "a remainder and a digit fit");
  uint32_t remainder = 0;
  for (size_t i = 0; i < size; i++) {
    remainder = remainder * base + a[i];
    a[i] = (uint8_t)(remainder / divisor);
    remainder %= divisor;
  }
}

static bool is_below(const uint8_t *a, size_t size, unsigned base, uint32_t bound) {
  uint32_t value = 0;
  for (size_t i = 0; i < size; i++) {
    value = value * base + a[i];
    if (value >= bound) return false;
  }
  return true;
}

/* ---- first + i * step ------------------------------------------------------------------------ */

/* Two numbers of `size` digits. */
struct progression {
  uint8_t *first;
  uint8_t *step;
  size_t size;
  unsigned base;
};

static bool add_point(struct string_list *list, const struct progression *points) {
  uint8_t *room = rowkey_strings_room(list, points->size);
  if (room == NULL) return false;
  for (size_t i = 0; i < points->size; i++) {
    const uint8_t digit = points->first[i];
    room[i] = points->base == BYTES ? digit : (uint8_t)"0123456789abcdef"[digit];
  }
  return rowkey_strings_extend(list, points->size);
}

/* Adds the points that divide `step`, here the whole range, from `first` on. Each has the last `width`
 * digits: the caller knows that there are zeros before them. False without memory. */
static bool add_points(struct string_list *list, const struct progression *range, size_t width,
                       size_t regions) {
  const size_t zeros = range->size - width;
  struct progression points = {range->first + zeros, range->step + zeros, width, range->base};
  bool done = true;
  divide(range->step, range->size, range->base, (uint32_t)regions);
  for (size_t i = 1; done && i < regions; i++) {
    add_digits(points.first, points.step, points.size, points.base);
    done = add_point(list, &points);
  }
  return done;
}

/* NULL and the error where the list is not `done`, for want of memory. Frees the list. */
static rowkey_splits *take_list(struct string_list *list, bool done, rowkey_error *error) {
  rowkey_splits *splits = done ? rowkey_splits_from(list) : NULL;
  rowkey_strings_free(list);
  if (splits == NULL) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the split points");
  return splits;
}

static rowkey_splits *part_evenly(const struct progression *range, size_t width, size_t regions,
                                  rowkey_error *error) {
  struct string_list list = {0};
  const bool done = add_points(&list, range, width, regions);
  return take_list(&list, done, error);
}

/* Room for two numbers of a leading 0, `size` digits and `more` that may follow; range->first is to be freed.
 */
static bool allocate_numbers(struct progression *range, size_t size, size_t more, unsigned base,
                             rowkey_error *error) {
  const size_t room = size <= PTRDIFF_MAX / 4 ? 1 + size + more : 0;
  uint8_t *memory = room == 0 ? NULL : calloc(2, room);
  *range = (struct progression){memory, memory == NULL ? NULL : memory + room, 1 + size, base};
  if (memory == NULL) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the split points");
  return memory != NULL;
}

/* ---- Bytes.split ----------------------------------------------------------------------------- */

struct row {
  const void *bytes;
  size_t size;
};

/* Puts the rows after their leading 0, filled up with 00. */
static void set_rows(struct progression *range, struct row start, struct row stop) {
  memset(range->first, 0, range->size);
  memset(range->step, 0, range->size);
  if (start.size > 0) memcpy(range->first + 1, start.bytes, start.size);
  if (stop.size > 0) memcpy(range->step + 1, stop.bytes, stop.size);
}

/* Turns the second row into the range between the two. */
static void set_range(struct progression *range, bool inclusive) {
  subtract(range->step, range->first, range->size, range->base);
  if (inclusive) increment(range->step, range->size, range->base);
}

/* Rows between which there are fewer than `regions` numbers get another 00 after them. False and the error
 * where there are none. */
static bool find_range(struct progression *range, struct row start, struct row stop, bool inclusive,
                       size_t regions, rowkey_error *error) {
  set_rows(range, start, stop);
  if (memcmp(range->first, range->step, range->size) >= 0) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "start is not before stop when the shorter one is padded with 00 (expected rows with "
                     "others between them)");
    return false;
  }
  set_range(range, inclusive);
  while (is_below(range->step, range->size, range->base, (uint32_t)regions)) {
    range->size++;
    set_rows(range, start, stop);
    set_range(range, inclusive);
  }
  return true;
}

/* Each 00 that is appended makes the difference, which is at least 1, 256 times as large. */
enum { MOST_APPENDED = 3 };
_Static_assert(ROWKEY_MOST_REGIONS <= (size_t)1 << 8 * MOST_APPENDED, "so many are enough");

static size_t longer_of(struct row a, struct row b) { return a.size > b.size ? a.size : b.size; }

static bool rows_are_given(struct row start, struct row stop, size_t regions, rowkey_error *error) {
  return rowkey_regions_valid(regions, error) &&
         rowkey_is_array(start.bytes, start.size, 1, "bytes of start", error) &&
         rowkey_is_array(stop.bytes, stop.size, 1, "bytes of stop", error);
}

/* The original throws IllegalArgumentException("b <= a") where the padded ends do not rise, and for a single
 * region; the latter is a table like any other here, without a point. */
rowkey_splits *rowkey_splits_bytes(const void *start, size_t start_size, const void *stop, size_t stop_size,
                                   bool inclusive, size_t regions, rowkey_error *error) {
  static const uint8_t last[UNIFORM_SIZE] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  const struct row from = {start, start_size};
  struct row to = {stop, stop_size};
  if (!rows_are_given(from, to, regions, error)) return NULL;
  if (inclusive && stop_size == 0) to = (struct row){last, sizeof last};
  struct progression range;
  rowkey_splits *splits = NULL;
  if (!allocate_numbers(&range, longer_of(from, to), MOST_APPENDED, BYTES, error)) return NULL;
  if (find_range(&range, from, to, inclusive, regions, error))
    splits = part_evenly(&range, range.size - 1, regions, error);
  free(range.first);
  return splits;
}

/* The row, with 00 after it up to `size` bytes. */
static bool add_row(struct string_list *list, struct row row, size_t size) {
  uint8_t *room = rowkey_strings_room(list, size);
  if (room == NULL) return false;
  memcpy(room, row.bytes, row.size);
  memset(room + row.size, 0, size - row.size);
  return rowkey_strings_extend(list, size);
}

/* The original returns the ends as they are, or where 00 was appended for more numbers as long as the others.
 */
static rowkey_splits *split_between(struct row start, struct row stop, size_t regions, rowkey_error *error) {
  const size_t longest = longer_of(start, stop), parts = regions - 2;
  struct progression range;
  if (!allocate_numbers(&range, longest, MOST_APPENDED, BYTES, error)) return NULL;
  rowkey_splits *splits = NULL;
  if (parts == 1 || find_range(&range, start, stop, false, parts, error)) {
    struct string_list list = {0};
    const size_t size = range.size - 1 > longest ? range.size - 1 : 0;
    const bool done = add_row(&list, start, size > 0 ? size : start.size) &&
                      (parts == 1 || add_points(&list, &range, range.size - 1, parts)) &&
                      add_row(&list, stop, size > 0 ? size : stop.size);
    splits = take_list(&list, done, error);
  }
  free(range.first);
  return splits;
}

rowkey_splits *rowkey_splits_create_table(const void *start, size_t start_size, const void *stop,
                                          size_t stop_size, size_t regions, rowkey_error *error) {
  const struct row from = {start, start_size}, to = {stop, stop_size};
  if (!rows_are_given(from, to, regions, error)) return NULL;
  if (regions < 3) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "createTable of HBase makes no table of %zu region%s from two rows (expected 3 or more)",
                     regions, plural(regions));
    return NULL;
  }
  if (start_size == 0 || rowkey_compare_bytes(start, start_size, stop, stop_size) >= 0) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "start is %s (expected a row before stop)",
                     start_size == 0 ? "empty" : "not before stop");
    return NULL;
  }
  return split_between(from, to, regions, error);
}

/* The original is Bytes.split(empty, ff x 8, true, regions - 1), without the two ends that it returns too. */
rowkey_splits *rowkey_splits_uniform(size_t regions, rowkey_error *error) {
  return rowkey_splits_bytes(NULL, 0, NULL, 0, true, regions, error);
}

/* ---- Text of digits -------------------------------------------------------------------------- */

/* The value of the digit, or `base` when it is none. */
static unsigned digit_value(char byte, unsigned base) {
  const unsigned decimal = (unsigned)(unsigned char)byte - '0';
  const unsigned letter = ((unsigned)(unsigned char)byte | 0x20) - 'a';
  const unsigned value = decimal < 10 ? decimal : letter < 6 ? letter + 10 : base;
  return value < base ? value : base;
}

/* Writes the digits of `text` at `out`; false when it holds anything else, or nothing. */
static bool read_digits(const char *text, unsigned base, uint8_t *out) {
  if (text[0] == 0) return false;
  for (size_t i = 0; text[i] != 0; i++) {
    const unsigned value = digit_value(text[i], base);
    if (value == base) return false;
    out[i] = (uint8_t)value;
  }
  return true;
}

/* Puts the numbers at the end of range->first and range->step. */
static bool set_numbers(struct progression *range, const char *first, const char *last, rowkey_error *error) {
  if (!read_digits(first, range->base, range->first + range->size - strlen(first)) ||
      !read_digits(last, range->base, range->step + range->size - strlen(last))) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "the rows \"%.64s\" and \"%.64s\" are not two numbers (expected %s digits)", first, last,
                     range->base == 16 ? "hex" : "decimal");
    return false;
  }
  if (memcmp(range->first, range->step, range->size) >= 0) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "the last row, %.64s, is not greater than the first one, %.64s", last, first);
    return false;
  }
  return true;
}

/* Points of at least `least_width` digits, and of as many as `last` has: none is greater, so that zeros in
 * front are all that `first` may have more. */
static rowkey_splits *split_digits(unsigned base, const char *first, const char *last, size_t least_width,
                                   bool inclusive, size_t regions, rowkey_error *error) {
  if (!rowkey_regions_valid(regions, error)) return NULL;
  if (first == NULL || last == NULL || (base != 10 && base != 16)) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     first == NULL || last == NULL ? "first or last is NULL" : "the base is not 10 or 16");
    return NULL;
  }
  const size_t first_size = strlen(first), last_size = strlen(last);
  const size_t width = last_size > least_width ? last_size : least_width;
  struct progression range;
  if (!allocate_numbers(&range, first_size > width ? first_size : width, 0, base, error)) return NULL;
  rowkey_splits *splits = NULL;
  if (set_numbers(&range, first, last, error)) {
    set_range(&range, inclusive);
    if (!is_below(range.step, range.size, base, (uint32_t)regions)) {
      splits = part_evenly(&range, width, regions, error);
    } else {
      rowkey_error_set(error, ROWKEY_ERROR_RANGE, "there are fewer rows from %.64s to %.64s than %zu regions",
                       first, last, regions);
    }
  }
  free(range.first);
  return splits;
}

/* The original throws IllegalArgumentException where last <= first, and IllegalStateException("split
 * granularity ... is greater than the range ...") where it does not hold as many rows as regions. */
rowkey_splits *rowkey_splits_digits(unsigned base, const char *first, const char *last, size_t regions,
                                    rowkey_error *error) {
  return split_digits(base, first, last, 0, true, regions, error);
}

/* The original checks nothing: it would repeat points where there are too few rows, and points of more than
 * 16 digits, which "%016x" does not pad to one length, would not sort. */
rowkey_splits *rowkey_splits_guide_hex(const char *first, const char *last, size_t regions,
                                       rowkey_error *error) {
  if (last != NULL && strlen(last) > GUIDE_WIDTH) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "the row %.64s has %zu digits, but getHexSplits makes points of %d (expected at most as "
                     "many)",
                     last, strlen(last), GUIDE_WIDTH);
    return NULL;
  }
  return split_digits(16, first, last, GUIDE_WIDTH, false, regions, error);
}
