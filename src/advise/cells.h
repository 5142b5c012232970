/* Values of records, one at a time. */
#ifndef ROWKEY_ADVISE_CELLS_H
#define ROWKEY_ADVISE_CELLS_H

#include <math.h>
#include <string.h>

#include "base/given_column.h"
#include "text/bytes.h"

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
