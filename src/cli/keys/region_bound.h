/* What reports say of split points, and how they write it. */
#ifndef ROWKEY_CLI_KEYS_REGION_BOUND_H
#define ROWKEY_CLI_KEYS_REGION_BOUND_H

#include <rowkey/splits.h>
#include <stdio.h>

#include "base/buffer.h"
#include "report/json.h"

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

#endif
