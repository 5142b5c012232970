/* Shared by the reports of bad rows. */
#ifndef ROWKEY_ENCODE_REPORT_H
#define ROWKEY_ENCODE_REPORT_H

#include "encode/encoder.h"
#include "text/buffer.h"

/* Bytes of a value that are shown. */
enum { QUOTED_SIZE_MAX = 60 };

/* Fills in the error but for its text, and begins that with the expression of the value. `offset` is the
 * place in the template. */
struct text_buffer rowkey_begin_report(struct run *run, rowkey_status status, const struct value *value,
                                       size_t offset, size_t row);
/* "column id, " to begin what was expected, when there is a column to name. */
void rowkey_report_column(const struct run *run, struct text_buffer *text);
struct integer rowkey_reported_integer(const struct run *run, const struct value *value, size_t row);

#endif
