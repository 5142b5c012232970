/* Splits keys into their parts. */
#include <stdio.h>
#include <string.h>

#include "decode/decoder.h"
#include "text/plural.h"

void rowkey_split_fixed(const struct split *split, size_t rows) {
  const struct sequence *sequence = split->sequence;
  uint64_t *begins = split->begins;
  for (size_t i = 0; i < rows; i++) begins[i] = i * (uint64_t)sequence->width;
  for (size_t part = 0; part < sequence->count; part++, begins += split->stride)
    for (size_t i = 0; i < rows; i++) begins[split->stride + i] = begins[i] + sequence->parts[part].width;
}

/* ---- Where a part ends ----------------------------------------------------------------------- */

/* The search for the ends of one part. The strings end after the part, or with it. */
struct search {
  struct block *block;
  const struct split *split;
  const struct field *field;
  const uint8_t *bytes;
  const uint64_t *begins, *limits;
  uint64_t *ends;
};

/* The bytes from the part on. */
static const uint8_t *from(const struct search *search, size_t row) {
  return search->bytes + search->begins[row];
}
static size_t left(const struct search *search, size_t row) {
  return (size_t)(search->limits[row] - search->begins[row]);
}

static const char *literal_of(const struct search *search, const struct part *part) {
  return search->split->sequence->literals + part->literal;
}

static size_t end_fixed(const struct search *search, size_t rows) {
  size_t width = search->field->part->width;
  bool all = true;
  for (size_t i = 0; i < rows; i++) {
    search->ends[i] = search->begins[i] + width;
    all &= search->ends[i] <= search->limits[i];
  }
  if (all) return rows;
  size_t row = 0;
  while (left(search, row) >= width) row++;
  return rowkey_bad_field(search->block, search->field, row, from(search, row), left(search, row),
                          "%zu byte%s", width, plural(width));
}

static size_t end_open(const struct search *search, size_t rows) {
  size_t tail = search->split->tail;
  bool all = true;
  for (size_t i = 0; i < rows; i++) {
    all &= search->limits[i] - search->begins[i] >= tail;
    search->ends[i] = search->limits[i] - tail;
  }
  if (all) return rows;
  size_t row = 0;
  while (left(search, row) >= tail) row++;
  const struct part *next = search->field[1].part;
  if (next->kind == PART_LITERAL)
    return rowkey_bad_delimiter(search->block, search->field, row, from(search, row), left(search, row),
                                (struct slice){literal_of(search, next), next->width});
  return rowkey_bad_field(search->block, search->field, row, from(search, row), left(search, row),
                          "%zu byte%s after it", tail, plural(tail));
}

static size_t end_delimited(const struct search *search, size_t rows) {
  const char *literal = literal_of(search, search->field[1].part);
  unsigned char delimiter = (unsigned char)*literal;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *begin = from(search, i);
    size_t size = left(search, i);
    const uint8_t *end = size == 0 ? NULL : memchr(begin, delimiter, size);
    if (end == NULL)
      return rowkey_bad_delimiter(search->block, search->field, i, begin, size, (struct slice){literal, 1});
    search->ends[i] = search->begins[i] + (uint64_t)(end - begin);
  }
  return rows;
}

static size_t bad_escapes(const struct search *search, const struct rowkey_escape *rule, size_t row) {
  const uint8_t *zero = rule->zero, *one = rule->one, *end = rule->end;
  char ones[40] = "", ending[40] = "";
  if (rule->changes_one) snprintf(ones, sizeof ones, ", \\x%02X\\x%02X for each \\x01", one[0], one[1]);
  if (rule->end_size == 1) snprintf(ending, sizeof ending, ", and \\x%02X at its end", end[0]);
  if (rule->end_size == 2) snprintf(ending, sizeof ending, ", and \\x%02X\\x%02X at its end", end[0], end[1]);
  return rowkey_bad_field(search->block, search->field, row, from(search, row), left(search, row),
                          "text with \\x%02X\\x%02X for each \\x00%s%s", zero[0], zero[1], ones, ending);
}

/* What was expected of what shows its end. */
static size_t bad_end(const struct search *search, size_t row) {
  const struct value *written = search->field->part->written;
  if (written->kind == VALUE_TEXT_CALL)
    return rowkey_bad_field(search->block, search->field, row, from(search, row), left(search, row),
                            "a length in %zu byte%s, and so many bytes", (size_t)written->call.count,
                            plural(written->call.count));
  if (written->varint != NULL)
    return rowkey_bad_field(search->block, search->field, row, from(search, row), left(search, row),
                            "a byte from \\x%02X to \\x%02X, and as many bytes as it says",
                            varint_first(written->varint), varint_last(written->varint));
  if (written->escape == ESCAPE_GROUPS)
    return rowkey_bad_field(search->block, search->field, row, from(search, row), left(search, row),
                            "groups of 8 bytes with \\xFF after each, \\xF7 to \\xFE after the last");
  return bad_escapes(search, &written->rule, row);
}

static size_t end_by_itself(const struct search *search, size_t rows) {
  const struct value *written = search->field->part->written;
  uint8_t flip = search->field->part->inverted ? 0xff : 0;
  for (size_t i = 0; i < rows; i++) {
    size_t length = rowkey_delimited_length(written, from(search, i), left(search, i), flip);
    if (length == NO_END) return bad_end(search, i);
    search->ends[i] = search->begins[i] + length;
  }
  return rows;
}

static size_t find_ends(const struct search *search, size_t part, size_t rows) {
  if (!part_varies(search->field->part)) return end_fixed(search, rows);
  if (part == search->split->open) return end_open(search, rows);
  return part_delimits_itself(search->field->part) ? end_by_itself(search, rows)
                                                   : end_delimited(search, rows);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static size_t check_widths(struct block *block, const struct split *split,
                           const struct rowkey_strings *strings, size_t rows) {
  size_t width = split->sequence->width;
  for (size_t i = 0; i < rows; i++) {
    size_t size = (size_t)(strings->end[i] - strings->begin[i]);
    if (size != width)
      return rowkey_bad_field(block, &split->fields[0], i, strings->bytes + strings->begin[i], size,
                              "%zu byte%s", width, plural(width));
  }
  return rows;
}

size_t rowkey_split_rows(struct block *block, const struct split *split, const struct rowkey_strings *strings,
                         size_t rows) {
  size_t count = split->sequence->count;
  if (split->sequence->fixed) return check_widths(block, split, strings, rows);
  for (size_t i = 0; i < rows; i++) split->begins[i] = strings->begin[i];
  for (size_t part = 0; part < count && rows > 0; part++) {
    const struct rowkey_strings at = strings_of_part(split, part, strings);
    rows = find_ends(&(struct search){block, split, &split->fields[part], at.bytes, at.begin, strings->end,
                                      split->begins + (part + 1) * split->stride},
                     part, rows);
  }
  const uint64_t *ends = split->begins + count * split->stride;
  for (size_t i = 0; i < rows; i++)
    if (ends[i] != strings->end[i])
      return rowkey_bad_tail(block, &split->fields[count - 1], i, strings->bytes + ends[i],
                             (size_t)(strings->end[i] - ends[i]));
  return rows;
}
