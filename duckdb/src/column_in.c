#include "column_in.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

static void release_nothing(struct ArrowArray *array) { array->release = NULL; }

struct ArrowArray borrowed_array(idx_t begin, idx_t end, const void **buffers, int64_t buffer_count,
                                 struct ArrowArray **children, size_t child_count) {
  return (struct ArrowArray){.length = (int64_t)(end - begin),
                             .null_count = buffer_count > 0 && buffers[0] != NULL ? -1 : 0,
                             .offset = (int64_t)begin,
                             .n_buffers = buffer_count,
                             .n_children = (int64_t)child_count,
                             .buffers = buffers,
                             .children = children,
                             .release = release_nothing};
}

/* The strings side by side; what lies under a NULL is not read. */
static bool copy_strings(struct column_in *column, const duckdb_string_t *strings, const uint64_t *validity,
                         idx_t begin, idx_t end) {
  if (!room_for(&column->offsets, (end + 1) * sizeof(uint64_t))) return false;
  uint64_t *offsets = column->offsets.data;
  size_t size = 0;
  for (idx_t i = begin; i < end; i++) {
    offsets[i] = size;
    if (is_valid(validity, i)) size += strings[i].value.inlined.length;
  }
  offsets[end] = size;
  if (!room_for(&column->bytes, size)) return false;
  char *bytes = column->bytes.data;
  for (idx_t i = begin; i < end; i++) {
    if (offsets[i + 1] == offsets[i]) continue;
    const struct text text = text_of(&strings[i]);
    memcpy(bytes + offsets[i], text.data, text.size);
  }
  return true;
}

/* DuckDB has a UUID as a signed number of 128 bits whose highest bit is flipped, so that it sorts. */
static bool copy_uuids(struct column_in *column, const duckdb_hugeint *numbers, idx_t begin, idx_t end) {
  if (!room_for(&column->bytes, end * 16)) return false;
  uint8_t *bytes = column->bytes.data;
  for (idx_t i = begin; i < end; i++) {
    const uint64_t upper = (uint64_t)numbers[i].upper ^ ((uint64_t)1 << 63), lower = numbers[i].lower;
    for (unsigned at = 0; at < 8; at++) {
      bytes[16 * i + at] = (uint8_t)(upper >> (56 - 8 * at));
      bytes[16 * i + 8 + at] = (uint8_t)(lower >> (56 - 8 * at));
    }
  }
  return true;
}

/* Reads the copied texts into what the column's type holds. */
static bool read_written(struct column_in *column, const uint64_t *validity, idx_t begin, idx_t end,
                         rowkey_error *error) {
  const uint64_t *offsets = column->offsets.data;
  const size_t rows = end - begin;
  rowkey_values texts = rowkey_values_of_offsets(column->bytes.data, offsets + begin, rows);
  if (validity != NULL) texts = rowkey_values_with_nulls(texts, (const uint8_t *)validity, begin);
  const rowkey_column schema = rowkey_column_type_column(column->written_as, "");
  const size_t bound = rowkey_column_type_read_bound(column->written_as, &texts, rows);
  rowkey_decoded values = ROWKEY_ZERO;
  if (schema.type != ROWKEY_TEXT) {
    if (!room_for(&column->values, end * sizeof(uint64_t))) return fail_memory(error);
    values.data = (uint64_t *)column->values.data + begin;
  } else if (schema.width > 0) {
    if (!room_for(&column->values, end * schema.width)) return fail_memory(error);
    values.data = (uint8_t *)column->values.data + begin * schema.width;
    values.capacity = bound;
  } else {
    if (bound == SIZE_MAX || !room_for(&column->values, bound) ||
        !room_for(&column->value_offsets, (end + 1) * sizeof(uint64_t)))
      return fail_memory(error);
    values = rowkey_decoded_text(column->values.data, bound, (uint64_t *)column->value_offsets.data + begin);
  }
  return rowkey_column_type_read(column->written_as, &texts, rows, &values, error) == ROWKEY_OK;
}

/* DuckDB's infinity is the largest number, and -infinity its negative. */
static inline bool is_infinity(const void *data, size_t size, idx_t row) {
  if (size == sizeof(int32_t)) {
    const int32_t days = ((const int32_t *)data)[row];
    return days == INT32_MAX || days == -INT32_MAX;
  }
  const int64_t count = ((const int64_t *)data)[row];
  return count == INT64_MAX || count == -INT64_MAX;
}

/* The first row whose value is an infinity; or `end`. */
static inline idx_t find_infinity(const void *data, size_t size, const uint64_t *validity, idx_t begin,
                                  idx_t end) {
  bool is_found = false; /* in a loop without a way out, which the compiler makes one of vectors */
  for (idx_t row = begin; row < end; row++) is_found |= is_infinity(data, size, row);
  if (!is_found) return end;
  idx_t row = begin; /* what lies under a NULL may be anything */
  while (row < end && !(is_valid(validity, row) && is_infinity(data, size, row))) row++;
  return row;
}

static bool check_finite(const struct column_in *column, const void *data, const uint64_t *validity,
                         idx_t begin, idx_t end, rowkey_error *error) {
  const idx_t row = column->type.size == sizeof(int32_t)
                        ? find_infinity(data, sizeof(int32_t), validity, begin, end)
                        : find_infinity(data, sizeof(int64_t), validity, begin, end);
  if (row == end) return true;
  fail(error, ROWKEY_ERROR_RANGE, "the value is infinity or -infinity (expected a time that is finite)");
  error->row = row - begin;
  return false;
}

bool column_in_fill(struct column_in *column, duckdb_vector vector, idx_t begin, idx_t end,
                    rowkey_error *error) {
  const uint64_t *validity = duckdb_vector_get_validity(vector);
  const void *data = duckdb_vector_get_data(vector);
  column->buffers[0] = validity;
  column->buffers[1] = data;
  int64_t buffer_count = 2;
  switch (column->type.form) {
    case FORM_NUMBERS:
      if (column->type.has_infinity && !check_finite(column, data, validity, begin, end, error)) return false;
      break;
    case FORM_UUIDS:
      if (!copy_uuids(column, data, begin, end)) return fail_memory(error);
      column->buffers[1] = column->bytes.data;
      break;
    case FORM_STRINGS:
      if (!copy_strings(column, data, validity, begin, end)) return fail_memory(error);
      column->buffers[1] = column->offsets.data;
      column->buffers[2] = column->bytes.data;
      buffer_count = 3;
      break;
    case FORM_NULLS:
    case FORM_UNKNOWN: /* no layout is compiled for it */
      buffer_count = 0;
  }
  if (column->written_as != NULL) {
    if (!read_written(column, validity, begin, end, error)) return false;
    const rowkey_column schema = rowkey_column_type_column(column->written_as, "");
    const bool has_offsets = schema.type == ROWKEY_TEXT && schema.width == 0;
    column->buffers[1] = has_offsets ? column->value_offsets.data : column->values.data;
    column->buffers[2] = column->values.data;
    buffer_count = has_offsets ? 3 : 2;
  }
  /* The parent says where the rows begin. */
  column->array = borrowed_array(0, end, column->buffers, buffer_count, NULL, 0);
  if (column->type.form == FORM_NULLS) column->array.null_count = (int64_t)end;
  return true;
}

void column_in_free(struct column_in *column) {
  free(column->bytes.data);
  free(column->offsets.data);
  free(column->values.data);
  free(column->value_offsets.data);
}
