/* Records of text, and the columns that they show. */
#include "functions.h"

static const rowkey_records_settings settings = {
    .kind = ROWKEY_CSV, .columns = "name:text,site:text", .comment = "#"};
static const rowkey_records_settings with_header = {.kind = ROWKEY_CSV, .has_header = true};
static const rowkey_records_settings of_width = {.kind = ROWKEY_BINARY, .columns = "id:u64be,tag:bytes(2)"};
static const char text[] = "name,site\n";
enum { TEXT = sizeof text - 1 };
static rowkey_records *records, *named, *binary;
static rowkey_record_reader *reader;
static rowkey_column_finder *finder;
static rowkey_layout *layout;
static rowkey_record_rows rows;
static rowkey_values found[2];
static const uint64_t places[] = {0, 4};
static const rowkey_values *columns;
static rowkey_cut cut;
static size_t begin, end;
static uint64_t place;

ANSWERS(rowkey_record_kind_of, NULL, (rowkey_records_kind)SIZE(0))
REPORTS_STATUS(rowkey_records_check, POINTER(0), error)
MAKES(rowkey_records_create, rowkey_records_free, POINTER(0), error)
ACTS(rowkey_records_free, POINTER(0))
ANSWERS(rowkey_records_item_length, 0, POINTER(0))
ANSWERS(rowkey_records_columns, NULL, POINTER(0), POINTER(1), POINTER(2))
ANSWERS(rowkey_records_has_bytes, false, POINTER(0), SIZE(1))
ANSWERS(rowkey_records_width, 0, POINTER(0))
ANSWERS(rowkey_records_find_header, false, POINTER(0), POINTER(1), SIZE(2), true, POINTER(3), POINTER(4))
REPORTS_STATUS(rowkey_records_set_header, POINTER(0), POINTER(1), SIZE(2), error)
REPORTS_STATUS(rowkey_records_check_header, POINTER(0), POINTER(1), SIZE(2), error)
ANSWERS(rowkey_records_names, NULL, POINTER(0), POINTER(1))
ANSWERS(rowkey_records_begin_with_names, false, POINTER(0), POINTER(1), SIZE(2))
REPORTS_STATUS(rowkey_records_use, POINTER(0), POINTER(1), SIZE(2), error)
ACTS(rowkey_records_grow, POINTER(0))

static rowkey_status call_rowkey_records_cut(const union value *arguments, rowkey_error *error) {
  (void)error;
  cut = (rowkey_cut){0};
  return rowkey_records_cut(POINTER(0), POINTER(1), SIZE(2), POINTER(3)) == 0 ? ROWKEY_ERROR_ARGUMENT
                                                                              : ROWKEY_OK;
}

MAKES(rowkey_record_reader_create, rowkey_record_reader_free, POINTER(0), error)
ACTS(rowkey_record_reader_free, POINTER(0))
REPORTS_STATUS(rowkey_record_reader_begin, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)
REPORTS_STATUS(rowkey_record_reader_next, POINTER(0), SIZE(1), POINTER(2), error)
REPORTS_STATUS(rowkey_record_reader_values, POINTER(0), SIZE(1), SIZE(2), POINTER(3), error)
ACTS(rowkey_record_reader_place, POINTER(0), SIZE(1), POINTER(2), POINTER(3))
MAKES(rowkey_column_finder_create, rowkey_column_finder_free, POINTER(0), error)
ACTS(rowkey_column_finder_free, POINTER(0))
ANSWERS(rowkey_column_finder_columns, NULL, POINTER(0))
REPORTS_STATUS(rowkey_column_finder_add, POINTER(0), POINTER(1), SIZE(2), error)
ANSWERS(rowkey_column_finder_notes, NULL, POINTER(0))

static void prepare(void) {
  records = rowkey_records_create(&settings, NULL);
  named = rowkey_records_create(&with_header, NULL);
  binary = rowkey_records_create(&of_width, NULL);
  const rowkey_column *schema = rowkey_records_columns(records, &end, NULL);
  layout = rowkey_layout_compile("{name}|{site}", 13, schema, end, NULL);
  if (rowkey_records_use(records, NULL, 0, NULL) == ROWKEY_OK)
    reader = rowkey_record_reader_create(records, NULL);
  if (rowkey_records_set_header(named, text, TEXT - 1, NULL) == ROWKEY_OK)
    finder = rowkey_column_finder_create(named, NULL);
  for (size_t i = 0; i < 2; i++)
    found[i] = rowkey_values_of_spans(ROWKEY_KIND_TEXT, text, TEXT, places, places + 1, 1);
}

