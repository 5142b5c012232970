/* The description of a function or operator that makes an integer. A file of src/operations describes one or
 * a few, and list.def there names them. The compiler, the plan, the encoder, single rows, the decoder,
 * explain, ranges and splits use only the description, and know no function by name. For example:
 *
 *     const struct operation rowkey_operation_jump = {
 *         .name = "jump",
 *         .usage = "jump(number, buckets)",
 *         .arguments = {{.varies = true, …}, {.is_constant = true, .least = 1, …}},
 *         .count = 2,
 *         .compute = bucket_of,
 *         …
 *
 * Each has a name, a usage or sign, arguments and a way to compute a row. Every other member has a default
 * that is safe for all functions: all numbers have a result, the result may be any number of its type and
 * does not follow an argument, it cannot be undone, and it is computed row by row. */
#ifndef ROWKEY_PLAN_OPERATION_H
#define ROWKEY_PLAN_OPERATION_H

#include "base/bits.h"
#include "plan/image.h"
#include "plan/plan.h"
#include "plan/steps.h"

/* A value; or a constant that the operation holds, which follows all values. Integers are the 64 bits of a
 * u64 or an i64. Two integers have the same type, unless the second one is `of_any_type`. */
struct argument {
  enum argument_kind {
    AN_INTEGER,
    AN_INSTANT, /* an integer with a unit of time, taken as an i64 */
    A_TEXT,     /* the only argument; needs `run` and `range` */
    A_FLOAT,    /* the 64 bits of a double, the only argument; needs `run_attempts` and `range` */
    A_HASH      /* the first argument, with only constants beside it; needs `run` and `range` */
  } takes;
  bool is_constant;
  bool varies;          /* it is not the same in every row */
  bool of_any_type;     /* its own */
  uint64_t least, most; /* its bounds; none if `most` is 0 */
  const char *problem;  /* what the error says if the argument breaks these rules */
  const char *expected; /* the same, where a number `varies` */
};

enum { ARGUMENTS_MAX = 3 }; /* the values a and b, and value->held */

/* How results move as one argument rises and the other stays the same. */
struct course {
  enum course_direction {
    SCATTERS,
    RISES, /* never falls */
    FALLS, /* never rises */
    STAYS  /* the result follows the other argument alone, or none */
  } direction;
  bool strict; /* two numbers never have the same result */
  /* How far the result moves when the argument moves by 1, or at most if not strict; 0: unknown. */
  uint64_t steps;
};

/* Rows of the arguments, and where the results go: `out` may be the rows of an argument. */
struct operation_rows {
  const struct rowkey_kernels *kernels;
  const struct value *value;
  const uint64_t *a, *b;              /* NULL for a constant that is not read; b also if there is one value */
  const struct rowkey_strings *texts; /* instead of a, if the argument is a text */
  const double *floats;               /* instead of a, if it is a float */
  const uint8_t *hashes;              /* instead of a, if it is a hash */
  uint64_t *out;
  size_t count;
};

/* Why a row is bad, and what is expected. If `problem` is NULL, this is not the cause. */
struct complaint {
  const char *problem, *expected;
};

struct operation {
  const char *name, *usage; /* "jump(number, buckets)"; NULL if templates cannot call it */
  char sign;                /* of an operator, as the parser sees it; templates write its name */
  struct argument arguments[ARGUMENTS_MAX];
  size_t count;
  /* name=choice in templates. The first choice is the default; value->choice is the index of the choice. */
  struct {
    const char *name, *choices[2], *expected;
  } option;
  bool are_bounds; /* the constants are bounds: the second one must not be below the first */
  /* For more than two numbers, `most` at most: `place` puts each number into its place (plan/z_order.h), and
   * `join` joins the places. */
  struct {
    size_t most;
    const struct operation *place, *join;
  } several;

