/* What kinds of text have in common: lines, numbers spelled in text, names without quotes. */
#ifndef ROWKEY_CLI_RECORDS_TEXT_H
#define ROWKEY_CLI_RECORDS_TEXT_H

#include "records/kind.h"

/* The types of columns, for --columns. */
#define TEXT_TYPE_NAMES \
  "u64, i64, f64, f32, text, bytes(16), time(ms), epoch(ms), decimal(2), uuid, ip, ipv4, hex, base64, bool, enum(a,b) or uid(FILE)"
#define TEXT_TYPES "a type " TEXT_TYPE_NAMES

/* What every kind of text has in its struct record_kind. */
#define TEXT_KIND                                                                                        \
  .is_text = true, .column_syntax = "NAME:TYPE with " TEXT_TYPES ", _ to skip a column, ... at the end", \
  .parse_type = parse_text_type, .parse_skip = parse_text_skip, .load = load_text

/* For struct record_kind. */
bool parse_text_type(const char *type, struct column *column, rowkey_column *schema, rowkey_error *error);
const char *parse_text_skip(const char *item, size_t *width);
size_t line_end(uint8_t delimiter, const uint8_t *bytes, size_t size);
const char *next_unquoted_name(const uint8_t *bytes, size_t size, uint8_t delimiter, size_t *at,
                               struct csv_field *field);
void cut_lines(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut);
size_t load_text(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                 size_t rows);

/* Finds the ends of at most `limit` lines and sets begin, end, rows and next. */
void find_lines(size_t limit, struct batch *batch);

#endif
