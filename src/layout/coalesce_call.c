/* coalesce(), the floating-point constants that stand in it, and the markers of nulls. */
#include <string.h>

#include "layout/builder.h"
#include "wide.h"

/* ---- Floating-point constants -------------------------------------------------------------------- */

enum { FRACTION_BITS = 52, EXPONENT_BIAS = 1023, BITS_BELOW_FLOAT = 29 };

static uint64_t bits_of(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

/* The double nearest to digits / 10^decimals, of two the even one: in integers, as locales and machines
 * differ in how they read one. */
static double nearest_double(uint64_t digits, unsigned decimals) {
  uint64_t power = 1, rest;
  double result;
  if (digits == 0) return 0;
  for (; decimals > 0; decimals--) power *= 10;
  const int up = __builtin_clzll(digits), down = __builtin_clzll(power);
  /* Both with their highest bits set, so that the quotient, times 2^63, has 63 or 64 bits. */
  digits <<= up;
  const uint64_t quotient = wide_divide(digits >> 1, digits << 63, power << down, &rest);
  const int unused = 64 - (FRACTION_BITS + 1) - __builtin_clzll(quotient);
  const uint64_t half = UINT64_C(1) << (unused - 1), left = quotient & (2 * half - 1);
  uint64_t significand = quotient >> unused;
  significand += left > half || (left == half && (rest != 0 || significand % 2 != 0));
  /* One that is rounded up to 2^53 raises the exponent by the same addition. */
  const int exponent = unused - 63 - up + down + FRACTION_BITS + EXPONENT_BIAS;
  const uint64_t bits =
      ((uint64_t)exponent << FRACTION_BITS) + (significand - (UINT64_C(1) << FRACTION_BITS));
  memcpy(&result, &bits, sizeof result);
  return result;
}

static struct value *float_value(struct builder *builder, double number) {
  struct value *value = rowkey_arena_allocate(&builder->layout->arena, sizeof *value);
  if (value != NULL)
    *value = (struct value){.kind = VALUE_FLOAT_CONSTANT, .type = TYPE_FLOAT, .number = number};
  return value;
}

struct value *rowkey_float_constant(struct builder *builder, const struct node *node, bool negative) {
  const double number = nearest_double(node->integer, node->decimals);
  return float_value(builder, negative ? -number : number);
}

/* ---- What stands for nulls ------------------------------------------------------------------------ */

static struct value *wrong_replacement(const struct builder *builder, const struct value *column,
                                       const struct node *node) {
  const char *expected = column->type == TYPE_TEXT
                             ? "a string in quotes, a column of text, or a coalesce that ends in a string"
                             : "a constant or column of its type, or a coalesce that ends in a constant";
  return rowkey_type_error(builder, node->begin, expected, "this cannot replace a null of the column");
}

static struct value *text_replacement(struct builder *builder, const struct value *column, struct value *text,
                                      const struct node *node) {
  if (column->fixed_width == 0 || column->fixed_width == text->text.size) return text;
  rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->begin, "a string as wide as the column",
              "this string of %zu bytes cannot replace a null of a column of %zu bytes", text->text.size,
              column->fixed_width);
  return NULL;
}

/* As a double that the column can hold. */
static struct value *float_replacement(struct builder *builder, const struct value *column,
                                       struct value *constant, const struct node *node) {
  if (constant->kind == VALUE_CONSTANT) {
    /* Integers up to 2^53 are doubles. */
    const struct integer number = constant->range.low;
    if (number.magnitude > UINT64_C(1) << 53) return wrong_replacement(builder, column, node);
    constant = float_value(builder, number.negative ? -(double)number.magnitude : (double)number.magnitude);
    if (constant == NULL) return NULL;
  }
  if (!column->is_float32 || bits_of(constant->number) % (UINT64_C(1) << BITS_BELOW_FLOAT) == 0)
    return constant;
  return rowkey_type_error(builder, node->begin, "one that is, such as 0.5",
                           "this is not exactly a float of 32 bits");
}

static struct value *constant_replacement(struct builder *builder, const struct value *column,
                                          struct value *constant, const struct node *node) {
  const bool is_number = constant->kind != VALUE_TEXT_CONSTANT;
  if (column->type == TYPE_TEXT && !is_number) return text_replacement(builder, column, constant, node);
  if (column->type == TYPE_FLOAT && is_number) return float_replacement(builder, column, constant, node);
  if (constant->kind != VALUE_CONSTANT || column->type == TYPE_TEXT ||
      !rowkey_range_within(constant->range, column->range))
    return wrong_replacement(builder, column, node);
  return column->type == TYPE_I64 ? rowkey_to_i64(builder, constant, node) : constant;
}

