/* Records that are lines: each is one column. */
#include "records/text.h"

static bool split_lines(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                        struct batch *batch) {
  batch_begin(batch, chunk, at);
  find_lines(limit, batch);
  if (shape->columns->count > 0) {
    batch->columns[0].begin = batch->begin;
    batch->columns[0].end = batch->end;
  }
  return true;
}

const struct record_kind record_kind_lines = {
    TEXT_KIND,
    .name = "lines",
    .summary = "each line is one column",
    .is_one_column = true,
    .newline_ends_record = true,
    .not_in_null = "\n",
    .not_in_null_names = "line ends",
    .header_end = line_end,
    .next_name = next_unquoted_name,
    .cut = cut_lines,
    .split = split_lines,
};
