/* What the layout language means: each rule by exact keys. */
#include <stdio.h>
#include <string.h>

#include "batch.h"

static void expect_one(const char *text, const struct batch *batch, const char *key) {
  expect_keys(text, batch, (struct settings){0}, (const char *[]){key});
}

/* One row with a column of each type. */
static struct batch one_row(uint64_t u, int64_t i, const char *t) {
  struct batch batch = {.rows = 1};
  add_u64(&batch, "u", &u);
  add_i64(&batch, "i", &i);
  add_text(&batch, "t", &t);
  return batch;
}

static void test_literals(void) {
  struct batch batch = one_row(7, -7, "al");
  expect_one("plain", &batch, "plain");
  expect_one("{{{u}}}", &batch, "{7}");
  expect_one("\\x00\\xfF\\\\\\x7b{u}\\x7d", &batch, "\\x00\\xff\\\\{7}");
  expect_one("\xc3\xa9{u}", &batch, "\\xc3\\xa97");
  expect_one("{\"text\"}{\"\\x00\\\"\\\\}{\"}", &batch, "text\\x00\"\\\\}{");
  expect_one("{\"ab\":4s}{\"ab\":x}{\"\":s}.", &batch, "ab\\x00\\x006162.");
}

static void test_backquotes(void) {
  struct batch batch = one_row(7, -7, "al");
  const uint64_t id = 12;
  add_u64(&batch, "user-id", &id);
  add_text(&batch, "md5 (x), \"y\"", &(const char *){"b"});
  expect_one("{`user-id`:04d}|{`u`}|{`md5 (x), \"y\"`}", &batch, "0012|7|b");
  expect_one("{md5(`user-id`, t):x}", &batch, "9b5c60d61461fb7224cddabf26d79446");
  expect_one("{(`user-id`+u)*2}/{coalesce(`user-id`, 0)}", &batch, "38/12");
  expect_one("{let x = `user-id`}{x}/{`u`}", &batch, "12/7");
}

static void test_constants(void) {
  struct batch batch = one_row(7, -7, "al");
  expect_one("{1 + 2 * 3 - 4 % 3}", &batch, "6");
  expect_one("{(1 + 2) * 3}", &batch, "9");
  expect_one("{5 - 7}", &batch, "-2");
  expect_one("{-7 % 3} {7 % -3} {-7 % -3}", &batch, "-1 1 -1");
  expect_one("{18446744073709551615}", &batch, "18446744073709551615");
  expect_one("{-9223372036854775808}", &batch, "-9223372036854775808");
  expect_one("{- - 5}", &batch, "5");
  expect_one("{18446744073709551615 + 1 - 1} {0 - 9223372036854775809 + 1}", &batch,
             "18446744073709551615 -9223372036854775808");
  expect_one("{18446744073709551615 * 9223372036854775808 / 9223372036854775808}", &batch,
             "18446744073709551615");
  expect_one("{-18446744073709551615 * 9223372036854775808 % 1000003}", &batch, "-326171");
  expect_one("{(1 << 63 << 63) - 1 >> 63} {-(1 << 63 << 63) >> 63 >> 60} {-1 << 63}", &batch,
             "9223372036854775807 -8 -9223372036854775808");
  expect_one(
      "{-1 & 18446744073709551615} {-1 ^ -2} {-8 | 3} {(-1 ^ 18446744073709551615) + 18446744073709551615}",
      &batch, "18446744073709551615 1 -5 -1");
  expect_one("{abs(0 - 5) << 61 | abs(-1)} {floormod(-7, abs(-2)) ^ 3}", &batch, "11529215046068469761 2");
  /* From the loosest to the tightest, as in C and Python. */
  expect_one("{1 | 2 ^ 3 & 4 << 1 + 2 * 3} {1 | u ^ 3 & u << 1 + u - 7}", &batch, "3 5");
  expect_one("{300:u16}{300:u24}{-1:i8}{-1:i32}{255:x}{255:04x}{7:03d}{25:a}{0:a}", &batch,
             "\\x01,\\x00\\x01,\\x7f\\x7f\\xff\\xff\\xffff00ff007za");
  expect_one("{-9223372036854775808:i64}{18446744073709551615:u64}", &batch,
             "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff");
  expect_one("{18446744073709551615:016x}{18446744073709551615:020d}", &batch,
             "ffffffffffffffff18446744073709551615");
}

