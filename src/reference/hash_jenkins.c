/* Hashes by Bob Jenkins and of his making: lookup3.c's hashlittle; hash_bytes and hash_bytes_extended of
 * PostgreSQL (src/common/hashfn.c); the hash of 64 bits of evahash.html, as YugabyteDB's Hash64StringWithSeed
 * has it. */
#include "hash.h"

struct words {
  uint32_t a, b, c;
};

static void mix(struct words *w) {
  uint32_t a = w->a, b = w->b, c = w->c;
  a -= c, a ^= rotated32(c, 4), c += b;
  b -= a, b ^= rotated32(a, 6), a += c;
  c -= b, c ^= rotated32(b, 8), b += a;
  a -= c, a ^= rotated32(c, 16), c += b;
  b -= a, b ^= rotated32(a, 19), a += c;
  c -= b, c ^= rotated32(b, 4), b += a;
  *w = (struct words){a, b, c};
}

static void finish(struct words *w) {
  uint32_t a = w->a, b = w->b, c = w->c;
  c ^= b, c -= rotated32(b, 14);
  a ^= c, a -= rotated32(c, 11);
  b ^= a, b -= rotated32(a, 25);
  c ^= b, c -= rotated32(b, 16);
  a ^= c, a -= rotated32(c, 4);
  b ^= a, b -= rotated32(a, 14);
  c ^= b, c -= rotated32(b, 24);
  *w = (struct words){a, b, c};
}

/* Byte i of up to 12, of which the last four begin at bit `from` of c. */
static void add_byte(struct words *w, unsigned i, uint32_t byte, unsigned from) {
  if (i < 4) {
    w->a += byte << 8 * i;
  } else if (i < 8) {
    w->b += byte << 8 * (i - 4);
  } else {
    w->c += byte << (8 * (i - 8) + from);
  }
}

bool reference_lookup3(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint8_t *message = input->message;
  uint64_t left = input->size;
  const uint32_t start = 0xdeadbeef + (uint32_t)left + (uint32_t)input->seed;
  struct words w = {start, start, start};
  for (; left > 12; message += 12, left -= 12) {
    for (unsigned i = 0; i < 12; i++) add_byte(&w, i, message[i], 0);
    mix(&w);
  }
  for (unsigned i = 0; i < left; i++) add_byte(&w, i, message[i], 0);
  if (left > 0) finish(&w);
  values[0] = w.c;
  return true;
}

static struct words postgres_words(const struct hash_input *input, uint64_t seed) {
  const uint8_t *message = input->message;
  uint64_t left = input->size;
  const uint32_t start = 0x9e3779b9 + (uint32_t)left + 3923095;
  struct words w = {start, start, start};
  if (seed != 0) {
    w.a += (uint32_t)(seed >> 32);
    w.b += (uint32_t)seed;
    mix(&w);
  }
  for (; left >= 12; message += 12, left -= 12) {
    for (unsigned i = 0; i < 12; i++) add_byte(&w, i, message[i], 0);
    mix(&w);
  }
  for (unsigned i = 0; i < left; i++) add_byte(&w, i, message[i], 8);
  finish(&w);
  return w;
}

bool reference_postgres_hash(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  values[0] = widened(postgres_words(input, 0).c);
  return true;
}

bool reference_postgres_hash_64(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const struct words w = postgres_words(input, input->seed);
  values[0] = (uint64_t)w.b << 32 | w.c;
  return true;
}

static void mix64(uint64_t v[3]) {
  static const unsigned shifts[12] = {43, 9, 8, 38, 23, 5, 35, 49, 11, 12, 18, 22};
  for (unsigned i = 0; i < 12; i++) {
    const uint64_t before = v[(i + 2) % 3];
    v[i % 3] -= v[(i + 1) % 3] + before;
    v[i % 3] ^= i % 3 == 1 ? before << shifts[i] : before >> shifts[i];
  }
}

bool reference_jenkins_64(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint8_t *message = input->message;
  uint64_t left = input->size;
  uint64_t v[3] = {UINT64_C(0xe08c1d668b756f82), UINT64_C(0xe08c1d668b756f82), input->seed};
  for (; left >= 24; message += 24, left -= 24) {
    for (unsigned i = 0; i < 3; i++) v[i] += little_endian(message + 8 * i, 8);
    mix64(v);
  }
  v[2] += input->size;
  for (unsigned i = 0; i < left; i++) v[i / 8] += (uint64_t)message[i] << (8 * (i % 8) + (i < 16 ? 0 : 8));
  mix64(v);
  values[0] = v[2];
  return true;
}
