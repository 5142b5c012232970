/* Keys of Arrow's columns are those of plain columns with the same values, whatever form the arrays have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "arrow/source.h"
#include "batch.h"
#include "on_isa.h"

static const char *const formats[] = {"c",    "s",      "i",        "l",          "C",
                                      "S",    "I",      "L",        "b",          "f",
                                      "g",    "u",      "U",        "vu",         "z",
                                      "Z",    "vz",     "w:16",     "tss:",       "tsm:UTC",
                                      "tdD",  "tdm",    "tss:UTC",  "tsu:+02:00", "tsn:Europe/Rome",
                                      "tsm:", "d:38,4", "d:9,2,32", "d:18,3,64"};
enum { FORMATS = sizeof formats / sizeof *formats, COLUMNS = 4 };

/* Records as Arrow has them, and plain. */
struct records {
  struct ArrowSchema schema;
  struct ArrowArray array;
  struct batch plain;
  size_t rows;
};

static const char *const names[] = {"a", "b", "c", "d"};

/* A column of the model, where rows that are hidden are null as well. */
static void add_plain(struct batch *batch, const struct model *model, const bool *hidden) {
  double *doubles = guarded(model->rows * sizeof *doubles, GUARD_END);
  float *floats = guarded(model->rows * sizeof *floats, GUARD_END);
  bool *nulls = guarded(model->rows, GUARD_END);
  memcpy(doubles, model->numbers, model->rows * sizeof *doubles);
  for (size_t i = 0; i < model->rows; i++) {
    if (model->type == ROWKEY_F32) floats[i] = (float)doubles[i];
    nulls[i] = model->nulls[i] || (hidden != NULL && hidden[i]);
  }
  if (model->type == ROWKEY_U64) add_u64(batch, model->name, model->numbers);
  if (model->type == ROWKEY_I64) add_i64(batch, model->name, (const int64_t *)model->numbers);
  if (model->type == ROWKEY_F64) add_f64(batch, model->name, doubles);
  if (model->type == ROWKEY_F32) add_f32(batch, model->name, floats);
  if (model->type == ROWKEY_TEXT) add_bytes(batch, model->name, model->bytes, model->limits);
  mark_nulls(batch, nulls, random_below(20));
}

static struct records records_of(const char *const *of, size_t rows, bool nulls) {
  struct records records = {.plain = {.rows = rows}, .rows = rows};
  struct ArrowArray arrays[COLUMNS];
  struct ArrowSchema schemas[COLUMNS];
  const size_t before = random_below(2) * random_below(20);
  bool *hidden = nulls && random_below(2) == 0 ? guarded(rows, GUARD_END) : NULL;
  for (size_t i = 0; hidden != NULL && i < rows; i++) hidden[i] = random_below(7) == 0;
  struct form forms[COLUMNS];
  for (size_t i = 0; i < COLUMNS; i++) {
    const struct model model = random_model(names[i], of[i], rows, nulls);
    forms[i] = random_form(of[i], rows);
    forms[i].before = before;
    arrays[i] = array_of(&model, &forms[i], hidden);
    schemas[i] = schema_of(names[i], &forms[i]);
    add_plain(&records.plain, &model, hidden);
  }
  records.array = struct_of(arrays, COLUMNS, rows, before, hidden);
  records.schema = struct_schema_of(schemas, COLUMNS);
  return records;
}

static void release(struct records *records) {
  records->array.release(&records->array);
  records->schema.release(&records->schema);
}

static void expect_keys_of(const struct ArrowArray *keys, const char *format, const struct encoded *expected,
                           size_t rows, const char *template) {
  CHECK(keys->length == (int64_t)rows && keys->offset == 0 && keys->null_count == 0, "%s: %lld keys of %zu",
        template, (long long)keys->length, rows);
  for (size_t i = 0; i < rows; i++) {
    const struct key_text key = key_at(keys, format, i);
    const size_t begin = expected->offsets[i], size = expected->offsets[i + 1] - begin;
    CHECK(key.size == size && memcmp(key.bytes, expected->keys + begin, size) == 0, "%s, %s: row %zu",
          template, format, i);
  }
}

