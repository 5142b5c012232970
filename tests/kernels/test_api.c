/* The public batch functions give the reference's results on every instruction set. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

#include "each_isa.h"
#include "reference/reference.h"
#include "text/number.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define ACCEPTED(call) CHECK((call) == ROWKEY_OK, "status %d", (int)(call))
enum { DIGEST = 16, ROWS = 700, STRING_MAX = 90 };

static struct {
  uint8_t bytes[ROWS * STRING_MAX];
  uint64_t offsets[ROWS + 1];
  uint64_t values[ROWS];
  uint8_t digests[ROWS * DIGEST], expected_digests[ROWS * DIGEST];
  uint64_t results[ROWS], expected[ROWS];
  uint8_t text[ROWS * 40], expected_text[ROWS * 40];
  uint8_t lengths[ROWS];
} data;

#define EACH_SELECTED_ISA(kernels) \
  EACH_ISA(kernels) if (CHECK(rowkey_isa_select(kernels->name, NULL) == ROWKEY_OK, "%s", kernels->name), true)

static void make_data(void) {
  random_bytes(data.bytes, sizeof data.bytes);
  for (size_t i = 0; i < ROWS; i++) {
    data.offsets[i + 1] = data.offsets[i] + random_below(STRING_MAX + 1);
    data.values[i] = random_u64() >> random_below(64);
  }
}

static void digests_and_remainders_agree(void) {
  make_data();
  rowkey_divisor divisor;
  ACCEPTED(rowkey_divisor_init(&divisor, 1000000, NULL));
  EACH_SELECTED_ISA(kernels) {
    for (size_t i = 0; i < ROWS; i++) {
      reference_md5(data.bytes + i * 9, 8, data.expected_digests + i * DIGEST);
      data.expected[i] = reference_modulo_u128(data.expected_digests + i * DIGEST, 1000000);
    }
    ACCEPTED(rowkey_md5_fixed(data.bytes, ROWS, 8, 9, data.digests, NULL));
    CHECK(memcmp(data.digests, data.expected_digests, sizeof data.digests) == 0, "fixed: %s", kernels->name);
    ACCEPTED(rowkey_modulo_u128(&divisor, data.digests, ROWS, data.results, NULL));
    CHECK(memcmp(data.results, data.expected, sizeof data.results) == 0, "u128: %s", kernels->name);

    for (size_t i = 0; i < ROWS; i++) {
      uint8_t text[20];
      reference_md5(text, reference_decimal(data.values[i], text), data.expected_digests + i * DIGEST);
      data.expected[i] = reference_modulo_u64(data.values[i], 1000000);
    }
    ACCEPTED(rowkey_md5_decimal_u64(data.values, ROWS, data.digests, NULL));
    CHECK(memcmp(data.digests, data.expected_digests, sizeof data.digests) == 0, "decimal: %s",
          kernels->name);
    ACCEPTED(rowkey_modulo_u64(&divisor, data.values, ROWS, data.results, NULL));
    CHECK(memcmp(data.results, data.expected, sizeof data.results) == 0, "u64: %s", kernels->name);

    uint32_t small[ROWS];
    for (size_t i = 0; i < ROWS; i++) small[i] = (uint32_t)data.values[i];
    ACCEPTED(rowkey_modulo_u32(&divisor, small, ROWS, small, NULL));
    for (size_t i = 0; i < ROWS; i++) {
      CHECK(small[i] == (uint32_t)data.values[i] % 1000000, "u32: %s row %zu", kernels->name, i);
    }

    for (size_t i = 0; i < ROWS; i++) {
      reference_md5(data.bytes + data.offsets[i], data.offsets[i + 1] - data.offsets[i],
                    data.expected_digests + i * DIGEST);
    }
    ACCEPTED(rowkey_md5_strings(data.bytes, data.offsets[ROWS], data.offsets, data.offsets + 1, ROWS,
                                data.digests, NULL));
    CHECK(memcmp(data.digests, data.expected_digests, sizeof data.digests) == 0, "strings: %s",
          kernels->name);

    ACCEPTED(rowkey_random_u64(42, 7, ROWS, data.results, NULL));
    for (size_t i = 0; i < ROWS; i++) {
      CHECK(data.results[i] == reference_random_u64(42, 7 + i), "random: %s row %zu", kernels->name, i);
    }
  }
}

/* Padded text and big-endian bytes, side by side and apart, with the bytes between kept. */
static void fields_agree(void) {
  make_data();
  EACH_SELECTED_ISA(kernels) {
    for (size_t gap = 0; gap < 4; gap++) {
      memset(data.text, '.', sizeof data.text);
      memset(data.expected_text, '.', sizeof data.expected_text);
      for (size_t i = 0; i < ROWS; i++) {
        CHECK(reference_decimal_padded(data.values[i], 20, data.expected_text + i * (20 + gap)), "fits");
      }
      ACCEPTED(rowkey_decimal_padded(data.values, ROWS, 20, data.text, 20 + gap, NULL));
      CHECK(memcmp(data.text, data.expected_text, sizeof data.text) == 0, "padded: %s, gap %zu",
            kernels->name, gap);

      memset(data.text, '.', sizeof data.text);
      memset(data.expected_text, '.', sizeof data.expected_text);
      for (size_t i = 0; i < ROWS; i++) {
        CHECK(reference_big_endian(data.values[i], 8, data.expected_text + i * (8 + gap)), "fits");
      }
      ACCEPTED(rowkey_pack_big_endian(data.values, ROWS, 8, data.text, 8 + gap, NULL));
      CHECK(memcmp(data.text, data.expected_text, sizeof data.text) == 0, "big-endian: %s, gap %zu",
            kernels->name, gap);
    }
    ACCEPTED(rowkey_decimal_unpadded(data.values, ROWS, data.text, 20, data.lengths, NULL));
    for (size_t i = 0; i < ROWS; i++) {
      uint8_t text[20];
      CHECK(data.lengths[i] == reference_decimal(data.values[i], text), "%s row %zu", kernels->name, i);
      CHECK(memcmp(data.text + i * 20, text, data.lengths[i]) == 0, "%s row %zu", kernels->name, i);
    }
  }
}

