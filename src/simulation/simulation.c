/* Writers take turns row by row, and the load on regions and servers is counted.
 *
 * Two writers, blocks of up to 3 rows, and the regions that the rows of one layout have:
 *
 *   writer 0 gives 4 7 5, writer 1 gives 2 9    two rounds: 4 2 7 9 are counted
 *   writer 1 has none left, and gives 1 8       one round: 5 1
 *   writer 0 has none left, and ends            8 is counted
 */
#include <rowkey/route.h>
#include <rowkey/simulation.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "load/load.h"
#include "regions/strings.h"
#include "simulation/keys.h"

/* A writer's rows are encoded in blocks, whose regions then wait for their turns. */
enum {
  WAITING_ROWS = 1 << 17, /* of all writers together, so that they stay in the second-level cache … */
  BLOCK_MIN = 64,         /* … unless blocks became too small to be worth a call */
  BLOCK_MOST = 2048,
  BLOCK_GAP = 16, /* regions between two writers' blocks: else the same few sets of a cache hold them all */
  MIXED_ROWS = 4096
};

struct simulated_layout {
  struct key_maker maker; /* {0} where the caller gives regions */
  rowkey_router *router;
  size_t regions;
  rowkey_load *load; /* NULL once it is taken */
  rowkey_load *server_loads[ROWKEY_MOST_PLACEMENTS];
  uint32_t *waiting; /* of each writer, the regions of rows that are not counted yet */
};

struct placement {
  uint32_t *server_of; /* each region */
  size_t servers;
};

/* Who has rows left, in the order of their turns. */
struct turn {
  size_t writer;
  size_t taken, waiting; /* of the writer's block */
};

struct rowkey_simulation {
  size_t writers, block;
  uint64_t window;
  bool has_begun; /* rows were given */
  struct simulated_layout *layouts;
  size_t layout_count;
  struct placement placements[ROWKEY_MOST_PLACEMENTS];
  size_t placement_count, placed_regions;
  struct turn *turns;
  size_t live, asked;  /* turns; and the one whose writer's rows are wanted */
  const uint32_t **at; /* of each turn, its next region */
  struct key_room room;
  uint32_t mixed[MIXED_ROWS];
  uint32_t on_servers[MIXED_ROWS];
};

static uint32_t *waiting_of(const rowkey_simulation *simulation, const struct simulated_layout *layout,
                            size_t writer) {
  return layout->waiting + writer * (simulation->block + BLOCK_GAP);
}

/* ---- Turns ------------------------------------------------------------------------------------- */

/* Counts at most MIXED_ROWS rows on the servers of each placement. */
static rowkey_status count_on_servers(rowkey_simulation *simulation, const struct simulated_layout *layout,
                                      const uint32_t *regions, size_t rows, rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  for (size_t p = 0; p < simulation->placement_count && status == ROWKEY_OK; p++) {
    const uint32_t *server_of = simulation->placements[p].server_of;
    for (size_t i = 0; i < rows; i++) simulation->on_servers[i] = server_of[regions[i]];
    status = rowkey_load_add(layout->server_loads[p], simulation->on_servers, rows, error);
  }
  return status;
}

static rowkey_status count_rows(rowkey_simulation *simulation, const struct simulated_layout *layout,
                                const uint32_t *regions, size_t rows, rowkey_error *error) {
  rowkey_status status = rowkey_load_add(layout->load, regions, rows, error);
  for (size_t done = 0; status == ROWKEY_OK && done < rows; done += MIXED_ROWS) {
    const size_t now = rows - done < MIXED_ROWS ? rows - done : MIXED_ROWS;
    status = count_on_servers(simulation, layout, regions + done, now, error);
  }
  return status;
}

/* Counts `rounds` rows of each writer: the first of all of them, then the second ones … */
static rowkey_status mix_rows(rowkey_simulation *simulation, const struct simulated_layout *layout,
                              size_t rounds, rowkey_error *error) {
  const size_t live = simulation->live;
  for (size_t k = 0; k < live; k++) {
    const struct turn *turn = &simulation->turns[k];
    simulation->at[k] = waiting_of(simulation, layout, turn->writer) + turn->taken;
  }
  if (live == 1) return count_rows(simulation, layout, simulation->at[0], rounds, error);
  size_t mixed = 0;
  for (size_t i = 0; i < rounds; i++) {
    for (size_t k = 0; k < live; k++) {
      simulation->mixed[mixed++] = simulation->at[k][i];
      if (mixed < MIXED_ROWS) continue;
      const rowkey_status status = count_rows(simulation, layout, simulation->mixed, mixed, error);
      if (status != ROWKEY_OK) return status;
      mixed = 0;
    }
  }
  return count_rows(simulation, layout, simulation->mixed, mixed, error);
}

