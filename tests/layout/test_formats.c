/* Formats of the layout language by bytes that were worked out by hand, or that the systems publish whose
 * encodings they are. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"

static void expect_one(const char *text, const struct batch *batch, const char *key) {
  expect_keys(text, batch, (struct settings){0}, (const char *[]){key});
}

/* One column of each kind. */
static struct batch one_row(uint64_t u, int64_t i, const void *t, uint64_t size) {
  struct batch batch = {.rows = 1};
  add_u64(&batch, "u", &u);
  add_i64(&batch, "i", &i);
  add_fixed_bytes(&batch, "t", t, size);
  return batch;
}

/* ---- Integers -------------------------------------------------------------------------------- */

static void test_upper_case_hex(void) {
  struct batch batch = one_row(0xbeef01, 10, "a\xfe", 2);
  expect_one("{u:X}|{i:04X}|{t:X}|{t:~X}|{255:X}{255:04X}{\"\\xab\":X}", &batch,
             "BEEF01|000A|61FE|\\xc9\\xce\\xb9\\xba|FF00FFAB");
  expect_one("{md5(\"\"):X}{md5(\"\"):032X}", &batch,
             "D41D8CD98F00B204E9800998ECF8427ED41D8CD98F00B204E9800998ECF8427E");
}

/* A field may have fewer than 39 digits, and then holds only the smaller hashes: here more rows than are
 * written in one go.
 */
static void test_narrow_hash_decimals(void) {
  enum { ROWS = 70 };
  static const uint8_t ten_to_38[16] = {0x4b, 0x3b, 0x4c, 0xa8, 0x5a, 0x86, 0xc4, 0x7a,
                                        0x09, 0x8a, 0x22, 0x40, 0,    0,    0,    0};
  uint64_t ids[ROWS], larger = 0;
  for (uint64_t id = 0, rows = 0; rows < ROWS; id++) {
    uint8_t digest[16];
    CHECK(rowkey_md5_decimal_u64(&id, 1, digest, NULL) == ROWKEY_OK, "no digest");
    if (memcmp(digest, ten_to_38, 16) < 0)
      ids[rows++] = id;
    else
      larger = id;
  }
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "id", ids);
  rowkey_layout *wide = compile("{md5(id):039d}", &batch), *narrow = compile("{md5(id):038d}", &batch);
  EACH_ISA(kernels) {
    const struct settings settings = {.isa = kernels->name, .side = GUARD_END};
    const struct encoded expected = encode(wide, &batch, settings), found = encode(narrow, &batch, settings);
    CHECK(found.status == ROWKEY_OK && expected.status == ROWKEY_OK, "%s", found.error.text);
    for (size_t row = 0; row < ROWS; row++)
      CHECK(expected.keys[39 * row] == '0' &&
                memcmp(expected.keys + 39 * row + 1, found.keys + 38 * row, 38) == 0,
            "row %zu: %.38s, not %.39s", row, (const char *)found.keys + 38 * row,
            (const char *)expected.keys + 39 * row);
    ids[ROWS - 1] = larger;
    struct batch wrong = {.rows = ROWS};
    add_u64(&wrong, "id", ids);
    const struct encoded refused = encode(narrow, &wrong, settings);
    CHECK(refused.status == ROWKEY_ERROR_RANGE && refused.error.row == ROWS - 1, "status %d, row %zu",
          (int)refused.status, refused.error.row);
  }
  rowkey_layout_free(wide);
  rowkey_layout_free(narrow);
}

static void test_ordered_integers(void) {
  struct batch batch = one_row(0x7fffff, -0x800000, "", 0);
  expect_one("{i:i24}{u:i24}{i:i40}{u:i48}{i:i56}", &batch,
             "\\x00\\x00\\x00\\xff\\xff\\xff\\x7f\\xff\\x80\\x00\\x00\\x80\\x00\\x00\\x7f\\xff\\xff"
             "\\x7f\\xff\\xff\\xff\\x80\\x00\\x00");
  expect_refusal("{i - 1:i24}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 0, 1, 0,
                                  "i - 1 = -8388609 does not fit {i - 1:i24} (column i, at least -8388608)"});
  expect_refusal("{u + 1:i24le}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 0, 0, 0,
                                  "u + 1 = 8388608 does not fit {u + 1:i24le} (column u, at most 8388607)"});
}