static void test_spaces(void) {
  struct batch batch = one_row(7, -7, "al");
  expect_one("{ u \t+\n1 : 03d }", &batch, "008");
  expect_one("{ md5 ( u , t : s ) % 1 }", &batch, "0");
}

static void test_decimal_formats(void) {
  struct batch batch = one_row(UINT64_MAX, INT64_MIN, "");
  expect_one("{u}|{i}|{u:020d}", &batch, "18446744073709551615|-9223372036854775808|18446744073709551615");
  batch = one_row(0, 0, "");
  expect_one("{u}|{i}|{u:01d}{i:020d}", &batch, "0|0|000000000000000000000");
  for (unsigned width = 1; width <= 20; width++) {
    char text[32], expected[32];
    batch = one_row(9, 9, "");
    snprintf(text, sizeof text, "{u:0%ud}{i:0%ud}", width, width);
    snprintf(expected, sizeof expected, "%0*d", (int)width, 9);
    char twice[64];
    snprintf(twice, sizeof twice, "%s%s", expected, expected);
    expect_one(text, &batch, twice);
  }
}

static void test_binary_formats(void) {
  struct batch batch = one_row(0x0102030405060708, -2, "");
  expect_one("{u:u64}{u - 72623859790382856:u8}{i:i64}", &batch,
             "\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\\x00\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xfe");
  batch = one_row(0x41424344454647, -2, "");
  expect_one(
      "{u:u56}{u % 281474976710656:u48}{u % 1099511627776:u40}{u % 4294967296:u32}{u % 16777216:u24}"
      "{u % 65536:u16}{u % 256:u8}",
      &batch, "ABCDEFGBCDEFGCDEFGDEFGEFGFGG");
  expect_one("{i:i8}{i:i16}{i:i32}{u % 100:i8}{u:i64}", &batch,
             "~\\x7f\\xfe\\x7f\\xff\\xff\\xfe\\xb3\\x80ABCDEFG");
}

/* Bytes of i64 fields sort as the numbers do. */
static void test_signed_order(void) {
  struct batch batch = {.rows = 7};
  add_i64(&batch, "n", (const int64_t[]){INT64_MIN, -256, -1, 0, 1, 255, INT64_MAX});
  rowkey_layout *layout = compile("{n:i64}", &batch);
  struct encoded encoded = encode(layout, &batch, (struct settings){.isa = NULL});
  for (size_t row = 1; row < batch.rows; row++)
    CHECK(memcmp(encoded.keys + (row - 1) * 8, encoded.keys + row * 8, 8) < 0, "rows %zu and %zu", row - 1,
          row);
  rowkey_layout_free(layout);
}

static void test_hex_formats(void) {
  struct batch batch = one_row(0xbeef, 10, "a\x01\xff");
  expect_one("{u:x}|{i:x}|{u:08x}{u:016x}{t:x}", &batch, "beef|a|0000beef000000000000beef6101ff");
  batch = one_row(0, 0, "");
  expect_one("{u:x}|{u:01x}|{t:x}|", &batch, "0|0||");
  batch = one_row(UINT64_MAX, INT64_MAX, "");
  expect_one("{u:x}|{i:x}", &batch, "ffffffffffffffff|7fffffffffffffff");
}

static void test_text_formats(void) {
  struct batch batch = one_row(0, 0, "abc");
  expect_one("{t}", &batch, "abc");
  expect_one("{t:s}|{t:3s}{t:5s}{t:x}", &batch, "abc|abcabc\\x00\\x00616263");
  const char *text = "0123456789abcdefghijklmnopqrstuvw";
  batch = one_row(0, 0, text);
  expect_one("<{t:33s}>{t:34s}<{t}>{t:40s}>", &batch,
             "<0123456789abcdefghijklmnopqrstuvw>0123456789abcdefghijklmnopqrstuvw\\x00<"
             "0123456789abcdefghijklmnopqrstuvw>"
             "0123456789abcdefghijklmnopqrstuvw\\x00\\x00\\x00\\x00\\x00\\x00\\x00>");
}

/* After the last field any literal text may stand, also one that occurs in it. */
static void test_literal_at_the_end(void) {
  struct batch batch = one_row(55, -5, "abc");
  expect_one("({i},{t})", &batch, "(-5,abc)");
  expect_one("{t}cab", &batch, "abccab");
  expect_one("{u}5", &batch, "555");
  expect_one("{i}-", &batch, "-5-");
}

