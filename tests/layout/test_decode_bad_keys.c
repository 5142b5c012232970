/* Keys that no record has are refused, and the account says where they are wrong, what stands there and what
 * should. */
#include <string.h>

#include "decoding.h"

enum { ID, N, USER, HOST, F, NONE };

static struct batch schema(void) {
  struct batch batch = {.rows = 0};
  uint64_t offset = 0;
  add_u64(&batch, "id", NULL);
  add_i64(&batch, "n", NULL);
  add_bytes(&batch, "user", NULL, &offset);
  add_bytes(&batch, "host", NULL, &offset);
  add_f64(&batch, "f", NULL);
  return batch;
}

/* A good key, and a bad one; what is said of it. */
struct bad_key {
  const char *text, *good, *bad;
  size_t column, offset;
  const char *account;
};

static void check_bad_key(const struct bad_key *expected, size_t good_rows) {
  struct batch batch = schema();
  rowkey_layout *layout = compile(expected->text, &batch);
  const char *texts[70];
  for (size_t i = 0; i < good_rows; i++) texts[i] = expected->good;
  texts[good_rows] = expected->bad;
  texts[good_rows + 1] = expected->good;
  EACH_ISA(kernels) {
    struct decoded decoded =
        decode(layout, &batch, keys_of_text(texts, good_rows + 2), kernels->name, random_u64());
    const rowkey_error *error = &decoded.error;
    size_t column = expected->column == NONE ? ROWKEY_NONE : expected->column;
    CHECK(decoded.status == ROWKEY_ERROR_RANGE, "%s takes %s", expected->text, expected->bad);
    CHECK(strcmp(error->text, expected->account) == 0, "%s: %s", expected->text, error->text);
    CHECK(error->status == ROWKEY_ERROR_RANGE, "%s: status %d", expected->text, (int)error->status);
    CHECK(error->row == good_rows, "%s: row %zu", expected->text, error->row);
    CHECK(error->column == column, "%s: column %zu", expected->text, error->column);
    CHECK(error->offset == expected->offset, "%s: offset %zu", expected->text, error->offset);
  }
  rowkey_layout_free(layout);
}

static void check_bad_keys(const struct bad_key *expected, size_t count) {
  for (size_t i = 0; i < count; i++) {
    check_bad_key(&expected[i], 0);
    check_bad_key(&expected[i], 1);
    check_bad_key(&expected[i], 67);
  }
}

#define CHECK_BAD_KEYS(keys) check_bad_keys(keys, sizeof(keys) / sizeof *(keys))

static void test_functions_of_text(void) {
  static const struct bad_key keys[] = {
      {"{lower(user)}|{user}", "ab|aB", "Ab|aB", NONE, 0,
       "byte 0: {lower(user)} holds \"Ab\", expected \"ab\" for these columns"},
      {"{length(user):u16}{user}", "\\x00\\x02ab", "\\x00\\x03ab", NONE, 0,
       "byte 0: {length(user):u16} holds \"\\x00\\x03\", expected \"\\x00\\x02\" for these columns"},
      {"{prefix(user, 2):2s}{user:esc}", "ababc\\x00\\x01", "acabc\\x00\\x01", NONE, 0,
       "byte 0: {prefix(user, 2):2s} holds \"ac\", expected \"ab\" for these columns"},
      {"{without(user, \"x\")}|", "ab|", "ax|", USER, 0,
       "byte 0: {without(user, \"x\")} holds \"ax\", expected without(user, \"x\")"},
      {"{user:u16s}{id:u8}", "\\x00\\x02ab\\x07", "\\x00\\x04ab\\x07", USER, 0,
       "byte 0: {user:u16s} holds \"\\x00\\x04ab\\x07\", expected a length in 2 bytes, and so many bytes"},
      {"{id:u8}{user:~u8s}", "\\x07\\xfd\\x9e\\x9d", "\\x07", USER, 7,
       "byte 1: {user:~u8s} holds \"\", expected a length in 1 byte, and so many bytes"},
      {"{utf16le(user)}", "a\\x00", "a", USER, 0,
       "byte 0: {utf16le(user)} holds \"a\", expected text in UTF-16LE"},
      {"{utf16le(user)}", "a\\x00", "a\\x00\\x00\\xdc", USER, 0,
       "byte 0: {utf16le(user)} holds \"a\\x00\\x00\\xDC\", expected text in UTF-16LE"},
      {"{utf16le(user):x}", "6100", "00d86100", USER, 0,
       "byte 0: {utf16le(user):x} holds \"00d86100\", expected text in UTF-16LE"},
      {"{user:04s}{reverse_labels(host, \".\"):u8s}", "00ab\\x03a.b", "00ab\\x03a.bc", NONE, ROWKEY_NONE,
       "byte 8: \"c\" follows the last field, expected the end of the key"},
  };
  CHECK_BAD_KEYS(keys);
}

