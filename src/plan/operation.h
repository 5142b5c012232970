/* What a function of integers says of itself: a file of src/operations describes one or a few, and list.def
 * there names them. The compiler, the plan, the encoder, single rows, the decoder, explain, ranges and splits
 * ask the description, and know none of them by name. For example:
 *
 *     const struct operation rowkey_operation_jump = {
 *         .name = "jump",
 *         .usage = "jump(number, buckets)",
 *         .arguments = {{.varies = true, …}, {.is_constant = true, .least = 1, …}},
 *         .count = 2,
 *         .compute = bucket_of,
 *         …
 *
 * Name, usage, arguments and `compute` are there; what else is left out has the meaning that is safe for
 * every function: all numbers have a result, it may be any of its type and follows no argument, it is not
 * undone, and is computed a row at a time. */
#ifndef ROWKEY_PLAN_OPERATION_H
#define ROWKEY_PLAN_OPERATION_H

#include "plan/image.h"
#include "plan/plan.h"
#include "plan/steps.h"

/* An integer, or after all integers a constant that the operation holds. Integers are the 64 bits of a u64 or
 * an i64; two have one type. */
struct argument {
  bool is_constant; /* from `least` to `most`, or any where `most` is 0 */
  bool varies;      /* it is not the same in every row */
  uint64_t least, most;
  const char *problem;  /* of the error where that is not met */
  const char *expected; /* the same, where a number `varies` */
};

enum { ARGUMENTS_MAX = 3 }; /* the values a and b, and value->held */

/* How results follow one argument, from one number to a greater one, where the other is the same. */
struct course {
  enum course_direction { SCATTERS, RISES, FALLS } direction; /* never falls, never rises */
  bool strict;                                                /* and is never the same for two numbers */
  uint64_t steps; /* by which it moves when the argument moves by 1; 0: unknown */
};

/* Rows of the arguments, and where the results go; they may be those of an argument. */
struct operation_rows {
  const struct rowkey_kernels *kernels;
  const struct value *value;
  const uint64_t *a, *b; /* b: NULL where there is one integer */
  uint64_t *out;
  size_t count;
};

struct operation {
  const char *name, *usage; /* "jump(number, buckets)"; NULL of what is no function of templates */
  struct argument arguments[ARGUMENTS_MAX];
  size_t count;
  bool are_bounds; /* the constants: the second one is not below the first */

  uint64_t (*compute)(const struct value *value, uint64_t a, uint64_t b);
  enum result_type { RESULT_OF_ARGUMENTS, RESULT_U64, RESULT_I64 } result;

  /* The numbers for which there is a result, of each argument that is an integer. */
  struct range (*domain)(const struct value *value);
  const char *too_far; /* of the error where no number of an argument can be in the domain */
  const char *refusal; /* of the error of a row whose number is above the domain */
  /* The results for arguments within these ranges, between which they scatter; else the ends are those. */
  struct range (*range)(const struct value *value, struct range a, struct range b);
  bool folds; /* constants, which have no type yet, by their range: it is their result and in no type's bounds
               */
  /* The argument, a or b, that the result is in every row, or NULL. Such a call is not among the values. */
  struct value *(*unchanged)(const struct value *value);
  /* How results follow a (side 0) or b (1) while the arguments are within these ranges. */
  struct course (*course)(const struct value *value, unsigned side, struct range a, struct range b);
  struct image (*image)(const struct value *value, const struct image *a, const struct image *b);
  bool keeps_bits;   /* results have those of a: nothing is computed, and all else follows but for the course
                        where it is not the same number */
  bool keeps_unit;   /* of instants it makes an instant */
  bool changes_sign; /* and nothing else, or nothing but bits from the 32nd on as well */
  enum evenness {
    EVENNESS_UNKNOWN,
    KEEPS_EVEN, /* of numbers that are about equally frequent it makes such */
    SHARES_OUT, /* it does where they are many more than its results */
    PERMUTES,   /* the numbers of its domain */
    FOLDS_SIGN, /* KEEPS_EVEN, of positive and negative remainders as well */
    MIXES_BITS, /* of two numbers, of which one may be a constant */
    MAKES_UNEVEN
  } evenness;

