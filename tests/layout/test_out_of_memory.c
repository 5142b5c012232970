/* Every allocation of the library is made to fail once, by way of the linker's --wrap. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* Allocations that still succeed; one fails after them, and then all succeed again. */
static size_t allowed = SIZE_MAX;

static int fails(void) {
  if (allowed == SIZE_MAX) return 0;
  return allowed-- == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

static const rowkey_column columns[] = {{"id", ROWKEY_U64}, {"name", ROWKEY_TEXT}};

static rowkey_layout *compile(const char *text, rowkey_error *error) {
  return rowkey_layout_compile(text, strlen(text), columns, 2, error);
}

static void test_compile(void) {
  static char text[20000] = "{md5(id, name) % 1000 + id * -1:i64}";
  size_t length = strlen(text);
  for (size_t i = 0; i < 300; i++)
    length += (size_t)sprintf(text + length, "{id + %zu:u64}literal{md5(name, %zu)}", i, i);
  size_t failures = 0;
  for (;; failures++) {
    rowkey_error error;
    allowed = failures;
    rowkey_layout *layout = compile(text, &error);
    size_t left = allowed;
    allowed = SIZE_MAX;
    if (layout != NULL) {
      CHECK(left != SIZE_MAX, "a failed allocation went unnoticed");
      rowkey_layout_free(layout);
      break;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
    CHECK(strcmp(error.text, "out of memory while compiling the layout") == 0, "%s", error.text);
    CHECK(error.row == ROWKEY_NONE && error.offset == ROWKEY_NONE, "a place");
  }
  CHECK(failures > 20, "only %zu allocations were tried", failures);
}

static void test_encoder(void) {
  rowkey_error error;
  rowkey_layout *layout = compile("{random() % 7}|{md5(name, id)}{name}", &error);
  CHECK(layout != NULL, "%s", error.text);
  size_t failures = 0;
  for (;; failures++) {
    allowed = failures;
    rowkey_encoder *encoder = rowkey_encoder_create(layout, NULL, 0, &error);
    allowed = SIZE_MAX;
    if (encoder != NULL) {
      rowkey_encoder_free(encoder);
      break;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
    CHECK(strcmp(error.text, "out of memory while creating an encoder") == 0, "%s", error.text);
  }
  CHECK(failures == 6, "%zu allocations", failures);
  rowkey_layout_free(layout);
}

/* Only a message longer than any before allocates while encoding. The rows before it keep their keys, and the
 * encoder can be used again. */
static void test_long_message(void) {
  enum { LONG = 200000 };
  rowkey_error error;
  rowkey_layout *layout = compile("{md5(name, id)}", &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, NULL, 0, &error);
  CHECK(encoder != NULL, "%s", error.text);
  char *bytes = guarded(LONG, GUARD_END);
  memset(bytes, 'x', LONG);
  const uint64_t ids[3] = {1, 2, 3}, begin[3] = {0, 0, 0}, end[3] = {3, LONG, 3};
  const rowkey_values values[2] = {{.data = ids}, {bytes, LONG, begin, end}};
  uint8_t keys[48], expected[48];
  allowed = 0;
  rowkey_status status = rowkey_encode(encoder, values, 3, 0, keys, sizeof keys, NULL, &error);
  allowed = SIZE_MAX;
  CHECK(status == ROWKEY_ERROR_MEMORY && error.status == status && error.row == 1, "status %d, row %zu",
        (int)status, error.row);
  CHECK(strcmp(error.text, "out of memory for a message of 200001 bytes to be hashed") == 0, "%s",
        error.text);
  CHECK(rowkey_encode(encoder, values, 3, 0, expected, sizeof expected, NULL, &error) == ROWKEY_OK, "%s",
        error.text);
  CHECK(memcmp(keys, expected, 16) == 0, "the key before the long message");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"compiling a layout", test_compile},
      {"creating an encoder", test_encoder},
      {"hashing a long message", test_long_message},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
