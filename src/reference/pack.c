#include "reference.h"

bool reference_big_endian(uint64_t value, unsigned width, uint8_t *bytes) {
  if (width < 8 && value >> (8 * width) != 0) return false;
  for (unsigned i = 0; i < width; i++) bytes[i] = (uint8_t)(value >> (8 * (width - 1 - i)));
  return true;
}

void reference_pack(const rowkey_field *fields, size_t field_count, size_t rows, uint8_t *out,
                    size_t stride) {
  for (size_t row = 0; row < rows; row++) {
    uint8_t *at = out + row * stride;
    for (size_t field = 0; field < field_count; field++) {
      const uint8_t *data = fields[field].data;
      for (size_t i = 0; i < fields[field].width; i++) *at++ = data[row * fields[field].stride + i];
    }
  }
}
