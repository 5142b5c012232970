/* Members of structs that a function refuses, and what its error says of them. */
#include <rowkey/rowkey.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "types/column_type.h"

enum { ROWS = 2 };

static const uint64_t ids[ROWS] = {5, 6};
static uint64_t offsets[ROWS + 1];
static uint32_t offsets32[ROWS + 1];
static uint8_t room[64], validity[1];

static void check_refused(rowkey_status status, const rowkey_error *error, const char *text) {
  CHECK(status == ROWKEY_ERROR_ARGUMENT && strstr(error->text, text) != NULL, "%d, not \"%s\": %s",
        (int)status, text, error->text);
}

static rowkey_layout *compile(const char *template, rowkey_column column) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), &column, 1, &error);
  CHECK(layout != NULL, "%s", error.text);
  return layout;
}

static void check_encoding(const rowkey_layout *layout, rowkey_key_buffer buffer, rowkey_null_keys nulls,
                           const char *text) {
  const rowkey_values values = rowkey_u64s(ids, ROWS);
  const rowkey_batch batch = rowkey_batch_of(&values, 1, ROWS);
  rowkey_error error;
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  buffer.nulls = &nulls;
  check_refused(rowkey_encode(encoder, &batch, &buffer, NULL, &error), &error, text);
  rowkey_encoder_free(encoder);
}

static void test_encoding(void) {
  rowkey_layout *layout = compile("{id:u64}", rowkey_column_of("id", ROWKEY_U64));
  const rowkey_key_buffer keys = rowkey_key_buffer_of(room, sizeof room);
  const rowkey_null_keys nulls = rowkey_null_keys_of(ROWKEY_NULL_FOR_BAD, validity);
  rowkey_key_buffer both = rowkey_key_buffer_with_offsets(room, sizeof room, offsets);
  both.offsets32 = offsets32;
  check_encoding(layout, both, nulls, "offsets and offsets32 are both given");
  check_encoding(layout, keys, rowkey_null_keys_of((rowkey_bad_rows)3, validity), "policy is not a valid");
  check_encoding(layout, keys, rowkey_null_keys_of(ROWKEY_NULL_FOR_NULLS, NULL), "validity is NULL");
  rowkey_null_keys far = nulls;
  far.validity_offset = SIZE_MAX;
  check_encoding(layout, keys, far, "validity_offset is larger than any memory");
  rowkey_layout_free(layout);
}

static void check_decoding(const char *template, rowkey_column column, rowkey_keys keys,
                           const rowkey_decoded *decoded, const char *text) {
  rowkey_layout *layout = compile(template, column);
  rowkey_error error;
  rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
  check_refused(rowkey_decode(decoder, &keys, decoded, 1, &error), &error, text);
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
}

static void test_decoding(void) {
  const rowkey_decoded numbers = rowkey_decoded_u64s(offsets, ROWS);
  check_decoding("{id:u64}", rowkey_column_of("id", ROWKEY_U64), rowkey_keys_of_width(room, 0, ROWS),
                 &numbers, "offsets is NULL and width is 0 (expected a width of 8, or offsets)");
  rowkey_decoded both = rowkey_decoded_text(room, sizeof room, offsets, ROWS);
  both.offsets32 = offsets32;
  check_decoding("{host}", rowkey_column_of("host", ROWKEY_TEXT), rowkey_keys_of_offsets(room, offsets, ROWS),
                 &both, "column host: offsets and offsets32 are both given");
}

static void test_sorted_keys(void) {
  const rowkey_keys keys = rowkey_keys_of_width("abcd", 2, ROWS);
  rowkey_key_buffer sorted = rowkey_key_buffer_of(room, sizeof room);
  rowkey_null_keys nulls = rowkey_null_keys_of(ROWKEY_NULL_FOR_BAD, validity);
  sorted.nulls = &nulls;
  rowkey_error error;
  check_refused(rowkey_gather(&keys, (const uint64_t[ROWS]){1, 0}, ROWS, &sorted, &error), &error,
                "nulls is given");
}

static void test_columns(void) {
  rowkey_error error;
  const rowkey_column wrong[] = {rowkey_column_of(NULL, ROWKEY_U64), rowkey_column_of("id", (rowkey_type)-1),
                                 rowkey_column_of("id", (rowkey_type)99)};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    CHECK(rowkey_profile_create(&wrong[i], 1, 0, &error) == NULL && error.column == 0, "column %zu", i);
    check_refused(error.status, &error, "column 0 has no name or no type");
  }
  rowkey_column_type *type = rowkey_column_type_parse("uuid", 4, &error);
  CHECK(type != NULL, "%s", error.text);
  rowkey_column id = rowkey_column_type_column(type, "id");
  id.width = 15;
  CHECK(rowkey_layout_compile("{id}", 4, &id, 1, &error) == NULL, "a uuid of 15 bytes");
  check_refused(error.status, &error, "not of the type that it is declared with");
  rowkey_column_type_free(type);
}

static void test_long_type(void) {
  const size_t size = (1 << 20) + 1;
  char *text = malloc(size);
  CHECK(text != NULL, "no memory");
  memset(text, ' ', size);
  rowkey_error error;
  CHECK(rowkey_column_type_parse(text, size, &error) == NULL, "%zu blanks", size);
  check_refused(error.status, &error, "longer than 1048576 bytes");
  free(text);
}

static void test_values(void) {
  rowkey_error error;
  rowkey_column_type *hex = rowkey_column_type_parse("hex", 3, &error);
  CHECK(hex != NULL, "%s", error.text);
  const rowkey_column digest = rowkey_column_type_column(hex, "digest"),
                      host = rowkey_column_of("host", ROWKEY_TEXT);
  rowkey_value kept, text = rowkey_value_text("abcdef", 6);
  CHECK(rowkey_value_keep(&digest, &text, room, 2, &kept, &error) == ROWKEY_ERROR_SPACE &&
            strstr(error.text, "the value has 3 bytes and there is room for 2") != NULL,
        "%s", error.text);
  text = rowkey_value_text(NULL, 6);
  check_refused(rowkey_value_keep(&host, &text, room, sizeof room, &kept, &error), &error,
                "column host: text is NULL (expected 6 bytes)");
  rowkey_column_type_free(hex);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"buffers of keys and null keys", test_encoding}, {"decoded columns", test_decoding},
      {"buffers of sorted keys", test_sorted_keys},     {"columns", test_columns},
      {"the text of a type", test_long_type},           {"values", test_values},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
