/* Questions with an order or a limit.
 *
 *     {host}\x00{ts:~u64}    host = ?, order by ts desc, limit 10
 *
 * The one range of a host has its latest rows first: of 5,000, 10 are read. With {ts:u64} it is read
 * backwards; with {host}\x00{id:u32} all 5,000 rows are read, and sorted. Of "order by ts desc, limit 1 by
 * host" the range is the table, where the rows of a host lie together: each is skipped to, and 1 read. */
#include "advise/limits.h"

#include <math.h>
#include <stdlib.h>

#include "advise/cells.h"
#include "base/error.h"

enum { NOW, GROWN };

/* ---- Order ------------------------------------------------------------------------------------- */

/* The column by which answers to the question are wanted: its own, or that of all; or ROWKEY_NONE. */
static size_t order_of(const struct limiting *limiting) {
  const size_t own = limiting->drawn->question->order;
  return own != ROWKEY_NONE ? own : limiting->measuring->order_column;
}

static rowkey_order direction_of(const struct limiting *limiting) {
  const struct question *question = limiting->drawn->question;
  return question->order != ROWKEY_NONE ? question->direction : limiting->measuring->order_direction;
}

/* Nulls come first, whatever bytes lie there. */
static int compare_rows(const struct limiting *limiting, size_t a, size_t b) {
  const size_t index = order_of(limiting);
  const rowkey_type type = limiting->measuring->columns->columns[index].type;
  const rowkey_values *values = &limiting->measuring->records.columns[index];
  const bool is_null = is_null_at(values, a);
  if (is_null || is_null_at(values, b)) return is_null_at(values, b) - is_null;
  const rowkey_value x = kept_value_at(type, values, a), y = kept_value_at(type, values, b);
  return compare_cells(type, &x, &y);
}

/* How rows lie. */
struct slope {
  bool rises, falls;
};

static struct slope both(struct slope a, struct slope b) {
  return (struct slope){a.rises && b.rises, a.falls && b.falls};
}

static size_t row_at(const struct limiting *limiting, size_t rank) {
  return (size_t)limiting->room->order[limiting->ranks[rank]];
}

/* Of the wanted rows from one to another. */
static struct slope slope_of(const struct limiting *limiting, size_t begin, size_t end) {
  struct slope slope = {true, true};
  if (order_of(limiting) == ROWKEY_NONE) return slope;
  for (size_t i = begin + 1; i < end && (slope.rises || slope.falls); i++) {
    const int compared = compare_rows(limiting, row_at(limiting, i - 1), row_at(limiting, i));
    slope.rises = slope.rises && compared <= 0;
    slope.falls = slope.falls && compared >= 0;
  }
  return slope;
}

static bool is_wanted_slope(rowkey_order direction, struct slope slope) {
  return direction == ROWKEY_ASCENDING    ? slope.rises
         : direction == ROWKEY_DESCENDING ? slope.falls
                                          : slope.rises || slope.falls;
}

/* Whether keys that begin with what the question binds sort by the column of its order. */
static bool find_following(const struct limiting *limiting, const rowkey_layout *layout, bool *follow,
                           rowkey_error *error) {
  const struct question *question = limiting->drawn->question;
  rowkey_explanation *explanation = rowkey_explain(layout, 0, error);
  if (explanation == NULL) return false;
  *follow = false;
  for (size_t i = 0; i < explanation->field_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[i];
    const bool is_bound = field->column != ROWKEY_NONE && (field->column == question->group ||
                                                           rowkey_question_binds(question, field->column));
    if (field->kind == ROWKEY_FIELD_LITERAL || is_bound) continue;
    if (field->column_order ==
        ROWKEY_UNORDERED) { /* a salt, of which a range has one, or a marker of nulls */
      if (i <= explanation->sorted_from || field->column == question->order) continue;
      *follow = false;
      break;
    }
    *follow = field->column == question->order;
    if (!*follow || field->reversible) break; /* a period of time sorts only with what follows */
  }
  rowkey_explanation_free(explanation);
  return true;
}

