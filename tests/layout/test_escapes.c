/* Text that shows its own end by a rule, and integers in as few bytes as they need: keys of the systems whose
 * rules they are, and what is refused. */
#include <string.h>

#include "decoding.h"

#define KUDU "esc(\"\\x00\\x01\", \"\\x00\\x00\")"
#define FOUNDATIONDB "esc(\"\\x00\\xff\", \"\\x00\")"
#define ACCUMULO "esc(\"\\x01\\x01\", \"\\x01\\x02\", \"\\x00\")"
#define ACCUMULO_LAST "esc(\"\\x01\\x01\", \"\\x01\\x02\", \"\")"

/* Six texts: "", 00, a 00 b, 00 01 00 00, FF and 01 02. */
static struct batch six_texts(const char *name) {
  static const uint64_t offsets[] = {0, 0, 1, 4, 8, 9, 11};
  struct batch batch = {.rows = 6};
  add_bytes(&batch, name, "\0a\0b\0\1\0\0\xff\1\2", offsets);
  return batch;
}

/* kudu-client 1.17.0: KeyEncoder, of a BINARY, a STRING and a UNIXTIME_MICROS column */
static void test_kudu(void) {
  static const int64_t times[] = {1420070400000000, 1420070400000000, 1420070400000000,
                                  1420070400000000, 1420070400000000, 1420070400000000};
#define REST "web-07\\x00\\x00\\x80\\x05\\x0b\\x8b\\xe7\\xbf\\x80\\x00"
  static const char *const keys[] = {"\\x00\\x00" REST,
                                     "\\x00\\x01\\x00\\x00" REST,
                                     "a\\x00\\x01b\\x00\\x00" REST,
                                     "\\x00\\x01\\x01\\x00\\x01\\x00\\x01\\x00\\x00" REST,
                                     "\\xff\\x00\\x00" REST,
                                     "\\x01\\x02\\x00\\x00" REST};
#undef REST
  struct batch batch = six_texts("a");
  add_text(&batch, "b", (const char *[]){"web-07", "web-07", "web-07", "web-07", "web-07", "web-07"});
  add_i64(&batch, "ts", times);
  expect_both_ways("{a:" KUDU "}{b:" KUDU "}{ts:i64}", &batch, keys);
}

/* fdb-java 7.1.23: Tuple.pack of a byte string and an integer */
static void test_foundationdb(void) {
  static const char *const keys[] = {"\\x01\\x00\\x14",
                                     "\\x01\\x00\\xff\\x00\\x14",
                                     "\\x01a\\x00\\xffb\\x00\\x14",
                                     "\\x01\\x00\\xff\\x01\\x00\\xff\\x00\\xff\\x00\\x14",
                                     "\\x01\\xff\\x00\\x14",
                                     "\\x01\\x01\\x02\\x00\\x14"};
  struct batch batch = six_texts("a");
  expect_both_ways("\\x01{a:" FOUNDATIONDB "}\\x14", &batch, keys);
}

/* accumulo-core 2.1.3: ListLexicoder of BytesLexicoder, the second text being x */
static void test_accumulo(void) {
  static const char *const keys[] = {"\\x00x",
                                     "\\x01\\x01\\x00x",
                                     "a\\x01\\x01b\\x00x",
                                     "\\x01\\x01\\x01\\x02\\x01\\x01\\x01\\x01\\x00x",
                                     "\\xff\\x00x",
                                     "\\x01\\x02\\x02\\x00x"};
  struct batch batch = six_texts("a");
  add_text(&batch, "b", (const char *[]){"x", "x", "x", "x", "x", "x"});
  expect_both_ways("{a:" ACCUMULO "}{b:" ACCUMULO_LAST "}", &batch, keys);
}

/* Where nothing else may follow, nothing ends the text. */
static void test_open(void) {
  static const char *const keys[] = {
      "",      "\\x01\\x01",     "a\\x01\\x01b", "\\x01\\x01\\x01\\x02\\x01\\x01\\x01\\x01",
      "\\xff", "\\x01\\x02\\x02"};
  struct batch batch = six_texts("a");
  expect_both_ways("{a:" ACCUMULO_LAST "}", &batch, keys);
}

/* In constants, complemented, and within what is reversed. */
static void test_places(void) {
  struct batch batch = {.rows = 1};
  add_bytes(&batch, "a", "\0x\1", (const uint64_t[]){0, 3});
  expect_both_ways("{\"\\x00\\x01z\":" ACCUMULO "}{a:" KUDU "}", &batch,
                   (const char *[]){"\\x01\\x01\\x01\\x02z\\x00\\x00\\x01x\\x01\\x00\\x00"});
  expect_both_ways("{a:~" FOUNDATIONDB "}|", &batch, (const char *[]){"\\xff\\x00\\x87\\xfe\\xff|"});
  expect_both_ways("{reverse(a:" ACCUMULO ")}", &batch, (const char *[]){"\\x00\\x02\\x01x\\x01\\x01"});
}

