/* The tool's readers of csv, tsv, lines, JSON lines and binary records find the records, the fields and the
 * numbers that a plain reader finds which has all bytes at hand, wherever their buffers end. */
#include <rowkey/cpu.h>
#include <rowkey/records.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "plain_reader.h"
#include "reading/json_array.h"
#include "reading/reader.h"
#ifdef ROWKEY_HAS_JSONL
#include "records/json/index.h"
#endif
#include "reference/reference.h"

/* What the records are like. The columns that the layout does not name are not read. */
static const struct shape {
  rowkey_records_kind kind;
  uint8_t delimiter;
  const char *columns, *layout;
} shapes[] = {
    {ROWKEY_CSV, ',', "a:text,b:text,c:text", "{a}|{c}"},
    {ROWKEY_CSV, ',', "a:text", "{a}"},
    {ROWKEY_CSV, ';', "_,b:u64,c:text,...", "{b}|{c}"},
    {ROWKEY_CSV, '\t', "a:i64,b:text", "{a:i64}{b}"},
    {ROWKEY_CSV, ',', NULL, "{line}"},
    {ROWKEY_TSV, '\t', "a:text,b:text,c:u64", "{a}|{c}"},
    {ROWKEY_TSV, '\t', "a:text,...", "{a}"},
    {ROWKEY_TSV, '\t', "_,b:i64", "{b:i64}"},
    {ROWKEY_LINES, 0, "a:text", "{a}"},
    {ROWKEY_LINES, 0, "a:u64", "{a}"},
    {ROWKEY_BINARY, 0, "a:u8", "{a}"},
    {ROWKEY_BINARY, 0, "a:3s,b:u16le,c:i8,_:2,d:u32be", "{a:3s}{b}|{c:i8}{d}"},
    {ROWKEY_BINARY, 0, "a:i64be,b:u64le,c:i32le,d:u16be", "{a:i64}{b}|{c:i64}{d}"},
    {ROWKEY_JSONL, 0, "a:text,b:u64", "{a}|{b}"},
    {ROWKEY_JSONL, 0, "u.b:i64,a:text,u.a:text,c=c\\.d:text", "{u.b:i64}{a}|{u.a}|{c}"},
    {ROWKEY_JSONL, 0, "u.u.a:u64,a:text,same=a:text,u.a:text", "{u.u.a}|{a}|{same}|{u.a}"},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0], CHUNK_SIZES = 48 };

/* Where the columns of JSON lines are, whose shapes are the last. */
static const struct plain_path paths[][PLAIN_FIELDS] = {
    {{{"a"}}, {{"b"}}},
    {{{"u", "b"}}, {{"a"}}, {{"u", "a"}}, {{"c.d"}}},
    {{{"u", "u", "a"}}, {{"a"}}, {{"a"}}, {{"u", "a"}}},
};
enum { JSON_SHAPES = sizeof paths / sizeof paths[0] };

/* A column as the shape's text says it. */
enum { MOST_COLUMNS = 4 };
struct field_column {
  char type;            /* u and i for numbers, s for bytes padded with NUL, t for text */
  size_t field, width;  /* text: the field. binary: the first byte, and how many */
  bool used, is_little; /* whether the layout reads it */
};

/* A shape made ready, once for all executions. */
struct columns_of {
  rowkey_records *records;
  struct field_column items[MOST_COLUMNS];
  size_t count, field_count;
  bool more_fields;
};

static void read_item(struct columns_of *of, const char *item, size_t *byte) {
  if (item[0] == '.') {
    of->more_fields = true;
    return;
  }
  const bool skips = item[0] == '_';
  const char *type = strchr(item, ':');
  struct field_column column = {.type = skips || type[1] == '3' ? 's' : type[1]};
  column.width = !skips && column.type != 's' ? strtoul(type + 2, NULL, 10) / 8
                 : type == NULL               ? 0
                                              : strtoul(type + 1, NULL, 10);
  column.is_little = type != NULL && strstr(type, "le") != NULL;
  column.field = type != NULL && column.type != 't' && *byte != SIZE_MAX ? *byte : of->field_count;
  if (*byte != SIZE_MAX) *byte += column.width;
  of->field_count++;
  if (!skips) of->items[of->count++] = column;
}

