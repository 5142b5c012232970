#include "advise/reason.h"

#include <inttypes.h>
#include <rowkey/explain.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "text/floating.h"

/* So many places are no number that tells people something. */
#define MANY_PLACES 1e6

/* A set of questions: bit i is question i, of at most 64. */
typedef uint64_t question_set;

struct reason {
  struct growing_text text;
  const rowkey_advised_design *design;
  const struct asked_columns *columns;
  const struct question *const *questions;
  size_t question_count;
};

/* ---- Lists -------------------------------------------------------------------------------------- */

/* "each question", "question 2", "questions 1 and 3"; then the verb that belongs to it. */
static void grow_questions(struct reason *reason, question_set set, const char *one, const char *several) {
  const size_t count = (size_t)__builtin_popcountll(set), all = reason->question_count;
  if (count == all)
    grow(&reason->text, all == 1 ? "the question" : "each question");
  else
    grow(&reason->text, count == 1 ? "question " : "questions ");
  for (size_t i = 0; count < all && i < count; i++, set &= set - 1)
    rowkey_grow_printf(&reason->text, "%s%d", rowkey_list_separator(i, count), __builtin_ctzll(set) + 1);
  rowkey_grow_printf(&reason->text, " %s", count == all || count == 1 ? one : several);
}

/* Three digits of a number of 1 or more, with a point in every locale. */
static void grow_figure(struct reason *reason, double number) {
  int places = number < 10 ? 2 : number < 100;
  uint64_t scale = places == 2   ? 100
                   : places == 1 ? 10
                                 : 1,
           scaled = (uint64_t)(number * (double)scale + 0.5);
  for (; places > 0 && scaled % 10 == 0; places--) scaled /= 10, scale /= 10;
  rowkey_grow_printf(&reason->text, "%" PRIu64, scaled / scale);
  if (places > 0) rowkey_grow_printf(&reason->text, ".%0*" PRIu64, places, scaled % scale);
}

static void grow_field(struct reason *reason, const rowkey_explained_field *field) {
  rowkey_grow_bytes(&reason->text, reason->design->layout + field->source_offset, field->source_length);
}

/* ---- Questions ----------------------------------------------------------------------------------- */

/* Those that bind all of the columns. */
static question_set which_bind(const struct reason *reason, column_set columns) {
  question_set set = 0;
  for (size_t i = 0; i < reason->question_count; i++) {
    bool binds = columns != 0;
    for (column_set left = columns; left != 0; left &= left - 1)
      binds = binds && rowkey_question_binds(reason->questions[i], (size_t)__builtin_ctzll(left));
    if (binds) set |= (question_set)1 << i;
  }
  return set;
}

static question_set which_ask_for(const struct reason *reason, size_t column) {
  question_set set = 0;
  for (size_t i = 0; i < reason->question_count; i++)
    for (size_t j = 0; j < reason->questions[i]->count; j++)
      if (reason->questions[i]->parts[j].column == column) set |= (question_set)1 << i;
  return set;
}

static question_set all_of(const struct reason *reason) {
  return reason->question_count == 64 ? ~(question_set)0 : ((question_set)1 << reason->question_count) - 1;
}

/* ---- Keys that begin with a column ---------------------------------------------------------------- */

static void explain_column(struct reason *reason, const rowkey_explained_field *field) {
  const rowkey_advised_growth *now = &reason->design->now;
  const question_set asking = which_ask_for(reason, field->column), others = all_of(reason) & ~asking;
  grow(&reason->text, "Keys begin with ");
  if (field->reversible)
    grow(&reason->text, reason->columns->columns[field->column].name);
  else
    grow_field(reason, field);
  grow(&reason->text, ": ");
  if (asking != 0) {
    grow_questions(reason, asking, "asks for it and reads rows that lie together",
                   "ask for it and read rows that lie together");
    if (others != 0) grow(&reason->text, ", ");
  }
  if (asking == 0 && reason->question_count > 1)
    grow(&reason->text, "no question asks for it");
  else if (others != 0)
    grow_questions(reason, others, "does not ask for it", "do not ask for it");
  if (now->busy_regions < 1.05)
    grow(&reason->text, "; new rows all go to one region at a time");
  else {
    grow(&reason->text, "; new rows go to ");
    grow_figure(reason, now->busy_regions);
    rowkey_grow_printf(&reason->text, " of %.0f regions", now->regions);
  }
}

/* ---- Keys that begin with what spreads ------------------------------------------------------------ */

/* The columns that the field is made from: all of the layout, where it takes what follows. False without
 * memory. */
static bool columns_of_field(const struct reason *reason, const rowkey_explained_field *field,
                             column_set *set) {
  const struct asked_columns *columns = reason->columns;
  rowkey_error error;
  rowkey_layout *alone =
      rowkey_layout_compile(reason->design->layout + field->source_offset, field->source_length,
                            columns->columns, columns->count, &error);
  *set = 0;
  if (alone == NULL && error.status == ROWKEY_ERROR_MEMORY) return false;
  const rowkey_layout *layout = alone == NULL ? reason->design->compiled : alone;
  for (size_t i = 0; i < columns->count; i++)
    if (rowkey_layout_uses(layout, i)) *set |= set_of(i);
  rowkey_layout_free(alone);
  return true;
}

