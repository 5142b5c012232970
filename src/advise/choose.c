/* Which designs are on the front, and which one to take. */
#include "advise/advisor.h"
#include "error.h"

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

static bool dominates(const rowkey_advised_design *a, const rowkey_advised_design *b) {
  if (a->read_cost > b->read_cost || a->server_peak_most > b->server_peak_most) return false;
  return a->read_cost < b->read_cost || a->server_peak_most < b->server_peak_most;
}

static void find_front(rowkey_advisor *advisor) {
  for (size_t i = 0; i < advisor->design_count; i++) {
    rowkey_advised_design *design = &advisor->designs[i].shown;
    design->is_on_front = design->refused == NULL;
    for (size_t j = 0; j < advisor->design_count && design->is_on_front; j++) {
      const rowkey_advised_design *other = &advisor->designs[j].shown;
      design->is_on_front = other->refused != NULL || !dominates(other, design);
    }
  }
}

/* Whether `a` is the better choice. */
static bool is_better(const rowkey_advisor *advisor, const rowkey_advised_design *a,
                      const rowkey_advised_design *b) {
  const double most = advisor->settings.most_peak;
  const bool a_even = a->server_peak_most <= most, b_even = b->server_peak_most <= most;
  if (a_even != b_even) return a_even;
  if (!a_even && a->server_peak_most != b->server_peak_most) return a->server_peak_most < b->server_peak_most;
  if (a->read_cost != b->read_cost) return a->read_cost < b->read_cost;
  return a->key_bytes < b->key_bytes;
}

size_t rowkey_advisor_choose(rowkey_advisor *advisor) {
  size_t best = ROWKEY_NONE;
  if (advisor == NULL) return best;
  find_front(advisor);
  for (size_t i = 0; i < advisor->design_count; i++) {
    const rowkey_advised_design *design = &advisor->designs[i].shown;
    if (design->refused != NULL) continue;
    if (best == ROWKEY_NONE || is_better(advisor, design, &advisor->designs[best].shown)) best = i;
  }
  return best;
}