/* ---- Integers -------------------------------------------------------------------------------- */

/* The code of CockroachDB, encoding.EncodeVarintAscending of cockroachdb-parser 0.25.2, and fdb-java 7.1.23,
 * Tuple.pack. */
static void test_signed_integers(void) {
  static const int64_t numbers[] = {0,         1,  255,  256,  65535,  65536,  INT64_C(1) << 56,
                                    INT64_MAX, -1, -255, -256, -65535, -65536, INT64_MIN + 1,
                                    INT64_MIN};
  static const char *const cockroach[] = {"\\x88",
                                          "\\x89",
                                          "\\xf6\\xff",
                                          "\\xf7\\x01\\x00",
                                          "\\xf7\\xff\\xff",
                                          "\\xf8\\x01\\x00\\x00",
                                          "\\xfd\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
                                          "\\xfd\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                                          "\\x87\\xff",
                                          "\\x87\\x01",
                                          "\\x86\\xff\\x00",
                                          "\\x86\\x00\\x01",
                                          "\\x85\\xff\\x00\\x00",
                                          "\\x80\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01",
                                          "\\x80\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00"};
  static const char *const foundationdb[] = {"\\x14",
                                             "\\x15\\x01",
                                             "\\x15\\xff",
                                             "\\x16\\x01\\x00",
                                             "\\x16\\xff\\xff",
                                             "\\x17\\x01\\x00\\x00",
                                             "\\x1c\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
                                             "\\x1c\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                                             "\\x13\\xfe",
                                             "\\x13\\x00",
                                             "\\x12\\xfe\\xff",
                                             "\\x12\\x00\\x00",
                                             "\\x11\\xfe\\xff\\xff",
                                             "\\x0c\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
                                             "\\x0c\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff"};
  struct batch batch = {.rows = sizeof numbers / sizeof *numbers};
  add_i64(&batch, "n", numbers);
  expect_both_ways("{n:varint(\"cockroach\")}", &batch, cockroach);
  expect_both_ways("{n:varint(\"foundationdb\")}", &batch, foundationdb);
}

/* The same, EncodeUvarintAscending, and github.com/google/orderedcode 0.0.1. */
static void test_unsigned_integers(void) {
  static const uint64_t numbers[] = {0, 109, 110, 255, 256, UINT64_C(1) << 32, UINT64_MAX};
  struct batch batch = {.rows = sizeof numbers / sizeof *numbers};
  add_u64(&batch, "n", numbers);
  expect_both_ways(
      "{n:varint(\"cockroach\")}", &batch,
      (const char *[]){"\\x88", "\\xf5", "\\xf6n", "\\xf6\\xff", "\\xf7\\x01\\x00",
                       "\\xfa\\x01\\x00\\x00\\x00\\x00", "\\xfd\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff"});
  expect_both_ways(
      "{n:varint(\"orderedcode\")}", &batch,
      (const char *[]){"\\x00", "\\x01m", "\\x01n", "\\x01\\xff", "\\x02\\x01\\x00",
                       "\\x05\\x01\\x00\\x00\\x00\\x00", "\\x08\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff"});
}

