/* NULL where an object belongs, as after a failure that nobody looked at: an error, not a crash. */
#include <string.h>

#include "batch.h"
#include "load/load.h"

static rowkey_error error;

static void expect_null(const char *function, const char *what) {
  CHECK(error.status == ROWKEY_ERROR_ARGUMENT, "%s: status %d", function, (int)error.status);
  CHECK(strstr(error.text, what) != NULL && strstr(error.text, "NULL (expected") != NULL, "%s: %s", function,
        error.text);
  CHECK(error.row == ROWKEY_NONE && error.column == ROWKEY_NONE && error.offset == ROWKEY_NONE, "%s: a place",
        function);
  memset(&error, 0, sizeof error);
}

#define EXPECT_NULL(call, what) (CHECK((call), "success"), expect_null(#call, what))

static const rowkey_splits no_splits = {0};

static void test_layouts(void) {
  rowkey_region_share share;
  EXPECT_NULL(rowkey_encoder_create(NULL, 0, &error) == NULL, "layout");
  EXPECT_NULL(rowkey_decoder_create(NULL, &error) == NULL, "layout");
  EXPECT_NULL(rowkey_explain(NULL, 0, &error) == NULL, "layout");
  EXPECT_NULL(rowkey_splits_of_layout(NULL, 1, &error) == NULL, "layout");
  EXPECT_NULL(rowkey_splits_add(NULL, &no_splits, 0, &error) == NULL, "layout");
  EXPECT_NULL(rowkey_splits_shares(NULL, &no_splits, &share, &error) != ROWKEY_OK, "layout");
  EXPECT_NULL(rowkey_ranges_find(NULL, NULL, 0, 0, &error) == NULL, "layout");
  CHECK(rowkey_encoder_create(NULL, 0, NULL) == NULL, "without an error");
}

static void test_other_objects(void) {
  uint8_t key[8] = {0};
  double share;
  size_t length;
  uint32_t region;
  EXPECT_NULL(rowkey_encode(NULL, &(rowkey_batch){.rows = 0}, &(rowkey_key_buffer){.data = NULL}, NULL,
                            &error) != ROWKEY_OK,
              "encoder");
  EXPECT_NULL(
      rowkey_encode_row(NULL, &(rowkey_record){.row = 0}, key, sizeof key, &length, &error) != ROWKEY_OK,
      "encoder");
  EXPECT_NULL(rowkey_decode(NULL, &(rowkey_keys){.rows = 0}, NULL, 0, &error) != ROWKEY_OK, "decoder");
  EXPECT_NULL(
      rowkey_route(NULL, &(rowkey_keys){.data = key, .width = 8, .rows = 1}, &region, &error) != ROWKEY_OK,
      "router");
  EXPECT_NULL(rowkey_router_create(NULL, &error) == NULL, "split points");
  EXPECT_NULL(rowkey_ranges_cut(NULL, &no_splits, &error) == NULL, "ranges");
  EXPECT_NULL(
      rowkey_sketch_add(NULL, &(rowkey_keys){.data = key, .width = 8, .rows = 1}, &error) != ROWKEY_OK,
      "sketch");
  EXPECT_NULL(rowkey_sketch_splits(NULL, 1, &error) == NULL, "sketch");
  EXPECT_NULL(rowkey_sketch_add_splits(NULL, &no_splits, 1, &error) == NULL, "sketch");
  EXPECT_NULL(rowkey_sketch_shares(NULL, &no_splits, &share, &error) != ROWKEY_OK, "sketch");
  EXPECT_NULL(rowkey_sketch_write(NULL, key, sizeof key, &error) != ROWKEY_OK, "sketch");
  EXPECT_NULL(rowkey_sketch_read(NULL, 0, &error) == NULL, "bytes");
  EXPECT_NULL(rowkey_load_add(NULL, &region, 1, &error) != ROWKEY_OK, "load");
  CHECK(rowkey_encode(NULL, &(rowkey_batch){.rows = 0}, &(rowkey_key_buffer){.data = NULL}, NULL, NULL) ==
            ROWKEY_ERROR_ARGUMENT,
        "without an error");
}

static void test_named(void) {
  char template[ROWKEY_NAMED_TEMPLATE_SIZE];
  EXPECT_NULL(rowkey_named_expand(NULL, 7, NULL, template, sizeof template, &error) != ROWKEY_OK, "text");
  EXPECT_NULL(rowkey_named_expand("@gbif", 5, NULL, NULL, 8, &error) != ROWKEY_OK, "expansion");
  CHECK(rowkey_named_expand(NULL, 0, NULL, template, sizeof template, &error) == ROWKEY_ERROR_SYNTAX,
        "no text");
  CHECK(rowkey_named_expand("@gbif", 5, NULL, NULL, 0, &error) == ROWKEY_ERROR_SPACE, "no room");
  CHECK(rowkey_layout_compile(NULL, 0, NULL, 0, &error) == NULL && error.status == ROWKEY_ERROR_SYNTAX,
        "an empty template: status %d", (int)error.status);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"a layout that was not compiled is refused", test_layouts},
      {"other objects that were not made are refused", test_other_objects},
      {"a name of a layout that is not there is refused", test_named},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