static void read_items(struct columns_of *of, const struct shape *shape) {
  char text[64];
  size_t byte = shape->kind == ROWKEY_BINARY ? 0 : SIZE_MAX;
  of->more_fields = shape->columns == NULL;
  snprintf(text, sizeof text, "%s", shape->columns == NULL ? "" : shape->columns);
  for (char *item = strtok(text, ","); item != NULL; item = strtok(NULL, ",")) read_item(of, item, &byte);
}

/* JSON is indexed by simdjson where the build has it, or by the library. */
static const struct columns_of *columns_of(size_t index, bool plain) {
  static struct columns_of made[2][SHAPES];
  struct columns_of *of = &made[plain][index];
  const struct shape *shape = &shapes[index];
  if (of->records != NULL) return of;
  const rowkey_records_settings settings = {
      .kind = shape->kind,
      .delimiter = shape->kind == ROWKEY_CSV || shape->kind == ROWKEY_TSV ? shape->delimiter : 0,
      .columns = shape->columns,
#ifdef ROWKEY_HAS_JSONL
      .json = plain ? NULL : &simdjson_index,
#endif
  };
  rowkey_error error;
  size_t count;
  of->records = rowkey_records_create(&settings, &error);
  FUZZ_CHECK(of->records != NULL, "%s", error.text);
  const rowkey_column *columns = rowkey_records_columns(of->records, &count, NULL);
  rowkey_layout *layout = rowkey_layout_compile(shape->layout, strlen(shape->layout), columns, count, &error);
  FUZZ_CHECK(layout != NULL, "shape %zu: %s", index, error.text);
  FUZZ_CHECK(rowkey_records_use(of->records, (const rowkey_layout *[]){layout}, 1, &error) == ROWKEY_OK, "%s",
             error.text);
  read_items(of, shape);
  for (size_t i = 0; i < of->count; i++) of->items[i].used = rowkey_layout_uses(layout, i);
  rowkey_layout_free(layout);
  return of;
}

/* One pass over the input: a file, or two that are read one after the other. */
enum { FILES = 2 };
static char file_names[FILES][2] = {"a", "b"};

struct pass {
  const struct shape *shape;
  const struct columns_of *columns;
  const rowkey_record_kind *kind;
  rowkey_record_reader *reader;
  struct plain_text files[FILES], text; /* that of the file being read */
  size_t file_count, file;
  size_t limit; /* of rows of a batch */
  rowkey_record_rows batch;
  struct chunk chunk;
  size_t at;                  /* of the next record in the input */
  uint64_t row, file_row;     /* its number, and that of the file's first record */
  struct plain_record record; /* the one that was read last */
};

/* ---- Binary records -------------------------------------------------------------------------- */

static uint64_t binary_integer(const struct field_column *column, const uint8_t *bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < column->width; i++)
    value |= (uint64_t)bytes[column->is_little ? i : column->width - 1 - i] << 8 * i;
  const bool negative = column->type == 'i' && bytes[column->is_little ? column->width - 1 : 0] > 127;
  for (size_t i = column->width; negative && i < 8; i++) value |= UINT64_C(255) << 8 * i;
  return value;
}

/* Whether the only row of the values has this text. */
static bool has_text(const rowkey_values *values, const uint8_t *text, size_t size) {
  return values->end[0] - values->begin[0] == size &&
         memcmp((const uint8_t *)values->data + values->begin[0], text, size) == 0;
}

