/* Column types, dictionaries, profiles, advice and inference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "functions.h"
#include "load/load.h"
#include "types/column_type.h"

static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                        {.name = "ts", .type = ROWKEY_I64},
                                        {.name = "heat", .type = ROWKEY_F64}};
static const uint64_t ids[] = {1, 1, 2, 2};
static const double heats[] = {0.5, 1.5, 2.5, 3.5};
static const int64_t times[] = {5, 6, 7, 8};
static rowkey_values records[3], texts, numbers;
static rowkey_column_type *type, *hex;
static const rowkey_column_type *const types[] = {NULL, NULL, NULL};
static char text_room[64], path[64];
static uint64_t offset_room[3], id_room[2];
static rowkey_decoded written_room, name_room;
static rowkey_schema *schema;
static rowkey_dictionary *dictionary;
static rowkey_profile *profile;
static rowkey_advisor *advisor;
static const rowkey_values *sample_columns;
static const uint64_t *sample_numbers;
static uint64_t measured;
static rowkey_load_report report;
static rowkey_load *load;
static rowkey_pictured pictured;
static rowkey_value cells[3];
static rowkey_record one_record;
static char filled[200];
static rowkey_rows_seen seen;
static size_t picture_size;
static rowkey_keys keys;
static rowkey_advice_settings settings;
static const char question[] = "id = ?, heat > 1";

ANSWERS(rowkey_column_type_text, NULL, POINTER(0))
ANSWERS(rowkey_column_type_write_bound, SIZE_MAX, POINTER(0), POINTER(1), SIZE(2))
REPORTS_STATUS(rowkey_column_type_write, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)
ACTS(rowkey_dictionary_free, POINTER(0))
ANSWERS(rowkey_dictionary_count, 0, POINTER(0))
REPORTS_STATUS(rowkey_dictionary_ids, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)
REPORTS_STATUS(rowkey_dictionary_names, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)
MAKES(rowkey_dictionary_open, rowkey_dictionary_free, POINTER(0), POINTER(1), error)

MAKES(rowkey_profile_create, rowkey_profile_free, POINTER(0), SIZE(1), SIZE(2), error)
ACTS(rowkey_profile_free, POINTER(0))
REPORTS_STATUS(rowkey_profile_add, POINTER(0), POINTER(1), SIZE(2), error)
ANSWERS(rowkey_profile_rows, 0, POINTER(0))
ANSWERS(rowkey_profile_column, NULL, POINTER(0), 0)
ANSWERS(rowkey_profile_sample, 0, POINTER(0), POINTER(1), POINTER(2))
MAKES(rowkey_infer, rowkey_inference_free, POINTER(0), POINTER(1), error)
ACTS(rowkey_inference_free, POINTER(0))

static rowkey_status call_rowkey_dictionary_names_size(const union value *arguments, rowkey_error *error) {
  (void)error;
  const size_t size =
      rowkey_dictionary_names_size(arguments[0].pointer, arguments[1].pointer, arguments[2].length);
  return size == 0 || size == SIZE_MAX ? ROWKEY_ERROR_ARGUMENT : ROWKEY_OK;
}

MAKES(rowkey_schema_parse, rowkey_schema_free, POINTER(0), SIZE(1), error)
MAKES(rowkey_schema_parse_without_files, rowkey_schema_free, POINTER(0), SIZE(1), error)
ACTS(rowkey_schema_free, POINTER(0))
ANSWERS(rowkey_schema_columns, NULL, POINTER(0), POINTER(1))
REPORTS_STATUS(rowkey_column_declare, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)
ACTS(rowkey_column_free, POINTER(0))
ANSWERS(rowkey_column_type_name, 0, POINTER(0), POINTER(1), SIZE(2))
ANSWERS(rowkey_column_hidden_part, NULL, POINTER(0))
REPORTS_STATUS(rowkey_value_keep, POINTER(0), POINTER(1), POINTER(2), SIZE(3), POINTER(4), error)

static rowkey_status call_rowkey_column_type_column(const union value *arguments, rowkey_error *error) {
  (void)error;
  return rowkey_column_type_column(arguments[0].pointer, arguments[1].pointer).type == ROWKEY_I64
             ? ROWKEY_OK
             : ROWKEY_ERROR_ARGUMENT;
}

/* ---- Advice ------------------------------------------------------------------------------------- */

