/* Records that come back from keys, routing, and streams. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "arrow/source.h"

/* ---- Decoding ------------------------------------------------------------------------------------ */

static const char *const formats[] = {"c",   "s",    "i",    "l",      "C",        "S",        "I",
                                      "L",   "b",    "f",    "g",      "u",        "U",        "vu",
                                      "z",   "Z",    "vz",   "w:9",    "tss:",     "tsn:",     "tdD",
                                      "tdm", "tss:", "tsu:", "d:38,4", "d:9,2,32", "d:18,3,64"};
enum { FORMATS = sizeof formats / sizeof *formats };

/* Element i of an array of the format, of the model: the same bytes as the model's. */
static void expect_value(const struct ArrowArray *array, const char *format, const struct model *model,
                         size_t row) {
  const bool little = *(const uint8_t *)&(const uint16_t){1} == 1;
  const uint8_t *data = array->buffers[1];
  const uint64_t begin = model->limits[row], size = model->limits[row + 1] - begin;
  const char *expected = model->bytes + begin;
  if (strcmp(format, "u") == 0 || strcmp(format, "z") == 0) {
    const uint32_t *offsets = (const uint32_t *)(const void *)data;
    CHECK(offsets[row + 1] - offsets[row] == size &&
              memcmp((const char *)array->buffers[2] + offsets[row], expected, size) == 0,
          "%s: row %zu", format, row);
  } else if (strcmp(format, "U") == 0 || strcmp(format, "Z") == 0) {
    const uint64_t *offsets = (const uint64_t *)(const void *)data;
    CHECK(offsets[row + 1] - offsets[row] == size &&
              memcmp((const char *)array->buffers[2] + offsets[row], expected, size) == 0,
          "%s: row %zu", format, row);
  } else if (format[0] == 'v') {
    uint32_t view[4];
    memcpy(view, data + row * 16, 16);
    const char *bytes =
        view[0] <= 12 ? (const char *)data + row * 16 + 4 : (const char *)array->buffers[2] + view[3];
    CHECK(view[0] == size && memcmp(bytes, expected, size) == 0, "%s: row %zu", format, row);
  } else if (format[0] == 'w') {
    CHECK(memcmp(data + row * 9, expected, 9) == 0, "%s: row %zu", format, row);
  } else if (format[0] == 'b') {
    CHECK((data[row / 8] >> (row & 7) & 1) == model->numbers[row], "row %zu", row);
  } else {
    uint64_t number = model->numbers[row];
    if (strcmp(format, "tdD") == 0) number = (uint64_t)((int64_t)number / 86400);
    uint8_t bytes[16];
    size_t width = 8;
    memcpy(bytes, &number, 8);
    if (strcmp(format, "f") == 0) {
      double wide;
      memcpy(&wide, &number, 8);
      const float narrow = (float)wide;
      memcpy(bytes, &narrow, width = 4);
    } else if (strcmp(format, "d:38,4") == 0) {
      const uint64_t high = (uint64_t)((int64_t)number >> 63);
      memcpy(bytes + (little ? 0 : 8), &number, 8);
      memcpy(bytes + (little ? 8 : 0), &high, 8);
      width = 16;
    } else {
      width = strchr("cC", format[0]) != NULL   ? 1
              : strchr("sS", format[0]) != NULL ? 2
              : strcmp(format, "i") == 0 || strcmp(format, "I") == 0 || strcmp(format, "tdD") == 0 ||
                      strcmp(format, "d:9,2,32") == 0
                  ? 4
                  : 8;
      if (!little) memmove(bytes, bytes + 8 - width, width);
    }
    CHECK(memcmp(data + row * width, bytes, width) == 0, "%s: row %zu", format, row);
  }
}

