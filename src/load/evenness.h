/* How even counts are.
 *
 * Four regions with 30, 20, 30 and 20 rows have a mean of 25. Chi-squared is the sum of the squared
 * differences over the mean, (25 + 25 + 25 + 25) / 25 = 4, with 3 degrees of freedom: even rows are as uneven
 * as that with the probability 0.26. */
#ifndef ROWKEY_SRC_LOAD_EVENNESS_H
#define ROWKEY_SRC_LOAD_EVENNESS_H

#include <rowkey/load.h>

/* How often a chi-squared variable of `degrees` 1 … 2^24 degrees of freedom is `value` >= 0 or more. Its
 * relative error stays below 10^-10; what is below the least double is 0. */
double rowkey_chi_squared_tail(double value, size_t degrees);

#endif
