#include "column_in.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "strings.h"

bool column_in_fill_strings(struct column_in *column, duckdb_vector vector, idx_t begin, idx_t end,
                            rowkey_values *values) {
  const duckdb_string_t *strings = (const duckdb_string_t *)duckdb_vector_get_data(vector) + begin;
  const uint64_t *validity = duckdb_vector_get_validity(vector);
  const size_t rows = end - begin;
  if (!room_for(&column->offsets, (rows + 1) * sizeof(uint64_t))) return false;
  uint64_t *offsets = column->offsets.data;
  size_t size = 0;
  for (size_t i = 0; i < rows; i++) { /* what lies under a NULL is not read */
    offsets[i] = size;
    if (is_valid(validity, begin + i)) size += strings[i].value.inlined.length;
  }
  offsets[rows] = size;
  if (!room_for(&column->bytes, size)) return false;
  char *bytes = column->bytes.data;
  for (size_t i = 0; i < rows; i++) {
    if (offsets[i + 1] == offsets[i]) continue;
    const struct text text = text_of(&strings[i]);
    memcpy(bytes + offsets[i], text.data, text.size);
  }
  *values = rowkey_values_of_offsets((rowkey_kind)(column->type.tag & 0xff), bytes, size, offsets, rows);
  return true;
}

/* ---- Enums --------------------------------------------------------------------------------------- */

/* The texts of an enum that rows of a vector have. */
struct enum_texts {
  duckdb_logical_type type;
  const void *numbers; /* the vector's */
  duckdb_type number;  /* the type of these */
  uint64_t *begin;     /* of text i in the bytes; where it ends is `end`, 0 while it is not there */
  uint64_t *end;
};

static size_t number_of(const struct enum_texts *texts, idx_t row) {
  if (texts->number == DUCKDB_TYPE_UTINYINT) return ((const uint8_t *)texts->numbers)[row];
  if (texts->number == DUCKDB_TYPE_USMALLINT) return ((const uint16_t *)texts->numbers)[row];
  return ((const uint32_t *)texts->numbers)[row];
}

/* Appends text `number` to the `*size` bytes, which do not begin at 0: an end of 0 is none. */
static bool add_text(struct enum_texts *texts, size_t number, struct room *bytes, size_t *size) {
  if (texts->end[number] != 0) return true;
  char *text = duckdb_enum_dictionary_value(texts->type, number);
  const size_t length = text == NULL ? 0 : strlen(text);
  const bool is_added = text != NULL && room_keep(bytes, *size + length);
  if (is_added) {
    memcpy((char *)bytes->data + *size, text, length);
    texts->begin[number] = *size;
    texts->end[number] = *size += length;
  }
  duckdb_free(text);
  return is_added;
}

static bool copy_enums(struct column_in *column, struct enum_texts *texts, const uint64_t *validity,
                       idx_t begin, idx_t end, rowkey_values *values) {
  const size_t rows = end - begin, count = duckdb_enum_dictionary_size(texts->type);
  if (!room_for(&column->offsets, 2 * (rows + count) * sizeof(uint64_t))) return false;
  uint64_t *begins = column->offsets.data, *ends = begins + rows;
  texts->begin = ends + rows;
  texts->end = texts->begin + count;
  memset(texts->end, 0, count * sizeof *texts->end);
  size_t size = 1;
  for (size_t i = 0; i < rows; i++) {
    const bool has_value = is_valid(validity, begin + i);
    const size_t number = has_value ? number_of(texts, begin + i) : 0;
    if (has_value && !add_text(texts, number, &column->bytes, &size)) return false;
    begins[i] = has_value ? texts->begin[number] : 0;
    ends[i] = has_value ? texts->end[number] : 0;
  }
  if (!room_keep(&column->bytes, size)) return false;
  *values = rowkey_values_of_spans(ROWKEY_KIND_TEXT, column->bytes.data, size, begins, ends, rows);
  return true;
}

