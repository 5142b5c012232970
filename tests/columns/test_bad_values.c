/* Values that are told wrongly: tags that there are not, too few rows, no data, spans outside of the column,
 * members that must be 0; and nulls that have tags. */
#include <math.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

#include "decimal_point.h"
#include "failing_memory.h"
#include "testing.h"
#include "types/column_type.h"

enum { ROWS = 3, KEY = 64 };

/* A column x of a type, in a key of its own; nulls are replaced where `replacement` is given. */
struct subject {
  rowkey_column_type *type;
  rowkey_layout *layout;
  rowkey_encoder *encoder;
  uint8_t keys[ROWS * KEY];
  uint64_t offsets[ROWS + 1];
  rowkey_error error;
};

static rowkey_column column_of(const char *type, rowkey_column_type **declared) {
  static const char *const plain[] = {"u64", "i64", "text", "f64", "f32"}; /* in the order of rowkey_type */
  rowkey_error error;
  *declared = NULL;
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
    if (strcmp(type, plain[i]) == 0) return rowkey_column_of("x", (rowkey_type)(ROWKEY_U64 + i));
  *declared = rowkey_column_type_parse(type, strlen(type), &error);
  CHECK(*declared != NULL, "%s", error.text);
  return rowkey_column_type_column(*declared, "x");
}

static struct subject begin_subject(const char *type, const char *template) {
  struct subject subject = {.type = NULL};
  const rowkey_column column = column_of(type, &subject.type);
  subject.layout = rowkey_layout_compile(template, strlen(template), &column, 1, &subject.error);
  CHECK(subject.layout != NULL, "%s", subject.error.text);
  subject.encoder = rowkey_encoder_create(subject.layout, 0, &subject.error);
  CHECK(subject.encoder != NULL, "%s", subject.error.text);
  return subject;
}

static void end_subject(struct subject *subject) {
  rowkey_encoder_free(subject->encoder);
  rowkey_layout_free(subject->layout);
  rowkey_column_type_free(subject->type);
}

static rowkey_status encode(struct subject *subject, const rowkey_values *values) {
  const rowkey_batch batch = rowkey_batch_of(values, 1, ROWS);
  const rowkey_key_buffer buffer = {
      .data = subject->keys, .capacity = sizeof subject->keys, .offsets = subject->offsets};
  memset(&subject->error, 0xff, sizeof subject->error);
  return rowkey_encode(subject->encoder, &batch, &buffer, NULL, &subject->error);
}

static rowkey_status encode_one(struct subject *subject, const rowkey_value *value, size_t *size) {
  const rowkey_record record = rowkey_record_of(value, 1);
  memset(&subject->error, 0xff, sizeof subject->error);
  return rowkey_encode_row(subject->encoder, &record, subject->keys, sizeof subject->keys, size,
                           &subject->error);
}

/* A mistake of the whole column, with its name and index. */
static void check_argument(struct subject *subject, const rowkey_values *values, const char *says) {
  CHECK(encode(subject, values) == ROWKEY_ERROR_ARGUMENT && subject->error.column == 0 &&
            strstr(subject->error.text, says) != NULL,
        "%s (expected %s)", subject->error.text, says);
}

/* ---- Tags ------------------------------------------------------------------------------------------ */

static bool is_one_of_values_h(uint32_t kind, uint32_t form, int detail) {
  const bool is_whole = form >= ROWKEY_FORM_I8 && form <= ROWKEY_FORM_I256;
  switch (kind) {
    case ROWKEY_KIND_NULL:
    case ROWKEY_KIND_TEXT:
    case ROWKEY_KIND_BYTES:
    case ROWKEY_KIND_UUID:
      return form == ROWKEY_FORM_NONE && detail == 0;
    case ROWKEY_KIND_INTEGER:
    case ROWKEY_KIND_DATE:
      return is_whole && detail == 0;
    case ROWKEY_KIND_FLOAT:
      return (form == ROWKEY_FORM_F16 || form == ROWKEY_FORM_F32 || form == ROWKEY_FORM_F64) && detail == 0;
    case ROWKEY_KIND_DECIMAL:
      return is_whole && detail >= -76 && detail <= 76;
    case ROWKEY_KIND_INSTANT:
      return is_whole && detail >= 1 && detail <= 4;
    case ROWKEY_KIND_BOOL:
      return (is_whole || form == ROWKEY_FORM_BITS) && detail == 0;
    case ROWKEY_KIND_KEPT:
      return (form == ROWKEY_FORM_NONE || form == ROWKEY_FORM_I64 || form == ROWKEY_FORM_U64 ||
              form == ROWKEY_FORM_F32 || form == ROWKEY_FORM_F64) &&
             detail == 0;
    default:
      return false;
  }
}

