/* Floating-point numbers from decimal text, the same in every locale. */
#ifndef ROWKEY_TEXT_FLOATING_H
#define ROWKEY_TEXT_FLOATING_H

#include <stddef.h>
#include <stdint.h>

#include "text/buffer.h"

enum { FLOATING_MOST_BYTES = 2000 /* of a number's text; all digits of the smallest double are 1,075 */ };

/* The number nearest to the text, ties to even: digits with at most one point among, before or after them,
 * after an optional -, then perhaps an exponent as in e5, E+05 or e-5; or inf or infinity, in either case.
 * NULL, or what is wrong, to follow "the value": a static text. Not-a-number has no place in an order and is
 * refused, and so is what only infinity is near to. */
const char *rowkey_read_f64(const uint8_t *text, size_t length, double *value);
const char *rowkey_read_f32(const uint8_t *text, size_t length, float *value);

/* With as many digits as distinguish it from every other double, and with a point in every locale; nan
 * without a sign. */
void rowkey_show_f64(struct text_buffer *out, double number);

#endif
