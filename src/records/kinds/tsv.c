/* Records that are lines of fields between tabs, without quoting. */
#include "records/fields.h"
#include "records/text.h"

static bool split_tsv(const struct record_shape *shape, const struct piece *piece, size_t at, size_t limit,
                      struct batch *batch) {
  if (!rowkey_split_regular(shape, piece, at, false, limit, batch)) return false;
  if (batch->rows > 0) return true;
  rowkey_find_lines(limit, batch);
  rowkey_drop_carriage_returns(batch);
  return rowkey_split_fields(shape, false, batch);
}

const struct record_kind rowkey_record_kind_tsv = {
    .about = {.kind = ROWKEY_TSV,
              .name = "tsv",
              .summary = "fields between tabs, without quoting, lines ending in LF or CR LF",
              .endings = ".tsv ",
              .is_text = true,
              .newline_ends_record = true,
              .drops_cr = true,
              .may_have_header = true,
              .delimiter = '\t',
              .not_in_null = "\r\n",
              .not_in_null_names = "delimiters and line ends"},
    TEXT_KIND,
    .header_end = rowkey_line_end,
    .next_name = rowkey_next_unquoted_name,
    .cut = rowkey_cut_lines,
    .split = split_tsv,
};
