/* The public batch functions: they check their arguments, then call the kernels in use. The checks read no
 * data but the begins and ends of strings. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

#include "base/addresses.h"
#include "kernels/arguments.h"
#include "kernels/divisor.h"
#include "kernels/kernel_table.h"

const char *rowkey_version(void) { return ROWKEY_VERSION_STRING; }

uint32_t rowkey_version_number(void) { return ROWKEY_VERSION_NUMBER; }

/* Where rows have no gaps between them, a kernel may write up to the end of the last one: the next row
 * overwrites what it writes after a row. */
static struct rowkey_place rows_of(void *out, size_t rows, size_t width, size_t stride) {
  stride = distance_of(rows, width, stride);
  const size_t extent = (rows - 1) * stride + width;
  return (struct rowkey_place){out, stride, stride == width ? extent : width, (uint8_t *)out + extent};
}

enum { DIGEST_SIZE = 16 };

rowkey_status rowkey_md5_fixed(const void *keys, size_t rows, size_t width, size_t stride, void *digests,
                               rowkey_error *error) {
  if (!rowkey_check_stride(width, stride, error) ||
      !rowkey_check_rows("keys", keys, rows, width, stride, error) ||
      !rowkey_check_values("digests", digests, rows, DIGEST_SIZE, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const size_t distance = distance_of(rows, width, stride);
  rowkey_kernels_for(rowkey_kernels_selected(), rows)->md5_fixed(keys, rows, width, distance, digests);
  return ROWKEY_OK;
}

rowkey_status rowkey_md5_decimal_u64(const uint64_t *values, size_t rows, void *digests,
                                     rowkey_error *error) {
  if (!rowkey_check_values("values", values, rows, sizeof *values, error) ||
      !rowkey_check_values("digests", digests, rows, DIGEST_SIZE, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_for(rowkey_kernels_selected(), rows)->md5_decimal(values, rows, digests);
  return ROWKEY_OK;
}

rowkey_status rowkey_md5_strings(const void *bytes, size_t size, const uint64_t *begin, const uint64_t *end,
                                 size_t rows, void *digests, rowkey_error *error) {
  const struct rowkey_strings strings = strings_at(bytes, size, begin, end);
  if (!rowkey_check_strings(&strings, rows, error) ||
      !rowkey_check_values("digests", digests, rows, DIGEST_SIZE, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_for(rowkey_kernels_selected(), rows)->md5_strings(&strings, rows, digests);
  return ROWKEY_OK;
}

/* Copies the constants out of the public object, whose members are uint64_t. Returns false for a divisor that
 * was never initialised, as far as its content shows that. */
static bool read_divisor(const rowkey_divisor *divisor, struct rowkey_divisor_constants *constants,
                         rowkey_error *error) {
  if (!rowkey_is_given(divisor, "divisor", error)) return false;
  memcpy(constants, divisor->opaque, sizeof *constants);
  if (constants->value != 0) return true;
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                   "the divisor is not initialised (expected one from rowkey_divisor_init)");
  return false;
}

rowkey_status rowkey_modulo_u128(const rowkey_divisor *divisor, const void *digests, size_t rows,
                                 uint64_t *remainders, rowkey_error *error) {
  struct rowkey_divisor_constants constants;
  if (!read_divisor(divisor, &constants, error) ||
      !rowkey_check_values("digests", digests, rows, DIGEST_SIZE, error) ||
      !rowkey_check_values("remainders", remainders, rows, sizeof *remainders, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_selected()->modulo_u128(&constants, digests, rows, remainders);
  return ROWKEY_OK;
}

rowkey_status rowkey_modulo_u64(const rowkey_divisor *divisor, const uint64_t *values, size_t rows,
                                uint64_t *remainders, rowkey_error *error) {
  struct rowkey_divisor_constants constants;
  if (!read_divisor(divisor, &constants, error) ||
      !rowkey_check_values("values", values, rows, sizeof *values, error) ||
      !rowkey_check_values("remainders", remainders, rows, sizeof *remainders, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_selected()->modulo_u64(&constants, values, rows, remainders);
  return ROWKEY_OK;
}

rowkey_status rowkey_modulo_u32(const rowkey_divisor *divisor, const uint32_t *values, size_t rows,
                                uint32_t *remainders, rowkey_error *error) {
  struct rowkey_divisor_constants constants;
  if (!read_divisor(divisor, &constants, error) ||
      !rowkey_check_values("values", values, rows, sizeof *values, error) ||
      !rowkey_check_values("remainders", remainders, rows, sizeof *remainders, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_selected()->modulo_u32(&constants, values, rows, remainders);
  return ROWKEY_OK;
}

enum { U64_DIGITS = 20 };

/* Whether `width` is 1 to `most`, and rows of it do not overlap. */
static bool check_width(unsigned width, unsigned most, size_t stride, rowkey_error *error) {
  if (width >= 1 && width <= most) return rowkey_check_stride(width, stride, error);
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "width is %u (expected 1 to %u)", width, most);
  return false;
}

rowkey_status rowkey_decimal_padded(const uint64_t *values, size_t rows, unsigned width, void *text,
                                    size_t stride, rowkey_error *error) {
  if (!check_width(width, U64_DIGITS, stride, error) ||
      !rowkey_check_values("values", values, rows, sizeof *values, error) ||
      !rowkey_check_rows("text", text, rows, width, stride, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const struct rowkey_place place = rows_of(text, rows, width, stride);
  const size_t bad = rowkey_kernels_selected()->decimal_padded(values, rows, width, &place);
  if (bad == rows) return ROWKEY_OK;
  return rowkey_error_of_row(error, ROWKEY_ERROR_RANGE, bad, "%" PRIu64 " has more than %u digits",
                             values[bad], width);
}

rowkey_status rowkey_decimal_unpadded(const uint64_t *values, size_t rows, void *text, size_t stride,
                                      uint8_t *lengths, rowkey_error *error) {
  if (!rowkey_check_stride(U64_DIGITS, stride, error) ||
      !rowkey_check_values("values", values, rows, sizeof *values, error) ||
      !rowkey_check_rows("text", text, rows, U64_DIGITS, stride, error) ||
      !rowkey_check_values("lengths", lengths, rows, sizeof *lengths, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const size_t distance = distance_of(rows, U64_DIGITS, stride);
  rowkey_kernels_selected()->decimal_unpadded(values, rows, text, distance, lengths);
  return ROWKEY_OK;
}

rowkey_status rowkey_decimal_strings(const uint64_t *values, size_t rows, void *text, uint64_t *begin,
                                     uint64_t *end, rowkey_error *error) {
  if (!rowkey_check_values("values", values, rows, sizeof *values, error) ||
      !rowkey_check_values("text", text, rows, 8, error) ||
      !rowkey_check_values("begin", begin, rows, sizeof *begin, error) ||
      !rowkey_check_values("end", end, rows, sizeof *end, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  const struct rowkey_kernels *kernels = rowkey_kernels_selected();
  if (rows == 0) return ROWKEY_OK;
  const size_t bad = kernels->find_outside(values, rows, 0, 99999999);
  if (bad < rows)
    return rowkey_error_of_row(error, ROWKEY_ERROR_RANGE, bad, "%" PRIu64 " has more than 8 digits",
                               values[bad]);
  kernels->decimal_strings(values, rows, text, begin, end);
  return ROWKEY_OK;
}

size_t rowkey_find_byte(const void *bytes, size_t size, uint8_t byte, uint64_t *positions, size_t capacity) {
  return size == 0 || capacity == 0 || !values_can_be_at(bytes, size, 1) || positions == NULL
             ? 0
             : rowkey_kernels_selected()->find_byte(bytes, size, byte, positions, capacity);
}

size_t rowkey_count_byte(const void *bytes, size_t size, uint8_t byte) {
  return size == 0 || !values_can_be_at(bytes, size, 1)
             ? 0
             : rowkey_kernels_selected()->count_byte(bytes, size, byte);
}

/* Whether there are bytes left to search. */
static bool goes_on(const rowkey_fields_scan *scan, const void *bytes, size_t size) {
  return scan != NULL && scan->at < size && !scan->is_irregular && values_can_be_at(bytes, size, 1);
}

size_t rowkey_find_separators(rowkey_fields_scan *scan, const void *bytes, size_t size, uint64_t *positions,
                              size_t capacity) {
  return goes_on(scan, bytes, size) && positions != NULL
             ? rowkey_kernels_selected()->find_separators(scan, bytes, size, positions, capacity)
             : 0;
}

void rowkey_count_records(rowkey_fields_scan *scan, const void *bytes, size_t size) {
  if (goes_on(scan, bytes, size)) rowkey_kernels_selected()->count_records(scan, bytes, size);
}

rowkey_status rowkey_random_u64(uint64_t seed, uint64_t first, size_t rows, uint64_t *values,
                                rowkey_error *error) {
  if (!rowkey_check_values("values", values, rows, sizeof *values, error)) return ROWKEY_ERROR_ARGUMENT;
  if (rows > 0) rowkey_kernels_selected()->random_u64(seed, first, rows, values);
  return ROWKEY_OK;
}

rowkey_status rowkey_pack_big_endian(const uint64_t *values, size_t rows, unsigned width, void *out,
                                     size_t stride, rowkey_error *error) {
  if (!check_width(width, sizeof *values, stride, error) ||
      !rowkey_check_values("values", values, rows, sizeof *values, error) ||
      !rowkey_check_rows("out", out, rows, width, stride, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const struct rowkey_place place = rows_of(out, rows, width, stride);
  const size_t bad = rowkey_kernels_selected()->big_endian(values, rows, width, &place);
  if (bad == rows) return ROWKEY_OK;
  return rowkey_error_of_row(error, ROWKEY_ERROR_RANGE, bad, "%" PRIu64 " has more than %u bytes",
                             values[bad], width);
}

/* Whether the fields are there, and the bytes of a row. */
static bool add_widths(const rowkey_field *fields, size_t field_count, size_t rows, size_t *width,
                       rowkey_error *error) {
  *width = 0;
  if (!rowkey_is_array(fields, field_count, sizeof *fields, "fields", error)) return false;
  for (size_t i = 0; i < field_count; i++) {
    const rowkey_field *field = &fields[i];
    char what[40];
    snprintf(what, sizeof what, "fields[%zu].data", i);
    if ((field->stride != 0 && !rowkey_check_stride(field->width, field->stride, error)) ||
        !rowkey_check_rows(what, field->data, rows, field->width, field->stride, error)) {
      return false;
    }
    if (field->width > PTRDIFF_MAX - *width) {
      rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                       "fields[%zu].width is %zu, more than a row can have (expected its width in bytes)", i,
                       field->width);
      return false;
    }
    *width += field->width;
  }
  return true;
}

/* Output is written a field at a time, in blocks of rows about as large as this so that it stays cached. */
enum { PACK_BLOCK = 16384 };

rowkey_status rowkey_pack(const rowkey_field *fields, size_t field_count, size_t rows, void *out,
                          size_t stride, rowkey_error *error) {
  size_t width;
  if (!add_widths(fields, field_count, rows, &width, error) || !rowkey_check_stride(width, stride, error) ||
      !rowkey_check_rows("out", out, rows, width, stride, error)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  const struct rowkey_kernels *kernels = rowkey_kernels_selected();
  stride = distance_of(rows, width, stride);
  const size_t block = stride < PACK_BLOCK ? PACK_BLOCK / (stride + 1) + 1 : 1;
  for (size_t done = 0; done < rows; done += block) {
    const size_t count = rows - done < block ? rows - done : block;
    uint8_t *first = (uint8_t *)out + done * stride;
    const uint8_t *end = first + (count - 1) * stride + width;
    size_t offset = 0;
    for (size_t i = 0; i < field_count; i++) {
      /* The fields that follow overwrite what lies between this one and the end of its row. */
      const struct rowkey_place place = {first + offset, stride, width - offset, end};
      const uint8_t *data = fields[i].data;
      const size_t distance = distance_of(rows, fields[i].width, fields[i].stride);
      kernels->copy_fixed(data + done * distance, distance, fields[i].width, count, &place);
      offset += fields[i].width;
    }
  }
  return ROWKEY_OK;
}