static void check_binary_row(const struct pass *pass, size_t row) {
  const uint8_t *bytes = pass->text.bytes + pass->at;
  const rowkey_values *values;
  FUZZ_CHECK(rowkey_record_reader_values(pass->reader, row, 1, &values, NULL) == ROWKEY_OK, "record %llu",
             (unsigned long long)pass->row);
  for (size_t i = 0; i < pass->columns->count; i++) {
    const struct field_column *column = &pass->columns->items[i];
    if (!column->used) continue;
    if (column->type != 's') {
      FUZZ_CHECK(*(const uint64_t *)values[i].data == binary_integer(column, bytes + column->field),
                 "column %zu of record %llu", i, (unsigned long long)pass->row);
      continue;
    }
    size_t size = column->width;
    while (size > 0 && bytes[column->field + size - 1] == 0) size--;
    FUZZ_CHECK(has_text(&values[i], bytes + column->field, size), "column %zu of record %llu", i,
               (unsigned long long)pass->row);
  }
}

/* ---- Text ------------------------------------------------------------------------------------ */

static bool is_number(char type, const uint8_t *text, size_t size, uint64_t *number) {
  int64_t is_signed = 0;
  if (type == 'u') return reference_parse_u64(text, size, number) == ROWKEY_OK;
  if (reference_parse_i64(text, size, &is_signed) != ROWKEY_OK) return false;
  *number = (uint64_t)is_signed;
  return true;
}

static bool is_bool(const uint8_t *text, size_t size) {
  return (size == 4 && memcmp(text, "true", 4) == 0) || (size == 5 && memcmp(text, "false", 5) == 0);
}

/* Whether the columns take all fields of the record. Those of JSON may take some more: 1e3, and true. */
static bool has_good_values(const struct pass *pass) {
  const struct plain_record *record = &pass->record;
  uint64_t number;
  for (size_t i = 0; i < pass->columns->count; i++) {
    const struct field_column *column = &pass->columns->items[i];
    const size_t field = pass->kind->has_members ? i : column->field;
    const uint8_t *text = record->text + record->fields[field].begin;
    const size_t size = record->fields[field].size;
    if (!column->used || record->fields[field].is_null) continue;
    if (column->type == 't' ? pass->kind->has_members && is_bool(text, size)
                            : !is_number(column->type, text, size, &number))
      return false;
  }
  return true;
}

/* The fields of a record that is good, and the numbers in them. */
static void check_text_row(const struct pass *pass, size_t row) {
  const struct plain_record *record = &pass->record;
  const rowkey_values *values;
  const bool good = has_good_values(pass);
  const rowkey_status status = rowkey_record_reader_values(pass->reader, row, 1, &values, NULL);
  FUZZ_CHECK(status == ROWKEY_OK ? good || pass->kind->has_members : !good,
             "the values of record %llu are %s", (unsigned long long)pass->row, good ? "good" : "bad");
  for (size_t i = 0; good && i < pass->columns->count; i++) {
    const struct field_column *column = &pass->columns->items[i];
    if (!column->used) continue;
    const size_t field = pass->kind->has_members ? i : column->field;
    const uint8_t *wanted = record->text + record->fields[field].begin;
    const size_t size = record->fields[field].size;
    const bool is_null = values[i].validity != NULL && (values[i].validity[0] & 1) == 0;
    FUZZ_CHECK(is_null == record->fields[field].is_null, "field %zu of record %llu is %s", field + 1,
               (unsigned long long)pass->row, is_null ? "null" : "not null");
    uint64_t number = 0;
    if (is_null) continue;
    if (column->type == 't')
      FUZZ_CHECK(has_text(&values[i], wanted, size), "field %zu of record %llu", field + 1,
                 (unsigned long long)pass->row);
    else
      FUZZ_CHECK(
          is_number(column->type, wanted, size, &number) && *(const uint64_t *)values[i].data == number,
          "the number in field %zu of record %llu", field + 1, (unsigned long long)pass->row);
  }
}

static bool has_right_fields(const struct pass *pass) {
  const size_t fields = pass->record.field_count, wanted = pass->columns->field_count;
  return fields == wanted || (fields > wanted && pass->columns->more_fields);
}

/* ---- Records --------------------------------------------------------------------------------- */

