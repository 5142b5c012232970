#include "commands/simulate/run.h"

#include <stdlib.h>

/* A writer's rows are encoded in blocks, whose regions then wait for their turns. */
enum {
  WAITING_ROWS = 1 << 17, /* of all writers together, so that they stay in the second-level cache … */
  BLOCK_MIN = 64,         /* … unless blocks became too small to be worth a call */
  BLOCK_GAP = 16, /* regions between two writers' blocks: else the same few sets of a cache hold them all */
  MIXED_ROWS = 4096
};

enum { WINDOWS = 400, WINDOW_OF_FILES = 10000 };

uint64_t simulated_window(uint64_t asked, bool are_made, const struct source *source) {
  if (asked > 0) return asked;
  if (!are_made) return WINDOW_OF_FILES;
  return source->rows / WINDOWS > 0 ? source->rows / WINDOWS : 1;
}

/* Who has rows left, in the order of their turns. */
struct turn {
  size_t writer;
  size_t taken, waiting; /* of the writer's block */
};

struct simulation_run {
  struct simulated_layouts *all;
  struct source *source;
  size_t block;
  struct turn *turns;
  size_t live;
  const uint32_t **at; /* of each turn, its next region */
  const struct placed_regions *placed;
  size_t placements;
  uint32_t mixed[MIXED_ROWS];
  uint32_t on_servers[MIXED_ROWS];
};

static uint32_t *waiting_of(const struct simulation_run *run, const struct simulated_layout *item,
                            size_t writer) {
  return item->waiting + writer * (run->block + BLOCK_GAP);
}

/* ---- Rows become regions --------------------------------------------------------------------- */

static bool encode_block(struct simulation_run *run, struct turn *turn, struct failure *failure) {
  struct simulated_layouts *all = run->all;
  struct source_rows rows;
  if (!run->source->kind->next(run->source, turn->writer, run->block, &rows, failure)) return false;
  turn->taken = 0;
  turn->waiting = rows.rows;
  for (size_t i = 0; rows.rows > 0 && i < all->count; i++) {
    const struct simulated_layout *item = &all->items[i];
    rowkey_error error;
    if (!layouts_encode(all, i, run->source, &rows, failure)) return false;
    if (rowkey_route(item->router, &all->keys, waiting_of(run, item, turn->writer), &error) != ROWKEY_OK) {
      return fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
    }
  }
  return true;
}

/* Gives each live writer rows that wait. Writers without rows leave. */
static bool fill_turns(struct simulation_run *run, struct failure *failure) {
  size_t live = 0;
  for (size_t i = 0; i < run->live; i++) {
    struct turn *turn = &run->turns[i];
    if (turn->taken == turn->waiting && !encode_block(run, turn, failure)) return false;
    if (turn->waiting > 0) run->turns[live++] = *turn;
  }
  run->live = live;
  return true;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

/* Counts at most MIXED_ROWS rows on the servers of each placement. */
static rowkey_status count_on_servers(struct simulation_run *run, const struct simulated_layout *item,
                                      const uint32_t *regions, size_t rows, rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  for (size_t p = 0; p < run->placements && status == ROWKEY_OK; p++) {
    const uint32_t *server_of = run->placed[p].server_of;
    for (size_t i = 0; i < rows; i++) run->on_servers[i] = server_of[regions[i]];
    status = rowkey_load_add(item->server_loads[p], run->on_servers, rows, error);
  }
  return status;
}

static bool count_rows(struct simulation_run *run, const struct simulated_layout *item,
                       const uint32_t *regions, size_t rows, struct failure *failure) {
  rowkey_error error;
  rowkey_status status = rowkey_load_add(item->load, regions, rows, &error);
  for (size_t done = 0; status == ROWKEY_OK && done < rows; done += MIXED_ROWS) {
    const size_t now = rows - done < MIXED_ROWS ? rows - done : MIXED_ROWS;
    status = count_on_servers(run, item, regions + done, now, &error);
  }
  return status == ROWKEY_OK || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

/* Counts `rounds` rows of each writer: the first of all of them, then the second ones … */
static bool mix(struct simulation_run *run, const struct simulated_layout *item, size_t rounds,
                struct failure *failure) {
  for (size_t k = 0; k < run->live; k++) {
    const struct turn *turn = &run->turns[k];
    run->at[k] = waiting_of(run, item, turn->writer) + turn->taken;
  }
  if (run->live == 1) return count_rows(run, item, run->at[0], rounds, failure);
  size_t mixed = 0;
  for (size_t i = 0; i < rounds; i++) {
    for (size_t k = 0; k < run->live; k++) {
      run->mixed[mixed++] = run->at[k][i];
      if (mixed < MIXED_ROWS) continue;
      if (!count_rows(run, item, run->mixed, mixed, failure)) return false;
      mixed = 0;
    }
  }
  return count_rows(run, item, run->mixed, mixed, failure);
}

static bool take_turns(struct simulation_run *run, struct progress *progress, uint64_t *rows,
                       struct failure *failure) {
  const struct source *source = run->source;
  for (*rows = 0;;) {
    if (!fill_turns(run, failure)) return false;
    if (run->live == 0) return true;
    size_t rounds = run->block;
    for (size_t k = 0; k < run->live; k++) {
      const size_t left = run->turns[k].waiting - run->turns[k].taken;
      if (left < rounds) rounds = left;
    }
    for (size_t i = 0; i < run->all->count; i++) {
      if (!mix(run, &run->all->items[i], rounds, failure)) return false;
    }
    for (size_t k = 0; k < run->live; k++) run->turns[k].taken += rounds;
    *rows += (uint64_t)rounds * run->live;
    progress_update(progress, source->done, *rows);
  }
}

/* ---- Its memory ------------------------------------------------------------------------------ */

static bool create_loads(struct simulation_run *run, uint64_t window, struct failure *failure) {
  for (size_t i = 0; i < run->all->count; i++) {
    struct simulated_layout *item = &run->all->items[i];
    const size_t regions = item->splits->count + 1;
    rowkey_error error;
    item->load = rowkey_load_create(regions, window, &error);
    bool good = item->load != NULL;
    for (size_t p = 0; p < run->placements && good; p++) {
      item->server_loads[p] = rowkey_load_create(run->placed[p].servers, window, &error);
      good = item->server_loads[p] != NULL;
    }
    if (!good) return fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
    item->waiting = calloc(run->source->writers, (run->block + BLOCK_GAP) * sizeof *item->waiting);
    if (item->waiting == NULL) return fail_memory(failure);
  }
  return true;
}

bool simulate_rows(struct simulated_layouts *all, struct source *source, uint64_t window,
                   const struct placed_regions *placed, size_t placements, struct progress *progress,
                   uint64_t *rows, struct failure *failure) {
  struct simulation_run *run = calloc(1, sizeof *run);
  if (run == NULL) return fail_memory(failure);
  const size_t writers = source->writers, fair = WAITING_ROWS / writers;
  run->all = all;
  run->source = source;
  run->placed = placed;
  run->placements = placements;
  run->block = fair > BATCH_ROWS ? BATCH_ROWS : fair < BLOCK_MIN ? BLOCK_MIN : fair;
  run->turns = calloc(writers, sizeof *run->turns);
  run->at = calloc(writers, sizeof *run->at);
  run->live = writers;
  bool done =
      run->turns != NULL && run->at != NULL ? create_loads(run, window, failure) : fail_memory(failure);
  for (size_t k = 0; done && k < writers; k++) run->turns[k].writer = k;
  done = done && take_turns(run, progress, rows, failure);
  free(run->turns);
  free(run->at);
  free(run);
  return done;
}
