/* Calls of the functions that describe themselves. */
#include "plan/operation.h"

#include <stdio.h>

#include "layout/builder.h"
#include "plan/z_order.h"

/* Fails unless the operand is the constant that the argument asks for. */
static bool read_held(const struct builder *builder, const struct argument *argument,
                      const struct operand *operand, struct integer *held) {
  const struct range good =
      rowkey_range_of(rowkey_integer_of_u64(argument->least), rowkey_integer_of_u64(argument->most));
  const bool is_any = argument->most == 0;
  *held = operand->value->range.low;
  if (operand->value->kind == VALUE_CONSTANT && (is_any || rowkey_range_holds(good, *held))) return true;
  char expected[80] = "a constant";
  if (!is_any)
    snprintf(expected, sizeof expected, "a constant from %s to %s", rowkey_integer_text(good.low).text,
             rowkey_integer_text(good.high).text);
  return rowkey_type_error(builder, operand->node->begin, expected, argument->problem) != NULL;
}

/* Of an operation whose constants are bounds. */
static bool check_bounds(const struct builder *builder, const struct value *value,
                         const struct operand *last) {
  if (!rowkey_integer_less(value->held[1], value->held[0])) return true;
  char expected[64];
  snprintf(expected, sizeof expected, "a constant from %s on", rowkey_integer_text(value->held[0]).text);
  return rowkey_type_error(builder, last->node->begin, expected, "this is below the other bound") != NULL;
}

bool rowkey_require_instant(const struct builder *builder, const struct operand *operand) {
  if (!rowkey_require_integer(builder, operand->value, operand->node)) return false;
  if (operand->value->unit != ROWKEY_NO_TIME) return true;
  const struct slice source = rowkey_source_of(builder, operand->node->begin, operand->node->end);
  return rowkey_fail(
      &builder->diagnostic, ROWKEY_ERROR_TYPE, operand->node->begin,
      "a column that counts a unit of time: ts:time(ms) among the columns, in C rowkey_column_of_time",
      "%s is not an instant", rowkey_show(source).text);
}

/* Once at most. */
static bool read_option(const struct builder *builder, const struct operation *operation,
                        const struct node *call, unsigned *choice) {
  const struct option_node *option = call->options;
  if (option == NULL || operation->option.name == NULL) return rowkey_no_options(builder, call);
  const char *expected = operation->option.expected;
  if (!slice_is(option->name, operation->option.name))
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, option->begin, expected,
                       "%s has no option %s", operation->name, rowkey_show(option->name).text);
  if (option->next != NULL)
    return rowkey_type_error(builder, option->next->begin, "each option once",
                             "this option is given twice") != NULL;
  const struct node *value = option->value;
  for (*choice = 0; *choice < 2; ++*choice)
    if (value->kind == NODE_NAME && slice_is(value->text, operation->option.choices[*choice])) return true;
  return rowkey_type_error(builder, value->begin, expected, "this is not a choice") != NULL;
}

/* NULL unless the argument may be the operand's. */
static struct value *read_value(struct builder *builder, const struct argument *argument,
                                const struct operand *operand) {
  if (argument->takes == A_TEXT) return rowkey_require_text(builder, operand) ? operand->value : NULL;
  if (argument->takes == A_FLOAT && operand->value->type == TYPE_FLOAT && !value_is_constant(operand->value))
    return operand->value;
  if (argument->takes == A_FLOAT)
    return rowkey_type_error(builder, operand->node->begin, "a column of f64 or f32", "this is not a float");
  if (argument->takes == AN_INSTANT)
    return rowkey_require_instant(builder, operand) ? rowkey_to_i64(builder, operand->value, operand->node)
                                                    : NULL;
  if (!rowkey_require_integer(builder, operand->value, operand->node)) return NULL;
  if (!argument->varies || operand->value->kind != VALUE_CONSTANT) return operand->value;
  return rowkey_type_error(builder, operand->node->begin, argument->expected, argument->problem);
}

