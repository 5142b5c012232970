/* Parts that try all their values: salts that the wanted values do not determine. */
#include <stdlib.h>

#include "ranges/search.h"

/* This many values are tried even if fewer ranges are allowed: neighbouring ranges are then joined. */
enum { VALUES_TO_TRY = 1 << 16 };

bool rowkey_part_values(struct range_search *search, size_t part, uint64_t *values) {
  struct part_facts *facts = &search->parts[part];
  if (!facts->domain_is_open) {
    if (!rowkey_domain_open(search->layout, search->images, part, &facts->domain)) return false;
    facts->domain_is_open = true;
  }
  const struct domain *domain = &facts->domain;
  const uint64_t most = search->most < VALUES_TO_TRY ? VALUES_TO_TRY : search->most;
  const bool few = domain->known && domain->last.high == 0 && domain->last.low < most;
  *values = few ? domain->last.low + 1 : 0;
  return true;
}

/* The ranges after the part are the same for all its values. Of more values than ranges are allowed, those of
 * the first ones are joined before those of the last are made: keys may be long. */
static bool add_behind_all(struct range_search *search, const struct domain *domain,
                           const struct column_state *states, const struct range_list *rest,
                           struct range_list *out) {
  uint8_t *bytes = malloc(domain->most + 1);
  bool added = bytes != NULL;
  for (uint64_t i = 0; i <= domain->last.low && added; i++) {
    const size_t size = rowkey_domain_write(domain, number_of(i), bytes);
    added = rowkey_range_list_add_behind(out, (struct slice){(const char *)bytes, size}, rest) &&
            rowkey_walk_count(search, states, range_list_count(rest), out);
  }
  free(bytes);
  return added;
}

static bool multiply(struct range_search *search, const struct domain *domain,
                     const struct column_state *states, struct range_list *rest, struct range_list *out) {
  const uint64_t values = domain->last.low + 1;
  if (rowkey_range_list_is_prefix(rest, (struct slice){NULL, 0}))
    return rowkey_range_list_add(out, (struct slice){NULL, 0}, (struct slice){NULL, 0});
  const size_t most = values < search->most ? (size_t)(search->most / values) : 1;
  if (!rowkey_walk_reduce(search, states, most, rest)) return false;
  return range_list_count(rest) == 0 || add_behind_all(search, domain, states, rest, out);
}

bool rowkey_walk_domain(struct range_search *search, size_t part, const struct column_state *states,
                        struct range_list *out, bool *walked) {
  const struct domain *domain = &search->parts[part].domain;
  struct range_list rest = {0};
  struct column_state *guessed = rowkey_states_copy(search, states);
  for (size_t i = 0; guessed != NULL && i < search->count; i++)
    guessed[i].guessed |= search->parts[part].made_of[i];
  *walked = guessed != NULL && rowkey_walk(search, part + domain->parts, guessed, &rest) &&
            rowkey_range_list_normalize(&rest, &search->asking) &&
            multiply(search, domain, guessed, &rest, out);
  free(guessed);
  rowkey_range_list_free(&rest);
  return *walked;
}