static bool are_alike(const struct value *a, const struct value *b) {
  return a->type == b->type && a->is_float32 == b->is_float32 && a->fixed_width == b->fixed_width &&
         a->unit == b->unit;
}

/* What stands in for the nulls of `column`, in its type; NULL after an error. Another coalesce is never null
 * itself. */
static struct value *replacement(struct builder *builder, const struct value *column,
                                 const struct node *node) {
  const bool is_column = node->kind == NODE_NAME;
  struct value *value =
      is_column ? rowkey_check_column(builder, node, true) : rowkey_check_expression(builder, node);
  if (value == NULL) return NULL;
  if (value_is_constant(value)) return constant_replacement(builder, column, value, node);
  const struct value *last = value;
  while (last->kind == VALUE_COALESCE) last = last->b;
  const bool good = is_column || (value->kind == VALUE_COALESCE && value_is_constant(last));
  return good && are_alike(column, value) ? value : wrong_replacement(builder, column, node);
}

/* ---- Calls ------------------------------------------------------------------------------------ */

/* A null has one replacement throughout the layout: decoding gives that back, and checks all fields made from
 * the column as if it had stood there. */
static bool is_replaced_otherwise(const struct rowkey_layout *layout, const struct value *column,
                                  const struct value *by) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value->kind == VALUE_COALESCE && value->a == column && !rowkey_same_operand(value->b, by))
      return true;
  }
  return false;
}

struct value *rowkey_call_coalesce(struct builder *builder, const struct node *node) {
  const struct field_node *first = node->arguments;
  const struct field_node *second = first == NULL ? NULL : first->next;
  bool two = second != NULL && second->next == NULL && first->format.at == NULL && second->format.at == NULL;
  if (!two || first->expression->kind != NODE_NAME)
    return rowkey_type_error(builder, node->begin, "coalesce(column, constant) or coalesce(column, column)",
                             "coalesce takes a column and what stands for its nulls");
  struct value *column =
      rowkey_no_options(builder, node) ? rowkey_check_column(builder, first->expression, true) : NULL;
  struct value *by = column == NULL ? NULL : replacement(builder, column, second->expression);
  if (by == NULL) return NULL;
  if (is_replaced_otherwise(builder->layout, column, by))
    return rowkey_type_error(builder, second->expression->begin, "the same replacement",
                             "an earlier field replaces a null of the column by something else");
  return rowkey_intern_at(builder,
                          &(struct value){.kind = VALUE_COALESCE,
                                          .type = column->type,
                                          .a = column,
                                          .b = by,
                                          .is_float32 = column->is_float32,
                                          .range = column->range,
                                          .unit = column->unit,
                                          .fixed_width = column->fixed_width},
                          node);
}

/* ---- Markers ---------------------------------------------------------------------------------- */

/* Both are made from one value, so that decoding a layout with both reads one of them. */
struct value *rowkey_call_null_marker(struct builder *builder, const struct node *node) {
  const bool first = slice_is(node->text, "null_first");
  const struct field_node *argument = node->arguments;
  const bool one = argument != NULL && argument->next == NULL && argument->format.at == NULL;
  if (!one || argument->expression->kind != NODE_NAME)
    return rowkey_type_error(builder, node->begin, first ? "null_first(column)" : "null_last(column)",
                             "a marker of nulls takes one column");
  struct value *column =
      rowkey_no_options(builder, node) ? rowkey_check_column(builder, argument->expression, true) : NULL;
  if (column == NULL) return NULL;
  const struct integer zero = rowkey_integer_of_u64(0), one_more = rowkey_integer_of_u64(1);
  struct value *marker = rowkey_intern_at(
      builder,
      &(struct value){
          .kind = VALUE_NULL_MARKER, .type = TYPE_U64, .a = column, .range = rowkey_range_of(zero, one_more)},
      node);
  struct value *constant = rowkey_constant(builder, one_more, TYPE_U64, node);
  if (!first || marker == NULL || constant == NULL) return marker;
  const struct operand operands[] = {{constant, node}, {marker, node}};
  return rowkey_check_operation(builder, '-', node->begin, operands, node);
}
