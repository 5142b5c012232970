/* Enumerating designs. */
#include "advise/search.h"

enum { MOST_BUCKETS = 6, MOST_SPREAD = 16, MOST_PERIODS = 2 * SEARCH_QUESTIONS };

column_set rowkey_asked_columns(const struct question *const *questions, size_t count) {
  column_set asked = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < questions[i]->count; j++) asked |= set_of(questions[i]->parts[j].column);
    if (questions[i]->order != ROWKEY_NONE) asked |= set_of(questions[i]->order);
    if (questions[i]->group != ROWKEY_NONE) asked |= set_of(questions[i]->group);
  }
  return asked;
}

/* ---- What designs are made of ------------------------------------------------------------------ */

enum { MOST_SETS = (1 << DESIGN_COLUMNS) + 1 };

struct period {
  size_t column;
  uint64_t length;
};

struct enumeration {
  const struct search_space *space;
  visit_design *visit; /* NULL: designs are counted */
  void *context;
  const uint64_t *wanted,
      *wanted_end; /* numbers of designs, rising, which alone are visited; NULL: all are */
  uint64_t number; /* of the next design */
  column_set all;
  column_set sets[MOST_SETS]; /* whose hashes may stand before keys */
  size_t set_count;
  uint64_t buckets[MOST_BUCKETS];
  size_t bucket_count;
  struct period periods[MOST_PERIODS];
  size_t period_count;
  uint64_t prefix_count;
  struct design design;
};

static void add_buckets(struct enumeration *enumeration, uint64_t buckets) {
  if (buckets < 2) return;
  for (size_t i = 0; i < enumeration->bucket_count; i++)
    if (enumeration->buckets[i] == buckets) return;
  enumeration->buckets[enumeration->bucket_count++] = buckets;
}

static void add_period(struct enumeration *enumeration, size_t column, uint64_t length) {
  if (length > enumeration->space->longest_period[column]) return;
  for (size_t i = 0; i < enumeration->period_count; i++)
    if (enumeration->periods[i].column == column && enumeration->periods[i].length == length) return;
  if (enumeration->period_count < MOST_PERIODS)
    enumeration->periods[enumeration->period_count++] = (struct period){column, length};
}

static column_set bound_by(const struct question *question) {
  column_set bound = 0;
  for (size_t i = 0; i < question->count; i++)
    if (rowkey_question_binds(question, question->parts[i].column))
      bound |= set_of(question->parts[i].column);
  if (question->group != ROWKEY_NONE) bound |= set_of(question->group);
  return bound;
}

/* Each set of columns that some question binds, once, and that of all columns. */
static void find_sets(struct enumeration *enumeration) {
  const struct search_space *space = enumeration->space;
  column_set bound = 0, bound_by_each[SEARCH_QUESTIONS];
  for (size_t i = 0; i < space->question_count; i++)
    bound |= bound_by_each[i] = bound_by(space->questions[i]);
  /* The subsets of a set from the least number on: the bits between are skipped by the carry. */
  for (column_set of = bound & -bound; of != 0; of = (of - bound) & bound)
    for (size_t i = 0; i < space->question_count; i++)
      if ((of & ~bound_by_each[i]) == 0) {
        enumeration->sets[enumeration->set_count++] = of;
        break;
      }
  const size_t count = enumeration->set_count;
  if (count == 0 || enumeration->sets[count - 1] != enumeration->all)
    enumeration->sets[enumeration->set_count++] = enumeration->all;
}

static void find_parts(struct enumeration *enumeration) {
  const struct search_space *space = enumeration->space;
  const uint64_t regions = space->regions;
  const uint64_t sizes[MOST_BUCKETS] = {space->servers, 4 * space->servers, regions,
                                        4 * regions,    20 * regions,       100 * regions};
  enumeration->all = space->asked | space->added;
  for (size_t i = 0; i < MOST_BUCKETS; i++) add_buckets(enumeration, sizes[i]);
  for (size_t i = 0; i < space->question_count; i++) {
    const struct question *question = space->questions[i];
    for (size_t j = 0; j < question->count; j++) {
      const struct question_part *part = &question->parts[j];
      if (part->kind != PART_LAST) continue;
      add_period(enumeration, part->column, part->length);
      if (part->length <= UINT64_MAX / 10) add_period(enumeration, part->column, 10 * part->length);
    }
  }
  find_sets(enumeration);
}

