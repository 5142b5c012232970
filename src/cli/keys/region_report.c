#include "keys/region_report.h"

#include "keys/escape.h"
#include "text/strings.h"

const char *region_bound(const rowkey_splits *splits, size_t region, struct buffer *text) {
  text->size = 0;
  const size_t size = region == 0 || region > splits->count ? 0 : split_size(splits, region - 1);
  if (size > SIZE_MAX / 8 || !buffer_reserve(text, 4 * size + 1)) return NULL;
  if (size != 0) text->size = escape_hbase(split_at(splits, region - 1), size, text->bytes);
  text->bytes[text->size] = 0;
  return (const char *)text->bytes;
}

bool json_region_bounds(struct json *json, const rowkey_splits *splits, size_t region, struct buffer *text) {
  static const char *const names[] = {"start", "stop"};
  for (size_t i = 0; i < 2; i++) {
    const char *bound = region_bound(splits, region + i, text);
    if (bound == NULL) return false;
    json_text(json, names[i], bound);
  }
  return true;
}

void put_csv_text(FILE *to, const char *text) {
  putc('"', to);
  for (; *text != 0; text++) {
    if (*text == '"') putc('"', to);
    putc(*text, to);
  }
  putc('"', to);
}

bool put_region_bound(FILE *to, const rowkey_splits *splits, size_t region, struct buffer *text) {
  const char *bound = region_bound(splits, region, text);
  if (bound != NULL) put_csv_text(to, bound);
  return bound != NULL;
}

/* ---- What a listing says they hold ----------------------------------------------------------- */

enum { WIDTH = 13 };

static uint64_t megabytes_of(const struct listed_region *region) { return region->megabytes; }
static uint64_t requests_of(const struct listed_region *region) { return region->requests; }

static const struct actual {
  const char *title, *name;
  uint64_t (*of)(const struct listed_region *region);
} actuals[REGION_ACTUALS] = {{"% of MB", "megabytes", megabytes_of},
                             {"% of requests", "requests", requests_of}};

struct actual_totals region_actual_totals(const struct region_listing *listing) {
  struct actual_totals totals = {{0}};
  for (size_t i = 0; i < REGION_ACTUALS; i++) {
    for (size_t region = 0; region < listing->count; region++) {
      const uint64_t count = actuals[i].of(&listing->regions[region]);
      if (count != UINT64_MAX) totals.of[i] += (double)count;
    }
  }
  return totals;
}

void print_actual_titles(const struct region_listing *listing, FILE *to) {
  for (size_t i = 0; i < REGION_ACTUALS && listing->count > 0; i++)
    fprintf(to, "  %*s", WIDTH, actuals[i].title);
}

void print_region_actuals(const struct region_listing *listing, const struct actual_totals *totals,
                          size_t region, FILE *to) {
  for (size_t i = 0; i < REGION_ACTUALS && listing->count > 0; i++) {
    const uint64_t count = actuals[i].of(&listing->regions[region]);
    char share[32] = "?";
    if (count != UINT64_MAX && totals->of[i] > 0)
      snprintf(share, sizeof share, "%.4g", 100 * (double)count / totals->of[i]);
    fprintf(to, "  %*s", WIDTH, share);
  }
}

void json_region_actuals(struct json *json, const struct region_listing *listing, size_t region) {
  if (listing->count == 0) return;
  const size_t server = listing->regions[region].server;
  if (server == SIZE_MAX) {
    json_text(json, "server", NULL);
  } else {
    json_bytes(json, "server", string_at(&listing->servers, server), string_size(&listing->servers, server));
  }
  for (size_t i = 0; i < REGION_ACTUALS; i++) {
    const uint64_t count = actuals[i].of(&listing->regions[region]);
    if (count == UINT64_MAX) {
      json_text(json, actuals[i].name, NULL);
    } else {
      json_number(json, actuals[i].name, count);
    }
  }
}
