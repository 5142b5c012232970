/* uid(FILE): a dictionary as a column type. */
#include <rowkey/column_types.h>
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "testing.h"
#include "types/column_type.h"

static rowkey_column_type *parse(const char *path, const char *rest) {
  char text[200];
  rowkey_error error;
  snprintf(text, sizeof text, "uid(\"%s\"%s)", path, rest);
  rowkey_column_type *type = rowkey_column_type_parse(text, strlen(text), &error);
  CHECK(type != NULL, "%s", error.text);
  const rowkey_column column = rowkey_column_type_column(type, "metric");
  CHECK(column.type == ROWKEY_U64 && column.width == 0, "the column");
  CHECK(rowkey_column_type_grows(type) == (rest[0] != '\0'), "%s grows or does not", text);
  return type;
}

static void test_names_to_ids_and_back(void) {
  const char *path = new_path();
  const uint8_t validity = 0x0b; /* the third one is null */
  const rowkey_values names = rowkey_values_with_nulls(
      rowkey_values_of_width(ROWKEY_KIND_TEXT, "cpu mem nonecpu ", 4, 4), &validity, 0);
  const uint64_t expected[] = {1, 2, 0, 1};
  uint64_t ids[4], offsets[5];
  char text[20];
  rowkey_error error;
  const rowkey_decoded numbers = rowkey_decoded_u64s(ids, 4);
  for (int again = 0; again < 2; again++) {
    rowkey_column_type *type = parse(path, again == 0 ? ", grow" : "");
    CHECK(rowkey_column_type_read(type, &names, 4, &numbers, &error) == ROWKEY_OK, "%s", error.text);
    for (size_t i = 0; i < 4; i++)
      CHECK(ids[i] == expected[i], "row %zu has id %llu", i, (unsigned long long)ids[i]);
    const rowkey_values values =
        rowkey_values_with_nulls(rowkey_kept_numbers(ROWKEY_U64, ids, 4), &validity, 0);
    const size_t bound = rowkey_column_type_write_bound(type, &values, 4);
    CHECK(bound == 12, "%zu bytes of names", bound);
    const rowkey_decoded room = rowkey_decoded_text(text, bound, offsets, 4);
    CHECK(rowkey_column_type_write(type, &values, 4, &room, &error) == ROWKEY_OK, "%s", error.text);
    CHECK(offsets[4] == 12 && memcmp(text, "cpu mem cpu ", 12) == 0 && offsets[2] == offsets[3], "%.12s",
          text);
    rowkey_column_type_free(type);
  }
}

/* The ids of the rows before a bad one are in place. */
static void test_bad_names(void) {
  const char *path = new_path();
  const rowkey_values names = rowkey_values_of_width(ROWKEY_KIND_TEXT, "abcd", 1, 4);
  uint64_t ids[4] = {0};
  rowkey_error error;
  const rowkey_decoded numbers = rowkey_decoded_u64s(ids, 4);
  rowkey_column_type *type = parse(path, ", grow, 1");
  CHECK(rowkey_column_type_read(type, &names, 4, &numbers, &error) == ROWKEY_ERROR_RANGE && error.row == 1,
        "%s", error.text);
  CHECK(ids[0] == 1, "the id before the bad row");
  rowkey_column_type_free(type);
  type = parse(path, "");
  CHECK(rowkey_column_type_read(type, &names, 4, &numbers, &error) == ROWKEY_ERROR_RANGE && error.row == 1,
        "%s", error.text);
  const uint64_t unknown[] = {1, 2};
  const rowkey_values values = rowkey_kept_numbers(ROWKEY_U64, unknown, 2);
  char text[8];
  uint64_t offsets[3];
  const rowkey_decoded room = rowkey_decoded_text(text, sizeof text, offsets, 2);
  CHECK(rowkey_column_type_write(type, &values, 2, &room, &error) == ROWKEY_ERROR_RANGE && error.row == 1,
        "%s", error.text);
  rowkey_column_type_free(type);
}

static void test_refused_types(void) {
  static const struct {
    const char *text;
    rowkey_status status;
    const char *expected;
  } cases[] = {
      {"uid", ROWKEY_ERROR_SYNTAX, "uid(FILE)"},
      {"uid()", ROWKEY_ERROR_SYNTAX, "the path of a file"},
      {"uid(no-such.uid)", ROWKEY_ERROR_IO, "No such file"},
      {"uid(no-such.uid, write)", ROWKEY_ERROR_SYNTAX, "expected grow"},
      {"uid(no-such.uid, grow, 0)", ROWKEY_ERROR_SYNTAX, "1 to 32"},
      {"uid(no-such.uid, grow, 33)", ROWKEY_ERROR_SYNTAX, "1 to 32"},
      {"uid(no-such.uid, grow, 4294967297)", ROWKEY_ERROR_SYNTAX, "1 to 32"},
      {"uid(no-such.uid, grow, 2x)", ROWKEY_ERROR_SYNTAX, "1 to 32"},
      {"uid(no-such-folder/x.uid, grow)", ROWKEY_ERROR_IO, "cannot open"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_error error = {.status = ROWKEY_OK};
    CHECK(rowkey_column_type_parse(cases[i].text, strlen(cases[i].text), &error) == NULL, "%s",
          cases[i].text);
    CHECK(error.status == cases[i].status && strstr(error.text, cases[i].expected) != NULL, "%s: %s",
          cases[i].text, error.text);
  }
  CHECK(!rowkey_column_type_grows(NULL), "no type grows");
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"names become ids, and ids names", test_names_to_ids_and_back},
      {"names without ids are bad rows", test_bad_names},
      {"wrong types are refused", test_refused_types},
  };
  const int status = run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
  new_path();
  return status;
}
