#include "records/comments.h"

#include <string.h>

#include "records/header.h"
#include "records/text.h"

static bool is_comment(const struct record_shape *shape, const uint8_t *bytes, size_t size) {
  return size >= shape->comment_size && memcmp(bytes, shape->comment, shape->comment_size) == 0;
}

bool rowkey_comments_may_stand(const struct record_shape *shape, const uint8_t *bytes, size_t size) {
  if (shape->comment_size == 0) return false;
  const uint8_t *at = bytes, *end = bytes + size;
  while ((at = memchr(at, shape->comment[0], (size_t)(end - at))) != NULL) {
    if ((at == bytes || at[-1] == '\n') && is_comment(shape, at, (size_t)(end - at))) return true;
    at++;
  }
  return false;
}

/* Where the record or comment that begins at `at` ends, `size` when its newline is not there. */
static size_t find_end(const struct record_shape *shape, const uint8_t *bytes, size_t size, size_t at,
                       bool comment) {
  return at + (comment ? rowkey_line_end : shape->kind->header_end)(shape->delimiter, bytes + at, size - at);
}

void rowkey_comments_cut(const struct record_shape *shape, const uint8_t *bytes, size_t size,
                         rowkey_cut *cut) {
  cut->end = 0;
  cut->records = 0;
  cut->scanned = size;
  cut->has_quotes = !shape->kind->about.newline_ends_record && memchr(bytes, '"', size) != NULL;
  while (cut->end < size) {
    const bool comment = is_comment(shape, bytes + cut->end, size - cut->end);
    const size_t end = find_end(shape, bytes, size, cut->end, comment);
    if (end == size) return;
    cut->records += !comment;
    cut->end = end + 1;
  }
}

bool rowkey_comments_leave_out(const struct record_shape *shape, const struct piece *piece,
                               struct without_comments *without) {
  const uint8_t *bytes = piece->bytes;
  uint64_t lines = 0;
  size_t dropped = 0;
  without->bytes.size = without->left_out.size = 0;
  if (!byte_room_reserve(&without->bytes, piece->size)) return false;
  for (size_t at = 0, next; at < piece->size; at = next) {
    const bool comment = is_comment(shape, bytes + at, piece->size - at);
    const size_t end = find_end(shape, bytes, piece->size, at, comment);
    next = end < piece->size ? end + 1 : end;
    if (!comment) {
      memcpy(without->bytes.bytes + without->bytes.size, bytes + at, next - at);
      without->bytes.size += next - at;
      continue;
    }
    dropped += next - at;
    const struct left_out left_out = {without->bytes.size, dropped, ++lines};
    if (!byte_room_reserve(&without->left_out, sizeof left_out)) return false;
    memcpy(without->left_out.bytes + without->left_out.size, &left_out, sizeof left_out);
    without->left_out.size += sizeof left_out;
  }
  return true;
}

static struct left_out left_out_at(const struct without_comments *without, size_t index) {
  struct left_out found;
  memcpy(&found, without->left_out.bytes + index * sizeof found, sizeof found);
  return found;
}

struct left_out rowkey_comments_before_byte(const struct without_comments *without, size_t at) {
  /* Those before `low` are not after the byte, those from `high` on are. */
  size_t low = 0, high = without->left_out.size / sizeof(struct left_out);
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (left_out_at(without, middle).at <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return low == 0 ? (struct left_out){0} : left_out_at(without, low - 1);
}

size_t rowkey_comments_before(const struct record_shape *shape, const uint8_t *bytes, size_t size,
                              bool ended) {
  size_t before = 0, at = rowkey_header_mark_size(bytes, size);
  while (shape->comment_size > 0 && at < size && is_comment(shape, bytes + at, size - at)) {
    const size_t end = find_end(shape, bytes, size, at, true);
    if (end == size && !ended) break;
    before = at = end < size ? end + 1 : end;
  }
  return before;
}
