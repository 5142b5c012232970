/* Column types as a program calls them: batches of every shape, nulls, exact room, and what is refused. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "testing.h"
#include "types/column_type.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static rowkey_column_type *parse(const char *text) {
  rowkey_error error;
  rowkey_column_type *type = rowkey_column_type_parse(text, strlen(text), &error);
  CHECK(type != NULL, "%s", error.text);
  CHECK(strcmp(rowkey_column_type_text(type), text) == 0, "%s", rowkey_column_type_text(type));
  return type;
}

/* A value of each type whose text is the one that is written; in bytes, or as a number. */
static const struct example {
  const char *type, *text;
  uint64_t number;
  const char *bytes;
  size_t size;
} examples[] = {
    {"time(s)", "1970-01-01T00:00:01Z", 1, NULL, 0},
    {"time(ns)", "1969-12-31T23:59:59.999999999Z", UINT64_MAX, NULL, 0},
    {"time(us, \"%d.%m.%Y %T.%f\")", "01.01.1970 00:00:00.000012", 12, NULL, 0},
    {"time(us, \"%s.%f\")", "-62135596800.000000", UINT64_C(0) - UINT64_C(62135596800000000), NULL, 0},
    {"time(s, \"%e %b %y %Z\")", " 1 Mar 69 UTC", UINT64_C(0) - 26438400, NULL, 0},
    {"epoch(s)", "-9223372036854775808", UINT64_C(1) << 63, NULL, 0},
    {"epoch(ms)", "1709296200250", UINT64_C(1709296200250), NULL, 0},
    {"decimal(0)", "-9223372036854775808", UINT64_C(1) << 63, NULL, 0},
    {"decimal(18)", "9.223372036854775807", INT64_MAX, NULL, 0},
    {"decimal(2)", "0.05", 5, NULL, 0},
    {"ipv4", "192.0.2.1", 0xc0000201, NULL, 0},
    {"bool", "true", 1, NULL, 0},
    {"enum(a,\"b, c\")", "b, c", 1, NULL, 0},
    {"uuid", "01020304-0506-0708-090a-0b0c0d0e0f10", 0, "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20", 16},
    {"ip", "::", 0, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16},
    {"ip", "192.0.2.1", 0, "\0\0\0\0\0\0\0\0\0\0\377\377\300\0\2\1", 16},
    {"hex", "00ff10", 0, "\0\377\20", 3},
    {"hex", "", 0, "", 0},
    {"base64", "AP8=", 0, "\0\377", 2},
    {"base64", "", 0, "", 0},
};

static bool is_number(const struct example *example) { return example->bytes == NULL; }

/* Numbers as columns of the type keep them. */
static rowkey_decoded numbers_to(const rowkey_column_type *type, void *numbers, size_t rows) {
  return rowkey_decoded_numbers(rowkey_column_type_column(type, "").type, numbers, rows);
}

static rowkey_values numbers_of(const rowkey_column_type *type, const void *numbers, size_t rows) {
  return rowkey_kept_numbers(rowkey_column_type_column(type, "").type, numbers, rows);
}

/* Reads rows that are all the example's text, and checks them. */
static void check_read(const struct example *example, const rowkey_column_type *type,
                       const rowkey_values *texts, size_t rows) {
  rowkey_error error;
  if (is_number(example)) {
    uint64_t *numbers = guarded(rows * sizeof *numbers, GUARD_END);
    const rowkey_decoded to = numbers_to(type, numbers, rows);
    CHECK(rowkey_column_type_read_bound(type, texts, rows) == 0, "a bound of numbers");
    CHECK(rowkey_column_type_read(type, texts, rows, &to, &error) == ROWKEY_OK, "%s", error.text);
    for (size_t i = 0; i < rows; i++) {
      CHECK(numbers[i] == example->number, "%s: %" PRIu64, example->type, numbers[i]);
    }
    return;
  }
  const size_t bound = rowkey_column_type_read_bound(type, texts, rows);
  uint64_t *offsets = guarded((rows + 1) * sizeof *offsets, GUARD_END);
  uint8_t *bytes = guarded(bound, GUARD_END);
  rowkey_decoded to = rowkey_decoded_text(bytes, bound, offsets, rows);
  CHECK(rowkey_column_type_read(type, texts, rows, &to, &error) == ROWKEY_OK, "%s", error.text);
  for (size_t i = 0; i < rows; i++) {
    CHECK(offsets[i] == i * example->size && offsets[i + 1] == offsets[i] + example->size &&
              memcmp(bytes + offsets[i], example->bytes, example->size) == 0,
          "%s: row %zu", example->type, i);
  }
  to.capacity = bound - 1;
  if (bound > 0) {
    CHECK(rowkey_column_type_read(type, texts, rows, &to, &error) == ROWKEY_ERROR_SPACE, "%s", error.text);
  }
}

