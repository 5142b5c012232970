/* What a kernel owes to the place of its code: the same kernels, beginning 0, 16, 32 and 48 bytes after the
 * start of a cache line. Where the library's own stand changes with every change to anything before them. */
#include "code_offset.h"

#include <rowkey/kernels.h>
#include <string.h>

#include "kernels/divisor.h"
#include "shape.h"
#include "vector_isas.h"

enum { DIGEST = 16, DIGITS = 10 };

struct kernel {
  struct shape shape;
  struct rowkey_divisor_constants divisor;
  uint64_t *input;
  size_t input_width, output_width;
};

/* The kernels of one row: those of an offset, and the library's of the same instruction set. */
struct placed {
  const struct offset_kernels *at_offset;
  const struct rowkey_kernels *kernels;
};

static void fill(struct shape *shape) {
  struct kernel *kernel = (struct kernel *)shape;
  shape->bytes = shape->rows * kernel->input_width;
  shape->output_size = shape->rows * kernel->output_width;
  kernel->input = shape_allocate(shape, shape->bytes);
  for (size_t i = 0; i < shape->bytes / sizeof(*kernel->input); i++)
    kernel->input[i] = bench_random() % UINT64_C(10000000000);
}

static void md5_from(const struct rowkey_kernels *kernels, size_t first, struct shape *shape) {
  const uint64_t *ids = ((const struct kernel *)shape)->input;
  kernels->md5_fixed((const uint8_t *)(ids + first), shape->rows - first, sizeof(*ids), sizeof(*ids),
                     shape->output + DIGEST * first);
}

static void define_md5(struct shape *shape, const void *with) {
  (void)with;
  md5_from(rowkey_kernels_named("scalar"), 0, shape);
}

static void run_md5(struct shape *shape, const void *with) {
  const struct placed *placed = with;
  const uint8_t *keys = (const uint8_t *)((const struct kernel *)shape)->input;
  /* The last few rows, which are less than a group, by the library's own kernel. */
  md5_from(placed->kernels, placed->at_offset->md5_8_bytes(keys, shape->rows, shape->output), shape);
}

static void define_modulo(struct shape *shape, const void *with) {
  const struct kernel *kernel = (const struct kernel *)shape;
  (void)with;
  rowkey_kernels_named("scalar")->modulo_u128(&kernel->divisor, (const uint8_t *)kernel->input, shape->rows,
                                              (uint64_t *)(void *)shape->output);
}

static void run_modulo(struct shape *shape, const void *with) {
  const struct kernel *kernel = (const struct kernel *)shape;
  ((const struct placed *)with)
      ->at_offset->modulo_u128(&kernel->divisor, (const uint8_t *)kernel->input, shape->rows,
                               (uint64_t *)(void *)shape->output);
}

static struct rowkey_place place_of(const struct shape *shape) {
  return (struct rowkey_place){shape->output, DIGITS, shape->output_size, shape->output + shape->output_size};
}

static void define_decimal(struct shape *shape, const void *with) {
  const struct rowkey_place place = place_of(shape);
  (void)with;
  rowkey_kernels_named("scalar")->decimal_padded(((const struct kernel *)shape)->input, shape->rows, DIGITS,
                                                 &place);
}

static void run_decimal(struct shape *shape, const void *with) {
  const struct rowkey_place place = place_of(shape);
  ((const struct placed *)with)
      ->at_offset->decimal_padded(((const struct kernel *)shape)->input, shape->rows, DIGITS, &place);
}

static struct shape *create(const char *name, bench_run *run, size_t input_width, size_t output_width) {
  struct kernel *kernel = shape_create(sizeof(*kernel), BENCH_ROWS, fill, run, "code_offset/%s", name);
  rowkey_divisor constants;
  if (rowkey_divisor_init(&constants, 1000000, NULL) != ROWKEY_OK) bench_fail("code_offset: no divisor");
  memcpy(&kernel->divisor, constants.opaque, sizeof(kernel->divisor));
  kernel->input_width = input_width;
  kernel->output_width = output_width;
  return &kernel->shape;
}

#define DECLARE(isa, offset) extern const struct offset_kernels BENCH_OFFSET_TABLE(isa, offset);
#define ROWKEY_ISA(name, architecture) ROWKEY_ON_##architecture(BENCH_EACH_OFFSET(DECLARE, name))
#include "simd/isa.def"
#undef ROWKEY_ISA

static const struct {
  const char *isa, *name;
  const struct offset_kernels *kernels;
} tables[] = {
#define COMMA ,
#define ROW(isa, offset) {#isa COMMA #isa "+" #offset COMMA & BENCH_OFFSET_TABLE(isa, offset)} COMMA
#define ROWKEY_ISA(name, architecture) ROWKEY_ON_##architecture(BENCH_EACH_OFFSET(ROW, name))
#include "simd/isa.def"
#undef ROWKEY_ISA
    {NULL, NULL, NULL}};

void register_code_offset(void) {
  struct shape *md5 = create("md5_fixed_8B", define_md5, sizeof(uint64_t), DIGEST);
  struct shape *modulo = create("modulo_u128", define_modulo, DIGEST, sizeof(uint64_t));
  struct shape *decimal = create("decimal_10", define_decimal, sizeof(uint64_t), DIGITS);
  for (size_t t = 0; tables[t].isa != NULL; t++) {
    const struct rowkey_kernels *kernels = rowkey_kernels_named(tables[t].isa);
    if (kernels == NULL) continue;
    struct placed *placed = bench_allocate(sizeof(*placed));
    *placed = (struct placed){tables[t].kernels, kernels};
    bench_add(md5, tables[t].name, run_md5, placed);
    bench_add(modulo, tables[t].name, run_modulo, placed);
    bench_add(decimal, tables[t].name, run_decimal, placed);
  }
}
