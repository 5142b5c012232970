/* What kinds of text have in common: lines, numbers spelled in text, names without quotes. */
#ifndef ROWKEY_CLI_RECORDS_TEXT_H
#define ROWKEY_CLI_RECORDS_TEXT_H

#include "records/kind.h"

/* The types of columns, for --columns: the first, those after it, and the last one. */
/* clang-format off */
#define EACH_TEXT_TYPE(FIRST, NEXT, LAST)                                                                 \
  FIRST("u64") NEXT("i64") NEXT("f64") NEXT("f32") NEXT("text") NEXT("bytes(16)") NEXT("time(ms)")        \
  NEXT("epoch(ms)") NEXT("decimal(2)") NEXT("uuid") NEXT("ip") NEXT("ipv4") NEXT("hex") NEXT("base64")    \
  NEXT("bool") NEXT("enum(a,b)") LAST("uid(FILE)")
/* clang-format on */
#define FIRST_OF_LIST(name) name
#define NEXT_OF_LIST(name) ", " name
#define LAST_OF_LIST(name) " or " name
#define TEXT_TYPES "a type " EACH_TEXT_TYPE(FIRST_OF_LIST, NEXT_OF_LIST, LAST_OF_LIST)

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

/* Moves the ends of the batch's records before a CR. */
void drop_carriage_returns(struct batch *batch);

#endif
