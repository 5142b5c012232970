/* Which columns come back, for those who ask about a layout. */
#include <rowkey/decode.h>

#include "plan/recovery.h"

/* Marks the values that stand in the sequence other than as what is hashed. */
static void mark_parts(const struct sequence *sequence, bool *shown) {
  for (size_t i = 0; i < sequence->count; i++)
    if (sequence->parts[i].kind != PART_LITERAL)
      shown[sequence->parts[i].value->index] = shown[sequence->parts[i].written->index] = true;
}

static void mark_operand(const struct value *operand, bool *shown) {
  if (operand != NULL && operand->kind != VALUE_TEXT_CONSTANT) shown[operand->index] = true;
}

/* Operands stand before the values made from them, so that one pass from the last to the first finds all. */
static void mark_shown(const struct rowkey_layout *layout, bool *shown) {
  mark_parts(&layout->key, shown);
  for (size_t i = layout->value_count; i-- > 0;) {
    const struct value *value = layout->values[i];
    if (!shown[i] || value->kind == VALUE_HASH) continue;
    mark_operand(value->a, shown);
    mark_operand(value->b, shown);
    if (value->message != NULL) mark_parts(value->message, shown);
  }
}

/* A column can be used as two values: one whose nulls are replaced, and one that has none. */
static void classify(struct rowkey_layout *layout, const struct recovery *recovery, const bool *shown) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_is_column(value)) continue;
    uint8_t *column = &layout->recovery[value->column];
    if (recovery->column_values[value->column] != NULL)
      *column = ROWKEY_RECOVERED;
    else if (shown[i] || *column == ROWKEY_REDUCED)
      *column = ROWKEY_REDUCED;
    else
      *column = ROWKEY_HASHED;
  }
}

bool rowkey_find_recovery(struct rowkey_layout *layout) {
  struct arena arena = {NULL, 0, false};
  struct recovery recovery;
  layout->recovery = rowkey_arena_allocate(&layout->arena, layout->column_count);
  bool *shown = rowkey_arena_allocate_array(&arena, layout->value_count, sizeof *shown);
  bool good = layout->recovery != NULL && shown != NULL && rowkey_recover(&arena, layout, &recovery);
  if (good) {
    for (size_t i = 0; i < layout->column_count; i++) layout->recovery[i] = ROWKEY_UNUSED;
    mark_shown(layout, shown);
    classify(layout, &recovery, shown);
  }
  layout->arena.exhausted |= !good;
  rowkey_arena_free(&arena);
  return good;
}

rowkey_recovery rowkey_layout_recovery(const rowkey_layout *layout, size_t column) {
  return column < layout->column_count ? (rowkey_recovery)layout->recovery[column] : ROWKEY_UNUSED;
}
