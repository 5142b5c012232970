/* Numbers as digits of an alphabet: what other libraries write, what is refused, and what is said of them.
 * Kept keys have more of the libraries' digits. */
#include <rowkey/explain.h>
#include <string.h>

#include "decoding.h"

#define BASE32 "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#define BASE58 "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
#define BASE62 "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define GEOHASH "0123456789bcdefghjkmnpqrstuvwxyz"
#define BASE94                                      \
  "!\\\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKL" \
  "MNOPQRSTUVWXYZ[\\\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

/* python-ulid 4.1.0, ULID.from_bytes: a time and 80 other bits, here as two numbers */
static void test_ulids(void) {
  struct batch batch = {.rows = 4};
  add_u64(&batch, "ts", (const uint64_t[]){0, 1469918176385, 1420070400000, 281474976710655});
  add_u64(&batch, "a", (const uint64_t[]){0, 16909060, 1095233307133, 1099511627775});
  add_u64(&batch, "b", (const uint64_t[]){0, 21575960585, 12818053892, 1099511627775});
  expect_both_ways("{ts:010d(\"" BASE32 "\")}{a:08d(\"" BASE32 "\")}{b:08d(\"" BASE32 "\")}", &batch,
                   (const char *[]){"00000000000000000000000000", "01ARYZ6S41000G40R40M30E209",
                                    "019AHCNC00ZW0FW0FX0BY07YR4", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"});
}

/* base58 2.1.1, pybase62 1.0.0 with CHARSET_INVERTED, and Python's format for 2; 94 by hand */
static void test_bases(void) {
  struct batch batch = {.rows = 4};
  add_u64(&batch, "n", (const uint64_t[]){0, 61, 1000000, UINT64_MAX});
  expect_both_ways("{n:011d(\"" BASE58 "\")}", &batch,
                   (const char *[]){"11111111111", "11111111124", "111111168GP", "jpXCZedGfVQ"});
  expect_both_ways("{n:011d(\"" BASE62 "\")}", &batch,
                   (const char *[]){"00000000000", "0000000000Z", "00000004c92", "lYGhA16ahyf"});
  expect_both_ways("{n:~011d(\"" BASE62 "\")}a", &batch,
                   (const char *[]){"\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcfa",
                                    "\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xa5a",
                                    "\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcf\\xcb\\x9c\\xc6\\xcda",
                                    "\\x93\\xa6\\xb8\\x97\\xbe\\xce\\xc9\\x9e\\x97\\x86\\x99a"});
  expect_both_ways("{n:064d(\"01\")}", &batch,
                   (const char *[]){"0000000000000000000000000000000000000000000000000000000000000000",
                                    "0000000000000000000000000000000000000000000000000000000000111101",
                                    "0000000000000000000000000000000000000000000011110100001001000000",
                                    "1111111111111111111111111111111111111111111111111111111111111111"});
  expect_both_ways("{n:010d(\"" BASE94 "\")}", &batch,
                   (const char *[]){"!!!!!!!!!!", "!!!!!!!!!^", "!!!!!!\"41=", "A33?&-jqQh"});
}

/* As constants, and in what is reversed or hashed. */
static void test_places(void) {
  struct batch batch = {.rows = 2};
  add_u64(&batch, "n", (const uint64_t[]){8, 5});
  expect_both_ways("{61:03d(\"" BASE62 "\")}{61:~03d(\"" BASE62
                   "\")}{n:03d(\"xyz\")}|{reverse(n:02d(\"" BASE32 "\"))}",
                   &batch, (const char *[]){"00Z\\xcf\\xcf\\xa5xzz|80", "00Z\\xcf\\xcf\\xa5xyz|50"});
  /* zlib.crc32 of zz and yz, and the second alphabet makes another message */
  expect_both_ways("{crc32(n:02d(\"xyz\")):08x}{crc32(n:02d(\"zyx\")):08x}{n:01d(\"abcdefghi\")}", &batch,
                   (const char *[]){"24d91ba1"
                                    "f8e1180f"
                                    "i",
                                    "0ff44862"
                                    "e1fa294e"
                                    "f"});
}

/* ---- Refused -------------------------------------------------------------------------------- */

static void expect_refused(const char *text, size_t offset, const char *account) {
  static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64},
                                          {.name = "user", .type = ROWKEY_TEXT}};
  rowkey_error error;
  CHECK(rowkey_layout_compile(text, strlen(text), columns, 2, &error) == NULL, "%s compiles", text);
  CHECK(error.offset == offset && strstr(error.text, account) != NULL, "%s: %zu, %s", text, error.offset,
        error.text);
}

