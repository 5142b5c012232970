/* From how many rows a call pays: one call of a few rows to a million, of keys that stay in the caches up to
 * keys that do not. What a call costs is what the caller pays, so these are the public functions, which check
 * their arguments and find their kernels; tests/descriptors calls kernels alone. */
#include <rowkey/rowkey.h>
#include <string.h>

#include "kernels/kernel_table.h"
#include "shape.h"

enum { DIGEST = 16, KEY = 17 };

struct batch {
  struct shape shape;
  uint64_t *ids;
};

static rowkey_encoder *md5_keys, *plain_keys; /* both of KEY bytes */

static rowkey_encoder *create_encoder(const char *template) {
  static const rowkey_column schema[] = {{.name = "id", .type = ROWKEY_U64}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), schema, 1, &error);
  rowkey_encoder *encoder = layout == NULL ? NULL : rowkey_encoder_create(layout, 0, &error);
  if (encoder == NULL) bench_fail("%s: %s", template, error.text);
  return encoder;
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
  if (rowkey_md5_fixed(((const struct batch *)shape)->ids, shape->rows, 8, 8, shape->output, NULL) !=
      ROWKEY_OK)
    bench_fail("%s", shape->name);
}

static void fill_encode(struct shape *shape) {
  fill_ids(shape);
  shape->output_size = shape->rows * KEY;
}

static void encode(struct shape *shape, rowkey_encoder *encoder) {
  const struct batch *batch = (const struct batch *)shape;
  const rowkey_values ids = rowkey_u64s(batch->ids, shape->rows);
  const rowkey_batch records = rowkey_batch_of(&ids, 1, shape->rows);
  rowkey_error error;
  if (rowkey_encode(encoder, &records,
                    &(rowkey_key_buffer){.data = shape->output, .capacity = shape->output_size}, NULL,
                    &error) != ROWKEY_OK)
    bench_fail("%s: %s", shape->name, error.text);
}

static void run_md5_keys(struct shape *shape, const void *with) {
  (void)with;
  encode(shape, md5_keys);
}

static void run_plain_keys(struct shape *shape, const void *with) {
  (void)with;
  encode(shape, plain_keys);
}

/* A call for each row. */
static void encode_rows(struct shape *shape, rowkey_encoder *encoder) {
  const struct batch *batch = (const struct batch *)shape;
  for (size_t i = 0; i < shape->rows; i++) {
    const rowkey_value id = rowkey_value_u64(batch->ids[i]);
    const rowkey_record record = rowkey_record_of(&id, 1);
    size_t length;
    rowkey_error error;
    if (rowkey_encode_row(encoder, &record, shape->output + i * KEY, KEY, &length, &error) != ROWKEY_OK)
      bench_fail("%s: %s", shape->name, error.text);
  }
}

static void run_md5_rows(struct shape *shape, const void *with) {
  (void)with;
  encode_rows(shape, md5_keys);
}

static void run_plain_rows(struct shape *shape, const void *with) {
  (void)with;
  encode_rows(shape, plain_keys);
}

static void register_rows(const char *name, bench_run *batch, bench_run *rows) {
  struct batch *keys = shape_create(sizeof(*keys), BENCH_ROWS, fill_encode, batch, "encode_row/%s", name);
  bench_add(&keys->shape, "scalar", rows, NULL);
}

/* Through the public interface, on the instruction set that it chooses. */
void register_batch(void) {
  /* Every power of two up to where calls cost nothing, then as far as the caches go. */
  static const size_t sizes[] = {1,   2,    4,    8,    16,   32,    64,    128,    256,
                                 512, 1024, 2048, 4096, 8192, 16384, 65536, 262144, 1048576};
  md5_keys = create_encoder("{md5(id) % 1000000:07d}{id:010d}");
  plain_keys = create_encoder("{id % 1000000:07d}{id:010d}");
  register_rows("paper-md5mod", run_md5_keys, run_md5_rows);
  register_rows("paper-idmod", run_plain_keys, run_plain_rows);
  const char *chosen = rowkey_kernels_selected()->name;
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
    struct batch *md5 = shape_create(sizeof(*md5), sizes[i], fill_md5, run_md5, "batch_md5_8B/%zu", sizes[i]);
    struct batch *encode =
        shape_create(sizeof(*encode), sizes[i], fill_encode, run_md5_keys, "batch_encode/%zu", sizes[i]);
    bench_add(&md5->shape, chosen, run_md5, NULL);
    bench_add(&encode->shape, chosen, run_md5_keys, NULL);
  }
}