  uint64_t (*compute)(const struct value *value, uint64_t a, uint64_t b);
  uint64_t (*compute_of_text)(const struct value *value,
                              struct slice a); /* instead of `compute`; needs `run_texts` */
  /* The same of a hash: eight bytes in each, the first the most significant. */
  uint64_t (*compute_of_hash)(const struct value *value, const uint64_t *a);
  /* For operations that may have no result of the type, though both numbers are in the domain or the argument
   * is a float: computes the result, or returns false. */
  bool (*attempt)(const struct value *value, uint64_t a, uint64_t b, uint64_t *result);
  /* The mathematical result of any two numbers in the domain, even if the type cannot hold it. */
  struct integer (*exact)(struct integer a, struct integer b);
  bool divides; /* by b: there is no result if b is 0 */
  /* The divisor for which the layout precomputes constants; 0: none. */
  uint64_t (*divisor)(const struct value *value);
  /* The error for a row whose argument is at fault; otherwise the error is about the result. */
  struct complaint (*refused)(const struct value *value, uint64_t b);
  enum result_type { RESULT_OF_ARGUMENTS, RESULT_U64, RESULT_I64 } result;

  /* The numbers for which each integer argument has a result. */
  struct range (*domain)(const struct value *value);
  const char *too_far; /* the error if no number of an argument can be in the domain */
  const char *refusal; /* the error of a row whose number is outside the domain */
  const char *within;  /* what both errors add about the domain */
  /* Bounds of the results for arguments within these ranges, used unless results rise or fall with each. */
  struct range (*range)(const struct value *value, struct range a, struct range b);
  bool folds; /* constant arguments, by `range`: they have no type yet, and no type bounds the result */
  /* The argument, a or b, that equals the result in every row, or NULL. It replaces the call's value. */
  struct value *(*unchanged)(const struct value *value);
  /* How results follow a (side 0) or b (1) while the arguments are within these ranges. */
  struct course (*course)(const struct value *value, unsigned side, struct range a, struct range b);
  struct image (*image)(const struct value *value, const struct image *a, const struct image *b);
  bool keeps_bits; /* the result has the bits of a: nothing is computed, and only `course` has to be
                      described, if the number changes */
  rowkey_time_unit (*unit)(const struct value *value); /* of the result, if it is an instant */
  /* For operations that round a down: the range of a less the result. */
  struct range (*rest)(const struct value *value);
  bool is_date; /* the operation makes a date: the `calendar` field of the instant a */
  enum rowkey_calendar calendar;
  bool changes_sign; /* the operation changes only the sign, and maybe bits from the 32nd on */
  enum evenness {
    EVENNESS_UNKNOWN,
    KEEPS_EVEN, /* even numbers, which are about equally frequent, make even results */
    SHARES_OUT, /* like KEEPS_EVEN if there are many more numbers than results */
    PERMUTES,   /* it permutes the numbers of its domain */
    FOLDS_SIGN, /* like KEEPS_EVEN, also for positive and negative remainders together */
    MIXES_BITS, /* it combines the bits of two numbers, one of which may be a constant */
    ADDS,       /* it adds a constant, or makes a different result of each pair */
    MAPS,       /* beside a constant, it makes a different result of each number */
    DIVIDES,    /* it divides by a constant */
    MAKES_UNEVEN
  } evenness;

  /* Turns results into a (side 0) or b (1). */
  void (*undo)(const struct value *value, unsigned side, uint64_t *numbers, size_t rows);
  /* Whether `undo` works beside this constant; it never works beside a varying argument. NULL: `undo` needs
   * no constant. */
  bool (*undone_beside)(unsigned side, uint64_t constant);
  /* The division by a constant whose remainder or quotient is the value; no dividend: there is none. */
  struct division (*remainder)(const struct value *value), (*quotient)(const struct value *value);

