/* The hashes of the Java library: String.hashCode and Arrays.hashCode(byte[]). */
#include "hash.h"

bool reference_java_hash(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  uint32_t hash = 0, point = 0;
  for (uint64_t at = 0; at < input->size;) {
    const unsigned length = reference_code_point(input->message + at, input->size - at, &point);
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

bool reference_h31(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  uint32_t hash = (uint32_t)input->seed;
  for (uint64_t i = 0; i < input->size; i++) hash = 31 * hash + (uint32_t)sign_extended(input->message[i]);
  values[0] = widened(hash);
  return true;
}
