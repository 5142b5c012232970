/* Split points made from a layout, and the check whether split points are valid. */
#include "base/addresses.h"
#include "splits/field.h"
#include "text/buffer.h"

/* ---- Checking -------------------------------------------------------------------------------- */

/* Bytes of a point that an error shows. */
enum { SHOWN_MAX = 100 };

static rowkey_status bad_point(rowkey_error *error, rowkey_status status, size_t index, const char *what) {
  rowkey_error_set(error, status, "%s", what);
  if (error != NULL) error->row = index;
  return status;
}

static rowkey_status does_not_rise(const rowkey_splits *splits, size_t index, int order,
                                   rowkey_error *error) {
  char buffer[ROWKEY_ERROR_TEXT_SIZE];
  struct text_buffer text = {buffer, sizeof buffer};
  rowkey_text_printf(&text, "the split point ");
  rowkey_text_quote(&text, split_at(splits, index), split_size(splits, index), SHOWN_MAX);
  if (order == 0) {
    rowkey_text_printf(&text, " is there twice (expected points that differ)");
  } else {
    rowkey_text_printf(&text, " comes after ");
    rowkey_text_quote(&text, split_at(splits, index - 1), split_size(splits, index - 1), SHOWN_MAX);
    rowkey_text_printf(&text, ", which is greater (expected points in the order of their unsigned bytes)");
  }
  return bad_point(error, ROWKEY_ERROR_RANGE, index, buffer);
}

rowkey_status rowkey_splits_check(const rowkey_splits *splits, rowkey_error *error) {
  if (splits == NULL || (splits->count != 0 && (splits->bytes == NULL || splits->offsets == NULL)))
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "split points are NULL (expected their bytes and offsets)");
  const rowkey_status status = ROWKEY_CHECK_RESERVED(splits, "rowkey_splits", error);
  if (status != ROWKEY_OK) return status;
  if (splits->count >= ROWKEY_MOST_REGIONS)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "%zu split points are too many (expected at most %zu)", splits->count,
                            ROWKEY_MOST_REGIONS - 1);
  if (!is_aligned_u64(splits->offsets))
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, OFFSETS_NOT_ALIGNED);
  for (size_t i = 0; i < splits->count; i++)
    if (splits->offsets[i + 1] < splits->offsets[i])
      return bad_point(error, ROWKEY_ERROR_ARGUMENT, i,
                       "a split point ends before it begins (expected offsets that do not decrease)");
  if (splits->count != 0 && splits->offsets[splits->count] > PTRDIFF_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the split points are larger than any memory (expected offsets of their bytes)");
  for (size_t i = 0; i < splits->count; i++) {
    if (split_size(splits, i) == 0)
      return bad_point(
          error, ROWKEY_ERROR_RANGE, i,
          "a split point is empty (expected one byte at least: the empty key is in the first region)");
    if (i == 0) continue;
    const int order = rowkey_compare_bytes(split_at(splits, i - 1), split_size(splits, i - 1),
                                           split_at(splits, i), split_size(splits, i));
    if (order >= 0) return does_not_rise(splits, i, order, error);
  }
  return ROWKEY_OK;
}

/* ---- From a layout --------------------------------------------------------------------------- */

static bool add_points(const struct split_field *field, size_t regions, struct string_list *points) {
  const struct number first = field->domain.even_first;
  const struct number span = number_subtract(field->domain.even_last, first);
  for (size_t i = 1; i < regions; i++) {
    const struct number index = rowkey_number_portion(span, (uint32_t)i, (uint32_t)regions);
    if (!rowkey_split_field_add(field, number_add(first, index), points)) return false;
  }
  return true;
}

rowkey_splits *rowkey_splits_of_layout(const rowkey_layout *layout, size_t regions, rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error) || !rowkey_regions_valid(regions, error)) return NULL;
  struct split_field field = {0};
  struct string_list points = {0};
  rowkey_splits *splits = NULL;
  /* A single region needs no field. */
  if (regions == 1 ||
      (rowkey_split_field_open(layout, &field, error) &&
       rowkey_split_field_allows(&field, number_subtract(field.domain.even_last, field.domain.even_first), "",
                                 regions, error))) {
    if (add_points(&field, regions, &points)) splits = rowkey_splits_from(&points);
    if (splits == NULL)
      rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making split points");
  }
  rowkey_strings_free(&points);
  rowkey_split_field_free(&field);
  return splits;
}
