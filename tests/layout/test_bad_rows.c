/* Rows that are refused: every message, the first bad row, and the keys before it. */
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "kernels/tuning.h"

static void test_numbers_that_do_not_fit(void) {
  struct batch batch = {.rows = 3};
  add_u64(&batch, "id", (const uint64_t[]){1, 12345678901, 3});
  add_i64(&batch, "n", (const int64_t[]){0, -1, 9});
  add_u64(&batch, "huge", (const uint64_t[]){0, UINT64_C(1) << 63, 1});
  const struct refusal refusals[] = {
      {ROWKEY_ERROR_RANGE, 1, 0, 1,
       "id = 12345678901 does not fit {id:010d} (column id, at most 9999999999)"},
      {ROWKEY_ERROR_RANGE, 1, 0, 1, "id = 12345678901 does not fit {id:u32} (column id, at most 4294967295)"},
      {ROWKEY_ERROR_RANGE, 1, 0, 1, "id = 12345678901 does not fit {id:i32} (column id, at most 2147483647)"},
      {ROWKEY_ERROR_RANGE, 1, 0, 1, "id = 12345678901 does not fit {id:08x} (column id, at most 4294967295)"},
      {ROWKEY_ERROR_RANGE, 1, 0, 1, "id = 12345678901 does not fit {id:a} (column id, at most 25)"},
      {ROWKEY_ERROR_RANGE, 1, 1, 1, "n = -1 does not fit {n:02d} (column n, at least 0)"},
      {ROWKEY_ERROR_RANGE, 1, 1, 1, "n = -1 does not fit {n:019d} (column n, at least 0)"},
      {ROWKEY_ERROR_RANGE, 1, 1, 1, "n = -1 does not fit {n:020d} (column n, at least 0)"},
      {ROWKEY_ERROR_RANGE, 1, 1, 1, "n = -1 does not fit {n:u8} (column n, at least 0)"},
      {ROWKEY_ERROR_RANGE, 1, 1, 1, "n = -1 does not fit {n:u64} (column n, at least 0)"},
      {ROWKEY_ERROR_RANGE, 1, 1, 1, "n = -1 does not fit {n:x} (column n, at least 0)"},
      {ROWKEY_ERROR_RANGE, 1, 1, 1, "n = -1 does not fit {n:016x} (column n, at least 0)"},
      {ROWKEY_ERROR_RANGE, 1, 1, 1, "n = -1 does not fit {n:a} (column n, at least 0)"},
      {ROWKEY_ERROR_RANGE, 1, 2, 1,
       "huge = 9223372036854775808 does not fit {huge:i64} (column huge, at most 9223372036854775807)"},
      {ROWKEY_ERROR_RANGE, 1, 2, 1,
       "huge = 9223372036854775808 does not fit {huge:i8} (column huge, at most 127)"},
      {ROWKEY_ERROR_RANGE, 1, 0, 1,
       "id % 20000000000 = 12345678901 does not fit {id % 20000000000:010d} (column id, at most 9999999999)"},
      {ROWKEY_ERROR_RANGE, 1, ROWKEY_NONE, 1,
       "id + huge = 9223372049200454709 does not fit {id + huge:u40} (at most 1099511627775)"},
  };
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    char text[128];
    const char *brace = strchr(refusals[i].text, '{');
    snprintf(text, sizeof text, "-%.*s", (int)(strchr(brace, '}') + 1 - brace), brace);
    expect_refusal(text, &batch, refusals[i]);
  }
  expect_refusal("{md5(\"|\", id:u8)}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 10,
                                  "id = 12345678901 does not fit id:u8 (column id, at most 255)"});
  expect_refusal(
      "{md5(n:x)}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 1, 5, "n = -1 does not fit n:x (column n, at least 0)"});
  expect_refusal(
      "{md5(n:x, n)}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 1, 5, "n = -1 does not fit n:x (column n, at least 0)"});
}

/* Messages are hashed once where they are equal: not where only their bytes are, and one is refused. */
static void test_formats_that_write_the_same(void) {
  struct batch batch = {.rows = 2};
  add_u64(&batch, "u", (const uint64_t[]){0, UINT64_C(1) << 63});
  add_i64(&batch, "i", (const int64_t[]){0, -1});
  static const struct {
    const char *text, *message;
    size_t column;
  } cases[] = {
      {"{md5(u:u64)}{md5(u:i64be)}",
       "u = 9223372036854775808 does not fit u:i64be (column u, at most 9223372036854775807)", 0},
      {"{md5(i:i64be)}{md5(i:u64)}", "i = -1 does not fit i:u64 (column i, at least 0)", 1},
      {"{md5(i:i64le)}{md5(i:u64le)}", "i = -1 does not fit i:u64le (column i, at least 0)", 1},
      {"{reverse(i:i64be)}{reverse(i:u64)}", "i = -1 does not fit i:u64 (column i, at least 0)", 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t offset = (size_t)(strrchr(cases[i].text, '(') + 1 - cases[i].text);
    expect_refusal(cases[i].text, &batch,
                   (struct refusal){ROWKEY_ERROR_RANGE, 1, cases[i].column, offset, cases[i].message});
  }
}

/* A width that some values of md5(x) % d do not fit is only found out row by row. */
static void test_remainders_that_do_not_fit(void) {
  struct batch batch = {.rows = 5};
  add_u64(&batch, "id", (const uint64_t[]){1, 1, 1, 10, 0}); /* md5 modulo 10^6: 88411 and 601824 */
  expect_refusal("{md5(id) % 1000000:05d}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 3, 0, 0,
                                  "md5(id) % 1000000 = 601824 does not fit {md5(id) % 1000000:05d} "
                                  "(column id, at most 99999)"});
}

static void test_arithmetic(void) {
  struct batch batch = {.rows = 2};
  add_u64(&batch, "a", (const uint64_t[]){5, 3});
  add_u64(&batch, "b", (const uint64_t[]){5, 5});
  add_u64(&batch, "huge", (const uint64_t[]){0, UINT64_MAX});
  add_i64(&batch, "low", (const int64_t[]){0, INT64_MIN});
  add_i64(&batch, "high", (const int64_t[]){0, INT64_MAX});
  add_i64(&batch, "zero", (const int64_t[]){1, 0});
#define U64 "a result from 0 to 18446744073709551615)"
#define I64 "a result from -9223372036854775808 to 9223372036854775807)"
#define ABOVE_LOWEST "low from -9223372036854775807 to 9223372036854775807)"
  static const struct {
    const char *text;
    size_t column;
    const char *message;
  } cases[] = {
      {"{a - b}", ROWKEY_NONE, "a - b = 3 - 5 is not a u64 (" U64},
      {"{a - 4}", 0, "a - 4 = 3 - 4 is not a u64 (column a, a from 4 to 18446744073709551615)"},
      {"{huge + a}", ROWKEY_NONE, "huge + a = 18446744073709551615 + 3 is not a u64 (" U64},
      {"{huge * 2}", 2,
       "huge * 2 = 18446744073709551615 * 2 is not a u64 (column huge, huge from 0 to 9223372036854775807)"},
      {"{low - 1}", 3, "low - 1 = -9223372036854775808 - 1 is not an i64 (column low, " ABOVE_LOWEST},
      {"{low + -1}", 3, "low + -1 = -9223372036854775808 + -1 is not an i64 (column low, " ABOVE_LOWEST},
      {"{high + 1}", 4,
       "high + 1 = 9223372036854775807 + 1 is not an i64 (column high, high from -9223372036854775808 to "
       "9223372036854775806)"},
      {"{low * -1}", 3, "low * -1 = -9223372036854775808 * -1 is not an i64 (column low, " ABOVE_LOWEST},
      {"{high * high}", 4,
       "high * high = 9223372036854775807 * 9223372036854775807 is not an i64 (column high, " I64},
      {"{-low}", 3, "-low = 0 - -9223372036854775808 is not an i64 (column low, " ABOVE_LOWEST},
      {"{low % zero}", ROWKEY_NONE, "low % zero = -9223372036854775808 % 0 divides by 0 (any other divisor)"},
      {"{5 % zero}", 5, "5 % zero = 5 % 0 divides by 0 (column zero, any other divisor)"},
      {"{huge + low}", 2,
       "huge = 18446744073709551615 is too large for the i64 that it is used with (column huge, 0 to "
       "9223372036854775807)"},
      {"{low / zero}", ROWKEY_NONE, "low / zero = -9223372036854775808 / 0 divides by 0 (any other divisor)"},
      {"{a / (a - 3)}", 0, "a / (a - 3) = 3 / 0 divides by 0 (column a, any other divisor)"},
      {"{low / -1}", 3, "low / -1 = -9223372036854775808 / -1 is not an i64 (column low, " ABOVE_LOWEST},
      {"{floormod(a, a - 3)}", 0, "floormod(a, a - 3) = 3 % 0 divides by 0 (column a, any other divisor)"},
      {"{floormod(5, zero)}", 5,
       "floormod(5, zero) = floormod(5, 0) divides by 0 (column zero, any other divisor)"},
      {"{abs(low - 1)}", 3, "low - 1 = -9223372036854775808 - 1 is not an i64 (column low, " ABOVE_LOWEST},
      {"{truncate(low, 7)}", 3,
       "truncate(low, 7) = -9223372036854775808 - 6 is not an i64 (column low, " I64},
      {"{reverse_time(huge)}", 2,
       "reverse_time(huge) = 9223372036854775807 - 18446744073709551615 is not a u64 (column huge, huge from 0 to "
       "9223372036854775807)"},
      {"{huge & low}", 2,
       "huge = 18446744073709551615 is too large for the i64 that it is used with (column huge, 0 to "
       "9223372036854775807)"},
      {"{-huge}", 2,
       "huge = 18446744073709551615 is too large for the i64 that it is used with (column huge, 0 to "
       "9223372036854775807)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char expression[64];
    snprintf(expression, sizeof expression, "%.*s", (int)(strstr(cases[i].message, " = ") - cases[i].message),
             cases[i].message);
    size_t offset = (size_t)(strstr(cases[i].text, expression) - cases[i].text);
    expect_refusal(cases[i].text, &batch,
                   (struct refusal){ROWKEY_ERROR_RANGE, 1, cases[i].column, offset, cases[i].message});
  }
  expect_refusal("{md5(a - b) % 7}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, ROWKEY_NONE, 5, "a - b = 3 - 5 is not a u64 (" U64});
}

/* The zeros in front of its 36 digits are none of them. */
static void test_hash_that_does_not_fit(void) {
  struct batch batch = {.rows = 1};
  add_u64(&batch, "id", (const uint64_t[]){168});
  expect_refusal("{md5(id):035d}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 0, 0, 0,
                                  "md5(id) = 578026574049933127286234101314201993 does not fit "
                                  "{md5(id):035d} (column id, at most 35 digits, not 36)"});
}

static void test_text_that_does_not_fit(void) {
  struct batch batch = {.rows = 3};
  add_text(&batch, "user", (const char *[]){"alice", "sixteen bytes ok!", "x"});
  add_bytes(&batch, "nul", "a\0bc\0", (const uint64_t[]){0, 3, 5, 5});
  add_text(&batch, "odd", (const char *[]){"", "\"\\\x01\xc3\xa9\xff|", ""});
  const char *long_text = "0123456789012345678901234567890123456789012345678901234567890123456789";
  add_text(&batch, "long", (const char *[]){"", long_text, ""});
  expect_refusal(
      "-{user:16s}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 1,
                       "user = \"sixteen bytes ok!\" does not fit {user:16s} (column user, at most 16 "
                       "bytes, not 17)"});
  expect_refusal(
      "{nul:4s}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 1, 0,
                       "nul = \"c\\x00\" does not fit {nul:4s} (column nul, text that does not end in \\x00, "
                       "with which it is padded)"});
  expect_refusal(
      "{odd:2s}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 2, 0,
                       "odd = \"\\x22\\x5C\\x01\xc3\xa9\\xFF|\" does not fit {odd:2s} (column odd, at most 2 "
                       "bytes, not 7)"});
  expect_refusal(
      "{long:8s}", &batch,
      (struct refusal){
          ROWKEY_ERROR_RANGE, 1, 3, 0,
          "long = \"012345678901234567890123456789012345678901234567890123456789\"... (70 bytes) does not "
          "fit {long:8s} (column long, at most 8 bytes, not 70)"});
  expect_refusal(
      "{md5(user:16s, odd)}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 5,
                       "user = \"sixteen bytes ok!\" does not fit user:16s (column user, at most 16 bytes, "
                       "not 17)"});
}

