/* Records that are lines: each is one column. And keys, one a line, whose bytes all count. */
#include "records/text.h"

static bool split_lines(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                        struct batch *batch) {
  batch_begin(batch, chunk, at);
  find_lines(limit, batch);
  if (shape->kind->drops_cr && chunk->has_carriage_returns) drop_carriage_returns(batch);
  if (shape->columns->count > 0) {
    batch->columns[0].begin = batch->begin;
    batch->columns[0].end = batch->end;
  }
  return true;
}

#define LINE_KIND                                                                                         \
  TEXT_KIND, .name = "lines", .is_one_column = true, .newline_ends_record = true, .header_end = line_end, \
      .next_name = next_unquoted_name, .cut = cut_lines, .split = split_lines

const struct record_kind record_kind_lines = {
    LINE_KIND,
    .summary = "each line is one column, lines ending in LF or CR LF",
    .drops_cr = true,
    .not_in_null = "\r\n",
    .not_in_null_names = "line ends",
};

const struct record_kind record_kind_keys = {LINE_KIND};
