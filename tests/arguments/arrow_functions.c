/* Arrow: what is moved into a call is made anew for each. */
#include "functions.h"

static const char text[] = "{id:u64}";
static rowkey_layout *layout;
static rowkey_router *router;
static rowkey_sketch *sketch;
static rowkey_arrow_encoder *encoder;
static rowkey_arrow_decoder *decoder;
static rowkey_arrow_reader *reader;
static const rowkey_values *read_columns;
static size_t rows, count;
static const rowkey_arrow_options options;
static const char marker; /* what is not NULL, for arguments that a call makes */

/* ---- Schemas and arrays that own nothing -------------------------------------------------------- */

static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_array(struct ArrowArray *array) { array->release = NULL; }

static struct ArrowSchema id_schema = {.format = "L", .name = "id", .release = release_schema};
static struct ArrowSchema *record_children[] = {&id_schema};
static struct ArrowSchema records = {
    .format = "+s", .name = "", .n_children = 1, .children = record_children, .release = release_schema};
static struct ArrowSchema keys = {.format = "w:8", .name = "key", .release = release_schema};

static const uint64_t ids[] = {1, 2};
static const void *id_buffers[] = {NULL, ids}, *no_buffers[] = {NULL};
static const void *key_buffers[] = {NULL, "\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\2"};
static struct ArrowArray id_array = {
    .length = 2, .n_buffers = 2, .buffers = id_buffers, .release = release_array};
static struct ArrowArray *batch_children[] = {&id_array};
static struct ArrowArray batch = {.length = 2,
                                  .n_buffers = 1,
                                  .buffers = no_buffers,
                                  .n_children = 1,
                                  .children = batch_children,
                                  .release = release_array};
static struct ArrowArray key_array = {
    .length = 2, .n_buffers = 2, .buffers = key_buffers, .release = release_array};

/* A stream of no batches, of the schema that its data points to. */
static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
  *schema = *(const struct ArrowSchema *)stream->private_data;
  return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
  (void)stream;
  *array = (struct ArrowArray)ROWKEY_ZERO;
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return NULL;
}

static void release_stream(struct ArrowArrayStream *stream) { stream->release = NULL; }

static struct ArrowArrayStream stream_of(struct ArrowSchema *schema) {
  return (struct ArrowArrayStream){.get_schema = get_schema,
                                   .get_next = get_next,
                                   .get_last_error = get_last_error,
                                   .release = release_stream,
                                   .private_data = schema};
}

static char type_text[64];

/* ---- Calls --------------------------------------------------------------------------------------- */

MAKES(rowkey_arrow_compile, rowkey_layout_free, POINTER(0), SIZE(1), POINTER(2), error)
MAKES(rowkey_arrow_encoder_create, rowkey_arrow_encoder_free, POINTER(0), POINTER(1), POINTER(2), error)
ACTS(rowkey_arrow_encoder_free, POINTER(0))
MAKES(rowkey_arrow_decoder_create, rowkey_arrow_decoder_free, POINTER(0), POINTER(1), POINTER(2), error)
ACTS(rowkey_arrow_decoder_free, POINTER(0))
MAKES(rowkey_arrow_reader_create, rowkey_arrow_reader_free, POINTER(0), error)
ACTS(rowkey_arrow_reader_free, POINTER(0))
ANSWERS(rowkey_arrow_reader_columns, NULL, POINTER(0), POINTER(1))
REPORTS_STATUS(rowkey_arrow_reader_open, POINTER(0), POINTER(1), error)
REPORTS_STATUS(rowkey_arrow_reader_next, POINTER(0), POINTER(1), POINTER(2), error)
ACTS(rowkey_arrow_reader_value, POINTER(0), SIZE(1), SIZE(2))
ANSWERS(rowkey_arrow_type_name, 0, POINTER(0), POINTER(1), SIZE(2))
REPORTS_STATUS(rowkey_arrow_sketch_add, POINTER(0), POINTER(1), POINTER(2), error)

/* Where the call puts what it makes: NULL where the argument is NULL. */
#define PLACE(index, place) (arguments[index].pointer == NULL ? NULL : &(place))

static rowkey_status end_array(struct ArrowArray *array, rowkey_status status) {
  if (array->release != NULL) array->release(array);
  return status;
}

static rowkey_status end_schema(struct ArrowSchema *schema, rowkey_status status) {
  if (schema->release != NULL) schema->release(schema);
  return status;
}

static rowkey_status end_stream(struct ArrowArrayStream *stream, rowkey_status status) {
  if (stream->release != NULL) stream->release(stream);
  return status;
}

