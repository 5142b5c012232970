/* A CSV that comes in pieces: the types of its columns, then a key for each record. A record that is bad is
 * named, and reading goes on after it. */
#define ROWKEY_EXPERIMENTAL
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

static const char file[] =
    "# sensors\n"
    "host,ts,note\n"
    "web1,2024-03-01T12:30:00,\"a \"\"b\"\"\"\n"
    "web2,2024-03-01,\n"
    "# the next one has two lines\n"
    "db1,2024-03-02T00:00:00,\"two\nlines\"\n"
    "db2,2024-03-02\n"
    "db3,2024-03-03,last";
enum { FILE_SIZE = sizeof file - 1, PIECE = 40, KEYS = 1024 };

/* A reader, and what its rows are for: types that are found, or keys. */
struct pass {
  rowkey_record_reader *reader;
  rowkey_column_finder *finder;
  rowkey_encoder *encoder;
  size_t column_count;
  uint64_t line; /* of the first byte of the piece */
};

static void tell(const struct pass *pass, uint64_t begin, const char *text) {
  uint64_t newlines;
  rowkey_record_reader_place(pass->reader, begin, NULL, &newlines);
  printf("line %" PRIu64 ": %s\n", pass->line + newlines, text);
}

static bool use_rows(const struct pass *pass, const rowkey_record_rows *rows, size_t first, size_t count,
                     const rowkey_values *columns, rowkey_error *error) {
  if (pass->finder != NULL) return rowkey_column_finder_add(pass->finder, columns, count, error) == ROWKEY_OK;
  char memory[KEYS];
  uint64_t offsets[ROWKEY_RECORD_ROWS + 1];
  const rowkey_batch batch = rowkey_batch_of(columns, pass->column_count, count);
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(memory, sizeof memory, offsets);
  if (rowkey_encode(pass->encoder, &batch, &buffer, NULL, error) != ROWKEY_OK) return false;
  for (size_t i = 0; i < count; i++) {
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)(offsets[i + 1] - offsets[i]), memory + offsets[i]);
    tell(pass, rows->begin[first + i], key);
  }
  return true;
}

/* Whole records of the file, and the bad ones among them told. */
static bool read_records(const struct pass *pass, const char *bytes, const rowkey_cut *cut,
                         rowkey_error *error) {
  rowkey_record_rows rows;
  if (rowkey_record_reader_begin(pass->reader, bytes, cut->end, cut, error) != ROWKEY_OK) return false;
  do {
    if (rowkey_record_reader_next(pass->reader, ROWKEY_RECORD_ROWS, &rows, error) != ROWKEY_OK) return false;
    for (size_t first = 0; first < rows.rows;) {
      const rowkey_values *columns;
      const size_t left = rows.rows - first;
      const bool all = rowkey_record_reader_values(pass->reader, first, left, &columns, error) == ROWKEY_OK;
      if (!all && error->row == ROWKEY_NONE) return false;
      const size_t good = all ? left : error->row;
      if (!all) tell(pass, rows.begin[first + good], error->text);
      if (good > 0 && !use_rows(pass, &rows, first, good, columns, error)) return false;
      first += good + !all;
    }
    if (rows.bad != NULL) tell(pass, rows.bad_begin, rows.bad);
  } while (!rows.is_last);
  return true;
}

/* The records from byte `at` of the file on, of which PIECE bytes more are there at a time. */
static bool read_file(struct pass *pass, const rowkey_records *records, size_t at, rowkey_error *error) {
  rowkey_cut cut = ROWKEY_ZERO;
  for (size_t there = at; at < FILE_SIZE;) {
    there = FILE_SIZE - there < PIECE ? FILE_SIZE : there + PIECE;
    const size_t whole = rowkey_records_cut(records, file + at, there - at, &cut);
    if (there == FILE_SIZE) cut.end = there - at; /* the last record needs no newline */
    if (cut.end == 0) continue;
    if (!read_records(pass, file + at, &cut, error)) return false;
    pass->line += rowkey_count_byte(file + at, cut.end, '\n');
    at += there == FILE_SIZE ? cut.end : whole;
    cut = (rowkey_cut)ROWKEY_ZERO;
  }
  return true;
}

