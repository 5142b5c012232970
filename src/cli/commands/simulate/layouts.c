#include "commands/simulate/layouts.h"

#include <rowkey/sketch.h>
#include <stdlib.h>
#include <string.h>

/* ---- Keys ------------------------------------------------------------------------------------ */

static bool compile_simulated(struct simulated_layout *item, uint64_t seed, const struct source *source,
                              struct failure *failure) {
  rowkey_error error;
  const char *text = item->option->text;
  item->layout = rowkey_layout_compile(text, strlen(text), source->schema, source->schema_count, &error);
  if (item->layout == NULL)
    return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option --layout: %s",
                     error.text);
  return row_encoder_open(&item->encoder, item->layout, seed, failure);
}

bool layouts_compile(struct simulated_layouts *all, const struct simulate_settings *settings,
                     const struct source *source, const rowkey_layout ***layouts, struct failure *failure) {
  all->items = calloc(settings->layout_count, sizeof *all->items);
  *layouts = calloc(settings->layout_count, sizeof **layouts);
  if (all->items == NULL || *layouts == NULL) return fail_memory(failure);
  all->count = settings->layout_count;
  for (size_t i = 0; i < all->count; i++) {
    all->items[i].option = &settings->layouts[i];
    all->items[i].sample_rows = settings->sample_rows;
    if (!compile_simulated(&all->items[i], settings->records.seed, source, failure)) return false;
    (*layouts)[i] = all->items[i].layout;
  }
  return true;
}

bool layouts_encode(struct simulated_layouts *all, size_t index, const struct source *source,
                    const struct source_rows *rows, struct failure *failure) {
  size_t taken = rows->rows;
  char reason[REASON_SIZE], place[PLACE_SIZE];
  all->bytes.size = 0;
  const size_t done = row_encoder_append(&all->items[index].encoder, rows->columns, rows->first_row, &taken,
                                         SIZE_MAX, &all->bytes, &all->keys, reason, failure);
  if (done == ROWKEY_NONE || done == rows->rows) return done != ROWKEY_NONE;
  source->kind->place(source, done, place);
  return fail_with(failure, TOOL_BAD_DATA, "%s: %s", place, reason);
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* Asks the layout. *unknown: it does not say, or its first field has fewer values than there are regions. */
static bool split_by_layout(struct simulated_layout *item, size_t regions, bool *unknown,
                            struct failure *failure) {
  rowkey_error error;
  item->own_splits = rowkey_splits_of_layout(item->layout, regions, &error);
  item->splits = item->own_splits;
  *unknown =
      item->splits == NULL && (error.status == ROWKEY_ERROR_TYPE || error.status == ROWKEY_ERROR_RANGE);
  return item->splits != NULL || *unknown ||
         fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option --regions: %s", error.text);
}

/* How many of the rows the layout's split points come from, where some do. */
static uint64_t rows_of_sample(const struct simulated_layout *item) {
  return item->sample_rows > 0 ? item->sample_rows : UINT64_MAX;
}

/* Adds the keys of rows, before which `before` were read, to the sketches of the layouts that have one.
 * *wanted: some sketch takes more. */
static bool add_to_sketches(struct simulated_layouts *all, rowkey_sketch *const *sketches,
                            const struct source *source, const struct source_rows *rows, uint64_t before,
                            bool *wanted, struct failure *failure) {
  *wanted = false;
  for (size_t i = 0; i < all->count; i++) {
    rowkey_error error;
    const uint64_t most = rows_of_sample(&all->items[i]);
    if (sketches[i] == NULL || most <= before) continue;
    if (!layouts_encode(all, i, source, rows, failure)) return false;
    if (all->keys.rows > most - before) all->keys.rows = (size_t)(most - before);
    if (rowkey_sketch_add(sketches[i], &all->keys, &error) != ROWKEY_OK)
      return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "%s", error.text);
    *wanted |= rows->rows < most - before;
  }
  return true;
}

/* Adds the keys of the rows, in the order of the files. */
static bool read_sample(struct simulated_layouts *all, rowkey_sketch *const *sketches, struct source *source,
                        struct failure *failure) {
  uint64_t before = 0;
  bool wanted = true;
  for (size_t writer = 0; wanted && writer < source->writers;) {
    struct source_rows rows;
    if (!source->kind->next(source, writer, BATCH_ROWS, &rows, failure)) return false;
    writer += rows.rows == 0;
    if (rows.rows > 0 && !add_to_sketches(all, sketches, source, &rows, before, &wanted, failure))
      return false;
    before += rows.rows;
  }
  return true;
}

static bool split_by_sample(struct simulated_layout *item, const rowkey_sketch *sketch, size_t regions,
                            struct failure *failure) {
  rowkey_error error;
  item->own_splits = rowkey_sketch_splits(sketch, regions, &error);
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

static bool sample_keys(struct simulated_layouts *all, const struct simulate_settings *settings,
                        struct source *source, struct failure *failure) {
  rowkey_sketch **sketches = calloc(all->count, sizeof *sketches);
  if (sketches == NULL) return fail_memory(failure);
  rowkey_error error;
  bool done = source->kind->rewind(source, failure); /* what cannot be read again should not be read here */
  for (size_t i = 0; done && i < all->count; i++) {
    if (all->items[i].splits != NULL) continue;
    sketches[i] = rowkey_sketch_create(0, &error);
    done = sketches[i] != NULL ||
           fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "%s", error.text);
  }
  done = done && read_sample(all, sketches, source, failure);
  for (size_t i = 0; i < all->count; i++) {
    if (sketches[i] == NULL) continue;
    done = done && split_by_sample(&all->items[i], sketches[i], (size_t)settings->regions, failure);
    rowkey_sketch_free(sketches[i]);
  }
  free(sketches);
  return done && source->kind->rewind(source, failure);
}

static bool find_splits(struct simulated_layouts *all, const struct simulate_settings *settings,
                        struct source *source, struct failure *failure) {
  if (settings->splits != NULL) {
    if (!split_list_read(settings->splits, settings->splits_form, &all->list, failure)) return false;
    for (size_t i = 0; i < all->count; i++) all->items[i].splits = &all->list.splits;
    return true;
  }
  bool any_unknown = false;
  for (size_t i = 0; i < all->count; i++) {
    struct simulated_layout *item = &all->items[i];
    bool unknown = item->sample_rows > 0;
    if (!unknown && !split_by_layout(item, (size_t)settings->regions, &unknown, failure)) return false;
    any_unknown = any_unknown || unknown;
  }
  return !any_unknown || sample_keys(all, settings, source, failure);
}

bool layouts_split(struct simulated_layouts *all, const struct simulate_settings *settings,
                   struct source *source, struct failure *failure) {
  if (!find_splits(all, settings, source, failure)) return false;
  for (size_t i = 0; i < all->count; i++) {
    rowkey_error error;
    all->items[i].router = rowkey_router_create(all->items[i].splits, &error);
    if (all->items[i].router == NULL)
      return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "%s", error.text);
  }
  return true;
}

void layouts_free(struct simulated_layouts *all) {
  for (size_t i = 0; i < all->count; i++) {
    struct simulated_layout *item = &all->items[i];
    row_encoder_close(&item->encoder);
    rowkey_layout_free(item->layout);
    rowkey_router_free(item->router);
    rowkey_splits_free(item->own_splits);
    rowkey_load_free(item->load);
    for (size_t p = 0; p < MOST_PLACEMENTS; p++) rowkey_load_free(item->server_loads[p]);
    free(item->waiting);
  }
  free(all->items);
  buffer_free(&all->bytes);
  split_list_free(&all->list);
}
