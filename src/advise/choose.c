/* Which designs are on the front, and which one to take. */
#include <math.h>
#include <stdlib.h>

#include "advise/advisor.h"
#include "base/error.h"

enum { SHOWN = 7 };

size_t rowkey_advisor_designs(const rowkey_advisor *advisor) {
  return advisor == NULL ? 0 : advisor->design_count;
}

const rowkey_advised_design *rowkey_advisor_design(const rowkey_advisor *advisor, size_t index) {
  return advisor == NULL || index >= advisor->design_count ? NULL : &advisor->designs[index].shown;
}

void rowkey_show_server_peaks(rowkey_advised_design *design, const struct server_peaks *peaks) {
  design->server_peak_mean = peaks->mean;
  design->server_peak_most = peaks->most;
  design->server_peak_worst = peaks->worst;
  design->worst_placement = peaks->worst_placement;
}

rowkey_status rowkey_advisor_load(rowkey_advisor *advisor, size_t index, const rowkey_load_report *regions,
                                  const rowkey_load_report *servers, size_t placements, rowkey_error *error) {
  if (!rowkey_is_given(advisor, "advisor", error) ||
      !rowkey_is_given(regions, "load of the regions", error) ||
      !rowkey_is_array(servers, placements, sizeof *servers, "loads of the servers", error))
    return ROWKEY_ERROR_ARGUMENT;
  if (placements == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "0 loads of the servers (expected one or more)");
  if (rowkey_advisor_design(advisor, index) == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "there is no design %zu (expected one below %zu)",
                            index, rowkey_advisor_designs(advisor));
  rowkey_advised_design *shown = &advisor->designs[index].shown;
  shown->region_peak_mean = regions->peak_mean;
  shown->region_peak_most = regions->peak_most;
  const struct server_peaks peaks = rowkey_server_peaks(servers, placements);
  rowkey_show_server_peaks(shown, &peaks);
  shown->lock_step = regions->lock_step;
  return ROWKEY_OK;
}

static double cost_of(const rowkey_advised_design *design) { return design->growth.read_cost; }

static bool dominates(const rowkey_advised_design *a, const rowkey_advised_design *b) {
  if (cost_of(a) > cost_of(b) || rowkey_advised_peak(a) > rowkey_advised_peak(b)) return false;
  return cost_of(a) < cost_of(b) || rowkey_advised_peak(a) < rowkey_advised_peak(b);
}

/* Whether the design can be taken as the only table. */
static bool can_be_taken(const struct advised *design) {
  return design->shown.refused == NULL && !design->shown.is_partial;
}

/* Those of designs `first` … that none of these is better than, and that can be taken. */
static void find_front(rowkey_advisor *advisor, size_t first) {
  for (size_t i = first; i < advisor->design_count; i++) {
    rowkey_advised_design *design = &advisor->designs[i].shown;
    design->is_on_front = can_be_taken(&advisor->designs[i]);
    for (size_t j = first; j < advisor->design_count && design->is_on_front; j++) {
      const rowkey_advised_design *other = &advisor->designs[j].shown;
      design->is_on_front = !can_be_taken(&advisor->designs[j]) || !dominates(other, design);
    }
  }
}

struct choice {
  double most_peak, least_cost; /* of those that are even */
};

static bool is_even(const struct choice *choice, const rowkey_advised_design *design) {
  return rowkey_advised_peak(design) <= choice->most_peak;
}

static bool is_cheap(const struct choice *choice, const rowkey_advised_design *design) {
  return cost_of(design) <= choice->least_cost * rowkey_alike_costs;
}

bool rowkey_design_uses_regions(const rowkey_advised_design *design) {
  return design->growth.busy_regions >= design->growth.regions / 2;
}

/* Whether the first is the better choice. */
static bool is_better(const struct choice *choice, const struct advised *first,
                      const struct advised *second) {
  const rowkey_advised_design *a = &first->shown, *b = &second->shown;
  if (is_even(choice, a) != is_even(choice, b)) return is_even(choice, a);
  if (!is_even(choice, a) && rowkey_advised_peak(a) != rowkey_advised_peak(b))
    return rowkey_advised_peak(a) < rowkey_advised_peak(b);
  if (is_cheap(choice, a) != is_cheap(choice, b)) return is_cheap(choice, a);
  if (!is_cheap(choice, a)) return cost_of(a) < cost_of(b);
  if (rowkey_design_uses_regions(a) != rowkey_design_uses_regions(b)) return rowkey_design_uses_regions(a);
  if (first->backwards != second->backwards) return first->backwards < second->backwards;
  return a->key_bytes != b->key_bytes ? a->key_bytes < b->key_bytes : cost_of(a) < cost_of(b);
}