static void refuses_every_other_tag(void) {
  struct subject subject = begin_subject("i64", "{coalesce(x, 1):i64}");
  static const uint64_t zeros[4 * ROWS];
  rowkey_values values = rowkey_values_of_width(ROWKEY_KIND_TEXT, zeros, 16, ROWS);
  for (uint32_t kind = 0; kind <= 255; kind = kind < 12 ? kind + 1 : 2 * kind + 1)
    for (uint32_t form = 0; form <= 255; form = form < 16 ? form + 1 : 2 * form + 1)
      for (int detail = -128; detail <= 127; detail++) {
        values.tag = ROWKEY_TAG(kind, form, detail);
        const rowkey_status status = encode(&subject, &values);
        CHECK((status == ROWKEY_ERROR_ARGUMENT) != is_one_of_values_h(kind, form, detail),
              "tag %#x: status %d", (unsigned)values.tag, (int)status);
        if (status == ROWKEY_ERROR_ARGUMENT)
          CHECK(strstr(subject.error.text, values.tag == 0 ? "column x: tag is 0, " : "column x: tag 0x") !=
                    NULL,
                "%s", subject.error.text);
      }
  values.tag = 1U << 24 | ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_I64, 0);
  check_argument(&subject, &values, "tag 0x1000402 is not valid");
  end_subject(&subject);
}

/* ---- Columns --------------------------------------------------------------------------------------- */

static void refuses_columns_that_cannot_be(void) {
  struct subject subject = begin_subject("i64", "{x:i64}");
  const int32_t numbers[ROWS + 1] = {1, 2, 3};
  const int64_t wide[ROWS + 1] = {1, 2, 3};
  rowkey_values values = rowkey_i32s(numbers, ROWS - 1);
  check_argument(&subject, &values, "has 2 rows (expected 3");
  values = rowkey_i32s(NULL, ROWS);
  check_argument(&subject, &values, "data is NULL");
  values = rowkey_i64s(NULL, ROWS);
  check_argument(&subject, &values, "data is NULL");
  values = rowkey_i64s((const int64_t *)(const void *)((const char *)wide + 4), ROWS);
  if (_Alignof(uint64_t) > 4) check_argument(&subject, &values, "is not aligned");
  values = rowkey_i32s(numbers, ROWS);
  values.reserved[1] = 1;
  check_argument(&subject, &values, "reserved");
  values = rowkey_values_with_nulls(rowkey_i32s(numbers, ROWS), (const uint8_t *)"\377", SIZE_MAX);
  check_argument(&subject, &values, "validity_offset");
  values = rowkey_values_of_width(ROWKEY_KIND_TEXT, "123", 0, ROWS);
  values.size = 3;
  check_argument(&subject, &values, "begin, offsets32 and width are 0");
  values = rowkey_values_of_width(ROWKEY_KIND_TEXT, NULL, 1, ROWS);
  check_argument(&subject, &values, "data is NULL");
  values = rowkey_values_of_width(ROWKEY_KIND_TEXT, "12", 1, ROWS);
  values.size = 2;
  check_argument(&subject, &values, "exceed its size");
  values = rowkey_values_of_spans(ROWKEY_KIND_TEXT, "12", 2, (const uint64_t *)wide, NULL, ROWS);
  check_argument(&subject, &values, "end is NULL");
  end_subject(&subject);
}

/* Numbers that are converted lie anywhere. */
static void reads_numbers_that_are_not_aligned(void) {
  struct subject subject = begin_subject("i64", "{x:i64}");
  char room[1 + ROWS * sizeof(int32_t)];
  const int32_t numbers[ROWS] = {-1, 0, 77};
  memcpy(room + 1, numbers, sizeof numbers);
  const rowkey_values values =
      rowkey_values_of_tag(ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_I32, 0), room + 1, ROWS);
  CHECK(encode(&subject, &values) == ROWKEY_OK, "%s", subject.error.text);
  CHECK(
      memcmp(subject.keys, "\177\377\377\377\377\377\377\377\200\0\0\0\0\0\0\0\200\0\0\0\0\0\0\115", 24) == 0,
      "other keys");
  end_subject(&subject);
}

