#include "shape.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim.h"
#include "simd/tables.h"

struct implementation {
  struct bench_row row; /* first: the shim hands back its address */
  const char *name;
  struct shape *shape;
  bench_run *run;
  const void *with;
  unsigned checked_fill; /* its output was right with this fill of the shape */
};

void bench_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("rowkey-bench: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

void *bench_allocate(size_t size) {
  size_t rounded = (size + 63) / 64 * 64 + 64;
  void *memory = aligned_alloc(64, rounded);
  if (memory == NULL) bench_fail("out of memory: %zu bytes", rounded);
  return memset(memory, 0, rounded);
}

uint64_t bench_splitmix64(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static uint64_t random_seed, random_count;

uint64_t bench_random(void) { return bench_splitmix64(random_seed, random_count++); }

static uint8_t *shared_text(void) {
  static uint8_t *text;
  if (text != NULL) return text;
  text = bench_keep("text", 0, BENCH_STREAM_BYTES);
  const uint64_t seed = bench_name_seed("text");
  for (size_t i = 0; i < BENCH_STREAM_BYTES; i++) text[i] = (uint8_t)(' ' + bench_splitmix64(seed, i) % 95);
  return text;
}

struct bench_strings bench_lines(struct shape *shape, size_t shortest, size_t longest) {
  struct bench_strings lines = {.bytes = shared_text(), .size = BENCH_STREAM_BYTES};
  const uint64_t seed = bench_name_seed("lengths");
  const size_t most = BENCH_STREAM_BYTES / (shortest + 1) * sizeof(uint64_t);
  lines.begin = shape == NULL ? bench_keep("lines", 0, most) : shape_allocate(shape, most);
  lines.end = shape == NULL ? bench_keep("lines", 1, most) : shape_allocate(shape, most);
  for (uint64_t at = 0;; lines.count++) {
    uint64_t length = shortest + bench_splitmix64(seed, lines.count) % (longest - shortest + 1);
    if (lines.size - at < length + 1) return lines;
    lines.begin[lines.count] = at;
    lines.end[lines.count] = at + length;
    at += length + 1;
  }
}

void *shape_create(size_t size, size_t rows, void (*fill)(struct shape *), bench_run *reference,
                   const char *name_format, ...) {
  struct shape *shape = bench_allocate(size);
  shape->rows = rows;
  shape->fill = fill;
  shape->reference = reference;
  va_list arguments;
  va_start(arguments, name_format);
  vsnprintf(shape->name, sizeof(shape->name), name_format, arguments);
  va_end(arguments);
  return shape;
}

static void run_into_zeroed_output(struct shape *shape, bench_run *run, const void *with) {
  memset(shape->output, 0, shape->output_size);
  run(shape, with);
  if (shape->settle != NULL) shape->settle(shape);
}

static void fill(struct shape *shape) {
  random_seed = bench_name_seed(shape->name);
  random_count = 0;
  shape->fill(shape);
  shape->fills++;
  shape->output = shape_allocate(shape, shape->output_size);
  shape->expected = shape_allocate(shape, shape->output_size);
  run_into_zeroed_output(shape, shape->reference, NULL);
  memcpy(shape->expected, shape->output, shape->output_size);
}

static void check(const struct implementation *it) {
  struct shape *shape = it->shape;
  run_into_zeroed_output(shape, it->run, it->with);
  if (memcmp(shape->output, shape->expected, shape->output_size) == 0) return;
  size_t i = 0;
  while (shape->output[i] == shape->expected[i]) i++;
  bench_fail("%s/%s is wrong: byte %zu of its output is 0x%02x, expected 0x%02x", shape->name, it->name, i,
             shape->output[i], shape->expected[i]);
}

static void prepare(struct bench_row *row) {
  struct implementation *it = (struct implementation *)row;
  struct shape *shape = it->shape;
  if (shape->expected == NULL) fill(shape);
  shape_touch(shape);
  if (it->checked_fill != shape->fills) check(it);
  it->checked_fill = shape->fills;
  row->items = shape->rows;
  row->bytes = shape->bytes;
}

static void run(struct bench_row *row) {
  struct implementation *it = (struct implementation *)row;
  it->run(it->shape, it->with);
}

void bench_add(struct shape *shape, const char *name, bench_run *function, const void *with) {
  struct implementation *it = bench_allocate(sizeof(*it));
  *it = (struct implementation){
      .row = {.prepare = prepare, .run = run}, .name = name, .shape = shape, .run = function, .with = with};
  char full_name[96];
  snprintf(full_name, sizeof(full_name), "%s/%s", shape->name, name);
  bench_register(full_name, &it->row);
}

void bench_add_tables(struct shape *shape, bench_run *function, size_t kernel_offset) {
  for (size_t i = 0; i < rowkey_tables_count; i++) {
    const struct rowkey_kernels *kernels = rowkey_table_with(i, kernel_offset);
    if (kernels != NULL) bench_add(shape, kernels->name, function, kernels);
  }
}
