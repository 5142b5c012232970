/* CRCs, a bit at a time. */
#include "hash.h"

/* The polynomial's bits are reversed: the highest power is the lowest bit. */
static uint32_t reversed_crc32(const struct hash_input *input, uint32_t polynomial) {
  uint32_t crc = UINT32_MAX;
  for (uint64_t i = 0; i < input->size; i++) {
    crc ^= input->message[i];
    for (unsigned bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc % 2 == 1 ? polynomial : 0);
  }
  return crc ^ UINT32_MAX;
}

/* RFC 3720, section 12.1 and appendix B.4: the polynomial is 0x1edc6f41. */
bool reference_crc32c(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  values[0] = reversed_crc32(input, 0x82f63b78);
  return true;
}

/* RFC 1952, section 8: the polynomial of IEEE 802.3, 0x04c11db7. */
bool reference_crc32(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  values[0] = reversed_crc32(input, 0xedb88320);
  return true;
}

/* Redis Cluster's specification, appendix A: the polynomial 0x1021, not reversed, from 0. */
bool reference_crc16(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  uint32_t crc = 0;
  for (uint64_t i = 0; i < input->size; i++) {
    crc ^= (uint32_t)input->message[i] << 8;
    for (unsigned bit = 0; bit < 8; bit++) crc = crc << 1 ^ (crc >= 0x8000 ? 0x11021 : 0);
  }
  values[0] = crc;
  return true;
}
