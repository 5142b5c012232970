/* CRC32C: RFC 3720, section 12.1 and appendix B.4. A bit at a time; 0x82f63b78 is the polynomial 0x1edc6f41
 * with its bits reversed. */
#include "hash.h"

bool reference_crc32c(const struct hash_input *input, uint64_t values[2]) {
  uint32_t crc = UINT32_MAX;
  for (uint64_t i = 0; i < input->size; i++) {
    crc ^= input->message[i];
    for (unsigned bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc % 2 == 1 ? 0x82f63b78 : 0);
  }
  values[0] = crc ^ UINT32_MAX;
  return true;
}