/* How many values the field has; 0 where that is not known, or where a reader would not count them. */
static double places_of(const rowkey_explained_field *field) {
  if (field->low[0] == '\0' || field->high[0] == '\0') return 0;
  double low, high;
  if (rowkey_read_f64((const uint8_t *)field->low, strlen(field->low), &low) != NULL ||
      rowkey_read_f64((const uint8_t *)field->high, strlen(field->high), &high) != NULL)
    return 0;
  const double places = high - low + 1;
  return places <= MANY_PLACES ? places : 0;
}

/* Whether the field holds two columns in turns. */
static bool is_interleaved(const struct reason *reason, const rowkey_explained_field *field) {
  static const char begin[] = "{interleave(";
  return strncmp(reason->design->layout + field->source_offset, begin, sizeof begin - 1) == 0;
}

static bool explain_interleaved(struct reason *reason, const rowkey_explained_field *field) {
  column_set of;
  if (!columns_of_field(reason, field, &of)) return false;
  grow(&reason->text, "Keys begin with bits of ");
  rowkey_grow_names(&reason->text, reason->columns, of);
  grow(&reason->text, " in turns: rows that are near in both lie together; new rows go to ");
  grow_figure(reason, reason->design->now.busy_regions);
  rowkey_grow_printf(&reason->text, " of %.0f regions", reason->design->now.regions);
  return true;
}

static bool explain_spread(struct reason *reason, const rowkey_explained_field *field) {
  column_set of;
  if (!columns_of_field(reason, field, &of)) return false;
  const question_set binding = which_bind(reason, of), others = all_of(reason) & ~binding;
  const double places = places_of(field);
  const bool counted = places > 0, single = (of & (of - 1)) == 0;
  grow_field(reason, field);
  grow(&reason->text, " spreads rows");
  if (counted) rowkey_grow_printf(&reason->text, " over %.0f places", places);
  grow(&reason->text, of == 0 ? " at random" : " by ");
  rowkey_grow_names(&reason->text, reason->columns, of);
  grow(&reason->text, ": ");
  if (binding != 0) {
    grow_questions(reason, binding, single ? "gives it and looks into " : "gives them and looks into ",
                   single ? "give it and look into " : "give them and look into ");
    grow(&reason->text, counted ? "one of them" : "one place");
    if (others != 0) grow(&reason->text, ", ");
  }
  question_set all = others;
  for (size_t i = 0; i < reason->question_count; i++) {
    const rowkey_advised_answer *answer = &reason->design->answers[i];
    const bool is_part = counted && !answer->reads_all && answer->allowed_ranges == 0 &&
                         answer->ranges < 0.75 * places &&
                         answer->regions < 0.75 * reason->design->now.regions;
    if ((others >> i & 1) == 0 || !is_part) continue;
    all &= ~((question_set)1 << i);
    rowkey_grow_printf(&reason->text, "question %zu looks into ", i + 1);
    grow_figure(reason, answer->ranges);
    grow(&reason->text, " of them");
    if (all != 0) grow(&reason->text, ", ");
  }
  if (all != 0) grow_questions(reason, all, "has to look into all", "have to look into all");
  return true;
}

/* ---- The sentence --------------------------------------------------------------------------------- */

/* The first field that is no literal text. */
static size_t first_field(const rowkey_explanation *explanation) {
  size_t first = 0;
  while (first < explanation->field_count && explanation->fields[first].kind == ROWKEY_FIELD_LITERAL) first++;
  return first;
}

/* The field by whose column keys are sorted first: the first one, or what follows its marker of nulls. NULL
 * where the first one spreads. */
static const rowkey_explained_field *sorted_field(const rowkey_explanation *explanation, size_t first) {
  const rowkey_explained_field *field = &explanation->fields[first];
  if (field->column_order != ROWKEY_UNORDERED) return field;
  const bool is_marker = explanation->sorted_from == first && first + 1 < explanation->field_count &&
                         field[1].column_order != ROWKEY_UNORDERED;
  return is_marker ? field + 1 : NULL;
}

static bool explain(struct reason *reason, const rowkey_explanation *explanation) {
  const size_t first = first_field(explanation);
  bool good = true;
  if (first == explanation->field_count) {
    grow(&reason->text, "All keys are the same");
  } else {
    const rowkey_explained_field *sorted = sorted_field(explanation, first);
    if (sorted != NULL)
      explain_column(reason, sorted);
    else
      good = (is_interleaved(reason, &explanation->fields[first]) ? explain_interleaved : explain_spread)(
          reason, &explanation->fields[first]);
  }
  grow(&reason->text, ".");
  return good && rowkey_grow_finish(&reason->text);
}

char *rowkey_design_reason(const rowkey_advised_design *design, const struct asked_columns *columns,
                           const struct question *const *questions, size_t question_count,
                           rowkey_error *error) {
  struct string_list list = {0};
  struct reason reason = {{.list = &list}, design, columns, questions, question_count};
  rowkey_explanation *explanation = rowkey_explain(design->compiled, 0, error);
  char *text = NULL;
  if (explanation != NULL && explain(&reason, explanation))
    text = strndup((const char *)string_at(&list, 0), string_size(&list, 0));
  if (text == NULL) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory to explain a design");
  rowkey_explanation_free(explanation);
  rowkey_strings_free(&list);
  return text;
}
