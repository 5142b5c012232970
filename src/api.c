/* The public batch functions: they check their arguments, then call the kernels in use. The checks read no
 * data but the begins and ends of strings. */
#include <rowkey/rowkey.h>
#include <string.h>

#include "arguments.h"
#include "divisor.h"
#include "kernel_table.h"

const char *rowkey_version(void) { return ROWKEY_VERSION_STRING; }

uint32_t rowkey_version_number(void) { return ROWKEY_VERSION_NUMBER; }

bool rowkey_strings_valid(const struct rowkey_strings *strings, size_t rows) {
  if (rows == 0) return true;
  if (!values_can_be_at(strings->begin, rows, sizeof *strings->begin) ||
      !values_can_be_at(strings->end, rows, sizeof *strings->end) || strings->size > PTRDIFF_MAX) {
    return false;
  }
  if (strings->bytes == NULL && strings->size > 0) return false;
  uint64_t total;
  return rowkey_kernels_selected()->check_strings(strings, rows, &total) == rows;
}

/* Where rows have no gaps between them, a kernel may write up to the end of the last one: the next row
 * overwrites what it writes after a row. */
static struct rowkey_place rows_of(void *out, size_t rows, size_t width, size_t stride) {
  stride = distance_of(rows, width, stride);
  const size_t extent = (rows - 1) * stride + width;
  return (struct rowkey_place){out, stride, stride == width ? extent : width, (uint8_t *)out + extent};
}

static rowkey_status out_of_range(size_t row, size_t *bad_row) {
  if (bad_row != NULL) *bad_row = row;
  return ROWKEY_ERROR_RANGE;
}

enum { DIGEST_SIZE = 16 };

