/* What columns are like, counted record by record. */
#include "advise/profile.h"

#include <math.h>
#include <rowkey/kernels.h>
#include <stdlib.h>
#include <string.h>

#include "advise/cells.h"
#include "base/error.h"

/* ---- How many different values a column has -------------------------------------------------- */

double rowkey_distinct_estimate(const struct distinct *distinct) {
  const double registers = DISTINCT_REGISTERS;
  double sum = 0;
  unsigned empty = 0;
  for (size_t i = 0; i < DISTINCT_REGISTERS; i++) {
    sum += ldexp(1, -(int)distinct->registers[i]);
    empty += distinct->registers[i] == 0;
  }
  const double bias = 0.7213 / (1 + 1.079 / registers), raw = bias * registers * registers / sum;
  /* Few values leave registers empty, and the number of these tells more. */
  return raw <= 2.5 * registers && empty > 0 ? registers * log(registers / empty) : raw;
}

/* ---- Profiles -------------------------------------------------------------------------------- */

enum { BLOCK = 1024 /* rows that are hashed at a time */ };

/* ---- A profile --------------------------------------------------------------------------------- */

static bool open_columns(rowkey_profile *profile, const rowkey_column *columns, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct profiled_column *column = &profile->columns[i];
    column->name = strdup(columns[i].name);
    column->type = columns[i].type;
    rowkey_find_kept_tags(&columns[i], column->tags);
    column->found.least = column->found.most = rowkey_value_null();
    if (column->name == NULL) return false;
  }
  return true;
}

static bool columns_are_given(const rowkey_column *columns, size_t count, rowkey_error *error) {
  if (!rowkey_is_array(columns, count, sizeof *columns, "columns", error)) return false;
  for (size_t i = 0; i < count; i++) {
    if (columns[i].name != NULL && columns[i].type >= ROWKEY_U64 && columns[i].type <= ROWKEY_F32) continue;
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "column %zu has no name or no type (expected both)", i);
    if (error != NULL) error->column = i;
    return false;
  }
  return true;
}

rowkey_profile *rowkey_profile_create(const rowkey_column *columns, size_t count, size_t sample,
                                      rowkey_error *error) {
  if (sample == 0) sample = ROWKEY_PROFILE_SAMPLE;
  if (sample < 2 || sample > UINT32_MAX) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "a sample of %zu rows (expected 2 to 4294967295, or 0 for %d)", sample,
                     ROWKEY_PROFILE_SAMPLE);
    return NULL;
  }
  if (!columns_are_given(columns, count, error)) return NULL;
  rowkey_profile *profile = calloc(1, sizeof *profile);
  if (profile != NULL) {
    profile->count = count;
    profile->columns = calloc(count + 1, sizeof *profile->columns);
    if (profile->columns != NULL && open_columns(profile, columns, count) &&
        rowkey_sample_open(&profile->sample, columns, count, sample))
      return profile;
  }
  rowkey_profile_free(profile);
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a profile of %zu columns", count);
  return NULL;
}

void rowkey_profile_free(rowkey_profile *profile) {
  if (profile == NULL) return;
  for (size_t i = 0; profile->columns != NULL && i < profile->count; i++) {
    free(profile->columns[i].name);
    free(profile->columns[i].last_text);
  }
  free(profile->columns);
  rowkey_sample_close(&profile->sample);
  free(profile);
}

/* ---- Values ------------------------------------------------------------------------------------ */

static void note_number(struct profiled_column *column, const rowkey_value *value) {
  rowkey_column_profile *found = &column->found;
  if (cell_is_nan(column->type, value)) return;
  if (found->least.is_null || compare_cells(column->type, value, &found->least) < 0) found->least = *value;
  if (found->most.is_null || compare_cells(column->type, &found->most, value) < 0) found->most = *value;
  if (column->has_last) found->falls += compare_cells(column->type, value, &column->last) < 0;
  column->has_last = true;
  column->last = *value;
}

/* Keeps the text for the comparison with the next one. */
static bool keep_last(struct profiled_column *column, const uint8_t *text, size_t size) {
  if (size > column->last_room) {
    uint8_t *room = realloc(column->last_text, size + 64);
    if (room == NULL) return false;
    column->last_text = room;
    column->last_room = size + 64;
  }
  if (size > 0) memcpy(column->last_text, text, size);
  column->last = rowkey_value_text(column->last_text, size);
  column->has_last = true;
  return true;
}

static bool note_text(struct profiled_column *column, const uint8_t *text, size_t size) {
  rowkey_column_profile *found = &column->found;
  const bool is_first = !column->has_last;
  if (is_first || size < found->least_size) found->least_size = size;
  if (size > found->most_size) found->most_size = size;
  found->total_size += size;
  for (size_t i = 0; i < size; i++) found->occurs[text[i]] = true;
  if (!is_first)
    found->falls += rowkey_compare_bytes(text, size, column->last.as.text, column->last.size) < 0;
  return keep_last(column, text, size);
}

/* ---- Hashes ------------------------------------------------------------------------------------ */

static const rowkey_hash xxh64 = {.function = ROWKEY_XXH64};

