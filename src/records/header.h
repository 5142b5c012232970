/* The header line: the names of the columns. */
#ifndef ROWKEY_SRC_RECORDS_HEADER_H
#define ROWKEY_SRC_RECORDS_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "records/kind.h"

struct header {
  char **names;
  size_t count;
  char *text; /* where the names lie */
};

/* Where the first line of the bytes ends: the place of its newline, or `size` when it is not there. */
size_t rowkey_header_end(const struct record_shape *shape, const uint8_t *bytes, size_t size);

/* Reads the names in the line bytes[0 … size), which has no newline at its end. A byte order mark before the
 * first name is dropped. */
bool rowkey_header_parse(const struct record_shape *shape, const uint8_t *bytes, size_t size,
                         struct header *header, rowkey_error *error);

bool rowkey_header_equal(const struct header *a, const struct header *b);
void rowkey_header_free(struct header *header);

/* Bytes of the byte order mark that the bytes begin with, or 0. */
size_t rowkey_header_mark_size(const uint8_t *bytes, size_t size);

#endif
