/* Templates that are refused, for what reason and where. */
#ifndef ROWKEY_TESTS_REFUSED_TEMPLATES_H
#define ROWKEY_TESTS_REFUSED_TEMPLATES_H

#include <rowkey/rowkey.h>

struct refused {
  const char *text;
  rowkey_status status;
  size_t offset;
  const char *problem;
  const char *expected;
};

/* The columns of the records: id n user host twice twice f g. */
enum { REFUSED_COLUMNS = 8 };
extern const rowkey_column refused_columns[REFUSED_COLUMNS];

extern const struct refused refused_templates[];
extern const size_t refused_templates_count;

#endif
