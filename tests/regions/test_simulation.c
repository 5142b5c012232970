/* Simulations against a model: every row by itself, encoded alone, in the order of the turns. */
#include <rowkey/route.h>
#include <rowkey/simulation.h>
#include <rowkey/sketch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "load/load.h"
#include "testing.h"

enum { WRITERS = 40, REGIONS = 12, LAYOUTS = 3, PLACEMENTS = 2, SERVERS = 5, SEED = 77, BLOCK_ROWS = 2048 };

static const rowkey_column schema[] = {{.name = "id", .type = ROWKEY_U64},
                                       {.name = "host", .type = ROWKEY_TEXT}};
static const char *const templates[LAYOUTS] = {"{id % 100:02d}{id:u64}", "{random() % 1000:03d}{id:i64}",
                                               "{host}|{id:u64}"};

/* ---- Rows -------------------------------------------------------------------------------------- */

/* Row i of all rows, for the calls below. */
struct rows {
  uint64_t ids[BLOCK_ROWS];
  char hosts[BLOCK_ROWS][8];
  uint64_t begin[BLOCK_ROWS], end[BLOCK_ROWS];
  rowkey_values columns[2];
};

static uint64_t id_of(uint64_t row) { return row * row % 1013; }

static rowkey_batch make_rows(struct rows *rows, uint64_t first, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t id = rows->ids[i] = id_of(first + i);
    const int size = snprintf(rows->hosts[i], sizeof rows->hosts[i], "h%llu", (unsigned long long)(id % 97));
    rows->begin[i] = i * sizeof rows->hosts[i];
    rows->end[i] = rows->begin[i] + (uint64_t)size;
  }
  rows->columns[0] = rowkey_u64s(rows->ids, count);
  rows->columns[1] = rowkey_values_of_spans(ROWKEY_KIND_TEXT, rows->hosts, sizeof rows->hosts, rows->begin,
                                            rows->end, count);
  return rowkey_batch_from(rowkey_batch_of(rows->columns, 2, count), first);
}

/* ---- The model --------------------------------------------------------------------------------- */

struct model {
  rowkey_layout *layouts[LAYOUTS];
  rowkey_splits *splits[LAYOUTS];
  rowkey_router *routers[LAYOUTS];
  rowkey_encoder *encoders[LAYOUTS];
  uint32_t server_of[PLACEMENTS][REGIONS];
  rowkey_load *loads[LAYOUTS][PLACEMENTS + 1];
};

static rowkey_splits *split_texts(rowkey_layout *layout) {
  rowkey_error error;
  struct rows *rows = malloc(sizeof *rows);
  rowkey_split_choice *choice = rowkey_split_choice_create(layout, SEED, REGIONS, 0, &error);
  CHECK(choice != NULL && rowkey_split_choice_wants(choice) == UINT64_MAX,
        "text of the records is not sampled");
  for (uint64_t first = 0; first < 4000; first += 1000) {
    const rowkey_batch batch = make_rows(rows, first, 1000);
    CHECK(rowkey_split_choice_give(choice, &batch, &error) == ROWKEY_OK, "%s", error.text);
  }
  rowkey_splits *splits = rowkey_split_choice_finish(choice, &error);
  CHECK(splits != NULL, "%s", error.text);
  rowkey_split_choice_free(choice);
  free(rows);
  return splits;
}

static void model_create(struct model *model, uint64_t window) {
  rowkey_error error;
  for (size_t p = 0; p < PLACEMENTS; p++) {
    const uint64_t seed = p;
    CHECK(
        rowkey_place_regions(REGIONS, SERVERS, p == 0 ? NULL : &seed, model->server_of[p], NULL) == ROWKEY_OK,
        "placement");
  }
  for (size_t k = 0; k < LAYOUTS; k++) {
    model->layouts[k] = rowkey_layout_compile(templates[k], strlen(templates[k]), schema, 2, &error);
    CHECK(model->layouts[k] != NULL, "%s", error.text);
    model->splits[k] =
        k == 2 ? split_texts(model->layouts[k]) : rowkey_splits_of_layout(model->layouts[k], REGIONS, &error);
    CHECK(model->splits[k] != NULL, "%s", error.text);
    model->routers[k] = rowkey_router_create(model->splits[k], &error);
    model->encoders[k] = rowkey_encoder_create(model->layouts[k], SEED, &error);
    CHECK(model->routers[k] != NULL && model->encoders[k] != NULL, "%s", error.text);
    for (size_t p = 0; p <= PLACEMENTS; p++)
      model->loads[k][p] = rowkey_load_create(p == 0 ? REGIONS : SERVERS, window, &error);
  }
}

