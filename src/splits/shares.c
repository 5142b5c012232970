/* What part of all keys lies in each region.
 *
 * The keys are walked part by part: the values of a field that lie wholly in the region count in full, and
 * those that one of its ends lies in are looked at again in the parts after. Whether keys lie in a region is
 * decided by counts and bytes alone. Only its share is a double: a sum of terms none of which is negative, so
 * that nothing cancels out, however small the region.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "regions/domain.h"
#include "regions/open_field.h"

struct counted_key {
  const struct sequence *sequence;
  struct domain *domains;  /* of the parts before `open` that are no literals */
  size_t open;             /* the first part whose values are not known, or that no point reaches */
  struct open_field field; /* what is known of it */
};

/* Keys that are still to be counted: those with low <= bytes < high from part `part` on. */
struct rest {
  size_t part;
  const uint8_t *low; /* no bytes: no end */
  size_t low_size;
  const uint8_t *high; /* NULL: no end */
  size_t high_size;
  double portion; /* of all keys, the bytes before the part being as they are */
};

static void count_portion(rowkey_region_share *share, double portion) {
  share->share += portion;
  share->reachable = true;
}

/* The end of the region continues after `size` bytes. */
static void pass_low(struct rest *rest, size_t size) {
  rest->low += size;
  rest->low_size -= size;
}

static void pass_high(struct rest *rest, size_t size) {
  rest->high += size;
  rest->high_size -= size;
}

/* ---- Literals -------------------------------------------------------------------------------- */

static bool begins(const uint8_t *literal, size_t width, const uint8_t *string, size_t size) {
  return size > width && memcmp(literal, string, width) == 0;
}

