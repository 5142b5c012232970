/* Decimal text to numbers. Only parse_u64 is a kernel: signs and ranges are found here. */
#include <rowkey/kernels.h>

#include "kernels/arguments.h"
#include "kernels/kernel_table.h"
#include "text/number.h"

static rowkey_status report(const struct rowkey_strings *strings, size_t row, rowkey_type type,
                            rowkey_error *error) {
  const uint64_t begin = strings->begin[row], length = strings->end[row] - begin;
  const struct rowkey_number_fault fault = rowkey_number_fault(strings->bytes + begin, length, type);
  return rowkey_error_of_row(error, fault.status, row, "the value %s", fault.reason);
}

rowkey_status rowkey_parse_u64(const void *bytes, size_t size, const uint64_t *begin, const uint64_t *end,
                               size_t rows, uint64_t *values, rowkey_error *error) {
  const struct rowkey_strings strings = strings_at(bytes, size, begin, end);
  if (!rowkey_check_strings(&strings, rows, error) ||
      !rowkey_check_values("values", values, rows, sizeof *values, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  const size_t bad = rowkey_kernels_selected()->parse_u64(&strings, rows, values);
  return bad == rows ? ROWKEY_OK : report(&strings, bad, ROWKEY_U64, error);
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

rowkey_status rowkey_parse_i64(const void *bytes, size_t size, const uint64_t *begin, const uint64_t *end,
                               size_t rows, int64_t *values, rowkey_error *error) {
  const struct rowkey_strings strings = strings_at(bytes, size, begin, end);
  if (!rowkey_check_strings(&strings, rows, error) ||
      !rowkey_check_values("values", values, rows, sizeof *values, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  for (size_t done = 0; done < rows; done += CHUNK) {
    const struct rowkey_strings chunk = {strings.bytes, size, begin + done, end + done};
    const size_t count = rows - done < CHUNK ? rows - done : CHUNK;
    const size_t bad = parse_i64_chunk(&chunk, count, values + done);
    if (bad < count) return report(&strings, done + bad, ROWKEY_I64, error);
  }
  return ROWKEY_OK;
}
