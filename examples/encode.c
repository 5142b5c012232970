/* Row keys of four records: an MD5 prefix that spreads sequential ids over a table, then the id. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>

int main(void) {
  const char template[] = "{md5(id) % 1000000:07d}{id:010d}";
  const rowkey_column schema[] = {rowkey_column_of("id", ROWKEY_U64)};
  const uint64_t ids[] = {0, 1, 2, 3999999};
  const rowkey_values columns[] = {rowkey_u64s(ids, 4)};
  const rowkey_batch batch = rowkey_batch_of(columns, 1, 4);

  char keys[4 * 17];
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(keys, sizeof keys);
  rowkey_error error;
  int status = 1;
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, schema, 1, &error);
  rowkey_encoder *encoder = layout ? rowkey_encoder_create(layout, 0, &error) : NULL;
  if (encoder && rowkey_encode(encoder, &batch, &buffer, NULL, &error) == ROWKEY_OK) {
    for (size_t i = 0; i < batch.rows; i++) printf("%" PRIu64 " %.17s\n", ids[i], keys + 17 * i);
    status = 0;
  } else {
    fprintf(stderr, "%s\n", error.text);
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  return status;
}