/* The text of each enum that the rows have, once, and where it lies for each row. */
static bool fill_enums(struct column_in *column, duckdb_vector vector, idx_t begin, idx_t end,
                       rowkey_values *values) {
  struct enum_texts texts = {.type = duckdb_vector_get_column_type(vector),
                             .numbers = duckdb_vector_get_data(vector)};
  texts.number = duckdb_enum_internal_type(texts.type);
  const bool is_filled = copy_enums(column, &texts, duckdb_vector_get_validity(vector), begin, end, values);
  duckdb_destroy_logical_type(&texts.type);
  return is_filled;
}

/* ---- Numbers of 128 bits ------------------------------------------------------------------------- */

/* DuckDB has a UUID as a signed number of 128 bits whose highest bit is flipped, so that it sorts. */
static bool copy_uuids(struct column_in *column, const duckdb_hugeint *numbers, size_t rows,
                       rowkey_values *values) {
  enum { SIZE = 16 };
  if (!room_for(&column->bytes, rows * SIZE)) return false;
  uint8_t *bytes = column->bytes.data;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t upper = (uint64_t)numbers[i].upper ^ ((uint64_t)1 << 63), lower = numbers[i].lower;
    for (unsigned at = 0; at < 8; at++) {
      bytes[SIZE * i + at] = (uint8_t)(upper >> (56 - 8 * at));
      bytes[SIZE * i + 8 + at] = (uint8_t)(lower >> (56 - 8 * at));
    }
  }
  *values = rowkey_values_of_width(ROWKEY_KIND_UUID, bytes, SIZE, rows);
  return true;
}

/* The library's numbers of more than 64 bits are signed. */
static bool copy_unsigned(struct column_in *column, const duckdb_uhugeint *numbers, size_t rows,
                          rowkey_values *values) {
  enum { WORDS = 4 };
  if (!room_for(&column->bytes, rows * WORDS * sizeof(uint64_t))) return false;
  uint64_t *words = column->bytes.data;
  for (size_t i = 0; i < rows; i++) {
    words[WORDS * i] = numbers[i].lower;
    words[WORDS * i + 1] = numbers[i].upper;
    words[WORDS * i + 2] = words[WORDS * i + 3] = 0;
  }
  *values = rowkey_values_of_tag(column->type.tag, words, rows);
  return true;
}

/* ---- Infinities ---------------------------------------------------------------------------------- */

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

/* ---- Columns ------------------------------------------------------------------------------------- */

/* The values without their nulls. False without memory. */
static bool carry(struct column_in *column, duckdb_vector vector, idx_t begin, idx_t end,
                  rowkey_values *values) {
  const void *data = duckdb_vector_get_data(vector);
  const size_t rows = end - begin;
  switch (column->type.carry) {
    case CARRY_STRINGS:
      return column_in_fill_strings(column, vector, begin, end, values);
    case CARRY_ENUMS:
      return fill_enums(column, vector, begin, end, values);
    case CARRY_UUIDS:
      return copy_uuids(column, (const duckdb_hugeint *)data + begin, rows, values);
    case CARRY_UNSIGNED:
      return copy_unsigned(column, (const duckdb_uhugeint *)data + begin, rows, values);
    case CARRY_NUMBERS:
      break;
  }
  *values = rowkey_values_of_tag(column->type.tag, (const uint8_t *)data + begin * column->type.size, rows);
  return true;
}

bool column_in_fill(struct column_in *column, duckdb_vector vector, idx_t begin, idx_t end,
                    rowkey_values *values, rowkey_error *error) {
  const uint64_t *validity = duckdb_vector_get_validity(vector);
  if (column->type.has_infinity &&
      !check_finite(column, duckdb_vector_get_data(vector), validity, begin, end, error))
    return false;
  if (!carry(column, vector, begin, end, values)) return fail_memory(error);
  if (validity != NULL) *values = rowkey_values_with_nulls(*values, (const uint8_t *)validity, begin);
  return true;
}

void column_in_free(struct column_in *column) {
  free(column->bytes.data);
  free(column->offsets.data);
}
