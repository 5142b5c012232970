/* The texts or values of a batch, one at a time, and checks of what a caller passes. */
#ifndef ROWKEY_SRC_TYPES_BATCH_H
#define ROWKEY_SRC_TYPES_BATCH_H

#include <rowkey/decode.h>
#include <rowkey/encode.h>
#include <stdbool.h>

#include "base/given_column.h"

/* Where the bytes of a row lie among the column's. False when they do not. */
static inline bool find_span(const rowkey_values *values, size_t row, uint64_t *begin, uint64_t *end) {
  given_span(values, row, begin, end);
  return *begin <= *end && *end <= values->size;
}

/* Notes that the bytes of the first `rows` rows are `size`. */
static inline void set_end(const rowkey_decoded *to, size_t rows, size_t size) {
  if (to->offsets != NULL) to->offsets[rows] = size;
  if (to->offsets32 != NULL) to->offsets32[rows] = (uint32_t)size;
}

/* a * b + c, or SIZE_MAX. */
static inline size_t bound_of(size_t a, size_t b, size_t c) {
  size_t bound;
  return __builtin_mul_overflow(a, b, &bound) || __builtin_add_overflow(bound, c, &bound) ? SIZE_MAX : bound;
}

/* Whether there are so many texts or values, and rows that memory can hold: an offset or a number each. */
static inline bool rows_can_be(const rowkey_values *values, size_t rows) {
  return rows == 0 || (values != NULL && rows <= values->rows && rows <= PTRDIFF_MAX / sizeof(uint32_t) &&
                       nulls_can_be(values, rows));
}

/* The bytes of all rows that are not null and lie within the column. */
size_t rowkey_sum_of_lengths(const rowkey_values *values, size_t rows);

/* ROWKEY_ERROR_ARGUMENT for the row that does not lie within its column. */
rowkey_status rowkey_report_span(const rowkey_values *values, size_t row, rowkey_error *error);

/* Whether bytes of one of the tags can be where the caller says. */
rowkey_status rowkey_check_bytes(const rowkey_values *values, const uint32_t tags[KEPT_TAGS],
                                 const struct given_column *column);

/* The same of numbers that are read (or written). */
rowkey_status rowkey_check_numbers(const rowkey_values *values, const uint32_t tags[KEPT_TAGS],
                                   const struct given_column *column);
rowkey_status rowkey_check_number_room(const rowkey_decoded *room, rowkey_type type,
                                       const struct given_column *column);

/* Room for `bound` bytes, and where `needs_offsets` for one kind of offsets. */
rowkey_status rowkey_check_byte_room(const rowkey_decoded *room, size_t bound, bool needs_offsets,
                                     const struct given_column *column);

#endif
