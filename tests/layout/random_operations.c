/* Functions that describe themselves, of random arguments. */
#include "plan/operation.h"
#include "plan/z_order.h"
#include "random_parts.h"

static const struct expression *few_bits_of(const struct expression *number) {
  struct expression *bits = new_expression(BINARY);
  bits->sign = '&';
  bits->left = number;
  bits->right = constant(255, false);
  return bits;
}

static const struct expression *argument_of(const struct operation *described, size_t index, unsigned depth) {
  const struct argument *argument = &described->arguments[index];
  const uint64_t span = argument->most - argument->least;
  if (argument->is_constant && argument->most == 0) return random_constant();
  if (argument->is_constant)
    return constant(argument->least + (random_u64() >> random_below(64)) % (span + 1), false);
  if (argument->varies) return depth == 0 || coin() ? column(SMALL_U64, ANY_I64) : random_integer(depth - 1);
  const struct expression *number = random_integer(depth);
  /* Few numbers are in the domain of a function that has one. */
  return described->domain == NULL || rarely() ? number : few_bits_of(number);
}

static bool is_below(const struct expression *a, const struct expression *b) {
  if (a->negative != b->negative) return a->negative;
  return a->negative ? a->magnitude > b->magnitude : a->magnitude < b->magnitude;
}

static const struct expression *random_z_order(unsigned depth) {
  struct expression *call = new_expression(Z_ORDER);
  const uint64_t count = 3 + random_below(Z_ORDER_MOST - 2);
  struct model_field numbers[Z_ORDER_MOST + 1] = {{0}};
  for (uint64_t i = 0; i < count; i++) {
    const struct expression *number = random_integer(depth == 0 ? 0 : depth - 1);
    numbers[i] = (struct model_field){.expression = rarely() ? number : few_bits_of(number)};
  }
  numbers[count].expression = constant(rarely() ? 1 + random_below(64 / count) : 64 / count, false);
  set_arguments(call, numbers, count + 1);
  return call;
}

const struct expression *random_operation(unsigned depth) {
  if (random_below(12) == 0) return random_z_order(depth);
  size_t count = 0;
  while (rowkey_function_at(count) != NULL) count++;
  const struct operation *described;
  do described = rowkey_function_at(random_below(count));
  while (described->arguments[0].takes != AN_INTEGER); /* those are expressions of their own here */
  struct expression *call = new_expression(OPERATION);
  const struct expression **arguments[ARGUMENTS_MAX] = {&call->left, &call->right, &call->third};
  call->operation = described->name;
  for (size_t i = 0; i < described->count; i++) *arguments[i] = argument_of(described, i, depth);
  if (described->are_bounds && is_below(call->third, call->right)) {
    const struct expression *low = call->third;
    call->third = call->right;
    call->right = low;
  }
  return call;
}
