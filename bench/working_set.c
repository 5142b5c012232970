/* A kernel's rate when its input and output outgrow the first cache, the second, the last and all of them.
 * Next to the machine's own memory_read and memory_copy this shows whether memory bounds it. */
#include <rowkey/rowkey.h>
#include <string.h>

#include "kernels/divisor.h"
#include "kernels/kernel_table.h"
#include "shape.h"
#include "tests/support/on_isa.h"

enum { DIGITS = 10, ISAS_MAX = 16 };

/* An instruction set, with what its kernels need. */
struct machine {
  const struct rowkey_kernels *kernels;
  rowkey_encoder *encoder;
};

/* One kernel, and the bytes of its rows. */
struct work {
  const char *name;
  size_t input_width, output_width;
  void (*fill_row)(uint8_t *input, size_t row);
  void (*run)(const struct machine *machine, const uint8_t *input, size_t rows, uint8_t *output);
};

struct pass {
  struct shape shape;
  const struct work *work;
  uint8_t *input;
};

static struct machine machines[ISAS_MAX];
static struct rowkey_divisor_constants divisor;

static void put(uint8_t *input, uint64_t value) { memcpy(input, &value, sizeof(value)); }

static void fill_id(uint8_t *input, size_t row) { put(input, BENCH_FIRST_ID + row); }
static void fill_number(uint8_t *input, size_t row) {
  (void)row;
  put(input, bench_random() % UINT64_C(10000000000));
}
static void fill_digest(uint8_t *input, size_t row) {
  (void)row;
  put(input, bench_random());
  put(input + 8, bench_random());
}

static void run_md5(const struct machine *machine, const uint8_t *input, size_t rows, uint8_t *output) {
  machine->kernels->md5_fixed(input, rows, 8, 8, output);
}

static void run_modulo(const struct machine *machine, const uint8_t *input, size_t rows, uint8_t *output) {
  machine->kernels->modulo_u128(&divisor, input, rows, (void *)output);
}

static void run_decimal(const struct machine *machine, const uint8_t *input, size_t rows, uint8_t *output) {
  const size_t size = rows * DIGITS;
  const struct rowkey_place place = {output, DIGITS, size, output + size};
  machine->kernels->decimal_padded((const void *)input, rows, DIGITS, &place);
}

static void run_encode(const struct machine *machine, const uint8_t *input, size_t rows, uint8_t *output) {
  const rowkey_values ids = rowkey_u64s((const void *)input, rows);
  const rowkey_batch batch = rowkey_batch_of(&ids, 1, rows);
  rowkey_error error;
  if (rowkey_encode(machine->encoder, &batch, &(rowkey_key_buffer){.data = output, .capacity = rows * 17},
                    NULL, &error) != ROWKEY_OK)
    bench_fail("working_set: row %zu: %s", error.row, error.text);
}

static const struct work works[] = {
    {"md5_fixed_8B", 8, 16, fill_id, run_md5},
    {"modulo_u128", 16, 8, fill_digest, run_modulo},
    {"decimal_10", 8, DIGITS, fill_number, run_decimal},
    {"encode_md5mod", 8, 17, fill_id, run_encode},
};

static void fill(struct shape *shape) {
  struct pass *pass = (struct pass *)shape;
  const struct work *work = pass->work;
  shape->bytes = shape->rows * work->input_width;
  shape->output_size = shape->rows * work->output_width;
  pass->input = shape_allocate(shape, shape->bytes);
  for (size_t i = 0; i < shape->rows; i++) work->fill_row(pass->input + i * work->input_width, i);
}

static void run(struct shape *shape, const void *with) {
  const struct pass *pass = (const struct pass *)shape;
  pass->work->run(with, pass->input, shape->rows, shape->output);
}

/* The scalar kernels: other rows compare them with what shares nothing with them. */
static void reference(struct shape *shape, const void *with) {
  (void)with;
  run(shape, &machines[0]);
}

static void create_machines(void) {
  static const char layout_text[] = "{md5(id) % 1000000:07d}{id:010d}";
  static const rowkey_column schema[] = {{.name = "id", .type = ROWKEY_U64}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(layout_text, sizeof(layout_text) - 1, schema, 1, &error);
  if (layout == NULL) bench_fail("working_set: %s", error.text);
  if (rowkey_isas_count > ISAS_MAX) bench_fail("working_set: more than %d instruction sets", ISAS_MAX);
  for (size_t i = 0; i < rowkey_isas_count; i++) {
    if (!rowkey_isas[i].is_supported()) continue;
    machines[i].kernels = rowkey_isas[i].kernels;
    ON_ISA(rowkey_isas[i].name) machines[i].encoder = rowkey_encoder_create(layout, 0, &error);
    if (machines[i].encoder == NULL) bench_fail("working_set: %s", error.text);
  }
  rowkey_divisor constants;
  if (rowkey_divisor_init(&constants, 1000000, NULL) != ROWKEY_OK) bench_fail("working_set: no divisor");
  memcpy(&divisor, constants.opaque, sizeof(divisor));
}

void register_working_set(void) {
  static const struct {
    const char *name;
    size_t bytes; /* of input and output together */
  } sizes[] = {{"16KiB", 16 << 10},
               {"256KiB", 256 << 10},
               {"4MiB", 4 << 20},
               {"64MiB", 64 << 20},
               {"512MiB", 512 << 20}};
  create_machines();
  for (size_t i = 0; i < sizeof(works) / sizeof(works[0]); i++) {
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
      const size_t rows = sizes[k].bytes / (works[i].input_width + works[i].output_width);
      struct pass *pass = shape_create(sizeof(*pass), rows, fill, reference, "working_set/%s/%s",
                                       works[i].name, sizes[k].name);
      pass->work = &works[i];
      for (size_t m = 0; m < rowkey_isas_count; m++)
        if (machines[m].kernels != NULL) bench_add(&pass->shape, rowkey_isas[m].name, run, &machines[m]);
    }
  }
}
