/* An explanation warns of hashes that their field refuses where there are such rows, and nowhere else. */
#include <rowkey/explain.h>
#include <rowkey/named.h>
#include <string.h>

#include "batch.h"

static bool warns(const char *text) {
  static const rowkey_column schema[] = {{.name = "host", .type = ROWKEY_TEXT},
                                         {.name = "key", .type = ROWKEY_TEXT}};
  rowkey_error error;
  rowkey_layout *layout =
      rowkey_layout_compile(text, strlen(text), schema, sizeof schema / sizeof *schema, &error);
  CHECK(layout != NULL, "%s: %s", text, error.text);
  rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
  CHECK(explanation != NULL, "%s: %s", text, error.text);
  bool found = false;
  for (size_t i = 0; i < explanation->warning_count; i++)
    found = found || strcmp(explanation->warnings[i].id, "hash-does-not-fit") == 0;
  rowkey_explanation_free(explanation);
  rowkey_layout_free(layout);
  return found;
}

/* int32(abs(hash)) is Java's Math.abs(hash), which leaves the smallest int negative. */
static void test_java_abs(void) {
  static const struct {
    const char *text;
    bool expected;
  } cases[] = {
      {"{int32(abs(murmur3_32(host))) % 33:u8}", true},
      {"{int32(abs(murmur3_32(host))) % 3:u8}", true},
      {"{int32(abs(murmur3_32(host))):u32}", true},
      /* A power of two divides it. */
      {"{int32(abs(murmur3_32(host))) % 32:u8}", false},
      {"{int32(abs(murmur3_32(host))) % -32:u8}", false},
      {"{int32(abs(murmur3_32(host))) % 2:a}", false},
      {"{int32(abs(murmur3_32(host))) % 2147483648:u32}", false},
      {"{int32(abs(murmur3_32(host))) % 4294967296:u32}", true},
      /* The remainders of it do not fit. */
      {"{int32(abs(murmur3_32(host))) % 512:u8}", true},
      {"{int32(abs(murmur3_32(host))) % 32:a}", true},
      /* Other numbers become negative as well. */
      {"{int32(crc32c(host)) % 32:u8}", true},
      {"{int32(abs(murmur3_32(host)) + 1) % 32:u8}", true},
      {"{int32(murmur3_32(host) % 2000000000 + 2000000000) % 32:u8}", true},
      {"{murmur3_32(host) % 32:u8}", true},
      {"{-int32(abs(murmur3_32(host))) % 32:u8}", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK(warns(cases[i].text) == cases[i].expected, "%s", cases[i].text);
}

/* What stands inside an expression refuses rows as a field does. */
static void test_arguments(void) {
  static const struct {
    const char *text;
    bool expected;
  } cases[] = {
      {"{xxh64(host) + murmur3_32(key):i64}", true},
      {"{xxh64(host) ^ (murmur3_32(key) & 255):u64}", true},
      {"{xxh64(host) ^ uint64(murmur3_32(key) & 255):u64}", false},
      {"{(xxh64(host) >> 1) + murmur3_32(key) / 2:i64}", false},
      {"{bit_reverse(xxh64(host), 8):u8}", true},
      {"{bit_reverse(xxh64(host) & 255, 8):u8}", false},
      {"{between(crc32(host), 0, 9):u8}", true},
      {"{interleave(crc32(host) % 4, crc32(host), 8):u16}", true},
      {"{abs(int64(xxh64(host))) % 10:u8}", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK(warns(cases[i].text) == cases[i].expected, "%s", cases[i].text);
}

static void test_named(void) {
  static const struct {
    const char *text;
    bool expected;
  } cases[] = {
      {"@hbasewd", false},
      {"@hbasewd(buckets=256)", false},
      {"@hbasewd(buckets=3)", true},
      {"@flink-key-group", false},
      {"@flink-key-group(max_parallelism=100)", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[ROWKEY_NAMED_TEMPLATE_SIZE];
    rowkey_error error;
    CHECK(rowkey_named_expand(cases[i].text, strlen(cases[i].text), NULL, text, sizeof text, &error) ==
              ROWKEY_OK,
          "%s", error.text);
    CHECK(warns(text) == cases[i].expected, "%s", cases[i].text);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"Java's abs", test_java_abs},
      {"arguments of operations", test_arguments},
      {"named layouts with it", test_named},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
