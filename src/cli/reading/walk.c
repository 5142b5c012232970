#include "reading/walk.h"

#include <inttypes.h>
#include <rowkey/kernels.h>
#include <stdio.h>

#include "records/join.h"

void walk_begin(struct walk *walk) {
  walk->next = 0;
  walk->next_row = 0;
  walk->counted = 0;
  walk->newlines = 0;
}

bool walk_split(struct walk *walk, size_t limit, struct batch *batch, struct failure *failure) {
  walk->at = walk->next;
  walk->row = walk->next_row;
  if (!walk->shape->kind->split(walk->shape, &walk->chunk, walk->at, limit, batch) ||
      !join_texts(walk->shape, &walk->chunk, walk->at, batch))
    return fail_memory(failure);
  walk->next += batch->next;
  walk->next_row += batch->rows + batch->has_bad;
  return true;
}

uint64_t walk_first_row(const struct walk *walk) { return walk->chunk.first_row + walk->row; }

void walk_place(struct walk *walk, uint64_t begin, char *out) {
  const struct record_shape *shape = walk->shape;
  const struct chunk *chunk = &walk->chunk;
  const size_t at = walk->at + (size_t)begin;
  const struct origin origin = chunk_origin_of(chunk, at);
  if (!shape->kind->is_text) {
    snprintf(out, PLACE_SIZE, "%s: %s %" PRIu64 " at byte %" PRIu64, chunk->file, shape->noun,
             chunk->first_record + at / shape->columns->record_width, chunk->first_byte + at);
  } else if (chunk->first_line == 0) {
    snprintf(out, PLACE_SIZE, "%s: byte %" PRIu64, chunk->file, chunk->first_byte + at + origin.bytes);
  } else {
    walk->newlines += rowkey_count_byte(chunk->bytes + walk->counted, at - walk->counted, '\n');
    walk->counted = at;
    const uint64_t line = chunk->first_line + walk->newlines + origin.lines;
    if (origin.column == 0)
      snprintf(out, PLACE_SIZE, "%s:%" PRIu64, chunk->file, line);
    else
      snprintf(out, PLACE_SIZE, "%s:%" PRIu64 ":%" PRIu64, chunk->file, line, origin.column);
  }
  make_one_line(out);
}
