/* One hash of one message, as rowkey_hash_strings gives it. */
#include "hash.h"

#include "words.h"

bool reference_hash(const rowkey_hash *hash, uint64_t seed, const uint8_t *message, uint64_t size,
                    uint64_t values[2]) {
  uint32_t java = 0;
  values[1] = 0;
  switch (hash->function) {
    case ROWKEY_JAVA_HASH:
      if (!reference_java_hash(message, size, &java)) return false;
      values[0] = widened(java);
      break;
    case ROWKEY_H31:
      values[0] = widened(reference_h31((uint32_t)seed, message, size));
      break;
    case ROWKEY_MURMUR2:
      values[0] = widened(reference_murmur2((uint32_t)seed, message, size));
      break;
    case ROWKEY_MURMUR3_32:
      values[0] = widened(reference_murmur3_32((uint32_t)seed, hash->tail, message, size));
      break;
    case ROWKEY_MURMUR3_128:
      reference_murmur3_128(seed, hash->tail, message, size, values);
      break;
    case ROWKEY_CRC32C:
      values[0] = reference_crc32c(message, size);
      break;
    case ROWKEY_SIPHASH24:
      values[0] = reference_siphash24(hash->key, message, size);
      break;
    case ROWKEY_XXH64:
      values[0] = reference_xxh64(seed, message, size);
      break;
    case ROWKEY_XXH3:
      values[0] = reference_xxh3(seed, message, size);
      break;
  }
  return true;
}
