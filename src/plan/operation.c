#include "plan/operation.h"

struct range rowkey_operation_domain(const struct value *value) {
  const struct range type = range_of_type(value->a->type);
  if (value->operation->domain == NULL) return type;
  const struct range domain = value->operation->domain(value);
  return rowkey_range_apart(type, domain) ? domain : rowkey_range_common(type, domain);
}

enum value_type rowkey_operation_type(const struct value *value) {
  const enum result_type result = value->operation->result;
  return result == RESULT_U64 ? TYPE_U64 : result == RESULT_I64 ? TYPE_I64 : value->a->type;
}

struct range rowkey_operation_range(const struct value *value, struct range a, struct range b) {
  const enum course_direction first = rowkey_operation_course(value, 0, a, b).direction;
  const enum course_direction second =
      value->b == NULL ? RISES : rowkey_operation_course(value, 1, a, b).direction;
  if (first != SCATTERS && second != SCATTERS)
    return rowkey_range_of(
        rowkey_operation_result(value, first == RISES ? a.low : a.high, second == RISES ? b.low : b.high),
        rowkey_operation_result(value, first == RISES ? a.high : a.low, second == RISES ? b.high : b.low));
  return value->operation->range == NULL ? range_of_type(value->type) : value->operation->range(value, a, b);
}

struct integer rowkey_operation_result(const struct value *value, struct integer a, struct integer b) {
  const uint64_t bits = value->operation->compute(value, rowkey_integer_bits(a), rowkey_integer_bits(b));
  return value->type == TYPE_I64 ? rowkey_integer_of_i64((int64_t)bits) : rowkey_integer_of_u64(bits);
}

struct course rowkey_operation_course(const struct value *value, unsigned side, struct range a,
                                      struct range b) {
  if (value->operation->course != NULL) return value->operation->course(value, side, a, b);
  return value->operation->keeps_bits ? (struct course){RISES, true, 1}
                                      : (struct course){.direction = SCATTERS};
}

struct image rowkey_operation_image(const struct value *value, const struct image *a, const struct image *b) {
  static const struct image any = {.known = 0};
  if (value->operation->keeps_bits)
    return rowkey_range_within(rowkey_operation_domain(value), range_of_type(value->type))
               ? image_of_numbers(a->numbers)
               : image_of_bits(a->known, a->bits);
  return value->operation->image == NULL ? any : value->operation->image(value, a, b);
}

/* The rows before the first of the arguments that has no result. */
static size_t count_good(const struct operation_rows *rows) {
  const struct range domain = rowkey_operation_domain(rows->value);
  const uint64_t low = rowkey_integer_bits(domain.low), span = rowkey_integer_bits(domain.high) - low;
  const size_t good = rows->kernels->find_outside(rows->a, rows->count, low, span);
  return rows->b == NULL ? good : rows->kernels->find_outside(rows->b, good, low, span);
}

size_t rowkey_operation_run(const struct operation_rows *rows) {
  const struct value *value = rows->value;
  const size_t good = value->checked ? count_good(rows) : rows->count;
  if (value->operation->keeps_bits) return good;
  if (value->operation->run != NULL)
    value->operation->run(rows);
  else
    operation_run(value->operation->compute, rows);
  return good;
}

bool rowkey_operation_is_undone(const struct value *value) {
  const struct operation *operation = value->operation;
  if (operation->undone_beside == NULL) return operation->keeps_bits || operation->undo != NULL;
  const struct value *constant = value_is_constant(value->a) ? value->a : value->b;
  return value_is_constant(constant) && operation->undone_beside(rowkey_integer_bits(constant->range.low));
}

bool rowkey_any_constant(uint64_t constant) {
  (void)constant;
  return true;
}

struct step_name rowkey_operation_step(const struct value *value) {
  const struct operation *operation = value->operation;
  if (operation->keeps_bits) return (struct step_name){value->checked ? "find_outside" : NULL, true};
  return operation->step.name == NULL || value->type == TYPE_HASH ? (struct step_name){operation->name, false}
                                                                  : operation->step;
}

struct range rowkey_numbers_of_held_bits(const struct value *value) {
  const uint64_t last = UINT64_MAX >> (64 - value->held[0].magnitude);
  return rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(last));
}
