/* Numbers as they lie in memory, and as text. */
#ifndef ROWKEY_CLI_RECORDS_NUMBER_H
#define ROWKEY_CLI_RECORDS_NUMBER_H

#include <rowkey/encode.h>
#include <stddef.h>

/* Bytes of a value of a number's type. */
size_t number_size(rowkey_type type);

/* Floating-point numbers as the shortest decimal text, the same in every locale: the tool stays in that of C,
 * in which every program begins, and whose strtod and printf these are. */

enum { FLOATING_TEXT_SIZE = 32 /* room for what floating_print_… write: at most 24 bytes and a NUL */ };

/* The shortest text that is read back as the same number, with an exponent where %g would write one. Returns
 * its length. */
size_t floating_print_f64(double value, char *out);
size_t floating_print_f32(float value, char *out);

#endif
