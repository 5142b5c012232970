/* Records and their columns, as options say them. */
#ifndef ROWKEY_CLI_RECORDS_COLUMNS_H
#define ROWKEY_CLI_RECORDS_COLUMNS_H

#include <rowkey/records.h>

#include "base/message.h"

/* Begins as {0}. */
struct columns {
  rowkey_records *records;
  const rowkey_column *schema; /* what layouts are compiled for: the named columns, then `line` */
  size_t count, schema_count;  /* the named ones; all */
};

/* How records are called and read. */
struct record_shape {
  const rowkey_record_kind *kind;
  const struct columns *columns;
  const char *noun;
};

/* Makes them of the settings, to which it adds what all messages of the tool have in common. On failure
 * nothing is to be freed. */
bool columns_create(const rowkey_records_settings *settings, struct columns *columns,
                    struct failure *failure);

/* Those of values that no record holds: `list` is the text of --columns. */
bool columns_of_values(const char *list, rowkey_records_kind kind, struct columns *columns,
                       struct failure *failure);

/* Notes which columns the layouts read, so that only they are parsed. */
bool columns_use(const struct columns *columns, const rowkey_layout *const *layouts, size_t count,
                 struct failure *failure);

/* The names of those columns of the schema that are `listed`, with commas between, in `size` > 8 bytes at
 * `out`. "..." stands for those that have no room. */
void columns_list(const struct columns *columns, const bool *listed, char *out, size_t size);

void columns_free(struct columns *columns);

#endif
