/* What reports say of regions, and how they write it: where they begin, and what a listing says they hold. */
#ifndef ROWKEY_CLI_KEYS_REGION_REPORT_H
#define ROWKEY_CLI_KEYS_REGION_REPORT_H

#include <rowkey/splits.h>
#include <stdio.h>

#include "base/buffer.h"
#include "report/json.h"
#include "text/region_listing.h"

/* Where region `region` begins and the one before it ends, as HBase's shell writes it: "" where the table
 * begins, for region 0, or ends, for region splits->count + 1. NULL when memory runs out; else valid until
 * the next call with this buffer, which holds it. */
const char *region_bound(const rowkey_splits *splits, size_t region, struct buffer *text);

/* The members "start" and "stop" of the region. False when memory runs out. */
bool json_region_bounds(struct json *json, const rowkey_splits *splits, size_t region, struct buffer *text);

/* Where the region begins in double quotes, as a field of comma-separated values. False when memory runs out.
 */
bool put_region_bound(FILE *to, const rowkey_splits *splits, size_t region, struct buffer *text);

/* Text in double quotes, each in it doubled. */
void put_csv_text(FILE *to, const char *text);

/* What the regions of a listing hold: megabytes and requests, as parts of all. */

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
