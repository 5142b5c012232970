#include "load/evenness.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/addresses.h"

/* ---- The chi-squared distribution ------------------------------------------------------------- */

/* Its upper tail at x for k degrees of freedom is the regularised incomplete gamma function Q(k / 2, x / 2)
 * (Abramowitz and Stegun, 26.4.19 and 6.5). */

static const double pi = 3.14159265358979323846;

/* Gamma of a multiple of 1/2, from Gamma(1/2) = sqrt(pi) or Gamma(1) = 1 upwards. */
static double gamma_of(double a) {
  double factor = a == floor(a) ? 1 : 0.5;
  double gamma = factor == 1 ? 1 : sqrt(pi);
  for (; factor < a; factor++) gamma *= factor;
  return gamma;
}

/* x^a e^-x / Gamma(a), x > 0. Where a is large that is a quotient of numbers beyond all bounds, so what they
 * have in common is taken out of it first: by Stirling's formula it is
 *   sqrt(a / (2 pi)) e^-(a (d - log(1 + d)) + 1/(12 a) - 1/(360 a^3) + 1/(1260 a^5) - ...),  d = x / a - 1.
 * The exponent's error is about a |d| 2^-53, which is below 10^-11 wherever the result is not 0 and a <=
 * 2^23.
 */
static double density(double a, double x) {
  if (a < 16) return exp(a * log(x) - x) / gamma_of(a);
  const double d = (x - a) / a, square = 1 / (a * a);
  const double rest = (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680)))) / a;
  return sqrt(a / (2 * pi)) * exp(-(a * (d - log1p(d)) + rest));
}

/* 1 - Q by its series, the sum of x^n / (a (a + 1) … (a + n)), which for x < a + 1 has falling terms. It
 * takes some multiple of sqrt(a) of them: 30,000 for a = 2^23. */
static double lower_series(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = 1; term > sum * (DBL_EPSILON / 4); n++) {
    term *= x / (a + n);
    sum += term;
  }
  return density(a, x) * sum;
}

/* Q by Legendre's continued fraction 1/(b0 - 1(1-a)/(b1 - 2(2-a)/(b2 - …))), bn = x + 2n + 1 - a, for x >= a
 * + 1, evaluated forwards (Lentz). Nothing is divided by 0: bn >= 2n + 2 there, so that by induction c and 1
 * / d stay above n + 1. */
static double upper_fraction(double a, double x) {
  double b = x + 1 - a;
  double c = INFINITY, d = 1 / b, fraction = d;
  for (double n = 1, factor = 0; fabs(factor - 1) > 2 * DBL_EPSILON; n++) {
    const double numerator = n * (a - n);
    b += 2;
    d = 1 / (b + numerator * d);
    c = b + numerator / c;
    factor = c * d;
    fraction *= factor;
  }
  return density(a, x) * fraction;
}

double rowkey_chi_squared_tail(double value, size_t degrees) {
  const double a = (double)degrees / 2, x = value / 2;
  if (x == 0) return 1;
  return x < a + 1 ? 1 - lower_series(a, x) : upper_fraction(a, x);
}

/* ---- Evenness ------------------------------------------------------------------------------- */

static int compare_counts(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

rowkey_evenness rowkey_evenness_of(uint64_t *counts, size_t regions) {
  rowkey_evenness evenness = {.p_value = 1};
  if (!values_can_be_at(counts, regions, sizeof *counts)) return evenness;
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
