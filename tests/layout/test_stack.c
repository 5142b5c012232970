/* Threads with as little stack as the headers ask for: the deepest expressions, and usual layouts. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "on_isa.h"

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
  const rowkey_value five = rowkey_value_i64(5);
  const rowkey_record record = rowkey_record_of(&five, 1);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
  CHECK(encoder != NULL && decoder != NULL, "%s", error.text);
  const rowkey_status status = rowkey_encode_row(encoder, &record, key, sizeof key, &length, &error);
  CHECK(status == ROWKEY_OK || status == ROWKEY_ERROR_RANGE, "%s", error.text);
  const uint64_t offsets[] = {0, length};
  const rowkey_decoded unwanted = {0};
  if (status == ROWKEY_OK)
    CHECK(rowkey_decode(decoder, &(rowkey_keys){.data = key, .offsets = offsets, .rows = 1}, &unwanted, 1,
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

/* ---- What encoding takes with usual layouts: the stack is painted, and what is no longer so was in use. */

enum { ENCODE_STACK = 32 << 10, PAINTED = 1 << 20, PAINT = 0xa5, ENCODED_ROWS = 700 };

struct encoding {
  rowkey_encoder *encoder; /* NULL: a thread that does nothing */
  const rowkey_batch *batch;
  const rowkey_key_buffer *buffer;
  rowkey_error error;
  rowkey_status status;
};

static void *encode_once(void *argument) {
  struct encoding *encoding = argument;
  if (encoding->encoder != NULL)
    encoding->status =
        rowkey_encode(encoding->encoder, encoding->batch, encoding->buffer, NULL, &encoding->error);
  return NULL;
}

static size_t stack_of(struct encoding *encoding) {
  pthread_attr_t attributes;
  pthread_t thread;
  uint8_t *stack = aligned_alloc(4096, PAINTED);
  CHECK(stack != NULL, "no memory");
  memset(stack, PAINT, PAINTED);
  CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstack(&attributes, stack, PAINTED) == 0,
        "no attributes");
  CHECK(pthread_create(&thread, &attributes, encode_once, encoding) == 0, "no thread");
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  size_t unused = 0;
  while (unused < PAINTED && stack[unused] == PAINT) unused++;
  free(stack);
  return PAINTED - unused;
}

static void test_encoding(void) {
  static const char *const templates[] = {
      "{random() % 1000000:07d}{id:010d}",
      "{id % 1000000:07d}{id:010d}",
      "{md5(id) % 1000000:07d}{id:010d}",
      "{md5(host) % 1000000:07d}{id:010d}",
      "({md5(id) % 1000000:07d},{id:010d})",
      "{md5(host) % 1000:04d}{host:150s}{id:u64}",
      "{md5(host:150s) % 4:a}-{host}",
      "{md5(host)}{md5(id:u64)}{id:u64}",
      "{reverse(id:010d)}",
      "{id % 100:02d}{id:u64}{host}\\x00{id:d}",
      "{abs(java_hash(host, \"|\", id) % 1000):03d}|{id}|{host}",
      "{abs(h31(rest) % 16):u8}{id:i64}{host}",
      "{abs(murmur3_32(host) % 16):u8}{lower(host)}",
  };
  static uint64_t ids[ENCODED_ROWS], offsets[ENCODED_ROWS + 1];
  static char text[150 * ENCODED_ROWS];
  for (size_t i = 0; i < ENCODED_ROWS; i++) {
    ids[i] = i % 3 == 0 ? i : 14000000 * i;
    offsets[i + 1] = offsets[i] + i * 7919 % 151;
  }
  memset(text, 'x', sizeof text);
  struct batch batch = {.rows = ENCODED_ROWS};
  add_u64(&batch, "id", ids);
  add_bytes(&batch, "host", text, offsets);
  struct encoding nothing = {.encoder = NULL};
  const size_t of_a_thread = stack_of(&nothing);
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
    rowkey_layout *layout = compile(templates[i], &batch);
    EACH_ISA(kernels) {
      const rowkey_batch rows = rows_of(&batch);
      struct encoding encoding = {.batch = &rows};
      ON_ISA(kernels->name) encoding.encoder = rowkey_encoder_create(layout, 0, &encoding.error);
      CHECK(encoding.encoder != NULL, "%s", encoding.error.text);
      const size_t bound = rowkey_encode_bound(layout, &rows);
      uint8_t *keys = malloc(bound);
      uint64_t *ends = malloc((batch.rows + 1) * sizeof *ends);
      CHECK(keys != NULL && ends != NULL, "no memory");
      encoding.buffer = &(rowkey_key_buffer){.data = keys, .capacity = bound, .offsets = ends};
      const size_t taken = stack_of(&encoding) - of_a_thread;
      CHECK(encoding.status == ROWKEY_OK, "%s: %s", templates[i], encoding.error.text);
#ifndef __OPTIMIZE__
      (void)taken;
#else
      CHECK(taken <= ENCODE_STACK, "%s with %s takes %zu bytes of stack", templates[i], kernels->name, taken);
#endif
      free(keys);
      free(ends);
      rowkey_encoder_free(encoding.encoder);
    }
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"the deepest expressions need little stack", test_deepest},
                               {"encoding with usual layouts needs little stack", test_encoding}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
