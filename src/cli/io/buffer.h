/* A growing array of bytes. */
#ifndef ROWKEY_CLI_IO_BUFFER_H
#define ROWKEY_CLI_IO_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer {
  uint8_t *bytes;
  size_t size;
  size_t capacity;
};

/* Makes room for at least `more` bytes after `size`. False when memory runs out. */
bool buffer_reserve(struct buffer *buffer, size_t more);
bool buffer_append(struct buffer *buffer, const void *bytes, size_t size);
void buffer_free(struct buffer *buffer);

#endif