static void expect_same_keys(struct records *records, const char *template) {
  rowkey_error error;
  rowkey_layout *layout = compile_declared(template, &records->schema, &error);
  CHECK(layout != NULL, "%s: %s", template, error.text);
  rowkey_layout *plain = compile(template, &records->plain);
  struct ArrowArray keys = {0};
  for (int format = ROWKEY_ARROW_AUTOMATIC; format <= ROWKEY_ARROW_BINARY_VIEW; format++) {
    if (format == ROWKEY_ARROW_FIXED && rowkey_layout_key_width(layout) == ROWKEY_NONE) continue;
    EACH_ISA(kernels) {
      const struct encoded expected =
          encode(plain, &records->plain, (struct settings){.isa = kernels->name, .first_row = 77});
      CHECK(expected.status == ROWKEY_OK, "%s: %s", template, expected.error.text);
      rowkey_arrow_encoder *encoder = NULL;
      const rowkey_arrow_options options = {.format = (rowkey_arrow_format)format, .name = "k"};
      ON_ISA(kernels->name)
      encoder = rowkey_arrow_encoder_create(layout, &records->schema, &options, &error);
      CHECK(encoder != NULL, "%s: %s", template, error.text);
      struct ArrowSchema schema;
      CHECK(rowkey_arrow_encoder_schema(encoder, &schema, &error) == ROWKEY_OK, "%s", error.text);
      CHECK(strcmp(schema.name, "k") == 0 && schema.flags == 0, "%s", schema.name);
      /* Twice: into new memory, and into memory that was used. */
      for (int i = 0; i < 2; i++) {
        CHECK(rowkey_arrow_encode(encoder, &records->array, 77, &keys, &error) == ROWKEY_OK,
              "%s: row %zu: %s", template, error.row, error.text);
        expect_keys_of(&keys, schema.format, &expected, records->rows, template);
      }
      schema.release(&schema);
      rowkey_arrow_encoder_free(encoder);
    }
  }
  if (keys.release != NULL) keys.release(&keys);
  rowkey_layout_free(plain);
  rowkey_layout_free(layout);
}

/* The template writes one column, with what stands for its nulls. */
static const char *field_of(const char *format, char name) {
  static char text[60];
  const bool number = strcmp(format, "f") == 0 || strcmp(format, "g") == 0;
  const bool texts = strchr("uUzZvw", format[0]) != NULL;
  snprintf(text, sizeof text, "{coalesce(%c, %s)%s}", name,
           !texts                          ? "3"
           : strncmp(format, "w:", 2) == 0 ? "\"sixteen bytes!!!\""
                                           : "\"none\"",
           texts                                ? strncmp(format, "w:", 2) == 0 ? ":16s" : ":esc"
           : number                             ? ""
           : strchr("CSILb", format[0]) != NULL ? ":u64"
                                                : ":i64");
  return text;
}

static void test_every_form(void) {
  for (size_t repetition = 0; repetition < repetitions(300); repetition++) {
    const char *of[COLUMNS];
    char template[COLUMNS * 60] = "";
    for (size_t i = 0; i < COLUMNS; i++) {
      of[i] = formats[(repetition * COLUMNS + i) % FORMATS];
      strcat(template, field_of(of[i], names[i][0]));
    }
    const size_t rows = repetition % 10 == 9   ? random_below(3 * ARROW_BLOCK_ROWS)
                        : repetition % 10 == 8 ? random_below(3)
                                               : random_below(60);
    struct records records = records_of(of, rows, true);
    expect_same_keys(&records, template);
    release(&records);
    CHECK(live_arrays == 0 && live_schemas == 0, "%ld arrays, %ld schemas", live_arrays, live_schemas);
    free_guarded();
  }
}