/* Its calls have an order: each call below has an advisor of its own that is so far. */
enum stage { BEGUN, ASKED, ADDED, SEARCHED };

static rowkey_advisor *advisor_at(enum stage stage) {
  rowkey_advisor *made = rowkey_advisor_create(&settings, columns, NULL, 3, NULL);
  bool good = made != NULL;
  if (stage >= ASKED)
    good = good && rowkey_advisor_ask(made, question, sizeof question - 1, NULL) == ROWKEY_OK;
  if (stage >= ADDED) good = good && rowkey_advisor_add(made, records, 4, NULL) == ROWKEY_OK;
  if (stage >= SEARCHED) good = good && rowkey_advisor_search(made, NULL, NULL, NULL) == ROWKEY_OK;
  if (good) return made;
  rowkey_advisor_free(made);
  return NULL;
}

#define ADVISES(function, stage, ...)                                                       \
  static rowkey_status call_##function(const union value *arguments, rowkey_error *error) { \
    rowkey_advisor *given = arguments[0].pointer == NULL ? NULL : advisor_at(stage);        \
    const rowkey_status status = function(given, __VA_ARGS__);                              \
    rowkey_advisor_free(given);                                                             \
    return status;                                                                          \
  }

static void share_alone(void *context, rowkey_advice_work *work, void *of, size_t count) {
  (void)context;
  for (size_t i = 0; i < count; i++) work(of, i);
}

MAKES(rowkey_advisor_create, rowkey_advisor_free, POINTER(0), POINTER(1), POINTER(2), SIZE(3), error)
ACTS(rowkey_advisor_free, POINTER(0))
ADVISES(rowkey_advisor_ask, BEGUN, POINTER(1), SIZE(2), error)
ADVISES(rowkey_advisor_order, BEGUN, POINTER(1), SIZE(2), error)
ADVISES(rowkey_advisor_keep, BEGUN, SIZE(1), SIZE(2), error)
ADVISES(rowkey_advisor_consider, BEGUN, POINTER(1), POINTER(2), SIZE(3), error)
ADVISES(rowkey_advisor_share, BEGUN, SIZE(1), arguments[2].pointer == NULL ? NULL : share_alone, POINTER(3),
        error)
ADVISES(rowkey_advisor_add, ASKED, POINTER(1), SIZE(2), error)
ADVISES(rowkey_advisor_search, ADDED, NULL, POINTER(1), error)
ADVISES(rowkey_advisor_load, SEARCHED, SIZE(1), POINTER(2), POINTER(3), SIZE(4), error)
ANSWERS(rowkey_advisor_profile, NULL, POINTER(0))
ANSWERS(rowkey_advisor_designs, 0, POINTER(0))
ANSWERS(rowkey_advisor_design, NULL, POINTER(0), 0)
ANSWERS(rowkey_advisor_example, NULL, POINTER(0), 0)
ACTS(rowkey_advisor_note, POINTER(0), SIZE(1))
ANSWERS(rowkey_advisor_candidates, 0, POINTER(0), POINTER(1))
ANSWERS(rowkey_advisor_choose, ROWKEY_NONE, POINTER(0))
ANSWERS(rowkey_advisor_tables, NULL, POINTER(0), 1)

REPORTS_STATUS(rowkey_question_fill, POINTER(0), POINTER(1), SIZE(2), POINTER(3), SIZE(4), POINTER(5),
               POINTER(6), SIZE(7), POINTER(8), error)
