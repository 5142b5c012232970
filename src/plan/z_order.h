/* Several numbers with their bits interleaved, a bit of the first number first. */
#ifndef ROWKEY_PLAN_Z_ORDER_H
#define ROWKEY_PLAN_Z_ORDER_H

#include "plan/plan.h"

enum { Z_ORDER_MOST = 8 }; /* numbers */

/* By count, 2 to Z_ORDER_MOST: how to spread bits `count` apart, as many bits as fit 64. */
extern const struct rowkey_spreading rowkey_spreadings[Z_ORDER_MOST + 1];

/* Bit i becomes bit count * i. */
static inline uint64_t bits_apart(unsigned count, uint64_t x) {
  const struct rowkey_spreading *spreading = &rowkey_spreadings[count];
  for (unsigned i = 0; i < ROWKEY_SPREADING_STEPS; i++)
    x = (x | x << spreading->shifts[i]) & spreading->masks[i];
  return x;
}

/* Bit count * i becomes bit i; the others are left out. */
static inline uint64_t bits_together(unsigned count, uint64_t x) {
  const struct rowkey_spreading *spreading = &rowkey_spreadings[count];
  for (unsigned i = ROWKEY_SPREADING_STEPS; i-- > 0;) {
    x &= spreading->masks[i];
    x |= x >> spreading->shifts[i];
  }
  return x & UINT64_MAX >> (64 - 64 / count);
}

/* Where an operation puts its number: one of `count` numbers, `place` of which come after it. The operation
 * holds both as one constant, beside the number of bits. */
struct z_place {
  unsigned count, place;
};
static inline struct integer rowkey_hold_place(struct z_place place) {
  return rowkey_integer_of_u64((uint64_t)place.count * Z_ORDER_MOST + place.place);
}
static inline struct z_place rowkey_place_of(const struct value *value) {
  const unsigned held = (unsigned)value->held[1].magnitude;
  return (struct z_place){held / Z_ORDER_MOST, held % Z_ORDER_MOST};
}

/* A value in Z-order. The first of its numbers has the highest of each `count` bits. */
struct z_order {
  unsigned count, bits;                      /* the numbers, and the bits of each; count 0: not in Z-order */
  const struct value *numbers[Z_ORDER_MOST]; /* NULL: the number is a constant, */
  uint64_t constants[Z_ORDER_MOST];
};
struct z_order rowkey_z_order_of(const struct value *value);

#endif