static void model_free(struct model *model) {
  for (size_t k = 0; k < LAYOUTS; k++) {
    for (size_t p = 0; p <= PLACEMENTS; p++) rowkey_load_free(model->loads[k][p]);
    rowkey_encoder_free(model->encoders[k]);
    rowkey_router_free(model->routers[k]);
    rowkey_splits_free(model->splits[k]);
    rowkey_layout_free(model->layouts[k]);
  }
}

static uint32_t model_region(struct model *model, size_t k, uint64_t row) {
  static struct rows one;
  const rowkey_batch batch = make_rows(&one, row, 1);
  char key[64];
  uint64_t offsets[2];
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(key, sizeof key, offsets);
  rowkey_keys keys;
  uint32_t region = 0;
  rowkey_error error;
  CHECK(rowkey_encode(model->encoders[k], &batch, &buffer, &keys, &error) == ROWKEY_OK &&
            rowkey_route(model->routers[k], &keys, &region, &error) == ROWKEY_OK,
        "row %llu: %s", (unsigned long long)row, error.text);
  return region;
}

static void model_count(struct model *model, uint64_t row) {
  for (size_t k = 0; k < LAYOUTS; k++) {
    const uint32_t region = model_region(model, k, row);
    CHECK(rowkey_load_add(model->loads[k][0], &region, 1, NULL) == ROWKEY_OK, "region %u", region);
    for (size_t p = 0; p < PLACEMENTS; p++)
      CHECK(rowkey_load_add(model->loads[k][p + 1], &model->server_of[p][region], 1, NULL) == ROWKEY_OK,
            "server");
  }
}

/* One row of each writer that has one, again and again. */
static void model_take_turns(struct model *model, uint64_t rows, size_t writers) {
  for (uint64_t round = 0, counted = 0; counted < rows; round++)
    for (size_t w = 0; w < writers; w++) {
      const uint64_t row = rowkey_rows_before(rows, writers, w) + round;
      if (row >= rowkey_rows_before(rows, writers, w + 1)) continue;
      model_count(model, row);
      counted++;
    }
}

/* ---- Runs -------------------------------------------------------------------------------------- */

static rowkey_simulation *begin(const struct model *model, size_t writers, uint64_t window, bool by_regions) {
  rowkey_error error;
  rowkey_simulation *simulation = rowkey_simulation_create(writers, window, &error);
  CHECK(simulation != NULL, "%s", error.text);
  for (size_t p = 0; p < PLACEMENTS; p++)
    CHECK(rowkey_simulation_place(simulation, model->server_of[p], REGIONS, SERVERS, &error) == ROWKEY_OK,
          "%s", error.text);
  for (size_t k = 0; k < LAYOUTS; k++)
    CHECK((by_regions ? rowkey_simulation_add_regions(simulation, REGIONS, &error)
                      : rowkey_simulation_add(simulation, model->layouts[k], SEED, model->splits[k],
                                              &error)) == ROWKEY_OK,
          "%s", error.text);
  return simulation;
}

static rowkey_status give_as_regions(struct model *model, rowkey_simulation *simulation, uint64_t first,
                                     size_t count, rowkey_error *error) {
  uint32_t *regions[LAYOUTS];
  for (size_t k = 0; k < LAYOUTS; k++) {
    regions[k] = guarded(count * sizeof **regions + 4, GUARD_END);
    for (size_t i = 0; i < count; i++) regions[k][i] = model_region(model, k, first + i);
  }
  return rowkey_simulation_give_regions(simulation, (const uint32_t *const *)regions, count, NULL, error);
}

