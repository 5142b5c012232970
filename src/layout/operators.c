/* Types and ranges of operations on integers.
 *
 * Integers are u64 or i64. Two of one type make that type; a constant that is not negative takes the type of
 * the other side; a u64 beside an i64 is computed as an i64. A result outside its type is an error of the
 * row, or of the template when no row could avoid it.
 */
#include "layout/builder.h"
#include "plan/calendar.h"
#include "plan/recovery.h"

static struct range range_of_type(enum value_type type) {
  return type == TYPE_I64 ? rowkey_range_i64() : rowkey_range_u64();
}

static const char *type_name(enum value_type type) { return type == TYPE_I64 ? "an i64" : "a u64"; }

struct value *rowkey_constant(struct builder *builder, struct integer number, enum value_type type,
                              const struct node *node) {
  return rowkey_intern_at(
      builder,
      &(struct value){.kind = VALUE_CONSTANT, .type = type, .range = rowkey_range_of(number, number)}, node);
}

struct value *rowkey_folded(struct builder *builder, struct range result, const struct node *node) {
  if (!rowkey_range_within(result, rowkey_range_u64()) && !rowkey_range_within(result, rowkey_range_i64())) {
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->begin,
                "a result from -9223372036854775808 to 18446744073709551615",
                "this constant is neither a u64 nor an i64");
    return NULL;
  }
  return rowkey_constant(builder, result.low, result.low.negative ? TYPE_I64 : TYPE_U64, node);
}

bool rowkey_require_integer(const struct builder *builder, const struct value *value,
                            const struct node *node) {
  switch (value->type) {
    case TYPE_TEXT:
      return rowkey_type_error(builder, node->begin, "a number", "text cannot be computed with") != NULL;
    case TYPE_FLOAT:
      return rowkey_type_error(builder, node->begin, "a u64 or an i64",
                               "floating-point numbers cannot be computed with") != NULL;
    case TYPE_HASH:
      return rowkey_type_error(
                 builder, node->begin, "a number, such as the hash modulo a constant: md5(id) % 1000",
                 "a hash of 128 bits cannot be computed with, but for % and a constant") != NULL;
    case TYPE_U64:
    case TYPE_I64:
      break;
  }
  return true;
}

struct value *rowkey_to_i64(struct builder *builder, struct value *value, const struct node *node) {
  if (value->type == TYPE_I64) return value;
  if (rowkey_range_apart(value->range, rowkey_range_i64()))
    return rowkey_type_error(builder, node->begin, "at most 9223372036854775807",
                             "this is too large for the i64 that it is used with");
  if (value->kind == VALUE_CONSTANT) return rowkey_constant(builder, value->range.low, TYPE_I64, node);
  return rowkey_intern_at(builder,
                          &(struct value){.kind = VALUE_TO_I64,
                                          .type = TYPE_I64,
                                          .a = value,
                                          .unit = value->unit,
                                          .range = rowkey_range_common(value->range, rowkey_range_i64()),
                                          .checked = !rowkey_range_within(value->range, rowkey_range_i64())},
                          node);
}

/* Brings both sides to one type. Constants that are not negative are u64 so far. */
static bool unify(struct builder *builder, struct value **left, struct value **right,
                  const struct operand operands[2]) {
  if ((*left)->type == TYPE_U64 && (*right)->type == TYPE_U64) return true;
  *left = rowkey_to_i64(builder, *left, operands[0].node);
  if (*left == NULL) return false;
  *right = rowkey_to_i64(builder, *right, operands[1].node);
  return *right != NULL;
}

const rowkey_divisor *rowkey_make_divisor(struct builder *builder, uint64_t divisor) {
  rowkey_divisor *constants = rowkey_arena_allocate(&builder->layout->arena, sizeof *constants);
  if (constants == NULL) return NULL;
  rowkey_divisor_init(constants, divisor);
  return constants;
}

