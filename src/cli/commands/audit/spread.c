#include "commands/audit/spread.h"

struct spread spread_of(const uint64_t *counts, size_t regions) {
  struct spread spread = {0};
  double squares = 0;
  for (size_t i = 0; i < regions; i++) {
    spread.rows += counts[i];
    spread.regions += counts[i] > 0;
    squares += (double)counts[i] * (double)counts[i];
    if (counts[i] > spread.most) spread.most = counts[i], spread.busiest = i;
  }
  if (spread.rows == 0) return spread;
  const double rows = (double)spread.rows, all = (double)regions;
  spread.peak = (double)spread.most * all / rows;
  spread.effective = rows * rows / squares;
  spread.even = rows / (1 + (rows - 1) / all);
  return spread;
}
