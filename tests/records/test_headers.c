/* Headers, and the columns that they and the values show. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"

/* ---- Headers ---------------------------------------------------------------------------------- */

static const struct {
  const char *bytes;
  rowkey_records_settings settings;
  const char *error; /* NULL where the header is good */
} headers[] = {
    {"a,b\n1,2\n", {.kind = ROWKEY_CSV, .columns = "b:u64,a:u64"}, NULL},
    {"\357\273\277\"a\nb\",\"c \"\"d\"\"\"\r\n", {.kind = ROWKEY_CSV, .columns = "x=c \"d\":text"}, NULL},
    {"#x\n# y\nid;n", {.kind = ROWKEY_CSV, .columns = "id:u64", .comment = "#", .delimiter = ';'}, NULL},
    {"a,b\n",
     {.kind = ROWKEY_CSV, .columns = "c:u64"},
     "the header has no column c: its columns are \"a\", \"b\""},
    {"a;b\n",
     {.kind = ROWKEY_CSV, .columns = "a:u64", .option = "--"},
     "the header has no column a: its columns are \"a;b\" (--delimiter ';' cuts fields there)"},
    {"a\ta\n", {.kind = ROWKEY_TSV, .columns = "a:u64"}, "the header names column a twice"},
    {"a,\"b\n", {.kind = ROWKEY_CSV}, "field 2 of the header has a quote that is not closed"},
};

static void headers_are_read(void) {
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    const char *bytes = headers[i].bytes;
    const size_t size = strlen(bytes);
    rowkey_records_settings settings = headers[i].settings;
    rowkey_error error = {.text = ""};
    settings.has_header = true;
    rowkey_records *records = rowkey_records_create(&settings, &error);
    size_t begin, end, whole_begin, whole_end;
    CHECK(records != NULL, "%s: %s", bytes, error.text);
    CHECK(rowkey_records_find_header(records, bytes, size, true, &whole_begin, &whole_end), "%s", bytes);
    /* It is found as soon as its newline is there. */
    for (size_t there = 0; there <= size; there++)
      CHECK(rowkey_records_find_header(records, bytes, there, false, &begin, &end) == (there > whole_end) &&
                (there <= whole_end ? begin <= whole_begin : begin == whole_begin && end == whole_end),
            "%zu bytes of %s", there, bytes);
    const rowkey_status status =
        rowkey_records_set_header(records, bytes + whole_begin, whole_end - whole_begin, &error);
    CHECK((status == ROWKEY_OK) == (headers[i].error == NULL), "%s: %s", bytes, error.text);
    CHECK(status == ROWKEY_OK || strcmp(error.text, headers[i].error) == 0, "%s: %s", bytes, error.text);
    if (status == ROWKEY_OK)
      CHECK(rowkey_records_check_header(records, bytes + whole_begin, whole_end - whole_begin, &error) ==
                    ROWKEY_OK &&
                rowkey_records_check_header(records, "other", 5, &error) == ROWKEY_ERROR_COLUMN,
            "%s", bytes);
    rowkey_records_free(records);
  }
}

/* ---- Columns that are found ------------------------------------------------------------------- */

static rowkey_records *named_records(const char *header, const char *null, rowkey_error *error) {
  const rowkey_records_settings settings = {.kind = ROWKEY_CSV, .has_header = true, .null = null};
  rowkey_records *records = rowkey_records_create(&settings, error);
  CHECK(records != NULL && rowkey_records_set_header(records, header, strlen(header), error) == ROWKEY_OK,
        "%s", error->text);
  return records;
}