/* Texts side by side in guarded memory, in each of the ways that a column may say where they are. */
static void reads_every_shape(void) {
  enum { ROWS = 5 };
  for (size_t k = 0; k < COUNT_OF(examples); k++) {
    const struct example *example = &examples[k];
    const size_t width = strlen(example->text), size = ROWS * width;
    for (enum guard side = GUARD_BEGIN; side <= GUARD_END; side++) {
      rowkey_column_type *type = parse(example->type);
      char *text = guarded(size, side);
      uint64_t offsets[ROWS + 1], begin[ROWS], end[ROWS];
      uint32_t offsets32[ROWS + 1];
      for (size_t i = 0; i <= ROWS; i++) offsets[i] = offsets32[i] = (uint32_t)(i * width);
      for (size_t i = 0; i < ROWS; i++) {
        memcpy(text + i * width, example->text, width);
        begin[i] = (ROWS - 1 - i) * width;
        end[i] = begin[i] + width;
      }
      const rowkey_values shapes[] = {
          rowkey_values_of_width(ROWKEY_KIND_TEXT, text, width, ROWS),
          rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, size, offsets, ROWS),
          rowkey_values_of_offsets32(ROWKEY_KIND_TEXT, text, size, offsets32, ROWS),
          rowkey_values_of_spans(ROWKEY_KIND_TEXT, text, size, begin, end, ROWS)};
      for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (size_t rows = 0; rows <= ROWS; rows++) check_read(example, type, &shapes[i], rows);
      }
      rowkey_column_type_free(type);
      free_guarded();
    }
  }
}

/* A digit before the point, and one after it, with as many zeros as there can be after them. */
static void reads_every_scale(void) {
  uint64_t power = 1;
  for (unsigned places = 0; places <= 18; places++, power *= 10) {
    char name[16];
    snprintf(name, sizeof name, "decimal(%u)", places);
    const struct example examples_of_scale[] = {{.type = name, .text = "7", .number = 7 * power},
                                                {.type = name, .text = "0.3", .number = 3 * (power / 10)}};
    rowkey_column_type *type = parse(name);
    for (size_t i = 0; i < (places == 0 ? 1 : 2); i++) {
      const char *text = examples_of_scale[i].text;
      const rowkey_values texts = rowkey_values_of_width(ROWKEY_KIND_TEXT, text, strlen(text), 1);
      check_read(&examples_of_scale[i], type, &texts, 1);
    }
    rowkey_column_type_free(type);
  }
  free_guarded();
}

static rowkey_values values_of(const struct example *example, const rowkey_column_type *type, size_t rows,
                               uint8_t *bytes, uint64_t *numbers) {
  for (size_t i = 0; i < rows; i++) numbers[i] = example->number;
  if (is_number(example)) return numbers_of(type, numbers, rows);
  for (size_t i = 0; i < rows; i++) memcpy(bytes + i * example->size, example->bytes, example->size);
  return rowkey_values_of_width(ROWKEY_KIND_KEPT, bytes, example->size, rows);
}