static struct ArrowArray encode_model(const char *template, const struct ArrowSchema *schema,
                                      const struct ArrowArray *array, rowkey_arrow_format format,
                                      rowkey_layout **layout, struct ArrowSchema *keys_schema) {
  rowkey_error error;
  *layout = compile_declared(template, schema, &error);
  CHECK(*layout != NULL, "%s: %s", template, error.text);
  const rowkey_arrow_options options = {.format = format};
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(*layout, schema, &options, &error);
  CHECK(encoder != NULL, "%s: %s", template, error.text);
  struct ArrowArray keys = {0};
  CHECK(rowkey_arrow_encode(encoder, array, 0, &keys, &error) == ROWKEY_OK, "%s: row %zu: %s", template,
        error.row, error.text);
  CHECK(rowkey_arrow_encoder_schema(encoder, keys_schema, &error) == ROWKEY_OK, "%s", error.text);
  rowkey_arrow_encoder_free(encoder);
  return keys;
}

/* Two columns of each type, in the order of the schema, which is not that of the layout. */
static void test_round_trip(void) {
  for (size_t repetition = 0; repetition < repetitions(200); repetition++) {
    const char *of[] = {formats[repetition % FORMATS], formats[random_below(FORMATS)]};
    const size_t rows = repetition % 10 == 9 ? random_below(3 * ARROW_BLOCK_ROWS) : random_below(40);
    static const char *const names[] = {"x", "y"};
    struct model models[2];
    struct ArrowArray children[2];
    struct ArrowSchema schemas[2];
    char template[100] = "";
    for (size_t i = 2; i-- > 0;) {
      const struct form form = random_form(of[i], rows);
      models[i] = random_model(names[i], of[i], rows, false);
      children[i] = array_of(&models[i], &form, NULL);
      schemas[i] = schema_of(names[i], &form);
      const bool texts = models[i].type == ROWKEY_TEXT;
      snprintf(template + strlen(template), 50, "{%s:%s}", names[i],
               texts                          ? "esc"
               : models[i].type == ROWKEY_F32 ? "f32"
               : models[i].type == ROWKEY_F64 ? "f64"
               : models[i].type == ROWKEY_I64 ? "i64"
                                              : "u64");
    }
    struct ArrowArray array = struct_of(children, 2, rows, 0, NULL);
    struct ArrowSchema schema = struct_schema_of(schemas, 2);
    rowkey_layout *layout;
    struct ArrowSchema keys_schema;
    const rowkey_arrow_format format = (rowkey_arrow_format)(ROWKEY_ARROW_BINARY + random_below(3));
    struct ArrowArray keys = encode_model(template, &schema, &array, format, &layout, &keys_schema);
    rowkey_error error;
    rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &keys_schema, &schema, &error);
    CHECK(decoder != NULL, "%s: %s", template, error.text);
    struct ArrowArray records;
    CHECK(rowkey_arrow_decode(decoder, &keys, &records, &error) == ROWKEY_OK, "%s, %s and %s: row %zu: %s",
          template, of[0], of[1], error.row, error.text);
    CHECK(records.length == (int64_t)rows && records.n_children == 2, "%lld records",
          (long long)records.length);
    for (size_t i = 0; i < 2; i++) {
      for (size_t row = 0; row < rows; row++) expect_value(records.children[i], of[i], &models[i], row);
    }
    struct ArrowSchema records_schema;
    CHECK(rowkey_arrow_decoder_schema(decoder, &records_schema, &error) == ROWKEY_OK, "%s", error.text);
    for (size_t i = 0; i < 2; i++)
      CHECK(strcmp(records_schema.children[i]->format, of[i]) == 0 &&
                strcmp(records_schema.children[i]->name, names[i]) == 0,
            "%s", records_schema.children[i]->format);
    records_schema.release(&records_schema);
    rowkey_arrow_decoder_free(decoder);
    rowkey_layout_free(layout);
    records.release(&records);
    keys.release(&keys);
    keys_schema.release(&keys_schema);
    array.release(&array);
    schema.release(&schema);
    CHECK(live_arrays == 0 && live_schemas == 0, "%ld arrays, %ld schemas", live_arrays, live_schemas);
    free_guarded();
  }
}

