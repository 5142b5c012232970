#include "digits.h"

char four_digits[10000][4];

void four_digits_create(void) {
  for (unsigned value = 0; value < 10000; value++) {
    unsigned rest = value;
    for (int k = 3; k >= 0; k--, rest /= 10) four_digits[value][k] = (char)('0' + rest % 10);
  }
}