/* Reads the next record the plain way. */
static void read_next(struct pass *pass, bool *good) {
  const size_t width = rowkey_records_width(pass->columns->records);
  FUZZ_CHECK(pass->at < pass->text.size, "there is no record %llu", (unsigned long long)pass->row);
  if (!pass->kind->is_text) {
    const size_t left = pass->text.size - pass->at, size = left < width ? left : width;
    pass->record.begin = pass->at;
    pass->record.end = pass->record.next = pass->at + size;
    *good = size == width;
    return;
  }
  plain_read(&pass->text, pass->at, &pass->record);
  *good = pass->record.good && (pass->kind->has_members || has_right_fields(pass));
}

static void check_record(const struct pass *pass, uint64_t begin, uint64_t end) {
  const struct plain_record *record = &pass->record;
  FUZZ_CHECK(
      end - begin == record->end - record->begin &&
          memcmp(pass->batch.bytes + begin, pass->text.bytes + record->begin, (size_t)(end - begin)) == 0,
      "record %llu is another one", (unsigned long long)pass->row);
}

static void check_batch(struct pass *pass) {
  const rowkey_record_rows *batch = &pass->batch;
  bool good = true;
  for (size_t row = 0; row < batch->rows; row++, pass->row++) {
    read_next(pass, &good);
    FUZZ_CHECK(good || pass->record.unchecked, "record %llu is bad", (unsigned long long)pass->row);
    check_record(pass, batch->begin[row], batch->end[row]);
    if (!pass->kind->is_text)
      check_binary_row(pass, row);
    else if (good)
      check_text_row(pass, row);
    pass->at = pass->record.next;
  }
  if (batch->bad == NULL) return;
  read_next(pass, &good);
  FUZZ_CHECK(!good && batch->bad[0] != 0, "record %llu is good: %s", (unsigned long long)pass->row,
             batch->bad);
  check_record(pass, batch->bad_begin, batch->bad_end);
  pass->at = pass->record.next;
  pass->row++;
}

static void begin_chunk(struct pass *pass) {
  FUZZ_CHECK(rowkey_record_reader_begin(pass->reader, pass->chunk.bytes, pass->chunk.size, &pass->chunk.cut,
                                        NULL) == ROWKEY_OK,
             "no memory");
}

static bool split_next(struct pass *pass) {
  FUZZ_CHECK(rowkey_record_reader_next(pass->reader, pass->limit, &pass->batch, NULL) == ROWKEY_OK,
             "no memory");
  const bool has_some = pass->batch.rows > 0 || pass->batch.bad != NULL;
  FUZZ_CHECK(has_some || pass->batch.is_last, "a batch of nothing");
  return has_some;
}

static void check_chunk(struct pass *pass) {
  uint64_t line = 1;
  for (size_t i = 0; i < pass->at; i++) line += pass->text.bytes[i] == '\n';
  FUZZ_CHECK(pass->chunk.first_record == pass->row - pass->file_row + 1,
             "a chunk begins with record %llu of its file, not %llu",
             (unsigned long long)pass->chunk.first_record,
             (unsigned long long)(pass->row - pass->file_row + 1));
  FUZZ_CHECK(pass->chunk.first_byte == pass->at && pass->chunk.first_row == pass->row,
             "a chunk begins with record %llu at byte %llu, not %llu at %zu",
             (unsigned long long)pass->chunk.first_row, (unsigned long long)pass->chunk.first_byte,
             (unsigned long long)pass->row, pass->at);
  FUZZ_CHECK(!pass->kind->is_text || pass->chunk.first_line == line, "byte %zu is in line %llu, not %llu",
             pass->at, (unsigned long long)line, (unsigned long long)pass->chunk.first_line);
  begin_chunk(pass);
  while (split_next(pass)) check_batch(pass);
}

