/* Filling in the public error object. */
#ifndef ROWKEY_SRC_ERROR_H
#define ROWKEY_SRC_ERROR_H

#include <rowkey/error.h>

/* Writes a printf-style sentence, cut at the object's size, without row, column or offset. error may be NULL.
 * Returns status. */
__attribute__((format(printf, 3, 4))) rowkey_status rowkey_error_set(rowkey_error *error,
                                                                     rowkey_status status, const char *format,
                                                                     ...);

/* The error of an instruction set that rowkey_kernels_named does not find: it lists those that can be used.
 */
rowkey_status rowkey_error_unsupported(rowkey_error *error, const char *isa);

#endif