/* Keys by hand, and the columns of the layout's own types. */
struct keys {
  struct ArrowArray array;
  struct ArrowSchema schema;
};

static struct keys keys_of(const char *const *texts, size_t count, const struct form *form, long null) {
  size_t size = 0;
  for (size_t i = 0; i < count; i++) size += strlen(texts[i]);
  struct model model = random_model("key", form->format, count, false);
  model.bytes = guarded(size, GUARD_END);
  for (size_t i = 0; i < count; i++) {
    model.limits[i + 1] = model.limits[i] + strlen(texts[i]);
    memcpy(model.bytes + model.limits[i], texts[i], strlen(texts[i]));
  }
  if (null >= 0) model.nulls[null] = true;
  return (struct keys){array_of(&model, form, NULL), schema_of("key", form)};
}

static void test_own_types(void) {
  const rowkey_column columns[] = {rowkey_column_of("host", ROWKEY_TEXT),
                                   rowkey_column_of("lost", ROWKEY_TEXT), rowkey_column_of("n", ROWKEY_U64),
                                   rowkey_column_of_time("ts", ROWKEY_SECONDS)};
  static const char template[] = "{md5(host, lost) % 7:01d}{ts:05d}{n:03d}{host}";
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), columns, 4, &error);
  CHECK(layout != NULL, "%s", error.text);
  static const char *const texts[] = {"112345678web", "012345001"};
  static const char *const key_formats[] = {"u", "Z", "vz", "z"};
  for (size_t i = 0; i < 8; i++) {
    struct form form = {.format = key_formats[i % 4], .offset = 3};
    if (i >= 4) form.indexes = "S";
    struct keys keys = keys_of(texts, 2, &form, -1);
    rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &keys.schema, NULL, &error);
    CHECK(decoder != NULL, "%s", error.text);
    struct ArrowArray records;
    struct ArrowSchema schema;
    CHECK(rowkey_arrow_decode(decoder, &keys.array, &records, &error) == ROWKEY_OK, "%s", error.text);
    CHECK(rowkey_arrow_decoder_schema(decoder, &schema, &error) == ROWKEY_OK, "%s", error.text);
    static const char *const expected[][2] = {{"host", "Z"}, {"n", "L"}, {"ts", "tss:UTC"}};
    CHECK(schema.n_children == 3, "%lld columns", (long long)schema.n_children);
    for (size_t k = 0; k < 3; k++)
      CHECK(strcmp(schema.children[k]->name, expected[k][0]) == 0 &&
                strcmp(schema.children[k]->format, expected[k][1]) == 0,
            "%s: %s", schema.children[k]->name, schema.children[k]->format);
    CHECK(memcmp(records.children[1]->buffers[1], (const uint64_t[]){678, 1}, 16) == 0, "n");
    CHECK(memcmp(records.children[2]->buffers[1], (const int64_t[]){12345, 12345}, 16) == 0, "ts");
    CHECK(memcmp(records.children[0]->buffers[1], (const uint64_t[]){0, 3, 3}, 24) == 0 &&
              memcmp(records.children[0]->buffers[2], "web", 3) == 0,
          "host");
    schema.release(&schema);
    records.release(&records);
    rowkey_arrow_decoder_free(decoder);
    keys.array.release(&keys.array);
    keys.schema.release(&keys.schema);
  }
  rowkey_layout_free(layout);
}

