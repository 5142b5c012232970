/* rowkey_arrow_route. */
#include <string.h>

#include "arrow/keys_in.h"
#include "arrow/made.h"
#include "base/error.h"

/* Copies `rows` bits of validity to bit `at` on; 1s where there are no nulls. Returns how many are 0. */
static size_t copy_validity(const uint8_t *valid, size_t valid_start, size_t rows, uint8_t *out, size_t at) {
  size_t nulls = 0;
  for (size_t i = 0; i < rows; i++) {
    const size_t from = valid_start + i, to = at + i;
    const unsigned bit = valid == NULL ? 1 : valid[from / 8] >> (from & 7) & 1U;
    nulls += bit == 0;
    if ((to & 7) == 0) out[to / 8] = 0;
    out[to / 8] |= (uint8_t)(bit << (to & 7));
  }
  return nulls;
}

static rowkey_status route(const rowkey_router *router, struct arrow_keys *keys, struct arrow_made *made,
                           size_t *nulls, rowkey_error *error) {
  uint32_t *regions = made->buffers[1];
  for (size_t at = 0, rows; at < keys->source.rows; at += rows) {
    rows = keys->source.rows - at < ARROW_BLOCK_ROWS ? keys->source.rows - at : ARROW_BLOCK_ROWS;
    rowkey_keys block;
    size_t good, valid_start;
    const uint8_t *valid;
    rowkey_error bad;
    rowkey_status status = rowkey_arrow_take_keys(keys, at, rows, &block, &good, &valid, &valid_start, &bad);
    if (status != ROWKEY_OK || good < rows) *error = bad;
    if (status != ROWKEY_OK) return status;
    status = rowkey_route(router, &block, regions + at, error);
    if (status == ROWKEY_OK && good < rows) status = error->status;
    if (status != ROWKEY_OK) {
      if (error->row != ROWKEY_NONE) error->row += at;
      return status;
    }
    *nulls += copy_validity(valid, valid_start, rows, made->buffers[0], at);
  }
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_route(const rowkey_router *router, const struct ArrowSchema *schema,
                                 const struct ArrowArray *keys, struct ArrowArray *regions,
                                 rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(router, "router", error) || !rowkey_is_given(regions, "array of regions", error))
    return ROWKEY_ERROR_ARGUMENT;
  struct arrow_type type;
  struct arrow_keys opened = {0};
  struct ArrowArray array;
  rowkey_status status = rowkey_arrow_check_keys(schema, &type, error);
  if (status == ROWKEY_OK) status = rowkey_arrow_open_keys(&opened, &type, keys, error);
  if (status != ROWKEY_OK) return status;
  const size_t rows = opened.source.rows;
  size_t nulls = 0;
  struct arrow_made *made = rowkey_arrow_make_array(&array, 2, 0) ? rowkey_arrow_made(&array) : NULL;
  if (made == NULL || !rowkey_arrow_grow(&made->buffers[0], &made->capacities[0], 0, rows / 8 + 1) ||
      !rowkey_arrow_grow(&made->buffers[1], &made->capacities[1], 0, rows * sizeof(uint32_t)))
    status = rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for %zu regions", rows);
  else
    status = route(router, &opened, made, &nulls, error);
  rowkey_arrow_free_keys(&opened);
  if (status != ROWKEY_OK) {
    if (made != NULL) array.release(&array);
    return status;
  }
  rowkey_arrow_show(&array, rows);
  array.null_count = (int64_t)nulls;
  if (nulls == 0) made->shown[0] = NULL;
  *regions = array;
  return ROWKEY_OK;
}
