/* Keys from Arrow's columns into an array that is used again, beside rowkey_encode from plain columns. */
#include <rowkey/arrow.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records.h"

/* More rows than fit the nearest caches: batches have so many. */
enum { ROWS = 1 << 16, DISTINCT = 1000, VIEW = 16, VIEW_INLINE = 12 };

/* An array that nobody releases: its buffers belong to the shape. */
struct column {
  const void *buffers[4], *dictionary_buffers[4];
  int64_t view_size;
  struct ArrowArray array, dictionary;
  struct ArrowSchema schema, dictionary_schema;
};

static void keep_array(struct ArrowArray *array) { (void)array; }
static void keep_schema(struct ArrowSchema *schema) { (void)schema; }

/* How the two columns of the records are handed over. */
struct form {
  const char *name, *numbers, *texts; /* formats; + before the format: of a dictionary */
};
static const struct form forms[] = {{"arrow-int64-utf8", "l", "u"},
                                    {"arrow-int64-large_utf8", "l", "U"},
                                    {"arrow-int32-view", "i", "vu"},
                                    {"arrow-dictionary", "+l", "+u"}};
enum { FORMS = sizeof forms / sizeof *forms };

/* The records in all forms. Rows repeat after DISTINCT, so that a dictionary can hold them. */
struct input {
  int64_t numbers[ROWS];
  int32_t narrow[ROWS];
  int32_t indexes[ROWS];
  uint64_t limits[ROWS + 1];
  uint32_t limits32[ROWS + 1];
  uint8_t views[ROWS * VIEW];
  char texts[ROWS * 40];
};

struct records_of_arrow {
  struct shape shape;
  rowkey_layout *layout;
  rowkey_encoder *encoder;
  struct input *input;
  rowkey_values plain[2];
  rowkey_batch batch; /* of the plain columns */
  uint64_t *offsets;  /* of the keys; NULL for keys of one width */
  uint64_t capacity;
  struct column columns[FORMS][2];
  rowkey_arrow_encoder *encoders[FORMS];
  struct ArrowArray keys[FORMS];
  size_t last; /* the form that has run, or FORMS for plain columns */
};

struct run_of_form {
  struct records_of_arrow *records;
  size_t form;
};

/* ---- Columns -------------------------------------------------------------------------------------- */

static void set_column(struct column *column, const char *name, const char *format, size_t rows,
                       int64_t buffers) {
  column->array = (struct ArrowArray){
      .length = (int64_t)rows, .n_buffers = buffers, .buffers = column->buffers, .release = keep_array};
  column->schema = (struct ArrowSchema){.format = format, .name = name, .release = keep_schema};
}

/* Indexes into what the column has been so far. */
static void make_dictionary(const struct input *input, struct column *column, const char *name) {
  memcpy(column->dictionary_buffers, column->buffers, sizeof column->buffers);
  column->dictionary = column->array;
  column->dictionary.buffers = column->dictionary_buffers;
  column->dictionary.length = DISTINCT;
  column->dictionary_schema = column->schema;
  column->buffers[1] = input->indexes;
  set_column(column, name, "i", ROWS, 2);
  column->array.dictionary = &column->dictionary;
  column->schema.dictionary = &column->dictionary_schema;
}

static void make_numbers(const struct input *input, struct column *column, const char *format) {
  const bool narrow = strcmp(format, "i") == 0;
  column->buffers[1] = narrow ? (const void *)input->narrow : input->numbers;
  set_column(column, "id", narrow ? "i" : "l", ROWS, 2);
  if (format[0] == '+') make_dictionary(input, column, "id");
}

static void make_texts(const struct input *input, struct column *column, const char *format) {
  const bool wide = strcmp(format, "U") == 0, views = strcmp(format, "vu") == 0;
  column->view_size = (int64_t)input->limits[ROWS];
  column->buffers[1] = views  ? (const void *)input->views
                       : wide ? (const void *)input->limits
                              : input->limits32;
  column->buffers[2] = input->texts;
  column->buffers[3] = &column->view_size;
  set_column(column, "host", views ? "vu" : wide ? "U" : "u", ROWS, views ? 4 : 3);
  if (format[0] == '+') make_dictionary(input, column, "host");
}

static void fill_row(struct input *input, size_t i) {
  const size_t distinct = i % DISTINCT;
  const uint64_t random = bench_splitmix64(1, distinct), begin = input->limits[i];
  input->numbers[i] = (int64_t)(BENCH_FIRST_ID + 7919 * distinct);
  input->narrow[i] = (int32_t)input->numbers[i];
  input->indexes[i] = (int32_t)distinct;
  char *text = input->texts + begin;
  const uint32_t length = (uint32_t)sprintf(text, "web-%04u.example%.*s", (unsigned)(random % 10000),
                                            (int)(random >> 32 & 7), ".com.org");
  const uint32_t place[] = {0, (uint32_t)begin};
  uint8_t *view = input->views + i * VIEW;
  memcpy(view, &length, 4);
  memcpy(view + 4, text, length <= VIEW_INLINE ? length : 4);
  if (length > VIEW_INLINE) memcpy(view + 8, place, sizeof place);
  input->limits[i + 1] = begin + length;
  input->limits32[i + 1] = (uint32_t)(begin + length);
}

