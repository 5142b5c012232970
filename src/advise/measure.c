/* One design: its keys of the sample, sorted, in their regions and as they come in time. */
#include "advise/measure.h"

#include <math.h>
#include <rowkey/kernels.h>
#include <rowkey/sketch.h>
#include <rowkey/sort.h>
#include <stdlib.h>
#include <string.h>

#include "advise/answers.h"
#include "advise/growth.h"
#include "base/error.h"
#include "load/load.h"

static bool no_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the measures of a design");
  return false;
}

/* Takes note of why the design cannot be taken: of what is not its fault it is an error of the caller. */
static bool refuse(struct measured *measured, const rowkey_error *why, rowkey_error *error) {
  if (why->status == ROWKEY_ERROR_MEMORY || why->status == ROWKEY_ERROR_ARGUMENT) {
    if (error != NULL && error != why) *error = *why;
    return false;
  }
  measured->refused = strdup(why->text);
  return measured->refused != NULL || no_memory(error);
}

/* ---- Keys --------------------------------------------------------------------------------------- */

static bool make_room(struct measuring_room *room, size_t rows, size_t bytes) {
  if (rows > room->rows_room || room->offsets == NULL) {
    rowkey_measuring_room_free(room);
    room->offsets = calloc(rows + 1, sizeof *room->offsets);
    room->order = calloc(rows + 1, sizeof *room->order);
    room->memory = calloc(rows + 1, ROWKEY_SORT_BYTES_PER_ROW);
    room->regions = calloc(rows + 1, sizeof *room->regions);
    room->turns = calloc(rows + 1, sizeof *room->turns);
    room->rank = calloc(rows + 1, sizeof *room->rank);
    room->old_below = calloc(rows + 1, sizeof *room->old_below);
    room->rows_room = rows;
  }
  if (bytes > room->keys_room || room->keys == NULL) {
    free(room->keys);
    room->keys = malloc(bytes + 1);
    room->keys_room = bytes;
  }
  return room->offsets != NULL && room->order != NULL && room->memory != NULL && room->regions != NULL &&
         room->turns != NULL && room->rank != NULL && room->old_below != NULL && room->keys != NULL;
}

void rowkey_measuring_room_free(struct measuring_room *room) {
  free(room->keys);
  free(room->offsets);
  free(room->order);
  free(room->memory);
  free(room->regions);
  free(room->turns);
  free(room->rank);
  free(room->old_below);
  *room = (struct measuring_room){0};
}

static bool encode(const struct measuring *measuring, struct measuring_room *room, struct measured *measured,
                   rowkey_keys *keys, rowkey_error *error) {
  const struct records *records = &measuring->records;
  const rowkey_batch batch = rowkey_batch_of(records->columns, records->column_count, records->rows);
  const size_t bytes = rowkey_encode_bound(measured->layout, &batch);
  if (bytes == SIZE_MAX || !make_room(room, records->rows, bytes)) return no_memory(error);
  rowkey_encoder *encoder = rowkey_encoder_create(measured->layout, 0, error);
  if (encoder == NULL) return false;
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(room->keys, room->keys_room, room->offsets);
  rowkey_error why;
  const rowkey_status status = rowkey_encode(encoder, &batch, &buffer, keys, &why);
  rowkey_encoder_free(encoder);
  if (status != ROWKEY_OK) return refuse(measured, &why, error);
  *keys = rowkey_keys_of_offsets(room->keys, room->offsets, records->rows);
  measured->key_bytes = records->rows == 0 ? 0 : (double)room->offsets[records->rows] / (double)records->rows;
  return true;
}

static bool sort(const struct measuring *measuring, struct measuring_room *room, struct measured *measured,
                 const rowkey_keys *keys, rowkey_error *error) {
  const size_t rows = measuring->records.rows;
  if (rowkey_sort(keys, room->order, &measured->shared, room->memory, ROWKEY_SORT_BYTES_PER_ROW * rows,
                  error) != ROWKEY_OK)
    return false;
  room->old_below[0] = 0;
  for (size_t i = 0; i < rows; i++) {
    room->rank[room->order[i]] = (uint32_t)i;
    room->old_below[i + 1] = room->old_below[i] + (room->order[i] < measuring->growth.old_rows);
  }
  return true;
}

/* ---- Regions ------------------------------------------------------------------------------------ */