/* Gives all rows, in blocks that end where they like. */
static void give_all(struct model *model, rowkey_simulation *simulation, uint64_t rows, size_t writers,
                     bool by_regions) {
  static struct rows block;
  uint64_t given[WRITERS] = {0};
  size_t most;
  for (size_t w; (w = rowkey_simulation_wants(simulation, &most)) != ROWKEY_NONE;) {
    rowkey_error error;
    CHECK(w < writers && most > 0 && most <= BLOCK_ROWS, "writer %zu, at most %zu rows", w, most);
    const uint64_t first = rowkey_rows_before(rows, writers, w) + given[w];
    const uint64_t left = rowkey_rows_before(rows, writers, w + 1) - first;
    size_t now = 1 + (size_t)random_below(most);
    if (now > left) now = (size_t)left;
    const rowkey_batch batch = make_rows(&block, first, now);
    CHECK((by_regions ? give_as_regions(model, simulation, first, now, &error)
                      : rowkey_simulation_give(simulation, &batch, NULL, &error)) == ROWKEY_OK,
          "%s", error.text);
    given[w] += now;
  }
  CHECK(most == 0, "%zu rows of no writer", most);
}

static void check_same(const rowkey_load_report *seen, rowkey_load *counted, const char *what) {
  const rowkey_load_report *expected = rowkey_load_finish(counted);
  CHECK(seen != NULL && seen->regions == expected->regions && seen->columns == expected->columns &&
            seen->total.rows == expected->total.rows,
        "%s: other sizes", what);
  CHECK(memcmp(seen->cells, expected->cells, seen->columns * seen->regions * sizeof *seen->cells) == 0 &&
            memcmp(seen->counts, expected->counts, seen->regions * sizeof *seen->counts) == 0,
        "%s: other counts", what);
  CHECK(seen->lock_step == expected->lock_step && seen->peak_mean == expected->peak_mean &&
            seen->hottest_first == expected->hottest_first && seen->total.gini == expected->total.gini,
        "%s: other figures", what);
}

static void check_run(struct model *model, rowkey_simulation *simulation) {
  for (size_t k = 0; k < LAYOUTS; k++) {
    check_same(rowkey_simulation_report(simulation, k, ROWKEY_NONE), model->loads[k][0], templates[k]);
    for (size_t p = 0; p < PLACEMENTS; p++)
      check_same(rowkey_simulation_report(simulation, k, p), model->loads[k][p + 1], templates[k]);
  }
}

static void agrees_with_the_model(void) {
  for (size_t round = 0; round < repetitions(60); round++) {
    struct model model;
    const size_t writers = round == 0 ? 1 : 1 + (size_t)random_below(WRITERS);
    const uint64_t rows = round == 1 ? 3 : random_below(round % 5 == 0 ? 30000 : 3000),
                   window = 1 + random_below(200);
    const bool by_regions = round % 2 == 1;
    model_create(&model, window);
    model_take_turns(&model, rows, writers);
    rowkey_simulation *simulation = begin(&model, writers, window, by_regions);
    give_all(&model, simulation, rows, writers, by_regions);
    check_run(&model, simulation);
    rowkey_simulation_free(simulation);
    model_free(&model);
    free_guarded();
  }
}

/* What was counted so far, and a load that outlives its simulation. */
static void tells_of_rows_so_far(void) {
  static struct rows block;
  struct model model;
  rowkey_error error;
  model_create(&model, 10);
  rowkey_simulation *simulation = begin(&model, 2, 10, false);
  for (size_t w = 0; w < 2; w++) {
    CHECK(rowkey_simulation_report(simulation, 0, ROWKEY_NONE)->total.rows == 0,
          "rows of one of two writers count");
    const rowkey_batch batch = make_rows(&block, w * 100, w == 0 ? 100 : 60);
    CHECK(rowkey_simulation_give(simulation, &batch, NULL, &error) == ROWKEY_OK, "%s", error.text);
  }
  CHECK(rowkey_simulation_report(simulation, 2, 1)->total.rows == 120,
        "not all rows that had their turn count");
  CHECK(rowkey_simulation_report(simulation, LAYOUTS, ROWKEY_NONE) == NULL &&
            rowkey_simulation_report(simulation, 0, PLACEMENTS) == NULL,
        "reports of what was not added");
  rowkey_load *load = rowkey_simulation_take(simulation, 1);
  CHECK(rowkey_simulation_wants(simulation, NULL) == ROWKEY_NONE &&
            rowkey_simulation_take(simulation, 1) == NULL &&
            rowkey_simulation_report(simulation, 1, ROWKEY_NONE) == NULL &&
            rowkey_simulation_take(simulation, 9) == NULL,
        "a load is taken twice");
  rowkey_simulation_free(simulation);
  CHECK(rowkey_load_finish(load)->total.rows == 120, "a load without its simulation");
  rowkey_load_free(load);
  model_free(&model);
}