/* ---- Runs ---------------------------------------------------------------------------------------- */

static void fill(struct shape *shape) {
  struct records_of_arrow *records = (struct records_of_arrow *)shape;
  struct input *input = records->input = shape_allocate(shape, sizeof *input);
  for (size_t i = 0; i < ROWS; i++) fill_row(input, i);
  for (size_t form = 0; form < FORMS; form++) {
    make_numbers(input, &records->columns[form][0], forms[form].numbers);
    make_texts(input, &records->columns[form][1], forms[form].texts);
  }
  const bool fixed = rowkey_layout_key_width(records->layout) != ROWKEY_NONE;
  records->offsets = fixed ? NULL : shape_allocate(shape, (ROWS + 1) * sizeof *records->offsets);
  records->plain[0] = rowkey_i64s(input->numbers, ROWS);
  records->plain[1] =
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, input->texts, input->limits[ROWS], input->limits, ROWS);
  records->batch = rowkey_batch_from(rowkey_batch_of(records->plain, 2, ROWS), 0);
  records->capacity = rowkey_encode_bound(records->layout, &records->batch);
  shape->output_size = records->capacity;
  shape->bytes = ROWS * sizeof(uint64_t) + (fixed ? 0 : input->limits[ROWS]);
}

static void run_plain(struct shape *shape, const void *with) {
  struct records_of_arrow *records = (struct records_of_arrow *)shape;
  (void)with;
  const rowkey_key_buffer buffer = {
      .data = shape->output, .capacity = records->capacity, .offsets = records->offsets};
  rowkey_error error;
  if (rowkey_encode(records->encoder, &records->batch, &buffer, NULL, &error) != ROWKEY_OK)
    bench_fail("%s: row %zu: %s", shape->name, error.row, error.text);
  records->last = FORMS;
}

static struct ArrowSchema schema_of(struct column *columns, struct ArrowSchema **children) {
  children[0] = &columns[0].schema;
  children[1] = &columns[1].schema;
  return (struct ArrowSchema){
      .format = "+s", .name = "", .n_children = 2, .children = children, .release = keep_schema};
}

static void run_arrow(struct shape *shape, const void *with) {
  struct records_of_arrow *records = (struct records_of_arrow *)shape;
  const struct run_of_form *run = with;
  struct column *columns = records->columns[run->form];
  rowkey_error error;
  if (records->encoders[run->form] == NULL) {
    struct ArrowSchema *children[2];
    const struct ArrowSchema schema = schema_of(columns, children);
    records->encoders[run->form] = rowkey_arrow_encoder_create(records->layout, &schema, NULL, &error);
    if (records->encoders[run->form] == NULL) bench_fail("%s: %s", shape->name, error.text);
  }
  const void *no_validity[] = {NULL};
  struct ArrowArray *children[] = {&columns[0].array, &columns[1].array};
  const struct ArrowArray batch = {.length = ROWS,
                                   .n_buffers = 1,
                                   .n_children = 2,
                                   .buffers = no_validity,
                                   .children = children,
                                   .release = keep_array};
  if (rowkey_arrow_encode(records->encoders[run->form], &batch, 0, &records->keys[run->form], &error) !=
      ROWKEY_OK)
    bench_fail("%s: row %zu: %s", shape->name, error.row, error.text);
  records->last = run->form;
}

/* The keys that are compared; they stay where they were made while time is taken. */
static void settle(struct shape *shape) {
  struct records_of_arrow *records = (struct records_of_arrow *)shape;
  if (records->last == FORMS) return;
  const struct ArrowArray *keys = &records->keys[records->last];
  memcpy(shape->output, keys->buffers[keys->n_buffers - 1], shape->output_size);
}

static void register_template(const char *name, const char *template) {
  struct records_of_arrow *records = shape_create(sizeof *records, ROWS, fill, run_plain, "arrow/%s", name);
  const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_I64), rowkey_column_of("host", ROWKEY_TEXT)};
  rowkey_error error;
  records->layout = rowkey_layout_compile(template, strlen(template), columns, 2, &error);
  if (records->layout == NULL) bench_fail("%s: %s", name, error.text);
  records->encoder = rowkey_encoder_create(records->layout, 0, &error);
  if (records->encoder == NULL) bench_fail("%s: %s", name, error.text);
  records->shape.settle = settle;
  bench_add(&records->shape, "plain-columns", run_plain, NULL);
  for (size_t form = 0; form < FORMS; form++) {
    struct run_of_form *run = bench_allocate(sizeof *run);
    *run = (struct run_of_form){records, form};
    bench_add(&records->shape, forms[form].name, run_arrow, run);
  }
}

void register_arrow(void) {
  register_template("id-md5mod", "{md5(id) % 1000000:07d}{id:010d}");
  register_template("host-ts", "{md5(host) % 1000:03d}|{host}|{id:u64}");
}