bool rowkey_limiting_open(const struct measuring *measuring, const struct measuring_room *room,
                          const struct drawn_question *drawn, const rowkey_layout *layout,
                          struct limiting *limiting, rowkey_error *error) {
  *limiting = (struct limiting){.measuring = measuring, .room = room, .drawn = drawn, .keys_follow = true};
  limiting->ranks = calloc(measuring->records.rows + 1, sizeof *limiting->ranks);
  if (drawn->groups != NULL) limiting->seen = calloc(drawn->group_count, sizeof *limiting->seen);
  if (limiting->ranks == NULL || (drawn->groups != NULL && limiting->seen == NULL)) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the order of answers");
    return false;
  }
  return drawn->question->order == ROWKEY_NONE ||
         find_following(limiting, layout, &limiting->keys_follow, error);
}

void rowkey_limiting_close(struct limiting *limiting) {
  free(limiting->ranks);
  free(limiting->seen);
}

/* ---- Rows -------------------------------------------------------------------------------------- */

static int compare_ranks(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Fills in the places of the rows that the draw wants. Returns how many. */
static size_t find_ranks(struct limiting *limiting, size_t draw) {
  const struct drawn_question *drawn = limiting->drawn;
  const size_t begin = draw == 0 ? 0 : drawn->wanted_end[draw - 1], count = drawn->wanted_end[draw] - begin;
  for (size_t i = 0; i < count; i++) limiting->ranks[i] = limiting->room->rank[drawn->wanted[begin + i]];
  qsort(limiting->ranks, count, sizeof *limiting->ranks, compare_ranks);
  return count;
}

/* Rows of a range, as many as those of the sample stand for. */
struct scaled {
  double of[2]; /* now, and in the grown table */
};

static struct scaled scale(const struct limiting *limiting, size_t all, size_t old, bool has_drawn) {
  const struct records *records = &limiting->measuring->records;
  return (struct scaled){
      {rowkey_scale(all, has_drawn, records),
       (double)old * limiting->measuring->growth.each_old + rowkey_scale(all - old, has_drawn, records)}};
}

static size_t count_old(const struct limiting *limiting, size_t begin, size_t end) {
  size_t old = 0;
  for (size_t i = begin; i < end; i++) old += row_at(limiting, i) < limiting->measuring->growth.old_rows;
  return old;
}

/* A range of a draw, and which of the wanted rows lie in it. */
struct part {
  struct row_span span;
  size_t begin, end;
  struct scaled rows, wanted;
};

static struct part make_part(const struct limiting *limiting, size_t draw, struct row_span span, size_t begin,
                             size_t end) {
  const struct drawn_question *drawn = limiting->drawn;
  const size_t drawn_at = limiting->room->rank[drawn->rows[draw]];
  const bool has_drawn = drawn->meets[draw] && drawn_at >= span.begin && drawn_at < span.end;
  const uint32_t *old_below = limiting->room->old_below;
  return (struct part){
      span, begin, end,
      scale(limiting, span.end - span.begin, old_below[span.end] - old_below[span.begin], has_drawn),
      scale(limiting, end - begin, count_old(limiting, begin, end), has_drawn)};
}

/* ---- Limits ------------------------------------------------------------------------------------ */

/* Rows that are read until so many wanted ones are found, which are as frequent everywhere in the part. */
static double rows_until(const struct part *part, size_t when, double limit) {
  const double rows = part->rows.of[when], wanted = part->wanted.of[when];
  return wanted <= limit ? rows : rows * limit / wanted;
}

/* Reads the part from group to group, where that costs less than to read all of it. */
static bool skip_groups(struct limiting *limiting, const struct part *part, struct limited *found,
                        struct slope *slope) {
  const struct drawn_question *drawn = limiting->drawn;
  const size_t when = limiting->measuring->grown > 0 ? GROWN : NOW;
  const double limit = (double)drawn->question->limit;
  double groups = 0, read[2] = {0, 0};
  limiting->round++;
  for (size_t i = part->begin, end; i < part->end; i = end) {
    const uint32_t group = drawn->groups[row_at(limiting, i)];
    for (end = i + 1; end < part->end && drawn->groups[row_at(limiting, end)] == group;) end++;
    if (limiting->seen[group] == limiting->round) { /* it lies in two places */
      *slope = (struct slope){false, false};
      return false;
    }
    limiting->seen[group] = limiting->round;
    *slope = both(*slope, slope_of(limiting, i, end));
    if (!slope->rises && !slope->falls) return false;
    const struct scaled rows = scale(limiting, end - i, count_old(limiting, i, end), false);
    for (size_t k = NOW; k <= GROWN; k++)
      read[k] += fmin(rows.of[k], limit) * part->rows.of[k] / part->wanted.of[k];
    groups++;
  }
  if (groups == 0 || (groups - 1) * limiting->measuring->seek_cost + read[when] >= part->rows.of[when])
    return false;
  found->seeks += groups;
  for (size_t k = NOW; k <= GROWN; k++) found->read[k] += read[k];
  return true;
}

/* Without an order, parts are read one after the other until all that is wanted is there. */
static void read_until(const struct part *part, double left[2], struct limited *found) {
  if (left[NOW] > 0) found->seeks++;
  for (size_t k = NOW; k <= GROWN; k++) {
    if (left[k] > 0) found->read[k] += rows_until(part, k, left[k]);
    left[k] -= part->wanted.of[k];
  }
}

/* How the parts lie, each by itself. */
struct slopes {
  struct slope of_parts;
  bool all_follow; /* no part has to be sorted */
};

static void read_part(struct limiting *limiting, const struct part *part, double left[2],
                      struct limited *found, struct slopes *slopes) {
  const struct question *question = limiting->drawn->question;
  const double limit = question->limit == 0 ? INFINITY : (double)question->limit;
  struct slope slope = {true, true};
  if (question->group != ROWKEY_NONE) {
    const bool is_skipped = limiting->keys_follow && skip_groups(limiting, part, found, &slope);
    slopes->of_parts = both(slopes->of_parts, slope);
    slopes->all_follow = slopes->all_follow && limiting->keys_follow && (slope.rises || slope.falls);
    if (is_skipped) return;
    found->seeks++;
    for (size_t k = NOW; k <= GROWN; k++) found->read[k] += part->rows.of[k];
    return;
  }
  if (question->order == ROWKEY_NONE && question->limit != 0) {
    read_until(part, left, found);
    return;
  }
  slope = slope_of(limiting, part->begin, part->end);
  const bool follows = limiting->keys_follow && (slope.rises || slope.falls);
  slopes->of_parts = both(slopes->of_parts, slope);
  slopes->all_follow = slopes->all_follow && follows;
  found->seeks++;
  for (size_t k = NOW; k <= GROWN; k++)
    found->read[k] += follows ? rows_until(part, k, limit) : part->rows.of[k];
}

struct limited rowkey_limit_draw(struct limiting *limiting, size_t draw, const struct row_span *spans,
                                 size_t count) {
  const size_t wanted = find_ranks(limiting, draw);
  const double limit = (double)limiting->drawn->question->limit;
  double left[2] = {limit, limit};
  struct limited found = {0};
  struct slopes slopes = {{true, true}, true};
  for (size_t i = 0, begin = 0, end; i < count; i++, begin = end) {
    while (begin < wanted && limiting->ranks[begin] < spans[i].begin) begin++;
    for (end = begin; end < wanted && limiting->ranks[end] < spans[i].end;) end++;
    const struct part part = make_part(limiting, draw, spans[i], begin, end);
    read_part(limiting, &part, left, &found, &slopes);
  }
  if (order_of(limiting) == ROWKEY_NONE) return found;
  const rowkey_order direction = direction_of(limiting);
  const struct slope all = slope_of(limiting, 0, wanted);
  const struct slope backwards = {slopes.of_parts.falls, slopes.of_parts.rises};
  found.in_order = limiting->keys_follow && (all.rises || all.falls);
  found.is_merged = slopes.all_follow &&
                    (is_wanted_slope(direction, slopes.of_parts) || is_wanted_slope(direction, backwards));
  found.backwards = found.is_merged && !is_wanted_slope(direction, slopes.of_parts);
  return found;
}
