/* Functions of text: results that were worked out by hand, at every length, and what is refused. */
#include <string.h>

#include "batch.h"

static void expect_one(const char *text, const char *t, const char *key) {
  struct batch batch = {.rows = 1};
  add_text(&batch, "t", &t);
  expect_keys(text, &batch, (struct settings){0}, (const char *[]){key});
}

static void test_parts(void) {
  expect_one("{prefix(t, 3)}|{prefix(t, 1)}|{prefix(t, 99)}|{prefix(t, 18446744073709551615)}", "abcdef",
             "abc|a|abcdef|abcdef");
  expect_one("{slice(t, 0, 2)}|{slice(t, 2, 3)}|{slice(t, 5, 9)}|{slice(t, 6, 1)}|{slice(t, 7, 1)}", "abcdef",
             "ab|cde|f||");
  expect_one("{slice(t, 18446744073709551615, 18446744073709551615)}|{prefix(t, 4):4s}", "abc", "|abc\\x00");
  expect_one("{trim(t)}|", " \t\n\v\f\r a b \r\f\v\n\t ", "a b|");
  expect_one("{trim(t)}|{trim(trim(t))}", "\xc2\xa0 ", "\\xc2\\xa0|\\xc2\\xa0");
  expect_one("{prefix(t, 3)}|{slice(t, 1, 2)}|{trim(t)}", "", "||");
  expect_one("{trim(t)}|", " \n ", "|");
}

/* Python's rstrip() and rstrip(" "). */
static void test_trim_right(void) {
  expect_one("{trim(t, right)}|{trim(t, right, \" \")}|{trim(t, right, \"\\x0a\")}|",
             " \xc2\xa0"
             "a \t  ",
             " \\xc2\\xa0a| \\xc2\\xa0a \\x09| \\xc2\\xa0a \\x09  |");
  expect_one("{trim(t, right)}|{trim(t, right, \" \")}|{length(trim(t, right, \" \"))}", "  ", "||0");
  expect_one("{trim(t, right)}|{trim(t, right, \"\\xff\")}|", "", "||");
  expect_one("{trim(\" a \", right)}|{trim(\"xaxx\", right, \"x\")}|{lower(trim(t, right)):4s}", "A ",
             " a|xa|a\\x00\\x00\\x00");
  struct batch batch = {.rows = 2}; /* texts of one width */
  add_fixed_bytes(&batch, "t", "a  b b  ", 4);
  batch.columns[0].width = 4;
  expect_keys("{trim(t, right, \" \")}|{t:x}", &batch, (struct settings){0},
              (const char *[]){"a  b|61202062", " b|20622020"});
}

/* TruncateTransform of pyiceberg 0.12.0. */
static void test_characters(void) {
  expect_one("{prefix(t, 3, characters)}|{prefix(t, 99, characters)}", "iceberg", "ice|iceberg");
  expect_one("{prefix(t, 3, characters)}|{prefix(prefix(t, 4, characters), 2, characters)}", "ic", "ic|ic");
  expect_one("{prefix(t, 4, characters):x}", "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80x",
             "61c3a9e282acf09f9880");
  expect_one("{prefix(t, 1, characters):x}", "\xf0\x9f\x98\x80\xf0\x9f\x98\x80", "f09f9880");
  expect_one("{prefix(t, 5, characters)}",
             "e\xcc\x81"
             "clair",
             "e\\xcc\\x81cla");
  expect_one("{prefix(t, 3, characters):x}", "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe3\x83\x86",
             "e697a5e69cace8aa9e");
  /* Beyond UTF-8: a first byte says how many follow, whatever they are. */
  expect_one("{prefix(t, 2, characters):x}",
             "\x80\xe2"
             "ab",
             "80e26162");
  expect_one("{prefix(t, 2, characters):x}|{prefix(t, 18446744073709551615, characters):x}", "\xff\xf8\xf0",
             "fff8|fff8f0");
  expect_one("{prefix(t, 1, characters):x}", "\xf0\x9f", "f09f");
  expect_one("{prefix(\"\\xc3\\xa9t\\xc3\\xa9\", 2, characters)}{length(prefix(t, 2, characters)):02d}",
             "\xc3\xa9t", "\\xc3\\xa9t03");
}