void add_reading_functions(void) {
  if (records == NULL) prepare();
  SILENT(rowkey_record_kind_of, NUMBER(ROWKEY_CSV));
  REPORTING(rowkey_records_check, GIVEN("settings", &settings));
  REPORTING(rowkey_records_create, GIVEN("settings", &settings));
  SILENT(rowkey_records_free, OPTIONAL(NULL));
  SILENT(rowkey_records_item_length, GIVEN("text", "id:u64,host:text"));
  SILENT(rowkey_records_columns, GIVEN("records", records), OPTIONAL(&begin), OPTIONAL(&end));
  SILENT(rowkey_records_has_bytes, GIVEN("records", binary), NUMBER(1));
  SILENT(rowkey_records_width, GIVEN("records", binary));
  SILENT(rowkey_records_find_header, GIVEN("records", named), ARRAY("bytes", text), LENGTH("bytes", TEXT),
         GIVEN("begin", &begin), GIVEN("end", &end));
  REPORTING(rowkey_records_set_header, GIVEN("records", named), ARRAY("line", text),
            LENGTH("line", TEXT - 1));
  REPORTING(rowkey_records_check_header, GIVEN("records", named), ARRAY("line", text),
            LENGTH("line", TEXT - 1));
  SILENT(rowkey_records_names, GIVEN("records", named), OPTIONAL(&begin));
  SILENT(rowkey_records_begin_with_names, GIVEN("records", records), ARRAY("bytes", text),
         LENGTH("bytes", TEXT));
  REPORTING(rowkey_records_use, GIVEN("records", records), ARRAY("layouts", &layout), LENGTH("layouts", 1));
  SILENT(rowkey_records_grow, OPTIONAL(records));
  SILENT(rowkey_records_cut, GIVEN("records", records), ARRAY("bytes", text), LENGTH("bytes", TEXT),
         GIVEN("cut", &cut));
  REPORTING(rowkey_record_reader_create, GIVEN("records", records));
  SILENT(rowkey_record_reader_free, OPTIONAL(NULL));
  REPORTING(rowkey_record_reader_begin, GIVEN("reader", reader), ARRAY("bytes", text), LENGTH("bytes", TEXT),
            OPTIONAL(NULL));
  REPORTING(rowkey_record_reader_next, GIVEN("reader", reader), NUMBER(1), GIVEN("rows", &rows));
  REPORTING(rowkey_record_reader_values, GIVEN("reader", reader), NUMBER(0), LENGTH("rows", 0),
            GIVEN("columns", &columns));
  SILENT(rowkey_record_reader_place, OPTIONAL(reader), NUMBER(0), OPTIONAL(&place), OPTIONAL(&place));
  REPORTING(rowkey_column_finder_create, GIVEN("records", named));
  SILENT(rowkey_column_finder_free, OPTIONAL(NULL));
  SILENT(rowkey_column_finder_columns, GIVEN("finder", finder));
  REPORTING(rowkey_column_finder_add, GIVEN("finder", finder), ARRAY("columns", found), LENGTH("rows", 1));
  SILENT(rowkey_column_finder_notes, GIVEN("finder", finder));
  static rowkey_records_settings reserved, other_kind;
  reserved = other_kind = settings;
  reserved.reserved[3] = 1;
  other_kind.kind = (rowkey_records_kind)6;
  add_refused((struct refused){"rowkey_records_check", 0, &reserved, "rowkey_records_settings"});
  add_refused((struct refused){"rowkey_records_create", 0, &reserved, "rowkey_records_settings"});
  add_refused((struct refused){"rowkey_records_create", 0, &other_kind, "rowkey_records_kind"});
  static rowkey_cut bad_cut;
  bad_cut.reserved[0] = 1;
  add_refused((struct refused){"rowkey_record_reader_begin", 3, &bad_cut, "rowkey_cut"});
}
