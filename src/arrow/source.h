/* One column of a batch, where its array keeps it, and blocks of its rows as encoders take them. */
#ifndef ROWKEY_ARROW_SOURCE_H
#define ROWKEY_ARROW_SOURCE_H

#include "arrow/type.h"

/* Rows that are brought into an encoder's form at a time: their numbers stay in the nearest caches. Two
 * blocks of an encoder that makes MD5, so that no call has a short one but the last. */
enum { ARROW_BLOCK_ROWS = 2 * 2112 };

/* The buffers of an array. Element i of the array is number start + i in them. */
struct arrow_buffers {
  enum arrow_storage storage;
  uint32_t width; /* of ARROW_FIXED */
  size_t start;
  size_t length;
  const uint8_t *validity; /* NULL: no nulls */
  const uint8_t *offsets;  /* may be not aligned, as all that follow */
  const uint8_t *data;     /* numbers, bits, bytes or views */
  uint64_t data_size;      /* of bytes between offsets: where the last of the array ends */
  const void *const *variadic;
  size_t variadic_count;
  const uint8_t *variadic_sizes;
};

struct arrow_source {
  const struct arrow_type *type;
  const char *name; /* for messages */
  size_t column;    /* of the layout's schema, for errors; ROWKEY_NONE for keys */
  size_t rows;
  struct arrow_buffers buffers;    /* of a dictionary: of its indexes */
  struct arrow_buffers dictionary; /* its values */
  const uint8_t *parent_validity;  /* NULL: no nulls */
  size_t parent_start;
};

/* Finds the buffers of the column `array` with the rows that the parent, a struct, shows; parent NULL: the
 * rows of the array itself. ROWKEY_ERROR_ARGUMENT, with the column, where the array is released, has not the
 * buffers of its type, or fewer rows. `name` and `type` must live as long as the source. */
rowkey_status rowkey_arrow_open(struct arrow_source *source, const struct arrow_type *type, const char *name,
                                size_t column, const struct ArrowArray *array,
                                const struct ArrowArray *parent, rowkey_error *error);

/* Memory for one block of a column. All 0 at first; it is allocated when it is needed. */
struct arrow_block {
  uint64_t *numbers; /* of up to 64 bits; or where texts begin, or the offsets of copied texts */
  uint64_t *ends;    /* where texts end */
  uint64_t *indexes; /* into a dictionary */
  uint8_t *validity;
  uint8_t *bytes; /* copied texts, or wider numbers */
  size_t capacity;
};

void rowkey_arrow_free_block(struct arrow_block *block);

/* Whether an encoder can take the column as it lies: sets *values then to all of its rows, with their tag. */
bool rowkey_arrow_direct(const struct arrow_source *source, rowkey_values *values);

/* Brings rows first … first + rows - 1, at most ARROW_BLOCK_ROWS, side by side into the memory of the block,
 * with their tag. *good receives how many rows have a value; of the next one `error` says what is wrong with
 * it, its row counting from `first`. ROWKEY_ERROR_MEMORY is returned. */
rowkey_status rowkey_arrow_gather(const struct arrow_source *source, size_t first, size_t rows,
                                  struct arrow_block *block, rowkey_values *values, size_t *good,
                                  rowkey_error *error);

#endif
