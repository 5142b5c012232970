/* From how many rows a call pays: one call of a few rows to a million, of keys that stay in the caches up to
 * keys that do not. */
#include <rowkey/rowkey.h>
#include <string.h>

#include "kernel_table.h"
#include "shape.h"

enum { DIGEST = 16, KEY = 17 };

struct batch {
  struct shape shape;
  uint64_t *ids;
};

static rowkey_encoder *encoder;

static void create_encoder(void) {
  static const char template[] = "{md5(id) % 1000000:07d}{id:010d}";
  static const rowkey_column schema[] = {{"id", ROWKEY_U64}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof(template) - 1, schema, 1, &error);
  encoder = layout == NULL ? NULL : rowkey_encoder_create(layout, 0, &error);
  if (encoder == NULL) bench_fail("batch_encode: %s", error.text);
}

static void fill_ids(struct shape *shape) {
  struct batch *batch = (struct batch *)shape;
  shape->bytes = shape->rows * sizeof(*batch->ids);
  batch->ids = shape_allocate(shape, shape->bytes);
  for (size_t i = 0; i < shape->rows; i++) batch->ids[i] = BENCH_FIRST_ID + i;
}

static void fill_md5(struct shape *shape) {
  fill_ids(shape);
  shape->output_size = shape->rows * DIGEST;
}

static void run_md5(struct shape *shape, const void *with) {
  (void)with;
  if (rowkey_md5_fixed(((const struct batch *)shape)->ids, shape->rows, 8, 8, shape->output) != ROWKEY_OK)
    bench_fail("%s", shape->name);
}

static void fill_encode(struct shape *shape) {
  fill_ids(shape);
  shape->output_size = shape->rows * KEY;
}

static void run_encode(struct shape *shape, const void *with) {
  const struct batch *batch = (const struct batch *)shape;
  const rowkey_values columns[] = {{.data = batch->ids}};
  rowkey_error error;
  (void)with;
  if (rowkey_encode(encoder, &(rowkey_batch){.columns = columns, .rows = shape->rows},
                    &(rowkey_key_buffer){.data = shape->output, .capacity = shape->output_size}, NULL,
                    &error) != ROWKEY_OK)
    bench_fail("%s: %s", shape->name, error.text);
}

/* Through the public interface, on the instruction set that it chooses. */
void register_batch(void) {
  /* Every power of two up to where calls cost nothing, then as far as the caches go. */
  static const size_t sizes[] = {1,   2,    4,    8,    16,   32,    64,    128,    256,
                                 512, 1024, 2048, 4096, 8192, 16384, 65536, 262144, 1048576};
  create_encoder();
  const char *chosen = rowkey_kernels_selected()->name;
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
    struct batch *md5 = shape_create(sizeof(*md5), sizes[i], fill_md5, run_md5, "batch_md5_8B/%zu", sizes[i]);
    struct batch *encode =
        shape_create(sizeof(*encode), sizes[i], fill_encode, run_encode, "batch_encode/%zu", sizes[i]);
    bench_add(&md5->shape, chosen, run_md5, NULL);
    bench_add(&encode->shape, chosen, run_encode, NULL);
  }
}