/* Texts that do not lie within their column are errors of their row, behind good ones. */
static void finds_texts_outside_of_their_column(void) {
  static const struct {
    const char *type, *template, *text;
    rowkey_kind kind;
  } cases[] = {{"i64", "{x:i64}", "1234123412341234", ROWKEY_KIND_TEXT},
               {"u64", "{x:u64}", "1234123412341234", ROWKEY_KIND_TEXT},
               {"f32", "{x}", "1234123412341234", ROWKEY_KIND_TEXT},
               {"decimal(2)", "{x:i64}", "1234123412341234", ROWKEY_KIND_TEXT},
               {"hex", "{x:esc}", "1234123412341234", ROWKEY_KIND_TEXT},
               {"text", "{x:esc}", "1234123412341234", ROWKEY_KIND_BYTES},
               {"ip", "{x}", "1234123412341234", ROWKEY_KIND_BYTES},
               {"ipv4", "{x:u32}", "1234123412341234", ROWKEY_KIND_BYTES}};
  const uint64_t begin[ROWS] = {0, 4, 8}, after[ROWS] = {4, 17, 12}, before[ROWS] = {4, 3, 12};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct subject subject = begin_subject(cases[i].type, cases[i].template);
    const rowkey_values outside =
        rowkey_values_of_spans(cases[i].kind, cases[i].text, 16, begin, after, ROWS);
    const rowkey_values turned =
        rowkey_values_of_spans(cases[i].kind, cases[i].text, 16, begin, before, ROWS);
    CHECK(encode(&subject, &outside) == ROWKEY_ERROR_ARGUMENT && subject.error.row == 1 &&
              subject.error.column == 0,
          "%s: row %zu: %s", cases[i].type, subject.error.row, subject.error.text);
    CHECK(encode(&subject, &turned) == ROWKEY_ERROR_ARGUMENT && subject.error.row == 1, "%s: %s",
          cases[i].type, subject.error.text);
    end_subject(&subject);
  }
}

/* Columns of empty texts need no bytes. */
static void reads_empty_texts_at_no_address(void) {
  static const struct {
    const char *type, *template;
    rowkey_kind kind;
    rowkey_status status;
  } cases[] = {{"i64", "{x:i64}", ROWKEY_KIND_TEXT, ROWKEY_ERROR_NUMBER},
               {"f32", "{x}", ROWKEY_KIND_TEXT, ROWKEY_ERROR_NUMBER},
               {"decimal(2)", "{x:i64}", ROWKEY_KIND_TEXT, ROWKEY_ERROR_NUMBER},
               {"uuid", "{x}", ROWKEY_KIND_TEXT, ROWKEY_ERROR_NUMBER},
               {"uuid", "{x}", ROWKEY_KIND_UUID, ROWKEY_ERROR_RANGE},
               {"ip", "{x}", ROWKEY_KIND_BYTES, ROWKEY_ERROR_RANGE},
               {"hex", "{x:esc}", ROWKEY_KIND_TEXT, ROWKEY_OK},
               {"text", "{x:esc}", ROWKEY_KIND_TEXT, ROWKEY_OK}};
  const uint64_t zeros[ROWS] = {0};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct subject subject = begin_subject(cases[i].type, cases[i].template);
    const rowkey_values values = rowkey_values_of_spans(cases[i].kind, NULL, 0, zeros, zeros, ROWS);
    const rowkey_value value = rowkey_value_of_kind(cases[i].kind, NULL, 0);
    size_t size;
    CHECK(encode(&subject, &values) == cases[i].status, "%s: %s", cases[i].type, subject.error.text);
    CHECK(encode_one(&subject, &value, &size) == cases[i].status, "%s: %s", cases[i].type,
          subject.error.text);
    end_subject(&subject);
  }
}

/* ---- Single values --------------------------------------------------------------------------------- */

static void check_value(struct subject *subject, rowkey_value value, rowkey_status expected) {
  size_t size;
  const rowkey_status status = encode_one(subject, &value, &size);
  CHECK(status == expected && (status == ROWKEY_OK || subject->error.column == 0),
        "tag %#x: status %d (expected %d): %s", (unsigned)value.tag, (int)status, (int)expected,
        subject->error.text);
}

static rowkey_value tagged(rowkey_value value, uint32_t tag) {
  value.tag = tag;
  return value;
}

