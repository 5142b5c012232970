#include "placed.h"

#include <stdio.h>

#include "text/buffer.h"

/* Without a reason memory has run out. */
static rowkey_status refuse_line(size_t line, const char *reason, rowkey_error *error) {
  if (reason[0] == 0) return error->status = ROWKEY_ERROR_MEMORY;
  *error = (rowkey_error){ROWKEY_ERROR_SYNTAX, ROWKEY_NONE, ROWKEY_NONE, ROWKEY_NONE, "", {0}};
  snprintf(error->text, sizeof error->text, "the list of regions, line %zu: %.900s", line, reason);
  return error->status;
}

static bool add_lines(struct placed_regions *placed, const char *text, size_t size, char *reason) {
  for (const char *at = text, *end = text + size; at < end;) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const struct slice line = {at, (size_t)((newline == NULL ? end : newline) - at)};
    if (!rowkey_listing_add(&placed->listing, line, &placed->points, reason)) return false;
    at += line.size + 1;
  }
  return rowkey_listing_finish(&placed->listing, reason) &&
         rowkey_listing_has_servers(&placed->listing, reason);
}

rowkey_status placed_read(struct placed_regions *placed, const char *text, size_t size, rowkey_error *error) {
  char reason[REASON_SIZE];
  if (!add_lines(placed, text, size, reason)) return refuse_line(placed->listing.line, reason, error);
  placed->splits = (rowkey_splits){
      .count = placed->points.count, .bytes = placed->points.bytes, .offsets = placed->points.offsets};
  if (rowkey_splits_check(&placed->splits, error) == ROWKEY_OK) return ROWKEY_OK;
  snprintf(reason, sizeof reason, "%s", error->text);
  return refuse_line(placed->listing.first_line + 1 + error->row, reason, error);
}

void placed_free(struct placed_regions *placed) {
  rowkey_listing_free(&placed->listing);
  rowkey_strings_free(&placed->points);
  *placed = (struct placed_regions){0};
}