/* Forms that are read as they lie, in one call. */
static void test_without_nulls(void) {
  static const char *const of[][COLUMNS] = {
      {"l", "L", "u", "Z"}, {"g", "f", "z", "U"}, {"tsu:", "w:16", "L", "l"}, {"vu", "i", "u", "l"}};
  static const char *const templates[] = {"{md5(a) % 1000:03d}|{b}|{c:mem}{d:esc}", "{a}{b}{md5(c, d):x}",
                                          "{a:i64}{b:16s}{c:~u64}{d:i64}",
                                          "{md5(c):x}{a:mem}{b:i32}{random() % 7:01d}{d:i64}"};
  for (size_t repetition = 0; repetition < repetitions(60); repetition++) {
    struct records records = records_of(of[repetition % 4], random_below(3 * ARROW_BLOCK_ROWS), false);
    expect_same_keys(&records, templates[repetition % 4]);
    release(&records);
    free_guarded();
  }
}

/* ---- One column, and errors ---------------------------------------------------------------------- */

static struct model numbers_of(const char *format, const int64_t *numbers, size_t rows) {
  struct model model = random_model("x", format, rows, false);
  memcpy(model.numbers, numbers, rows * sizeof *numbers);
  return model;
}

static void test_single_array(void) {
  const int64_t numbers[] = {5, 70, 3};
  const struct form form = {.format = "s", .offset = 2};
  const struct model model = numbers_of("s", numbers, 3);
  struct ArrowArray array = array_of(&model, &form, NULL);
  struct ArrowSchema schema = schema_of(NULL, &form);
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{whatever:03d}!", 15, &schema, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, NULL, &error);
  CHECK(encoder != NULL, "%s", error.text);
  struct ArrowArray keys = {0};
  CHECK(rowkey_arrow_encode(encoder, &array, 0, &keys, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(memcmp(keys.buffers[1], "005!070!003!", 12) == 0, "%.12s", (const char *)keys.buffers[1]);
  keys.release(&keys);
  rowkey_arrow_encoder_free(encoder);
  rowkey_layout_free(layout);
  array.release(&array);
  schema.release(&schema);
}

/* The error of a layout whose column x has the type, for an array that is changed. */
struct refused_array {
  const char *what;
  struct form form;
  rowkey_column column;
  int64_t numbers[3];
  void (*change)(struct ArrowArray *);
  rowkey_status status; /* of making the encoder or of encoding */
  size_t row;
  const char *text; /* a part of it */
};

static void set_index(struct ArrowArray *array) { ((int8_t *)(uintptr_t)array->buffers[1])[1] = 4; }
static void set_negative_index(struct ArrowArray *array) { ((int8_t *)(uintptr_t)array->buffers[1])[2] = -1; }
static void release_one(struct ArrowArray *array) { array->release(array); }
static void take_buffer(struct ArrowArray *array) { array->n_buffers--; }
static void take_values(struct ArrowArray *array) { array->buffers[1] = NULL; }
static void make_shorter(struct ArrowArray *array) { array->length--; }
static void make_negative(struct ArrowArray *array) { array->offset = -1; }
static void enlarge_int128(struct ArrowArray *array) {
  const bool little = *(const uint8_t *)&(const uint16_t){1} == 1;
  const int64_t high = 1;
  memcpy((uint8_t *)(uintptr_t)array->buffers[1] + 16 + (little ? 8 : 0), &high, 8);
}
static void break_view(struct ArrowArray *array) {
  const uint32_t view[] = {13, 0, 99, 0};
  memcpy((uint8_t *)(uintptr_t)array->buffers[1] + 16, view, sizeof view);
}
static void leave_view(struct ArrowArray *array) {
  const uint32_t view[] = {13, 0, 0, UINT32_MAX};
  memcpy((uint8_t *)(uintptr_t)array->buffers[1] + 32, view, sizeof view);
}
/* More than there is, twice: neither gets memory. */
static void lengthen_views(struct ArrowArray *array) {
  const uint32_t view[] = {INT32_MAX, 0, 0, 0};
  for (size_t i = 1; i < 3; i++) memcpy((uint8_t *)(uintptr_t)array->buffers[1] + 16 * i, view, sizeof view);
}
static void lower_offset(struct ArrowArray *array) {
  const int32_t last = -1;
  memcpy((uint8_t *)(uintptr_t)array->buffers[1] + 12, &last, 4);
}
static void lower_middle(struct ArrowArray *array) {
  const int32_t large = INT32_MAX;
  memcpy((uint8_t *)(uintptr_t)array->buffers[1] + 4, &large, 4);
}

/* The bits of 0.5 and 0.1. */
#define HALF INT64_C(0x3fe0000000000000)
#define TENTH INT64_C(0x3fb999999999999a)

static void test_refused(void) {
  const rowkey_column u64 = rowkey_column_of("x", ROWKEY_U64), i64 = rowkey_column_of("x", ROWKEY_I64);
  const rowkey_column text = rowkey_column_of("x", ROWKEY_TEXT), f32 = rowkey_column_of("x", ROWKEY_F32);
  const rowkey_column ms = rowkey_column_of_time("x", ROWKEY_MILLISECONDS);
  const struct refused_array cases[] = {
      {"a negative number",
       {.format = "i"},
       u64,
       {1, -5, 3},
       NULL,
       ROWKEY_ERROR_RANGE,
       1,
       "-5 is out of the range of u64"},
      {"2^63",
       {.format = "L"},
       i64,
       {1, 2, INT64_MIN},
       NULL,
       ROWKEY_ERROR_RANGE,
       2,
       "9223372036854775808 is out of the range of i64"},
      {"a large decimal",
       {.format = "d:38,0"},
       i64,
       {1, 2, 3},
       enlarge_int128,
       ROWKEY_ERROR_RANGE,
       1,
       "18446744073709551618 is out of the range of i64"},
      {"an index",
       {.format = "i", .indexes = "c"},
       i64,
       {1, 2, 3},
       set_index,
       ROWKEY_ERROR_ARGUMENT,
       1,
       "index 4"},
      {"a negative index",
       {.format = "u", .indexes = "c"},
       text,
       {0},
       set_negative_index,
       ROWKEY_ERROR_ARGUMENT,
       2,
       "index -1"},
      {"a buffer's number",
       {.format = "vu"},
       text,
       {0},
       break_view,
       ROWKEY_ERROR_ARGUMENT,
       1,
       "outside of its buffer"},
      {"a view's place",
       {.format = "vz"},
       text,
       {0},
       leave_view,
       ROWKEY_ERROR_ARGUMENT,
       2,
       "outside of its buffer"},
      {"views' lengths",
       {.format = "vu"},
       text,
       {0},
       lengthen_views,
       ROWKEY_ERROR_ARGUMENT,
       1,
       "outside of its buffer"},
      {"the last offset",
       {.format = "u"},
       text,
       {0},
       lower_offset,
       ROWKEY_ERROR_ARGUMENT,
       ROWKEY_NONE,
       "last offset"},
      {"an offset", {.format = "u"}, text, {0}, lower_middle, ROWKEY_ERROR_ARGUMENT, 0, "x"},
      {"a released array",
       {.format = "l"},
       i64,
       {0},
       release_one,
       ROWKEY_ERROR_ARGUMENT,
       ROWKEY_NONE,
       "released"},
      {"too few buffers",
       {.format = "l"},
       i64,
       {0},
       take_buffer,
       ROWKEY_ERROR_ARGUMENT,
       ROWKEY_NONE,
       "number of buffers"},
      {"no values", {.format = "l"}, i64, {0}, take_values, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "no values"},
      {"too few rows",
       {.format = "l"},
       i64,
       {0},
       make_shorter,
       ROWKEY_ERROR_ARGUMENT,
       ROWKEY_NONE,
       "fewer rows"},
      {"an offset below 0",
       {.format = "l"},
       i64,
       {0},
       make_negative,
       ROWKEY_ERROR_ARGUMENT,
       ROWKEY_NONE,
       "offset"},
      {"half a number",
       {.format = "g"},
       i64,
       {0, HALF, 0},
       NULL,
       ROWKEY_ERROR_RANGE,
       1,
       "0.5 is not a valid i64"},
      {"a double", {.format = "g"}, f32, {0, 0, TENTH}, NULL, ROWKEY_ERROR_RANGE, 2, "is not a valid f32"},
      {"a far time",
       {.format = "tss:"},
       ms,
       {1, INT64_MAX / 2, 0},
       NULL,
       ROWKEY_ERROR_RANGE,
       1,
       "range of time(ms)"},
      {"numbers",
       {.format = "l"},
       text,
       {0},
       NULL,
       ROWKEY_ERROR_TYPE,
       ROWKEY_NONE,
       "text does not take integers"},
      {"a time of day",
       {.format = "ttu"},
       i64,
       {0},
       NULL,
       ROWKEY_ERROR_TYPE,
       ROWKEY_NONE,
       "Arrow type time64[us]"},
      {"a time", {.format = "tsu:"}, i64, {0}, NULL, ROWKEY_ERROR_TYPE, ROWKEY_NONE, "declared as time(us)"},
      {"text",
       {.format = "u", .indexes = "i"},
       i64,
       {0},
       NULL,
       ROWKEY_ERROR_NUMBER,
       0,
       "not a number of type i64"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct refused_array *with = &cases[i];
    const struct model model = numbers_of(with->form.format, with->numbers, 3);
    struct ArrowArray child = array_of(&model, &with->form, NULL);
    struct ArrowSchema child_schema = schema_of("x", &with->form);
    if (child.n_buffers > 0) child.buffers[0] = NULL;
    child.null_count = -1;
    struct ArrowArray array = struct_of(&child, 1, 3, 0, NULL);
    if (with->change != NULL) with->change(array.children[0]);
    struct ArrowSchema schema = struct_schema_of(&child_schema, 1);
    rowkey_error error = {0};
    rowkey_layout *layout = rowkey_layout_compile("{x}", 3, &with->column, 1, &error);
    CHECK(layout != NULL, "%s: %s", with->what, error.text);
    struct ArrowArray keys = {0};
    rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, NULL, &error);
    rowkey_status status =
        encoder == NULL ? error.status : rowkey_arrow_encode(encoder, &array, 0, &keys, &error);
    CHECK(status == with->status && error.row == with->row && strstr(error.text, with->text) != NULL,
          "%s: %d, row %zu: %s", with->what, (int)status, error.row, error.text);
    CHECK(keys.release == NULL, "%s: keys are left", with->what);
    CHECK(error.column == 0, "%s: column %zu", with->what, error.column);
    rowkey_arrow_encoder_free(encoder);
    rowkey_layout_free(layout);
    array.release(&array);
    schema.release(&schema);
    CHECK(live_arrays == 0 && live_schemas == 0, "%s: %ld arrays, %ld schemas", with->what, live_arrays,
          live_schemas);
  }
}

/* Schemas that do not fit the template. */
static void test_refused_schemas(void) {
  const struct form list = {.format = "+l"}, number = {.format = "l"}, uuid = {.format = "d:50,2,256"};
  const struct form instant = {.format = "tsu:UTC"}, date = {.format = "tdD"}, decimal = {.format = "d:18,2"},
                    clock = {.format = "ttu"};
  struct ArrowSchema children[] = {
      schema_of("list", &list), schema_of("twice", &number),  schema_of("twice", &number),
      schema_of("ext", &uuid),  schema_of("n", &number),      schema_of("ts", &instant),
      schema_of("day", &date),  schema_of("price", &decimal), schema_of("clock", &clock)};
  const int32_t pairs[] = {1, 20};
  char metadata[100];
  memcpy(metadata, pairs, 8);
  memcpy(metadata + 8, "ARROW:extension:name\x00\x00\x00\x00my.money", 32);
  const int32_t size = 8;
  memcpy(metadata + 28, &size, 4);
  children[3].metadata = metadata;
  struct ArrowSchema schema = struct_schema_of(children, 9);
  static const struct {
    const char *template;
    rowkey_status status;
    const char *text;
  } cases[] = {{"{list}", ROWKEY_ERROR_TYPE, "no layout can use Arrow type list"},
               {"{ext}", ROWKEY_ERROR_TYPE, "decimal256(50, 2) (extension type my.money)"},
               {"{twice}", ROWKEY_ERROR_TYPE, "twice"},
               {"{ts:i64}{n}", ROWKEY_ERROR_TYPE,
                "column ts: Arrow type timestamp[us, tz=UTC] needs a declared type, as its unit would be "
                "part of the key (expected columns such as n:i64,ts:time(us))"},
               {"{day:d}", ROWKEY_ERROR_TYPE, "day:time(s)"},
               {"{price:d}", ROWKEY_ERROR_TYPE,
                "its scale would be part of the key (expected columns such as price:decimal(2))"},
               {"{clock}", ROWKEY_ERROR_TYPE, "no layout can use Arrow type time64[us]"},
               {"{none}", ROWKEY_ERROR_COLUMN, "none"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_error error;
    rowkey_layout *layout =
        rowkey_arrow_compile(cases[i].template, strlen(cases[i].template), &schema, &error);
    CHECK(layout == NULL && error.status == cases[i].status && strstr(error.text, cases[i].text) != NULL,
          "%s: %s", cases[i].template, error.text);
  }
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{n}", 3, &schema, &error);
  CHECK(layout != NULL, "%s", error.text);
  const struct form two = {.format = "l"};
  struct ArrowSchema other_child = schema_of("m", &two), other = struct_schema_of(&other_child, 1);
  CHECK(rowkey_arrow_encoder_create(layout, &other, NULL, &error) == NULL &&
            error.status == ROWKEY_ERROR_COLUMN,
        "%s", error.text);
  schema.children[4]->release(schema.children[4]);
  CHECK(rowkey_arrow_encoder_create(layout, &schema, NULL, &error) == NULL &&
            error.status == ROWKEY_ERROR_ARGUMENT,
        "%s", error.text);
  other.release(&other);
  schema.release(&schema);
  CHECK(rowkey_arrow_compile("{n}", 3, &schema, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
        "released");
  rowkey_layout_free(layout);
}

/* Rows that are null in the parent or of a null type are null. */
static void test_null_rows(void) {
  const struct form form = {.format = "n"};
  const struct model model = random_model("x", "n", 3, false);
  struct ArrowArray child = array_of(&model, &form, NULL), array = struct_of(&child, 1, 3, 0, NULL);
  struct ArrowSchema child_schema = schema_of("x", &form), schema = struct_schema_of(&child_schema, 1);
  static const struct {
    const char *template, *keys;
    rowkey_type type;
  } cases[] = {{"{coalesce(x, 7):02d}", "070707", ROWKEY_I64},
               {"{coalesce(x, \"ab\"):2s}", "ababab", ROWKEY_TEXT},
               {"{x}", NULL, ROWKEY_TEXT}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const rowkey_column column = rowkey_column_of("x", cases[i].type);
    rowkey_error error;
    rowkey_layout *layout =
        rowkey_layout_compile(cases[i].template, strlen(cases[i].template), &column, 1, &error);
    rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, NULL, &error);
    CHECK(encoder != NULL, "%s", error.text);
    struct ArrowArray keys = {0};
    const rowkey_status status = rowkey_arrow_encode(encoder, &array, 0, &keys, &error);
    if (cases[i].keys == NULL) {
      CHECK(status == ROWKEY_ERROR_RANGE && error.row == 0, "%d, row %zu: %s", (int)status, error.row,
            error.text);
    } else {
      CHECK(status == ROWKEY_OK && memcmp(keys.buffers[1], cases[i].keys, 6) == 0, "%s", cases[i].template);
      keys.release(&keys);
    }
    rowkey_arrow_encoder_free(encoder);
    rowkey_layout_free(layout);
  }
  array.release(&array);
  schema.release(&schema);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"every type in every form", test_every_form},
      {"columns that are read as they lie", test_without_nulls},
      {"records of one array", test_single_array},
      {"arrays that are refused", test_refused},
      {"schemas that are refused", test_refused_schemas},
      {"columns of nulls", test_null_rows},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
