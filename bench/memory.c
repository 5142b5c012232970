/* The bytes a second that one core reads, writes and copies in each level of its memory. */
#include "memory.h"

#include <string.h>

#include "caches.h"
#include "kernels/isa_list.h"
#include "kernels/kernel_table.h"
#include "shape.h"

struct memory {
  struct shape shape;
  size_t size;
  uint64_t *words, *copy;
};

static void fill(struct shape *shape) {
  struct memory *memory = (struct memory *)shape;
  shape->output_size = sizeof(uint64_t);
  shape->bytes = shape->rows = memory->size;
  memory->words = shape_allocate(shape, memory->size);
  for (size_t i = 0; i < memory->size / sizeof(uint64_t); i++) memory->words[i] = i;
}

static void fill_both(struct shape *shape) {
  struct memory *memory = (struct memory *)shape;
  fill(shape);
  memory->copy = shape_allocate(shape, memory->size);
}

static void put_output(struct shape *shape, uint64_t word) { memcpy(shape->output, &word, sizeof(word)); }

/* ---- read: the sum of all words */

static void read_plainly(struct shape *shape, const void *with) {
  const struct memory *memory = (const struct memory *)shape;
  uint64_t sum = 0;
  (void)with;
  for (size_t i = 0; i < memory->size / sizeof(uint64_t); i++) sum += memory->words[i];
  put_output(shape, sum);
}

static void read_vectors(struct shape *shape, const void *with) {
  const struct memory *memory = (const struct memory *)shape;
  put_output(shape, ((const struct bench_memory *)with)->sum(memory->words, memory->size));
}

/* ---- write: one value everywhere; the output is the sum of the first, a middle and the last word */

static const uint64_t value = UINT64_C(0x0123456789abcdef);

static void put_written(struct shape *shape) {
  const struct memory *memory = (const struct memory *)shape;
  const size_t count = memory->size / sizeof(uint64_t);
  put_output(shape, memory->words[0] + memory->words[count / 2] + memory->words[count - 1]);
}

static void write_plainly(struct shape *shape, const void *with) {
  struct memory *memory = (struct memory *)shape;
  (void)with;
  for (size_t i = 0; i < memory->size / sizeof(uint64_t); i++) memory->words[i] = value;
  put_written(shape);
}

static void write_vectors(struct shape *shape, const void *with) {
  struct memory *memory = (struct memory *)shape;
  ((const struct bench_memory *)with)->set(memory->words, memory->size, value);
  put_written(shape);
}

static void write_past_caches(struct shape *shape, const void *with) {
  struct memory *memory = (struct memory *)shape;
  ((const struct bench_memory *)with)->set_past_caches(memory->words, memory->size, value);
  put_written(shape);
}

/* ---- copy */

static void copy(struct shape *shape, const void *with) {
  const struct memory *memory = (const struct memory *)shape;
  (void)with;
  memcpy(memory->copy, memory->words, memory->size);
  put_output(shape, memory->copy[memory->size / sizeof(uint64_t) - 1]);
}

/* ---- one row for each instruction set */

struct isa {
  const char *name, *past_caches;
  const struct bench_memory *memory;
};

#define ROWKEY_ISA(name, architecture) \
  ROWKEY_ON_##architecture(extern const struct bench_memory bench_memory_##name;)
#include "simd/isa.def"
#undef ROWKEY_ISA

static const struct isa isas[] = {
#define COMMA ,
#define ROWKEY_ISA(name, architecture) \
  ROWKEY_ON_##architecture({#name COMMA #name "-past-caches" COMMA & bench_memory_##name} COMMA)
#include "simd/isa.def"
#undef ROWKEY_ISA
};

const struct bench_memory *bench_memory_chosen(const char **isa) {
  *isa = rowkey_kernels_selected()->name;
  for (size_t i = 0; i < sizeof(isas) / sizeof(isas[0]); i++)
    if (strcmp(isas[i].name, *isa) == 0) return isas[i].memory;
  bench_fail("memory of %s: no such instruction set", *isa);
}

static struct shape *create(const char *work, size_t size, void (*fill_it)(struct shape *), bench_run *run) {
  const bool large = size >= (size_t)1 << 20;
  struct memory *memory = shape_create(sizeof(*memory), size, fill_it, run, "memory_%s/%zu%s", work,
                                       large ? size >> 20 : size >> 10, large ? "MiB" : "KiB");
  memory->size = size;
  return &memory->shape;
}

static void register_size(size_t size) {
  struct shape *reads = create("read", size, fill, read_plainly);
  struct shape *writes = create("write", size, fill, write_plainly);
  for (size_t i = 0; i < sizeof(isas) / sizeof(isas[0]); i++) {
    if (rowkey_kernels_named(isas[i].name) == NULL) continue;
    bench_add(reads, isas[i].name, read_vectors, isas[i].memory);
    bench_add(writes, isas[i].name, write_vectors, isas[i].memory);
    if (isas[i].memory->set_past_caches != NULL)
      bench_add(writes, isas[i].past_caches, write_past_caches, isas[i].memory);
  }
  bench_add(create("copy", size, fill_both, copy), "memcpy", copy, NULL);
}

void register_memory(void) {
  /* In the first cache, the second, the third, and in none. */
  static const size_t sizes[] = {16 << 10, 256 << 10, 4 << 20};
  size_t largest = (size_t)256 << 20;
  while (largest < 4 * bench_last_cache()) largest *= 2;
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) register_size(sizes[i]);
  register_size(largest);
}
