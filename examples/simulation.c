/* How evenly two writers load the regions and servers of a table, by two layouts and by regions that the
 * program finds itself; rows come from the program, a block at a time. */
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

enum { WRITERS = 2, ROWS = 20000, REGIONS = 10, SERVERS = 2, MOST = 2048, LAYOUTS = 3 };
static const char *const templates[] = {"{id:08d}", "{md5(id) % 100:02d}{id:08d}"};
static const char *const names[LAYOUTS] = {"{id:08d}", "{md5(id) % 100:02d}{id:08d}", "id / 2000"};

static uint64_t ids[MOST];
static uint32_t regions[MOST];

/* Rows first … of all rows. */
static rowkey_batch make_rows(rowkey_values *column, uint64_t first, size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    ids[i] = first + i;
    regions[i] = (uint32_t)(ids[i] / (ROWS / REGIONS));
  }
  *column = rowkey_u64s(ids, rows);
  return rowkey_batch_from(rowkey_batch_of(column, 1, rows), first);
}

/* Few of the numbers of 8 digits occur: the keys of the rows say where to split. */
static rowkey_splits *choose(const rowkey_layout *layout, rowkey_error *error) {
  rowkey_split_choice *choice = rowkey_split_choice_create(layout, 0, REGIONS, ROWS, error);
  rowkey_splits *splits = NULL;
  rowkey_values column;
  bool good = choice != NULL;
  for (uint64_t first = 0; good && rowkey_split_choice_wants(choice) > 0; first += 2000) {
    const rowkey_batch batch = make_rows(&column, first, 2000);
    good = rowkey_split_choice_give(choice, &batch, error) == ROWKEY_OK;
  }
  if (good) splits = rowkey_split_choice_finish(choice, error);
  rowkey_split_choice_free(choice);
  return splits;
}

/* Gives rows of the writer that is wanted until all have ended: each has half of the rows. */
static bool give_rows(rowkey_simulation *simulation, bool by_regions, rowkey_error *error) {
  uint64_t given[WRITERS] = {0};
  size_t most;
  for (size_t w; (w = rowkey_simulation_wants(simulation, &most)) != ROWKEY_NONE;) {
    const uint64_t first = rowkey_rows_before(ROWS, WRITERS, w) + given[w];
    const uint64_t left = rowkey_rows_before(ROWS, WRITERS, w + 1) - first;
    const size_t rows = left < most ? (size_t)left : most;
    const uint32_t *const found[] = {regions};
    rowkey_values column;
    const rowkey_batch batch = make_rows(&column, first, rows);
    size_t failed; /* of the layouts */
    if ((by_regions ? rowkey_simulation_give_regions(simulation, found, rows, &failed, error)
                    : rowkey_simulation_give(simulation, &batch, &failed, error)) != ROWKEY_OK)
      return false;
    given[w] += rows;
  }
  return true;
}

static void show(const char *name, rowkey_simulation *simulation, size_t layout) {
  const rowkey_load_report *report = rowkey_simulation_report(simulation, layout, ROWKEY_NONE);
  const rowkey_load_report *servers = rowkey_simulation_report(simulation, layout, 0);
  printf("%-28s %4.1f of %zu regions busy at a time", name, report->active_mean, report->regions);
  if (servers != NULL) printf(", the busiest server has %.2f times its share", servers->peak_mean);
  printf("\n");
}

static bool simulate_layouts(rowkey_error *error) {
  const rowkey_column schema[] = {rowkey_column_of("id", ROWKEY_U64)};
  rowkey_layout *layouts[2] = {NULL, NULL};
  uint32_t server_of[REGIONS];
  rowkey_simulation *simulation = rowkey_simulation_create(WRITERS, rowkey_simulation_window(ROWS), error);
  bool good = simulation != NULL &&
              rowkey_place_regions(REGIONS, SERVERS, NULL, server_of, error) == ROWKEY_OK &&
              rowkey_simulation_place(simulation, server_of, REGIONS, SERVERS, error) == ROWKEY_OK;
  for (size_t i = 0; good && i < 2; i++) {
    layouts[i] = rowkey_layout_compile(templates[i], strlen(templates[i]), schema, 1, error);
    rowkey_splits *splits = layouts[i] ? choose(layouts[i], error) : NULL;
    good = splits && rowkey_simulation_add(simulation, layouts[i], 0, splits, error) == ROWKEY_OK;
    rowkey_splits_free(splits);
  }
  good = good && give_rows(simulation, false, error);
  for (size_t i = 0; good && i < 2; i++) show(names[i], simulation, i);
  rowkey_simulation_free(simulation);
  for (size_t i = 0; i < 2; i++) rowkey_layout_free(layouts[i]);
  return good;
}

/* A map of region by time, a digit for each level of colour, the last region first. */
static bool show_map(const rowkey_load_report *report, rowkey_error *error) {
  const rowkey_pictured pictured = rowkey_pictured_of(names[2], report);
  rowkey_heat *heat = rowkey_heat_create(&pictured, 1, error);
  if (heat == NULL) return false;
  const rowkey_heat_map *map = &heat->maps[0];
  printf("%d rows, from %s for none to %s for %.0f times an even share\n", (int)report->total.rows,
         heat->colours[0], heat->colours[ROWKEY_HEAT_LEVELS - 1], heat->shares[ROWKEY_HEAT_LEVELS - 1]);
  for (size_t band = map->bands; band-- > 0;) {
    for (size_t column = 0; column < map->columns; column += 20)
      printf("%3d", map->levels[band * map->columns + column]);
    printf("\n");
  }
  rowkey_heat_free(heat);
  return true;
}

/* The caller routes the rows. What was counted outlives the simulation. */
static bool simulate_regions(rowkey_error *error) {
  rowkey_simulation *simulation = rowkey_simulation_create(WRITERS, 50, error);
  bool good = simulation && rowkey_simulation_add_regions(simulation, REGIONS, error) == ROWKEY_OK &&
              give_rows(simulation, true, error);
  if (good) show(names[2], simulation, 0);
  rowkey_load *load = rowkey_simulation_take(simulation, 0);
  rowkey_simulation_free(simulation);
  if (good) good = show_map(rowkey_load_finish(load), error);
  rowkey_load_free(load);
  return good;
}

int main(void) {
  rowkey_error error = {.text = ""};
  if (simulate_layouts(&error) && simulate_regions(&error)) return 0;
  fprintf(stderr, "%s\n", error.text);
  return 1;
}
