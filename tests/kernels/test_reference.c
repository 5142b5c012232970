/* The reference against published vectors. */
#include <rowkey/kernels.h>
#include <stdio.h>
#include <string.h>

#include "reference/reference.h"
#include "testing.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static void hex_digest(const void *message, uint64_t size, char text[33]) {
  uint8_t digest[16];
  reference_md5(message, size, digest);
  for (unsigned i = 0; i < 16; i++) snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

static void md5_of_the_rfc(void) {
  /* RFC 1321, appendix A.5 */
  static const struct {
    const char *message, *digest;
  } suite[] = {
      {"", "d41d8cd98f00b204e9800998ecf8427e"},
      {"a", "0cc175b9c0f1b6a831c399e269772661"},
      {"abc", "900150983cd24fb0d6963f7d28e17f72"},
      {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
      {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
      {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"},
      {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
       "57edf4a22be3c955ac49da2e2107b67a"},
  };
  for (size_t i = 0; i < COUNT_OF(suite); i++) {
    char text[33];
    hex_digest(suite[i].message, strlen(suite[i].message), text);
    CHECK(strcmp(text, suite[i].digest) == 0, "\"%s\" gives %s, not %s", suite[i].message, text,
          suite[i].digest);
  }
}

/* Digests of n bytes 0, 1, … (modulo 251), computed with Python's hashlib: around each length where the
 * padding grows. */
static void md5_of_padding_lengths(void) {
  static const struct {
    unsigned size;
    const char *digest;
  } vectors[] = {
      {1, "93b885adfe0da089cdf634904fd59f71"},    {3, "b95f67f61ebb03619622d798f45fc2d3"},
      {54, "33dd62a2df6538daf1cf821d9cde61f9"},   {55, "6912ee65fff2d9f9ce2508cddf8bcda0"},
      {56, "51fdd1acda72405dfdfa03fcb85896d7"},   {57, "5320ef4c17ef34a0cf2db763338d25eb"},
      {63, "48a6295221902e8e0938f773a7185e72"},   {64, "b2d3f56bc197fd985d5965079b5e7148"},
      {65, "8bd7053801c768420faf816fadba971c"},   {118, "4541055c6675b614d27c537c3bb15675"},
      {119, "1c772251899a7ff007400b888d6b2042"},  {120, "b7ba1efc6022e9ed272f00b8831e26e6"},
      {121, "b0b2d719a838db877b6d6571a39a1cdc"},  {127, "8402b21e7bc7906493bae0dac017f1f9"},
      {128, "37eff01866ba3f538421b30b7cbefcac"},  {129, "46f986692847558fc38b0cece591c20f"},
      {183, "51999d289f5bbe579ce4a2224c7478d9"},  {184, "76e4931d881a3c50d61b61b2f28f3152"},
      {1000, "a24f1e3ef66950e1327f210e3997ba2c"},
  };
  uint8_t message[1000];
  for (size_t i = 0; i < sizeof message; i++) message[i] = (uint8_t)(i % 251);
  for (size_t i = 0; i < COUNT_OF(vectors); i++) {
    char text[33];
    hex_digest(message, vectors[i].size, text);
    CHECK(strcmp(text, vectors[i].digest) == 0, "%u bytes give %s, not %s", vectors[i].size, text,
          vectors[i].digest);
  }
}

static void md5_modulo_a_million(void) {
  /* Python: int(hashlib.md5(text).hexdigest(), 16) % 1000000 */
  static const struct {
    const char *text;
    uint64_t remainder;
  } vectors[] = {{"", 178366}, {"a", 726497}, {"abc", 803570}, {"hello", 222994}, {"1", 88411}};
  for (size_t i = 0; i < COUNT_OF(vectors); i++) {
    uint8_t digest[16];
    reference_md5(vectors[i].text, strlen(vectors[i].text), digest);
    const uint64_t remainder = reference_modulo_u128(digest, 1000000);
    CHECK(remainder == vectors[i].remainder, "\"%s\" gives %llu, not %llu", vectors[i].text,
          (unsigned long long)remainder, (unsigned long long)vectors[i].remainder);
  }
}

static void modulo_of_known_numbers(void) {
  /* 2^128 - 1 = 3 * 5 * 17 * 257 * 641 * 65537 * 274177 * 6700417 * 67280421310721 */
  uint8_t ones[16];
  memset(ones, 0xff, sizeof ones);
  static const uint64_t factors[] = {
      1, 3, 5, 17, 257, 641, 65537, 274177, 6700417, 67280421310721, UINT64_C(18446744073709551615)};
  for (size_t i = 0; i < COUNT_OF(factors); i++) {
    CHECK(reference_modulo_u128(ones, factors[i]) == 0, "factor %llu", (unsigned long long)factors[i]);
    if (factors[i] > 1) {
      uint8_t even[16];
      memcpy(even, ones, sizeof even);
      even[15]--;
      CHECK(reference_modulo_u128(even, factors[i]) == factors[i] - 1, "factor %llu",
            (unsigned long long)factors[i]);
    }
  }
  CHECK(reference_modulo_u128(ones, UINT64_C(1) << 63) == INT64_MAX, "2^63");
  CHECK(reference_modulo_u128(ones, (UINT64_C(1) << 63) + 1) == 3, "2^63 + 1"); /* 2^64 = -2, 2^128 = 4 */
}

static void modulo_is_the_operator(void) {
  for (unsigned i = 0; i < 100000; i++) {
    const uint64_t value = random_u64() >> random_below(64);
    const uint64_t divisor = (random_u64() >> random_below(64)) | 1;
    uint8_t digest[16] = {0};
    CHECK(reference_big_endian(value, 8, digest + 8), "8 bytes hold every value");
    CHECK(reference_modulo_u64(value, divisor) == value % divisor, "%llu %% %llu", (unsigned long long)value,
          (unsigned long long)divisor);
    CHECK(reference_modulo_u128(digest, divisor) == value % divisor, "%llu %% %llu",
          (unsigned long long)value, (unsigned long long)divisor);
  }
}

static void decimal_is_printf(void) {
  for (unsigned i = 0; i < 100000; i++) {
    const uint64_t value = random_u64() >> random_below(64);
    char wanted[32];
    uint8_t text[20];
    const int length = snprintf(wanted, sizeof wanted, "%llu", (unsigned long long)value);
    CHECK(reference_decimal(value, text) == (unsigned)length, "length of %s", wanted);
    CHECK(memcmp(text, wanted, (size_t)length) == 0, "%.20s for %s", (const char *)text, wanted);
    const unsigned width = (unsigned)random_below(20) + 1;
    CHECK(reference_decimal_padded(value, width, text) == (length <= (int)width), "%s in width %u", wanted,
          width);
    if (length <= (int)width) {
      snprintf(wanted, sizeof wanted, "%0*llu", (int)width, (unsigned long long)value);
      CHECK(memcmp(text, wanted, width) == 0, "%.20s for %s", (const char *)text, wanted);
    }
  }
}

static void parse_knows_its_language(void) {
  static const struct {
    const char *text;
    rowkey_status u64_status;
    uint64_t u64;
    rowkey_status i64_status;
    int64_t i64;
  } vectors[] = {
      {"0", ROWKEY_OK, 0, ROWKEY_OK, 0},
      {"00000000000000000000000000000000042", ROWKEY_OK, 42, ROWKEY_OK, 42},
      {"9223372036854775807", ROWKEY_OK, INT64_MAX, ROWKEY_OK, INT64_MAX},
      {"9223372036854775808", ROWKEY_OK, UINT64_C(9223372036854775808), ROWKEY_ERROR_RANGE, 0},
      {"18446744073709551615", ROWKEY_OK, UINT64_MAX, ROWKEY_ERROR_RANGE, 0},
      {"18446744073709551616", ROWKEY_ERROR_RANGE, 0, ROWKEY_ERROR_RANGE, 0},
      {"99999999999999999999", ROWKEY_ERROR_RANGE, 0, ROWKEY_ERROR_RANGE, 0},
      {"184467440737095516150", ROWKEY_ERROR_RANGE, 0, ROWKEY_ERROR_RANGE, 0},
      {"-1", ROWKEY_ERROR_NUMBER, 0, ROWKEY_OK, -1},
      {"-0", ROWKEY_ERROR_NUMBER, 0, ROWKEY_OK, 0},
      {"-0009", ROWKEY_ERROR_NUMBER, 0, ROWKEY_OK, -9},
      {"-9223372036854775808", ROWKEY_ERROR_NUMBER, 0, ROWKEY_OK, INT64_MIN},
      {"-9223372036854775809", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_RANGE, 0},
      {"", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
      {"-", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
      {"--1", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
      {"+1", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
      {" 1", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
      {"1 ", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
      {"1e5", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
      {"0x1", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
      {"99999999999999999999999x", ROWKEY_ERROR_NUMBER, 0, ROWKEY_ERROR_NUMBER, 0},
  };
  for (size_t i = 0; i < COUNT_OF(vectors); i++) {
    const uint8_t *text = (const uint8_t *)vectors[i].text;
    const size_t length = strlen(vectors[i].text);
    uint64_t u64 = 0;
    int64_t i64 = 0;
    CHECK(reference_parse_u64(text, length, &u64) == vectors[i].u64_status, "u64 \"%s\"", vectors[i].text);
    CHECK(u64 == vectors[i].u64, "u64 \"%s\" gives %llu", vectors[i].text, (unsigned long long)u64);
    CHECK(reference_parse_i64(text, length, &i64) == vectors[i].i64_status, "i64 \"%s\"", vectors[i].text);
    CHECK(i64 == vectors[i].i64, "i64 \"%s\" gives %lld", vectors[i].text, (long long)i64);
  }
}

static void random_numbers_are_splitmix64(void) {
  /* The outputs for seed 1234567 that implementations in many languages publish. */
  static const uint64_t outputs[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                     UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                     UINT64_C(16408922859458223821)};
  for (size_t i = 0; i < COUNT_OF(outputs); i++) {
    CHECK(reference_random_u64(1234567, i) == outputs[i], "output %zu is %llu", i,
          (unsigned long long)reference_random_u64(1234567, i));
  }
}

static void big_endian_bytes(void) {
  uint8_t bytes[8];
  CHECK(reference_big_endian(UINT64_C(0x0102030405060708), 8, bytes), "fits");
  CHECK(memcmp(bytes, "\1\2\3\4\5\6\7\10", 8) == 0, "order of bytes");
  CHECK(reference_big_endian(0xffff, 2, bytes) && bytes[0] == 0xff && bytes[1] == 0xff, "fits");
  CHECK(!reference_big_endian(0x10000, 2, bytes), "does not fit");
  CHECK(reference_big_endian(0xfe, 3, bytes) && memcmp(bytes, "\0\0\xfe", 3) == 0, "padded");
}

static void pack_lays_side_by_side(void) {
  const rowkey_field fields[] = {{"abcd", 2, 2}, {"-", 0, 1}, {"xyz", 1, 1}};
  uint8_t out[12];
  memset(out, '.', sizeof out);
  reference_pack(fields, 3, 2, out, 6);
  CHECK(memcmp(out, "ab-x..cd-y..", 12) == 0, "%.12s", (const char *)out);
}

static const struct test tests[] = {
    {"MD5 of the RFC's test suite", md5_of_the_rfc},
    {"MD5 of lengths where the padding grows", md5_of_padding_lengths},
    {"MD5 modulo a million", md5_modulo_a_million},
    {"u128 modulo known factors", modulo_of_known_numbers},
    {"modulo is the operator %", modulo_is_the_operator},
    {"decimal is printf's", decimal_is_printf},
    {"parse accepts and rejects as documented", parse_knows_its_language},
    {"random numbers are SplitMix64's", random_numbers_are_splitmix64},
    {"big-endian bytes", big_endian_bytes},
    {"pack lays fields side by side", pack_lays_side_by_side},
};

int main(int argc, char **argv) { return run_tests(tests, COUNT_OF(tests), argc, argv); }
