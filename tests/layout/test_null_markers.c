/* Markers of nulls: their bytes, how keys with them sort, and nulls that come back. */
#include <stdio.h>
#include <string.h>

#include <rowkey/schema.h>

#include "decoding.h"

enum { ROWS = 4 };

static const bool second_is_null[ROWS] = {false, true, false, false};

/* A zero that is there, and one that stands for a null. */
static struct batch records(void) {
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "u", (const uint64_t[]){0, 7, 5, 300});
  mark_nulls(&batch, second_is_null, 3);
  add_i64(&batch, "i", (const int64_t[]){INT64_MIN, 9, -1, 1});
  mark_nulls(&batch, second_is_null, 0);
  add_text(&batch, "s", (const char *const[]){"", "x", "a", "b"});
  mark_nulls(&batch, second_is_null, 7);
  add_f64(&batch, "f", (const double[]){0, 1, -0.5, 2});
  mark_nulls(&batch, second_is_null, 1);
  add_bytes(&batch, "w", "abxxcdef", (const uint64_t[]){0, 2, 4, 6, 8});
  batch.columns[4].width = 2;
  mark_nulls(&batch, second_is_null, 12);
  add_u64(&batch, "id", (const uint64_t[]){1, 2, 3, 4});
  return batch;
}

static void expect(const char *text, const char *const *keys) {
  struct batch batch = records();
  expect_keys(text, &batch, (struct settings){.side = GUARD_END}, keys);
}

static void test_bytes(void) {
  expect("{null_first(u):u8}", (const char *const[]){"\\x01", "\\x00", "\\x01", "\\x01"});
  expect("{null_last(u):u8}", (const char *const[]){"\\x00", "\\x01", "\\x00", "\\x00"});
  expect("{null_first(u):01d}{null_last(s):01d}{null_last(i):~u8}",
         (const char *const[]){"10\\xff", "01\\xfe", "10\\xff", "10\\xff"});
  expect("{null_last(w):a}{coalesce(w, \"--\")}", (const char *const[]){"aab", "b--", "acd", "aef"});
  expect("{length(reverse(null_first(f):u16, id:u8)) + null_last(f)}",
         (const char *const[]){"3", "4", "3", "3"});
  expect("{null_first(s):u8}{coalesce(s, \"\"):esc}",
         (const char *const[]){"\\x01\\x00\\x01", "\\x00\\x00\\x01", "\\x01a\\x00\\x01", "\\x01b\\x00\\x01"});
  expect("{id:u8}{null_last(id):u8}",
         (const char *const[]){"\\x01\\x00", "\\x02\\x00", "\\x03\\x00", "\\x04\\x00"});
}

/* The rows of arrow-row 56.2.1 for a column of i64 with the values INT64_MIN, null, -1 and 1: ascending, with
 * SortOptions.nulls_first true and false. Null bytes and bytes of values are as in its keys. */
