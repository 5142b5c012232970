#include "text/strings.h"

#include <stdlib.h>
#include <string.h>

static size_t grown(size_t capacity, size_t least) {
  const size_t doubled = capacity <= SIZE_MAX / 4 ? 2 * capacity : least;
  return doubled > least ? doubled : least;
}

uint8_t *rowkey_strings_room(struct string_list *list, size_t size) {
  const size_t used = string_list_size(list);
  if (size > PTRDIFF_MAX - used) return NULL;
  if (list->bytes == NULL || used + size > list->byte_capacity) {
    const size_t capacity = grown(list->byte_capacity, used + size + 64);
    uint8_t *bytes = realloc(list->bytes, capacity);
    if (bytes == NULL) return NULL;
    list->bytes = bytes;
    list->byte_capacity = capacity;
  }
  return list->bytes + used;
}

bool rowkey_strings_extend(struct string_list *list, size_t size) {
  const size_t used = string_list_size(list);
  if (list->offsets == NULL || list->count + 2 > list->capacity) {
    const size_t capacity = grown(list->capacity, list->count + 16);
    if (capacity > PTRDIFF_MAX / sizeof *list->offsets) return false;
    uint64_t *offsets = realloc(list->offsets, capacity * sizeof *offsets);
    if (offsets == NULL) return false;
    list->offsets = offsets;
    list->capacity = capacity;
    list->offsets[0] = 0;
  }
  list->offsets[++list->count] = used + size;
  return true;
}

bool rowkey_strings_add(struct string_list *list, const void *bytes, size_t size) {
  uint8_t *room = rowkey_strings_room(list, size);
  if (room == NULL) return false;
  if (size != 0) memcpy(room, bytes, size);
  return rowkey_strings_extend(list, size);
}

void rowkey_strings_free(struct string_list *list) {
  free(list->offsets);
  free(list->bytes);
  *list = (struct string_list){0};
}