/* As many rounds as all live writers have rows. */
static rowkey_status take_turns(rowkey_simulation *simulation, rowkey_error *error) {
  size_t rounds = simulation->block;
  for (size_t k = 0; k < simulation->live; k++) {
    const size_t left = simulation->turns[k].waiting - simulation->turns[k].taken;
    if (left < rounds) rounds = left;
  }
  rowkey_status status = ROWKEY_OK;
  for (size_t i = 0; i < simulation->layout_count && status == ROWKEY_OK; i++)
    status = mix_rows(simulation, &simulation->layouts[i], rounds, error);
  for (size_t k = 0; k < simulation->live; k++) simulation->turns[k].taken += rounds;
  return status;
}

/* Writers without rows leave. */
static void drop_ended(rowkey_simulation *simulation) {
  size_t live = 0;
  for (size_t k = 0; k < simulation->live; k++)
    if (simulation->turns[k].waiting > 0) simulation->turns[live++] = simulation->turns[k];
  simulation->live = live;
}

static bool has_rows(const struct turn *turn) { return turn->taken < turn->waiting; }

/* Takes the rows of the writer that was asked, and then turns for as long as all writers have rows. */
static rowkey_status go_on(rowkey_simulation *simulation, size_t rows, rowkey_error *error) {
  struct turn *asked = &simulation->turns[simulation->asked++];
  asked->taken = 0;
  asked->waiting = rows;
  simulation->has_begun = true;
  for (;;) {
    while (simulation->asked < simulation->live && has_rows(&simulation->turns[simulation->asked]))
      simulation->asked++;
    if (simulation->asked < simulation->live) return ROWKEY_OK;
    drop_ended(simulation);
    simulation->asked = 0;
    if (simulation->live == 0) return ROWKEY_OK;
    const rowkey_status status = take_turns(simulation, error);
    if (status != ROWKEY_OK) return status;
  }
}

/* ---- Rows -------------------------------------------------------------------------------------- */

size_t rowkey_simulation_wants(const rowkey_simulation *simulation, size_t *most) {
  const bool has_ended = simulation == NULL || simulation->live == 0;
  if (most != NULL) *most = has_ended ? 0 : simulation->block;
  return has_ended ? ROWKEY_NONE : simulation->turns[simulation->asked].writer;
}

static rowkey_status check_rows(const rowkey_simulation *simulation, size_t rows, rowkey_error *error) {
  if (simulation->live == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "all writers have ended (expected rows of a writer that is wanted)");
  if (rows > simulation->block)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%zu rows at a time (expected at most %zu)", rows,
                            simulation->block);
  return ROWKEY_OK;
}

