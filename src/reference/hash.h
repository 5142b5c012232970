/* The single hash functions behind reference_hash. */
#ifndef ROWKEY_SRC_REFERENCE_HASH_H
#define ROWKEY_SRC_REFERENCE_HASH_H

#include "reference.h"

/* False for what is not UTF-8. */
bool reference_java_hash(const uint8_t *text, uint64_t size, uint32_t *value);
uint32_t reference_h31(uint32_t start, const uint8_t *message, uint64_t size);
uint32_t reference_murmur2(uint32_t seed, const uint8_t *message, uint64_t size);
uint32_t reference_murmur3_32(uint32_t seed, rowkey_hash_tail tail, const uint8_t *message, uint64_t size);
void reference_murmur3_128(uint64_t seed, rowkey_hash_tail tail, const uint8_t *message, uint64_t size,
                           uint64_t halves[2]);
uint32_t reference_crc32c(const uint8_t *message, uint64_t size);
uint64_t reference_siphash24(const uint8_t key[16], const uint8_t *message, uint64_t size);
uint64_t reference_xxh64(uint64_t seed, const uint8_t *message, uint64_t size);
uint64_t reference_xxh3(uint64_t seed, const uint8_t *message, uint64_t size);

#endif