static rowkey_status call_rowkey_arrow_encoder_schema(const union value *arguments, rowkey_error *error) {
  struct ArrowSchema made = ROWKEY_ZERO;
  return end_schema(&made, rowkey_arrow_encoder_schema(arguments[0].pointer, PLACE(1, made), error));
}

static rowkey_status call_rowkey_arrow_decoder_schema(const union value *arguments, rowkey_error *error) {
  struct ArrowSchema made = ROWKEY_ZERO;
  return end_schema(&made, rowkey_arrow_decoder_schema(arguments[0].pointer, PLACE(1, made), error));
}

static rowkey_status call_rowkey_arrow_decoder_set_bad_rows(const union value *arguments,
                                                            rowkey_error *error) {
  return rowkey_arrow_decoder_set_bad_rows(arguments[0].pointer, ROWKEY_FAIL_AT_BAD, error);
}

static rowkey_status call_rowkey_arrow_encode(const union value *arguments, rowkey_error *error) {
  struct ArrowArray made = ROWKEY_ZERO;
  return end_array(&made,
                   rowkey_arrow_encode(arguments[0].pointer, arguments[1].pointer, 0, PLACE(2, made), error));
}

static rowkey_status call_rowkey_arrow_decode(const union value *arguments, rowkey_error *error) {
  struct ArrowArray made = ROWKEY_ZERO;
  return end_array(&made,
                   rowkey_arrow_decode(arguments[0].pointer, arguments[1].pointer, PLACE(2, made), error));
}

static rowkey_status call_rowkey_arrow_route(const union value *arguments, rowkey_error *error) {
  struct ArrowArray made = ROWKEY_ZERO;
  return end_array(&made, rowkey_arrow_route(arguments[0].pointer, arguments[1].pointer, arguments[2].pointer,
                                             PLACE(3, made), error));
}

static rowkey_status call_rowkey_arrow_encode_stream(const union value *arguments, rowkey_error *error) {
  struct ArrowArrayStream in = stream_of(arguments[1].pointer), out = ROWKEY_ZERO;
  return end_stream(&out, rowkey_arrow_encode_stream(arguments[0].pointer, PLACE(1, in), arguments[2].pointer,
                                                     PLACE(3, out), error));
}

static rowkey_status call_rowkey_arrow_decode_stream(const union value *arguments, rowkey_error *error) {
  struct ArrowArrayStream in = stream_of(arguments[1].pointer), out = ROWKEY_ZERO;
  return end_stream(&out, rowkey_arrow_decode_stream(arguments[0].pointer, PLACE(1, in), arguments[2].pointer,
                                                     PLACE(3, out), error));
}

/* ---- The list ------------------------------------------------------------------------------------ */

static void prepare(void) {
  static const uint64_t offsets[] = {0, 1};
  const rowkey_splits points = {.count = 1, .bytes = "\1", .offsets = offsets};
  layout = rowkey_arrow_compile(text, sizeof text - 1, &records, NULL);
  encoder = rowkey_arrow_encoder_create(layout, &records, NULL, NULL);
  decoder = rowkey_arrow_decoder_create(layout, &keys, NULL, NULL);
  reader = rowkey_arrow_reader_create(&records, NULL);
  router = rowkey_router_create(&points, NULL);
  sketch = rowkey_sketch_create(1 << 16, NULL);
}

static void add_coders(void) {
  REPORTING(rowkey_arrow_compile, ARRAY("template", text), LENGTH("template", sizeof text - 1),
            GIVEN("schema", &records));
  REPORTING(rowkey_arrow_encoder_create, GIVEN("layout", layout), GIVEN("schema", &records),
            OPTIONAL(&options));
  SILENT(rowkey_arrow_encoder_free, OPTIONAL(NULL));
  REPORTING(rowkey_arrow_encoder_schema, GIVEN("encoder", encoder), GIVEN("schema", &marker));
  REPORTING(rowkey_arrow_encode, GIVEN("encoder", encoder), GIVEN("batch", &batch), GIVEN("keys", &marker));
  SILENT(rowkey_arrow_type_name, GIVEN("schema", &records), ARRAY("text", type_text),
         NUMBER(sizeof type_text));
  REPORTING(rowkey_arrow_encode_stream, GIVEN("layout", layout), GIVEN("stream", &records),
            OPTIONAL(&options), GIVEN("stream", &marker));
  REPORTING(rowkey_arrow_decoder_create, GIVEN("layout", layout), GIVEN("schema", &keys), OPTIONAL(&records));
  SILENT(rowkey_arrow_decoder_free, OPTIONAL(NULL));
  REPORTING(rowkey_arrow_decoder_set_bad_rows, GIVEN("decoder", decoder));
  REPORTING(rowkey_arrow_decoder_schema, GIVEN("decoder", decoder), GIVEN("schema", &marker));
  REPORTING(rowkey_arrow_decode, GIVEN("decoder", decoder), GIVEN("keys", &key_array),
            GIVEN("records", &marker));
  REPORTING(rowkey_arrow_decode_stream, GIVEN("layout", layout), GIVEN("stream", &keys), OPTIONAL(&records),
            GIVEN("stream", &marker));
}

