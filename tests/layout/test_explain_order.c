/* What an explanation says of order, widths and reversibility holds for keys: layouts are put together at
 * random from fields of all kinds, and every pair of their keys is compared. */
#include <rowkey/explain.h>
#include <string.h>

#include "batch.h"

enum { COLUMN_A, COLUMN_I, COLUMN_T, COLUMN_F, COLUMN_Z, COLUMN_COUNT };
static const rowkey_column schema[COLUMN_COUNT] = {{.name = "a", .type = ROWKEY_U64},
                                                   {.name = "i", .type = ROWKEY_I64},
                                                   {.name = "t", .type = ROWKEY_TEXT},
                                                   {.name = "f", .type = ROWKEY_F64},
                                                   {.name = "z", .type = ROWKEY_I64, .unit = ROWKEY_SECONDS}};

/* Delimiters stand after some of them; where one is missing the layout is refused and another one made. */
static const char *const pool[] = {
    "{a:u64}",
    "{a:~u64}",
    "{a:u16}",
    "{a:020d}",
    "{a:~03d}",
    "{a:012d(\"0123456789bcdefghjkmnpqrstuvwxyz\")}",
    "{a:~03d(\"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ\")}",
    "{a:09d(\"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\")}",
    "{a:016x}",
    "{a:04X}",
    "{a}",
    "{a}|",
    "{a:x}-",
    "{a:~d}\\xff",
    "{a % 10}",
    "{a % 10}/",
    "{10 + a % 90}/",
    "{a % 16:x}-",
    "{a % 17:x}-",
    "{a % 16:~x}\\xff",
    "{a & 15:a}",
    "{a % 26:~a}",
    "{a:u64le}",
    "{a:u8le}",
    "{a % 256:u16le}",
    "{a % 257:u16le}",
    "{a:~u64le}",
    "{a + 5:u64}",
    "{a - 3:u64}",
    "{a * 3:u64}",
    "{a / 7:u64}",
    "{a / 7:~u64}",
    "{a - a % 7:u64}",
    "{truncate(a, 10):u64}",
    "{truncate(i, 10):i64}",
    "{i - i % 10:i64}",
    "{i - i % -10:i64}",
    "{a / 7:u64}{a % 7:u8}",
    "{a / 7:~u64}-{a % 7:~d}/",
    "{a / 7:u64}{a % 7:~u8}",
    "{truncate(a, 10):u64}{a % 10}/",
    "{i / 10:i64}{i % 10:i8}",
    "{(5 - i) / 10:i64}{(5 - i) % 10:i8}",
    "{i / -3:i64}{i % -3:i8}",
    "{i / 10:i64}{floormod(i, 10):u8}",
    "{truncate(i, 10):~i64}{floormod(i, 10):~u8}",
    "{i - i % 10:i64}{i % 10:i8}",
    "{9223372036854775807 - a:u64}",
    "{reverse_time(i):~i64}",
    "{a + i:i64}",
    "{i + i:i64}",
    "{i - (10 - i):i64}",
    "{a * a:u64}",
    "{i:i64}",
    "{i:~i64}",
    "{i:i8}",
    "{i:u64}",
    "{i}|",
    "{i:i64be}",
    "{i:~i16be}",
    "{i:i64le}",
    "{i & 255:i16be}",
    "{-i:i64}",
    "{i * -2:i64}",
    "{i / -3:i64}",
    "{i / (0 - 3):~i64}",
    "{abs(i):i64}",
    "{int32(i):i64}",
    "{int32(a):i64}",
    "{floormod(i, 10):u8}",
    "{coalesce(i, 3):i64}",
    "{coalesce(t, \"b\"):esc}",
    "{t:9s}",
    "{t:~9s}",
    "{t:esc}",
    "{t:~esc}",
    "{t:esc(\"\\x00\\x01\", \"\\x00\\x00\")}",
    "{t:esc(\"\\x01\\x01\", \"\\x01\\x02\", \"\\x00\")}",
    "{t:esc(\"\\x00\\xff\", \"\\x00\")}",
    "{t:esc(\"\\x01\\x01\", \"\\x01\\x02\", \"\")}",
    "{i:varint(\"foundationdb\")}",
    "{i:~varint(\"cockroach\")}",
    "{i:varint(\"tikv\")}",
    "{a:varint(\"orderedcode\")}",
    "{t:mem}",
    "{t:~mem}",
    "{t}\\x00",
    "{t}\\x00b",
    "{t}|",
    "{t}\\x01",
    "{t:~s}\\xff",
    "{t:~s}\\xfe",
    "{t:x}-",
    "{t:X}-",
    "{t:x}|",
    "{t:~x}\\xff",
    "{t:~x}\\x00",
    "{t}",
    "{t:~s}",
    "{t:x}",
    "{t:~x}",
    "{prefix(t, 2):9s}",
    "{prefix(t, 3):~esc}",
    "{prefix(t, 1)}",
    "{prefix(t, 2)}|",
    "{slice(t, 1, 2):9s}",
    "{slice(t, 0, 2):9s}",
    "{t:u8s}",
    "{t:9s(\" \")}",
    "{t:09s}",
    "{reverse_labels(t, \"a\"):esc}",
    "{utf16le(t):u8s}",
    "{lower(t)}|",
    "{length(t):u8}",
    "{f:f64}",
    "{f:~f64}",
    "{coalesce(f, 2)}",
    "{year(z):04d}",
    "{year(z):~u16}",
    "{month(z):02d}",
    "{day(z):u8}",
    "{year(z):04d}{month(z):02d}",
    "{year(z):04d}-{month(z):02d}-{day(z):02d}|",
    "{year(z):~u16}{month(z):~u8}{day(z):~u8}",
    "{year(z):u16}{month(z):~u8}",
    "{year(z):u16}{day(z):u8}",
    "{year(z):u16}{quarter(z):u8}{month(z):u8}{hour(z):u8}",
    "{year(z):u16}{day_of_year(z):u16}{hour(z):02d}{minute(z):02d}{second(z):02d}",
    "{year(z):u16}{month(z):u8}{day(z):u8}{floormod(z, 86400):u24}",
    "{year(z):u16}{z - truncate(z, year):u32}",
    "{year(z):u16}{z - truncate(z, month):u32}",
    "{truncate(z, month):i64}{day(z):u8}{hour(z):u8}{z - truncate(z, hour):u16}",
    "{truncate(z, month):i64}{day_of_week(z):u8}",
    "{truncate(z, week):i64}{day_of_week(z):u8}",
    "{truncate(z, week):i64}{z - truncate(z, month):u32}",
    "{truncate(z, quarter):i64}{z - truncate(z, year):u32}",
    "{truncate(z, day):i64}{month(z):u8}{hour(z):u8}",
    "{truncate(z, hour):i64}{floormod(z, 86400) / 60:u16}{second(z):u8}",
    "{year(z + 3600):u16}{month(z + 3600):u8}",
    "{year(z):u16}{month(z + 3600):u8}",
    "{floormod(z, 3600) / 60:u8}",
    "{md5(t)}",
    "{md5(a):x}",
    "{md5(a):039d}",
    "{md5(i, t) % 3:u8}",
    "{h31(t) & 3:u8}",
    "{java_hash(a) % 5:i8}",
    "{random() % 3:u8}",
    "{reverse(a:u64)}",
    "{reverse(t):9s}",
    "{reverse(a:u16, i:i64)}",
    "{reverse(a:u16, t)}",
    "{reverse(t, a)}\\x00",
    "{7:u8}",
    "|",
    "\\x00",
    "\\x00\\x00",
    "\\xff",
};
enum { POOL = sizeof pool / sizeof *pool, FIELDS_MAX = 4, CUTS_MAX = 8 * FIELDS_MAX + 2 };
enum { ROWS = 48, KEY_SIZE = 512, TEXT_MAX = 12 };