static void test_letters(void) {
  struct batch batch = {.rows = 4};
  add_u64(&batch, "u", (const uint64_t[]){0, 1, 24, 25});
  expect_keys("{u:a}{25 - u:a}", &batch, (struct settings){0}, (const char *[]){"az", "by", "yb", "za"});
}

static void test_arithmetic(void) {
  struct batch batch = one_row(10, -7, "");
  expect_one("{u + 1}|{u - 1}|{u * 3}|{u % 3}|{1 + u}|{20 - u}", &batch, "11|9|30|1|11|10");
  expect_one("{i + 1}|{i - 1}|{i * 3}|{i % 3}|{i % -3}|{1 - i}", &batch, "-6|-8|-21|-1|-1|8");
  expect_one("{u + i}|{i - u}|{u * i}|{i % u}|{u % i}|{-u}|{-i}", &batch, "3|-17|-70|-7|3|-10|7");
  expect_one("{-(u + i) * 2 % 5}", &batch, "-1");
  expect_one("{u - 2 - 3}|{u - (2 - 3)}|{u % 7 % 2}", &batch, "5|11|1");
  batch = one_row(UINT64_MAX, INT64_MIN, "");
  expect_one("{u - 1}|{u % 18446744073709551615}|{u % 10}", &batch, "18446744073709551614|0|5");
  expect_one("{i % -1}|{i + 1}|{i % 10}|{i % 9223372036854775807}|{i % (-9223372036854775807 - 1)}", &batch,
             "0|-9223372036854775807|-8|-1|0");
  batch = one_row(1, INT64_MIN, "");
  expect_one("{i % -u}|{i * u}", &batch, "0|-9223372036854775808");
}

static void test_md5_of_one(void) {
  struct batch batch = one_row(UINT64_MAX, INT64_MIN, "");
  expect_one("{md5(u):x}", &batch, "7e7825a3d8588a756abd0ce2ed07e121");
  expect_one("{md5(i):032x}", &batch, "e12c22bb0312e7872c49884f8304d882");
  expect_one("{md5(t):x}{md5(\"\"):x}", &batch,
             "d41d8cd98f00b204e9800998ecf8427ed41d8cd98f00b204e9800998ecf8427e");
  expect_one("{md5(\"fixed\"):x}", &batch, "cec315e3d0975e5cc2811d5d8725f149");
  batch = one_row(7, 0, "al");
  expect_one("{md5(u:u32):x}", &batch, "679e19234b295ee432a3920c30fda6ac");
  expect_one("{md5(md5(u)):x}", &batch, "7d82bc67fe1a8b1889c46feaadb58577");
  expect_one("{md5(t:x):x}", &batch, "7879ce1956e00ec36416a23635c29fea");
}

static void test_md5_of_several(void) {
  struct batch batch = one_row(5, -5, "alice");
  expect_one("{md5(t, \"|\", u:u64):x}", &batch, "163a224f9dbff3f478c2bbe92778f88a");
  expect_one("{md5(t, \"|\", u + 2:04d):x}", &batch, "c5b6ec03022d084988d6de928870ea59");
  expect_one("{md5(\"a\", i):x}", &batch, "08897b21d0928438e7db004a205c5167");
  expect_one("{md5(\"0\", u - 4:02d, u - 4, i + 2):x}", &batch, "6fc20a724bd28dfb91c03d176fa8597e");
}

/* Equal expressions are computed once: the same bytes must come out wherever they stand. */
static void test_repeated_expressions(void) {
  struct batch batch = one_row(88, -3, "al");
  expect_one("{md5(u) % 10}|{md5(u) % 10}|{u % 10}|{u % 10}|{i}|{i}|{t}|{t}", &batch, "2|2|8|8|-3|-3|al|al");
  expect_one("{random() % 1000:03d}{random() % 1000:03d}{random() % 1000:03d}", &batch, "535767479");
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"literal text, braces and escapes", test_literals},
      {"names in backquotes", test_backquotes},
      {"constants are computed exactly", test_constants},
      {"spaces within fields mean nothing", test_spaces},
      {"decimal formats", test_decimal_formats},
      {"big-endian formats", test_binary_formats},
      {"i64 fields sort as numbers", test_signed_order},
      {"hexadecimal formats", test_hex_formats},
      {"text formats", test_text_formats},
      {"literal text after the last field", test_literal_at_the_end},
      {"letters", test_letters},
      {"arithmetic and its types", test_arithmetic},
      {"md5 of one value", test_md5_of_one},
      {"md5 of several values", test_md5_of_several},
      {"repeated expressions and calls of random", test_repeated_expressions},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
