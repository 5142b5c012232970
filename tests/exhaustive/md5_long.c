/* MD5 of messages whose count of bits passes 32 bits, and whose count of bytes does: 2^29 bytes and more than
 * 2^32, beside short ones. The text is one file mapped again and again, so it takes little memory. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "exhaustive.h"
#include "reference/reference.h"
#ifdef HAVE_OPENSSL
#include <openssl/evp.h>
#endif

#define PIECE (UINT64_C(67) << 20) /* no power of two: blocks a power of two apart differ */
#define SIZE (66 * PIECE)          /* 4422 MiB */

static const uint64_t lengths[] = {64,
                                   UINT64_C(1) << 29,
                                   (UINT64_C(1) << 29) - 1,
                                   1000,
                                   (UINT64_C(1) << 29) + 119,
                                   0,
                                   (UINT64_C(1) << 32) + (UINT64_C(1) << 29) / 4 + 56};
enum { ROWS = sizeof lengths / sizeof lengths[0] };

static const uint8_t *text_of_size(void) {
  FILE *piece = tmpfile();
  const int file = piece == NULL ? -1 : fileno(piece);
  if (file < 0 || ftruncate(file, (off_t)PIECE) != 0) fail("no temporary file of %" PRIu64 " bytes", PIECE);
  uint8_t *text = mmap(NULL, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (text == MAP_FAILED) fail("no room for %" PRIu64 " bytes of addresses", SIZE);
  for (uint64_t at = 0; at < SIZE; at += PIECE)
    if (mmap(text + at, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
      fail("cannot map the text");
  for (uint64_t i = 0; i < PIECE; i += 8) {
    const uint64_t x = reference_random_u64(29, i / 8);
    memcpy(text + i, &x, sizeof x);
  }
  return text;
}

static void check_expected(const uint8_t *message, uint64_t length, const uint8_t expected[16]) {
#ifdef HAVE_OPENSSL
  uint8_t digest[16];
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (context == NULL || !EVP_DigestInit_ex(context, EVP_md5(), NULL) ||
      !EVP_DigestUpdate(context, message, length) || !EVP_DigestFinal_ex(context, digest, NULL))
    fail("OpenSSL's MD5 failed");
  EVP_MD_CTX_free(context);
  if (memcmp(digest, expected, 16) != 0) fail("OpenSSL's MD5 of %" PRIu64 " bytes is another", length);
#else
  (void)message, (void)length, (void)expected;
#endif
}

int main(int argc, char **argv) {
  const struct rowkey_kernels *kernels = kernels_of_argument(argc, argv);
  const uint8_t *text = text_of_size();
  uint64_t begin[ROWS], end[ROWS];
  uint8_t digests[16 * ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    begin[i] = 1001 * i;
    end[i] = begin[i] + lengths[i];
    if (end[i] > SIZE) fail("message %zu ends after the text", i);
  }
  const struct rowkey_strings strings = {text, SIZE, begin, end};
  kernels->md5_strings(&strings, ROWS, digests);
  for (size_t i = 0; i < ROWS; i++) {
    uint8_t expected[16];
    reference_md5(text + begin[i], lengths[i], expected);
    check_expected(text + begin[i], lengths[i], expected);
    if (memcmp(digests + 16 * i, expected, 16) != 0)
      fail("the digest of %" PRIu64 " bytes is wrong", lengths[i]);
  }
  printf("%s: MD5 of messages of up to %" PRIu64 " bytes\n", kernels->name, lengths[ROWS - 1]);
  return EXIT_SUCCESS;
}