/* Interns an operation with a constant as its right side. */
static struct value *by_constant(struct builder *builder, struct value *wanted, const struct node *node) {
  struct value *value = rowkey_intern_at(builder, wanted, node);
  if (value != NULL && value->divisor == NULL)
    value->divisor = rowkey_make_divisor(builder, value->b->range.low.magnitude);
  return value == NULL || value->divisor == NULL ? NULL : value;
}

static struct value *hash_modulo(struct builder *builder, const struct operand operands[2],
                                 const struct node *node) {
  struct value *right = operands[1].value;
  if (right->kind != VALUE_CONSTANT || right->range.low.negative || right->range.low.magnitude == 0)
    return rowkey_type_error(builder, operands[1].node->begin, "a constant from 1 to 18446744073709551615",
                             "a hash cannot be divided by this");
  return by_constant(builder,
                     &(struct value){.kind = VALUE_MODULO_CONSTANT,
                                     .type = TYPE_U64,
                                     .a = operands[0].value,
                                     .b = right,
                                     .range = rowkey_range_modulo(rowkey_range_u64(), right->range)},
                     node);
}

static bool is_division(enum value_kind kind) {
  return kind == VALUE_DIVIDE || kind == VALUE_MODULO || kind == VALUE_FLOORMOD;
}

/* The range of ts - truncate(ts, 3600). */
static struct range range_of_rest(const struct value *rounded) {
  return rounded->kind == VALUE_CALENDAR ? rowkey_calendar_rest(rounded) : rounded->b->range;
}

static struct range range_of_operation(enum value_kind kind, const struct value *left,
                                       const struct value *right) {
  switch (kind) {
    case VALUE_ADD:
      return rowkey_range_add(left->range, right->range);
    case VALUE_SUBTRACT:
      /* ts - ts % 3600 of a ts that is not negative lies between 0 and ts. */
      if (!left->range.low.negative && value_is_remainder(right) && right->a == left &&
          !right->range.low.negative)
        return rowkey_range_of(rowkey_integer_of_u64(0), left->range.high);
      if (rowkey_is_rounded(right, left)) return range_of_rest(right);
      return rowkey_range_subtract(left->range, right->range);
    case VALUE_MULTIPLY:
      return rowkey_range_multiply(left->range, right->range);
    case VALUE_DIVIDE:
      return rowkey_range_divide(left->range, right->range);
    case VALUE_MODULO:
      return rowkey_range_modulo(left->range, right->range);
    case VALUE_FLOORMOD:
      return rowkey_range_floormod(left->range, right->range);
    default:
      return rowkey_range_and(left->range, right->range);
  }
}

/* An instant moved by a constant, or rounded, is an instant. */
static rowkey_time_unit unit_of_operation(enum value_kind kind, const struct value *left,
                                          const struct value *right) {
  if (kind == VALUE_ADD && left->kind == VALUE_CONSTANT) return right->unit;
  if (kind != VALUE_ADD && kind != VALUE_SUBTRACT) return ROWKEY_NO_TIME;
  const bool rounds = kind == VALUE_SUBTRACT && value_is_remainder(right) && right->a == left &&
                      right->b->kind == VALUE_CONSTANT;
  return right->kind == VALUE_CONSTANT || rounds ? left->unit : ROWKEY_NO_TIME;
}

/* The kind that stands for the operation when its right side is the constant `right`. */
static enum value_kind kind_by_constant(enum value_kind kind, const struct value *right) {
  bool positive = !right->range.low.negative;
  if (right->kind != VALUE_CONSTANT) return kind;
  if (kind == VALUE_MODULO) return VALUE_MODULO_CONSTANT;
  if (kind == VALUE_DIVIDE && positive) return VALUE_DIVIDE_CONSTANT;
  if (kind == VALUE_FLOORMOD && positive) return VALUE_FLOORMOD_CONSTANT;
  return kind;
}