/* client-go 2.0.7, util/codec: EncodeComparableVarint, and EncodeComparableUvarint of 2^64 - 1 */
static void test_tikv(void) {
  struct batch batch = {.rows = 11};
  add_i64(&batch, "n", (const int64_t[]){0, 239, 240, 255, 256, 65536, -1, -255, -256, INT64_MAX, INT64_MIN});
  expect_both_ways("{n:varint(\"tikv\")}", &batch,
                   (const char *[]){"\\x08", "\\xf7", "\\xf8\\xf0", "\\xf8\\xff", "\\xf9\\x01\\x00",
                                    "\\xfa\\x01\\x00\\x00", "\\x07\\xff", "\\x07\\x01", "\\x06\\xff\\x00",
                                    "\\xff\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                                    "\\x00\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00"});
  batch = (struct batch){.rows = 1};
  add_u64(&batch, "n", (const uint64_t[]){UINT64_MAX});
  expect_both_ways("{n:varint(\"tikv\")}", &batch,
                   (const char *[]){"\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff"});
}

/* hbase-common 2.6.4, OrderedBytes: encodeInt8 to encodeInt64 and encodeFloat32 and encodeFloat64, in both
 * orders */
static void test_ordered_bytes(void) {
  struct batch batch = {.rows = 1};
  add_i64(&batch, "n", (const int64_t[]){-3});
  add_f64(&batch, "f", (const double[]){-1.5});
  expect_both_ways(
      "\\x29{n:i8}\\x2a{n:i16}\\x2b{n:i32}\\x2c{n:i64}", &batch,
      (const char *[]){")}*\\x7f\\xfd+\\x7f\\xff\\xff\\xfd,\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xfd"});
  expect_both_ways(
      "\\xd6{n:~i8}\\xd5{n:~i16}\\xd4{n:~i32}\\xd3{n:~i64}", &batch,
      (const char *[]){"\\xd6\\x82\\xd5\\x80\\x02\\xd4\\x80\\x00\\x00\\x02\\xd3\\x80\\x00\\x00\\x00"
                       "\\x00\\x00\\x00\\x02"});
  expect_both_ways("\\x30{f:f32}\\x31{f:f64}", &batch,
                   (const char *[]){"0@?\\xff\\xff1@\\x07\\xff\\xff\\xff\\xff\\xff\\xff"});
  expect_both_ways(
      "\\xcf{f:~f32}\\xce{f:~f64}", &batch,
      (const char *[]){"\\xcf\\xbf\\xc0\\x00\\x00\\xce\\xbf\\xf8\\x00\\x00\\x00\\x00\\x00\\x00"});
}

/* As constants, complemented, and after text that only they show the end of: fdb-java 7.1.23, ("a\0b", 5). */
static void test_integers_among_others(void) {
  struct batch batch = {.rows = 1};
  add_bytes(&batch, "a", "a\0b", (const uint64_t[]){0, 3});
  add_i64(&batch, "n", (const int64_t[]){5});
  expect_both_ways("\\x02{a:" FOUNDATIONDB "}{n:varint(\"foundationdb\")}", &batch,
                   (const char *[]){"\\x02a\\x00\\xffb\\x00\\x15\\x05"});
  expect_both_ways("{300:varint(\"cockroach\")}{-1:~varint(\"foundationdb\")}{n:~varint(\"cockroach\")}{a}",
                   &batch, (const char *[]){"\\xf7\\x01,\\xec\\x01ra\\x00b"});
  expect_refusal(
      "{n - 6:varint(\"orderedcode\")}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 0, 1, 0,
                       "n - 6 = -1 does not fit {n - 6:varint(\"orderedcode\")} (column n, at least 0)"});
}

/* ---- Refused -------------------------------------------------------------------------------- */

static void expect_refused(const char *text, size_t offset, const char *account) {
  struct batch batch = six_texts("a");
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), batch.columns, batch.count, &error);
  CHECK(layout == NULL, "%s is accepted", text);
  CHECK(error.status == ROWKEY_ERROR_TYPE && error.offset == offset, "%s: offset %zu", text, error.offset);
  CHECK(strstr(error.text, account) != NULL, "%s: %s", text, error.text);
}

#define TEN "0123456789"
#define LONG_RULE "{a:esc(\"" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "\", \"\")}"

static void test_rules(void) {
  static const char *const shapes[] = {"{a:esc(\"\\x00\\xff\")}",
                                       "{a:esc(\"\\x00\", \"\\x00\\x01\")}",
                                       "{a:esc(\"\\x00\\xff\", \"\\x00\\x01\\x02\")}",
                                       "{a:esc(\"\\x00\\x02\", \"\\x01\", \"\\x00\\x01\")}",
                                       "{a:esc(\"\\x00\\x02\", \"\\x01\\x02\", \"\", \"\")}",
                                       LONG_RULE};
  static const char *const orders[] = {"{a:esc(\"\\x01\\x01\", \"\")}",
                                       "{a:esc(\"\\x00\\x01\", \"\\x00\\x01\")}",
                                       "{a:esc(\"\\x00\\x01\", \"\\x00\\x02\")}",
                                       "{a:esc(\"\\x00\\x01\", \"\\x01\")}",
                                       "{a:esc(\"\\x01\\x02\", \"\\x01\\x01\", \"\\x00\")}",
                                       "{a:esc(\"\\x01\\x02\", \"\\x01\\x02\", \"\\x00\")}",
                                       "{a:esc(\"\\x00\\x02\", \"\\x02\\x02\", \"\\x00\\x01\")}"};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    expect_refused(shapes[i], 7, "this is not a rule for text that shows its end");
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    expect_refused(orders[i], 7, "text written by this rule does not sort or cannot be recovered");
  expect_refused("{length(a):varint}", 11, "varint takes the name of a form of integers");
  expect_refused("{length(a):varint(\"x\")}", 18, "varint(\"cockroach\"), varint(\"foundationdb\")");
  expect_refused("{a:mem(\"\")}", 6, "this format takes no padding byte");
}

