/* What a binding of another language does, over rowkey/flat.h: it mirrors no struct. A record goes in and
 * comes back as bytes, a batch as words. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 3, ERROR_SIZE = 600, ERROR_TEXT = 24 };

static const char template[] = "{md5(host) % 256:u8}{host}|{ts:i64}", schema[] = "host:text,ts:time(ms)";
static const uint64_t times[ROWS] = {1709296200125, 1709296200126, 1709296200127};

static size_t put(uint8_t *record, size_t size, const void *bytes, size_t count) {
  memcpy(record + size, bytes, count);
  return size + count;
}

/* host, a text, and ts, an instant in milliseconds. */
static size_t write_record(uint8_t *record, const char *host, int64_t ms) {
  const uint32_t text = ROWKEY_TAG(ROWKEY_KIND_TEXT, ROWKEY_FORM_NONE, 0), length = (uint32_t)strlen(host);
  const uint32_t instant = ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I64, ROWKEY_MILLISECONDS);
  size_t size = put(record, 0, &text, sizeof text);
  size = put(record, size, &length, sizeof length);
  size = put(record, size, host, length);
  size = put(record, size, &instant, sizeof instant);
  return put(record, size, &ms, sizeof ms);
}

static int show_record(rowkey_flat *keys, uint8_t *error) {
  uint8_t record[64], key[64];
  uint64_t length;
  const size_t size = write_record(record, "web-1", 1709296200125);
  int32_t status = rowkey_flat_key(keys, record, size, key, sizeof key, &length, error, ERROR_SIZE);
  if (status != ROWKEY_OK) return status;
  printf("a key of %" PRIu64 " bytes\n", length);
  status = rowkey_flat_record(keys, key, (size_t)length, record, sizeof record, &length, error, ERROR_SIZE);
  if (status != ROWKEY_OK) return status;
  printf("a record of %" PRIu64 " bytes: %.5s\n", length, (const char *)record + 8);
  return ROWKEY_OK;
}

static uint64_t address(const void *memory) { return (uint64_t)(uintptr_t)memory; }

static int show_batch(rowkey_flat *keys, uint8_t *error) {
  static const char hosts[] = "web-1web-2db";
  static const uint64_t limits[ROWS + 1] = {0, 5, 10, 12};
  const uint64_t text = ROWKEY_TAG(ROWKEY_KIND_TEXT, ROWKEY_FORM_NONE, 0);
  const uint64_t instants = ROWKEY_TAG(ROWKEY_KIND_INSTANT, ROWKEY_FORM_I64, ROWKEY_MILLISECONDS);
  const uint64_t kept = ROWKEY_TAG(ROWKEY_KIND_KEPT, ROWKEY_FORM_I64, 0);
  const uint64_t columns[2 * ROWKEY_FLAT_COLUMN] = {
      text, ROWS,     address(hosts), sizeof hosts - 1, address(limits), address(limits + 1), 0, 0, 0,
      0,    instants, ROWS,           address(times)};
  uint8_t bytes[100];
  uint64_t offsets[ROWS + 1], size, back[ROWS];
  const uint64_t room[ROWKEY_FLAT_KEYS] = {address(bytes), sizeof bytes, address(offsets)};
  int32_t status =
      rowkey_flat_encode(keys, columns, 2, ROWS, ROWKEY_FLAT_NEXT, room, &size, error, ERROR_SIZE);
  if (status != ROWKEY_OK) return status;
  printf("%d keys of %" PRIu64 " bytes\n", ROWS, size);
  const uint64_t made[ROWKEY_FLAT_KEYS] = {address(bytes), 0, address(offsets)};
  uint64_t wanted[2 * ROWKEY_FLAT_COLUMN] = {0};
  wanted[ROWKEY_FLAT_COLUMN] = kept;
  wanted[ROWKEY_FLAT_COLUMN + 1] = ROWS;
  wanted[ROWKEY_FLAT_COLUMN + 2] = address(back);
  status = rowkey_flat_decode(keys, made, ROWS, wanted, 2, error, ERROR_SIZE);
  if (status == ROWKEY_OK) printf("the last one is of %" PRIu64 "\n", back[ROWS - 1]);
  return status;
}

int main(void) {
  uint8_t error[ERROR_SIZE], columns[64];
  rowkey_flat *keys;
  int32_t status =
      rowkey_flat_open(template, sizeof template - 1, schema, sizeof schema - 1, &keys, error, sizeof error);
  if (status == ROWKEY_OK) {
    const size_t length = rowkey_flat_schema(keys, columns, sizeof columns);
    printf("%.*s\n", (int)length, (const char *)columns);
    if (rowkey_flat_key_width(keys) == UINT64_MAX) printf("keys differ in length\n");
    status = show_record(keys, error);
  }
  if (status == ROWKEY_OK) status = show_batch(keys, error);
  if (status != ROWKEY_OK) fprintf(stderr, "%s\n", (const char *)error + ERROR_TEXT);
  rowkey_flat_free(keys);
  return status == ROWKEY_OK ? 0 : 1;
}
