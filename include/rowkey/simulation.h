/* Simulation: how evenly the rows of several writers load the regions and servers of a table, by the keys of
 * several layouts beside each other. Experimental.
 *
 *     rowkey_simulation *simulation = rowkey_simulation_create(80, 10000, &error);
 *     if (simulation != NULL && rowkey_simulation_add(simulation, layout, 0, splits, &error) == ROWKEY_OK) {
 *       // while rowkey_simulation_wants names a writer: rowkey_simulation_give rows of that writer; then
 *       const rowkey_load_report *report = rowkey_simulation_report(simulation, 0, ROWKEY_NONE);
 *       printf("lock-step %.2f\n", report->lock_step);
 *     }
 *     rowkey_simulation_free(simulation);
 *
 * Time is counted in rows: all writers that have rows left write one row each, in their order, then the next
 * one each.
 */
#ifndef ROWKEY_SIMULATION_H
#define ROWKEY_SIMULATION_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/simulation.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/encode.h>
#include <rowkey/load.h>
#include <rowkey/splits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counts the rows of all writers for each layout. Only one call at a time may use it. */
typedef struct rowkey_simulation rowkey_simulation;

enum { ROWKEY_MOST_WRITERS = 1 << 24, ROWKEY_MOST_PLACEMENTS = 8 };

/* The usual window, for a run of so many rows: a 400th of them, and at least one; 10,000 for UINT64_MAX, a
 * number of rows that is not known. */
static inline uint64_t rowkey_simulation_window(uint64_t rows) {
  if (rows == UINT64_MAX) return 10000;
  return rows < 400 ? 1 : rows / 400;
}

/* How many of `rows` rows writers before this one have, if each of `writers` >= 1 has a contiguous part, and
 * no part has more than one row more than another: writer w has rows before(w) … before(w + 1) - 1. */
static inline uint64_t rowkey_rows_before(uint64_t rows, size_t writers, size_t writer) {
  const uint64_t more = rows % writers;
  return rows / writers * writer + (writer < more ? writer : more);
}

/* Creates a simulation of 1 … ROWKEY_MOST_WRITERS writers, in windows of `window` >= 1 rows of all of them.
 * Memory does not grow with the rows: rows of each writer wait for their turns, 4 bytes a row and layout, at
 * most 2^17 rows of all writers or 64 of each. Returns NULL and fills `error` on failure. */
ROWKEY_CHECKED rowkey_simulation *rowkey_simulation_create(size_t writers, uint64_t window,
                                                           rowkey_error *error);
ROWKEY_API void rowkey_simulation_free(rowkey_simulation *simulation); /* NULL is allowed */

/* ---- What is counted --------------------------------------------------------------------------- */

/* Also counts rows by server: server_of[r] < `servers` is the server of region r, as rowkey_place_regions
 * sets it. The array is copied. Call it before layouts are added, all of which then have `regions` regions;
 * at most ROWKEY_MOST_PLACEMENTS times, for as many ways to place the same regions. ROWKEY_ERROR_RANGE, with
 * error->row, for a region whose server is not below `servers`. */
ROWKEY_CHECKED rowkey_status rowkey_simulation_place(rowkey_simulation *simulation, const uint32_t *server_of,
                                                     size_t regions, size_t servers, rowkey_error *error);

/* Adds a layout, from index 0 on: its keys, those of rowkey_encoder_create with this seed, are routed to the
 * regions between the split points, which are copied. The layout must outlive the simulation. All layouts are
 * added before rows are given. After an error the layout is not added. */
ROWKEY_CHECKED rowkey_status rowkey_simulation_add(rowkey_simulation *simulation, const rowkey_layout *layout,
                                                   uint64_t seed, const rowkey_splits *splits,
                                                   rowkey_error *error);

/* Adds a layout that stays with the caller, who gives the regions of the rows: 1 … 2^24 `regions`. */
ROWKEY_CHECKED rowkey_status rowkey_simulation_add_regions(rowkey_simulation *simulation, size_t regions,
                                                           rowkey_error *error);

