/* A kernel's rate, and an encoder's, when input and output outgrow the first cache, the second, the last and
 * all of them. Next to the machine's own memory_read and memory_copy this shows whether memory bounds it. */
#include <rowkey/rowkey.h>
#include <stdio.h>

#include "kernels.h"
#include "tests/support/on_isa.h"

enum { ISAS_MAX = 16, KEY = 17 };

/* Keys of a layout, which no descriptor has: an encoder for each instruction set, the scalar one first. */
struct encoding {
  struct shape shape;
  uint64_t *ids;
};

static rowkey_encoder *encoders[ISAS_MAX];

static void fill_ids(struct shape *shape) {
  shape->bytes = shape->rows * sizeof(uint64_t);
  shape->output_size = shape->rows * KEY;
  uint64_t *ids = ((struct encoding *)shape)->ids = shape_allocate(shape, shape->bytes);
  for (size_t i = 0; i < shape->rows; i++) ids[i] = BENCH_FIRST_ID + i;
}

static void encode_ids(struct shape *shape, const void *with) {
  rowkey_encoder *encoder = with == NULL ? encoders[0] : *(rowkey_encoder *const *)with;
  const rowkey_values ids = rowkey_u64s(((const struct encoding *)shape)->ids, shape->rows);
  const rowkey_batch batch = rowkey_batch_of(&ids, 1, shape->rows);
  rowkey_error error;
  if (rowkey_encode(encoder, &batch,
                    &(rowkey_key_buffer){.data = shape->output, .capacity = shape->output_size}, NULL,
                    &error) != ROWKEY_OK)
    bench_fail("%s: row %zu: %s", shape->name, error.row, error.text);
}

static void create_encoders(void) {
  static const char layout_text[] = "{md5(id) % 1000000:07d}{id:010d}";
  static const rowkey_column schema[] = {{.name = "id", .type = ROWKEY_U64}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(layout_text, sizeof(layout_text) - 1, schema, 1, &error);
  if (layout == NULL) bench_fail("working_set: %s", error.text);
  if (rowkey_isas_count > ISAS_MAX) bench_fail("working_set: more than %d instruction sets", ISAS_MAX);
  for (size_t i = 0; i < rowkey_isas_count; i++) {
    if (!rowkey_isas[i].is_supported()) continue;
    ON_ISA(rowkey_isas[i].name) encoders[i] = rowkey_encoder_create(layout, 0, &error);
    if (encoders[i] == NULL) bench_fail("working_set: %s", error.text);
  }
}

static void register_kernel(const char *row, uint64_t number, const char *name, size_t bytes) {
  struct kernel_shape *these = kernel_shape_create(row, number, name);
  these->working_set = bytes;
  for (size_t i = 0; i < rowkey_isas_count; i++)
    if (rowkey_isas[i].is_supported())
      bench_add(&these->shape, rowkey_isas[i].name, run_kernel, rowkey_isas[i].kernels);
}

void register_working_set(void) {
  static const struct {
    const char *name, *row;
    uint64_t number;
  } kernels[] = {{"md5_fixed_8B", "md5_fixed/", 8},
                 {"modulo_u128", "modulo_u128/", 1000000},
                 {"decimal_10", "decimal/", 10}};
  static const struct {
    const char *name;
    size_t bytes; /* of input and output together */
  } sizes[] = {{"16KiB", 16 << 10},
               {"256KiB", 256 << 10},
               {"4MiB", 4 << 20},
               {"64MiB", 64 << 20},
               {"512MiB", 512 << 20}};
  create_encoders();
  for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
      char name[48];
      snprintf(name, sizeof(name), "working_set/%s/%s", kernels[i].name, sizes[k].name);
      register_kernel(kernels[i].row, kernels[i].number, name, sizes[k].bytes);
    }
    struct encoding *encoding =
        shape_create(sizeof(*encoding), sizes[k].bytes / (sizeof(uint64_t) + KEY), fill_ids, encode_ids,
                     "working_set/encode_md5mod/%s", sizes[k].name);
    for (size_t i = 0; i < rowkey_isas_count; i++)
      if (encoders[i] != NULL) bench_add(&encoding->shape, rowkey_isas[i].name, encode_ids, &encoders[i]);
  }
}
