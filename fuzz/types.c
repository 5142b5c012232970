/* Column types: any text of a type is refused, or parses to a type. Any text of a value is refused with a
 * message, or read; then the value is written to a text that is read as the same value and written as the
 * same text, and all of that within the promised bounds. Any text of a schema is refused with a caret, or its
 * columns, spelled again, are the same schema. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "types/column_type.h"

enum { ROWS_MAX = 40, TYPE_MAX = 120, TEXT_MAX = 60 };

static const char *const types[] = {
    "time(s)",
    "time(ms)",
    "time(us)",
    "time(ns)",
    "time(ms, \"%d.%m.%Y %H:%M:%S.%f\")",
    "time(s, \"%-m/%-d/%Y %-I:%M %p\")",
    "time(us, \"%a %b %d %Y %T%z\")",
    "time(s, \"%Y%j\")",
    "time(ns, \"%s.%f\")",
    "time(s, \"%b %e %y %T %Z\")",
    "epoch(us)",
    "decimal(0)",
    "decimal(2)",
    "decimal(9)",
    "decimal(18)",
    "uuid",
    "ip",
    "ipv4",
    "hex",
    "base64",
    "bool",
    "enum(a,b,abc,\"\",\"a b\")",
};
enum { TYPES = sizeof types / sizeof types[0] };

/* Texts from which inputs make others: a few bytes of them change. */
static const char *const seeds[] = {
    "2024-02-29T23:59:59.999Z",
    "1969-12-31 23:59:60,5 -0130",
    "9999-12-31T23:59:59+00:00",
    "0001-01-01",
    "2024-03-01T12:30",
    "29.02.2024 23:59:59.001",
    "2/9/2024 12:05 AM",
    "Thu Feb 29 2024 23:59:59+02:00",
    "2024366",
    "-1709296200.250",
    "Mar  1 24 12:30:00 GMT",
    "-92233720368547758.08",
    "12345678.1234567",
    "0.000000001",
    "+12345.6e-3",
    "5.E+10",
    "123e4567-e89b-12d3-a456-426614174000",
    "123E4567E89B12D3A456426614174000",
    "2001:db8::ffff:192.0.2.1",
    "1:2:3:4:5:6:7:8",
    "::ffff:255.255.255.255",
    "00ffA1",
    "AP8QAAA=",
    "yes",
    "abc",
};
enum { SEEDS = sizeof seeds / sizeof seeds[0] };

/* Memory of exactly so many bytes, for sanitizers to watch, until the end of the execution: guarded buffers
 * are too few for all rows. */
static void *pieces[16 * ROWS_MAX];
static size_t piece_count;

static void *take_memory(size_t size) {
  FUZZ_CHECK(piece_count < sizeof pieces / sizeof pieces[0], "more pieces than there are");
  return pieces[piece_count++] = fuzz_allocate(size);
}

static void free_memory(void) {
  while (piece_count > 0) free(pieces[--piece_count]);
}

/* A type of the list, or one of the input's own text, which is hardly ever one. */
static rowkey_column_type *take_type(struct fuzz_input *input) {
  char own[TYPE_MAX];
  rowkey_error error = {.status = ROWKEY_OK};
  const size_t choice = (size_t)fuzz_take_up_to(input, 3 * TYPES);
  const char *text = types[choice % TYPES];
  size_t size = strlen(text);
  if (choice >= 2 * TYPES) {
    memcpy(own, text, size);
    for (uint64_t changes = fuzz_take_up_to(input, 3); changes > 0; changes--) {
      own[fuzz_take_up_to(input, size - 1)] = (char)fuzz_take(input, 1);
    }
    size = (size_t)fuzz_take_up_to(input, size);
    text = own;
  }
  char *copy = fuzz_guarded_copy(text, size);
  rowkey_column_type *type = rowkey_column_type_parse(copy, size, &error);
  FUZZ_CHECK(type != NULL || error.text[0] != 0, "a type without a message");
  FUZZ_CHECK(type != NULL || choice >= 2 * TYPES, "%s", error.text);
  FUZZ_CHECK(type == NULL || memcmp(rowkey_column_type_text(type), copy, size) == 0, "the text of a type");
  return type;
}

