/* Layouts derived from others. */
#include "plan/derived.h"

#include <stdlib.h>
#include <string.h>

#include "plan/steps.h"

/* ---- Columns in place of the values that were read ------------------------------------------- */

/* The checking layout's counterpart of a value of the layout. Constant text and floats are shared, because
 * they are not among the values. */
static struct value *twin(const struct rowkey_layout *checking, struct value *value) {
  return value == NULL || value->kind == VALUE_TEXT_CONSTANT || value->kind == VALUE_FLOAT_CONSTANT
             ? value
             : checking->values[value->index];
}

static bool copy_sequence(struct rowkey_layout *checking, const struct sequence *from, struct sequence *to) {
  *to = *from;
  to->parts = rowkey_arena_allocate_array(&checking->arena, from->count, sizeof *to->parts);
  to->pieces = rowkey_arena_allocate_array(&checking->arena, from->piece_count, sizeof *to->pieces);
  if (to->parts == NULL || to->pieces == NULL) return false;
  for (size_t i = 0; i < from->count; i++) {
    struct part *part = &to->parts[i];
    *part = from->parts[i];
    part->value = twin(checking, part->value);
    part->written = twin(checking, part->written);
  }
  for (size_t i = 0; i < from->piece_count; i++) {
    struct piece *piece = &to->pieces[i];
    *piece = from->pieces[i];
    if (piece->varying != NULL) piece->varying = to->parts + (piece->varying - from->parts);
  }
  return true;
}

static bool copy_value(struct rowkey_layout *checking, struct value *value) {
  value->used = false;
  value->a = twin(checking, value->a);
  value->b = twin(checking, value->b);
  if (value->message == NULL) return true;
  struct sequence *message = rowkey_arena_allocate(&checking->arena, sizeof *message);
  if (message == NULL || !copy_sequence(checking, value->message, message)) return false;
  value->message = message;
  return true;
}

static enum value_kind column_kind(enum value_type type) {
  switch (type) {
    case TYPE_TEXT:
      return VALUE_TEXT_COLUMN;
    case TYPE_HASH:
      return VALUE_DIGEST_COLUMN;
    case TYPE_FLOAT:
      return VALUE_FLOAT_COLUMN;
    default:
      return VALUE_INTEGER_COLUMN;
  }
}

static void become_column(struct value *value, size_t column) {
  *value = (struct value){.kind = column_kind(value->type),
                          .type = value->type,
                          .is_float32 = value_is_float32(value),
                          .range = value->range,
                          .column = column,
                          .max_length = value->max_length,
                          .fixed_width = value->fixed_width,
                          .width = value->type == TYPE_HASH ? value->width : 0,
                          .source = value->source,
                          .offset = value->offset,
                          .index = value->index};
}

/* The column that value `index` becomes, or ROWKEY_NONE. If a column comes back with its nulls, encoding
 * makes its replacements and null markers again. Any other coalesce that is not read becomes its column
 * alone, which then has no nulls: the replacement may be a column that does not come back. */
static size_t column_in_place_of(const struct recovery *recovery, size_t index) {
  const struct value *value = recovery->layout->values[index];
  const bool is_of_nulls = value->kind == VALUE_COALESCE || value->kind == VALUE_NULL_MARKER;
  const bool is_read = recovery->columns[index] != ROWKEY_NONE;
  if (is_of_nulls && recovers_nulls(recovery, value->a->column)) return ROWKEY_NONE;
  return !is_read && value->kind == VALUE_COALESCE ? value->a->column : recovery->columns[index];
}

static bool copy_values(struct rowkey_layout *copy, const struct columns_for_values *given) {
  const struct rowkey_layout *layout = given->layout;
  struct value *values = rowkey_arena_allocate_array(&copy->arena, layout->value_count, sizeof *values);
  copy->values = rowkey_arena_allocate_array(&copy->arena, layout->value_count, sizeof *copy->values);
  if (values == NULL || copy->values == NULL) return false;
  for (size_t i = 0; i < layout->value_count; i++) {
    values[i] = *layout->values[i];
    copy->values[i] = &values[i];
  }
  for (size_t i = 0; i < layout->value_count; i++) {
    const size_t column = given->columns[i];
    if (column != ROWKEY_NONE && !value_is_column(&values[i])) become_column(&values[i], column);
    if (!copy_value(copy, &values[i])) return false;
  }
  return true;
}

