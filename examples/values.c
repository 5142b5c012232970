/* The same record, whatever carries it: a batch of an ingester whose prices have four digits and whose times
 * are microseconds, one record of a request handler, and one that is text. And what is refused. */
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

static const char schema_text[] = "host:text,ts:time(ms),price:decimal(2),n:u64";
static const char template[] = "{md5(host) % 256:u8}{host}|{ts:i64}{price:i64}{n:u16}";

static void print_key(const uint8_t *key, size_t size) {
  for (size_t i = 0; i < size; i++) printf("%02x", key[i]);
  printf("\n");
}

static void encode_batch(rowkey_encoder *encoder) {
  static const char hosts[] = "web-1web-2";
  static const uint32_t offsets[] = {0, 5, 10};
  static const int64_t microseconds[] = {1709296200125000, 1709296200126000};
  static const int64_t prices[] = {120000, 75000}; /* 12.0000 and 7.5000 */
  static const int32_t counts[] = {1, 2};
  const rowkey_values columns[] = {
      rowkey_values_of_offsets32(ROWKEY_KIND_TEXT, hosts, sizeof hosts - 1, offsets, 2),
      rowkey_instants(microseconds, ROWKEY_MICROSECONDS, 2), rowkey_decimals(prices, 4, 2),
      rowkey_i32s(counts, 2)};
  const rowkey_batch batch = rowkey_batch_of(columns, 4, 2);
  uint8_t memory[64];
  uint64_t limits[3];
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(memory, sizeof memory, limits);
  rowkey_error error;
  if (rowkey_encode(encoder, &batch, &buffer, NULL, &error) != ROWKEY_OK)
    printf("%s\n", error.text);
  else
    print_key(memory, (size_t)limits[1]);
}

static void encode_record(rowkey_encoder *encoder, const rowkey_value *values) {
  const rowkey_record record = rowkey_record_of(values, 4);
  uint8_t key[64];
  size_t size;
  rowkey_error error;
  if (rowkey_encode_row(encoder, &record, key, sizeof key, &size, &error) != ROWKEY_OK)
    printf("%s\n", error.text);
  else
    print_key(key, size);
}

static rowkey_value text(const char *text) { return rowkey_value_text(text, strlen(text)); }

static void encode_records(rowkey_encoder *encoder) {
  const rowkey_value time = rowkey_value_instant(1709296200125, ROWKEY_MILLISECONDS), n = rowkey_value_u64(1);
  const rowkey_value handler[] = {text("web-1"), time, rowkey_value_i64(12), n};
  const rowkey_value texts[] = {text("web-1"), text("2024-03-01 12:30:00.125"), text("12.0"), text("1")};
  const rowkey_value digits[] = {text("web-1"), time, rowkey_value_decimal(12345, 3), n};
  const rowkey_value floats[] = {text("web-1"), time, rowkey_value_f64(12), n};
  const rowkey_value swapped[] = {time, text("web-1"), rowkey_value_i64(12), n};
  encode_record(encoder, handler);
  encode_record(encoder, texts);
  encode_record(encoder, digits);
  encode_record(encoder, floats);
  encode_record(encoder, swapped);
}

int main(void) {
  rowkey_error error;
  size_t count;
  rowkey_schema *schema = rowkey_schema_parse(schema_text, sizeof schema_text - 1, &error);
  const rowkey_column *columns = rowkey_schema_columns(schema, &count);
  rowkey_layout *layout =
      schema == NULL ? NULL : rowkey_layout_compile(template, sizeof template - 1, columns, count, &error);
  rowkey_encoder *encoder = layout == NULL ? NULL : rowkey_encoder_create(layout, 0, &error);
  if (encoder != NULL) {
    encode_batch(encoder);
    encode_records(encoder);
  } else {
    fprintf(stderr, "%s\n", error.text);
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  rowkey_schema_free(schema);
  return encoder == NULL;
}
