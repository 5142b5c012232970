#include "reading/walk.h"

#include <inttypes.h>
#include <stdio.h>

bool walk_begin(struct walk *walk, struct failure *failure) {
  rowkey_error error;
  if (walk->reader == NULL) walk->reader = rowkey_record_reader_create(walk->shape->columns->records, &error);
  return (walk->reader != NULL &&
          rowkey_record_reader_begin(walk->reader, walk->chunk.bytes, walk->chunk.size, &walk->chunk.cut,
                                     &error) == ROWKEY_OK) ||
         fail_library(&error, failure);
}

bool walk_split(struct walk *walk, size_t limit, struct failure *failure) {
  rowkey_error error;
  return rowkey_record_reader_next(walk->reader, limit, &walk->batch, &error) == ROWKEY_OK ||
         fail_library(&error, failure);
}

size_t walk_values(const struct walk *walk, size_t first, size_t rows, const rowkey_values **columns,
                   char *reason, struct failure *failure) {
  rowkey_error error;
  if (rowkey_record_reader_values(walk->reader, first, rows, columns, &error) == ROWKEY_OK) return rows;
  if (error.row == ROWKEY_NONE) {
    fail_library(&error, failure);
  } else {
    snprintf(reason, REASON_SIZE, "%s", error.text);
  }
  return error.row;
}

uint64_t walk_first_row(const struct walk *walk) { return walk->chunk.first_row + walk->batch.first_row; }

void walk_place(const struct walk *walk, uint64_t begin, char *out) {
  const struct record_shape *shape = walk->shape;
  const struct chunk *chunk = &walk->chunk;
  const bool has_lines = shape->kind->is_text && chunk->first_line > 0;
  uint64_t at, newlines;
  rowkey_record_reader_place(walk->reader, begin, &at, has_lines ? &newlines : NULL);
  if (!shape->kind->is_text) {
    snprintf(out, PLACE_SIZE, "%s: %s %" PRIu64 " at byte %" PRIu64, chunk->file, shape->noun,
             chunk->first_record + at / rowkey_records_width(shape->columns->records),
             chunk->first_byte + at);
  } else if (!has_lines) {
    snprintf(out, PLACE_SIZE, "%s: byte %" PRIu64, chunk->file, chunk->first_byte + at);
  } else {
    const struct origin origin = chunk_origin_of(chunk, (size_t)at);
    const uint64_t line = chunk->first_line + newlines + origin.lines;
    if (origin.column == 0)
      snprintf(out, PLACE_SIZE, "%s:%" PRIu64, chunk->file, line);
    else
      snprintf(out, PLACE_SIZE, "%s:%" PRIu64 ":%" PRIu64, chunk->file, line, origin.column);
  }
  make_one_line(out);
}

void walk_free(struct walk *walk) {
  chunk_free(&walk->chunk);
  rowkey_record_reader_free(walk->reader);
  walk->reader = NULL;
}
