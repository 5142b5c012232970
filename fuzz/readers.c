/* The tool's readers of csv, tsv, lines, JSON lines and binary records find the records, the fields and the
 * numbers that a plain reader finds which has all bytes at hand, wherever their buffers end. */
#include <rowkey/cpu.h>
#include <string.h>

#include "host.h"
#include "plain_reader.h"
#include "reading/json_array.h"
#include "reading/reader.h"
#include "reference/reference.h"

/* What the records are like. The columns that the layout does not name are not read. */
static const struct shape {
  const struct record_kind *kind;
  uint8_t delimiter;
  const char *columns, *layout;
} shapes[] = {
    {&record_kind_csv, ',', "a:text,b:text,c:text", "{a}|{c}"},
    {&record_kind_csv, ',', "a:text", "{a}"},
    {&record_kind_csv, ';', "_,b:u64,c:text,...", "{b}|{c}"},
    {&record_kind_csv, '\t', "a:i64,b:text", "{a:i64}{b}"},
    {&record_kind_csv, ',', NULL, "{line}"},
    {&record_kind_tsv, '\t', "a:text,b:text,c:u64", "{a}|{c}"},
    {&record_kind_tsv, '\t', "a:text,...", "{a}"},
    {&record_kind_tsv, '\t', "_,b:i64", "{b:i64}"},
    {&record_kind_lines, 0, "a:text", "{a}"},
    {&record_kind_lines, 0, "a:u64", "{a}"},
    {&record_kind_binary, 0, "a:u8", "{a}"},
    {&record_kind_binary, 0, "a:3s,b:u16le,c:i8,_:2,d:u32be", "{a:3s}{b}|{c:i8}{d}"},
    {&record_kind_binary, 0, "a:i64be,b:u64le,c:i32le,d:u16be", "{a:i64}{b}|{c:i64}{d}"},
#ifdef ROWKEY_HAS_JSONL
    {&record_kind_jsonl, 0, "a:text,b:u64", "{a}|{b}"},
    {&record_kind_jsonl, 0, "u.b:i64,a:text,u.a:text,c=c\\.d:text", "{u.b:i64}{a}|{u.a}|{c}"},
    {&record_kind_jsonl, 0, "u.u.a:u64,a:text,same=a:text,u.a:text", "{u.u.a}|{a}|{same}|{u.a}"},
#endif
};
enum { SHAPES = sizeof shapes / sizeof shapes[0], CHUNK_SIZES = 48 };

/* Where the columns of JSON lines are, whose shapes are the last. */
static const struct plain_path paths[][PLAIN_FIELDS] = {
    {{{"a"}}, {{"b"}}},
    {{{"u", "b"}}, {{"a"}}, {{"u", "a"}}, {{"c.d"}}},
    {{{"u", "u", "a"}}, {{"a"}}, {{"a"}}, {{"u", "a"}}},
};
enum { JSON_SHAPES = sizeof paths / sizeof paths[0] };

/* A shape made ready, once for all executions. */
struct columns_of {
  bool ready;
  struct columns columns;
};

static const struct columns *columns_of(size_t shape) {
  static struct columns_of made[SHAPES];
  struct columns_of *of = &made[shape];
  if (of->ready) return &of->columns;
  struct failure failure;
  FUZZ_CHECK(
      columns_parse(shapes[shape].columns, shapes[shape].kind, COLUMNS_OF_FIELDS, &of->columns, &failure),
      "%s", failure.text);
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(shapes[shape].layout, strlen(shapes[shape].layout),
                                                of->columns.schema, of->columns.schema_count, &error);
  FUZZ_CHECK(layout != NULL && columns_use(&of->columns, layout, &failure), "shape %zu", shape);
  rowkey_layout_free(layout);
  of->ready = true;
  return &of->columns;
}

/* One pass over the input: a file, or two that are read one after the other. */
enum { FILES = 2 };
static char file_names[FILES][2] = {"a", "b"};