static void test_alphabets(void) {
  static const char *const bad[] = {"{id:012d(\"0\")}",
                                    "{id:012d(\"\")}",
                                    "{id:012d(\"01210\")}",
                                    "{id:012d(\"01 2\")}",
                                    "{id:012d(\"01\\xc3\\xa9\")}",
                                    "{id:012d(\"01\", \"23\")}",
                                    "{id:012d(\"" BASE94 "!\")}"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    expect_refused(
        bad[i], 9,
        "expected one string of 2 to 94 characters of ASCII, all different and no blank among them");
  expect_refused("{id:d(\"01\")}", 4, "expected 01d to 064d before this alphabet");
  expect_refused("{id:065d(\"01\")}", 4, "expected 01d to 064d before an alphabet");
  expect_refused("{id:042d(\"012\")}", 4, "expected 01d to 041d before this alphabet");
  expect_refused("{id:011d(\"" BASE94 "\")}", 4, "expected 01d to 010d before this alphabet");
  expect_refused("{id:04x(\"01\")}", 7, "this format takes no padding byte");
  expect_refused("{md5(id):012d(\"01\")}", 9, "a hash cannot be written as 012d(\"01\")");
  expect_refused("{user:012d(\"01\")}", 6, "text cannot be written as 012d(\"01\")");
  expect_refused("{9:02d(\"012\")}", 3, "expected a number from 0 to 8");
}

/* ---- Bad rows and keys ----------------------------------------------------------------------- */

static void test_numbers_that_do_not_fit(void) {
  struct batch batch = {.rows = 2};
  add_i64(&batch, "n", (const int64_t[]){8, 9});
  expect_refusal("{n:02d(\"xyz\")}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                                  "n = 9 does not fit {n:02d(\"xyz\")} (column n, at most 8)"});
  batch.count = 0;
  add_i64(&batch, "n", (const int64_t[]){8, -1});
  expect_refusal("{n:02d(\"xyz\")}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                                  "n = -1 does not fit {n:02d(\"xyz\")} (column n, at least 0)"});
}

static void expect_bad(const struct batch *batch, const char *text, const char *key, const char *account) {
  rowkey_layout *layout = compile(text, batch);
  const struct decoded decoded = decode(layout, batch, keys_of_text(&key, 1), NULL, 0);
  CHECK(decoded.status == ROWKEY_ERROR_RANGE, "%s takes %s", text, key);
  CHECK(strcmp(decoded.error.text, account) == 0, "%s: %s", text, decoded.error.text);
  rowkey_layout_free(layout);
}

static void test_bad_keys(void) {
  struct batch batch = {.rows = 0};
  add_u64(&batch, "n", NULL);
  add_i64(&batch, "i", NULL);
  expect_bad(&batch, "{n:03d(\"xyz\")}", "xyw",
             "byte 0: {n:03d(\"xyz\")} holds \"xyw\", expected 3 digits of \"xyz\"");
  expect_bad(&batch, "{n:~03d(\"xyz\")}", "\\x87\\x86\\x88",
             "byte 0: {n:~03d(\"xyz\")} holds \"\\x87\\x86\\x88\", expected 3 digits of \"xyz\"");
  expect_bad(
      &batch, "{n:041d(\"xyz\")}", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
      "byte 0: {n:041d(\"xyz\")} holds \"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\", expected a number "
      "from 0 to 18446744073709551615");
  expect_bad(
      &batch, "{i:064d(\"01\")}", "1000000000000000000000000000000000000000000000000000000000000000",
      "byte 0: {i:064d(\"01\")} holds \"100000000000000000000000000000000000000000000000000000000000\"... (64 bytes), "
      "expected a number from 0 to 9223372036854775807");
  expect_bad(&batch, "{n % 20:02d(\"0123456789\")}", "20",
             "byte 0: {n % 20:02d(\"0123456789\")} holds \"20\", expected a number from 0 to 19");
}

/* ---- What is said of them -------------------------------------------------------------------- */

static void test_explanations(void) {
  struct batch batch = {.rows = 0};
  add_u64(&batch, "n", NULL);
  rowkey_layout *layout = compile("{n:011d(\"" BASE62 "\")}{n:013d(\"" GEOHASH "\")}", &batch);
  rowkey_explanation *explanation = rowkey_explain(layout, 0, NULL);
  CHECK(explanation->fields[0].kind == ROWKEY_FIELD_TEXT && explanation->fields[1].kind == ROWKEY_FIELD_TEXT,
        "the fields are not text");
  CHECK(explanation->fields[0].order == ROWKEY_UNORDERED && explanation->fields[1].order == ROWKEY_ASCENDING,
        "orders are %d, %d", (int)explanation->fields[0].order, (int)explanation->fields[1].order);
  const char *found = "";
  for (size_t i = 0; i < explanation->warning_count; i++)
    if (strstr(explanation->warnings[i].text, "of its alphabet") != NULL)
      found = explanation->warnings[i].text;
  CHECK(strstr(found, "the bytes of its alphabet do not ascend") != NULL, "nothing is said of the alphabet");
  rowkey_explanation_free(explanation);
  rowkey_layout_free(layout);
}

static void test_leading_digits(void) {
  struct batch batch = {.rows = 0};
  add_u64(&batch, "n", NULL);
  rowkey_layout *layout = compile("{n % 100:09d(\"xyz\")}", &batch);
  rowkey_explanation *explanation = rowkey_explain(layout, 0, NULL);
  bool found = false;
  for (size_t i = 0; i < explanation->warning_count; i++)
    found |=
        strstr(explanation->warnings[i].text,
               "the first 4 digits of {n % 100:09d(\"xyz\")} are always x, as its value is at most 99") !=
        NULL;
  CHECK(found, "nothing is said of the first digits");
  rowkey_explanation_free(explanation);
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"ULIDs", test_ulids},
      {"bases of other libraries", test_bases},
      {"constants, reversed and hashed digits", test_places},
      {"strings that are not an alphabet are refused", test_alphabets},
      {"numbers that do not fit are refused", test_numbers_that_do_not_fit},
      {"keys that no number makes are refused", test_bad_keys},
      {"which alphabets keep order", test_explanations},
      {"digits that are always the first one", test_leading_digits},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
