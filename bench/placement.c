/* What it costs that keys do not lie side by side, or begin in the middle of a cache line: input of md5_fixed
 * at other strides, and so many bytes after an aligned address. */
#include "kernels/kernel_table.h"
#include "shape.h"

enum { KEY = 8, DIGEST = 16, LINE = 64 };

struct placement {
  struct shape shape;
  size_t stride, offset;
  uint8_t *keys; /* the first one is `offset` bytes after the start */
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

static void register_md5_at(const char *family, size_t shown, size_t stride, size_t offset) {
  struct placement *placement = shape_create(sizeof(*placement), BENCH_ROWS, fill_md5, reference_md5,
                                             "%s/md5_fixed_8B/%zu", family, shown);
  placement->stride = stride;
  placement->offset = offset;
  bench_add_isas(&placement->shape, run_md5);
}

void register_placement(void) {
  /* Side by side, nearly so, as parts of records or keys, one a cache line, one a page. */
  static const size_t key_strides[] = {8, 12, 17, 64, 4096};
  static const size_t offsets[] = {0, 1, 4, LINE - 1};
  for (size_t i = 0; i < sizeof(key_strides) / sizeof(key_strides[0]); i++)
    register_md5_at("stride", key_strides[i], key_strides[i], 0);
  for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++)
    register_md5_at("alignment", offsets[i], KEY, offsets[i]);
}
