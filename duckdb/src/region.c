/* rowkey_region(key, points): the number of the region that a key belongs to. */
#include <stdlib.h>

#include "column_in.h"
#include "failure.h"
#include "scalar.h"

enum { KEY, POINTS };

struct routing {
  rowkey_router *router;
  struct column_in keys;
};

static void destroy_routing(void *object) {
  struct routing *routing = object;
  rowkey_router_free(routing->router);
  column_in_free(&routing->keys);
  free(routing);
}

/* The points of a row: `count` strings, and their validity. */
struct points {
  const duckdb_string_t *strings;
  const uint64_t *validity;
  idx_t begin, count;
};

static struct points points_of(const struct call *call, idx_t row) {
  const duckdb_list_entry entry = ((const duckdb_list_entry *)call->data[POINTS])[row];
  return (struct points){call->lists[POINTS].data, call->lists[POINTS].validity, entry.offset, entry.length};
}

/* A constant list has one place for all rows. */
static bool is_same_list(const struct call *call, idx_t a, idx_t b) {
  const struct points left = points_of(call, a), right = points_of(call, b);
  if (left.count != right.count) return false;
  if (left.begin == right.begin) return true;
  for (idx_t i = 0; i < left.count; i++) {
    const bool is_left = is_valid(left.validity, left.begin + i);
    if (is_left != is_valid(right.validity, right.begin + i)) return false;
    if (is_left &&
        !text_equals(text_of(&left.strings[left.begin + i]), text_of(&right.strings[right.begin + i])))
      return false;
  }
  return true;
}

static idx_t run_end(const struct call *call, idx_t begin, idx_t end) {
  idx_t row = begin + 1;
  while (row < end && is_same_list(call, begin, row)) row++;
  return row;
}

static bool describe(const struct call *call, idx_t row, struct room *key, size_t *size) {
  const struct points points = points_of(call, row);
  bool is_done = room_keep(key, 1);
  for (idx_t i = points.begin; is_done && i < points.begin + points.count; i++) {
    const bool has_value = is_valid(points.validity, i);
    const struct text text = has_value ? text_of(&points.strings[i]) : (struct text){NULL, 0};
    is_done = describe_bytes(key, size, &has_value, sizeof has_value) &&
              describe_bytes(key, size, text.data, text.size);
  }
  return is_done;
}

static rowkey_router *make_router(struct column_in *column, const struct call *call, idx_t row,
                                  rowkey_error *error) {
  const struct points points = points_of(call, row);
  for (idx_t i = 0; i < points.count; i++) {
    if (is_valid(points.validity, points.begin + i)) continue;
    fail(error, ROWKEY_ERROR_RANGE, "split point %llu is NULL (expected bytes)", (unsigned long long)i);
    return NULL;
  }
  const uint64_t no_offsets[] = {0};
  const rowkey_splits none = {.bytes = "", .offsets = no_offsets};
  if (points.count == 0) return rowkey_router_create(&none, error);
  rowkey_values values;
  if (!column_in_fill_strings(column, call->lists[POINTS].vector, points.begin, points.begin + points.count,
                              &values)) {
    fail_memory(error);
    return NULL;
  }
  const rowkey_splits splits = {.count = points.count, .bytes = values.data, .offsets = values.begin};
  return rowkey_router_create(&splits, error);
}

static void *create_routing(const struct call *call, idx_t row, rowkey_error *error) {
  struct routing *routing = calloc(1, sizeof *routing);
  if (routing == NULL) {
    fail_memory(error);
    return NULL;
  }
  routing->router = make_router(&routing->keys, call, row, error);
  if (routing->router != NULL) return routing;
  error->row = 0; /* that of the list: which of its points is wrong says the text */
  destroy_routing(routing);
  return NULL;
}

static bool route_rows(void *object, const struct call *call, idx_t begin, idx_t end, rowkey_error *error) {
  struct routing *routing = object;
  rowkey_values values;
  if (!column_in_fill_strings(&routing->keys, call->vectors[KEY], begin, end, &values))
    return fail_memory(error);
  const rowkey_keys keys = rowkey_keys_of_offsets(values.data, values.begin, end - begin);
  uint32_t *regions = (uint32_t *)duckdb_vector_get_data(call->output) + begin;
  return rowkey_route(routing->router, &keys, regions, error) == ROWKEY_OK;
}

static const struct scalar region = {
    .name = "rowkey_region",
    .least_arguments = 2,
    .arguments = {DUCKDB_TYPE_BLOB, DUCKDB_TYPE_LIST},
    .result = DUCKDB_TYPE_UINTEGER,
    .run_end = run_end,
    .describe = describe,
    .create = create_routing,
    .apply = route_rows,
    .destroy = destroy_routing,
};

bool register_region(duckdb_connection connection) { return register_scalar(connection, &region); }