static void packed_rows_agree(void) {
  make_data();
  for (size_t gap = 0; gap < 3; gap++) {
    const rowkey_field fields[] = {{data.bytes, 7, 7},        {"-|", 0, 2}, {data.bytes + 5000, 12, 10},
                                   {data.bytes + 3, 70, 1},   {"", 0, 0},   {data.bytes + 40000, 9, 4},
                                   {data.bytes + 100, 13, 13}};
    const size_t width = 37, stride = width + gap;
    memset(data.expected_text, '.', sizeof data.expected_text);
    reference_pack(fields, COUNT_OF(fields), ROWS, data.expected_text, stride);
    EACH_SELECTED_ISA(kernels) {
      memset(data.text, '.', sizeof data.text);
      ACCEPTED(rowkey_pack(fields, COUNT_OF(fields), ROWS, data.text, stride, NULL));
      CHECK(memcmp(data.text, data.expected_text, sizeof data.text) == 0, "%s, gap %zu", kernels->name, gap);
    }
  }
}

static void values_that_do_not_fit_are_reported(void) {
  EACH_SELECTED_ISA(kernels) {
    for (size_t row = 0; row < ROWS; row += 1 + row / 3) {
      for (size_t i = 0; i < ROWS; i++)
        data.values[i] = i < row ? 255 : i == row ? 1000 : i % 2 == 0 ? 9999 : 1;
      rowkey_error error;
      CHECK(rowkey_decimal_padded(data.values, ROWS, 3, data.text, 3, &error) == ROWKEY_ERROR_RANGE, "%s",
            kernels->name);
      CHECK(error.row == row, "%s: row %zu is reported, not %zu", kernels->name, error.row, row);
      CHECK(rowkey_decimal_padded(data.values, ROWS, 3, data.text, 3, NULL) == ROWKEY_ERROR_RANGE, "%s",
            kernels->name);
      CHECK(rowkey_pack_big_endian(data.values, ROWS, 1, data.text, 1, &error) == ROWKEY_ERROR_RANGE, "%s",
            kernels->name);
      CHECK(error.row == row, "%s: row %zu is reported, not %zu", kernels->name, error.row, row);
    }
  }
}

