/* A simulation, in steps, so that the page can stop it: split points are chosen, then the rows of all writers
 * are counted. */
#include <rowkey/pictures.h>
#include <rowkey/simulation.h>
#include <stdlib.h>

#include "answer.h"
#include "design.h"
#include "load.h"
#include "placed.h"
#include "rows.h"

static struct {
  size_t designs, regions, writers, servers;
  uint64_t seed;                   /* of a shuffle … */
  bool is_shuffled;                /* … of the regions; else region r is on server r modulo servers */
  rowkey_layout *layouts[DESIGNS]; /* of its own: designs change while it is kept */
  rowkey_split_choice *choices[DESIGNS];
  rowkey_splits *splits[DESIGNS];
  bool is_listed; /* regions, their splits and servers are those of `placed` */
  struct placed_regions placed;
  rowkey_simulation *simulation;
  size_t sampled; /* the writer whose rows are being sampled */
  bool is_sampling;
} run;

void forget_run(void) {
  for (size_t i = 0; i < DESIGNS; i++) {
    rowkey_split_choice_free(run.choices[i]);
    rowkey_splits_free(run.splits[i]);
    run.choices[i] = NULL;
    run.splits[i] = NULL;
  }
  rowkey_simulation_free(run.simulation);
  placed_free(&run.placed);
  run.simulation = NULL;
  run.is_sampling = run.is_listed = false;
  for (size_t i = 0; i < DESIGNS; i++) {
    rowkey_layout_free(run.layouts[i]);
    run.layouts[i] = NULL;
  }
}

/* ---- It begins ----------------------------------------------------------------------------------- */

static rowkey_status place_servers(rowkey_error *error) {
  if (run.servers == 0) return ROWKEY_OK;
  uint32_t *server_of = calloc(run.regions + 1, sizeof *server_of);
  if (server_of == NULL) return error->status = ROWKEY_ERROR_MEMORY;
  rowkey_status status = ROWKEY_OK;
  for (size_t i = 0; run.is_listed && i < run.regions; i++)
    server_of[i] = (uint32_t)run.placed.listing.regions[i].server;
  if (!run.is_listed)
    status =
        rowkey_place_regions(run.regions, run.servers, run.is_shuffled ? &run.seed : NULL, server_of, error);
  if (status == ROWKEY_OK)
    status = rowkey_simulation_place(run.simulation, server_of, run.regions, run.servers, error);
  free(server_of);
  return status;
}

/* NULL before they are chosen. */
static const rowkey_splits *splits_of(size_t design) {
  return run.is_listed ? &run.placed.splits : run.splits[design];
}

/* All split points are known: rows are counted from the first one on. */
static rowkey_status begin_counting(rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  for (size_t i = 0; i < run.designs && status == ROWKEY_OK; i++) {
    if (!run.is_listed) run.splits[i] = rowkey_split_choice_finish(run.choices[i], error);
    status = splits_of(i) == NULL
                 ? error->status
                 : rowkey_simulation_add(run.simulation, run.layouts[i], 0, splits_of(i), error);
  }
  run.is_sampling = false;
  return status == ROWKEY_OK ? rows_begin(run.writers, error) : status;
}

static bool is_sample_wanted(void) {
  bool is_wanted = false;
  for (size_t i = 0; !run.is_listed && i < run.designs; i++)
    is_wanted |= rowkey_split_choice_wants(run.choices[i]) > 0;
  return is_wanted;
}

static rowkey_status begin_run(uint64_t window, rowkey_error *error) {
  const uint64_t rows = row_count();
  run.simulation =
      rowkey_simulation_create(run.writers, window > 0 ? window : rowkey_simulation_window(rows), error);
  if (run.simulation == NULL) return error->status;
  rowkey_status status = place_servers(error);
  for (size_t i = 0; !run.is_listed && i < run.designs && status == ROWKEY_OK; i++) {
    run.choices[i] = rowkey_split_choice_create(run.layouts[i], 0, run.regions, 0, error);
    status = run.choices[i] == NULL ? error->status : ROWKEY_OK;
  }
  if (status != ROWKEY_OK) return status;
  run.sampled = 0;
  run.is_sampling = is_sample_wanted();
  return run.is_sampling ? rows_begin(run.writers, error) : begin_counting(error);
}

static bool answer_no_run(void) {
  const rowkey_error error = {ROWKEY_ERROR_ARGUMENT,     ROWKEY_NONE, ROWKEY_NONE, ROWKEY_NONE,
                              "no simulation has begun", {0}};
  return answer_error(&error);
}

/* Forgets what has begun. */
static bool fail_run(rowkey_status status, const rowkey_error *error) {
  forget_run();
  return answer_failure(status, error);
}

/* Begins to count the rows of `writers` writers for the first `designs` designs. `window` 0: the usual one;
 * `servers` 0: none; `seed` >= 0: regions are dealt out at random, else in turn. A `listing` says which
 * regions and servers there are in place of all three. */
bool EXPORT(run_begin)(size_t designs, size_t regions, size_t writers, double window, size_t servers,
                       double seed, const char *listing, size_t size);