static void test_text_that_holds_its_delimiter(void) {
  struct batch batch = {.rows = 3};
  add_text(&batch, "date", (const char *[]){"2015", "20|15", ""});
  add_bytes(&batch, "raw", "ab\0c", (const uint64_t[]){0, 1, 4, 4});
  expect_refusal(
      "{date}|{raw}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                       "date = \"20|15\" holds the byte \"|\" that ends {date} in the key (column date, text "
                       "without it)"});
  expect_refusal(
      "{raw}\\x00{date}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 1, 0,
                       "raw = \"b\\x00c\" holds the byte \"\\x00\" that ends {raw} in the key (column raw, "
                       "text without it)"});
  /* Nothing has to be distinguished in the last field, nor in what is hashed. */
  expect_keys("{date:x}|{date}", &batch, (struct settings){0},
              (const char *[]){"32303135|2015", "32307c3135|20|15", "|"});
  expect_keys("{md5(date, \"|\", date) % 1}", &batch, (struct settings){0}, (const char *[]){"0", "0", "0"});
}

/* With the rows of text that other cores write otherwise, too. */
static void refuse_with_each_tuning(const char *text, const struct batch *batch, struct refusal refusal) {
  static const struct rowkey_tuning direct = {.cores = "a test's",
                                              .md5_loops_from = SIZE_MAX,
                                              .md5_fetches_whole_from = SIZE_MAX,
                                              .rows_field_by_field = true},
                                    whole = {.cores = "a test's",
                                             .md5_loops_from = SIZE_MAX,
                                             .md5_fetches_whole_from = SIZE_MAX};
  const struct rowkey_tuning *const tunings[] = {&direct, &whole, NULL};
  for (size_t i = 0; i < sizeof tunings / sizeof *tunings; i++) {
    rowkey_tuning_set(tunings[i]);
    expect_refusal(text, batch, refusal);
  }
}

