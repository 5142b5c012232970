/* One design: its keys of the sample, sorted, in their regions and as they come in time. */
#include "advise/measure.h"

#include <rowkey/sketch.h>
#include <rowkey/sort.h>
#include <stdlib.h>
#include <string.h>

#include "advise/answers.h"
#include "advise/growth.h"
#include "base/error.h"

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

static bool split_by_sample(const struct measuring *measuring, struct measured *measured,
                            const rowkey_keys *keys, rowkey_error *error) {
  rowkey_sketch *sketch = rowkey_sketch_create(0, error);
  if (sketch == NULL) return false;
  rowkey_error why;
  if (rowkey_sketch_add(sketch, keys, &why) == ROWKEY_OK)
    measured->splits = rowkey_sketch_splits(sketch, measuring->regions, &why);
  rowkey_sketch_free(sketch);
  measured->splits_by_sample = true;
  return measured->splits != NULL || refuse(measured, &why, error);
}

static bool split(const struct measuring *measuring, struct measured *measured, const rowkey_keys *keys,
                  rowkey_error *error) {
  rowkey_error why;
  measured->splits = rowkey_splits_of_layout(measured->layout, measuring->regions, &why);
  if (measured->splits != NULL) return true;
  if (why.status == ROWKEY_ERROR_MEMORY) return refuse(measured, &why, error);
  return split_by_sample(measuring, measured, keys, error);
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

static bool measure_writing(const struct measuring *measuring, struct measuring_room *room,
                            struct measured *measured, const rowkey_router *router, const rowkey_keys *keys,
                            rowkey_error *error) {
  if (rowkey_route(router, keys, room->regions, error) != ROWKEY_OK) return false;
  take_turns(measuring, room);
  const rowkey_load_report regions = report_load(measuring, room->turns, measured->splits->count + 1, error);
  for (size_t i = 0; i < keys->rows; i++) room->turns[i] %= (uint32_t)measuring->servers;
  const rowkey_load_report servers = report_load(measuring, room->turns, measuring->servers, error);
  if (regions.regions == 0 || servers.regions == 0) return false;
  measured->region_peak_mean = regions.peak_mean;
  measured->region_peak_most = regions.peak_most;
  measured->server_peak_mean = servers.peak_mean;
  measured->server_peak_most = servers.peak_most;
  measured->lock_step = regions.lock_step;
  return true;
}

/* ---- A design ----------------------------------------------------------------------------------- */

static bool measure_keys(const struct measuring *measuring, struct measuring_room *room,
                         struct measured *measured, rowkey_error *error) {
  rowkey_keys keys;
  if (!encode(measuring, room, measured, &keys, error)) return false;
  if (measured->refused != NULL) return true;
  if (!sort(measuring, room, measured, &keys, error) || !split(measuring, measured, &keys, error))
    return false;
  if (measured->refused != NULL) return true;
  rowkey_measure_growth(measuring, room, measured);
  rowkey_router *router = rowkey_router_create(measured->splits, error);
  if (router == NULL) return false;
  const bool good = measure_writing(measuring, room, measured, router, &keys, error) &&
                    rowkey_measure_answers(measuring, room, &keys, measured, error);
  rowkey_router_free(router);
  return good;
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