/* Fails where no number of the operand is in the domain; else takes the others away from its range. */
static bool clip_to_domain(const struct builder *builder, const struct value *value, unsigned side,
                           const struct operand *operand, struct range *numbers) {
  const struct range domain = rowkey_operation_domain(value, side);
  if (rowkey_range_apart(*numbers, domain)) {
    const char *within = value->operation->within;
    char expected[120];
    snprintf(expected, sizeof expected, "a number from %s to %s%s%s", rowkey_integer_text(domain.low).text,
             rowkey_integer_text(domain.high).text, within == NULL ? "" : ", within ",
             within == NULL ? "" : within);
    return rowkey_type_error(builder, operand->node->begin, expected, value->operation->too_far) != NULL;
  }
  *numbers = rowkey_range_common(*numbers, domain);
  return true;
}

static bool is_never_of_type(const struct builder *builder, const struct value *value, size_t offset) {
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, offset,
                     "an operation that can stay in its type", "the result is never %s",
                     value->type == TYPE_I64 ? "an i64" : "a u64");
}

/* The constants for dividing, where it goes by those. */
static bool find_divisor(struct builder *builder, struct value *value) {
  const uint64_t divisor = value->operation->divisor == NULL ? 0 : value->operation->divisor(value);
  if (divisor == 0) return true;
  value->divisor = rowkey_make_divisor(builder, divisor);
  return value->divisor != NULL;
}

/* Sets what follows from the arguments. */
static bool find_result(struct builder *builder, struct value *value, const struct operand *operands,
                        size_t offset) {
  const unsigned count = value->b == NULL ? 1 : 2;
  struct range numbers[2] = {value->a->range, count == 2 ? value->b->range : value->a->range};
  value->type = rowkey_operation_type(value);
  if (!find_divisor(builder, value)) return false;
  for (unsigned i = 0; i < count; i++)
    if (!clip_to_domain(builder, value, i, &operands[i], &numbers[i])) return false;
  const struct range all = rowkey_operation_range(value, numbers[0], numbers[1]);
  const struct range type = range_of_type(value->type);
  if (rowkey_range_apart(all, type)) return is_never_of_type(builder, value, offset);
  rowkey_find_good(value);
  for (unsigned i = 0; i < count; i++) {
    value->checked |= !rowkey_range_within((i == 0 ? value->a : value->b)->range, value->good[i]);
    numbers[i] = rowkey_range_common(numbers[i], value->good[i]);
  }
  const bool may_divide_by_zero =
      value->operation->divides && rowkey_range_holds(value->b->range, rowkey_integer_of_u64(0));
  value->pairs = value->pairs && (value->checked || may_divide_by_zero || !rowkey_range_within(all, type));
  value->checked |= value->pairs;
  if (value->operation->unit != NULL) value->unit = value->operation->unit(value);
  value->range = rowkey_range_common(rowkey_operation_range(value, numbers[0], numbers[1]), type);
  return true;
}

static struct value *call_of_hash(struct builder *builder, const struct operation *operation,
                                  struct value *hash, const struct node *node) {
  struct value wanted = {
      .kind = VALUE_OPERATION, .operation = operation, .type = TYPE_HASH, .a = hash, .width = HASH_SIZE};
  if (hash->width == HASH_SIZE) return rowkey_intern_at(builder, &wanted, node);
  rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, node->begin,
              "a hash of at most 128 bits, or some of its bits: h >> 192",
              "%s() does not take a hash of more than 128 bits", operation->name);
  return NULL;
}

static bool is_of_constants(const struct value *call) {
  return call->a->kind == VALUE_CONSTANT && (call->b == NULL || call->b->kind == VALUE_CONSTANT);
}

/* The result of constants. */
static struct value *fold_call(struct builder *builder, const struct value *call, const struct node *node) {
  const struct range first = call->a->range, second = call->b == NULL ? first : call->b->range;
  if (call->operation->folds)
    return rowkey_folded(builder, call->operation->range(call, first, second), node);
  const struct integer result = rowkey_operation_result(call, first.low, second.low);
  return rowkey_folded(builder, rowkey_range_of(result, result), node);
}

