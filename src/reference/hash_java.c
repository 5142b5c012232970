/* The hashes of the Java library: String.hashCode and Arrays.hashCode(byte[]). */
#include "hash.h"

/* One code point of UTF-8 (RFC 3629, section 3) at text, `left` bytes before its end. Returns its length, or
 * 0 for what is none. */
static unsigned code_point(const uint8_t *text, uint64_t left, uint32_t *point) {
  static const struct {
    uint8_t first_mask, first_bits;
    uint32_t smallest;
  } forms[4] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
  for (unsigned length = 1; length <= 4; length++) {
    const uint8_t mask = forms[length - 1].first_mask;
    if ((text[0] & mask) != forms[length - 1].first_bits) continue;
    if (length > left) return 0;
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

bool reference_java_hash(const struct hash_input *input, uint64_t values[2]) {
  uint32_t hash = 0, point = 0;
  for (uint64_t at = 0; at < input->size;) {
    const unsigned length = code_point(input->message + at, input->size - at, &point);
    if (length == 0) return false;
    at += length;
    if (point >= 0x10000) {
      hash = 31 * hash + (0xd800 + (point - 0x10000) / 0x400);
      point = 0xdc00 + (point - 0x10000) % 0x400;
    }
    hash = 31 * hash + point;
  }
  values[0] = widened(hash);
  return true;
}

bool reference_h31(const struct hash_input *input, uint64_t values[2]) {
  uint32_t hash = (uint32_t)input->seed;
  for (uint64_t i = 0; i < input->size; i++) hash = 31 * hash + (uint32_t)sign_extended(input->message[i]);
  values[0] = widened(hash);
  return true;
}
