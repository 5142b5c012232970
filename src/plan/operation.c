/* Answers what readers ask of any operation: as its description says, or by the default.
 *
 *     {id * 3:u64}    id a u64
 *
 * `multiply` computes exactly and rises, so a binary search finds the greatest id whose product is a
 * u64, 6148914691236517205: value->good[0] is 0 to this id. Encoding refuses the next one with these
 * bounds, and its loop needs no test for overflow within them. */
#include "plan/operation.h"

static const struct value *argument_of(const struct value *value, unsigned side) {
  return side == 0 ? value->a : value->b;
}

struct range rowkey_operation_domain(const struct value *value, unsigned side) {
  const struct range type = range_of_type(argument_of(value, side)->type);
  const struct argument *argument = &value->operation->arguments[side];
  struct range domain = type;
  if (value->operation->domain != NULL)
    domain = value->operation->domain(value);
  else if (!argument->is_constant && argument->most != 0)
    domain = rowkey_range_of(rowkey_integer_of_u64(argument->least), rowkey_integer_of_u64(argument->most));
  return rowkey_range_apart(type, domain) ? domain : rowkey_range_common(type, domain);
}

/* ---- Beside a constant ------------------------------------------------------------------------- */

/* The results beside a constant, as one argument visits its domain in the direction in which they rise. */
struct results {
  const struct value *value;
  unsigned side;
  bool falls;
  struct range domain, type;
};

/* Where the result of number `index` lies: -1 below the type, 0 in it, 1 above it. */
static int place_of(const struct results *results, uint64_t index) {
  const struct value *value = results->value;
  const struct range *domain = &results->domain;
  const struct integer distance = rowkey_integer_of_u64(index);
  const struct integer number = results->falls
                                    ? rowkey_integer_add(domain->high, rowkey_integer_negate(distance))
                                    : rowkey_integer_add(domain->low, distance);
  const struct integer result = value->operation->exact(results->side == 0 ? number : value->a->range.low,
                                                        results->side == 0 ? value->b->range.low : number);
  return rowkey_integer_less(result, results->type.low) ? -1
                                                        : rowkey_integer_less(results->type.high, result);
}