static rowkey_status route_batch(rowkey_simulation *simulation, const struct simulated_layout *layout,
                                 size_t writer, const rowkey_batch *batch, rowkey_error *error) {
  rowkey_keys keys;
  if (layout->router == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the layout was added by its regions (expected the regions of the rows)");
  const rowkey_status status = rowkey_make_keys(&layout->maker, &simulation->room, batch, &keys, error);
  return status != ROWKEY_OK
             ? status
             : rowkey_route(layout->router, &keys, waiting_of(simulation, layout, writer), error);
}

rowkey_status rowkey_simulation_give(rowkey_simulation *simulation, const rowkey_batch *batch, size_t *failed,
                                     rowkey_error *error) {
  if (failed != NULL) *failed = ROWKEY_NONE;
  if (!rowkey_is_given(simulation, "simulation", error) || !rowkey_is_given(batch, "batch", error))
    return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = check_rows(simulation, batch->rows, error);
  if (status != ROWKEY_OK) return status;
  const size_t writer = rowkey_simulation_wants(simulation, NULL);
  for (size_t i = 0; batch->rows > 0 && i < simulation->layout_count; i++) {
    status = route_batch(simulation, &simulation->layouts[i], writer, batch, error);
    if (status == ROWKEY_OK) continue;
    if (failed != NULL) *failed = i;
    return status;
  }
  return go_on(simulation, batch->rows, error);
}

static rowkey_status check_regions(const struct simulated_layout *layout, const uint32_t *regions,
                                   size_t rows, rowkey_error *error) {
  if (regions == NULL && rows > 0) return rowkey_error_numbers("regions", regions, rows, error);
  for (size_t i = 0; i < rows; i++)
    if (regions[i] >= layout->regions)
      return rowkey_error_of_row(error, ROWKEY_ERROR_RANGE, i,
                                 "there is no region %lu (expected one below %zu)", (unsigned long)regions[i],
                                 layout->regions);
  return ROWKEY_OK;
}

rowkey_status rowkey_simulation_give_regions(rowkey_simulation *simulation, const uint32_t *const *regions,
                                             size_t rows, size_t *failed, rowkey_error *error) {
  if (failed != NULL) *failed = ROWKEY_NONE;
  if (!rowkey_is_given(simulation, "simulation", error)) return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = check_rows(simulation, rows, error);
  if (status != ROWKEY_OK) return status;
  const size_t layouts = rows > 0 ? simulation->layout_count : 0;
  if (!rowkey_is_array(regions, layouts, sizeof *regions, "regions", error)) return ROWKEY_ERROR_ARGUMENT;
  for (size_t i = 0; i < layouts; i++) {
    status = check_regions(&simulation->layouts[i], regions[i], rows, error);
    if (status == ROWKEY_OK) continue;
    if (failed != NULL) *failed = i;
    return status;
  }
  const size_t writer = rowkey_simulation_wants(simulation, NULL);
  for (size_t i = 0; i < layouts; i++)
    memcpy(waiting_of(simulation, &simulation->layouts[i], writer), regions[i], rows * sizeof *regions[i]);
  return go_on(simulation, rows, error);
}

/* ---- What is counted --------------------------------------------------------------------------- */

rowkey_status rowkey_simulation_place(rowkey_simulation *simulation, const uint32_t *server_of,
                                      size_t regions, size_t servers, rowkey_error *error) {
  if (!rowkey_is_given(simulation, "simulation", error) || !rowkey_regions_valid(regions, error) ||
      !rowkey_is_array(server_of, regions, sizeof *server_of, "servers of the regions", error))
    return ROWKEY_ERROR_ARGUMENT;
  const size_t placements = simulation->placement_count;
  if (simulation->layout_count > 0 || placements == ROWKEY_MOST_PLACEMENTS)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "a placement after %zu layouts and %zu placements (expected it before the "
                            "layouts, and at most %d)",
                            simulation->layout_count, placements, ROWKEY_MOST_PLACEMENTS);
  if (placements > 0 && regions != simulation->placed_regions)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "a placement of %zu regions (expected %zu, as of the first one)", regions,
                            simulation->placed_regions);
  for (size_t r = 0; r < regions; r++)
    if (server_of[r] >= servers)
      return rowkey_error_of_row(error, ROWKEY_ERROR_RANGE, r,
                                 "region %zu is on server %lu (expected one below %zu)", r,
                                 (unsigned long)server_of[r], servers);
  uint32_t *own = malloc(regions * sizeof *own);
  if (own == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the servers of %zu regions",
                            regions);
  memcpy(own, server_of, regions * sizeof *own);
  simulation->placements[simulation->placement_count++] = (struct placement){own, servers};
  simulation->placed_regions = regions;
  return ROWKEY_OK;
}

static rowkey_status create_loads(const rowkey_simulation *simulation, struct simulated_layout *layout,
                                  rowkey_error *error) {
  layout->load = rowkey_load_create(layout->regions, simulation->window, error);
  if (layout->load == NULL) return error->status;
  for (size_t p = 0; p < simulation->placement_count; p++) {
    layout->server_loads[p] =
        rowkey_load_create(simulation->placements[p].servers, simulation->window, error);
    if (layout->server_loads[p] == NULL) return error->status;
  }
  layout->waiting = calloc(simulation->writers, (simulation->block + BLOCK_GAP) * sizeof *layout->waiting);
  return layout->waiting != NULL
             ? ROWKEY_OK
             : rowkey_error_set(error, ROWKEY_ERROR_MEMORY,
                                "out of memory for the rows of %zu writers that wait", simulation->writers);
}

static rowkey_status check_addition(const rowkey_simulation *simulation, size_t regions,
                                    rowkey_error *error) {
  if (simulation->has_begun)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "a layout after rows (expected it before them)");
  if (simulation->placement_count > 0 && regions != simulation->placed_regions)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "a layout of %zu regions (expected %zu, as they are placed on servers)", regions,
                            simulation->placed_regions);
  return ROWKEY_OK;
}

static void free_layout(struct simulated_layout *layout) {
  rowkey_key_maker_free(&layout->maker);
  rowkey_router_free(layout->router);
  rowkey_load_free(layout->load);
  for (size_t p = 0; p < ROWKEY_MOST_PLACEMENTS; p++) rowkey_load_free(layout->server_loads[p]);
  free(layout->waiting);
}

