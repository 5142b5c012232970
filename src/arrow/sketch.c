/* rowkey_arrow_sketch_add. */
#include "arrow/keys_in.h"
#include "base/error.h"

static bool is_valid(const uint8_t *valid, size_t start, size_t row) {
  return valid == NULL || (valid[(start + row) / 8] >> ((start + row) & 7) & 1) != 0;
}

static rowkey_keys rows_of(const rowkey_keys *keys, size_t first, size_t rows) {
  rowkey_keys some = *keys;
  some.rows = rows;
  if (some.offsets != NULL)
    some.offsets += first;
  else if (some.offsets32 != NULL)
    some.offsets32 += first;
  else if (some.width != 0)
    some.data = (const uint8_t *)some.data + first * some.width;
  return some;
}

/* Adds the first `rows` keys of a block but its nulls. */
static rowkey_status add_block(rowkey_sketch *sketch, const rowkey_keys *block, size_t rows,
                               const uint8_t *valid, size_t valid_start, rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  for (size_t row = 0, end; row < rows && status == ROWKEY_OK; row = end + 1) {
    for (end = row; end < rows && is_valid(valid, valid_start, end);) end++;
    const rowkey_keys keys = rows_of(block, row, end - row);
    if (end > row) status = rowkey_sketch_add(sketch, &keys, error);
    if (status != ROWKEY_OK && error->row != ROWKEY_NONE) error->row += row;
  }
  return status;
}

static rowkey_status add_keys(rowkey_sketch *sketch, struct arrow_keys *keys, rowkey_error *error) {
  for (size_t at = 0, rows; at < keys->source.rows; at += rows) {
    rows = keys->source.rows - at < ARROW_BLOCK_ROWS ? keys->source.rows - at : ARROW_BLOCK_ROWS;
    rowkey_keys block;
    size_t good, valid_start;
    const uint8_t *valid;
    rowkey_error bad = {.status = ROWKEY_OK};
    rowkey_status status = rowkey_arrow_take_keys(keys, at, rows, &block, &good, &valid, &valid_start, &bad);
    if (status == ROWKEY_OK) status = add_block(sketch, &block, good, valid, valid_start, &bad);
    if (status == ROWKEY_OK && good < rows) status = bad.status;
    if (status != ROWKEY_OK) {
      *error = bad;
      if (error->row != ROWKEY_NONE) error->row += at;
      return status;
    }
  }
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_sketch_add(rowkey_sketch *sketch, const struct ArrowSchema *schema,
                                      const struct ArrowArray *keys, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(sketch, "sketch", error)) return ROWKEY_ERROR_ARGUMENT;
  struct arrow_type type;
  struct arrow_keys opened = {0};
  rowkey_status status = rowkey_arrow_check_keys(schema, &type, error);
  if (status == ROWKEY_OK) status = rowkey_arrow_open_keys(&opened, &type, keys, error);
  if (status != ROWKEY_OK) return status;
  status = add_keys(sketch, &opened, error);
  rowkey_arrow_free_keys(&opened);
  return status;
}
