#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

bool buffer_reserve(struct buffer *buffer, size_t more) {
  if (more <= buffer->capacity - buffer->size) return true;
  if (more > SIZE_MAX / 2 - buffer->size) return false;
  const size_t needed = buffer->size + more;
  const size_t doubled = buffer->capacity * 2;
  const size_t capacity = needed > doubled ? needed : doubled;
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (bytes == NULL) return false;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return true;
}

bool buffer_append(struct buffer *buffer, const void *bytes, size_t size) {
  if (!buffer_reserve(buffer, size)) return false;
  if (size > 0) memcpy(buffer->bytes + buffer->size, bytes, size);
  buffer->size += size;
  return true;
}

void buffer_free(struct buffer *buffer) {
  free(buffer->bytes);
  *buffer = (struct buffer){0};
}