static void test_bad_keys(void) {
  static const struct {
    const char *what, *keys[3], *format;
    long null;
    size_t row;
    const char *text;
  } cases[] = {
      {"a letter", {"0001a", "0002b", "00x3c"}, "u", -1, 2, ""},
      {"a null", {"0001a", "0002b", "0003c"}, "u", 1, 1, "null"},
      {"a null after a bad key", {"0x01a", "0002b", "0003c"}, "u", 1, 0, ""},
      {"no UTF-8", {"0001a", "0002\xff", "0003c"}, "u", -1, 1, "not UTF-8"},
      {"too large", {"0001a", "0300b", "0003c"}, "C", -1, 1, "300 does not fit Arrow type uint8"},
      {"a third of a bool", {"0001a", "0000b", "0002c"}, "b", -1, 2, "2 does not fit Arrow type bool"},
      {"no whole day", {"0000a", "0001b", "0002c"}, "tdD", -1, 1, "not whole days"},
      {"another width", {"0001a", "0002bc", "0003c"}, "w:1", -1, 1, "2 bytes (expected 1)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const bool texts = strchr("uw", cases[i].format[0]) != NULL;
    const struct form form = {.format = "z"}, of_n = {.format = texts ? "l" : cases[i].format},
                      of_host = {.format = texts ? cases[i].format : "u"};
    struct keys keys = keys_of(cases[i].keys, 3, &form, cases[i].null);
    struct ArrowSchema children[] = {schema_of("n", &of_n), schema_of("host", &of_host)};
    struct ArrowSchema schema = struct_schema_of(children, 2);
    rowkey_error error;
    const rowkey_column columns[] = {
        of_n.format[0] == 't'
            ? rowkey_column_of_time("n", ROWKEY_SECONDS)
            : rowkey_column_of("n", strchr("Cb", of_n.format[0]) != NULL ? ROWKEY_U64 : ROWKEY_I64),
        rowkey_column_of("host", ROWKEY_TEXT)};
    rowkey_layout *layout = rowkey_layout_compile("{n:04d}{host}", 13, columns, 2, &error);
    rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &keys.schema, &schema, &error);
    CHECK(decoder != NULL, "%s: %s", cases[i].what, error.text);
    struct ArrowArray records;
    const rowkey_status status = rowkey_arrow_decode(decoder, &keys.array, &records, &error);
    CHECK(status == ROWKEY_ERROR_RANGE && error.row == cases[i].row &&
              strstr(error.text, cases[i].text) != NULL,
          "%s: %d, row %zu: %s", cases[i].what, (int)status, error.row, error.text);
    rowkey_arrow_decoder_free(decoder);
    rowkey_layout_free(layout);
    keys.array.release(&keys.array);
    keys.schema.release(&keys.schema);
    schema.release(&schema);
  }
  CHECK(live_arrays == 0 && live_schemas == 0, "%ld arrays, %ld schemas", live_arrays, live_schemas);
}

/* Nulls that the key marks come back, whatever stands for them. */
static void test_marked_nulls(void) {
  static const char *const null_formats[] = {"c", "i", "l", "b", "u", "vz", "f", "g", "L", "tsm:"};
  for (size_t repetition = 0; repetition < repetitions(60); repetition++) {
    const char *format = null_formats[repetition % 10];
    const size_t rows = repetition % 7 == 6 ? random_below(3 * ARROW_BLOCK_ROWS) : random_below(40);
    struct model model = random_model("x", format, rows, true);
    const struct form form = random_form(format, rows);
    struct ArrowArray child = array_of(&model, &form, NULL), array = struct_of(&child, 1, rows, 0, NULL);
    struct ArrowSchema child_schema = schema_of("x", &form), schema = struct_schema_of(&child_schema, 1);
    char template[100];
    const bool floats = model.type == ROWKEY_F32 || model.type == ROWKEY_F64;
    snprintf(template, sizeof template, "{null_first(x):u8}{coalesce(x, %s)%s}",
             model.type == ROWKEY_TEXT ? "\"-\""
             : floats                  ? "0.5"
                                       : "3000000001",
             model.type == ROWKEY_TEXT  ? ":esc"
             : floats                   ? ""
             : model.type == ROWKEY_I64 ? ":i64"
                                        : ":u64");
    rowkey_layout *layout;
    struct ArrowSchema keys_schema;
    struct ArrowArray keys =
        encode_model(template, &schema, &array, ROWKEY_ARROW_AUTOMATIC, &layout, &keys_schema);
    rowkey_error error;
    rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &keys_schema, &schema, &error);
    CHECK(decoder != NULL, "%s: %s", template, error.text);
    struct ArrowArray records;
    CHECK(rowkey_arrow_decode(decoder, &keys, &records, &error) == ROWKEY_OK, "%s: row %zu: %s", template,
          error.row, error.text);
    const struct ArrowArray *column = records.children[0];
    const uint8_t *validity = column->buffers[0];
    int64_t nulls = 0;
    for (size_t row = 0; row < rows; row++) {
      const bool valid = validity == NULL || (validity[row / 8] >> (row & 7) & 1) != 0;
      CHECK(valid == !model.nulls[row], "%s: row %zu", template, row);
      nulls += model.nulls[row];
      if (valid) expect_value(column, format, &model, row);
    }
    CHECK(column->null_count == nulls, "%lld nulls", (long long)column->null_count);
    rowkey_arrow_decoder_free(decoder);
    rowkey_layout_free(layout);
    records.release(&records);
    keys.release(&keys);
    keys_schema.release(&keys_schema);
    array.release(&array);
    schema.release(&schema);
    free_guarded();
  }
}