/* ---- Prefixes ---------------------------------------------------------------------------------- */

/* Visits the design, if it is one of those that are wanted. */
static bool visit(struct enumeration *enumeration) {
  const uint64_t number = enumeration->number++;
  if (enumeration->wanted != NULL) {
    if (*enumeration->wanted != number) return true;
    enumeration->wanted++;
  }
  if (enumeration->visit == NULL) return true;
  return enumeration->visit(enumeration->context, &enumeration->design) &&
         (enumeration->wanted == NULL || enumeration->wanted < enumeration->wanted_end);
}

/* Visits the design with each number of buckets above `least`. */
static bool visit_buckets(struct enumeration *enumeration, enum design_prefix prefix, uint64_t least) {
  struct design *design = &enumeration->design;
  design->prefix = prefix;
  for (size_t i = 0; i < enumeration->bucket_count; i++) {
    design->buckets = enumeration->buckets[i];
    if (design->buckets > least && !visit(enumeration)) return false;
  }
  return true;
}

static bool is_heavy(const struct search_space *space, column_set of) {
  for (size_t i = 0; i < space->heavy_count; i++)
    if (space->heavy[i] == of) return true;
  return false;
}

/* Rows of one value in several buckets: by time, or by what identifies them. */
static bool visit_heavy(struct enumeration *enumeration) {
  const struct search_space *space = enumeration->space;
  struct design *design = &enumeration->design;
  for (size_t i = 0; i < enumeration->period_count; i++) {
    design->salt_column = enumeration->periods[i].column;
    design->salt_period = enumeration->periods[i].length;
    if ((design->of & set_of(design->salt_column)) == 0 && !visit_buckets(enumeration, PREFIX_PERIOD, 0))
      return false;
  }
  const column_set others = (space->identity != 0 ? space->identity : enumeration->all) & ~design->of;
  design->spread_by = others != 0 ? others : enumeration->all;
  for (design->spread = 2; design->spread <= MOST_SPREAD; design->spread *= 2)
    if (!visit_buckets(enumeration, PREFIX_SPREAD, design->spread)) return false;
  return true;
}

static bool visit_all_prefixes(struct enumeration *enumeration) {
  struct design *design = &enumeration->design;
  design->prefix = PREFIX_NONE;
  design->of = 0;
  design->buckets = 0;
  bool goes_on = visit(enumeration);
  for (size_t i = 0; goes_on && i < enumeration->set_count; i++) {
    design->of = enumeration->sets[i];
    goes_on = visit_buckets(enumeration, PREFIX_HASH, 0);
    if (goes_on && design->of != enumeration->all && is_heavy(enumeration->space, design->of))
      goes_on = visit_heavy(enumeration);
  }
  return goes_on;
}

/* How many designs there are of an order: as many of each. */
static uint64_t count_prefixes(const struct enumeration *enumeration) {
  struct enumeration counting = *enumeration;
  counting.wanted = NULL;
  counting.number = 0;
  counting.visit = NULL;
  visit_all_prefixes(&counting);
  return counting.number;
}

static bool visit_prefixes(struct enumeration *enumeration) {
  const uint64_t prefixes = enumeration->prefix_count;
  const bool is_counted = enumeration->visit == NULL;
  if (is_counted || (enumeration->wanted != NULL && *enumeration->wanted - enumeration->number >= prefixes)) {
    enumeration->number += prefixes;
    return true;
  }
  return visit_all_prefixes(enumeration);
}

/* Whether a column of the others has to stand before this one. */
static bool has_to_follow(const struct search_space *space, size_t column, column_set others) {
  for (size_t i = 0; i < space->pair_count; i++)
    if (space->pairs[i].second == column && (others & set_of(space->pairs[i].first)) != 0) return true;
  return false;
}

static bool visit_periods(struct enumeration *enumeration) {
  struct design *design = &enumeration->design;
  design->period_column = ROWKEY_NONE;
  if (!visit_prefixes(enumeration)) return false;
  for (size_t i = 0; i < enumeration->period_count; i++) {
    const struct period *period = &enumeration->periods[i];
    if ((design->interleaved == 0 && period->column == design->order[0]) ||
        has_to_follow(enumeration->space, period->column, enumeration->all))
      continue;
    design->period_column = period->column;
    design->period = period->length;
    if (!visit_prefixes(enumeration)) return false;
  }
  return true;
}

