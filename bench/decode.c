/* How many keys a second give their columns back, with every byte of them checked: digits, literals, and the
 * salt computed again. */
#include <rowkey/decode.h>
#include <stdio.h>
#include <string.h>

#include "decode_peers.h"
#include "kernels/kernel_table.h"
#include "records.h"
#include "tests/support/on_isa.h"

/* Of fixed width, with the one column `id` that comes back. */
static const struct {
  const char *name;
  const char *layout;
} designs[] = {
    {"paper-md5mod", "{md5(id) % 1000000:07d}{id:010d}"},
    {"paper-idmod", "{id % 1000000:07d}{id:010d}"},
    {"phoenix-salted", "{abs(h31(rest) % 16):u8}{id:u64}"},
    {"u64", "{id:u64}"},
};

struct decode {
  struct shape shape;
  rowkey_layout *layout;
  uint8_t *keys;
};

static void fill(struct shape *shape) {
  struct decode *decode = (struct decode *)shape;
  rowkey_error error;
  const rowkey_values column = rowkey_u64s(bench_records()->id, shape->rows);
  const rowkey_batch batch = rowkey_batch_of(&column, 1, shape->rows);
  shape->output_size = shape->rows * sizeof(uint64_t);
  shape->bytes = rowkey_encode_bound(decode->layout, &batch);
  decode->keys = shape_allocate(shape, shape->bytes);
  rowkey_encoder *encoder = rowkey_encoder_create(decode->layout, RECORDS_SEED, &error);
  if (encoder == NULL ||
      rowkey_encode(encoder, &batch, &(rowkey_key_buffer){.data = decode->keys, .capacity = shape->bytes},
                    NULL, &error) != ROWKEY_OK)
    bench_fail("%s: %s", shape->name, error.text);
  rowkey_encoder_free(encoder);
}

static void run_reference(struct shape *shape, const void *with) {
  (void)with;
  memcpy(shape->output, bench_records()->id, shape->output_size);
}

static void run_decoder(struct shape *shape, const void *with) {
  struct decode *decode = (struct decode *)shape;
  rowkey_decoder *const *decoder = with;
  const rowkey_decoded column = rowkey_decoded_u64s((uint64_t *)(void *)shape->output, shape->rows);
  rowkey_error error;
  if (rowkey_decode(
          *decoder,
          &(rowkey_keys){
              .data = decode->keys, .width = rowkey_layout_key_width(decode->layout), .rows = shape->rows},
          &column, 1, &error) != ROWKEY_OK)
    bench_fail("%s: row %zu: %s", shape->name, error.row, error.text);
}

static void run_peer(struct shape *shape, const void *with) {
  const struct decode_peer *peer = with;
  const struct decode *decode = (const struct decode *)shape;
  const size_t bad = peer->decode((const char *)decode->keys, shape->rows, (void *)shape->output);
  if (bad != shape->rows) bench_fail("%s: row %zu: not a key", shape->name, bad);
}

static void register_design(const char *name, const char *layout) {
  static const rowkey_column schema = {.name = "id", .type = ROWKEY_U64};
  struct decode *decode = shape_create(sizeof(*decode), BENCH_ROWS, fill, run_reference, "decode/%s", name);
  rowkey_error error;
  decode->layout = rowkey_layout_compile(layout, strlen(layout), &schema, 1, &error);
  if (decode->layout == NULL) bench_fail("%s: %s", decode->shape.name, error.text);
  for (size_t i = 0; i < rowkey_isas_count; i++) {
    if (!rowkey_isas[i].is_supported()) continue;
    rowkey_decoder **decoder = bench_allocate(sizeof(*decoder));
    ON_ISA(rowkey_isas[i].name) *decoder = rowkey_decoder_create(decode->layout, &error);
    if (*decoder == NULL) bench_fail("%s: %s", decode->shape.name, error.text);
    bench_add(&decode->shape, rowkey_isas[i].name, run_decoder, decoder);
  }
  const struct decode_peer *peer = decode_peer_find(name);
  if (peer != NULL) bench_add(&decode->shape, peer->implementation, run_peer, peer);
}

void register_decode(void) {
  for (size_t i = 0; i < sizeof(designs) / sizeof(designs[0]); i++)
    register_design(designs[i].name, designs[i].layout);
}