/* ---- Routing ------------------------------------------------------------------------------------ */

static void test_route(void) {
  const uint64_t offsets[] = {0, 1, 2};
  const rowkey_splits splits = {.count = 2, .bytes = "cm", .offsets = offsets};
  rowkey_error error;
  rowkey_router *router = rowkey_router_create(&splits, &error);
  CHECK(router != NULL, "%s", error.text);
  static const char *const texts[] = {"abc", "c", "zz", "lll", ""};
  static const uint32_t expected[] = {0, 1, 2, 1, 0};
  static const char *const key_formats[] = {"z", "Z", "u", "vz"};
  for (size_t i = 0; i < 4; i++) {
    const struct form form = {.format = key_formats[i], .offset = 1};
    for (long null = -1; null < 2; null++) {
      struct keys keys = keys_of(texts, 5, &form, null);
      struct ArrowArray regions;
      CHECK(rowkey_arrow_route(router, &keys.schema, &keys.array, &regions, &error) == ROWKEY_OK, "%s",
            error.text);
      CHECK(regions.length == 5 && regions.null_count == (null >= 0), "%lld nulls",
            (long long)regions.null_count);
      for (long row = 0; row < 5; row++) {
        if (row == null)
          CHECK((((const uint8_t *)regions.buffers[0])[0] >> row & 1) == 0, "row %ld is null", row);
        else
          CHECK(((const uint32_t *)regions.buffers[1])[row] == expected[row], "row %ld", row);
      }
      regions.release(&regions);
      keys.array.release(&keys.array);
      keys.schema.release(&keys.schema);
    }
  }
  const struct form number = {.format = "l"};
  struct ArrowSchema schema = schema_of("key", &number);
  struct ArrowArray none = {0}, regions;
  CHECK(rowkey_arrow_route(router, &schema, &none, &regions, &error) == ROWKEY_ERROR_TYPE, "%s", error.text);
  schema.release(&schema);
  rowkey_router_free(router);
}

