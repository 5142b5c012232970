/* Types and ranges of expressions.
 *
 * Integers are u64 or i64. Two of one type make that type; a constant that is not negative takes the type of
 * the other side; a u64 beside an i64 is computed as an i64. A result outside its type is an error of the
 * row, or of the template when no row could avoid it.
 */
#include <string.h>

#include "layout/builder.h"
#include "layout/format.h"
#include "layout/names.h"

static struct range range_of_type(enum value_type type) {
  return type == TYPE_I64 ? rowkey_range_i64() : rowkey_range_u64();
}

static const char *type_name(enum value_type type) { return type == TYPE_I64 ? "an i64" : "a u64"; }

struct slice rowkey_source_of(const struct builder *builder, size_t begin, size_t end) {
  return (struct slice){builder->layout->text + begin, end - begin};
}

static struct value *intern_at(struct builder *builder, struct value *wanted, const struct node *node) {
  wanted->source = rowkey_source_of(builder, node->begin, node->end);
  wanted->offset = node->begin;
  return rowkey_intern(builder, wanted);
}

static struct value *type_error(const struct builder *builder, size_t offset, const char *expected,
                                const char *problem) {
  rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, offset, expected, "%s", problem);
  return NULL;
}

static struct value *constant(struct builder *builder, struct integer number, enum value_type type,
                              const struct node *node) {
  return intern_at(
      builder,
      &(struct value){.kind = VALUE_CONSTANT, .type = type, .range = rowkey_range_of(number, number)}, node);
}

/* The result of an operation on constants, computed without bounds: it must fit one of the two types. */
static struct value *folded(struct builder *builder, struct range result, const struct node *node) {
  if (!rowkey_range_within(result, rowkey_range_u64()) && !rowkey_range_within(result, rowkey_range_i64())) {
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->begin,
                "a result from -9223372036854775808 to 18446744073709551615",
                "this constant is neither a u64 nor an i64");
    return NULL;
  }
  return constant(builder, result.low, result.low.negative ? TYPE_I64 : TYPE_U64, node);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static struct slice column_name(const void *context, size_t index) {
  const struct rowkey_layout *layout = context;
  if (index >= layout->column_count) return (struct slice){NULL, 0};
  return (struct slice){layout->columns[index].name, strlen(layout->columns[index].name)};
}

static bool is_name(struct slice name, const char *text) {
  return strncmp(text, name.at, name.size) == 0 && text[name.size] == '\0';
}

static struct value *unknown_column(struct builder *builder, const struct node *node) {
  const struct rowkey_layout *layout = builder->layout;
  if (is_name(node->text, "line"))
    return type_error(builder, node->begin, "records with a text column of the name line",
                      "the layout uses the whole record, which these records do not have");
  struct suggestion suggestion = rowkey_suggest(node->text, "columns", column_name, layout);
  rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->begin,
              layout->column_count == 0 ? "no column: the records have none" : suggestion.text,
              "there is no column %s", rowkey_show(node->text).text);
  return NULL;
}

static struct value *check_column(struct builder *builder, const struct node *node) {
  const struct rowkey_layout *layout = builder->layout;
  size_t found = layout->column_count;
  for (size_t i = 0; i < layout->column_count; i++) {
    if (!is_name(node->text, layout->columns[i].name)) continue;
    if (found < layout->column_count)
      return type_error(builder, node->begin, "a name that only one column has",
                        "two columns have this name");
    found = i;
  }
  if (found == layout->column_count) return unknown_column(builder, node);
  struct value value = {.kind = VALUE_INTEGER_COLUMN, .column = found};
  switch (layout->columns[found].type) {
    case ROWKEY_U64:
      value.type = TYPE_U64;
      break;
    case ROWKEY_I64:
      value.type = TYPE_I64;
      break;
    case ROWKEY_TEXT:
      value.type = TYPE_TEXT;
      value.kind = VALUE_TEXT_COLUMN;
      break;
  }
  if (value.type != TYPE_TEXT) value.range = range_of_type(value.type);
  return intern_at(builder, &value, node);
}

/* ---- Operators ------------------------------------------------------------------------------- */

static bool require_integer(const struct builder *builder, const struct value *value,
                            const struct node *node) {
  if (value->type == TYPE_TEXT)
    return type_error(builder, node->begin, "a number", "text cannot be computed with") != NULL;
  if (value->type == TYPE_HASH)
    return type_error(builder, node->begin, "a number, such as the hash modulo a constant: md5(id) % 1000",
                      "a hash of 128 bits cannot be computed with, but for % and a constant") != NULL;
  return true;
}

/* `value` as an i64. */
static struct value *to_i64(struct builder *builder, struct value *value, const struct node *node) {
  if (value->type == TYPE_I64) return value;
  if (rowkey_range_apart(value->range, rowkey_range_i64()))
    return type_error(builder, node->begin, "at most 9223372036854775807",
                      "this is too large for the i64 that it is used with");
  if (value->kind == VALUE_CONSTANT) return constant(builder, value->range.low, TYPE_I64, node);
  return intern_at(builder,
                   &(struct value){.kind = VALUE_TO_I64,
                                   .type = TYPE_I64,
                                   .a = value,
                                   .range = rowkey_range_common(value->range, rowkey_range_i64()),
                                   .checked = !rowkey_range_within(value->range, rowkey_range_i64())},
                   node);
}

/* Brings both sides to one type. Constants that are not negative are u64 so far. */
static bool unify(struct builder *builder, struct value **left, struct value **right,
                  const struct node *node) {
  if ((*left)->type == TYPE_U64 && (*right)->type == TYPE_U64) return true;
  *left = to_i64(builder, *left, node->left);
  if (*left == NULL) return false;
  *right = to_i64(builder, *right, node->right);
  return *right != NULL;
}

