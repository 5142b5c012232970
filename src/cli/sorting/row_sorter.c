#include "sorting/row_sorter.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
  SAMPLE_ROWS = 1 << 16, /* that tell where to divide rows */
  POINT_SIZE = 64        /* bytes of a key that rows are divided at, which a router holds many times */
};

void row_sorter_init(struct row_sorter *sorter, size_t key_width, size_t threads, uint64_t memory,
                     const char *directory) {
  *sorter = (struct row_sorter){
      .key_width = key_width, .threads = threads, .memory = memory, .runs = runs_in(directory)};
}

static void free_parts(struct row_part *parts) {
  for (size_t i = 0; parts != NULL && i < MOST_PARTS; i++) row_part_free(&parts[i]);
  free(parts);
}

static void free_rows(struct row_sorter *sorter) {
  free_parts(sorter->parts);
  sorter->parts = NULL;
  buffer_free(&sorter->places);
}

void row_sorter_free(struct row_sorter *sorter) {
  free_rows(sorter);
  runs_free(&sorter->runs);
  rowkey_router_free(atomic_exchange(&sorter->router, NULL));
}

const rowkey_router *row_sorter_router(const struct row_sorter *sorter) {
  return atomic_load_explicit(&sorter->router, memory_order_acquire);
}

/* ---- Out of memory, in order ----------------------------------------------------------------- */

/* Hands the rows in memory to the output, and forgets them. */
static bool empty_into(struct row_sorter *sorter, struct row_output *output, struct failure *failure) {
  static struct part_orders orders;
  const size_t parts = sorter->parts == NULL ? 0 : row_sorter_router(sorter) == NULL ? 1 : MOST_PARTS;
  bool done = true;
  part_orders_begin(&orders, sorter->parts, parts, sorter->key_width, parts == 1 ? 1 : sorter->threads);
  for (size_t i = 0; done && i < parts; i++) {
    const uint64_t *order = part_orders_next(&orders, failure);
    done = order != NULL && row_part_write(&sorter->parts[i], sorter->key_width, order, output, failure);
    row_part_forget(&sorter->parts[i]);
  }
  part_orders_end(&orders);
  sorter->rows = sorter->bytes = 0;
  sorter->largest = 0;
  return done;
}

static bool spill(struct row_sorter *sorter, struct failure *failure) {
  struct row_output run;
  return runs_begin(&sorter->runs, &run, failure) &&
         runs_end(&sorter->runs, &run, empty_into(sorter, &run, failure), failure);
}

/* ---- Divided --------------------------------------------------------------------------------- */

struct points {
  struct buffer bytes, offsets;
};

/* Adds the first bytes of a key, unless the point before has them. */
static bool add_point(struct points *points, const struct sort_row *row, const struct sort_row *before) {
  const size_t size = row->key_size < POINT_SIZE ? row->key_size : POINT_SIZE;
  const size_t size_before = before->key_size < POINT_SIZE ? before->key_size : POINT_SIZE;
  if (sort_compare(row->key, size, before->key, size_before) == 0) return true;
  if (!buffer_append(&points->bytes, row->key, size)) return false;
  const uint64_t end = points->bytes.size;
  return buffer_append(&points->offsets, &end, sizeof end);
}

/* Points between which there are as many rows of the sample as between any others. */
static bool find_points(struct row_sorter *sorter, const struct row_part *sample, struct points *points,
                        struct failure *failure) {
  const uint64_t begin = 0;
  struct sort_room room = {0};
  const uint64_t *order = row_part_sort(sample, sorter->key_width, &room, failure);
  if (order == NULL) {
    sort_room_free(&room);
    return false;
  }
  const struct row_view view = row_part_view(sample, sorter->key_width);
  struct sort_row before = row_view_at(&view, (size_t)order[0]);
  bool done = buffer_append(&points->offsets, &begin, sizeof begin);
  for (size_t i = 1; done && i < MOST_PARTS; i++) {
    const struct sort_row row = row_view_at(&view, (size_t)order[i * sample->rows / MOST_PARTS]);
    done = add_point(points, &row, &before);
    before = row;
  }
  sort_room_free(&room);
  return done || fail_memory(failure);
}

static bool make_router(struct row_sorter *sorter, const struct row_part *sample, struct failure *failure) {
  struct points points = {0};
  bool done = find_points(sorter, sample, &points, failure);
  if (done) {
    const rowkey_splits splits = {points.offsets.size / sizeof(uint64_t) - 1,
                                  points.bytes.bytes,
                                  (const uint64_t *)(const void *)points.offsets.bytes,
                                  {0}};
    rowkey_error error;
    rowkey_router *router = rowkey_router_create(&splits, &error);
    done = router != NULL || fail_library(&error, failure);
    atomic_store_explicit(&sorter->router, router, memory_order_release);
  }
  buffer_free(&points.bytes);
  buffer_free(&points.offsets);
  return done;
}

