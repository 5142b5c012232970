#include "reading/comments.h"

#include <string.h>

#include "records/header.h"
#include "records/text.h"

static bool is_comment(const struct record_shape *shape, const uint8_t *bytes, size_t size) {
  return size >= shape->comment_size && memcmp(bytes, shape->comment, shape->comment_size) == 0;
}

bool comments_may_stand(const struct record_shape *shape, const uint8_t *bytes, size_t size) {
  if (shape->comment_size == 0) return false;
  const uint8_t *at = bytes, *end = bytes + size;
  while ((at = memmem(at, (size_t)(end - at), shape->comment, shape->comment_size)) != NULL) {
    if (at == bytes || at[-1] == '\n') return true;
    at++;
  }
  return false;
}

/* Where the record or comment that begins at `at` ends, `size` when its newline is not there. */
static size_t find_end(const struct record_shape *shape, const uint8_t *bytes, size_t size, size_t at,
                       bool comment) {
  return at + (comment ? line_end : shape->kind->header_end)(shape->delimiter, bytes + at, size - at);
}

void comments_cut(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut) {
  *cut = (struct cut){.scanned = size};
  cut->has_quotes = !shape->kind->newline_ends_record && memchr(bytes, '"', size) != NULL;
  while (cut->end < size) {
    const bool comment = is_comment(shape, bytes + cut->end, size - cut->end);
    const size_t end = find_end(shape, bytes, size, cut->end, comment);
    if (end == size) return;
    cut->records += !comment;
    cut->end = end + 1;
  }
}

bool comments_drop(const struct record_shape *shape, struct chunk *chunk) {
  uint8_t *bytes = chunk->bytes;
  size_t at = 0, kept = 0, begin = 0; /* bytes begin … at - 1 are to be moved to byte `kept` */
  uint64_t dropped = 0;
  while (at < chunk->size) {
    const bool comment = is_comment(shape, bytes + at, chunk->size - at);
    const size_t end = find_end(shape, bytes, chunk->size, at, comment),
                 next = end < chunk->size ? end + 1 : end;
    if (comment) {
      memmove(bytes + kept, bytes + begin, at - begin);
      kept += at - begin;
      begin = next;
      dropped++;
      if (next == chunk->size) chunk->newline_added = false;
      if (!chunk_add_origin(chunk, (struct origin){.at = kept, .lines = dropped, .bytes = begin - kept}))
        return false;
    }
    at = next;
  }
  memmove(bytes + kept, bytes + begin, at - begin);
  chunk->size = kept + at - begin;
  return true;
}

size_t comments_before(const struct record_shape *shape, const uint8_t *bytes, size_t size, bool ended) {
  size_t before = 0, at = header_mark_size(bytes, size);
  while (shape->comment_size > 0 && at < size && is_comment(shape, bytes + at, size - at)) {
    const size_t end = find_end(shape, bytes, size, at, true);
    if (end == size && !ended) break;
    before = at = end < size ? end + 1 : end;
  }
  return before;
}