  struct step_name step;                                    /* what explain shows; `name` if it has no name */
  struct step_name (*find_step)(const struct value *value); /* the same, if it depends on the value */
  void (*run)(const struct operation_rows *rows);
  /* Of texts, which may lie outside their column: the first that does, or rows->count. */
  size_t (*run_texts)(const struct operation_rows *rows);
  /* The first row without a result, or rows->count. `out` must not be the rows of an argument. */
  size_t (*run_attempts)(const struct operation_rows *rows);
  bool reads_constants; /* it reads constants as rows, not from the value */
  struct rowkey_masking (*masking)(
      const struct value *value); /* that computes it, beside a constant if there are two arguments */

  /* Makes hashes of 128 bits from hashes of 128 bits; NULL: the operation does not. */
  void (*run_hashes)(const uint8_t *hashes, size_t count, uint8_t *out);
  uint64_t last_half; /* the first 64 bits of the greatest result; its other bits are 0 */
};

extern const struct operation rowkey_operation_int32, rowkey_operation_interleave, rowkey_operation_to_i64,
    rowkey_operation_and, rowkey_operation_or, rowkey_operation_xor, rowkey_operation_shift_left,
    rowkey_operation_add, rowkey_operation_subtract, rowkey_operation_multiply, rowkey_operation_divide,
    rowkey_operation_modulo, rowkey_operation_floormod, rowkey_operation_place, rowkey_operation_join_places,
    rowkey_operation_week_start, rowkey_operation_month_start, rowkey_operation_quarter_start,
    rowkey_operation_year_start, rowkey_operation_hash_bits, rowkey_operation_hash_remainder,
    rowkey_operation_code, rowkey_operation_float_bits;

static inline bool value_is_of(const struct value *value, const struct operation *operation) {
  return value->kind == VALUE_OPERATION && value->operation == operation;
}

static inline bool value_is_remainder(const struct value *value) {
  return value_is_of(value, &rowkey_operation_modulo) || value_is_of(value, &rowkey_operation_floormod) ||
         value_is_of(value, &rowkey_operation_hash_remainder);
}

/* Whether the value is the number `a`, or another number with the same bits. */
static inline bool value_keeps_bits(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->keeps_bits;
}

static inline bool value_is_date(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->is_date;
}

/* Whether the value is one operation that rounds a down; x - x % n is not. */
static inline bool value_rounds(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->rest != NULL;
}

/* The digits that a hash has beyond those of 64 bits are a part of their own: to who wrote the field they are
 * one with the part before. */
static inline bool part_continues_field(const struct part *parts, size_t index) {
  if (index == 0 || parts[index].source_offset != parts[index - 1].source_offset) return false;
  for (size_t i = index - 1; i <= index; i++)
    if (parts[i].kind != PART_HEX_PADDED || !value_is_of(parts[i].value, &rowkey_operation_hash_bits))
      return false;
  return true;
}

/* How the numbers of a part are coded before they are written. */
static inline struct rowkey_masking part_code(const struct part *part) {
  return value_is_of(part->written, &rowkey_operation_code) ? part->written->code
                                                            : (struct rowkey_masking){.mask = UINT64_MAX};
}

/* Whether the value is coded while it is written: such a value has no step of its own. */
static inline bool is_coded_in_writing(const struct value *value) {
  return value_is_of(value, &rowkey_operation_code) && value->code.mask == UINT64_MAX &&
         value->code.swapped == 0;
}

/* The greatest first 64 bits of a hash. */
static inline uint64_t value_last_half(const struct value *hash) {
  return hash->kind == VALUE_OPERATION ? hash->operation->last_half : UINT64_MAX;
}

/* The number of a constant argument; 0 if there is no argument. */
static inline uint64_t operation_constant(const struct value *argument) {
  return argument == NULL ? 0 : rowkey_integer_bits(argument->range.low);
}

/* A `run` that computes row by row; the compiler inlines `compute`. Unrolling makes these tiny loops less
 * sensitive to their alignment. */
