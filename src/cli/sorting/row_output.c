#include "sorting/row_output.h"

#include <string.h>

enum { FLUSHED = 1 << 20 }; /* bytes that are written at once */

static bool flush(struct row_output *output, struct failure *failure) {
  if (!output->write(output->context, output->buffer.bytes, output->buffer.size, failure)) return false;
  output->buffer.size = 0;
  return true;
}

static void append(struct buffer *buffer, const void *bytes, size_t size) {
  uint8_t *to = buffer->bytes + buffer->size;
  buffer->size += size;
  if (size >= 16 && size <= 32) { /* most keys: two words that overlap, for a call */
    memcpy(to, bytes, 16);
    memcpy(to + size - 16, (const uint8_t *)bytes + size - 16, 16);
  } else if (size > 0) {
    memcpy(to, bytes, size);
  }
}

bool row_output_add(struct row_output *output, const struct sort_row *row, struct failure *failure) {
  struct buffer *buffer = &output->buffer;
  const struct sort_frame frame = {row->key_size, row->rest_size};
  if (buffer->size >= FLUSHED && !flush(output, failure)) return false;
  if (!buffer_reserve(buffer, sizeof frame + row->key_size + row->rest_size + 1)) return fail_memory(failure);
  if (output->framed) append(buffer, &frame, sizeof frame);
  if (output->framed || output->key_is_written) append(buffer, row->key, row->key_size);
  append(buffer, row->rest, row->rest_size);
  if (!output->framed && output->is_lines) buffer->bytes[buffer->size++] = '\n';
  return true;
}

bool row_output_end(struct row_output *output, bool done, struct failure *failure) {
  done = done && (output->buffer.size == 0 || flush(output, failure));
  buffer_free(&output->buffer);
  return done;
}

struct sort_frame sort_frame_at(const uint8_t *bytes) {
  struct sort_frame frame;
  memcpy(&frame, bytes, sizeof frame);
  return frame;
}

struct sort_row sort_row_at(const uint8_t *bytes) {
  const struct sort_frame frame = sort_frame_at(bytes);
  const uint8_t *key = bytes + sizeof frame;
  return (struct sort_row){key, key + frame.key_size, (size_t)frame.key_size, (size_t)frame.rest_size};
}
