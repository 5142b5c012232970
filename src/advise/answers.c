#include "advise/answers.h"

#include <rowkey/conditions.h>
#include <stdlib.h>
#include <string.h>

#include "advise/limits.h"
#include "base/error.h"

/* Fewer and longer ranges may cost less than those that hold no other row: a client would ask for them. */
static const size_t allowed[] = {1, 16, 256, 4096, 65536};

struct answering {
  const struct measuring *measuring;
  const struct measuring_room *room;
  const rowkey_keys *keys;
  const struct measured *measured;
  struct limiting limiting; /* of the question */
  struct row_span *spans;   /* of a draw's ranges */
  size_t span_room;
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

/* Finds the rows of each range. False without memory. */
static bool find_spans(struct answering *answering, const rowkey_ranges *ranges) {
  if (ranges->count > answering->span_room) {
    free(answering->spans);
    answering->span_room = 2 * ranges->count;
    answering->spans = calloc(answering->span_room, sizeof *answering->spans);
    if (answering->spans == NULL) answering->span_room = 0;
  }
  struct row_span *spans = answering->spans;
  if (ranges->count > answering->span_room) return false;
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    spans[i].begin = keys_below(answering, range->start, range->start_size);
    spans[i].end =
        range->stop_size == 0 ? answering->keys->rows : keys_below(answering, range->stop, range->stop_size);
  }
  return true;
}

static size_t count_regions(const rowkey_ranges *parts) {
  size_t regions = 0;
  for (size_t i = 0; i < parts->count; i++)
    regions += i == 0 || parts->ranges[i].region != parts->ranges[i - 1].region;
  return regions;
}

/* ---- A draw ------------------------------------------------------------------------------------- */

static void note_all(struct answering *answering, const struct drawn_question *drawn, size_t draw,
                     rowkey_advised_answer *found) {
  const struct records *records = &answering->measuring->records;
  found->reads_all = true;
  found->is_exact = found->in_order = found->in_order_by_range = found->backwards = false;
  found->ranges = found->most_ranges = found->seeks = 1;
  found->regions = found->most_regions = (double)answering->measured->splits->count + 1;
  found->read = rowkey_scale(records->rows, false, records);
  found->grown_read = (double)answering->measuring->grown;
  if (drawn->question->limit == 0) return;
  const struct row_span all = {0, records->rows};
  const struct limited limited = rowkey_limit_draw(&answering->limiting, draw, &all, 1);
  found->read = limited.read[0];
  if (answering->measuring->grown > 0) found->grown_read = limited.read[1];
}

/* Whether the draw asks for what is new: the first one does if any does. */
static bool is_new(const struct answering *answering, const struct drawn_question *drawn, size_t draw) {
  return draw == 0 || drawn->rows[draw] >= answering->measuring->growth.new_from;
}

static bool has_order(const struct measuring *measuring, const struct drawn_question *drawn) {
  return drawn->question->order != ROWKEY_NONE || measuring->order_column != ROWKEY_NONE;
}

/* Of a question without a limit all rows in the ranges are read. */
static struct limited read_all(const struct answering *answering, const struct row_span *spans, size_t count,
                               const struct drawn_question *drawn, size_t draw) {
  const struct measuring *measuring = answering->measuring;
  const uint32_t *old_below = answering->room->old_below;
  struct limited found = {.seeks = (double)count};
  size_t all = 0, old = 0;
  for (size_t i = 0; i < count; i++) {
    all += spans[i].end - spans[i].begin;
    old += old_below[spans[i].end] - old_below[spans[i].begin];
  }
  found.read[0] = rowkey_scale(all, drawn->meets[draw], &measuring->records);
  found.read[1] = (double)old * measuring->growth.each_old +
                  rowkey_scale(all - old, drawn->meets[draw], &measuring->records);
  return found;
}

static bool note_read(struct answering *answering, const rowkey_ranges *ranges,
                      const struct drawn_question *drawn, size_t draw, rowkey_advised_answer *found,
                      rowkey_error *error) {
  if (!find_spans(answering, ranges)) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the rows of ranges");
    return false;
  }
  const struct row_span *spans = answering->spans;
  struct limited limited = {0};
  if (drawn->question->limit != 0 || has_order(answering->measuring, drawn))
    limited = rowkey_limit_draw(&answering->limiting, draw, spans, ranges->count);
  if (drawn->question->limit == 0) {
    const struct limited all = read_all(answering, spans, ranges->count, drawn, draw);
    limited.seeks = all.seeks;
    memcpy(limited.read, all.read, sizeof limited.read);
  }
  found->seeks += limited.seeks;
  found->read += limited.read[0];
  if (is_new(answering, drawn, draw)) found->grown_read += limited.read[1];
  found->in_order = found->in_order && limited.in_order;
  found->in_order_by_range = found->in_order_by_range && limited.is_merged;
  found->backwards = found->backwards || limited.backwards;
  return true;
}

