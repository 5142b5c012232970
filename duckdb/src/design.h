/* What SQL says of a layout: a template or the name of one, and the types of columns. */
#ifndef ROWKEY_DUCKDB_DESIGN_H
#define ROWKEY_DUCKDB_DESIGN_H

#include <rowkey/schema.h>

#include "strings.h"

/* All 0 at first. */
struct design {
  struct text template; /* the caller's text, or `expansion` */
  char expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
  rowkey_schema *named, *told; /* of the named layout, and of the argument; or NULL */
};

/* Reads "{id:010d}" or "@opentsdb(buckets=8)", and the columns, which may be no text at all. The template
 * must outlive the design. False and `error`: free the design all the same. */
bool design_read(struct design *design, struct text template, struct text columns, rowkey_error *error);

/* The column of this name as the argument, or else the named layout, declares it; or NULL. */
const rowkey_column *design_find(const struct design *design, const char *name);

/* The layout when nothing else is known of the columns but one that nothing declares, or NULL. NULL and
 * `error` on failure. */
rowkey_layout *design_compile(const struct design *design, const rowkey_column *implied, rowkey_error *error);

void design_free(struct design *design);

#endif