/* The texts of a batch, side by side in guarded memory. */
struct texts {
  uint64_t *offsets;
  uint8_t *bytes;
  size_t rows;
};

static struct texts take_texts(struct fuzz_input *input) {
  static uint8_t bytes[ROWS_MAX * TEXT_MAX];
  struct texts texts = {.rows = 1 + (size_t)fuzz_take_up_to(input, ROWS_MAX - 1)};
  texts.offsets = fuzz_guarded((texts.rows + 1) * sizeof *texts.offsets);
  texts.offsets[0] = 0;
  for (size_t row = 0; row < texts.rows; row++) {
    const char *seed = seeds[fuzz_take_up_to(input, SEEDS - 1)];
    size_t size = strlen(seed);
    uint8_t *text = bytes + texts.offsets[row];
    memcpy(text, seed, size);
    for (uint64_t changes = fuzz_take_up_to(input, 2); changes > 0; changes--) {
      text[fuzz_take_up_to(input, size - 1)] = (uint8_t)fuzz_take(input, 1);
    }
    if (fuzz_take(input, 1) % 8 == 0) size = (size_t)fuzz_take_up_to(input, size);
    texts.offsets[row + 1] = texts.offsets[row] + size;
  }
  texts.bytes = fuzz_guarded_copy(bytes, (size_t)texts.offsets[texts.rows]);
  return texts;
}

/* Values of a batch: numbers, or bytes and where they end. */
struct typed_values {
  uint64_t *numbers; /* NULL for bytes */
  uint8_t *bytes;
  uint64_t *offsets;
};

/* Reads rows of the texts up to the first bad one, into exactly the memory that is promised to be enough.
 * Returns how many are good. */
static size_t read_rows(const rowkey_column_type *type, const uint8_t *bytes, const uint64_t *offsets,
                        size_t rows, struct typed_values *values) {
  const rowkey_values texts =
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, bytes, (size_t)offsets[rows], offsets, rows);
  const rowkey_type kept = rowkey_column_type_column(type, "").type;
  const bool is_number = kept != ROWKEY_TEXT;
  const size_t bound = rowkey_column_type_read_bound(type, &texts, rows);
  rowkey_error error = {.status = ROWKEY_OK};
  *values = (struct typed_values){.numbers = is_number ? take_memory(rows * sizeof(uint64_t)) : NULL,
                                  .bytes = take_memory(bound),
                                  .offsets = take_memory((rows + 1) * sizeof(uint64_t))};
  const rowkey_decoded to = is_number ? rowkey_decoded_numbers(kept, values->numbers, rows)
                                      : rowkey_decoded_text(values->bytes, bound, values->offsets, rows);
  const rowkey_status status = rowkey_column_type_read(type, &texts, rows, &to, &error);
  if (status == ROWKEY_OK) return rows;
  FUZZ_CHECK(status == ROWKEY_ERROR_NUMBER && error.row < rows, "status %d: %s", (int)status, error.text);
  const size_t length = strlen(error.text);
  FUZZ_CHECK(strstr(error.text, ": it ") != NULL && strstr(error.text, " (expected ") != NULL &&
                 length < sizeof error.text - 1 && error.text[length - 1] == ')',
             "%s", error.text);
  return error.row;
}

static rowkey_values values_of(const rowkey_column_type *type, const struct typed_values *values,
                               size_t rows) {
  const rowkey_type kept = rowkey_column_type_column(type, "").type;
  const uint64_t *offsets = values->offsets;
  return kept != ROWKEY_TEXT ? rowkey_kept_numbers(kept, values->numbers, rows)
                             : rowkey_values_of_offsets(ROWKEY_KIND_KEPT, values->bytes,
                                                        (size_t)offsets[rows], offsets, rows);
}