static void test_little_endian(void) {
  struct batch batch = one_row(0x0102030405060708, -2, "", 0);
  expect_one("{u:u64le}{i:i64le}{i:i8le}{i:i16le}{i:i24le}", &batch,
             "\\x08\\x07\\x06\\x05\\x04\\x03\\x02\\x01\\xfe\\xff\\xff\\xff\\xff\\xff\\xff\\xff"
             "\\xfe\\xfe\\xff\\xfe\\xff\\xff");
  batch = one_row(0x414243, 0x414243, "", 0);
  expect_one("{u:u24le}{u:u32le}{i:i32le}{i:i40le}{0x414243:u24le}{-2:i16le}", &batch,
             "CBACBA\\x00CBA\\x00CBA\\x00\\x00CBA\\xfe\\xff");
}

static void test_twos_complement(void) {
  struct batch batch = one_row(0x414243, -2, "", 0);
  expect_one("{i:i8be}{i:i16be}{i:i64be}{u:i24be}{u:i32be}{-2:i24be}", &batch,
             "\\xfe\\xff\\xfe\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfeABC\\x00ABC\\xff\\xff\\xfe");
}

/* ---- Descending fields ----------------------------------------------------------------------- */

static void test_inverted(void) {
  struct batch batch = one_row(258, -1, "ab", 2);
  expect_one("{u:~u16}{u:~u16le}{i:~i8}{i:~i16be}{u % 4:~a}{7:~u8}", &batch,
             "\\xfe\\xfd\\xfd\\xfe\\x80\\x00\\x00\\x9c\\xf8");
  expect_one("{u:~04d}{u:~d}|{i:~d}|{u:~x}", &batch,
             "\\xcf\\xcd\\xca\\xc7\\xcd\\xca\\xc7|\\xd2\\xce|\\xce\\xcf\\xcd");
  expect_one("{t:~4s}{t:~x}|{\"b\":~s}{t:~esc}{t:~s}", &batch,
             "\\x9e\\x9d\\xff\\xff\\xc9\\xce\\xc9\\xcd|\\x9d\\x9e\\x9d\\xff\\xfe\\x9e\\x9d");
  expect_one("{md5(\"\"):~s}", &batch, "+\\xe2s&p\\xffM\\xfb\\x16\\x7f\\xf6g\\x13\\x07\\xbd\\x81");
}

/* What must not occur in an inverted field is the delimiter as it stands in the key. */
static void test_inverted_delimiter(void) {
  struct batch batch = {.rows = 2};
  add_text(&batch, "t", (const char *[]){"a|", "a\x83"}); /* ~83 is 7c, the | */
  expect_refusal(
      "{t:~s}|{1}{t:x}", &batch,
      (struct refusal){
          ROWKEY_ERROR_RANGE, 1, 0, 0,
          "t = \"a\\x83\" holds the byte \"\\x83\", inverted \"|\", that ends {t:~s} in the key (column t, "
          "text without it)"});
}

/* ---- Floating-point numbers ------------------------------------------------------------------ */

enum { FLOATS = 8 };

static void test_floats_in_order(void) {
  struct batch batch = {.rows = FLOATS};
  add_f64(&batch, "f", (const double[]){-INFINITY, -1.5, -5e-324, -0.0, 0.0, 5e-324, 1.5, INFINITY});
  expect_keys("{f:f64}", &batch, (struct settings){0},
              (const char *[]){
                  "\\x00\\x0f\\xff\\xff\\xff\\xff\\xff\\xff", "@\\x07\\xff\\xff\\xff\\xff\\xff\\xff",
                  "\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xfe", "\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                  "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00", "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01",
                  "\\xbf\\xf8\\x00\\x00\\x00\\x00\\x00\\x00", "\\xff\\xf0\\x00\\x00\\x00\\x00\\x00\\x00"});
  expect_keys(
      "{f:~f64}", &batch, (struct settings){0},
      (const char *[]){"\\xff\\xf0\\x00\\x00\\x00\\x00\\x00\\x00", "\\xbf\\xf8\\x00\\x00\\x00\\x00\\x00\\x00",
                       "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01", "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00",
                       "\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff", "\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xfe",
                       "@\\x07\\xff\\xff\\xff\\xff\\xff\\xff", "\\x00\\x0f\\xff\\xff\\xff\\xff\\xff\\xff"});
}

