#include "commands/rebucket/flows.h"

#include <stdlib.h>

/* The slot of the flow, or the free one where it belongs. The table is never full. */
static struct flow *find_flow(const struct flows *flows, uint32_t from, uint32_t to) {
  const uint64_t pair = (uint64_t)from << 32 | to;
  /* Multiplicative hashing by 2^64 divided by the golden ratio: Knuth, volume 3, 6.4. */
  size_t at = (size_t)(pair * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (flows->capacity - 1);
  while (flows->slots[at].rows != 0 && (flows->slots[at].from != from || flows->slots[at].to != to))
    at = (at + 1) & (flows->capacity - 1);
  return &flows->slots[at];
}

static bool grow(struct flows *flows) {
  struct flows larger = {.count = flows->count,
                         .capacity = flows->capacity == 0 ? 1024 : 2 * flows->capacity};
  larger.slots = calloc(larger.capacity, sizeof *larger.slots);
  if (larger.slots == NULL) return false;
  for (size_t i = 0; i < flows->capacity; i++) {
    const struct flow *flow = &flows->slots[i];
    if (flow->rows != 0) *find_flow(&larger, flow->from, flow->to) = *flow;
  }
  free(flows->slots);
  *flows = larger;
  return true;
}

bool flows_add(struct flows *flows, uint32_t from, uint32_t to, bool same_key) {
  if (2 * flows->count >= flows->capacity && !grow(flows)) return false;
  struct flow *flow = find_flow(flows, from, to);
  flows->count += flow->rows == 0;
  flow->from = from;
  flow->to = to;
  flow->rows++;
  flow->same_keys += same_key;
  return true;
}

static int compare(const void *a, const void *b) {
  const struct flow *left = a, *right = b;
  if (left->from != right->from) return left->from < right->from ? -1 : 1;
  return (left->to > right->to) - (left->to < right->to);
}

void flows_sort(struct flows *flows) {
  size_t count = 0;
  for (size_t i = 0; i < flows->capacity; i++)
    if (flows->slots[i].rows != 0) flows->slots[count++] = flows->slots[i];
  if (count != 0) qsort(flows->slots, count, sizeof *flows->slots, compare);
}

void flows_free(struct flows *flows) {
  free(flows->slots);
  *flows = (struct flows){0};
}
