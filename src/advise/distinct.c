/* How many different values a column has, by the longest runs of zero bits in their hashes. */
#include <math.h>

#include "advise/profile.h"

double rowkey_distinct_estimate(const struct distinct *distinct) {
  const double registers = DISTINCT_REGISTERS;
  double sum = 0;
  unsigned empty = 0;
  for (size_t i = 0; i < DISTINCT_REGISTERS; i++) {
    sum += ldexp(1, -(int)distinct->registers[i]);
    empty += distinct->registers[i] == 0;
  }
  const double bias = 0.7213 / (1 + 1.079 / registers), raw = bias * registers * registers / sum;
  /* Few values leave registers empty, and the number of these tells more. */
  return raw <= 2.5 * registers && empty > 0 ? registers * log(registers / empty) : raw;
}
