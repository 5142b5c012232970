/* Types and ranges of operations on integers.
 *
 * Integers are u64 or i64. Two of one type make that type; a constant that is not negative takes the type of
 * the other side; a u64 beside an i64 is computed as an i64. What is shifted keeps its type. A result outside
 * its type is an error of the row, or of the template when no row could avoid it.
 */
#include <stdio.h>

#include "layout/builder.h"
#include "plan/operation.h"

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
      return rowkey_fail(
          &builder->diagnostic, ROWKEY_ERROR_TYPE, node->begin,
          "a number made of the hash: h % 1000, h >> n, h & 255",
          "a hash of %u bits cannot be computed with, but for %%, floormod, >> and & with a constant",
          8 * value->width);
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
  struct value wanted = {.kind = VALUE_OPERATION, .operation = &rowkey_operation_to_i64, .a = value};
  return rowkey_check_result(builder, &wanted, &(struct operand){value, node}, node->begin, node);
}

/* Constants that are not negative are u64 so far. */
bool rowkey_unify(struct builder *builder, struct value **left, struct value **right,
                  const struct operand operands[2]) {
  if ((*left)->type == TYPE_U64 && (*right)->type == TYPE_U64) return true;
  *left = rowkey_to_i64(builder, *left, operands[0].node);
  if (*left == NULL) return false;
  *right = rowkey_to_i64(builder, *right, operands[1].node);
  return *right != NULL;
}

const rowkey_divisor *rowkey_make_divisor(struct builder *builder, uint64_t divisor) {
  rowkey_divisor *constants = rowkey_arena_allocate(&builder->layout->arena, sizeof *constants);
  return constants != NULL && rowkey_divisor_init(constants, divisor, NULL) == ROWKEY_OK ? constants : NULL;
}

static struct value *hash_modulo(struct builder *builder, const struct operand operands[2],
                                 const struct node *node) {
  struct value *right = operands[1].value;
  if (right->kind != VALUE_CONSTANT || right->range.low.negative || right->range.low.magnitude == 0)
    return rowkey_type_error(builder, operands[1].node->begin, "a constant from 1 to 18446744073709551615",
                             "a hash cannot be divided by this");
  struct value wanted = {.kind = VALUE_OPERATION,
                         .operation = &rowkey_operation_hash_remainder,
                         .a = operands[0].value,
                         .b = right};
  return rowkey_check_result(builder, &wanted, operands, node->begin, node);
}

struct value rowkey_hash_bits(struct value *hash, unsigned begin, unsigned bits) {
  struct value value = {.kind = VALUE_OPERATION,
                        .operation = &rowkey_operation_hash_bits,
                        .type = TYPE_U64,
                        .a = hash,
                        .held = {rowkey_integer_of_u64(begin), rowkey_integer_of_u64(bits)}};
  value.range = rowkey_operation_range(&value, hash->range, hash->range);
  return value;
}

/* h >> n, of which a u64 is left. */
static struct value *hash_shifted(struct builder *builder, const struct operand operands[2],
                                  const struct node *node) {
  struct value *hash = operands[0].value;
  const struct value *right = operands[1].value;
  const unsigned bits = 8 * hash->width;
  const struct range counts =
      rowkey_range_of(rowkey_integer_of_u64(bits - 64), rowkey_integer_of_u64(bits - 1));
  if (right->kind != VALUE_CONSTANT || !rowkey_range_within(right->range, counts)) {
    char expected[64];
    snprintf(expected, sizeof expected, "a constant from %u to %u", bits - 64, bits - 1);
    rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, operands[1].node->begin, expected,
                "a shift of a hash of %u bits must leave 1 to 64 of them", bits);
    return NULL;
  }
  struct value wanted = rowkey_hash_bits(hash, 0, bits - (unsigned)right->range.low.magnitude);
  return rowkey_intern_at(builder, &wanted, node);
}

/* h & mask, of its last 64 bits. */
static struct value *hash_masked(struct builder *builder, const struct operand operands[2],
                                 const struct node *node) {
  struct value *hash = operands[0].value;
  const struct value *right = operands[1].value;
  if (right->kind != VALUE_CONSTANT || right->range.low.negative)
    return rowkey_type_error(builder, operands[1].node->begin, "a constant from 0 to 18446744073709551615",
                             "this does not select bits of a hash");
  struct value wanted = rowkey_hash_bits(hash, 8 * hash->width - 64, 64);
  const struct operand numbers[2] = {{rowkey_intern_at(builder, &wanted, operands[0].node), operands[0].node},
                                     operands[1]};
  if (numbers[0].value == NULL) return NULL;
  return rowkey_check_operation(builder, '&', node->begin, numbers, node);
}

static bool takes_hash(char sign) {
  return sign == '%' || sign == FLOORMOD_SIGN || sign == '>' || sign == '&';
}

