/* Values as people write them: a time and a UUID from text into a key, and back from the key into text. */
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>

enum { ROWS = 2 };

static const char times[] = "2024-02-29 12:302024-03-01 00:00";
static const char uuids[] = "6BA7B8109DAD11D180B400C04FD430C86ba7b8119dad11d180b400c04fd430c8";

/* Prints numbers or bytes as text of a type: what decoding gave back. */
static bool print(const rowkey_column_type *type, const void *decoded, rowkey_error *error) {
  const rowkey_column column = rowkey_column_type_column(type, "");
  const rowkey_values values = column.type == ROWKEY_TEXT
                                   ? rowkey_values_of_width(ROWKEY_KIND_KEPT, decoded, column.width, ROWS)
                                   : rowkey_kept_numbers(column.type, decoded, ROWS);
  char text[128];
  uint64_t offsets[ROWS + 1];
  const rowkey_decoded texts = rowkey_decoded_text(text, sizeof text, offsets, ROWS);
  if (rowkey_column_type_write_bound(type, &values, ROWS) > sizeof text ||
      rowkey_column_type_write(type, &values, ROWS, &texts, error) != ROWKEY_OK)
    return false;
  for (size_t i = 0; i < ROWS; i++)
    printf("%s %.*s\n", rowkey_column_type_text(type), (int)(offsets[i + 1] - offsets[i]), text + offsets[i]);
  return true;
}

static bool run(const rowkey_column *schema, rowkey_error *error) {
  static const char template[] = "{id}{ts:~i64}";
  const rowkey_values columns[] = {rowkey_values_of_width(ROWKEY_KIND_TEXT, times, 16, ROWS),
                                   rowkey_values_of_width(ROWKEY_KIND_TEXT, uuids, 32, ROWS)};
  int64_t milliseconds[ROWS];
  char keys[24 * ROWS], ids[sizeof keys];
  uint64_t offsets[ROWS + 1];
  const rowkey_batch batch = rowkey_batch_of(columns, 2, ROWS);
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(keys, sizeof keys);
  const rowkey_decoded back[] = {rowkey_decoded_i64s(milliseconds, ROWS),
                                 rowkey_decoded_text(ids, sizeof ids, offsets, ROWS)};
  rowkey_keys made;
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, schema, 2, error);
  rowkey_encoder *encoder = layout ? rowkey_encoder_create(layout, 0, error) : NULL;
  rowkey_decoder *decoder = encoder ? rowkey_decoder_create(layout, error) : NULL;
  const bool done = decoder && rowkey_encode(encoder, &batch, &buffer, &made, error) == ROWKEY_OK &&
                    rowkey_decode_bound(layout, &made, 1) <= sizeof ids &&
                    rowkey_decode(decoder, &made, back, 2, error) == ROWKEY_OK &&
                    print(schema[0].declared, milliseconds, error) && print(schema[1].declared, ids, error);
  rowkey_decoder_free(decoder);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  return done;
}

int main(void) {
  rowkey_error error;
  rowkey_column schema[] = {ROWKEY_ZERO, ROWKEY_ZERO};
  const bool done = rowkey_column_declare("ts", "time(ms)", 8, &schema[0], &error) == ROWKEY_OK &&
                    rowkey_column_declare("id", "uuid", 4, &schema[1], &error) == ROWKEY_OK &&
                    run(schema, &error);
  if (!done) fprintf(stderr, "%s\n", error.text);
  rowkey_column_free(&schema[1]);
  rowkey_column_free(&schema[0]);
  return done ? 0 : 1;
}