rowkey_status rowkey_md5_fixed(const void *keys, size_t rows, size_t width, size_t stride, void *digests) {
  if (stride < width || !rows_can_be_at(keys, rows, width, stride) ||
      !values_can_be_at(digests, rows, DIGEST_SIZE)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const size_t distance = distance_of(rows, width, stride);
  rowkey_kernels_for(rowkey_kernels_selected(), rows)->md5_fixed(keys, rows, width, distance, digests);
  return ROWKEY_OK;
}

rowkey_status rowkey_md5_decimal_u64(const uint64_t *values, size_t rows, void *digests) {
  if (!values_can_be_at(values, rows, sizeof *values) || !values_can_be_at(digests, rows, DIGEST_SIZE)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_for(rowkey_kernels_selected(), rows)->md5_decimal(values, rows, digests);
  return ROWKEY_OK;
}

rowkey_status rowkey_md5_strings(const void *bytes, size_t size, const uint64_t *begin, const uint64_t *end,
                                 size_t rows, void *digests) {
  const struct rowkey_strings strings = strings_at(bytes, size, begin, end);
  if (!rowkey_strings_valid(&strings, rows) || !values_can_be_at(digests, rows, DIGEST_SIZE)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_for(rowkey_kernels_selected(), rows)->md5_strings(&strings, rows, digests);
  return ROWKEY_OK;
}

/* Copies the constants out of the public object, whose members are uint64_t. Returns false for a divisor that
 * was never initialised, as far as its content shows that. */
static bool read_divisor(const rowkey_divisor *divisor, struct rowkey_divisor_constants *constants) {
  if (divisor == NULL) return false;
  memcpy(constants, divisor->opaque, sizeof *constants);
  return constants->value != 0;
}

rowkey_status rowkey_modulo_u128(const rowkey_divisor *divisor, const void *digests, size_t rows,
                                 uint64_t *remainders) {
  struct rowkey_divisor_constants constants;
  if (!read_divisor(divisor, &constants) || !values_can_be_at(digests, rows, DIGEST_SIZE) ||
      !values_can_be_at(remainders, rows, sizeof *remainders)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_selected()->modulo_u128(&constants, digests, rows, remainders);
  return ROWKEY_OK;
}

rowkey_status rowkey_modulo_u64(const rowkey_divisor *divisor, const uint64_t *values, size_t rows,
                                uint64_t *remainders) {
  struct rowkey_divisor_constants constants;
  if (!read_divisor(divisor, &constants) || !values_can_be_at(values, rows, sizeof *values) ||
      !values_can_be_at(remainders, rows, sizeof *remainders)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_selected()->modulo_u64(&constants, values, rows, remainders);
  return ROWKEY_OK;
}

rowkey_status rowkey_modulo_u32(const rowkey_divisor *divisor, const uint32_t *values, size_t rows,
                                uint32_t *remainders) {
  struct rowkey_divisor_constants constants;
  if (!read_divisor(divisor, &constants) || !values_can_be_at(values, rows, sizeof *values) ||
      !values_can_be_at(remainders, rows, sizeof *remainders)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows > 0) rowkey_kernels_selected()->modulo_u32(&constants, values, rows, remainders);
  return ROWKEY_OK;
}

enum { U64_DIGITS = 20 };

rowkey_status rowkey_decimal_padded(const uint64_t *values, size_t rows, unsigned width, void *text,
                                    size_t stride, size_t *bad_row) {
  if (width < 1 || width > U64_DIGITS || stride < width || !values_can_be_at(values, rows, sizeof *values) ||
      !rows_can_be_at(text, rows, width, stride)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const struct rowkey_place place = rows_of(text, rows, width, stride);
  const size_t bad = rowkey_kernels_selected()->decimal_padded(values, rows, width, &place);
  return bad == rows ? ROWKEY_OK : out_of_range(bad, bad_row);
}

rowkey_status rowkey_decimal_unpadded(const uint64_t *values, size_t rows, void *text, size_t stride,
                                      uint8_t *lengths) {
  if (stride < U64_DIGITS || !values_can_be_at(values, rows, sizeof *values) ||
      !rows_can_be_at(text, rows, U64_DIGITS, stride) || !values_can_be_at(lengths, rows, sizeof *lengths)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const size_t distance = distance_of(rows, U64_DIGITS, stride);
  rowkey_kernels_selected()->decimal_unpadded(values, rows, text, distance, lengths);
  return ROWKEY_OK;
}

rowkey_status rowkey_decimal_strings(const uint64_t *values, size_t rows, void *text, uint64_t *begin,
                                     uint64_t *end) {
  if (!values_can_be_at(values, rows, sizeof *values) || !values_can_be_at(text, rows, 8) ||
      !values_can_be_at(begin, rows, sizeof *begin) || !values_can_be_at(end, rows, sizeof *end)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  const struct rowkey_kernels *kernels = rowkey_kernels_selected();
  if (rows == 0) return ROWKEY_OK;
  if (kernels->find_outside(values, rows, 0, 99999999) < rows) return ROWKEY_ERROR_RANGE;
  kernels->decimal_strings(values, rows, text, begin, end);
  return ROWKEY_OK;
}

size_t rowkey_find_byte(const void *bytes, size_t size, uint8_t byte, uint64_t *positions, size_t capacity) {
  return size == 0 || capacity == 0
             ? 0
             : rowkey_kernels_selected()->find_byte(bytes, size, byte, positions, capacity);
}

size_t rowkey_count_byte(const void *bytes, size_t size, uint8_t byte) {
  return size == 0 ? 0 : rowkey_kernels_selected()->count_byte(bytes, size, byte);
}

size_t rowkey_find_separators(rowkey_fields_scan *scan, const void *bytes, size_t size, uint64_t *positions,
                              size_t capacity) {
  return scan->at >= size || scan->is_irregular
             ? 0
             : rowkey_kernels_selected()->find_separators(scan, bytes, size, positions, capacity);
}

void rowkey_count_records(rowkey_fields_scan *scan, const void *bytes, size_t size) {
  if (scan->at < size && !scan->is_irregular) rowkey_kernels_selected()->count_records(scan, bytes, size);
}

rowkey_status rowkey_random_u64(uint64_t seed, uint64_t first, size_t rows, uint64_t *values) {
  if (!values_can_be_at(values, rows, sizeof *values)) return ROWKEY_ERROR_ARGUMENT;
  if (rows > 0) rowkey_kernels_selected()->random_u64(seed, first, rows, values);
  return ROWKEY_OK;
}

rowkey_status rowkey_pack_big_endian(const uint64_t *values, size_t rows, unsigned width, void *out,
                                     size_t stride, size_t *bad_row) {
  if (width < 1 || width > sizeof *values || stride < width ||
      !values_can_be_at(values, rows, sizeof *values) || !rows_can_be_at(out, rows, width, stride)) {
    return ROWKEY_ERROR_ARGUMENT;
  }
  if (rows == 0) return ROWKEY_OK;
  const struct rowkey_place place = rows_of(out, rows, width, stride);
  const size_t bad = rowkey_kernels_selected()->big_endian(values, rows, width, &place);
  return bad == rows ? ROWKEY_OK : out_of_range(bad, bad_row);
}

/* The bytes of a row, or SIZE_MAX when a field is wrong or the sum passes size_t. */
static size_t row_width(const rowkey_field *fields, size_t field_count, size_t rows) {
  size_t width = 0;
  for (size_t i = 0; i < field_count; i++) {
    const rowkey_field *field = &fields[i];
    if (field->stride != 0 && field->stride < field->width) return SIZE_MAX;
    if (!rows_can_be_at(field->data, rows, field->width, field->stride)) return SIZE_MAX;
    if (field->width > PTRDIFF_MAX - width) return SIZE_MAX;
    width += field->width;
  }
  return width;
}

/* Output is written a field at a time, in blocks of rows about as large as this so that it stays cached. */
enum { PACK_BLOCK = 16384 };

rowkey_status rowkey_pack(const rowkey_field *fields, size_t field_count, size_t rows, void *out,
                          size_t stride) {
  if (fields == NULL && field_count > 0) return ROWKEY_ERROR_ARGUMENT;
  const size_t width = row_width(fields, field_count, rows);
  if (stride < width || !rows_can_be_at(out, rows, width, stride)) return ROWKEY_ERROR_ARGUMENT;
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
