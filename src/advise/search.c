/* Enumerating designs. */
#include "advise/search.h"

enum { MOST_BUCKETS = 5, MOST_PERIODS = 2 * SEARCH_QUESTIONS };

column_set rowkey_asked_columns(const struct question *const *questions, size_t count) {
  column_set asked = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < questions[i]->count; j++) asked |= set_of(questions[i]->parts[j].column);
  return asked;
}

/* ---- What designs are made of ------------------------------------------------------------------ */

struct period {
  size_t column;
  uint64_t length;
};

struct enumeration {
  const struct search_space *space;
  visit_design *visit;
  void *context;
  column_set bound; /* columns that some question binds */
  uint64_t buckets[MOST_BUCKETS];
  size_t bucket_count;
  struct period periods[MOST_PERIODS];
  size_t period_count;
  struct design design;
};

static void add_buckets(struct enumeration *enumeration, uint64_t buckets) {
  if (buckets < 2) return;
  for (size_t i = 0; i < enumeration->bucket_count; i++)
    if (enumeration->buckets[i] == buckets) return;
  enumeration->buckets[enumeration->bucket_count++] = buckets;
}

static void add_period(struct enumeration *enumeration, size_t column, uint64_t length) {
  for (size_t i = 0; i < enumeration->period_count; i++)
    if (enumeration->periods[i].column == column && enumeration->periods[i].length == length) return;
  if (enumeration->period_count < MOST_PERIODS)
    enumeration->periods[enumeration->period_count++] = (struct period){column, length};
}

static void find_parts(struct enumeration *enumeration) {
  const struct search_space *space = enumeration->space;
  const uint64_t regions = space->regions;
  const uint64_t sizes[MOST_BUCKETS] = {space->servers, regions, 4 * regions, 20 * regions, 100 * regions};
  for (size_t i = 0; i < MOST_BUCKETS; i++) add_buckets(enumeration, sizes[i]);
  for (size_t i = 0; i < space->question_count; i++) {
    const struct question *question = space->questions[i];
    for (size_t j = 0; j < question->count; j++) {
      const struct question_part *part = &question->parts[j];
      if (rowkey_question_binds(question, part->column)) enumeration->bound |= set_of(part->column);
      if (part->kind != PART_LAST) continue;
      add_period(enumeration, part->column, part->length);
      if (part->length <= UINT64_MAX / 10) add_period(enumeration, part->column, 10 * part->length);
    }
  }
}

/* ---- Prefixes ---------------------------------------------------------------------------------- */

static bool visit_hashes(struct enumeration *enumeration, column_set of) {
  struct design *design = &enumeration->design;
  design->prefix = PREFIX_HASH;
  design->of = of;
  for (size_t i = 0; i < enumeration->bucket_count; i++) {
    design->buckets = enumeration->buckets[i];
    if (!enumeration->visit(enumeration->context, design)) return false;
  }
  return true;
}

static bool visit_prefixes(struct enumeration *enumeration) {
  struct design *design = &enumeration->design;
  const column_set all = enumeration->space->asked | enumeration->space->added, bound = enumeration->bound;
  design->prefix = PREFIX_NONE;
  design->of = 0;
  design->buckets = 0;
  if (!enumeration->visit(enumeration->context, design)) return false;
  /* The subsets of a set from the least number on: the bits between are skipped by the carry. */
  for (column_set of = bound & -bound; of != 0; of = (of - bound) & bound)
    if (!visit_hashes(enumeration, of)) return false;
  return all == bound || visit_hashes(enumeration, all);
}

static bool visit_periods(struct enumeration *enumeration) {
  struct design *design = &enumeration->design;
  design->period_column = ROWKEY_NONE;
  if (!visit_prefixes(enumeration)) return false;
  for (size_t i = 0; i < enumeration->period_count; i++) {
    const struct period *period = &enumeration->periods[i];
    if (period->column == design->order[0]) continue;
    design->period_column = period->column;
    design->period = period->length;
    if (!visit_prefixes(enumeration)) return false;
  }
  return true;
}

/* ---- Orders ------------------------------------------------------------------------------------ */

/* Whether no column that is still to come has to stand before this one. */
static bool may_be_next(const struct search_space *space, size_t column, column_set left) {
  for (size_t i = 0; i < space->pair_count; i++)
    if (space->pairs[i].second == column && (left & set_of(space->pairs[i].first)) != 0) return false;
  return true;
}

static bool visit_orders(struct enumeration *enumeration, column_set left) {
  struct design *design = &enumeration->design;
  const size_t place = design->column_count;
  if (left == 0) {
    for (column_set added = enumeration->space->added; added != 0; added &= added - 1)
      design->order[design->column_count++] = (uint8_t)__builtin_ctzll(added);
    const bool goes_on = visit_periods(enumeration);
    design->column_count = place;
    return goes_on;
  }
  for (column_set next = left; next != 0; next &= next - 1) {
    const size_t column = (size_t)__builtin_ctzll(next);
    if (!may_be_next(enumeration->space, column, left & ~set_of(column))) continue;
    design->order[place] = (uint8_t)column;
    design->column_count = place + 1;
    if (!visit_orders(enumeration, left & ~set_of(column))) return false;
    design->column_count = place;
  }
  return true;
}

bool rowkey_search(const struct search_space *space, visit_design *visit, void *context) {
  struct enumeration enumeration = {.space = space, .visit = visit, .context = context};
  find_parts(&enumeration);
  return visit_orders(&enumeration, space->asked);
}

struct counting {
  uint64_t count, most;
};

static bool count_design(void *context, const struct design *design) {
  (void)design;
  struct counting *counting = context;
  return ++counting->count < counting->most;
}

uint64_t rowkey_search_size(const struct search_space *space, uint64_t most) {
  struct counting counting = {0, most};
  rowkey_search(space, count_design, &counting);
  return counting.count;
}
