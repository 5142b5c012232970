/* CityHash64 1.0.2 and FarmHash's Fingerprint64, each length by its own rule. */
#include "hash.h"

enum { BLOCK = 64 };

static const uint64_t k0 = 0xc3a5c85c97cb3127, k1 = 0xb492b66fbe98f273, k2 = 0x9ae16a3b2f90404f,
                      k3 = 0xc949d7c7509e6557, city_factor = 0x9ddfea08eb382d69;

static uint64_t turned(uint64_t x, unsigned right) { return rotated64(x, 64 - right); }
static uint64_t folded(uint64_t x) { return x ^ x >> 47; }

static uint64_t joined(uint64_t u, uint64_t v, uint64_t factor) {
  uint64_t a = (u ^ v) * factor;
  a ^= a >> 47;
  uint64_t b = (v ^ a) * factor;
  b ^= b >> 47;
  return b * factor;
}

static uint64_t word(const struct hash_input *input, uint64_t at) {
  return little_endian(input->message + at, 8);
}

/* Four words from byte `at` on, into pair[0] and pair[1], which begin as a and b. */
static void mix(const struct hash_input *input, uint64_t at, uint64_t a, uint64_t b, uint64_t pair[2]) {
  a += word(input, at);
  b = turned(b + a + word(input, at + 24), 21);
  const uint64_t c = a;
  a += word(input, at + 8);
  a += word(input, at + 16);
  b += turned(a, 44);
  pair[0] = a + word(input, at + 24);
  pair[1] = b + c;
}

static uint64_t of_few(const struct hash_input *input, uint64_t k) {
  const uint8_t *bytes = input->message;
  const uint64_t size = input->size;
  if (size == 0) return k2;
  const uint32_t y = bytes[0] + ((uint32_t)bytes[size >> 1] << 8);
  const uint32_t z = (uint32_t)size + ((uint32_t)bytes[size - 1] << 2);
  return folded(y * k2 ^ z * k) * k2;
}

static uint64_t of_four_to_seven(const struct hash_input *input, uint64_t factor) {
  const uint64_t first = little_endian(input->message, 4);
  return joined(input->size + (first << 3), little_endian(input->message + input->size - 4, 4), factor);
}

static uint64_t city_17_to_32(const struct hash_input *input) {
  const uint64_t size = input->size;
  const uint64_t a = word(input, 0) * k1, b = word(input, 8);
  const uint64_t c = word(input, size - 8) * k2, d = word(input, size - 16) * k0;
  return joined(turned(a - b, 43) + turned(c, 30) + d, a + turned(b ^ k3, 20) - c + size, city_factor);
}

static void city_half(uint64_t a, uint64_t z, uint64_t second, uint64_t third, uint64_t pair[2]) {
  const uint64_t b = turned(a + z, 52);
  uint64_t c = turned(a, 37);
  a += second;
  c += turned(a, 7);
  a += third;
  pair[0] = a + z;
  pair[1] = b + turned(a, 31) + c;
}

static uint64_t city_33_to_64(const struct hash_input *input) {
  const uint64_t size = input->size;
  uint64_t v[2], w[2];
  city_half(word(input, 0) + (size + word(input, size - 16)) * k0, word(input, 24), word(input, 8),
            word(input, 16), v);
  city_half(word(input, 16) + word(input, size - 32), word(input, size - 8), word(input, size - 24),
            word(input, size - 16), w);
  const uint64_t r = folded((v[0] + w[1]) * k2 + (w[0] + v[1]) * k0);
  return folded(r * k0 + v[1]) * k2;
}

static uint64_t city_of_blocks(const struct hash_input *input) {
  const uint64_t size = input->size;
  uint64_t x = word(input, 0), y = word(input, size - 16) ^ k1, z = word(input, size - 56) ^ k0, v[2], w[2];
  mix(input, size - 64, size, y, v);
  mix(input, size - 32, size * k1, k0, w);
  z += folded(v[1]) * k1;
  x = turned(z + x, 39) * k1;
  y = turned(y, 33) * k1;
  for (uint64_t at = 0; at < (size - 1) / BLOCK * BLOCK; at += BLOCK) {
    x = turned(x + y + v[0] + word(input, at + 16), 37) * k1;
    y = turned(y + v[1] + word(input, at + 48), 42) * k1;
    x ^= w[1];
    y ^= v[0];
    z = turned(z ^ w[0], 33);
    mix(input, at, v[1] * k1, x + w[0], v);
    mix(input, at + 32, z + w[1], y, w);
    const uint64_t swapped = z;
    z = x;
    x = swapped;
  }
  return joined(joined(v[0], w[0], city_factor) + folded(y) * k1 + z, joined(v[1], w[1], city_factor) + x,
                city_factor);
}

