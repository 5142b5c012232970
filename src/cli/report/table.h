/* Columns of values written as rows of text: tsv without quoting, or csv as in RFC 4180 with LF after each
 * row. What is the text of a null and none stands in quotes in csv, and is refused in tsv. */
#ifndef ROWKEY_CLI_REPORT_TABLE_H
#define ROWKEY_CLI_REPORT_TABLE_H

#include <rowkey/decode.h>

#include "base/buffer.h"
#include "records/columns.h"
#include "settings/options.h"

enum table_form { TABLE_TSV, TABLE_CSV };
extern const struct choice table_forms[];

/* What stands between the cells of a row. */
char table_delimiter(enum table_form form);

struct table_column {
  rowkey_column column;
  struct buffer values; /* numbers in their type; of text the strings, one after the other */
  uint64_t *offsets;    /* of these strings: BATCH_ROWS + 1 */
  struct buffer text;   /* numbers, and values of types such as time(ms), as they are written */
  uint64_t *begin; /* what stands in row i: [begin[i] … end[i]) of `text`, of plain text that of `values` */
  uint64_t *end;
  uint8_t *validity; /* as rowkey_decode writes it; NULL where no row can be null */
  uint64_t *places;  /* owns begin and end, where they are not the offsets */
};

/* One thread's, for BATCH_ROWS rows. */
struct table {
  enum table_form form;
  const rowkey_layout *layout;
  const size_t *selected; /* where the columns stand in the schema */
  struct table_column *columns;
  size_t count;
  const char *null; /* what stands for a null */
  size_t null_size;
  bool must_check; /* perhaps a row cannot be written: table_check says which */
};

/* For the columns at selected[0], selected[1], ... of the schema, as they are recovered from keys of the
 * layout, and the text of a null. All of them must outlive it. */
bool table_create(struct table *table, enum table_form form, const char *null, const rowkey_layout *layout,
                  const struct columns *columns, const size_t *selected, size_t count);
void table_free(struct table *table);

/* Makes room for what the keys, BATCH_ROWS at most, hold of the columns, and says in decoded[i], of each of
 * them, column i of the schema, where decoding writes it. False when memory runs out. */
bool table_place(struct table *table, const rowkey_keys *keys, rowkey_decoded *decoded);

/* Makes the text of numbers and of types such as time(ms), of `rows` rows. Returns how many are good; with a
 * bad one after them, which has a value that its type does not have, `reason`, REASON_SIZE bytes, says why.
 * ROWKEY_NONE after a failure. */
size_t table_print(struct table *table, size_t rows, char *reason, struct failure *failure);

/* What a row has of column `index` of the table, after table_print. */
struct table_value {
  const uint8_t *bytes;
  size_t size;
  bool is_null;
  bool is_plain_text; /* of no type that writes it */
};
struct table_value table_value(const struct table *table, size_t index, size_t row);

/* Where table->must_check: whether the row can be written so that it can be read back; if not, `reason` says
 * why. */
bool table_check(const struct table *table, size_t row, char *reason, size_t size);

/* The name of a column for the first line: twice its bytes, and 2, at most. Returns how many. */
size_t table_write_name(enum table_form form, const char *name, uint8_t *out);

/* The most bytes that table_write writes for the first `rows` rows together. */
size_t table_bound(const struct table *table, size_t rows);

/* Writes the row; returns how many bytes. */
size_t table_write(const struct table *table, size_t row, uint8_t *out);

#endif