/* What Redis 7.0.15 hashes: the slots of each text and of its tag are the same there (CLUSTER KEYSLOT). */
static void test_hash_tag(void) {
  expect_one("{hash_tag(t)}|{length(hash_tag(t))}", "{user1000}.following", "user1000|8");
  expect_one("{hash_tag(t)}", "foo{}{bar}", "foo{}{bar}");
  expect_one("{hash_tag(t)}", "foo{{bar}}zap", "{bar");
  expect_one("{hash_tag(t)}", "foo{bar}{zap}", "bar");
  expect_one("{hash_tag(t)}", "foo{bar", "foo{bar");
  expect_one("{hash_tag(reverse(t:4s))}|", "}ab{", "ba|"); /* of text of one width */
  expect_one("{hash_tag(t)}", "foo}bar{x}", "x");
  expect_one("{hash_tag(t)}", "{", "{");
  expect_one("{hash_tag(t)}", "{}", "{}");
  expect_one("{hash_tag(t)}", "a{}", "a{}");
  expect_one("{hash_tag(t)}", "}{b}", "b");
  expect_one("{hash_tag(t)}", "a{b}c}d", "b");
  expect_one("{hash_tag(t)}|", "", "|");
  expect_one("{crc16(hash_tag(t)) % 16384}", "foo{}{bar}", "8363");
  expect_one("{crc16(hash_tag(t)) % 16384} {crc16(hash_tag(\"a{b}c}d\")) % 16384}", "foo{{bar}}zap",
             "4015 3300");
}

static void test_case(void) {
  expect_one("{lower(t)}|{upper(t)}", "Az@[`{09 Mixed CASE, longer than a word",
             "az@[`{09 mixed case, longer than a word|AZ@[`{09 MIXED CASE, LONGER THAN A WORD");
  /* ASCII alone: other letters stay as they are. */
  expect_one("{lower(t)}|{upper(t)}", "\xc3\x89\xc3\xa9", "\\xc3\\x89\\xc3\\xa9|\\xc3\\x89\\xc3\\xa9");
  expect_one("{lower(upper(lower(t)))}|{lower(t)}", "aBc", "abc|abc");
}

/* Each byte at each place of texts of all lengths around those of words. */
static void test_case_of_each_byte(void) {
  enum { LONGEST = 26, ROWS = 256 };
  for (size_t length = 1; length <= LONGEST; length++) {
    uint8_t *bytes = guarded(ROWS * length, GUARD_END);
    for (size_t i = 0; i < ROWS * length; i++) bytes[i] = (uint8_t)(i / length + i % length * 7);
    struct batch batch = {.rows = ROWS};
    add_fixed_bytes(&batch, "t", bytes, length);
    for (unsigned upper = 0; upper < 2; upper++) {
      rowkey_layout *layout = compile(upper ? "{upper(t)}" : "{lower(t)}", &batch);
      struct encoded encoded = encode(layout, &batch, (struct settings){.side = GUARD_END});
      CHECK(encoded.status == ROWKEY_OK, "%s", encoded.error.text);
      const uint8_t first = upper ? 'a' : 'A', changed = upper ? 'A' : 'a';
      for (size_t i = 0; i < ROWS * length; i++) {
        const bool letter = bytes[i] >= first && bytes[i] < first + 26;
        const uint8_t expected = letter ? (uint8_t)(bytes[i] - first + changed) : bytes[i];
        CHECK(encoded.keys[i] == expected, "length %zu: byte %zu is %u", length, i, encoded.keys[i]);
      }
      rowkey_layout_free(layout);
    }
  }
}

