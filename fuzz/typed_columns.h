/* Columns of records as fuzzers list them, with the types that write their values. */
#ifndef ROWKEY_FUZZ_TYPED_COLUMNS_H
#define ROWKEY_FUZZ_TYPED_COLUMNS_H

#include <rowkey/column_types.h>
#include <string.h>

#include "fuzz.h"
#include "types/column_type.h"

struct fuzz_column {
  const char *name, *written_as; /* a type such as time(ms), or NULL */
  rowkey_type type;
};

/* Fills schema[i], and types[i] where a type writes the column, for each of `count` columns. The types live
 * until the process ends. */
static inline void fuzz_make_columns(const struct fuzz_column *columns, size_t count, rowkey_column *schema,
                                     rowkey_column_type **types) {
  rowkey_error error;
  for (size_t i = 0; i < count; i++) {
    const char *written_as = columns[i].written_as;
    schema[i] = rowkey_column_of(columns[i].name, columns[i].type);
    if (written_as == NULL) continue;
    types[i] = rowkey_column_type_parse(written_as, strlen(written_as), &error);
    FUZZ_CHECK(types[i] != NULL, "%s", error.text);
    schema[i] = rowkey_column_type_column(types[i], columns[i].name);
  }
}

#endif
