/* A named layout, the key of one record for a Get, and the columns back from a key that a scan has found. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

static void print_key(const unsigned char *key, size_t length) {
  for (size_t i = 0; i < length; i++) printf("%02x", key[i]);
  printf("\n");
}

static int fail(const rowkey_error *error) {
  fprintf(stderr, "%s\n", error->text);
  return 1;
}

int main(void) {
  static const char name[] = "@phoenix-salted(buckets=3)";
  const rowkey_column schema[] = {rowkey_column_of("id", ROWKEY_I64)};
  char template[ROWKEY_NAMED_TEMPLATE_SIZE];
  rowkey_error error;
  if (rowkey_named_expand(name, sizeof name - 1, NULL, template, sizeof template, &error) != ROWKEY_OK)
    return fail(&error);
  printf("%s\n", template);

  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), schema, 1, &error);
  rowkey_encoder *encoder = layout ? rowkey_encoder_create(layout, 0, &error) : NULL;
  rowkey_decoder *decoder = encoder ? rowkey_decoder_create(layout, &error) : NULL;
  unsigned char key[9];
  size_t length;
  int64_t id = 0;
  int status = 1;
  const rowkey_value values[] = {rowkey_value_i64(-42)};
  const rowkey_record record = rowkey_record_of(values, 1);
  const rowkey_keys keys = rowkey_keys_of_width(key, sizeof key, 1);
  const rowkey_decoded columns[] = {rowkey_decoded_i64s(&id, 1)};
  if (decoder && rowkey_encode_row(encoder, &record, key, sizeof key, &length, &error) == ROWKEY_OK &&
      rowkey_decode(decoder, &keys, columns, 1, &error) == ROWKEY_OK) {
    print_key(key, length);
    printf("id %" PRId64 "\n", id);
    /* A key whose salt is not that of its id was made by something else. */
    key[0] ^= 1;
    status = rowkey_decode(decoder, &keys, columns, 1, &error) == ROWKEY_ERROR_RANGE ? 0 : 1;
    printf("%s\n", error.text);
  } else {
    fail(&error);
  }
  rowkey_decoder_free(decoder);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  return status;
}
