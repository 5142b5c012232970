#include "advise/draws.h"

#include <rowkey/conditions.h>
#include <stdlib.h>

#include "advise/holds.h"
#include "error.h"

static bool no_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the answers to a question");
  return false;
}

/* Whether each draw asks the same: nothing is left open. */
static bool is_closed(const struct question *question) {
  for (size_t i = 0; i < question->count; i++)
    if (question->parts[i].kind != PART_AS_WRITTEN) return false;
  return true;
}

/* The part that draw `index` of `draws` is from: steps of the golden ratio, so that the first few are as
 * spread as all. */
static size_t part_of(size_t index, size_t draws) {
  static const uint8_t primes[] = {19, 13, 11, 7, 5, 3, 1};
  size_t i = 0;
  while (primes[i] > 1 && (draws % primes[i] == 0 || primes[i] >= draws)) i++;
  return draws - 1 - index * primes[i] % draws;
}

static bool ask(const struct asked_columns *columns, const struct records *records,
                struct drawn_question *drawn, rowkey_error *error) {
  const struct question *question = drawn->question;
  const size_t most = is_closed(question) ? 1 : DRAWS;
  drawn->has_drawn = !is_closed(question);
  size_t able = 0;
  for (size_t row = 0; row < records->rows; row++)
    able += rowkey_question_can_ask(question, records->columns, row);
  if (able == 0) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "no record has values for the question %.200s (expected some to ask with)",
                     question->text);
    return false;
  }
  const size_t draws = able < most ? able : most;
  uint32_t middle[DRAWS]; /* row of each of so many even parts */
  for (size_t row = 0, seen = 0, part = 0; part < draws; row++) {
    if (!rowkey_question_can_ask(question, records->columns, row)) continue;
    if (seen++ == (2 * part + 1) * able / (2 * draws)) middle[part++] = (uint32_t)row;
  }
  for (; drawn->draws < draws; drawn->draws++) {
    const uint32_t row = drawn->rows[drawn->draws] = middle[part_of(drawn->draws, draws)];
    if (!rowkey_question_ask(question, columns, records->columns, row, &drawn->texts, error)) return false;
  }
  return true;
}

/* Adds the records that meet the conditions of a draw. */
static bool find_wanted(const struct asked_columns *columns, const struct records *records,
                        const rowkey_conditions *conditions, struct drawn_question *drawn, size_t *count,
                        size_t *room) {
  for (size_t row = 0; row < records->rows; row++) {
    if (!rowkey_record_holds(columns->columns, records->columns, row, conditions->conditions,
                             conditions->count))
      continue;
    if (*count == *room) {
      *room += *room / 2 + 1024;
      uint32_t *wanted = realloc(drawn->wanted, *room * sizeof *wanted);
      if (wanted == NULL) return false;
      drawn->wanted = wanted;
    }
    drawn->wanted[(*count)++] = (uint32_t)row;
  }
  return true;
}

bool rowkey_draw(const struct question *question, const struct asked_columns *columns,
                 const struct records *records, const rowkey_layout *reference, struct drawn_question *drawn,
                 rowkey_error *error) {
  drawn->question = question;
  if (!ask(columns, records, drawn, error)) return false;
  drawn->wanted_end = calloc(drawn->draws, sizeof *drawn->wanted_end);
  if (drawn->wanted_end == NULL) return no_memory(error);
  size_t count = 0, room = 0;
  for (size_t i = 0; i < drawn->draws; i++) {
    rowkey_conditions *conditions =
        rowkey_conditions_parse(reference, columns->types, (const char *)string_at(&drawn->texts, i),
                                string_size(&drawn->texts, i), error);
    if (conditions == NULL) return false;
    const bool found = find_wanted(columns, records, conditions, drawn, &count, &room);
    rowkey_conditions_free(conditions);
    if (!found) return no_memory(error);
    drawn->wanted_end[i] = count;
  }
  return true;
}

void rowkey_draw_free(struct drawn_question *drawn) {
  rowkey_strings_free(&drawn->texts);
  free(drawn->wanted);
  free(drawn->wanted_end);
}

double rowkey_scale(size_t count, bool has_drawn, const struct records *records) {
  return has_drawn && count > 0 ? 1 + (double)(count - 1) * records->each : (double)count * records->each;
}

double rowkey_draw_wanted(const struct drawn_question *drawn, size_t draw, const struct records *records) {
  const size_t begin = draw == 0 ? 0 : drawn->wanted_end[draw - 1];
  return rowkey_scale(drawn->wanted_end[draw] - begin, drawn->has_drawn, records);
}
