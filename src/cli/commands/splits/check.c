#include "commands/splits/check.h"

#include <math.h>
#include <stdlib.h>

/* ---- Order ----------------------------------------------------------------------------------- */

struct point {
  const uint8_t *bytes;
  size_t size;
  size_t line;
};

static int compare_bytes(const struct point *a, const struct point *b) {
  return rowkey_compare_bytes(a->bytes, a->size, b->bytes, b->size);
}

static int compare_points(const void *one, const void *other) {
  const struct point *a = one, *b = other;
  const int order = compare_bytes(a, b);
  return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static void add_fault(struct splits_check *check, enum split_fault_kind kind, size_t line, size_t other) {
  check->faults[check->fault_count++] = (struct split_fault){kind, line, other};
}

static int compare_faults(const void *one, const void *other) {
  const struct split_fault *a = one, *b = other;
  return (a->line > b->line) - (a->line < b->line);
}

/* Finds the lines that come before the one above them, then sorts the points. */
static void sort_points(struct point *points, size_t count, struct splits_check *check) {
  for (size_t i = 1; i < count; i++) {
    if (compare_bytes(&points[i - 1], &points[i]) > 0) add_fault(check, FAULT_BEHIND, i + 1, i);
  }
  qsort(points, count, sizeof *points, compare_points);
}

/* Adds each of the sorted points once. False without memory. */
static bool add_points(const struct point *points, size_t count, struct splits_check *check) {
  size_t first = 0; /* of those that are the same */
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && compare_bytes(&points[first], &points[i]) == 0) {
      add_fault(check, FAULT_AGAIN, points[i].line, points[first].line);
      continue;
    }
    first = i;
    check->lines[check->ordered.count] = points[i].line;
    if (!rowkey_strings_add(&check->ordered, points[i].bytes, points[i].size)) return false;
  }
  return true;
}

bool splits_check_order(const struct split_list *list, struct splits_check *check, struct failure *failure) {
  const size_t count = list->splits.count;
  /* One more than there are: of nothing, calloc may return NULL. */
  struct point *points = calloc(count + 1, sizeof *points);
  check->list = list;
  check->lines = calloc(count + 1, sizeof *check->lines);
  /* A line can be out of order or a repetition, and its point too low or too high. */
  check->faults = calloc(count + 1, 3 * sizeof *check->faults);
  bool done = points != NULL && check->lines != NULL && check->faults != NULL;
  if (done) {
    for (size_t i = 0; i < count; i++) {
      points[i] = (struct point){split_at(&list->splits, i), split_size(&list->splits, i), i + 1};
    }
    sort_points(points, count, check);
    done = add_points(points, count, check);
    check->points = (rowkey_splits){
        .count = check->ordered.count, .bytes = check->ordered.bytes, .offsets = check->ordered.offsets};
  }
  free(points);
  return done || fail_memory(failure);
}

/* ---- Shares ---------------------------------------------------------------------------------- */

static bool fail_shares(const rowkey_error *error, enum tool_status status, const char *subject,
                        struct failure *failure) {
  return fail_with(failure, library_status(error->status, status), "%s%s", subject, error->text);
}

static bool ask_sample(struct splits_check *check, const rowkey_sketch *sample, struct failure *failure) {
  const size_t count = check->points.count + 1;
  rowkey_error error;
  double *shares = calloc(count, sizeof *shares);
  if (shares == NULL) return fail_memory(failure);
  const bool done = rowkey_sketch_shares(sample, &check->points, shares, &error) == ROWKEY_OK;
  for (size_t i = 0; done && i < count; i++) {
    check->regions[i].share = shares[i];
    if (!check->knows_keys) check->regions[i].reachable = true;
  }
  free(shares);
  check->sample_rows = rowkey_sketch_rows(sample);
  check->sample_error = rowkey_sketch_error(sample);
  return done || fail_shares(&error, TOOL_BAD_DATA, "", failure);
}

/* Points that have no key before them, or after them. */
static void find_beside(struct splits_check *check) {
  const size_t count = check->points.count;
  for (size_t i = 0; i < count && !check->regions[i].reachable; i++) {
    add_fault(check, FAULT_TOO_LOW, check->lines[i], 0);
  }
  for (size_t i = count; i > 0 && !check->regions[i].reachable; i--) {
    add_fault(check, FAULT_TOO_HIGH, check->lines[i - 1], 0);
  }
}

bool splits_check_shares(struct splits_check *check, const rowkey_layout *layout, const rowkey_sketch *sample,
                         struct failure *failure) {
  rowkey_error error;
  check->regions = calloc(check->points.count + 1, sizeof *check->regions);
  if (check->regions == NULL) return fail_memory(failure);
  check->knows_keys = layout != NULL;
  if (layout != NULL && rowkey_splits_shares(layout, &check->points, check->regions, &error) != ROWKEY_OK) {
    return fail_shares(&error, TOOL_BAD_USAGE, "option --layout: ", failure);
  }
  if (sample != NULL && !ask_sample(check, sample, failure)) return false;
  if (check->knows_keys) find_beside(check);
  for (size_t i = 0; i <= check->points.count; i++) {
    const rowkey_region_share *region = &check->regions[i];
    check->without_keys += !region->reachable || (sample != NULL && region->share <= 0);
  }
  qsort(check->faults, check->fault_count, sizeof *check->faults, compare_faults);
  return true;
}

bool splits_check_is_good(const struct splits_check *check) {
  return check->fault_count == 0 && check->without_keys == 0;
}

void splits_check_free(struct splits_check *check) {
  rowkey_strings_free(&check->ordered);
  free(check->lines);
  free(check->faults);
  free(check->regions);
}
