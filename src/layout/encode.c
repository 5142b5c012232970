/* rowkey_encode: a batch of rows, block by block. */
#include <inttypes.h>

#include "arguments.h"
#include "error.h"
#include "layout/encoder.h"

static bool add_to_bound(uint64_t *bound, uint64_t count, uint64_t size) {
  uint64_t product;
  return !__builtin_mul_overflow(count, size, &product) && !__builtin_add_overflow(*bound, product, bound);
}

/* The bytes of a text column; rows that are not valid count nothing, as none is encoded from them on. */
static bool add_text(uint64_t *bound, const rowkey_values *column, size_t rows, uint64_t size) {
  uint64_t total = 0;
  bool overflow = false;
  for (size_t i = 0; i < rows; i++) {
    uint64_t begin = column->begin[i];
    uint64_t end = column->end[i];
    uint64_t length = begin <= end && end <= column->size ? end - begin : 0;
    overflow |= __builtin_add_overflow(total, length, &total);
  }
  return !overflow && add_to_bound(bound, total, size);
}

uint64_t rowkey_encode_bound(const rowkey_layout *layout, const rowkey_values *columns, size_t rows) {
  const struct sequence *key = &layout->key;
  uint64_t bound = 0;
  if (rows == 0) return 0;
  bool good = add_to_bound(&bound, rows, key->maximum);
  for (size_t i = 0; i < key->count && good && !key->fixed; i++) {
    const struct part *part = &key->parts[i];
    if (part_varies(part) && part->written->kind == VALUE_TEXT_COLUMN)
      good = add_text(&bound, &columns[part->written->column], rows, part->kind == PART_TEXT_HEX ? 2 : 1);
  }
  return good ? bound : UINT64_MAX;
}

static rowkey_status column_error(const struct rowkey_layout *layout, size_t column, const char *member,
                                  const char *problem, rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "column %.64s: %s %s", layout->columns[column].name, member,
                   problem);
  error->column = column;
  return ROWKEY_ERROR_ARGUMENT;
}

/* Why there cannot be `rows` numbers at `numbers`, or NULL. */
static const char *numbers_problem(const void *numbers, size_t rows) {
  if (!values_can_be_at(numbers, rows, sizeof(uint64_t))) return "is NULL (expected a number for each row)";
  if ((uintptr_t)numbers % _Alignof(uint64_t) != 0)
    return "is not aligned (expected an address for a uint64_t)";
  return NULL;
}

static rowkey_status check_column(const struct rowkey_layout *layout, const struct value *value,
                                  const rowkey_values *column, size_t rows, rowkey_error *error) {
  if (value->kind == VALUE_INTEGER_COLUMN) {
    const char *problem = numbers_problem(column->data, rows);
    return problem == NULL ? ROWKEY_OK : column_error(layout, value->column, "data", problem, error);
  }
  const char *problem = numbers_problem(column->begin, rows);
  if (problem != NULL) return column_error(layout, value->column, "begin", problem, error);
  problem = numbers_problem(column->end, rows);
  if (problem != NULL) return column_error(layout, value->column, "end", problem, error);
  if (column->size > PTRDIFF_MAX)
    return column_error(layout, value->column, "size", "is larger than any memory", error);
  if (column->data == NULL && column->size != 0)
    return column_error(layout, value->column, "data", "is NULL (expected as many bytes as size says)",
                        error);
  return ROWKEY_OK;
}

static rowkey_status check_columns(const struct rowkey_layout *layout, const rowkey_values *columns,
                                   size_t rows, rowkey_error *error) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || (value->kind != VALUE_INTEGER_COLUMN && value->kind != VALUE_TEXT_COLUMN)) continue;
    if (columns == NULL)
      return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "columns is NULL (expected one entry for each column)");
    rowkey_status status = check_column(layout, value, &columns[value->column], rows, error);
    if (status != ROWKEY_OK) return status;
  }
  return ROWKEY_OK;
}

/* Where the keys go. */
struct output {
  uint8_t *keys;
  const uint8_t *end; /* of the bytes that the call needs */
  uint64_t *offsets;
};

/* The keys of `rows` rows from run->start on. */
static size_t run_block(struct run *run, const struct output *output, size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  const struct rowkey_layout *layout = encoder->layout;
  const struct sequence *key = &layout->key;
  for (size_t i = 0; i < layout->value_count; i++) {
    if (!layout->values[i]->used) continue;
    size_t bad = rowkey_run_value(run, layout->values[i], rows);
    if (bad < rows) return bad;
  }
  if (key->fixed)
    return rowkey_write_fixed(run, key, output->keys + run->start * key->width, output->end, rows);
  size_t bad = rowkey_prepare_sources(run, key, rows);
  if (bad < rows) return bad;
  rowkey_join_rows(&encoder->sources[key->first_source], key->piece_count, 0, rows,
                   output->keys + output->offsets[run->start], output->end, output->keys,
                   output->offsets + run->start + 1);
  return rows;
}

/* Runs the block again for the rows before a bad one until all are good: what is found last is the first bad
 * row of all steps, and the keys before it are complete. Returns how many that are. */
static size_t encode_block(struct run *run, const struct output *output, size_t rows) {
  while (rows > 0) {
    size_t bad = run_block(run, output, rows);
    if (bad == rows) break;
    rows = bad;
  }
  return rows;
}

static rowkey_status encode_rows(struct run *run, const struct output *output, size_t rows) {
  uint64_t first_row = run->input_row;
  while (run->start < rows) {
    size_t left = rows - run->start;
    size_t block = left < run->encoder->block_rows ? left : run->encoder->block_rows;
    run->input_row = first_row + run->start;
    if (encode_block(run, output, block) < block) return run->status;
    run->start += block;
  }
  return ROWKEY_OK;
}

rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_values *columns, size_t rows,
                            uint64_t first_row, void *keys, uint64_t capacity, uint64_t *offsets,
                            rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  const struct rowkey_layout *layout = encoder->layout;
  const struct sequence *key = &layout->key;
  if (offsets == NULL && !key->fixed)
    return rowkey_error_set(
        error, ROWKEY_ERROR_ARGUMENT,
        "offsets is NULL, but keys differ in length (expected room for rows + 1 numbers)");
  if (offsets != NULL)
    for (size_t i = 0; i <= (key->fixed ? rows : 0); i++) offsets[i] = i * (uint64_t)key->width;
  if (rows == 0) return ROWKEY_OK;

  rowkey_status status = check_columns(layout, columns, rows, error);
  if (status != ROWKEY_OK) return status;
  uint64_t bound = rowkey_encode_bound(layout, columns, rows);
  if (bound > capacity || bound > PTRDIFF_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "the keys need %" PRIu64 " bytes and there is room for %" PRIu64, bound,
                            capacity);
  if (keys == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "keys is NULL (expected room for %" PRIu64 " bytes)", bound);
  struct run run = {.encoder = encoder, .columns = columns, .input_row = first_row, .error = error};
  const struct output output = {keys, (const uint8_t *)keys + bound, offsets};
  return encode_rows(&run, &output, rows);
}