/* Gives all records of the text to the finder. */
static void add_text(rowkey_column_finder *finder, const char *header, const char *null, const char *text) {
  rowkey_records_settings settings = {.kind = ROWKEY_CSV, .has_header = true, .null = null};
  rowkey_error error;
  settings.columns = rowkey_column_finder_columns(finder);
  rowkey_records *records = rowkey_records_create(&settings, &error);
  CHECK(records != NULL && rowkey_records_set_header(records, header, strlen(header), &error) == ROWKEY_OK &&
            rowkey_records_use(records, NULL, 0, &error) == ROWKEY_OK,
        "%s: %s", settings.columns, error.text);
  rowkey_record_reader *reader = rowkey_record_reader_create(records, &error);
  rowkey_record_rows rows;
  const rowkey_values *columns;
  CHECK(rowkey_record_reader_begin(reader, text, strlen(text), NULL, &error) == ROWKEY_OK, "%s", error.text);
  do {
    CHECK(rowkey_record_reader_next(reader, 2, &rows, &error) == ROWKEY_OK && rows.bad == NULL, "%s", text);
    CHECK(rowkey_record_reader_values(reader, 0, rows.rows, &columns, &error) == ROWKEY_OK &&
              rowkey_column_finder_add(finder, columns, rows.rows, &error) == ROWKEY_OK,
          "%s", error.text);
  } while (!rows.is_last);
  rowkey_record_reader_free(reader);
  rowkey_records_free(records);
}

static void check_found(const char *header, const char *null, const char *text, const char *found,
                        const char *notes) {
  rowkey_error error;
  rowkey_records *records = named_records(header, null, &error);
  rowkey_column_finder *finder = rowkey_column_finder_create(records, &error);
  CHECK(finder != NULL, "%s", error.text);
  add_text(finder, header, null, text);
  CHECK(strcmp(rowkey_column_finder_columns(finder), found) == 0, "%s instead of %s",
        rowkey_column_finder_columns(finder), found);
  CHECK(strcmp(rowkey_column_finder_notes(finder), notes) == 0, "%s instead of %s",
        rowkey_column_finder_notes(finder), notes);
  rowkey_column_finder_free(finder);
  rowkey_records_free(records);
}

static void columns_are_found(void) {
  check_found("n,x y,t,u,e", NULL,
              "1,-2,2024-03-01T12:30:00,00000000-0000-0000-0000-00000000000a,1709296200\n"
              "20,3,2024-03-01,00000000-0000-0000-0000-00000000000b,1709296201\n"
              "3,4,2024-03-02,00000000-0000-0000-0000-00000000000b,1709296202\n",
              "n:u64,x_y=x y:i64,t:time(s),u:uuid,e:epoch(s)", "");
  check_found(
      "n,d,line", NULL, "1,03/04/2024,1.5\nNA,05/06/2024,02\n", "n:text,d:text,column3=line:text",
      "n has NA: with null 'NA' it is u64\n"
      "d is text: time(s, \"%m/%d/%Y\") or time(s, \"%d/%m/%Y\") reads its values (columns takes it)");
  check_found("n", "NA", "1\nNA\n", "n:u64", "");
  check_found("a:b,a_b", NULL, "", "column1=a\\:b:text,a_b:text", "");
}