/* Regions that the layout itself parts are uneven where one has so many times its share of the records, and
 * more than chance gives it. */
static const double uneven = 1.5;

/* Fills in the regions of the rows. */
static bool find_regions(const rowkey_splits *splits, const struct measuring_room *room,
                         const rowkey_keys *keys, rowkey_error *error) {
  rowkey_router *router = rowkey_router_create(splits, error);
  const bool found = router != NULL && rowkey_route(router, keys, room->regions, error) == ROWKEY_OK;
  rowkey_router_free(router);
  return found;
}

/* Whether no region has far more than its share; sorted rows of a region lie together. */
static bool are_even(const struct measuring_room *room, size_t rows, size_t regions) {
  const double share = (double)rows / (double)regions;
  const double most = uneven * share + 3 * sqrt(share);
  for (size_t i = 0, begin = 0; i < rows; i++) {
    if (room->regions[room->order[i]] != room->regions[room->order[begin]]) begin = i;
    if ((double)(i - begin + 1) > most) return false;
  }
  return true;
}

/* Parts the keys of the first rows evenly. NULL, and `why`, where they are too few. */
static rowkey_splits *part_first_rows(const struct measuring *measuring, const rowkey_keys *keys, size_t rows,
                                      rowkey_error *why) {
  rowkey_sketch *sketch = rowkey_sketch_create(0, why);
  rowkey_splits *splits = NULL;
  const rowkey_keys first = rowkey_keys_of_offsets(keys->data, keys->offsets, rows);
  if (sketch != NULL && rowkey_sketch_add(sketch, &first, why) == ROWKEY_OK)
    splits = rowkey_sketch_splits(sketch, measuring->regions, why);
  rowkey_sketch_free(sketch);
  return splits;
}

/* Splits at the keys of the older records, which are there when the table is made, or where these are too few
 * at those of all. Leaves the layout's own points where neither does. */
static bool split_by_records(const struct measuring *measuring, struct measured *measured,
                             const rowkey_keys *keys, rowkey_error *error) {
  const struct records *records = &measuring->records;
  const size_t choices[] = {measuring->growth.old_rows, records->rows};
  rowkey_error why;
  for (size_t i = 0; i < 2; i++) {
    rowkey_splits *splits = part_first_rows(measuring, keys, choices[i], &why);
    if (splits == NULL && why.status == ROWKEY_ERROR_MEMORY) return refuse(measured, &why, error);
    if (splits == NULL) continue;
    rowkey_splits_free(measured->splits);
    measured->splits = splits;
    measured->sample_rows = choices[i] < records->rows ? records->numbers[choices[i]] : measuring->all_rows;
    return true;
  }
  return measured->splits != NULL || refuse(measured, &why, error);
}

/* Splits as the designer of the table would, and fills in the regions of the rows. */
static bool split(const struct measuring *measuring, const struct measuring_room *room,
                  struct measured *measured, const rowkey_keys *keys, rowkey_error *error) {
  rowkey_error why;
  measured->splits = rowkey_splits_of_layout(measured->layout, measuring->regions, &why);
  if (measured->splits == NULL && why.status == ROWKEY_ERROR_MEMORY) return refuse(measured, &why, error);
  if (measured->splits != NULL) {
    if (!find_regions(measured->splits, room, keys, error)) return false;
    if (are_even(room, keys->rows, measuring->regions)) return true;
  }
  return split_by_records(measuring, measured, keys, error) &&
         (measured->refused != NULL || find_regions(measured->splits, room, keys, error));
}

/* ---- Writing ------------------------------------------------------------------------------------ */

/* turns[i] = the region of the row that is written at time i: writers have contiguous parts of the rows, and
 * take turns. */
static void take_turns(const struct measuring *measuring, const struct measuring_room *room) {
  const size_t rows = measuring->records.rows,
               writers = measuring->writers < rows ? measuring->writers : rows;
  size_t time = 0;
  for (size_t round = 0; time < rows; round++)
    for (size_t k = 0; k < writers && time < rows; k++) {
      const size_t begin = (size_t)((uint64_t)k * rows / writers),
                   end = (size_t)((uint64_t)(k + 1) * rows / writers);
      if (begin + round < end) room->turns[time++] = room->regions[begin + round];
    }
}

