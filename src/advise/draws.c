#include "advise/draws.h"

#include <math.h>
#include <rowkey/conditions.h>
#include <rowkey/ranges.h>
#include <stdlib.h>

#include "advise/cells.h"
#include "advise/growing_text.h"
#include "base/error.h"

/* ---- Which records meet conditions ----------------------------------------------------------- */

static bool begins(const rowkey_value *cell, const rowkey_value *value) {
  return cell->size >= value->size &&
         rowkey_compare_bytes(cell->as.text, value->size, value->as.text, value->size) == 0;
}

static bool is_one_of(rowkey_type type, const rowkey_value *cell, const rowkey_condition *condition) {
  for (size_t i = 0; i < condition->value_count; i++)
    if (compare_cells(type, cell, &condition->values[i]) == 0) return true;
  return false;
}

static bool holds(const rowkey_column *column, const rowkey_values *values, size_t row,
                  const rowkey_condition *condition) {
  const bool is_null = is_null_at(values, row);
  if (condition->comparison == ROWKEY_IS_NULL) return is_null;
  if (condition->comparison == ROWKEY_IS_NOT_NULL) return !is_null;
  if (is_null && column->type != ROWKEY_TEXT) return false;
  const rowkey_value cell = is_null ? rowkey_value_text("", 0) : kept_value_at(column->type, values, row);
  switch (condition->comparison) {
    case ROWKEY_EQUAL:
      return is_one_of(column->type, &cell, condition);
    case ROWKEY_LESS:
      return compare_cells(column->type, &cell, condition->values) < 0;
    case ROWKEY_LESS_EQUAL:
      return compare_cells(column->type, &cell, condition->values) <= 0;
    case ROWKEY_GREATER:
      return compare_cells(column->type, &cell, condition->values) > 0;
    case ROWKEY_GREATER_EQUAL:
      return compare_cells(column->type, &cell, condition->values) >= 0;
    default:
      return begins(&cell, condition->values);
  }
}

/* Whether record `row` meets all conditions, as scan ranges take them: a null number meets none but a test
 * for null, and a null text counts as an empty one. */
static bool record_holds(const rowkey_column *columns, const rowkey_values *records, size_t row,
                         const rowkey_condition *conditions, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const size_t column = conditions[i].column;
    if (!holds(&columns[column], &records[column], row, &conditions[i])) return false;
  }
  return true;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

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

/* What draws are made from. */
struct drawing {
  const struct asked_columns *columns;
  const struct records *records;
  const rowkey_layout *reference;
  const struct question *question;
  rowkey_conditions *written; /* those that a record has to meet so that it can ask; NULL: none */
};

static bool is_open(const struct question *question, size_t column) {
  for (size_t i = 0; i < question->count; i++)
    if (question->parts[i].column == column && question->parts[i].kind != PART_AS_WRITTEN) return true;
  return false;
}

/* "ts in last 1h, ts > 5": a record whose ts is 5 asks for nothing. */
static bool find_written(struct drawing *drawing, rowkey_error *error) {
  const struct question *question = drawing->question;
  struct string_list texts = {0};
  struct growing_text text = {.list = &texts};
  for (size_t i = 0; i < question->count; i++) {
    const struct question_part *part = &question->parts[i];
    if (part->kind != PART_AS_WRITTEN || !is_open(question, part->column)) continue;
    if (text.size > 0) grow(&text, ", ");
    rowkey_grow_bytes(&text, part->text.at, part->text.size);
  }
  if (text.size == 0 && !text.failed) return true;
  const bool grown = rowkey_grow_finish(&text);
  if (grown)
    drawing->written =
        rowkey_conditions_parse(drawing->reference, drawing->columns->types,
                                (const char *)string_at(&texts, 0), string_size(&texts, 0), error);
  else
    no_memory(error);
  rowkey_strings_free(&texts);
  return drawing->written != NULL;
}

static bool can_ask(const struct drawing *drawing, size_t row) {
  const rowkey_values *columns = drawing->records->columns;
  return rowkey_question_can_ask(drawing->question, columns, row) &&
         (drawing->written == NULL || record_holds(drawing->columns->columns, columns, row,
                                                   drawing->written->conditions, drawing->written->count));
}