/* The last number whose place is `most` or less. The first number's place must be. */
static uint64_t find_last(const struct results *results, int most) {
  uint64_t low = 0,
           high = rowkey_integer_bits(results->domain.high) - rowkey_integer_bits(results->domain.low);
  while (low < high) {
    const uint64_t middle = high - (high - low) / 2;
    if (place_of(results, middle) <= most)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/* The results rise, so the numbers whose results fit the type are one range. */
static struct range find_good(const struct results *results) {
  const struct range all = results->domain;
  if (place_of(results, 0) > 0) return all; /* no result fits */
  const uint64_t first = place_of(results, 0) < 0 ? find_last(results, -1) + 1 : 0;
  const uint64_t last = find_last(results, 0);
  const struct integer from = rowkey_integer_of_u64(first), to = rowkey_integer_of_u64(last);
  if (last < first) return all;
  return results->falls ? rowkey_range_of(rowkey_integer_add(all.high, rowkey_integer_negate(to)),
                                          rowkey_integer_add(all.high, rowkey_integer_negate(from)))
                        : rowkey_range_of(rowkey_integer_add(all.low, from), rowkey_integer_add(all.low, to));
}

void rowkey_find_good(struct value *value) {
  const struct operation *operation = value->operation;
  value->good[0] = rowkey_operation_domain(value, 0);
  if (value->b != NULL) value->good[1] = rowkey_operation_domain(value, 1);
  if (operation->attempt == NULL) return;
  const bool is_first = value_is_constant(value->a);
  const unsigned side = is_first ? 1 : 0;
  const struct range first = is_first ? value->a->range : value->good[0];
  const struct range second = is_first || value->b == NULL ? value->good[1] : value->b->range;
  const enum course_direction direction = rowkey_operation_course(value, side, first, second).direction;
  const bool beside_constant = rowkey_is_beside_constant(value);
  value->pairs = !beside_constant || direction == SCATTERS;
  if (operation->exact == NULL || !beside_constant || direction == SCATTERS || direction == STAYS) return;
  value->good[side] = find_good(
      &(struct results){value, side, direction == FALLS, value->good[side], range_of_type(value->type)});
}

/* ---- What readers ask -------------------------------------------------------------------------- */

bool rowkey_is_beside_constant(const struct value *value) {
  return value->b != NULL && (value_is_constant(value->a) || value_is_constant(value->b));
}

bool rowkey_operation_masks(const struct value *value) {
  return value->operation->masking != NULL && (value->b == NULL || rowkey_is_beside_constant(value));
}

rowkey_time_unit rowkey_common_unit(const struct value *value) {
  if (value->b == NULL || value_is_constant(value->b)) return value->a->unit;
  const bool same = value_is_constant(value->a) || value->a->unit == value->b->unit;
  return same ? value->b->unit : ROWKEY_NO_TIME;
}

bool rowkey_operation_holds(const struct value *value, const struct value *argument) {
  return value->b != NULL && argument->kind == VALUE_CONSTANT && !value->operation->reads_constants;
}

enum value_type rowkey_operation_type(const struct value *value) {
  const enum result_type result = value->operation->result;
  return result == RESULT_U64 ? TYPE_U64 : result == RESULT_I64 ? TYPE_I64 : value->a->type;
}

struct range rowkey_operation_range(const struct value *value, struct range a, struct range b) {
  if (!value_is_integer(value->a)) return value->operation->range(value, a, b);
  const enum course_direction first = rowkey_operation_course(value, 0, a, b).direction;
  const enum course_direction second =
      value->b == NULL ? RISES : rowkey_operation_course(value, 1, a, b).direction;
  if ((first == RISES || first == FALLS) && (second == RISES || second == FALLS))
    return rowkey_range_of(
        rowkey_operation_result(value, first == RISES ? a.low : a.high, second == RISES ? b.low : b.high),
        rowkey_operation_result(value, first == RISES ? a.high : a.low, second == RISES ? b.high : b.low));
  return value->operation->range == NULL ? range_of_type(value->type) : value->operation->range(value, a, b);
}

struct integer rowkey_operation_result(const struct value *value, struct integer a, struct integer b) {
  if (value->operation->exact != NULL) return value->operation->exact(a, b);
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
    return rowkey_range_within(value->good[0], range_of_type(value->type)) ? image_of_numbers(a->numbers)
                                                                           : image_of_bits(a->known, a->bits);
  return value->operation->image == NULL ? any : value->operation->image(value, a, b);
}

/* The rows before the first argument that has no result. */
static size_t count_good(const struct operation_rows *rows) {
  const struct value *value = rows->value;
  size_t good = rows->count;
  for (unsigned side = 0; side < 2; side++) {
    const uint64_t *numbers = side == 0 ? rows->a : rows->b;
    const uint64_t low = rowkey_integer_bits(value->good[side].low);
    const uint64_t span = rowkey_integer_bits(value->good[side].high) - low;
    if (numbers != NULL && span != UINT64_MAX) good = rows->kernels->find_outside(numbers, good, low, span);
  }
  return good;
}

size_t rowkey_operation_try_rows(const struct operation_rows *rows) {
  const struct value *value = rows->value;
  const uint64_t a = operation_constant(value->a), b = operation_constant(value->b);
  size_t i = 0;
  while (i < rows->count && value->operation->attempt(value, rows->a == NULL ? a : rows->a[i],
                                                      rows->b == NULL ? b : rows->b[i], &rows->out[i]))
    i++;
  return i;
}

size_t rowkey_operation_run(const struct operation_rows *rows) {
  const struct value *value = rows->value;
  if (value->operation->run_texts != NULL) return value->operation->run_texts(rows);
  if (value->checked && value->pairs) return value->operation->run_attempts(rows);
  const size_t good = value->checked ? count_good(rows) : rows->count;
  if (value->operation->keeps_bits) return good;
  if (rowkey_operation_masks(value)) {
    const struct rowkey_masking masking = value->operation->masking(value);
    rows->kernels->mask_integers(&masking, rows->a == NULL ? rows->b : rows->a, good, rows->out);
  } else if (value->operation->run != NULL)
    value->operation->run(rows);
  else
    operation_run(value->operation->compute, rows);
  return good;
}

bool rowkey_operation_is_undone(const struct value *value) {
  const struct operation *operation = value->operation;
  if (operation->undone_beside == NULL) return operation->keeps_bits || operation->undo != NULL;
  const struct value *constant = value_is_constant(value->a) ? value->a : value->b;
  return value_is_constant(constant) &&
         operation->undone_beside(constant == value->a ? 1 : 0, operation_constant(constant));
}

bool rowkey_any_constant(unsigned side, uint64_t constant) {
  (void)side, (void)constant;
  return true;
}

struct step_name rowkey_operation_step(const struct value *value) {
  const struct operation *operation = value->operation;
  if (operation->keeps_bits) return (struct step_name){value->checked ? "find_outside" : NULL, true};
  if (operation->find_step != NULL) return operation->find_step(value);
  if (rowkey_operation_masks(value)) return (struct step_name){"mask_integers", true};
  return operation->step.name == NULL || value->type == TYPE_HASH ? (struct step_name){operation->name, false}
                                                                  : operation->step;
}

struct range rowkey_numbers_of_held_bits(const struct value *value) {
  const uint64_t last = UINT64_MAX >> (64 - value->held[0].magnitude);
  return rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(last));
}