MAKES(rowkey_picture_loads, rowkey_picture_free, ROWKEY_PICTURE_HEAT, POINTER(0), POINTER(1), SIZE(2),
      POINTER(3), error)
MAKES(rowkey_picture_designs, rowkey_picture_free, POINTER(0), 0, 0, POINTER(1), POINTER(2), SIZE(3),
      POINTER(4), error)
ACTS(rowkey_picture_free, POINTER(0))
MAKES(rowkey_heat_create, rowkey_heat_free, POINTER(0), SIZE(1), error)
ACTS(rowkey_heat_free, POINTER(0))

static void add_pictures(void) {
  REPORTING(rowkey_question_fill, GIVEN("columns", columns), OPTIONAL(types), LENGTH("column", 3),
            ARRAY("question", question), LENGTH("question", sizeof question - 1),
            GIVEN("record", &one_record), GIVEN("text", filled), NUMBER(sizeof filled),
            GIVEN("size", &picture_size));
  REPORTING(rowkey_picture_loads, GIVEN("rows seen", &seen), GIVEN("layouts", &pictured),
            LENGTH("layouts", 1), GIVEN("size", &picture_size));
  REPORTING(rowkey_picture_designs, GIVEN("advisor", advisor), GIVEN("rows seen", &seen),
            GIVEN("layouts", &pictured), LENGTH("layouts", 1), GIVEN("size", &picture_size));
  SILENT(rowkey_picture_free, OPTIONAL(NULL));
  REPORTING(rowkey_heat_create, GIVEN("layouts", &pictured), LENGTH("layouts", 1));
  SILENT(rowkey_heat_free, OPTIONAL(NULL));
}

static void add_advisor(void) {
  static const char template[] = "{id:u64}{ts:i64}";
  REPORTING(rowkey_advisor_create, GIVEN("settings", &settings), GIVEN("columns", columns), OPTIONAL(types),
            LENGTH("columns", 3));
  SILENT(rowkey_advisor_free, OPTIONAL(NULL));
  REPORTING(rowkey_advisor_ask, GIVEN("advisor", advisor), ARRAY("question", question),
            LENGTH("question", sizeof question - 1));
  REPORTING(rowkey_advisor_order, GIVEN("advisor", advisor), ARRAY("order", "ts"), LENGTH("order", 2));
  REPORTING(rowkey_advisor_keep, GIVEN("advisor", advisor), LENGTH("column", 0), LENGTH("column", 1));
  REPORTING(rowkey_advisor_consider, GIVEN("advisor", advisor), OPTIONAL("mine"), ARRAY("template", template),
            LENGTH("template", sizeof template - 1));
  REPORTING(rowkey_advisor_share, GIVEN("advisor", advisor), LENGTH("threads", 2), GIVEN("share", &settings),
            OPTIONAL(NULL));
  REPORTING(rowkey_advisor_add, GIVEN("advisor", advisor), ARRAY("columns", records), LENGTH("rows", 4));
  REPORTING(rowkey_advisor_search, GIVEN("advisor", advisor), OPTIONAL(NULL));
  REPORTING(rowkey_advisor_load, GIVEN("advisor", advisor), LENGTH("design", 0), GIVEN("regions", &report),
            ARRAY("servers", &report), LENGTH("servers", 1));
  SILENT(rowkey_advisor_profile, GIVEN("advisor", advisor));
  SILENT(rowkey_advisor_designs, GIVEN("advisor", advisor));
  SILENT(rowkey_advisor_design, GIVEN("advisor", advisor));
  SILENT(rowkey_advisor_example, GIVEN("advisor", advisor));
  SILENT(rowkey_advisor_note, OPTIONAL(advisor), NUMBER(0));
  SILENT(rowkey_advisor_candidates, GIVEN("advisor", advisor), OPTIONAL(&measured));
  SILENT(rowkey_advisor_choose, GIVEN("advisor", advisor));
  SILENT(rowkey_advisor_tables, GIVEN("advisor", advisor));
}

