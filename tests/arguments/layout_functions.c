/* Layouts, keys, encoding, decoding and what is told of them. */
#include <string.h>

#include "functions.h"

static const char text[] = "{id:u64}{t:2s}";
static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                        {.name = "t", .type = ROWKEY_TEXT}};
static const uint64_t ids[] = {1, 2};
static rowkey_values values[2];
static rowkey_batch batch;
static char key_bytes[64], row_bytes[64], expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
static rowkey_key_buffer buffer;
static rowkey_keys made_keys, keys;
static rowkey_value record_values[2];
static rowkey_record record;
static size_t length, count, field_ends[2];
static uint64_t id_room[2], offset_room[3];
static char text_room[32];
static rowkey_decoded decoded[2];
static const rowkey_named_layout *named_layout;
static rowkey_layout *layout;
static rowkey_encoder *encoder;
static rowkey_decoder *decoder;

MAKES(rowkey_layout_compile, rowkey_layout_free, POINTER(0), SIZE(1), POINTER(2), SIZE(3), error)
MAKES(rowkey_layout_compile_with_implied_columns, rowkey_layout_free, POINTER(0), SIZE(1), POINTER(2),
      SIZE(3), error)
MAKES(rowkey_layout_compile_with_terminator, rowkey_layout_free, POINTER(0), SIZE(1), POINTER(2), SIZE(3),
      POINTER(4), SIZE(5), error)
ACTS(rowkey_layout_free, POINTER(0))
ANSWERS(rowkey_layout_key_width, ROWKEY_NONE, POINTER(0))
ANSWERS(rowkey_layout_uses, false, POINTER(0), 0)
ANSWERS(rowkey_layout_may_contain_byte, false, POINTER(0), 'a')
ANSWERS(rowkey_layout_may_introduce_byte, false, POINTER(0), 'a')
ANSWERS(rowkey_layout_columns, NULL, POINTER(0), POINTER(1))
ANSWERS(rowkey_layout_recovery, ROWKEY_UNUSED, POINTER(0), 0)
ANSWERS(rowkey_layout_recovers_nulls, true, POINTER(0), SIZE(1))
MAKES(rowkey_encoder_create, rowkey_encoder_free, POINTER(0), 0, error)
ACTS(rowkey_encoder_free, POINTER(0))
ANSWERS(rowkey_encode_bound, 0, POINTER(0), POINTER(1))
REPORTS_STATUS(rowkey_encode, POINTER(0), POINTER(1), POINTER(2), POINTER(3), error)
REPORTS_STATUS(rowkey_encode_row, POINTER(0), POINTER(1), POINTER(2), SIZE(3), POINTER(4), error)
REPORTS_STATUS(rowkey_key, POINTER(0), POINTER(1), SIZE(2), POINTER(3), SIZE(4), POINTER(5), error)
MAKES(rowkey_decoder_create, rowkey_decoder_free, POINTER(0), error)
ACTS(rowkey_decoder_free, POINTER(0))
ANSWERS(rowkey_decode_bound, 0, POINTER(0), POINTER(1), 1)
REPORTS_STATUS(rowkey_decode, POINTER(0), POINTER(1), POINTER(2), SIZE(3), error)
REPORTS_STATUS(rowkey_field_ends, POINTER(0), POINTER(1), SIZE(2), POINTER(3), SIZE(4), error)
MAKES(rowkey_explain, rowkey_explanation_free, POINTER(0), SIZE(1), error)
ACTS(rowkey_explanation_free, POINTER(0))
ANSWERS(rowkey_named_layout_at, NULL, 0)
ANSWERS(rowkey_named_find, NULL, POINTER(0), SIZE(1))
REPORTS_STATUS(rowkey_named_expand, POINTER(0), SIZE(1), POINTER(2), POINTER(3), SIZE(4), error)

/* ---- The library -------------------------------------------------------------------------------- */

ANSWERS(rowkey_isa_count, 0, )
ANSWERS(rowkey_isa_name, NULL, 0)
ANSWERS(rowkey_isa_supported, false, 0)
ANSWERS(rowkey_isa_lanes, 0, 0)
REPORTS_STATUS(rowkey_isa_select, POINTER(0), error)
ANSWERS(rowkey_isa_selected, NULL, )
ANSWERS(rowkey_version, NULL, )
ANSWERS(rowkey_version_number, 0, )

static rowkey_status call_rowkey_isa_preferred(const union value *arguments, rowkey_error *error) {
  (void)error;
  (void)rowkey_isa_preferred(arguments[0].length);
  return ROWKEY_OK;
}

/* What ROWKEY_ISA names is the tester's. */
static rowkey_status call_rowkey_isa_check(const union value *arguments, rowkey_error *error) {
  (void)arguments;
  const rowkey_status status = rowkey_isa_check(error);
  return status == ROWKEY_ERROR_UNSUPPORTED ? ROWKEY_OK : status;
}