/* ---- Records --------------------------------------------------------------------------------- */

static rowkey_value records[ROWS][COLUMN_COUNT];

/* Few bytes, so that texts begin alike, with all that delimiters and digits are compared with. */
static rowkey_value random_text(void) {
  static const char bytes[] = {0, 1, '-', '0', '9', 'a', 'f', '|', '\x7f', '\xfe', '\xff'};
  static char texts[ROWS][TEXT_MAX];
  static size_t next;
  char *text = texts[next++ % ROWS];
  const size_t size = random_below(4) == 0 ? 7 + random_below(3) : random_below(4);
  for (size_t i = 0; i < size; i++) text[i] = bytes[i < 6 ? random_below(3) : random_below(sizeof bytes)];
  if (size > 0) text[size - 1] = bytes[random_below(sizeof bytes)];
  return rowkey_value_bytes(text, size);
}

static void random_records(void) {
  static const double doubles[] = {0.0, -0.0, 1.5, -1.5, 1e300, -1e300, 5e-324, -5e-324};
  for (size_t row = 0; row < ROWS; row++) {
    rowkey_value *record = records[row];
    unsigned shift = random_below(3) == 0 ? 0 : 52 + (unsigned)random_below(12);
    record[COLUMN_A] = rowkey_value_u64(random_u64() >> shift);
    record[COLUMN_I] = rowkey_value_i64((int64_t)(random_u64() >> shift) - (shift > 0 ? 20 : 0));
    record[COLUMN_T] = random_text();
    /* Some seconds of two days, or of some years. */
    record[COLUMN_Z] = rowkey_value_i64(INT64_C(1709210000) +
                                        (int64_t)random_below(random_below(2) == 0 ? 100000 : 100000000));
    record[COLUMN_F] = rowkey_value_f64(doubles[random_below(sizeof doubles / sizeof *doubles)]);
  }
}

