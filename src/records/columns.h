/* Which columns the records have: what their text, the kind and the header line say. */
#ifndef ROWKEY_SRC_RECORDS_COLUMNS_H
#define ROWKEY_SRC_RECORDS_COLUMNS_H

#include <rowkey/schema.h>

#include "base/error.h"

struct record_kind; /* records/kind.h */
struct join;        /* records/join.h */

/* No real input has more: a slip of the keyboard is reported instead of eating memory. */
enum { MOST_COLUMNS = 10000 };

/* A named column. */
struct column {
  const char *name;
  /* Where records have the column: its name in the header; of a member its name and those of the objects
   * around it, "user.id". */
  const char *path;
  rowkey_type type;
  const rowkey_column_type *written_as; /* the type that text writes, such as time(ms); NULL: just `type` */
  size_t field; /* text: the field of the record, from 0; ROWKEY_NONE with a join. binary: its first byte in
                   the record */
  struct join *join;             /* what its text is made of; NULL where it is the record's */
  size_t width;                  /* binary: in bytes */
  bool little_endian, is_padded; /* binary */
  bool has_bytes;                /* not text, which has the same type */
};

struct columns {
  const char *option; /* what messages write before the name of a setting */
  char *text;         /* where the names lie */
  struct column *items;
  size_t count;
  size_t field_count;  /* text: fields of a record */
  bool more_fields;    /* text: further fields are allowed and skipped */
  size_t record_width; /* binary: bytes of a record */

  /* Set by columns_use. */
  bool *used;          /* for each item, whether the layout reads it */
  size_t field_bound;  /* text: after the last field that is used */
  size_t *field_items; /* text: the item in a field or ROWKEY_NONE; field_bound of them */

  /* What the layout is compiled for: the items, then `line`, the whole record. It has the items' types. */
  rowkey_column *schema;
  size_t schema_count;
  size_t room; /* columns of the schema that there is memory for; 0 after the last one */
};

/* What a list of columns is for: all fields of records, those that a header names, or values that no record
 * holds, where what the list says of records has no meaning. */
enum column_names { COLUMNS_OF_FIELDS, COLUMNS_OF_HEADER, COLUMNS_OF_VALUES };

/* Reads the text; NULL means that no column is named. On failure nothing is to be freed. */
bool rowkey_columns_parse(const char *text, const struct record_kind *kind, enum column_names use,
                          const char *option, struct columns *columns, rowkey_error *error);

/* Finds the columns among the names of a header line. */
bool rowkey_columns_find_in_header(struct columns *columns, const char *const *names, size_t count,
                                   rowkey_error *error);

/* Notes which columns the layouts read, all without a layout, so that only they are parsed. */
bool rowkey_columns_use(struct columns *columns, const rowkey_layout *const *layouts, size_t count,
                        rowkey_error *error);

void rowkey_columns_free(struct columns *columns);

/* Fail with "option columns: " and the sentence, or without memory. They return false. */
__attribute__((format(printf, 4, 5))) bool rowkey_columns_fail(const struct columns *columns,
                                                               rowkey_status status, rowkey_error *error,
                                                               const char *format, ...);
bool rowkey_columns_fail_memory(rowkey_error *error);

#endif