static void add_library_functions(void) {
  SILENT(rowkey_isa_count, NOTHING);
  SILENT(rowkey_isa_name, NUMBER(0));
  SILENT(rowkey_isa_supported, NUMBER(0));
  SILENT(rowkey_isa_preferred, NUMBER(0));
  SILENT(rowkey_isa_lanes, NUMBER(0));
  REPORTING(rowkey_isa_select, OPTIONAL(rowkey_isa_selected()));
  SILENT(rowkey_isa_selected, NOTHING);
  REPORTING(rowkey_isa_check, NOTHING);
  SILENT(rowkey_version, NOTHING);
  SILENT(rowkey_version_number, NOTHING);
}

/* ---- Layouts ------------------------------------------------------------------------------------ */

static void prepare(void) {
  layout = rowkey_layout_compile(text, sizeof text - 1, columns, 2, NULL);
  encoder = rowkey_encoder_create(layout, 0, NULL);
  decoder = rowkey_decoder_create(layout, NULL);
  values[0] = rowkey_u64s(ids, 2);
  values[1] = rowkey_values_of_width(ROWKEY_KIND_TEXT, "ab", 1, 2);
  batch = rowkey_batch_of(values, 2, 2);
  buffer = rowkey_key_buffer_of(key_bytes, sizeof key_bytes);
  keys = rowkey_keys_of_width("\0\0\0\0\0\0\0\1a\0\0\0\0\0\0\0\0\2b", 10, 2);
  record_values[0] = rowkey_value_u64(1);
  record_values[1] = rowkey_value_text("a", 1);
  record = rowkey_record_of(record_values, 2);
  decoded[0] = rowkey_decoded_u64s(id_room, 2);
  decoded[1] = rowkey_decoded_text(text_room, sizeof text_room, offset_room, 2);
}

static void add_compilers(void) {
  REPORTING(rowkey_layout_compile, ARRAY("template", text), LENGTH("template", sizeof text - 1),
            ARRAY("columns", columns), LENGTH("columns", 2));
  REPORTING(rowkey_layout_compile_with_implied_columns, ARRAY("template", text),
            LENGTH("template", sizeof text - 1), ARRAY("columns", columns), LENGTH("columns", 2));
  REPORTING(rowkey_layout_compile_with_terminator, ARRAY("template", text),
            LENGTH("template", sizeof text - 1), ARRAY("terminator", "\n"), LENGTH("terminator", 1),
            ARRAY("columns", columns), LENGTH("columns", 2));
  SILENT(rowkey_layout_free, OPTIONAL(NULL));
}

static void add_queries(void) {
  SILENT(rowkey_layout_key_width, GIVEN("layout", layout));
  SILENT(rowkey_layout_uses, GIVEN("layout", layout));
  SILENT(rowkey_layout_may_contain_byte, GIVEN("layout", layout));
  SILENT(rowkey_layout_may_introduce_byte, GIVEN("layout", layout));
  SILENT(rowkey_layout_columns, GIVEN("layout", layout), OPTIONAL(&count));
  SILENT(rowkey_layout_recovery, GIVEN("layout", layout));
  SILENT(rowkey_layout_recovers_nulls, OPTIONAL(layout), NUMBER(0));
  REPORTING(rowkey_explain, GIVEN("layout", layout), NUMBER(0));
  SILENT(rowkey_explanation_free, OPTIONAL(NULL));
}

static void add_coders(void) {
  REPORTING(rowkey_encoder_create, GIVEN("layout", layout));
  SILENT(rowkey_encoder_free, OPTIONAL(NULL));
  SILENT(rowkey_encode_bound, GIVEN("layout", layout), GIVEN("batch", &batch));
  REPORTING(rowkey_encode, GIVEN("encoder", encoder), GIVEN("batch", &batch), GIVEN("buffer", &buffer),
            OPTIONAL(&made_keys));
  REPORTING(rowkey_encode_row, GIVEN("encoder", encoder), GIVEN("record", &record), ARRAY("key", row_bytes),
            NUMBER(sizeof row_bytes), GIVEN("length", &length));
  REPORTING(rowkey_key, GIVEN("layout", layout), ARRAY("values", record_values), LENGTH("count", 2),
            ARRAY("key", row_bytes), NUMBER(sizeof row_bytes), GIVEN("length", &length));
  REPORTING(rowkey_decoder_create, GIVEN("layout", layout));
  SILENT(rowkey_decoder_free, OPTIONAL(NULL));
  SILENT(rowkey_decode_bound, GIVEN("layout", layout), GIVEN("keys", &keys));
  REPORTING(rowkey_decode, GIVEN("decoder", decoder), GIVEN("keys", &keys), GIVEN("columns", decoded),
            LENGTH("column_count", 2));
  REPORTING(rowkey_field_ends, GIVEN("decoder", decoder), ARRAY("key", keys.data), LENGTH("key", 10),
            ARRAY("ends", field_ends), LENGTH("count", 2));
}

/* ---- Structs ------------------------------------------------------------------------------------- */

