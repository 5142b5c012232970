#include "text/region_listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/buffer.h"
#include "text/escapes.h"

static const char *const titles[LISTED_COLUMNS] = {"SERVER_NAME", "START_KEY", "END_KEY", "SIZE", "REQ"};

static const char not_a_listing[] =
    "there is no table of regions (expected what HBase's shell prints for list_regions 'TABLE')";

static bool refuse_cell(char *reason, const char *text) {
  snprintf(reason, REASON_SIZE, "%s", text);
  return false;
}

/* ---- The head: titles, then dashes that show how wide each column is -------------------------- */

/* The cell without the blanks around it. */
static struct slice trimmed_cell(const char *at, size_t size) {
  while (size > 0 && at[0] == ' ') at++, size--;
  while (size > 0 && at[size - 1] == ' ') size--;
  return (struct slice){at, size};
}

/* Notes which columns there are, as numbers from 1. Returns whether this is the line of titles. */
static bool read_titles(struct region_listing *listing, struct slice line) {
  size_t number = 0;
  for (size_t at = 0; at < line.size;) {
    const char *bar = memchr(line.at + at, '|', line.size - at);
    if (bar == NULL) break;
    const size_t end = (size_t)(bar - line.at);
    const struct slice title = trimmed_cell(line.at + at, end - at);
    number++;
    for (size_t i = 0; i < LISTED_COLUMNS; i++) {
      if (slice_is(title, titles[i])) listing->columns[i].title = number;
    }
    at = end + 1;
  }
  return listing->columns[LISTED_START].title != 0;
}