/* Whether there are keys after the literal; then goes on there. */
static bool pass_literal(const struct sequence *key, struct rest *rest) {
  const struct part *part = &key->parts[rest->part++];
  const uint8_t *literal = (const uint8_t *)key->literals + part->literal;
  if (begins(literal, part->width, rest->low, rest->low_size))
    pass_low(rest, part->width);
  else if (rowkey_compare_bytes(literal, part->width, rest->low, rest->low_size) < 0)
    return false;
  else
    rest->low_size = 0;
  if (rest->high == NULL) return true;
  if (begins(literal, part->width, rest->high, rest->high_size))
    pass_high(rest, part->width);
  else if (rowkey_compare_bytes(literal, part->width, rest->high, rest->high_size) < 0)
    rest->high = NULL;
  else
    return false;
  return true;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static void walk(const struct counted_key *key, struct rest rest, rowkey_region_share *share);

/* Counts the values that lie wholly in the region. Whether there are others; then continues after them. */
static bool pass_values(const struct counted_key *key, struct rest *rest, rowkey_region_share *share) {
  const struct domain *domain = &key->domains[rest->part];
  struct number low = number_of(0), high = domain->last;
  size_t low_begun = 0, high_begun = 0; /* bytes of the value that the end lies in */
  if (rest->low_size != 0 && !rowkey_domain_below(domain, rest->low, rest->low_size, &low, &low_begun))
    return false;
  const bool ends =
      rest->high != NULL && rowkey_domain_below(domain, rest->high, rest->high_size, &high, &high_begun);
  const double portion = rest->portion / rowkey_domain_even(domain, number_of(0), domain->last);
  rest->part += domain->parts;

  struct rest lower = *rest;
  lower.portion = portion * rowkey_domain_even(domain, low, low);
  rest->portion = portion * rowkey_domain_even(domain, high, high);
  if (low_begun != 0) pass_low(&lower, low_begun);
  if (high_begun != 0) pass_high(rest, high_begun);
  if (ends && !number_less(low, high)) { /* at most one value, which both ends may lie in */
    rest->low = lower.low;
    rest->low_size = low_begun != 0 ? lower.low_size : 0;
    return high_begun != 0;
  }
  /* The value `low` itself is another one of them unless the end lies in it. */
  const struct number first = low_begun == 0 ? low : number_add(low, number_of(1));
  const struct number last = ends ? number_subtract(high, number_of(1)) : high;
  if (!number_less(last, first)) count_portion(share, portion * rowkey_domain_even(domain, first, last));
  lower.high = NULL;
  rest->low_size = 0;
  if (high_begun == 0) {
    *rest = lower;
    return low_begun != 0;
  }
  /* This ends: without an upper end there is at most one value to go on with. */
  if (low_begun != 0) walk(key, lower, share);
  return true;
}

static void count_open(const struct open_field *field, const struct rest *rest, rowkey_region_share *share) {
  if (!rowkey_open_field_between(field, rest->low, rest->low_size, rest->high, rest->high_size)) return;
  const bool all =
      (rest->low_size == 0 || !rowkey_open_field_between(field, NULL, 0, rest->low, rest->low_size)) &&
      (rest->high == NULL || !rowkey_open_field_between(field, rest->high, rest->high_size, NULL, 0));
  count_portion(share, all ? rest->portion : NAN);
}

/* Adds to the share what lies in the rest. */
static void walk(const struct counted_key *key, struct rest rest, rowkey_region_share *share) {
  for (;;) {
    if (rest.high != NULL && rest.high_size == 0) return;
    if (rest.low_size == 0 && (rest.high == NULL || rest.part == key->sequence->count)) {
      count_portion(share, rest.portion);
      return;
    }
    if (rest.part == key->sequence->count) return;
    if (key->sequence->parts[rest.part].kind == PART_LITERAL) {
      if (!pass_literal(key->sequence, &rest)) return;
    } else if (rest.part == key->open) {
      count_open(&key->field, &rest, share);
      return;
    } else if (!pass_values(key, &rest, share)) {
      return;
    }
  }
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* Prepares the parts that a point of `longest` bytes reaches. False without memory. */
static bool open_key(const rowkey_layout *layout, const struct image *images, size_t longest,
                     struct counted_key *key) {
  *key = (struct counted_key){.sequence = &layout->key};
  key->domains = calloc(layout->key.count + 1, sizeof *key->domains);
  if (key->domains == NULL || images == NULL) return false;
  const struct part *parts = layout->key.parts;
  size_t least = 0; /* bytes before the part */
  for (size_t next; key->open < layout->key.count && least < longest; key->open = next) {
    next = key->open + 1;
    if (parts[key->open].kind != PART_LITERAL) {
      struct domain *domain = &key->domains[key->open];
      if (!rowkey_domain_open(layout, images, key->open, domain)) return false;
      if (!domain->known) {
        key->field = rowkey_open_field(&layout->key, key->open, images);
        break;
      }
      next = key->open + domain->parts;
    }
    for (size_t i = key->open; i < next; i++) least += parts[i].width;
  }
  return true;
}

static void close_key(struct counted_key *key) {
  for (size_t i = 0; key->domains != NULL && i < key->sequence->count; i++)
    rowkey_domain_free(&key->domains[i]);
  free(key->domains);
}

static size_t longest_of(const rowkey_splits *splits) {
  size_t longest = 0;
  for (size_t i = 0; i < splits->count; i++)
    if (split_size(splits, i) > longest) longest = split_size(splits, i);
  return longest;
}

rowkey_status rowkey_splits_shares(const rowkey_layout *layout, const rowkey_splits *splits,
                                   rowkey_region_share *shares, rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error)) return ROWKEY_ERROR_ARGUMENT;
  const rowkey_status status = rowkey_splits_check(splits, error);
  if (status != ROWKEY_OK) return status;
  if (shares == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "shares is NULL (expected room for the share of each region)");
  struct counted_key key;
  struct arena arena = {0};
  const bool good = open_key(layout, rowkey_find_images(&arena, layout), longest_of(splits), &key);
  rowkey_arena_free(&arena);
  if (!good) {
    close_key(&key);
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while counting the keys of regions");
  }
  for (size_t i = 0; i <= splits->count; i++) {
    struct rest rest = {.portion = 1};
    if (i > 0) {
      rest.low = split_at(splits, i - 1);
      rest.low_size = split_size(splits, i - 1);
    }
    if (i < splits->count) {
      rest.high = split_at(splits, i);
      rest.high_size = split_size(splits, i);
    }
    shares[i] = (rowkey_region_share){.share = 0, .reachable = false};
    walk(&key, rest, &shares[i]);
  }
  close_key(&key);
  return ROWKEY_OK;
}