static struct value *hash_operation(struct builder *builder, char sign, const struct operand operands[2],
                                    const struct node *node) {
  if (sign == '>') return hash_shifted(builder, operands, node);
  return sign == '&' ? hash_masked(builder, operands, node) : hash_modulo(builder, operands, node);
}

/* ---- Bits ------------------------------------------------------------------------------------ */

/* The lowest bits of the value that are 0 in every row: of a sum of shifted numbers and constants. */
static unsigned count_zeros(const struct value *value) {
  unsigned zeros = 64;
  for (const struct value *left = value; left != NULL;) {
    const bool is_sum = value_is_of(left, &rowkey_operation_add);
    const struct value *term = is_sum ? left->b : left;
    unsigned own = 0;
    if (value_is_of(term, &rowkey_operation_shift_left) && value_is_constant(term->b))
      own = (unsigned)term->b->range.low.magnitude;
    else if (term->kind == VALUE_CONSTANT && term->range.low.magnitude != 0)
      own = (unsigned)__builtin_ctzll(term->range.low.magnitude);
    else if (term->kind == VALUE_CONSTANT)
      own = 64;
    if (own < zeros) zeros = own;
    left = is_sum ? left->a : NULL;
  }
  return zeros;
}

/* Whether the bits of b lie below all that a has. */
static bool lies_below(const struct value *a, const struct value *b) {
  const unsigned zeros = count_zeros(a);
  if (b->range.low.negative || zeros == 0) return false;
  return zeros == 64 || b->range.high.magnitude >> zeros == 0;
}

/* What has no bit in common is put together by adding, of which more is known. */
static bool joins_bits(char sign, const struct value *left, const struct value *right) {
  return (sign == '|' || sign == '^') && (lies_below(left, right) || lies_below(right, left));
}

/* ---- All operations -------------------------------------------------------------------------- */

struct value *rowkey_check_operation(struct builder *builder, char sign, size_t offset,
                                     const struct operand operands[2], const struct node *node) {
  struct value *left = operands[0].value;
  struct value *right = operands[1].value;
  if (left->type == TYPE_HASH && takes_hash(sign)) return hash_operation(builder, sign, operands, node);
  if (!rowkey_require_integer(builder, left, operands[0].node) ||
      !rowkey_require_integer(builder, right, operands[1].node))
    return NULL;
  if (left->kind == VALUE_CONSTANT && right->kind == VALUE_CONSTANT)
    return rowkey_fold(builder, sign, operands, node);
  const struct operation *operation = rowkey_operator_of(sign);
  if (!operation->arguments[1].of_any_type && !rowkey_unify(builder, &left, &right, operands)) return NULL;
  if (operation->divides && rowkey_range_is_point(right->range) && right->range.low.magnitude == 0)
    return rowkey_type_error(builder, operands[1].node->begin, "any other number", "division by 0");

  /* They differ on negative numbers alone. */
  if (sign == FLOORMOD_SIGN && left->type == TYPE_U64) operation = &rowkey_operation_modulo;
  if (joins_bits(sign, left, right)) operation = &rowkey_operation_add;
  struct value wanted = {.kind = VALUE_OPERATION, .operation = operation, .a = left, .b = right};
  return rowkey_check_result(builder, &wanted, operands, offset, node);
}

struct value *rowkey_check_binary(struct builder *builder, const struct node *node) {
  struct operand operands[2] = {{rowkey_check_expression(builder, node->left), node->left}};
  if (operands[0].value == NULL) return NULL;
  operands[1] = (struct operand){rowkey_check_expression(builder, node->right), node->right};
  if (operands[1].value == NULL) return NULL;
  return rowkey_check_operation(builder, node->operator_sign, node->operator_offset, operands, node);
}

/* -x is 0 - x in i64: a u64 has no negative. */
struct value *rowkey_check_negation(struct builder *builder, const struct node *node) {
  if (node->left->kind == NODE_FLOAT) return rowkey_float_constant(builder, node->left, true);
  struct value *value = rowkey_check_expression(builder, node->left);
  if (value == NULL || !rowkey_require_integer(builder, value, node->left)) return NULL;
  struct integer zero = rowkey_integer_of_u64(0);
  if (value->kind == VALUE_CONSTANT)
    return rowkey_folded(builder, rowkey_range_subtract(rowkey_range_of(zero, zero), value->range), node);
  value = rowkey_to_i64(builder, value, node->left);
  struct value *left = value == NULL ? NULL : rowkey_constant(builder, zero, TYPE_I64, node);
  if (left == NULL) return NULL;
  struct value wanted = {
      .kind = VALUE_OPERATION, .operation = &rowkey_operation_subtract, .a = left, .b = value};
  const struct operand operands[] = {{left, node}, {value, node->left}};
  return rowkey_check_result(builder, &wanted, operands, node->begin, node);
}
