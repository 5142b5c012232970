/* A piece of the input: whole records, read by one thread at a time, then worked on without a lock. */
#ifndef ROWKEY_CLI_IO_CHUNK_H
#define ROWKEY_CLI_IO_CHUNK_H

#include <rowkey/records.h>

/* Where the element of a JSON array that is the line from byte `at` of a chunk on was in its file. */
struct origin {
  size_t at;
  uint64_t lines;  /* so many more than the chunk's own, modulo 2^64 */
  uint64_t column; /* of byte `at` in its line, from 1 */
};

struct chunk {
  uint8_t *bytes;
  size_t size; /* the records */
  size_t capacity;
  rowkey_cut cut; /* what is known of them */

  const char *file;       /* its name for messages */
  uint64_t first_line;    /* line of the first byte, from 1; 0 where nobody has counted */
  uint64_t first_record;  /* record of the file, from 1, the header not counted */
  uint64_t first_row;     /* record of the whole input, from 0: what random() counts */
  uint64_t first_byte;    /* place in the file */
  uint64_t bytes_read;    /* of the input up to the chunk's end, for the progress bar */
  uint64_t rows_read;     /* likewise */
  uint64_t sequence;      /* the place of its keys in the output: 0, 1, … */
  struct origin *origins; /* in the order of their places; none but of arrays */
  size_t origin_count, origin_room;
};

/* Makes room for at least `capacity` bytes, keeping those that are there; `bytes` is not NULL then. */
bool chunk_reserve(struct chunk *chunk, size_t capacity);
void chunk_free(struct chunk *chunk);

/* Adds one whose place is not before the last one's. False without memory. */
bool chunk_add_origin(struct chunk *chunk, struct origin origin);

/* The last one that is not after byte `at`; all zero without one. */
struct origin chunk_origin_of(const struct chunk *chunk, size_t at);

#endif
