/* What is refused: schemas, arrays, streams and arguments that no producer should hand over, one fault in
 * each. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"

/* ---- Schemas ------------------------------------------------------------------------------------- */

static void check_schema(const struct ArrowSchema *schema, const char *text, rowkey_status status,
                         const char *problem) {
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_layout *layout = rowkey_arrow_compile(text, strlen(text), schema, &error);
  CHECK(layout == NULL && error.status == status && strstr(error.text, problem) != NULL, "%s: %d: %s",
        problem, (int)error.status, error.text);
  CHECK(rowkey_arrow_compile(text, strlen(text), schema, NULL) == NULL, "%s", problem);
}

static void test_schemas(void) {
  struct ArrowSchema child = schema_named("i", "a"), *children[] = {&child}, *none[] = {NULL};
  const struct ArrowSchema good = {
      .format = "+s", .n_children = 1, .children = children, .release = keep_schema};
  struct ArrowSchema bad = good;
  check_schema(NULL, "{a}", ROWKEY_ERROR_ARGUMENT, "is NULL");
  bad.release = NULL;
  check_schema(&bad, "{a}", ROWKEY_ERROR_ARGUMENT, "is released");
  bad = good, bad.format = NULL;
  check_schema(&bad, "{a}", ROWKEY_ERROR_ARGUMENT, "has no format");
  bad = good, bad.n_children = -1;
  check_schema(&bad, "{a}", ROWKEY_ERROR_ARGUMENT, "has no children");
  bad = good, bad.children = NULL;
  check_schema(&bad, "{a}", ROWKEY_ERROR_ARGUMENT, "has no children");
  bad = good, bad.children = none;
  check_schema(&bad, "{a}", ROWKEY_ERROR_ARGUMENT, "field 0 of the schema");
  child.format = NULL;
  check_schema(&good, "{a}", ROWKEY_ERROR_ARGUMENT, "field 0 of the schema");
  child = schema_named("i", "a"), child.release = NULL;
  check_schema(&good, "{a}", ROWKEY_ERROR_ARGUMENT, "field 0 of the schema");
  child = schema_named("i", NULL);
  check_schema(&good, "{a}", ROWKEY_ERROR_COLUMN, "a");
  child = schema_named("+l", "a");
  check_schema(&good, "{a}", ROWKEY_ERROR_TYPE, "column a: no layout can use Arrow type list");
  check_schema(&good, "{b}", ROWKEY_ERROR_COLUMN, "b");
  check_schema(&child, "{a}", ROWKEY_ERROR_TYPE, "no layout can use Arrow type list");
  check_schema(&child, "{", ROWKEY_ERROR_SYNTAX, "");
}

static void test_formats(void) {
  static const char *const formats[] = {
      "",      "w:",    "w:x",     "w:5x",   "w:99999999999", "d:",      "d:77,0",    "d:5",        "d:5,",
      "d:5,x", "d:5,-", "d:5,0,x", "d:5,0,", "d:5,0x",        "d:5,0,9", "d:5,0,999", "d:5,0,128x", "ts"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    const struct ArrowSchema schema = schema_named(formats[i], "a");
    check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "no layout can use Arrow type");
  }
  struct ArrowSchema values = schema_named("u", ""), schema = schema_named("i", "a");
  schema.dictionary = &values;
  schema.format = "f";
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type string of a dictionary");
  schema.format = "+s";
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type string");
  schema.format = "i", values.format = NULL;
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type int32");
  values = schema_named("u", ""), values.dictionary = &schema;
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type int32");
  values = schema_named("u", ""), values.release = NULL;
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type int32");
}

struct named_type {
  const char *format, *name;
};

/* That the type is refused, with its name in a sentence that begins and goes on so. */
static void check_named(const struct named_type *type, const char *begin, const char *end) {
  char problem[100];
  snprintf(problem, sizeof problem, "%sArrow type %s%s", begin, type->name, end);
  const struct ArrowSchema schema = schema_named(type->format, "a");
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, problem);
}

