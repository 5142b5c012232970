/* What "@name(parameter=value)" stands for, and how it is refused. */
#include <rowkey/named.h>
#include <string.h>

#include "testing.h"

static void test_expansion(void) {
  static const struct {
    const char *text, *expected;
  } cases[] = {
      {"@paper-md5mod", "{md5(id) % 1000000:07d}{id:010d}"},
      {"@paper-md5mod()", "{md5(id) % 1000000:07d}{id:010d}"},
      {"@paper-md5mod(modulus=999999)", "{md5(id) % 999999:06d}{id:010d}"},
      {" @paper-md5mod ( digits = 5 , modulus = 0010 ) ", "{md5(id) % 10:02d}{id:05d}"},
      {"@paper-md5mod(modulus=18446744073709551615)", "{md5(id) % 18446744073709551615:020d}{id:010d}"},
      {"@gbif", "{(java_hash(key) & 0xfffffff) % 1000:03d}:{key}"},
      {"@gbif(modulus=1001)", "{(java_hash(key) & 0xfffffff) % 1001:04d}:{key}"},
      {"@gbif(modulus=1)", "{(java_hash(key) & 0xfffffff) % 1:01d}:{key}"},
      {"@phoenix-salted(buckets=256)", "{abs(h31(rest) % 256):u8}{id:i64}"},
      {"@tidb-row(table=7)", "t{7:i64}_r{handle:i64}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[ROWKEY_NAMED_TEMPLATE_SIZE];
    const rowkey_named_layout *named = NULL;
    rowkey_error error;
    rowkey_status status =
        rowkey_named_expand(cases[i].text, strlen(cases[i].text), &named, text, sizeof text, &error);
    CHECK(status == ROWKEY_OK, "%s", error.text);
    CHECK(strcmp(text, cases[i].expected) == 0, "%s: %s", cases[i].text, text);
    CHECK(named != NULL && strstr(cases[i].text, named->name) != NULL, "%s is another layout", cases[i].text);
  }
}

static void test_expansion_errors(void) {
  static const struct {
    const char *text;
    rowkey_status status;
    size_t offset;
    const char *expected;
  } cases[] = {
      {"", ROWKEY_ERROR_SYNTAX, 0, "a named layout begins with @\n\n^ expected @ and the name of a layout"},
      {"@paper-md5mud", ROWKEY_ERROR_TYPE, 1,
       "there is no named layout paper-md5mud\n@paper-md5mud\n ^ expected paper-md5mod (the named layouts "
       "are "},
      {"@opentsdb(bukets=20)", ROWKEY_ERROR_TYPE, 10,
       "opentsdb has no parameter bukets\n@opentsdb(bukets=20)\n          ^ expected buckets (the parameters "
       "are "
       "buckets)"},
      {"@opentsdb(20)", ROWKEY_ERROR_TYPE, 10, "opentsdb has no parameter 20\n"},
      {"@opentsdb(=20)", ROWKEY_ERROR_SYNTAX, 10, "the name of a parameter is missing\n"},
      {"@opentsdb(buckets 20)", ROWKEY_ERROR_SYNTAX, 18,
       "parameter buckets has no value\n@opentsdb(buckets 20)\n                  ^ expected = and a number"},
      {"@opentsdb(buckets=twenty)", ROWKEY_ERROR_SYNTAX, 18,
       "the value of buckets is not a decimal number\n@opentsdb(buckets=twenty)\n                  ^ "
       "expected a "
       "number from 1 to 256: tsd.storage.salt.buckets"},
      {"@opentsdb(buckets=0x14)", ROWKEY_ERROR_SYNTAX, 18, "the value of buckets is not a decimal number\n"},
      {"@opentsdb(buckets=-1)", ROWKEY_ERROR_SYNTAX, 18, "the value of buckets is not a decimal number\n"},
      {"@opentsdb(buckets=)", ROWKEY_ERROR_SYNTAX, 18, "the value of buckets is not a decimal number\n"},
      {"@opentsdb(buckets=257)", ROWKEY_ERROR_TYPE, 18,
       "the value of buckets is out of its range\n@opentsdb(buckets=257)\n                  ^ expected a "
       "number "
       "from 1 to 256: tsd.storage.salt.buckets"},
      {"@opentsdb(buckets=18446744073709551617)", ROWKEY_ERROR_TYPE, 18,
       "the value of buckets is out of its range\n"},
      {"@opentsdb(buckets=2, buckets=2)", ROWKEY_ERROR_TYPE, 21, "buckets is given twice\n"},
      {"@opentsdb(buckets=2", ROWKEY_ERROR_SYNTAX, 19, "the list of parameters does not end\n"},
      {"@opentsdb(buckets=2,)", ROWKEY_ERROR_SYNTAX, 20, "the name of a parameter is missing\n"},
      {"@opentsdb(buckets=2){id}", ROWKEY_ERROR_SYNTAX, 20, "text after a named layout\n"},
      {"@opentsdb{id}", ROWKEY_ERROR_SYNTAX, 9, "text after a named layout\n"},
      {"@tidb-ro", ROWKEY_ERROR_TYPE, 1,
       "there is no named layout tidb-ro\n@tidb-ro\n ^ expected tidb-row ("},
      {"@hbase-composite-hashes(n=1)", ROWKEY_ERROR_TYPE, 24, "hbase-composite-hashes has no parameters\n"},
      {"@", ROWKEY_ERROR_SYNTAX, 1,
       "@ without a name\n@\n ^ expected one of the named layouts paper-random, "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *text = cases[i].text;
    char buffer[ROWKEY_NAMED_TEMPLATE_SIZE];
    rowkey_error error;
    rowkey_status status = rowkey_named_expand(text, strlen(text), NULL, buffer, sizeof buffer, &error);
    CHECK(status == cases[i].status && error.status == status, "%s: status %d", text, (int)status);
    CHECK(strncmp(error.text, cases[i].expected, strlen(cases[i].expected)) == 0, "%s\ninstead of\n%s",
          error.text, cases[i].expected);
    CHECK(error.offset == cases[i].offset, "%s: offset %zu", text, error.offset);
    CHECK(error.row == ROWKEY_NONE && error.column == ROWKEY_NONE, "%s: a row or a column", text);
  }
}

/* Every capacity too small is refused and none is overrun; the text needs no NUL after it. */
static void test_room(void) {
  static const char text[] = "@phoenix-salted(buckets=4)";
  char *unterminated = guarded(sizeof text - 1, GUARD_END);
  memcpy(unterminated, text, sizeof text - 1);
  static const char expected[] = "{abs(h31(rest) % 4):u8}{id:i64}";
  size_t needed = sizeof expected;
  for (size_t capacity = 0; capacity <= needed; capacity++) {
    char *buffer = guarded(capacity, GUARD_END);
    rowkey_status status = rowkey_named_expand(unterminated, sizeof text - 1, NULL, buffer, capacity, NULL);
    CHECK(status != ROWKEY_OK || strcmp(buffer, expected) == 0, "%s", buffer);
    CHECK(status == (capacity < needed ? ROWKEY_ERROR_SPACE : ROWKEY_OK), "capacity %zu: %d", capacity,
          (int)status);
  }
}

/* No text of random bytes does more than be refused. */
static void test_noise(void) {
  static const char pieces[] = "@()=, \tbuckets0123456789-\\{}$opentsdb";
  for (size_t round = 0; round < 2000; round++) {
    size_t length = (size_t)random_below(40);
    char *text = guarded(length, GUARD_END);
    for (size_t i = 0; i < length; i++) text[i] = pieces[random_below(sizeof pieces)];
    if (length > 10 && random_below(2) == 0) memcpy(text, "@opentsdb(", 10);
    char buffer[ROWKEY_NAMED_TEMPLATE_SIZE];
    rowkey_error error = {.status = ROWKEY_OK};
    rowkey_status status = rowkey_named_expand(text, length, NULL, buffer, sizeof buffer, &error);
    CHECK(status == error.status, "%.*s: status %d, %d in the error", (int)length, text, (int)status,
          (int)error.status);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"parameters stand in the template", test_expansion},
      {"errors point into the text", test_expansion_errors},
      {"no buffer is overrun", test_room},
      {"noise is refused or expanded", test_noise},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