static void names_that_no_list_holds(void) {
  char many[20002] = "";
  for (size_t i = 0; i < 20000; i++) many[i] = i % 2 == 0 ? 'a' : ',';
  const struct {
    const char *header, *error;
  } bad[] = {
      {many, "the header names 10001 columns (expected at most 10000, or columns with fewer of them)"},
      {"a,b,a", "the header names column \"a\" twice (expected different names, or columns with the others)"},
      {"\"a,b\"",
       "the header has the name \"a,b\", which a list of columns cannot hold (expected no comma and no single "
       "parenthesis, or columns with the others)"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    rowkey_error error;
    rowkey_records *records = named_records(bad[i].header, NULL, &error);
    CHECK(rowkey_column_finder_create(records, &error) == NULL && error.status == ROWKEY_ERROR_COLUMN &&
              strcmp(error.text, bad[i].error) == 0,
          "%s", error.text);
    rowkey_records_free(records);
  }
}

/* ---- Settings --------------------------------------------------------------------------------- */

static void settings_that_cannot_be(void) {
  static const struct {
    rowkey_records_settings settings;
    const char *error;
  } bad[] = {
      {{.kind = ROWKEY_LINES, .delimiter = ','}, "option delimiter needs input csv or tsv"},
      {{.kind = ROWKEY_CSV, .delimiter = '"'}, "option delimiter: a quote or line end separates no fields"},
      {{.kind = ROWKEY_CSV, .null = "a,b"},
       "option null: no field can be \"a,b\" (expected text without quotes, delimiters and line ends)"},
      {{.kind = ROWKEY_JSONL, .comment = "#"}, "option comment needs input lines, csv or tsv"},
      {{.kind = ROWKEY_BINARY}, "input binary needs columns, which gives a record's width"},
      {{.kind = ROWKEY_BINARY, .has_header = true, .columns = "a:u8"},
       "option header: binary records have no header line"},
      {{.kind = ROWKEY_CSV, .columns = "a:u64,a:text"}, "option columns: a is named twice"},
      {{.kind = ROWKEY_LINES, .columns = "a:text,b:text"},
       "option columns: a line is one column (use input csv or tsv for several)"},
      {{.kind = ROWKEY_TSV, .width = 3},
       "a width is given, which is that of binary records without columns"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    rowkey_error error;
    CHECK(rowkey_records_create(&bad[i].settings, &error) == NULL && strcmp(error.text, bad[i].error) == 0,
          "%zu: %s", i, error.text);
  }
}

static void readers_come_after_use(void) {
  const rowkey_records_settings settings = {.kind = ROWKEY_CSV, .columns = "name:text"};
  rowkey_error error;
  rowkey_records *records = rowkey_records_create(&settings, &error);
  CHECK(rowkey_record_reader_create(records, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "%s",
        error.text);
  CHECK(rowkey_records_begin_with_names(records, "name\nx\n", 7), "the names are not seen");
  CHECK(!rowkey_records_begin_with_names(records, "Name\nx\n", 7), "other names are seen");
  rowkey_records_free(records);
}

static void check_refused(rowkey_status status, rowkey_status expected, const rowkey_error *error,
                          const char *text) {
  CHECK(status == expected && error->status == expected && strcmp(error->text, text) == 0, "%d: %s", status,
        error->text);
}

static void headers_come_before_use(void) {
  const rowkey_records_settings members = {.kind = ROWKEY_JSONL, .columns = "name:text"},
                                names = {.kind = ROWKEY_CSV, .has_header = true};
  rowkey_error error = {.text = ""};
  rowkey_records *records = rowkey_records_create(&members, &error);
  check_refused(rowkey_records_set_header(records, "name", 4, &error), ROWKEY_ERROR_ARGUMENT, &error,
                "jsonl has no header line");
  rowkey_records_free(records);
  records = rowkey_records_create(&names, &error);
  CHECK(rowkey_column_finder_create(records, &error) == NULL, "a finder without names");
  check_refused(ROWKEY_ERROR_ARGUMENT, ROWKEY_ERROR_ARGUMENT, &error,
                "the records have no header (expected one that is set)");
  rowkey_records_free(records);
  records = named_records("name", NULL, &error);
  CHECK(rowkey_records_use(records, NULL, 0, &error) == ROWKEY_OK, "%s", error.text);
  check_refused(rowkey_records_set_header(records, "name", 4, &error), ROWKEY_ERROR_ARGUMENT, &error,
                "the columns that are used are known already");
  rowkey_records_free(records);
}

/* Columns that no reader has made. */
static void finders_take_texts(void) {
  static const uint64_t begins[] = {0, 2}, ends[] = {2, 5}, numbers[] = {1, 2};
  rowkey_error error = {.text = ""};
  rowkey_records *records = named_records("name", NULL, &error);
  rowkey_column_finder *finder = rowkey_column_finder_create(records, &error);
  const rowkey_values integers = rowkey_u64s(numbers, 2);
  check_refused(rowkey_column_finder_add(finder, &integers, 2, &error), ROWKEY_ERROR_TYPE, &error,
                "the column is not one of texts as a reader gives them");
  const rowkey_values texts = rowkey_values_of_spans(ROWKEY_KIND_TEXT, "abcde", 4, begins, ends, 2);
  check_refused(rowkey_column_finder_add(finder, &texts, 2, &error), ROWKEY_ERROR_ARGUMENT, &error,
                "a text lies outside of its bytes");
  CHECK(error.row == 1, "row %zu", (size_t)error.row);
  rowkey_column_finder_free(finder);
  rowkey_records_free(records);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"headers are found and read", headers_are_read},
                               {"names and types of columns are found", columns_are_found},
                               {"names that no list holds are refused", names_that_no_list_holds},
                               {"settings that do not go together are refused", settings_that_cannot_be},
                               {"readers come after the columns are known", readers_come_after_use},
                               {"headers come before the columns are used", headers_come_before_use},
                               {"finders take texts of readers alone", finders_take_texts}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