/* Reads the header line the plain way; false when there is none, or a bad one. */
static bool read_header(struct pass *pass) {
  const struct plain_text *text = &pass->text;
  const size_t mark = text->size >= 3 && memcmp(text->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  if (text->size == 0) return false;
  struct plain_text unmarked = *text;
  unmarked.bytes += mark;
  unmarked.size -= mark;
  plain_read(&unmarked, 0, &pass->record);
  pass->at = mark + pass->record.next;
  return pass->record.good && memchr(unmarked.bytes, 0, pass->record.end) == NULL;
}

/* Whether the record that was read last has these names. */
static bool has_names(const struct pass *pass, const struct file_header *header) {
  const struct plain_record *record = &pass->record;
  size_t count;
  const char *const *names = rowkey_records_names(header->records, &count);
  if (count != record->field_count) return false;
  for (size_t i = 0; i < count && i < PLAIN_FIELDS; i++)
    if (strlen(names[i]) != record->fields[i].size ||
        memcmp(names[i], record->text + record->fields[i].begin, record->fields[i].size) != 0)
      return false;
  return true;
}

/* Goes on to the next file, whose header must be that of the first one; false when it is not. */
static bool begin_next_file(struct pass *pass, const struct reader *reader) {
  FUZZ_CHECK(pass->at == pass->text.size, "%zu of %zu bytes are read", pass->at, pass->text.size);
  FUZZ_CHECK(pass->file + 1 < pass->file_count, "there is no file after %s", file_names[pass->file]);
  pass->text = pass->files[++pass->file];
  pass->at = 0;
  pass->file_row = pass->row;
  return reader->header == NULL || (read_header(pass) && has_names(pass, reader->header));
}

/* Whether a file is a JSON array, of which the plain reader knows nothing. */
static bool has_array(const struct pass *pass) {
  bool found = false;
  for (size_t i = 0; pass->kind->has_members && i < pass->file_count; i++)
    found = found || json_state_of(pass->files[i].bytes, pass->files[i].size) == JSON_ELEMENTS;
  return found;
}

/* Reads records that are compared with nothing: each lies within its chunk, and is read once. */
static void read_alone(struct pass *pass, struct reader *reader) {
  struct failure failure;
  while (reader_next(reader, &pass->chunk, &failure) == READER_CHUNK) {
    begin_chunk(pass);
    while (split_next(pass)) {
      for (size_t row = 0; row < pass->batch.rows; row++)
        FUZZ_CHECK(pass->batch.begin[row] <= pass->batch.end[row], "record %zu ends before it begins", row);
      pass->row += pass->batch.rows;
    }
  }
  chunk_free(&pass->chunk);
}

static void check_records(struct pass *pass, struct reader *reader) {
  struct failure failure;
  enum reader_result result;
  while ((result = reader_next(reader, &pass->chunk, &failure)) == READER_CHUNK) {
    if (strcmp(pass->chunk.file, file_names[pass->file]) != 0)
      FUZZ_CHECK(begin_next_file(pass, reader), "another header is accepted");
    check_chunk(pass);
  }
  /* Files without records have no chunk. */
  bool good = true;
  while (good && pass->file + 1 < pass->file_count) good = begin_next_file(pass, reader);
  /* Names after the first few are not compared here. */
  size_t names = 0;
  if (reader->header != NULL) rowkey_records_names(reader->header->records, &names);
  const bool is_known = names <= PLAIN_FIELDS;
  FUZZ_CHECK(good == (result == READER_END) || (good && !is_known), "%s",
             good ? failure.text : "another header is accepted");
  FUZZ_CHECK(result != READER_END || pass->at == pass->text.size, "%zu of %zu bytes are read", pass->at,
             pass->text.size);
  chunk_free(&pass->chunk);
}

static void check_reader(struct pass *pass, struct reader *reader) {
  struct failure failure;
  const bool good = reader->header == NULL || read_header(pass);
  FUZZ_CHECK(reader_open(reader, &failure) == good, "the header is %s", good ? failure.text : "bad");
  FUZZ_CHECK(!good || reader->header == NULL || has_names(pass, reader->header), "other names");
  if (good) (has_array(pass) ? read_alone : check_records)(pass, reader);
  reader_free(reader);
  host_check_clean();
}

/* Whether a file begins as compressed ones do, or as those that are refused. */
static bool has_format(const struct pass *pass) {
  bool found = false, open;
  for (size_t i = 0; i < pass->file_count; i++) {
    const struct plain_text *file = &pass->files[i];
    found = found || format_of(file->bytes, file->size, &open) != NULL;
  }
  return found;
}

/* Those that take the names of a header, whatever these are. */
static rowkey_records *records_with_header(const struct shape *shape) {
  const rowkey_records_settings settings = {.kind = shape->kind,
                                            .has_header = true,
                                            .delimiter = shape->kind == ROWKEY_LINES ? 0 : shape->delimiter};
  rowkey_records *records = rowkey_records_create(&settings, NULL);
  FUZZ_CHECK(records != NULL, "no memory");
  return records;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char *const files[] = {file_names[0], file_names[1]};
  static struct pass pass;
  struct fuzz_input input = fuzz_begin(data, size);
  const size_t index = (size_t)fuzz_take_up_to(&input, SHAPES - 1);
  const size_t chunk_size = 1 + (size_t)fuzz_take_up_to(&input, CHUNK_SIZES);
  const struct host_settings settings = {.most_read = (size_t)fuzz_take_up_to(&input, 20)};
  const uint64_t form = fuzz_take(&input, 1);
  const size_t limit = 1 + (size_t)form % 16;
  const struct shape *shape = &shapes[index];
  const rowkey_record_kind *about = rowkey_record_kind_of(shape->kind);
  const enum plain_kind kind = about->has_members          ? PLAIN_JSON
                               : shape->kind == ROWKEY_CSV ? PLAIN_CSV
                               : shape->kind == ROWKEY_TSV ? PLAIN_TSV
                                                           : PLAIN_LINES;
  if (input.size > PLAIN_SIZE) return 0;
  const size_t file_count = form / 32 % 2 == 0 ? 1 : FILES;
  const size_t cut = file_count == 1 ? SIZE_MAX : (size_t)fuzz_take(&input, 2);
  const size_t first = cut == SIZE_MAX ? input.size : cut % (input.size + 1);
  FUZZ_EACH_ISA(kernels) {
    pass = (struct pass){.shape = shape,
                         .columns = columns_of(index, form / 64 % 2 == 1),
                         .kind = about,
                         .file_count = file_count,
                         .limit = limit == 16 ? ROWKEY_RECORD_ROWS : limit};
    for (size_t i = 0; i < FILES; i++)
      pass.files[i] =
          (struct plain_text){.kind = kind,
                              .delimiter = shape->delimiter,
                              .bytes = i == 0 ? input.data : input.data + first,
                              .size = i == 0 ? first : input.size - first,
                              .paths = kind == PLAIN_JSON ? paths[index + JSON_SHAPES - SHAPES] : NULL,
                              .path_count = pass.columns->count};
    pass.text = pass.files[0];
    pass.reader = rowkey_record_reader_create(pass.columns->records, NULL);
    FUZZ_CHECK(pass.reader != NULL, "no memory");
    const bool has_header = form / 16 % 2 == 1 && about->may_have_header;
    const struct columns columns = {.records = pass.columns->records};
    const struct record_shape records = {about, &columns, "record"};
    struct file_header header = {NULL, has_header ? records_with_header(shape) : NULL};
    struct reader reader = {.shape = &records,
                            .files = files,
                            .file_count = file_count,
                            .header = has_header ? &header : NULL,
                            .chunk_size = chunk_size,
                            .most_bytes = HOST_FILE_SIZE,
                            .compression = {.is_none = has_format(&pass)}, /* the plain reader knows none */
                            .stream = STREAM_NONE};
    FUZZ_CHECK(rowkey_isa_select(kernels->name, NULL) == ROWKEY_OK, "%s", kernels->name);
    host_begin(&settings);
    for (size_t i = 0; i < file_count; i++) host_put(file_names[i], pass.files[i].bytes, pass.files[i].size);
    check_reader(&pass, &reader);
    rowkey_records_free(header.records);
    rowkey_record_reader_free(pass.reader);
    fuzz_count(kernels, "readers", (size_t)pass.row);
  }
  return 0;
}
