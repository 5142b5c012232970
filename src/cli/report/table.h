/* Columns of values written as rows of text: tsv without quoting, or csv as in RFC 4180 with LF after each
 * row. */
#ifndef ROWKEY_CLI_REPORT_TABLE_H
#define ROWKEY_CLI_REPORT_TABLE_H

#include <rowkey/layout.h>

#include "io/buffer.h"

enum table_form { TABLE_TSV, TABLE_CSV, TABLE_FORMS };
extern const char *const table_form_names[TABLE_FORMS];

/* What stands between the cells of a row. */
char table_delimiter(enum table_form form);

struct table_column {
  const rowkey_column *column;
  struct buffer values; /* numbers in their type; of text the strings, one after the other */
  uint64_t *begin;      /* text[begin[i] … end[i]) is what stands in row i; of text columns, the offsets … */
  uint64_t *end;        /* … are begin[0] … begin[BATCH_ROWS], and end = begin + 1 */
  uint8_t *text;        /* of numbers; NULL for text columns */
};

/* One thread's, for BATCH_ROWS rows. */
struct table {
  enum table_form form;
  struct table_column *columns;
  size_t count;
  bool must_check; /* perhaps a row cannot be written: table_check says which */
};

/* For columns schema[selected[0]], schema[selected[1]], ..., which must outlive it. */
bool table_create(struct table *table, enum table_form form, const rowkey_column *schema,
                  const size_t *selected, size_t count);
void table_free(struct table *table);

/* Makes room for strings of `size` bytes in each text column. */
bool table_reserve(struct table *table, size_t size);

/* Makes the text of the numbers of `rows` rows. */
void table_print_numbers(struct table *table, size_t rows);

/* Where table->must_check: whether the row can be written so that it can be read back; if not, `reason` says
 * why. */
bool table_check(const struct table *table, size_t row, char *reason, size_t size);

/* The most bytes that table_write writes for the first `rows` rows together. */
size_t table_bound(const struct table *table, size_t rows);

/* Writes the row; returns how many bytes. */
size_t table_write(const struct table *table, size_t row, uint8_t *out);

#endif
