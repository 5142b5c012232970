/* A growing array of bytes. */
#ifndef ROWKEY_CLI_BASE_BUFFER_H
#define ROWKEY_CLI_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct buffer {
  uint8_t *bytes;
  size_t size;
  size_t capacity;
};

/* Makes room for at least `more` bytes after `size`. False when memory runs out. */
bool buffer_reserve(struct buffer *buffer, size_t more);
bool buffer_append(struct buffer *buffer, const void *bytes, size_t size);

/* Appends bytes, most of which are keys, where there is room for them. */
static inline void buffer_append_reserved(struct buffer *buffer, const void *bytes, size_t size) {
  uint8_t *to = buffer->bytes + buffer->size;
  buffer->size += size;
  if (size >= 16 && size <= 32) { /* two words that overlap, in the place of a call */
    memcpy(to, bytes, 16);
    memcpy(to + size - 16, (const uint8_t *)bytes + size - 16, 16);
  } else if (size > 0) {
    memcpy(to, bytes, size);
  }
}

void buffer_free(struct buffer *buffer);

#endif