static rowkey_load_report report_load(const struct measuring *measuring, const uint32_t *places, size_t count,
                                      rowkey_error *error) {
  rowkey_load_report report = {0};
  rowkey_load *load = rowkey_load_create(count, measuring->window, error);
  if (load == NULL) return report;
  if (rowkey_load_add(load, places, measuring->records.rows, error) == ROWKEY_OK)
    report = *rowkey_load_finish(load);
  rowkey_load_free(load);
  return report;
}

uint32_t *rowkey_place_all(size_t regions, size_t servers, rowkey_error *error) {
  uint32_t *placements = calloc(regions, ROWKEY_ADVICE_PLACEMENTS * sizeof *placements);
  bool good = placements != NULL || no_memory(error);
  for (size_t i = 0; i < ROWKEY_ADVICE_PLACEMENTS && good; i++)
    good = rowkey_advice_place(i, regions, servers, placements + i * regions, error) == ROWKEY_OK;
  if (good) return placements;
  free(placements);
  return NULL;
}

struct server_peaks rowkey_server_peaks(const rowkey_load_report *servers, size_t placements) {
  struct server_peaks peaks = {0, 0, 0, 0};
  for (size_t i = 0; i < placements; i++) {
    peaks.mean += servers[i].peak_mean / (double)placements;
    peaks.most += servers[i].peak_most / (double)placements;
    if (servers[i].peak_most <= peaks.worst) continue;
    peaks.worst = servers[i].peak_most;
    peaks.worst_placement = i;
  }
  return peaks;
}

/* The rows' regions in their turns are there; room->regions are not needed after. */
static bool measure_servers(const struct measuring *measuring, struct measuring_room *room,
                            struct measured *measured, rowkey_error *error) {
  const size_t rows = measuring->records.rows;
  rowkey_load_report reports[ROWKEY_ADVICE_PLACEMENTS];
  for (size_t p = 0; p < ROWKEY_ADVICE_PLACEMENTS; p++) {
    const uint32_t *servers = measuring->placements + p * measuring->regions;
    for (size_t row = 0; row < rows; row++) room->regions[row] = servers[room->turns[row]];
    reports[p] = report_load(measuring, room->regions, measuring->servers, error);
    if (reports[p].regions == 0) return false;
  }
  measured->servers = rowkey_server_peaks(reports, ROWKEY_ADVICE_PLACEMENTS);
  return true;
}

static bool measure_writing(const struct measuring *measuring, struct measuring_room *room,
                            struct measured *measured, rowkey_error *error) {
  take_turns(measuring, room);
  const rowkey_load_report regions = report_load(measuring, room->turns, measured->splits->count + 1, error);
  if (regions.regions == 0) return false;
  measured->region_peak_mean = regions.peak_mean;
  measured->region_peak_most = regions.peak_most;
  measured->lock_step = regions.lock_step;
  return measure_servers(measuring, room, measured, error);
}

/* ---- A design ----------------------------------------------------------------------------------- */

static bool measure_keys(const struct measuring *measuring, struct measuring_room *room,
                         struct measured *measured, rowkey_error *error) {
  rowkey_keys keys;
  if (!encode(measuring, room, measured, &keys, error)) return false;
  if (measured->refused != NULL) return true;
  if (!sort(measuring, room, measured, &keys, error) || !split(measuring, room, measured, &keys, error))
    return false;
  if (measured->refused != NULL) return true;
  rowkey_measure_growth(measuring, room, measured);
  return measure_writing(measuring, room, measured, error) &&
         rowkey_measure_answers(measuring, room, &keys, measured, error);
}

bool rowkey_measure(const struct measuring *measuring, const char *text, size_t size,
                    struct measuring_room *room, struct measured *measured, rowkey_error *error) {
  rowkey_error why;
  measured->questions = calloc(measuring->question_count + 1, sizeof *measured->questions);
  if (measured->questions == NULL) return no_memory(error);
  const struct asked_columns *columns = measuring->columns;
  measured->layout = rowkey_layout_compile(text, size, columns->columns, columns->count, &why);
  if (measured->layout == NULL) return refuse(measured, &why, error);
  return measure_keys(measuring, room, measured, error);
}

void rowkey_measured_free(struct measured *measured) {
  free(measured->refused);
  rowkey_layout_free(measured->layout);
  rowkey_splits_free(measured->splits);
  free(measured->questions);
  *measured = (struct measured){0};
}
