/* Which columns a key needs beside those that are asked for, so that no two records share it. */
#include <stdlib.h>
#include <string.h>

#include "advise/advisor.h"
#include "error.h"

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

bool rowkey_advisor_choose_columns(rowkey_advisor *advisor, rowkey_error *error) {
  const uint64_t rows = rowkey_profile_rows(advisor->profile);
  const struct unique_set *best = NULL;
  size_t least_shared = SIZE_MAX, kept_of_least = 0;
  for (size_t i = 0; i < advisor->set_count; i++) {
    struct unique_set *set = &advisor->sets[i];
    if (__builtin_popcountll(set->columns) > DESIGN_COLUMNS) continue;
    size_t kept;
    const size_t shared = rowkey_unique_shared(set, &kept);
    /* None is kept where a few values have so many records that each was left out. */
    const bool is_unique = shared == 0 && (kept > 0 || rows == 0);
    if (shared < least_shared && kept > 0) least_shared = shared, kept_of_least = kept;
    if (!is_unique) continue;
    if (best == NULL || size_of_set(advisor, set->columns) < size_of_set(advisor, best->columns)) best = set;
  }
  advisor->space.asked = advisor->sets[0].columns;
  if (best != NULL) advisor->space.added = best->columns & ~advisor->space.asked;
  if (best != NULL || advisor->settings.allow_shared_keys) return true;
  if (kept_of_least == 0)
    rowkey_error_set(error, ROWKEY_ERROR_COLUMN,
                     "nearly all records share the columns of their key with others (expected columns that "
                     "together differ in each record, or keys that records share to be allowed)");
  else
    rowkey_error_set(error, ROWKEY_ERROR_COLUMN,
                     "%zu of %zu records have a key that another one has, whatever single column is added to "
                     "those of the questions (expected columns that together differ in each record, or keys "
                     "that records share to be allowed)",
                     least_shared, kept_of_least);
  return false;
}
