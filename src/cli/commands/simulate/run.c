#include "commands/simulate/run.h"

static bool create_simulation(struct simulated_layouts *all, size_t writers, uint64_t window,
                              const struct placed_regions *placed, size_t placements,
                              struct failure *failure) {
  rowkey_error error;
  all->simulation = rowkey_simulation_create(writers, window, &error);
  bool done = all->simulation != NULL;
  for (size_t p = 0; p < placements && done; p++)
    done = rowkey_simulation_place(all->simulation, placed[p].server_of, placed[p].regions, placed[p].servers,
                                   &error) == ROWKEY_OK;
  for (size_t i = 0; i < all->count && done; i++)
    done = rowkey_simulation_add(all->simulation, all->items[i].layout, all->seed, all->items[i].splits,
                                 &error) == ROWKEY_OK;
  return done || fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "%s", error.text);
}

bool simulate_rows(struct simulated_layouts *all, struct source *source, uint64_t window,
                   const struct placed_regions *placed, size_t placements, struct progress *progress,
                   uint64_t *rows, struct failure *failure) {
  *rows = 0;
  if (!create_simulation(all, source->writers, window, placed, placements, failure)) return false;
  size_t writer, most;
  while ((writer = rowkey_simulation_wants(all->simulation, &most)) != ROWKEY_NONE) {
    struct source_rows next;
    rowkey_error error;
    if (!source->kind->next(source, writer, most, &next, failure)) return false;
    const rowkey_batch batch = layouts_batch(source, &next);
    if (rowkey_simulation_give(all->simulation, &batch, NULL, &error) != ROWKEY_OK)
      return layouts_fail(source, &next, &error, failure);
    *rows += next.rows;
    progress_update(progress, source->done, *rows);
  }
  return true;
}
