/* Operators, functions and hashes of the layout language by keys that were worked out by hand, or that the
 * systems publish which the language follows. */
#include <string.h>

#include "batch.h"

static void expect_one(const char *text, const struct batch *batch, const char *key) {
  expect_keys(text, batch, (struct settings){0}, (const char *[]){key});
}

static struct batch numbers(uint64_t u, int64_t i) {
  struct batch batch = {.rows = 1};
  add_u64(&batch, "u", &u);
  add_i64(&batch, "i", &i);
  return batch;
}

static struct batch text(const char *t) {
  struct batch batch = {.rows = 1};
  add_text(&batch, "t", &t);
  return batch;
}

static struct batch bytes(const void *t, uint64_t size) {
  struct batch batch = {.rows = 1};
  add_fixed_bytes(&batch, "t", t, size);
  return batch;
}

/* ---- Operators ------------------------------------------------------------------------------- */

static void test_precedence(void) {
  struct batch batch = numbers(12, -7);
  expect_one("{1 + 2 * 3} {7 & 1 + 2} {(7 & 1) + 2} {2 * 3 % 4} {2 * (3 % 4)}", &batch, "7 3 3 2 6");
  expect_one("{100 / 10 / 5} {100 / (10 / 5)} {7 - 2 - 1} {6 / 4 * 2}", &batch, "2 50 4 2");
  expect_one("{u + 2 * 3} {u & 4 + 4} {(u & 4) + 4} {u * 3 % 5} {u - 2 - 1} {u / 5 * 2}", &batch,
             "18 8 8 1 9 4");
  expect_one("{-i * 2} {-(i * 2)} {- -i} {2 - -i} {-7 / 2} {-(7 / 2)}", &batch, "14 14 -7 -5 -3 -3");
  expect_one("{0x1F} {0xff + 0xb}", &batch, "31 266");
}

static void test_hex_literals(void) {
  struct batch batch = numbers(0xdeadbeef, 0);
  expect_one("{0x0} {0xffffffffffffffff} {0xDeadBeef} {-0x8000000000000000}", &batch,
             "0 18446744073709551615 3735928559 -9223372036854775808");
  expect_one("{u & 0xff00:x} {u % 0x10}", &batch, "be00 15");
}

/* As in C and Java: towards zero. */
static void test_division(void) {
  expect_one("{-7 / 2} {7 / -2} {-7 / -2} {-7 % 2} {7 % -2} {18446744073709551615 / 10}",
             &(struct batch){.rows = 1}, "-3 -3 3 -1 1 1844674407370955161");
  struct batch batch = numbers(18446744073709551615u, -7);
  expect_one("{i / 2} {i / -2} {i % 2} {i % -2} {2 / i} {20 / i} {u / 10} {u / 18446744073709551615} {1 / u}",
             &batch, "-3 3 -1 -1 0 -2 1844674407370955161 1 0");
  batch = numbers(2, INT64_MIN);
  expect_one("{i / 2} {i / 1} {i / i} {i / u} {(i + 1) / -1}", &batch,
             "-4611686018427387904 -9223372036854775808 1 -4611686018427387904 9223372036854775807");
}

static void test_and(void) {
  struct batch batch = numbers(0xff, -2);
  expect_one("{i & 7} {7 & i} {i & -4} {u & i} {u & 0x0f} {-1 & -2} {5 & 3} {i & u & 1}", &batch,
             "6 6 -4 254 15 -2 1 0");
  batch = numbers(UINT64_MAX, INT64_MIN);
  expect_one("{u & 18446744073709551615} {i & -1} {i & 9223372036854775807}", &batch,
             "18446744073709551615 -9223372036854775808 0");
}

/* ---- Functions ------------------------------------------------------------------------------- */

static void test_floormod(void) {
  expect_one("{floormod(-7, 2)} {floormod(7, -2)} {floormod(-7, -2)} {floormod(-8, 2)} {floormod(7, 2)}",
             &(struct batch){.rows = 1}, "1 -1 -1 0 1");
  struct batch batch = numbers(7, -7);
  expect_one("{floormod(i, 2)} {floormod(i, -2)} {floormod(u, i)} {floormod(i, u)} {floormod(i + 6, u)}",
             &batch, "1 -1 0 0 6");
  batch = numbers(UINT64_MAX, INT64_MIN);
  expect_one("{floormod(u, 10)} {floormod(i, 10)} {floormod(i, -1)} {floormod(i, 9223372036854775807)}",
             &batch, "5 2 0 9223372036854775806");
}