/* Labels change their order, and their own bytes do not; empty ones count. */
static void test_labels(void) {
  expect_one("{reverse_labels(t, \".\")}", "www.example.com", "com.example.www");
  expect_one("{reverse_labels(t, \".\")}", "localhost", "localhost");
  /* The example of the paper on Bigtable. */
  expect_one("{reverse_labels(t, \".\")}/index.html", "maps.google.com", "com.google.maps/index.html");
  expect_one("{reverse_labels(t, \".\")}|", "", "|");
  expect_one("{reverse_labels(t, \".\")}", "..a.", ".a..");
  expect_one("{reverse_labels(t, \"/\")} {reverse_labels(\"a/b\", \"/\")}", "/usr/lib", "lib/usr/ b/a");
  expect_one("{reverse_labels(reverse_labels(t, \".\"), \".\")}", "a.bc.def", "a.bc.def");
  expect_one("{md5(reverse_labels(lower(t), \".\")):x}", "Com.Example", "5ababd603b22780302dd8d83498e5172");
}

/* Computed with Python: text.encode("utf-16-le").hex() */
static void test_utf16(void) {
  expect_one("{utf16le(t):x}", "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "6100e900ac203dd800de");
  expect_one("{utf16le(t):x}", "\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf",
             "ffd700e0ffff00d800dcffdbffdf");
  expect_one("{utf16le(\"\\xc3\\xa9\"):x}{length(utf16le(t)):02d}", "abc", "e90006");
  struct batch batch = {.rows = 6};
  add_text(&batch, "t",
           (const char *[]){"a", "\xed\xa0\x80", "\xc1\x81", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"});
  expect_refusal("{utf16le(t)}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 1,
                                  "utf16le(t): \"\\xED\\xA0\\x80\" is not UTF-8 (column t, text in UTF-8)"});
  for (size_t row = 1; row < batch.rows; row++) {
    struct batch one = {.rows = 1};
    add_text(&one, "t",
             &(const char *[]){"", "\xed\xa0\x80", "\xc1\x81", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"}[row]);
    rowkey_layout *layout = compile("{utf16le(t)}", &one);
    struct encoded encoded = encode(layout, &one, (struct settings){.isa = NULL});
    CHECK(encoded.status == ROWKEY_ERROR_RANGE, "row %zu has a key", row);
    rowkey_layout_free(layout);
  }
}

static void test_without(void) {
  expect_one("{without(t, \"!\")}|{without(\"ab\", \"!\")}|{length(without(t, \"\\x00\", \"why\")):01d}",
             "a\xff?", "a\\xff?|ab|3");
  expect_one("{without(t, \"!\")}|", "", "|");
  struct batch batch = {.rows = 3};
  add_text(&batch, "t", (const char *[]){"a", "", "no ! here"});
  expect_refusal("{without(t, \"!\")}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 2, 0, 1,
                                  "without(t, \"!\"): \"no ! here\" has \"!\" (column t, text without it)"});
  expect_refusal(
      "{md5(without(t, \" \", \"read the page\"))}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 2, 0, 5,
                       "without(t, \" \", \"read the page\"): \"no ! here\" has \" \": read the page "
                       "(column t, text without it)"});
  struct batch wide = {.rows = 2};
  add_bytes(&wide, "t", "abc!bc", (const uint64_t[]){0, 3, 6});
  wide.columns[0].width = 3;
  expect_refusal("{without(t, \"!\")}", &wide,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 1,
                                  "without(t, \"!\"): \"!bc\" has \"!\" (column t, text without it)"});
}

static void test_padding(void) {
  expect_one("{t:6s(\" \")}|{t:~4s(\"\\xff\")}|{t:3s(\"_\")}|{\"x\":3s(\"-\")}", "abc",
             "abc   |\\x9e\\x9d\\x9c\\x00|abc|x--");
  expect_one("{t:06s}|{t:03s}|{\"7\":03s}|{trim(t):~04s}", "123", "000123|123|007|\\xcf\\xce\\xcd\\xcc");
  expect_one("{t:03s}{t:2s(\" \")}", "", "000  ");
  struct batch batch = {.rows = 2};
  add_text(&batch, "t", (const char *[]){"abc", "0b "});
  expect_refusal(
      "{t:6s(\" \")}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                       "t = \"0b \" does not fit {t:6s(\" \")} (column t, text that does not end in "
                       "\\x20, with which it is padded)"});
  expect_refusal("{t:06s}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                                  "t = \"0b \" does not fit {t:06s} (column t, text that does not begin in "
                                  "\\x30, with which it is padded)"});
  expect_refusal("{t:02s}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 0, 0, 0,
                                  "t = \"abc\" does not fit {t:02s} (column t, at most 2 bytes, not 3)"});
}

