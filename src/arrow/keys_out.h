/* Arrays of texts that grow block by block: keys, and text columns that are recovered from them. */
#ifndef ROWKEY_ARROW_KEYS_OUT_H
#define ROWKEY_ARROW_KEYS_OUT_H

#include "arrow/made.h"
#include "arrow/source.h"

struct arrow_texts {
  struct ArrowArray *array;
  enum arrow_storage storage;
  size_t width;     /* of ARROW_FIXED */
  size_t rows;      /* that the array has room for */
  size_t done;      /* rows that are written */
  uint64_t size;    /* of their bytes */
  uint64_t *limits; /* ARROW_BLOCK_ROWS + 1 numbers, for views */
  bool nullable;    /* there is a bit for each row */
  size_t nulls;     /* of the rows that are written */
};

/* How many buffers an array of this storage shows: views have one of bytes. */
size_t rowkey_arrow_text_buffers(enum arrow_storage storage);

/* The most bytes that an array of this storage can count. */
uint64_t rowkey_arrow_most_bytes(enum arrow_storage storage);

/* Begins with no rows, in an array of that storage's buffers, and makes room for the offsets or views of
 * `rows` rows. False without memory. */
bool rowkey_arrow_begin_texts(struct arrow_texts *texts);

/* Makes room for `size` more bytes of `rows` more rows, and where all rows will need as many, for these.
 * False without memory. */
bool rowkey_arrow_reserve(struct arrow_texts *texts, size_t rows, uint64_t size);

/* Where the next rows' bytes go, and one of the two kinds of their limits, which count from 0; both NULL for
 * ARROW_FIXED. */
struct arrow_room {
  uint8_t *data;
  size_t capacity;
  uint64_t *offsets;
  uint32_t *offsets32;
  uint8_t *validity; /* the first row's bit has the number of the rows that are written; NULL: not nullable */
};
struct arrow_room rowkey_arrow_room(const struct arrow_texts *texts);

/* The next `rows` rows are written where the room is. */
void rowkey_arrow_add(struct arrow_texts *texts, size_t rows);

/* One more row, of no bytes; of ARROW_FIXED of zeros. Its bit is left as it is. False without memory. */
bool rowkey_arrow_add_empty(struct arrow_texts *texts);

/* The array shows the rows that are written. */
void rowkey_arrow_end_texts(struct arrow_texts *texts);

#endif
