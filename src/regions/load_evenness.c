#include "regions/load_evenness.h"

#include <math.h>
#include <stdlib.h>

static int compare_counts(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

rowkey_evenness rowkey_evenness_of(uint64_t *counts, size_t regions) {
  rowkey_evenness evenness = {.p_value = 1};
  for (size_t i = 0; i < regions; i++) {
    evenness.rows += counts[i];
    evenness.active += counts[i] > 0;
  }
  if (evenness.rows == 0) return evenness;
  qsort(counts, regions, sizeof *counts, compare_counts);
  const double n = (double)evenness.rows, count = (double)regions, mean = n / count;
  double squares = 0, ranked = 0;
  for (size_t i = 0; i < regions; i++) {
    const double value = (double)counts[i], distance = value - mean;
    squares += distance * distance;
    ranked += (2 * (double)i + 1 - count) * value; /* half the differences of all pairs */
  }
  evenness.least = counts[0];
  evenness.most = counts[regions - 1];
  evenness.mean = mean;
  evenness.deviation = sqrt(squares / count);
  evenness.variation = evenness.deviation / mean;
  evenness.peak = (double)evenness.most / mean;
  evenness.gini = ranked / (count * n);
  evenness.chi_squared = squares / mean;
  if (regions > 1) evenness.p_value = rowkey_chi_squared_tail(evenness.chi_squared, regions - 1);
  return evenness;
}