static void short_numbers_become_strings(void) {
  uint64_t begin[ROWS], end[ROWS];
  EACH_SELECTED_ISA(kernels) {
    for (size_t i = 0; i < ROWS; i++)
      data.values[i] = i == 0 ? 99999999 : i % 3 == 0 ? i * 1000003 % 100000000 : i;
    memset(data.text, '.', sizeof data.text);
    ACCEPTED(rowkey_decimal_strings(data.values, ROWS, data.text, begin, end, NULL));
    for (size_t i = 0; i < ROWS; i++) {
      char expected[16];
      const size_t size =
          (size_t)snprintf(expected, sizeof expected, "%llu", (unsigned long long)data.values[i]);
      CHECK(end[i] - begin[i] == size && end[i] <= 8 * ROWS &&
                memcmp(data.text + begin[i], expected, size) == 0,
            "%s: row %zu", kernels->name, i);
    }
    data.values[ROWS - 1] = 100000000;
    CHECK(rowkey_decimal_strings(data.values, ROWS, data.text, begin, end, NULL) == ROWKEY_ERROR_RANGE, "%s",
          kernels->name);
    ACCEPTED(rowkey_decimal_strings(data.values, 0, NULL, NULL, NULL, NULL));
  }
}

static void bytes_are_found_and_counted(void) {
  static const char text[] = "one\ntwo\n\nthree";
  uint64_t positions[4] = {99, 99, 99, 99};
  EACH_SELECTED_ISA(kernels) {
    CHECK(rowkey_count_byte(text, sizeof text - 1, '\n') == 3, "%s", kernels->name);
    CHECK(rowkey_find_byte(text, sizeof text - 1, '\n', positions, 4) == 3, "%s", kernels->name);
    CHECK(positions[0] == 3 && positions[1] == 7 && positions[2] == 8 && positions[3] == 99, "%s",
          kernels->name);
    CHECK(rowkey_find_byte(text, sizeof text - 1, '\n', positions, 1) == 1, "%s", kernels->name);
    CHECK(rowkey_find_byte(text, sizeof text - 1, '\n', NULL, 0) == 0, "%s", kernels->name);
    CHECK(rowkey_find_byte(NULL, 0, '\n', positions, 4) == 0 && rowkey_count_byte(NULL, 0, '\n') == 0, "%s",
          kernels->name);
  }
}

static void separators_are_found_in_pieces(void) {
  static const char text[] = "a,\"b\nc\"\n\"\"\"\",d\ne\"";
  const size_t first = sizeof "a,\"b\nc\"\n\"\"\"\"" - 1, most = 64;
  uint64_t positions[64];
  EACH_SELECTED_ISA(kernels) {
    rowkey_fields_scan scan = {.delimiter = ',', .quotes = true}, count = scan, plain = {.delimiter = ','};
    CHECK(rowkey_find_separators(&scan, NULL, 0, NULL, 0) == 0 && scan.at == 0, "%s", kernels->name);
    CHECK(rowkey_find_separators(&scan, text, first, positions, most - 1) == 0 && scan.at == 0, "%s",
          kernels->name);
    CHECK(rowkey_find_separators(&scan, text, first, positions, most) == 2, "%s", kernels->name);
    CHECK(positions[0] == 1 && positions[1] == 7, "%s", kernels->name);
    CHECK(scan.at == first - 1 && scan.inside && scan.has_quotes && scan.has_doubled && scan.newlines == 1 &&
              scan.after_newline == 8 && !scan.is_irregular,
          "%s", kernels->name);
    CHECK(rowkey_find_separators(&scan, text, first + 3, positions, most) == 2, "%s", kernels->name);
    CHECK(positions[0] == first && positions[1] == first + 2, "%s", kernels->name);
    CHECK(scan.at == first + 3 && !scan.inside && scan.newlines == 2, "%s", kernels->name);
    CHECK(rowkey_find_separators(&scan, text, sizeof text - 1, positions, most) == 0, "%s", kernels->name);
    CHECK(scan.is_irregular && scan.at == first + 3 && scan.newlines == 2, "%s", kernels->name);
    CHECK(rowkey_find_separators(&scan, text, first + 4, positions, most) == 0 && scan.at == first + 3, "%s",
          kernels->name);
    rowkey_count_records(&count, text, first + 3);
    CHECK(count.newlines == 2 && count.after_newline == first + 3 && count.at == first + 3, "%s",
          kernels->name);
    rowkey_count_records(&plain, text, sizeof text - 1);
    CHECK(plain.newlines == 3 && !plain.has_quotes && plain.at == sizeof text - 1, "%s", kernels->name);
  }
}

/* ---- parsing, where the public function adds signs and reasons to the kernel */