/* One more pass over the file, whose columns are this list. */
static bool read_columns(struct pass *pass, const char *columns, const char *template, rowkey_error *error) {
  const rowkey_records_settings settings = {
      .kind = ROWKEY_CSV, .has_header = true, .columns = columns, .comment = "#"};
  rowkey_records *records = rowkey_records_create(&settings, error);
  rowkey_layout *layout = NULL;
  const rowkey_column *schema = rowkey_records_columns(records, &pass->column_count, NULL);
  size_t begin, end;
  bool good = records != NULL && rowkey_records_find_header(records, file, FILE_SIZE, true, &begin, &end) &&
              rowkey_records_set_header(records, file + begin, end - begin, error) == ROWKEY_OK &&
              rowkey_records_check_header(records, file + begin, end - begin, error) == ROWKEY_OK;
  if (good && template != NULL) {
    layout = rowkey_layout_compile(template, strlen(template), schema, pass->column_count, error);
    pass->encoder = layout == NULL ? NULL : rowkey_encoder_create(layout, 0, error);
    good = pass->encoder != NULL;
  }
  const rowkey_layout *const used = layout;
  good = good && rowkey_records_use(records, &used, layout != NULL, error) == ROWKEY_OK &&
         (pass->reader = rowkey_record_reader_create(records, error)) != NULL;
  pass->line = 3;
  if (good && rowkey_records_grow(records)) printf("one thread has to read all\n");
  good = good && read_file(pass, records, end + 1, error);
  rowkey_record_reader_free(pass->reader);
  rowkey_encoder_free(pass->encoder);
  rowkey_layout_free(layout);
  rowkey_records_free(records);
  return good;
}

int main(void) {
  const rowkey_records_settings settings = {.kind = ROWKEY_CSV, .has_header = true, .comment = "#"};
  rowkey_error error = {.text = ""};
  rowkey_records *records = rowkey_records_create(&settings, &error);
  size_t begin, end, count;
  char text[256] = "";
  bool good = rowkey_records_check(&settings, &error) == ROWKEY_OK && records != NULL &&
              rowkey_records_find_header(records, file, FILE_SIZE, true, &begin, &end) &&
              rowkey_records_set_header(records, file + begin, end - begin, &error) == ROWKEY_OK;
  const char *const *names = rowkey_records_names(records, &count);
  for (size_t i = 0; good && i < count; i++) printf("%s%s", names[i], i + 1 < count ? ", " : "\n");

  struct pass finding = {.finder = good ? rowkey_column_finder_create(records, &error) : NULL};
  if (finding.finder != NULL) {
    snprintf(text, sizeof text, "%s", rowkey_column_finder_columns(finding.finder));
    good = read_columns(&finding, text, NULL, &error);
    snprintf(text, sizeof text, "%s", rowkey_column_finder_columns(finding.finder));
    printf("%s\n%s\n", text, rowkey_column_finder_notes(finding.finder));
    printf("first: %.*s\n", (int)rowkey_records_item_length(text), text);
  }
  struct pass encoding = {.finder = NULL};
  good = good && read_columns(&encoding, text, "{host}|{ts}", &error);
  if (!good) fprintf(stderr, "%s\n", error.text);
  rowkey_column_finder_free(finding.finder);
  rowkey_records_free(records);

  /* The same names without a word of a header; and records that are not text. */
  const rowkey_records_settings fields = {.kind = ROWKEY_CSV, .columns = "host:text,_,note:bytes"};
  const rowkey_records_settings of_width = {.kind = ROWKEY_BINARY, .columns = "id:u32le,_:4"};
  rowkey_records *plain = rowkey_records_create(&fields, &error);
  rowkey_records *binary = rowkey_records_create(&of_width, &error);
  printf("%s: %s\n", rowkey_record_kind_of(ROWKEY_CSV)->summary,
         rowkey_records_begin_with_names(plain, file + 10, FILE_SIZE - 10) ? "names" : "records");
  printf("note is %s\n", rowkey_records_has_bytes(plain, 1) ? "bytes" : "text");
  printf("%zu bytes\n", rowkey_records_width(binary));
  rowkey_records_free(plain);
  rowkey_records_free(binary);
  return good ? 0 : 1;
}
