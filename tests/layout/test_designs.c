/* The row-key designs in use, each a layout. The keys expected here were made by Python's hashlib. */
#include "batch.h"

/* Keys as C sees them: 0x00 shown as \x00. */
#define Z4 "\\x00\\x00\\x00\\x00"
#define Z8 Z4 Z4

enum { IDS = 6 };
static const uint64_t ids[IDS] = {0, 1, 9, 10, 4294967296, 9999999999};

static struct batch id_batch(void) {
  struct batch batch = {.rows = IDS};
  add_u64(&batch, "id", ids);
  return batch;
}

static void test_paper_random(void) {
  struct batch batch = id_batch();
  expect_keys("{random() % 1000000:07d}{id:010d}", &batch, (struct settings){.seed = 42, .first_row = 100},
              (const char *[]){"03691460000000000", "09444470000000001", "01943680000000009",
                               "05306580000000010", "06393864294967296", "09181119999999999"});
}

static void test_paper_id_modulo(void) {
  struct batch batch = id_batch();
  expect_keys("{id % 1000000:07d}{id:010d}", &batch, (struct settings){0},
              (const char *[]){"00000000000000000", "00000010000000001", "00000090000000009",
                               "00000100000000010", "09672964294967296", "09999999999999999"});
}

static void test_paper_md5_modulo(void) {
  struct batch batch = id_batch();
  expect_keys("{md5(id) % 1000000:07d}{id:010d}", &batch, (struct settings){0},
              (const char *[]){"03178500000000000", "00884110000000001", "06783740000000009",
                               "06018240000000010", "01672484294967296", "06937739999999999"});
}

static void test_pig_tuple(void) {
  struct batch batch = id_batch();
  expect_keys("({md5(id) % 1000000:07d},{id:010d})", &batch, (struct settings){0},
              (const char *[]){"(0317850,0000000000)", "(0088411,0000000001)", "(0678374,0000000009)",
                               "(0601824,0000000010)", "(0167248,4294967296)", "(0693773,9999999999)"});
}

enum { LINES = 5 };
static const char *const lines[LINES] = {"", "a", "abc", "hello", "1"};

static void test_paper_line_md5(void) {
  struct batch batch = {.rows = LINES};
  add_text(&batch, "line", lines);
  add_u64(&batch, "id", ids);
  expect_keys("{md5(line) % 1000000:07d}{id:010d}", &batch, (struct settings){0},
              (const char *[]){"01783660000000000", "07264970000000001", "08035700000000009",
                               "02229940000000010", "00884114294967296"});
}

static void test_salting_with_letters(void) {
  struct batch batch = {.rows = LINES};
  add_text(&batch, "key", lines);
  expect_keys("{md5(key) % 4:a}-{key}", &batch, (struct settings){0},
              (const char *[]){"c-", "b-a", "c-abc", "c-hello", "d-1"});
  expect_keys("{random() % 4:a}-{key}", &batch, (struct settings){.seed = 7},
              (const char *[]){"d-", "a-a", "c-abc", "d-hello", "c-1"});
}

enum { USERS = 4 };
static const char *const users[USERS] = {"alice", "bob", "", "sixteen bytes ok"};
static const char *const events[USERS] = {"login", "login", "login", "login"};
static const uint64_t times[USERS] = {1420070400, 0, UINT64_MAX, UINT64_C(1) << 63};
static const uint64_t orders[USERS] = {710035200, 0, INT64_MAX, UINT64_C(1) << 62};

static struct batch user_batch(void) {
  struct batch batch = {.rows = USERS};
  add_text(&batch, "user", users);
  add_text(&batch, "host", users);
  add_text(&batch, "event", events);
  add_u64(&batch, "ts", times);
  add_u64(&batch, "customer", times);
  add_u64(&batch, "order", orders);
  return batch;
}

