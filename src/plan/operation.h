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

#include "plan/image.h"
#include "plan/plan.h"
#include "plan/steps.h"

/* A value, or after all values a constant that the operation holds. Integers are the 64 bits of a u64 or an
 * i64; two have one type, unless `of_any_type` says otherwise of the second one. */
struct argument {
  enum argument_kind {
    AN_INTEGER,
    AN_INSTANT, /* an integer with a unit of time, taken as an i64 */
    A_TEXT,     /* alone, with `run` and `range` */
    A_FLOAT,    /* the 64 bits of a double: alone, with `run_attempts` and `range` */
    A_HASH      /* the first one, beside constants, with `run` and `range` */
  } takes;
  bool is_constant;
  bool varies;          /* it is not the same in every row */
  bool of_any_type;     /* its own */
  uint64_t least, most; /* or any where `most` is 0 */
  const char *problem;  /* of the error where that is not met */
  const char *expected; /* the same, where a number `varies` */
};

enum { ARGUMENTS_MAX = 3 }; /* the values a and b, and value->held */

/* How results follow one argument, from one number to a greater one, where the other is the same. */
struct course {
  enum course_direction {
    SCATTERS,
    RISES, /* never falls */
    FALLS, /* never rises */
    STAYS  /* the result follows the other argument alone, or none */
  } direction;
  bool strict; /* and is never the same for two numbers */
  /* By which it moves, or at most where it is not strict, when the argument moves by 1; 0: unknown. */
  uint64_t steps;
};

/* Rows of the arguments, and where the results go; they may be those of an argument. */
struct operation_rows {
  const struct rowkey_kernels *kernels;
  const struct value *value;
  const uint64_t *a, *b; /* NULL of a constant that it does not read, and b where there is one value */
  const struct rowkey_strings *texts; /* in the place of a, where it takes one */
  const double *floats;               /* the same */
  const uint8_t *hashes;              /* the same */
  uint64_t *out;
  size_t count;
};

/* Why a row is bad, and what is expected; without a problem, something else makes it so. */
struct complaint {
  const char *problem, *expected;
};

struct operation {
  const char *name, *usage; /* "jump(number, buckets)"; NULL of what is no function of templates */
  char sign;                /* of an operator, as the parser gives it; its name is what templates write */
  struct argument arguments[ARGUMENTS_MAX];
  size_t count;
  /* name=choice, of which the first is the default; value->choice is its number. */
  struct {
    const char *name, *choices[2], *expected;
  } option;
  bool are_bounds; /* the constants: the second one is not below the first */
  /* Where it takes more than two numbers, `most` of them: what puts each into its place (plan/z_order.h), and
   * what joins those. */
  struct {
    size_t most;
    const struct operation *place, *join;
  } several;

  uint64_t (*compute)(const struct value *value, uint64_t a, uint64_t b);
  uint64_t (*compute_of_text)(const struct value *value, struct slice a); /* and `run`, instead */
  /* The same of a hash: eight bytes in each, the first the most significant. */
  uint64_t (*compute_of_hash)(const struct value *value, const uint64_t *a);
  /* Where two numbers, each in the domain, or a float may have no result of the type: computes it, or is
   * false.
   */
  bool (*attempt)(const struct value *value, uint64_t a, uint64_t b, uint64_t *result);
  /* The result of any two in the domain as a number that the type need not hold. */
  struct integer (*exact)(struct integer a, struct integer b);
  bool divides; /* by b: there is no result where that is 0 */
  /* By what it divides with constants that are made for that; 0: nothing. */
  uint64_t (*divisor)(const struct value *value);
  /* What a bad row says of an argument that makes it one, instead of what the result is not. */
  struct complaint (*refused)(const struct value *value, uint64_t b);
  enum result_type { RESULT_OF_ARGUMENTS, RESULT_U64, RESULT_I64 } result;