/* The sketch of keys in any form is that of the same keys one after the other, without nulls. */
static void test_sketch(void) {
  static const char *const texts[] = {"abc", "c", "zz", "lll", ""};
  static const char *const key_formats[] = {"z", "Z", "u", "vz", "w:3"};
  rowkey_error error;
  for (size_t i = 0; i < sizeof key_formats / sizeof *key_formats; i++) {
    const struct form form = {.format = key_formats[i], .offset = 1};
    const long rows = i < 4 ? 5 : 1;
    for (long null = -1; null < rows; null++) {
      rowkey_sketch *sketches[2] = {rowkey_sketch_create(0, &error), rowkey_sketch_create(0, &error)};
      CHECK(sketches[0] != NULL && sketches[1] != NULL, "%s", error.text);
      struct keys keys = keys_of(texts, (size_t)rows, &form, null);
      CHECK(rowkey_arrow_sketch_add(sketches[0], &keys.schema, &keys.array, &error) == ROWKEY_OK, "%s",
            error.text);
      for (long row = 0; row < rows; row++) {
        const rowkey_keys key = rowkey_keys_of_width(texts[row], strlen(texts[row]), row != null);
        CHECK(rowkey_sketch_add(sketches[1], &key, &error) == ROWKEY_OK, "%s", error.text);
      }
      uint8_t bytes[2][200];
      const size_t size = rowkey_sketch_size(sketches[0]);
      for (size_t k = 0; k < 2; k++)
        CHECK(rowkey_sketch_write(sketches[k], bytes[k], sizeof bytes[k], &error) == ROWKEY_OK, "%s",
              error.text);
      CHECK(size == rowkey_sketch_size(sketches[1]) && memcmp(bytes[0], bytes[1], size) == 0,
            "%s, null %ld: other keys", key_formats[i], null);
      keys.array.release(&keys.array);
      keys.schema.release(&keys.schema);
      rowkey_sketch_free(sketches[0]);
      rowkey_sketch_free(sketches[1]);
    }
  }
  rowkey_sketch *sketch = rowkey_sketch_create(0, &error);
  CHECK(sketch != NULL, "%s", error.text);
  const struct form number = {.format = "l"};
  struct ArrowSchema schema = schema_of("key", &number);
  struct ArrowArray none = {0};
  CHECK(rowkey_arrow_sketch_add(sketch, &schema, &none, &error) == ROWKEY_ERROR_TYPE, "%s", error.text);
  CHECK(rowkey_arrow_sketch_add(NULL, &schema, &none, NULL) == ROWKEY_ERROR_ARGUMENT, "no sketch");
  schema.release(&schema);
  rowkey_sketch_free(sketch);
}

/* ---- Streams ------------------------------------------------------------------------------------- */

/* Batches of one column id, an int32: 0, 1, 2, … */
struct counter {
  size_t batches, rows;
  int32_t next;
  int fails_with; /* after the last batch, or 0 */
  bool *released;
};

static int counter_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
  (void)stream;
  const struct form form = {.format = "i"};
  struct ArrowSchema child = schema_of("id", &form);
  *schema = struct_schema_of(&child, 1);
  return 0;
}

static int counter_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
  struct counter *counter = stream->private_data;
  array->release = NULL;
  if (counter->batches == 0) return counter->fails_with;
  counter->batches--;
  struct model model = random_model("id", "i", counter->rows, false);
  for (size_t i = 0; i < counter->rows; i++) model.numbers[i] = (uint64_t)counter->next++;
  const struct form form = {.format = "i"};
  struct ArrowArray child = array_of(&model, &form, NULL);
  *array = struct_of(&child, 1, counter->rows, 0, NULL);
  return 0;
}

static const char *counter_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return "the disk is gone";
}

static void counter_release(struct ArrowArrayStream *stream) {
  struct counter *counter = stream->private_data;
  CHECK(!*counter->released, "released twice");
  *counter->released = true;
  stream->release = NULL;
}

static struct ArrowArrayStream stream_of(struct counter *counter) {
  *counter->released = false;
  return (struct ArrowArrayStream){counter_schema, counter_next, counter_error, counter_release, counter};
}