static inline __attribute__((always_inline)) void operation_run(uint64_t (*compute)(const struct value *,
                                                                                    uint64_t, uint64_t),
                                                                const struct operation_rows *rows) {
  const struct operation_rows all = *rows; /* a copy: the compiler sees that no result overwrites it */
  const uint64_t a = operation_constant(all.value->a), b = operation_constant(all.value->b);
  if (all.b == NULL) {
    ROWKEY_UNROLL(2)
    for (size_t i = 0; i < all.count; i++) all.out[i] = compute(all.value, all.a[i], b);
  } else if (all.a != NULL) {
    for (size_t i = 0; i < all.count; i++) all.out[i] = compute(all.value, all.a[i], all.b[i]);
  } else {
    for (size_t i = 0; i < all.count; i++) all.out[i] = compute(all.value, a, all.b[i]);
  }
}

/* Computes rows of integers one by one. Returns the first without a result, or rows->count. */
size_t rowkey_operation_try_rows(const struct operation_rows *rows);

/* The same for `run_attempts`. The loop does not stop at a bad row: it finds out whether any row is bad, and
 * only then searches for the first bad one. */
static inline __attribute__((always_inline)) size_t
operation_run_attempts(bool (*attempt)(const struct value *, uint64_t, uint64_t, uint64_t *),
                       const struct operation_rows *rows) {
  const struct operation_rows all = *rows;
  if (all.a == NULL || all.b == NULL) return rowkey_operation_try_rows(rows);
  bool good = true;
  ROWKEY_UNROLL(2)
  for (size_t i = 0; i < all.count; i++) good &= attempt(all.value, all.a[i], all.b[i], &all.out[i]);
  return good ? all.count : rowkey_operation_try_rows(rows);
}

/* ---- src/operations/list.c ----------------------------------------------------------------------- */

/* The operation at this index, functions first; NULL after the last one. */
const struct operation *rowkey_operation_at(size_t index);
/* The function at this index; NULL after the last one. */
const struct operation *rowkey_function_at(size_t index);
/* The operator with the sign, or NULL. */
const struct operation *rowkey_operator_of(char sign);

/* ---- operation.c: what readers ask, answered where the description says nothing ------------------ */

/* The numbers that one argument, a (side 0) or b (1), may be, whatever the other one is. */
struct range rowkey_operation_domain(const struct value *value, unsigned side);
/* Sets `good` and `pairs` of the value, whose arguments and type must be set. */
void rowkey_find_good(struct value *value);
/* Whether the argument is a constant that the step holds, so that it reads no rows of it. */
bool rowkey_operation_holds(const struct value *value, const struct value *argument);
/* The type of the result, and its range for arguments in a and b. The value's arguments must be set. */
enum value_type rowkey_operation_type(const struct value *value);
struct range rowkey_operation_range(const struct value *value, struct range a, struct range b);
/* The result of two arguments in the domain. If the operation has `exact`, it may be outside the type. */
struct integer rowkey_operation_result(const struct value *value, struct integer a, struct integer b);
struct course rowkey_operation_course(const struct value *value, unsigned side, struct range a,
                                      struct range b);
struct image rowkey_operation_image(const struct value *value, const struct image *a, const struct image *b);
/* The first row with an argument outside the domain, or rows->count. */
size_t rowkey_operation_run(const struct operation_rows *rows);
/* Whether decoding can get an argument back from the result. */
bool rowkey_operation_is_undone(const struct value *value);
struct step_name rowkey_operation_step(const struct value *value);
/* Whether one of the two arguments is a constant. */
bool rowkey_is_beside_constant(const struct value *value);
/* Whether a masking computes it. */
bool rowkey_operation_masks(const struct value *value);
/* For `unit`: instants that share a unit, and constants beside them, have that unit. */
rowkey_time_unit rowkey_common_unit(const struct value *value);
/* For `undone_beside`: any constant will do. */
bool rowkey_any_constant(unsigned side, uint64_t constant);
/* For `domain`: the numbers of n bits, where n is the constant that the operation holds. */
struct range rowkey_numbers_of_held_bits(const struct value *value);

#endif
