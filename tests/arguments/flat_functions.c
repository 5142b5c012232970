/* The functions without structs, whose errors are bytes. */
#include <string.h>

#include "functions.h"

static const char text[] = "{id:u64}", schema[] = "id:u64";
static rowkey_flat *flat, *made;
static uint64_t ids[] = {1, 2}, room[2], length;
static uint8_t key_bytes[16], record_bytes[64], schema_text[64], record[12], key[8];
static uint64_t columns[ROWKEY_FLAT_COLUMN], rooms[ROWKEY_FLAT_COLUMN], keys[ROWKEY_FLAT_KEYS],
    given_keys[ROWKEY_FLAT_KEYS];

/* Gives a function its two arguments of errors, and reads what it wrote. */
#define REPORTS_BYTES(function, ...)                                                           \
  static rowkey_status call_##function(const union value *arguments, rowkey_error *error) {    \
    uint8_t bytes[1000];                                                                       \
    const int32_t status =                                                                     \
        function(__VA_ARGS__, error == NULL ? NULL : bytes, error == NULL ? 0 : sizeof bytes); \
    if (status != ROWKEY_OK && error != NULL) {                                                \
      error->status = (rowkey_status)status;                                                   \
      strcpy(error->text, (const char *)bytes + 3 * sizeof(int64_t));                          \
    }                                                                                          \
    return (rowkey_status)status;                                                              \
  }

static int32_t open_and_free(const void *template, size_t template_size, const void *column_text,
                             size_t column_size, rowkey_flat **to, uint8_t *error, size_t error_size) {
  const int32_t status =
      rowkey_flat_open(template, template_size, column_text, column_size, to, error, error_size);
  if (status == ROWKEY_OK) rowkey_flat_free(*to);
  return status;
}

#define call_rowkey_flat_open call_open_and_free
REPORTS_BYTES(open_and_free, POINTER(0), SIZE(1), POINTER(2), SIZE(3), POINTER(4))
ACTS(rowkey_flat_free, POINTER(0))
ANSWERS(rowkey_flat_schema, 0, POINTER(0), POINTER(1), SIZE(2))
ANSWERS(rowkey_flat_key_width, UINT64_MAX, POINTER(0))
REPORTS_BYTES(rowkey_flat_key, POINTER(0), POINTER(1), SIZE(2), POINTER(3), SIZE(4), POINTER(5))
REPORTS_BYTES(rowkey_flat_record, POINTER(0), POINTER(1), SIZE(2), POINTER(3), SIZE(4), POINTER(5))
REPORTS_BYTES(rowkey_flat_encode, POINTER(0), POINTER(1), SIZE(2), SIZE(3), 0, POINTER(4), POINTER(5))
REPORTS_BYTES(rowkey_flat_decode, POINTER(0), POINTER(1), SIZE(2), POINTER(3), SIZE(4))

static uint64_t word_of(const void *address) { return (uint64_t)(uintptr_t)address; }

static void prepare_flat(void) {
  if (rowkey_flat_open(text, sizeof text - 1, schema, sizeof schema - 1, &flat, NULL, 0) != ROWKEY_OK) return;
  const uint32_t tag = rowkey_kept_tag(ROWKEY_U64);
  memcpy(record, &tag, sizeof tag);
  columns[0] = rooms[0] = tag;
  columns[1] = rooms[1] = 2;
  columns[2] = word_of(ids);
  rooms[2] = word_of(room);
  keys[0] = word_of(key_bytes);
  keys[1] = sizeof key_bytes;
  given_keys[0] = word_of("\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\2");
  given_keys[1] = 8;
}

void add_flat_functions(void) {
  if (flat == NULL) prepare_flat();
  REPORTING(rowkey_flat_open, ARRAY("template", text), LENGTH("template", sizeof text - 1),
            ARRAY("schema", schema), LENGTH("schema", sizeof schema - 1), GIVEN("flat", &made));
  SILENT(rowkey_flat_free, OPTIONAL(NULL));
  SILENT(rowkey_flat_schema, GIVEN("flat", flat), OPTIONAL(schema_text), NUMBER(sizeof schema_text));
  SILENT(rowkey_flat_key_width, GIVEN("flat", flat));
  REPORTING(rowkey_flat_key, GIVEN("flat", flat), ARRAY("record", record), LENGTH("record", sizeof record),
            GIVEN("key", key), NUMBER(sizeof key), GIVEN("length", &length));
  REPORTING(rowkey_flat_record, GIVEN("flat", flat), ARRAY("key", key), LENGTH("key", sizeof key),
            ARRAY("record", record_bytes), LENGTH("record", sizeof record_bytes), GIVEN("length", &length));
  REPORTING(rowkey_flat_encode, GIVEN("flat", flat), ARRAY("columns", columns), LENGTH("column", 1),
            LENGTH("rows", 2), GIVEN("keys", keys), GIVEN("size", &length));
  REPORTING(rowkey_flat_decode, GIVEN("flat", flat), GIVEN("keys", given_keys), LENGTH("rows", 2),
            ARRAY("columns", rooms), LENGTH("column", 1));
}
