/* Which columns the records have: what --columns, the kind of input and the header line say. */
#ifndef ROWKEY_CLI_RECORDS_COLUMNS_H
#define ROWKEY_CLI_RECORDS_COLUMNS_H

#include <rowkey/schema.h>

#include "base/message.h"

struct record_kind; /* records/kind.h */
struct join;        /* records/join.h */

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
};

struct columns {
  char *text; /* where the names lie */
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

/* How many bytes the first item of the text of --columns has: up to a comma outside of parentheses, or the
 * end. */
size_t columns_item_length(const char *text);

/* The column at `index` of the schema, which may be `line`. */
struct column columns_at(const struct columns *columns, size_t index);

/* What a list of columns is for: all fields of records, those that a header names, or values that no record
 * holds, where what the list says of records has no meaning. */
enum column_names { COLUMNS_OF_FIELDS, COLUMNS_OF_HEADER, COLUMNS_OF_VALUES };

/* Reads the text of --columns; NULL means that no column is named. On failure nothing is to be freed. */
bool columns_parse(const char *text, const struct record_kind *kind, enum column_names use,
                   struct columns *columns, struct failure *failure);

/* Finds the columns among the names of the header line of `file`. */
bool columns_find_in_header(struct columns *columns, char *const *names, size_t count, const char *file,
                            struct failure *failure);

/* Notes which columns the layout reads, so that only they are parsed. */
bool columns_use(struct columns *columns, const rowkey_layout *layout, struct failure *failure);

/* The same for `count` layouts of records that are read once. */
bool columns_use_all(struct columns *columns, const rowkey_layout *const *layouts, size_t count,
                     struct failure *failure);

/* The names of those columns of the schema that are `listed`, with commas between, in `size` > 8 bytes at
 * `out`. "..." stands for those that have no room. */
void columns_list(const struct columns *columns, const bool *listed, char *out, size_t size);

/* Whether a used column gives its texts ids in the order of the rows. */
bool columns_grow(const struct columns *columns);

void columns_free(struct columns *columns);

#endif
