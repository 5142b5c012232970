/* Integers in as few bytes as they need, which sort as the numbers do: a byte that states how many follow and
 * whether the number is negative, then these bytes, big-endian. varint.c has the forms. */
#ifndef ROWKEY_PLAN_VARINT_H
#define ROWKEY_PLAN_VARINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum negatives { NO_NEGATIVES, ONES_COMPLEMENT, TWOS_COMPLEMENT };

/* The number n from 0 to `most` is the single byte zero + n. A greater number with k bytes begins with the
 * byte zero + most + k, and a negative one with the byte zero - k. */
struct varint_rule {
  const char *name; /* in templates */
  uint8_t zero, most;
  enum negatives negatives;
};

enum { VARINT_MOST_BYTES = 8, VARINT_SIZE_MAX = 1 + VARINT_MOST_BYTES };

/* The number-th rule; NULL after the last one. */
const struct varint_rule *rowkey_varint_at(size_t number);

/* The least and the greatest first byte. */
static inline unsigned varint_first(const struct varint_rule *rule) {
  const unsigned most = rule->negatives == NO_NEGATIVES ? 0 : VARINT_MOST_BYTES;
  return rule->zero - most;
}
static inline unsigned varint_last(const struct varint_rule *rule) {
  const unsigned last = rule->zero + (unsigned)rule->most;
  return last + VARINT_MOST_BYTES;
}

/* How many bytes follow the first one. */
static inline unsigned varint_more(const struct varint_rule *rule, bool negative, uint64_t magnitude) {
  if (!negative && magnitude <= rule->most) return 0;
  return (71 - (unsigned)__builtin_clzll(magnitude | 1)) / 8;
}

/* Writes the number with these 64 bits and returns its size. There is room for VARINT_SIZE_MAX bytes, which
 * may all be overwritten. */
static inline size_t varint_write(const struct varint_rule *rule, bool negative, uint64_t bits,
                                  uint8_t *out) {
  const unsigned more = varint_more(rule, negative, negative ? 0 - bits : bits);
  if (more == 0) {
    out[0] = (uint8_t)(rule->zero + bits);
    return 1;
  }
  out[0] = (uint8_t)(negative ? rule->zero - more : (unsigned)rule->zero + rule->most + more);
  if (negative && rule->negatives == ONES_COMPLEMENT) bits--;
  bits <<= 64 - 8 * more;
  for (unsigned i = 0; i < VARINT_MOST_BYTES; i++) out[1 + i] = (uint8_t)(bits >> (56 - 8 * i));
  return 1 + more;
}

/* The size of the number at the start of `size` bytes, each XORed with `flip`; 0: there is no number. */
size_t rowkey_varint_size(const struct varint_rule *rule, const uint8_t *bytes, size_t size, uint8_t flip);
/* The bits of the number in these bytes. */
uint64_t rowkey_varint_read(const struct varint_rule *rule, const uint8_t *bytes, size_t size);

#endif