static struct texts write_rows(const rowkey_column_type *type, const struct typed_values *from, size_t rows) {
  const rowkey_values values = values_of(type, from, rows);
  const size_t bound = rowkey_column_type_write_bound(type, &values, rows);
  struct texts texts = {
      .offsets = take_memory((rows + 1) * sizeof *texts.offsets), .bytes = take_memory(bound), .rows = rows};
  const rowkey_decoded to = rowkey_decoded_text(texts.bytes, bound, texts.offsets, rows);
  rowkey_error error = {.status = ROWKEY_OK};
  const rowkey_status status = rowkey_column_type_write(type, &values, rows, &to, &error);
  FUZZ_CHECK(status == ROWKEY_OK, "row %zu of what was read: %s", error.row, error.text);
  return texts;
}

static bool same_bytes(const void *a, const void *b, size_t size) {
  return size == 0 || memcmp(a, b, size) == 0;
}

static void check_rows(const rowkey_column_type *type, const struct texts *texts, size_t first) {
  struct typed_values values, again;
  const size_t rows = read_rows(type, texts->bytes, texts->offsets + first, texts->rows - first, &values);
  if (rows == 0) return;
  const struct texts written = write_rows(type, &values, rows);
  FUZZ_CHECK(read_rows(type, written.bytes, written.offsets, rows, &again) == rows,
             "%s refuses what it has written", rowkey_column_type_text(type));
  if (values.numbers != NULL) {
    FUZZ_CHECK(same_bytes(values.numbers, again.numbers, rows * sizeof *values.numbers), "%s: other numbers",
               rowkey_column_type_text(type));
  } else {
    FUZZ_CHECK(same_bytes(values.offsets, again.offsets, (rows + 1) * sizeof *values.offsets) &&
                   same_bytes(values.bytes, again.bytes, (size_t)values.offsets[rows]),
               "%s: other bytes", rowkey_column_type_text(type));
  }
  const struct texts second = write_rows(type, &again, rows);
  FUZZ_CHECK(same_bytes(written.offsets, second.offsets, (rows + 1) * sizeof *written.offsets) &&
                 same_bytes(written.bytes, second.bytes, (size_t)written.offsets[rows]),
             "%s: other texts", rowkey_column_type_text(type));
}

/* Any numbers are written as texts that are read as the same numbers, or refused. */
static void check_numbers(struct fuzz_input *input, const rowkey_column_type *type) {
  const rowkey_type kept = rowkey_column_type_column(type, "").type;
  if (kept == ROWKEY_TEXT) return;
  uint64_t number = fuzz_take_number(input), offsets[2], again;
  if (fuzz_take(input, 1) % 2 == 0) number = 0 - number;
  char text[1000];
  const rowkey_values values = rowkey_kept_numbers(kept, &number, 1);
  const rowkey_decoded to = rowkey_decoded_text(text, sizeof text, offsets, 1);
  rowkey_error error;
  if (rowkey_column_type_write(type, &values, 1, &to, &error) != ROWKEY_OK) {
    FUZZ_CHECK(error.status == ROWKEY_ERROR_RANGE && error.row == 0, "%s", error.text);
    return;
  }
  const rowkey_values texts =
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, (size_t)offsets[1], offsets, 1);
  const rowkey_decoded back = rowkey_decoded_numbers(kept, &again, 1);
  FUZZ_CHECK(rowkey_column_type_read(type, &texts, 1, &back, &error) == ROWKEY_OK && again == number,
             "%s: %.*s", rowkey_column_type_text(type), (int)offsets[1], text);
}

static void check_type(struct fuzz_input *input, rowkey_column_type *type) {
  const struct texts texts = take_texts(input);
  for (size_t first = 0; first < texts.rows; first++) check_rows(type, &texts, first);
  check_numbers(input, type);
  free_memory();
  rowkey_column_type_free(type);
}

/* ---- Schemas ----------------------------------------------------------------------------------------- */

enum { ITEMS_MAX = 6, ITEM_MAX = TYPE_MAX + 20, SCHEMA_MAX = ITEMS_MAX * ITEM_MAX };

