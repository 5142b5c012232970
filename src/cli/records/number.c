#include "records/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

size_t number_size(rowkey_type type) { return type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t); }

/* A decimal of at most DBL_DIG digits is what its double prints in as many, so that the first precision that
 * is read back is the shortest. Subnormal numbers hold fewer digits than that. */
size_t floating_print_f64(double value, char *out) {
  int precision = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
  int length;
  do {
    length = snprintf(out, FLOATING_TEXT_SIZE, "%.*g", precision, value);
  } while (++precision <= DBL_DECIMAL_DIG && strtod(out, NULL) != value);
  return (size_t)length;
}

size_t floating_print_f32(float value, char *out) {
  int precision = fabsf(value) < FLT_MIN ? 1 : FLT_DIG;
  int length;
  do {
    length = snprintf(out, FLOATING_TEXT_SIZE, "%.*g", precision, (double)value);
  } while (++precision <= FLT_DECIMAL_DIG && strtof(out, NULL) != value);
  return (size_t)length;
}
