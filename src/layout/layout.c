/* Compilation of a template, and what can be asked about the result. */
#include <rowkey/layout.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "layout/builder.h"
#include "layout/compile.h"
#include "layout/parser.h"
#include "plan/may_hold.h"
#include "plan/recovery.h"

/* Far more than any key's template, and little enough that compilation takes milliseconds. */
enum { TEMPLATE_LENGTH_MAX = 65536 };

static bool argument_error(rowkey_error *error, size_t column, const char *text) {
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
  if (error != NULL) error->column = column;
  return false;
}

static bool check_arguments(const char *text, size_t length, const rowkey_column *columns,
                            size_t column_count, rowkey_error *error) {
  if (length > TEMPLATE_LENGTH_MAX)
    return argument_error(error, ROWKEY_NONE, "the template is too long (expected at most 65536 bytes)");
  if (text == NULL && length != 0)
    return argument_error(error, ROWKEY_NONE, "the template is NULL (expected text of the length given)");
  if (columns == NULL && column_count != 0)
    return argument_error(error, ROWKEY_NONE, "the columns are NULL (expected as many as their count says)");
  for (size_t i = 0; i < column_count; i++) {
    if (columns[i].name == NULL)
      return argument_error(error, i, "a column's name is NULL (expected a string)");
    int type = (int)columns[i].type;
    if (type < ROWKEY_U64 || type > ROWKEY_F32)
      return argument_error(error, i,
                            "a column's type is unknown (expected ROWKEY_U64, ROWKEY_I64, ROWKEY_TEXT, "
                            "ROWKEY_F64 or ROWKEY_F32)");
  }
  return true;
}

static bool copy_arguments(struct rowkey_layout *layout, const char *text, size_t length,
                           const rowkey_column *columns, size_t column_count) {
  struct arena *arena = &layout->arena;
  layout->text = rowkey_arena_copy(arena, text, length);
  layout->length = length;
  layout->columns = rowkey_arena_allocate_array(arena, column_count, sizeof *columns);
  if (layout->text == NULL || layout->columns == NULL) return false;
  layout->column_count = column_count;
  for (size_t i = 0; i < column_count; i++) {
    const char *name = rowkey_arena_copy(arena, columns[i].name, strlen(columns[i].name));
    if (name == NULL) return false;
    layout->columns[i] = (rowkey_column){name, columns[i].type};
  }
  return true;
}

static void mark_parts(const struct sequence *sequence) {
  for (size_t i = 0; i < sequence->count; i++)
    if (sequence->parts[i].kind != PART_LITERAL)
      sequence->parts[i].value->used = sequence->parts[i].written->used = true;
}

/* Operands stand before the values made from them, so that one pass from the last to the first finds all. A
 * constant text is no step: a decoder's layout shares it with the one that it checks, which stays as it is.
 */
void rowkey_mark_used(struct rowkey_layout *layout) {
  mark_parts(&layout->key);
  for (size_t i = layout->value_count; i-- > 0;) {
    const struct value *value = layout->values[i];
    if (!value->used) continue;
    if (value->a != NULL) value->a->used = true;
    if (value->b != NULL && value->b->kind != VALUE_TEXT_CONSTANT && value->kind != VALUE_MODULO_CONSTANT)
      value->b->used = true;
    if (value->message != NULL) mark_parts(value->message);
  }
}

static bool add_item(struct builder *builder, struct sequence *sequence, const struct item *item) {
  return item->field != NULL
             ? rowkey_add_field(builder, sequence, item->field)
             : rowkey_add_literal(builder, sequence, item->literal.at, item->literal.size, item->begin);
}