/* ---- Columns ------------------------------------------------------------------------------------ */

static void remove_dictionary(void) { unlink(path); }

static void prepare(void) {
  records[0] = rowkey_u64s(ids, 4);
  records[1] = rowkey_i64s(times, 4);
  records[2] = rowkey_f64s(heats, 4);
  texts = rowkey_values_of_width(ROWKEY_KIND_TEXT, "2024-02-292024-03-01", 10, 2);
  numbers = rowkey_kept_numbers(ROWKEY_I64, times, 2);
  type = rowkey_column_type_parse("time(ms)", 8, NULL);
  schema = rowkey_schema_parse("id:u64", 6, NULL);
  hex = rowkey_column_type_parse("hex", 3, NULL);
  written_room = rowkey_decoded_text(text_room, sizeof text_room, offset_room, 2);
  name_room = written_room;
  snprintf(path, sizeof path, "null_arguments.%ld.uid", (long)getpid());
  atexit(remove_dictionary);
  dictionary = rowkey_dictionary_open(path, NULL, NULL);
  profile = rowkey_profile_create(columns, 3, 0, NULL);
  if (rowkey_profile_add(profile, records, 4, NULL) == ROWKEY_OK &&
      rowkey_dictionary_ids(dictionary, &texts, 2, id_room, NULL) == ROWKEY_OK)
    settings = rowkey_advice_settings_of(2, 1);
  advisor = advisor_at(SEARCHED);
  load = rowkey_load_create(2, 1, NULL);
  pictured = rowkey_pictured_of("{id:u64}", rowkey_load_finish(load));
  for (size_t i = 0; i < 3; i++) cells[i] = rowkey_value_u64(7);
  one_record = rowkey_record_of(cells, 3);
  seen = rowkey_rows_seen_of("a test", 0, 1, 1);
  keys = rowkey_keys_of_width("01020304", 2, 4);
}

static void add_types(void) {
  SILENT(rowkey_column_type_text, GIVEN("type", type));
  SILENT(rowkey_column_type_column, GIVEN("type", type), OPTIONAL("t"));
  SILENT(rowkey_column_type_write_bound, GIVEN("type", hex), ARRAY("values", &texts), LENGTH("rows", 2));
  REPORTING(rowkey_column_type_write, GIVEN("type", type), GIVEN("values", &numbers), LENGTH("rows", 2),
            GIVEN("texts", &written_room));
}

static void add_schemas(void) {
  static const char text[] = "id:u64,ts:i64";
  static const rowkey_column stamp = {.name = "ts", .type = ROWKEY_I64, .unit = ROWKEY_SECONDS};
  static rowkey_value value;
  static rowkey_column declared;
  static rowkey_value kept;
  static size_t count;
  value = rowkey_value_u64(7);
  REPORTING(rowkey_schema_parse, ARRAY("schema", text), LENGTH("schema", sizeof text - 1));
  REPORTING(rowkey_schema_parse_without_files, ARRAY("schema", text), LENGTH("schema", sizeof text - 1));
  SILENT(rowkey_schema_free, OPTIONAL(NULL));
  SILENT(rowkey_schema_columns, GIVEN("schema", schema), OPTIONAL(&count));
  REPORTING(rowkey_column_declare, GIVEN("name", "id"), ARRAY("type", "u64"), LENGTH("type", 3),
            GIVEN("column", &declared));
  SILENT(rowkey_column_free, OPTIONAL(NULL));
  SILENT(rowkey_column_type_name, GIVEN("column", columns), ARRAY("text", text_room),
         NUMBER(sizeof text_room));
  SILENT(rowkey_column_hidden_part, GIVEN("column", &stamp));
  REPORTING(rowkey_value_keep, GIVEN("column", columns), GIVEN("value", &value), OPTIONAL(text_room),
            NUMBER(sizeof text_room), GIVEN("kept", &kept));
}

