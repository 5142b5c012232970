/* Columns as Arrow has them, without a copy: text with 32-bit offsets, and a bitmap of what is not null. The
 * keys become such an array as well. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>

int main(void) {
  static const char template[] = "{coalesce(host, \"none\")}|{ts:~i64}";
  const rowkey_column schema[] = {rowkey_column_of("host", ROWKEY_TEXT), rowkey_column_of("ts", ROWKEY_I64)};
  /* web-1, null, db */
  static const char bytes[] = "web-1db";
  static const uint32_t offsets[] = {0, 5, 5, 7};
  static const uint8_t validity[] = {0x05};
  static const int64_t times[] = {1700000000, 1700000060, -1};
  enum { ROWS = 3 };
  const rowkey_values hosts = rowkey_values_of_offsets32(bytes, offsets, ROWS);
  const rowkey_values columns[] = {rowkey_values_with_nulls(hosts, validity, 0),
                                   rowkey_values_of_numbers(times)};
  const rowkey_batch batch = rowkey_batch_of(columns, ROWS);

  unsigned char keys[64];
  uint32_t limits[ROWS + 1]; /* an array of Arrow's type Binary, as the keys are to be */
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets32(keys, sizeof keys, limits);
  rowkey_error error;
  int status = 1;
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, schema, 2, &error);
  rowkey_encoder *encoder = layout ? rowkey_encoder_create(layout, 0, &error) : NULL;
  if (encoder && rowkey_encode(encoder, &batch, &buffer, NULL, &error) == ROWKEY_OK) {
    for (int row = 0; row < ROWS; row++) {
      for (uint32_t i = limits[row]; i < limits[row + 1]; i++)
        printf(keys[i] >= ' ' && keys[i] <= '~' ? "%c" : "\\x%02X", keys[i]);
      printf("\n");
    }
    status = 0;
  } else {
    fprintf(stderr, "%s\n", error.text);
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  return status;
}
