#include "arrow/keys_in.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

rowkey_status rowkey_arrow_check_keys(const struct ArrowSchema *schema, struct arrow_type *type,
                                      rowkey_error *error) {
  rowkey_status status = rowkey_arrow_check_schema(schema, error);
  if (status != ROWKEY_OK) return status;
  *type = rowkey_arrow_read_type(schema);
  if (arrow_is_text(type->storage) || type->storage == ARROW_NULL) return ROWKEY_OK;
  const struct arrow_type_name name = rowkey_arrow_name_type(type);
  return rowkey_error_set(
      error, ROWKEY_ERROR_TYPE,
      "keys are not %s (expected binary, large_binary, fixed_size_binary, a view, or text)", name.text);
}

rowkey_status rowkey_arrow_open_keys(struct arrow_keys *keys, const struct arrow_type *type,
                                     const struct ArrowArray *array, rowkey_error *error) {
  rowkey_status status = rowkey_arrow_open(&keys->source, type, "of keys", ROWKEY_NONE, array, NULL, error);
  if (status != ROWKEY_OK) return status;
  keys->direct = keys->source.rows > 0 && rowkey_arrow_direct(&keys->source, &keys->whole);
  return ROWKEY_OK;
}

void rowkey_arrow_free_keys(struct arrow_keys *keys) {
  rowkey_arrow_free_block(&keys->block);
  free(keys->limits);
  free(keys->copies);
}

static rowkey_status out_of_memory(rowkey_error *error) {
  return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a block of keys");
}

static rowkey_keys keys_as_they_lie(const struct arrow_keys *keys, size_t first, size_t rows) {
  const rowkey_values *whole = &keys->whole;
  rowkey_keys out = {.data = whole->data, .rows = rows};
  if (whole->begin != NULL) {
    out.offsets = whole->begin + first;
  } else if (whole->offsets32 != NULL) {
    out.offsets32 = whole->offsets32 + first;
  } else {
    out.width = whole->width;
    if (whole->data != NULL) out.data = (const uint8_t *)whole->data + first * whole->width;
  }
  return out;
}

/* Keys lie one after the other; the spans of a dictionary's values do not. */
static rowkey_status copy_spans(struct arrow_keys *keys, const rowkey_values *spans, size_t rows,
                                size_t *good, rowkey_error *error) {
  if (keys->limits == NULL) keys->limits = calloc(ARROW_BLOCK_ROWS + 1, sizeof *keys->limits);
  if (keys->limits == NULL) return out_of_memory(error);
  uint64_t total = 0;
  for (size_t i = 0; i < rows; i++) {
    if (spans->begin[i] > spans->end[i] || spans->end[i] > spans->size) {
      rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the key does not lie within its array's bytes");
      error->row = *good = rows = i;
      break;
    }
    keys->limits[i] = total;
    total += spans->end[i] - spans->begin[i];
  }
  keys->limits[rows] = total;
  /* Views may share bytes: their copies can be more than an address space holds. */
  if (total >= PTRDIFF_MAX) return out_of_memory(error);
  if (total > keys->capacity || keys->copies == NULL) {
    free(keys->copies);
    keys->capacity = total > PTRDIFF_MAX / 2 ? PTRDIFF_MAX : 2 * (size_t)total + 1;
    keys->copies = malloc(keys->capacity);
    if (keys->copies == NULL) {
      keys->capacity = 0;
      return out_of_memory(error);
    }
  }
  for (size_t i = 0; i < rows; i++) {
    const size_t length = (size_t)(spans->end[i] - spans->begin[i]);
    if (length > 0)
      memcpy(keys->copies + keys->limits[i], (const uint8_t *)spans->data + spans->begin[i], length);
  }
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_take_keys(struct arrow_keys *keys, size_t first, size_t rows, rowkey_keys *out,
                                     size_t *good, const uint8_t **valid, size_t *valid_start,
                                     rowkey_error *error) {
  *good = rows;
  if (keys->direct) {
    *out = keys_as_they_lie(keys, first, rows);
    *valid = keys->whole.validity;
    *valid_start = keys->whole.validity_offset + first;
    return ROWKEY_OK;
  }
  rowkey_values values;
  rowkey_status status = rowkey_arrow_gather(&keys->source, first, rows, &keys->block, &values, good, error);
  if (status != ROWKEY_OK) return status;
  *valid = values.validity;
  *valid_start = values.validity_offset;
  if (values.end == values.begin + 1) { /* copied already */
    *out = rowkey_keys_of_offsets(values.data, values.begin, *good);
    return ROWKEY_OK;
  }
  status = copy_spans(keys, &values, *good, good, error);
  if (status == ROWKEY_OK) *out = rowkey_keys_of_offsets(keys->copies, keys->limits, *good);
  return status;
}