static int sign(int64_t number) { return (number > 0) - (number < 0); }

static int compare_bytes(const void *a, size_t a_size, const void *b, size_t b_size) {
  size_t common = a_size < b_size ? a_size : b_size;
  int order = common == 0 ? 0 : memcmp(a, b, common);
  return order != 0 ? sign(order) : (a_size > b_size) - (a_size < b_size);
}

/* Java's Double.compare of numbers. */
static int compare_doubles(double a, double b) {
  if (a != b) return a < b ? -1 : 1;
  return (1 / a > 1 / b) - (1 / a < 1 / b);
}

static int compare_column(size_t column, const rowkey_value *a, const rowkey_value *b) {
  a += column;
  b += column;
  switch (schema[column].type) {
    case ROWKEY_U64:
      return (a->as.u64 > b->as.u64) - (a->as.u64 < b->as.u64);
    case ROWKEY_I64:
      return (a->as.i64 > b->as.i64) - (a->as.i64 < b->as.i64);
    case ROWKEY_TEXT:
      return compare_bytes(a->as.text, a->size, b->as.text, b->size);
    case ROWKEY_F64:
    case ROWKEY_F32:
      break;
  }
  return a->as.f64 == 0 && b->as.f64 == 0 ? compare_doubles(a->as.f64, b->as.f64)
                                          : (a->as.f64 > b->as.f64) - (a->as.f64 < b->as.f64);
}

/* ---- Keys up to each field --------------------------------------------------------------------- */

struct key {
  uint8_t bytes[KEY_SIZE];
  size_t size;
};

struct cut {
  struct key keys[ROWS];
};

static struct cut cuts[CUTS_MAX]; /* cuts[f]: the bytes of the keys before field f */
static bool good[ROWS];