/* A null value has a tag that the column takes. */
static void checks_the_tags_of_single_values(void) {
  struct subject subject = begin_subject("time(ms)", "{coalesce(x, 5):i64}");
  const rowkey_value null = rowkey_value_null(), one = rowkey_value_i64(1);
  const uint32_t instant = ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I64, ROWKEY_SECONDS);
  check_value(&subject, one, ROWKEY_OK);
  check_value(&subject, tagged(one, instant), ROWKEY_OK);
  check_value(&subject, tagged(one, ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I32, ROWKEY_SECONDS)),
              ROWKEY_ERROR_ARGUMENT);
  check_value(&subject, tagged(one, ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I64, 0)),
              ROWKEY_ERROR_ARGUMENT);
  check_value(&subject, tagged(one, UINT32_MAX), ROWKEY_ERROR_ARGUMENT);
  check_value(&subject, tagged(one, 0), ROWKEY_ERROR_ARGUMENT);
  check_value(&subject, tagged(null, 0), ROWKEY_ERROR_ARGUMENT);
  check_value(&subject, tagged(one, rowkey_kept_tag(ROWKEY_I64)), ROWKEY_OK);
  check_value(&subject, tagged(one, rowkey_kept_tag(ROWKEY_U64)), ROWKEY_ERROR_TYPE);
  check_value(&subject, rowkey_value_bool(true), ROWKEY_ERROR_TYPE);
  check_value(&subject, null, ROWKEY_OK);
  check_value(&subject, tagged(null, instant), ROWKEY_OK);
  CHECK(memcmp(subject.keys, "\200\0\0\0\0\0\0\5", 8) == 0, "a null with a tag");
  check_value(&subject, tagged(null, ROWKEY_KIND_TEXT), ROWKEY_OK);
  check_value(&subject, tagged(null, ROWKEY_KIND_NULL), ROWKEY_OK);
  check_value(&subject, tagged(one, ROWKEY_KIND_NULL), ROWKEY_OK);
  CHECK(memcmp(subject.keys, "\200\0\0\0\0\0\0\5", 8) == 0, "a null by its tag");
  const rowkey_column column = rowkey_column_type_column(subject.type, "x");
  rowkey_value kept = one;
  const rowkey_value by_tag = tagged(one, ROWKEY_KIND_NULL);
  CHECK(rowkey_value_keep(&column, &by_tag, NULL, 0, &kept, NULL) == ROWKEY_OK && kept.is_null &&
            kept.tag == rowkey_kept_tag(ROWKEY_I64),
        "a null by its tag is kept as another value");
  check_value(&subject, tagged(null, UINT32_MAX), ROWKEY_ERROR_ARGUMENT);
  check_value(&subject, tagged(null, ROWKEY_TAG(ROWKEY_KIND_BOOL, ROWKEY_FORM_U64, 0)), ROWKEY_ERROR_TYPE);
  rowkey_value reserved = one;
  reserved.reserved[0] = 1;
  check_value(&subject, reserved, ROWKEY_ERROR_ARGUMENT);
  check_value(&subject, rowkey_value_text(NULL, 3), ROWKEY_ERROR_ARGUMENT);
  end_subject(&subject);
}

/* ---- Mistakes of callers ---------------------------------------------------------------------------- */

/* A batch of three columns, n:u64, i:i64 and t:text, whose keys have room up to a page that faults. */
enum { N, I, T, COLUMNS, MISTAKE_KEY = 18 };

static const rowkey_column mistaken_columns[COLUMNS] = {
    {.name = "n", .type = ROWKEY_U64}, {.name = "i", .type = ROWKEY_I64}, {.name = "t", .type = ROWKEY_TEXT}};
static const uint64_t whole[ROWS] = {1, 2, 3};
static const int64_t negative[ROWS] = {1, -2, 3};
static const double halves[ROWS] = {1, 2, 0.5};
static const float singles[ROWS] = {1, 2, 3};

struct mistaken {
  rowkey_layout *layout;
  rowkey_encoder *encoder;
  rowkey_decoder *decoder;
  rowkey_values columns[COLUMNS]; /* that are right */
  rowkey_value record[COLUMNS];
  uint8_t *keys;
  rowkey_error error;
};

