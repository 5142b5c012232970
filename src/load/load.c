/* Counting rows by region and window. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/addresses.h"
#include "base/error.h"
#include "load/load.h"
#include "load/state.h"
#include "regions/strings.h"

enum {
  /* Rows of one region one after the other would each wait for the count of the one before to be stored and
   * loaded again: they go to different tables in turn, as long as these stay in the cache. */
  TABLES = 4,
  TABLE_REGIONS_MAX = 1 << 16,
  BLOCK = 1 << 13,     /* rows that are checked, then counted while they are in the cache */
  SPARSE = 2,          /* windows with so many times fewer rows than regions are closed row by row */
  CELLS_MAX = 1 << 25, /* of all columns, where there are more than the fewest columns */
  COLUMNS_MIN = 2      /* so that two can be made one */
};
#define TABLE_ROWS_MAX ((uint64_t)1 << 31) /* so that the sum of tables cannot pass 32 bits */

/* ---- The columns ----------------------------------------------------------------------------- */

/* Makes columns 2c and 2c + 1 column c. */
static void halve_columns(rowkey_load *load) {
  const size_t regions = load->regions, half = load->columns_max / 2;
  for (size_t c = 0; c < half; c++) {
    uint64_t *into = load_column(load, c);
    const uint64_t *even = load_column(load, 2 * c), *odd = even + regions;
    for (size_t r = 0; r < regions; r++) into[r] = even[r] + odd[r];
  }
  memset(load_column(load, half), 0, half * regions * sizeof *load->cells);
  load->columns = half;
  load->column_windows *= 2;
}

/* Makes sure that the last column has room for a window. */
static void begin_window(rowkey_load *load) {
  if (load->columns > 0 && load->windows_in_column < load->column_windows) return;
  if (load->columns == load->columns_max) halve_columns(load);
  load->columns++;
  load->windows_in_column = 0;
}

/* ---- Windows --------------------------------------------------------------------------------- */

void rowkey_load_flush(rowkey_load *load) {
  if (load->in_tables == 0) return;
  uint64_t *cells = load_column(load, load->columns - 1);
  const uint32_t *table = load->tables;
  for (size_t r = 0; r < load->regions; r++) {
    uint64_t count = table[r];
    for (size_t k = 1; k < TABLES && load->stride > 0; k++) count += table[r + k * load->stride];
    load->counts[r] += count;
    cells[r] += count;
  }
  memset(load->tables, 0, (load->stride > 0 ? TABLES * load->stride : load->regions) * sizeof *load->tables);
  load->in_tables = 0;
}

/* What is reported of a window, summed count by count. */
struct window_sums {
  size_t active, busiest;
  uint64_t most;
  double squares, distances; /* sums of count^2, and of (count - mean)^2 */
};

static inline void add_count(struct window_sums *sums, size_t region, uint64_t count, double mean) {
  const double value = (double)count, distance = value - mean;
  if (count > sums->most || (count == sums->most && region < sums->busiest)) {
    sums->most = count;
    sums->busiest = region;
  }
  sums->active += count > 0;
  sums->squares += value * value;
  sums->distances += distance * distance;
}

/* The sums over all regions, whose counts are reset to 0. */
static struct window_sums sum_regions(rowkey_load *load, double mean) {
  struct window_sums sums = {.busiest = load->regions};
  for (size_t r = 0; r < load->regions; r++) add_count(&sums, r, load->counts[r], mean);
  memset(load->counts, 0, load->regions * sizeof *load->counts);
  return sums;
}

/* The same by the rows: each region counts at the first of its rows. */
static struct window_sums sum_rows(rowkey_load *load, double mean) {
  struct window_sums sums = {.busiest = load->regions};
  for (uint64_t i = 0; i < load->window_rows; i++) {
    const uint32_t region = load->rows[i];
    if (load->counts[region] == 0) continue;
    add_count(&sums, region, load->counts[region], mean);
    load->counts[region] = 0;
  }
  sums.distances += (double)(load->regions - sums.active) * (mean * mean);
  return sums;
}