/* Rows to ask with, each from the middle of one of so many even parts of those that can ask. Returns how
 * many; 0 and the error where none can. */
static size_t find_rows(const struct drawing *drawing, uint32_t middle[DRAWS], rowkey_error *error) {
  const size_t rows = drawing->records->rows, most = is_closed(drawing->question) ? 1 : DRAWS;
  size_t able = 0;
  for (size_t row = 0; row < rows; row++) able += can_ask(drawing, row);
  if (able == 0)
    rowkey_error_set(
        error, ROWKEY_ERROR_RANGE,
        "no record has values for the question %.200s (expected values in all columns that it compares with ?)",
        drawing->question->text);
  const size_t draws = able < most ? able : most;
  for (size_t row = 0, seen = 0, part = 0; part < draws; row++) {
    if (!can_ask(drawing, row)) continue;
    if (seen++ == (2 * part + 1) * able / (2 * draws)) middle[part++] = (uint32_t)row;
  }
  return draws;
}

/* Adds the records that meet the conditions of a draw. The drawn one meets a closed question by chance only,
 * as any other of the sample. */
static bool find_wanted(const struct drawing *drawing, const rowkey_conditions *conditions,
                        struct drawn_question *drawn, size_t *count, size_t *room) {
  const struct records *records = drawing->records;
  const bool by_chance = is_closed(drawing->question);
  for (size_t row = 0; row < records->rows; row++) {
    if (!record_holds(drawing->columns->columns, records->columns, row, conditions->conditions,
                      conditions->count))
      continue;
    if (*count == *room) {
      *room += *room / 2 + 1024;
      uint32_t *wanted = realloc(drawn->wanted, *room * sizeof *wanted);
      if (wanted == NULL) return false;
      drawn->wanted = wanted;
    }
    drawn->wanted[(*count)++] = (uint32_t)row;
    if (row == drawn->rows[drawn->draws]) drawn->meets[drawn->draws] = !by_chance;
  }
  return true;
}

/* Whether a row can meet the conditions: "id < ?" asked with the least number leaves none. Conditions that no
 * range helps, such as one for nulls of which there are none, are met by reading all. */
static bool can_be_met(const struct drawing *drawing, const rowkey_conditions *conditions,
                       rowkey_error *error) {
  rowkey_ranges *ranges =
      rowkey_ranges_find(drawing->reference, conditions->conditions, conditions->count, 1, error);
  const bool found = ranges != NULL;
  rowkey_ranges_free(ranges);
  return found || error->status == ROWKEY_ERROR_TYPE || error->status == ROWKEY_ERROR_COLUMN;
}

/* Asks with the values of a record, unless no row can meet that. */
static bool draw_row(const struct drawing *drawing, uint32_t row, struct drawn_question *drawn, size_t *room,
                     rowkey_error *error) {
  const size_t draw = drawn->draws;
  size_t count = draw == 0 ? 0 : drawn->wanted_end[draw - 1];
  drawn->rows[draw] = row;
  if (!rowkey_question_ask(drawing->question, drawing->columns, drawing->records->columns, row, &drawn->texts,
                           error))
    return false;
  rowkey_conditions *conditions = rowkey_conditions_parse(drawing->reference, drawing->columns->types,
                                                          (const char *)string_at(&drawn->texts, draw),
                                                          string_size(&drawn->texts, draw), error);
  if (conditions == NULL) return false;
  const bool is_met = can_be_met(drawing, conditions, error);
  const bool found = is_met && find_wanted(drawing, conditions, drawn, &count, room);
  rowkey_conditions_free(conditions);
  if (is_met && !found) return no_memory(error);
  if (!is_met) {
    rowkey_strings_drop(&drawn->texts);
    return error->status == ROWKEY_ERROR_RANGE && !is_closed(drawing->question);
  }
  drawn->wanted_end[drawn->draws++] = count;
  return true;
}