/* Takes the layout, whose keys are told already, or frees it. */
static rowkey_status add_layout(rowkey_simulation *simulation, struct simulated_layout *layout,
                                rowkey_error *error) {
  rowkey_status status = check_addition(simulation, layout->regions, error);
  if (status == ROWKEY_OK) status = create_loads(simulation, layout, error);
  const size_t count = simulation->layout_count + 1;
  struct simulated_layout *layouts =
      status == ROWKEY_OK ? realloc(simulation->layouts, count * sizeof *layouts) : NULL;
  if (layouts == NULL) {
    free_layout(layout);
    return status != ROWKEY_OK
               ? status
               : rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for %zu layouts", count);
  }
  simulation->layouts = layouts;
  layouts[simulation->layout_count++] = *layout;
  return ROWKEY_OK;
}

rowkey_status rowkey_simulation_add(rowkey_simulation *simulation, const rowkey_layout *layout, uint64_t seed,
                                    const rowkey_splits *splits, rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  if (!rowkey_is_given(simulation, "simulation", error) || !rowkey_is_given(layout, "layout", error))
    return ROWKEY_ERROR_ARGUMENT;
  struct simulated_layout added = {.router = rowkey_router_create(splits, error)};
  if (added.router == NULL) return error->status;
  added.regions = splits->count + 1;
  const rowkey_status status = rowkey_key_maker_create(&added.maker, layout, seed, error);
  if (status == ROWKEY_OK) return add_layout(simulation, &added, error);
  free_layout(&added);
  return status;
}

rowkey_status rowkey_simulation_add_regions(rowkey_simulation *simulation, size_t regions,
                                            rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  if (!rowkey_is_given(simulation, "simulation", error)) return ROWKEY_ERROR_ARGUMENT;
  struct simulated_layout added = {.regions = regions};
  return add_layout(simulation, &added, error);
}

const rowkey_load_report *rowkey_simulation_report(rowkey_simulation *simulation, size_t layout,
                                                   size_t placement) {
  if (simulation == NULL || layout >= simulation->layout_count) return NULL;
  const struct simulated_layout *counted = &simulation->layouts[layout];
  if (placement == ROWKEY_NONE) return rowkey_load_finish(counted->load);
  return placement < simulation->placement_count ? rowkey_load_finish(counted->server_loads[placement])
                                                 : NULL;
}

rowkey_load *rowkey_simulation_take(rowkey_simulation *simulation, size_t layout) {
  if (simulation == NULL || layout >= simulation->layout_count) return NULL;
  rowkey_load *load = simulation->layouts[layout].load;
  simulation->layouts[layout].load = NULL;
  simulation->live = 0;
  return load;
}

/* ---- Its memory -------------------------------------------------------------------------------- */

rowkey_simulation *rowkey_simulation_create(size_t writers, uint64_t window, rowkey_error *error) {
  if (writers < 1 || writers > ROWKEY_MOST_WRITERS) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%zu writers (expected 1 to %d)", writers,
                     ROWKEY_MOST_WRITERS);
    return NULL;
  }
  if (window == 0) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "a window has no rows (expected 1 or more)");
    return NULL;
  }
  rowkey_simulation *simulation = calloc(1, sizeof *simulation);
  if (simulation != NULL) {
    const size_t fair = WAITING_ROWS / writers;
    simulation->writers = simulation->live = writers;
    simulation->window = window;
    simulation->block = fair > BLOCK_MOST ? BLOCK_MOST : fair < BLOCK_MIN ? BLOCK_MIN : fair;
    simulation->turns = calloc(writers, sizeof *simulation->turns);
    simulation->at = calloc(writers, sizeof *simulation->at);
    for (size_t k = 0; simulation->turns != NULL && k < writers; k++) simulation->turns[k].writer = k;
    if (simulation->turns != NULL && simulation->at != NULL) return simulation;
  }
  rowkey_simulation_free(simulation);
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the turns of %zu writers", writers);
  return NULL;
}

void rowkey_simulation_free(rowkey_simulation *simulation) {
  if (simulation == NULL) return;
  for (size_t i = 0; i < simulation->layout_count; i++) free_layout(&simulation->layouts[i]);
  for (size_t p = 0; p < simulation->placement_count; p++) free(simulation->placements[p].server_of);
  free(simulation->layouts);
  free(simulation->turns);
  free(simulation->at);
  rowkey_key_room_free(&simulation->room);
  free(simulation);
}