static void test_numbers(void) {
  static const struct bad_key keys[] = {
      {"{id:010d}", "0000000017", "00000x0017", ID, 0,
       "byte 0: {id:010d} holds \"00000x0017\", expected 10 digits"},
      {"{id:020d}", "00000000000000000017", "18446744073709551616", ID, 0,
       "byte 0: {id:020d} holds \"18446744073709551616\", expected a number from 0 to 18446744073709551615"},
      {"-{n:019d}", "-0000000000000000017", "-9223372036854775808", N, 1,
       "byte 1: {n:019d} holds \"9223372036854775808\", expected a number from 0 to 9223372036854775807"},
      {"{id}", "7", "007", ID, 0, "byte 0: {id} holds \"007\", expected \"7\""},
      {"{id}", "7", "", ID, 0, "byte 0: {id} holds \"\", expected digits"},
      {"{id}", "7", "-1", ID, 0, "byte 0: {id} holds \"-1\", expected digits"},
      {"{id}", "7", "18446744073709551616", ID, 0,
       "byte 0: {id} holds \"18446744073709551616\", expected a number from 0 to 18446744073709551615"},
      {"{n}|", "-7|", "-0|", N, 0, "byte 0: {n} holds \"-0\", expected \"0\""},
      {"{n}|", "-7|", "-|", N, 0, "byte 0: {n} holds \"-\", expected digits, after a - if it is negative"},
      {"{n}|", "-7|", "9223372036854775808|", N, 0,
       "byte 0: {n} holds \"9223372036854775808\", expected a number from -9223372036854775808 to "
       "9223372036854775807"},
      {"{n}|", "-7|", "-18446744073709551615|", N, 0,
       "byte 0: {n} holds \"-18446744073709551615\", expected a number from -9223372036854775808 to "
       "9223372036854775807"},
      {"{id:~d}", "\\xc8", "\\xc8x", ID, 0, "byte 0: {id:~d} holds \"\\xC8x\", expected digits"},
      {"{id:04x}", "00ff", "00fF", ID, 0,
       "byte 0: {id:04x} holds \"00fF\", expected 4 lower-case hex digits"},
      {"{id:04X}", "00FF", "00fF", ID, 0,
       "byte 0: {id:04X} holds \"00fF\", expected 4 upper-case hex digits"},
      {"{id:x}", "ff", "0ff", ID, 0, "byte 0: {id:x} holds \"0ff\", expected \"ff\""},
      {"{id:x}", "ff", "11111111111111111", ID, 0,
       "byte 0: {id:x} holds \"11111111111111111\", expected 1 to 16 lower-case hex digits"},
      {"{id:x}", "ff", "fg", ID, 0, "byte 0: {id:x} holds \"fg\", expected 1 to 16 lower-case hex digits"},
      {"{id % 100:u8}{id:u8}", "\\x05\\x05", "\\x80\\x05", NONE, 0,
       "byte 0: {id % 100:u8} holds \"\\x80\", expected \"\\x05\" for these columns"},
      {"{id + 5:u8}", "\\x05", "\\x04", ID, 0,
       "byte 0: {id + 5:u8} holds \"\\x04\", which is 4, expected a number from 5 to 255"},
      {"{n:u64}", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01", "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01", N,
       0,
       "byte 0: {n:u64} holds \"\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01\", which is 9223372036854775809, "
       "expected a number from 0 to 9223372036854775807"},
      {"{id:i64}", "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01", "\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff", ID,
       0,
       "byte 0: {id:i64} holds \"\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\", which is -1, expected a number "
       "from 0 to 9223372036854775807"},
      {"{id * 5:03d}", "010", "012", ID, 0, "byte 0: {id * 5:03d} holds \"012\", expected \"010\""},
      {"{n:i8}{n:i16}", "\\x80\\x80\\x00", "\\x80\\x80\\x01", NONE, 6,
       "byte 1: {n:i16} holds \"\\x80\\x01\", expected \"\\x80\\x00\" for these columns"},
      {"{random() % 4:a}", "d", "e", NONE, 0,
       "byte 0: {random() % 4:a} holds \"e\", which is 4, expected a number from 0 to 3"},
      {"{md5(id) % 1000:04d}", "0999", "1000", NONE, 0,
       "byte 0: {md5(id) % 1000:04d} holds \"1000\", expected a number from 0 to 999"},
      {"{id / 10}|{id % 10:01d}", "12|5", "12|x", NONE, 10,
       "byte 3: {id % 10:01d} holds \"x\", expected 1 digit"},
      {"{f:f64}", "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00", "\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff", F,
       1, "no record has this key: f = nan has no place in an order (column f, a number or an infinity)"},
  };
  CHECK_BAD_KEYS(keys);
}

