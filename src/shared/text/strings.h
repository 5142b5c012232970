/* Lists of byte strings: keys, bounds of ranges, split points. */
#ifndef ROWKEY_TEXT_STRINGS_H
#define ROWKEY_TEXT_STRINGS_H

#include <rowkey/splits.h>
#include <stdbool.h>
#include <stdint.h>

#include "text/bytes.h"

/* A list that grows. Begins as {0}. */
struct string_list {
  size_t count, capacity; /* strings, and offsets there is room for */
  uint64_t *offsets;      /* count + 1 when not NULL */
  uint8_t *bytes;
  size_t byte_capacity;
};

/* All return false when memory is exhausted; the list then stays as it was. */
bool rowkey_strings_add(struct string_list *list, const void *bytes, size_t size);
/* Room for `size` bytes after the last string, to be written before rowkey_strings_extend takes some of them
 * as the next string. NULL without memory. */
uint8_t *rowkey_strings_room(struct string_list *list, size_t size);
bool rowkey_strings_extend(struct string_list *list, size_t size);
void rowkey_strings_free(struct string_list *list);
/* Takes the last string off the list, which has one. */
static inline void rowkey_strings_drop(struct string_list *list) { list->count--; }

/* Bytes of all strings together. */
static inline size_t string_list_size(const struct string_list *list) {
  return list->offsets == NULL ? 0 : (size_t)list->offsets[list->count];
}
static inline const uint8_t *string_at(const struct string_list *list, size_t index) {
  return list->bytes + list->offsets[index];
}
static inline size_t string_size(const struct string_list *list, size_t index) {
  return (size_t)(list->offsets[index + 1] - list->offsets[index]);
}

/* Point `index` of split points. */
static inline const uint8_t *split_at(const rowkey_splits *splits, size_t index) {
  return (const uint8_t *)splits->bytes + splits->offsets[index];
}
static inline size_t split_size(const rowkey_splits *splits, size_t index) {
  return (size_t)(splits->offsets[index + 1] - splits->offsets[index]);
}

#endif