/* A float in 4 bytes, and in 8 as the double that it is; a double in 4 where that loses nothing. */
static void test_float_widths(void) {
  struct batch batch = {.rows = 1};
  add_f64(&batch, "f", (const double[]){-1.5});
  add_f32(&batch, "g", (const float[]){0.1f});
  expect_one("{f:f32}{f}{g}{g:f32}{g:f64}", &batch,
             "@?\\xff\\xff@\\x07\\xff\\xff\\xff\\xff\\xff\\xff\\xbd\\xcc\\xcc\\xcd\\xbd\\xcc\\xcc\\xcd"
             "\\xbf\\xb9\\x99\\x99\\xa0\\x00\\x00\\x00");
}

/* ---- Text that shows where it ends ----------------------------------------------------------- */

/* The ordered code of LevelDB's makers, as CockroachDB has it: "foo\x00bar" is foo 00 FF bar 00 01. */
static void test_terminated(void) {
  struct batch batch = one_row(7, 0, "foo\0bar", 7);
  expect_one("{t:esc}{u:u8}", &batch, "foo\\x00\\xffbar\\x00\\x01\\x07");
  expect_one("{\"\":esc}{\"a\\x00\":esc}{\"\\xff\":esc}", &batch,
             "\\x00\\x01a\\x00\\xff\\x00\\x01\\xff\\x00\\x01");
  batch = one_row(7, 0, "\0\0", 2);
  expect_one("{t:esc}{t:esc}", &batch, "\\x00\\xff\\x00\\xff\\x00\\x01\\x00\\xff\\x00\\xff\\x00\\x01");
}

/* The examples of TiKV's codec: [], [1, 2, 3], [1, 2, 3, 0] and [1 … 8]. */
static void test_groups(void) {
  struct batch batch = one_row(7, 0, "\x01\x02\x03\x04\x05\x06\x07\x08", 8);
  expect_one("{\"\":mem}|{\"\\x01\\x02\\x03\":mem}|{\"\\x01\\x02\\x03\\x00\":mem}|{t:mem}", &batch,
             "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xf7|"
             "\\x01\\x02\\x03\\x00\\x00\\x00\\x00\\x00\\xfa|"
             "\\x01\\x02\\x03\\x00\\x00\\x00\\x00\\x00\\xfb|"
             "\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\\xff\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xf7");
  batch = one_row(7, 0, "\x01\x02\x03", 3);
  expect_one(
      "{t:mem}{u:u8}{t:~mem}", &batch,
      "\\x01\\x02\\x03\\x00\\x00\\x00\\x00\\x00\\xfa\\x07\\xfe\\xfd\\xfc\\xff\\xff\\xff\\xff\\xff\\x05");
}

/* ---- Hashes in decimal ----------------------------------------------------------------------- */

static void test_hashes_in_decimal(void) {
  struct batch batch = one_row(0, 0, "hello", 5);
  expect_one("{md5(t):d}|{md5(t):039d}|{md5(\"\"):039d}", &batch,
             "123957004363873451094272536567338222994|123957004363873451094272536567338222994|"
             "281949768489412648962353822266799178366");
  expect_refusal(
      "{md5(t):038d}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 0, 2, 0,
                       "md5(t) = 123957004363873451094272536567338222994 does not fit {md5(t):038d} "
                       "(column t, at most 38 digits, not 39)"});
}

/* ---- Nulls ----------------------------------------------------------------------------------- */

static void test_coalesce(void) {
  struct batch batch = {.rows = 2};
  const bool second[] = {false, true};
  add_u64(&batch, "u", (const uint64_t[]){7, 7});
  mark_nulls(&batch, second, 5);
  add_i64(&batch, "i", (const int64_t[]){-7, -7});
  mark_nulls(&batch, second, 0);
  add_f64(&batch, "f", (const double[]){1.5, 1.5});
  mark_nulls(&batch, second, 7);
  add_f32(&batch, "g", (const float[]){1.5, 1.5});
  mark_nulls(&batch, second, 63);
  add_text(&batch, "t", (const char *[]){"seven", "seven"});
  mark_nulls(&batch, second, 1);
  expect_keys("{coalesce(u, 18446744073709551615)} {coalesce(i, -1)} {coalesce(t, \"no\\x00ne\")}", &batch,
              (struct settings){0}, (const char *[]){"7 -7 seven", "18446744073709551615 -1 no\\x00ne"});
  expect_keys("{coalesce(u, 1) + coalesce(u, 1)}", &batch, (struct settings){0}, (const char *[]){"14", "2"});
  expect_keys("{coalesce(f, -2):f32}{coalesce(g, 0)}{md5(coalesce(t, \"\")):x}", &batch, (struct settings){0},
              (const char *[]){"\\xbf\\xc0\\x00\\x00\\xbf\\xc0\\x00\\x00"
                               "bb3aec0fdcdbc2974890f805c585d432",
                               "?\\xff\\xff\\xff\\x80\\x00\\x00\\x00"
                               "d41d8cd98f00b204e9800998ecf8427e"});
  expect_refusal("{coalesce(u, 1):u8}{t:8s}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 4, 20,
                                  "t is null (column t, a value, or coalesce(t, \"\") in the layout)"});
}

