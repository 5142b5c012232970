/* Columns that are recovered from keys, as arrays of the types that are asked for. */
#ifndef ROWKEY_ARROW_COLUMNS_OUT_H
#define ROWKEY_ARROW_COLUMNS_OUT_H

#include <rowkey/decode.h>

#include "arrow/keys_out.h"
#include "arrow/records.h"

struct arrow_out {
  const struct arrow_field *field;
  struct ArrowArray *array;
  bool has_nulls;           /* buffer 0 of the array has a bit for each row */
  uint8_t *valid;           /* of a column that is recovered with its nulls: the bits of a block; else NULL */
  struct arrow_texts texts; /* of text columns */
  size_t done;              /* rows that are written */
  size_t done_before;       /* the block … */
  uint64_t size_before;     /* … and the bytes of their texts */
  uint64_t *numbers;        /* a block of them as decoding gives them, where the array's are narrower; of text
                               whose array has one width, the block's limits */
  uint8_t *bytes;           /* and its bytes */
  size_t capacity;
};

/* Once a decoder; `recovers_nulls`: the column is recovered with its nulls. False without memory. */
bool rowkey_arrow_prepare_out(struct arrow_out *out, const struct arrow_field *field, bool recovers_nulls);
void rowkey_arrow_free_out(struct arrow_out *out);

/* Once an array: makes *array, with room for the numbers of `rows` rows. False without memory. */
bool rowkey_arrow_begin_out(struct arrow_out *out, size_t rows, struct ArrowArray *array);

/* Where decoding writes the next `rows` rows, of keys of `bytes` bytes together. ROWKEY_ERROR_MEMORY, or
 * ROWKEY_ERROR_SPACE where 32-bit offsets cannot count the bytes. */
rowkey_status rowkey_arrow_room_for(struct arrow_out *out, size_t rows, uint64_t bytes,
                                    rowkey_decoded *decoded, rowkey_error *error);

/* The next `rows` rows are decoded. Returns how many of them the array's type can hold; `error` says what is
 * wrong with the next one: ROWKEY_ERROR_RANGE, its row counting from the first of these. */
size_t rowkey_arrow_add_out(struct arrow_out *out, size_t rows, rowkey_error *error);

/* The rows since rowkey_arrow_room_for are not written. */
void rowkey_arrow_undo_out(struct arrow_out *out);

/* One more row, which is null: out->has_nulls is set. False with `error` without memory. */
bool rowkey_arrow_add_null_out(struct arrow_out *out, rowkey_error *error);

/* The array shows all rows. */
void rowkey_arrow_end_out(struct arrow_out *out);

#endif
