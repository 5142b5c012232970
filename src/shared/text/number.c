#include "text/number.h"

#include <stdbool.h>

static struct rowkey_number_fault fault(rowkey_status status, uint64_t offset, const char *reason) {
  return (struct rowkey_number_fault){status, offset, reason};
}

static bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

static struct rowkey_number_fault strange_byte(uint8_t byte, uint64_t offset, bool is_signed) {
  const char *reason = "has a byte that is not a digit";
  if (byte == '+') {
    reason = "has a plus sign";
  } else if (byte == '-') {
    reason = !is_signed && offset == 0 ? "is negative" : "has a minus sign after its first byte";
  } else if (byte == ' ' || byte == '\t') {
    reason = "has a space";
  } else if (byte == '\r') {
    reason = "has a carriage return";
  } else if (byte == '.' || byte == 'e' || byte == 'E') {
    reason = "is not an integer in plain digits";
  }
  return fault(ROWKEY_ERROR_NUMBER, offset, reason);
}

struct rowkey_number_fault rowkey_number_fault(const uint8_t *text, uint64_t length, rowkey_type type) {
  const bool is_signed = type == ROWKEY_I64;
  if (length == 0) return fault(ROWKEY_ERROR_NUMBER, 0, "is empty");
  const bool negative = is_signed && text[0] == '-';
  if (negative && length == 1) return fault(ROWKEY_ERROR_NUMBER, 0, "is a minus sign without digits");
  for (uint64_t i = negative; i < length; i++) {
    if (!is_digit(text[i])) return strange_byte(text[i], i, is_signed);
  }
  const uint64_t limit = is_signed ? (uint64_t)INT64_MAX + negative : UINT64_MAX;
  uint64_t value = 0;
  for (uint64_t i = negative; i < length; i++) {
    const unsigned digit = (unsigned)(text[i] - '0');
    if (value > (limit - digit) / 10) {
      return fault(ROWKEY_ERROR_RANGE, 0,
                   negative    ? "is below -9223372036854775808"
                   : is_signed ? "is above 9223372036854775807"
                               : "is above 18446744073709551615");
    }
    value = value * 10 + digit;
  }
  return fault(ROWKEY_OK, 0, "is a number");
}