/* ---- What is refused --------------------------------------------------------------------------- */

/* Of a call that fills in `error`. */
#define REFUSED(expected, call, said) \
  CHECK((call) == (expected) && strstr(error.text, said) != NULL, "%d: %s", error.status, error.text)

static void refuses_rows_and_goes_on(void) {
  static struct rows block;
  struct model model;
  size_t failed, most;
  model_create(&model, 10);
  model_take_turns(&model, 500, 1);
  rowkey_simulation *simulation = begin(&model, 1, 10, false);
  rowkey_batch batch = make_rows(&block, 0, 500);
  block.ids[123] = UINT64_MAX; /* which the i64 of layout 1 does not hold */
  rowkey_error error;
  CHECK(rowkey_simulation_give(simulation, &batch, &failed, &error) == ROWKEY_ERROR_RANGE && failed == 1 &&
            error.row == 123 && error.column == 0,
        "layout %zu, row %zu: %s", failed, error.row, error.text);
  CHECK(rowkey_simulation_report(simulation, 0, ROWKEY_NONE)->total.rows == 0, "a refused row counts");
  block.ids[123] = id_of(123);
  CHECK(rowkey_simulation_wants(simulation, &most) == 0 && most == BLOCK_ROWS, "another writer is wanted");
  batch.rows = most + 1;
  REFUSED(ROWKEY_ERROR_ARGUMENT, rowkey_simulation_give(simulation, &batch, &failed, &error),
          "2049 rows at a time");
  batch.rows = 500;
  CHECK(rowkey_simulation_give(simulation, &batch, &failed, &error) == ROWKEY_OK && failed == ROWKEY_NONE,
        "%s", error.text);
  batch.rows = 0;
  CHECK(rowkey_simulation_give(simulation, &batch, NULL, &error) == ROWKEY_OK, "%s", error.text);
  check_run(&model, simulation);
  REFUSED(ROWKEY_ERROR_ARGUMENT, rowkey_simulation_give(simulation, &batch, NULL, &error),
          "all writers have ended");
  rowkey_simulation_free(simulation);
  model_free(&model);
}

static void refuses_regions(void) {
  static const uint32_t good[] = {0, REGIONS - 1}, bad[] = {3, REGIONS};
  const uint32_t *const regions[LAYOUTS] = {good, good, bad};
  struct model model;
  rowkey_error error;
  size_t failed;
  model_create(&model, 10);
  rowkey_simulation *simulation = begin(&model, 3, 10, true);
  REFUSED(ROWKEY_ERROR_RANGE, rowkey_simulation_give_regions(simulation, regions, 2, &failed, &error),
          "there is no region 12 (expected one below 12)");
  CHECK(failed == 2, "layout %zu", failed);
  static struct rows block;
  const rowkey_batch batch = make_rows(&block, 0, 2);
  REFUSED(ROWKEY_ERROR_ARGUMENT, rowkey_simulation_give(simulation, &batch, &failed, &error),
          "added by its regions");
  rowkey_simulation_free(simulation);
  model_free(&model);
}