static void test_streams(void) {
  bool released;
  struct counter counter = {.batches = 3, .rows = 5, .released = &released};
  struct ArrowArrayStream in = stream_of(&counter), keys, records;
  rowkey_error error;
  const rowkey_column id = rowkey_column_of("id", ROWKEY_I64);
  rowkey_layout *layout = rowkey_layout_compile("{id:03d}", 8, &id, 1, &error);
  CHECK(rowkey_arrow_encode_stream(layout, &in, NULL, &keys, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(in.release == NULL, "the stream is moved");
  CHECK(rowkey_arrow_decode_stream(layout, &keys, NULL, &records, &error) == ROWKEY_OK, "%s", error.text);
  struct ArrowSchema schema;
  CHECK(records.get_schema(&records, &schema) == 0 && strcmp(schema.children[0]->format, "l") == 0,
        "its schema");
  schema.release(&schema);
  struct ArrowArray array;
  for (int64_t i = 0; i < 3; i++) {
    CHECK(records.get_next(&records, &array) == 0 && array.length == 5, "batch %lld", (long long)i);
    const int64_t *ids = array.children[0]->buffers[1];
    CHECK(ids[0] == 5 * i && ids[4] == 5 * i + 4, "batch %lld", (long long)i);
    array.release(&array);
  }
  CHECK(records.get_next(&records, &array) == 0 && array.release == NULL, "its end");
  CHECK(!released, "released early");
  records.release(&records);
  CHECK(released && live_arrays == 0 && live_schemas == 0, "%ld arrays, %ld schemas", live_arrays,
        live_schemas);
  rowkey_layout_free(layout);
}

static void test_failing_streams(void) {
  bool released;
  rowkey_error error;
  const rowkey_column id = rowkey_column_of("id", ROWKEY_I64);
  struct ArrowArrayStream out;
  struct ArrowArray array;
  /* A row that its field cannot hold. */
  struct counter counter = {.batches = 4, .rows = 4, .released = &released};
  struct ArrowArrayStream in = stream_of(&counter);
  rowkey_layout *layout = rowkey_layout_compile("{id:01d}", 8, &id, 1, &error);
  CHECK(rowkey_arrow_encode_stream(layout, &in, NULL, &out, &error) == ROWKEY_OK, "%s", error.text);
  for (int i = 0; i < 2; i++) {
    CHECK(out.get_next(&out, &array) == 0, "batch %d", i);
    array.release(&array);
  }
  for (int i = 0; i < 2; i++)
    CHECK(out.get_next(&out, &array) == EINVAL && array.release == NULL &&
              strstr(out.get_last_error(&out), "row 10 (row 2 of batch 2)") != NULL,
          "%s", out.get_last_error(&out));
  out.release(&out);
  CHECK(released && live_arrays == 0, "%ld arrays", live_arrays);
  /* A producer that fails. */
  counter = (struct counter){.batches = 1, .rows = 2, .fails_with = EIO, .released = &released};
  in = stream_of(&counter);
  CHECK(rowkey_arrow_encode_stream(layout, &in, NULL, &out, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(out.get_next(&out, &array) == 0, "a batch");
  array.release(&array);
  CHECK(out.get_next(&out, &array) == EIO && strstr(out.get_last_error(&out), "the disk is gone") != NULL,
        "%s", out.get_last_error(&out));
  out.release(&out);
  /* A layout that does not fit leaves the stream. */
  counter = (struct counter){.batches = 1, .rows = 2, .released = &released};
  in = stream_of(&counter);
  const rowkey_column other = rowkey_column_of("other", ROWKEY_I64);
  rowkey_layout *unfit = rowkey_layout_compile("{other}", 7, &other, 1, &error);
  CHECK(
      rowkey_arrow_encode_stream(unfit, &in, NULL, &out, &error) == ROWKEY_ERROR_COLUMN && in.release != NULL,
      "%s", error.text);
  in.release(&in);
  in.release = NULL;
  CHECK(rowkey_arrow_encode_stream(layout, &in, NULL, &out, &error) == ROWKEY_ERROR_ARGUMENT, "%s",
        error.text);
  rowkey_layout_free(unfit);
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"every type comes back", test_round_trip},
      {"the layout's own types", test_own_types},
      {"keys that are refused", test_bad_keys},
      {"nulls that keys mark", test_marked_nulls},
      {"regions", test_route},
      {"sketches", test_sketch},
      {"streams", test_streams},
      {"streams that fail", test_failing_streams},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
