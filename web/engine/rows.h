/* The records that the page was given: made, or the bytes of a file. Several writers read them, each a part
 * of its own. */
#ifndef ROWKEY_WEB_ROWS_H
#define ROWKEY_WEB_ROWS_H

#include <rowkey/encode.h>
#include <stdbool.h>

/* Forget what uses rows and their columns, in run.c and advise.c. */
void forget_run(void);
void forget_advice(void);

/* How many there are; UINT64_MAX where only reading them tells. */
uint64_t row_count(void);

/* Begins again with the first rows of `writers` writers. */
rowkey_status rows_begin(size_t writers, rowkey_error *error);

/* The next rows of a writer, at most `most`; none at its end. They are good until the next call. A record
 * that cannot be read is an error that names it. */
rowkey_status rows_next(size_t writer, size_t most, rowkey_batch *batch, rowkey_error *error);

/* Which part of them has been read, from 0 to 1. */
double rows_done(void);

/* Says where a row of the last batch stands, before the error's own text. */
void blame_row(rowkey_error *error);

#endif