static void test_what_follows(void) {
  expect_refused("{a:" FOUNDATIONDB "}\\xff", sizeof "{a:" FOUNDATIONDB "}" - 1,
                 "literal text after it whose first byte is less than \\xFF");
  expect_refused("{a:" FOUNDATIONDB "}{a}", sizeof "{a:" FOUNDATIONDB "}" - 1,
                 "nothing shows where {a:" FOUNDATIONDB "} ends");
  expect_refused("{a:~" FOUNDATIONDB "}", 0, "literal text after it whose first byte is greater than \\x00");
  expect_refused("{a:" ACCUMULO_LAST "}\\x01", sizeof "{a:" ACCUMULO_LAST "}" - 1,
                 "literal text after it whose first byte is less than \\x01");
}

/* ---- Keys that no text makes ----------------------------------------------------------------- */

static void expect_bad_of(const struct batch *batch, const char *text, const char *key, const char *account) {
  rowkey_layout *layout = compile(text, batch);
  const struct decoded decoded = decode(layout, batch, keys_of_text(&key, 1), NULL, 0);
  CHECK(decoded.status == ROWKEY_ERROR_RANGE, "%s takes %s", text, key);
  CHECK(strstr(decoded.error.text, account) != NULL, "%s: %s", text, decoded.error.text);
  rowkey_layout_free(layout);
}

static void expect_bad(const char *text, const char *key, const char *account) {
  struct batch batch = six_texts("a");
  expect_bad_of(&batch, text, key, account);
}

static void test_bad_integers(void) {
  static const char *const keys[] = {"", "\\x0b", "\\x1d", "\\x15", "\\x0c1234567"};
  struct batch batch = {.rows = 0};
  add_i64(&batch, "n", NULL);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    expect_bad_of(&batch, "{n:varint(\"foundationdb\")}", keys[i],
                  "expected a byte from \\x0C to \\x1C, and as many bytes as it says");
  /* in more bytes than it needs, and beyond the column */
  expect_bad_of(&batch, "{n:varint(\"foundationdb\")}", "\\x16\\x00\\x0f", "expected \"\\x15\\x0F\"");
  expect_bad_of(&batch, "{n:varint(\"foundationdb\")}", "\\x1c\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                "expected");
}

static void test_bad_keys(void) {
  static const char *const kudu[] = {"", "a", "a\\x00", "a\\x00\\x02", "a\\x00\\x01", "\\x00\\x01\\x00"};
  static const char *const accumulo[] = {"", "a", "a\\x01", "a\\x01\\x03\\x00", "a\\x01\\x00"};
  for (size_t i = 0; i < sizeof kudu / sizeof *kudu; i++)
    expect_bad("{a:" KUDU "}", kudu[i],
               "expected text with \\x00\\x01 for each \\x00, and \\x00\\x00 at its end");
  for (size_t i = 0; i < sizeof accumulo / sizeof *accumulo; i++)
    expect_bad(
        "{a:" ACCUMULO "}", accumulo[i],
        "expected text with \\x01\\x01 for each \\x00, \\x01\\x02 for each \\x01, and \\x00 at its end");
  expect_bad("{a:" ACCUMULO_LAST "}", "a\\x01",
             "expected text with \\x01\\x01 for each \\x00, \\x01\\x02 for each \\x01");
  expect_bad("{a:" ACCUMULO_LAST "}", "a\\x00b", "\"\\x00b\" follows the last field");
  expect_bad("{a:" FOUNDATIONDB "}", "a\\x00\\x00", "\"\\x00\" follows the last field");
  expect_bad("{reverse(a:" FOUNDATIONDB ")}", "\\x00\\x00a", "expected");
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"Kudu's keys", test_kudu},
      {"FoundationDB's tuples", test_foundationdb},
      {"Accumulo's lists", test_accumulo},
      {"text that only the end of the key ends", test_open},
      {"constants, complemented text, reversed text", test_places},
      {"signed integers", test_signed_integers},
      {"unsigned integers", test_unsigned_integers},
      {"TiKV's integers", test_tikv},
      {"integers of HBase's OrderedBytes", test_ordered_bytes},
      {"integers among other fields", test_integers_among_others},
      {"rules that do not sort or come back are refused", test_rules},
      {"what follows must show the end", test_what_follows},
      {"keys that no text makes are refused", test_bad_keys},
      {"keys that no integer makes are refused", test_bad_integers},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
