/* Rows in memory, in the order in which they were added, as columns. Some part of all rows, whose keys lie
 * between two others: it is sorted by itself.
 */
#ifndef ROWKEY_CLI_SORTING_ROW_PART_H
#define ROWKEY_CLI_SORTING_ROW_PART_H

#include <rowkey/keys.h>

#include "sorting/row_output.h"

/* Begins as {0}. Offsets: uint64_t, from 0 on, one more than there are rows; those of keys only where these
 * have no width, those of rests only where some row has one. */
struct row_part {
  struct buffer keys, key_offsets, rests, rest_offsets;
  size_t rows;
};

/* What sorting takes beside the rows: the same for one part after the other. Begins as {0}. */
struct sort_room {
  struct buffer order, memory;
};

extern const size_t sort_room_bytes_per_row;

/* `key_width`, here and below, is that of all keys, or ROWKEY_NONE. */
bool row_part_add(struct row_part *part, size_t key_width, const struct sort_row *row);

rowkey_keys row_part_keys(const struct row_part *part, size_t key_width);

/* Where pieces that stand side by side lie: between offsets or, where that is NULL, `width` bytes each. */
struct row_pieces {
  const uint8_t *bytes;
  const uint64_t *offsets;
  size_t width;
};

static inline size_t row_piece_begin(const struct row_pieces *pieces, size_t i) {
  return pieces->offsets != NULL ? (size_t)pieces->offsets[i] : i * pieces->width;
}

/* The rows of a part, to be looked at until one is added. */
struct row_view {
  struct row_pieces keys, rests;
};

struct row_view row_part_view(const struct row_part *part, size_t key_width);

/* Row `i`, in the order in which they were added. */
static inline struct sort_row row_view_at(const struct row_view *view, size_t i) {
  const size_t key = row_piece_begin(&view->keys, i), rest = row_piece_begin(&view->rests, i);
  return (struct sort_row){view->keys.bytes + key, view->rests.bytes + rest,
                           row_piece_begin(&view->keys, i + 1) - key,
                           row_piece_begin(&view->rests, i + 1) - rest};
}

/* Sorts the rows: order[0 … part->rows), valid until the room is used again. NULL and `failure` when it
 * cannot be done. */
const uint64_t *row_part_sort(const struct row_part *part, size_t key_width, struct sort_room *room,
                              struct failure *failure);

/* Hands the rows to the output in this order. */
bool row_part_write(const struct row_part *part, size_t key_width, const uint64_t *order,
                    struct row_output *output, struct failure *failure);

void row_part_forget(struct row_part *part); /* its rows; the memory is kept */
void row_part_free(struct row_part *part);
void sort_room_free(struct sort_room *room);

#endif