/* From the last item to the first, so that what `rest` stands for is there when a field asks for it. */
static bool add_items_backwards(struct builder *builder, const struct item *first) {
  struct arena *arena = &builder->layout->arena;
  size_t count = 0;
  for (const struct item *item = first; item != NULL; item = item->next) count++;
  const struct item **items = rowkey_arena_allocate_array(arena, count, sizeof(const struct item *));
  struct sequence *sequences = rowkey_arena_allocate_array(arena, count, sizeof *sequences);
  if (items == NULL || sequences == NULL) return false;
  for (size_t i = 0; i < count; i++, first = first->next) items[i] = first;
  for (size_t i = count; i-- > 0;) {
    builder->rest = sequences + i + 1;
    builder->rest_count = count - i - 1;
    if (!add_item(builder, &sequences[i], items[i])) return false;
  }
  for (size_t i = 0; i < count; i++)
    if (!rowkey_append_sequence(builder, &builder->layout->key, &sequences[i], items[i]->begin)) return false;
  return true;
}

static bool add_items(struct builder *builder, const struct template *template) {
  if (template->uses_rest) return add_items_backwards(builder, template->items);
  for (const struct item *item = template->items; item != NULL; item = item->next)
    if (!add_item(builder, &builder->layout->key, item)) return false;
  return true;
}

static bool build(struct builder *builder, const struct template *template, struct slice terminator) {
  struct rowkey_layout *layout = builder->layout;
  layout->random_calls = template->random_calls;
  if (!add_items(builder, template)) return false;
  if (layout->key.count == 0)
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_SYNTAX, 0,
                       "literal text or a field such as {id:010d}", "the layout is empty");
  if (!rowkey_check_delimiters(builder, &layout->key) ||
      !rowkey_add_literal(builder, &layout->key, terminator.at, terminator.size, layout->length) ||
      !rowkey_finish_sequence(builder, &layout->key))
    return false;
  rowkey_mark_used(layout);
  rowkey_find_bytes(layout);
  return rowkey_find_recovery(layout);
}

static bool compile(struct rowkey_layout *layout, struct slice terminator, rowkey_error *error) {
  struct builder builder = {.diagnostic = {layout->text, layout->length, error}, .layout = layout};
  struct template template;
  return rowkey_parse_template(&builder.diagnostic, &layout->arena, &template) &&
         build(&builder, &template, terminator);
}

rowkey_layout *rowkey_layout_compile_terminated(const char *text, size_t length, struct slice terminator,
                                                const rowkey_column *columns, size_t column_count,
                                                rowkey_error *error) {
  if (!check_arguments(text, length, columns, column_count, error)) return NULL;
  struct rowkey_layout *layout = calloc(1, sizeof *layout);
  if (layout != NULL && copy_arguments(layout, text, length, columns, column_count) &&
      compile(layout, terminator, error))
    return layout;
  if (layout == NULL || layout->arena.exhausted)
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while compiling the layout");
  rowkey_layout_free(layout);
  return NULL;
}

rowkey_layout *rowkey_layout_compile(const char *text, size_t length, const rowkey_column *columns,
                                     size_t column_count, rowkey_error *error) {
  return rowkey_layout_compile_terminated(text, length, (struct slice){NULL, 0}, columns, column_count,
                                          error);
}

void rowkey_layout_free(rowkey_layout *layout) {
  if (layout == NULL) return;
  rowkey_arena_free(&layout->arena);
  free(layout);
}

size_t rowkey_layout_key_width(const rowkey_layout *layout) {
  return layout->key.fixed ? layout->key.width : ROWKEY_NONE;
}

bool rowkey_layout_uses(const rowkey_layout *layout, size_t index) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value_is_column(value) && value->used && value->column == index) return true;
  }
  return false;
}

bool rowkey_layout_may_hold(const rowkey_layout *layout, uint8_t byte) {
  return (layout->may_hold[byte / 8] >> (byte & 7) & 1) != 0;
}

bool rowkey_layout_may_add(const rowkey_layout *layout, uint8_t byte) {
  return (layout->may_add[byte / 8] >> (byte & 7) & 1) != 0;
}
