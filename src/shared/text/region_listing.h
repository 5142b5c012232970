/* What HBase's shell prints for `list_regions 'table'`: a table of regions in the order of their keys. */
#ifndef ROWKEY_TEXT_REGION_LISTING_H
#define ROWKEY_TEXT_REGION_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
  struct string_list end; /* one, of the last region, as it is printed */
};

/* Takes the next line. Where it is a region's, but the first one's, it adds the key where that begins to
 * `points`. False and `reason`, REASON_SIZE bytes, when it is not what the shell prints; without a reason
 * when memory runs out. `line` is its number then. */
bool rowkey_listing_add(struct region_listing *listing, struct slice line, struct string_list *points,
                        char *reason);

/* Whether the listing has its end; if not, `reason` says what is missing. */
bool rowkey_listing_finish(const struct region_listing *listing, char *reason);

/* Whether it names the server of each region; if not, `line` is that of one without. */
bool rowkey_listing_has_servers(struct region_listing *listing, char *reason);

void rowkey_listing_free(struct region_listing *listing);

#endif