struct value *rowkey_check_operation(struct builder *builder, enum value_kind kind, size_t offset,
                                     const struct operand operands[2], const struct node *node) {
  struct value *left = operands[0].value;
  struct value *right = operands[1].value;
  if (left->type == TYPE_HASH && kind == VALUE_MODULO) return hash_modulo(builder, operands, node);
  if (!rowkey_require_integer(builder, left, operands[0].node) ||
      !rowkey_require_integer(builder, right, operands[1].node))
    return NULL;

  bool fold = left->kind == VALUE_CONSTANT && right->kind == VALUE_CONSTANT;
  if (!fold && !unify(builder, &left, &right, operands)) return NULL;
  if (is_division(kind) && rowkey_range_is_point(right->range) && right->range.low.magnitude == 0)
    return rowkey_type_error(builder, operands[1].node->begin, "any other number", "division by 0");

  /* They differ on negative numbers alone. */
  if (kind == VALUE_FLOORMOD && left->type == TYPE_U64 && right->type == TYPE_U64) kind = VALUE_MODULO;
  struct range result = range_of_operation(kind, left, right);
  if (fold) return rowkey_folded(builder, result, node);
  struct range type = range_of_type(left->type);
  if (rowkey_range_apart(result, type)) {
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, offset, "an operation that can stay in its type",
                "the result is never %s", type_name(left->type));
    return NULL;
  }
  bool divides_by_zero = is_division(kind) && rowkey_range_holds(right->range, rowkey_integer_of_u64(0));
  struct value wanted = {.kind = kind_by_constant(kind, right),
                         .type = left->type,
                         .a = left,
                         .b = right,
                         .unit = unit_of_operation(kind, left, right),
                         .range = rowkey_range_common(result, type),
                         .checked = divides_by_zero || !rowkey_range_within(result, type)};
  return wanted.kind != kind ? by_constant(builder, &wanted, node) : rowkey_intern_at(builder, &wanted, node);
}

struct value *rowkey_check_binary(struct builder *builder, const struct node *node) {
  static const struct {
    char sign;
    enum value_kind kind;
  } operations[] = {{'+', VALUE_ADD},    {'-', VALUE_SUBTRACT}, {'*', VALUE_MULTIPLY},
                    {'/', VALUE_DIVIDE}, {'%', VALUE_MODULO},   {'&', VALUE_AND}};
  struct operand operands[2] = {{rowkey_check_expression(builder, node->left), node->left}};
  if (operands[0].value == NULL) return NULL;
  operands[1] = (struct operand){rowkey_check_expression(builder, node->right), node->right};
  if (operands[1].value == NULL) return NULL;
  size_t i = 0;
  while (operations[i].sign != node->operator_sign) i++;
  return rowkey_check_operation(builder, operations[i].kind, node->operator_offset, operands, node);
}

/* -x is 0 - x in i64: a u64 has no negative. */
struct value *rowkey_check_negation(struct builder *builder, const struct node *node) {
  struct value *value = rowkey_check_expression(builder, node->left);
  if (value == NULL || !rowkey_require_integer(builder, value, node->left)) return NULL;
  struct integer zero = rowkey_integer_of_u64(0);
  if (value->kind == VALUE_CONSTANT)
    return rowkey_folded(builder, rowkey_range_subtract(rowkey_range_of(zero, zero), value->range), node);
  value = rowkey_to_i64(builder, value, node->left);
  struct value *left = value == NULL ? NULL : rowkey_constant(builder, zero, TYPE_I64, node);
  if (left == NULL) return NULL;
  struct range result = rowkey_range_subtract(left->range, value->range);
  return rowkey_intern_at(builder,
                          &(struct value){.kind = VALUE_SUBTRACT,
                                          .type = TYPE_I64,
                                          .a = left,
                                          .b = value,
                                          .range = rowkey_range_common(result, rowkey_range_i64()),
                                          .checked = !rowkey_range_within(result, rowkey_range_i64())},
                          node);
}
