#include "records/join.h"

#include <stdlib.h>
#include <string.h>

#include "records/values.h"
#include "text/buffer.h"
#include "text/tokens.h"

/* ---- The list --------------------------------------------------------------------------------------------
 */

static bool fail_part(const struct columns *columns, const char *column, const char *text,
                      rowkey_error *error) {
  char shown[QUOTED_SIZE];
  return rowkey_columns_fail(
      columns, ROWKEY_ERROR_SYNTAX, error,
      "column %s: %s cannot be joined (expected names of text columns that stand before it in "
      "the list, and \"texts\", with + between)",
      column, rowkey_quoted(shown, text, strlen(text)));
}

static void skip_blanks(const char *text, size_t *at) {
  while (is_blank(text[*at])) ++*at;
}

/* Reads the name of a column before this one, or a text, which goes to *out. */
static bool read_part(const char *text, size_t *at, const char *column, const struct columns *columns,
                      char **out, struct join_part *part, rowkey_error *error) {
  if (text[*at] == '"') {
    rowkey_error why;
    const struct diagnostic diagnostic = {text, strlen(text), &why};
    part->column = ROWKEY_NONE;
    return rowkey_read_string(&diagnostic, at, out, &part->text) ||
           rowkey_columns_fail(columns, ROWKEY_ERROR_SYNTAX, error, "column %s: %s", column, why.text);
  }
  const struct written_name name = rowkey_read_name(text + *at, strlen(text + *at));
  for (size_t i = 0; name.size > 0 && i < columns->count; i++) {
    const struct column *other = &columns->items[i];
    if (!slice_is(name.name, other->name)) continue;
    if (other->join != NULL || other->type != ROWKEY_TEXT || other->written_as != NULL) break;
    part->column = i;
    *at += name.size;
    return true;
  }
  return fail_part(columns, column, text + *at, error);
}

struct join *rowkey_join_parse(const char *text, const char *column, const struct columns *columns,
                               rowkey_error *error) {
  const size_t size = strlen(text);
  struct join *join = calloc(1, sizeof *join);
  if (join != NULL) {
    join->parts = calloc(size + 1, sizeof *join->parts);
    join->texts = malloc(size + 1);
  }
  if (join == NULL || join->parts == NULL || join->texts == NULL) {
    rowkey_join_free(join);
    rowkey_columns_fail_memory(error);
    return NULL;
  }
  char *out = join->texts;
  size_t at = 0;
  bool good;
  for (;;) {
    skip_blanks(text, &at);
    good = read_part(text, &at, column, columns, &out, &join->parts[join->count++], error);
    skip_blanks(text, &at);
    if (!good || text[at] != '+') break;
    at++;
  }
  if (good && text[at] == 0) return join;
  if (good) fail_part(columns, column, text + at, error);
  rowkey_join_free(join);
  return NULL;
}

void rowkey_join_free(struct join *join) {
  if (join == NULL) return;
  free(join->parts);
  free(join->texts);
  free(join);
}

void rowkey_join_use(struct columns *columns) {
  for (size_t i = 0; i < columns->count; i++) {
    const struct join *join = columns->items[i].join;
    for (size_t k = 0; join != NULL && columns->used[i] && k < join->count; k++)
      if (join->parts[k].column != ROWKEY_NONE) columns->used[join->parts[k].column] = true;
  }
}

/* ---- Records ---------------------------------------------------------------------------------------------
 */

/* Bytes of the texts of all rows, and a quote before each. */
static uint64_t size_of_texts(const struct join *join, const struct batch *batch) {
  uint64_t size = batch->rows;
  for (size_t k = 0; k < join->count; k++) {
    const struct join_part *part = &join->parts[k];
    if (part->column == ROWKEY_NONE) {
      size += (uint64_t)batch->rows * part->text.size;
      continue;
    }
    const struct span_column *spans = &batch->columns[part->column];
    for (size_t row = 0; row < batch->rows; row++) size += spans->end[row] - spans->begin[row];
  }
  return size;
}

/* Whether a part of the row is null. */
static bool has_null(const struct record_shape *shape, const struct join *join, const struct batch *batch,
                     size_t row) {
  if (shape->null == NULL && !shape->kind->about.has_members) return false;
  for (size_t k = 0; k < join->count; k++) {
    if (join->parts[k].column == ROWKEY_NONE) continue;
    const struct span_column *spans = &batch->columns[join->parts[k].column];
    if (rowkey_is_null_field(shape, spans, row)) return true;
  }
  return false;
}

static uint8_t *join_row(const struct join *join, const struct batch *batch, size_t row, uint8_t *out) {
  for (size_t k = 0; k < join->count; k++) {
    const struct join_part *part = &join->parts[k];
    const bool is_text = part->column == ROWKEY_NONE;
    const struct span_column *spans = is_text ? NULL : &batch->columns[part->column];
    const size_t size = is_text ? part->text.size : (size_t)(spans->end[row] - spans->begin[row]);
    memcpy(out, is_text ? (const uint8_t *)part->text.at : spans->base + spans->begin[row], size);
    out += size;
  }
  return out;
}

/* A null as the records write it, for is_null_field. */
static uint8_t *write_null(const struct record_shape *shape, const struct span_column *joined, size_t row,
                           uint8_t *out) {
  const bool is_member = shape->kind->about.has_members;
  if (is_member) {
    joined->begin[row] = joined->end[row] = 0;
    joined->firsts[row] = 0;
    return out;
  }
  *out++ = '\n';
  joined->begin[row] = (uint64_t)(out - joined->own.bytes);
  joined->end[row] = joined->begin[row] + shape->null_size;
  memcpy(out, shape->null, shape->null_size);
  return out + shape->null_size;
}

static bool join_column(const struct record_shape *shape, size_t item, struct batch *batch) {
  const struct join *join = shape->columns->items[item].join;
  struct span_column *joined = &batch->columns[item];
  joined->own.size = 0;
  const uint64_t size = size_of_texts(join, batch) + (uint64_t)batch->rows * shape->null_size;
  if (size > SIZE_MAX / 2 || !byte_room_reserve(&joined->own, (size_t)size)) return false;
  uint8_t *out = joined->own.bytes;
  for (size_t row = 0; row < batch->rows; row++) {
    if (has_null(shape, join, batch, row)) {
      out = write_null(shape, joined, row, out);
      continue;
    }
    *out++ = '"'; /* as what stands in quotes, such a text is never null */
    joined->begin[row] = (uint64_t)(out - joined->own.bytes);
    out = join_row(join, batch, row, out);
    joined->end[row] = (uint64_t)(out - joined->own.bytes);
    if (shape->kind->about.has_members) joined->firsts[row] = '"';
  }
  joined->base = joined->own.bytes;
  joined->size = (size_t)(out - joined->own.bytes);
  return true;
}

bool rowkey_join_texts(const struct record_shape *shape, struct batch *batch) {
  const struct columns *columns = shape->columns;
  for (size_t i = 0; i < columns->count; i++)
    if (columns->items[i].join != NULL && columns->used[i] && !join_column(shape, i, batch)) return false;
  return true;
}
