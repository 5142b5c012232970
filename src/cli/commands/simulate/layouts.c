#include "commands/simulate/layouts.h"

#include <stdlib.h>
#include <string.h>

/* ---- Rows ------------------------------------------------------------------------------------ */

static bool compile_simulated(struct simulated_layout *item, const struct source *source,
                              struct failure *failure) {
  rowkey_error error;
  const char *text = item->option->text;
  item->layout = rowkey_layout_compile(text, strlen(text), source->schema, source->schema_count, &error);
  return item->layout != NULL ||
         fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option --layout: %s", error.text);
}

bool layouts_compile(struct simulated_layouts *all, const struct simulate_settings *settings,
                     const struct source *source, const rowkey_layout ***layouts, struct failure *failure) {
  all->items = calloc(settings->layout_count, sizeof *all->items);
  *layouts = calloc(settings->layout_count, sizeof **layouts);
  if (all->items == NULL || *layouts == NULL) return fail_memory(failure);
  all->count = settings->layout_count;
  all->seed = settings->records.seed;
  for (size_t i = 0; i < all->count; i++) {
    all->items[i].option = &settings->layouts[i];
    all->items[i].sample_rows = settings->sample_rows;
    if (!compile_simulated(&all->items[i], source, failure)) return false;
    (*layouts)[i] = all->items[i].layout;
  }
  return true;
}

rowkey_batch layouts_batch(const struct source *source, const struct source_rows *rows) {
  return rowkey_batch_from(rowkey_batch_of(rows->columns, source->schema_count, rows->rows), rows->first_row);
}

bool layouts_fail(const struct source *source, const struct source_rows *rows, const rowkey_error *error,
                  struct failure *failure) {
  if (error->status == ROWKEY_ERROR_MEMORY || error->row >= rows->rows)
    return fail_with(failure, library_status(error->status, TOOL_BAD_USAGE), "%s", error->text);
  char place[PLACE_SIZE];
  source->kind->place(source, error->row, place);
  return fail_with(failure, TOOL_BAD_DATA, "%s: %s", place, error->text);
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* Gives the rows to all that want them. *wanted: some want more. */
static bool give_sample(rowkey_split_choice *const *choices, size_t count, const struct source *source,
                        const struct source_rows *rows, bool *wanted, struct failure *failure) {
  const rowkey_batch batch = layouts_batch(source, rows);
  *wanted = false;
  for (size_t i = 0; i < count; i++) {
    rowkey_error error;
    if (rowkey_split_choice_give(choices[i], &batch, &error) != ROWKEY_OK)
      return layouts_fail(source, rows, &error, failure);
    *wanted |= rowkey_split_choice_wants(choices[i]) > 0;
  }
  return true;
}

/* Reads rows in the order of the files, for as long as some are wanted. */
static bool read_sample(rowkey_split_choice *const *choices, size_t count, struct source *source,
                        struct failure *failure) {
  bool wanted = true;
  for (size_t writer = 0; wanted && writer < source->writers;) {
    struct source_rows rows;
    if (!source->kind->next(source, writer, BATCH_ROWS, &rows, failure)) return false;
    writer += rows.rows == 0;
    if (rows.rows > 0 && !give_sample(choices, count, source, &rows, &wanted, failure)) return false;
  }
  return true;
}

static bool create_choices(const struct simulated_layouts *all, size_t regions, rowkey_split_choice **choices,
                           bool *wanted, struct failure *failure) {
  *wanted = false;
  for (size_t i = 0; i < all->count; i++) {
    const struct simulated_layout *item = &all->items[i];
    rowkey_error error;
    choices[i] = rowkey_split_choice_create(item->layout, all->seed, regions, item->sample_rows, &error);
    if (choices[i] == NULL)
      return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option --regions: %s",
                       error.text);
    *wanted |= rowkey_split_choice_wants(choices[i]) > 0;
  }
  return true;
}

static bool take_splits(struct simulated_layout *item, rowkey_split_choice *choice, struct failure *failure) {
  rowkey_error error;
  item->own_splits = rowkey_split_choice_finish(choice, &error);
  item->splits = item->own_splits;
  if (item->splits != NULL) return true;
  return fail_with(
      failure,
      error.status == ROWKEY_ERROR_RANGE ? TOOL_BAD_DATA : library_status(error.status, TOOL_BAD_USAGE),
      "%s: %s",
      item->sample_rows > 0
          ? "option --sample-rows"
          : "option --regions: split points from the rows themselves, as the layout's first field can have "
            "values that only they tell, or too few",
      error.text);
}

static bool choose_splits(struct simulated_layouts *all, size_t regions, rowkey_split_choice **choices,
                          struct source *source, struct failure *failure) {
  bool wanted;
  if (!create_choices(all, regions, choices, &wanted, failure)) return false;
  /* Before it is read, as what cannot be read again should not be read here; and after. */
  if (wanted && !(source->kind->rewind(source, failure) && read_sample(choices, all->count, source, failure)))
    return false;
  for (size_t i = 0; i < all->count; i++)
    if (!take_splits(&all->items[i], choices[i], failure)) return false;
  return !wanted || source->kind->rewind(source, failure);
}

bool layouts_split(struct simulated_layouts *all, const struct simulate_settings *settings,
                   struct source *source, struct failure *failure) {
  if (settings->splits != NULL) {
    if (!split_list_read(settings->splits, settings->splits_form, &all->list, failure)) return false;
    for (size_t i = 0; i < all->count; i++) all->items[i].splits = &all->list.splits;
    return true;
  }
  rowkey_split_choice **choices = calloc(all->count, sizeof *choices);
  if (choices == NULL) return fail_memory(failure);
  const bool done = choose_splits(all, (size_t)settings->regions, choices, source, failure);
  for (size_t i = 0; i < all->count; i++) rowkey_split_choice_free(choices[i]);
  free(choices);
  return done;
}

void layouts_free(struct simulated_layouts *all) {
  rowkey_simulation_free(all->simulation);
  for (size_t i = 0; i < all->count; i++) {
    rowkey_layout_free(all->items[i].layout);
    rowkey_splits_free(all->items[i].own_splits);
  }
  free(all->items);
  split_list_free(&all->list);
}