/* As pyarrow's str() has them; what is not a valid format stands in quotes. */
static void test_names_of_types(void) {
  static const struct named_type cases[] = {{"ttn", "time64[ns]"},
                                            {"tDs", "duration[s]"},
                                            {"tiM", "month_interval"},
                                            {"+w:3", "fixed_size_list[3]"},
                                            {"+m", "map"},
                                            {"+ud:0,1", "dense_union"},
                                            {"+r", "run_end_encoded"},
                                            {"w:x", "of format \"w:x\""},
                                            {"d:5,0,128x", "of format \"d:5,0,128x\""},
                                            {"d:77,0", "decimal128(77, 0)"},
                                            {"d:9,-2,9", "decimal9(9, -2)"},
                                            {"tsx:", "of format \"tsx:\""},
                                            {"", "of format \"\""}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_named(&cases[i], "no layout can use ", " (expected");
  static const struct named_type declared[] = {{"tss:", "timestamp[s]"},
                                               {"tsn:Asia/Tokyo", "timestamp[ns, tz=Asia/Tokyo]"},
                                               {"tdD", "date32[day]"},
                                               {"tdm", "date64[ms]"},
                                               {"d:20,3", "decimal128(20, 3)"},
                                               {"d:9,2,32", "decimal32(9, 2)"},
                                               {"d:76,6,256", "decimal256(76, 6)"}};
  for (size_t i = 0; i < sizeof declared / sizeof *declared; i++)
    check_named(&declared[i], "", " needs a declared type");
}

/* Metadata: a key and a value, whose size may be a lie. */
static void put_metadata(char *out, const char *key, int32_t key_size, const char *value) {
  const int32_t count = 1, size = (int32_t)strlen(value);
  memcpy(out, &count, 4);
  memcpy(out + 4, &key_size, 4);
  memcpy(out + 8, key, strlen(key));
  memcpy(out + 8 + strlen(key), &size, 4);
  memcpy(out + 12 + strlen(key), value, (size_t)size);
}

static void test_metadata(void) {
  static const char key[] = "ARROW:extension:name", other[] = "ARROW:extension:Name";
  char metadata[200], name[101];
  struct ArrowSchema schema = schema_named("+l", "a");
  schema.metadata = metadata;
  memset(name, 'x', 100);
  name[100] = 0;
  put_metadata(metadata, key, sizeof key - 1, name);
  name[60] = 0;
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, name);
  put_metadata(metadata, key, sizeof key - 1, "net.ipv6");
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type list (extension type net.ipv6)");
  put_metadata(metadata, other, sizeof other - 1, "net.ipv6");
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type list (expected");
  put_metadata(metadata, "short", 5, "net.ipv6");
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type list (expected");
  put_metadata(metadata, key, -1, "net.ipv6");
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE, "Arrow type list (expected");
  schema.format = "w:16";
  put_metadata(metadata, key, sizeof key - 1, "arrow.opaque");
  check_schema(&schema, "{a}", ROWKEY_ERROR_TYPE,
               "no layout can use Arrow type fixed_size_binary[16] (extension type arrow.opaque)");
  /* What an encoder keeps names the extension, too. */
  rowkey_error error;
  rowkey_layout *layout =
      rowkey_layout_compile("{a}", 3, &(rowkey_column){.name = "a", .type = ROWKEY_TEXT}, 1, &error);
  schema.format = "u";
  put_metadata(metadata, key, sizeof key - 1, "net.ipv6");
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, NULL, &error);
  CHECK(encoder != NULL, "%s", error.text);
  rowkey_arrow_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* ---- Arrays -------------------------------------------------------------------------------------- */

static void check_encoding(rowkey_arrow_encoder *encoder, const struct ArrowArray *batch,
                           const char *problem) {
  struct ArrowArray keys = {0};
  rowkey_error error = {.status = ROWKEY_OK};
  const rowkey_status status = rowkey_arrow_encode(encoder, batch, 0, &keys, &error);
  if (problem == NULL) {
    CHECK(status == ROWKEY_OK, "%s", error.text);
    keys.release(&keys);
    return;
  }
  CHECK(status == ROWKEY_ERROR_ARGUMENT && keys.release == NULL && strstr(error.text, problem) != NULL,
        "%s: %d: %s", problem, (int)status, error.text);
  CHECK(rowkey_arrow_encode(encoder, batch, 0, &keys, NULL) == ROWKEY_ERROR_ARGUMENT, "%s", problem);
}

/* For the array of a column `a`; `values` NULL: without a dictionary. */
struct made {
  rowkey_layout *layout;
  rowkey_arrow_encoder *encoder;
};

static struct made make_encoder(const char *format, struct ArrowSchema *values) {
  struct ArrowSchema schema = schema_named(format, "a");
  schema.dictionary = values;
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{a}", 3, &schema, &error);
  if (layout == NULL) layout = rowkey_arrow_compile("{a:u64}", 7, &schema, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, NULL, &error);
  CHECK(encoder != NULL, "%s", error.text);
  return (struct made){layout, encoder};
}

static void free_made(struct made *made) {
  rowkey_arrow_encoder_free(made->encoder);
  rowkey_layout_free(made->layout);
}

static void test_arrays(void) {
  static const uint64_t numbers[] = {1, 2, 3}, views[6] = {0};
  const void *buffers[] = {NULL, numbers, NULL, NULL};
  const struct ArrowArray good = {.length = 2, .n_buffers = 2, .buffers = buffers, .release = keep_array};
  struct ArrowArray bad = good;
  struct made made = make_encoder("L", NULL);
  check_encoding(made.encoder, &good, NULL);
  check_encoding(made.encoder, NULL, "NULL or released");
  bad.release = NULL;
  check_encoding(made.encoder, &bad, "NULL or released");
  static const struct {
    int64_t length, offset;
  } sizes[] = {{-1, 0}, {0, -1}, {INT64_MAX, 0}, {0, INT64_MAX}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    bad = good, bad.length = sizes[i].length, bad.offset = sizes[i].offset;
    check_encoding(made.encoder, &bad, "a length or offset that does not fit in memory");
  }
  bad = good, bad.n_buffers = 3;
  check_encoding(made.encoder, &bad, "another number of buffers");
  bad = good, bad.buffers = NULL;
  check_encoding(made.encoder, &bad, "has no buffers");
  bad = good, buffers[1] = NULL;
  check_encoding(made.encoder, &bad, "has no values");
  bad.length = 0;
  check_encoding(made.encoder, &bad, NULL);
  free_made(&made);

  made = make_encoder("Z", NULL);
  bad = good, bad.n_buffers = 3;
  check_encoding(made.encoder, &bad, "has no offsets");
  buffers[1] = numbers;
  check_encoding(made.encoder, &bad, "has no bytes");
  free_made(&made);

  made = make_encoder("vz", NULL);
  buffers[1] = views;
  check_encoding(made.encoder, &bad, NULL);
  bad.n_buffers = 4;
  check_encoding(made.encoder, &bad, "has no sizes of its variadic buffers");
  bad.n_buffers = 2;
  check_encoding(made.encoder, &bad, "another number of buffers");
  free_made(&made);
}

static void test_fixed_arrays(void) {
  const void *buffers[] = {NULL, NULL};
  const struct ArrowArray array = {.length = 2, .n_buffers = 2, .buffers = buffers, .release = keep_array};
  struct made empty = make_encoder("w:0", NULL), wide = make_encoder("w:3", NULL);
  check_encoding(empty.encoder, &array, NULL);
  check_encoding(wide.encoder, &array, "has no values");
  free_made(&empty);
  free_made(&wide);
}

static void test_dictionaries(void) {
  static const uint8_t indexes[] = {0, 0};
  static const uint64_t numbers[] = {7};
  const void *buffers[] = {NULL, indexes}, *value_buffers[] = {NULL, numbers};
  struct ArrowSchema values_schema = schema_named("L", "");
  struct ArrowArray values = {.length = 1, .n_buffers = 2, .buffers = value_buffers, .release = keep_array};
  const struct ArrowArray good = {
      .length = 2, .n_buffers = 2, .buffers = buffers, .dictionary = &values, .release = keep_array};
  struct ArrowArray bad = good;
  struct made made = make_encoder("C", &values_schema);
  check_encoding(made.encoder, &good, NULL);
  bad.dictionary = NULL;
  check_encoding(made.encoder, &bad, "has no dictionary");
  values.length = -1;
  check_encoding(made.encoder, &good, "has a dictionary that does not fit in memory");
  values.length = 1, value_buffers[1] = NULL;
  check_encoding(made.encoder, &good, "has no values");
  values.release = NULL;
  check_encoding(made.encoder, &good, "has no dictionary");
  free_made(&made);
}

static void test_batches(void) {
  static const uint64_t numbers[] = {1, 2, 3};
  const void *buffers[] = {NULL, numbers}, *valid[] = {NULL};
  struct ArrowArray child = {.length = 2, .n_buffers = 2, .buffers = buffers, .release = keep_array};
  struct ArrowArray *children[] = {&child, &child};
  const struct ArrowArray good = {.length = 2,
                                  .n_buffers = 1,
                                  .buffers = valid,
                                  .n_children = 1,
                                  .children = children,
                                  .release = keep_array};
  struct ArrowArray bad = good;
  struct ArrowSchema field = schema_named("L", "a"), *fields[] = {&field};
  const struct ArrowSchema schema = {
      .format = "+s", .n_children = 1, .children = fields, .release = keep_schema};
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{a:u64}", 7, &schema, &error);
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, NULL, &error);
  CHECK(encoder != NULL, "%s", error.text);
  check_encoding(encoder, &good, NULL);
  check_encoding(encoder, NULL, "the batch is NULL or released");
  bad.release = NULL;
  check_encoding(encoder, &bad, "the batch is NULL or released");
  bad = good, bad.length = -1;
  check_encoding(encoder, &bad, "the batch has a length or offset that does not fit in memory");
  bad = good, bad.offset = -1;
  check_encoding(encoder, &bad, "the batch has a length or offset that does not fit in memory");
  bad = good, bad.n_children = 2;
  check_encoding(encoder, &bad, "another number of fields");
  bad = good, bad.children = NULL;
  check_encoding(encoder, &bad, "another number of fields");
  bad = good, bad.length = 3;
  check_encoding(encoder, &bad, "has fewer rows than the struct");
  bad = good, bad.offset = 1;
  check_encoding(encoder, &bad, "has fewer rows than the struct");
  /* Nulls that the parent counts, and does not say which. */
  bad = good, bad.null_count = -1, bad.buffers = NULL;
  check_encoding(encoder, &bad, NULL);
  bad.n_buffers = 0;
  check_encoding(encoder, &bad, NULL);
  rowkey_arrow_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* ---- Floats -------------------------------------------------------------------------------------- */

/* Doubles of a layout, which an array has as floats: from keys only those that a float holds. */
static void test_floats(void) {
  static const float floats[] = {0.5F, -2.0F};
  static const uint8_t indexes[] = {1, 0};
  const void *buffers[] = {NULL, floats}, *index_buffers[] = {NULL, indexes};
  struct ArrowSchema schema = schema_named("f", "a"), indexed = schema_named("C", "a");
  struct ArrowSchema *fields[] = {&schema}, keys_schema;
  struct ArrowArray values = {.length = 2, .n_buffers = 2, .buffers = buffers, .release = keep_array};
  const struct ArrowArray by_index = {
      .length = 2, .n_buffers = 2, .buffers = index_buffers, .dictionary = &values, .release = keep_array};
  const struct ArrowSchema records_schema = {
      .format = "+s", .n_children = 1, .children = fields, .release = keep_schema};
  rowkey_error error;
  const rowkey_column column = rowkey_column_of("a", ROWKEY_F64);
  rowkey_layout *layout = rowkey_layout_compile("{a:f64}", 7, &column, 1, &error);
  CHECK(layout != NULL, "%s", error.text);
  indexed.dictionary = &schema;
  for (int i = 0; i < 2; i++) {
    rowkey_arrow_encoder *encoder =
        rowkey_arrow_encoder_create(layout, i == 0 ? &schema : &indexed, NULL, &error);
    CHECK(encoder != NULL, "%s", error.text);
    struct ArrowArray keys = {0}, records = {0};
    CHECK(rowkey_arrow_encode(encoder, i == 0 ? &values : &by_index, 0, &keys, &error) == ROWKEY_OK, "%s",
          error.text);
    CHECK(rowkey_arrow_encoder_schema(encoder, &keys_schema, &error) == ROWKEY_OK, "%s", error.text);
    rowkey_arrow_decoder *decoder =
        rowkey_arrow_decoder_create(layout, &keys_schema, &records_schema, &error);
    CHECK(decoder != NULL, "%s", error.text);
    CHECK(rowkey_arrow_decode(decoder, &keys, &records, &error) == ROWKEY_OK, "%s", error.text);
    const float *back = records.children[0]->buffers[1];
    CHECK(back[i] == floats[0] && back[1 - i] == floats[1], "%g %g", (double)back[0], (double)back[1]);
    records.release(&records);
    keys.release(&keys);
    /* The key of 0.1. */
    const double tenth = 0.1;
    uint8_t bytes[16];
    const rowkey_values numbers = rowkey_f64s((const double[]){0.5, tenth}, 2);
    const rowkey_batch batch = rowkey_batch_of(&numbers, 1, 2);
    const rowkey_key_buffer buffer = rowkey_key_buffer_of(bytes, sizeof bytes);
    rowkey_encoder *plain = rowkey_encoder_create(layout, 0, &error);
    CHECK(rowkey_encode(plain, &batch, &buffer, NULL, &error) == ROWKEY_OK, "%s", error.text);
    const void *key_buffers[] = {NULL, bytes};
    keys = (struct ArrowArray){.length = 2, .n_buffers = 2, .buffers = key_buffers, .release = keep_array};
    CHECK(rowkey_arrow_decode(decoder, &keys, &records, &error) == ROWKEY_ERROR_RANGE && error.row == 1 &&
              records.release == NULL && strstr(error.text, "does not fit a float32") != NULL,
          "row %zu: %s", error.row, error.text);
    rowkey_encoder_free(plain);
    rowkey_arrow_decoder_free(decoder);
    rowkey_arrow_encoder_free(encoder);
    keys_schema.release(&keys_schema);
  }
  rowkey_layout_free(layout);
}

/* ---- Arguments ----------------------------------------------------------------------------------- */

static void test_options(void) {
  const struct ArrowSchema schema = schema_named("u", "a"), unknown = schema_named("+l", "a");
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{a}", 3, &schema, &error);
  static const struct {
    rowkey_arrow_options options;
    rowkey_status status;
    const char *problem;
  } cases[] = {{{.format = (rowkey_arrow_format)99}, ROWKEY_ERROR_ARGUMENT, "the format is unknown"},
               {{.format = ROWKEY_ARROW_FIXED}, ROWKEY_ERROR_TYPE, "differ in length"},
               {{.reserved = {1}}, ROWKEY_ERROR_ARGUMENT, "rowkey_arrow_options"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK(rowkey_arrow_encoder_create(layout, &schema, &cases[i].options, &error) == NULL &&
              error.status == cases[i].status && strstr(error.text, cases[i].problem) != NULL,
          "%s", error.text);
    CHECK(rowkey_arrow_encoder_create(layout, &schema, &cases[i].options, NULL) == NULL, "%zu", i);
  }
  CHECK(rowkey_arrow_encoder_create(NULL, &schema, NULL, &error) == NULL, "no layout");
  CHECK(rowkey_arrow_encoder_create(layout, NULL, NULL, &error) == NULL, "no schema");
  CHECK(rowkey_arrow_encoder_create(layout, &unknown, NULL, &error) == NULL &&
            strstr(error.text, "column a: no layout can use Arrow type list") != NULL,
        "%s", error.text);
  rowkey_layout_free(layout);
  const rowkey_column two[] = {rowkey_column_of("a", ROWKEY_TEXT), rowkey_column_of("b", ROWKEY_U64)};
  layout = rowkey_layout_compile("{b:u64}{a}", 10, two, 2, &error);
  CHECK(rowkey_arrow_encoder_create(layout, &schema, NULL, &error) == NULL &&
            strstr(error.text, "the records are one array") != NULL,
        "%s", error.text);
  rowkey_layout_free(layout);
}

static void test_missing_arguments(void) {
  struct ArrowSchema schema = schema_named("u", "a"), made, *fields[] = {&schema};
  struct ArrowSchema records = {.format = "+s", .n_children = 1, .children = fields, .release = keep_schema};
  struct ArrowArray array = {.release = NULL};
  const rowkey_values *columns;
  size_t rows;
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{a}", 3, &schema, &error);
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, NULL, &error);
  rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &schema, &records, &error);
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(&records, &error);
  CHECK(encoder != NULL && decoder != NULL && reader != NULL, "%s", error.text);
  const rowkey_status statuses[] = {
      rowkey_arrow_encoder_schema(NULL, &made, &error),
      rowkey_arrow_encoder_schema(encoder, NULL, NULL),
      rowkey_arrow_encode(NULL, &array, 0, &array, NULL),
      rowkey_arrow_encode(encoder, &array, 0, NULL, &error),
      rowkey_arrow_decoder_schema(NULL, &made, &error),
      rowkey_arrow_decoder_schema(decoder, NULL, NULL),
      rowkey_arrow_decode(NULL, &array, &array, NULL),
      rowkey_arrow_decode(decoder, &array, NULL, &error),
      rowkey_arrow_decode(decoder, &array, &array, &error),
      rowkey_arrow_reader_next(NULL, &columns, &rows, NULL),
      rowkey_arrow_reader_next(reader, NULL, &rows, &error),
      rowkey_arrow_reader_next(reader, &columns, NULL, &error),
      rowkey_arrow_route(NULL, &schema, &array, &array, NULL),
  };
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    CHECK(statuses[i] == ROWKEY_ERROR_ARGUMENT, "call %zu: %d", i, (int)statuses[i]);
  rowkey_arrow_reader_free(reader);
  rowkey_arrow_decoder_free(decoder);
  rowkey_arrow_encoder_free(encoder);
  CHECK(rowkey_arrow_decoder_create(NULL, &schema, NULL, NULL) == NULL, "no layout");
  CHECK(rowkey_arrow_decoder_create(layout, NULL, NULL, &error) == NULL, "no keys");
  CHECK(rowkey_arrow_decoder_create(layout, &schema, &schema, &error) == NULL &&
            strstr(error.text, "is not a struct") != NULL,
        "%s", error.text);
  records.children = NULL;
  CHECK(rowkey_arrow_decoder_create(layout, &schema, &records, &error) == NULL &&
            strstr(error.text, "has no children") != NULL,
        "%s", error.text);
  records.n_children = 0;
  CHECK(rowkey_arrow_decoder_create(layout, &schema, &records, &error) == NULL &&
            strstr(error.text, "decoding recovers no column of the schema") != NULL,
        "%s", error.text);
  rowkey_layout_free(layout);
}

