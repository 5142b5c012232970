/* The deepest expressions on a thread with as little stack as layout.h asks for. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

enum { STACK_SIZE = 512 << 10, DEEPEST = 198 };

/* One level of a template: its text before and after what is inside of it. */
struct level {
  const char *before, *behind, *format;
};

static char *append(char *at, const char *text) {
  const size_t size = strlen(text);
  memcpy(at, text, size);
  return at + size;
}

static size_t write_template(const struct level *level, char *text) {
  char *at = append(text, "{");
  for (int i = 0; i < DEEPEST; i++) at = append(at, level->before);
  at = append(at, "id");
  for (int i = 0; i < DEEPEST; i++) at = append(at, level->behind);
  return (size_t)(append(append(at, level->format), "}") - text);
}

/* All that the library can do with a layout. Results may be errors: an answer is what counts. */
static void use(const rowkey_layout *layout) {
  static uint8_t key[1024];
  rowkey_error error;
  size_t length;
  const rowkey_value five = {.as.i64 = 5};
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
  CHECK(encoder != NULL && decoder != NULL, "%s", error.text);
  const rowkey_status status =
      rowkey_encode_row(encoder, &(rowkey_record){.values = &five}, key, sizeof key, &length, &error);
  CHECK(status == ROWKEY_OK || status == ROWKEY_ERROR_RANGE, "%s", error.text);
  const uint64_t offsets[] = {0, length};
  const rowkey_decoded unwanted = {0};
  if (status == ROWKEY_OK)
    CHECK(rowkey_decode(decoder, &(rowkey_keys){.data = key, .offsets = offsets, .rows = 1}, &unwanted,
                        &error) == ROWKEY_OK,
          "%s", error.text);
  rowkey_explanation_free(rowkey_explain(layout, 0, &error));
  rowkey_splits_free(rowkey_splits_of_layout(layout, 3, &error));
  const rowkey_condition is_five = {
      .column = 0, .comparison = ROWKEY_EQUAL, .values = &five, .value_count = 1};
  rowkey_ranges_free(rowkey_ranges_find(layout, &is_five, 1, 0, &error));
  rowkey_encoder_free(encoder);
  rowkey_decoder_free(decoder);
}

static void *compile_and_use(void *argument) {
  static char text[12 * DEEPEST];
  static const rowkey_column id = {.name = "id", .type = ROWKEY_I64};
  const size_t size = write_template(argument, text);
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, size, &id, 1, &error);
  CHECK(layout != NULL, "%s", error.text);
  use(layout);
  rowkey_layout_free(layout);
  return NULL;
}

static void test_deepest(void) {
  static struct level levels[] = {
      {"(", ")", ":d"},    {"-", "", ":d"},         {"abs(", ")", ":d"}, {"id-(", ")", ":d"},
      {"md5(", ")", ":s"}, {"reverse(", ")", ":s"}, {"h31(", ")", ":d"},
  };
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0,
          "no attributes");
    CHECK(pthread_create(&thread, &attributes, compile_and_use, &levels[i]) == 0, "no thread");
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"the deepest expressions need little stack", test_deepest}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
