/* Columns that are read from batches have the values of the arrays, whatever form these have. */
#include <string.h>

#include "arrays.h"

static const char *const formats[] = {
    "c", "S",  "i",   "l",    "L",       "b",   "f",   "g",       "u",    "U",      "vu",      "z",
    "Z", "vz", "w:9", "tss:", "tsm:UTC", "tdD", "tdm", "tss:UTC", "tsn:", "d:38,4", "d:9,2,32"};

static void expect_value(const rowkey_arrow_reader *reader, size_t at, const struct model *model,
                         const bool *hidden, size_t row) {
  const bool is_null = model->nulls[row] || (hidden != NULL && hidden[row]);
  const rowkey_column *column = rowkey_arrow_reader_columns(reader, NULL);
  const rowkey_value read = rowkey_arrow_reader_value(reader, 0, at);
  CHECK(read.is_null == is_null, "row %zu is %s", row, is_null ? "not null" : "null");
  if (is_null) return;
  rowkey_value value;
  rowkey_error error;
  uint8_t room[256];
  CHECK(rowkey_value_keep(column, &read, room, sizeof room, &value, &error) == ROWKEY_OK, "row %zu: %s", row,
        error.text);
  const uint64_t begin = model->limits[row], size = model->limits[row + 1] - begin;
  double number;
  memcpy(&number, &model->numbers[row], sizeof number);
  switch (column->type) {
    case ROWKEY_TEXT:
      CHECK(value.size == size && memcmp(value.as.text, model->bytes + begin, size) == 0, "row %zu", row);
      break;
    case ROWKEY_F32:
      CHECK(memcmp(&value.as.f32, &(float){(float)number}, sizeof(float)) == 0, "row %zu", row);
      break;
    default:
      CHECK(memcmp(&value.as.u64, &model->numbers[row], sizeof(uint64_t)) == 0, "row %zu", row);
  }
}

/* What a value is goes with it: another column keeps it by its own unit or scale, or refuses it. */
static void test_kinds_of_values(void) {
  static const struct {
    const char *format;
    uint32_t tag;
  } kinds[] = {
      {"c", ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_I64, 0)},
      {"L", ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_U64, 0)},
      {"f", ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F32, 0)},
      {"g", ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F64, 0)},
      {"b", ROWKEY_TAG(ROWKEY_KIND_BOOL, ROWKEY_FORM_U64, 0)},
      {"tsu:", ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I64, ROWKEY_MICROSECONDS)},
      {"tdD", ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I64, ROWKEY_SECONDS)},
      {"d:9,2", ROWKEY_TAG(ROWKEY_KIND_DECIMAL, ROWKEY_FORM_I64, 2)},
      {"z", ROWKEY_TAG(ROWKEY_KIND_BYTES, ROWKEY_FORM_NONE, 0)},
      {"U", ROWKEY_TAG(ROWKEY_KIND_TEXT, ROWKEY_FORM_NONE, 0)},
      {"n", ROWKEY_TAG(ROWKEY_KIND_NULL, ROWKEY_FORM_NONE, 0)},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const struct model model = random_model("a", kinds[i].format, 1, false);
    const struct form form = {.format = kinds[i].format};
    struct ArrowArray child = array_of(&model, &form, NULL);
    struct ArrowSchema field = schema_of("a", &form);
    struct ArrowArray batch = struct_of(&child, 1, 1, 0, NULL);
    struct ArrowSchema schema = struct_schema_of(&field, 1);
    rowkey_error error;
    rowkey_arrow_reader *reader = rowkey_arrow_reader_create(&schema, &error);
    const rowkey_values *values;
    size_t rows;
    CHECK(rowkey_arrow_reader_open(reader, &batch, &error) == ROWKEY_OK &&
              rowkey_arrow_reader_next(reader, &values, &rows, &error) == ROWKEY_OK && rows == 1,
          "%s: %s", kinds[i].format, error.text);
    const uint32_t tag = rowkey_arrow_reader_value(reader, 0, 0).tag;
    CHECK(tag == kinds[i].tag, "%s: tag %#x (expected %#x)", kinds[i].format, tag, kinds[i].tag);
    rowkey_arrow_reader_free(reader);
    batch.release(&batch);
    schema.release(&schema);
  }
}

/* A struct of the column, and one that no layout can use. */
static void expect_rows(const char *format, size_t count, bool nulls) {
  const struct model model = random_model("a", format, count, nulls);
  struct form form = random_form(format, count);
  bool *hidden = nulls ? guarded(count, GUARD_END) : NULL;
  for (size_t i = 0; hidden != NULL && i < count; i++) hidden[i] = random_below(7) == 0;
  struct ArrowArray children[] = {array_of(&model, &form, hidden), array_of(&model, &form, hidden)};
  struct ArrowSchema fields[] = {schema_of("a", &form), schema_of("list", &form)};
  fields[1].format = "+l";
  struct ArrowArray batch = struct_of(children, 2, count, form.before, hidden);
  struct ArrowSchema schema = struct_schema_of(fields, 2);
  rowkey_error error;
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(&schema, &error);
  CHECK(reader != NULL, "%s: %s", format, error.text);
  schema.release(&schema);
  size_t columns;
  const rowkey_column *column = rowkey_arrow_reader_columns(reader, &columns);
  CHECK(columns == 1 && strcmp(column->name, "a") == 0 && column->type == model.type, "%s: %zu columns",
        format, columns);
  for (int again = 0; again < 2; again++) {
    size_t row = 0;
    CHECK(rowkey_arrow_reader_open(reader, &batch, &error) == ROWKEY_OK, "%s: %s", format, error.text);
    for (size_t rows = 1; rows > 0; row += rows) {
      const rowkey_values *values;
      CHECK(rowkey_arrow_reader_next(reader, &values, &rows, &error) == ROWKEY_OK, "%s: row %zu: %s", format,
            error.row, error.text);
      for (size_t i = 0; i < rows; i++) expect_value(reader, i, &model, hidden, row + i);
    }
    CHECK(row == count, "%s: %zu rows of %zu", format, row, count);
    CHECK(rowkey_arrow_reader_value(reader, 0, 0).tag == ROWKEY_KIND_NONE, "%s: a row beyond the last",
          format);
  }
  rowkey_arrow_reader_free(reader);
  batch.release(&batch);
}