static void refuses_what_does_not_fit(void) {
  static const uint32_t server_of[REGIONS] = {0, 1, 2, 3};
  static struct rows block;
  struct model model;
  rowkey_error error;
  model_create(&model, 10);
  CHECK(rowkey_simulation_create(0, 1, NULL) == NULL && rowkey_simulation_create(1, 0, NULL) == NULL,
        "no rows");
  rowkey_simulation *simulation = rowkey_simulation_create(2, 10, &error);
  REFUSED(ROWKEY_ERROR_RANGE, rowkey_simulation_place(simulation, server_of, REGIONS, 3, &error),
          "region 3 is on server 3 (expected one below 3)");
  for (size_t p = 0; p < ROWKEY_MOST_PLACEMENTS; p++)
    CHECK(rowkey_simulation_place(simulation, server_of, REGIONS, 4, &error) == ROWKEY_OK, "%s", error.text);
  REFUSED(ROWKEY_ERROR_ARGUMENT, rowkey_simulation_place(simulation, server_of, REGIONS, 4, &error),
          "at most 8");
  REFUSED(ROWKEY_ERROR_ARGUMENT, rowkey_simulation_add_regions(simulation, REGIONS - 1, &error),
          "a layout of 11 regions");
  CHECK(rowkey_simulation_add(simulation, model.layouts[0], 0, model.splits[0], &error) == ROWKEY_OK, "%s",
        error.text);
  REFUSED(ROWKEY_ERROR_ARGUMENT, rowkey_simulation_place(simulation, server_of, REGIONS, 4, &error),
          "before the layouts");
  const rowkey_batch batch = make_rows(&block, 0, 2);
  CHECK(rowkey_simulation_give(simulation, &batch, NULL, &error) == ROWKEY_OK, "%s", error.text);
  REFUSED(ROWKEY_ERROR_ARGUMENT, rowkey_simulation_add_regions(simulation, REGIONS, &error),
          "a layout after rows");
  rowkey_simulation_free(simulation);
  simulation = rowkey_simulation_create(2, 10, &error);
  CHECK(rowkey_simulation_place(simulation, server_of, REGIONS, 4, &error) == ROWKEY_OK, "%s", error.text);
  REFUSED(ROWKEY_ERROR_ARGUMENT, rowkey_simulation_place(simulation, server_of, 4, 4, &error),
          "as of the first one");
  rowkey_simulation_free(simulation);
  model_free(&model);
}

/* ---- Split points ------------------------------------------------------------------------------ */

static void check_points(const rowkey_splits *seen, const rowkey_splits *expected) {
  CHECK(seen != NULL && seen->count == expected->count &&
            memcmp(seen->offsets, expected->offsets, (seen->count + 1) * sizeof *seen->offsets) == 0 &&
            memcmp(seen->bytes, expected->bytes, (size_t)seen->offsets[seen->count]) == 0,
        "other split points");
}