static bool note_ranges(struct answering *answering, const rowkey_ranges *ranges,
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
  found->is_exact = found->is_exact && ranges->exact;
  return note_read(answering, ranges, drawn, draw, found, error);
}

/* *count becomes the number of ranges, 0 where all of the table is read. */
static bool measure_draw(struct answering *answering, const struct drawn_question *drawn, size_t draw,
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
      note_all(answering, drawn, draw, found);
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
static bool measure_with(struct answering *answering, const struct drawn_question *drawn, size_t most,
                         rowkey_advised_answer *found, bool *is_short, rowkey_error *error) {
  const struct measuring *measuring = answering->measuring;
  const size_t draws = drawn->draws < measuring->draws ? drawn->draws : measuring->draws;
  size_t asked = 0, asked_new = 0, count = 0;
  *found = (rowkey_advised_answer){
      .is_exact = true, .in_order = true, .in_order_by_range = true, .allowed_ranges = most};
  *is_short = false;
  for (; asked < draws && !found->reads_all; asked++) {
    if (!measure_draw(answering, drawn, asked, most, found, &count, error)) return false;
    *is_short = *is_short || !found->is_exact || count == most;
    asked_new += is_new(answering, drawn, asked);
  }
  for (size_t i = 0; i < draws; i++) found->wanted += drawn->wanted_rows[i];
  found->wanted /= (double)draws;
  found->wants_order = drawn->question->order != ROWKEY_NONE;
  if (found->reads_all) return true;
  found->ranges /= (double)asked;
  found->seeks /= (double)asked;
  found->regions /= (double)asked;
  found->read /= (double)asked;
  found->grown_read = measuring->grown == 0 ? 0 : found->grown_read / (double)asked_new;
  found->in_order = found->in_order && has_order(measuring, drawn);
  found->in_order_by_range = found->in_order_by_range && has_order(measuring, drawn);
  return true;
}

/* In the table that it becomes, where rows between ranges are more than they are now. */
static double cost_of(const struct measuring *measuring, const rowkey_advised_answer *found) {
  return found->seeks * measuring->seek_cost + (measuring->grown > 0 ? found->grown_read : found->read);
}

static bool measure_question(struct answering *answering, const struct drawn_question *drawn,
                             rowkey_advised_answer *best, rowkey_error *error) {
  const struct measuring *measuring = answering->measuring;
  rowkey_advised_answer found = {0};
  bool is_short = true;
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed && is_short; i++) {
    if (i > 0 && allowed[i] > measuring->most_ranges) break;
    if (!measure_with(answering, drawn, allowed[i], &found, &is_short, error)) return false;
    if (i == 0 || cost_of(measuring, &found) < cost_of(measuring, best)) *best = found;
    /* Where more are allowed there are as many or more. */
    if (found.seeks * measuring->seek_cost > cost_of(measuring, best)) break;
  }
  /* What the most ranges give as well needs no limit, or only one that allows them all. */
  const bool has_all = best->ranges == found.ranges && best->read == found.read &&
                       found.most_ranges < (double)found.allowed_ranges;
  const size_t needed = found.most_ranges > ROWKEY_RANGES_BY_DEFAULT ? (size_t)found.most_ranges : 0;
  if (best->reads_all || has_all) best->allowed_ranges = best->reads_all ? 0 : needed;
  return true;
}

bool rowkey_measure_answers(const struct measuring *measuring, const struct measuring_room *room,
                            const rowkey_keys *keys, struct measured *measured, rowkey_error *error) {
  struct answering answering = {.measuring = measuring, .room = room, .keys = keys, .measured = measured};
  bool good = true;
  for (size_t i = 0; i < measuring->question_count && good; i++) {
    const struct drawn_question *drawn = measuring->questions[i];
    const bool is_limited = drawn->question->limit != 0 || has_order(measuring, drawn);
    answering.limiting = (struct limiting){0};
    good = (!is_limited ||
            rowkey_limiting_open(measuring, room, drawn, measured->layout, &answering.limiting, error)) &&
           measure_question(&answering, drawn, &measured->questions[i], error);
    rowkey_limiting_close(&answering.limiting);
  }
  free(answering.spans);
  return good;
}