static const rowkey_divisor *make_divisor(struct builder *builder, uint64_t divisor) {
  rowkey_divisor *constants = rowkey_arena_allocate(&builder->layout->arena, sizeof *constants);
  if (constants == NULL) return NULL;
  rowkey_divisor_init(constants, divisor);
  return constants;
}

static struct value *modulo_constant(struct builder *builder, struct value *left, struct value *right,
                                     const struct node *node) {
  struct value wanted = {.kind = VALUE_MODULO_CONSTANT, .type = left->type, .a = left, .b = right};
  if (left->type == TYPE_HASH) {
    wanted.type = TYPE_U64;
    wanted.range = rowkey_range_modulo(rowkey_range_u64(), right->range);
  } else {
    wanted.range = rowkey_range_modulo(left->range, right->range);
  }
  struct value *value = intern_at(builder, &wanted, node);
  if (value != NULL && value->divisor == NULL)
    value->divisor = make_divisor(builder, right->range.low.magnitude);
  return value == NULL || value->divisor == NULL ? NULL : value;
}

static struct value *hash_modulo(struct builder *builder, struct value *left, struct value *right,
                                 const struct node *node) {
  if (right->kind != VALUE_CONSTANT || right->range.low.negative || right->range.low.magnitude == 0)
    return type_error(builder, node->right->begin, "a constant from 1 to 18446744073709551615",
                      "a hash cannot be divided by this");
  return modulo_constant(builder, left, right, node);
}

static struct value *check_binary(struct builder *builder, const struct node *node) {
  struct value *left = rowkey_check_expression(builder, node->left);
  struct value *right = left == NULL ? NULL : rowkey_check_expression(builder, node->right);
  if (right == NULL) return NULL;
  if (left->type == TYPE_HASH && node->operator_sign == '%') return hash_modulo(builder, left, right, node);
  if (!require_integer(builder, left, node->left) || !require_integer(builder, right, node->right))
    return NULL;

  bool fold = left->kind == VALUE_CONSTANT && right->kind == VALUE_CONSTANT;
  if (!fold && !unify(builder, &left, &right, node)) return NULL;
  if (node->operator_sign == '%' && rowkey_range_is_point(right->range) && right->range.low.magnitude == 0)
    return type_error(builder, node->right->begin, "any other number", "division by 0");

  struct value wanted = {.type = left->type, .a = left, .b = right};
  struct range result;
  switch (node->operator_sign) {
    case '+':
      wanted.kind = VALUE_ADD;
      result = rowkey_range_add(left->range, right->range);
      break;
    case '-':
      wanted.kind = VALUE_SUBTRACT;
      result = rowkey_range_subtract(left->range, right->range);
      break;
    case '*':
      wanted.kind = VALUE_MULTIPLY;
      result = rowkey_range_multiply(left->range, right->range);
      break;
    default:
      wanted.kind = VALUE_MODULO;
      result = rowkey_range_modulo(left->range, right->range);
      break;
  }
  if (fold) return folded(builder, result, node);
  if (wanted.kind == VALUE_MODULO && right->kind == VALUE_CONSTANT)
    return modulo_constant(builder, left, right, node);
  struct range type = range_of_type(wanted.type);
  if (rowkey_range_apart(result, type)) {
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->operator_offset,
                "an operation that can stay in its type", "the result is never %s", type_name(wanted.type));
    return NULL;
  }
  wanted.range = rowkey_range_common(result, type);
  wanted.checked = wanted.kind == VALUE_MODULO ? rowkey_range_holds(right->range, rowkey_integer_of_u64(0))
                                               : !rowkey_range_within(result, type);
  return intern_at(builder, &wanted, node);
}

/* -x is 0 - x in i64: a u64 has no negative. */
static struct value *check_negation(struct builder *builder, const struct node *node) {
  struct value *value = rowkey_check_expression(builder, node->left);
  if (value == NULL || !require_integer(builder, value, node->left)) return NULL;
  struct integer zero = rowkey_integer_of_u64(0);
  if (value->kind == VALUE_CONSTANT)
    return folded(builder, rowkey_range_subtract(rowkey_range_of(zero, zero), value->range), node);
  value = to_i64(builder, value, node->left);
  struct value *left = value == NULL ? NULL : constant(builder, zero, TYPE_I64, node);
  if (left == NULL) return NULL;
  struct range result = rowkey_range_subtract(left->range, value->range);
  return intern_at(builder,
                   &(struct value){.kind = VALUE_SUBTRACT,
                                   .type = TYPE_I64,
                                   .a = left,
                                   .b = value,
                                   .range = rowkey_range_common(result, rowkey_range_i64()),
                                   .checked = !rowkey_range_within(result, rowkey_range_i64())},
                   node);
}

static struct value *text_constant(struct builder *builder, const struct node *node) {
  struct value *value = rowkey_arena_allocate(&builder->layout->arena, sizeof *value);
  if (value != NULL)
    *value = (struct value){.kind = VALUE_TEXT_CONSTANT, .type = TYPE_TEXT, .text = node->text};
  return value;
}

struct value *rowkey_check_expression(struct builder *builder, const struct node *node) {
  switch (node->kind) {
    case NODE_INTEGER:
      return constant(builder, rowkey_integer_of_u64(node->integer), TYPE_U64, node);
    case NODE_STRING:
      return text_constant(builder, node);
    case NODE_NAME:
      return check_column(builder, node);
    case NODE_CALL:
      return rowkey_check_call(builder, node);
    case NODE_NEGATE:
      return check_negation(builder, node);
    case NODE_BINARY:
      return check_binary(builder, node);
  }
  return NULL;
}
