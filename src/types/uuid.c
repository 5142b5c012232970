/* The column type uuid: 16 bytes, as RFC 9562 writes them. */
#include <string.h>

#include "types/hex_text.h"
#include "types/rows.h"

enum { BYTES = 16, DIGITS = 32, WITH_HYPHENS = 36 };

static const char *uuid_fault(const struct typed_text *text) {
  if (text->size != DIGITS && text->size != WITH_HYPHENS) {
    return "does not have 32 hex digits, or 36 characters with hyphens";
  }
  return text->size == WITH_HYPHENS &&
                 (text->at[8] != '-' || text->at[13] != '-' || text->at[18] != '-' || text->at[23] != '-')
             ? "has no hyphens after 8, 12, 16 and 20 digits"
             : "has a character that is not a hex digit";
}

static const char *read_uuid(const struct typed_text *text, uint8_t *bytes, size_t *size) {
  const uint8_t *at = text->at;
  uint64_t words[4], hyphens = 0;
  if (text->size == WITH_HYPHENS) {
    /* 01234567-9012-4567-9012-456789012345 */
    words[0] = load_le64(at);
    words[1] = load_le32(at + 9) | (uint64_t)load_le32(at + 14) << 32;
    words[2] = load_le32(at + 19) | (uint64_t)load_le32(at + 24) << 32;
    words[3] = load_le64(at + 28);
    hyphens = (at[8] ^ (unsigned)'-') | (at[13] ^ (unsigned)'-') | (at[18] ^ (unsigned)'-') |
              (at[23] ^ (unsigned)'-');
  } else if (text->size == DIGITS) {
    for (size_t i = 0; i < 4; i++) words[i] = load_le64(at + 8 * i);
  } else {
    return uuid_fault(text);
  }
  uint64_t strange = hyphens;
  for (size_t i = 0; i < 4; i++) {
    strange |= no_hex_digits(words[i]);
    store_le32(bytes + 4 * i, join_hex_digits(words[i]));
  }
  *size = BYTES;
  return strange == 0 ? NULL : uuid_fault(text);
}

static void write_uuid(const uint8_t *bytes, size_t size, char *text, size_t *length) {
  uint8_t digits[DIGITS];
  (void)size;
  for (size_t i = 0; i < 4; i++) {
    store_le64(digits + 8 * i, hex_digits(load_le32(bytes + 4 * i), hex_letters(false)));
  }
  memcpy(text, digits, 8);
  memcpy(text + 9, digits + 8, 4);
  memcpy(text + 14, digits + 12, 4);
  memcpy(text + 19, digits + 16, 4);
  memcpy(text + 24, digits + 20, 12);
  text[8] = text[13] = text[18] = text[23] = '-';
  *length = WITH_HYPHENS;
}

static void expect_uuid(const struct rowkey_column_type *type, struct text_buffer *out) {
  (void)type;
  rowkey_text_printf(out, "a UUID such as 123e4567-e89b-12d3-a456-426614174000, with or without hyphens");
}

BYTE_ROWS(uuid, read_uuid, write_uuid)

const struct type_kind rowkey_type_uuid = {
    .name = "uuid",
    .declared = DECLARED_uuid,
    .physical = ROWKEY_TEXT,
    .width = BYTES,
    .text_bound = WITH_HYPHENS,
    .read = uuid_read_rows,
    .write = uuid_write_rows,
    .expect = expect_uuid,
};
