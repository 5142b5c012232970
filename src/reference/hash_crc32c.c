/* CRC32C: RFC 3720, section 12.1 and appendix B.4. A bit at a time; 0x82f63b78 is the polynomial 0x1edc6f41
 * with its bits reversed. */
#include "hash.h"

uint32_t reference_crc32c(const uint8_t *message, uint64_t size) {
  uint32_t crc = UINT32_MAX;
  for (uint64_t i = 0; i < size; i++) {
    crc ^= message[i];
    for (unsigned bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc % 2 == 1 ? 0x82f63b78 : 0);
  }
  return crc ^ UINT32_MAX;
}
