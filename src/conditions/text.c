/* Conditions on text. */
#include <stdlib.h>
#include <string.h>

#include "conditions/conditions.h"
#include "text/diagnostic.h"

static struct slice text_of(const struct string_list *texts, size_t index) {
  return (struct slice){(const char *)string_at(texts, index), string_size(texts, index)};
}

static int compare_texts(struct slice a, struct slice b) {
  return rowkey_compare_bytes(a.at, a.size, b.at, b.size);
}

static int compare_text_values(const void *left, const void *right) {
  const rowkey_value *a = left, *b = right;
  return rowkey_compare_bytes(a->as.text, a->size, b->as.text, b->size);
}

/* The values of ROWKEY_EQUAL, sorted, each once. */
static bool list_texts(const rowkey_condition *condition, struct asking *asking, struct string_list *texts) {
  if (condition->value_count > PTRDIFF_MAX / sizeof(rowkey_value)) return false;
  rowkey_value *values = malloc(condition->value_count * sizeof *values);
  if (values == NULL) return false;
  memcpy(values, condition->values, condition->value_count * sizeof *values);
  bool listed =
      rowkey_sort_while(values, condition->value_count, sizeof *values, compare_text_values, asking);
  for (size_t i = 0; i < condition->value_count && listed; i++)
    if (!goes_on(asking))
      listed = false;
    else if (i == 0 || compare_text_values(&values[i - 1], &values[i]) != 0)
      listed = rowkey_strings_add(texts, values[i].as.text, values[i].size);
  free(values);
  return listed;
}

/* The text, and the least one after it if `behind`. */
static bool add_bound(struct string_list *texts, struct slice text, bool behind) {
  uint8_t *room = rowkey_strings_room(texts, text.size + 1);
  if (room == NULL) return false;
  if (text.size != 0) memcpy(room, text.at, text.size);
  room[text.size] = 0;
  return rowkey_strings_extend(texts, text.size + behind);
}

/* The two ends of a comparison other than ROWKEY_EQUAL. An end that is excluded is followed by 00. */
static bool bound_texts(const rowkey_condition *condition, struct string_list *ends, bool *open) {
  const struct slice none = {NULL, 0};
  const struct slice text = {condition->values[0].as.text, condition->values[0].size};
  const rowkey_comparison comparison = condition->comparison;
  const bool is_low = comparison != ROWKEY_LESS && comparison != ROWKEY_LESS_EQUAL;
  if (!add_bound(ends, is_low ? text : none, comparison == ROWKEY_GREATER)) return false;
  *open = comparison == ROWKEY_GREATER || comparison == ROWKEY_GREATER_EQUAL;
  if (comparison != ROWKEY_BEGINS_WITH)
    return add_bound(ends, *open ? none : text, comparison == ROWKEY_LESS_EQUAL);
  uint8_t *room = rowkey_strings_room(ends, text.size);
  if (room == NULL) return false;
  if (text.size != 0) memcpy(room, text.at, text.size);
  const size_t size = rowkey_successor(room, text.size);
  *open = size == 0;
  return rowkey_strings_extend(ends, size);
}

/* Texts while conditions are combined. */
struct texts {
  bool is_interval, open;
  struct string_list list;
};

static bool interval_holds(const struct texts *interval, struct slice text) {
  return compare_texts(text_of(&interval->list, 0), text) <= 0 &&
         (interval->open || compare_texts(text, text_of(&interval->list, 1)) < 0);
}