static void close_window(rowkey_load *load) {
  const double rows = (double)load->window, mean = rows / (double)load->regions;
  rowkey_load_flush(load);
  const struct window_sums sums = load->rows != NULL ? sum_rows(load, mean) : sum_regions(load, mean);
  struct streak *streak = &load->streak;
  if (streak->windows == 0 || streak->region != sums.busiest) {
    load->longest = *longer_streak(&load->longest, streak);
    *streak = (struct streak){sums.busiest, load->windows, 0, 0};
  }
  streak->windows++;
  streak->rows += sums.most;

  load->active_sum += (double)sums.active;
  load->effective_sum += rows * rows / sums.squares;
  load->variation_sum += sqrt(sums.distances / (double)load->regions) / mean;
  load->most_sum += sums.most;
  if (sums.most > load->most) load->most = sums.most;
  if (load->windows == 0 || sums.active < load->active_least) load->active_least = sums.active;
  if (sums.active > load->active_most) load->active_most = sums.active;
  load->windows++;
  load->windows_in_column++;
  load->window_rows = 0;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* How many of the rows have a region before the first one that has none. */
static size_t count_valid(const rowkey_load *load, const uint32_t *regions, size_t rows) {
  /* regions <= 2^24: a number that is too large has its high bit set, or gets it by the subtraction. */
  const uint32_t last = (uint32_t)(load->regions - 1);
  uint32_t bits = 0;
  for (size_t i = 0; i < rows; i++) bits |= regions[i] | (last - regions[i]);
  if (bits >> 31 == 0) return rows;
  size_t i = 0;
  while (regions[i] <= last) i++;
  return i;
}

static void count_in_tables(rowkey_load *load, const uint32_t *regions, size_t rows) {
  uint32_t *a = load->tables, *b = a + load->stride, *c = b + load->stride, *d = c + load->stride;
  size_t i = 0;
  for (; i + TABLES <= rows; i += TABLES) {
    a[regions[i]]++;
    b[regions[i + 1]]++;
    c[regions[i + 2]]++;
    d[regions[i + 3]]++;
  }
  for (; i < rows; i++) a[regions[i]]++;
  load->in_tables += rows;
  if (load->in_tables > TABLE_ROWS_MAX) rowkey_load_flush(load);
}

static void count_in_cells(rowkey_load *load, const uint32_t *regions, size_t rows) {
  uint64_t *cells = load_column(load, load->columns - 1);
  for (size_t i = 0; i < rows; i++) {
    load->counts[regions[i]]++;
    cells[regions[i]]++;
  }
  memcpy(load->rows + load->window_rows, regions, rows * sizeof *regions);
}

static void count_rows(rowkey_load *load, const uint32_t *regions, size_t rows) {
  if (rows == 0) return;
  begin_window(load);
  if (load->rows != NULL) {
    count_in_cells(load, regions, rows);
  } else {
    count_in_tables(load, regions, rows);
  }
  load->window_rows += rows;
  if (load->window_rows == load->window) close_window(load);
}

rowkey_status rowkey_load_add(rowkey_load *load, const uint32_t *regions, size_t rows, rowkey_error *error) {
  if (!rowkey_is_given(load, "load", error)) return ROWKEY_ERROR_ARGUMENT;
  if (!values_can_be_at(regions, rows, sizeof *regions))
    return rowkey_error_numbers("regions", regions, rows, error);
  for (size_t done = 0; done < rows;) {
    const uint64_t left = load->window - load->window_rows;
    size_t block = rows - done < BLOCK ? rows - done : BLOCK;
    if (block > left) block = (size_t)left;
    const size_t valid = count_valid(load, regions + done, block);
    count_rows(load, regions + done, valid);
    done += valid;
    if (valid < block) {
      rowkey_error_set(error, ROWKEY_ERROR_RANGE, "there is no region %lu (expected one below %zu)",
                       (unsigned long)regions[done], load->regions);
      if (error != NULL) error->row = done;
      return ROWKEY_ERROR_RANGE;
    }
  }
  return ROWKEY_OK;
}

/* ---- Its memory ------------------------------------------------------------------------------ */

static bool allocate_counts(rowkey_load *load) {
  const size_t regions = load->regions;
  load->counts = calloc(regions, sizeof *load->counts);
  load->totals = calloc(regions, sizeof *load->totals);
  load->sorted = calloc(regions, sizeof *load->sorted);
  load->cells = calloc(load->columns_max * regions, sizeof *load->cells);
  if (load->window < regions / SPARSE) {
    load->rows = calloc((size_t)load->window, sizeof *load->rows);
  } else {
    load->stride = regions <= TABLE_REGIONS_MAX ? regions : 0;
    load->tables = calloc(load->stride > 0 ? TABLES * regions : regions, sizeof *load->tables);
  }
  return load->counts != NULL && load->totals != NULL && load->sorted != NULL && load->cells != NULL &&
         (load->rows != NULL || load->tables != NULL);
}

rowkey_load *rowkey_load_create(size_t regions, uint64_t window, rowkey_error *error) {
  if (!rowkey_regions_valid(regions, error)) return NULL;
  if (window == 0) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "a window has no rows (expected 1 or more)");
    return NULL;
  }
  rowkey_load *load = calloc(1, sizeof *load);
  if (load != NULL) {
    load->regions = regions;
    load->window = window;
    load->column_windows = 1;
    load->columns_max = ROWKEY_LOAD_COLUMNS;
    while (load->columns_max > COLUMNS_MIN && load->columns_max > CELLS_MAX / regions) load->columns_max /= 2;
    if (allocate_counts(load)) return load;
  }
  rowkey_load_free(load);
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the counts of %zu regions", regions);
  return NULL;
}

void rowkey_load_free(rowkey_load *load) {
  if (load == NULL) return;
  free(load->tables);
  free(load->counts);
  free(load->rows);
  free(load->cells);
  free(load->totals);
  free(load->sorted);
  free(load);
}
