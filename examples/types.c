/* Values as people write them: a time and a UUID from text into a key, and back from the key into text. */
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>

enum { ROWS = 2 };

static const char times[] = "2024-02-29 12:302024-03-01 00:00";
static const char uuids[] = "6BA7B8109DAD11D180B400C04FD430C86ba7b8119dad11d180b400c04fd430c8";

static bool print(const rowkey_column_type *type, const rowkey_values *values, rowkey_error *error) {
  char text[128];
  uint64_t offsets[ROWS + 1];
  const rowkey_decoded texts = rowkey_decoded_text(text, sizeof text, offsets, ROWS);
  if (rowkey_column_type_write_bound(type, values, ROWS) > sizeof text ||
      rowkey_column_type_write(type, values, ROWS, &texts, error) != ROWKEY_OK)
    return false;
  for (size_t i = 0; i < ROWS; i++)
    printf("%s %.*s\n", rowkey_column_type_text(type), (int)(offsets[i + 1] - offsets[i]), text + offsets[i]);
  return true;
}

static bool run(const rowkey_column_type *time, const rowkey_column_type *uuid, rowkey_error *error) {
  static const char template[] = "{id}{ts:~i64}";
  const rowkey_column schema[] = {rowkey_column_type_column(time, "ts"),
                                  rowkey_column_type_column(uuid, "id")};
  const rowkey_values time_texts = rowkey_values_of_width(ROWKEY_KIND_TEXT, times, 16, ROWS);
  const rowkey_values uuid_texts = rowkey_values_of_width(ROWKEY_KIND_TEXT, uuids, 32, ROWS);
  int64_t milliseconds[ROWS], decoded_times[ROWS];
  char ids[16 * ROWS], keys[24 * ROWS], decoded_ids[sizeof keys];
  uint64_t offsets[ROWS + 1];
  const rowkey_decoded numbers = rowkey_decoded_i64s(milliseconds, ROWS);
  const rowkey_decoded bytes = rowkey_decoded_text(ids, sizeof ids, NULL, ROWS);
  if (rowkey_column_type_read_bound(uuid, &uuid_texts, ROWS) > sizeof ids ||
      rowkey_column_type_read(time, &time_texts, ROWS, &numbers, error) != ROWKEY_OK ||
      rowkey_column_type_read(uuid, &uuid_texts, ROWS, &bytes, error) != ROWKEY_OK)
    return false;

  const rowkey_values columns[] = {rowkey_instants(milliseconds, ROWKEY_MILLISECONDS, ROWS),
                                   rowkey_values_of_width(ROWKEY_KIND_UUID, ids, 16, ROWS)};
  const rowkey_batch batch = rowkey_batch_of(columns, 2, ROWS);
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(keys, sizeof keys);
  const rowkey_decoded back[] = {rowkey_decoded_i64s(decoded_times, ROWS),
                                 rowkey_decoded_text(decoded_ids, sizeof decoded_ids, offsets, ROWS)};
  const rowkey_values decoded[] = {rowkey_kept_numbers(ROWKEY_I64, decoded_times, ROWS),
                                   rowkey_values_of_width(ROWKEY_KIND_KEPT, decoded_ids, 16, ROWS)};
  rowkey_keys made;
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, schema, 2, error);
  rowkey_encoder *encoder = layout ? rowkey_encoder_create(layout, 0, error) : NULL;
  rowkey_decoder *decoder = encoder ? rowkey_decoder_create(layout, error) : NULL;
  const bool done = decoder && rowkey_encode(encoder, &batch, &buffer, &made, error) == ROWKEY_OK &&
                    rowkey_decode_bound(layout, &made, 1) <= sizeof decoded_ids &&
                    rowkey_decode(decoder, &made, back, 2, error) == ROWKEY_OK &&
                    print(time, &decoded[0], error) && print(uuid, &decoded[1], error);
  rowkey_decoder_free(decoder);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  return done;
}

int main(void) {
  rowkey_error error;
  rowkey_column_type *time = rowkey_column_type_parse("time(ms)", 8, &error);
  rowkey_column_type *uuid = time ? rowkey_column_type_parse("uuid", 4, &error) : NULL;
  const bool done = uuid && run(time, uuid, &error);
  if (!done) fprintf(stderr, "%s\n", error.text);
  if (done) printf("ids of names: %s\n", rowkey_column_type_grows(uuid) ? "yes" : "no");
  rowkey_column_type_free(uuid);
  rowkey_column_type_free(time);
  return done ? 0 : 1;
}
