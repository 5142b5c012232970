/* What it costs that keys do not lie side by side, or begin in the middle of a cache line: input of md5_fixed
 * and output of decimal at other strides, and so many bytes after an aligned address. */
#include <stdio.h>
#include <string.h>

#include "kernels/kernel_table.h"
#include "shape.h"

enum { KEY = 8, DIGEST = 16, DIGITS = 10, LINE = 64 };

struct placement {
  struct shape shape;
  size_t stride, offset;
  uint8_t *keys;    /* of md5_fixed; the first one is `offset` bytes after the start */
  uint64_t *values; /* of decimal */
};

/* ---- md5_fixed: scattered input ---- */

static void fill_md5(struct shape *shape) {
  struct placement *placement = (struct placement *)shape;
  const size_t size = (shape->rows - 1) * placement->stride + KEY;
  shape->bytes = shape->rows * KEY;
  shape->output_size = shape->rows * DIGEST;
  placement->keys = shape_allocate(shape, placement->offset + size);
  for (size_t i = 0; i < size; i++) placement->keys[placement->offset + i] = (uint8_t)bench_random();
}

static void run_md5(struct shape *shape, const void *with) {
  const struct placement *placement = (const struct placement *)shape;
  const struct rowkey_kernels *kernels = with;
  kernels->md5_fixed(placement->keys + placement->offset, shape->rows, KEY, placement->stride, shape->output);
}

static void reference_md5(struct shape *shape, const void *with) {
  (void)with;
  run_md5(shape, rowkey_isas[0].kernels);
}

/* ---- decimal: scattered output ---- */

static void fill_decimal(struct shape *shape) {
  const struct placement *placement = (struct placement *)shape;
  shape->bytes = shape->rows * sizeof(uint64_t);
  shape->output_size = placement->offset + (shape->rows - 1) * placement->stride + DIGITS;
  uint64_t *values = shape_allocate(shape, shape->bytes);
  for (size_t i = 0; i < shape->rows; i++) values[i] = bench_random() % UINT64_C(10000000000);
  ((struct placement *)shape)->values = values;
}

/* Nothing but the digits may change: what lies between them belongs to others. */
static void run_decimal(struct shape *shape, const void *with) {
  const struct placement *placement = (const struct placement *)shape;
  const struct rowkey_kernels *kernels = with;
  const struct rowkey_place place = {shape->output + placement->offset, placement->stride, DIGITS,
                                     shape->output + shape->output_size};
  kernels->decimal_padded(placement->values, shape->rows, DIGITS, &place);
}

static void snprintf_decimal(struct shape *shape, const void *with) {
  const struct placement *placement = (const struct placement *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    char text[DIGITS + 1];
    snprintf(text, sizeof(text), "%0*llu", DIGITS, (unsigned long long)placement->values[i]);
    memcpy(shape->output + placement->offset + i * placement->stride, text, DIGITS);
  }
}

static void register_md5_at(const char *family, size_t shown, size_t stride, size_t offset) {
  struct placement *placement = shape_create(sizeof(*placement), BENCH_ROWS, fill_md5, reference_md5,
                                             "%s/md5_fixed_8B/%zu", family, shown);
  placement->stride = stride;
  placement->offset = offset;
  bench_add_isas(&placement->shape, run_md5);
}

static void register_decimal_at(const char *family, size_t shown, size_t stride, size_t offset) {
  struct placement *placement = shape_create(sizeof(*placement), BENCH_ROWS, fill_decimal, snprintf_decimal,
                                             "%s/decimal_10/%zu", family, shown);
  placement->stride = stride;
  placement->offset = offset;
  bench_add_isas(&placement->shape, run_decimal);
}

void register_placement(void) {
  /* Side by side, nearly so, as parts of records or keys, one a cache line, one a page. */
  static const size_t key_strides[] = {8, 12, 17, 64, 4096}, text_strides[] = {10, 12, 17, 64, 4096};
  static const size_t offsets[] = {0, 1, 4, LINE - 1};
  for (size_t i = 0; i < sizeof(key_strides) / sizeof(key_strides[0]); i++)
    register_md5_at("stride", key_strides[i], key_strides[i], 0);
  for (size_t i = 0; i < sizeof(text_strides) / sizeof(text_strides[0]); i++)
    register_decimal_at("stride", text_strides[i], text_strides[i], 0);
  for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
    register_md5_at("alignment", offsets[i], KEY, offsets[i]);
    register_decimal_at("alignment", offsets[i], DIGITS, offsets[i]);
  }
}
