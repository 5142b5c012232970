/* CityHash64 1.0.2 (Pike, Alakuijala), as ClickHouse has it, and FarmHash's Fingerprint64 (Pike), as BigQuery
 * has it: what became of CityHash later. Each takes messages of up to 16, 32 and 64 bytes in other ways than
 * longer ones, whose last 64 bytes come in once more after, or before, all blocks of 64. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_CITY_H
#define ROWKEY_SIMD_KERNELS_HASH_CITY_H

#include "simd/kernels/hash_each.h"

#define CITY_K0 UINT64_C(0xc3a5c85c97cb3127)
#define CITY_K1 UINT64_C(0xb492b66fbe98f273)
#define CITY_K2 UINT64_C(0x9ae16a3b2f90404f)
#define CITY_K3 UINT64_C(0xc949d7c7509e6557)
#define CITY_MULTIPLIER UINT64_C(0x9ddfea08eb382d69)

/* Two words that are mixed along with others. */
struct city_pair {
  uint64_t first, second;
};

V_INLINE uint64_t city_turn(uint64_t x, unsigned right) { return x >> right | x << (64 - right); }
V_INLINE uint64_t city_fold(uint64_t x) { return x ^ x >> 47; }

/* 128 bits to 64. */
V_INLINE uint64_t city_join(uint64_t low, uint64_t high, uint64_t multiplier) {
  const uint64_t first = city_fold((low ^ high) * multiplier);
  return city_fold((high ^ first) * multiplier) * multiplier;
}

/* 32 bytes into a pair. */
V_INLINE struct city_pair city_mix(const uint8_t *bytes, uint64_t a, uint64_t b) {
  const uint64_t first = a + load_le64(bytes), last = load_le64(bytes + 24);
  const uint64_t sum = first + load_le64(bytes + 8) + load_le64(bytes + 16);
  return (struct city_pair){sum + last, city_turn(b + first + last, 21) + city_turn(sum, 44) + first};
}

/* One to three bytes, and none. */
V_INLINE uint64_t city_few(const uint8_t *bytes, uint64_t size, uint64_t k) {
  if (size == 0) return CITY_K2;
  const uint64_t first = bytes[0] | (uint64_t)bytes[size / 2] << 8,
                 last = size + ((uint64_t)bytes[size - 1] << 2);
  return city_fold(first * CITY_K2 ^ last * k) * CITY_K2;
}

/* ---- CityHash64 ------------------------------------------------------------------------------ */

V_INLINE struct city_pair city_half(uint64_t a, uint64_t z, uint64_t middle, uint64_t end) {
  const uint64_t before = a;
  a += middle;
  const uint64_t turned = city_turn(before, 37) + city_turn(a, 7);
  a += end;
  return (struct city_pair){a + z, city_turn(before + z, 52) + city_turn(a, 31) + turned};
}

static uint64_t city_long(const uint8_t *bytes, uint64_t size) {
  const uint8_t *last = bytes + size - 64;
  uint64_t x = load_le64(bytes), y = load_le64(last + 48) ^ CITY_K1, z = load_le64(last + 8) ^ CITY_K0;
  struct city_pair v = city_mix(last, size, y), w = city_mix(last + 32, size * CITY_K1, CITY_K0);
  z += city_fold(v.second) * CITY_K1;
  x = city_turn(z + x, 39) * CITY_K1;
  y = city_turn(y, 33) * CITY_K1;
  for (uint64_t left = (size - 1) / 64; left > 0; left--, bytes += 64) {
    const uint64_t turned = city_turn(x + y + v.first + load_le64(bytes + 16), 37) * CITY_K1 ^ w.second;
    y = city_turn(y + v.second + load_le64(bytes + 48), 42) * CITY_K1 ^ v.first;
    x = city_turn(z ^ w.first, 33);
    v = city_mix(bytes, v.second * CITY_K1, turned + w.first);
    w = city_mix(bytes + 32, x + w.second, y);
    z = turned;
  }
  return city_join(city_join(v.first, w.first, CITY_MULTIPLIER) + city_fold(y) * CITY_K1 + z,
                   city_join(v.second, w.second, CITY_MULTIPLIER) + x, CITY_MULTIPLIER);
}

static uint64_t cityhash64(const uint8_t *bytes, uint64_t size) {
  const uint8_t *end = bytes + size;
  if (size > 64) return city_long(bytes, size);
  if (size > 32) {
    const struct city_pair v = city_half(load_le64(bytes) + (size + load_le64(end - 16)) * CITY_K0,
                                         load_le64(bytes + 24), load_le64(bytes + 8), load_le64(bytes + 16));
    const struct city_pair w = city_half(load_le64(bytes + 16) + load_le64(end - 32), load_le64(end - 8),
                                         load_le64(end - 24), load_le64(end - 16));
    const uint64_t folded = city_fold((v.first + w.second) * CITY_K2 + (w.first + v.second) * CITY_K0);
    return city_fold(folded * CITY_K0 + v.second) * CITY_K2;
  }
  if (size > 16) {
    const uint64_t a = load_le64(bytes) * CITY_K1, b = load_le64(bytes + 8);
    const uint64_t c = load_le64(end - 8) * CITY_K2, d = load_le64(end - 16) * CITY_K0;
    return city_join(city_turn(a - b, 43) + city_turn(c, 30) + d, a + city_turn(b ^ CITY_K3, 20) - c + size,
                     CITY_MULTIPLIER);
  }
  if (size > 8) {
    const uint64_t last = load_le64(end - 8);
    return city_join(load_le64(bytes), city_turn(last + size, (unsigned)size), CITY_MULTIPLIER) ^ last;
  }
  if (size < 4) return city_few(bytes, size, CITY_K3);
  return city_join(size + ((uint64_t)load_le32(bytes) << 3), load_le32(end - 4), CITY_MULTIPLIER);
}