static void test_absolute(void) {
  struct batch batch = numbers(5, -9223372036854775807);
  expect_one("{abs(i)} {abs(u)} {abs(-5)} {abs(0 - 9223372036854775808)} {abs(i % 10)}", &batch,
             "9223372036854775807 5 5 9223372036854775808 7");
  batch = numbers(5, INT64_MIN);
  expect_refusal(
      "{abs(i)}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 0, 1, 1,
                       "abs(i): i = -9223372036854775808 is not a number that abs takes here (column i, "
                       "-9223372036854775807 to 9223372036854775807)"});
}

/* RandomPartitioner of Cassandra: new BigInteger(md5).abs(). MD5 of "" is d41d…, a negative one. */
static void test_absolute_of_hashes(void) {
  struct batch batch = text("");
  expect_one("{md5(t):d} {abs(md5(t)):d} {abs(md5(t)):039d} {abs(md5(t)) % 1000}", &batch,
             "281949768489412648962353822266799178366 58332598431525814501020785164969033090 "
             "058332598431525814501020785164969033090 90");
  expect_one("{abs(md5(t)):x}{abs(md5(t)):032X}", &batch,
             "2be2732670ff4dfb167ff6671307bd82"
             "2BE2732670FF4DFB167FF6671307BD82");
  batch = text("hello");
  expect_one("{abs(md5(t)):x} {abs(md5(t)):d}", &batch,
             "5d41402abc4b2a76b9719d911017c592 123957004363873451094272536567338222994");
}

static void test_int32(void) {
  struct batch batch = numbers(0x80000000, -1);
  expect_one(
      "{int32(u)} {int32(i)} {int32(u - 1)} {int32(u * 2)} {int32(i * 4294967297)} {int32(0x1ffffffff)}",
      &batch, "-2147483648 -1 2147483647 0 -1 -1");
  batch = numbers(UINT64_MAX, INT64_MIN);
  expect_one("{int32(u)} {int32(i)} {int32(i + 5)}", &batch, "-1 0 5");
}

/* To the beginning of the period, also before 1970. */
static void test_truncate(void) {
  struct batch batch = numbers(1420074061, -1);
  expect_one(
      "{truncate(u, 3600)} {truncate(i, 3600)} {truncate(i, 1)} {truncate(u, 86400)} {truncate(-61, 60)}",
      &batch, "1420074000 -3600 -1 1420070400 -120");
  batch = numbers(UINT64_MAX, INT64_MIN);
  expect_one("{truncate(u, 18446744073709551615)} {truncate(u - 1, 18446744073709551615)}", &batch,
             "18446744073709551615 0");
  expect_refusal(
      "{truncate(i, 10)}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 0, 1, 1,
                       "truncate(i, 10) = -9223372036854775808 - 2 is not an i64 (column i, a result "
                       "from -9223372036854775808 to 9223372036854775807)"});
}

static void test_reverse_time(void) {
  struct batch batch = numbers(INT64_MAX, 0);
  expect_one("{reverse_time(u)} {reverse_time(i)} {reverse_time(1420070400)}", &batch,
             "0 9223372036854775807 9223372035434705407");
  batch = numbers(UINT64_C(1) << 63, -1);
  expect_refusal(
      "{reverse_time(i):u64}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 0, 1, 1,
                       "reverse_time(i) = 9223372036854775807 - -1 is not an i64 (column i, i from 0 to "
                       "9223372036854775807)"});
  expect_refusal("{reverse_time(u):u64}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 0, 0, 1,
                                  "reverse_time(u) = 9223372036854775807 - 9223372036854775808 is not a u64 "
                                  "(column u, u from 0 to 9223372036854775807)"});
}

static void test_reverse(void) {
  struct batch batch = text("abc");
  expect_one("{reverse(t)}", &batch, "cba");
  expect_one("{reverse(\"1\", t, \"23\"):8s}{reverse(t, 10:03d):X}", &batch, "32cba1\\x00\\x00303130636261");
  expect_one("{reverse(\"abc\")}{reverse(\"\")}{reverse(reverse(t))}", &batch, "cbaabc");
  batch = numbers(0x0102030405060708, 0);
  expect_one("{reverse(u:u64)}{reverse(u:x):x}", &batch,
             "\\x08\\x07\\x06\\x05\\x04\\x03\\x02\\x01383037303630353034303330323031");
}

