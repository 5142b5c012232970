/* Keys of a batch, in room that grows. */
#ifndef ROWKEY_SRC_SIMULATION_KEYS_H
#define ROWKEY_SRC_SIMULATION_KEYS_H

#include <rowkey/encode.h>

/* How keys of a layout are made. Begins as {0}. */
struct key_maker {
  const rowkey_layout *layout;
  rowkey_encoder *encoder;
};

/* Where they are made; makers may share it, one after the other. Begins as {0}. */
struct key_room {
  uint8_t *bytes;
  size_t size;
  uint64_t *offsets;
  size_t most_rows; /* that there are offsets for */
};

rowkey_status rowkey_key_maker_create(struct key_maker *maker, const rowkey_layout *layout, uint64_t seed,
                                      rowkey_error *error);
void rowkey_key_maker_free(struct key_maker *maker);

/* Encodes the batch as *keys, which lie in the room until it is used again. */
rowkey_status rowkey_make_keys(const struct key_maker *maker, struct key_room *room,
                               const rowkey_batch *batch, rowkey_keys *keys, rowkey_error *error);
void rowkey_key_room_free(struct key_room *room);

#endif
