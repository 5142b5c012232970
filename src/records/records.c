#include "records/records.h"

#include <stdlib.h>
#include <string.h>

#include "records/comments.h"
#include "records/join.h"
#include "records/settings.h"
#include "types/column_type.h"

/* ---- Making ----------------------------------------------------------------------------------------------
 */

/* Copies the text to *out, which moves after it. NULL for NULL. */
static const char *keep_text(const char *text, char **out) {
  if (text == NULL) return NULL;
  const size_t size = strlen(text) + 1;
  char *kept = memcpy(*out, text, size);
  *out += size;
  return kept;
}

static size_t kept_size(const char *text) { return text == NULL ? 0 : strlen(text) + 1; }

static bool set_shape(rowkey_records *records, const rowkey_records_settings *settings) {
  const struct record_kind *kind = rowkey_record_kind_functions(settings->kind);
  const char *noun = settings->noun == NULL ? "record" : settings->noun, *option = option_of(settings);
  char *out = records->texts =
      malloc(kept_size(noun) + kept_size(option) + kept_size(settings->null) + kept_size(settings->comment));
  if (out == NULL) return false;
  struct record_shape *shape = &records->shape;
  *shape = (struct record_shape){.kind = kind,
                                 .columns = &records->columns,
                                 .delimiter = delimiter_of(settings, kind),
                                 .json = settings->json};
  shape->noun = keep_text(noun, &out);
  shape->option = keep_text(option, &out);
  shape->null = keep_text(settings->null, &out);
  shape->null_size = shape->null == NULL ? 0 : strlen(shape->null);
  shape->comment = keep_text(settings->comment, &out);
  shape->comment_size = shape->comment == NULL ? 0 : strlen(shape->comment);
  return true;
}

static bool set_columns(rowkey_records *records, const rowkey_records_settings *settings,
                        rowkey_error *error) {
  const struct record_kind *kind = records->shape.kind;
  const enum column_names use = settings->are_values   ? COLUMNS_OF_VALUES
                                : settings->has_header ? COLUMNS_OF_HEADER
                                                       : COLUMNS_OF_FIELDS;
  if (settings->columns == NULL && !kind->about.is_text && settings->width == 0) {
    const char *option = records->shape.option;
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%sinput %s needs %scolumns, which gives a record's width",
                     option, kind->about.name, option);
    return false;
  }
  if (!rowkey_columns_parse(settings->columns, kind, use, records->shape.option, &records->columns, error))
    return false;
  if (settings->width != 0) records->columns.record_width = settings->width;
  return true;
}

rowkey_records *rowkey_records_create(const rowkey_records_settings *settings, rowkey_error *error) {
  if (rowkey_records_check(settings, error) != ROWKEY_OK) return NULL;
  rowkey_records *records = calloc(1, sizeof *records);
  if (records == NULL || !set_shape(records, settings)) {
    free(records);
    rowkey_columns_fail_memory(error);
    return NULL;
  }
  if (set_columns(records, settings, error)) return records;
  rowkey_records_free(records);
  return NULL;
}

void rowkey_records_free(rowkey_records *records) {
  if (records == NULL) return;
  rowkey_header_free(&records->header);
  rowkey_columns_free(&records->columns);
  free(records->texts);
  free(records);
}

const rowkey_column *rowkey_records_columns(const rowkey_records *records, size_t *count, size_t *named) {
  if (count != NULL) *count = records == NULL ? 0 : records->columns.schema_count;
  if (named != NULL) *named = records == NULL ? 0 : records->columns.count;
  return records == NULL ? NULL : records->columns.schema;
}

bool rowkey_records_has_bytes(const rowkey_records *records, size_t index) {
  return records != NULL && index < records->columns.count && records->columns.items[index].has_bytes;
}

size_t rowkey_records_width(const rowkey_records *records) {
  return records == NULL ? 0 : records->columns.record_width;
}

/* ---- The header ------------------------------------------------------------------------------------------
 */

bool rowkey_records_find_header(const rowkey_records *records, const void *bytes, size_t size, bool ended,
                                size_t *begin, size_t *end) {
  if (records == NULL || begin == NULL || end == NULL || !rowkey_is_array(bytes, size, 1, "bytes", NULL))
    return false;
  const struct record_shape *shape = &records->shape;
  *begin = *end = rowkey_comments_before(shape, given_bytes(bytes), size, ended);
  if (shape->kind->header_end == NULL) return false;
  if (*begin < size) *end += rowkey_header_end(shape, (const uint8_t *)bytes + *begin, size - *begin);
  return *end < size || ended;
}

static bool may_have_header(const rowkey_records *records, const void *line, size_t size,
                            rowkey_error *error) {
  if (!rowkey_is_given(records, "records", error) ||
      !rowkey_is_array(line, size, 1, "bytes of the line", error))
    return false;
  if (records->shape.kind->next_name != NULL) return true;
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s has no header line", records->shape.kind->about.name);
  return false;
}

