/* Sorting keys, with the numbers of their rows: the paper's 17-byte keys, as many as a core's caches hold and
 * as many as the paper's table. */
#include <rowkey/sort.h>
#include <stdio.h>
#include <string.h>

#include "kernels/kernel_table.h"
#include "shape.h"
#include "sort_peers.h"

/* Far fewer rows repeat so often that the CPU foretells the outcome of each comparison. */
enum { WIDTH = 17, MODULUS = 1000000, CACHED_ROWS = 50000, PAPER_ROWS = 4000000 };

struct sorting {
  struct shape shape;
  uint8_t *keys;
  void *memory;
  size_t memory_size;
};

static void fill(struct shape *shape) {
  struct sorting *sorting = (struct sorting *)shape;
  shape->bytes = shape->rows * WIDTH;
  shape->output_size = shape->rows * sizeof(uint64_t);
  sorting->keys = shape_allocate(shape, (size_t)shape->bytes);
  const size_t ours = shape->rows * ROWKEY_SORT_BYTES_PER_ROW, theirs = bench_std_sort_memory(shape->rows);
  sorting->memory_size = ours > theirs ? ours : theirs;
  sorting->memory = shape_allocate(shape, sorting->memory_size);
  for (size_t i = 0; i < shape->rows; i++) {
    char key[WIDTH + 1];
    snprintf(key, sizeof key, "%07u%010zu", (unsigned)(bench_random() % MODULUS), BENCH_FIRST_ID + i);
    memcpy(sorting->keys + i * WIDTH, key, WIDTH);
  }
}

static void sort_keys(struct shape *shape, const void *with) {
  const struct sorting *sorting = (const struct sorting *)shape;
  const rowkey_keys keys = rowkey_keys_of_width(sorting->keys, WIDTH, shape->rows);
  rowkey_error error;
  (void)with;
  if (rowkey_sort(&keys, (void *)shape->output, NULL, sorting->memory, sorting->memory_size, &error) !=
      ROWKEY_OK)
    bench_fail("%s: %s", shape->name, error.text);
}

static void std_sort(struct shape *shape, const void *with) {
  const struct sorting *sorting = (const struct sorting *)shape;
  (void)with;
  bench_std_sort(sorting->keys, shape->rows, sorting->memory, (void *)shape->output);
}

void register_sort(void) {
  static const size_t rows[] = {CACHED_ROWS, PAPER_ROWS};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct sorting *sorting = shape_create(sizeof *sorting, rows[i], fill, std_sort, "sort/17B/%zu", rows[i]);
    bench_add(&sorting->shape, rowkey_kernels_selected()->name, sort_keys, NULL);
    bench_add(&sorting->shape, "std-sort", std_sort, NULL);
  }
}