static bool draw_records(const struct drawing *drawing, struct drawn_question *drawn, rowkey_error *error) {
  uint32_t middle[DRAWS];
  size_t room = 0;
  const size_t draws = find_rows(drawing, middle, error);
  for (size_t i = 0; i < draws; i++)
    if (!draw_row(drawing, middle[part_of(i, draws)], drawn, &room, error)) return false;
  return drawn->draws > 0; /* else the error is why none of them can be met */
}

/* ---- Groups ------------------------------------------------------------------------------------ */

struct grouped_row {
  rowkey_value value;
  rowkey_type type;
  uint32_t row;
};

static int compare_grouped(const void *a, const void *b) {
  const struct grouped_row *x = a, *y = b;
  return compare_cells(x->type, &x->value, &y->value);
}

/* Numbers the values of the column by which the rows of a question are grouped. Nulls are a group. */
static bool find_groups(const struct drawing *drawing, struct drawn_question *drawn) {
  const size_t column = drawing->question->group, rows = drawing->records->rows;
  const rowkey_values *values = &drawing->records->columns[column];
  const rowkey_type type = drawing->columns->columns[column].type;
  struct grouped_row *order = malloc((rows + 1) * sizeof *order);
  size_t count = 0;
  drawn->groups = calloc(rows + 1, sizeof *drawn->groups);
  if (order == NULL || drawn->groups == NULL) {
    free(order);
    return false;
  }
  for (size_t row = 0; row < rows; row++)
    if (!is_null_at(values, row))
      order[count++] = (struct grouped_row){kept_value_at(type, values, row), type, (uint32_t)row};
  qsort(order, count, sizeof *order, compare_grouped);
  drawn->group_count = 1;
  for (size_t i = 0; i < count; i++) {
    drawn->group_count += i == 0 || compare_grouped(&order[i - 1], &order[i]) != 0;
    drawn->groups[order[i].row] = (uint32_t)(drawn->group_count - 1);
  }
  free(order);
  return true;
}

/* How many rows draw i wants: of each group no more than the limit. */
static bool count_wanted_of_groups(struct drawn_question *drawn, size_t draw, double each) {
  double *counts = calloc(drawn->group_count, sizeof *counts);
  if (counts == NULL) return false;
  for (size_t i = draw == 0 ? 0 : drawn->wanted_end[draw - 1]; i < drawn->wanted_end[draw]; i++)
    counts[drawn->groups[drawn->wanted[i]]] += each;
  for (size_t i = 0; i < drawn->group_count; i++)
    drawn->wanted_rows[draw] += fmin(counts[i], (double)drawn->question->limit);
  free(counts);
  return true;
}

static bool count_wanted(const struct records *records, struct drawn_question *drawn) {
  const uint64_t limit = drawn->question->limit;
  for (size_t i = 0; i < drawn->draws; i++) {
    const size_t begin = i == 0 ? 0 : drawn->wanted_end[i - 1];
    if (drawn->groups != NULL) {
      if (!count_wanted_of_groups(drawn, i, records->each)) return false;
      continue;
    }
    drawn->wanted_rows[i] = rowkey_scale(drawn->wanted_end[i] - begin, drawn->meets[i], records);
    if (limit != 0) drawn->wanted_rows[i] = fmin(drawn->wanted_rows[i], (double)limit);
  }
  return true;
}

/* ---- All together ------------------------------------------------------------------------------ */

bool rowkey_draw(const struct question *question, const struct asked_columns *columns,
                 const struct records *records, const rowkey_layout *reference, struct drawn_question *drawn,
                 rowkey_error *error) {
  struct drawing drawing = {columns, records, reference, question, NULL};
  drawn->question = question;
  const bool good = find_written(&drawing, error) && draw_records(&drawing, drawn, error);
  rowkey_conditions_free(drawing.written);
  if (!good) return false;
  return ((question->group == ROWKEY_NONE || find_groups(&drawing, drawn)) && count_wanted(records, drawn)) ||
         no_memory(error);
}

void rowkey_draw_free(struct drawn_question *drawn) {
  rowkey_strings_free(&drawn->texts);
  free(drawn->wanted);
  free(drawn->groups);
}

double rowkey_scale(size_t count, bool has_drawn, const struct records *records) {
  return has_drawn && count > 0 ? 1 + (double)(count - 1) * records->each : (double)count * records->each;
}
