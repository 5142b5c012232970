#include "simulation/keys.h"

#include <stdlib.h>

#include "base/error.h"

rowkey_status rowkey_key_maker_create(struct key_maker *maker, const rowkey_layout *layout, uint64_t seed,
                                      rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  maker->layout = layout;
  maker->encoder = rowkey_encoder_create(layout, seed, error);
  return maker->encoder != NULL ? ROWKEY_OK : error->status;
}

void rowkey_key_maker_free(struct key_maker *maker) { rowkey_encoder_free(maker->encoder); }

static bool reserve_bytes(struct key_room *room, size_t size) {
  if (size <= room->size) return true;
  free(room->bytes);
  room->bytes = size <= PTRDIFF_MAX ? malloc(size) : NULL;
  room->size = room->bytes != NULL ? size : 0;
  return room->bytes != NULL;
}

static bool reserve_offsets(struct key_room *room, size_t rows) {
  if (room->offsets != NULL && rows <= room->most_rows) return true;
  free(room->offsets);
  room->offsets = rows < PTRDIFF_MAX / sizeof *room->offsets ? calloc(rows + 1, sizeof *room->offsets) : NULL;
  room->most_rows = rows;
  return room->offsets != NULL;
}

rowkey_status rowkey_make_keys(const struct key_maker *maker, struct key_room *room,
                               const rowkey_batch *batch, rowkey_keys *keys, rowkey_error *error) {
  const bool is_fixed = rowkey_layout_key_width(maker->layout) != ROWKEY_NONE;
  const size_t bound = rowkey_encode_bound(maker->layout, batch);
  if (!reserve_bytes(room, bound == 0 ? 1 : bound) || (!is_fixed && !reserve_offsets(room, batch->rows)))
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the keys of %zu rows",
                            batch->rows);
  rowkey_key_buffer buffer = rowkey_key_buffer_of(room->bytes, room->size);
  if (!is_fixed) buffer.offsets = room->offsets;
  return rowkey_encode(maker->encoder, batch, &buffer, keys, error);
}

void rowkey_key_room_free(struct key_room *room) {
  free(room->bytes);
  free(room->offsets);
}