static const char *const some_texts[] = {"0",
                                         "-0",
                                         "-1",
                                         "9223372036854775807",
                                         "9223372036854775808",
                                         "-9223372036854775808",
                                         "-9223372036854775809",
                                         "18446744073709551615",
                                         "-18446744073709551615",
                                         "18446744073709551616",
                                         "-18446744073709551616",
                                         "-000000000000000000000000000000000000000000009",
                                         "",
                                         "-",
                                         "--1",
                                         "+1",
                                         "1-",
                                         " 1",
                                         "1 ",
                                         "-99999999999999999999999999999999",
                                         "99999999999999999999999999999999",
                                         "9999999999999999999999999999999x",
                                         "1e5",
                                         "0x1"};

static void parsed_numbers_agree(void) {
  uint64_t size = 0;
  int64_t expected[ROWS], values[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    expected[i] = (int64_t)(random_u64() >> (1 + random_below(63)));
    if (random_below(2) == 0) expected[i] = -expected[i] - 1;
    data.offsets[i] = size;
    const uint64_t magnitude = expected[i] < 0 ? 0 - (uint64_t)expected[i] : (uint64_t)expected[i];
    if (expected[i] < 0) data.bytes[size++] = '-';
    size += reference_decimal(magnitude, data.bytes + size);
  }
  data.offsets[ROWS] = size;
  EACH_SELECTED_ISA(kernels) {
    for (size_t rows = 0; rows <= ROWS; rows += 1 + rows / 5) {
      memset(values, 0, sizeof values);
      ACCEPTED(rowkey_parse_i64(data.bytes, size, data.offsets, data.offsets + 1, rows, values, NULL));
      CHECK(memcmp(values, expected, rows * sizeof *values) == 0, "%s: %zu rows", kernels->name, rows);
    }
  }
}

/* Each text at each position, after good rows and in front of bad ones. */
static void bad_numbers_are_reported(void) {
  EACH_SELECTED_ISA(kernels) {
    for (size_t kind = 0; kind < COUNT_OF(some_texts); kind++) {
      const char *text = some_texts[kind];
      const size_t length = strlen(text);
      for (size_t position = 0; position < 600; position += 1 + position / 4) {
        uint64_t size = 0;
        for (size_t i = 0; i < ROWS; i++) {
          data.offsets[i] = size;
          const char *row = i == position ? text : i > position && i % 7 == 0 ? "bad" : "12";
          memcpy(data.bytes + size, row, strlen(row));
          size += strlen(row);
        }
        data.offsets[ROWS] = size;
        const size_t rows = position + 1 + kind % 2 * 50;
        const bool later_is_bad = (rows - 1) / 7 * 7 > position;
        const size_t later = (position / 7 + 1) * 7;
        for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
          uint64_t value;
          int64_t signed_value, signed_results[ROWS];
          rowkey_status expected = is_signed
                                       ? reference_parse_i64((const uint8_t *)text, length, &signed_value)
                                       : reference_parse_u64((const uint8_t *)text, length, &value);
          size_t expected_row = position;
          rowkey_error error = {.row = ROWKEY_NONE};
          if (expected == ROWKEY_OK && later_is_bad) {
            expected = ROWKEY_ERROR_NUMBER;
            expected_row = later;
          }
          if (expected == ROWKEY_OK) expected_row = ROWKEY_NONE;
          const rowkey_status status = is_signed
                                           ? rowkey_parse_i64(data.bytes, size, data.offsets,
                                                              data.offsets + 1, rows, signed_results, &error)
                                           : rowkey_parse_u64(data.bytes, size, data.offsets,
                                                              data.offsets + 1, rows, data.results, &error);
          CHECK(status == expected, "%s: \"%s\" in row %zu, signed %u: status %d, not %d", kernels->name,
                text, position, is_signed, (int)status, (int)expected);
          CHECK(error.row == expected_row, "%s: \"%s\", signed %u: row %zu is reported, not %zu",
                kernels->name, text, is_signed, error.row, expected_row);
        }
      }
    }
  }
}