static void refuse_schemas(void) {
  static const struct {
    const char *function;
    size_t index;
  } readers[] = {{"rowkey_arrow_compile", 2},        {"rowkey_arrow_encoder_create", 1},
                 {"rowkey_arrow_decoder_create", 1}, {"rowkey_arrow_decoder_create", 2},
                 {"rowkey_arrow_reader_create", 0},  {"rowkey_arrow_encode_stream", 1},
                 {"rowkey_arrow_decode_stream", 1},  {"rowkey_arrow_decode_stream", 2},
                 {"rowkey_arrow_route", 1},          {"rowkey_arrow_sketch_add", 1}};
  static struct ArrowSchema bad[6], *no_children[] = {NULL}, *released_children[1];
  for (size_t i = 0; i < 6; i++) bad[i] = records;
  bad[0].release = NULL;
  bad[1].format = NULL;
  bad[2].n_children = -1;
  bad[3].children = NULL;
  bad[4].children = no_children;
  bad[5].children = released_children;
  released_children[0] = &bad[0];
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    for (size_t j = 0; j < 6; j++)
      add_refused((struct refused){readers[i].function, readers[i].index, &bad[j], ""});
}

static void refuse_arrays(void) {
  static const struct {
    const char *function;
    size_t index;
  } readers[] = {{"rowkey_arrow_decode", 1}, {"rowkey_arrow_route", 2}, {"rowkey_arrow_sketch_add", 2}};
  static const void *no_data[] = {NULL, NULL};
  static struct ArrowArray bad[7], *bad_children[7][1], batches[9], *no_children[] = {NULL};
  for (size_t i = 0; i < 7; i++) {
    bad[i] = key_array;
    bad_children[i][0] = &bad[i];
    batches[i] = batch;
    batches[i].children = bad_children[i];
  }
  bad[0].release = NULL;
  bad[1].length = -1;
  bad[2].length = INT64_MAX;
  bad[3].offset = INT64_MAX;
  bad[4].n_buffers = 0;
  bad[5].buffers = NULL;
  bad[6].buffers = no_data;
  batches[7] = batches[8] = batch;
  batches[7].children = NULL;
  batches[8].children = no_children;
  for (size_t i = 0; i < 7; i++)
    for (size_t j = 0; j < sizeof readers / sizeof *readers; j++)
      add_refused((struct refused){readers[j].function, readers[j].index, &bad[i], ""});
  for (size_t i = 0; i < 9; i++) {
    add_refused((struct refused){"rowkey_arrow_encode", 1, &batches[i], ""});
    add_refused((struct refused){"rowkey_arrow_reader_open", 1, &batches[i], ""});
  }
}

void add_arrow_functions(void) {
  if (layout == NULL) prepare();
  add_coders();
  REPORTING(rowkey_arrow_reader_create, GIVEN("schema", &records));
  SILENT(rowkey_arrow_reader_free, OPTIONAL(NULL));
  SILENT(rowkey_arrow_reader_columns, GIVEN("reader", reader), OPTIONAL(&count));
  REPORTING(rowkey_arrow_reader_open, GIVEN("reader", reader), GIVEN("batch", &batch));
  REPORTING(rowkey_arrow_reader_next, GIVEN("reader", reader), GIVEN("columns", &read_columns),
            GIVEN("rows", &rows));
  SILENT(rowkey_arrow_reader_value, OPTIONAL(reader), NUMBER(0), NUMBER(SIZE_MAX));
  REPORTING(rowkey_arrow_route, GIVEN("router", router), GIVEN("schema", &keys), GIVEN("keys", &key_array),
            GIVEN("regions", &marker));
  REPORTING(rowkey_arrow_sketch_add, GIVEN("sketch", sketch), GIVEN("schema", &keys),
            GIVEN("keys", &key_array));
  refuse_schemas();
  refuse_arrays();
}
