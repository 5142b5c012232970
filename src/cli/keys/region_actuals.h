/* What the regions of a listing hold: megabytes and requests, as parts of all. */
#ifndef ROWKEY_CLI_KEYS_REGION_ACTUALS_H
#define ROWKEY_CLI_KEYS_REGION_ACTUALS_H

#include <stdio.h>

#include "keys/region_listing.h"
#include "report/json.h"

enum { REGION_ACTUALS = 2 };

/* The sums over all regions whose numbers are known. */
struct actual_totals {
  double of[REGION_ACTUALS];
};
struct actual_totals region_actual_totals(const struct region_listing *listing);

/* The columns of a table, two blanks before each; nothing for a listing without regions. */
void print_actual_titles(const struct region_listing *listing, FILE *to);
void print_region_actuals(const struct region_listing *listing, const struct actual_totals *totals,
                          size_t region, FILE *to);

/* The members "server", "megabytes" and "requests", likewise. */
void json_region_actuals(struct json *json, const struct region_listing *listing, size_t region);

#endif