static void add_dictionary(void) {
  REPORTING(rowkey_dictionary_open, GIVEN("path", path), OPTIONAL(NULL));
  SILENT(rowkey_dictionary_free, OPTIONAL(NULL));
  SILENT(rowkey_dictionary_count, GIVEN("dictionary", dictionary));
  REPORTING(rowkey_dictionary_ids, GIVEN("dictionary", dictionary), GIVEN("names", &texts), LENGTH("rows", 2),
            GIVEN("ids", id_room));
  SILENT(rowkey_dictionary_names_size, GIVEN("dictionary", dictionary), ARRAY("ids", &records[0]),
         LENGTH("rows", 2));
  REPORTING(rowkey_dictionary_names, GIVEN("dictionary", dictionary), GIVEN("ids", &records[0]),
            LENGTH("rows", 2), GIVEN("names", &name_room));
}

/* Texts that cannot be where they are said to be. */
static void refuse_texts(void) {
  static const uint8_t bits[] = {3};
  static rowkey_values bad[6];
  for (size_t i = 0; i < 6; i++) bad[i] = texts;
  bad[0].data = NULL;
  bad[1].width = SIZE_MAX;
  bad[2].size = SIZE_MAX;
  bad[3].width = 0;
  bad[4] = rowkey_values_with_nulls(texts, bits, SIZE_MAX - 1);
  bad[5].tag = 0;
  for (size_t i = 0; i < 6; i++) add_refused((struct refused){"rowkey_dictionary_ids", 1, &bad[i], "names"});
}

/* What they have no errors for. */
static void refuse_bounds(void) {
  static const uint8_t bits[] = {3};
  static rowkey_values no_bits, no_id_bits;
  no_bits = rowkey_values_with_nulls(texts, bits, SIZE_MAX - 1);
  no_id_bits = rowkey_values_with_nulls(records[0], bits, SIZE_MAX - 1);
  add_refused((struct refused){"rowkey_column_type_write_bound", 1, &no_bits, ""});
  add_refused((struct refused){"rowkey_dictionary_names_size", 1, &no_id_bits, ""});
  add_refused((struct refused){"rowkey_dictionary_names", 1, &no_id_bits, "ids"});
}

static void refuse_columns(void) {
  static rowkey_values bad[3][3];
  static const uint8_t bits[] = {3};
  for (size_t i = 0; i < 3; i++) memcpy(bad[i], records, sizeof records);
  bad[0][2].data = NULL;
  bad[1][2] = rowkey_values_with_nulls(records[2], bits, SIZE_MAX - 1);
  bad[2][2].tag = 0;
  for (size_t i = 0; i < 3; i++) {
    add_refused((struct refused){"rowkey_profile_add", 1, bad[i], "heat"});
    add_refused((struct refused){"rowkey_advisor_add", 1, bad[i], "heat"});
  }
}

void add_record_functions(void) {
  if (type == NULL) prepare();
  add_types();
  add_schemas();
  add_dictionary();
  REPORTING(rowkey_profile_create, ARRAY("columns", columns), LENGTH("columns", 3), NUMBER(0));
  SILENT(rowkey_profile_free, OPTIONAL(NULL));
  REPORTING(rowkey_profile_add, GIVEN("profile", profile), ARRAY("columns", records), LENGTH("rows", 4));
  SILENT(rowkey_profile_rows, GIVEN("profile", profile));
  SILENT(rowkey_profile_column, GIVEN("profile", profile));
  SILENT(rowkey_profile_sample, GIVEN("profile", profile), OPTIONAL(&sample_columns),
         OPTIONAL(&sample_numbers));
  add_advisor();
  add_pictures();
  REPORTING(rowkey_infer, GIVEN("keys", &keys), OPTIONAL(NULL));
  SILENT(rowkey_inference_free, OPTIONAL(NULL));
  refuse_texts();
  refuse_bounds();
  refuse_columns();
}
