/* Which designs are on the front, and which one to take. */
#include <math.h>
#include <stdlib.h>

#include "advise/advisor.h"
#include "error.h"

enum { SHOWN = 7 };

size_t rowkey_advisor_designs(const rowkey_advisor *advisor) {
  return advisor == NULL ? 0 : advisor->design_count;
}

const rowkey_advised_design *rowkey_advisor_design(const rowkey_advisor *advisor, size_t index) {
  return advisor == NULL || index >= advisor->design_count ? NULL : &advisor->designs[index].shown;
}

rowkey_status rowkey_advisor_load(rowkey_advisor *advisor, size_t index, const rowkey_load_report *regions,
                                  const rowkey_load_report *servers, rowkey_error *error) {
  if (rowkey_advisor_design(advisor, index) == NULL || regions == NULL || servers == NULL)
    return rowkey_error_set(
        error, ROWKEY_ERROR_ARGUMENT,
        "there is no design %zu, or no load (expected one of the designs, and the loads of "
        "its regions and servers)",
        index);
  rowkey_advised_design *shown = &advisor->designs[index].shown;
  shown->region_peak_mean = regions->peak_mean;
  shown->region_peak_most = regions->peak_most;
  shown->server_peak_mean = servers->peak_mean;
  shown->server_peak_most = servers->peak_most;
  shown->lock_step = regions->lock_step;
  return ROWKEY_OK;
}

/* Of a table that does not grow, what is known of growth is 0. */
static double cost_of(const rowkey_advised_design *design) {
  return design->growth.regions > 0 ? design->growth.read_cost : design->read_cost;
}

static double peak_of(const rowkey_advised_design *design) {
  return fmax(design->server_peak_most, design->growth.server_peak);
}

static bool dominates(const rowkey_advised_design *a, const rowkey_advised_design *b) {
  if (cost_of(a) > cost_of(b) || peak_of(a) > peak_of(b)) return false;
  return cost_of(a) < cost_of(b) || peak_of(a) < peak_of(b);
}

/* Those of designs `first` … that none of these is better than, and that can be taken. */
static void find_front(rowkey_advisor *advisor, size_t first) {
  for (size_t i = first; i < advisor->design_count; i++) {
    rowkey_advised_design *design = &advisor->designs[i].shown;
    design->is_on_front = design->refused == NULL;
    for (size_t j = first; j < advisor->design_count && design->is_on_front; j++) {
      const rowkey_advised_design *other = &advisor->designs[j].shown;
      design->is_on_front = other->refused != NULL || !dominates(other, design);
    }
  }
}

/* Whether `a` is the better choice. */
static bool is_better(const rowkey_advisor *advisor, const rowkey_advised_design *a,
                      const rowkey_advised_design *b) {
  const double most = advisor->settings.most_peak;
  const bool a_even = peak_of(a) <= most, b_even = peak_of(b) <= most;
  if (a_even != b_even) return a_even;
  if (!a_even && peak_of(a) != peak_of(b)) return peak_of(a) < peak_of(b);
  if (cost_of(a) != cost_of(b)) return cost_of(a) < cost_of(b);
  return a->key_bytes < b->key_bytes;
}

size_t rowkey_advisor_choose(rowkey_advisor *advisor) {
  size_t best = ROWKEY_NONE;
  if (advisor == NULL) return best;
  find_front(advisor, 0);
  for (size_t i = 0; i < advisor->design_count; i++) {
    const rowkey_advised_design *design = &advisor->designs[i].shown;
    if (design->refused != NULL) continue;
    if (best == ROWKEY_NONE || is_better(advisor, design, &advisor->designs[best].shown)) best = i;
  }
  return best;
}

/* ---- The best of many --------------------------------------------------------------------------- */

/* Designs on the front first, then those that can be taken; each from the cheapest to read on. */
static int by_front(const void *a, const void *b) {
  const rowkey_advised_design *x = &((const struct advised *)a)->shown,
                              *y = &((const struct advised *)b)->shown;
  if (x->is_on_front != y->is_on_front) return x->is_on_front ? -1 : 1;
  if ((x->refused != NULL) != (y->refused != NULL)) return x->refused == NULL ? -1 : 1;
  if (cost_of(x) != cost_of(y)) return cost_of(x) < cost_of(y) ? -1 : 1;
  return (x->key_bytes > y->key_bytes) - (x->key_bytes < y->key_bytes);
}

static int by_cost(const void *a, const void *b) {
  const rowkey_advised_design *x = &((const struct advised *)a)->shown,
                              *y = &((const struct advised *)b)->shown;
  return (cost_of(x) > cost_of(y)) - (cost_of(x) < cost_of(y));
}

/* Of a front that is longer than `most`, from the cheapest on: keeps the best one, both ends, and what lies
 * evenly between. */
static void spread_front(const rowkey_advisor *advisor, struct advised *front, size_t count, size_t most) {
  size_t best = 0;
  for (size_t i = 1; i < count; i++)
    if (is_better(advisor, &front[i].shown, &front[best].shown)) best = i;
  for (size_t i = 0; i < count; i++) front[i].is_kept = i == best;
  for (size_t i = 0; i + 1 < most; i++) front[most > 2 ? i * (count - 1) / (most - 2) : 0].is_kept = true;
}

/* Of designs that cost the same and load the same, the first: the one with the shortest keys. */
static bool is_alike(const rowkey_advised_design *a, const rowkey_advised_design *b) {
  return cost_of(a) == cost_of(b) && peak_of(a) == peak_of(b) && a->server_peak_mean == b->server_peak_mean;
}

/* Leaves out those that are like one before them. Returns how many there are then. */
static size_t leave_alike(struct advised *designs, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    size_t j = 0;
    while (j < kept && !is_alike(&designs[j].shown, &designs[i].shown)) j++;
    if (j == kept || designs[i].shown.refused != NULL)
      designs[kept++] = designs[i];
    else
      rowkey_advised_free(&designs[i]);
  }
  return kept;
}

void rowkey_advisor_thin(rowkey_advisor *advisor) {
  const size_t most = advisor->settings.shown == 0 ? SHOWN : advisor->settings.shown;
  size_t named = 0, front = 0, kept = 0;
  while (named < advisor->design_count && advisor->designs[named].is_fixed) named++;
  struct advised *others = advisor->designs + named;
  find_front(advisor, named);
  qsort(others, advisor->design_count - named, sizeof *others, by_front);
  const size_t count = leave_alike(others, advisor->design_count - named);
  while (front < count && others[front].shown.is_on_front) front++;
  for (size_t i = 0; i < count; i++) others[i].is_kept = i < most && others[i].shown.refused == NULL;
  if (front > most) spread_front(advisor, others, front, most);
  for (size_t i = 0; i < count; i++) {
    if (others[i].is_kept)
      others[kept++] = others[i];
    else
      rowkey_advised_free(&others[i]);
  }
  advisor->design_count = named + kept;
  qsort(others, kept, sizeof *others, by_cost);
}
