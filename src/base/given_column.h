/* Columns as callers give them: what is checked before any row is read, and where their texts are. */
#ifndef ROWKEY_SRC_BASE_GIVEN_COLUMN_H
#define ROWKEY_SRC_BASE_GIVEN_COLUMN_H

#include <rowkey/decode.h>
#include <rowkey/encode.h>
#include <stdbool.h>

#include "base/strings.h"

struct given_column {
  const char *name; /* for messages */
  size_t index;     /* of the schema, or ROWKEY_NONE */
  size_t rows;
  rowkey_error *error;
};

/* Fills in the error: "column NAME: " and the text. */
__attribute__((format(printf, 3, 4))) rowkey_status rowkey_given_error(const struct given_column *column,
                                                                       rowkey_status status,
                                                                       const char *format, ...);

/* The error that was filled in, as one of the column. */
static inline rowkey_status of_given_column(const struct given_column *column, rowkey_status status) {
  if (status != ROWKEY_OK && column->error != NULL) column->error->column = column->index;
  return status;
}

/* The same values from row `first` on. Bits cannot be moved. */
rowkey_values rowkey_values_from(const rowkey_values *values, size_t first);

/* The tags of values that the column keeps as they are. The first stands for those that there are not. */
enum { KEPT_TAGS = 4 };
void rowkey_find_kept_tags(const rowkey_column *column, uint32_t tags[KEPT_TAGS]);

/* The largest number of 64 bits that is a value of the column's type; of signed ones UINT64_MAX. */
uint64_t rowkey_most_kept(const rowkey_column *column);

/* ROWKEY_ERROR_TYPE for values of other tags, where they are read as they are; ROWKEY_ERROR_ARGUMENT for a
 * tag that values.h does not have, or values that are fewer than the rows. */
rowkey_status rowkey_check_kept(const struct given_column *column, const uint32_t tags[KEPT_TAGS],
                                const rowkey_values *values);

/* Whether `rows` numbers, or texts, can be where the caller says. */
rowkey_status rowkey_check_given_u64(const struct given_column *column, const char *member,
                                     const void *numbers);
rowkey_status rowkey_check_given_floats(const struct given_column *column, const void *numbers,
                                        bool is_float32);
rowkey_status rowkey_check_given_text(const struct given_column *column, const rowkey_values *values);

/* Whether the bits of nulls, where they are given, can be. */
static inline bool nulls_can_be(const rowkey_values *values, size_t rows) {
  return values->validity == NULL || values->validity_offset <= SIZE_MAX - rows;
}
rowkey_status rowkey_check_given_nulls(const struct given_column *column, const rowkey_values *values);

/* Whether results of the type can be written where the caller says; ROWKEY_ERROR_TYPE where that is room for
 * another type. Text has offsets of one size, or none where that will do. */
rowkey_status rowkey_check_given_room(const struct given_column *column, rowkey_type type, bool needs_offsets,
                                      const rowkey_decoded *room);

/* Where the bytes of a row are said to be among those of a column, in which they need not lie. */
static inline void given_span(const rowkey_values *column, size_t row, uint64_t *begin, uint64_t *end) {
  if (column->begin != NULL) {
    *begin = column->begin[row];
    *end = column->end[row];
  } else if (column->offsets32 != NULL) {
    *begin = column->offsets32[row];
    *end = column->offsets32[row + 1];
  } else {
    *begin = (uint64_t)row * column->width;
    *end = *begin + column->width;
  }
}

static inline bool is_null_at(const rowkey_values *values, size_t row) {
  if (values->validity == NULL) return false;
  const size_t bit = values->validity_offset + row;
  return (values->validity[bit / 8] >> (bit & 7) & 1) == 0;
}

/* The kept value of a row, whatever its column says of nulls. */
static inline rowkey_value kept_value_at(rowkey_type type, const rowkey_values *values, size_t row) {
  if (type == ROWKEY_TEXT) {
    uint64_t begin, end;
    given_span(values, row, &begin, &end);
    const uint8_t *bytes = values->data; /* NULL where all texts are empty */
    return rowkey_value_of_kind(ROWKEY_KIND_KEPT, bytes == NULL ? NULL : bytes + begin,
                                (size_t)(end - begin));
  }
  rowkey_value value = {.tag = rowkey_kept_tag(type)};
  if (type == ROWKEY_F32)
    value.as.f32 = ((const float *)values->data)[row];
  else
    value.as.u64 = ((const uint64_t *)values->data)[row]; /* or an i64 or f64, which begins there, too */
  return value;
}

/* Rows start … start + rows - 1 of a text column that passes the check. `begin` and `end`, of `rows` numbers
 * each, are written unless the column has such arrays. */
struct rowkey_strings rowkey_text_spans(const rowkey_values *column, size_t start, size_t rows,
                                        uint64_t *begin, uint64_t *end);

/* The first null among rows start … start + rows - 1, from 0, or `rows`. */
size_t rowkey_find_null(const rowkey_values *column, size_t start, size_t rows);

#endif
