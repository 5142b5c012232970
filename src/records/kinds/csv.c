/* Records of fields as in RFC 4180, which may stand in quotes, with any delimiter. */
#include <rowkey/kernels.h>
#include <string.h>

#include "records/fields.h"
#include "records/text.h"

static size_t header_end_csv(uint8_t delimiter, const uint8_t *bytes, size_t size) {
  struct csv_walk walk = {delimiter, false, 0};
  size_t begin, end;
  while (rowkey_csv_next_outside(&walk, bytes, size, &begin, &end)) {
    const uint8_t *newline = memchr(bytes + begin, '\n', end - begin);
    if (newline != NULL) return (size_t)(newline - bytes);
  }
  return size;
}

/* From the first quote on that is not regular. */
static void cut_irregular(const struct record_shape *shape, const uint8_t *bytes, size_t size,
                          rowkey_cut *cut) {
  struct csv_walk walk = {shape->delimiter, cut->inside_quotes, cut->scanned};
  size_t begin, end;
  while (rowkey_csv_next_outside(&walk, bytes, size, &begin, &end)) {
    cut->has_quotes = cut->has_quotes || end < size;
    const uint8_t *last = last_newline(bytes + begin, end - begin);
    if (last == NULL) continue;
    cut->end = (size_t)(last + 1 - bytes);
    cut->records += rowkey_count_byte(bytes + begin, cut->end - begin, '\n');
  }
  cut->scanned = walk.at;
  cut->inside_quotes = walk.inside;
}

static void cut_csv(const struct record_shape *shape, const uint8_t *bytes, size_t size, rowkey_cut *cut) {
  rowkey_fields_scan scan = {
      .delimiter = shape->delimiter, .quotes = true, .at = cut->scanned, .inside = cut->inside_quotes};
  rowkey_count_records(&scan, bytes, size);
  cut->scanned = (size_t)scan.at;
  cut->inside_quotes = scan.inside;
  cut->has_quotes = cut->has_quotes || scan.has_quotes;
  if (scan.newlines > 0) cut->end = (size_t)scan.after_newline;
  cut->records += scan.newlines;
  if (scan.is_irregular) cut_irregular(shape, bytes, size, cut);
}

/* As rowkey_find_lines, past newlines in quotes. Finds no row when the first record's quotes are not closed.
 */
static void find_quoted_lines(const struct record_shape *shape, size_t limit, struct batch *batch) {
  struct csv_walk walk = {shape->delimiter, false, 0};
  size_t rows = 0, begin, end;
  while (rows < limit && rowkey_csv_next_outside(&walk, batch->base, (size_t)batch->size, &begin, &end)) {
    const size_t found =
        rowkey_find_byte(batch->base + begin, end - begin, '\n', batch->end + rows, limit - rows);
    for (size_t i = rows; i < rows + found; i++) batch->end[i] += begin;
    rows += found;
  }
  batch->begin[0] = 0;
  for (size_t i = 1; i < rows; i++) batch->begin[i] = batch->end[i - 1] + 1;
  batch->rows = rows;
  batch->next = rows == 0 ? 0 : (size_t)batch->end[rows - 1] + 1;
}

static bool split_csv(const struct record_shape *shape, const struct piece *piece, size_t at, size_t limit,
                      struct batch *batch) {
  const bool quotes = piece->cut.has_quotes;
  if (!rowkey_split_regular(shape, piece, at, quotes, limit, batch)) return false;
  if (batch->rows > 0) return true;
  if (quotes) {
    find_quoted_lines(shape, limit, batch);
  } else {
    rowkey_find_lines(limit, batch);
  }
  if (batch->rows == 0) {
    batch->begin[0] = 0;
    batch->end[0] = batch->size - piece->cut.newline_added;
    rowkey_batch_end_bad(
        batch, 0, (size_t)batch->size,
        "the record has a quote that is not closed (expected one before the end of the file)");
    return true;
  }
  rowkey_drop_carriage_returns(batch);
  return rowkey_split_fields(shape, quotes, batch);
}

const struct record_kind rowkey_record_kind_csv = {
    .about = {.kind = ROWKEY_CSV,
              .name = "csv",
              .summary = "fields as in RFC 4180, lines ending in LF or CR LF",
              .endings = ".csv ",
              .is_text = true,
              .drops_cr = true,
              .may_have_header = true,
              .delimiter = ',',
              .not_in_null = "\"\r\n",
              .not_in_null_names = "quotes, delimiters and line ends"},
    TEXT_KIND,
    .header_end = header_end_csv,
    .next_name = rowkey_csv_next_field,
    .cut = cut_csv,
    .split = split_csv,
};