static void test_computed_fields(void) {
  static const struct bad_key keys[] = {
      {"{md5(id) % 1000000:07d}{id:010d}", "00884110000000001", "00000010000000001", NONE, 0,
       "byte 0: {md5(id) % 1000000:07d} holds \"0000001\", expected \"0088411\" for these columns"},
      {"{md5(id) % 1000000:07d}{id:010d}", "00884110000000001", "00884110000000002", NONE, 0,
       "byte 0: {md5(id) % 1000000:07d} holds \"0088411\", expected \"0479212\" for these columns"},
      {"{abs(java_hash(user)) % 10:01d}{user}", "8b", "8\\xff", USER, 5,
       "no record has this key: java_hash(user): \"\\xFF\" is not UTF-8 (column user, text in UTF-8, whose "
       "UTF-16 form is hashed)"},
      {"{id}|{id:u8}", "7|\\x07", "7|\\x08", NONE, 5,
       "byte 2: {id:u8} holds \"\\x08\", expected \"\\x07\" for these columns"},
  };
  CHECK_BAD_KEYS(keys);
}

static void test_text(void) {
  static const struct bad_key keys[] = {
      {"{user}|{id}", "a|1", "a1", USER, 0, "byte 0: {user} holds \"a1\", expected \"|\" after it"},
      {"{user}|{id}", "a|1", "a|b|1", ID, 7, "byte 2: {id} holds \"b|1\", expected digits"},
      {"{user:4s}", "ab\\x00\\x00", "ab\\x00", NONE, ROWKEY_NONE, "the key has 3 bytes, expected 4"},
      {"{user:4s}{host}", "ab\\x00\\x00", "ab\\x00", USER, 0,
       "byte 0: {user:4s} holds \"ab\\x00\", expected 4 bytes"},
      {"{user:x}", "6162", "616", USER, 0,
       "byte 0: {user:x} holds \"616\", expected two lower-case hex digits for each byte"},
      {"{user:x}", "6162", "61G2", USER, 0,
       "byte 0: {user:x} holds \"61G2\", expected two lower-case hex digits for each byte"},
      {"{user:esc}", "a\\x00\\x01", "a\\x00\\x02", USER, 0,
       "byte 0: {user:esc} holds \"a\\x00\\x02\", expected text with \\x00\\xFF for each \\x00, and \\x00\\x01 "
       "at its end"},
      {"{user:esc}", "a\\x00\\x01", "a\\x00", USER, 0,
       "byte 0: {user:esc} holds \"a\\x00\", expected text with \\x00\\xFF for each \\x00, and \\x00\\x01 at "
       "its end"},
      {"{user:esc}", "a\\x00\\x01", "a\\x00\\x01b", NONE, ROWKEY_NONE,
       "byte 3: \"b\" follows the last field, expected the end of the key"},
      {"{user:mem}", "a\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xf8", "a\\x00\\x00\\x00\\x00\\x00\\x00\\x01\\xf8",
       USER, 0,
       "byte 0: {user:mem} holds \"a\\x00\\x00\\x00\\x00\\x00\\x00\\x01\\xF8\", expected "
       "\"a\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xF8\""},
      {"{user:mem}", "a\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xf8", "a\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xf6",
       USER, 0,
       "byte 0: {user:mem} holds \"a\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xF6\", expected groups of 8 bytes "
       "with \\xFF after each, \\xF7 to \\xFE after the last"},
      {"{md5(user):x}", "0cc175b9c0f1b6a831c399e269772661", "0cc175b9c0f1b6a831c399e26977266G", NONE, 0,
       "byte 0: {md5(user):x} holds \"0cc175b9c0f1b6a831c399e26977266G\", expected 32 lower-case hex digits"},
      {"{md5(user):d}", "1", "340282366920938463463374607431768211456", NONE, 0,
       "byte 0: {md5(user):d} holds \"340282366920938463463374607431768211456\", expected a number below "
       "2^128"},
      {"{md5(user):d}", "1", "01", NONE, 0, "byte 0: {md5(user):d} holds \"01\", expected \"1\""},
  };
  CHECK_BAD_KEYS(keys);
}