/* ---- Routing and sketches ------------------------------------------------------------------------ */

/* A key that does not lie within its array, behind one that does. */
static void test_keys(void) {
  static const uint32_t views[2][4] = {{1, 'x'}, {20, 0, 0, 7}};
  const void *buffers[] = {NULL, views, NULL};
  const struct ArrowArray keys = {.length = 2, .n_buffers = 3, .buffers = buffers, .release = keep_array};
  const struct ArrowSchema schema = schema_named("vz", "");
  const uint64_t offsets[] = {0, 1};
  const rowkey_splits splits = {.count = 1, .bytes = "5", .offsets = offsets};
  rowkey_error error;
  struct ArrowArray regions = {0};
  rowkey_router *router = rowkey_router_create(&splits, &error);
  rowkey_sketch *sketch = rowkey_sketch_create(0, &error);
  CHECK(rowkey_arrow_route(router, &schema, &keys, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "no regions");
  CHECK(rowkey_arrow_route(router, &schema, &keys, &regions, &error) == ROWKEY_ERROR_ARGUMENT &&
            error.row == 1 && regions.release == NULL,
        "row %zu: %s", error.row, error.text);
  CHECK(rowkey_arrow_sketch_add(sketch, &schema, &keys, &error) == ROWKEY_ERROR_ARGUMENT && error.row == 1,
        "row %zu: %s", error.row, error.text);
  CHECK(rowkey_arrow_route(router, &schema, NULL, &regions, &error) == ROWKEY_ERROR_ARGUMENT, "no keys");
  rowkey_sketch_free(sketch);
  rowkey_router_free(router);
}

/* ---- Streams ------------------------------------------------------------------------------------- */

/* What an input answers, and which text it has for a failure. */
struct answers {
  int schema, next;
  const char *text;
  struct ArrowArray batch;
};

static int answer_schema(struct ArrowArrayStream *in, struct ArrowSchema *schema) {
  *schema = schema_named("L", "a");
  return ((struct answers *)in->private_data)->schema;
}

static int answer_next(struct ArrowArrayStream *in, struct ArrowArray *array) {
  const struct answers *answers = in->private_data;
  *array = answers->batch;
  return answers->next;
}

static const char *answer_error(struct ArrowArrayStream *in) {
  return ((struct answers *)in->private_data)->text;
}

static void end_stream(struct ArrowArrayStream *in) { in->release = NULL; }

static struct ArrowArrayStream stream_of(struct answers *answers) {
  return (struct ArrowArrayStream){answer_schema, answer_next, answer_error, end_stream, answers};
}

static void check_next(const rowkey_layout *layout, struct answers *answers, int expected,
                       const char *problem) {
  struct ArrowArrayStream in = stream_of(answers), out;
  struct ArrowArray array;
  rowkey_error error;
  CHECK(rowkey_arrow_encode_stream(layout, &in, NULL, &out, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(out.get_last_error(&out) == NULL, "an error before the first one");
  const int code = out.get_next(&out, &array);
  CHECK(code == expected && array.release == NULL && strstr(out.get_last_error(&out), problem) != NULL,
        "%d: %s", code, out.get_last_error(&out));
  CHECK(out.get_schema(&out, NULL) == EINVAL, "a schema without a place");
  out.release(&out);
}

static void test_streams(void) {
  struct answers answers = {.schema = EIO, .text = "the disk is gone"};
  const struct ArrowSchema schema = schema_named("L", "a");
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{a:u64}", 7, &schema, &error);
  struct ArrowArrayStream in = stream_of(&answers), out;
  CHECK(rowkey_arrow_encode_stream(layout, &in, NULL, NULL, NULL) == ROWKEY_ERROR_ARGUMENT, "no stream");
  CHECK(rowkey_arrow_decode_stream(layout, &in, NULL, NULL, NULL) == ROWKEY_ERROR_ARGUMENT, "no stream");
  CHECK(rowkey_arrow_encode_stream(layout, NULL, NULL, &out, &error) == ROWKEY_ERROR_ARGUMENT, "no input");
  CHECK(rowkey_arrow_decode_stream(layout, NULL, NULL, &out, &error) == ROWKEY_ERROR_ARGUMENT, "no input");
  CHECK(rowkey_arrow_encode_stream(layout, &in, NULL, &out, &error) == ROWKEY_ERROR_ARGUMENT &&
            strstr(error.text, "has no schema: the disk is gone") != NULL,
        "%s", error.text);
  answers.text = NULL;
  CHECK(rowkey_arrow_decode_stream(layout, &in, NULL, &out, &error) == ROWKEY_ERROR_ARGUMENT &&
            strstr(error.text, strerror(EIO)) != NULL,
        "%s", error.text);
  answers.schema = 0;
  CHECK(
      rowkey_arrow_decode_stream(layout, &in, NULL, &out, &error) == ROWKEY_ERROR_TYPE && in.release != NULL,
      "%s", error.text);
  answers.next = ENOSPC;
  check_next(layout, &answers, ENOSPC, strerror(ENOSPC));
  answers.next = 0;
  answers.batch = (struct ArrowArray){.length = -1, .release = keep_array};
  check_next(layout, &answers, EINVAL, "batch 0: ");
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"schemas", test_schemas},
                               {"formats", test_formats},
                               {"names of types", test_names_of_types},
                               {"metadata", test_metadata},
                               {"arrays", test_arrays},
                               {"arrays of one width", test_fixed_arrays},
                               {"dictionaries", test_dictionaries},
                               {"batches", test_batches},
                               {"doubles as floats", test_floats},
                               {"options", test_options},
                               {"arguments that are missing", test_missing_arguments},
                               {"keys that lie elsewhere", test_keys},
                               {"streams", test_streams}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
