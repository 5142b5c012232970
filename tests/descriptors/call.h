/* A kernel described once, for tests, fuzzers and benchmarks: what it is given, what it may write and where,
 * and what the reference says. Each other file here describes a family of kernels:
 *
 *   described_FAMILY, a test, calls them with every number of rows and random arguments, in guarded memory
 *   fuzz_FAMILY calls them with the arguments that an input decides
 *   rowkey-bench times them with the arguments that `timed` has, beside the peers of bench/
 *
 * All three take the kernel of each instruction set that the CPU supports, and the generic one that stands
 * beside an override. */
#ifndef ROWKEY_TESTS_DESCRIPTORS_CALL_H
#define ROWKEY_TESTS_DESCRIPTORS_CALL_H

#include "fuzz/fuzz.h"
#include "fuzz/string_batch.h"
#include "kernels/divisor.h"
#include "reference/reference.h"

/* Row i is `width` bytes at memory + before + i*stride. What follows it, up to `room` bytes from its start,
 * may become anything, and the last `spare` bytes of the memory; no other byte of it may change. */
struct call_output {
  size_t rows, width, stride, room, before, spare, size;
  uint8_t *memory;
  uint8_t *expected; /* the rows side by side */
};

/* A call of any kernel, which uses the members that it has arguments for. */
enum { CALL_OUTPUTS = 3 };
struct call {
  size_t rows, width;
  size_t stride;   /* from one row of `bytes` to the next */
  uint64_t form;   /* what chose the kernel: its high bits choose what else there is */
  uint64_t number; /* the divisor, the seed, … */
  uint64_t other;
  uint64_t *values, *others;
  uint32_t *narrow; /* in the place of `values`, where they have four bytes */
  uint8_t *bytes;
  struct fuzz_strings texts;
  union {
    struct rowkey_divisor_constants divisor;
    struct rowkey_masking masking;
    struct rowkey_coding coding;
    struct rowkey_escape escape;
    struct rowkey_making making;
    rowkey_hash hash;
    struct {
      const rowkey_splits *splits;
      const struct rowkey_search *search;
    } route;
  } with;
  struct call_output place; /* how the first output lies, if it has a place: its memory is not set */
  struct call_output outputs[CALL_OUTPUTS];
  size_t output_count;
  bool in_place;             /* the kernel may write to its values, which are like the first output */
  size_t good;               /* the first bad row, or `rows` */
  uint64_t result;           /* what the kernel returns: `good`, unless its descriptor says something else */
  const struct bench *bench; /* of a call that is timed */
  uint64_t read;             /* bytes of its input */
};

/* What benchmarks make inputs with: the same numbers in every run, and memory that lives as long as the call.
 */
struct bench {
  uint64_t (*draw)(void);
  void *(*allocate)(const struct bench *bench, size_t size);
  void (*texts)(struct rowkey_strings *texts); /* short ones, a row each */
  /* Lines that stream through the caches, each of a length from `shortest` to `longest`; returns how many. */
  size_t (*lines)(const struct bench *bench, size_t shortest, size_t longest, struct rowkey_strings *lines);
};
enum {
  CALL_BLOCK = 2048, /* rows a call where they stream */
  /* Rows a call where peers branch on what is in them: a predictor learns 4,096 rows by heart, not half a
   * million branches. They stay in the second cache. */
  CALL_MANY = 65536
};

/* A row of the report: `fill` makes the input and sets `read`; the call has the numbers after it by then. A
 * name that ends in / is followed by `number` and the unit. */
struct timed {
  const char *name;
  void (*fill)(struct call *call);
  uint64_t number;
  size_t width;
  uint64_t form;
  uint64_t last; /* not 0: a row of each number up to this one */
  const char *unit;
};

