#include "room.h"

#include <stdint.h>
#include <stdlib.h>

static size_t larger(size_t size) { return size > SIZE_MAX / 2 ? size : size + size / 2 + 16; }

bool room_for(struct room *room, size_t size) {
  if (room->data != NULL && size <= room->capacity) return true;
  free(room->data);
  room->capacity = larger(size);
  room->data = malloc(room->capacity);
  if (room->data == NULL) room->capacity = 0;
  return room->data != NULL;
}

bool room_keep(struct room *room, size_t size) {
  if (room->data != NULL && size <= room->capacity) return true;
  void *data = realloc(room->data, larger(size));
  if (data == NULL) return false;
  *room = (struct room){data, larger(size)};
  return true;
}
