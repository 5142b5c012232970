/* What kinds of text have in common: lines, numbers spelled in text, names without quotes. */
#ifndef ROWKEY_SRC_RECORDS_TEXT_H
#define ROWKEY_SRC_RECORDS_TEXT_H

#include "columns/type_names.h"
#include "records/kind.h"

#define FIRST_OF_LIST(name) name
#define NEXT_OF_LIST(name) ", " name
#define LAST_OF_LIST(name) " or " name
#define TEXT_TYPES "a type " EACH_TEXT_TYPE(FIRST_OF_LIST, NEXT_OF_LIST, LAST_OF_LIST)

/* What every kind of text has in its struct record_kind. */
#define TEXT_KIND                                                                       \
  .column_syntax = "NAME:TYPE with " TEXT_TYPES ", _ to skip a column, ... at the end", \
  .parse_type = rowkey_parse_text_type, .parse_skip = rowkey_parse_text_skip, .load = rowkey_load_text

/* For struct record_kind. */
bool rowkey_parse_text_type(const char *type, struct column *column, rowkey_column *schema,
                            rowkey_error *error);
const char *rowkey_parse_text_skip(const char *item, size_t *width);
size_t rowkey_line_end(uint8_t delimiter, const uint8_t *bytes, size_t size);
const char *rowkey_next_unquoted_name(const uint8_t *bytes, size_t size, uint8_t delimiter, size_t *at,
                                      struct csv_field *field);
void rowkey_cut_lines(const struct record_shape *shape, const uint8_t *bytes, size_t size, rowkey_cut *cut);
size_t rowkey_load_text(const struct record_shape *shape, const struct batch *batch, size_t item,
                        size_t first, size_t rows);

/* Finds the ends of at most `limit` lines and sets begin, end, rows and next. */
void rowkey_find_lines(size_t limit, struct batch *batch);

/* Moves the ends of the batch's records before a CR. */
void rowkey_drop_carriage_returns(struct batch *batch);

#endif
