/* What HBase's shell prints for `list_regions 'table'`: a table of regions in the order of their keys. */
#ifndef ROWKEY_CLI_KEYS_REGION_LISTING_H
#define ROWKEY_CLI_KEYS_REGION_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "text/diagnostic.h"
#include "text/strings.h"

enum listed_column { LISTED_SERVER, LISTED_START, LISTED_END, LISTED_SIZE, LISTED_REQUESTS, LISTED_COLUMNS };

struct listed_region {
  size_t server;                /* in `servers`; SIZE_MAX where the listing does not say */
  uint64_t megabytes, requests; /* UINT64_MAX likewise */
};

enum listing_part { LISTING_BEFORE, LISTING_RULE, LISTING_ROWS, LISTING_AFTER };

/* Begins as {0}. */
struct region_listing {
  struct listed_region *regions;
  size_t count, capacity;
  struct string_list servers; /* their names, each once */
  size_t line;                /* so many have been read */
  size_t first_line;          /* of the regions */

  /* Where it stands: what comes next, and the columns' places in a row, width 0 for one that is not there. */
  enum listing_part part;
  struct listing_place {
    size_t title, begin, width;
  } columns[LISTED_COLUMNS];
  size_t row_size;
  struct buffer end; /* the end of the last region, as it is printed */
};

/* Takes the next line. Where it is a region's, *start is the key where that begins, in HBase's escapes, else
 * its `at` is NULL. False and `reason`, REASON_SIZE bytes, when it is not what the shell prints; without a
 * reason when memory runs out. */
bool region_listing_read(struct region_listing *listing, struct slice line, struct slice *start,
                         char *reason);

/* Whether the listing has its end; if not, `reason` says what is missing. */
bool region_listing_finish(const struct region_listing *listing, char *reason);

void region_listing_free(struct region_listing *listing);

#endif