/* ---- rest ------------------------------------------------------------------------------------ */

/* Phoenix: SaltingUtil hashes the row key after the salt as Arrays.hashCode does. */
static void test_rest(void) {
  struct batch batch = {.rows = 2};
  add_i64(&batch, "id", (const int64_t[]){7, -3});
  expect_keys("{abs(h31(rest) % 16):u8}{id:i64}", &batch, (struct settings){0},
              (const char *[]){"\\x08\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x07",
                               "\\x01\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xfd"});
  batch = numbers(5, 0);
  const char *al = "al";
  add_text(&batch, "t", &al);
  /* rest holds nothing of the field in which it stands, nor of the calls around it. */
  expect_one("a{h31(rest)}|{t}", &batch, "a152070|al");
  expect_one("{md5(rest):x}{u}|a", &batch,
             "b023d0148b777ab2d356e08680251057"
             "5|a");
  expect_one("{reverse(rest):esc}{u}|{t}", &batch, "la|5\\x00\\x015|al");
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* "polygenelubricants".hashCode() is the least int. */
static void test_java_hash(void) {
  struct batch batch = text("polygenelubricants");
  expect_one(
      "{java_hash(t)} {abs(java_hash(t))} {java_hash(t) % 1000} {abs(java_hash(t) % 1000)} "
      "{floormod(java_hash(t), 1000)} {java_hash(t) & 2147483647}",
      &batch, "-2147483648 2147483648 -648 648 352 0");
  batch = text("abc");
  expect_one("{java_hash(t)} {java_hash(\"\")} {java_hash(\"a\", \"bc\")}", &batch, "96354 0 96354");
  batch = text("\xf0\x9f\x98\x80");
  expect_one("{java_hash(t)} {java_hash(\"\xc3\xa9\")}", &batch, "1772899 233"); /* D83D DE00; 00E9 */
}

/* Arrays.hashCode(new byte[] {1, 2, 3}) is 30817. Hive begins with 0. */
static void test_h31(void) {
  struct batch batch = bytes("\x01\x02\x03", 3);
  expect_one("{h31(t)} {h31(\"\")} {h31(t, start=0)} {h31(\"\", start=7)} {h31(\"\\xff\")}", &batch,
             "30817 1 1026 7 30");
}

/* UtilsTest.testMurmur2 of Kafka. */
static void test_murmur2(void) {
  struct batch batch = text("foobar");
  expect_one(
      "{murmur2(\"21\", seed=0x9747b28c)} {murmur2(t, seed=0x9747b28c)} "
      "{murmur2(\"a-little-bit-long-string\", seed=-1756908916)} "
      "{murmur2(\"abc\", seed=0x9747b28c) & 0x7fffffff}",
      &batch, "-973932308 -790332482 -985981536 479470107");
}

/* The original's verification strings; Spark: hash() of its documentation for 'ABC', 'DEF' and 1. */
static void test_murmur3_32(void) {
  struct batch batch = text("ABC");
  expect_one(
      "{murmur3_32(\"\")} {murmur3_32(\"\", seed=1)} {murmur3_32(\"test\")} "
      "{murmur3_32(\"The quick brown fox jumps over the lazy dog\"):i32be}",
      &batch, "0 1364076727 -1167338989 .O\\xf7#");
  expect_one(
      "{murmur3_32(t, seed=42, tail=words)} "
      "{murmur3_32(\"DEF\", tail=words, seed=murmur3_32(t, seed=42, tail=words))} "
      "{murmur3_32(1:u32le, seed=42)}",
      &batch, "-757602832 599895104 -559580957");
}

/* The tokens of Cassandra that its Python driver tests; the original's for the quick brown fox. */
static void test_murmur3_128(void) {
  struct batch batch = bytes("\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe", 8);
  expect_one(
      "{murmur3_128(t, tail=signed, half=first)} {murmur3_128(\"123\", tail=signed, half=first)} "
      "{murmur3_128(9223372036854775807, half=first, tail=signed)}",
      &batch, "-8927430733708461935 -7468325962851647638 7162290910810015547");
  expect_one("{murmur3_128(\"The quick brown fox jumps over the lazy dog\"):x}", &batch,
             "e34bbc7bbc071b6c7a433ca9c49a9347");
  expect_one(
      "{murmur3_128(\"The quick brown fox jumps over the lazy dog\", half=first):i64be}"
      "{murmur3_128(\"The quick brown fox jumps over the lazy dog\", half=second)}",
      &batch, "\\xe3K\\xbc{\\xbc\\x07\\x1bl8809951995912426311");
}

/* RFC 3720, appendix B.4; the paper of SipHash, appendix A; the test vectors of xxHash. */
static void test_other_hashes(void) {
  struct batch batch = bytes("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e", 15);
  expect_one("{crc32c(\"123456789\"):x} {crc32c(\"\")} {crc32c(\"\":32s):08x}", &batch,
             "e3069283 0 8a9136aa");
  expect_one(
      "{siphash24(t, key=\"000102030405060708090a0b0c0d0e0f\"):x} "
      "{siphash24(\"\", key=\"000102030405060708090A0B0C0D0E0F\"):016x}",
      &batch, "a129ca6149be45e5 726fdb47dd0e0e31");
  expect_one("{xxh64(\"\"):x} {xxh64(\"abc\"):x} {xxh64(\"ABC\", seed=42)}", &batch,
             "ef46db3751d8e999 44bc2cf5ad770999 4105715581806190027");
  expect_one("{xxh3(\"\"):x} {xxh3(\"abc\"):x}", &batch, "2d06800538d394c2 78af5f94892f3950");
}

/* zlib 1.2.13; Redis 7.0.15; rdfnv1a.c of librdkafka, without its abs; hash64 of Kudu's Java client 1.17.0.
 */
static void test_hashes_of_systems(void) {
  struct batch batch = bytes("hello", 5);
  expect_one("{crc32(t):x} {crc32(\"123456789\"):x} {crc32(\"\")}", &batch, "3610a686 cbf43926 0");
  expect_one("{crc16(\"123456789\"):x} {crc16(t) % 16384} {crc16(\"\"):u16}", &batch, "31c3 866 \\x00\\x00");
  expect_one("{fnv1a_32(\"\"):x} {abs(int32(fnv1a_32(\"\")))} {fnv1a_32(t):x}", &batch,
             "811c9dc5 2128831035 4f9f2cab");
  expect_one("{murmur2_64(t):x} {murmur2_64(t, seed=42):x} {murmur2_64(\"\", seed=0xffffffff):x}", &batch,
             "1e68d17c457bf117 d417125ccb971887 952d4201a42f3c31");
}

/* jump-consistent-hash 3.6.0 for Python, and Guava 33.3.1, which has one bucket more for the last number. */
static void test_jump(void) {
  struct batch batch = {.rows = 4};
  add_u64(&batch, "id", (const uint64_t[]){1, 42, 256, UINT64_C(194478750355579935)});
  expect_keys("{jump(id, 1000)} {jump(id, 1)} {jump(id, 1073741825)}", &batch, (struct settings){0},
              (const char *[]){"549 0 262355607", "571 0 124795770", "520 0 74751002", "48 0 1073741823"});
  struct batch negative = {.rows = 1};
  add_i64(&negative, "n", (const int64_t[]){-1});
  expect_one("{jump(n, 10)}|{jump(n, 1000):03d}", &negative, "9|313");
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"operators bind as in C", test_precedence},
      {"hexadecimal numbers", test_hex_literals},
      {"division", test_division},
      {"bits", test_and},
      {"floormod", test_floormod},
      {"abs", test_absolute},
      {"abs of hashes", test_absolute_of_hashes},
      {"int32", test_int32},
      {"truncate", test_truncate},
      {"reverse_time", test_reverse_time},
      {"reverse", test_reverse},
      {"rest", test_rest},
      {"jump", test_jump},
      {"java_hash", test_java_hash},
      {"h31", test_h31},
      {"murmur2", test_murmur2},
      {"murmur3_32", test_murmur3_32},
      {"murmur3_128", test_murmur3_128},
      {"crc32c, siphash24, xxh64, xxh3", test_other_hashes},
      {"crc32, crc16, fnv1a_32, murmur2_64", test_hashes_of_systems},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