/* ---- Orders ------------------------------------------------------------------------------------ */

/* Appends columns in the order of the records, as far as the pairs allow. */
static void append_columns(const struct search_space *space, column_set columns, struct design *design) {
  while (columns != 0) {
    column_set next = columns;
    while (has_to_follow(space, (size_t)__builtin_ctzll(next), columns)) next &= next - 1;
    design->order[design->column_count++] = (uint8_t)__builtin_ctzll(next);
    columns &= ~(next & -next);
  }
}

/* Columns that are added stand last, but for those that have to be before others. */
static column_set free_columns(const struct search_space *space) {
  column_set columns = space->asked;
  for (size_t i = 0; i < space->pair_count; i++) columns |= set_of(space->pairs[i].first) & space->added;
  return columns;
}

void rowkey_search_plain_order(const struct search_space *space, struct design *design) {
  const column_set first = free_columns(space);
  append_columns(space, first, design);
  append_columns(space, space->added & ~first, design);
}

static bool visit_orders(struct enumeration *enumeration, column_set left, column_set last) {
  struct design *design = &enumeration->design;
  const size_t place = design->column_count;
  if (left == 0) {
    append_columns(enumeration->space, last, design);
    const bool goes_on = visit_periods(enumeration);
    design->column_count = place;
    return goes_on;
  }
  for (column_set next = left; next != 0; next &= next - 1) {
    const size_t column = (size_t)__builtin_ctzll(next);
    if (has_to_follow(enumeration->space, column, left)) continue;
    design->order[place] = (uint8_t)column;
    design->column_count = place + 1;
    if (!visit_orders(enumeration, left & ~set_of(column), last)) return false;
    design->column_count = place;
  }
  return true;
}

/* Columns of which the question asks for ranges. */
static column_set ranged_by(const struct question *question) {
  column_set asked = 0;
  for (size_t i = 0; i < question->count; i++) asked |= set_of(question->parts[i].column);
  return asked & ~bound_by(question);
}

/* Two columns that stand before all others: no pair may ask for another one before them. */
static bool may_be_interleaved(const struct search_space *space, column_set columns) {
  if (__builtin_popcountll(columns) != 2) return false;
  for (column_set left = columns; left != 0; left &= left - 1)
    if (has_to_follow(space, (size_t)__builtin_ctzll(left), space->asked | space->added)) return false;
  return true;
}

/* Each two columns, once, of which some question asks for ranges. */
static bool visit_interleaved(struct enumeration *enumeration, column_set first) {
  const struct search_space *space = enumeration->space;
  column_set seen[SEARCH_QUESTIONS];
  for (size_t i = 0; i < space->question_count; i++) {
    bool is_new = may_be_interleaved(space, seen[i] = ranged_by(space->questions[i]) & space->narrow);
    for (size_t j = 0; j < i; j++) is_new = is_new && seen[j] != seen[i];
    if (!is_new) continue;
    enumeration->design.interleaved = seen[i];
    if (!visit_orders(enumeration, first & ~seen[i], space->added & ~first & ~seen[i])) return false;
  }
  return true;
}

static bool enumerate(struct enumeration *enumeration) {
  const struct search_space *space = enumeration->space;
  const column_set first = free_columns(space);
  find_parts(enumeration);
  enumeration->prefix_count = count_prefixes(enumeration);
  return visit_orders(enumeration, first, space->added & ~first) && visit_interleaved(enumeration, first);
}

bool rowkey_search(const struct search_space *space, const uint64_t *wanted, size_t count,
                   visit_design *visitor, void *context) {
  struct enumeration enumeration = {.space = space,
                                    .visit = visitor,
                                    .context = context,
                                    .wanted = wanted,
                                    .wanted_end = wanted == NULL ? NULL : wanted + count};
  return enumerate(&enumeration);
}

uint64_t rowkey_search_size(const struct search_space *space) {
  struct enumeration enumeration = {.space = space};
  enumerate(&enumeration);
  return enumeration.number;
}