/* ---- Fingerprint64 --------------------------------------------------------------------------- */

struct farm_state {
  uint64_t x, y, z;
  struct city_pair v, w;
};

/* 64 bytes. The last ones come in with another multiplier, and more of v and w. */
V_INLINE void farm_block(struct farm_state *s, const uint8_t *bytes, uint64_t multiplier, uint64_t times) {
  const uint64_t x =
      city_turn(s->x + s->y + s->v.first + load_le64(bytes + 8), 37) * multiplier ^ s->w.second * times;
  s->y = city_turn(s->y + s->v.second + load_le64(bytes + 48), 42) * multiplier + s->v.first * times +
         load_le64(bytes + 40);
  s->x = city_turn(s->z + s->w.first, 33) * multiplier;
  s->v = city_mix(bytes, s->v.second * multiplier, x + s->w.first);
  s->w = city_mix(bytes + 32, s->x + s->w.second, s->y + load_le64(bytes + 16));
  s->z = x;
}

static uint64_t farm_long(const uint8_t *bytes, uint64_t size) {
  enum { SEED = 81, STEP = 113 };
  const uint8_t *last = bytes + size - 64;
  struct farm_state s = {.x = SEED * CITY_K2 + load_le64(bytes), .y = SEED * CITY_K1 + STEP};
  s.z = city_fold(s.y * CITY_K2 + STEP) * CITY_K2;
  for (uint64_t left = (size - 1) / 64; left > 0; left--, bytes += 64) farm_block(&s, bytes, CITY_K1, 1);
  const uint64_t multiplier = CITY_K1 + ((s.z & 0xff) << 1);
  s.w.first += (size - 1) % 64;
  s.v.first += s.w.first;
  s.w.first += s.v.first;
  farm_block(&s, last, multiplier, 9);
  return city_join(city_join(s.v.first, s.w.first, multiplier) + city_fold(s.y) * CITY_K0 + s.z,
                   city_join(s.v.second, s.w.second, multiplier) + s.x, multiplier);
}

/* 17 to 64 bytes: what the first 16 and the last 16 come to, and between them once more the same. */
static uint64_t farm_middle(const uint8_t *bytes, uint64_t size, uint64_t multiplier) {
  const uint8_t *end = bytes + size;
  const uint64_t a = load_le64(bytes) * (size <= 32 ? CITY_K1 : CITY_K2), b = load_le64(bytes + 8);
  const uint64_t c = load_le64(end - 8) * multiplier, d = load_le64(end - 16) * CITY_K2;
  const uint64_t low = city_turn(a + b, 43) + city_turn(c, 30) + d;
  const uint64_t high = city_join(low, a + city_turn(b + CITY_K2, 18) + c, multiplier);
  if (size <= 32) return high;
  const uint64_t e = load_le64(bytes + 16) * multiplier, f = load_le64(bytes + 24);
  const uint64_t g = (low + load_le64(end - 32)) * multiplier, h = (high + load_le64(end - 24)) * multiplier;
  return city_join(city_turn(e + f, 43) + city_turn(g, 30) + h, e + city_turn(f + a, 18) + g, multiplier);
}

static uint64_t farmhash64(const uint8_t *bytes, uint64_t size) {
  const uint8_t *end = bytes + size;
  const uint64_t multiplier = CITY_K2 + 2 * size;
  if (size > 64) return farm_long(bytes, size);
  if (size > 16) return farm_middle(bytes, size, multiplier);
  if (size >= 8) {
    const uint64_t first = load_le64(bytes) + CITY_K2, last = load_le64(end - 8);
    return city_join(city_turn(last, 37) * multiplier + first, (city_turn(first, 25) + last) * multiplier,
                     multiplier);
  }
  if (size < 4) return city_few(bytes, size, CITY_K0);
  return city_join(size + ((uint64_t)load_le32(bytes) << 3), load_le32(end - 4), multiplier);
}

HASH_EACH_DEFINE(hash_cityhash64, cityhash64)
HASH_EACH_DEFINE(hash_farmhash64, farmhash64)
static const struct hash_drivers hash_cityhash64[] = {{hash_cityhash64_fixed, hash_cityhash64_strings, 1}};
static const struct hash_drivers hash_farmhash64[] = {{hash_farmhash64_fixed, hash_farmhash64_strings, 1}};

#endif