static const char *const *names_of(const struct header *header) { return (const char *const *)header->names; }

rowkey_status rowkey_records_set_header(rowkey_records *records, const void *line, size_t size,
                                        rowkey_error *error) {
  rowkey_error why;
  if (!may_have_header(records, line, size, error)) return ROWKEY_ERROR_ARGUMENT;
  if (records->is_used)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the columns that are used are known already");
  rowkey_header_free(&records->header);
  const bool good = rowkey_header_parse(&records->shape, given_bytes(line), size, &records->header, &why) &&
                    rowkey_columns_find_in_header(&records->columns, names_of(&records->header),
                                                  records->header.count, &why);
  if (good) return ROWKEY_OK;
  rowkey_header_free(&records->header);
  if (error != NULL) *error = why;
  return why.status;
}

rowkey_status rowkey_records_check_header(const rowkey_records *records, const void *line, size_t size,
                                          rowkey_error *error) {
  rowkey_error why;
  struct header header;
  if (!may_have_header(records, line, size, error)) return ROWKEY_ERROR_ARGUMENT;
  if (!rowkey_header_parse(&records->shape, given_bytes(line), size, &header, &why)) {
    if (error != NULL) *error = why;
    return why.status;
  }
  const bool equal = rowkey_header_equal(&header, &records->header);
  rowkey_header_free(&header);
  return equal ? ROWKEY_OK : rowkey_error_set(error, ROWKEY_ERROR_COLUMN, "the header differs");
}

const char *const *rowkey_records_names(const rowkey_records *records, size_t *count) {
  if (count != NULL) *count = records == NULL ? 0 : records->header.count;
  return records == NULL ? NULL : names_of(&records->header);
}

/* Whether the first record may be a header: it could be read as records, as all columns are text, and one
 * name is longer than a letter, which may well be data. */
static bool may_begin_with_names(const struct record_shape *shape) {
  bool has_long = false;
  for (size_t i = 0; i < shape->columns->count; i++) {
    if (shape->columns->items[i].type != ROWKEY_TEXT) return false;
    has_long = has_long || strlen(shape->columns->items[i].name) > 1;
  }
  return has_long && shape->kind->next_name != NULL;
}

bool rowkey_records_begin_with_names(const rowkey_records *records, const void *bytes, size_t size) {
  struct header header;
  rowkey_error why;
  size_t begin, end;
  if (records == NULL || !rowkey_is_array(bytes, size, 1, "bytes", NULL)) return false;
  if (!may_begin_with_names(&records->shape)) return false;
  rowkey_records_find_header(records, bytes, size, true, &begin, &end);
  if (!rowkey_header_parse(&records->shape, given_bytes(bytes) + begin, end - begin, &header, &why))
    return false;
  bool begins = true;
  for (size_t i = 0; begins && i < records->columns.count; i++) {
    const struct column *column = &records->columns.items[i];
    if (column->join != NULL) continue;
    begins = column->field < header.count && strcmp(header.names[column->field], column->name) == 0;
  }
  rowkey_header_free(&header);
  return begins;
}

/* ---- Columns that are read -------------------------------------------------------------------------------
 */

rowkey_status rowkey_records_use(rowkey_records *records, const rowkey_layout *const *layouts, size_t count,
                                 rowkey_error *error) {
  rowkey_error why;
  if (!rowkey_is_given(records, "records", error) ||
      !rowkey_is_array(layouts, count, sizeof *layouts, "layouts", error))
    return ROWKEY_ERROR_ARGUMENT;
  for (size_t i = 0; i < count; i++)
    if (!rowkey_is_given(layouts[i], "layout", error)) return ROWKEY_ERROR_ARGUMENT;
  records->is_used = rowkey_columns_use(&records->columns, layouts, count, &why);
  if (!records->is_used && error != NULL) *error = why;
  return records->is_used ? ROWKEY_OK : why.status;
}

bool rowkey_records_grow(const rowkey_records *records) {
  if (records == NULL) return false;
  const struct columns *columns = &records->columns;
  for (size_t i = 0; i < columns->count; i++)
    if (columns->used[i] && rowkey_column_type_grows(columns->items[i].written_as)) return true;
  return false;
}

/* ---- How far whole records go ----------------------------------------------------------------------------
 */

size_t rowkey_records_cut(const rowkey_records *records, const void *bytes, size_t size, rowkey_cut *cut) {
  if (records == NULL || cut == NULL || size == 0 || !rowkey_is_array(bytes, size, 1, "bytes", NULL))
    return 0;
  const struct record_shape *shape = &records->shape;
  cut->has_comments = cut->has_comments || rowkey_comments_may_stand(shape, bytes, size);
  (cut->has_comments ? rowkey_comments_cut : shape->kind->cut)(shape, bytes, size, cut);
  return cut->end;
}