static struct mistaken begin_mistaken(void) {
  static const char template[] = "{n:u64}{i:i64}{t:2s}";
  struct mistaken mistaken = {
      .columns = {rowkey_u64s(whole, ROWS), rowkey_i64s(negative, ROWS),
                  rowkey_values_of_width(ROWKEY_KIND_TEXT, "abcdef", 2, ROWS)},
      .record = {rowkey_value_u64(1), rowkey_value_i64(1), rowkey_value_text("ab", 2)},
      .keys = guarded(ROWS * MISTAKE_KEY, GUARD_END)};
  rowkey_error *error = &mistaken.error;
  mistaken.layout = rowkey_layout_compile(template, strlen(template), mistaken_columns, COLUMNS, error);
  CHECK(mistaken.layout != NULL, "%s", error->text);
  mistaken.encoder = rowkey_encoder_create(mistaken.layout, 0, error);
  mistaken.decoder = rowkey_decoder_create(mistaken.layout, error);
  CHECK(mistaken.encoder != NULL && mistaken.decoder != NULL, "%s", error->text);
  return mistaken;
}

static void end_mistaken(struct mistaken *mistaken) {
  rowkey_decoder_free(mistaken->decoder);
  rowkey_encoder_free(mistaken->encoder);
  rowkey_layout_free(mistaken->layout);
  free_guarded();
}

static void check_unwritten(const void *memory, size_t size, const char *says) {
  for (size_t i = 0; i < size; i++)
    CHECK(((const uint8_t *)memory)[i] == 0xee, "byte %zu is written: %s", i, says);
}

/* Where no row is at fault, no byte is written. */
static void check_mistake(const struct mistaken *mistaken, rowkey_status status, rowkey_status expected,
                          size_t column, size_t row, const char *says) {
  const rowkey_error *error = &mistaken->error;
  CHECK(status == expected && error->status == expected && error->column == column && error->row == row &&
            strstr(error->text, says) != NULL,
        "status %d, column %zu, row %zu: %s (expected %s)", (int)status, error->column, error->row,
        error->text, says);
  if (row == ROWKEY_NONE) check_unwritten(mistaken->keys, ROWS * MISTAKE_KEY, says);
}

static rowkey_status encode_mistaken(struct mistaken *mistaken, const rowkey_batch *batch) {
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(mistaken->keys, ROWS * MISTAKE_KEY);
  memset(mistaken->keys, 0xee, ROWS * MISTAKE_KEY);
  return rowkey_encode(mistaken->encoder, batch, &buffer, NULL, &mistaken->error);
}

static rowkey_status encode_mistaken_row(struct mistaken *mistaken, const rowkey_record *record) {
  size_t size;
  memset(mistaken->keys, 0xee, ROWS * MISTAKE_KEY);
  return rowkey_encode_row(mistaken->encoder, record, mistaken->keys, MISTAKE_KEY, &size, &mistaken->error);
}