struct value *rowkey_check_result(struct builder *builder, struct value *wanted,
                                  const struct operand *operands, size_t offset, const struct node *node) {
  const struct operation *operation = wanted->operation;
  if (!find_result(builder, wanted, operands, offset)) return NULL;
  if (is_of_constants(wanted)) return fold_call(builder, wanted, node);
  struct value *unchanged = operation->unchanged == NULL ? NULL : operation->unchanged(wanted);
  if (unchanged == NULL) return rowkey_intern_at(builder, wanted, node);
  return wanted->type == TYPE_I64 ? rowkey_to_i64(builder, unchanged, operands[0].node) : unchanged;
}

/* Of three numbers or more and a constant, for which as much room is left as they share. */
static struct value *call_of_several(struct builder *builder, const struct operation *operation,
                                     const struct node *node, size_t numbers) {
  struct operand operands[Z_ORDER_MOST + 1];
  struct value place = {.kind = VALUE_OPERATION, .operation = operation->several.place};
  struct value join = {.kind = VALUE_OPERATION, .operation = operation->several.join};
  struct argument held = operation->arguments[operation->count - 1];
  held.most = 64 / numbers;
  if (!rowkey_read_operands(builder, node, numbers + 1, operation->usage, operands) ||
      !read_held(builder, &held, &operands[numbers], &place.held[0]))
    return NULL;
  for (size_t i = 0; i < numbers; i++) {
    place.a = read_value(builder, &operation->arguments[0], &operands[i]);
    if (place.a == NULL) return NULL;
    place.held[1] = rowkey_hold_place((struct z_place){(unsigned)numbers, (unsigned)(numbers - 1 - i)});
    join.b = rowkey_check_result(builder, &place, &operands[i], node->begin, node);
    if (join.b == NULL) return NULL;
    join.a = i == 0 ? join.b : rowkey_check_result(builder, &join, operands, node->begin, node);
    if (join.a == NULL) return NULL;
  }
  return join.a;
}

struct value *rowkey_call_operation(struct builder *builder, const struct operation *operation,
                                    const struct node *node) {
  size_t given = 0;
  for (const struct field_node *each = node->arguments; each != NULL; each = each->next) given++;
  if (given > operation->count && given <= operation->several.most + 1)
    return call_of_several(builder, operation, node, given - 1);
  struct operand operands[ARGUMENTS_MAX];
  struct value wanted = {.kind = VALUE_OPERATION, .operation = operation};
  if (!rowkey_read_arguments(builder, node, operation->count, operation->usage, operands) ||
      !read_option(builder, operation, node, &wanted.choice))
    return NULL;
  if (operands[0].value->type == TYPE_HASH && operation->run_hashes != NULL)
    return call_of_hash(builder, operation, operands[0].value, node);
  size_t count = 0;
  for (size_t i = 0; i < operation->count; i++) {
    const struct argument *argument = &operation->arguments[i];
    if (argument->is_constant) {
      if (!read_held(builder, argument, &operands[i], &wanted.held[i - count])) return NULL;
      continue;
    }
    struct value *read = read_value(builder, argument, &operands[i]);
    if (read == NULL) return NULL;
    *(count++ == 0 ? &wanted.a : &wanted.b) = read;
  }
  if (operation->are_bounds && !check_bounds(builder, &wanted, &operands[operation->count - 1])) return NULL;
  if (wanted.a->kind == VALUE_TEXT_CONSTANT)
    return rowkey_constant(
        builder, rowkey_integer_of_u64(operation->compute_of_text(&wanted, wanted.a->text)), TYPE_U64, node);
  if (operation->folds && is_of_constants(&wanted)) return fold_call(builder, &wanted, node);
  if (count == 2 && !rowkey_unify(builder, &wanted.a, &wanted.b, operands)) return NULL;
  return rowkey_check_result(builder, &wanted, operands, node->begin, node);
}
