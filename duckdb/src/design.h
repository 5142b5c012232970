/* What SQL says of a layout: a template or the name of one, and the types of columns. */
#ifndef ROWKEY_DUCKDB_DESIGN_H
#define ROWKEY_DUCKDB_DESIGN_H

#include "told_columns.h"

/* All 0 at first. */
struct design {
  struct text template; /* the caller's text, or `expansion` */
  char expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
  struct told_columns told; /* those of the named layout, and those of the argument */
};

/* Reads "{id:010d}" or "@opentsdb(buckets=8)", and the columns, which may be no text at all. The template
 * must outlive the design. False and `error`: free the design all the same. */
bool design_read(struct design *design, struct text template, struct text columns, rowkey_error *error);

/* The layout when nothing else is known of the columns. Its column i is written as types[i], which the caller
 * frees; the types themselves belong to the design. NULL and `error` on failure. */
rowkey_layout *design_compile(const struct design *design, const rowkey_column_type ***types,
                              rowkey_error *error);

void design_free(struct design *design);

#endif
