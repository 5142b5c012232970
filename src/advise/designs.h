/* Designs of keys: an order of columns, and what stands before them so that writes spread. */
#ifndef ROWKEY_ADVISE_DESIGNS_H
#define ROWKEY_ADVISE_DESIGNS_H

#include <rowkey/profile.h>

#include "advise/growing_text.h"
#include "advise/questions.h"

enum {
  DESIGN_COLUMNS = 8,
  INTERLEAVED_BITS = 32 /* of each of two columns in one field */
};

/* A set of columns: bit i is column i of the records, of which there are at most 64. */
typedef uint64_t column_set;

static inline column_set set_of(size_t column) { return (column_set)1 << column; }

enum design_prefix {
  PREFIX_NONE,
  PREFIX_HASH,   /* the MD5 of the columns `of`, modulo `buckets` */
  PREFIX_MODULO, /* the one column `of`, a number, modulo `buckets` */
  PREFIX_PERIOD, /* the MD5 of the columns `of` and of a period of time, modulo `buckets` */
  PREFIX_SPREAD, /* the MD5 of the columns `of`, and from there on `spread` of the buckets by another one */
};

struct design {
  enum design_prefix prefix;
  column_set of;
  uint64_t buckets;
  size_t salt_column;     /* of PREFIX_PERIOD … */
  uint64_t salt_period;   /* … in the unit of the column */
  column_set spread_by;   /* of PREFIX_SPREAD: the columns of the other hash … */
  uint64_t spread;        /* … modulo this */
  size_t period_column;   /* of a period of time before the columns; ROWKEY_NONE: there is none */
  uint64_t period;        /* in the unit of the column */
  column_set interleaved; /* two columns in one field, before those in order; or none */
  size_t column_count;
  uint8_t order[DESIGN_COLUMNS]; /* the other columns */
};

/* How a column stands in a key, in forms that follow from what its values are like. */
struct column_forms {
  struct string_list texts; /* COLUMN_FORMS of each column */
};

enum column_form {
  FORM_WITHIN,   /* "{host}\x00": where something follows */
  FORM_LAST,     /* "{host}": at the end */
  FORM_ARGUMENT, /* "host": in a hash */
  FORM_CELL,     /* "lat + 2147483648": below 2^INTERLEAVED_BITS, in the column's order; "" if it cannot be */
  COLUMN_FORMS
};

/* Finds the forms. Integers are big-endian, in the least whole bytes that leave room for numbers 65,536 times
 * as large as those seen; numbers of the columns `falling` are complemented, so that the greatest come first.
 * Text ends with a byte 0, or is escaped where that byte occurs. Nulls sort first. False without memory.
 * Begins as {0}; freed by rowkey_strings_free. */
bool rowkey_forms_find(const struct asked_columns *columns, rowkey_profile *profile, column_set falling,
                       struct column_forms *forms);

/* What stands before item `index` of `count` in a list for people: "a, b and c". */
const char *rowkey_list_separator(size_t index, size_t count);

/* The names of columns, as such a list. */
void rowkey_grow_names(struct growing_text *text, const struct asked_columns *columns, column_set set);

/* The columns that have a FORM_CELL. */
column_set rowkey_forms_of_cells(const struct column_forms *forms);

/* The template of the design, as the next string of `texts`. False without memory. */
bool rowkey_design_write(const struct design *design, const struct column_forms *forms,
                         struct string_list *texts);

#endif