static void writes_within_its_bound(void) {
  enum { ROWS = 3 };
  for (size_t k = 0; k < COUNT_OF(examples); k++) {
    const struct example *example = &examples[k];
    rowkey_column_type *type = parse(example->type);
    rowkey_error error;
    uint64_t numbers[ROWS], offsets[ROWS + 1];
    uint8_t *bytes = guarded(ROWS * example->size, GUARD_END);
    const rowkey_values values = values_of(example, type, ROWS, bytes, numbers);
    const size_t bound = rowkey_column_type_write_bound(type, &values, ROWS), width = strlen(example->text);
    char *text = guarded(bound, GUARD_END);
    rowkey_decoded texts = rowkey_decoded_text(text, bound, offsets, ROWS);
    CHECK(rowkey_column_type_write(type, &values, ROWS, &texts, &error) == ROWKEY_OK, "%s", error.text);
    for (size_t i = 0; i < ROWS; i++) {
      CHECK(offsets[i] == i * width && offsets[i + 1] == offsets[i] + width &&
                memcmp(text + offsets[i], example->text, width) == 0,
            "%s: %.*s", example->type, (int)(offsets[i + 1] - offsets[i]), text + offsets[i]);
    }
    texts.capacity = bound - 1;
    if (bound > 0) {
      CHECK(rowkey_column_type_write(type, &values, ROWS, &texts, &error) == ROWKEY_ERROR_SPACE, "%s",
            error.text);
    }
    rowkey_column_type_free(type);
    free_guarded();
  }
}

/* Rows 0 and 2 of three are null. Their texts, which are no values, are not read. */
static void nulls_are_not_read(void) {
  static const uint8_t validity[] = {0xbf, 0xfe}; /* from bit 6 on: 0 1 0 */
  for (size_t k = 0; k < COUNT_OF(examples); k++) {
    const struct example *example = &examples[k];
    rowkey_column_type *type = parse(example->type);
    rowkey_error error;
    char text[200];
    const size_t length = strlen(example->text);
    const uint64_t begin[] = {0, 3, UINT64_MAX}, end[] = {3, 3 + length, 0};
    snprintf(text, sizeof text, "???%s", example->text);
    const rowkey_values texts = rowkey_values_with_nulls(
        rowkey_values_of_spans(ROWKEY_KIND_TEXT, text, 3 + length, begin, end, 3), validity, 6);
    uint64_t numbers[3] = {7, 7, 7}, offsets[4];
    uint8_t bytes[100];
    const bool number = is_number(example);
    const rowkey_decoded to =
        number ? numbers_to(type, numbers, 3) : rowkey_decoded_text(bytes, sizeof bytes, offsets, 3);
    CHECK(rowkey_column_type_read(type, &texts, 3, &to, &error) == ROWKEY_OK, "%s", error.text);
    const rowkey_values read = rowkey_values_with_nulls(
        number ? numbers_of(type, numbers, 3)
               : rowkey_values_of_offsets(ROWKEY_KIND_KEPT, bytes, (size_t)offsets[3], offsets, 3),
        validity, 6);
    CHECK(!number || (numbers[0] == 0 && numbers[1] == example->number && numbers[2] == 0), "%s",
          example->type);

    char written[300];
    uint64_t places[4];
    const rowkey_decoded back = rowkey_decoded_text(written, sizeof written, places, 3);
    CHECK(rowkey_column_type_write(type, &read, 3, &back, &error) == ROWKEY_OK, "%s", error.text);
    CHECK(places[1] == 0 && places[2] == length && places[3] == length &&
              memcmp(written, example->text, length) == 0,
          "%s: %.*s", example->type, (int)places[3], written);
    rowkey_column_type_free(type);
  }
}

