/* A shape is one piece of work, for example md5_fixed/8B: its input, and the output that every
 * implementation of it must produce. Each implementation of a shape is one row of the report. */
#ifndef ROWKEY_BENCH_SHAPE_H
#define ROWKEY_BENCH_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  BENCH_ROWS = 4096,             /* a batch whose columns and keys stay in the caches of one core */
  BENCH_BLOCK = 2048,            /* rows a call where the input is streamed, as the encoder does it */
  BENCH_STREAM_BYTES = 64 << 20, /* more than any core's own cache */
  BENCH_LINE_WIDTH = 750,        /* of the paper's records */
  BENCH_FIRST_ID = 2000000       /* sequential ids start in the middle of the paper's four million */
};

struct shape;

/* Handles the whole input of the shape once and leaves the result in shape->output. `with` is what the
 * implementation needs besides: a kernel table, an encoder, or nothing. */
typedef void bench_run(struct shape *shape, const void *with);

/* The first member of each family's own struct. Names and `run`s outlive the program's benchmarks. */
struct shape {
  char name[48];
  size_t rows;
  uint64_t bytes;                      /* of input */
  size_t output_size;                  /* what is compared, in bytes */
  void (*fill)(struct shape *shape);   /* makes the input, sets `bytes` and `output_size`; called once */
  bench_run *reference;                /* the implementation that defines the right output */
  void (*settle)(struct shape *shape); /* NULL, or overwrites output bytes that are unspecified */
  uint8_t *output;
  uint8_t *expected; /* NULL until the shape is first used */
};

/* A shape inside a family's struct of `size` bytes, zeroed but for the arguments. Kept for ever. */
void *shape_create(size_t size, size_t rows, void (*fill)(struct shape *), bench_run *reference,
                   const char *name_format, ...) __attribute__((format(printf, 5, 6)));

/* Register shape/implementation. Before it is timed its output is compared with the expected one: a row
 * that is wrong ends the program. */
void bench_add(struct shape *shape, const char *implementation, bench_run *run, const void *with);

/* Register shape/isa for each instruction set this CPU supports; `with` is its struct rowkey_kernels. */
void bench_add_kernels(struct shape *shape, bench_run *run);

/* Memory that is aligned to 64 bytes and zeroed; never freed, ends the program when there is none. */
void *bench_allocate(size_t size);

/* Output number `index` of the SplitMix64 generator seeded with `seed`. */
uint64_t bench_splitmix64(uint64_t seed, uint64_t index);

/* The next number of one fixed sequence: the same input in every run. */
uint64_t bench_random(void);

/* Strings, string i at bytes[begin[i] … end[i]). */
struct bench_strings {
  uint8_t *bytes;
  uint64_t size;
  uint64_t *begin, *end;
  size_t count;
};

/* Lines of one text of BENCH_STREAM_BYTES, one byte between two: as many as fit, each of a length drawn
 * from `shortest` … `longest`. */
struct bench_strings bench_lines(size_t shortest, size_t longest);

/* Say what is wrong and end the program. */
__attribute__((noreturn, format(printf, 1, 2))) void bench_fail(const char *format, ...);

/* One for each source file of benchmarks. */
void register_md5(void);
void register_hash(void);
void register_modulo(void);
void register_decimal(void);
void register_bytes(void);
void register_strings(void);
void register_encode(void);
void register_decode(void);
void register_route(void);
void register_batch(void);
void register_machine(void);

#endif
