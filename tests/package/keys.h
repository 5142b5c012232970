/* Keys of four records, which every copy of the library must make alike. Valid C and C++. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

enum { KEY_COUNT = 4, KEY_WIDTH = 11 };

/* Fills in all keys, or says in `error` why it cannot. A fifth record must be refused: it has no key. */
static inline rowkey_status make_keys(unsigned char keys[KEY_COUNT][KEY_WIDTH], rowkey_error *error) {
  const char text[] = "{md5(id) % 1000:03d}{id:i32}{rate:f32}";
  const char *const rates[KEY_COUNT + 1] = {"0.1", "-0.0", "1.5e-30", "3.4028235e38", "1e300"};
  const rowkey_column schema[] = {rowkey_column_of("id", ROWKEY_I64), rowkey_column_of("rate", ROWKEY_F32)};
  rowkey_layout *layout = rowkey_layout_compile(text, sizeof text - 1, schema, 2, error);
  rowkey_encoder *encoder = layout ? rowkey_encoder_create(layout, 0, error) : NULL;
  rowkey_status status = encoder ? ROWKEY_OK : error->status;
  for (int i = 0; i <= KEY_COUNT && status == ROWKEY_OK; i++) {
    const rowkey_value values[] = {rowkey_value_i64(3999999 + i),
                                   rowkey_value_text(rates[i], strlen(rates[i]))};
    const rowkey_record record = rowkey_record_of(values, 2);
    unsigned char key[KEY_WIDTH] = {0};
    size_t length;
    status = rowkey_encode_row(encoder, &record, key, KEY_WIDTH, &length, error);
    if (i < KEY_COUNT) {
      memcpy(keys[i], key, KEY_WIDTH);
    } else if (status == ROWKEY_OK) {
      status = ROWKEY_ERROR_RANGE;
      snprintf(error->text, sizeof error->text, "rate %s is accepted", rates[i]);
    } else {
      status = ROWKEY_OK;
    }
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  return status;
}
