/* From a template to the values and sequences of its layout. */
#include "layout/layout.h"

#include "layout/builder.h"
#include "layout/parser.h"

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

static bool check_new_name(const struct builder *builder, const struct definition *definition,
                           struct slice name) {
  const struct rowkey_layout *layout = builder->layout;
  for (size_t i = 0; i < layout->column_count; i++)
    if (slice_is(name, layout->columns[i].name))
      return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, definition->begin,
                         "a name that no column has", "there is a column %s", rowkey_show(name).text);
  return true;
}

/* They hide no column. */
static bool check_new_names(const struct builder *builder, const struct definition *definition) {
  for (; definition != NULL; definition = definition->next) {
    if (!check_new_name(builder, definition, definition->name)) return false;
    for (size_t i = 0; i < definition->count; i++)
      if (!check_new_name(builder, definition, definition->parameters[i])) return false;
  }
  return true;
}

static bool check_uses(const struct builder *builder, const struct definition *definition) {
  for (; definition != NULL; definition = definition->next)
    if (!definition->used)
      return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, definition->begin,
                         "an expression after it that uses it", "%s is defined and not used",
                         rowkey_show(definition->name).text);
  return true;
}

static bool build(struct builder *builder, const struct template *template, struct slice terminator) {
  struct rowkey_layout *layout = builder->layout;
  layout->random_calls = template->random_calls;
  if (!check_new_names(builder, template->definitions) || !add_items(builder, template) ||
      !check_uses(builder, template->definitions))
    return false;
  if (layout->key.count == 0)
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_SYNTAX, 0,
                       "literal text or a field such as {id:010d}", "the layout is empty");
  return rowkey_check_delimiters(builder, &layout->key) &&
         rowkey_add_literal(builder, &layout->key, terminator.at, terminator.size, layout->length) &&
         rowkey_finish_sequence(builder, &layout->key);
}

bool rowkey_layout_build(struct rowkey_layout *layout, struct slice terminator, rowkey_error *error) {
  struct builder builder = {.diagnostic = {layout->text, layout->length, error}, .layout = layout};
  struct template template;
  return rowkey_parse_template(&builder.diagnostic, &layout->arena, &template) &&
         build(&builder, &template, terminator);
}