struct pass {
  const struct shape *shape;
  const struct columns *columns;
  struct record_shape records;
  struct plain_text files[FILES], text; /* that of the file being read */
  size_t file_count, file;
  size_t limit; /* of rows of a batch */
  struct batch batch;
  struct chunk chunk;
  size_t at;                  /* of the next record in the input */
  uint64_t row, file_row;     /* its number, and that of the file's first record */
  struct plain_record record; /* the one that was read last */
};

/* ---- Binary records -------------------------------------------------------------------------- */

static uint64_t binary_integer(const struct column *column, const uint8_t *bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < column->width; i++)
    value |= (uint64_t)bytes[column->little_endian ? i : column->width - 1 - i] << 8 * i;
  const bool negative =
      column->type == ROWKEY_I64 && bytes[column->little_endian ? column->width - 1 : 0] > 127;
  for (size_t i = column->width; negative && i < 8; i++) value |= UINT64_C(255) << 8 * i;
  return value;
}

static void check_binary_row(const struct pass *pass, size_t row) {
  const uint8_t *bytes = pass->text.bytes + pass->at;
  for (size_t i = 0; i < pass->columns->count; i++) {
    if (!pass->columns->used[i]) continue;
    const struct column *column = &pass->columns->items[i];
    const struct span_column *spans = &pass->batch.columns[i];
    if (column->type != ROWKEY_TEXT) {
      FUZZ_CHECK(((const uint64_t *)spans->numbers)[row] == binary_integer(column, bytes + column->field),
                 "column %s of record %llu", column->name, (unsigned long long)pass->row);
      continue;
    }
    size_t size = column->width;
    while (size > 0 && bytes[column->field + size - 1] == 0) size--;
    FUZZ_CHECK(spans->end[row] - spans->begin[row] == size &&
                   memcmp(pass->batch.base + spans->begin[row], bytes + column->field, size) == 0,
               "column %s of record %llu", column->name, (unsigned long long)pass->row);
  }
}

/* ---- Text ------------------------------------------------------------------------------------ */

static bool is_number(rowkey_type type, const uint8_t *text, size_t size, uint64_t *number) {
  int64_t is_signed = 0;
  if (type == ROWKEY_U64) return reference_parse_u64(text, size, number) == ROWKEY_OK;
  if (reference_parse_i64(text, size, &is_signed) != ROWKEY_OK) return false;
  *number = (uint64_t)is_signed;
  return true;
}