  /* Turns results into a (side 0) or b (1). */
  void (*undo)(const struct value *value, unsigned side, uint64_t *numbers, size_t rows);
  /* It is where the other argument is such a constant, and not else; NULL where that may be any number. */
  bool (*undone_beside)(uint64_t constant);
  /* The division by a constant whose remainder it is; without a dividend where it is none. */
  struct division (*remainder)(const struct value *value);

  struct step_name step; /* what explain shows; without a name it is `name` */
  void (*run)(const struct operation_rows *rows);

  /* The results of hashes of 128 bits, which are such hashes; NULL where it takes none. */
  void (*run_hashes)(const uint8_t *hashes, size_t count, uint8_t *out);
  uint64_t last_half; /* the greatest first 64 bits of those, after which no other bit is set */
};

extern const struct operation rowkey_operation_int32, rowkey_operation_interleave, rowkey_operation_to_i64,
    rowkey_operation_and, rowkey_operation_or, rowkey_operation_xor;

static inline bool value_is_of(const struct value *value, const struct operation *operation) {
  return value->kind == VALUE_OPERATION && value->operation == operation;
}

/* Whether it is the number `a`, or another one with the same bits. */
static inline bool value_keeps_bits(const struct value *value) {
  return value->kind == VALUE_OPERATION && value->operation->keeps_bits;
}

/* The greatest first 64 bits of a hash. */
static inline uint64_t value_last_half(const struct value *hash) {
  return hash->kind == VALUE_OPERATION ? hash->operation->last_half : UINT64_MAX;
}

/* A `run` that computes one row after the other, for a `compute` that the compiler sees. */
static inline __attribute__((always_inline)) void operation_run(uint64_t (*compute)(const struct value *,
                                                                                    uint64_t, uint64_t),
                                                                const struct operation_rows *rows) {
  const struct operation_rows all = *rows; /* which no result is written to, as far as compilers know */
  if (all.b == NULL)
    for (size_t i = 0; i < all.count; i++) all.out[i] = compute(all.value, all.a[i], 0);
  else
    for (size_t i = 0; i < all.count; i++) all.out[i] = compute(all.value, all.a[i], all.b[i]);
}

/* ---- src/operations/list.c ----------------------------------------------------------------------- */

/* One after the other, functions first; NULL after the last one. */
const struct operation *rowkey_operation_at(size_t index);
/* The same of functions alone. */
const struct operation *rowkey_function_at(size_t index);

/* ---- operation.c: what readers ask, answered where the description says nothing ------------------ */

/* The arguments that have a result. */
struct range rowkey_operation_domain(const struct value *value);
/* Of the result, whose arguments are there. */
enum value_type rowkey_operation_type(const struct value *value);
struct range rowkey_operation_range(const struct value *value, struct range a, struct range b);
/* Of two arguments in the domain. */
struct integer rowkey_operation_result(const struct value *value, struct integer a, struct integer b);
struct course rowkey_operation_course(const struct value *value, unsigned side, struct range a,
                                      struct range b);
struct image rowkey_operation_image(const struct value *value, const struct image *a, const struct image *b);
/* The first row of an argument outside of the domain, or rows->count. */
size_t rowkey_operation_run(const struct operation_rows *rows);
/* Whether an argument comes back from the result. */
bool rowkey_operation_is_undone(const struct value *value);
struct step_name rowkey_operation_step(const struct value *value);
/* For undone_beside. */
bool rowkey_any_constant(uint64_t constant);
/* A domain: the numbers of as many bits as the constant that the operation holds. */
struct range rowkey_numbers_of_held_bits(const struct value *value);

#endif
