/* Which columns a key needs beside those that are asked for, so that no two records share it. */
#include <math.h>

#include "advise/advisor.h"
#include "base/error.h"

static bool is_float(const rowkey_column *column) {
  return column->type == ROWKEY_F64 || column->type == ROWKEY_F32;
}

/* The columns that may be added to some. */
static column_set others_of(const rowkey_advisor *advisor, column_set set) {
  column_set others = 0;
  for (size_t i = 0; i < advisor->columns.count; i++)
    if ((set & set_of(i)) == 0 && !is_float(&advisor->columns.columns[i])) others |= set_of(i);
  return others;
}

static bool open_set(rowkey_advisor *advisor, column_set of, rowkey_error *error) {
  struct unique_set *set = &advisor->sets[advisor->set_count++];
  return rowkey_unique_open(set, &advisor->columns, of, error);
}

bool rowkey_advisor_open_sets(rowkey_advisor *advisor, rowkey_error *error) {
  const column_set asked =
      rowkey_asked_columns((const struct question *const *)advisor->questions, advisor->question_count);
  const column_set identity = advisor->settings.identity;
  if (!open_set(advisor, asked, error)) return false;
  if (identity != 0) return (identity & ~asked) == 0 || open_set(advisor, asked | identity, error);
  column_set others = others_of(advisor, asked);
  for (; others != 0 && advisor->set_count < FIRST_SETS; others &= others - 1)
    if (!open_set(advisor, asked | (others & -others), error)) return false;
  return true;
}

/* Bytes of the values of a column in a key, mean. */
static double size_of(rowkey_advisor *advisor, size_t column) {
  const rowkey_column_profile *found = rowkey_profile_column(advisor->profile, column);
  const uint64_t rows = rowkey_profile_rows(advisor->profile);
  if (advisor->columns.columns[column].type != ROWKEY_TEXT) return sizeof(uint64_t);
  return 1 + (double)found->total_size / (double)(rows == 0 ? 1 : rows);
}

static double size_of_set(rowkey_advisor *advisor, column_set set) {
  double size = 0;
  for (; set != 0; set &= set - 1) size += size_of(advisor, (size_t)__builtin_ctzll(set));
  return size;
}

/* Whether values are measures, such as times and places: questions ask for ranges of them. */
static bool is_measure(const rowkey_advisor *advisor, size_t column) {
  bool is_asked = false, is_bound = false;
  if (advisor->columns.columns[column].unit != ROWKEY_NO_TIME) return true;
  for (size_t i = 0; i < advisor->question_count; i++) {
    const struct question *question = advisor->questions[i];
    is_bound |= rowkey_question_binds(question, column);
    is_asked |= question->order == column;
    for (size_t j = 0; j < question->count; j++) {
      is_asked |= question->parts[j].column == column;
      if (question->parts[j].column == column && question->parts[j].kind == PART_LAST) return true;
    }
  }
  return is_asked && !is_bound;
}

/* Whether the column identifies records: each seems to have a value of its own there, by the estimate of how
 * many there are. Times and measures that differ in all records of a file do so by luck. */
static bool is_identifier(rowkey_advisor *advisor, size_t column) {
  static const double nearly = 0.95; /* the estimate's error is 1.6 % */
  const rowkey_column *of = &advisor->columns.columns[column];
  return !is_float(of) && !is_measure(advisor, column) &&
         rowkey_profile_column(advisor->profile, column)->distinct >=
             nearly * (double)rowkey_profile_rows(advisor->profile);
}

column_set rowkey_advisor_identifiers(rowkey_advisor *advisor, column_set set) {
  column_set identifiers = 0;
  for (; set != 0; set &= set - 1)
    if (is_identifier(advisor, (size_t)__builtin_ctzll(set))) identifiers |= set & -set;
  return identifiers;
}

/* ---- Several columns ----------------------------------------------------------------------------- */

/* Opens the set with the records of the sample. */
static bool open_filled(const rowkey_advisor *advisor, struct unique_set *set, column_set of,
                        rowkey_error *error) {
  const rowkey_values *columns;
  const uint64_t *numbers;
  const size_t rows = rowkey_profile_sample(advisor->profile, &columns, &numbers);
  return rowkey_unique_open(set, &advisor->columns, of, error) &&
         rowkey_unique_add(set, columns, rows, error);
}

/* The records of the sample whose values in these columns an earlier one has; SIZE_MAX after an error. */
static size_t count_shared(const rowkey_advisor *advisor, column_set of, rowkey_error *error) {
  struct unique_set set;
  size_t seen;
  const size_t shared = open_filled(advisor, &set, of, error) ? rowkey_unique_shared(&set, &seen) : SIZE_MAX;
  rowkey_unique_close(&set);
  return shared;
}

