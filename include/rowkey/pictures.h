/* Pictures: loads of regions and servers, and the designs of advice, as SVG. Experimental.
 *
 *     #include <rowkey/simulation.h>
 *     const rowkey_load_report *report = rowkey_simulation_report(simulation, 0, ROWKEY_NONE);
 *     const rowkey_rows_seen seen = rowkey_rows_seen_of("events.csv", 0, 1, 1000);
 *     const rowkey_pictured pictured = rowkey_pictured_of("{id:08d}", report);
 *     size_t size;
 *     char *svg = rowkey_picture_loads(ROWKEY_PICTURE_HEAT, &seen, &pictured, 1, &size, &error);
 *     if (svg != NULL) printf("%s", svg);
 *     rowkey_picture_free(svg);
 *
 * A picture stands alone, as nothing in it is fetched, and has the same bytes in every locale.
 */
#ifndef ROWKEY_PICTURES_H
#define ROWKEY_PICTURES_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/pictures.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/advise.h>
#include <rowkey/load.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is counted of a layout. */
typedef struct rowkey_pictured {
  const char *layout;               /* what it is called: its template, or @NAME */
  const rowkey_load_report *report; /* by region, or by server */
  uint64_t reserved[1];             /* must be 0 */
} rowkey_pictured;

/* Which rows all layouts of a picture have seen, in windows of the same size. */
typedef struct rowkey_rows_seen {
  const char *source; /* where they came from, for people: "events.csv" */
  uint64_t rows;
  size_t writers;
  uint64_t window;      /* rows */
  bool by_server;       /* the reports count by server */
  uint64_t reserved[2]; /* must be 0 */
} rowkey_rows_seen;

/* A layout and what was counted of it. */
static inline rowkey_pictured rowkey_pictured_of(const char *layout, const rowkey_load_report *report) {
  rowkey_pictured pictured = ROWKEY_ZERO;
  pictured.layout = layout;
  pictured.report = report;
  return pictured;
}

/* Rows whose reports count by region. */
static inline rowkey_rows_seen rowkey_rows_seen_of(const char *source, uint64_t rows, size_t writers,
                                                   uint64_t window) {
  rowkey_rows_seen seen = ROWKEY_ZERO;
  seen.source = source;
  seen.rows = rows;
  seen.writers = writers;
  seen.window = window;
  return seen;
}

/* What a picture of loads shows. */
typedef enum rowkey_picture_kind {
  ROWKEY_PICTURE_ROWS = 0,    /* the rows of each region and how they vary */
  ROWKEY_PICTURE_HEAT = 1,    /* region by time, as colours */
  ROWKEY_PICTURE_ACTIVITY = 2 /* a line over time for each of a few regions */
} rowkey_picture_kind;

/* Draws 1 or more layouts beside each other: *size bytes of SVG and a NUL, which the caller frees with
 * rowkey_picture_free. Text may be any bytes; it is shown as far as it fits. Returns NULL and fills `error`
 * on failure. Thread-safe. */
ROWKEY_CHECKED char *rowkey_picture_loads(rowkey_picture_kind kind, const rowkey_rows_seen *seen,
                                          const rowkey_pictured *layouts, size_t count, size_t *size,
                                          rowkey_error *error);

/* ---- Maps as cells, for those that draw them themselves ------------------------------------------------ */

enum { ROWKEY_HEAT_LEVELS = 17 };

/* The map of a layout: `bands` lines of `columns` cells. */
typedef struct rowkey_heat_map {
  size_t bands, columns;
  size_t band_regions;   /* regions, or servers, that a band stands for; the last may have fewer */
  double column_rows;    /* rows that a column stands for; the last may have fewer */
  const uint64_t *rows;  /* of each cell, band by band from region 0 on: rows[band * columns + column] */
  const uint8_t *levels; /* of each cell, below ROWKEY_HEAT_LEVELS */
  uint64_t reserved[1];
} rowkey_heat_map;

/* Maps of layouts that share a scale, as ROWKEY_PICTURE_HEAT draws them. Immutable. */
typedef struct rowkey_heat {
  const rowkey_heat_map *maps;
  size_t count;
  /* Of each level: its colour, "#e4e4e4", and the rows of a cell in its middle as a multiple of an even
   * share; 0 for no rows at all, which is level 0. */
  const char *colours[ROWKEY_HEAT_LEVELS];
  double shares[ROWKEY_HEAT_LEVELS];
  uint64_t reserved[2];
} rowkey_heat;

/* Makes the maps of 1 or more layouts. Free them with rowkey_heat_free; they do not need the reports. Returns
 * NULL and fills `error` on failure. Thread-safe. */
ROWKEY_CHECKED rowkey_heat *rowkey_heat_create(const rowkey_pictured *layouts, size_t count,
                                               rowkey_error *error);
ROWKEY_API void rowkey_heat_free(rowkey_heat *heat); /* NULL is allowed */

/* ---- Designs ------------------------------------------------------------------------------------- */

/* Draws the designs of advice by what they cost to read and how uneven they are, below what was seen of
 * `layouts`. `recommended` is what rowkey_advisor_choose returned, and a design; `rows` how many a table that
 * grows will have, or 0. ROWKEY_ERROR_ARGUMENT if no design can be taken. */
ROWKEY_CHECKED char *rowkey_picture_designs(const rowkey_advisor *advisor, size_t recommended, uint64_t rows,
                                            const rowkey_rows_seen *seen, const rowkey_pictured *layouts,
                                            size_t count, size_t *size, rowkey_error *error);

ROWKEY_API void rowkey_picture_free(char *svg); /* NULL is allowed */

#ifdef __cplusplus
}
#endif

#endif