static size_t take_schema(struct fuzz_input *input, char *text) {
  static const char *const names[] = {"a", " b.c", "\xc3\xa9t\xc3\xa9 ", "_", "a2\t", "1"};
  static const char *const plain[] = {"u64",   "i64 ",      "f64",      "f32", "text",
                                      "bytes", "bytes(16)", "bytes(0)", "",    "u46"};
  enum { NAMES = sizeof names / sizeof *names, PLAIN = sizeof plain / sizeof *plain };
  size_t size = 0;
  for (uint64_t items = fuzz_take_up_to(input, ITEMS_MAX); items > 0; items--) {
    const char *name = names[fuzz_take_up_to(input, NAMES - 1)];
    const size_t type = (size_t)fuzz_take_up_to(input, PLAIN + TYPES - 1);
    size += (size_t)snprintf(text + size, ITEM_MAX, "%s%s:%s", size == 0 ? "" : ",", name,
                             type < PLAIN ? plain[type] : types[type - PLAIN]);
  }
  for (uint64_t changes = fuzz_take_up_to(input, 3); changes > 0 && size > 0; changes--)
    text[fuzz_take_up_to(input, size - 1)] = (char)fuzz_take(input, 1);
  return size;
}

/* "a:u64,b:time(ms)" of the columns; they are no longer than what they were read from, but for the words
 * bytes, which is spelled text. */
static size_t spell(const rowkey_column *columns, size_t count, char *text) {
  size_t size = 0;
  for (size_t i = 0; i < count; i++) {
    size += (size_t)snprintf(text + size, ITEM_MAX, "%s%s:", i == 0 ? "" : ",", columns[i].name);
    size += rowkey_column_type_name(&columns[i], text + size, 2 * SCHEMA_MAX - size);
  }
  return size;
}

static rowkey_schema *parse_schema(const char *text, size_t size) {
  rowkey_error error = {.status = ROWKEY_OK};
  const char *copy = fuzz_guarded_copy(text, size);
  rowkey_schema *schema = rowkey_schema_parse_without_files(copy, size, &error);
  FUZZ_CHECK(schema != NULL || ((error.status == ROWKEY_ERROR_SYNTAX || error.status == ROWKEY_ERROR_TYPE) &&
                                error.offset <= size && error.column < SCHEMA_MAX &&
                                strstr(error.text, "^ expected ") != NULL),
             "status %d: %s", (int)error.status, error.text);
  return schema;
}

static void check_schema(struct fuzz_input *input) {
  static char text[SCHEMA_MAX], spelled[2 * SCHEMA_MAX], again[2 * SCHEMA_MAX];
  size_t count, same;
  rowkey_error error;
  rowkey_schema *schema = parse_schema(text, take_schema(input, text));
  if (schema == NULL) return;
  const rowkey_column *columns = rowkey_schema_columns(schema, &count);
  const size_t size = spell(columns, count, spelled);
  rowkey_layout *layout = rowkey_layout_compile("x", 1, columns, count, &error);
  FUZZ_CHECK(layout != NULL, "%s", error.text);
  rowkey_schema_free(schema);
  schema = parse_schema(spelled, size);
  FUZZ_CHECK(schema != NULL, "%.*s is refused", (int)size, spelled);
  columns = rowkey_schema_columns(schema, &same);
  FUZZ_CHECK(same == count && spell(columns, same, again) == size && memcmp(spelled, again, size) == 0,
             "%.*s is another schema", (int)size, spelled);
  rowkey_schema_free(schema);
  columns = rowkey_layout_columns(layout, &same);
  FUZZ_CHECK(same == count && spell(columns, same, again) == size && memcmp(spelled, again, size) == 0,
             "%.*s is another schema in a layout", (int)size, spelled);
  rowkey_layout_free(layout);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_without_kernels();
  struct fuzz_input input = fuzz_begin(data, size);
  rowkey_column_type *type = take_type(&input);
  if (type != NULL) check_type(&input, type);
  check_schema(&input);
  return 0;
}