static void test_offsets_that_make_no_sense(void) {
  struct batch batch = {.rows = 3};
  add_text(&batch, "user", (const char *[]){"alice", "bob", "carol"});
  add_u64(&batch, "id", (const uint64_t[]){1, 2, 3});
  uint64_t *begin = guarded(3 * sizeof *begin, GUARD_END);
  uint64_t *end = guarded(3 * sizeof *end, GUARD_END);
  batch.values[0].begin = begin;
  batch.values[0].end = end;
  static const uint64_t bad[][2] = {{5, 4}, {0, 14}, {14, 14}, {UINT64_MAX, 3}, {3, UINT64_MAX}};
  static const char *const texts[] = {"{user}",
                                      "{user:16s}",
                                      "{md5(user)}",
                                      "{md5(user, 1)}",
                                      "{user:x}",
                                      "{user:16s}{id:u64}",
                                      "{id:u64}{user:8s}",
                                      "{user:8s}{7 - id:u64}|{user:x}",
                                      "{lower(user)}",
                                      "{id:02d}{prefix(user, 2)}",
                                      "{id:u64}{upper(user):s}"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
      memcpy(begin, (const uint64_t[]){0, bad[i][0], 8}, 3 * sizeof *begin);
      memcpy(end, (const uint64_t[]){5, bad[i][1], 13}, 3 * sizeof *end);
      char message[256];
      snprintf(message, sizeof message,
               "user: its text begins at byte %llu and ends at byte %llu of 13 (column user, begin <= end <= "
               "size)",
               (unsigned long long)bad[i][0], (unsigned long long)bad[i][1]);
      size_t offset = (size_t)(strstr(texts[j], "user") - texts[j]);
      refuse_with_each_tuning(texts[j], &batch,
                              (struct refusal){ROWKEY_ERROR_ARGUMENT, 1, 0, offset, message});
    }
}