static void reports_the_first_bad_row(void) {
  static const char text[] = "12.34abcd-";
  const uint64_t offsets[] = {0, 5, 7, 9, 10};
  rowkey_column_type *type = parse("decimal(2)");
  rowkey_error error;
  int64_t numbers[4];
  const rowkey_values texts = rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, strlen(text), offsets, 4);
  const rowkey_decoded to = rowkey_decoded_i64s(numbers, 4);
  CHECK(rowkey_column_type_read(type, &texts, 4, &to, &error) == ROWKEY_ERROR_NUMBER, "a bad text was read");
  CHECK(error.row == 1 && error.column == ROWKEY_NONE && numbers[0] == 1234, "row %zu", error.row);
  CHECK(strcmp(error.text,
               "\"ab\" is not a valid decimal(2): it is not written in decimal (expected a decimal with "
               "at most 2 digits after the point, from -92233720368547758.07 to 92233720368547758.07)") == 0,
        "%s", error.text);
  CHECK(rowkey_column_type_read(type, &texts, 4, &to, NULL) == ROWKEY_ERROR_NUMBER, "without an error");
  rowkey_column_type_free(type);

  /* Long and unprintable text is shortened, and long lists of names as well. */
  static char list[9000], strange[300];
  size_t length = (size_t)snprintf(list, sizeof list, "enum(");
  for (int i = 0; i < 1000; i++)
    length += (size_t)snprintf(list + length, sizeof list - length, "name%d,", i);
  list[length - 1] = ')';
  memset(strange, 0xff, sizeof strange);
  type = parse(list);
  const rowkey_values bad = rowkey_values_of_width(ROWKEY_KIND_TEXT, strange, sizeof strange, 1);
  const rowkey_decoded to_names = numbers_to(type, numbers, 1);
  CHECK(rowkey_column_type_read(type, &bad, 1, &to_names, &error) == ROWKEY_ERROR_NUMBER, "read");
  const size_t size = strlen(error.text);
  CHECK(size < sizeof error.text - 1 && error.text[size - 1] == ')', "%s", error.text);
  rowkey_column_type_free(type);
}

static void values_that_are_none(void) {
  static const struct {
    const char *type;
    uint64_t number;
  } none[] = {{"time(s)", (uint64_t)INT64_C(-62135596801)},
              {"time(s)", UINT64_C(253402300800)},
              {"time(ms)", (uint64_t)INT64_C(-62135596800001)},
              {"time(ms)", UINT64_C(253402300800000)},
              {"time(us)", (uint64_t)INT64_MIN},
              {"time(ms, \"%F\")", 1},
              {"time(ms, \"%Y-%m\")", UINT64_C(86400000)},
              {"ipv4", UINT64_C(1) << 32},
              {"bool", 2},
              {"enum(a,b)", 2}};
  char text[100];
  uint64_t offsets[2];
  rowkey_error error;
  const rowkey_decoded to = rowkey_decoded_text(text, sizeof text, offsets, 1);
  for (size_t i = 0; i < COUNT_OF(none); i++) {
    rowkey_column_type *type = parse(none[i].type);
    const rowkey_values values = numbers_of(type, &none[i].number, 1);
    CHECK(rowkey_column_type_write(type, &values, 1, &to, &error) == ROWKEY_ERROR_RANGE && error.row == 0,
          "%s: %.*s", none[i].type, (int)offsets[1], text);
    CHECK(rowkey_column_type_write(type, &values, 1, &to, NULL) == ROWKEY_ERROR_RANGE, "without an error");
    rowkey_column_type_free(type);
  }
  rowkey_column_type *type = parse("uuid");
  const rowkey_values short_one = rowkey_values_of_width(ROWKEY_KIND_KEPT, "fifteen bytes..", 15, 1);
  CHECK(rowkey_column_type_write(type, &short_one, 1, &to, &error) == ROWKEY_ERROR_RANGE &&
            strcmp(error.text, "15 bytes are not a valid uuid (expected 16)") == 0,
        "%s", error.text);
  rowkey_column_type_free(type);
}

/* ---- Names ------------------------------------------------------------------------------------ */

static bool is_word(const char *word, const char *text, size_t size) {
  size_t same = 0;
  for (; same < size && word[same] != 0; same++) {
    const char byte = text[same];
    if ((byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte) != word[same]) return false;
  }
  return same == size && word[same] == 0;
}