double rowkey_least_even_cost(const struct advised *designs, size_t count, double most_peak) {
  double least = INFINITY;
  for (size_t i = 0; i < count; i++)
    if (can_be_taken(&designs[i]) && rowkey_advised_peak(&designs[i].shown) <= most_peak)
      least = fmin(least, cost_of(&designs[i].shown));
  return least;
}

/* The best one of some designs; ROWKEY_NONE where none can be taken. */
static size_t choose(const rowkey_advisor *advisor, const struct advised *designs, size_t count) {
  const double most_peak = advisor->settings.most_peak;
  const struct choice choice = {most_peak, rowkey_least_even_cost(designs, count, most_peak)};
  size_t best = ROWKEY_NONE;
  for (size_t i = 0; i < count; i++) {
    if (!can_be_taken(&designs[i])) continue;
    if (best == ROWKEY_NONE || is_better(&choice, &designs[i], &designs[best])) best = i;
  }
  return best;
}

size_t rowkey_advisor_choose(rowkey_advisor *advisor) {
  if (advisor == NULL) return ROWKEY_NONE;
  find_front(advisor, 0);
  const size_t chosen = choose(advisor, advisor->designs, advisor->design_count);
  rowkey_advisor_choose_tables(advisor, chosen);
  return chosen;
}

/* ---- The best of many --------------------------------------------------------------------------- */

static int by_cost(const void *a, const void *b) {
  const struct advised *first = a, *second = b;
  const rowkey_advised_design *x = &first->shown, *y = &second->shown;
  if (cost_of(x) != cost_of(y)) return cost_of(x) < cost_of(y) ? -1 : 1;
  if (x->key_bytes != y->key_bytes) return x->key_bytes < y->key_bytes ? -1 : 1;
  return (first->number > second->number) - (first->number < second->number);
}

/* Designs on the front first, then those that can be taken; each from the cheapest to read on. */
static int by_front(const void *a, const void *b) {
  const struct advised *x = a, *y = b;
  if (x->shown.is_on_front != y->shown.is_on_front) return x->shown.is_on_front ? -1 : 1;
  if (can_be_taken(x) != can_be_taken(y)) return can_be_taken(x) ? -1 : 1;
  return by_cost(a, b);
}

/* Of a front that is longer than `most`, from the cheapest on: keeps both ends, and what lies evenly between.
 */
static void spread_front(struct advised *front, size_t count, size_t most) {
  for (size_t i = 0; i < count; i++) front[i].is_kept = false;
  for (size_t i = 0; i < most; i++) front[most > 1 ? i * (count - 1) / (most - 1) : 0].is_kept = true;
}

/* Keeps the best one, which may not be on the front. */
static void keep_best(const rowkey_advisor *advisor, struct advised *others, size_t count, size_t most) {
  size_t kept = 0, last = 0;
  const size_t best = choose(advisor, others, count);
  if (best == ROWKEY_NONE || others[best].is_kept) return;
  for (size_t i = 0; i < count; i++)
    if (others[i].is_kept) kept++, last = i;
  if (kept == most) others[last].is_kept = false;
  others[best].is_kept = true;
}

/* Of designs that cost the same and load the same, the first: the one with the shortest keys. */
static bool is_alike(const struct advised *a, const struct advised *b) {
  return a->shown.is_partial == b->shown.is_partial && a->backwards == b->backwards &&
         cost_of(&a->shown) == cost_of(&b->shown) &&
         rowkey_advised_peak(&a->shown) == rowkey_advised_peak(&b->shown) &&
         a->shown.server_peak_mean == b->shown.server_peak_mean;
}

/* Leaves out those that are like one before them. Returns how many there are then. */
static size_t leave_alike(struct advised *designs, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    size_t j = 0;
    while (j < kept && !is_alike(&designs[j], &designs[i])) j++;
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
  for (size_t i = 0; i < count; i++) others[i].is_kept = i < most && can_be_taken(&others[i]);
  if (front > most) spread_front(others, front, most);
  keep_best(advisor, others, count, most);
  advisor->design_count = named + count;
  rowkey_advisor_keep_tables(advisor);
  for (size_t i = 0; i < count; i++) {
    if (others[i].is_kept)
      others[kept++] = others[i];
    else
      rowkey_advised_free(&others[i]);
  }
  advisor->design_count = named + kept;
  qsort(others, kept, sizeof *others, by_cost);
}
