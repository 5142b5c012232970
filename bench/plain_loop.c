/* rowkey-plain-loop IDS KEYS: the keys {md5(id) % 1000000:07d}{id:010d} of a file of decimal ids, one a line,
 * by nothing but the C library and OpenSSL: what scripts/demo compares the rowkey command with. */
#include <errno.h>
#include <inttypes.h>
#include <openssl/md5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

static int fail(const char *path) {
  fprintf(stderr, "rowkey-plain-loop: %s: %s\n", path, strerror(errno));
  return 3;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: rowkey-plain-loop IDS KEYS\n", stderr);
    return 2;
  }
  FILE *ids = fopen(argv[1], "r");
  if (ids == NULL) return fail(argv[1]);
  FILE *keys = fopen(argv[2], "w");
  if (keys == NULL) return fail(argv[2]);

  char line[64];
  for (unsigned long number = 1; fgets(line, sizeof(line), ids) != NULL; number++) {
    char *end;
    errno = 0;
    uint64_t id = strtoull(line, &end, 10);
    if (end == line || *end != '\n' || errno != 0) {
      fprintf(stderr, "rowkey-plain-loop: %s:%lu: not an id\n", argv[1], number);
      return 1;
    }
    char text[21];
    size_t length = (size_t)snprintf(text, sizeof(text), "%" PRIu64, id);
    uint8_t digest[MD5_DIGEST_LENGTH];
    MD5((const unsigned char *)text, length, digest);
    uint64_t prefix = (uint64_t)(load_big_endian_u128(digest) % 1000000);
    fprintf(keys, "%07" PRIu64 "%010" PRIu64 "\n", prefix, id);
  }
  if (ferror(ids)) return fail(argv[1]);
  if (fclose(keys) != 0) return fail(argv[2]);
  fclose(ids);
  return 0;
}
