/* A sample of records that depends on nothing but their number: record i is kept while the hash of i is at
 * most a bound, which falls when the sample is full. */
#include <rowkey/kernels.h>
#include <stdlib.h>
#include <string.h>

#include "advise/cells.h"
#include "advise/profile.h"

enum { BYTES_MAX = 64 << 20 };

static uint64_t hash_of_number(uint64_t number) {
  uint64_t hash;
  return rowkey_random_u64(0, number, 1, &hash, NULL) == ROWKEY_OK ? hash : 0;
}

static size_t number_size(rowkey_type type) {
  return type == ROWKEY_TEXT ? 0 : type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t);
}

bool rowkey_sample_open(struct sample *sample, const rowkey_column *columns, size_t count, size_t most_rows) {
  *sample = (struct sample){.most_rows = most_rows, .bound = UINT64_MAX, .count = count};
  sample->numbers = calloc(most_rows, sizeof *sample->numbers);
  sample->columns = calloc(count + 1, sizeof *sample->columns);
  sample->values = calloc(count + 1, sizeof *sample->values);
  if (sample->numbers == NULL || sample->columns == NULL || sample->values == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    struct sampled_column *column = &sample->columns[i];
    column->type = columns[i].type;
    column->number_size = number_size(column->type);
    column->validity = calloc(most_rows / 8 + 1, 1);
    if (column->validity == NULL) return false;
    if (column->number_size > 0) {
      column->data = calloc(most_rows, column->number_size);
      if (column->data == NULL) return false;
    } else {
      column->begin = calloc(most_rows, sizeof *column->begin);
      column->end = calloc(most_rows, sizeof *column->end);
      if (column->begin == NULL || column->end == NULL) return false;
    }
  }
  return true;
}

void rowkey_sample_close(struct sample *sample) {
  for (size_t i = 0; sample->columns != NULL && i < sample->count; i++) {
    free(sample->columns[i].data);
    free(sample->columns[i].begin);
    free(sample->columns[i].end);
    free(sample->columns[i].validity);
  }
  free(sample->numbers);
  free(sample->columns);
  free(sample->values);
}

/* ---- Room ------------------------------------------------------------------------------------- */

static void set_valid(struct sampled_column *column, size_t row, bool valid) {
  uint8_t *byte = &column->validity[row / 8];
  const uint8_t bit = (uint8_t)(1 << (row & 7));
  *byte = (uint8_t)(valid ? *byte | bit : *byte & ~bit);
}

/* Row `from` of a column becomes row `to`, which is not after it. */
static void move_row(struct sampled_column *column, size_t from, size_t to) {
  set_valid(column, to, (column->validity[from / 8] >> (from & 7) & 1) != 0);
  if (column->number_size > 0) {
    memmove(column->data + to * column->number_size, column->data + from * column->number_size,
            column->number_size);
    return;
  }
  const size_t size = (size_t)(column->end[from] - column->begin[from]);
  if (size > 0) memmove(column->data + column->data_size, column->data + column->begin[from], size);
  column->begin[to] = column->data_size;
  column->data_size += size;
  column->end[to] = column->data_size;
}

static size_t rows_below(const struct sample *sample, uint64_t bound) {
  size_t count = 0;
  for (size_t row = 0; row < sample->rows; row++) count += hash_of_number(sample->numbers[row]) <= bound;
  return count;
}

/* Halves the bound, or lowers it by less where fewer than a quarter of the rows would stay: of a few, none
 * might. */
static void lower_bound(struct sample *sample) {
  uint64_t bound = sample->bound / 2;
  while (rows_below(sample, bound) < (sample->rows + 3) / 4) bound += (sample->bound - bound) / 2;
  sample->bound = bound;
}

/* Lowers the bound, and leaves out the rows above it. */
static void thin(struct sample *sample) {
  lower_bound(sample);
  size_t kept = 0;
  for (size_t i = 0; i < sample->count; i++) sample->columns[i].data_size = 0;
  for (size_t row = 0; row < sample->rows; row++) {
    if (hash_of_number(sample->numbers[row]) > sample->bound) continue;
    for (size_t i = 0; i < sample->count; i++) move_row(&sample->columns[i], row, kept);
    sample->numbers[kept++] = sample->numbers[row];
  }
  sample->rows = kept;
}

static bool is_full(const struct sample *sample) {
  size_t bytes = 0;
  for (size_t i = 0; i < sample->count; i++) bytes += sample->columns[i].data_size;
  return sample->rows == sample->most_rows || (bytes > BYTES_MAX && sample->rows > 1);
}

/* ---- Records ---------------------------------------------------------------------------------- */

static bool append_text(struct sampled_column *column, size_t row, const uint8_t *text, size_t size) {
  if (column->data_room - column->data_size < size) {
    const size_t room = column->data_room + column->data_room / 2 + size + 4096;
    uint8_t *data = realloc(column->data, room);
    if (data == NULL) return false;
    column->data = data;
    column->data_room = room;
  }
  if (size > 0) memcpy(column->data + column->data_size, text, size);
  column->begin[row] = column->data_size;
  column->data_size += size;
  column->end[row] = column->data_size;
  return true;
}

static bool append_value(struct sampled_column *column, size_t row, const rowkey_values *values,
                         size_t from) {
  const bool is_null = is_null_at(values, from);
  set_valid(column, row, !is_null);
  if (column->number_size > 0) {
    const size_t size = column->number_size;
    memcpy(column->data + row * size, (const uint8_t *)values->data + from * size, size);
    return true;
  }
  if (is_null) return append_text(column, row, NULL, 0);
  const rowkey_value text = kept_value_at(ROWKEY_TEXT, values, from);
  return append_text(column, row, text.as.text, text.size);
}

static void show_values(struct sample *sample) {
  for (size_t i = 0; i < sample->count; i++) {
    const struct sampled_column *column = &sample->columns[i];
    const rowkey_values values =
        column->type == ROWKEY_TEXT
            ? rowkey_values_of_spans(ROWKEY_KIND_KEPT, column->data, column->data_size, column->begin,
                                     column->end, sample->rows)
            : rowkey_kept_numbers(column->type, column->data, sample->rows);
    sample->values[i] = rowkey_values_with_nulls(values, column->validity, 0);
  }
}

bool rowkey_sample_add(struct sample *sample, const rowkey_values *columns, size_t rows, uint64_t first) {
  for (size_t row = 0; row < rows; row++) {
    const uint64_t hash = hash_of_number(first + row);
    while (hash <= sample->bound && is_full(sample)) thin(sample);
    if (hash > sample->bound) continue;
    for (size_t i = 0; i < sample->count; i++)
      if (!append_value(&sample->columns[i], sample->rows, &columns[i], row)) return false;
    sample->numbers[sample->rows++] = first + row;
  }
  show_values(sample);
  return true;
}
