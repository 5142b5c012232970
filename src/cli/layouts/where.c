#include "layouts/where.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the values of each column of the schema are written as. */
static const rowkey_column_type **list_types(const struct columns *columns) {
  const rowkey_column_type **types = calloc(columns->schema_count + 1, sizeof *types);
  for (size_t i = 0; types != NULL && i < columns->count; i++) types[i] = columns->schema[i].declared;
  return types;
}

static bool parse_all(const char *const *texts, const rowkey_layout *layout,
                      const rowkey_column_type *const *types, struct where *where, struct failure *failure) {
  for (size_t i = 0; i < where->text_count; i++) {
    rowkey_error error;
    where->parsed[i] = rowkey_conditions_parse(layout, types, texts[i], strlen(texts[i]), &error);
    if (where->parsed[i] == NULL) {
      return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option --where: %s",
                       error.text);
    }
    where->count += where->parsed[i]->count;
  }
  return true;
}

/* Brings the conditions of all texts together. */
static bool join_conditions(const char *const *texts, struct where *where, struct failure *failure) {
  where->conditions = calloc(where->count + 1, sizeof *where->conditions);
  where->places = calloc(where->count + 1, sizeof *where->places);
  if (where->conditions == NULL || where->places == NULL) return fail_memory(failure);
  for (size_t i = 0, next = 0; i < where->text_count; i++) {
    const rowkey_conditions *parsed = where->parsed[i];
    for (size_t k = 0; k < parsed->count; k++) {
      where->conditions[next] = parsed->conditions[k];
      where->places[next++] = (struct where_place){texts[i], parsed->begin[k], parsed->end[k]};
    }
  }
  return true;
}

bool where_parse(const char *const *texts, size_t count, const rowkey_layout *layout,
                 const struct columns *columns, struct where *where, struct failure *failure) {
  const rowkey_column_type **types = list_types(columns);
  where->parsed = calloc(count + 1, sizeof *where->parsed);
  where->text_count = where->parsed == NULL ? 0 : count;
  const bool done =
      types == NULL || where->parsed == NULL
          ? fail_memory(failure)
          : parse_all(texts, layout, types, where, failure) && join_conditions(texts, where, failure);
  free(types);
  return done;
}

void where_free(struct where *where) {
  for (size_t i = 0; i < where->text_count; i++) rowkey_conditions_free(where->parsed[i]);
  free(where->parsed);
  free(where->conditions);
  free(where->places);
  *where = (struct where){0};
}

struct shown where_show(const struct where *where, size_t condition) {
  const struct where_place *place = &where->places[condition];
  return rowkey_show((struct slice){place->text + place->begin, place->end - place->begin});
}

bool where_fail(const struct where *where, size_t condition, const char *expected, struct failure *failure,
                const char *format, ...) {
  const struct where_place *place = &where->places[condition];
  rowkey_error error;
  const struct diagnostic diagnostic = {place->text, strlen(place->text), &error};
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  rowkey_fail(&diagnostic, ROWKEY_ERROR_RANGE, place->begin, expected, "%s", sentence);
  return fail_with(failure, TOOL_BAD_USAGE, "option --where: %s", error.text);
}

bool where_fail_as(const struct where *where, size_t condition, const rowkey_error *error,
                   struct failure *failure) {
  const struct where_place *place = &where->places[condition];
  rowkey_error placed;
  const struct diagnostic diagnostic = {place->text, strlen(place->text), &placed};
  rowkey_fail_as(&diagnostic, place->begin, error);
  return fail_with(failure, TOOL_BAD_USAGE, "option --where: %s", placed.text);
}

/* ---- Ranges ------------------------------------------------------------------------------------ */

/* The place of the first condition on the column, or where->count. */
static size_t first_on(const struct where *where, size_t column) {
  size_t i = 0;
  while (i < where->count && where->conditions[i].column != column) i++;
  return i;
}

static bool contradict(const rowkey_layout *layout, const rowkey_condition *conditions, size_t count) {
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, conditions, count, 1, &error);
  rowkey_ranges_free(ranges);
  return ranges == NULL && error.status == ROWKEY_ERROR_RANGE;
}

/* Names one condition that no value meets, or two that no value meets both, or else says that it takes more
 * of them. */
static bool fail_contradiction(const rowkey_layout *layout, const struct columns *columns,
                               const struct where *where, size_t column, struct failure *failure) {
  const char *name = columns->schema[column].name;
  for (size_t last = 0; last < where->count; last++) {
    if (where->conditions[last].column != column) continue;
    if (contradict(layout, &where->conditions[last], 1)) {
      return where_fail(where, last, "a condition that some value meets", failure, "no value of %s meets %s",
                        name, where_show(where, last).text);
    }
    for (size_t first = 0; first < last; first++) {
      const rowkey_condition pair[] = {where->conditions[first], where->conditions[last]};
      if (pair[0].column == column && contradict(layout, pair, 2)) {
        return where_fail(where, last, "conditions that some value meets", failure,
                          "no value of %s meets both %s and %s", name, where_show(where, first).text,
                          where_show(where, last).text);
      }
    }
  }
  return where_fail(where, first_on(where, column), "conditions that some value meets", failure,
                    "no value of %s meets all of the conditions on it", name);
}

rowkey_ranges *where_find_ranges(const struct where *where, const rowkey_layout *layout,
                                 const struct columns *columns, size_t most, bool *contradictory,
                                 struct failure *failure) {
  *contradictory = false;
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, where->conditions, where->count, most, &error);
  if (ranges != NULL) return ranges;
  const size_t place = error.column == ROWKEY_NONE ? where->count : first_on(where, error.column);
  if (error.status == ROWKEY_ERROR_MEMORY) {
    fail_memory(failure);
  } else if (place == where->count) {
    fail_with(failure, TOOL_BAD_USAGE, "option --where: %s", error.text);
  } else if (error.status == ROWKEY_ERROR_RANGE) {
    *contradictory = true;
    fail_contradiction(layout, columns, where, error.column, failure);
  } else {
    where_fail_as(where, place, &error, failure);
  }
  return NULL;
}