static void refuses_mistaken_columns(void) {
  uint64_t *fewer = guarded((ROWS - 1) * sizeof *fewer, GUARD_END);
  char *shorter = guarded((ROWS - 1) * 2, GUARD_END);
  const rowkey_values zeroed = {.data = NULL};
  const struct {
    size_t column;
    rowkey_values given;
    rowkey_status status;
    size_t row;
    const char *says;
  } cases[] = {
      {N, rowkey_f64s(halves, ROWS), ROWKEY_ERROR_RANGE, 2, "0.5 is not a valid u64"},
      {N, rowkey_i64s(negative, ROWS), ROWKEY_ERROR_RANGE, 1, "column n"},
      {N, rowkey_values_of_width(ROWKEY_KIND_TEXT, "12cd56", 2, ROWS), ROWKEY_ERROR_NUMBER, 1, "column n"},
      {N, rowkey_values_of_width(ROWKEY_KIND_BYTES, "abcdef", 2, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE,
       "u64"},
      {T, rowkey_f64s(halves, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "does not take floats"},
      {T, rowkey_i64s(negative, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "does not take integers"},
      {T, rowkey_i32s((const int32_t[]){1, 2, 3}, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "integers"},
      {N, rowkey_kept_numbers(ROWKEY_F64, halves, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "take kept values"},
      {N, rowkey_kept_numbers(ROWKEY_F32, singles, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "take kept values"},
      {N, rowkey_kept_numbers(ROWKEY_I64, negative, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE,
       "take kept values"},
      {I, rowkey_kept_numbers(ROWKEY_U64, whole, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "take kept values"},
      {I, rowkey_values_of_width(ROWKEY_KIND_KEPT, "abcdef", 2, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE,
       "take kept values"},
      {T, rowkey_kept_numbers(ROWKEY_U64, whole, ROWS), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "take kept values"},
      {N, rowkey_u64s(fewer, ROWS - 1), ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "has 2 rows (expected 3"},
      {T, rowkey_values_of_width(ROWKEY_KIND_TEXT, shorter, 2, ROWS - 1), ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE,
       "has 2 rows (expected 3"},
      {N, zeroed, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "column n: tag is 0"},
      {T, zeroed, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "column t: tag is 0"}};
  struct mistaken mistaken = begin_mistaken();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    rowkey_values columns[COLUMNS];
    memcpy(columns, mistaken.columns, sizeof columns);
    columns[cases[i].column] = cases[i].given;
    const rowkey_batch batch = rowkey_batch_of(columns, COLUMNS, ROWS);
    const rowkey_status status = encode_mistaken(&mistaken, &batch);
    check_mistake(&mistaken, status, cases[i].status, cases[i].column, cases[i].row, cases[i].says);
  }
  const rowkey_values swapped[] = {mistaken.columns[T], mistaken.columns[I], mistaken.columns[N]};
  const rowkey_batch batch = rowkey_batch_of(swapped, COLUMNS, ROWS);
  const rowkey_status status = encode_mistaken(&mistaken, &batch);
  check_mistake(&mistaken, status, ROWKEY_ERROR_TYPE, T, ROWKEY_NONE, "does not take integers");
  end_mistaken(&mistaken);
}

static void refuses_mistaken_values(void) {
  const rowkey_value zeroed = {.is_null = false}, zeroed_null = {.is_null = true};
  const struct {
    size_t column;
    rowkey_value given;
    rowkey_status status;
    size_t row;
    const char *says;
  } cases[] = {
      {N, zeroed, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "column n: tag is 0"},
      {T, zeroed, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "column t: tag is 0"},
      {T, zeroed_null, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "column t: tag is 0"},
      {N, rowkey_value_f64(0.5), ROWKEY_ERROR_RANGE, 0, "0.5 is not a valid u64"},
      {N, rowkey_value_i64(-1), ROWKEY_ERROR_RANGE, 0, "column n"},
      {N, rowkey_value_text("cd", 2), ROWKEY_ERROR_NUMBER, 0, "column n"},
      {T, rowkey_value_f64(1), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "does not take floats"},
      {T, rowkey_value_i64(1), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "does not take integers"},
      {N, tagged(zeroed, rowkey_kept_tag(ROWKEY_F64)), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "take kept values"},
      {I, tagged(zeroed, rowkey_kept_tag(ROWKEY_U64)), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "take kept values"},
      {I, rowkey_value_of_kind(ROWKEY_KIND_KEPT, "ab", 2), ROWKEY_ERROR_TYPE, ROWKEY_NONE,
       "take kept values"},
      {T, tagged(zeroed, rowkey_kept_tag(ROWKEY_I64)), ROWKEY_ERROR_TYPE, ROWKEY_NONE, "take kept values"}};
  struct mistaken mistaken = begin_mistaken();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    rowkey_value values[COLUMNS];
    memcpy(values, mistaken.record, sizeof values);
    values[cases[i].column] = cases[i].given;
    const rowkey_record record = rowkey_record_of(values, COLUMNS);
    const rowkey_status status = encode_mistaken_row(&mistaken, &record);
    check_mistake(&mistaken, status, cases[i].status, cases[i].column, cases[i].row, cases[i].says);
  }
  end_mistaken(&mistaken);
}

static void refuses_mistaken_counts(void) {
  static const size_t counts[] = {0, COLUMNS - 1, COLUMNS + 1, SIZE_MAX};
  static const int numberings[] = {2, 255, -1};
  const rowkey_status expected = ROWKEY_ERROR_ARGUMENT;
  struct mistaken mistaken = begin_mistaken();
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    const rowkey_batch batch = rowkey_batch_of(mistaken.columns, counts[i], ROWS);
    const rowkey_record record = rowkey_record_of(mistaken.record, counts[i]);
    CHECK(rowkey_encode_bound(mistaken.layout, &batch) == 0, "a bound of %zu columns", counts[i]);
    rowkey_status status = encode_mistaken(&mistaken, &batch);
    check_mistake(&mistaken, status, expected, ROWKEY_NONE, ROWKEY_NONE, "column_count is ");
    status = encode_mistaken_row(&mistaken, &record);
    check_mistake(&mistaken, status, expected, ROWKEY_NONE, ROWKEY_NONE, "count is ");

    uint8_t room[COLUMNS][4 * sizeof(uint64_t)];
    uint64_t offsets[ROWS + 1];
    memset(room, 0xee, sizeof room);
    const rowkey_decoded columns[COLUMNS] = {rowkey_decoded_numbers(mistaken_columns[N].type, room[N], 1),
                                             rowkey_decoded_numbers(mistaken_columns[I].type, room[I], 1),
                                             rowkey_decoded_text(room[T], sizeof room[T], offsets, 1)};
    const rowkey_keys keys = rowkey_keys_of_width(mistaken.keys, MISTAKE_KEY, 1);
    status = rowkey_decode(mistaken.decoder, &keys, columns, counts[i], &mistaken.error);
    check_mistake(&mistaken, status, expected, ROWKEY_NONE, ROWKEY_NONE, "column_count is ");
    check_unwritten(room, sizeof room, "decoding");
  }
  for (size_t i = 0; i < sizeof numberings / sizeof numberings[0]; i++) {
    rowkey_batch batch = rowkey_batch_of(mistaken.columns, COLUMNS, ROWS);
    rowkey_record record = rowkey_record_of(mistaken.record, COLUMNS);
    batch.numbering = record.numbering = (rowkey_numbering)numberings[i];
    rowkey_status status = encode_mistaken(&mistaken, &batch);
    check_mistake(&mistaken, status, expected, ROWKEY_NONE, ROWKEY_NONE, "numbering is ");
    status = encode_mistaken_row(&mistaken, &record);
    check_mistake(&mistaken, status, expected, ROWKEY_NONE, ROWKEY_NONE, "numbering is ");
  }
  end_mistaken(&mistaken);
}

/* Where 8 bytes a number were once read. */
static void reads_small_integers_by_value(void) {
  struct mistaken mistaken = begin_mistaken();
  int32_t *small = guarded(ROWS * sizeof *small, GUARD_END);
  for (int i = 0; i < ROWS; i++) small[i] = 5;
  mistaken.columns[N] = mistaken.columns[I] = rowkey_i32s(small, ROWS);
  const rowkey_batch batch = rowkey_batch_of(mistaken.columns, COLUMNS, ROWS);
  CHECK(encode_mistaken(&mistaken, &batch) == ROWKEY_OK, "%s", mistaken.error.text);
  for (size_t i = 0; i < ROWS; i++)
    CHECK(memcmp(mistaken.keys + i * MISTAKE_KEY, "\0\0\0\0\0\0\0\5\200\0\0\0\0\0\0\5", 16) == 0, "row %zu",
          i);
  end_mistaken(&mistaken);
}

/* ---- Nulls and memory ------------------------------------------------------------------------------ */

/* A column of nulls needs no data, whatever its type. */
static void takes_columns_of_nulls(void) {
  static const char *const cases[][3] = {{"i64", "{coalesce(x, 1):u8}", "\1\1\1"},
                                         {"f32", "{coalesce(x, 1.5)}{null_first(x):u8}", NULL},
                                         {"text", "{coalesce(x, \"a\")}", "aaa"},
                                         {"hex", "{coalesce(x, \"a\")}", "aaa"},
                                         {"ip", "{coalesce(x, \"0123456789abcdef\")}", NULL},
                                         {"decimal(2)", "{coalesce(x, 1):u8}", "\1\1\1"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct subject subject = begin_subject(cases[i][0], cases[i][1]);
    const rowkey_values nulls = rowkey_nulls(ROWS);
    CHECK(encode(&subject, &nulls) == ROWKEY_OK, "%s: %s", cases[i][0], subject.error.text);
    CHECK(cases[i][2] == NULL || memcmp(subject.keys, cases[i][2], ROWS) == 0, "%s", cases[i][0]);
    end_subject(&subject);
  }
  struct subject subject = begin_subject("i64", "{x:i64}");
  const rowkey_values nulls = rowkey_nulls(ROWS);
  CHECK(encode(&subject, &nulls) == ROWKEY_ERROR_RANGE && subject.error.row == 0, "%s", subject.error.text);
  end_subject(&subject);
}

/* Each allocation fails once; then the same call succeeds. */
static void reports_when_there_is_no_memory(void) {
  static const struct {
    const char *type, *template, *text;
  } cases[] = {{"i64", "{x:i64}", "123"}, {"hex", "{x:esc}", "ab12cd"}, {"ip", "{x}", "::1::2::3"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    size_t allowed = 0, failed = 0;
    for (bool is_done = false; !is_done; allowed++) {
      struct subject subject = begin_subject(cases[i].type, cases[i].template);
      const rowkey_values values =
          rowkey_values_of_width(ROWKEY_KIND_TEXT, cases[i].text, strlen(cases[i].text) / ROWS, ROWS);
      allocations_allowed = allowed;
      const rowkey_status status = encode(&subject, &values);
      allocations_allowed = SIZE_MAX;
      is_done = status == ROWKEY_OK;
      failed += !is_done;
      CHECK(is_done || (status == ROWKEY_ERROR_MEMORY &&
                        (subject.error.row == 0 || subject.error.row == ROWKEY_NONE)),
            "%s", subject.error.text);
      CHECK(encode(&subject, &values) == ROWKEY_OK, "%s", subject.error.text);
      end_subject(&subject);
    }
    CHECK(failed > 0, "%s: no allocation failed", cases[i].type);
  }
}

/* With a point, whatever the locale's is. */
static void shows_floats_the_same_in_every_locale(void) {
  static const struct {
    double number;
    const char *says;
  } cases[] = {{1.5, "column x: 1.5 is not a valid i64"},
               {-(double)NAN, "column x: nan is not a valid i64"},
               {(double)INFINITY, "column x: inf is not a valid i64"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct subject subject = begin_subject("i64", "{x:i64}");
    const double numbers[ROWS] = {12, cases[i].number, 0.5};
    const rowkey_values values = rowkey_f64s(numbers, ROWS);
    decimal_point = ',';
    const rowkey_status status = encode(&subject, &values);
    decimal_point = '.';
    CHECK(status == ROWKEY_ERROR_RANGE && subject.error.row == 1 &&
              strstr(subject.error.text, cases[i].says) == subject.error.text,
          "%s", subject.error.text);
    end_subject(&subject);
  }
}

/* What one batch carries changes nothing of the next. */
static void forgets_the_batch_before(void) {
  static const int64_t numbers[ROWS] = {1500, 2000, 1000};
  const rowkey_values all[] = {rowkey_instants(numbers, ROWKEY_SECONDS, ROWS),
                               rowkey_instants(numbers, ROWKEY_MILLISECONDS, ROWS),
                               rowkey_decimals(numbers, 1, ROWS),
                               rowkey_values_of_tag(1U << 24, numbers, ROWS),
                               rowkey_i64s(numbers, ROWS - 1),
                               rowkey_values_of_width(ROWKEY_KIND_TEXT, "1970", 4, 1)};
  const size_t count = sizeof all / sizeof *all;
  for (size_t i = 0; i < count * count; i++) {
    struct subject fresh = begin_subject("time(ms)", "{x:u64}"), used = begin_subject("time(ms)", "{x:u64}");
    encode(&used, &all[i / count]);
    const rowkey_status status = encode(&fresh, &all[i % count]);
    CHECK(encode(&used, &all[i % count]) == status, "%zu: %s", i, used.error.text);
    CHECK(status != ROWKEY_OK ? strcmp(used.error.text, fresh.error.text) == 0
                              : memcmp(used.keys, fresh.keys, ROWS * sizeof(uint64_t)) == 0,
          "%zu: %s, not %s", i, used.error.text, fresh.error.text);
    end_subject(&fresh);
    end_subject(&used);
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"refuses every other tag", refuses_every_other_tag},
      {"refuses columns that cannot be", refuses_columns_that_cannot_be},
      {"reads numbers that are not aligned", reads_numbers_that_are_not_aligned},
      {"finds texts outside of their column", finds_texts_outside_of_their_column},
      {"reads empty texts at no address", reads_empty_texts_at_no_address},
      {"checks the tags of single values", checks_the_tags_of_single_values},
      {"refuses mistaken columns", refuses_mistaken_columns},
      {"refuses mistaken values", refuses_mistaken_values},
      {"refuses mistaken counts and numberings", refuses_mistaken_counts},
      {"reads small integers by value", reads_small_integers_by_value},
      {"shows floats the same in every locale", shows_floats_the_same_in_every_locale},
      {"takes columns of nulls", takes_columns_of_nulls},
      {"forgets the batch before", forgets_the_batch_before},
      {"reports when there is no memory", reports_when_there_is_no_memory},
  };
  return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv);
}
