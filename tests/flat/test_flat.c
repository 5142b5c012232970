/* rowkey/flat.h: its keys and columns are those of the functions with structs, and any bytes are a record or
 * an error. */
#include <pthread.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "testing.h"

enum { RECORD = 512, KEY = 256, ERROR = 2000, PLACE = 3 * sizeof(int64_t) };

/* ---- Handles and records ------------------------------------------------------------------------------ */

static uint8_t error[ERROR];

static const char *error_text(void) { return (const char *)error + PLACE; }

static int64_t error_place(size_t index) {
  int64_t place;
  memcpy(&place, error + index * sizeof place, sizeof place);
  return place;
}

static rowkey_flat *open_handle(const char *text, const char *schema) {
  rowkey_flat *flat;
  const int32_t status =
      rowkey_flat_open(text, strlen(text), schema, strlen(schema), &flat, error, sizeof error);
  CHECK(status == ROWKEY_OK && flat != NULL, "%s: %s", text, error_text());
  return flat;
}

struct record {
  uint8_t bytes[RECORD];
  size_t size;
};

static void put(struct record *record, const void *bytes, size_t size) {
  CHECK(size <= sizeof record->bytes - record->size, "the record is too long");
  if (size > 0) memcpy(record->bytes + record->size, bytes, size);
  record->size += size;
}

static void put_value(struct record *record, const rowkey_value *value) {
  put(record, &value->tag, sizeof value->tag);
  if (value->tag == 0 || value->tag == ROWKEY_KIND_NULL) return;
  if ((value->tag >> 8 & 0xff) != ROWKEY_FORM_NONE) {
    put(record, &value->as, sizeof value->as);
    return;
  }
  const uint32_t size = (uint32_t)value->size;
  put(record, &size, sizeof size);
  put(record, value->as.text, size);
}

/* The same bytes right before a page that faults. */
static const uint8_t *at_page(const void *bytes, size_t size) {
  uint8_t *copy = guarded(size, GUARD_END);
  if (size > 0) memcpy(copy, bytes, size);
  return copy;
}

/* ---- One record ---------------------------------------------------------------------------------------- */

/* Values of every kind, and a schema that takes them all. */
static const char text[] =
    "{i:i64}{u:u64}{t:~i64}{p:i64}{f:f64}{g:f32}{b:u8}{id}{d:i64}{coalesce(n, 7):u64}{h:esc}{x:u16s}"
    "{md5(h, i) % 100:02d}";
static const char schema[] =
    "i:i64,u:u64,t:time(ms),p:decimal(2),f:f64,g:f32,b:bool,id:uuid,d:time(s),n:u64,h:text,x:hex,"
    "left:text";
enum { COLUMNS = 13, UNUSED = COLUMNS - 1 };

static void fill_values(rowkey_value values[COLUMNS]) {
  static const uint8_t uuid[16] = {1, 2, 3, 0xff};
  const rowkey_value all[COLUMNS] = {rowkey_value_i64(-5),
                                     rowkey_value_u64(UINT64_MAX),
                                     rowkey_value_instant(1709296200, ROWKEY_SECONDS),
                                     rowkey_value_decimal(125, 1),
                                     rowkey_value_f64(-2.5),
                                     rowkey_value_f32(0.25f),
                                     rowkey_value_bool(true),
                                     rowkey_value_of_kind(ROWKEY_KIND_UUID, uuid, 16),
                                     rowkey_value_date(19783),
                                     rowkey_value_null(),
                                     rowkey_value_text("web\0"
                                                       "1",
                                                       5),
                                     rowkey_value_bytes("\xab\xcd", 2),
                                     {.tag = 0}};
  memcpy(values, all, sizeof all);
}

static rowkey_layout *compile_with_structs(void) {
  rowkey_schema *parsed = rowkey_schema_parse(schema, sizeof schema - 1, NULL);
  size_t count;
  const rowkey_column *columns = rowkey_schema_columns(parsed, &count);
  CHECK(count == COLUMNS, "%zu columns", count);
  rowkey_error why;
  rowkey_layout *layout = rowkey_layout_compile(text, sizeof text - 1, columns, count, &why);
  CHECK(layout != NULL, "%s", why.text);
  rowkey_schema_free(parsed);
  return layout;
}

