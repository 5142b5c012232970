#include "sorting/row_part.h"

#include <rowkey/sort.h>

const size_t sort_room_bytes_per_row = sizeof(uint64_t) + ROWKEY_SORT_BYTES_PER_ROW;

void row_part_forget(struct row_part *part) {
  part->rows = 0;
  part->keys.size = part->key_offsets.size = part->rests.size = part->rest_offsets.size = 0;
}

void row_part_free(struct row_part *part) {
  buffer_free(&part->keys);
  buffer_free(&part->key_offsets);
  buffer_free(&part->rests);
  buffer_free(&part->rest_offsets);
  part->rows = 0;
}

void sort_room_free(struct sort_room *room) {
  buffer_free(&room->order);
  buffer_free(&room->memory);
}

/* ---- In -------------------------------------------------------------------------------------- */

/* Adds a piece, the last of `rows`. */
static bool add_piece(struct buffer *bytes, struct buffer *offsets, size_t rows, const uint8_t *piece,
                      size_t size) {
  const uint64_t end = bytes->size + size;
  /* At least a byte of room: even pieces without bytes have a place. */
  if (!buffer_reserve(bytes, size + 1)) return false;
  buffer_append_reserved(bytes, piece, size);
  if (offsets == NULL) return true;
  while (offsets->size < rows * sizeof end) { /* the first one, and those of rows before that had no piece */
    const uint64_t begin = 0;
    if (!buffer_append(offsets, &begin, sizeof begin)) return false;
  }
  return buffer_append(offsets, &end, sizeof end);
}

bool row_part_add(struct row_part *part, size_t key_width, const struct sort_row *row) {
  const bool has_rest = row->rest_size > 0 || part->rests.size > 0;
  part->rows++;
  return add_piece(&part->keys, key_width != ROWKEY_NONE ? NULL : &part->key_offsets, part->rows, row->key,
                   row->key_size) &&
         (!has_rest || add_piece(&part->rests, &part->rest_offsets, part->rows, row->rest, row->rest_size));
}

/* ---- Out ------------------------------------------------------------------------------------- */

static struct row_pieces pieces_of(const struct buffer *bytes, const struct buffer *offsets, size_t width) {
  static const uint8_t nothing;
  const bool have_width = width != ROWKEY_NONE;
  return (struct row_pieces){bytes->bytes != NULL ? bytes->bytes : &nothing,
                             have_width ? NULL : (const void *)offsets->bytes, have_width ? width : 0};
}

struct row_view row_part_view(const struct row_part *part, size_t key_width) {
  return (struct row_view){
      pieces_of(&part->keys, &part->key_offsets, key_width),
      pieces_of(&part->rests, &part->rest_offsets, part->rest_offsets.size == 0 ? 0 : ROWKEY_NONE)};
}

rowkey_keys row_part_keys(const struct row_part *part, size_t key_width) {
  const struct row_pieces pieces = row_part_view(part, key_width).keys;
  return pieces.offsets != NULL ? rowkey_keys_of_offsets(pieces.bytes, pieces.offsets, part->rows)
                                : rowkey_keys_of_width(pieces.bytes, pieces.width, part->rows);
}

const uint64_t *row_part_sort(const struct row_part *part, size_t key_width, struct sort_room *room,
                              struct failure *failure) {
  const size_t size = ROWKEY_SORT_BYTES_PER_ROW * part->rows;
  if (!buffer_reserve(&room->order, sizeof(uint64_t) * (part->rows + 1)) ||
      !buffer_reserve(&room->memory, size)) {
    fail_memory(failure);
    return NULL;
  }
  const rowkey_keys keys = row_part_keys(part, key_width);
  uint64_t *order = (uint64_t *)(void *)room->order.bytes;
  rowkey_error error;
  if (rowkey_sort(&keys, order, NULL, room->memory.bytes, size, &error) == ROWKEY_OK) return order;
  fail_library(&error, failure);
  return NULL;
}

/* Rows that follow each other in order lie anywhere: their offsets are fetched, then their bytes, before
 * their turn. */
static inline void fetch_rows(const struct row_pieces *pieces, const uint64_t *order, size_t i, size_t rows) {
  enum { AHEAD = 16 };
  if (pieces->offsets != NULL && i + 2 * AHEAD < rows)
    __builtin_prefetch(pieces->offsets + order[i + 2 * AHEAD]);
  if (i + AHEAD < rows) __builtin_prefetch(pieces->bytes + row_piece_begin(pieces, (size_t)order[i + AHEAD]));
}

bool row_part_write(const struct row_part *part, size_t key_width, const uint64_t *order,
                    struct row_output *output, struct failure *failure) {
  const struct row_view view = row_part_view(part, key_width);
  const size_t rows = part->rows;
  for (size_t i = 0; i < rows; i++) {
    fetch_rows(&view.keys, order, i, rows);
    if (view.rests.offsets != NULL) fetch_rows(&view.rests, order, i, rows);
    const struct sort_row row = row_view_at(&view, (size_t)order[i]);
    if (!row_output_add(output, &row, failure)) return false;
  }
  return true;
}
