/* rowkey_parse_u64's and rowkey_parse_i64's values, statuses and bad rows are the reference's, for any text.
 */
#include <rowkey/cpu.h>
#include <rowkey/kernels.h>

#include "reference/reference.h"
#include "string_batch.h"
#include "text/number.h"

enum { ROWS_MAX = 300 };

/* Makes most bytes digits, for random ones hardly ever make a number, and of the others some that are nearly
 * digits. */
static void make_digits(uint8_t *bytes, uint64_t size) {
  static const uint8_t strange[] = "/:;-+ .e\xb0";
  for (uint64_t i = 0; i < size; i++) {
    if (bytes[i] == '-') continue;
    bytes[i] = bytes[i] == 0xff ? strange[i % (sizeof strange - 1)] : (uint8_t)('0' + bytes[i] % 10);
  }
}

/* What the reference says of every row. i64 values are looked at as the u64 of the same bits. */
struct expectation {
  rowkey_status statuses[ROWS_MAX];
  uint64_t values[ROWS_MAX];
};

static void expect(const struct fuzz_strings *s, bool is_signed, struct expectation *expectation) {
  for (size_t row = 0; row < s->rows; row++) {
    const uint8_t *text = s->bytes + s->begin[row];
    const uint64_t length = s->end[row] - s->begin[row];
    uint64_t value = 0;
    int64_t signed_value = 0;
    const rowkey_status status = is_signed ? reference_parse_i64(text, length, &signed_value)
                                           : reference_parse_u64(text, length, &value);
    expectation->statuses[row] = status;
    expectation->values[row] = is_signed ? (uint64_t)signed_value : value;
    FUZZ_CHECK(rowkey_number_fault(text, length, is_signed ? ROWKEY_I64 : ROWKEY_U64).status == status,
               "the fault of row %zu of %zu, signed %d", row, s->rows, is_signed);
  }
}

/* Parses the rows from `first` on, to the first bad one, and returns the row after it. */
static size_t check_from(const struct fuzz_strings *s, size_t first, bool is_signed,
                         const struct expectation *expectation, uint64_t *values, const char *isa) {
  const uint64_t *begin = s->begin + first, *end = s->end + first;
  const size_t size = (size_t)s->strings.size;
  const size_t rows = s->rows - first;
  rowkey_error error;
  const rowkey_status status =
      is_signed ? rowkey_parse_i64(s->bytes, size, begin, end, rows, (int64_t *)values, &error)
                : rowkey_parse_u64(s->bytes, size, begin, end, rows, values, &error);
  const size_t bad_row = status == ROWKEY_OK ? rows : error.row;
  size_t good = 0;
  while (good < rows && expectation->statuses[first + good] == ROWKEY_OK) good++;
  const rowkey_status expected_status = good == rows ? ROWKEY_OK : expectation->statuses[first + good];
  FUZZ_CHECK(status == expected_status && bad_row == good,
             "%s: signed %d: status %d in row %zu, not %d in row %zu", isa, is_signed, (int)status, bad_row,
             (int)expected_status, good);
  for (size_t row = 0; row < good; row++)
    FUZZ_CHECK(values[row] == expectation->values[first + row], "%s: row %zu of %zu, signed %d", isa, row,
               rows, is_signed);
  return good == rows ? s->rows : first + good + 1;
}

static void check(const struct fuzz_strings *s, bool is_signed, const struct expectation *expectation,
                  uint64_t *values, const char *isa) {
  size_t row = check_from(s, 0, is_signed, expectation, values, isa);
  /* A few more times after a bad row: always would take time by the square of the rows. */
  for (unsigned i = 0; i < 3 && row < s->rows; i++)
    row = check_from(s, row, is_signed, expectation, values, isa);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct expectation unsigned_ones, signed_ones;
  struct fuzz_input input = fuzz_begin(data, size);
  const bool raw = fuzz_take(&input, 1) % 4 == 0;
  struct fuzz_strings strings = fuzz_take_strings(&input, ROWS_MAX);
  if (!raw) make_digits(strings.bytes, strings.strings.size);
  uint64_t *values = fuzz_guarded(strings.rows * sizeof *values);
  expect(&strings, false, &unsigned_ones);
  expect(&strings, true, &signed_ones);
  FUZZ_EACH_ISA(kernels) {
    FUZZ_CHECK(rowkey_isa_select(kernels->name, NULL) == ROWKEY_OK, "%s", kernels->name);
    fuzz_count(kernels, "parse_u64", strings.rows);
    fuzz_count(kernels, "parse_i64", strings.rows);
    check(&strings, false, &unsigned_ones, values, kernels->name);
    check(&strings, true, &signed_ones, values, kernels->name);
  }
  return 0;
}
