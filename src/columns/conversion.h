/* One conversion for whatever carries a value: what the value says it is, by its tag, meets what the column
 * of the schema keeps. conversions.def has every pair.
 *
 * An example: the decimal 12.5 comes as 125 with one digit after its point, tag DECIMAL, I64, 1; the column
 * price is declared decimal(2). DECIMAL meets decimal in RESCALE: the block is multiplied by 10^(2 - 1), and
 * 1250 is what the encoder reads. 12.345 would lose a digit, and is an error of its row. */
#ifndef ROWKEY_SRC_COLUMNS_CONVERSION_H
#define ROWKEY_SRC_COLUMNS_CONVERSION_H

#include <rowkey/column_types.h>

#include "base/given_column.h"
#include "types/declared.h"

/* Those of conversions.def; CHECK is of kept numbers, not all of which are values of their type. */
enum conversion_step { REFUSE, KEEP, RESCALE, WHOLE, EXACT, PARSE, ADDRESS, CHECK };

/* What becomes of values of a tag in a column. */
struct conversion {
  enum conversion_step step;
  enum declared_type declared;
  const rowkey_column *column;
  uint32_t tag;
};

/* Memory for a block of a column that does not lie as encoders read it. All 0 at first. */
struct conversion_room {
  void *values;
  size_t size;
  uint64_t *offsets;  /* or where texts begin, and after them where they end */
  size_t offset_size; /* in bytes */
};
void rowkey_conversion_room_free(struct conversion_room *room);

static inline rowkey_kind kind_of_tag(uint32_t tag) { return (rowkey_kind)(tag & 0xff); }
static inline rowkey_form form_of_tag(uint32_t tag) { return (rowkey_form)(tag >> 8 & 0xff); }
static inline int detail_of_tag(uint32_t tag) { return (int8_t)(tag >> 16); }

/* Whether it is text, bytes or a UUID, or kept as bytes. */
static inline bool is_text_tag(uint32_t tag) {
  return kind_of_tag(tag) >= ROWKEY_KIND_TEXT && form_of_tag(tag) == ROWKEY_FORM_NONE;
}

struct conversion rowkey_conversion_of(const rowkey_column *column, uint32_t tag);

/* Whether it must be made: values that are kept are read where they lie. */
static inline bool conversion_is_needed(const struct conversion *conversion) {
  return conversion->step != KEEP || kind_of_tag(conversion->tag) == ROWKEY_KIND_NULL;
}

/* What kept values of the column are: an instant of its unit, a decimal, a bool … Text remains kept. */
uint32_t rowkey_tag_of_kept(const rowkey_column *column);

/* How many digits a column declared decimal(N) has after its point. */
unsigned rowkey_decimal_digits(const rowkey_column *column);

/* The column's type as messages show it: "time(ms)". */
struct declared_text {
  char text[64];
};
struct declared_text rowkey_declared_text(const rowkey_column *column);

/* What a column is declared as that keeps values of the tag as they are, such as time(ms); of a decimal the
 * nearest that there is. Empty for values that columns keep without a declared type. */
struct declared_text rowkey_declaration_of(uint32_t tag);

/* ROWKEY_ERROR_TYPE for a conversion that is refused, with what the column takes. `index` is the column's. */
rowkey_status rowkey_report_refused(const struct conversion *conversion, size_t index, rowkey_error *error);

/* Sets *conversion, which is all 0 at first, or of a batch before, whose tags the next one mostly has, too.
 * ROWKEY_ERROR_ARGUMENT for a tag that values.h does not have, or values that are fewer than the rows;
 * ROWKEY_ERROR_TYPE for a conversion that is refused. */
rowkey_status rowkey_find_conversion(const struct given_column *given, const rowkey_column *column,
                                     const rowkey_values *values, struct conversion *conversion);

/* How many bytes the texts of the converted rows need at most; SIZE_MAX when size_t cannot hold it. 0 for
 * numbers. */
size_t rowkey_conversion_bound(const struct conversion *conversion, const rowkey_values *values, size_t rows);

/* Makes *to rows first … first + rows - 1 of a conversion that is not refused, as the column keeps them, in
 * `room`. Returns how many are good; `error` says what is wrong with the next one, whose row counts from
 * `first`, or that there is no memory. */
size_t rowkey_convert_rows(const struct conversion *conversion, size_t index, const rowkey_values *from,
                           size_t first, size_t rows, struct conversion_room *room, rowkey_values *to,
                           rowkey_error *error);

/* ---- value.c: one value -------------------------------------------------------------------------------- */

/* A column of one row, which points at the value. */
rowkey_values rowkey_one_value(const rowkey_value *value);

/* ROWKEY_ERROR_ARGUMENT for reserved members that are not 0, and for a number of a form that only columns
 * have. */
rowkey_status rowkey_check_value(const rowkey_value *value, size_t column, rowkey_error *error);

/* ---- Parts of rowkey_convert_rows --------------------------------------------------------------------- */

/* A block that is converted. */
struct converting {
  const struct conversion *conversion;
  size_t index;
  const rowkey_values *from;
  size_t first, rows; /* the block's, of `from` */
  struct conversion_room *room;
  rowkey_values *to;
  rowkey_error *error;
};

/* numbers.c: integers, decimals, instants, dates and bools to whole numbers; and what is or becomes a float.
 */
size_t rowkey_rescale_rows(const struct converting *block);
size_t rowkey_check_kept_rows(const struct converting *block);
size_t rowkey_convert_to_floats(const struct converting *block);
size_t rowkey_convert_whole_floats(const struct converting *block);
/* texts.c */
size_t rowkey_parse_rows(const struct converting *block);
size_t rowkey_convert_addresses(const struct converting *block);

/* Fills in the error of a row, with the column's name before the sentence; returns `row`. */
__attribute__((format(printf, 4, 5))) size_t rowkey_report_converted(const struct converting *block,
                                                                     size_t row, rowkey_status status,
                                                                     const char *format, ...);

static inline bool converting_is_null(const struct converting *block, size_t row) {
  return is_null_at(block->from, block->first + row);
}

/* Room for `size` bytes of values, or for `count` offsets. NULL after the error, which is of the first row.
 */
void *rowkey_room_for_values(const struct converting *block, size_t size);
uint64_t *rowkey_room_for_offsets(const struct converting *block, size_t count);

#endif
