#include "keys/key_fields.h"

#include <rowkey/explain.h>
#include <rowkey/fields.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/table.h"
#include "report/words.h"
#include "text/buffer.h"

/* ---- What the key holds ---------------------------------------------------------------------- */

/* Everything that is known of the key. */
struct parts {
  const rowkey_layout *layout;
  const struct columns *columns;
  rowkey_explanation *explanation;
  rowkey_decoder *decoder;
  size_t *ends;            /* of the fields */
  size_t *selected, count; /* the columns that are recovered, as places in the schema */
  rowkey_decoded *decoded; /* of the schema */
  struct table table;      /* of those columns, with the key as its only row */
};

static void free_parts(struct parts *parts) {
  rowkey_explanation_free(parts->explanation);
  rowkey_decoder_free(parts->decoder);
  free(parts->ends);
  free(parts->selected);
  free(parts->decoded);
  table_free(&parts->table);
}

static bool make_parts(struct parts *parts, struct failure *failure) {
  const size_t columns = parts->columns->schema_count;
  rowkey_error error;
  parts->explanation = rowkey_explain(parts->layout, 0, &error);
  if (parts->explanation != NULL) parts->decoder = rowkey_decoder_create(parts->layout, &error);
  if (parts->decoder == NULL) return fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
  parts->ends = calloc(parts->explanation->field_count + 1, sizeof *parts->ends);
  parts->selected = calloc(columns + 1, sizeof *parts->selected);
  parts->decoded = calloc(columns + 1, sizeof *parts->decoded);
  if (parts->ends == NULL || parts->selected == NULL || parts->decoded == NULL) return fail_memory(failure);
  for (size_t i = 0; i < columns; i++)
    if (rowkey_layout_recovery(parts->layout, i) == ROWKEY_RECOVERED) parts->selected[parts->count++] = i;
  return parts->count == 0 ||
         table_create(&parts->table, TABLE_TSV, "", parts->layout, parts->columns, parts->selected,
                      parts->count) ||
         fail_memory(failure);
}

static bool take_apart(struct parts *parts, const uint8_t *key, size_t size, struct failure *failure) {
  const uint64_t offsets[] = {0, size};
  const rowkey_keys keys = {.data = key, .offsets = offsets, .rows = 1};
  if (parts->count > 0 && !table_place(&parts->table, &keys, parts->decoded)) return fail_memory(failure);
  rowkey_error error;
  rowkey_status status =
      rowkey_field_ends(parts->decoder, key, size, parts->ends, parts->explanation->field_count, &error);
  if (status == ROWKEY_OK)
    status = rowkey_decode(parts->decoder, &keys, parts->decoded, parts->columns->schema_count, &error);
  if (status != ROWKEY_OK) return fail_with(failure, library_status(status, TOOL_BAD_DATA), "%s", error.text);
  char reason[REASON_SIZE];
  const size_t good = table_print(&parts->table, 1, reason, failure);
  return good == 1 || (good == 0 && fail_with(failure, TOOL_BAD_DATA, "%s", reason));
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Source, places, bytes and value. A cell is padded to at most so many characters. */
enum { CELLS = 4, SOURCE_MAX = 80, PADDED_MAX = 48 };

struct line {
  struct buffer cells[CELLS]; /* each ends with a NUL */
};

/* Room for `size` bytes and the NUL that the text begins with. */
static bool begin_cell(struct buffer *cell, size_t size, struct text_buffer *text) {
  if (size > SIZE_MAX / 2 || !buffer_reserve(cell, size + 1)) return false;
  *text = (struct text_buffer){(char *)cell->bytes, cell->capacity};
  *text->at = 0;
  return true;
}

/* The column that the field gives back, "host = "web-1"". */
static bool set_value(const struct parts *parts, const rowkey_explained_field *field, struct buffer *cell) {
  struct text_buffer text;
  size_t column = 0;
  while (column < parts->count && parts->selected[column] != field->column) column++;
  if (!field->reversible || column == parts->count) return begin_cell(cell, 0, &text);
  const char *name = parts->table.columns[column].column.name;
  const struct table_value value = table_value(&parts->table, column, 0);
  if (value.size > SIZE_MAX / 16 || !begin_cell(cell, 4 * (strlen(name) + value.size) + 64, &text))
    return false;
  rowkey_text_show(&text, name, strlen(name), SOURCE_MAX);
  rowkey_text_printf(&text, " = ");
  if (value.is_null)
    rowkey_text_printf(&text, "null");
  else if (value.is_plain_text)
    rowkey_text_quote(&text, value.bytes, value.size, value.size);
  else
    rowkey_text_show(&text, (const char *)value.bytes, value.size, value.size);
  return true;
}

static bool set_line(const struct parts *parts, const struct layout_option *option,
                     const struct key_form *form, const uint8_t *key, size_t index, struct line *line) {
  const rowkey_explained_field *field = &parts->explanation->fields[index];
  const size_t begin = index == 0 ? 0 : parts->ends[index - 1], end = parts->ends[index];
  struct buffer *bytes = &line->cells[2];
  struct text_buffer text;
  if (!begin_cell(&line->cells[0], 4 * SOURCE_MAX, &text)) return false;
  rowkey_text_show(&text, option->text + field->source_offset, field->source_length, SOURCE_MAX);
  if (!begin_cell(&line->cells[1], 64, &text)) return false;
  rowkey_text_printf(&text, "%zu..%zu", begin, end);
  if (!begin_cell(bytes, (end - begin) * form->expansion, &text)) return false;
  bytes->bytes[form->write(key + begin, end - begin, bytes->bytes)] = 0;
  return set_value(parts, field, &line->cells[3]);
}

static void print_line(const struct line *line, const size_t widths[CELLS]) {
  size_t count = CELLS;
  while (line->cells[count - 1].bytes[0] == 0) count--;
  for (size_t i = 0; i < count; i++) {
    const char *cell = (const char *)line->cells[i].bytes;
    const size_t width = count_characters(cell);
    fputs(cell, stdout);
    if (i + 1 < count) printf("%*s", width < widths[i] ? (int)(widths[i] - width) + 2 : 2, "");
  }
  putchar('\n');
}

static bool print_lines(const struct parts *parts, const struct layout_option *option,
                        const struct key_form *form, const uint8_t *key, struct failure *failure) {
  const size_t count = parts->explanation->field_count;
  struct line *lines = calloc(count + 1, sizeof *lines);
  size_t widths[CELLS] = {0};
  bool done = lines != NULL;
  for (size_t i = 0; i < count && done; i++) {
    done = set_line(parts, option, form, key, i, &lines[i]);
    for (size_t cell = 0; cell < CELLS && done; cell++) {
      const size_t width = count_characters((const char *)lines[i].cells[cell].bytes);
      if (width > widths[cell]) widths[cell] = width < PADDED_MAX ? width : PADDED_MAX;
    }
  }
  for (size_t i = 0; i < count && done; i++) print_line(&lines[i], widths);
  for (size_t i = 0; i < count && lines != NULL; i++)
    for (size_t cell = 0; cell < CELLS; cell++) buffer_free(&lines[i].cells[cell]);
  free(lines);
  return done || fail_memory(failure);
}

bool print_key_fields(const struct layout_option *option, const rowkey_layout *layout,
                      const struct columns *columns, const struct key_form *form, const uint8_t *key,
                      size_t size, struct failure *failure) {
  struct parts parts = {.layout = layout, .columns = columns};
  const bool done = make_parts(&parts, failure) && take_apart(&parts, key, size, failure) &&
                    print_lines(&parts, option, form, key, failure);
  free_parts(&parts);
  return done;
}
