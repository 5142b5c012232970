/* MD5 of messages of 0…1024 bytes in every place of a group, each place with data of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exhaustive.h"
#include "reference/reference.h"

enum { LENGTHS = 1025, SPACE = 1024, PLACES_MAX = 512 };

static const struct rowkey_kernels *kernels;
static size_t places;
static uint8_t (*messages)[SPACE];
static uint8_t (*expected)[LENGTHS][16]; /* of each place's message, the digest of its first bytes */
static uint64_t begin[PLACES_MAX], end[PLACES_MAX];
static uint8_t digests[PLACES_MAX][16];

static void check_digest(size_t place, size_t length, const char *how) {
  if (memcmp(digests[place], expected[place][length], 16) != 0)
    fail("%s: the digest of %zu bytes in place %zu of %zu is wrong", how, length, place, places);
}

static void hash_strings(void) {
  const struct rowkey_strings strings = {messages[0], places * SPACE, begin, end};
  kernels->md5_strings(&strings, places, digests[0]);
}

static void all_of_one_length(size_t length) {
  kernels->md5_fixed(messages[0], places, length, SPACE, digests[0]);
  for (size_t i = 0; i < places; i++) check_digest(i, length, "keys");
  for (size_t i = 0; i < places; i++) end[i] = begin[i] + length;
  hash_strings();
  for (size_t i = 0; i < places; i++) check_digest(i, length, "strings of one length");
}

/* One message among others that are all `other` bytes long. */
static void one_in_each_place(size_t length, size_t other) {
  for (size_t i = 0; i < places; i++) end[i] = begin[i] + other;
  for (size_t odd = 0; odd < places; odd++) {
    end[odd] = begin[odd] + length;
    hash_strings();
    for (size_t i = 0; i < places; i++) check_digest(i, i == odd ? length : other, "one of another length");
    end[odd] = begin[odd] + other;
  }
}

/* All different, so that every length comes to every place. */
static void mixed_lengths(size_t turn) {
  for (size_t i = 0; i < places; i++) end[i] = begin[i] + (37 * i + turn) % LENGTHS;
  hash_strings();
  for (size_t i = 0; i < places; i++) check_digest(i, (37 * i + turn) % LENGTHS, "mixed lengths");
}

int main(int argc, char **argv) {
  kernels = kernels_of_argument(argc, argv);
  places = kernels->md5_group;
  if (places > PLACES_MAX) fail("a group has %zu messages, this program has room for %d", places, PLACES_MAX);
  messages = memory_of(places * sizeof messages[0]);
  expected = memory_of(places * sizeof expected[0]);
  for (size_t i = 0; i < places; i++) {
    begin[i] = i * SPACE;
    for (size_t byte = 0; byte < SPACE; byte++)
      messages[i][byte] = (uint8_t)(reference_random_u64(i, byte / 8) >> (byte % 8 * 8));
    for (size_t length = 0; length < LENGTHS; length++)
      reference_md5(messages[i], length, expected[i][length]);
  }
  for (size_t length = 0; length < LENGTHS; length++) {
    all_of_one_length(length);
    one_in_each_place(length, 3);
    one_in_each_place(length, 119);
    mixed_lengths(length);
  }
  printf("%s: MD5 of 0…1024 bytes in each of %zu places\n", kernels->name, places);
  return EXIT_SUCCESS;
}
