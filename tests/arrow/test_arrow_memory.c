/* Every allocation on the way from Arrow to Arrow is made to fail once: what is left is what was there. */
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "failing_memory.h"

static const char template[] = "{md5(a) % 10:01d}{b:mem}{c:i64}{d:10s}";

/* Keys of the records, and the records back, with all memory or without one allocation. */
static rowkey_status encode_and_decode(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                       rowkey_arrow_format format, rowkey_error *error) {
  const rowkey_arrow_options options = {.format = format};
  rowkey_arrow_decoder *decoder = NULL;
  struct ArrowArray keys = {0}, records = {0}, regions = {0};
  struct ArrowSchema keys_schema = {0}, records_schema = {0};
  const uint64_t offsets[] = {0, 1};
  const rowkey_splits splits = {.count = 1, .bytes = "5", .offsets = offsets};
  rowkey_layout *layout = rowkey_arrow_compile(template, strlen(template), schema, error);
  rowkey_router *router = layout == NULL ? NULL : rowkey_router_create(&splits, error);
  rowkey_arrow_encoder *encoder =
      router == NULL ? NULL : rowkey_arrow_encoder_create(layout, schema, &options, error);
  rowkey_status status = encoder == NULL ? error->status : ROWKEY_OK;
  if (status == ROWKEY_OK) status = rowkey_arrow_encoder_schema(encoder, &keys_schema, error);
  if (status == ROWKEY_OK) status = rowkey_arrow_encode(encoder, array, 0, &keys, error);
  if (status == ROWKEY_OK) status = rowkey_arrow_route(router, &keys_schema, &keys, &regions, error);
  rowkey_sketch *sketch = status == ROWKEY_OK ? rowkey_sketch_create(0, error) : NULL;
  if (status == ROWKEY_OK)
    status = sketch == NULL ? error->status : rowkey_arrow_sketch_add(sketch, &keys_schema, &keys, error);
  rowkey_sketch_free(sketch);
  if (status == ROWKEY_OK) {
    decoder = rowkey_arrow_decoder_create(layout, &keys_schema, NULL, error);
    status = decoder == NULL ? error->status : rowkey_arrow_decode(decoder, &keys, &records, error);
  }
  if (status == ROWKEY_OK) status = rowkey_arrow_decoder_schema(decoder, &records_schema, error);
  CHECK((status == ROWKEY_OK) == (records_schema.release != NULL), "the last result");
  if (keys.release != NULL) keys.release(&keys);
  if (regions.release != NULL) regions.release(&regions);
  if (records_schema.release != NULL) {
    records_schema.release(&records_schema);
    records.release(&records);
  }
  if (keys_schema.release != NULL) keys_schema.release(&keys_schema);
  rowkey_arrow_decoder_free(decoder);
  rowkey_arrow_encoder_free(encoder);
  rowkey_router_free(router);
  rowkey_layout_free(layout);
  return status;
}

/* The records as columns. */
static rowkey_status read_records(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                  rowkey_arrow_format format, rowkey_error *error) {
  (void)format;
  const rowkey_values *columns;
  size_t rows = 1;
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(schema, error);
  rowkey_status status = reader == NULL ? error->status : rowkey_arrow_reader_open(reader, array, error);
  while (status == ROWKEY_OK && rows > 0) status = rowkey_arrow_reader_next(reader, &columns, &rows, error);
  rowkey_arrow_reader_free(reader);
  return status;
}

typedef rowkey_status way(const struct ArrowSchema *schema, const struct ArrowArray *array,
                          rowkey_arrow_format format, rowkey_error *error);

static void fail_each_of(way *work, size_t least, const struct ArrowSchema *schema,
                         const struct ArrowArray *array, rowkey_arrow_format format) {
  size_t failures = 0;
  for (rowkey_status status = ROWKEY_ERROR_MEMORY; status != ROWKEY_OK; failures++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    status = work(schema, array, format, &error);
    allocations_allowed = SIZE_MAX;
    CHECK(
        status == ROWKEY_OK || (status == ROWKEY_ERROR_MEMORY && strstr(error.text, "out of memory") != NULL),
        "allocation %zu: %d: %s", failures, (int)status, error.text);
  }
  CHECK(failures > least, "only %zu allocations were tried", failures);
}

static void fail_each(const char *const *formats, const char *indexes, rowkey_arrow_format format) {
  static const char *const names[] = {"a", "b", "c", "d"};
  struct ArrowArray arrays[4];
  struct ArrowSchema schemas[4];
  for (size_t i = 0; i < 4; i++) {
    const struct form form = {.format = formats[i], .indexes = indexes, .unaligned = true};
    struct model model = random_model(names[i], formats[i], 5, false);
    for (size_t row = 0; row < 5; row++) {
      model.limits[row + 1] = 3 * row + 3; /* short enough for 10s */
      memcpy(model.bytes + 3 * row, "abc", 3);
    }
    arrays[i] = array_of(&model, &form, NULL);
    schemas[i] = schema_of(names[i], &form);
  }
  struct ArrowArray array = struct_of(arrays, 4, 5, 0, NULL);
  struct ArrowSchema schema = struct_schema_of(schemas, 4);
  fail_each_of(encode_and_decode, 30, &schema, &array, format);
  fail_each_of(read_records, 9, &schema, &array, format);
  array.release(&array);
  schema.release(&schema);
  CHECK(live_arrays == 0 && live_schemas == 0, "%ld arrays, %ld schemas", live_arrays, live_schemas);
}

static void test_plain(void) {
  fail_each((const char *const[]){"l", "u", "i", "Z"}, NULL, ROWKEY_ARROW_AUTOMATIC);
}
static void test_views(void) {
  fail_each((const char *const[]){"tsu:", "vu", "d:38,0", "vz"}, NULL, ROWKEY_ARROW_BINARY_VIEW);
}
static void test_dictionaries(void) {
  fail_each((const char *const[]){"l", "u", "tdD", "vu"}, "c", ROWKEY_ARROW_BINARY);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"plain columns", test_plain}, {"views", test_views}, {"dictionaries", test_dictionaries}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