/* Adds the column that leaves the fewest records of the sample shared, of two that leave as many the smaller
 * one. */
static bool add_best_column(rowkey_advisor *advisor, column_set *set, size_t *shared, rowkey_error *error) {
  column_set best = 0;
  for (column_set others = others_of(advisor, *set); others != 0; others &= others - 1) {
    const column_set other = others & -others;
    const size_t left = count_shared(advisor, *set | other, error);
    if (left == SIZE_MAX) return false;
    if (left > *shared ||
        (left == *shared && (best == 0 || size_of_set(advisor, other) >= size_of_set(advisor, best))))
      continue;
    best = other;
    *shared = left;
  }
  *set |= best;
  return true;
}

/* Leaves out columns that a later one has made needless, the largest first. */
static bool drop_needless(rowkey_advisor *advisor, column_set asked, column_set *set, rowkey_error *error) {
  for (column_set tried = *set & ~asked; tried != 0;) {
    column_set largest = tried & -tried;
    for (column_set left = tried; left != 0; left &= left - 1)
      if (size_of_set(advisor, left & -left) > size_of_set(advisor, largest)) largest = left & -left;
    tried &= ~largest;
    const size_t shared = count_shared(advisor, *set & ~largest, error);
    if (shared == SIZE_MAX) return false;
    if (shared == 0) *set &= ~largest;
  }
  return true;
}

/* As few columns as make the records of the sample differ, with the asked ones, or as near to it as can be.
 */
static bool find_columns(rowkey_advisor *advisor, column_set *set, rowkey_error *error) {
  const column_set asked = *set;
  size_t shared = count_shared(advisor, asked, error), before = SIZE_MAX;
  while (shared != SIZE_MAX && shared > 0 && shared < before && __builtin_popcountll(*set) < DESIGN_COLUMNS) {
    before = shared;
    if (!add_best_column(advisor, set, &shared, error)) return false;
  }
  return shared != SIZE_MAX && (shared > 0 || drop_needless(advisor, asked, set, error));
}

/* Opens a set for each column that may identify records by itself: a table that answers some of the questions
 * needs just one of these beside what is asked of it. */
static bool open_singles(rowkey_advisor *advisor, rowkey_error *error) {
  column_set left =
      advisor->question_count == 1 ? 0 : rowkey_advisor_identifiers(advisor, others_of(advisor, 0));
  for (; left != 0 && advisor->single_count < SINGLE_SETS; left &= left - 1)
    if (!open_filled(advisor, &advisor->singles[advisor->single_count++], left & -left, error)) return false;
  return true;
}

bool rowkey_advisor_extend_sets(rowkey_advisor *advisor, rowkey_error *error) {
  if (advisor->has_extended_sets || advisor->settings.identity != 0) return true;
  advisor->has_extended_sets = true;
  if (!open_singles(advisor, error)) return false;
  bool has_identity = false;
  for (size_t i = 0; i < advisor->set_count; i++) {
    size_t seen;
    struct unique_set *set = &advisor->sets[i];
    set->is_shared = rowkey_unique_shared(set, &seen) > 0;
    has_identity |= !set->is_shared && rowkey_advisor_identifiers(advisor, set->columns) != 0;
  }
  column_set set = advisor->sets[0].columns;
  if (has_identity) return true;
  if (!find_columns(advisor, &set, error) ||
      !open_filled(advisor, &advisor->sets[advisor->set_count++], set, error))
    return false;
  column_set others = __builtin_popcountll(set) < DESIGN_COLUMNS ? others_of(advisor, set) : 0;
  for (; others != 0 && advisor->set_count < ADVISOR_SETS; others &= others - 1)
    if (!open_filled(advisor, &advisor->sets[advisor->set_count++], set | (others & -others), error))
      return false;
  return true;
}

/* ---- The choice ---------------------------------------------------------------------------------- */

/* Of sets that make keys unique: those with a column that identifies records, then the asked columns alone,
 * then the smallest. */
static bool is_better(rowkey_advisor *advisor, column_set a, column_set b) {
  const column_set asked = advisor->sets[0].columns;
  const bool a_own = rowkey_advisor_identifiers(advisor, a) != 0,
             b_own = rowkey_advisor_identifiers(advisor, b) != 0;
  if (a_own != b_own) return a_own;
  if ((a == asked) != (b == asked)) return a == asked;
  return size_of_set(advisor, a) < size_of_set(advisor, b);
}