struct descriptor {
  const char *name;
  size_t offset; /* of the kernel in struct rowkey_kernels */
  /* Rows, arguments and values, of an input's decisions. */
  void (*choose)(struct call *call, struct fuzz_input *input);
  void (*lay)(struct call *call); /* calls call_writes for each output; NULL if there is none */
  /* What the reference gives for a row, into `expected` of the outputs: false for a bad row. */
  bool (*expect)(struct call *call, size_t row);
  uint64_t (*run)(const struct rowkey_kernels *kernels, struct call *call);
  void (*expect_all)(
      struct call *call);            /* in the place of `expect`, for all rows, with `good` and `result` */
  void (*settle)(struct call *call); /* NULL, or clears what is unspecified within rows */
  bool is_tuned;                     /* src/kernels/tuning.h chooses among its ways */
  size_t more_calls;                 /* of tests, where it is many kernels in one: so many times more */
  const struct timed *timed;         /* NULL, or rows of the report, up to one without a name */
};

struct family {
  const char *name;
  const struct descriptor *kernels;
  size_t count;
  /* Which kernel an input is for, in a way that does not change: corpora would lose their meaning. NULL: the
   * one of its first byte, which is then the call's form, or the only one. */
  size_t (*pick)(struct call *call, struct fuzz_input *input);
  struct family *next;
};
extern struct family *families; /* all that the program is linked with */

/* Defines a family of the kernels in the array, and adds it to those of the program. */
#define DESCRIBE_FAMILY(called, array, picked)                                                             \
  static struct family called##_family = {#called, array, sizeof(array) / sizeof(array)[0], picked, NULL}; \
  __attribute__((constructor)) static void add_##called(void) {                                            \
    called##_family.next = families;                                                                       \
    families = &called##_family;                                                                           \
  }
#define DESCRIBED(kernel, choose_, lay_, expect_, run_)                                               \
  .name = #kernel, .offset = offsetof(struct rowkey_kernels, kernel), .choose = choose_, .lay = lay_, \
  .expect = expect_, .run = run_

/* ---- For `choose` ------------------------------------------------------------------------------ */

/* As many rows as the call has of numbers, with those of any input's end all different. */
uint64_t *call_take_values(struct call *call, struct fuzz_input *input);

/* Up to `most` strings. */
void call_take_texts(struct call *call, struct fuzz_input *input, size_t most);

/* Rows of fields `width` bytes wide, and where they are to be written. */
enum { CALL_PLACE_ROWS = 300 };
void call_take_place(struct call *call, struct fuzz_input *input, size_t width);

/* ---- For `fill` --------------------------------------------------------------------------------- */

void *call_allocate(struct call *call, size_t size);
void call_fill_values(struct call *call); /* any numbers, one a row */
void call_fill_bytes(struct call *call);  /* `width` a row, side by side */
void call_set_divisor(struct call *call); /* to call->number */
/* Rows at a place of their own, exactly. */
void call_set_place(struct call *call, size_t width, size_t stride, size_t before);

void call_fill_lines(struct call *call, size_t shortest, size_t longest); /* and as many rows */

/* ---- For `lay` and `run` ------------------------------------------------------------------------ */

/* One output more: `rows` of `width` bytes side by side, or as the call's place has them. */
struct call_output *call_writes(struct call *call, size_t rows, size_t width);
void call_writes_at_place(struct call *call);
struct rowkey_place call_place(const struct call *call);

static inline void *call_out(const struct call *call, size_t output) { return call->outputs[output].memory; }

/* One integer of 8 bytes a row. */
void call_writes_u64(struct call *call);

/* A row of the texts. */
static inline const uint8_t *call_text(const struct call *call, size_t row) {
  return call->texts.strings.bytes + call->texts.strings.begin[row];
}
static inline size_t call_text_size(const struct call *call, size_t row) {
  return (size_t)(call->texts.strings.end[row] - call->texts.strings.begin[row]);
}

/* ---- For `expect` ------------------------------------------------------------------------------- */

static inline uint8_t *call_expected(const struct call *call, size_t output, size_t row) {
  return call->outputs[output].expected + row * call->outputs[output].width;
}
bool call_expect_u64(const struct call *call, size_t row, uint64_t value); /* true */

/* ---- The walk ----------------------------------------------------------------------------------- */

/* The kernel that an input is for. */
size_t call_pick(const struct family *family, struct call *call, struct fuzz_input *input);

/* Once `choose` has: calls the kernel of each instruction set, and ends the process where one is not as
 * described. */
void call_check(const struct descriptor *kernel, struct call *call);

#endif
