#include "regions/number.h"

#include <stddef.h>

enum { LIMBS = 5 };

/* limbs[0] is the most significant one. */
static uint32_t divide_limbs(uint32_t limbs[LIMBS], uint32_t divisor) {
  uint64_t remainder = 0;
  for (size_t i = 0; i < LIMBS; i++) {
    const uint64_t part = remainder << 32 | limbs[i];
    limbs[i] = (uint32_t)(part / divisor);
    remainder = part % divisor;
  }
  return (uint32_t)remainder;
}

static struct number low_limbs(const uint32_t limbs[LIMBS]) {
  return (struct number){(uint64_t)limbs[1] << 32 | limbs[2], (uint64_t)limbs[3] << 32 | limbs[4]};
}

struct number rowkey_number_portion(struct number a, uint32_t factor, uint32_t divisor) {
  uint32_t limbs[LIMBS] = {0, (uint32_t)(a.high >> 32), (uint32_t)a.high, (uint32_t)(a.low >> 32),
                           (uint32_t)a.low};
  /* a * factor + factor: no limb's product and carry exceed 64 bits */
  uint64_t carry = factor;
  for (size_t i = LIMBS; i-- > 0;) {
    carry += (uint64_t)limbs[i] * factor;
    limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  divide_limbs(limbs, divisor);
  return low_limbs(limbs);
}

uint32_t rowkey_number_divide(struct number *a, uint32_t divisor) {
  if (a->high == 0) {
    const uint32_t rest = (uint32_t)(a->low % divisor);
    a->low /= divisor;
    return rest;
  }
  uint32_t limbs[LIMBS] = {0, (uint32_t)(a->high >> 32), (uint32_t)a->high, (uint32_t)(a->low >> 32),
                           (uint32_t)a->low};
  const uint32_t remainder = divide_limbs(limbs, divisor);
  *a = low_limbs(limbs);
  return remainder;
}
