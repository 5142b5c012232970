/* Columns as Arrow has them, without a copy: text with 32-bit offsets, and a bitmap of what is not null. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>

int main(void) {
  static const char template[] = "{coalesce(host, \"none\")}|{ts:~i64}";
  static const rowkey_column schema[] = {{"host", ROWKEY_TEXT}, {"ts", ROWKEY_I64}};
  /* web-1, null, db */
  static const char bytes[] = "web-1db";
  static const uint32_t offsets[] = {0, 5, 5, 7};
  static const uint8_t validity[] = {0x05};
  static const int64_t times[] = {1700000000, 1700000060, -1};
  const rowkey_values columns[] = {
      {.data = bytes, .size = sizeof bytes - 1, .offsets32 = offsets, .validity = validity},
      {.data = times},
  };
  enum { ROWS = 3 };

  unsigned char keys[64];
  uint64_t ends[ROWS + 1];
  rowkey_error error;
  int status = 1;
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, schema, 2, &error);
  rowkey_encoder *encoder = layout ? rowkey_encoder_create(layout, NULL, 0, &error) : NULL;
  if (encoder && rowkey_encode_bound(layout, columns, ROWS) <= sizeof keys &&
      rowkey_encode(encoder, columns, ROWS, 0, keys, sizeof keys, ends, &error) == ROWKEY_OK) {
    for (int row = 0; row < ROWS; row++) {
      for (uint64_t i = ends[row]; i < ends[row + 1]; i++)
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