/* ---- Rows -------------------------------------------------------------------------------------- */

/* Returns the writer whose rows are wanted next, and in *most how many at most. ROWKEY_NONE, and 0 rows, when
 * all writers have ended, and for NULL. */
ROWKEY_API size_t rowkey_simulation_wants(const rowkey_simulation *simulation, size_t *most);

/* Gives the next rows of the writer that is wanted, at most as many as are wanted; a batch of no rows ends
 * the writer. Errors are those of rowkey_encode, and ROWKEY_ERROR_ARGUMENT if a layout was added by its
 * regions; *failed, unless `failed` is NULL, receives the layout's index, or ROWKEY_NONE where no layout is
 * to blame. After an error nothing is counted, and the same writer is wanted. */
ROWKEY_CHECKED rowkey_status rowkey_simulation_give(rowkey_simulation *simulation, const rowkey_batch *batch,
                                                    size_t *failed, rowkey_error *error);

/* Gives the same as regions: regions[k][i] is the region of row i by layout k. ROWKEY_ERROR_RANGE, with
 * error->row and *failed, for a region that the layout does not have. */
ROWKEY_CHECKED rowkey_status rowkey_simulation_give_regions(rowkey_simulation *simulation,
                                                            const uint32_t *const *regions, size_t rows,
                                                            size_t *failed, rowkey_error *error);

/* ---- What was counted -------------------------------------------------------------------------- */

/* Returns what was counted so far for a layout: by region, or by server of a placement, whose index counts
 * from 0; ROWKEY_NONE for regions. The report belongs to the simulation, and is valid until the next call on
 * it for this layout or to give rows. NULL for an index that was not added, and for NULL. */
ROWKEY_API const rowkey_load_report *rowkey_simulation_report(rowkey_simulation *simulation, size_t layout,
                                                              size_t placement);

/* Takes what was counted by region for a layout out of the simulation, which ends; the caller frees it. NULL
 * for an index that was not added or whose load was taken before, and for NULL. */
ROWKEY_CHECKED rowkey_load *rowkey_simulation_take(rowkey_simulation *simulation, size_t layout);

/* ---- Split points for a layout ----------------------------------------------------------------- */

/* The split points that a layout should have: those that it gives, or those of keys of the first rows. Only
 * one call at a time may use it. */
typedef struct rowkey_split_choice rowkey_split_choice;

/* Begins the choice of points between `regions` regions. `sample_rows` 0: those of rowkey_splits_of_layout
 * or, if the layout does not say which values its first field can have, or these are fewer than the regions,
 * those of the keys of all rows. Else those of the keys of the first `sample_rows` rows. `seed` and the
 * layout's lifetime are as for rowkey_simulation_add. A sample takes the 64 MiB of rowkey_sketch_create.
 * Returns NULL and fills `error` on failure. */
ROWKEY_CHECKED rowkey_split_choice *rowkey_split_choice_create(const rowkey_layout *layout, uint64_t seed,
                                                               size_t regions, uint64_t sample_rows,
                                                               rowkey_error *error);
ROWKEY_API void rowkey_split_choice_free(rowkey_split_choice *choice); /* NULL is allowed */

/* How many more rows are wanted: 0 where the layout gives the points or the sample is complete; UINT64_MAX
 * for all that there are. 0 for NULL. */
ROWKEY_API uint64_t rowkey_split_choice_wants(const rowkey_split_choice *choice);

/* Gives the next rows to the sample: each writer's to their end, one writer after the other. Rows beyond
 * those that are wanted are encoded, and do not count. Errors are those of rowkey_encode; nothing is added
 * then. */
ROWKEY_CHECKED rowkey_status rowkey_split_choice_give(rowkey_split_choice *choice, const rowkey_batch *batch,
                                                      rowkey_error *error);

/* Returns the points, which the caller frees with rowkey_splits_free; once. Errors are those of
 * rowkey_sketch_splits. */
ROWKEY_CHECKED rowkey_splits *rowkey_split_choice_finish(rowkey_split_choice *choice, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
