/* Numbers that are the same in each run, whatever --seed says: what is counted over them must not change. */
#ifndef ROWKEY_TESTS_INFER_DRAW_H
#define ROWKEY_TESTS_INFER_DRAW_H

#include <stdint.h>

struct draw {
  uint64_t state;
};

/* SplitMix64. */
static inline uint64_t draw_u64(struct draw *draw) {
  uint64_t number = draw->state += UINT64_C(0x9e3779b97f4a7c15);
  number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
  return number ^ number >> 31;
}

static inline uint64_t draw_below(struct draw *draw, uint64_t bound) { return draw_u64(draw) % bound; }

#define DRAW_FROM(draw, array) ((array)[draw_below((draw), sizeof(array) / sizeof *(array))])

#endif
