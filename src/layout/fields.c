/* Fields, in braces or as arguments of a hash: which bytes a value becomes. */
#include "layout/field.h"

size_t rowkey_field_offset(const struct field *field) {
  return field->node->format.at != NULL ? field->node->format_offset : field->node->begin;
}

bool rowkey_wrong_format(struct builder *builder, const struct field *field, const char *what,
                         const char *expected) {
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, rowkey_field_offset(field), expected,
                     "%s cannot be written as %s", what, rowkey_show(field->node->format).text);
}

struct part rowkey_new_part(struct builder *builder, const struct field *field, enum part_kind kind,
                            size_t width) {
  return (struct part){.kind = kind,
                       .width = width,
                       .value = field->value,
                       .written = field->value,
                       .upper = field->format.upper,
                       .inverted = field->format.inverted,
                       .delimiter = -1,
                       .source = rowkey_source_of(builder, field->node->begin, field->node->end),
                       .source_offset = field->node->begin};
}

bool rowkey_add_constant(struct builder *builder, struct sequence *sequence, const struct field *field,
                         const char *bytes, size_t size) {
  size_t offset = field->node->begin;
  if (!field->format.inverted) return rowkey_add_literal(builder, sequence, bytes, size, offset);
  char *inverted = rowkey_arena_copy(&builder->layout->arena, bytes, size);
  if (inverted == NULL) return false;
  for (size_t i = 0; i < size; i++) inverted[i] = (char)~inverted[i];
  return rowkey_add_literal(builder, sequence, inverted, size, offset);
}

static struct format default_format(const struct value *value) {
  switch (value->type) {
    case TYPE_U64:
    case TYPE_I64:
      return (struct format){.kind = FORMAT_DECIMAL};
    case TYPE_FLOAT:
      return (struct format){.kind = FORMAT_FLOAT, .width = value->is_float32 ? 4 : 8};
    case TYPE_HASH:
    case TYPE_TEXT:
      break;
  }
  return (struct format){.kind = FORMAT_TEXT};
}

bool rowkey_add_field(struct builder *builder, struct sequence *sequence, const struct field_node *node) {
  struct field field = {.node = node, .value = rowkey_check_expression(builder, node->expression)};
  if (field.value == NULL) return false;
  field.format = default_format(field.value);
  if (node->format.at != NULL &&
      !rowkey_parse_format(&builder->diagnostic, node->format, node->format_offset, &field.format))
    return false;
  switch (field.value->type) {
    case TYPE_U64:
    case TYPE_I64:
      return rowkey_add_integer(builder, sequence, &field);
    case TYPE_FLOAT:
      return rowkey_add_float(builder, sequence, &field);
    case TYPE_HASH:
      return rowkey_add_hash(builder, sequence, &field);
    case TYPE_TEXT:
      break;
  }
  return rowkey_add_text(builder, sequence, &field);
}