bool reference_cityhash64(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint64_t size = input->size;
  if (size > 64)
    values[0] = city_of_blocks(input);
  else if (size > 32)
    values[0] = city_33_to_64(input);
  else if (size > 16)
    values[0] = city_17_to_32(input);
  else if (size > 8)
    values[0] = joined(word(input, 0), turned(word(input, size - 8) + size, (unsigned)size), city_factor) ^
                word(input, size - 8);
  else
    values[0] = size < 4 ? of_few(input, k3) : of_four_to_seven(input, city_factor);
  return true;
}

static uint64_t farm_17_to_32(const struct hash_input *input, uint64_t factor) {
  const uint64_t a = word(input, 0) * k1, b = word(input, 8);
  const uint64_t c = word(input, input->size - 8) * factor, d = word(input, input->size - 16) * k2;
  return joined(turned(a + b, 43) + turned(c, 30) + d, a + turned(b + k2, 18) + c, factor);
}

static uint64_t farm_33_to_64(const struct hash_input *input, uint64_t factor) {
  const uint64_t size = input->size;
  const uint64_t a = word(input, 0) * k2, b = word(input, 8);
  const uint64_t c = word(input, size - 8) * factor, d = word(input, size - 16) * k2;
  const uint64_t y = turned(a + b, 43) + turned(c, 30) + d;
  const uint64_t z = joined(y, a + turned(b + k2, 18) + c, factor);
  const uint64_t e = word(input, 16) * factor, f = word(input, 24);
  const uint64_t g = (y + word(input, size - 32)) * factor, h = (z + word(input, size - 24)) * factor;
  return joined(turned(e + f, 43) + turned(g, 30) + h, e + turned(f + a, 18) + g, factor);
}

static uint64_t farm_of_blocks(const struct hash_input *input) {
  const uint64_t size = input->size, seed = 81;
  uint64_t x = seed * k2 + word(input, 0), y = seed * k1 + 113, z = folded(y * k2 + 113) * k2;
  uint64_t v[2] = {0, 0}, w[2] = {0, 0}, factor = k1, times = 1, at = 0, left = (size - 1) / BLOCK;
  for (;; left--, at += BLOCK) {
    if (left == 0) { /* the last 64 bytes, once more for those that a block had */
      at = size - BLOCK;
      factor = k1 + ((z & 0xff) << 1);
      times = 9;
      w[0] += (size - 1) % BLOCK;
      v[0] += w[0];
      w[0] += v[0];
    }
    x = turned(x + y + v[0] + word(input, at + 8), 37) * factor;
    y = turned(y + v[1] + word(input, at + 48), 42) * factor;
    x ^= w[1] * times;
    y += v[0] * times + word(input, at + 40);
    z = turned(z + w[0], 33) * factor;
    mix(input, at, v[1] * factor, x + w[0], v);
    mix(input, at + 32, z + w[1], y + word(input, at + 16), w);
    const uint64_t swapped = z;
    z = x;
    x = swapped;
    if (left == 0) break;
  }
  return joined(joined(v[0], w[0], factor) + folded(y) * k0 + z, joined(v[1], w[1], factor) + x, factor);
}

bool reference_farmhash64(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  const uint64_t size = input->size, factor = k2 + 2 * size;
  if (size > 64) {
    values[0] = farm_of_blocks(input);
  } else if (size > 32) {
    values[0] = farm_33_to_64(input, factor);
  } else if (size > 16) {
    values[0] = farm_17_to_32(input, factor);
  } else if (size >= 8) {
    const uint64_t a = word(input, 0) + k2, b = word(input, size - 8);
    values[0] = joined(turned(b, 37) * factor + a, (turned(a, 25) + b) * factor, factor);
  } else {
    values[0] = size < 4 ? of_few(input, k0) : of_four_to_seven(input, factor);
  }
  return true;
}