static void faults_have_reasons(void) {
  for (size_t kind = 0; kind < COUNT_OF(some_texts); kind++) {
    const uint8_t *text = (const uint8_t *)some_texts[kind];
    const size_t length = strlen(some_texts[kind]);
    uint64_t value;
    int64_t signed_value;
    struct rowkey_number_fault fault = rowkey_number_fault(text, length, ROWKEY_U64);
    CHECK(fault.status == reference_parse_u64(text, length, &value), "u64 \"%s\"", some_texts[kind]);
    CHECK(fault.offset <= length && strlen(fault.reason) > 0, "u64 \"%s\"", some_texts[kind]);
    fault = rowkey_number_fault(text, length, ROWKEY_I64);
    CHECK(fault.status == reference_parse_i64(text, length, &signed_value), "i64 \"%s\"", some_texts[kind]);
    CHECK(fault.offset <= length && strlen(fault.reason) > 0, "i64 \"%s\"", some_texts[kind]);
  }
  static const struct {
    const char *text;
    rowkey_type type;
    uint64_t offset;
    const char *reason;
  } reasons[] = {
      {"", ROWKEY_U64, 0, "is empty"},
      {"-5", ROWKEY_U64, 0, "is negative"},
      {"-", ROWKEY_I64, 0, "is a minus sign without digits"},
      {"+5", ROWKEY_U64, 0, "has a plus sign"},
      {"4-5", ROWKEY_I64, 1, "has a minus sign after its first byte"},
      {"12 ", ROWKEY_U64, 2, "has a space"},
      {"12\r", ROWKEY_U64, 2, "has a carriage return"},
      {"1e5", ROWKEY_U64, 1, "is not an integer in plain digits"},
      {"12a", ROWKEY_U64, 2, "has a byte that is not a digit"},
      {"18446744073709551616", ROWKEY_U64, 0, "is above 18446744073709551615"},
      {"9223372036854775808", ROWKEY_I64, 0, "is above 9223372036854775807"},
      {"-9223372036854775809", ROWKEY_I64, 0, "is below -9223372036854775808"},
  };
  for (size_t i = 0; i < COUNT_OF(reasons); i++) {
    const struct rowkey_number_fault fault =
        rowkey_number_fault((const uint8_t *)reasons[i].text, strlen(reasons[i].text), reasons[i].type);
    CHECK(strcmp(fault.reason, reasons[i].reason) == 0, "\"%s\" %s", reasons[i].text, fault.reason);
    CHECK(fault.offset == reasons[i].offset, "\"%s\": byte %llu", reasons[i].text,
          (unsigned long long)fault.offset);
  }
}

/* One row has no next one. */
static void one_row_may_have_any_stride(void) {
  make_data();
  for (size_t width = 1; width <= 20; width++) {
    const uint64_t value = data.values[width] % 10;
    uint8_t *key = guarded(width, GUARD_END), *out = guarded(width, GUARD_END),
            *text = guarded(20, GUARD_END);
    random_bytes(key, width);
    uint8_t digest[DIGEST], expected_text[20];
    reference_md5(key, width, digest);
    CHECK(reference_decimal_padded(value, (unsigned)width, expected_text), "fits");
    EACH_SELECTED_ISA(kernels) {
      for (size_t below = 0; below < 16; below++) {
        const size_t stride = SIZE_MAX - below;
        ACCEPTED(rowkey_md5_fixed(key, 1, width, stride, data.digests, NULL));
        CHECK(memcmp(data.digests, digest, DIGEST) == 0, "%s: %zu bytes", kernels->name, width);
        ACCEPTED(rowkey_decimal_padded(&value, 1, (unsigned)width, out, stride, NULL));
        CHECK(memcmp(out, expected_text, width) == 0, "%s: %zu digits", kernels->name, width);
        ACCEPTED(rowkey_decimal_unpadded(&value, 1, text, stride, data.lengths, NULL));
        CHECK(data.lengths[0] == 1 && text[0] == expected_text[width - 1], "%s", kernels->name);
        const rowkey_field field = {.data = key, .width = width, .stride = stride};
        ACCEPTED(rowkey_pack(&field, 1, 1, out, stride, NULL));
        CHECK(memcmp(out, key, width) == 0, "%s: %zu bytes copied", kernels->name, width);
        if (width > 8) continue;
        ACCEPTED(rowkey_pack_big_endian(&value, 1, (unsigned)width, out, stride, NULL));
        CHECK(out[width - 1] == value, "%s: %zu bytes", kernels->name, width);
      }
    }
  }
}

static const struct test tests[] = {
    {"digests, remainders and random numbers agree", digests_and_remainders_agree},
    {"decimal and big-endian fields agree", fields_agree},
    {"packed rows agree", packed_rows_agree},
    {"values that do not fit are reported", values_that_do_not_fit_are_reported},
    {"parsed numbers agree", parsed_numbers_agree},
    {"bad numbers are reported", bad_numbers_are_reported},
    {"faults have reasons", faults_have_reasons},
    {"short numbers become strings", short_numbers_become_strings},
    {"bytes are found and counted", bytes_are_found_and_counted},
    {"separators are found in pieces", separators_are_found_in_pieces},
    {"one row may have any stride", one_row_may_have_any_stride},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
