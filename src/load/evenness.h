/* How even counts are. */
#ifndef ROWKEY_SRC_LOAD_EVENNESS_H
#define ROWKEY_SRC_LOAD_EVENNESS_H

#include <rowkey/load.h>

/* How often a chi-squared variable of `degrees` 1 … 2^24 degrees of freedom is `value` >= 0 or more. Its
 * relative error stays below 10^-10; what is below the least double is 0. */
double rowkey_chi_squared_tail(double value, size_t degrees);

#endif