/* ---- Side by side ------------------------------------------------------------------------------ */

/* The bytes of one key; returns how many. */
static size_t key_of(const char *text, const struct batch *batch, uint8_t *key) {
  rowkey_layout *layout = compile(text, batch);
  const struct encoded encoded = encode(layout, batch, (struct settings){.side = GUARD_END});
  CHECK(encoded.status == ROWKEY_OK, "%s: %s", text, encoded.error.text);
  const size_t width = rowkey_layout_key_width(layout);
  const size_t size = width == ROWKEY_NONE ? (size_t)encoded.offsets[1] : width;
  memcpy(key, encoded.keys, size);
  rowkey_layout_free(layout);
  return size;
}

/* Fields that differ in one thing alone are not taken for one another: a key of two has the bytes of both. */
static void test_fields_side_by_side(void) {
  static const char *const fields[] = {"{u:u8}",
                                       "{u:u16}",
                                       "{u:u64}",
                                       "{u:u64le}",
                                       "{u:u32le}",
                                       "{u:~u64}",
                                       "{u:i16}",
                                       "{i:i16}",
                                       "{i:i16be}",
                                       "{i:i16le}",
                                       "{i:~i16}",
                                       "{i:i64}",
                                       "{i:i64le}",
                                       "{u:04x}",
                                       "{u:04X}",
                                       "{u:~04x}",
                                       "{u:05d}",
                                       "{u:~05d}",
                                       "{u:a}",
                                       "{coalesce(u, 1):u8}",
                                       "{coalesce(u, 1):u16}",
                                       "{coalesce(i, 1):i8}",
                                       "{coalesce(t, \"a\"):esc}",
                                       "{coalesce(t, \"a\"):mem}",
                                       "{md5(u):x}",
                                       "{md5(u):X}",
                                       "{md5(u:u64):x}",
                                       "{md5(u:u64le):x}",
                                       "{md5(i):x}",
                                       "{md5(t)}",
                                       "{md5(t, \"|\")}",
                                       "{md5(t, u)}",
                                       "{md5(t) % 5:u8}",
                                       "{md5(t) % 6:u8}",
                                       "{md5(u) % 5:u8}",
                                       "{murmur3_32(t) % 7:i8}",
                                       "{murmur3_32(t, seed=1) % 7:i8}",
                                       "{murmur3_32(t, seed=2) % 7:i8}",
                                       "{murmur3_32(t, tail=words) % 7:i8}",
                                       "{murmur3_128(t) % 7:i8}",
                                       "{crc32c(t):08x}",
                                       "{xxh64(t):016x}",
                                       "{xxh3(t):016x}",
                                       "{xxh64(t, u):016x}",
                                       "{h31(t):i32}",
                                       "{java_hash(t):i32}",
                                       "{t:4s}",
                                       "{t:~4s}",
                                       "{t:6s}",
                                       "{t:esc}",
                                       "{t:~esc}",
                                       "{t:mem}",
                                       "{t:~mem}",
                                       "{reverse(t):8s}",
                                       "{reverse(u:u16)}",
                                       "{reverse(u:u16le)}",
                                       "{u + 1:u8}",
                                       "{u + 2:u8}",
                                       "{u - 1:u8}",
                                       "{u * 2:u8}",
                                       "{u % 3:u8}",
                                       "{u % 2:u8}",
                                       "{floormod(i, 3):u8}",
                                       "{floormod(u, 3):u8}",
                                       "{u / 3:u8}",
                                       "{u & 3:u8}",
                                       "{abs(i):u8}",
                                       "{-i:i8}",
                                       "{int32(i):i32}",
                                       "{7:u8}",
                                       "{8:u8}",
                                       "literal",
                                       "{u + i:i64}",
                                       "{u * u:u16}",
                                       "{u / u:u8}",
                                       "{u % u:u8}"};
  enum { FIELDS = sizeof fields / sizeof *fields };
  const struct batch batch = one_row(5, 3, "ab", 2);
  static uint8_t keys[FIELDS][64];
  size_t sizes[FIELDS];
  for (size_t i = 0; i < FIELDS; i++) sizes[i] = key_of(fields[i], &batch, keys[i]);
  for (size_t i = 0; i < FIELDS; i++) {
    for (size_t k = 0; k < FIELDS; k++) {
      char text[160];
      uint8_t key[128];
      snprintf(text, sizeof text, "%s%s", fields[i], fields[k]);
      const size_t size = key_of(text, &batch, key);
      CHECK(size == sizes[i] + sizes[k] && memcmp(key, keys[i], sizes[i]) == 0 &&
                memcmp(key + sizes[i], keys[k], sizes[k]) == 0,
            "%s", text);
    }
  }
}

