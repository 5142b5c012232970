/* & | ^ of the bits of two integers. */
#include "plan/operation.h"

static uint64_t bits_of_both(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a & b;
}

static uint64_t bits_of_either(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a | b;
}

static uint64_t bits_of_one(const struct value *value, uint64_t a, uint64_t b) {
  (void)value;
  return a ^ b;
}

/* Bits that one of the operands has become `one`, bits that both have `both`. */
static void run_bits(const struct operation_rows *rows, uint64_t one, uint64_t both) {
  if (rows->a != NULL && rows->b != NULL) {
    rows->kernels->combine_bits(rows->a, rows->b, one, both, rows->count, rows->out);
    return;
  }
  const uint64_t constant = operation_constant(rows->a == NULL ? rows->value->a : rows->value->b);
  const struct rowkey_masking masking = {.mask = (one & ~constant) | ((one ^ both) & constant),
                                         .flip = one & constant};
  rows->kernels->mask_integers(&masking, rows->a == NULL ? rows->b : rows->a, rows->count, rows->out);
}

static void run_and(const struct operation_rows *rows) { run_bits(rows, 0, UINT64_MAX); }
static void run_or(const struct operation_rows *rows) { run_bits(rows, UINT64_MAX, UINT64_MAX); }
static void run_xor(const struct operation_rows *rows) { run_bits(rows, UINT64_MAX, 0); }

static struct step_name step_of_bits(const struct value *value) {
  return (struct step_name){rowkey_is_beside_constant(value) ? "mask_integers" : "combine_bits", true};
}

/* ---- Beside a constant ------------------------------------------------------------------------- */

static bool is_low_mask(uint64_t bits) { return (bits & (bits + 1)) == 0; }

/* The bits that can differ among the numbers: all bits up to the highest that differs. */
static uint64_t varying_bits(struct range numbers) {
  const uint64_t differences = rowkey_integer_bits(numbers.low) ^ rowkey_integer_bits(numbers.high);
  return differences == 0 ? 0 : UINT64_MAX >> __builtin_clzll(differences);
}

/* Beside a constant: clearing or setting the lowest of the varying bits rounds, and flipping all of them
 * makes the result fall. */
static struct course follow_bits(const struct value *value, unsigned side, struct range a, struct range b) {
  const struct range numbers = side == 0 ? a : b, mask = side == 0 ? b : a;
  const uint64_t varying = varying_bits(numbers), bits = varying & rowkey_integer_bits(mask.low);
  const bool turns = value->operation == &rowkey_operation_xor;
  const uint64_t lost = value->operation == &rowkey_operation_and ? varying - bits : bits;
  if (turns && lost == varying && lost != 0 && rowkey_range_is_point(mask))
    return (struct course){FALLS, true, 1};
  const bool rises = rowkey_range_is_point(mask) && (turns ? lost == 0 : is_low_mask(lost));
  return (struct course){rises ? RISES : SCATTERS, lost == 0, lost == 0};
}

static void turn_back(const struct value *value, unsigned side, uint64_t *numbers, size_t rows) {
  const uint64_t mask = rowkey_integer_bits((side == 0 ? value->b : value->a)->range.low);
  for (size_t i = 0; i < rows; i++) numbers[i] ^= mask;
}

/* The low bits of a number are its remainder by a power of two. */
static struct division division_by_mask(const struct value *value) {
  const bool left = value_is_constant(value->a);
  const struct value *mask = left ? value->a : value->b;
  const uint64_t bits = rowkey_integer_bits(mask->range.low);
  if (!value_is_constant(mask) || bits == UINT64_MAX || !is_low_mask(bits)) return (struct division){0};
  return (struct division){left ? value->b : value->a, bits + 1, true};
}

/* ---- Results ----------------------------------------------------------------------------------- */

static struct range range_of_bits(const struct value *value, struct range a, struct range b) {
  return value->operation == &rowkey_operation_and  ? rowkey_range_and(a, b)
         : value->operation == &rowkey_operation_or ? rowkey_range_or(a, b)
                                                    : rowkey_range_xor(a, b);
}

/* A bit of the result is known if it does not depend on unknown bits. If each operand is a constant or takes
 * every number of some bits, the result takes every number that its unknown bits allow. */
static struct image image_of_mask(const struct value *value, const struct image *a, const struct image *b) {
  const uint64_t all = value->operation->compute(value, a->bits, b->bits);
  uint64_t known = UINT64_MAX;
  for (unsigned i = 1; i < 4; i++)
    known &= ~(all ^ value->operation->compute(value, (i & 1) != 0 ? a->bits | ~a->known : a->bits,
                                               (i & 2) != 0 ? b->bits | ~b->known : b->bits));
  struct image image = image_of_bits(known, all);
  image.numbers.exact = (value_is_constant(value->a) || rowkey_numbers_are_of_bits(&a->numbers)) &&
                        (value_is_constant(value->b) || rowkey_numbers_are_of_bits(&b->numbers));
  return image;
}

static struct image image_of_and(const struct value *value, const struct image *a, const struct image *b) {
  const struct division division = division_by_mask(value);
  const struct image *dividend = division.dividend == value->a ? a : b;
  if (division.dividend == NULL) return image_of_mask(value, a, b);
  return image_of_numbers(rowkey_numbers_modulo(&dividend->numbers, division.divisor, true));
}

/* If no row has a bit set in both operands, the result is their sum. */
static struct image image_of_either(const struct value *value, const struct image *a, const struct image *b) {
  const bool are_disjoint = ((~a->known | a->bits) & (~b->known | b->bits)) == 0;
  if (!are_disjoint) return image_of_mask(value, a, b);
  return image_of_numbers(rowkey_numbers_add(&a->numbers, &b->numbers, value->range));
}

/* ---- The operators ----------------------------------------------------------------------------- */

const struct operation rowkey_operation_and = {
    .name = "and",
    .sign = '&',
    .count = 2,
    .compute = bits_of_both,
    .range = range_of_bits,
    .course = follow_bits,
    .image = image_of_and,
    .remainder = division_by_mask,
    .evenness = MIXES_BITS,
    .find_step = step_of_bits,
    .run = run_and,
};

const struct operation rowkey_operation_or = {
    .name = "or",
    .sign = '|',
    .count = 2,
    .compute = bits_of_either,
    .range = range_of_bits,
    .course = follow_bits,
    .image = image_of_either,
    .evenness = MIXES_BITS,
    .find_step = step_of_bits,
    .run = run_or,
};

const struct operation rowkey_operation_xor = {
    .name = "xor",
    .sign = '^',
    .count = 2,
    .compute = bits_of_one,
    .range = range_of_bits,
    .course = follow_bits,
    .image = image_of_either,
    .undo = turn_back,
    .undone_beside = rowkey_any_constant,
    .evenness = MIXES_BITS,
    .find_step = step_of_bits,
    .run = run_xor,
};
