#include "sorting/run_reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct run_reader run_reader_of(struct run run, size_t number) {
  return (struct run_reader){.left = run, .number = number};
}

void run_reader_free(struct run_reader *reader) { buffer_free(&reader->buffer); }

/* Reads more of the run after what is in the buffer, at most `most` bytes. */
static bool read_more(struct run_reader *reader, int descriptor, size_t most) {
  struct buffer *buffer = &reader->buffer;
  while (most > 0) {
    const ssize_t count = pread(descriptor, buffer->bytes + buffer->size, most, (off_t)reader->left.begin);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = EIO; /* somebody has cut the file */
    if (count <= 0) return false;
    buffer->size += (size_t)count;
    reader->left.begin += (uint64_t)count;
    most -= (size_t)count;
  }
  return true;
}

/* Has `needed` bytes from the next row's begin on in the buffer, and with them as many more as it takes. */
static bool have_bytes(struct run_reader *reader, int descriptor, size_t needed) {
  struct buffer *buffer = &reader->buffer;
  const size_t kept = buffer->size - reader->next;
  if (kept >= needed) return true;
  if (kept > 0) memmove(buffer->bytes, buffer->bytes + reader->next, kept);
  buffer->size = kept;
  reader->next = 0;
  const size_t room = needed > RUN_READER_BYTES ? needed : RUN_READER_BYTES;
  if (!buffer_reserve(buffer, room - kept)) {
    errno = ENOMEM;
    return false;
  }
  const uint64_t left = reader->left.end - reader->left.begin;
  return read_more(reader, descriptor, left < room - kept ? (size_t)left : room - kept);
}

bool run_reader_next(struct run_reader *reader, int descriptor, bool *at_end) {
  *at_end = reader->next == reader->buffer.size && reader->left.begin == reader->left.end;
  if (*at_end) return true;
  if (!have_bytes(reader, descriptor, sizeof(struct sort_frame))) return false;
  const struct sort_frame frame = sort_frame_at(reader->buffer.bytes + reader->next);
  const size_t size = sizeof frame + (size_t)(frame.key_size + frame.rest_size);
  if (!have_bytes(reader, descriptor, size)) return false;
  reader->row = sort_row_at(reader->buffer.bytes + reader->next);
  reader->next += size;
  return true;
}
