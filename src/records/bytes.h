/* Bytes that grow, and the last newline among some. */
#ifndef ROWKEY_SRC_RECORDS_BYTES_H
#define ROWKEY_SRC_RECORDS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Begins as {0}. */
struct byte_room {
  uint8_t *bytes;
  size_t size, capacity;
};

/* Makes room for `more` bytes after those that are there; `bytes` is not NULL then. False without memory. */
static inline bool byte_room_reserve(struct byte_room *room, size_t more) {
  if (room->bytes != NULL && more <= room->capacity - room->size) return true;
  if (more > SIZE_MAX / 4 - room->size) return false;
  const size_t needed = room->size + more + 1;
  const size_t capacity = needed > 2 * room->capacity ? needed : 2 * room->capacity;
  uint8_t *bytes = realloc(room->bytes, capacity);
  if (bytes == NULL) return false;
  room->bytes = bytes;
  room->capacity = capacity;
  return true;
}

/* The caller's bytes, to which can be added: NULL is none. */
static inline const uint8_t *given_bytes(const void *bytes) {
  static const uint8_t nothing;
  return bytes == NULL ? &nothing : bytes;
}

/* NULL where there is none. */
static inline const uint8_t *last_newline(const uint8_t *bytes, size_t size) {
  while (size > 0)
    if (bytes[--size] == '\n') return bytes + size;
  return NULL;
}

#endif