  /* The numbers for which there is a result, of each argument that is an integer. */
  struct range (*domain)(const struct value *value);
  const char *too_far; /* of the error where no number of an argument can be in the domain */
  const char *refusal; /* of the error of a row whose number is outside of the domain */
  const char *within;  /* of both: what else is to be said of the domain */
  /* The results for arguments within these ranges, between which they scatter; else the ends are those. */
  struct range (*range)(const struct value *value, struct range a, struct range b);
  bool folds; /* constants, which have no type yet, by their range: it is their result and in no type's bounds
               */
  /* The argument, a or b, that the result is in every row, or NULL. Such a call is not among the values. */
  struct value *(*unchanged)(const struct value *value);
  /* How results follow a (side 0) or b (1) while the arguments are within these ranges. */
  struct course (*course)(const struct value *value, unsigned side, struct range a, struct range b);
  struct image (*image)(const struct value *value, const struct image *a, const struct image *b);
  bool keeps_bits; /* results have those of a: nothing is computed, and all else follows but for the course
                      where it is not the same number */
  rowkey_time_unit (*unit)(const struct value *value); /* of the result, of instants */
  /* It rounds a down, and this is what a is more than that. */
  struct range (*rest)(const struct value *value);
  bool is_date; /* the `calendar` of the instant a */
  enum rowkey_calendar calendar;
  bool changes_sign; /* and nothing else, or nothing but bits from the 32nd on as well */
  enum evenness {
    EVENNESS_UNKNOWN,
    KEEPS_EVEN, /* of numbers that are about equally frequent it makes such */
    SHARES_OUT, /* it does where they are many more than its results */
    PERMUTES,   /* the numbers of its domain */
    FOLDS_SIGN, /* KEEPS_EVEN, of positive and negative remainders as well */
    MIXES_BITS, /* of two numbers, of which one may be a constant */
    ADDS,       /* it moves all by a constant, or makes another number of each two */
    MAPS,       /* it makes another number of each beside a constant */
    DIVIDES,    /* by a constant */
    MAKES_UNEVEN
  } evenness;

  /* Turns results into a (side 0) or b (1). */
  void (*undo)(const struct value *value, unsigned side, uint64_t *numbers, size_t rows);
  /* It is where the other argument is such a constant, and not else; NULL where that may be any number. */
  bool (*undone_beside)(unsigned side, uint64_t constant);
  /* The division by a constant whose remainder or quotient it is; without a dividend where it is none. */
  struct division (*remainder)(const struct value *value), (*quotient)(const struct value *value);

  struct step_name step; /* what explain shows; without a name it is `name` */
  struct step_name (*find_step)(const struct value *value); /* the same where it differs */
  void (*run)(const struct operation_rows *rows);
  /* The first row without a result, or rows->count; results are not those of an argument. */
  size_t (*run_attempts)(const struct operation_rows *rows);
  bool reads_constants; /* as rows; others have them from the value */
  struct rowkey_masking (*masking)(
      const struct value *value); /* that computes it, of two beside a constant */