/* Texts of a fixed width are put side by side before rows are written, by offsets that must have been looked
 * at. */
static void test_offsets_of_fixed_width(void) {
  struct batch batch = {.rows = 3};
  add_text(&batch, "user", (const char *[]){"anna", "bill", "carl"});
  add_u64(&batch, "id", (const uint64_t[]){1, 2, 3});
  batch.columns[0].width = 4;
  static const uint64_t bad[] = {10, UINT64_C(1) << 45, UINT64_MAX - 4};
  static const char *const texts[] = {"{id:u64}{user:16s}", "{user:8s}{id:u64}", "{user}{id:u64}"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
      batch.values[0].begin = (const uint64_t[]){0, bad[i], 8};
      batch.values[0].end = (const uint64_t[]){4, bad[i] + 4, 12};
      char message[256];
      snprintf(message, sizeof message,
               "user: its text begins at byte %llu and ends at byte %llu of 12 (column user, begin <= end <= "
               "size)",
               (unsigned long long)bad[i], (unsigned long long)bad[i] + 4);
      const size_t offset = (size_t)(strstr(texts[j], "user") - texts[j]);
      refuse_with_each_tuning(texts[j], &batch,
                              (struct refusal){ROWKEY_ERROR_ARGUMENT, 1, 0, offset, message});
    }
}