static void encode_cut(const char *text, size_t length, struct cut *cut) {
  for (size_t row = 0; row < ROWS; row++) cut->keys[row].size = 0;
  if (length == 0) return;
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, length, schema, COLUMN_COUNT, &error);
  CHECK(layout != NULL, "%.*s: %s", (int)length, text, error.text);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 1, NULL);
  for (size_t row = 0; row < ROWS; row++) {
    struct key *key = &cut->keys[row];
    const rowkey_record record = rowkey_record_from(rowkey_record_of(records[row], COLUMN_COUNT), row);
    if (rowkey_encode_row(encoder, &record, key->bytes, KEY_SIZE, &key->size, &error) != ROWKEY_OK) {
      CHECK(error.status == ROWKEY_ERROR_RANGE, "%s: %s", text, error.text);
      good[row] = false;
    }
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

static void encode_cuts(const char *text, const rowkey_explanation *explanation) {
  for (size_t row = 0; row < ROWS; row++) good[row] = true;
  CHECK(explanation->field_count < CUTS_MAX, "%s: %zu fields", text, explanation->field_count);
  for (size_t f = 0; f < explanation->field_count; f++)
    encode_cut(text, explanation->fields[f].source_offset, &cuts[f]);
  encode_cut(text, strlen(text), &cuts[explanation->field_count]);
}

static int compare_keys(size_t cut, size_t a, size_t b) {
  const struct key *keys = cuts[cut].keys;
  return compare_bytes(keys[a].bytes, (size_t)keys[a].size, keys[b].bytes, (size_t)keys[b].size);
}

/* ---- Claims ---------------------------------------------------------------------------------- */

static int in_order(rowkey_order order, int comparison) {
  return order == ROWKEY_DESCENDING ? -comparison : comparison;
}

static void check_widths(const char *text, const rowkey_explanation *explanation, size_t row) {
  for (size_t f = 0; f < explanation->field_count; f++) {
    const rowkey_explained_field *field = &explanation->fields[f];
    const struct key *before = &cuts[f].keys[row];
    const struct key *behind = &cuts[f + 1].keys[row];
    uint64_t width = behind->size - before->size;
    CHECK(width >= field->min_width && width <= field->max_width, "%s: field %zu has %zu bytes", text, f,
          (size_t)width);
    CHECK(field->offset == ROWKEY_NONE || field->offset == before->size, "%s: field %zu begins at %zu", text,
          f, (size_t)before->size);
    CHECK(field->literal == NULL || memcmp(field->literal, behind->bytes + before->size, (size_t)width) == 0,
          "%s: field %zu is another literal", text, f);
  }
}

static size_t ordered_pairs, unordered_pairs;

static void check_field(const char *text, const rowkey_explanation *explanation, size_t f, size_t a,
                        size_t b) {
  const rowkey_explained_field *field = &explanation->fields[f];
  if (field->column == ROWKEY_NONE || compare_keys(f, a, b) != 0) return;
  int values = compare_column(field->column, records[a], records[b]);
  bool differs = compare_keys(f + 1, a, b) != 0;
  if (field->reversible)
    CHECK(differs == (values != 0), "%s: field %zu is not reversible: rows %zu and %zu", text, f, a, b);
  if (!differs) return;
  int keys = compare_keys(explanation->field_count, a, b);
  if (field->column_order == ROWKEY_UNORDERED) {
    unordered_pairs += keys != values;
    return;
  }
  CHECK(keys == in_order(field->column_order, values), "%s: field %zu does not sort: rows %zu and %zu", text,
        f, a, b);
  ordered_pairs++;
}

static void check_key(const char *text, const rowkey_explanation *explanation, size_t a, size_t b) {
  if (compare_keys(explanation->sorted_from, a, b) != 0) return;
  int tuples = 0;
  for (size_t i = 0; i < explanation->sorted_count && tuples == 0; i++) {
    const rowkey_explained_field *field = &explanation->fields[explanation->sorted[i]];
    tuples = in_order(field->column_order, compare_column(field->column, records[a], records[b]));
  }
  int keys = compare_keys(explanation->field_count, a, b);
  CHECK(tuples == 0 || keys == 0 || keys == tuples, "%s: keys of rows %zu and %zu do not sort", text, a, b);
  if (tuples == 0 && explanation->sorted_to_end)
    CHECK(keys == 0, "%s: keys of rows %zu and %zu differ after their columns", text, a, b);
}

static void check_layout(const char *text) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), schema, COLUMN_COUNT, &error);
  if (layout == NULL) return;
  rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
  CHECK(explanation != NULL, "%s: %s", text, error.text);
  random_records();
  encode_cuts(text, explanation);
  for (size_t a = 0; a < ROWS; a++) {
    if (!good[a]) continue;
    check_widths(text, explanation, a);
    for (size_t b = 0; b < a; b++) {
      if (!good[b]) continue;
      for (size_t f = 0; f < explanation->field_count; f++) check_field(text, explanation, f, a, b);
      check_key(text, explanation, a, b);
    }
  }
  rowkey_explanation_free(explanation);
  rowkey_layout_free(layout);
}

static void test_every_field_by_itself(void) {
  for (size_t round = 0; round < 3 * repetitions(10); round++)
    for (size_t i = 0; i < POOL; i++) check_layout(pool[i]);
}

static void test_fields_side_by_side(void) {
  for (size_t round = 0; round < repetitions(8000); round++) {
    char text[FIELDS_MAX * 100] = "";
    size_t count = 2 + random_below(FIELDS_MAX - 1);
    for (size_t i = 0; i < count; i++) strcat(text, pool[random_below(POOL)]);
    check_layout(text);
  }
  CHECK(ordered_pairs > 1000 && unordered_pairs > 1000, "%zu pairs sort, %zu do not", ordered_pairs,
        unordered_pairs);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"claims hold for every field by itself", test_every_field_by_itself},
      {"claims hold for fields side by side", test_fields_side_by_side},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