static bool list_holds(const struct texts *list, struct slice text) {
  size_t low = 0, high = list->list.count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = compare_texts(text_of(&list->list, middle), text);
    if (order == 0) return true;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

static bool add_common_intervals(const struct texts *a, const struct texts *b, struct texts *out) {
  const struct slice a_low = text_of(&a->list, 0), b_low = text_of(&b->list, 0);
  const struct slice a_stop = text_of(&a->list, 1), b_stop = text_of(&b->list, 1);
  const struct slice low = compare_texts(a_low, b_low) < 0 ? b_low : a_low;
  const bool a_stops_first = b->open || (!a->open && compare_texts(a_stop, b_stop) < 0);
  out->is_interval = true;
  out->open = a->open && b->open;
  const struct slice stop = a_stops_first ? a_stop : b_stop;
  return rowkey_strings_add(&out->list, low.at, low.size) &&
         rowkey_strings_add(&out->list, stop.at, out->open ? 0 : stop.size);
}

static bool add_common_texts(const struct texts *a, const struct texts *b, struct asking *asking,
                             struct texts *out) {
  if (a->is_interval && b->is_interval) return add_common_intervals(a, b, out);
  const struct texts *list = a->is_interval ? b : a, *other = a->is_interval ? a : b;
  for (size_t i = 0; i < list->list.count; i++) {
    const struct slice text = text_of(&list->list, i);
    if (!goes_on(asking)) return false;
    if ((other->is_interval ? interval_holds(other, text) : list_holds(other, text)) &&
        !rowkey_strings_add(&out->list, text.at, text.size))
      return false;
  }
  return true;
}

static bool has_no_text(const struct texts *texts) {
  if (!texts->is_interval) return texts->list.count == 0;
  return !texts->open && compare_texts(text_of(&texts->list, 0), text_of(&texts->list, 1)) >= 0;
}

/* ---- Text of one width ----------------------------------------------------------------------- */

/* Adds the least text of `width` bytes that is not below the bound. If there is none, adds an empty text and
 * sets *none. */
static bool add_least(struct string_list *texts, struct slice bound, size_t width, bool *none) {
  uint8_t *room = rowkey_strings_room(texts, width);
  if (room == NULL) return false;
  size_t size = bound.size < width ? bound.size : width;
  if (size != 0) memcpy(room, bound.at, size);
  if (bound.size > width) size = rowkey_successor(room, width);
  *none = bound.size > width && size == 0;
  memset(room + size, 0, width - size);
  return rowkey_strings_extend(texts, *none ? 0 : width);
}

/* Keeps only texts of that width, and makes the bounds texts of that width. */
static enum outcome fit_texts(struct texts *texts, size_t width) {
  struct texts fitted = {.is_interval = texts->is_interval, .open = texts->open};
  bool none = false, added = true;
  if (texts->is_interval) {
    added = add_least(&fitted.list, text_of(&texts->list, 0), width, &none) &&
            (texts->open ? rowkey_strings_add(&fitted.list, NULL, 0)
                         : add_least(&fitted.list, text_of(&texts->list, 1), width, &fitted.open));
  } else {
    for (size_t i = 0; i < texts->list.count && added; i++) {
      const struct slice text = text_of(&texts->list, i);
      if (text.size == width) added = rowkey_strings_add(&fitted.list, text.at, text.size);
    }
  }
  rowkey_strings_free(&texts->list);
  *texts = fitted;
  return !added ? NO_MEMORY : none || has_no_text(texts) ? NO_VALUES : SOME_VALUES;
}

/* ---- All conditions -------------------------------------------------------------------------- */

/* Whether no text lies between the two: the second is the first and 00 or, among texts of one width, the
 * number after it. */
static bool are_neighbours(struct slice low, struct slice stop, size_t width) {
  if (width == 0)
    return stop.size == low.size + 1 && stop.at[low.size] == 0 && memcmp(low.at, stop.at, low.size) == 0;
  size_t same = width - 1;
  while (same > 0 && (uint8_t)low.at[same] == UINT8_MAX && stop.at[same] == 0) same--;
  return (uint8_t)low.at[same] + 1 == (uint8_t)stop.at[same] && memcmp(low.at, stop.at, same) == 0;
}

/* An interval may hold one text. */
static void find_only_text(struct texts *texts, size_t width) {
  if (!texts->is_interval || texts->open) return;
  if (!are_neighbours(text_of(&texts->list, 0), text_of(&texts->list, 1), width)) return;
  texts->is_interval = false;
  texts->list.count = 1;
}

static enum outcome meet_text(struct texts *texts, const rowkey_condition *condition, struct asking *asking) {
  struct texts more = {.is_interval = condition->comparison != ROWKEY_EQUAL}, common = {0};
  const bool met = (more.is_interval ? bound_texts(condition, &more.list, &more.open)
                                     : list_texts(condition, asking, &more.list)) &&
                   add_common_texts(texts, &more, asking, &common);
  rowkey_strings_free(&more.list);
  rowkey_strings_free(&texts->list);
  *texts = common;
  return !met ? NO_MEMORY : has_no_text(texts) ? NO_VALUES : SOME_VALUES;
}

enum outcome rowkey_meet_texts(struct constraint *constraint, const rowkey_condition *const *conditions,
                               size_t count) {
  struct texts texts = {.is_interval = true, .open = true};
  enum outcome outcome = rowkey_strings_add(&texts.list, NULL, 0) && rowkey_strings_add(&texts.list, NULL, 0)
                             ? SOME_VALUES
                             : NO_MEMORY;
  for (size_t i = 0; i < count && outcome == SOME_VALUES; i++)
    outcome = meet_text(&texts, conditions[i], constraint->asking);
  if (outcome == SOME_VALUES && constraint->width != 0) outcome = fit_texts(&texts, constraint->width);
  if (outcome == SOME_VALUES) find_only_text(&texts, constraint->width);
  constraint->texts = texts.list;
  constraint->is_interval = texts.is_interval;
  return outcome;
}
