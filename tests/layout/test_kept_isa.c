/* An encoder and a decoder keep the instruction set that was in use when they were made. */
#include <string.h>

#include "decode/decoder.h"
#include "encode/encoder.h"
#include "on_isa.h"
#include "testing.h"

static void test_kept(void) {
  const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64}};
  rowkey_layout *layout = rowkey_layout_compile("{id:u64}", 8, columns, 1, NULL);
  CHECK(layout != NULL, "no layout");
  for (size_t i = 0; i < rowkey_isa_count(); i++) {
    if (!rowkey_isa_supported(i)) continue;
    const char *name = rowkey_isa_name(i);
    rowkey_encoder *encoder = NULL;
    rowkey_decoder *decoder = NULL;
    ON_ISA(name) {
      encoder = rowkey_encoder_create(layout, 0, NULL);
      decoder = rowkey_decoder_create(layout, NULL);
    }
    CHECK(encoder != NULL && decoder != NULL, "%s", name);
    CHECK(strcmp(encoder->kernels->name, name) == 0, "%s: the encoder uses %s", name, encoder->kernels->name);
    CHECK(strcmp(decoder->kernels->name, name) == 0, "%s: the decoder uses %s", name, decoder->kernels->name);
    rowkey_encoder_free(encoder);
    rowkey_decoder_free(decoder);
  }
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"encoders and decoders keep their instruction set", test_kept}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
