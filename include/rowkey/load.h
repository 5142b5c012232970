/* Load: how evenly a stream of rows falls on the regions, in total and over time. Experimental.
 *
 *     #include <rowkey/simulation.h>
 *     rowkey_load *load = rowkey_simulation_take(simulation, 0); // what it counted first
 *     if (load != NULL) printf("lock-step %.2f\n", rowkey_load_finish(load)->lock_step);
 *     rowkey_load_free(load);
 *
 * Time is counted in rows: a window is a number of consecutive rows, whoever writes them.
 */
#ifndef ROWKEY_LOAD_H
#define ROWKEY_LOAD_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/load.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/error.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counted rows of 1 … 2^24 regions, from rowkey_simulation_take. Only one call at a time may use it. Memory
 * does not grow with the rows: it keeps at most ROWKEY_LOAD_COLUMNS columns of counts, fewer for more than
 * 2^16 regions, but at least two. A column counts one window at first; when all columns are full, each pair
 * becomes one. */
typedef struct rowkey_load rowkey_load;

enum { ROWKEY_LOAD_COLUMNS = 512 };

ROWKEY_API void rowkey_load_free(rowkey_load *load); /* NULL is allowed */

/* How even counts are, one for each region: n is their sum, m their mean, sigma the root of the mean of
 * (count - m)^2. Without rows p_value is 1, and all else 0. */
typedef struct rowkey_evenness {
  uint64_t rows; /* n */
  uint64_t least, most;
  double mean, deviation; /* m and sigma */
  double variation;       /* sigma / m */
  double peak;            /* most / m */
  double gini;            /* 0 when all counts are the same, towards 1 when one region has all rows */
  double chi_squared;     /* sum of (count - m)^2 / m, with regions - 1 degrees of freedom */
  /* The probability that evenly random rows give this chi_squared or more; 1 for a single region. */
  double p_value;
  size_t active; /* regions with any row */
} rowkey_evenness;

/* How even the counts of `regions` regions are; their sum must be below 2^64. Sorts `counts`. NULL means no
 * rows. */
ROWKEY_API rowkey_evenness rowkey_evenness_of(uint64_t *counts, size_t regions);

/* How the rows fell on the regions, in total and in each window of time. */
typedef struct rowkey_load_report {
  size_t regions;
  const uint64_t *counts; /* rows of each region */
  rowkey_evenness total;

  uint64_t window;       /* rows */
  uint64_t window_count; /* full windows; the rows after the last one do not count in what follows */
  /* Over the full windows; 0 without one. */
  double active_mean;
  size_t active_least, active_most;
  double effective_mean;       /* of the effective number of regions, 1 / sum of (count / window)^2 */
  double peak_mean, peak_most; /* the most rows of a region ÷ the mean */
  double variation_mean;
  /* Expected if each row goes to a random region: regions * (1 - (1 - 1 / regions)^window) active regions,
   * and an effective number of window / (1 + (window - 1) / regions). */
  double active_even, effective_even;
  /* 1 - effective_mean / effective_even, at least 0: 0 for rows that spread by chance alone, towards 1 when
   * all writers are in few regions at a time and move on together. */
  double lock_step;
  /* The region that stayed the busiest for the most windows in a row. If regions are equally busy in a
   * window, the lowest counts. */
  size_t hottest;
  uint64_t hottest_windows, hottest_first; /* how many windows, and the first of them */
  double hottest_share;                    /* the region's share of the rows of those windows */

  /* The counts over time: cells[c * regions + r] rows of region r in column c. A column counts
   * `column_windows` windows; the last column may count fewer windows, and also rows that do not fill a
   * window. */
  size_t columns;
  uint64_t column_windows;
  const uint64_t *cells;
} rowkey_load_report;

/* Returns what was counted so far. The report belongs to `load`, and is valid until the next call on it. NULL
 * for NULL. */
ROWKEY_API const rowkey_load_report *rowkey_load_finish(rowkey_load *load);

/* Places regions on 1 to 2^32 - 1 `servers`: server_of[r] becomes the server of region r. Each server has as
 * many regions as any other, or one more. Region r is on server r modulo `servers` if `seed` is NULL; else
 * the regions are dealt out at random, like those of a balancer that looks only at how many regions a server
 * has. */
ROWKEY_CHECKED rowkey_status rowkey_place_regions(size_t regions, size_t servers, const uint64_t *seed,
                                                  uint32_t *server_of, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