static void test_arrow_rows(void) {
  expect("{null_first(i):u8}{coalesce(i, -9223372036854775808):i64}",
         (const char *const[]){"\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
                               "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
                               "\\x01\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                               "\\x01\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01"});
  expect("{1 + 254 * null_last(i):u8}{coalesce(i, -9223372036854775808):i64}",
         (const char *const[]){"\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
                               "\\xff\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
                               "\\x01\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                               "\\x01\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01"});
}

/* ---- Decoding -------------------------------------------------------------------------------- */

static void check_nulls_of(struct batch batch, const char *text, size_t column, bool come_back) {
  rowkey_layout *layout = compile(text, &batch);
  CHECK(rowkey_layout_recovers_nulls(layout, column) == come_back, "%s: column %zu", text, column);
  EACH_ISA(kernels) {
    struct encoded encoded = encode(layout, &batch, (struct settings){.isa = kernels->name});
    CHECK(encoded.status == ROWKEY_OK, "%s: %s", text, encoded.error.text);
    const struct keys keys = {encoded.keys, encoded.offsets, ROWS};
    struct decoded decoded = decode(layout, &batch, keys, kernels->name, 0);
    CHECK(decoded.status == ROWKEY_OK, "%s: %s", text, decoded.error.text);
    check_decoded(layout, &batch, &decoded, ROWS, text);
    if (rowkey_layout_recovery(layout, column) == ROWKEY_RECOVERED)
      CHECK(decoded.columns[column].validity[0] == (come_back ? 0xd : 0xf), "%s: bits %x", text,
            decoded.columns[column].validity[0]);
  }
  rowkey_layout_free(layout);
}

static void check_nulls(const char *text, size_t column, bool come_back) {
  check_nulls_of(records(), text, column, come_back);
}

/* Where the constant is not a value of the declared type, nothing but a null has it. */
static void test_constants_that_are_not_values(void) {
  static const struct {
    const char *type, *text;
    bool come_back;
  } cases[] = {
      {"bool", "{coalesce(u, 2):u8}", true},
      {"bool", "{coalesce(u, 1):u8}", false},
      {"enum(a, b)", "{coalesce(u, 9) + 1}", true},
      {"enum(a, b)", "{coalesce(u, 1):u8}", false},
      {"ipv4", "{coalesce(u, 4294967296):u40}", true},
      {"ipv4", "{coalesce(u, 4294967295):u32}", false},
      {"time(ms)", "{coalesce(u, 9223372036854775807):i64}", true},
      {"time(ms)", "{md5(coalesce(u, -9223372036854775808)) % 9:01d}{coalesce(u, -9223372036854775808):i64}",
       true},
      {"time(ms)", "{coalesce(u, 0):i64}", false},
      {"decimal(2)", "{coalesce(u, 9223372036854775807):i64}", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct batch batch = {.rows = ROWS};
    rowkey_column column;
    CHECK(rowkey_column_declare("u", cases[i].type, strlen(cases[i].type), &column, NULL) == ROWKEY_OK, "%s",
          cases[i].type);
    if (column.type == ROWKEY_I64)
      add_i64(&batch, "u", (const int64_t[]){0, 7, 1, 0});
    else
      add_u64(&batch, "u", (const uint64_t[]){0, 7, 1, 0});
    mark_nulls(&batch, second_is_null, 3);
    batch.columns[0] = column;
    batch.values[0].tag = rowkey_kept_numbers(column.type, NULL, 0).tag;
    check_nulls_of(batch, cases[i].text, 0, cases[i].come_back);
    rowkey_column_free(&column);
  }
}

static void test_nulls_come_back(void) {
  check_nulls("{null_first(u):u8}{coalesce(u, 0):u64}", 0, true);
  check_nulls("{coalesce(u, 0):u64}{null_last(u)}", 0, true);
  check_nulls("{null_first(u):u8}{null_last(u):u8}{coalesce(u, 0):u64}", 0, true);
  check_nulls("{7 * null_last(u) + 1}|{coalesce(u, 0)}", 0, true);
  check_nulls("{null_first(i):~u8}{coalesce(i, 0):i64}", 1, true);
  check_nulls("{md5(null_first(s), coalesce(s, \"\")) % 100:02d}{null_first(s):u8}{coalesce(s, \"\"):esc}", 2,
              true);
  check_nulls("{reverse(null_first(s):u8, coalesce(s, \"\"):esc)}", 2, true);
  check_nulls("{null_last(f):u8}{coalesce(f, -1.5)}", 3, true);
  check_nulls("{null_last(w):u8}{coalesce(w, \"--\")}", 4, true);
  check_nulls("{null_last(u):u8}{coalesce(u, 0) / 60:u64}{coalesce(u, 0) % 60:u8}", 0, true);
  check_nulls("{coalesce(u, 0):u64}", 0, false);
  check_nulls("{md5(null_first(u)):s}{coalesce(u, 0):u64}", 0, false);
  check_nulls("{null_first(u):u8}{md5(coalesce(u, 0)):s}", 0, false);
  check_nulls("{null_first(u):u8}{coalesce(u, id):u64}", 0, false);
  check_nulls("{null_first(id):u8}{id:u64}", 5, false);
}

/* Beyond 8 rows, in several blocks, without the values, and up to a bad key. */
static void test_validity_of_many_rows(void) {
  enum { MANY = 5000 };
  struct batch batch = {.rows = MANY};
  static uint64_t numbers[MANY];
  static bool is_null[MANY];
  for (size_t i = 0; i < MANY; i++) {
    numbers[i] = i;
    is_null[i] = random_below(3) == 0;
  }
  add_u64(&batch, "u", numbers);
  mark_nulls(&batch, is_null, 5);
  rowkey_layout *layout = compile("{null_first(u):u8}{coalesce(u, 9):u32}", &batch);
  struct encoded encoded = encode(layout, &batch, (struct settings){.isa = "scalar"});
  rowkey_decoder *decoder = rowkey_decoder_create(layout, NULL);
  uint8_t *validity = guarded((MANY + 7) / 8, GUARD_END);
  const rowkey_decoded column = rowkey_decoded_with_nulls(rowkey_decoded_u64s(NULL, MANY), validity);
  const rowkey_keys keys = rowkey_keys_of_width(encoded.keys, 5, MANY);
  for (size_t bad = MANY + 1; bad > 4000; bad -= 333) {
    if (bad < MANY) encoded.keys[5 * bad] = 2;
    memset(validity, 0xaa, (MANY + 7) / 8);
    rowkey_error error = {.row = MANY};
    CHECK((rowkey_decode(decoder, &keys, &column, 1, &error) == ROWKEY_OK) == (bad > MANY), "%s", error.text);
    for (size_t i = 0; i < MANY; i++)
      CHECK((validity[i / 8] >> (i & 7) & 1) == (i < error.row && !is_null[i]), "bit %zu", i);
  }
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
}

static void expect_bad_key(const char *key, const char *expected) {
  struct batch batch = records();
  rowkey_layout *layout = compile("{null_first(u):u8}{coalesce(u, 5):u16}", &batch);
  const struct keys keys = keys_of_text(&key, 1);
  struct decoded decoded = decode(layout, &batch, keys, "scalar", 0);
  CHECK(decoded.status == ROWKEY_ERROR_RANGE && strcmp(decoded.error.text, expected) == 0, "%s: %s", key,
        decoded.error.text);
  rowkey_layout_free(layout);
}

static void test_bad_keys(void) {
  expect_bad_key("\\x00\\x00\\x06",
                 "byte 1: {coalesce(u, 5):u16} holds \"\\x00\\x06\", expected \"\\x00\\x05\"");
  expect_bad_key("\\x02\\x00\\x06",
                 "byte 0: {null_first(u):u8} holds \"\\x02\", which is 2, expected a number from 0 to 1");
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"bytes of markers", test_bytes},
      {"the rows of Arrow", test_arrow_rows},
      {"nulls that come back", test_nulls_come_back},
      {"nulls that come back as constants that are not values", test_constants_that_are_not_values},
      {"the validity of many rows", test_validity_of_many_rows},
      {"keys that no null makes", test_bad_keys},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
