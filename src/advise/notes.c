/* What the records cannot show, in sentences. */
#include <inttypes.h>

#include "advise/advisor.h"
#include "advise/cells.h"
#include "base/error.h"
#include "text/plural.h"

enum {
  RECORDS_PER_REGION = 10, /* fewer load regions unevenly by chance alone */
  MARGIN = 20,             /* a record lies back by more than this part of the span … */
  SHARE_BACK = 10          /* … as more than this part of the records do, when they are in another order */
};

struct noting {
  rowkey_advisor *advisor;
  struct growing_text text;
};

/* Makes what was put a note. False without memory. */
static bool finish(struct noting *noting) {
  rowkey_grow_bytes(&noting->text, "", 1);
  const bool good = rowkey_grow_finish(&noting->text);
  noting->text = (struct growing_text){.list = noting->text.list};
  return good;
}

static bool is_whole(const rowkey_advisor *advisor, size_t column) {
  const rowkey_type type = advisor->columns.columns[column].type;
  return type == ROWKEY_U64 || type == ROWKEY_I64;
}

uint64_t rowkey_advisor_span(const rowkey_advisor *advisor, size_t column) {
  const rowkey_column_profile *found = rowkey_profile_column(advisor->profile, column);
  if (found->least.is_null) return 0;
  return found->most.as.u64 - found->least.as.u64; /* of signed ones as well, in two's complement */
}

static bool note_few_records(struct noting *noting) {
  const uint64_t rows = rowkey_profile_rows(noting->advisor->profile);
  const size_t regions = noting->advisor->settings.regions;
  if (rows / RECORDS_PER_REGION >= regions) return true;
  rowkey_grow_printf(&noting->text,
                     "there %s %" PRIu64
                     " record%s for %zu regions, which chance alone loads unevenly; %d for each "
                     "region or more would show what a design does",
                     rows == 1 ? "is" : "are", rows, plural(rows), regions, RECORDS_PER_REGION);
  return finish(noting);
}

static bool note_far_questions(struct noting *noting) {
  const rowkey_advisor *advisor = noting->advisor;
  for (size_t i = 0; i < advisor->question_count; i++)
    for (size_t j = 0; j < advisor->questions[i]->count; j++) {
      const struct question_part *part = &advisor->questions[i]->parts[j];
      if (part->kind != PART_LAST || part->length <= advisor->longest_period[part->column]) continue;
      rowkey_grow_printf(
          &noting->text,
          "question %zu goes further back than a quarter of the time that %s has in the records: "
          "what it reads of a table that holds more, and what a period of that length does, they "
          "do not show",
          i + 1, advisor->columns.columns[part->column].name);
      if (!finish(noting)) return false;
    }
  return true;
}

/* Answers are of designs that can be taken: all of them want the same rows. */
static bool note_unmet_questions(struct noting *noting) {
  const rowkey_advisor *advisor = noting->advisor;
  size_t design = 0;
  while (design < advisor->design_count && advisor->designs[design].shown.refused != NULL) design++;
  for (size_t i = 0; design < advisor->design_count && i < advisor->question_count; i++) {
    if (advisor->designs[design].shown.answers[i].wanted > 0) continue;
    rowkey_grow_printf(
        &noting->text,
        "no sampled record meets question %zu: its figures are what it costs to find nothing, and "
        "records that meet it may cost more",
        i + 1);
    if (!finish(noting)) return false;
  }
  return true;
}

/* Columns of whole numbers by which time is asked for or answers are ordered. */
static column_set times_of(const rowkey_advisor *advisor) {
  column_set times = 0;
  const size_t order = advisor->order_column;
  for (size_t i = 0; i < advisor->question_count; i++)
    for (size_t j = 0; j < advisor->questions[i]->count; j++)
      if (advisor->questions[i]->parts[j].kind == PART_LAST)
        times |= set_of(advisor->questions[i]->parts[j].column);
  if (order != ROWKEY_NONE && is_whole(advisor, order)) times |= set_of(order);
  return times;
}

/* How many of the sampled records lie far below the greatest value before them. */
static size_t count_back(const rowkey_advisor *advisor, size_t column, size_t *of) {
  const rowkey_values *columns;
  const uint64_t *numbers;
  const size_t rows = rowkey_profile_sample(advisor->profile, &columns, &numbers);
  const rowkey_type type = advisor->columns.columns[column].type;
  const uint64_t margin = rowkey_advisor_span(advisor, column) / MARGIN;
  rowkey_value most = {0};
  size_t back = 0;
  *of = 0;
  for (size_t row = 0; row < rows; row++) {
    if (is_null_at(&columns[column], row)) continue;
    const rowkey_value value = kept_value_at(type, &columns[column], row);
    const bool is_first = (*of)++ == 0;
    if (is_first || compare_cells(type, &value, &most) > 0)
      most = value;
    else
      back += most.as.u64 - value.as.u64 > margin;
  }
  return back;
}

static bool note_other_orders(struct noting *noting) {
  const rowkey_advisor *advisor = noting->advisor;
  for (column_set times = times_of(advisor); times != 0; times &= times - 1) {
    const size_t column = (size_t)__builtin_ctzll(times);
    size_t of;
    const size_t back = count_back(advisor, column, &of);
    if (back <= of / SHARE_BACK) continue;
    const char *name = advisor->columns.columns[column].name;
    rowkey_grow_printf(
        &noting->text,
        "records are taken in the order in which they were written, and that is not the order of %s: "
        "%zu %% of them lie far before others that precede them; if the table is written in the order "
        "of %s, sort the records by it first",
        name, back * 100 / of, name);
    if (!finish(noting)) return false;
  }
  return true;
}

/* By what records are told apart, unless the caller says. */
static bool note_identity(struct noting *noting) {
  rowkey_advisor *advisor = noting->advisor;
  const column_set asked = advisor->space.asked, added = advisor->space.added;
  const uint64_t rows = rowkey_profile_rows(advisor->profile);
  if (advisor->settings.allow_shared_keys || advisor->settings.identity != 0) return true;
  if (rowkey_advisor_identifiers(advisor, asked) != 0) return true;
  rowkey_grow_printf(&noting->text, "records are identified by ");
  const column_set identifiers = rowkey_advisor_identifiers(advisor, added);
  rowkey_grow_names(&noting->text, &advisor->columns, identifiers != 0 ? identifiers : asked | added);
  if (identifiers != 0)
    rowkey_grow_printf(
        &noting->text,
        ", of which each of the %" PRIu64
        " has another value, and which is therefore in every key; if another column identifies "
        "them, name it",
        rows);
  else
    rowkey_grow_printf(
        &noting->text,
        ", which differ in all %" PRIu64
        " together, though none of them identifies a record by itself: where a longer table has "
        "two records with the same, one of them is lost; a column with an id of its own for each "
        "record, at the end of keys, keeps both",
        rows);
  return finish(noting);
}

bool rowkey_advisor_take_notes(rowkey_advisor *advisor, rowkey_error *error) {
  struct noting noting = {advisor, {.list = &advisor->notes}};
  if (note_few_records(&noting) && note_far_questions(&noting) && note_unmet_questions(&noting) &&
      note_other_orders(&noting) && note_identity(&noting))
    return true;
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for notes");
  return false;
}