static void makes_the_keys_of_values(void) {
  rowkey_value values[COLUMNS];
  struct record record = {.size = 0};
  fill_values(values);
  for (size_t i = 0; i < COLUMNS; i++) put_value(&record, &values[i]);
  rowkey_layout *layout = compile_with_structs();
  rowkey_flat *flat = open_handle(text, schema);
  char expected[KEY], key[KEY];
  size_t expected_size;
  uint64_t size = 0;
  rowkey_error why;
  CHECK(rowkey_key(layout, values, COLUMNS, expected, sizeof expected, &expected_size, &why) == ROWKEY_OK,
        "%s", why.text);
  const uint8_t *bytes = at_page(record.bytes, record.size);
  CHECK(rowkey_flat_key(flat, bytes, record.size, key, sizeof key, &size, error, sizeof error) == ROWKEY_OK,
        "%s", error_text());
  CHECK(size == expected_size && memcmp(key, expected, expected_size) == 0, "another key");
  for (size_t room = 0; room < expected_size; room++) {
    uint64_t needed = 0;
    CHECK(rowkey_flat_key(flat, bytes, record.size, guarded(room, GUARD_END), room, &needed, error,
                          sizeof error) == ROWKEY_ERROR_SPACE,
          "%zu bytes of room", room);
    CHECK(needed >= expected_size && needed <= sizeof key, "%zu bytes are enough", (size_t)needed);
  }
  rowkey_flat_free(flat);
  rowkey_layout_free(layout);
}

/* The record of a key makes that key. */
static void gives_records_back(void) {
  rowkey_value values[COLUMNS];
  struct record record = {.size = 0};
  fill_values(values);
  for (size_t i = 0; i < COLUMNS; i++) put_value(&record, &values[i]);
  rowkey_flat *flat = open_handle(text, schema);
  uint8_t key[KEY], again[KEY], back[RECORD];
  uint64_t key_size = 0, size = 0, again_size = 0;
  CHECK(rowkey_flat_key(flat, record.bytes, record.size, key, sizeof key, &key_size, NULL, 0) == ROWKEY_OK,
        "key");
  const uint8_t *bytes = at_page(key, (size_t)key_size);
  CHECK(rowkey_flat_record(flat, bytes, (size_t)key_size, back, sizeof back, &size, error, sizeof error) ==
            ROWKEY_OK,
        "%s", error_text());
  CHECK(rowkey_flat_key(flat, back, (size_t)size, again, sizeof again, &again_size, error, sizeof error) ==
            ROWKEY_OK,
        "%s", error_text());
  CHECK(again_size == key_size && memcmp(again, key, (size_t)key_size) == 0, "another key");
  uint32_t tag, unused = 1;
  memcpy(&tag, back, sizeof tag);
  memcpy(&unused, back + size - sizeof unused, sizeof unused);
  CHECK(tag == rowkey_kept_tag(ROWKEY_I64) && unused == 0, "tags %x and %x", (unsigned)tag, (unsigned)unused);
  for (size_t room = 0; room < size; room++) {
    uint64_t needed = 0;
    CHECK(rowkey_flat_record(flat, key, (size_t)key_size, guarded(room, GUARD_END), room, &needed, error,
                             sizeof error) == ROWKEY_ERROR_SPACE &&
              needed == size,
          "%zu bytes of room", room);
  }
  key[0] ^= 1, key[key_size - 1] = 'x';
  CHECK(rowkey_flat_record(flat, key, (size_t)key_size, back, sizeof back, &size, error, sizeof error) ==
                ROWKEY_ERROR_RANGE &&
            error_place(0) == 0,
        "a bad key: %s", error_text());
  rowkey_flat_free(flat);
}

