#include "records/join.h"

#include <stdlib.h>
#include <string.h>

#include "records/values.h"
#include "text/buffer.h"
#include "text/tokens.h"

/* ---- The list --------------------------------------------------------------------------------------------
 */

static bool fail_part(const char *column, const char *text, struct failure *failure) {
  char shown[QUOTED_SIZE];
  return fail_with(
      failure, TOOL_BAD_USAGE,
      "option --columns: column %s: %s cannot be joined (expected names of text columns that stand "
      "before it in the list, and \"texts\", with + between)",
      column, rowkey_quoted(shown, text, strlen(text)));
}

static void skip_blanks(const char *text, size_t *at) {
  while (is_blank(text[*at])) ++*at;
}

/* Reads the name of a column before this one, or a text, which goes to *out. */
static bool read_part(const char *text, size_t *at, const char *column, const struct columns *columns,
                      char **out, struct join_part *part, struct failure *failure) {
  if (text[*at] == '"') {
    rowkey_error error;
    const struct diagnostic diagnostic = {text, strlen(text), &error};
    part->column = ROWKEY_NONE;
    return rowkey_read_string(&diagnostic, at, out, &part->text) ||
           fail_with(failure, TOOL_BAD_USAGE, "option --columns: column %s: %s", column, error.text);
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
  return fail_part(column, text + *at, failure);
}

struct join *join_parse(const char *text, const char *column, const struct columns *columns,
                        struct failure *failure) {
  const size_t size = strlen(text);
  struct join *join = calloc(1, sizeof *join);
  if (join != NULL) {
    join->parts = calloc(size + 1, sizeof *join->parts);
    join->texts = malloc(size + 1);
  }
  if (join == NULL || join->parts == NULL || join->texts == NULL) {
    join_free(join);
    fail_memory(failure);
    return NULL;
  }
  char *out = join->texts;
  size_t at = 0;
  bool good;
  for (;;) {
    skip_blanks(text, &at);
    good = read_part(text, &at, column, columns, &out, &join->parts[join->count++], failure);
    skip_blanks(text, &at);
    if (!good || text[at] != '+') break;
    at++;
  }
  if (good && text[at] == 0) return join;
  if (good) fail_part(column, text + at, failure);
  join_free(join);
  return NULL;
}

void join_free(struct join *join) {
  if (join == NULL) return;
  free(join->parts);
  free(join->texts);
  free(join);
}

void join_use(struct columns *columns) {
  for (size_t i = 0; i < columns->count; i++) {
    const struct join *join = columns->items[i].join;
    for (size_t k = 0; join != NULL && columns->used[i] && k < join->count; k++)
      if (join->parts[k].column != ROWKEY_NONE) columns->used[join->parts[k].column] = true;
  }
}

/* ---- Records ---------------------------------------------------------------------------------------------
 */

/* Bytes of the texts of all rows, and a quote before each. */
static size_t size_of_texts(const struct join *join, const struct batch *batch) {
  size_t size = batch->rows;
  for (size_t k = 0; k < join->count; k++) {
    const struct join_part *part = &join->parts[k];
    if (part->column == ROWKEY_NONE) {
      size += batch->rows * part->text.size;
      continue;
    }
    const struct span_column *spans = &batch->columns[part->column];
    for (size_t row = 0; row < batch->rows; row++) size += (size_t)(spans->end[row] - spans->begin[row]);
  }
  return size;
}

/* The first part of the row that is null, NULL where none is. */
static const struct span_column *find_null(const struct record_shape *shape, const struct join *join,
                                           const struct batch *batch, size_t row) {
  if (shape->null == NULL && !shape->kind->has_members) return NULL;
  for (size_t k = 0; k < join->count; k++) {
    if (join->parts[k].column == ROWKEY_NONE) continue;
    const struct span_column *spans = &batch->columns[join->parts[k].column];
    if (is_null_field(shape, batch, spans->begin[row], spans->end[row])) return spans;
  }
  return NULL;
}

static uint8_t *join_row(const struct join *join, const struct batch *batch, size_t row, uint8_t *out) {
  for (size_t k = 0; k < join->count; k++) {
    const struct join_part *part = &join->parts[k];
    const bool is_text = part->column == ROWKEY_NONE;
    const struct span_column *spans = is_text ? NULL : &batch->columns[part->column];
    const size_t size = is_text ? part->text.size : (size_t)(spans->end[row] - spans->begin[row]);
    memcpy(out, is_text ? (const uint8_t *)part->text.at : batch->base + spans->begin[row], size);
    out += size;
  }
  return out;
}

static bool join_column(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t item,
                        struct batch *batch) {
  const struct join *join = shape->columns->items[item].join;
  const struct span_column *joined = &batch->columns[item];
  const size_t used = at + (size_t)batch->size;
  if (!chunk_reserve(chunk, used + size_of_texts(join, batch))) return false;
  batch->base = chunk->bytes + at;
  uint8_t *out = chunk->bytes + used;
  for (size_t row = 0; row < batch->rows; row++) {
    const struct span_column *null = find_null(shape, join, batch, row);
    if (null != NULL) {
      joined->begin[row] = null->begin[row];
      joined->end[row] = null->end[row];
      if (shape->kind->has_members) joined->firsts[row] = 0;
      continue;
    }
    *out++ = '"'; /* as what stands in quotes, such a text is never null */
    joined->begin[row] = (uint64_t)(out - batch->base);
    out = join_row(join, batch, row, out);
    joined->end[row] = (uint64_t)(out - batch->base);
    if (shape->kind->has_members) joined->firsts[row] = '"';
  }
  batch->size = (uint64_t)(out - batch->base);
  return true;
}

bool join_texts(const struct record_shape *shape, struct chunk *chunk, size_t at, struct batch *batch) {
  const struct columns *columns = shape->columns;
  for (size_t i = 0; i < columns->count; i++)
    if (columns->items[i].join != NULL && columns->used[i] && !join_column(shape, chunk, at, i, batch))
      return false;
  return true;
}
