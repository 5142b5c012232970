/* Which columns a key needs beside those that are asked for, so that no two records share it. */
#include <math.h>

#include "advise/advisor.h"
#include "base/error.h"

static bool is_float(const rowkey_column *column) {
  return column->type == ROWKEY_F64 || column->type == ROWKEY_F32;
}

static bool open_set(rowkey_advisor *advisor, column_set of, rowkey_error *error) {
  struct unique_set *set = &advisor->sets[advisor->set_count++];
  return rowkey_unique_open(set, &advisor->columns, of, error);
}

bool rowkey_advisor_open_sets(rowkey_advisor *advisor, rowkey_error *error) {
  const column_set asked =
      rowkey_asked_columns((const struct question *const *)advisor->questions, advisor->question_count);
  column_set all = asked;
  if (!open_set(advisor, asked, error)) return false;
  for (size_t i = 0; i < advisor->columns.count; i++) {
    if ((asked & set_of(i)) != 0 || is_float(&advisor->columns.columns[i])) continue;
    all |= set_of(i);
    if (advisor->set_count < ADVISOR_SETS - 1 && !open_set(advisor, asked | set_of(i), error)) return false;
  }
  const bool has_more = all != asked && advisor->set_count > 2 && __builtin_popcountll(all) <= DESIGN_COLUMNS;
  return !has_more || open_set(advisor, all, error);
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

/* Whether each record seems to have a value of its own there: by the estimate of how many there are. */
static bool is_own(rowkey_advisor *advisor, size_t column) {
  static const double nearly = 0.95; /* the estimate's error is 1.6 % */
  return rowkey_profile_column(advisor->profile, column)->distinct >=
         nearly * (double)rowkey_profile_rows(advisor->profile);
}

bool rowkey_advisor_has_own(rowkey_advisor *advisor, column_set set) {
  for (; set != 0; set &= set - 1)
    if (is_own(advisor, (size_t)__builtin_ctzll(set))) return true;
  return false;
}

/* Of sets that make keys unique: the asked columns alone, then those with a column that is each record's own,
 * then the smallest. */
static bool is_better(rowkey_advisor *advisor, column_set a, column_set b) {
  const column_set asked = advisor->sets[0].columns;
  if ((a == asked) != (b == asked)) return a == asked;
  const bool a_own = rowkey_advisor_has_own(advisor, a), b_own = rowkey_advisor_has_own(advisor, b);
  if (a_own != b_own) return a_own;
  return size_of_set(advisor, a) < size_of_set(advisor, b);
}

static void set_shared_error(const rowkey_advisor *advisor, size_t shared, size_t seen, rowkey_error *error) {
  struct string_list texts = {0};
  struct growing_text names = {.list = &texts};
  rowkey_grow_names(&names, &advisor->columns, advisor->space.asked);
  if (rowkey_grow_finish(&names))
    rowkey_error_set(
        error, ROWKEY_ERROR_COLUMN,
        "%zu of %zu records share their key with another record, whichever single column is added to "
        "%.*s (expected columns that together differ in each record, or permission for shared "
        "keys)",
        shared, seen, (int)string_size(&texts, 0), (const char *)string_at(&texts, 0));
  else
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the columns of keys");
  rowkey_strings_free(&texts);
}

bool rowkey_advisor_choose_columns(rowkey_advisor *advisor, rowkey_error *error) {
  const struct unique_set *best = NULL;
  double least_share = INFINITY;
  size_t shared_of_least = 0, seen_of_least = 0;
  for (size_t i = 0; i < advisor->set_count; i++) {
    struct unique_set *set = &advisor->sets[i];
    if (__builtin_popcountll(set->columns) > DESIGN_COLUMNS) continue;
    size_t seen;
    const size_t shared = rowkey_unique_shared(set, &seen);
    const double share = seen == 0 ? 0 : (double)shared / (double)seen;
    if (share < least_share) least_share = share, shared_of_least = shared, seen_of_least = seen;
    if (shared == 0 && (best == NULL || is_better(advisor, set->columns, best->columns))) best = set;
  }
  const column_set asked = advisor->space.asked = advisor->sets[0].columns;
  if (best != NULL) advisor->space.added = best->columns & ~asked;
  if (best != NULL || advisor->settings.allow_shared_keys) return true;
  set_shared_error(advisor, shared_of_least, seen_of_least, error);
  return false;
}