/* Steps run one after the other over a block: a bad row that a later step finds may come before one that an
 * earlier step has found. All orders are tried, at the ends of blocks too. */
static void test_first_bad_row(void) {
  enum { ROWS = 2600, STEPS = 4 };
  static uint64_t id[ROWS], small[ROWS], salt[ROWS];
  static const char *user[ROWS];
  static const char *const texts[] = {"{id:04d}{small:u8}{salt - 7:u64}{user:4s}",
                                      "{user}|{md5(salt - 7, user)}{small:u8}{id:04d}",
                                      "{md5(id:04d)}{md5(small:u8, user:4s)}{user}|{salt - 7}",
                                      "{small:u8}{id:04d}{salt - 7:u64}{user}|{small:u8}"};
  for (size_t repetition = 0; repetition < repetitions(60); repetition++) {
    for (size_t i = 0; i < ROWS; i++) {
      id[i] = i;
      small[i] = i % 256;
      salt[i] = i + 7;
      user[i] = "user";
    }
    size_t first = ROWS;
    for (size_t bad = 0; bad < STEPS; bad++) {
      static const size_t edges[] = {0, 1, 15, 16, 895, 896, 1007, 1008, 1023, 1024, 1025, 2047, 2048, 2599};
      size_t row =
          random_below(2) == 0 ? edges[random_below(sizeof edges / sizeof *edges)] : random_below(ROWS);
      if (bad == 0) id[row] = 10000;
      if (bad == 1) small[row] = 256;
      if (bad == 2) salt[row] = 6;
      if (bad == 3) user[row] = "a|bcd";
      if (row < first) first = row;
    }
    struct batch batch = {.rows = ROWS};
    add_u64(&batch, "id", id);
    add_u64(&batch, "small", small);
    add_u64(&batch, "salt", salt);
    add_text(&batch, "user", user);
    rowkey_layout *layout = compile(texts[repetition % 4], &batch);
    struct batch before = batch;
    before.rows = first;
    EACH_ISA(kernels) {
      struct settings settings = {.isa = kernels->name, .side = GUARD_END};
      struct encoded encoded = encode(layout, &batch, settings);
      struct encoded expected = encode(layout, &before, settings);
      CHECK(expected.status == ROWKEY_OK, "rows before %zu: %s", first, expected.error.text);
      CHECK(encoded.status == ROWKEY_ERROR_RANGE && encoded.error.row == first, "row %zu instead of %zu: %s",
            encoded.error.row, first, encoded.error.text);
      CHECK(memcmp(encoded.offsets, expected.offsets, (first + 1) * sizeof(uint64_t)) == 0, "offsets");
      CHECK(memcmp(encoded.keys, expected.keys, (size_t)expected.offsets[first]) == 0, "keys before row %zu",
            first);
    }
    rowkey_layout_free(layout);
  }
}