static void test_forms(void) {
  static const struct bad_key keys[] = {
      {"a{id:u8}b", "a\\x01b", "a\\x01c", NONE, 8, "byte 2: the literal text holds \"c\", expected \"b\""},
      {"{id}||", "1||", "1|x", NONE, 4, "byte 1: the literal text holds \"|x\", expected \"||\""},
      {"{id}||", "1||", "1", ID, 0, "byte 0: {id} holds \"1\", expected \"||\" after it"},
      {"{id:010d}", "0000000017", "000000017", NONE, ROWKEY_NONE, "the key has 9 bytes, expected 10"},
      {"{id:010d}", "0000000017", "00000000017", NONE, ROWKEY_NONE, "the key has 11 bytes, expected 10"},
      {"{user}|{id:04d}", "a|0001", "a|001", ID, 7, "byte 2: {id:04d} holds \"001\", expected 4 bytes"},
      {"{user}|{id:04d}", "a|0001", "a|00001", NONE, ROWKEY_NONE,
       "byte 6: \"1\" follows the last field, expected the end of the key"},
      {"{reverse(id:010d)}", "7100000000", "71000x0000", ID, 9,
       "byte 0: {reverse(id:010d)} holds \"71000x0000\", which has \"0000x00017\" for id:010d, expected 10 "
       "digits"},
      {"{reverse(id:04d, user:esc)}", "\\x01\\x00a0001", "\\x02\\x00a0001", USER, 17,
       "byte 0: {reverse(id:04d, user:esc)} holds \"\\x02\\x00a0001\", which has \"a\\x00\\x02\" for "
       "user:esc, expected text with \\x00\\xFF for each \\x00, and \\x00\\x01 at its end"},
      {"{reverse(id:u16, user, n:i16)}", "\\x00\\x80b\\x01\\x00", "\\x80\\x01\\x00", USER, 17,
       "byte 0: {reverse(id:u16, user, n:i16)} holds \"\\x80\\x01\\x00\", which has \"\\x80\" for user, "
       "expected 2 bytes after it"},
      {"{reverse(user, id:u8)}", "\\x01b", "", USER, 9,
       "byte 0: {reverse(user, id:u8)} holds \"\", which has \"\" for user, expected 1 byte after it"},
      {"{reverse(id:u8):4s}", "\\x01\\x00\\x00\\x00", "\\x01b\\x00\\x00", ID, 9,
       "byte 0: {reverse(id:u8):4s} holds \"\\x01b\\x00\\x00\", which has \"b\\x01\" for id:u8, expected 1 "
       "byte"},
      {"{reverse(id:04d):8s}", "1000\\x00\\x00\\x00\\x00", "10000\\x00\\x00\\x00", ID, 9,
       "byte 0: {reverse(id:04d):8s} holds \"10000\\x00\\x00\\x00\", which has \"00001\" for id:04d, "
       "expected 4 bytes"},
  };
  CHECK_BAD_KEYS(keys);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"numbers that are not written like this", test_numbers},
      {"fields that do not follow from the columns", test_computed_fields},
      {"text that is not written like this", test_text},
      {"text that no function makes, or not of this text", test_functions_of_text},
      {"keys of another form", test_forms},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