/* None of a thousand columns, and of values made from them, is taken for another one. */
static void test_a_thousand_columns(void) {
  enum { COLUMNS = 1200, BYTES = 9 };
  static char names[COLUMNS][8], text[COLUMNS * 64];
  static rowkey_column columns[COLUMNS];
  static rowkey_values values[COLUMNS];
  static uint64_t numbers[COLUMNS];
  static uint8_t key[COLUMNS * BYTES];
  size_t length = 0;
  for (size_t i = 0; i < COLUMNS; i++) {
    snprintf(names[i], sizeof names[i], "c%zu", i);
    columns[i] = (rowkey_column){.name = names[i], .type = ROWKEY_U64};
    numbers[i] = i;
    values[i] = rowkey_u64s(&numbers[i], 1);
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "{c%zu:u16}{c%zu:~u16}{c%zu:i16}{c%zu + %zu:u24le}", i, i, i, i, i);
  }
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, length, columns, COLUMNS, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  CHECK(encoder != NULL, "%s", error.text);
  const rowkey_batch batch = rowkey_batch_of(values, COLUMNS, 1);
  CHECK(rowkey_encode(encoder, &batch, &(rowkey_key_buffer){.data = key, .capacity = sizeof key}, NULL,
                      &error) == ROWKEY_OK,
        "%s", error.text);
  for (size_t i = 0; i < COLUMNS; i++) {
    const uint8_t high = (uint8_t)(i >> 8), low = (uint8_t)i;
    const uint8_t expected[BYTES] = {
        high, low, (uint8_t)~high, (uint8_t)~low, high ^ 0x80, low, (uint8_t)(2 * i), (uint8_t)(2 * i >> 8),
        0};
    CHECK(memcmp(key + BYTES * i, expected, BYTES) == 0, "column %zu", i);
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* The same of hashes that differ in their seed alone. */
static void test_hundreds_of_seeds(void) {
  enum { SEEDS = 600 };
  static char text[SEEDS * 64];
  const struct batch batch = one_row(5, 3, "ab", 2);
  uint8_t key[SEEDS * 4], one[4];
  size_t length = 0;
  for (size_t i = 0; i < SEEDS; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "{murmur3_32(t, seed=%zu):i32}", i);
  CHECK(key_of(text, &batch, key) == sizeof key, "another width");
  for (size_t i = 0; i < SEEDS; i++) {
    snprintf(text, sizeof text, "{murmur3_32(t, seed=%zu):i32}", i);
    CHECK(key_of(text, &batch, one) == 4 && memcmp(key + 4 * i, one, 4) == 0, "seed %zu", i);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"hexadecimal in upper case", test_upper_case_hex},
      {"hashes in fewer digits than the largest has", test_narrow_hash_decimals},
      {"integers that sort, of all widths", test_ordered_integers},
      {"little-endian integers", test_little_endian},
      {"two's complement", test_twos_complement},
      {"descending fields", test_inverted},
      {"delimiters of descending fields", test_inverted_delimiter},
      {"floating-point numbers in order", test_floats_in_order},
      {"widths of floating-point numbers", test_float_widths},
      {"esc", test_terminated},
      {"mem", test_groups},
      {"hashes in decimal", test_hashes_in_decimal},
      {"coalesce", test_coalesce},
      {"fields side by side", test_fields_side_by_side},
      {"a thousand columns", test_a_thousand_columns},
      {"hundreds of seeds", test_hundreds_of_seeds},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