static void test_part_of_a_composite_id(void) {
  struct batch batch = user_batch();
  expect_keys(
      "{md5(user) % 1000:04d}{user:16s}{ts:u64}", &batch, (struct settings){0},
      (const char *[]){"0300alice" Z8 "\\x00\\x00\\x00" Z4 "T\\xa4\\x8e\\x00", "0632bob" Z8 Z4 "\\x00" Z8,
                       "0366" Z8 Z8 "\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                       "0578sixteen bytes ok\\x80\\x00\\x00\\x00" Z4});
}

static void test_composite_key_with_hashes(void) {
  struct batch batch = user_batch();
  expect_keys("{md5(host)}{md5(event)}{ts:u64}", &batch, (struct settings){0},
              (const char *[]){
                  "c\\x84\\xe2\\xb2\\x18K\\xcb\\xf5\\x8e\\xcc\\xf1\\x0c\\xa7\\xa6V<"
                  "\\xd5ki\\x980\\xe7{\\xa58Ug\\x9c\\xb1\\xd2R\\xda" Z4 "T\\xa4\\x8e\\x00",
                  "\\x9f\\x9dQ\\xbcp\\xef!\\xca\\\\\\x14\\xf3\\x07\\x98\\x0a)\\xd8"
                  "\\xd5ki\\x980\\xe7{\\xa58Ug\\x9c\\xb1\\xd2R\\xda" Z8,
                  "\\xd4\\x1d\\x8c\\xd9\\x8f\\x00\\xb2\\x04\\xe9\\x80\\x09\\x98\\xec\\xf8B~"
                  "\\xd5ki\\x980\\xe7{\\xa58Ug\\x9c\\xb1\\xd2R\\xda\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                  "\\xe8\\xc5\\x91\\x85_\\xe9\\x9b)\\x9b%\\x15o\\xa6\\x1c \\x02"
                  "\\xd5ki\\x980\\xe7{\\xa58Ug\\x9c\\xb1\\xd2R\\xda\\x80\\x00\\x00\\x00" Z4,
              });
}

static void test_record_types_in_one_table(void) {
  struct batch batch = user_batch();
  expect_keys("{customer:u64}{2:u8}{order:u64}", &batch, (struct settings){0},
              (const char *[]){
                  Z4 "T\\xa4\\x8e\\x00\\x02" Z4 "*RG\\x00", Z8 "\\x02" Z8,
                  "\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x02\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                  "\\x80\\x00\\x00\\x00" Z4 "\\x02@\\x00\\x00\\x00" Z4});
}

static void test_bucketed_time(void) {
  struct batch batch = user_batch();
  expect_keys("{ts % 100:02d}{ts:u64}{host:16s}{event:8s}", &batch, (struct settings){0},
              (const char *[]){"00" Z4 "T\\xa4\\x8e\\x00"
                               "alice" Z8 "\\x00\\x00\\x00"
                               "login\\x00\\x00\\x00",
                               "00" Z8 "bob" Z8 Z4 "\\x00"
                               "login\\x00\\x00\\x00",
                               "15\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff" Z8 Z8 "login\\x00\\x00\\x00",
                               "08\\x80\\x00\\x00\\x00" Z4 "sixteen bytes oklogin\\x00\\x00\\x00"});
}

static void test_reverse_timestamp(void) {
  struct batch batch = user_batch();
  batch.rows = 2;
  expect_keys("{host:16s}{9223372036854775807 - ts:u64}", &batch, (struct settings){0},
              (const char *[]){"alice" Z8 "\\x00\\x00\\x00"
                               "\\x7f\\xff\\xff\\xff\\xab[q\\xff",
                               "bob" Z8 Z4 "\\x00"
                               "\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff"});
}

static void test_bucketed_metric(void) {
  struct batch batch = {.rows = 2};
  add_u64(&batch, "metric", (const uint64_t[]){1, 0xabcdef});
  add_u64(&batch, "ts", (const uint64_t[]){1356998400, 1356999999});
  add_text(&batch, "tags", (const char *[]){"t1", ""});
  expect_keys("{metric:u24}{ts - ts % 3600:u32}{tags}", &batch, (struct settings){0},
              (const char *[]){"\\x00\\x00\\x01P\\xe2'\\x00t1", "\\xab\\xcd\\xefP\\xe2'\\x00"});
}

static void test_reversed_key(void) {
  struct batch batch = id_batch();
  expect_keys(
      "{reverse(id:010d)}", &batch, (struct settings){0},
      (const char *[]){"0000000000", "1000000000", "9000000000", "0100000000", "6927694924", "9999999999"});
}

/* OpenTSDB with salt: Arrays.hashCode of metric and tags, without the time. */
static void test_salted_metric(void) {
  struct batch batch = {.rows = 2};
  add_u64(&batch, "metric", (const uint64_t[]){1, 0xabcdef});
  add_u64(&batch, "ts", (const uint64_t[]){1356998400, 1356999999});
  add_text(&batch, "tags", (const char *[]){"t1", ""});
  expect_keys("{abs(h31(metric:u24, tags) % 20):u8}{metric:u24}{truncate(ts, 3600):u32}{tags}", &batch,
              (struct settings){0},
              (const char *[]){"\\x11\\x00\\x00\\x01P\\xe2'\\x00t1", "\\x0c\\xab\\xcd\\xefP\\xe2'\\x00"});
}

/* "|polygenelubricants" does not hash to the least int any more. */
static void test_salted_table(void) {
  struct batch batch = {.rows = 3};
  add_text(&batch, "date", (const char *[]){"2015-07-01", "2015-07-02", ""});
  add_text(&batch, "name", (const char *[]){"alice", "", "polygenelubricants"});
  expect_keys("{abs(java_hash(date, \"|\", name) % 1000):03d}|{date}|{name}", &batch, (struct settings){0},
              (const char *[]){"920|2015-07-01|alice", "671|2015-07-02|", "748||polygenelubricants"});
}

static void test_salt_buckets(void) {
  struct batch batch = {.rows = 4};
  add_i64(&batch, "id", (const int64_t[]){1, -1, 710035200, INT64_MIN});
  expect_keys(
      "{abs(h31(rest) % 16):u8}{id:i64}", &batch, (struct settings){0},
      (const char *[]){"\\x0e\\x80" Z4 "\\x00\\x00\\x01", "\\x0f\\x7f\\xff\\xff\\xff\\xff\\xff\\xff\\xff",
                       "\\x0e\\x80\\x00\\x00\\x00*RG\\x00", "\\x0f" Z8});
}

/* Hashed shard keys of types that no named layout has. The hashes, here in the order of their bytes, are
 * those that src/mongo/db/hasher_test.cpp of MongoDB expects of hash64: of dates 4476222765095560467 and
 * -1178696894582842035, of binary data 7252465090394235301, of a UUID 6084661258071355978, of object ids
 * -5588663249627035708 and -4293118519463489418, of true 6405873908747105701, of false 6289544573401934092.
 */
static void test_hashed_shard_keys(void) {
  struct batch batch = {.rows = 2};
  add_i64(&batch, "at", (const int64_t[]){INT64_C(0x5566778811223344), 0});
  add_bytes(&batch, "data", "\0\1\2\3\4\6\0\1\2\3\4\6", (const uint64_t[]){0, 6, 12});
  add_bytes(&batch, "uuid",
            "\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xf\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xf",
            (const uint64_t[]){0, 16, 32});
  add_bytes(&batch, "oid", "\1\2\3\4\5\6\7\x8\x9\x10\x11\x12\0\0\0\0\0\0\0\0\0\0\0\0",
            (const uint64_t[]){0, 12, 24});
  add_u64(&batch, "flag", (const uint64_t[]){1, 0});
  const struct settings settings = {0};
  expect_keys("{md5(\"\\x00\\x00\\x00\\x00\\x2d\\x00\\x00\\x00\", at:i64le, half=first):016x}", &batch,
              settings, (const char *[]){"13a50989e3bc1e3e", "4d9d885c6b6da4ef"});
  expect_keys(
      "{md5(\"\\x00\\x00\\x00\\x00\\x1e\\x00\\x00\\x00\", length(data):u32le, \"\\x00\", data, half=first):016x}",
      &batch, settings, (const char *[]){"a5a1de1293eea564", "a5a1de1293eea564"});
  expect_keys(
      "{md5(\"\\x00\\x00\\x00\\x00\\x1e\\x00\\x00\\x00\", length(uuid):u32le, \"\\x04\", uuid, half=first):016x}",
      &batch, settings, (const char *[]){"4ab2ec212d0f7154", "4ab2ec212d0f7154"});
  expect_keys("{md5(\"\\x00\\x00\\x00\\x00\\x23\\x00\\x00\\x00\", oid, half=first):016x}", &batch, settings,
              (const char *[]){"c447b36c621471b2", "7650bad473c76bc4"});
  expect_keys("{md5(\"\\x00\\x00\\x00\\x00\\x28\\x00\\x00\\x00\", flag:u8, half=first):016x}", &batch,
              settings, (const char *[]){"a575d056613ce658", "0ca99b5077f34857"});
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"hashed shard keys of MongoDB", test_hashed_shard_keys},
      {"paper: random prefix", test_paper_random},
      {"paper: id modulo prefix", test_paper_id_modulo},
      {"paper: id MD5 modulo prefix", test_paper_md5_modulo},
      {"paper: line MD5 modulo prefix", test_paper_line_md5},
      {"paper: Pig tuple", test_pig_tuple},
      {"part of a composite id", test_part_of_a_composite_id},
      {"salting with letters", test_salting_with_letters},
      {"composite key with hashes", test_composite_key_with_hashes},
      {"record types in one table", test_record_types_in_one_table},
      {"bucketed time", test_bucketed_time},
      {"reverse timestamp", test_reverse_timestamp},
      {"metric and base hour", test_bucketed_metric},
      {"reversed key", test_reversed_key},
      {"salted metric", test_salted_metric},
      {"salted table", test_salted_table},
      {"salt buckets", test_salt_buckets},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
