/* Which arguments the public batch functions refuse. */
#include <rowkey/rowkey.h>
#include <string.h>

#include "base/addresses.h"
#include "kernels/arguments.h"
#include "testing.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define REFUSED(call) CHECK((call) == ROWKEY_ERROR_ARGUMENT, "status %d", (int)(call))
#define ACCEPTED(call) CHECK((call) == ROWKEY_OK, "status %d", (int)(call))

static uint8_t bytes[64], out[64];
static uint64_t numbers[4], results[4];
static const size_t huge = SIZE_MAX / 8;

static void no_rows_need_no_buffers(void) {
  rowkey_divisor divisor;
  ACCEPTED(rowkey_divisor_init(&divisor, 10, NULL));
  ACCEPTED(rowkey_md5_fixed(NULL, 0, 8, 8, NULL, NULL));
  ACCEPTED(rowkey_md5_decimal_u64(NULL, 0, NULL, NULL));
  ACCEPTED(rowkey_md5_strings(NULL, 0, NULL, NULL, 0, NULL, NULL));
  ACCEPTED(rowkey_modulo_u128(&divisor, NULL, 0, NULL, NULL));
  ACCEPTED(rowkey_modulo_u64(&divisor, NULL, 0, NULL, NULL));
  ACCEPTED(rowkey_modulo_u32(&divisor, NULL, 0, NULL, NULL));
  ACCEPTED(rowkey_decimal_padded(NULL, 0, 7, NULL, 7, NULL));
  ACCEPTED(rowkey_decimal_unpadded(NULL, 0, NULL, 20, NULL, NULL));
  ACCEPTED(rowkey_parse_u64(NULL, 0, NULL, NULL, 0, NULL, NULL));
  ACCEPTED(rowkey_parse_i64(NULL, 0, NULL, NULL, 0, NULL, NULL));
  ACCEPTED(rowkey_random_u64(1, 2, 0, NULL, NULL));
  ACCEPTED(rowkey_pack(NULL, 0, 0, NULL, 0, NULL));
  const rowkey_field field = {NULL, 4, 4};
  ACCEPTED(rowkey_pack(&field, 1, 0, NULL, 4, NULL));
  ACCEPTED(rowkey_pack_big_endian(NULL, 0, 8, NULL, 8, NULL));
}

static void null_is_refused(void) {
  rowkey_divisor divisor;
  ACCEPTED(rowkey_divisor_init(&divisor, 10, NULL));
  const uint64_t begin[1] = {0}, end[1] = {1};
  REFUSED(rowkey_md5_fixed(NULL, 1, 8, 8, out, NULL));
  REFUSED(rowkey_md5_fixed(bytes, 1, 8, 8, NULL, NULL));
  REFUSED(rowkey_md5_decimal_u64(NULL, 1, out, NULL));
  REFUSED(rowkey_md5_decimal_u64(numbers, 1, NULL, NULL));
  REFUSED(rowkey_md5_strings(NULL, 1, begin, end, 1, out, NULL));
  REFUSED(rowkey_md5_strings(bytes, 1, NULL, end, 1, out, NULL));
  REFUSED(rowkey_md5_strings(bytes, 1, begin, NULL, 1, out, NULL));
  REFUSED(rowkey_md5_strings(bytes, 1, begin, end, 1, NULL, NULL));
  REFUSED(rowkey_divisor_init(NULL, 10, NULL));
  REFUSED(rowkey_modulo_u128(NULL, bytes, 1, results, NULL));
  REFUSED(rowkey_modulo_u128(&divisor, NULL, 1, results, NULL));
  REFUSED(rowkey_modulo_u128(&divisor, bytes, 1, NULL, NULL));
  REFUSED(rowkey_modulo_u64(NULL, numbers, 1, results, NULL));
  REFUSED(rowkey_modulo_u64(&divisor, NULL, 1, results, NULL));
  REFUSED(rowkey_modulo_u64(&divisor, numbers, 1, NULL, NULL));
  uint32_t small[1] = {0};
  REFUSED(rowkey_modulo_u32(NULL, small, 1, small, NULL));
  REFUSED(rowkey_modulo_u32(&divisor, NULL, 1, small, NULL));
  REFUSED(rowkey_modulo_u32(&divisor, small, 1, NULL, NULL));
  REFUSED(rowkey_decimal_padded(NULL, 1, 7, out, 7, NULL));
  REFUSED(rowkey_decimal_padded(numbers, 1, 7, NULL, 7, NULL));
  REFUSED(rowkey_decimal_unpadded(NULL, 1, out, 20, bytes, NULL));
  REFUSED(rowkey_decimal_unpadded(numbers, 1, NULL, 20, bytes, NULL));
  REFUSED(rowkey_decimal_unpadded(numbers, 1, out, 20, NULL, NULL));
  int64_t signed_results[1];
  REFUSED(rowkey_parse_u64(NULL, 1, begin, end, 1, results, NULL));
  REFUSED(rowkey_parse_u64(bytes, 1, NULL, end, 1, results, NULL));
  REFUSED(rowkey_parse_u64(bytes, 1, begin, NULL, 1, results, NULL));
  REFUSED(rowkey_parse_u64(bytes, 1, begin, end, 1, NULL, NULL));
  REFUSED(rowkey_parse_i64(NULL, 1, begin, end, 1, signed_results, NULL));
  REFUSED(rowkey_parse_i64(bytes, 1, begin, NULL, 1, signed_results, NULL));
  REFUSED(rowkey_parse_i64(bytes, 1, begin, end, 1, NULL, NULL));
  REFUSED(rowkey_random_u64(1, 2, 1, NULL, NULL));
  const rowkey_field field = {bytes, 4, 4}, no_data = {NULL, 4, 4};
  REFUSED(rowkey_pack(NULL, 1, 1, out, 4, NULL));
  REFUSED(rowkey_pack(&no_data, 1, 1, out, 4, NULL));
  REFUSED(rowkey_pack(&field, 1, 1, NULL, 4, NULL));
  REFUSED(rowkey_pack_big_endian(NULL, 1, 8, out, 8, NULL));
  REFUSED(rowkey_pack_big_endian(numbers, 1, 8, NULL, 8, NULL));
}