/* The fields of a record that is good, and the numbers in them. */
static void check_text_row(const struct pass *pass, size_t row) {
  const struct plain_record *record = &pass->record;
  for (size_t i = 0; i < pass->columns->count; i++) {
    if (!pass->columns->used[i]) continue;
    const struct column *column = &pass->columns->items[i];
    const struct span_column *spans = &pass->batch.columns[i];
    const size_t field = pass->shape->kind->has_members ? i : column->field;
    const uint8_t *wanted = record->text + record->fields[field].begin;
    const size_t size = record->fields[field].size;
    const bool is_null = record->fields[field].is_null;
    if (pass->shape->kind->has_members)
      FUZZ_CHECK((spans->end[row] == 0) == is_null, "field %zu of record %llu is %s", field + 1,
                 (unsigned long long)pass->row, is_null ? "not null" : "null");
    if (is_null) continue;
    FUZZ_CHECK(spans->end[row] - spans->begin[row] == size &&
                   memcmp(pass->batch.base + spans->begin[row], wanted, size) == 0,
               "field %zu of record %llu", field + 1, (unsigned long long)pass->row);
    if (column->type == ROWKEY_TEXT) continue;
    uint64_t number = 0;
    const bool is_good = is_number(column->type, wanted, size, &number);
    const size_t loaded = pass->records.kind->load(&pass->records, &pass->batch, i, row, 1);
    FUZZ_CHECK(loaded == is_good, "field %zu of record %llu is %s number", field + 1,
               (unsigned long long)pass->row, is_good ? "a" : "no");
    FUZZ_CHECK(!is_good || ((const uint64_t *)spans->numbers)[row] == number,
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
  const size_t width = pass->columns->record_width;
  FUZZ_CHECK(pass->at < pass->text.size, "there is no record %llu", (unsigned long long)pass->row);
  if (!pass->shape->kind->is_text) {
    const size_t left = pass->text.size - pass->at, size = left < width ? left : width;
    pass->record.begin = pass->at;
    pass->record.end = pass->record.next = pass->at + size;
    *good = size == width;
    return;
  }
  plain_read(&pass->text, pass->at, &pass->record);
  *good = pass->record.good && (pass->shape->kind->has_members || has_right_fields(pass));
}

static void check_record(const struct pass *pass, uint64_t begin, uint64_t end) {
  const struct plain_record *record = &pass->record;
  FUZZ_CHECK(
      end - begin == record->end - record->begin &&
          memcmp(pass->batch.base + begin, pass->text.bytes + record->begin, (size_t)(end - begin)) == 0,
      "record %llu is another one", (unsigned long long)pass->row);
}

static void check_batch(struct pass *pass) {
  struct batch *batch = &pass->batch;
  bool good = true;
  for (size_t i = 0; !pass->shape->kind->is_text && i < pass->columns->count; i++)
    if (pass->columns->used[i] && pass->columns->items[i].type != ROWKEY_TEXT)
      pass->records.kind->load(&pass->records, batch, i, 0, batch->rows);
  for (size_t row = 0; row < batch->rows; row++, pass->row++) {
    read_next(pass, &good);
    FUZZ_CHECK(good || pass->record.unchecked, "record %llu is bad", (unsigned long long)pass->row);
    check_record(pass, batch->begin[row], batch->end[row]);
    if (!pass->shape->kind->is_text)
      check_binary_row(pass, row);
    else if (good)
      check_text_row(pass, row);
    pass->at = pass->record.next;
  }
  if (!batch->has_bad) return;
  read_next(pass, &good);
  FUZZ_CHECK(!good && batch->reason[0] != 0, "record %llu is good: %s", (unsigned long long)pass->row,
             batch->reason);
  check_record(pass, batch->bad_begin, batch->bad_end);
  pass->at = pass->record.next;
  pass->row++;
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
  FUZZ_CHECK(!pass->shape->kind->is_text || pass->chunk.first_line == line,
             "byte %zu is in line %llu, not %llu", pass->at, (unsigned long long)line,
             (unsigned long long)pass->chunk.first_line);
  for (size_t at = 0; at < pass->chunk.size; at += pass->batch.next) {
    FUZZ_CHECK(pass->records.kind->split(&pass->records, &pass->chunk, at, pass->limit, &pass->batch),
               "no memory");
    FUZZ_CHECK(pass->batch.next > 0, "a batch of nothing");
    check_batch(pass);
  }
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
static bool has_names(const struct pass *pass, const struct header *header) {
  const struct plain_record *record = &pass->record;
  if (header->count != record->field_count) return false;
  for (size_t i = 0; i < header->count && i < PLAIN_FIELDS; i++)
    if (strlen(header->names[i]) != record->fields[i].size ||
        memcmp(header->names[i], record->text + record->fields[i].begin, record->fields[i].size) != 0)
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
  for (size_t i = 0; pass->shape->kind->has_members && i < pass->file_count; i++)
    found = found || json_state_of(pass->files[i].bytes, pass->files[i].size) == JSON_ELEMENTS;
  return found;
}

/* Reads records that are compared with nothing: each lies within its chunk, and is read once. */
static void read_alone(struct pass *pass, struct reader *reader) {
  struct failure failure;
  FUZZ_CHECK(batch_create(&pass->batch, pass->columns), "no memory");
  while (reader_next(reader, &pass->chunk, &failure) == READER_CHUNK)
    for (size_t at = 0; at < pass->chunk.size; at += pass->batch.next) {
      FUZZ_CHECK(pass->records.kind->split(&pass->records, &pass->chunk, at, pass->limit, &pass->batch),
                 "no memory");
      FUZZ_CHECK(pass->batch.next > 0 && pass->batch.next <= pass->chunk.size - at,
                 "a batch beyond its chunk");
      for (size_t row = 0; row < pass->batch.rows; row++)
        FUZZ_CHECK(pass->batch.begin[row] <= pass->batch.end[row], "record %zu ends before it begins", row);
      pass->row += pass->batch.rows;
    }
  chunk_free(&pass->chunk);
  batch_free(&pass->batch);
}

static void check_records(struct pass *pass, struct reader *reader) {
  struct failure failure;
  FUZZ_CHECK(batch_create(&pass->batch, pass->columns), "no memory");
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
  const bool is_known = reader->header == NULL || reader->header->count <= PLAIN_FIELDS;
  FUZZ_CHECK(good == (result == READER_END) || (good && !is_known), "%s",
             good ? failure.text : "another header is accepted");
  FUZZ_CHECK(result != READER_END || pass->at == pass->text.size, "%zu of %zu bytes are read", pass->at,
             pass->text.size);
  chunk_free(&pass->chunk);
  batch_free(&pass->batch);
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
  const enum plain_kind kind = shape->kind->has_members          ? PLAIN_JSON
                               : shape->kind == &record_kind_csv ? PLAIN_CSV
                               : shape->kind == &record_kind_tsv ? PLAIN_TSV
                                                                 : PLAIN_LINES;
  if (input.size > PLAIN_SIZE) return 0;
  const size_t file_count = form / 32 % 2 == 0 ? 1 : FILES;
  const size_t cut = file_count == 1 ? SIZE_MAX : (size_t)fuzz_take(&input, 2);
  const size_t first = cut == SIZE_MAX ? input.size : cut % (input.size + 1);
  FUZZ_EACH_ISA(kernels) {
    pass = (struct pass){.shape = shape,
                         .columns = columns_of(index),
                         .file_count = file_count,
                         .limit = limit == 16 ? BATCH_ROWS : limit};
    for (size_t i = 0; i < FILES; i++)
      pass.files[i] =
          (struct plain_text){.kind = kind,
                              .delimiter = shape->delimiter,
                              .bytes = i == 0 ? input.data : input.data + first,
                              .size = i == 0 ? first : input.size - first,
                              .paths = kind == PLAIN_JSON ? paths[index + JSON_SHAPES - SHAPES] : NULL,
                              .path_count = pass.columns->count};
    pass.text = pass.files[0];
    pass.records = (struct record_shape){
        .kind = shape->kind, .columns = pass.columns, .delimiter = shape->delimiter, .noun = "record"};
    struct header header = {0};
    struct reader reader = {.shape = &pass.records,
                            .files = files,
                            .file_count = file_count,
                            .header = form / 16 % 2 == 1 && shape->kind->header_end != NULL ? &header : NULL,
                            .chunk_size = chunk_size,
                            .most_bytes = HOST_FILE_SIZE,
                            .compression = {.is_none = has_format(&pass)}, /* the plain reader knows none */
                            .stream = STREAM_NONE};
    FUZZ_CHECK(rowkey_isa_select(kernels->name, NULL) == ROWKEY_OK, "%s", kernels->name);
    host_begin(&settings);
    for (size_t i = 0; i < file_count; i++) host_put(file_names[i], pass.files[i].bytes, pass.files[i].size);
    check_reader(&pass, &reader);
    header_free(&header);
    fuzz_count(kernels, "readers", (size_t)pass.row);
  }
  return 0;
}
