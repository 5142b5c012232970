/* One hash of one message, as rowkey_hash_strings gives it. */
#include "hash.h"

bool reference_hash(const rowkey_hash *hash, uint64_t seed, const uint8_t *message, uint64_t size,
                    uint64_t values[MOST_HASH_VALUES]) {
  const struct hash_input input = {hash, seed, message, size};
  values[1] = 0;
  switch (hash->function) {
#define ROWKEY_HASH(member, name, ...) \
  case ROWKEY_##member:                \
    return reference_##name(&input, values);
#include "kernels/hashes.def"
#undef ROWKEY_HASH
  }
  return false;
}