static void sizes_that_overflow_are_refused(void) {
  rowkey_divisor divisor;
  ACCEPTED(rowkey_divisor_init(&divisor, 10, NULL));
  const uint64_t offsets[2] = {0, 0};
  REFUSED(rowkey_md5_fixed(bytes, huge, 1, 9, out, NULL));
  REFUSED(rowkey_md5_fixed(bytes, 3, 1, SIZE_MAX / 2, out, NULL));
  REFUSED(rowkey_md5_fixed(bytes, 1, SIZE_MAX, SIZE_MAX, out, NULL));
  REFUSED(rowkey_md5_fixed(bytes, huge, 0, 0, out, NULL)); /* 16 * huge digests */
  REFUSED(rowkey_md5_decimal_u64(numbers, huge, out, NULL));
  REFUSED(rowkey_md5_strings(bytes, 1, offsets, offsets + 1, huge, out, NULL));
  REFUSED(rowkey_md5_strings(bytes, SIZE_MAX, offsets, offsets + 1, 1, out, NULL));
  REFUSED(rowkey_modulo_u128(&divisor, bytes, huge, results, NULL));
  REFUSED(rowkey_modulo_u64(&divisor, numbers, huge, results, NULL));
  REFUSED(rowkey_modulo_u32(&divisor, (const uint32_t *)(const void *)numbers, SIZE_MAX / 4,
                            (uint32_t *)(void *)results, NULL));
  REFUSED(rowkey_decimal_padded(numbers, huge, 20, out, 20, NULL));
  REFUSED(rowkey_decimal_padded(numbers, 3, 20, out, SIZE_MAX / 2, NULL));
  REFUSED(rowkey_decimal_unpadded(numbers, 3, out, SIZE_MAX / 2, bytes, NULL));
  REFUSED(rowkey_parse_u64(bytes, 1, offsets, offsets + 1, huge, results, NULL));
  REFUSED(rowkey_parse_i64(bytes, 1, offsets, offsets + 1, huge, (int64_t *)(void *)results, NULL));
  REFUSED(rowkey_random_u64(1, 2, SIZE_MAX, results, NULL));
  REFUSED(rowkey_pack_big_endian(numbers, 3, 8, out, SIZE_MAX / 2, NULL));
  const rowkey_field wide[] = {{bytes, 0, SIZE_MAX / 2}, {bytes, 0, SIZE_MAX / 2}, {bytes, 0, 2}};
  REFUSED(rowkey_pack(wide, 3, 1, out, SIZE_MAX, NULL));
  const rowkey_field field = {bytes, 4, 4};
  REFUSED(rowkey_pack(&field, 1, huge * 4, out, 4, NULL));
  REFUSED(rowkey_pack(&field, 1, 3, out, SIZE_MAX / 2, NULL));
}