/* Of two things wrong with one row, the one that comes first in the plan is reported on every instruction
 * set. */
static void test_two_reasons(void) {
  struct batch batch = {.rows = 1};
  add_u64(&batch, "id", (const uint64_t[]){300});
  expect_refusal("{id:u8}{id:02d}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 0, 0, 0,
                                  "id = 300 does not fit {id:u8} (column id, at most 255)"});
  expect_refusal("{id:02d}{id:u8}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 0, 0, 0,
                                  "id = 300 does not fit {id:02d} (column id, at most 99)"});
  struct batch three = {.rows = 3};
  add_text(&three, "user", (const char *[]){"alice", "bob", "carol"});
  add_u64(&three, "salt", (const uint64_t[]){7, 8, 6});
  three.values[0].end = (const uint64_t[]){5, 8, 14};
  refuse_with_each_tuning(
      "{user:16s}{salt - 7:u64}", &three,
      (struct refusal){ROWKEY_ERROR_ARGUMENT, 2, 0, 1,
                       "user: its text begins at byte 8 and ends at byte 14 of 13 (column user, begin <= end "
                       "<= size)"});
  /* Also where the text is checked as late as another is made of it. */
  three.values[1].data = (const uint64_t[]){7, 8, 60};
  refuse_with_each_tuning(
      "{salt:01d}{lower(user)}", &three,
      (struct refusal){ROWKEY_ERROR_ARGUMENT, 2, 0, 17,
                       "user: its text begins at byte 8 and ends at byte 14 of 13 (column user, begin <= end "
                       "<= size)"});
  three.values[1].data = (const uint64_t[]){7, 8, 6};
  refuse_with_each_tuning(
      "{salt - 7:u64}{user:16s}", &three,
      (struct refusal){ROWKEY_ERROR_RANGE, 2, 1, 1,
                       "salt - 7 = 6 - 7 is not a u64 (column salt, salt from 7 to 18446744073709551615)"});
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"numbers that do not fit", test_numbers_that_do_not_fit},
      {"formats that write the same bytes of other numbers", test_formats_that_write_the_same},
      {"remainders that do not fit", test_remainders_that_do_not_fit},
      {"arithmetic that leaves its type", test_arithmetic},
      {"text that does not fit", test_text_that_does_not_fit},
      {"a hash that does not fit", test_hash_that_does_not_fit},
      {"text that holds its delimiter", test_text_that_holds_its_delimiter},
      {"offsets that make no sense", test_offsets_that_make_no_sense},
      {"offsets of a fixed width", test_offsets_of_fixed_width},
      {"the first bad row of all steps is found", test_first_bad_row},
      {"one row with two reasons", test_two_reasons},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
