/* Records that are lines: each is one column. And keys, one a line, whose bytes all count. */
#include "records/text.h"

static bool split_lines(const struct record_shape *shape, const struct piece *piece, size_t at, size_t limit,
                        struct batch *batch) {
  rowkey_batch_begin(batch, piece->bytes + at, piece->size - at);
  rowkey_find_lines(limit, batch);
  if (shape->kind->about.drops_cr && !piece->cut.has_no_returns) rowkey_drop_carriage_returns(batch);
  if (shape->columns->count > 0) {
    batch->columns[0].begin = batch->begin;
    batch->columns[0].end = batch->end;
  }
  return true;
}

#define LINE_PROPERTIES \
  .is_text = true, .is_one_column = true, .newline_ends_record = true, .may_have_header = true
#define LINE_KIND                                                                                            \
  TEXT_KIND, .header_end = rowkey_line_end, .next_name = rowkey_next_unquoted_name, .cut = rowkey_cut_lines, \
      .split = split_lines

const struct record_kind rowkey_record_kind_lines = {
    .about = {LINE_PROPERTIES, .kind = ROWKEY_LINES, .name = "lines",
              .summary = "each line is one column, lines ending in LF or CR LF", .drops_cr = true,
              .not_in_null = "\r\n", .not_in_null_names = "line ends"},
    LINE_KIND,
};

const struct record_kind rowkey_record_kind_keys = {
    .about = {LINE_PROPERTIES, .kind = ROWKEY_KEY_LINES, .name = "lines",
              .summary = "each line is a key, and a CR before the newline is a byte of it",
              .not_in_null = "\n", .not_in_null_names = "line ends"},
    LINE_KIND,
};