static void objects_can_be_of_any_size_that_exists(void) {
  CHECK(rows_can_be_at(bytes, 1, PTRDIFF_MAX, PTRDIFF_MAX), "the largest");
  CHECK(!rows_can_be_at(bytes, 1, (size_t)PTRDIFF_MAX + 1, (size_t)PTRDIFF_MAX + 1), "a larger one");
  CHECK(rows_can_be_at(bytes, 2, 4, PTRDIFF_MAX - 4), "the largest of two rows");
  CHECK(!rows_can_be_at(bytes, 2, 4, PTRDIFF_MAX - 3), "a larger one of two rows");
  CHECK(rows_can_be_at(bytes, PTRDIFF_MAX, 1, 1), "the largest of bytes");
  CHECK(!rows_can_be_at(bytes, (size_t)PTRDIFF_MAX + 1, 1, 1), "a larger one of bytes");
  REFUSED(
      rowkey_md5_decimal_u64(numbers, PTRDIFF_MAX / 16 + 1, out, NULL)); /* only the digests are too large */
}

static void widths_and_strides_are_checked(void) {
  REFUSED(rowkey_md5_fixed(bytes, 1, 8, 7, out, NULL));
  REFUSED(rowkey_decimal_padded(numbers, 1, 0, out, 20, NULL));
  REFUSED(rowkey_decimal_padded(numbers, 1, 21, out, 21, NULL));
  REFUSED(rowkey_decimal_padded(numbers, 1, 10, out, 9, NULL));
  REFUSED(rowkey_decimal_unpadded(numbers, 1, out, 19, bytes, NULL));
  REFUSED(rowkey_pack_big_endian(numbers, 1, 0, out, 8, NULL));
  REFUSED(rowkey_pack_big_endian(numbers, 1, 9, out, 9, NULL));
  REFUSED(rowkey_pack_big_endian(numbers, 1, 8, out, 7, NULL));
  const rowkey_field fields[] = {{bytes, 4, 4}, {bytes, 0, 3}}, short_stride = {bytes, 3, 4};
  REFUSED(rowkey_pack(fields, 2, 1, out, 6, NULL));
  REFUSED(rowkey_pack(&short_stride, 1, 1, out, 4, NULL));
  ACCEPTED(rowkey_pack(fields, 2, 1, out, 7, NULL));
  /* The same without rows: a wrong call is wrong in every batch. */
  REFUSED(rowkey_md5_fixed(NULL, 0, 8, 7, NULL, NULL));
  REFUSED(rowkey_decimal_padded(NULL, 0, 0, NULL, 20, NULL));
}

static void divisor_zero_is_refused(void) {
  rowkey_divisor divisor;
  memset(&divisor, 0, sizeof divisor);
  REFUSED(rowkey_divisor_init(&divisor, 0, NULL));
  REFUSED(rowkey_modulo_u64(&divisor, numbers, 1, results, NULL)); /* never made */
  for (uint64_t bit = 0; bit < 64; bit++) ACCEPTED(rowkey_divisor_init(&divisor, UINT64_C(1) << bit, NULL));
}

static void offsets_are_checked(void) {
  static const struct {
    uint64_t begin, end;
  } wrong[] = {{1, 0}, {0, 11}, {11, 11}, {UINT64_MAX, 0}, {0, UINT64_MAX}, {UINT64_MAX, UINT64_MAX}};
  memset(bytes, '7', sizeof bytes);
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    for (size_t position = 0; position < 3; position++) {
      uint64_t begin[3] = {0, 3, 9}, end[3] = {10, 4, 10};
      int64_t signed_results[3];
      begin[position] = wrong[i].begin;
      end[position] = wrong[i].end;
      REFUSED(rowkey_md5_strings(bytes, 10, begin, end, 3, out, NULL));
      REFUSED(rowkey_parse_u64(bytes, 10, begin, end, 3, results, NULL));
      REFUSED(rowkey_parse_i64(bytes, 10, begin, end, 3, signed_results, NULL));
    }
  }
  const uint64_t end_of_bytes = 10;
  ACCEPTED(rowkey_md5_strings(bytes, 10, &end_of_bytes, &end_of_bytes, 1, out, NULL));
}

static void version_is_the_headers(void) {
  CHECK(strcmp(rowkey_version(), ROWKEY_VERSION_STRING) == 0, "%s", rowkey_version());
}

static const struct test tests[] = {
    {"no rows need no buffers", no_rows_need_no_buffers},
    {"NULL is refused", null_is_refused},
    {"sizes that overflow are refused", sizes_that_overflow_are_refused},
    {"objects can be of any size that exists", objects_can_be_of_any_size_that_exists},
    {"widths and strides are checked", widths_and_strides_are_checked},
    {"divisor 0 is refused", divisor_zero_is_refused},
    {"offsets are checked", offsets_are_checked},
    {"the version is the header's", version_is_the_headers},
};

int main(int argc, char **argv) { return run_tests(tests, COUNT_OF(tests), argc, argv); }