/* The text lies alone, so that no byte beside it can be read unseen. */
static void read_bool(const rowkey_column_type *type, const char *text, size_t size) {
  static const char *const words[] = {"false", "f", "no",  "n", "off", "0",
                                      "true",  "t", "yes", "y", "on",  "1"};
  size_t word = 0;
  while (word < COUNT_OF(words) && !is_word(words[word], text, size)) word++;
  char *alone = malloc(size);
  CHECK(alone != NULL || size == 0, "out of memory");
  if (size > 0) memcpy(alone, text, size);
  const rowkey_values texts = rowkey_values_of_width(ROWKEY_KIND_TEXT, alone, size, 1);
  uint64_t number = 99;
  const rowkey_decoded to = numbers_to(type, &number, 1);
  const rowkey_status status = rowkey_column_type_read(type, &texts, 1, &to, NULL);
  CHECK(status == (word < COUNT_OF(words) ? ROWKEY_OK : ROWKEY_ERROR_NUMBER), "%.*s", (int)size, text);
  CHECK(status != ROWKEY_OK || number == (word >= COUNT_OF(words) / 2), "%.*s is %llu", (int)size, text,
        (unsigned long long)number);
  free(alone);
}

/* Texts of one byte and of two, and each word with any byte at any place, and after it. */
static void words_of_bool(void) {
  static const char *const words[] = {"false", "no", "off", "true", "yes", "on"};
  rowkey_column_type *type = parse("bool");
  char text[8];
  for (unsigned first = 0; first < 256; first++) {
    text[0] = (char)first;
    read_bool(type, text, 1);
    for (unsigned second = 0; second < 256; second++) {
      text[1] = (char)second;
      read_bool(type, text, 2);
    }
    for (size_t i = 0; i < COUNT_OF(words); i++) {
      const size_t size = strlen(words[i]);
      for (size_t place = 0; place <= size; place++) {
        memcpy(text, words[i], size);
        text[place] = (char)first;
        read_bool(type, text, place < size ? size : size + 1);
      }
    }
  }
  rowkey_column_type_free(type);
}

/* Names of every length, of which those of one length differ in one byte. */
static void names_of_enums(void) {
  enum { LONGEST = 40, TYPE_SIZE = 8000 };
  static char text[TYPE_SIZE];
  char name[LONGEST + 1];
  size_t used = (size_t)snprintf(text, sizeof text, "enum(");
  for (size_t size = 1; size <= LONGEST; size++) {
    memset(name, 'a', size);
    name[size] = 0;
    for (size_t place = 0; place < size; place += 3) {
      name[place] = 'b';
      used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", size == 1 ? "" : ",", name);
      name[place] = 'a';
    }
  }
  CHECK(used < TYPE_SIZE - 2, "%zu bytes", used);
  text[used++] = ')';
  text[used] = 0;
  rowkey_column_type *type = parse(text);
  uint64_t expected = 0;
  for (size_t size = 1; size <= LONGEST; size++) {
    for (size_t place = 0; place < size; place++) {
      uint64_t number = 0;
      memset(name, 'a', size);
      name[place] = 'b';
      const rowkey_values texts = rowkey_values_of_width(ROWKEY_KIND_TEXT, name, size, 1);
      const rowkey_decoded to = numbers_to(type, &number, 1);
      const bool known = place % 3 == 0;
      CHECK(rowkey_column_type_read(type, &texts, 1, &to, NULL) == (known ? ROWKEY_OK : ROWKEY_ERROR_NUMBER),
            "%.*s", (int)size, name);
      CHECK(!known || number == expected++, "%.*s is %llu", (int)size, name, (unsigned long long)number);
    }
  }
  rowkey_column_type_free(type);
}