bool run_begin(size_t designs, size_t regions, size_t writers, double window, size_t servers, double seed,
               const char *listing, size_t size) {
  forget_run();
  run.designs = designs;
  run.regions = regions;
  run.writers = writers;
  run.servers = servers;
  run.is_shuffled = seed >= 0;
  run.seed = run.is_shuffled ? (uint64_t)seed : 0;
  rowkey_error error;
  if (size > 0) {
    const rowkey_status read = placed_read(&run.placed, listing, size, &error);
    if (read != ROWKEY_OK) return fail_run(read, &error);
    run.is_listed = true;
    run.regions = run.placed.listing.count;
    run.servers = run.placed.listing.servers.count;
  }
  for (size_t i = 0; i < designs; i++) {
    const struct design *design = known_design(i);
    if (design == NULL) return false;
    run.layouts[i] = compile_template(design, &error);
    if (run.layouts[i] == NULL) return fail_run(error.status, &error);
  }
  const rowkey_status status = begin_run((uint64_t)window, &error);
  if (status != ROWKEY_OK) return fail_run(status, &error);
  answer_begin('{');
  return answer_end('}');
}

/* ---- It goes on ---------------------------------------------------------------------------------- */

/* Gives the samples a batch, one writer's rows after the other's. */
static rowkey_status sample_batch(uint64_t *rows, rowkey_error *error) {
  rowkey_batch batch;
  rowkey_status status = rows_next(run.sampled, ROWKEY_NONE, &batch, error);
  if (status != ROWKEY_OK) return status;
  *rows += batch.rows;
  if (batch.rows == 0 && ++run.sampled == run.writers) return begin_counting(error);
  for (size_t i = 0; batch.rows > 0 && i < run.designs && status == ROWKEY_OK; i++) {
    if (rowkey_split_choice_wants(run.choices[i]) == 0) continue;
    status = rowkey_split_choice_give(run.choices[i], &batch, error);
    if (status != ROWKEY_OK) blame_row(error);
  }
  return status == ROWKEY_OK && !is_sample_wanted() ? begin_counting(error) : status;
}

static rowkey_status count_batch(uint64_t *rows, bool *ended, rowkey_error *error) {
  size_t most;
  const size_t writer = rowkey_simulation_wants(run.simulation, &most);
  *ended = writer == ROWKEY_NONE;
  if (*ended) return ROWKEY_OK;
  rowkey_batch batch;
  rowkey_status status = rows_next(writer, most, &batch, error);
  if (status != ROWKEY_OK) return status;
  *rows += batch.rows;
  status = rowkey_simulation_give(run.simulation, &batch, NULL, error);
  if (status != ROWKEY_OK) blame_row(error);
  return status;
}

/* Goes on with some `most` rows. Answers with the part of the work that is done, 1 at its end. */
bool EXPORT(run_step)(double most);
bool run_step(double most) {
  rowkey_error error;
  if (run.simulation == NULL) return answer_no_run();
  rowkey_status status = ROWKEY_OK;
  bool ended = false;
  const bool began_sampling = run.is_sampling;
  for (uint64_t rows = 0; status == ROWKEY_OK && !ended && rows < (uint64_t)most;)
    status = run.is_sampling ? sample_batch(&rows, &error) : count_batch(&rows, &ended, &error);
  if (status != ROWKEY_OK) return fail_run(status, &error);
  answer_begin('{');
  answer_double("done", ended ? 1 : (rows_done() + !began_sampling) / 2.001);
  return answer_end('}');
}

/* ---- It has ended -------------------------------------------------------------------------------- */

static void answer_map(const rowkey_heat_map *map) {
  const size_t cells = map->bands * map->columns;
  answer_open("heat", '{');
  answer_size("bands", map->bands);
  answer_size("columns", map->columns);
  answer_size("regionsOfBand", map->band_regions);
  answer_double("rowsOfColumn", map->column_rows);
  answer_open("levels", '[');
  for (size_t i = 0; i < cells; i++) answer_size(NULL, map->levels[i]);
  answer_close(']');
  answer_open("rows", '[');
  for (size_t i = 0; i < cells; i++) answer_size(NULL, map->rows[i]);
  answer_close(']');
  answer_close('}');
}

static void answer_scale(const rowkey_heat *heat) {
  answer_open("scale", '[');
  for (size_t i = 0; i < ROWKEY_HEAT_LEVELS; i++) {
    answer_open(NULL, '{');
    answer_text("colour", heat->colours[i]);
    answer_double("share", heat->shares[i]);
    answer_close('}');
  }
  answer_close(']');
}

static void answer_loads(const rowkey_heat *heat) {
  answer_open("loads", '[');
  for (size_t i = 0; i < run.designs; i++) {
    answer_open(NULL, '{');
    answer_splits("splits", splits_of(i));
    answer_load("report", rowkey_simulation_report(run.simulation, i, ROWKEY_NONE));
    if (run.servers > 0) answer_load("servers", rowkey_simulation_report(run.simulation, i, 0));
    answer_map(&heat->maps[i]);
    answer_close('}');
  }
  answer_close(']');
}

/* None where a listing does not tell them. */
static void answer_server_names(void) {
  const struct string_list *names = &run.placed.listing.servers;
  answer_open("server_names", '[');
  for (size_t i = 0; i < names->count; i++) answer_bytes(NULL, string_at(names, i), string_size(names, i));
  answer_close(']');
}

/* Answers with what was counted for each design, its split points in hex, and the maps with their scale. */
bool EXPORT(run_loads)(void);
bool run_loads(void) {
  rowkey_pictured pictured[DESIGNS];
  rowkey_error error;
  if (run.simulation == NULL) return answer_no_run();
  for (size_t i = 0; i < run.designs; i++)
    pictured[i] = rowkey_pictured_of("", rowkey_simulation_report(run.simulation, i, ROWKEY_NONE));
  rowkey_heat *heat = rowkey_heat_create(pictured, run.designs, &error);
  if (heat == NULL) return answer_failure(error.status, &error);
  answer_begin('{');
  answer_scale(heat);
  answer_server_names();
  answer_loads(heat);
  rowkey_heat_free(heat);
  return answer_end('}');
}
