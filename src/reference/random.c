/* SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
#include "reference.h"

uint64_t reference_random_u64(uint64_t seed, uint64_t index) {
  /* Each output adds the golden gamma to the state first: index + 1 additions come before this one. */
  const uint64_t golden_gamma = UINT64_C(0x9e3779b97f4a7c15);
  uint64_t mixed = seed + golden_gamma * index + golden_gamma;
  mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
  return mixed ^ mixed >> 31;
}
