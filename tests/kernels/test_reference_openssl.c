/* The reference against OpenSSL: MD5, SHA-1, SHA-256, and modulo by its big numbers. */
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <string.h>

#include "each_isa.h"
#include "reference/reference.h"

static void md5_of_random_messages(void) {
  static uint8_t message[5000];
  random_bytes(message, sizeof message);
  for (size_t size = 0; size < sizeof message; size += size < 400 ? 1 : 1 + random_below(97)) {
    uint8_t digest[16], wanted[16];
    reference_md5(message, size, digest);
    CHECK(EVP_Digest(message, size, wanted, NULL, EVP_md5(), NULL) == 1, "EVP_Digest");
    CHECK(memcmp(digest, wanted, 16) == 0, "%zu bytes", size);
  }
}

static void sha_of_random_messages(void) {
  static uint8_t message[5000];
  random_bytes(message, sizeof message);
  const struct {
    rowkey_hash hash;
    const EVP_MD *theirs;
  } digests[] = {{{.function = ROWKEY_SHA1}, EVP_sha1()}, {{.function = ROWKEY_SHA256}, EVP_sha256()}};
  for (size_t size = 0; size < sizeof message; size += size < 400 ? 1 : 1 + random_below(97)) {
    for (size_t i = 0; i < sizeof digests / sizeof *digests; i++) {
      const rowkey_hash *hash = &digests[i].hash;
      uint64_t values[MOST_HASH_VALUES];
      uint8_t bytes[8 * MOST_HASH_VALUES], wanted[EVP_MAX_MD_SIZE];
      CHECK(EVP_Digest(message, size, wanted, NULL, digests[i].theirs, NULL) == 1, "EVP_Digest");
      CHECK(reference_hash(hash, 0, message, size, values), "every message has a digest");
      for (size_t j = 0; j < values_per_row(hash); j++)
        CHECK(reference_big_endian(values[j], 8, bytes + 8 * j), "8 bytes hold every value");
      const size_t width = hash_function_of(hash)->size;
      CHECK(memcmp(bytes, wanted, width) == 0, "%s of %zu bytes", hash_function_of(hash)->name, size);
      for (size_t j = width; j < 8 * values_per_row(hash); j++)
        CHECK(bytes[j] == 0, "%s: byte %zu is not 0", hash_function_of(hash)->name, j);
    }
  }
}

static void modulo_of_random_digests(void) {
  for (unsigned i = 0; i < 20000; i++) {
    uint8_t digest[16];
    random_bytes(digest, sizeof digest);
    const uint64_t divisor = (random_u64() >> random_below(64)) | (i % 2);
    if (divisor == 0) continue;
    uint8_t divisor_bytes[8], wanted_bytes[8];
    CHECK(reference_big_endian(divisor, 8, divisor_bytes), "8 bytes hold every value");
    BIGNUM *dividend = BN_bin2bn(digest, 16, NULL), *big_divisor = BN_bin2bn(divisor_bytes, 8, NULL);
    BIGNUM *remainder = BN_new();
    BN_CTX *context = BN_CTX_new();
    CHECK(BN_mod(remainder, dividend, big_divisor, context) == 1, "BN_mod");
    CHECK(BN_bn2binpad(remainder, wanted_bytes, 8) == 8, "BN_bn2binpad");
    BN_free(dividend);
    BN_free(big_divisor);
    BN_free(remainder);
    BN_CTX_free(context);
    uint8_t bytes[8];
    CHECK(reference_big_endian(reference_modulo_u128(digest, divisor), 8, bytes), "8 bytes hold every value");
    CHECK(memcmp(bytes, wanted_bytes, 8) == 0, "divisor %llu", (unsigned long long)divisor);
  }
}

static const struct test tests[] = {
    {"MD5 of random messages is OpenSSL's", md5_of_random_messages},
    {"SHA-1 and SHA-256 of random messages are OpenSSL's", sha_of_random_messages},
    {"u128 modulo is OpenSSL's", modulo_of_random_digests},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
