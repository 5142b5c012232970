/* Expressions to values. */
#include <string.h>

#include "layout/builder.h"
#include "text/names.h"

struct slice rowkey_source_of(const struct builder *builder, size_t begin, size_t end) {
  return (struct slice){builder->layout->text + begin, end - begin};
}

struct value *rowkey_intern_at(struct builder *builder, struct value *wanted, const struct node *node) {
  wanted->source = rowkey_source_of(builder, node->begin, node->end);
  wanted->offset = node->begin;
  return rowkey_intern(builder, wanted);
}

struct value *rowkey_type_error(const struct builder *builder, size_t offset, const char *expected,
                                const char *problem) {
  rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, offset, expected, "%s", problem);
  return NULL;
}

/* ---- Columns --------------------------------------------------------------------------------- */

static struct slice column_name(const void *context, size_t index) {
  const struct rowkey_layout *layout = context;
  if (index >= layout->column_count) return (struct slice){NULL, 0};
  return (struct slice){layout->columns[index].name, strlen(layout->columns[index].name)};
}

static struct value *unknown_column(struct builder *builder, const struct node *node) {
  const struct rowkey_layout *layout = builder->layout;
  if (slice_is(node->text, "line"))
    return rowkey_type_error(builder, node->begin, "records with a text column named line",
                             "the layout uses the whole record, which these records do not have");
  struct suggestion suggestion = rowkey_suggest(node->text, "columns", column_name, layout);
  rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_COLUMN, node->begin,
              layout->column_count == 0 ? "no column: the records have none" : suggestion.text,
              "there is no column %s", rowkey_show(node->text).text);
  return NULL;
}

struct value *rowkey_check_column(struct builder *builder, const struct node *node, bool null_allowed) {
  const struct rowkey_layout *layout = builder->layout;
  if (slice_is(node->text, "rest"))
    return rowkey_type_error(builder, node->begin, "rest alone among the arguments of a hash or of reverse",
                             "the rest of the key is not a value of its own");
  size_t found = layout->column_count;
  for (size_t i = 0; i < layout->column_count; i++) {
    if (!slice_is(node->text, layout->columns[i].name)) continue;
    if (found < layout->column_count)
      return rowkey_type_error(builder, node->begin, "a name that only one column has",
                               "two columns have this name");
    found = i;
  }
  if (found == layout->column_count) return unknown_column(builder, node);
  struct value value = {.kind = VALUE_INTEGER_COLUMN,
                        .type = TYPE_U64,
                        .column = found,
                        .null_allowed = null_allowed,
                        .unit = layout->columns[found].unit};
  switch (layout->columns[found].type) {
    case ROWKEY_U64:
      value.range = rowkey_range_u64();
      break;
    case ROWKEY_I64:
      value.type = TYPE_I64;
      value.range = rowkey_range_i64();
      break;
    case ROWKEY_TEXT:
      value.type = TYPE_TEXT;
      value.kind = VALUE_TEXT_COLUMN;
      value.fixed_width = layout->columns[found].width;
      break;
    case ROWKEY_F64:
    case ROWKEY_F32:
      value.type = TYPE_FLOAT;
      value.kind = VALUE_FLOAT_COLUMN;
      value.is_float32 = layout->columns[found].type == ROWKEY_F32;
      break;
  }
  return rowkey_intern_at(builder, &value, node);
}

static struct value *text_constant(struct builder *builder, const struct node *node) {
  struct value *value = rowkey_arena_allocate(&builder->layout->arena, sizeof *value);
  if (value != NULL)
    *value = (struct value){.kind = VALUE_TEXT_CONSTANT, .type = TYPE_TEXT, .text = node->text};
  return value;
}

struct value *rowkey_check_expression(struct builder *builder, const struct node *node) {
  if (node->is_constant) return rowkey_check_constant(builder, node);
  switch (node->kind) {
    case NODE_INTEGER:   /* is constant */
    case NODE_PARAMETER: /* in definitions alone, which are expanded */
      break;
    case NODE_FLOAT:
      return rowkey_float_constant(builder, node, false);
    case NODE_STRING:
      return text_constant(builder, node);
    case NODE_NAME:
      return rowkey_check_column(builder, node, false);
    case NODE_CALL:
      return rowkey_check_call(builder, node);
    case NODE_NEGATE:
      return rowkey_check_negation(builder, node);
    case NODE_BINARY:
      return rowkey_check_binary(builder, node);
  }
  return NULL;
}
