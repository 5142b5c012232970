#include "sorting/row_output.h"

#include <string.h>

enum { FLUSHED = 1 << 20 }; /* bytes that are written at once */

int sort_compare(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size) {
  const size_t shorter = a_size < b_size ? a_size : b_size;
  const int order = shorter == 0 ? 0 : memcmp(a, b, shorter);
  return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

/* ---- Duplicates ------------------------------------------------------------------------------ */

static bool keep_key(struct buffer *buffer, const struct sort_row *row) {
  buffer->size = 0;
  return buffer_append(buffer, row->key, row->key_size);
}

static bool count_duplicate(struct duplicates *duplicates, const struct sort_row *row) {
  const struct buffer *previous = &duplicates->previous;
  if (!duplicates->any || sort_compare(previous->bytes, previous->size, row->key, row->key_size) != 0) {
    duplicates->any = true;
    return keep_key(&duplicates->previous, row);
  }
  return duplicates->rows++ > 0 || keep_key(&duplicates->first, row);
}

void duplicates_free(struct duplicates *duplicates) {
  buffer_free(&duplicates->previous);
  buffer_free(&duplicates->first);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static bool flush_rows(struct row_output *output, struct failure *failure) {
  if (output->buffer.size == 0) return true;
  if (!output->write(output->context, output->buffer.bytes, output->buffer.size, failure)) return false;
  output->buffer.size = 0;
  return true;
}

static bool crosses_bound(const struct row_output *output, const struct sort_row *row) {
  return output->bounded && sort_compare(row->key, row->key_size, output->bound, output->bound_size) >= 0;
}

bool row_output_add(struct row_output *output, const struct sort_row *row, struct failure *failure) {
  struct buffer *buffer = &output->buffer;
  const struct sort_frame frame = {row->key_size, row->rest_size};
  if (buffer->size >= FLUSHED && !flush_rows(output, failure)) return false;
  while (crosses_bound(output, row))
    if (!flush_rows(output, failure) || !output->cross(output, failure)) return false;
  if ((output->duplicates != NULL && !count_duplicate(output->duplicates, row)) ||
      !buffer_reserve(buffer, sizeof frame + row->key_size + row->rest_size + 1)) {
    return fail_memory(failure);
  }
  if (output->framed) buffer_append_reserved(buffer, &frame, sizeof frame);
  if (output->framed || output->key_is_written) buffer_append_reserved(buffer, row->key, row->key_size);
  buffer_append_reserved(buffer, row->rest, row->rest_size);
  if (!output->framed && output->is_lines) buffer->bytes[buffer->size++] = '\n';
  return true;
}

bool row_output_end(struct row_output *output, bool done, struct failure *failure) {
  done = done && flush_rows(output, failure);
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
