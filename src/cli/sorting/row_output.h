/* Rows on their way to a file, collected in a buffer: as the command writes them, or framed, to be read back.
 */
#ifndef ROWKEY_CLI_SORTING_ROW_OUTPUT_H
#define ROWKEY_CLI_SORTING_ROW_OUTPUT_H

#include "base/buffer.h"
#include "base/message.h"

/* A key and what is written for it: `rest` alone, or, where the key is written as it is, the key and then
 * `rest`. */
struct sort_row {
  const uint8_t *key, *rest;
  size_t key_size, rest_size;
};

/* What stands before a framed row: then come the key and the rest. */
struct sort_frame {
  uint64_t key_size, rest_size;
};

/* Rows that have the key of the row before them. Begins as {0}. */
struct duplicates {
  uint64_t rows;
  bool any;               /* there is a row before */
  struct buffer previous; /* its key */
  struct buffer first;    /* the key of the first of those rows */
};

/* Begins with what it needs of the first members set, and all others zero. */
struct row_output {
  bool (*write)(void *context, const uint8_t *bytes, size_t size, struct failure *failure);
  void *context;
  bool framed;
  bool key_is_written, is_lines; /* where rows are not framed */
  struct duplicates *duplicates; /* NULL, or counts them */
  /* Where it is `bounded`, `cross` is called before the first row whose key is not before the bound, when all
   * rows before are written. It moves the bound on: it may be called again for the same row. */
  bool bounded;
  bool (*cross)(struct row_output *output, struct failure *failure);
  const uint8_t *bound;
  size_t bound_size;

  struct buffer buffer;
};

/* As memcmp: bytes count as unsigned numbers, and a string comes before those that go on. */
int sort_compare(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size);

bool row_output_add(struct row_output *output, const struct sort_row *row, struct failure *failure);

/* Writes what is left and frees the buffer, whether it succeeds or not. `done`: whether there is any use in
 * it. */
bool row_output_end(struct row_output *output, bool done, struct failure *failure);

/* The framed row at `bytes`, which has at least a frame's head. */
struct sort_frame sort_frame_at(const uint8_t *bytes);
struct sort_row sort_row_at(const uint8_t *bytes);

void duplicates_free(struct duplicates *duplicates);

#endif
