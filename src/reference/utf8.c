#include "reference.h"

unsigned reference_code_point(const uint8_t *text, uint64_t size, uint32_t *point) {
  static const struct {
    uint8_t first_mask, first_bits;
    uint32_t smallest;
  } forms[4] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
  for (unsigned length = 1; length <= 4; length++) {
    const uint8_t mask = forms[length - 1].first_mask;
    if ((text[0] & mask) != forms[length - 1].first_bits) continue;
    if (length > size) return 0;
    *point = text[0] & (0xffU ^ mask);
    for (unsigned i = 1; i < length; i++) {
      if ((text[i] & 0xc0) != 0x80) return 0;
      *point = *point * 64 + (text[i] & 0x3f);
    }
    const bool surrogate = *point >= 0xd800 && *point <= 0xdfff;
    return *point < forms[length - 1].smallest || *point > 0x10ffff || surrogate ? 0 : length;
  }
  return 0;
}