/* Nulls and what does not come back: a marker of nulls is in the key, and only a hash of h. */
static void gives_nulls_back(void) {
  rowkey_flat *flat = open_handle("{null_first(n):u8}{coalesce(n, 0):u64}{md5(h):s}", "n:u64,h:text");
  struct record record = {.size = 0};
  const rowkey_value values[] = {rowkey_value_null(), rowkey_value_text("x", 1)};
  for (size_t i = 0; i < 2; i++) put_value(&record, &values[i]);
  uint8_t key[KEY], back[RECORD];
  uint64_t key_size, size;
  CHECK(rowkey_flat_key(flat, record.bytes, record.size, key, sizeof key, &key_size, error, sizeof error) ==
                ROWKEY_OK &&
            rowkey_flat_record(flat, key, (size_t)key_size, back, sizeof back, &size, error, sizeof error) ==
                ROWKEY_OK,
        "%s", error_text());
  const uint32_t expected[] = {ROWKEY_KIND_NULL, 0};
  CHECK(size == sizeof expected && memcmp(back, expected, sizeof expected) == 0, "%zu bytes", (size_t)size);
  rowkey_flat_free(flat);
}

/* A record that ends early or late names its value, and none is read beyond its end. */
static void refuses_broken_records(void) {
  rowkey_value values[COLUMNS];
  struct record record = {.size = 0};
  size_t ends[COLUMNS];
  fill_values(values);
  for (size_t i = 0; i < COLUMNS; i++) put_value(&record, &values[i]), ends[i] = record.size;
  rowkey_flat *flat = open_handle(text, schema);
  char key[KEY];
  uint64_t size;
  for (size_t cut = 0; cut < record.size; cut++) {
    size_t column = 0;
    while (ends[column] < cut) column++;
    const bool between = cut == 0 || ends[column] == cut;
    CHECK(rowkey_flat_key(flat, at_page(record.bytes, cut), cut, key, sizeof key, &size, error,
                          sizeof error) == ROWKEY_ERROR_ARGUMENT,
          "cut at byte %zu", cut);
    CHECK(error_place(1) == (between ? -1 : (int64_t)column), "cut at byte %zu: column %d: %s", cut,
          (int)error_place(1), error_text());
  }
  put(&record, "?", 1);
  CHECK(rowkey_flat_key(flat, record.bytes, record.size, key, sizeof key, &size, error, sizeof error) ==
                ROWKEY_ERROR_ARGUMENT &&
            strstr(error_text(), "1 bytes after its 13 values") != NULL,
        "%s", error_text());
  for (size_t i = 0; i < repetitions(20000); i++) {
    const size_t length = (size_t)random_below(record.size);
    uint8_t *bytes = guarded(length, GUARD_END);
    if (length > 0) memcpy(bytes, record.bytes, length);
    for (size_t changes = length == 0 ? 0 : 1 + (size_t)random_below(4); changes > 0; changes--)
      bytes[random_below(length)] = (uint8_t)random_below(16);
    error[PLACE] = '\0';
    const int32_t status = rowkey_flat_key(flat, bytes, length, key, sizeof key, &size, error, sizeof error);
    CHECK(status == ROWKEY_OK || error_text()[0] != '\0', "status %d without a text", (int)status);
    if (i % 1000 == 0) free_guarded();
  }
  rowkey_flat_free(flat);
}

/* ---- Batches ------------------------------------------------------------------------------------------- */

enum { ROWS = 1000 };

struct flat_batch {
  uint64_t ids[ROWS], offsets[ROWS + 1];
  uint32_t offsets32[ROWS + 1];
  int32_t small[ROWS];
  uint8_t validity[ROWS / 8], texts[ROWS * 4];
  uint64_t words[3][ROWKEY_FLAT_COLUMN];
  rowkey_values columns[3];
};

static uint64_t word_of(const void *address) { return (uint64_t)(uintptr_t)address; }

