#include "advise/answers.h"

#include <rowkey/conditions.h>
#include <stdlib.h>

#include "advise/cells.h"
#include "base/error.h"

/* Fewer and longer ranges may cost less than those that hold no other row: a client would ask for them. */
static const size_t allowed[] = {1, 16, 256, 4096, 65536};

struct answering {
  const struct measuring *measuring;
  const struct measuring_room *room;
  const rowkey_keys *keys;
  const struct measured *measured;
  uint32_t *ranks; /* room for one of each row */
};

/* ---- Rows that are read ------------------------------------------------------------------------- */

/* How many of the sorted keys are less than the bytes. */
static size_t keys_below(const struct answering *answering, const void *bytes, size_t size) {
  const uint64_t *order = answering->room->order, *offsets = answering->keys->offsets;
  size_t low = 0, high = answering->keys->rows;
  while (low < high) {
    const size_t middle = low + (high - low) / 2, row = (size_t)order[middle];
    const uint8_t *key = (const uint8_t *)answering->keys->data + offsets[row];
    if (rowkey_compare_bytes(key, (size_t)(offsets[row + 1] - offsets[row]), bytes, size) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Sampled rows in some ranges. */
struct read_rows {
  size_t all, old; /* those of `all` that are old ones of the growth */
};

static struct read_rows rows_in(const struct answering *answering, const rowkey_ranges *ranges) {
  struct read_rows rows = {0, 0};
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    const size_t end =
        range->stop_size == 0 ? answering->keys->rows : keys_below(answering, range->stop, range->stop_size);
    const size_t begin = keys_below(answering, range->start, range->start_size);
    rows.all += end - begin;
    rows.old += answering->room->old_below[end] - answering->room->old_below[begin];
  }
  return rows;
}

static size_t count_regions(const rowkey_ranges *parts) {
  size_t regions = 0;
  for (size_t i = 0; i < parts->count; i++)
    regions += i == 0 || parts->ranges[i].region != parts->ranges[i - 1].region;
  return regions;
}

/* ---- The order of answers ----------------------------------------------------------------------- */

static int compare_rank(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Nulls come first, whatever bytes lie there. */
static int compare_rows(const struct answering *answering, size_t a, size_t b) {
  const size_t index = answering->measuring->order_column;
  const rowkey_type type = answering->measuring->columns->columns[index].type;
  const rowkey_values *values = &answering->measuring->records.columns[index];
  const bool is_null = is_null_at(values, a);
  if (is_null || is_null_at(values, b)) return is_null_at(values, b) - is_null;
  const rowkey_value x = kept_value_at(type, values, a), y = kept_value_at(type, values, b);
  return compare_cells(type, &x, &y);
}

/* Whether the rows that a draw wants lie in the order of the column, up or down. */
static bool lie_in_order(const struct answering *answering, const struct drawn_question *drawn, size_t draw) {
  uint32_t *ranks = answering->ranks;
  const size_t begin = draw == 0 ? 0 : drawn->wanted_end[draw - 1], count = drawn->wanted_end[draw] - begin;
  for (size_t i = 0; i < count; i++) ranks[i] = answering->room->rank[drawn->wanted[begin + i]];
  qsort(ranks, count, sizeof *ranks, compare_rank);
  bool rises = true, falls = true;
  for (size_t i = 1; i < count && (rises || falls); i++) {
    const uint64_t *order = answering->room->order;
    const int compared = compare_rows(answering, (size_t)order[ranks[i - 1]], (size_t)order[ranks[i]]);
    rises = rises && compared <= 0;
    falls = falls && compared >= 0;
  }
  return rises || falls;
}

/* ---- A draw ------------------------------------------------------------------------------------- */

static void note_all(const struct answering *answering, rowkey_advised_answer *found) {
  const struct records *records = &answering->measuring->records;
  found->reads_all = true;
  found->is_exact = false;
  found->ranges = found->most_ranges = 1;
  found->regions = found->most_regions = (double)answering->measured->splits->count + 1;
  found->read = rowkey_scale(records->rows, false, records);
  found->grown_read = (double)answering->measuring->grown;
}

/* Whether the draw asks for what is new: the first one does if any does. */
static bool is_new(const struct answering *answering, const struct drawn_question *drawn, size_t draw) {
  return draw == 0 || drawn->rows[draw] >= answering->measuring->growth.new_from;
}

static void note_read(const struct answering *answering, const rowkey_ranges *ranges,
                      const struct drawn_question *drawn, size_t draw, rowkey_advised_answer *found) {
  const struct measuring *measuring = answering->measuring;
  const struct read_rows rows = rows_in(answering, ranges);
  found->read += rowkey_scale(rows.all, drawn->meets[draw], &measuring->records);
  if (!is_new(answering, drawn, draw)) return;
  found->grown_read += (double)rows.old * measuring->growth.each_old +
                       rowkey_scale(rows.all - rows.old, drawn->meets[draw], &measuring->records);
}

static bool note_ranges(const struct answering *answering, const rowkey_ranges *ranges,
                        const struct drawn_question *drawn, size_t draw, rowkey_advised_answer *found,
                        rowkey_error *error) {
  rowkey_ranges *parts = rowkey_ranges_cut(ranges, answering->measured->splits, error);
  if (parts == NULL) return false;
  const double regions = (double)count_regions(parts), count = (double)ranges->count;
  rowkey_ranges_free(parts);
  found->ranges += count;
  found->regions += regions;
  if (count > found->most_ranges) found->most_ranges = count;
  if (regions > found->most_regions) found->most_regions = regions;
  note_read(answering, ranges, drawn, draw, found);
  found->is_exact = found->is_exact && ranges->exact;
  return true;
}

/* *count becomes the number of ranges, 0 where all of the table is read. */
static bool measure_draw(const struct answering *answering, const struct drawn_question *drawn, size_t draw,
                         size_t most, rowkey_advised_answer *found, size_t *count, rowkey_error *error) {
  rowkey_error why;
  const rowkey_layout *layout = answering->measured->layout;
  const struct measuring *measuring = answering->measuring;
  rowkey_conditions *conditions =
      rowkey_conditions_parse(layout, measuring->columns->types, (const char *)string_at(&drawn->texts, draw),
                              string_size(&drawn->texts, draw), &why);
  rowkey_ranges *ranges = NULL;
  if (conditions != NULL)
    ranges = rowkey_ranges_find(layout, conditions->conditions, conditions->count, most, &why);
  rowkey_conditions_free(conditions);
  *count = 0;
  if (ranges == NULL) {
    if (why.status == ROWKEY_ERROR_TYPE || why.status == ROWKEY_ERROR_COLUMN) {
      note_all(answering, found);
      return true;
    }
    if (error != NULL) *error = why;
    return false;
  }
  *count = ranges->count;
  const bool good = note_ranges(answering, ranges, drawn, draw, found, error);
  rowkey_ranges_free(ranges);
  return good;
}

/* *is_short: some asking took as many ranges as are allowed, so that more of them might do better. */
static bool measure_with(const struct answering *answering, const struct drawn_question *drawn, size_t most,
                         rowkey_advised_answer *found, bool *is_short, rowkey_error *error) {
  const struct measuring *measuring = answering->measuring;
  const size_t draws = drawn->draws < measuring->draws ? drawn->draws : measuring->draws;
  size_t asked = 0, asked_new = 0, count = 0;
  *found = (rowkey_advised_answer){.is_exact = true, .allowed_ranges = most};
  *is_short = false;
  for (; asked < draws && !found->reads_all; asked++) {
    if (!measure_draw(answering, drawn, asked, most, found, &count, error)) return false;
    *is_short = *is_short || !found->is_exact || count == most;
    asked_new += is_new(answering, drawn, asked);
  }
  for (size_t i = 0; i < draws; i++) found->wanted += rowkey_draw_wanted(drawn, i, &measuring->records);
  found->wanted /= (double)draws;
  if (found->reads_all) return true;
  found->ranges /= (double)asked;
  found->regions /= (double)asked;
  found->read /= (double)asked;
  found->grown_read = measuring->grown == 0 ? 0 : found->grown_read / (double)asked_new;
  return true;
}

/* In the table that it becomes, where rows between ranges are more than they are now. */
static double cost_of(const struct measuring *measuring, const rowkey_advised_answer *found) {
  return found->ranges * measuring->seek_cost + (measuring->grown > 0 ? found->grown_read : found->read);
}

static bool measure_question(const struct answering *answering, const struct drawn_question *drawn,
                             rowkey_advised_answer *best, rowkey_error *error) {
  const struct measuring *measuring = answering->measuring;
  rowkey_advised_answer found = {0};
  bool is_short = true;
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed && is_short; i++) {
    if (i > 0 && allowed[i] > measuring->most_ranges) break;
    if (!measure_with(answering, drawn, allowed[i], &found, &is_short, error)) return false;
    if (i == 0 || cost_of(measuring, &found) < cost_of(measuring, best)) *best = found;
    /* Where more are allowed there are as many or more. */
    if (found.ranges * measuring->seek_cost > cost_of(measuring, best)) break;
  }
  /* What the most ranges give as well needs no limit, or only one that allows them all. */
  const bool has_all = best->ranges == found.ranges && best->read == found.read &&
                       found.most_ranges < (double)found.allowed_ranges;
  const size_t needed = found.most_ranges > ROWKEY_RANGES_BY_DEFAULT ? (size_t)found.most_ranges : 0;
  if (best->reads_all || has_all) best->allowed_ranges = best->reads_all ? 0 : needed;
  best->in_order = measuring->order_column != ROWKEY_NONE;
  for (size_t i = 0; i < drawn->draws && i < measuring->draws && best->in_order; i++)
    best->in_order = lie_in_order(answering, drawn, i);
  return true;
}

bool rowkey_measure_answers(const struct measuring *measuring, const struct measuring_room *room,
                            const rowkey_keys *keys, struct measured *measured, rowkey_error *error) {
  const struct answering answering = {measuring, room, keys, measured,
                                      calloc(measuring->records.rows + 1, sizeof(uint32_t))};
  bool good = answering.ranks != NULL;
  if (!good) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the order of answers");
  for (size_t i = 0; i < measuring->question_count && good; i++)
    good = measure_question(&answering, measuring->questions[i], &measured->questions[i], error);
  free(answering.ranks);
  return good;
}