/* hashes[0 … rows) of rows from `first` on; those of nulls mean nothing. */
static rowkey_status hash_block(const struct profiled_column *column, const rowkey_values *values,
                                size_t first, size_t rows, uint64_t *hashes, rowkey_error *error) {
  if (column->type == ROWKEY_TEXT) {
    uint64_t begin[BLOCK], end[BLOCK];
    const struct rowkey_strings strings = rowkey_text_spans(values, first, rows, begin, end);
    return rowkey_hash_strings(&xxh64, strings.bytes, (size_t)strings.size, strings.begin, strings.end, rows,
                               hashes, error);
  }
  const size_t width = column->type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t);
  return rowkey_hash_fixed(&xxh64, (const uint8_t *)values->data + first * width, rows, width, width, hashes,
                           error);
}

/* ---- Records ----------------------------------------------------------------------------------- */

static bool note_row(struct profiled_column *column, const rowkey_values *values, size_t row) {
  const rowkey_value value = kept_value_at(column->type, values, row);
  if (column->type == ROWKEY_TEXT) return note_text(column, value.as.text, value.size);
  note_number(column, &value);
  return true;
}

static rowkey_status add_column(struct profiled_column *column, const rowkey_values *values, size_t rows,
                                rowkey_error *error) {
  uint64_t hashes[BLOCK];
  for (size_t first = 0; first < rows; first += BLOCK) {
    const size_t block = rows - first < BLOCK ? rows - first : BLOCK;
    const rowkey_status status = hash_block(column, values, first, block, hashes, error);
    if (status != ROWKEY_OK) return status;
    for (size_t i = 0; i < block; i++) {
      if (is_null_at(values, first + i)) {
        column->found.nulls++;
        continue;
      }
      distinct_add(&column->distinct, hashes[i]);
      if (!note_row(column, values, first + i))
        return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a profile");
    }
  }
  return ROWKEY_OK;
}

/* That texts lie where they are said to, and numbers can. */
static rowkey_status check_column(const rowkey_profile *profile, size_t index, const rowkey_values *values,
                                  size_t rows, rowkey_error *error) {
  const struct profiled_column *column = &profile->columns[index];
  const struct given_column given = {column->name, index, rows, error};
  rowkey_status status = rowkey_check_kept(&given, column->tags, values);
  if (status == ROWKEY_OK) status = rowkey_check_given_nulls(&given, values);
  if (status != ROWKEY_OK) return status;
  if (column->type != ROWKEY_TEXT)
    return column->type == ROWKEY_U64 || column->type == ROWKEY_I64
               ? rowkey_check_given_u64(&given, "data", values->data)
               : rowkey_check_given_floats(&given, values->data, column->type == ROWKEY_F32);
  status = rowkey_check_given_text(&given, values);
  for (size_t row = 0; status == ROWKEY_OK && row < rows; row++) {
    uint64_t begin, end;
    given_span(values, row, &begin, &end);
    if (begin > end || end > values->size) {
      status = rowkey_given_error(&given, ROWKEY_ERROR_ARGUMENT, "a text does not lie within its bytes");
      error->row = row;
    }
  }
  return status;
}

rowkey_status rowkey_profile_check(const rowkey_profile *profile, const rowkey_values *columns, size_t rows,
                                   rowkey_error *error) {
  if (rows == 0) return ROWKEY_OK;
  if (!rowkey_is_array(columns, profile->count, sizeof *columns, "columns", error))
    return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = ROWKEY_OK;
  for (size_t i = 0; i < profile->count && status == ROWKEY_OK; i++)
    status = check_column(profile, i, &columns[i], rows, error);
  return status;
}

rowkey_status rowkey_profile_add(rowkey_profile *profile, const rowkey_values *columns, size_t rows,
                                 rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(profile, "profile", error)) return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = rowkey_profile_check(profile, columns, rows, error);
  if (status != ROWKEY_OK || rows == 0) return status;
  for (size_t i = 0; i < profile->count && status == ROWKEY_OK; i++)
    status = add_column(&profile->columns[i], &columns[i], rows, error);
  if (status != ROWKEY_OK) return status;
  if (!rowkey_sample_add(&profile->sample, columns, rows, profile->rows))
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a sample of records");
  profile->rows += rows;
  return ROWKEY_OK;
}

/* ---- What was found ---------------------------------------------------------------------------- */

uint64_t rowkey_profile_rows(const rowkey_profile *profile) { return profile == NULL ? 0 : profile->rows; }

const rowkey_column_profile *rowkey_profile_column(rowkey_profile *profile, size_t index) {
  if (profile == NULL || index >= profile->count) return NULL;
  struct profiled_column *column = &profile->columns[index];
  column->found.distinct = rowkey_distinct_estimate(&column->distinct);
  return &column->found;
}

size_t rowkey_profile_sample(const rowkey_profile *profile, const rowkey_values **columns,
                             const uint64_t **numbers) {
  if (profile == NULL) return 0;
  if (columns != NULL) *columns = profile->sample.values;
  if (numbers != NULL) *numbers = profile->sample.numbers;
  return profile->sample.rows;
}
