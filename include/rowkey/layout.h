/* Key layouts: a template such as "{md5(id) % 1000000:07d}{id:010d}" compiled once, then encoding columns of
 * records into row keys, a batch a call. The language is described in README.md.
 */
#ifndef ROWKEY_LAYOUT_H
#define ROWKEY_LAYOUT_H

#include <rowkey/error.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rowkey_type {
  ROWKEY_U64 = 1, /* uint64_t */
  ROWKEY_I64 = 2, /* int64_t */
  ROWKEY_TEXT = 3 /* a string of any bytes */
} rowkey_type;

/* A column of the records, as the template names it. The name `line` is the whole input record: a
 * template may use it when the schema has a text column of that name. */
typedef struct rowkey_column {
  const char *name;
  rowkey_type type;
} rowkey_column;

/* A compiled layout. Immutable: share it between threads. */
typedef struct rowkey_layout rowkey_layout;

/* Compile the template of `length` bytes for records of these columns. Copies what it needs of its
 * arguments. Returns NULL and fills `error`, whose text shows the template with a caret, when the template is
 * wrong. The result is freed with rowkey_layout_free. */
ROWKEY_API rowkey_layout *rowkey_layout_compile(const char *text, size_t length, const rowkey_column *columns,
                                                size_t column_count, rowkey_error *error);
ROWKEY_API void rowkey_layout_free(rowkey_layout *layout); /* NULL is allowed */

/* The width of every key in bytes, or ROWKEY_NONE when keys differ in length. */
ROWKEY_API size_t rowkey_layout_key_width(const rowkey_layout *layout);

/* Whether the layout reads column `index` of its schema. */
ROWKEY_API bool rowkey_layout_uses(const rowkey_layout *layout, size_t index);

/* Whether some record could have a key that holds this byte. Never false for a byte that can occur. */
ROWKEY_API bool rowkey_layout_may_hold(const rowkey_layout *layout, uint8_t byte);

/* The same for records whose text columns do not hold the byte, as those read from lines hold no newline. */
ROWKEY_API bool rowkey_layout_may_add(const rowkey_layout *layout, uint8_t byte);

/* One column of a batch. Owned by the caller and only read. */
typedef struct rowkey_values {
  const void *data;      /* uint64_t or int64_t values, or the bytes of text */
  uint64_t size;         /* text: how many bytes are readable at data */
  const uint64_t *begin; /* text: where in data each row's string begins … */
  const uint64_t *end;   /* … and ends. Arrow-style offsets: begin = offsets, end = offsets + 1 */
} rowkey_values;

/* What one thread needs to encode with a layout: working memory and settings. One call at a time on each. */
typedef struct rowkey_encoder rowkey_encoder;

/* `isa` names an instruction set, NULL for the one in use; `seed` feeds random(). The layout must outlive the
 * encoder. Returns NULL and fills `error` on failure. */
ROWKEY_API rowkey_encoder *rowkey_encoder_create(const rowkey_layout *layout, const char *isa, uint64_t seed,
                                                 rowkey_error *error);
ROWKEY_API void rowkey_encoder_free(rowkey_encoder *encoder); /* NULL is allowed */

/* How many bytes the keys of these rows need at most: exact for fixed-width layouts. Returns UINT64_MAX when
 * that passes 64 bits. */
ROWKEY_API uint64_t rowkey_encode_bound(const rowkey_layout *layout, const rowkey_values *columns,
                                        size_t rows);

/* Encode `rows` records. `columns` holds one entry for each column of the schema, in its order; entries of
 * columns that the layout does not use are not read. The records are rows first_row, first_row+1, … of their
 * input (what random() counts). Keys are written one behind the other at `keys`, which has room for
 * `capacity` bytes >= rowkey_encode_bound. `offsets`, NULL allowed for fixed-width layouts, receives rows+1
 * numbers: key i is keys[offsets[i] … offsets[i+1]).
 * On a bad value: ROWKEY_ERROR_RANGE, error->row is its row in this batch, and the keys (and offsets) of all
 * rows before it are in place. Allocates nothing. */
ROWKEY_API rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_values *columns, size_t rows,
                                       uint64_t first_row, void *keys, uint64_t capacity, uint64_t *offsets,
                                       rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