static struct flat_batch *make_batch(bool has_offsets32) {
  struct flat_batch *batch = guarded(sizeof *batch, GUARD_END);
  memset(batch, 0, sizeof *batch);
  random_bytes(batch->ids, sizeof batch->ids);
  random_bytes(batch->validity, sizeof batch->validity);
  memset(batch->texts, 'x', sizeof batch->texts);
  for (size_t i = 0; i < ROWS; i++) {
    batch->small[i] = (int32_t)random_below(1000) - 500;
    batch->offsets[i + 1] = batch->offsets[i] + random_below(5);
    batch->offsets32[i + 1] = (uint32_t)batch->offsets[i + 1];
  }
  const size_t size = (size_t)batch->offsets[ROWS];
  batch->columns[0] = rowkey_u64s(batch->ids, ROWS);
  batch->columns[1] = rowkey_values_with_nulls(rowkey_i32s(batch->small, ROWS), batch->validity, 0);
  batch->columns[2] =
      has_offsets32 ? rowkey_values_of_offsets32(ROWKEY_KIND_TEXT, batch->texts, size, batch->offsets32, ROWS)
                    : rowkey_values_of_offsets(ROWKEY_KIND_TEXT, batch->texts, size, batch->offsets, ROWS);
  for (size_t i = 0; i < 3; i++) {
    const rowkey_values *values = &batch->columns[i];
    const uint64_t words[ROWKEY_FLAT_COLUMN] = {values->tag,
                                                values->rows,
                                                word_of(values->data),
                                                values->size,
                                                word_of(values->begin),
                                                word_of(values->end),
                                                word_of(values->offsets32),
                                                values->width,
                                                word_of(values->validity),
                                                values->validity_offset};
    memcpy(batch->words[i], words, sizeof words);
  }
  return batch;
}

/* Keys of a batch, by structs or by words. */
struct batch_keys {
  uint8_t bytes[ROWS * 48], validity[ROWS / 8];
  uint64_t offsets[ROWS + 1], size;
};

static const char batch_text[] = "{id:u64}|{host}|{coalesce(n, -9)}",
                  batch_schema[] = "id:u64,n:i64,host:text";
static const char strict_text[] = "{n:i32}{host}|{id}";

static void encode_with_structs(const char *template, const struct flat_batch *batch, rowkey_bad_rows policy,
                                struct batch_keys *keys) {
  const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64), rowkey_column_of("n", ROWKEY_I64),
                                   rowkey_column_of("host", ROWKEY_TEXT)};
  rowkey_error why;
  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), columns, 3, &why);
  CHECK(layout != NULL, "%s", why.text);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &why);
  const rowkey_batch all = rowkey_batch_of(batch->columns, 3, ROWS);
  rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(keys->bytes, sizeof keys->bytes, keys->offsets);
  rowkey_null_keys nulls = rowkey_null_keys_of(policy, keys->validity);
  buffer.nulls = &nulls;
  CHECK(rowkey_encode(encoder, &all, &buffer, NULL, &why) == ROWKEY_OK, "%s", why.text);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

static int32_t encode_with_words(rowkey_flat *flat, const struct flat_batch *batch, rowkey_bad_rows policy,
                                 size_t room, struct batch_keys *keys) {
  const bool has_nulls = policy != ROWKEY_FAIL_AT_BAD;
  const uint64_t words[ROWKEY_FLAT_KEYS] = {
      word_of(keys->bytes), room, word_of(keys->offsets), 0, has_nulls ? word_of(keys->validity) : 0, policy};
  return rowkey_flat_encode(flat, batch->words[0], 3, ROWS, ROWKEY_FLAT_NEXT, words, &keys->size, error,
                            sizeof error);
}

static void check_batch(const char *template, bool has_offsets32, rowkey_bad_rows policy) {
  struct batch_keys *expected = calloc(1, sizeof *expected), *found = calloc(1, sizeof *found);
  CHECK(expected != NULL && found != NULL, "no memory");
  const struct flat_batch *batch = make_batch(has_offsets32);
  rowkey_flat *flat = open_handle(template, batch_schema);
  encode_with_structs(template, batch, policy, expected);
  CHECK(encode_with_words(flat, batch, policy, 0, found) == ROWKEY_ERROR_SPACE, "no room");
  CHECK(found->size <= sizeof found->bytes, "%zu bytes", (size_t)found->size);
  CHECK(encode_with_words(flat, batch, policy, (size_t)found->size, found) == ROWKEY_OK, "%s", error_text());
  expected->size = expected->offsets[ROWS];
  CHECK(found->size == expected->size && memcmp(found->bytes, expected->bytes, (size_t)found->size) == 0 &&
            memcmp(found->offsets, expected->offsets, sizeof found->offsets) == 0 &&
            memcmp(found->validity, expected->validity, sizeof found->validity) == 0,
        "%s: other keys", template);
  rowkey_flat_free(flat);
  free(expected);
  free(found);
}

