/* One value: as a column of one row, and as what its column keeps. */
#include <string.h>

#include "base/error.h"
#include "columns/conversion.h"
#include "rounding.h"

rowkey_values rowkey_one_value(const rowkey_value *value) {
  static const uint8_t null = 0;
  rowkey_values column = {.validity = value->is_null ? &null : NULL, .tag = value->tag, .rows = 1};
  if (!is_text_tag(column.tag)) {
    column.data = &value->as; /* the union's members all begin here */
  } else if (!value->is_null) {
    column.data = value->as.text;
    column.size = column.width = value->size;
  }
  return column;
}

rowkey_status rowkey_check_value(const rowkey_value *value, size_t column, rowkey_error *error) {
  rowkey_status status = ROWKEY_CHECK_RESERVED(value, "rowkey_value", error);
  const rowkey_form form = form_of_tag(value->tag);
  const bool has_form = form == ROWKEY_FORM_NONE || form == ROWKEY_FORM_I64 || form == ROWKEY_FORM_U64 ||
                        form == ROWKEY_FORM_F64 || form == ROWKEY_FORM_F32;
  if (status == ROWKEY_OK && !has_form)
    status = rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "the tag of a value is %#lx (expected the form I64, U64, F64 or F32)",
                              (unsigned long)value->tag);
  if (status != ROWKEY_OK) error->column = column;
  return status;
}

static rowkey_status copy_kept(const rowkey_column *column, const rowkey_values *kept, void *room,
                               size_t capacity, rowkey_value *to, rowkey_error *error) {
  *to = (rowkey_value){.tag = rowkey_kept_tag(column->type)};
  if (column->type != ROWKEY_TEXT) {
    memcpy(&to->as, kept->data, column->type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t));
    return ROWKEY_OK;
  }
  const size_t begin = kept->begin != NULL ? (size_t)kept->begin[0] : 0;
  to->size = kept->begin != NULL ? (size_t)(kept->end[0] - kept->begin[0]) : kept->width;
  if (to->size > capacity)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "column %.64s: the value has %zu bytes and there is room for %zu", column->name,
                            to->size, capacity);
  if (to->size > 0) memcpy(room, (const uint8_t *)kept->data + begin, to->size);
  to->as.text = room;
  return ROWKEY_OK;
}

/* What an encoder says of the value's bytes. */
static rowkey_status check_bytes(const rowkey_column *column, const rowkey_value *value,
                                 rowkey_error *error) {
  if (value->as.text == NULL && value->size != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "column %.64s: text is NULL (expected %zu bytes)",
                            column->name, value->size);
  return ROWKEY_OK;
}

static rowkey_status check_width(const rowkey_column *column, const rowkey_value *kept, rowkey_error *error) {
  if (column->type != ROWKEY_TEXT || column->width == 0 || kept->size == column->width) return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_RANGE, "column %.64s: the value has %zu bytes (expected %lu)",
                          column->name, kept->size, (unsigned long)column->width);
}

rowkey_status rowkey_value_keep(const rowkey_column *column, const rowkey_value *value, void *room,
                                size_t capacity, rowkey_value *kept, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(column, "column", error) || !rowkey_is_given(value, "value", error) ||
      !rowkey_is_given(kept, "kept value", error))
    return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = rowkey_check_value(value, ROWKEY_NONE, error);
  const rowkey_values from = rowkey_one_value(value);
  const struct given_column given = {column->name, ROWKEY_NONE, 1, error};
  struct conversion conversion = {.column = NULL};
  if (status == ROWKEY_OK) status = rowkey_find_conversion(&given, column, &from, &conversion);
  if (status != ROWKEY_OK) return status;
  *kept = *value;
  kept->tag = rowkey_kept_tag(column->type);
  kept->is_null |= kind_of_tag(from.tag) == ROWKEY_KIND_NULL;
  if (kept->is_null) return ROWKEY_OK;
  if (is_text_tag(from.tag)) status = check_bytes(column, value, error);
  if (status != ROWKEY_OK) return status;
  if (!conversion_is_needed(&conversion)) return check_width(column, kept, error);
  struct conversion_room own = {0};
  rowkey_values to;
  struct usual_rounding rounding;
  begin_usual_rounding(&rounding);
  const size_t good = rowkey_convert_rows(&conversion, ROWKEY_NONE, &from, 0, 1, &own, &to, error);
  end_usual_rounding(&rounding);
  if (good < 1)
    status = error->status;
  else
    status = copy_kept(column, &to, room, capacity, kept, error);
  rowkey_conversion_room_free(&own);
  return status;
}
