#include "reference.h"

unsigned reference_decimal(uint64_t value, uint8_t text[20]) {
  unsigned length = 1;
  for (uint64_t rest = value / 10; rest > 0; rest /= 10) length++;
  for (unsigned i = length; i-- > 0; value /= 10) text[i] = (uint8_t)('0' + value % 10);
  return length;
}

bool reference_decimal_padded(uint64_t value, unsigned width, uint8_t *text) {
  uint8_t digits[20];
  const unsigned length = reference_decimal(value, digits);
  if (length > width) return false;
  for (unsigned i = 0; i < width; i++) {
    text[i] = i < width - length ? '0' : digits[i - (width - length)];
  }
  return true;
}

bool reference_digits(uint64_t value, const char *alphabet, unsigned base, unsigned width, uint8_t *text) {
  uint64_t rest = value;
  for (unsigned i = 0; i < width; i++) rest /= base;
  if (rest != 0) return false;
  for (unsigned i = width; i-- > 0; value /= base) text[i] = (uint8_t)alphabet[value % base];
  return true;
}

static bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

/* Digits only, up to `limit`. */
static rowkey_status parse_up_to(const uint8_t *text, uint64_t length, uint64_t limit, uint64_t *value) {
  if (length == 0) return ROWKEY_ERROR_NUMBER;
  for (uint64_t i = 0; i < length; i++) {
    if (!is_digit(text[i])) return ROWKEY_ERROR_NUMBER;
  }
  uint64_t sum = 0;
  for (uint64_t i = 0; i < length; i++) {
    const uint64_t digit = (uint64_t)text[i] - '0';
    if (sum > limit / 10 || sum * 10 > limit - digit) return ROWKEY_ERROR_RANGE;
    sum = sum * 10 + digit;
  }
  *value = sum;
  return ROWKEY_OK;
}

rowkey_status reference_parse_u64(const uint8_t *text, uint64_t length, uint64_t *value) {
  return parse_up_to(text, length, UINT64_MAX, value);
}

rowkey_status reference_parse_i64(const uint8_t *text, uint64_t length, int64_t *value) {
  const bool negative = length > 0 && text[0] == '-';
  uint64_t magnitude;
  const rowkey_status status =
      parse_up_to(text + negative, length - negative, (uint64_t)INT64_MAX + negative, &magnitude);
  if (status != ROWKEY_OK) return status;
  if (!negative) {
    *value = (int64_t)magnitude;
  } else {
    *value = magnitude == 0 ? 0 : -(int64_t)(magnitude - 1) - 1;
  }
  return ROWKEY_OK;
}