static void refuses_arguments(void) {
  rowkey_column_type *numbers = parse("bool"), *bytes = parse("hex");
  rowkey_error error;
  uint64_t room[2], offsets[] = {0, 4};
  uint32_t offsets32[2];
  uint8_t out[8];
  const rowkey_values texts = rowkey_values_of_offsets(ROWKEY_KIND_TEXT, "true", 4, offsets, 1);
  const rowkey_decoded to = rowkey_decoded_u64s(room, 1), to_bytes = rowkey_decoded_text(out, 8, room, 1);
#define REFUSED(status, ...) \
  CHECK(rowkey_column_type_read(__VA_ARGS__, &error) == (status), "%s", "it was read")
  REFUSED(ROWKEY_ERROR_ARGUMENT, NULL, &texts, 1, &to);
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, NULL, 1, &to);
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &texts, 1, NULL);
  REFUSED(ROWKEY_ERROR_ARGUMENT, bytes, &texts, 1, NULL);
  rowkey_values wrong = texts;
  wrong.reserved[1] = 1;
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &wrong, 1, &to);
  wrong = texts;
  wrong.end = NULL;
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &wrong, 1, &to);
  wrong = texts;
  wrong.data = NULL;
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &wrong, 1, &to);
  wrong = texts;
  wrong.size = 3; /* the text ends after the column's bytes */
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &wrong, 1, &to);
  CHECK(error.row == 0, "row %zu: %s", error.row, error.text);
  CHECK(rowkey_column_type_read(numbers, &wrong, 1, &to, NULL) == ROWKEY_ERROR_ARGUMENT, "nobody asks why");
  REFUSED(ROWKEY_ERROR_ARGUMENT, bytes, &wrong, 1, &to_bytes);
  wrong = rowkey_values_of_width(ROWKEY_KIND_TEXT, "true", 0, 1);
  wrong.size = 4; /* neither a width nor offsets */
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &wrong, 1, &to);
  wrong = texts;
  wrong.tag = 0;
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &wrong, 1, &to);
  REFUSED(ROWKEY_ERROR_ARGUMENT, bytes, &wrong, 1, &to_bytes);
  wrong = texts;
  wrong.rows = 0; /* the texts are fewer than are to be read */
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &wrong, 1, &to);
  wrong.tag = rowkey_kept_tag(ROWKEY_TEXT);
  wrong.rows = 1;
  REFUSED(ROWKEY_ERROR_TYPE, bytes, &wrong, 1, &to_bytes);
  rowkey_decoded bad = to;
  bad.reserved[0] = 1;
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &texts, 1, &bad);
  bad = rowkey_decoded_numbers(ROWKEY_U64, (uint8_t *)room + 1, 1);
  REFUSED(_Alignof(uint64_t) > 1 ? ROWKEY_ERROR_ARGUMENT : ROWKEY_OK, numbers, &texts, 1, &bad);
  bad = rowkey_decoded_u64s(NULL, 1);
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &texts, 1, &bad);
  bad = rowkey_decoded_u64s(room, 0); /* room for fewer than are to be read */
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &texts, 1, &bad);
  bad.tag = 0;
  REFUSED(ROWKEY_ERROR_ARGUMENT, numbers, &texts, 1, &bad);
  bad = rowkey_decoded_f64s((double *)room, 1);
  REFUSED(ROWKEY_ERROR_TYPE, numbers, &texts, 1, &bad);
  REFUSED(ROWKEY_ERROR_TYPE, numbers, &texts, 1, &to_bytes);
  REFUSED(ROWKEY_ERROR_TYPE, bytes, &texts, 1, &to);
  bad = to_bytes;
  bad.offsets32 = offsets32;
  REFUSED(ROWKEY_ERROR_ARGUMENT, bytes, &texts, 1, &bad);
  bad.offsets = NULL;
  bad.offsets32 = NULL;
  REFUSED(ROWKEY_ERROR_ARGUMENT, bytes, &texts, 1, &bad);
  bad = rowkey_decoded_text(NULL, 8, room, 1);
  REFUSED(ROWKEY_ERROR_ARGUMENT, bytes, &texts, 1, &bad);

  static const uint64_t one = 1;
  const struct {
    rowkey_values values;
    rowkey_status status;
  } unwritten[] = {{rowkey_values_of_tag(0, &one, 1), ROWKEY_ERROR_ARGUMENT},
                   {numbers_of(numbers, &one, 0), ROWKEY_ERROR_ARGUMENT}, /* fewer than are to be written */
                   {rowkey_u64s(&one, 1), ROWKEY_ERROR_TYPE},
                   {rowkey_kept_numbers(ROWKEY_F64, &one, 1), ROWKEY_ERROR_TYPE},
                   {rowkey_values_of_width(ROWKEY_KIND_TEXT, "true", 4, 1), ROWKEY_ERROR_TYPE}};
  for (size_t i = 0; i < COUNT_OF(unwritten); i++)
    CHECK(
        rowkey_column_type_write(numbers, &unwritten[i].values, 1, &to_bytes, &error) == unwritten[i].status,
        "case %zu: %s", i, error.text);
