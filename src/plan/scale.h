/* Floating-point numbers times a constant, as integers. */
#ifndef ROWKEY_PLAN_SCALE_H
#define ROWKEY_PLAN_SCALE_H

#include <stdbool.h>
#include <stdint.h>

/* The double of these bits times the factor, which is not 0: rounded down, or to the nearest integer, and of
 * two to the even one. False if the result is no i64. */
bool rowkey_scale_double(uint64_t bits, uint64_t factor, bool floors, int64_t *result);

#endif
