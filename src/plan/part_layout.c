#include "plan/part_layout.h"

#include <stdlib.h>
#include <string.h>

#include "layout/builder.h"

/* Whether each value of the layout is one that the parts are made from. */
static void need_parts(bool *needed, const struct sequence *sequence, size_t first, size_t count) {
  for (size_t i = first; i < first + count; i++)
    if (sequence->parts[i].kind != PART_LITERAL)
      needed[sequence->parts[i].value->index] = needed[sequence->parts[i].written->index] = true;
}

static bool is_among_values(const struct value *value) {
  return value != NULL && value->kind != VALUE_TEXT_CONSTANT;
}

/* Operands stand before the values made from them. */
static void need_operands(bool *needed, const struct rowkey_layout *layout) {
  for (size_t i = layout->value_count; i-- > 0;) {
    if (!needed[i]) continue;
    const struct value *value = layout->values[i];
    if (is_among_values(value->a)) needed[value->a->index] = true;
    if (is_among_values(value->b)) needed[value->b->index] = true;
    if (value->message != NULL) need_parts(needed, value->message, 0, value->message->count);
  }
}

/* Values that are not needed give their place to one that no sequence uses, the last of all. */
static bool choose_values(struct rowkey_layout *part, const struct rowkey_layout *layout, size_t first,
                          size_t count) {
  const size_t values = layout->value_count;
  struct value *unused = rowkey_arena_allocate(&part->arena, sizeof *unused);
  bool *needed = rowkey_arena_allocate_array(&part->arena, values, sizeof *needed);
  part->values = rowkey_arena_allocate_array(&part->arena, values + 1, sizeof *part->values);
  if (unused == NULL || needed == NULL || part->values == NULL) return false;
  need_parts(needed, &layout->key, first, count);
  need_operands(needed, layout);
  unused->index = values;
  for (size_t i = 0; i < values; i++) part->values[i] = needed[i] ? layout->values[i] : unused;
  part->values[values] = unused;
  part->value_count = values + 1;
  return true;
}

static bool make_key(struct rowkey_layout *part, const struct sequence *whole, size_t first, size_t count) {
  struct sequence *key = &part->key;
  *key = (struct sequence){
      .literals = whole->literals, .literal_size = whole->literal_size, .count = count, .capacity = count};
  key->parts = rowkey_arena_allocate_array(&part->arena, count, sizeof *key->parts);
  if (key->parts == NULL) return false;
  memcpy(key->parts, whole->parts + first, count * sizeof *key->parts);
  for (size_t i = 0; i < count; i++) key->width += key->parts[i].width;
  struct builder builder = {.diagnostic = {part->text, part->length, NULL}, .layout = part};
  return rowkey_finish_sequence(&builder, key);
}

struct rowkey_layout *rowkey_make_part_layout(const struct rowkey_layout *layout, size_t first,
                                              size_t count) {
  struct rowkey_layout *part = malloc(sizeof *part);
  if (part == NULL) return NULL;
  *part = *layout;
  part->arena = (struct arena){NULL, 0, false};
  if (choose_values(part, layout, first, count) && make_key(part, &layout->key, first, count)) return part;
  rowkey_layout_free(part);
  return NULL;
}
