/* Values of records, one at a time. */
#ifndef ROWKEY_ADVISE_CELLS_H
#define ROWKEY_ADVISE_CELLS_H

#include <math.h>
#include <string.h>

#include "base/given_column.h"
#include "text/bytes.h"

static inline bool cell_is_null(const rowkey_values *values, size_t row) {
  if (values->validity == NULL) return false;
  const size_t bit = values->validity_offset + row;
  return (values->validity[bit / 8] >> (bit & 7) & 1) == 0;
}

/* The value of a row, whatever its column says of nulls. */
static inline rowkey_value cell_at(rowkey_type type, const rowkey_values *values, size_t row) {
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
    memcpy(&value.as, (const uint64_t *)values->data + row, sizeof(uint64_t));
  return value;
}

/* Whether a value of floats has no place in an order. */
static inline bool cell_is_nan(rowkey_type type, const rowkey_value *value) {
  return (type == ROWKEY_F64 && isnan(value->as.f64)) || (type == ROWKEY_F32 && isnan(value->as.f32));
}

/* Negative, 0 or positive, as conditions compare values of the type. Not of NaN. */
static inline int compare_cells(rowkey_type type, const rowkey_value *a, const rowkey_value *b) {
  switch (type) {
    case ROWKEY_TEXT:
      return rowkey_compare_bytes(a->as.text, a->size, b->as.text, b->size);
    case ROWKEY_U64:
      return (a->as.u64 > b->as.u64) - (a->as.u64 < b->as.u64);
    case ROWKEY_I64:
      return (a->as.i64 > b->as.i64) - (a->as.i64 < b->as.i64);
    case ROWKEY_F32:
      return (a->as.f32 > b->as.f32) - (a->as.f32 < b->as.f32);
    default:
      return (a->as.f64 > b->as.f64) - (a->as.f64 < b->as.f64);
  }
}

#endif