/* The type of a column that holds the value. */
static rowkey_type type_of(const struct value *value) {
  switch (value->type) {
    case TYPE_TEXT:
      return ROWKEY_TEXT;
    case TYPE_I64:
      return ROWKEY_I64;
    case TYPE_FLOAT:
      return value_is_float32(value) ? ROWKEY_F32 : ROWKEY_F64;
    default:
      return ROWKEY_U64;
  }
}

/* Names each added column after the expression that makes its value. */
static bool name_columns(struct rowkey_layout *copy, const struct columns_for_values *given) {
  const struct rowkey_layout *layout = given->layout;
  const size_t count = given->column_count;
  copy->columns = rowkey_arena_allocate_array(&copy->arena, count, sizeof *copy->columns);
  if (copy->columns == NULL) return false;
  copy->column_count = count;
  if (layout->column_count != 0)
    memcpy(copy->columns, layout->columns, layout->column_count * sizeof *layout->columns);
  for (size_t i = layout->column_count; i < count; i++) {
    const struct value *value = given->column_values[i];
    const char *name = rowkey_arena_copy(&copy->arena, value->source.at, value->source.size);
    if (name == NULL) return false;
    copy->columns[i] = (rowkey_column){.name = name, .type = type_of(value)};
  }
  return true;
}

struct rowkey_layout *rowkey_make_layout_of_columns(const struct columns_for_values *given) {
  struct rowkey_layout *copy = calloc(1, sizeof *copy);
  if (copy == NULL) return NULL;
  *copy = *given->layout;
  copy->arena = (struct arena){NULL, 0, false};
  copy->kept_types = 0;
  copy->key_encoders = NULL;
  if (!copy_values(copy, given) || !copy_sequence(copy, &given->layout->key, &copy->key) ||
      !name_columns(copy, given) || !rowkey_mark_used(copy)) {
    rowkey_layout_free(copy);
    return NULL;
  }
  rowkey_choose_steps(copy);
  return copy;
}

struct rowkey_layout *rowkey_make_checking_layout(const struct recovery *recovery) {
  const size_t count = recovery->layout->value_count;
  size_t *columns = malloc((count + 1) * sizeof *columns);
  if (columns == NULL) return NULL;
  for (size_t i = 0; i < count; i++) columns[i] = column_in_place_of(recovery, i);
  struct rowkey_layout *checking = rowkey_make_layout_of_columns(&(struct columns_for_values){
      recovery->layout, columns, recovery->column_count, recovery->column_values});
  free(columns);
  if (checking != NULL) checking->random_calls = 0; /* their numbers are read */
  return checking;
}

/* ---- A run of parts -------------------------------------------------------------------------- */

/* Replaces each value that is not needed by a placeholder, the last value, which no sequence uses. */
static bool choose_values(struct rowkey_layout *part, const struct rowkey_layout *layout, size_t first,
                          size_t count) {
  const size_t values = layout->value_count;
  struct value *unused = rowkey_arena_allocate(&part->arena, sizeof *unused);
  bool *needed = rowkey_arena_allocate_array(&part->arena, values, sizeof *needed);
  part->values = rowkey_arena_allocate_array(&part->arena, values + 1, sizeof *part->values);
  if (unused == NULL || needed == NULL || part->values == NULL) return false;
  rowkey_mark_values(layout, layout->key.parts + first, count, true, needed);
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
  return rowkey_arrange_sequence(part, key);
}

struct rowkey_layout *rowkey_make_part_layout(const struct rowkey_layout *layout, size_t first,
                                              size_t count) {
  struct rowkey_layout *part = malloc(sizeof *part);
  if (part == NULL) return NULL;
  *part = *layout;
  part->arena = (struct arena){NULL, 0, false};
  part->kept_types = 0;
  part->key_encoders = NULL;
  if (choose_values(part, layout, first, count) && make_key(part, &layout->key, first, count)) return part;
  rowkey_layout_free(part);
  return NULL;
}
