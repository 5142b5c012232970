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
  BENCH_FIRST_ID = 2000000,      /* sequential ids start in the middle of the paper's four million */
  SHAPE_ALLOCATIONS_MAX = 8
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
  void (*fill)(struct shape *shape);   /* makes the input by shape_allocate, sets `bytes` and `output_size` */
  bench_run *reference;                /* the implementation that defines the right output */
  void (*settle)(struct shape *shape); /* NULL, or overwrites output bytes that are unspecified */
  uint8_t *output;
  uint8_t *expected; /* NULL until the shape is used, and after others needed its memory */
  unsigned fills;    /* how often it was made */

  /* of buffers.c */
  void *memory[SHAPE_ALLOCATIONS_MAX];
  unsigned allocations;
  size_t held;
  struct shape *less_recent;
};

/* A shape inside a family's struct of `size` bytes, zeroed but for the arguments. Kept for ever. */
void *shape_create(size_t size, size_t rows, void (*fill)(struct shape *), bench_run *reference,
                   const char *name_format, ...) __attribute__((format(printf, 5, 6)));

/* Register shape/implementation. Before it is timed its output is compared with the expected one: a row
 * that is wrong ends the program. */
void bench_add(struct shape *shape, const char *implementation, bench_run *run, const void *with);

/* Register shape/isa for each instruction set this CPU supports, whose struct rowkey_kernels is `with`, and
 * shape/isa+generic where a generic kernel stands beside the override of the one at that offset. */
void bench_add_tables(struct shape *shape, bench_run *run, size_t kernel_offset);

/* Memory of what lives as long as the program: aligned to 64 bytes and zeroed; ends the program when there is
 * none. */
void *bench_allocate(size_t size);

/* Memory of a shape's buffers, zeroed, at a page offset that is a multiple of 64 bytes and depends on the
 * page seed and the shape's name alone. It is freed when the buffers of other shapes need it: `fill` is then
 * called again before the shape's next use. */
void *shape_allocate(struct shape *shape, size_t size);

/* The same for what shapes share: never freed, at a page offset that depends on its name and the number of
 * the piece. */
void *bench_keep(const char *name, unsigned piece, size_t size);

/* Marks the shape as used last. */
void shape_touch(struct shape *shape);

/* Other seeds, other page offsets: what a row owes to luck averages out over some of them. */
void bench_set_page_seed(uint64_t seed);

/* Output number `index` of the SplitMix64 generator seeded with `seed`. */
uint64_t bench_splitmix64(uint64_t seed, uint64_t index);

/* A seed for each name. */
uint64_t bench_name_seed(const char *name);

/* The next number of the sequence of the shape that is being filled: the same input in every run. */
uint64_t bench_random(void);

/* Strings, string i at bytes[begin[i] … end[i]). */
struct bench_strings {
  uint8_t *bytes;
  uint64_t size;
  uint64_t *begin, *end;
  size_t count;
};

/* Lines of one text of BENCH_STREAM_BYTES, which all shapes share, one byte between two: as many as fit, each
 * of a length drawn from `shortest` … `longest`. Where they begin and end is the shape's memory, or kept for
 * ever if `shape` is NULL. */
struct bench_strings bench_lines(struct shape *shape, size_t shortest, size_t longest);

/* Say what is wrong and end the program. */
__attribute__((noreturn, format(printf, 1, 2))) void bench_fail(const char *format, ...);

/* One for each source file of benchmarks. */
void register_working_set(void);
void register_kernels(void);
void register_bytes(void);
void register_types(void);
void register_conversions(void);
void register_encode(void);
void register_arrow(void);
void register_decode(void);
void register_sort(void);
void register_dictionary(void);
void register_batch(void);
void register_clock(void);
void register_memory(void);
void register_ports(void);
void register_code_offset(void);
void register_threads(void);
void register_first_call(void);

#endif