static void test_counted(void) {
  /* The routing key that the driver of Cassandra for Python, 3.30.1, makes of "abc", these bytes and "". */
  expect_one("{\"abc\":u16s}\\x00{t:u16s}\\x00{trim(\" \"):u16s}\\x00", "\xc3\xa9\xe2\x82\xac",
             "\\x00\\x03abc\\x00\\x00\\x05\\xc3\\xa9\\xe2\\x82\\xac\\x00\\x00\\x00\\x00");
  expect_one("{t:u16s}{t:u8s}{t:u32s}|{\"xy\":u24s}{t:~u16s}", "abc",
             "\\x00\\x03abc\\x03abc\\x00\\x00\\x00\\x03abc|\\x00\\x00\\x02xy\\xff\\xfc\\x9e\\x9d\\x9c");
  expect_one("{t:u64s}{md5(t:u8s):x}", "",
             "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x0093b885adfe0da089cdf634904fd59f71");
  const uint64_t offsets[] = {0, 255, 511};
  struct batch batch = {.rows = 2};
  char bytes[511];
  memset(bytes, 'x', sizeof bytes);
  add_bytes(&batch, "t", bytes, offsets);
  rowkey_layout *layout = compile("{t:u8s}", &batch);
  struct encoded encoded = encode(layout, &batch, (struct settings){.isa = NULL, .side = GUARD_END});
  CHECK(encoded.status == ROWKEY_ERROR_RANGE && encoded.error.row == 1 &&
            strstr(encoded.error.text, "does not fit {t:u8s} (column t, at most 255 bytes, not 256)") != NULL,
        "%s", encoded.error.text);
  CHECK(encoded.offsets[1] == 256 && encoded.keys[0] == 255, "a text of 255 bytes");
  rowkey_layout_free(layout);
}

/* Parts of texts of one width have one width, and text in another case has its text's. */
static void test_fixed_widths(void) {
  struct batch batch = {.rows = 2};
  add_fixed_bytes(&batch, "t", "aB\0dEf\0h", 4);
  batch.columns[0].width = 4;
  add_text(&batch, "u", (const char *[]){"x", "y"});
  const struct settings settings = {.isa = NULL};
  expect_keys("{prefix(t, 3)}{u}", &batch, settings, (const char *[]){"aB\\x00x", "Ef\\x00y"});
  expect_keys("{slice(t, 1, 9)}{upper(t):x}{u}", &batch, settings,
              (const char *[]){"B\\x00d41420044x", "f\\x00h45460048y"});
  expect_keys("{lower(t):u16s}{prefix(t, 3):3s}{reverse(prefix(t, 2))}{u}", &batch, settings,
              (const char *[]){"\\x00\\x04ab\\x00daB\\x00Bax", "\\x00\\x04ef\\x00hEf\\x00fEy"});
  expect_keys("{md5(slice(t, 3, 1)):x}{length(slice(t, 3, 5))}", &batch, settings,
              (const char *[]){"8277e0910d750195b448797616e091ad1", "2510c39011c5be704182423e3a695e911"});
}

