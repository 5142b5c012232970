/* What a reader says of bytes, as text: for tests that compare ways of giving it the same bytes. */
#ifndef ROWKEY_TESTS_RECORDS_TRANSCRIPT_H
#define ROWKEY_TESTS_RECORDS_TRANSCRIPT_H

#include <rowkey/records.h>

/* Begins as {0}. */
struct transcript {
  char *text; /* a line for each record: its byte and line, its values, or what is wrong with it */
  size_t size, capacity;
  uint64_t byte, line; /* of the first byte of the piece; the line from 0 */
};

void transcript_free(struct transcript *transcript);

/* Adds the records of a piece, at most `limit` at a time, and moves after it. */
void transcript_add(struct transcript *transcript, const rowkey_records *records,
                    rowkey_record_reader *reader, const void *bytes, size_t size, const rowkey_cut *cut,
                    size_t limit);

/* Adds all bytes, of which `slice` more are there at a time: those of whole records are read, and what is
 * left stands before the next ones. */
void transcript_add_slices(struct transcript *transcript, const rowkey_records *records, const uint8_t *bytes,
                           size_t size, size_t slice, size_t limit);

#endif