#if SIZE_MAX > UINT32_MAX
  const size_t rows = (size_t)1 << 30;
  const rowkey_values many = numbers_of(numbers, room, rows);
  bad = rowkey_decoded_text32(out, SIZE_MAX, offsets32, rows);
  CHECK(rowkey_column_type_write(numbers, &many, rows, &bad, &error) == ROWKEY_ERROR_SPACE, "%s", "written");
  CHECK(rowkey_column_type_write_bound(numbers, &many, SIZE_MAX / 2) == SIZE_MAX, "a bound");
#endif
  (void)offsets32;
  rowkey_column_type_free(numbers);
  rowkey_column_type_free(bytes);
  rowkey_column_type_free(NULL);

  CHECK(rowkey_column_type_parse(NULL, 1, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "NULL");
  static const struct {
    const char *text;
    rowkey_status status;
  } wrong_types[] = {{"", ROWKEY_ERROR_TYPE},
                     {"u64", ROWKEY_ERROR_TYPE},
                     {"TIME(s)", ROWKEY_ERROR_TYPE},
                     {"time", ROWKEY_ERROR_SYNTAX},
                     {"time(s) ", ROWKEY_ERROR_SYNTAX},
                     {"decimal(x)", ROWKEY_ERROR_SYNTAX},
                     {"decimal(100)", ROWKEY_ERROR_SYNTAX},
                     {"enum(a,)", ROWKEY_ERROR_SYNTAX},
                     {"enum(a b)", ROWKEY_ERROR_SYNTAX},
                     {"hex(2)", ROWKEY_ERROR_SYNTAX}};
  for (size_t i = 0; i < COUNT_OF(wrong_types); i++) {
    const char *text = wrong_types[i].text;
    CHECK(
        rowkey_column_type_parse(text, strlen(text), &error) == NULL && error.status == wrong_types[i].status,
        "%s", text);
    CHECK(rowkey_column_type_parse(text, strlen(text), NULL) == NULL, "%s without an error", text);
  }
}

static void memory_that_runs_out(void) {
  char text[2000] = "enum(\"a\"";
  for (int i = 0; i < 100; i++) snprintf(text + strlen(text), 20, ",name%d", i);
  strcat(text, ")");
  for (size_t failures = 0;; failures++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    rowkey_column_type *type = rowkey_column_type_parse(text, strlen(text), &error);
    const size_t left = allocations_allowed;
    allocations_allowed = SIZE_MAX;
    if (type != NULL) {
      CHECK(left != SIZE_MAX && failures > 5, "%zu allocations were tried", failures);
      rowkey_column_type_free(type);
      return;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY &&
              strcmp(error.text, "out of memory while reading a column type") == 0,
          "allocation %zu: %s", failures, error.text);
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"texts in columns of every shape", reads_every_shape},
      {"decimals of every scale", reads_every_scale},
      {"texts are written within their bound", writes_within_its_bound},
      {"nulls are not read", nulls_are_not_read},
      {"the first bad row is reported", reports_the_first_bad_row},
      {"values that a type does not have", values_that_are_none},
      {"words of bool", words_of_bool},
      {"names of enums", names_of_enums},
      {"arguments and types that are refused", refuses_arguments},
      {"memory that runs out", memory_that_runs_out},
  };
  return run_tests(tests, COUNT_OF(tests), argc, argv);
}
