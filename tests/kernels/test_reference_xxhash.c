/* The reference of XXH64 and XXH3 against the installed xxHash. */
#include <xxhash.h>

#include "reference/reference.h"
#include "testing.h"

static void random_messages(void) {
  static uint8_t message[6000];
  random_bytes(message, sizeof message);
  const rowkey_hash xxh64 = {.function = ROWKEY_XXH64}, xxh3 = {.function = ROWKEY_XXH3};
  for (size_t size = 0; size < sizeof message; size += size < 1200 ? 1 : 1 + random_below(97)) {
    const uint64_t seeds[] = {0, 1, random_u64()};
    for (unsigned i = 0; i < 3; i++) {
      uint64_t values[MOST_HASH_VALUES];
      reference_hash(&xxh64, seeds[i], message, size, values);
      CHECK(values[0] == XXH64(message, size, seeds[i]), "XXH64 of %zu bytes, seed 0x%llx", size,
            (unsigned long long)seeds[i]);
      reference_hash(&xxh3, seeds[i], message, size, values);
      CHECK(values[0] == XXH3_64bits_withSeed(message, size, seeds[i]), "XXH3 of %zu bytes, seed 0x%llx",
            size, (unsigned long long)seeds[i]);
    }
  }
}

static const struct test tests[] = {{"XXH64 and XXH3 of random messages are xxHash's", random_messages}};

int main(int argc, char **argv) { return run_tests(tests, 1, argc, argv); }
