/* Floating-point numbers as the shortest decimal text, the same in every locale: the tool stays in that of C,
 * in which every program begins, and whose strtod and printf these are. */
#ifndef ROWKEY_CLI_RECORDS_FLOATING_H
#define ROWKEY_CLI_RECORDS_FLOATING_H

#include <stddef.h>

enum { FLOATING_TEXT_SIZE = 32 /* room for what floating_print_… write: at most 24 bytes and a NUL */ };

/* The shortest text that is read back as the same number, with an exponent where %g would write one. Returns
 * its length. */
size_t floating_print_f64(double value, char *out);
size_t floating_print_f32(float value, char *out);

#endif
