/* Every allocation on the way from Arrow to Arrow is made to fail once: what is left is what was there. */
#include <errno.h>
#include <stdio.h>
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
  rowkey_layout *layout = compile_declared(template, schema, error);
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
  if (records_schema.release != NULL) records_schema.release(&records_schema);
  if (records.release != NULL) records.release(&records);
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

/* ---- Streams ------------------------------------------------------------------------------------- */

/* One batch, of which the stream gives copies that own nothing. */
struct input {
  const struct ArrowSchema *schema;
  const struct ArrowArray *array;
  bool ended;
};

static int input_schema(struct ArrowArrayStream *in, struct ArrowSchema *schema) {
  *schema = *((struct input *)in->private_data)->schema;
  schema->release = keep_schema;
  return 0;
}

static int input_next(struct ArrowArrayStream *in, struct ArrowArray *array) {
  struct input *input = in->private_data;
  *array = *input->array;
  array->release = keep_array;
  if (input->ended) array->release = NULL;
  input->ended = true;
  return 0;
}

static const char *input_error(struct ArrowArrayStream *in) { return (void)in, NULL; }
static void end_input(struct ArrowArrayStream *in) { in->release = NULL; }

/* The status that the stream means by an errno, and its message. */
static rowkey_status status_of(struct ArrowArrayStream *stream, int code, rowkey_error *error) {
  if (code == 0) return ROWKEY_OK;
  snprintf(error->text, sizeof error->text, "%s", stream->get_last_error(stream));
  return code == ENOMEM ? ROWKEY_ERROR_MEMORY : ROWKEY_ERROR_ARGUMENT;
}

/* Keys of the records and the records back, each a stream; what is asked for first is its schema. */
static rowkey_status stream_and_back(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                     rowkey_arrow_format format, rowkey_error *error) {
  const rowkey_arrow_options options = {.format = format};
  struct input input = {schema, array, false};
  struct ArrowArrayStream in = {input_schema, input_next, input_error, end_input, &input}, keys, records;
  struct ArrowSchema records_schema = {0};
  struct ArrowArray record = {0};
  rowkey_layout *layout = compile_declared(template, schema, error);
  keys.release = records.release = NULL;
  rowkey_status status = layout == NULL ? error->status : ROWKEY_OK;
  if (status == ROWKEY_OK) status = rowkey_arrow_encode_stream(layout, &in, &options, &keys, error);
  /* A schema that cannot be made is no schema of the stream, and the message has why. */
  if (status == ROWKEY_OK) status = rowkey_arrow_decode_stream(layout, &keys, NULL, &records, error);
  if (strstr(error->text, "the stream has no schema: out of memory") != NULL) status = ROWKEY_ERROR_MEMORY;
  if (status == ROWKEY_OK) status = status_of(&records, records.get_schema(&records, &records_schema), error);
  if (status == ROWKEY_OK) status = status_of(&records, records.get_next(&records, &record), error);
  CHECK((status == ROWKEY_OK) == (record.release != NULL), "the last result");
  if (record.release != NULL) record.release(&record);
  if (records_schema.release != NULL) records_schema.release(&records_schema);
  if (records.release != NULL) records.release(&records);
  if (keys.release != NULL) keys.release(&keys);
  rowkey_layout_free(layout);
  return status;
}

/* ---- Keys in a dictionary ------------------------------------------------------------------------ */

/* Routed, and decoded into texts of one width: both are copied. The records' own arrays have no part in it.
 */
static rowkey_status decode_dictionary(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                       rowkey_arrow_format format, rowkey_error *error) {
  (void)schema, (void)array, (void)format;
  static const uint8_t indexes[] = {1, 0};
  static const uint32_t offsets[] = {0, 3, 6};
  static const uint64_t split_offsets[] = {0, 1};
  const void *buffers[] = {NULL, indexes}, *value_buffers[] = {NULL, offsets, "abcdef"};
  struct ArrowArray values = {.length = 2, .n_buffers = 3, .buffers = value_buffers, .release = keep_array};
  const struct ArrowArray keys = {
      .length = 2, .n_buffers = 2, .buffers = buffers, .dictionary = &values, .release = keep_array};
  struct ArrowSchema texts = {.format = "u", .name = "b", .release = keep_schema};
  const struct ArrowSchema keys_schema = {.format = "C", .dictionary = &texts, .release = keep_schema};
  struct ArrowSchema wide = {.format = "w:3", .name = "b", .release = keep_schema}, *fields[] = {&wide};
  const struct ArrowSchema records_schema = {
      .format = "+s", .n_children = 1, .children = fields, .release = keep_schema};
  const rowkey_splits splits = {.count = 1, .bytes = "d", .offsets = split_offsets};
  struct ArrowArray regions = {0}, records = {0};
  rowkey_arrow_decoder *decoder = NULL;
  rowkey_layout *layout = rowkey_arrow_compile("{b}", 3, &texts, error);
  rowkey_router *router = layout == NULL ? NULL : rowkey_router_create(&splits, error);
  rowkey_status status = router == NULL ? error->status : ROWKEY_OK;
  if (status == ROWKEY_OK) status = rowkey_arrow_route(router, &keys_schema, &keys, &regions, error);
  if (status == ROWKEY_OK) {
    const uint32_t *numbers = regions.buffers[1];
    CHECK(numbers[0] == 1 && numbers[1] == 0, "regions %u and %u", numbers[0], numbers[1]);
    decoder = rowkey_arrow_decoder_create(layout, &keys_schema, &records_schema, error);
    status = decoder == NULL ? error->status : rowkey_arrow_decode(decoder, &keys, &records, error);
  }
  if (status == ROWKEY_OK) {
    CHECK(memcmp(records.children[0]->buffers[1], "defabc", 6) == 0, "other texts");
    records.release(&records);
  }
  if (regions.release != NULL) regions.release(&regions);
  rowkey_arrow_decoder_free(decoder);
  rowkey_router_free(router);
  rowkey_layout_free(layout);
  return status;
}

/* ---- Failing ------------------------------------------------------------------------------------- */

typedef rowkey_status way(const struct ArrowSchema *schema, const struct ArrowArray *array,
                          rowkey_arrow_format format, rowkey_error *error);

static void fail_each_of(way *work, size_t least, const struct ArrowSchema *schema,
                         const struct ArrowArray *array, rowkey_arrow_format format) {
  size_t failures = 0;
  for (bool failed = true; failed; failures++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    const rowkey_status status = work(schema, array, format, &error);
    failed = allocation_failed();
    CHECK(status == ROWKEY_OK ||
              (failed && status == ROWKEY_ERROR_MEMORY && strstr(error.text, "out of memory") != NULL),
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
  fail_each_of(stream_and_back, 30, &schema, &array, format);
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

static void test_keys_in_a_dictionary(void) {
  fail_each_of(decode_dictionary, 20, NULL, NULL, ROWKEY_ARROW_AUTOMATIC);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"plain columns", test_plain},
                               {"views", test_views},
                               {"dictionaries", test_dictionaries},
                               {"keys in a dictionary", test_keys_in_a_dictionary}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