  /* The results of hashes of 128 bits, which are such hashes; NULL where it takes none. */
  void (*run_hashes)(const uint8_t *hashes, size_t count, uint8_t *out);
  uint64_t last_half; /* the greatest first 64 bits of those, after which no other bit is set */
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

/* Whether it is the number `a`, or another one with the same bits. */
static inline bool value_keeps_bits(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->keeps_bits;
}

static inline bool value_is_date(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->is_date;
}

/* Whether it is a rounded down by itself, and not by arithmetic. */
static inline bool value_rounds(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->rest != NULL;
}

/* What is done to the numbers of a part before they are written. */
static inline struct rowkey_masking part_code(const struct part *part) {
  return value_is_of(part->written, &rowkey_operation_code) ? part->written->code
                                                            : (struct rowkey_masking){.mask = UINT64_MAX};
}

/* Whether the value is coded while it is written: such a value is no step of its own. */
static inline bool is_coded_in_writing(const struct value *value) {
  return value_is_of(value, &rowkey_operation_code) && value->code.mask == UINT64_MAX &&
         value->code.swapped == 0;
}

/* The greatest first 64 bits of a hash. */
static inline uint64_t value_last_half(const struct value *hash) {
  return hash->kind == VALUE_OPERATION ? hash->operation->last_half : UINT64_MAX;
}

/* The argument's number in every row, of a constant. */
static inline uint64_t operation_constant(const struct value *argument) {
  return argument == NULL ? 0 : rowkey_integer_bits(argument->range.low);
}

/* A `run` that computes one row after the other, for a `compute` that the compiler sees. Where these loops of
 * a few instructions lie in memory counts less if they do several rows at once. */
static inline __attribute__((always_inline)) void operation_run(uint64_t (*compute)(const struct value *,
                                                                                    uint64_t, uint64_t),
                                                                const struct operation_rows *rows) {
  const struct operation_rows all = *rows; /* which no result is written to, as far as compilers know */
  const uint64_t a = operation_constant(all.value->a), b = operation_constant(all.value->b);
  if (all.b == NULL)
#pragma GCC unroll 2
    for (size_t i = 0; i < all.count; i++) all.out[i] = compute(all.value, all.a[i], b);
  else if (all.a != NULL)
    for (size_t i = 0; i < all.count; i++) all.out[i] = compute(all.value, all.a[i], all.b[i]);
  else
    for (size_t i = 0; i < all.count; i++) all.out[i] = compute(all.value, a, all.b[i]);
}

/* One row of integers after the other: the first without a result, or rows->count. */
size_t rowkey_operation_try_rows(const struct operation_rows *rows);

/* The same of a `run_attempts`. The loop does not stop at a bad row: it finds out for all rows at once
 * whether one is bad, and only then is that searched for. */
static inline __attribute__((always_inline)) size_t
operation_run_attempts(bool (*attempt)(const struct value *, uint64_t, uint64_t, uint64_t *),
                       const struct operation_rows *rows) {
  const struct operation_rows all = *rows;
  if (all.a == NULL || all.b == NULL) return rowkey_operation_try_rows(rows);
  bool good = true;
#pragma GCC unroll 2
  for (size_t i = 0; i < all.count; i++) good &= attempt(all.value, all.a[i], all.b[i], &all.out[i]);
  return good ? all.count : rowkey_operation_try_rows(rows);
}

/* ---- src/operations/list.c ----------------------------------------------------------------------- */

/* One after the other, functions first; NULL after the last one. */
const struct operation *rowkey_operation_at(size_t index);
/* The same of functions alone. */
const struct operation *rowkey_function_at(size_t index);
/* The operator with the sign, or NULL. */
const struct operation *rowkey_operator_of(char sign);

/* ---- operation.c: what readers ask, answered where the description says nothing ------------------ */

/* The numbers that an argument, a (side 0) or b (1), may be by itself. */
struct range rowkey_operation_domain(const struct value *value, unsigned side);
/* Sets `good` and `pairs` of the value, whose arguments and type are there. */
void rowkey_find_good(struct value *value);
/* Whether the argument is a constant of which no rows are read. */
bool rowkey_operation_holds(const struct value *value, const struct value *argument);
/* Of the result, whose arguments are there. */
enum value_type rowkey_operation_type(const struct value *value);
struct range rowkey_operation_range(const struct value *value, struct range a, struct range b);
/* Of two arguments in the domain; where it is exact, it need not be of the type. */
struct integer rowkey_operation_result(const struct value *value, struct integer a, struct integer b);
struct course rowkey_operation_course(const struct value *value, unsigned side, struct range a,
                                      struct range b);
struct image rowkey_operation_image(const struct value *value, const struct image *a, const struct image *b);
/* The first row of an argument outside of the domain, or rows->count. */
size_t rowkey_operation_run(const struct operation_rows *rows);
/* Whether an argument comes back from the result. */
bool rowkey_operation_is_undone(const struct value *value);
struct step_name rowkey_operation_step(const struct value *value);
/* Whether one of the two arguments is a constant. */
bool rowkey_is_beside_constant(const struct value *value);
/* Whether a masking computes it. */
bool rowkey_operation_masks(const struct value *value);
/* For unit: instants of one unit, and constants, are one. */
rowkey_time_unit rowkey_common_unit(const struct value *value);
/* For undone_beside. */
bool rowkey_any_constant(unsigned side, uint64_t constant);
/* A domain: the numbers of as many bits as the constant that the operation holds. */
struct range rowkey_numbers_of_held_bits(const struct value *value);

#endif