/* The parts of all rows: they are to be routed. NULL and `failure` when that cannot be done. */
static const uint32_t *route(struct row_sorter *sorter, const struct row_part *rows,
                             struct failure *failure) {
  const rowkey_keys keys = row_part_keys(rows, sorter->key_width);
  rowkey_error error;
  sorter->places.size = 0;
  if (!buffer_reserve(&sorter->places, rows->rows * sizeof(uint32_t))) {
    fail_memory(failure);
    return NULL;
  }
  uint32_t *places = (uint32_t *)(void *)sorter->places.bytes;
  if (rowkey_route(row_sorter_router(sorter), &keys, places, &error) == ROWKEY_OK) return places;
  fail_library(&error, failure);
  return NULL;
}

/* ---- In, in the order of the input ----------------------------------------------------------- */

static bool add_row(struct row_sorter *sorter, struct row_part *part, const struct sort_row *row) {
  if (!row_part_add(part, sorter->key_width, row)) return false;
  if (part->rows > sorter->largest) sorter->largest = part->rows;
  return true;
}

/* Parts with room for keys, which costs nothing as long as nobody writes there: areas of their own, which
 * grow without being copied, and leave no holes of a smaller size. NULL without memory. */
static struct row_part *make_parts(uint64_t memory) {
  enum { USUAL = 256 << 10 };
  const uint64_t share = memory / 4 / MOST_PARTS;
  struct row_part *parts = calloc(MOST_PARTS, sizeof *parts);
  for (size_t i = 0; parts != NULL && i < MOST_PARTS; i++) {
    if (buffer_reserve(&parts[i].keys, share < USUAL ? (size_t)share : USUAL)) continue;
    free_parts(parts);
    return NULL;
  }
  return parts;
}

/* Divides the rows, of the first part, among all. */
static bool divide_memory(struct row_sorter *sorter, struct failure *failure) {
  struct row_part *parts = make_parts(sorter->memory);
  const struct row_part *sample = &sorter->parts[0];
  if (parts == NULL) return fail_memory(failure);
  const uint32_t *places = make_router(sorter, sample, failure) ? route(sorter, sample, failure) : NULL;
  const struct row_view view = row_part_view(sample, sorter->key_width);
  bool done = places != NULL;
  sorter->largest = 0;
  for (size_t i = 0; done && i < sample->rows; i++) {
    const struct sort_row row = row_view_at(&view, i);
    done = add_row(sorter, &parts[places[i]], &row) || fail_memory(failure);
  }
  free_parts(sorter->parts);
  sorter->parts = parts;
  return done;
}

/* Bytes of a row, with those of its offsets. */
static size_t row_bytes(const struct row_sorter *sorter, const struct sort_row *row) {
  size_t bytes = row->key_size + row->rest_size;
  if (sorter->key_width == ROWKEY_NONE) bytes += sizeof(uint64_t);
  if (row->rest_size > 0) bytes += sizeof(uint64_t);
  return bytes;
}

/* Whether rows with one more of so many bytes would take more than the memory: buffers may be half empty. */
static bool is_full(const struct row_sorter *sorter, size_t more) {
  const size_t rooms = row_sorter_router(sorter) == NULL ? 1 : part_orders_rooms(sorter->threads);
  return sorter->rows > 0 &&
         2 * (sorter->bytes + more) + (sorter->largest + 1) * sort_room_bytes_per_row * rooms >
             sorter->memory;
}

bool row_sorter_add(struct row_sorter *sorter, const struct row_part *rows, const uint32_t *places,
                    struct failure *failure) {
  if (rows->rows == 0) return true;
  if (sorter->parts == NULL) sorter->parts = calloc(MOST_PARTS, sizeof *sorter->parts);
  if (sorter->parts == NULL) return fail_memory(failure);
  if (row_sorter_router(sorter) == NULL && sorter->rows >= SAMPLE_ROWS && !divide_memory(sorter, failure))
    return false;
  if (row_sorter_router(sorter) != NULL && places == NULL && (places = route(sorter, rows, failure)) == NULL)
    return false;
  const struct row_view view = row_part_view(rows, sorter->key_width);
  for (size_t i = 0; i < rows->rows; i++) {
    const struct sort_row row = row_view_at(&view, i);
    const size_t bytes = row_bytes(sorter, &row);
    if (is_full(sorter, bytes) && !spill(sorter, failure)) return false;
    if (!add_row(sorter, &sorter->parts[places == NULL ? 0 : places[i]], &row)) return fail_memory(failure);
    sorter->rows++;
    sorter->bytes += bytes;
  }
  return true;
}

/* ---- To the output --------------------------------------------------------------------------- */

bool row_sorter_write(struct row_sorter *sorter, struct row_output *output, struct failure *failure) {
  bool done;
  if (runs_count(&sorter->runs) == 0) {
    done = empty_into(sorter, output, failure);
  } else {
    done = sorter->rows == 0 || spill(sorter, failure);
    free_rows(sorter); /* runs take the memory */
    done = done && runs_merge(&sorter->runs, sorter->memory, output, failure);
  }
  return row_output_end(output, done, failure);
}