static void test_every_form(void) {
  static const size_t counts[] = {0, 1, 100, 9001};
  for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
      for (int nulls = 0; nulls < 2; nulls++) expect_rows(formats[f], counts[i], nulls != 0);
  CHECK(live_arrays == 0 && live_schemas == 0, "%ld arrays, %ld schemas", live_arrays, live_schemas);
}

/* A date whose seconds no column can hold, in the second block. */
static void test_bad_values(void) {
  enum { ROWS = 6000, BAD = 5000 };
  struct model model = random_model("day", "tdm", ROWS, false);
  const struct form form = {.format = "d:38,0"};
  struct ArrowArray child = array_of(&model, &form, NULL);
  memset((uint8_t *)(uintptr_t)child.buffers[1] + BAD * 16, 0x7f, 16);
  struct ArrowSchema field = schema_of("day", &form);
  struct ArrowArray batch = struct_of(&child, 1, ROWS, 0, NULL);
  struct ArrowSchema schema = struct_schema_of(&field, 1);
  rowkey_error error;
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(&schema, &error);
  CHECK(reader != NULL && rowkey_arrow_reader_open(reader, &batch, &error) == ROWKEY_OK, "%s", error.text);
  const rowkey_values *values;
  size_t rows;
  CHECK(rowkey_arrow_reader_next(reader, &values, &rows, &error) == ROWKEY_OK && rows > 0 && rows < BAD, "%s",
        error.text);
  CHECK(rowkey_arrow_reader_next(reader, &values, &rows, &error) == ROWKEY_ERROR_RANGE && error.row == BAD &&
            error.column == 0 && rows == 0,
        "row %zu: %s", error.row, error.text);
  rowkey_arrow_reader_free(reader);
  batch.release(&batch);
  schema.release(&schema);
}

static void test_bad_schemas(void) {
  const struct form form = {.format = "l"};
  rowkey_error error;
  struct ArrowSchema alone = schema_of("a", &form);
  CHECK(rowkey_arrow_reader_create(&alone, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "%s",
        error.text);
  alone.release(&alone);
  struct ArrowSchema twice[] = {schema_of("a", &form), schema_of("a", &form)};
  struct ArrowSchema schema = struct_schema_of(twice, 2);
  CHECK(rowkey_arrow_reader_create(&schema, &error) == NULL && error.status == ROWKEY_ERROR_COLUMN, "%s",
        error.text);
  schema.release(&schema);
  CHECK(rowkey_arrow_reader_create(&schema, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "%s",
        error.text);
}

/* A batch that is none leaves the reader at the end. */
static void test_bad_batches(void) {
  const struct model model = random_model("a", "l", 3, false);
  const struct form form = {.format = "l"};
  struct ArrowArray child = array_of(&model, &form, NULL);
  struct ArrowSchema field = schema_of("a", &form);
  struct ArrowArray batch = struct_of(&child, 1, 3, 0, NULL);
  struct ArrowSchema schema = struct_schema_of(&field, 1);
  rowkey_error error;
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(&schema, &error);
  const rowkey_values *values;
  size_t rows = 1, columns = 1;
  CHECK(rowkey_arrow_reader_next(reader, &values, &rows, &error) == ROWKEY_OK && rows == 0, "%zu rows", rows);
  CHECK(rowkey_arrow_reader_open(reader, &batch, &error) == ROWKEY_OK, "%s", error.text);
  batch.release(&batch);
  CHECK(rowkey_arrow_reader_open(reader, &batch, &error) == ROWKEY_ERROR_ARGUMENT, "a released batch");
  CHECK(rowkey_arrow_reader_next(reader, &values, &rows, &error) == ROWKEY_OK && rows == 0, "%zu rows", rows);
  CHECK(rowkey_arrow_reader_open(NULL, &batch, &error) == ROWKEY_ERROR_ARGUMENT, "no reader");
  CHECK(rowkey_arrow_reader_next(NULL, &values, &rows, &error) == ROWKEY_ERROR_ARGUMENT, "no reader");
  CHECK(rowkey_arrow_reader_columns(NULL, &columns) == NULL && columns == 0, "no reader");
  rowkey_arrow_reader_free(NULL);
  rowkey_arrow_reader_free(reader);
  schema.release(&schema);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"every type and form", test_every_form},
                               {"kinds of values", test_kinds_of_values},
                               {"bad values", test_bad_values},
                               {"bad schemas", test_bad_schemas},
                               {"bad batches", test_bad_batches}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