static void makes_the_keys_of_batches(void) {
  for (int has_offsets32 = 0; has_offsets32 < 2; has_offsets32++) {
    check_batch(batch_text, has_offsets32 != 0, ROWKEY_NULL_FOR_BAD);
    check_batch(strict_text, has_offsets32 != 0, ROWKEY_NULL_FOR_NULLS);
  }
}

static void decodes_batches(void) {
  static struct batch_keys keys;
  static uint64_t ids[ROWS], offsets[ROWS + 1];
  static uint32_t offsets32[ROWS + 1];
  static uint8_t texts[sizeof keys.bytes];
  const struct flat_batch *batch = make_batch(false);
  rowkey_flat *flat = open_handle("{id:u64}|{host}|{coalesce(n, -9)}", batch_schema);
  CHECK(encode_with_words(flat, batch, ROWKEY_FAIL_AT_BAD, sizeof keys.bytes, &keys) == ROWKEY_OK, "%s",
        error_text());
  const uint64_t words[ROWKEY_FLAT_KEYS] = {word_of(keys.bytes), 0, word_of(keys.offsets)};
  uint64_t columns[3][ROWKEY_FLAT_COLUMN] = {
      {rowkey_kept_tag(ROWKEY_U64), ROWS, word_of(ids)},
      {0},
      {rowkey_kept_tag(ROWKEY_TEXT), ROWS, word_of(texts), sizeof texts, word_of(offsets)}};
  for (int is_narrow = 0; is_narrow < 2; is_narrow++) {
    memset(ids, 0, sizeof ids);
    columns[2][4] = is_narrow ? 0 : word_of(offsets), columns[2][6] = is_narrow ? word_of(offsets32) : 0;
    CHECK(rowkey_flat_decode(flat, words, ROWS, columns[0], 3, error, sizeof error) == ROWKEY_OK, "%s",
          error_text());
    CHECK(memcmp(ids, batch->ids, sizeof ids) == 0 &&
              memcmp(is_narrow ? (void *)offsets32 : (void *)offsets,
                     is_narrow ? (const void *)batch->offsets32 : (const void *)batch->offsets,
                     is_narrow ? sizeof offsets32 : sizeof offsets) == 0 &&
              memcmp(texts, batch->texts, (size_t)batch->offsets[ROWS]) == 0,
          "other columns");
  }
  columns[0][0] = rowkey_kept_tag(ROWKEY_I64);
  CHECK(rowkey_flat_decode(flat, words, ROWS, columns[0], 3, error, sizeof error) == ROWKEY_ERROR_TYPE &&
            error_place(1) == 0,
        "%s", error_text());
  columns[0][0] = UINT64_C(1) << 32 | rowkey_kept_tag(ROWKEY_U64);
  CHECK(rowkey_flat_decode(flat, words, ROWS, columns[0], 3, error, sizeof error) == ROWKEY_ERROR_ARGUMENT &&
            error_place(1) == 0,
        "a tag of 33 bits: %s", error_text());
  CHECK(rowkey_flat_decode(flat, words, ROWS, columns[0], 2, error, sizeof error) == ROWKEY_ERROR_ARGUMENT,
        "%s", error_text());
  rowkey_flat_free(flat);
}

/* random() counts the rows: those of the caller, or the next ones of the handle; keys of single records have
 * a seed of their own. */
static void numbers_rows(void) {
  rowkey_flat *flat = open_handle("{random() % 1000000007:u32}{id:u8}", "id:u64");
  static const uint64_t ids[8] = {0};
  uint8_t keys[3][40];
  const uint64_t column[ROWKEY_FLAT_COLUMN] = {rowkey_u64s(ids, 8).tag, 8, word_of(ids)};
  uint64_t size;
  for (size_t i = 0; i < 3; i++) {
    const uint64_t words[ROWKEY_FLAT_KEYS] = {word_of(keys[i]), sizeof keys[i]};
    const uint64_t first = i < 2 ? ROWKEY_FLAT_NEXT : 8;
    CHECK(rowkey_flat_encode(flat, column, 1, 8, first, words, &size, error, sizeof error) == ROWKEY_OK &&
              size == sizeof keys[i],
          "%s", error_text());
  }
  CHECK(memcmp(keys[0], keys[1], sizeof keys[0]) != 0, "two batches are numbered alike");
  CHECK(memcmp(keys[1], keys[2], sizeof keys[1]) == 0, "row 8 is another one");
  const rowkey_value id = rowkey_value_u64(0);
  struct record record = {.size = 0};
  put_value(&record, &id);
  for (size_t i = 0; i < 2; i++)
    CHECK(
        rowkey_flat_key(flat, record.bytes, record.size, keys[i], 5, &size, error, sizeof error) == ROWKEY_OK,
        "%s", error_text());
  CHECK(memcmp(keys[0], keys[1], 5) != 0, "two keys of one bucket of 1000000007");
  rowkey_flat_free(flat);
}