/* Each column is a blank, its cell, a blank and a bar. */
static bool read_rule(struct region_listing *listing, struct slice line, char *reason) {
  size_t number = 0, at = 0;
  while (at < line.size && line.at[at] == ' ') {
    size_t width = 0;
    while (at + 1 + width < line.size && line.at[at + 1 + width] == '-') width++;
    number++;
    for (size_t i = 0; i < LISTED_COLUMNS; i++) {
      if (listing->columns[i].title != number) continue;
      listing->columns[i].begin = at + 1;
      listing->columns[i].width = width;
    }
    at += width + 1;
    if (width == 0 || line.size - at < 2 || memcmp(line.at + at, " |", 2) != 0)
      return refuse_cell(reason, not_a_listing);
    at += 2;
  }
  listing->row_size = at;
  return (at == line.size && listing->columns[LISTED_START].width > 0) || refuse_cell(reason, not_a_listing);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static struct slice cell_of(const struct region_listing *listing, struct slice line,
                            enum listed_column column) {
  return trimmed_cell(line.at + listing->columns[column].begin, listing->columns[column].width);
}

/* UINT64_MAX for a cell that is empty, as of regions in transition. Sizes may have a fraction. */
static bool read_count(const struct region_listing *listing, struct slice line, enum listed_column column,
                       uint64_t *count, char *reason) {
  const struct slice cell = cell_of(listing, line, column);
  char shown[QUOTED_SIZE];
  size_t digits = 0;
  *count = cell.size == 0 ? UINT64_MAX : 0;
  for (; digits < cell.size && digits < 18 && cell.at[digits] >= '0' && cell.at[digits] <= '9'; digits++) {
    *count = 10 * *count + (uint64_t)(cell.at[digits] - '0');
  }
  if (cell.size == 0 || (digits > 0 && (digits == cell.size || cell.at[digits] == '.'))) return true;
  snprintf(reason, REASON_SIZE, "%s is %s (expected a number)", titles[column],
           rowkey_quoted(shown, cell.at, cell.size));
  return false;
}

/* The number of the server, added if it is new; SIZE_MAX without a name. */
static bool find_server(struct region_listing *listing, struct slice name, size_t *server) {
  *server = SIZE_MAX;
  if (name.size == 0) return true;
  size_t i = 0;
  while (i < listing->servers.count && (string_size(&listing->servers, i) != name.size ||
                                        memcmp(string_at(&listing->servers, i), name.at, name.size) != 0)) {
    i++;
  }
  *server = i;
  return i < listing->servers.count || rowkey_strings_add(&listing->servers, name.at, name.size);
}

static struct slice last_end(const struct region_listing *listing) {
  if (listing->end.count == 0) return (struct slice){NULL, 0};
  return (struct slice){(const char *)string_at(&listing->end, 0), string_size(&listing->end, 0)};
}

/* The first region begins where the table does, and each other one where the one before it ends. */
static bool check_start(const struct region_listing *listing, struct slice start, char *reason) {
  const struct slice end = last_end(listing);
  const bool has_end = listing->columns[LISTED_END].width > 0;
  char shown[QUOTED_SIZE], other[QUOTED_SIZE];
  if (listing->count == 0 && start.size > 0) {
    snprintf(
        reason, REASON_SIZE,
        "the first region begins at %s, not where the table does (expected all regions of the table, from "
        "list_regions without a server or a locality)",
        rowkey_quoted(shown, start.at, start.size));
    return false;
  }
  if (listing->count == 0 || !has_end) return true;
  if (slice_equal(start, end)) return true;
  snprintf(
      reason, REASON_SIZE,
      "the region begins at %s, and the one before it ends at %s (expected all regions of the table, from "
      "list_regions without a server or a locality, each once)",
      rowkey_quoted(shown, start.at, start.size), rowkey_quoted(other, end.at, end.size));
  return false;
}

static bool add_region(struct region_listing *listing, const struct listed_region *region) {
  if (listing->count == listing->capacity) {
    const size_t capacity = 2 * listing->capacity + 64;
    struct listed_region *grown = realloc(listing->regions, capacity * sizeof *grown);
    if (grown == NULL) return false;
    listing->regions = grown;
    listing->capacity = capacity;
  }
  listing->regions[listing->count++] = *region;
  return true;
}

static bool read_row(struct region_listing *listing, struct slice line, struct slice *start, char *reason) {
  struct listed_region region;
  const struct slice end = cell_of(listing, line, LISTED_END);
  *start = cell_of(listing, line, LISTED_START);
  if (!read_count(listing, line, LISTED_SIZE, &region.megabytes, reason) ||
      !read_count(listing, line, LISTED_REQUESTS, &region.requests, reason) ||
      !check_start(listing, *start, reason)) {
    return false;
  }
  if (listing->end.count > 0) rowkey_strings_drop(&listing->end);
  if (listing->count == 0) listing->first_line = listing->line;
  return (find_server(listing, cell_of(listing, line, LISTED_SERVER), &region.server) &&
          rowkey_strings_add(&listing->end, end.at, end.size) && add_region(listing, &region)) ||
         refuse_cell(reason, "");
}

/* The last region ends where the table does. */
static bool check_end(const struct region_listing *listing, char *reason) {
  const struct slice end = last_end(listing);
  char shown[QUOTED_SIZE];
  if (end.size == 0) return true;
  snprintf(reason, REASON_SIZE,
           "the last region ends at %s, not where the table does (expected all regions of the table, from "
           "list_regions without a server or a locality)",
           rowkey_quoted(shown, end.at, end.size));
  return false;
}

/* " N rows" after the last one. */
static bool read_end(const struct region_listing *listing, struct slice line, char *reason) {
  char expected[48], shown[QUOTED_SIZE];
  snprintf(expected, sizeof expected, "%zu rows", listing->count);
  if (listing->count > 0 && slice_is(trimmed_cell(line.at, line.size), expected))
    return check_end(listing, reason);
  snprintf(
      reason, REASON_SIZE,
      "the line %s is neither a region, of %zu bytes as the line of dashes, nor the end of the table (expected %s)",
      rowkey_quoted(shown, line.at, line.size), listing->row_size,
      listing->count > 0 ? expected : "a region");
  return false;
}

static bool read_line(struct region_listing *listing, struct slice line, struct slice *start, char *reason) {
  *start = (struct slice){NULL, 0};
  listing->line++;
  if (line.size > 0 && line.at[line.size - 1] == '\r') line.size--; /* keys have \x0D for a CR */
  switch (listing->part) {
    case LISTING_BEFORE: /* a prompt, warnings */
      if (read_titles(listing, line)) listing->part = LISTING_RULE;
      return true;
    case LISTING_RULE:
      listing->part = LISTING_ROWS;
      return read_rule(listing, line, reason);
    case LISTING_ROWS:
      if (line.size == listing->row_size && memcmp(line.at + line.size - 2, " |", 2) == 0) {
        return read_row(listing, line, start, reason);
      }
      listing->part = LISTING_AFTER;
      return read_end(listing, line, reason);
    default: /* how long it took, a prompt */
      return true;
  }
}

static bool add_point(struct string_list *points, struct slice start, char *reason) {
  size_t size;
  if (start.size == 0)
    return refuse_cell(reason,
                       "the region begins where the table does (expected it of the first region alone)");
  if (points->count + 1 == ROWKEY_MOST_REGIONS) {
    snprintf(reason, REASON_SIZE, "there are more split points than %zu regions have", ROWKEY_MOST_REGIONS);
    return false;
  }
  uint8_t *point = rowkey_strings_room(points, start.size);
  if (point == NULL) return refuse_cell(reason, "");
  return rowkey_read_escaped("split point", (const uint8_t *)start.at, start.size, point, &size, reason,
                             REASON_SIZE) &&
         (rowkey_strings_extend(points, size) || refuse_cell(reason, ""));
}

bool rowkey_listing_add(struct region_listing *listing, struct slice line, struct string_list *points,
                        char *reason) {
  struct slice start;
  return read_line(listing, line, &start, reason) &&
         (start.at == NULL || listing->count == 1 || add_point(points, start, reason));
}

bool rowkey_listing_finish(const struct region_listing *listing, char *reason) {
  return listing->part == LISTING_AFTER ||
         refuse_cell(
             reason,
             listing->part == LISTING_ROWS
                 ? "the table of regions has no end (expected a line with the number of rows after them)"
                 : not_a_listing);
}

bool rowkey_listing_has_servers(struct region_listing *listing, char *reason) {
  for (size_t i = 0; i < listing->count; i++) {
    if (listing->regions[i].server != SIZE_MAX) continue;
    listing->line = listing->first_line + i;
    return refuse_cell(reason, "the region has no server (expected the column SERVER_NAME)");
  }
  return true;
}

void rowkey_listing_free(struct region_listing *listing) {
  free(listing->regions);
  rowkey_strings_free(&listing->servers);
  rowkey_strings_free(&listing->end);
  *listing = (struct region_listing){0};
}
