/* Floating-point numbers as decimal text, the same in every locale: the tool stays in that of C, in which
 * every program begins, and whose strtod and printf these are. */
#ifndef ROWKEY_CLI_RECORDS_FLOATING_H
#define ROWKEY_CLI_RECORDS_FLOATING_H

#include <stddef.h>
#include <stdint.h>

enum {
  FLOATING_TEXT_SIZE = 32,   /* room for what floating_print_… write: at most 24 bytes and a NUL */
  FLOATING_MOST_BYTES = 2000 /* of a number's text; all digits of the smallest double are 1,075 */
};

/* The number nearest to the text, ties to even: digits with at most one point among, before or after them,
 * after an optional -, then perhaps an exponent as in e5, E+05 or e-5; or inf or infinity, in either case.
 * NULL, or what is wrong, to follow "the value": a static text. Not-a-number has no place in an order and is
 * refused, and so is what only infinity is near to. */
const char *floating_parse_f64(const uint8_t *text, size_t length, double *value);
const char *floating_parse_f32(const uint8_t *text, size_t length, float *value);

/* The shortest text that is read back as the same number, with an exponent where %g would write one. Returns
 * its length. */
size_t floating_print_f64(double value, char *out);
size_t floating_print_f32(float value, char *out);

#endif