static void test_length(void) {
  expect_one("{length(t):u16}{t}", "abc", "\\x00\\x03abc");
  expect_one("{length(t)} {length(t) * 2 - 1} {length(trim(t)):02d} {length(prefix(t, 2))}", " abc ",
             "5 9 03 2");
  expect_one("{length(t)} {length(reverse(t, \"xy\"))} {length(t) % 4:u8}", "\xc3\xa9", "2 4 \\x02");
}

static void test_constants(void) {
  struct batch batch = {.rows = 1};
  expect_keys(
      "{lower(\"ABC\")}{upper(\"xyz\"):4s}{prefix(\"hello\", 2)}{slice(\"hello\", 1, 3)}{trim(\" a \"):x}"
      "{length(\"four\")}{length(lower(\"\"))}{length(\"ab\") - 3}",
      &batch, (struct settings){0}, (const char *[]){"abcXYZ\\x00heell6140-1"});
}

/* Where text stands, its functions do. */
static void test_in_formats_and_hashes(void) {
  expect_one("{lower(t):x}|{lower(t):X}|{lower(t):esc}{prefix(t, 2):mem}{upper(t):~s}", "Kb",
             "6b62|6B62|kb\\x00\\x01Kb\\x00\\x00\\x00\\x00\\x00\\x00\\xf9\\xb4\\xbd");
  expect_one("{reverse(lower(t), \"|\", upper(t))}", "aB", "BA|ba");
  /* Computed with Python: hashlib.md5(b"example.com").hexdigest() and its number modulo 1000 */
  expect_one("{md5(lower(t)):x} {md5(lower(t)) % 1000:03d}", "Example.COM",
             "5ababd603b22780302dd8d83498e5172 402");
}

static void test_nulls(void) {
  struct batch batch = {.rows = 2};
  add_text(&batch, "t", (const char *[]){"A", "B"});
  mark_nulls(&batch, (const bool[]){false, true}, 3);
  expect_keys("{lower(coalesce(t, \"NONE\")):s}|{length(coalesce(t, \"NONE\"))}", &batch,
              (struct settings){0}, (const char *[]){"a|1", "none|4"});
  expect_refusal("{lower(t)}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 7,
                                  "t is null (column t, a value, or coalesce(t, \"\") in the layout)"});
}

static void test_bad_rows(void) {
  struct batch batch = {.rows = 2};
  add_text(&batch, "t", (const char *[]){"abc", "aBc|d"});
  expect_refusal("{lower(t)}|{length(t)}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                                  "lower(t) = \"abc|d\" holds the byte \"|\" that ends {lower(t)} in the key "
                                  "(column t, text without it)"});
  expect_refusal(
      "{prefix(t, 4):3s}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                       "prefix(t, 4) = \"aBc|\" does not fit {prefix(t, 4):3s} (column t, at most 3 "
                       "bytes, not 4)"});
  expect_refusal(
      "{length(t):01d}{length(t) + 5:01d}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 15,
                       "length(t) + 5 = 10 does not fit {length(t) + 5:01d} (column t, at most 9)"});
}

static const struct test tests[] = {
    {"prefix, slice and trim cut text", test_parts},
    {"trim takes white space or a byte from the end", test_trim_right},
    {"prefix counts characters", test_characters},
    {"hash_tag takes what Redis hashes", test_hash_tag},
    {"without refuses a byte", test_without},
    {"lower and upper change ASCII letters", test_case},
    {"lower and upper change each of them at every place, and nothing else", test_case_of_each_byte},
    {"reverse_labels changes the order of labels", test_labels},
    {"utf16le writes UTF-8 as UTF-16", test_utf16},
    {"text is padded with any byte, and with digits before it", test_padding},
    {"text stands after its length", test_counted},
    {"functions of texts of one width have one", test_fixed_widths},
    {"length counts bytes", test_length},
    {"functions of constants are constants", test_constants},
    {"functions of text stand in every format and in hashes", test_in_formats_and_hashes},
    {"nulls are replaced before a function, or refused", test_nulls},
    {"bad rows name the function and its column", test_bad_rows},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
