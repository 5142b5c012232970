/* Which split points a layout should have. */
#include <rowkey/simulation.h>
#include <rowkey/sketch.h>
#include <stdlib.h>

#include "base/error.h"
#include "regions/strings.h"
#include "simulation/keys.h"

struct rowkey_split_choice {
  rowkey_splits *splits; /* those of the layout, or … */
  size_t regions;
  rowkey_sketch *sketch; /* … of these keys; NULL without them */
  uint64_t wanted;       /* more rows, UINT64_MAX for all */
  struct key_maker maker;
  struct key_room room;
};

static rowkey_status begin_sample(rowkey_split_choice *choice, const rowkey_layout *layout, uint64_t seed,
                                  uint64_t rows, rowkey_error *error) {
  choice->wanted = rows > 0 ? rows : UINT64_MAX;
  choice->sketch = rowkey_sketch_create(0, error);
  if (choice->sketch == NULL) return error->status;
  return rowkey_key_maker_create(&choice->maker, layout, seed, error);
}

/* The layout does not say, or its first field has fewer values than there are regions. */
static bool is_unknown(rowkey_status status) {
  return status == ROWKEY_ERROR_TYPE || status == ROWKEY_ERROR_RANGE;
}

static rowkey_status begin_choice(rowkey_split_choice *choice, const rowkey_layout *layout, uint64_t seed,
                                  uint64_t sample_rows, rowkey_error *error) {
  if (!rowkey_regions_valid(choice->regions, error)) return error->status;
  if (sample_rows == 0) {
    choice->splits = rowkey_splits_of_layout(layout, choice->regions, error);
    if (choice->splits != NULL) return ROWKEY_OK;
    if (!is_unknown(error->status)) return error->status;
  }
  return begin_sample(choice, layout, seed, sample_rows, error);
}

rowkey_split_choice *rowkey_split_choice_create(const rowkey_layout *layout, uint64_t seed, size_t regions,
                                                uint64_t sample_rows, rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  if (!rowkey_is_given(layout, "layout", error)) return NULL;
  rowkey_split_choice *choice = calloc(1, sizeof *choice);
  if (choice == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the choice of split points");
    return NULL;
  }
  choice->regions = regions;
  if (begin_choice(choice, layout, seed, sample_rows, error) == ROWKEY_OK) return choice;
  rowkey_split_choice_free(choice);
  return NULL;
}

void rowkey_split_choice_free(rowkey_split_choice *choice) {
  if (choice == NULL) return;
  rowkey_splits_free(choice->splits);
  rowkey_sketch_free(choice->sketch);
  rowkey_key_maker_free(&choice->maker);
  rowkey_key_room_free(&choice->room);
  free(choice);
}

uint64_t rowkey_split_choice_wants(const rowkey_split_choice *choice) {
  return choice == NULL ? 0 : choice->wanted;
}

rowkey_status rowkey_split_choice_give(rowkey_split_choice *choice, const rowkey_batch *batch,
                                       rowkey_error *error) {
  rowkey_keys keys;
  if (!rowkey_is_given(choice, "choice", error) || !rowkey_is_given(batch, "batch", error))
    return ROWKEY_ERROR_ARGUMENT;
  if (choice->wanted == 0) return ROWKEY_OK;
  rowkey_status status = rowkey_make_keys(&choice->maker, &choice->room, batch, &keys, error);
  if (status != ROWKEY_OK) return status;
  if (keys.rows > choice->wanted) keys.rows = (size_t)choice->wanted;
  status = rowkey_sketch_add(choice->sketch, &keys, error);
  if (status == ROWKEY_OK && choice->wanted != UINT64_MAX) choice->wanted -= keys.rows;
  return status;
}

rowkey_splits *rowkey_split_choice_finish(rowkey_split_choice *choice, rowkey_error *error) {
  if (!rowkey_is_given(choice, "choice", error)) return NULL;
  if (choice->sketch != NULL) return rowkey_sketch_splits(choice->sketch, choice->regions, error);
  rowkey_splits *splits = choice->splits;
  choice->splits = NULL;
  if (splits == NULL)
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the split points were taken before (expected one call)");
  return splits;
}
