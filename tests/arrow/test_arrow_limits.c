/* What offsets of 32 bits cannot count: keys and texts of more than 2,147,483,647 bytes. Texts that long are
 * made of offsets alone, into pages that nobody may touch. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arrays.h"

enum { ROWS = 3, SHORT_BYTES = 2, LARGEST_PAGE = 64 * 1024 };
#define LONG_BYTES ((int64_t)INT32_MAX + 1)

/* "x", "y" and a text of LONG_BYTES: an array of large_utf8 or large_binary. */
struct long_texts {
  const void *buffers[3];
  int64_t offsets[ROWS + 1];
  uint8_t *bytes;
  struct ArrowArray array;
};

static const size_t texts_size = (size_t)LONG_BYTES + SHORT_BYTES;

static void make_long_texts(struct long_texts *texts) {
  uint8_t *bytes =
      mmap(NULL, texts_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(bytes != MAP_FAILED, "no room for %zu bytes of addresses", texts_size);
  memcpy(bytes, "xy", SHORT_BYTES);
  CHECK(mprotect(bytes + LARGEST_PAGE, texts_size - LARGEST_PAGE, PROT_NONE) == 0, "mprotect failed");
  *texts = (struct long_texts){.offsets = {0, 1, 2, SHORT_BYTES + LONG_BYTES}, .bytes = bytes};
  texts->buffers[1] = texts->offsets;
  texts->buffers[2] = bytes;
  texts->array =
      (struct ArrowArray){.length = ROWS, .n_buffers = 3, .buffers = texts->buffers, .release = keep_array};
}

static rowkey_layout *compile_text(const struct ArrowSchema *schema) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{a}", 3, schema, &error);
  CHECK(layout != NULL, "%s", error.text);
  return layout;
}

static void test_keys(void) {
  struct long_texts texts;
  make_long_texts(&texts);
  const struct ArrowSchema schema = schema_named("U", "a");
  rowkey_layout *layout = compile_text(&schema);
  const rowkey_arrow_options options = {.format = ROWKEY_ARROW_BINARY};
  rowkey_error error;
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, &options, &error);
  CHECK(encoder != NULL, "%s", error.text);
  struct ArrowArray keys = {0};
  CHECK(rowkey_arrow_encode(encoder, &texts.array, 10, &keys, &error) == ROWKEY_ERROR_SPACE, "%s",
        error.text);
  CHECK(error.row == 2 && strstr(error.text, "up to this row have more than 2147483647 bytes") != NULL,
        "row %zu: %s", error.row, error.text);
  CHECK(keys.release == NULL, "there are keys");
  rowkey_arrow_encoder_free(encoder);
  rowkey_layout_free(layout);
  munmap(texts.bytes, texts_size);
}

/* ---- A stream of one batch */

static int give_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  (void)stream;
  *out = schema_named("U", "a");
  return 0;
}
static int give_batch(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  struct ArrowArray *array = stream->private_data;
  *out = *array;
  array->release = NULL;
  return 0;
}
static const char *give_no_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return NULL;
}
static void end_stream(struct ArrowArrayStream *stream) { stream->release = NULL; }

/* The keys that can be counted are an array of their own. */
static void test_streamed_keys(void) {
  struct long_texts texts;
  make_long_texts(&texts);
  const struct ArrowSchema schema = schema_named("U", "a");
  rowkey_layout *layout = compile_text(&schema);
  const rowkey_arrow_options options = {.format = ROWKEY_ARROW_BINARY};
  struct ArrowArrayStream in = {give_schema, give_batch, give_no_error, end_stream, &texts.array}, out;
  rowkey_error error;
  CHECK(rowkey_arrow_encode_stream(layout, &in, &options, &out, &error) == ROWKEY_OK, "%s", error.text);
  struct ArrowArray keys = {0};
  CHECK(out.get_next(&out, &keys) == 0, "%s", out.get_last_error(&out));
  CHECK(keys.length == 2, "%lld keys", (long long)keys.length);
  for (size_t row = 0; row < 2; row++) {
    const struct key_text key = key_at(&keys, "z", row);
    CHECK(key.size == 1 && key.bytes[0] == "xy"[row], "key %zu", row);
  }
  keys.release(&keys);
  CHECK(out.get_next(&out, &keys) != 0, "the long text has a key");
  const char *problem = out.get_last_error(&out);
  CHECK(strstr(problem, "row 2") != NULL && strstr(problem, "more than 2147483647 bytes") != NULL, "%s",
        problem);
  out.release(&out);
  rowkey_layout_free(layout);
  munmap(texts.bytes, texts_size);
}

static void test_decoded_texts(void) {
  struct long_texts texts;
  make_long_texts(&texts);
  const struct ArrowSchema keys = schema_named("Z", "a");
  struct ArrowSchema text = schema_named("u", "a"), *fields[] = {&text};
  const struct ArrowSchema wanted = {
      .format = "+s", .n_children = 1, .children = fields, .release = keep_schema};
  rowkey_layout *layout = compile_text(&text);
  rowkey_error error;
  rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &keys, &wanted, &error);
  CHECK(decoder != NULL, "%s", error.text);
  struct ArrowArray records = {0};
  CHECK(rowkey_arrow_decode(decoder, &texts.array, &records, &error) == ROWKEY_ERROR_SPACE, "%s", error.text);
  CHECK(error.column == 0 && strstr(error.text, "column a: its text may have more than 2147483647") != NULL,
        "%s", error.text);
  CHECK(records.release == NULL, "there are records");
  rowkey_arrow_decoder_free(decoder);
  rowkey_layout_free(layout);
  munmap(texts.bytes, texts_size);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"keys", test_keys}, {"keys of a stream", test_streamed_keys}, {"decoded texts", test_decoded_texts}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