static void takes_the_points_of_the_layout(void) {
  struct model model;
  rowkey_error error;
  model_create(&model, 10);
  rowkey_split_choice *choice = rowkey_split_choice_create(model.layouts[0], SEED, REGIONS, 0, &error);
  CHECK(choice != NULL && rowkey_split_choice_wants(choice) == 0, "%s", error.text);
  static struct rows block;
  const rowkey_batch batch = make_rows(&block, 0, 9);
  CHECK(rowkey_split_choice_give(choice, &batch, &error) == ROWKEY_OK, "rows that are not wanted");
  rowkey_splits *splits = rowkey_split_choice_finish(choice, &error);
  check_points(splits, model.splits[0]);
  rowkey_splits_free(splits);
  CHECK(rowkey_split_choice_finish(choice, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
        "taken twice");
  rowkey_split_choice_free(choice);
  CHECK(rowkey_split_choice_create(model.layouts[0], SEED, 0, 5, &error) == NULL, "no regions");
  model_free(&model);
}

/* Too few values for the regions: all rows are sampled, as where a sample is asked for its first rows. */
static void samples_first_rows(void) {
  static struct rows block;
  struct model model;
  rowkey_error error;
  model_create(&model, 10);
  for (uint64_t sample = 0; sample <= 1500; sample += 1500) {
    const size_t regions = sample == 0 ? 150 : REGIONS; /* of 100 values of the first field */
    rowkey_split_choice *choice = rowkey_split_choice_create(model.layouts[0], SEED, regions, sample, &error);
    CHECK(choice != NULL, "%s", error.text);
    rowkey_sketch *sketch = rowkey_sketch_create(0, &error);
    for (uint64_t first = 0; first < 4000; first += 1000) {
      const uint64_t wanted = sample == 0 ? UINT64_MAX : sample > first ? sample - first : 0;
      CHECK(rowkey_split_choice_wants(choice) == wanted, "%llu rows are wanted",
            (unsigned long long)rowkey_split_choice_wants(choice));
      const rowkey_batch batch = make_rows(&block, first, 1000);
      CHECK(rowkey_split_choice_give(choice, &batch, &error) == ROWKEY_OK, "%s", error.text);
      char keys[1000 * 10];
      rowkey_keys made;
      const rowkey_key_buffer buffer = rowkey_key_buffer_of(keys, sizeof keys);
      CHECK(rowkey_encode(model.encoders[0], &batch, &buffer, &made, &error) == ROWKEY_OK, "%s", error.text);
      if (made.rows > wanted) made.rows = (size_t)wanted;
      CHECK(rowkey_sketch_add(sketch, &made, &error) == ROWKEY_OK, "%s", error.text);
    }
    rowkey_splits *splits = rowkey_split_choice_finish(choice, &error);
    rowkey_splits *expected = rowkey_sketch_splits(sketch, regions, &error);
    CHECK(expected != NULL, "%s", error.text);
    check_points(splits, expected);
    rowkey_splits_free(splits);
    rowkey_splits_free(expected);
    rowkey_sketch_free(sketch);
    rowkey_split_choice_free(choice);
  }
  model_free(&model);
}

/* ---- Memory and numbers ------------------------------------------------------------------------ */

static bool run_short_of_memory(const struct model *model, const rowkey_batch *batch) {
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_simulation *simulation = rowkey_simulation_create(2, 10, &error);
  bool done = simulation != NULL &&
              rowkey_simulation_place(simulation, model->server_of[0], REGIONS, SERVERS, &error) == ROWKEY_OK;
  for (size_t k = 0; done && k < LAYOUTS; k++)
    done = rowkey_simulation_add(simulation, model->layouts[k], SEED, model->splits[k], &error) == ROWKEY_OK;
  done = done && rowkey_simulation_give(simulation, batch, NULL, &error) == ROWKEY_OK;
  rowkey_split_choice *choice =
      done ? rowkey_split_choice_create(model->layouts[2], SEED, REGIONS, 100, &error) : NULL;
  done = done && choice != NULL && rowkey_split_choice_give(choice, batch, &error) == ROWKEY_OK;
  rowkey_splits *splits = done ? rowkey_split_choice_finish(choice, &error) : NULL;
  CHECK(splits != NULL || error.status == ROWKEY_ERROR_MEMORY, "%s", error.text);
  rowkey_splits_free(splits);
  rowkey_split_choice_free(choice);
  rowkey_simulation_free(simulation);
  return splits != NULL;
}

static void lack_of_memory_is_an_error(void) {
  static struct rows block;
  struct model model;
  model_create(&model, 10);
  const rowkey_batch batch = make_rows(&block, 0, 200);
  size_t failures = 0;
  for (size_t allowed = 0;; allowed++) {
    allocations_allowed = allowed;
    const bool done = run_short_of_memory(&model, &batch);
    if (!allocation_failed()) {
      CHECK(done, "no allocation fails");
      break;
    }
    failures += !done;
  }
  CHECK(failures > 20, "%zu allocations", failures);
  model_free(&model);
}

static void cuts_rows_and_windows(void) {
  CHECK(rowkey_simulation_window(UINT64_MAX) == 10000 && rowkey_simulation_window(0) == 1 &&
            rowkey_simulation_window(399) == 1 && rowkey_simulation_window(4000000) == 10000,
        "windows");
  CHECK(rowkey_rows_before(10, 4, 0) == 0 && rowkey_rows_before(10, 4, 1) == 3 &&
            rowkey_rows_before(10, 4, 2) == 6 && rowkey_rows_before(10, 4, 3) == 8 &&
            rowkey_rows_before(10, 4, 4) == 10,
        "parts of 10 rows");
  CHECK(rowkey_rows_before(UINT64_MAX, 3, 3) == UINT64_MAX, "parts of all rows that there can be");
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"a simulation counts what a model counts row by row", agrees_with_the_model},
      {"reports tell of the rows so far", tells_of_rows_so_far},
      {"bad rows are refused, and others go on", refuses_rows_and_goes_on},
      {"regions that a layout does not have are refused", refuses_regions},
      {"what does not fit is refused", refuses_what_does_not_fit},
      {"the layout gives its split points", takes_the_points_of_the_layout},
      {"first rows give split points", samples_first_rows},
      {"lack of memory is an error", lack_of_memory_is_an_error},
      {"rows are cut into parts and windows", cuts_rows_and_windows},
  };
  return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv);
}