/* ---- Handles ------------------------------------------------------------------------------------------- */

static void tells_its_schema(void) {
  static const struct {
    const char *text, *schema, *told;
    uint64_t width;
  } cases[] = {{"{id}{ts:i64}", "id:bytes(16),ts:time(ms)", "id:bytes(16),ts:time(ms)", 24},
               {"{host}|{md5(id) % 10}", "", "host:text,id:text", UINT64_MAX},
               {"@phoenix-salted(buckets=3)", "", "id:i64", 9},
               {"@phoenix-salted(buckets=3)", "id:time(ms)", "id:time(ms)", 9},
               {"@paper-linemd5", "id:u64,line:text", "id:u64,line:text", 17},
               {"x", "", "", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_flat *flat = open_handle(cases[i].text, cases[i].schema);
    uint8_t told[100];
    const size_t length = rowkey_flat_schema(flat, told, sizeof told);
    CHECK(length == strlen(cases[i].told) && memcmp(told, cases[i].told, length) == 0, "%s: %.*s",
          cases[i].text, (int)length, (const char *)told);
    CHECK(rowkey_flat_key_width(flat) == cases[i].width, "%s: %llu bytes", cases[i].text,
          (unsigned long long)rowkey_flat_key_width(flat));
    for (size_t room = 0; room <= length; room++) {
      uint8_t *few = guarded(room, GUARD_END);
      CHECK(rowkey_flat_schema(flat, few, room) == length && (room == 0 || memcmp(few, told, room) == 0),
            "%zu bytes of room", room);
    }
    rowkey_flat_free(flat);
  }
  char names[2000] = "{e:u16}", long_schema[3000] = "e:enum(";
  for (int i = 0; i < 200; i++)
    snprintf(names, sizeof names, "name%d%s", i, i < 199 ? "," : ")"), strcat(long_schema, names);
  rowkey_flat *flat = open_handle("{e:u16}", long_schema);
  uint8_t told[3000];
  CHECK(rowkey_flat_schema(flat, told, sizeof told) == strlen(long_schema) &&
            memcmp(told, long_schema, strlen(long_schema)) == 0,
        "a long type");
  rowkey_flat_free(flat);
}

static void reports_errors(void) {
  rowkey_flat *flat = (rowkey_flat *)(void *)error;
  static const char bad[] = "{id:u64}{x";
  CHECK(
      rowkey_flat_open(bad, sizeof bad - 1, "id:u64", 6, &flat, error, sizeof error) == ROWKEY_ERROR_SYNTAX &&
          flat == NULL,
      "compiled");
  CHECK(error_place(0) == -1 && error_place(1) == -1 && error_place(2) == 10, "%s", error_text());
  CHECK(rowkey_flat_open("x", 1, "id:u65", 6, &flat, error, sizeof error) == ROWKEY_ERROR_TYPE, "a schema");
  CHECK(rowkey_flat_open("@unknown", 8, NULL, 0, &flat, error, sizeof error) == ROWKEY_ERROR_TYPE, "a name");
  const size_t length = strlen(error_text());
  for (size_t room = 0; room < PLACE + length + 10; room++) {
    uint8_t *few = guarded(room, GUARD_END);
    if (room > 0) memset(few, 'x', room);
    CHECK(rowkey_flat_open("@unknown", 8, NULL, 0, &flat, few, room) == ROWKEY_ERROR_TYPE, "a name");
    const size_t kept = room <= PLACE ? 0 : room - PLACE - 1 < length ? room - PLACE - 1 : length;
    CHECK(room <= PLACE ? room == 0 || few[0] == 'x'
                        : memcmp(few + PLACE, error_text(), kept) == 0 && few[PLACE + kept] == 0,
          "%zu bytes of an error", room);
  }
}

static void survives_a_lack_of_memory(void) {
  static const char template[] = "{md5(h) % 7}|{h:esc}{coalesce(a, 1):u64}";
  struct record record = {.size = 0};
  const rowkey_value values[] = {rowkey_value_text("web-1", 5), rowkey_value_null()};
  for (size_t i = 0; i < 2; i++) put_value(&record, &values[i]);
  uint8_t key[KEY], back[RECORD];
  uint64_t size = 0, length;
  size_t failures = 0;
  for (bool failed = true; failed; failures++) {
    rowkey_flat *flat;
    allocations_allowed = failures;
    int32_t status = rowkey_flat_open(template, sizeof template - 1, "h:text,a:u64", 12, &flat, error, ERROR);
    if (status == ROWKEY_OK)
      status = rowkey_flat_key(flat, record.bytes, record.size, key, sizeof key, &size, error, sizeof error);
    if (status == ROWKEY_OK)
      status = rowkey_flat_record(flat, key, (size_t)size, back, sizeof back, &length, error, sizeof error);
    failed = allocation_failed();
    CHECK(status == (failed ? ROWKEY_ERROR_MEMORY : ROWKEY_OK), "allocation %zu: status %d: %s", failures,
          (int)status, error_text());
    rowkey_flat_free(flat);
  }
  CHECK(failures > 10, "%zu allocations", failures);
}

struct flat_thread {
  pthread_t thread;
  rowkey_flat *flat;
  bool good;
};

static void *encode_and_decode(void *argument) {
  struct flat_thread *thread = argument;
  thread->good = true;
  for (uint64_t i = 0; i < 2000; i++) {
    const uint64_t id = i * UINT64_C(0x9e3779b97f4a7c15);
    const uint32_t tag = rowkey_kept_tag(ROWKEY_U64);
    uint8_t record[12], back[12], key[18];
    uint64_t length = 0, ids[1] = {0};
    memcpy(record, &tag, sizeof tag);
    memcpy(record + sizeof tag, &id, sizeof id);
    const uint64_t words[ROWKEY_FLAT_KEYS] = {word_of(key), sizeof key};
    const uint64_t room[ROWKEY_FLAT_COLUMN] = {tag, 1, word_of(ids)};
    thread->good &=
        rowkey_flat_key(thread->flat, record, sizeof record, key, sizeof key, &length, NULL, 0) ==
            ROWKEY_OK &&
        rowkey_flat_record(thread->flat, key, sizeof key, back, sizeof back, &length, NULL, 0) == ROWKEY_OK &&
        memcmp(back, record, sizeof record) == 0 &&
        rowkey_flat_decode(thread->flat, words, 1, room, 1, NULL, 0) == ROWKEY_OK && ids[0] == id;
  }
  return NULL;
}

static void serves_many_threads(void) {
  enum { THREADS = 24 }; /* more than it keeps encoders for */
  struct flat_thread threads[THREADS];
  rowkey_flat *flat = open_handle("{md5(id) % 100:02d}{id:016x}", "id:u64");
  for (size_t i = 0; i < THREADS; i++) {
    threads[i].flat = flat;
    CHECK(pthread_create(&threads[i].thread, NULL, encode_and_decode, &threads[i]) == 0, "thread %zu", i);
  }
  for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i].thread, NULL);
  for (size_t i = 0; i < THREADS; i++) CHECK(threads[i].good, "thread %zu", i);
  rowkey_flat_free(flat);
}

static const struct test tests[] = {
    {"makes the keys of values", makes_the_keys_of_values},
    {"gives records back", gives_records_back},
    {"gives nulls back", gives_nulls_back},
    {"refuses broken records", refuses_broken_records},
    {"makes the keys of batches", makes_the_keys_of_batches},
    {"decodes batches", decodes_batches},
    {"numbers rows", numbers_rows},
    {"tells its schema", tells_its_schema},
    {"reports errors", reports_errors},
    {"survives a lack of memory", survives_a_lack_of_memory},
    {"serves many threads", serves_many_threads},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
