/* The column type hex: bytes as pairs of hex digits. */
#include <string.h>

#include "types/hex_text.h"
#include "types/rows.h"

enum { STEP = 4 }; /* bytes at a time */

static const char *read_hex(const struct typed_text *text, uint8_t *bytes, size_t *size) {
  const uint8_t *at = text->at;
  const size_t count = text->size / 2;
  uint64_t strange = 0;
  if (text->size % 2 != 0) return "has an odd number of digits";
  size_t done = 0;
  for (; count - done >= STEP; done += STEP) {
    const uint64_t digits = load_le64(at + 2 * done);
    strange |= no_hex_digits(digits);
    store_le32(bytes + done, join_hex_digits(digits));
  }
  if (done < count) {
    uint8_t rest[2 * STEP + 1] = "00000000", last[STEP];
    memcpy(rest, at + 2 * done, 2 * (count - done));
    const uint64_t digits = load_le64(rest);
    strange |= no_hex_digits(digits);
    store_le32(last, join_hex_digits(digits));
    memcpy(bytes + done, last, count - done);
  }
  *size = count;
  return strange == 0 ? NULL : "has a character that is not a hex digit";
}

static void write_hex(const uint8_t *bytes, size_t size, char *text, size_t *length) {
  uint8_t *out = (uint8_t *)text;
  size_t done = 0;
  for (; size - done >= STEP; done += STEP) {
    store_le64(out + 2 * done, hex_digits(load_le32(bytes + done), hex_letters(false)));
  }
  for (; done < size; done++) store_le16(out + 2 * done, hex_digits(bytes[done], hex_letters(false)));
  *length = 2 * size;
}

static void expect_hex(const struct rowkey_column_type *type, struct text_buffer *out) {
  (void)type;
  rowkey_text_printf(out, "two hex digits for each byte, such as 00ff");
}

BYTE_ROWS(hex, read_hex, write_hex)

const struct type_kind rowkey_type_hex = {
    .name = "hex",
    .declared = DECLARED_hex,
    .physical = ROWKEY_TEXT,
    .read = hex_read_rows,
    .write = hex_write_rows,
    .expect = expect_hex,
};
