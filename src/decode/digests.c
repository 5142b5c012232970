/* Hashes read from their bytes, hex digits or decimal digits. */
#include <string.h>

#include "decode/decoder.h"
#include "wide.h"

/* False when it is no number below 2^128. */
static bool read_decimal(const uint8_t *text, size_t size, uint8_t *digest) {
  uint64_t high = 0, low = 0;
  for (size_t i = 0; i < size; i++) {
    unsigned digit = (unsigned)text[i] - '0';
    uint64_t carry = wide_multiply(low, 10, &low);
    if (digit > 9 || __builtin_mul_overflow(high, UINT64_C(10), &high)) return false;
    carry += __builtin_add_overflow(low, (uint64_t)digit, &low);
    if (__builtin_add_overflow(high, carry, &high)) return false;
  }
  store_be64(digest, high);
  store_be64(digest + 8, low);
  return size > 0;
}

size_t rowkey_read_digests(struct block *block, const struct field *field,
                           const struct rowkey_strings *strings, size_t rows, uint8_t *digests) {
  const struct rowkey_strings text = rowkey_uninvert(block, field, strings, rows);
  const size_t width = field->part->value->width;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *bytes = text.bytes + text.begin[i];
    size_t size = (size_t)(text.end[i] - text.begin[i]);
    uint8_t *digest = digests + i * width;
    if (field->part->kind == PART_BYTES)
      memcpy(digest, bytes, width);
    else if (field->part->kind == PART_BYTES_HEX)
      decode_hex(bytes, width, 0, digest);
    else if (!read_decimal(bytes, size, digest))
      return rowkey_bad_digits(block, field, i, strings->bytes + strings->begin[i], size);
  }
  return rows;
}
