/* The regions of a cluster and their servers, as HBase's shell lists them. */
#ifndef ROWKEY_WEB_PLACED_H
#define ROWKEY_WEB_PLACED_H

#include <rowkey/splits.h>

#include "text/region_listing.h"

/* Begins as {0}. */
struct placed_regions {
  struct region_listing listing; /* its servers have their names and, by region, their numbers */
  struct string_list points;
  rowkey_splits splits; /* a view of the points */
};

/* Reads what list_regions has printed: all regions of a table, each with its server. What is wrong is said
 * with its line. To be freed either way. */
rowkey_status placed_read(struct placed_regions *placed, const char *text, size_t size, rowkey_error *error);
void placed_free(struct placed_regions *placed);

#endif
