/* Records that are JSON objects, one a line. */
#include <string.h>

#include "records/json/members.h"
#include "records/json/scalar.h"
#include "records/text.h"

static bool split_jsonl(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                        struct batch *batch) {
  batch_begin(batch, chunk, at);
  find_lines(limit, batch);
  for (size_t i = 0; i < batch->rows; i++) {
    batch->end[i] -= batch->end[i] > batch->begin[i] && batch->base[batch->end[i] - 1] == '\r';
  }
  /* JSON has no byte order mark; a parser may ignore one before it (RFC 8259). */
  if (at == 0 && chunk->first_byte == 0 && batch->end[0] >= 3 &&
      memcmp(batch->base, "\xef\xbb\xbf", 3) == 0) {
    batch->begin[0] = 3;
  }
  if (batch->scratch == NULL) {
    batch->scratch = json_members_create(shape->columns);
    batch->free_scratch = json_members_free;
  }
  return batch->scratch != NULL && json_members_split(batch->scratch, chunk, at, batch);
}

const struct record_kind record_kind_jsonl = {
    .name = "jsonl",
    .summary = "JSON objects, one a line",
    .endings = JSONL_ENDINGS,
    .is_text = true,
    .column_syntax = "NAME:TYPE or NAME=PATH:TYPE with " TEXT_TYPES,
    .parse_type = parse_text_type,
    .load = load_text,
    .newline_ends_record = true,
    .drops_cr = true,
    .has_members = true,
    .read_value = json_read_value,
    .cut = cut_lines,
    .split = split_jsonl,
};
