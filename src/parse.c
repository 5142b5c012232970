/* Decimal text to numbers. Only parse_u64 is a kernel: signs, ranges and the reasons of bad rows are found
 * here. */
#include "parse.h"

#include <rowkey/kernels.h>

#include "arguments.h"
#include "kernel_table.h"

static struct rowkey_number_fault fault(rowkey_status status, uint64_t offset, const char *reason) {
  return (struct rowkey_number_fault){status, offset, reason};
}

static bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

static struct rowkey_number_fault strange_byte(uint8_t byte, uint64_t offset, bool is_signed) {
  const char *reason = "has a byte that is not a digit";
  if (byte == '+') {
    reason = "has a plus sign";
  } else if (byte == '-') {
    reason = !is_signed && offset == 0 ? "is negative" : "has a minus sign behind its first byte";
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

static rowkey_status report(const struct rowkey_strings *strings, size_t row, rowkey_type type,
                            size_t *bad_row) {
  if (bad_row != NULL) *bad_row = row;
  const uint64_t begin = strings->begin[row], length = strings->end[row] - begin;
  return rowkey_number_fault(strings->bytes + begin, length, type).status;
}

rowkey_status rowkey_parse_u64(const void *bytes, uint64_t size, const uint64_t *begin, const uint64_t *end,
                               size_t rows, uint64_t *values, size_t *bad_row) {
  const struct rowkey_strings strings = strings_at(bytes, size, begin, end);
  if (!rowkey_strings_valid(&strings, rows) || !values_can_be_at(values, rows, sizeof *values)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  const size_t bad = rowkey_kernels_selected()->parse_u64(&strings, rows, values);
  return bad == rows ? ROWKEY_OK : report(&strings, bad, ROWKEY_U64, bad_row);
}

/* Rows whose signs are stripped at a time: their begins and magnitudes stay in the first-level cache. */
enum { CHUNK = 256 };

/* As the kernel parse_u64, for signed numbers, of at most CHUNK rows. */
static size_t parse_i64_chunk(const struct rowkey_strings *strings, size_t rows, int64_t *values) {
  uint64_t begin[CHUNK], magnitudes[CHUNK], negative[CHUNK];
  for (size_t i = 0; i < rows; i++) {
    begin[i] = strings->begin[i];
    negative[i] = begin[i] < strings->end[i] && strings->bytes[begin[i]] == '-';
    begin[i] += negative[i];
  }
  const struct rowkey_strings digits = {strings->bytes, strings->size, begin, strings->end};
  const size_t parsed = rowkey_kernels_selected()->parse_u64(&digits, rows, magnitudes);
  for (size_t i = 0; i < parsed; i++) {
    if (magnitudes[i] > (uint64_t)INT64_MAX + negative[i]) return i;
    /* Two's complement: ~m + 1 = -m. */
    values[i] = (int64_t)((magnitudes[i] ^ (0 - negative[i])) + negative[i]);
  }
  return parsed;
}

rowkey_status rowkey_parse_i64(const void *bytes, uint64_t size, const uint64_t *begin, const uint64_t *end,
                               size_t rows, int64_t *values, size_t *bad_row) {
  const struct rowkey_strings strings = strings_at(bytes, size, begin, end);
  if (!rowkey_strings_valid(&strings, rows) || !values_can_be_at(values, rows, sizeof *values)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  for (size_t done = 0; done < rows; done += CHUNK) {
    const struct rowkey_strings chunk = {strings.bytes, size, begin + done, end + done};
    const size_t count = rows - done < CHUNK ? rows - done : CHUNK;
    const size_t bad = parse_i64_chunk(&chunk, count, values + done);
    if (bad < count) return report(&strings, done + bad, ROWKEY_I64, bad_row);
  }
  return ROWKEY_OK;
}