static const uint8_t bits[] = {3};

static void refuse_batches(void) {
  static rowkey_values bad[9][2];
  static rowkey_batch batches[13];
  static const char *const named[] = {"columns", "rows", "column_count", "numbering", "id",   "t",   "t",
                                      "t",       "t",    "id",           "tag is 0",  "rows", "rows"};
  for (size_t i = 0; i < 9; i++) memcpy(bad[i], values, sizeof values);
  bad[0][0].data = NULL;
  bad[1][1].data = NULL;
  bad[2][1].width = SIZE_MAX;
  bad[3][1].size = SIZE_MAX;
  bad[4][1].width = 0;
  bad[5][0] = rowkey_values_with_nulls(bad[5][0], bits, SIZE_MAX - 1);
  memset(bad[6], 0, sizeof bad[6]);
  bad[7][0].rows = 1;
  bad[8][0].rows = bad[8][1].rows = SIZE_MAX;
  batches[0] = rowkey_batch_of(NULL, 2, 2);
  batches[1] = rowkey_batch_of(values, 2, SIZE_MAX);
  batches[2] = rowkey_batch_of(values, SIZE_MAX, 2);
  batches[3] = batch;
  batches[3].numbering = (rowkey_numbering)2;
  for (size_t i = 0; i < 9; i++) batches[4 + i] = rowkey_batch_of(bad[i], 2, 2);
  batches[12].rows = SIZE_MAX;
  for (size_t i = 0; i < sizeof batches / sizeof *batches; i++)
    add_refused((struct refused){"rowkey_encode", 1, &batches[i], named[i]});
}

static void refuse_records(void) {
  static rowkey_value bad[3][2];
  static rowkey_record records[6];
  static const char *const named[] = {"values", "count", "numbering", "t", "t", "tag is 0"};
  for (size_t i = 0; i < 3; i++) memcpy(bad[i], record_values, sizeof record_values);
  bad[0][1] = rowkey_value_text(NULL, 1);
  bad[1][1] = rowkey_value_text("a", SIZE_MAX);
  memset(bad[2], 0, sizeof bad[2]);
  records[0] = rowkey_record_of(NULL, 2);
  records[1] = rowkey_record_of(record_values, SIZE_MAX);
  records[2] = record;
  records[2].numbering = (rowkey_numbering)2;
  for (size_t i = 0; i < 3; i++) records[3 + i] = rowkey_record_of(bad[i], 2);
  for (size_t i = 0; i < 6; i++) add_refused((struct refused){"rowkey_encode_row", 1, &records[i], named[i]});
}

static void refuse_buffers(void) {
  static rowkey_key_buffer buffers[1];
  static rowkey_decoded rooms[2][2];
  buffers[0] = rowkey_key_buffer_of(NULL, 64);
  add_refused((struct refused){"rowkey_encode", 2, &buffers[0], "data"});
  memcpy(rooms[0], decoded, sizeof decoded);
  memcpy(rooms[1], decoded, sizeof decoded);
  rooms[0][1].offsets = NULL;
  rooms[1][0].data = (char *)id_room + 1;
  add_refused((struct refused){"rowkey_decode", 2, rooms[0], "offsets"});
  add_refused((struct refused){"rowkey_decode", 2, rooms[1], "aligned"});
}

/* Keys that cannot be where they are said to be, for all functions that read keys. */
static void refuse_keys(void) {
  static const struct {
    const char *function;
    size_t index;
  } readers[] = {{"rowkey_decode", 1}, {"rowkey_route", 1},  {"rowkey_sketch_add", 1},
                 {"rowkey_sort", 0},   {"rowkey_gather", 0}, {"rowkey_infer", 0}};
  static rowkey_keys bad[4];
  static const char *const named[] = {"data", "rows", "width", "rows"};
  bad[0] = rowkey_keys_of_width(NULL, 10, 2);
  bad[1] = rowkey_keys_of_width(key_bytes, 10, SIZE_MAX);
  bad[2] = rowkey_keys_of_width(key_bytes, SIZE_MAX, 2);
  bad[3] = rowkey_keys_of_offsets(key_bytes, offset_room, SIZE_MAX);
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    for (size_t j = 0; j < 4; j++)
      add_refused((struct refused){readers[i].function, readers[i].index, &bad[j], named[j]});
}

void add_layout_functions(void) {
  static const char name[] = "@gbif(modulus=100)";
  if (layout == NULL) prepare();
  add_library_functions();
  add_compilers();
  add_queries();
  add_coders();
  SILENT(rowkey_named_layout_at, NOTHING);
  SILENT(rowkey_named_find, ARRAY("name", "gbif"), LENGTH("length", 4));
  REPORTING(rowkey_named_expand, ARRAY("text", name), LENGTH("text", sizeof name - 1),
            OPTIONAL(&named_layout), ARRAY("expansion", expansion), NUMBER(sizeof expansion));
  refuse_batches();
  refuse_records();
  refuse_buffers();
  refuse_keys();
}
