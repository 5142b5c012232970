/* FNV-1a: Fowler, Noll and Vo's offset basis and prime; draft-eastlake-fnv. */
#include "hash.h"

bool reference_fnv1a_32(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  uint32_t h = 2166136261;
  for (uint64_t i = 0; i < input->size; i++) h = (h ^ input->message[i]) * 16777619;
  values[0] = h;
  return true;
}

bool reference_fnv1a_64(const struct hash_input *input, uint64_t values[MOST_HASH_VALUES]) {
  uint64_t h = UINT64_C(14695981039346656037);
  for (uint64_t i = 0; i < input->size; i++) h = (h ^ input->message[i]) * UINT64_C(1099511628211);
  values[0] = h;
  return true;
}