static void set_shared_error(const rowkey_advisor *advisor, const struct unique_set *of, size_t shared,
                             size_t seen, rowkey_error *error) {
  struct string_list texts = {0};
  struct growing_text names = {.list = &texts};
  rowkey_grow_names(&names, &advisor->columns, of->columns);
  if (rowkey_grow_finish(&names))
    rowkey_error_set(
        error, ROWKEY_ERROR_COLUMN,
        "%zu of %zu records share their %.*s with another record%s (expected columns that together "
        "differ in each record, or permission for shared keys)",
        shared, seen, (int)string_size(&texts, 0), (const char *)string_at(&texts, 0),
        advisor->settings.identity != 0 ? "" : ", and no further column tells them apart");
  else
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the columns of keys");
  rowkey_strings_free(&texts);
}

/* The smallest column of which each record has a value of its own; 0 if there is none. */
static column_set find_single(rowkey_advisor *advisor) {
  column_set best = 0;
  for (size_t i = 0; i < advisor->single_count; i++) {
    size_t seen;
    const column_set columns = advisor->singles[i].columns;
    if (rowkey_unique_shared(&advisor->singles[i], &seen) > 0) continue;
    if (best == 0 || size_of_set(advisor, columns) < size_of_set(advisor, best)) best = columns;
  }
  return best;
}

bool rowkey_advisor_choose_columns(rowkey_advisor *advisor, rowkey_error *error) {
  const column_set asked = advisor->space.asked = advisor->sets[0].columns;
  const struct unique_set *best = NULL, *least = NULL;
  double least_share = INFINITY;
  size_t shared_of_least = 0, seen_of_least = 0;
  if (advisor->settings.allow_shared_keys) {
    advisor->identity = advisor->settings.identity;
    advisor->space.added = advisor->identity & ~asked;
    return true;
  }
  if (!rowkey_advisor_extend_sets(advisor, error)) return false;
  for (size_t i = advisor->settings.identity != 0 ? advisor->set_count - 1 : 0; i < advisor->set_count; i++) {
    struct unique_set *set = &advisor->sets[i];
    if (__builtin_popcountll(set->columns) > DESIGN_COLUMNS) continue;
    size_t seen;
    const size_t shared = rowkey_unique_shared(set, &seen);
    const double share = seen == 0 ? 0 : (double)shared / (double)seen;
    if (share < least_share) least = set, least_share = share, shared_of_least = shared, seen_of_least = seen;
    if (shared == 0 && (best == NULL || is_better(advisor, set->columns, best->columns))) best = set;
  }
  if (best == NULL) {
    set_shared_error(advisor, least, shared_of_least, seen_of_least, error);
    return false;
  }
  advisor->space.added = best->columns & ~asked;
  advisor->identity = advisor->settings.identity != 0 ? advisor->settings.identity : find_single(advisor);
  if (advisor->identity == 0) advisor->identity = best->columns;
  return true;
}

/* ---- Heavy values -------------------------------------------------------------------------------- */

/* One value of the columns has more than half of a server's share of the sampled records. */
static bool is_heavy(const rowkey_advisor *advisor, column_set of, bool *heavy, rowkey_error *error) {
  struct unique_set set;
  const bool good = open_filled(advisor, &set, of, error);
  *heavy =
      good && (double)rowkey_unique_most(&set) * (double)advisor->settings.servers > 0.5 * (double)set.count;
  rowkey_unique_close(&set);
  return good;
}

/* A set is heavy only if it is without its last column. */
bool rowkey_advisor_find_heavy(rowkey_advisor *advisor, rowkey_error *error) {
  column_set bound = 0;
  for (size_t i = 0; i < advisor->question_count; i++)
    for (column_set left = advisor->space.asked; left != 0; left &= left - 1)
      if (rowkey_question_binds(advisor->questions[i], (size_t)__builtin_ctzll(left))) bound |= left & -left;
  column_set *heavy = advisor->heavy;
  size_t *count = &advisor->space.heavy_count;
  for (size_t next = 0; next <= *count; next++) {
    const column_set shorter = next == 0 ? 0 : heavy[next - 1];
    for (column_set further = bound; further != 0 && *count < MOST_HEAVY; further &= further - 1) {
      bool found;
      if ((further & -further) <= shorter) continue;
      if (!is_heavy(advisor, shorter | (further & -further), &found, error)) return false;
      if (found) heavy[(*count)++] = shorter | (further & -further);
    }
  }
  advisor->space.heavy = heavy;
  return true;
}
