/* Records that are lines of fields between tabs, without quoting. */
#include "records/fields.h"
#include "records/text.h"

static bool split_tsv(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                      struct batch *batch) {
  if (!split_regular(shape, chunk, at, false, limit, batch)) return false;
  if (batch->rows > 0) return true;
  find_lines(limit, batch);
  drop_carriage_returns(batch);
  return split_fields(shape, chunk, at, false, batch);
}

const struct record_kind record_kind_tsv = {
    TEXT_KIND,
    .name = "tsv",
    .summary = "fields between tabs, without quoting, lines ending in LF or CR LF",
    .endings = ".tsv ",
    .newline_ends_record = true,
    .drops_cr = true,
    .delimiter = '\t',
    .not_in_null = "\r\n",
    .not_in_null_names = "delimiters and line ends",
    .header_end = line_end,
    .next_name = next_unquoted_name,
    .cut = cut_lines,
    .split = split_tsv,
};
