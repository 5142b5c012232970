#include "scalar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

/* What DuckDB keeps for an overload of a function. */
struct registered {
  const struct scalar *scalar;
  struct pool *pool;
};

struct text text_argument(const struct call *call, size_t argument, idx_t row) {
  if (argument >= call->count) return (struct text){NULL, 0};
  return text_of((const duckdb_string_t *)call->data[argument] + row);
}

idx_t text_run_end(const struct call *call, size_t argument, idx_t begin, idx_t end) {
  if (argument >= call->count) return end;
  const duckdb_string_t *strings = call->data[argument];
  const duckdb_string_t first = strings[begin];
  idx_t row = begin + 1;
  while (row < end && (memcmp(&strings[row], &first, sizeof first) == 0 ||
                       text_equals(text_of(&strings[row]), text_of(&strings[begin]))))
    row++;
  return row;
}

bool describe_bytes(struct room *key, size_t *size, const void *bytes, size_t count) {
  if (!room_keep(key, *size + sizeof count + count)) return false;
  char *end = (char *)key->data + *size;
  memcpy(end, &count, sizeof count);
  if (count > 0) memcpy(end + sizeof count, bytes, count);
  *size += sizeof count + count;
  return true;
}

/* ---- Runs -------------------------------------------------------------------------------------- */

static bool has_null(const struct call *call, idx_t row) {
  for (size_t i = 0; i < call->count; i++)
    if (!is_valid(call->validity[i], row)) return true;
  return call->scalar->is_null != NULL && call->scalar->is_null(call, row);
}

/* An argument at a time, as most runs are whole vectors. */
static idx_t run_end(const struct call *call, idx_t begin, idx_t end) {
  for (size_t i = 0; i < call->count; i++) {
    if (call->validity[i] == NULL) continue;
    idx_t row = begin;
    while (row < end && is_valid(call->validity[i], row)) row++;
    end = row;
  }
  return call->scalar->run_end(call, begin, end);
}

static bool compute_run(const struct call *call, idx_t begin, idx_t end, struct room *key,
                        rowkey_error *error) {
  const struct scalar *scalar = call->scalar;
  size_t size = 0;
  if (!scalar->describe(call, begin, key, &size)) return fail_memory(error);
  struct kept *kept = pool_take(call->pool, key->data, size);
  if (kept == NULL) return fail_memory(error);
  if (kept->object == NULL) kept->object = scalar->create(call, begin, error);
  const bool is_done = kept->object != NULL && scalar->apply(kept->object, call, begin, end, error);
  pool_give(call->pool, kept);
  return is_done;
}

static void open_argument(struct call *call, size_t argument, duckdb_vector vector) {
  call->vectors[argument] = vector;
  call->data[argument] = duckdb_vector_get_data(vector);
  call->validity[argument] = duckdb_vector_get_validity(vector);
  duckdb_logical_type type = duckdb_vector_get_column_type(vector);
  if (duckdb_get_type_id(type) == DUCKDB_TYPE_LIST) {
    call->lists[argument].vector = duckdb_list_vector_get_child(vector);
    if (duckdb_list_vector_get_size(vector) > 0) { /* DuckDB 1.2 may hand over no values that are not flat */
      call->lists[argument].data = duckdb_vector_get_data(call->lists[argument].vector);
      call->lists[argument].validity = duckdb_vector_get_validity(call->lists[argument].vector);
    }
  }
  duckdb_destroy_logical_type(&type);
}

/* DuckDB does not tell which rows of a table a vector has: the place in it is all there is beside the value.
 */
static void report(duckdb_function_info info, const struct call *call, idx_t begin, idx_t rows,
                   const rowkey_error *error) {
  char place[80] = "", text[sizeof error->text + 160];
  if (error->row != ROWKEY_NONE)
    snprintf(place, sizeof place, "row %llu of a vector of %llu: ", (unsigned long long)(begin + error->row),
             (unsigned long long)rows);
  snprintf(text, sizeof text, "%s: %s%s", call->scalar->name, place, error->text);
  duckdb_scalar_function_set_error(info, text);
}

static void compute(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  const struct registered *registered = duckdb_scalar_function_get_extra_info(info);
  struct call call = {.count = duckdb_data_chunk_get_column_count(input),
                      .output = output,
                      .scalar = registered->scalar,
                      .pool = registered->pool};
  for (size_t i = 0; i < call.count; i++) open_argument(&call, i, duckdb_data_chunk_get_vector(input, i));
  struct room key = {0};
  const idx_t rows = duckdb_data_chunk_get_size(input);
  for (idx_t begin = 0, end; begin < rows; begin = end) {
    end = begin + 1;
    if (has_null(&call, begin)) {
      write_null(output, begin);
      continue;
    }
    end = run_end(&call, begin, rows);
    rowkey_error error;
    if (compute_run(&call, begin, end, &key, &error)) continue;
    report(info, &call, begin, rows, &error);
    break;
  }
  free(key.data);
}

/* ---- Registration ------------------------------------------------------------------------------ */

static void free_registered(void *argument) {
  struct registered *registered = argument;
  pool_free(registered->pool);
  free(registered);
}

static duckdb_logical_type make_type(duckdb_type type) {
  duckdb_logical_type simple = duckdb_create_logical_type(type == DUCKDB_TYPE_LIST ? DUCKDB_TYPE_BLOB : type);
  if (type != DUCKDB_TYPE_LIST) return simple;
  duckdb_logical_type list = duckdb_create_list_type(simple);
  duckdb_destroy_logical_type(&simple);
  return list;
}

/* The overload with so many arguments; NULL without memory. It is not volatile, though random() in a layout
 * then draws once for a call of constants: a volatile key would be made again for each row that a query
 * compares with it, and nothing could be skipped by it. */
static duckdb_scalar_function make_overload(const struct scalar *scalar, size_t count) {
  struct registered *registered = calloc(1, sizeof *registered);
  if (registered == NULL) return NULL;
  *registered = (struct registered){scalar, pool_create(scalar->destroy)};
  if (registered->pool == NULL) {
    free(registered);
    return NULL;
  }
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_scalar_function_set_name(function, scalar->name);
  for (size_t i = 0; i < count; i++) {
    duckdb_logical_type type = make_type(scalar->arguments[i]);
    duckdb_scalar_function_add_parameter(function, type);
    duckdb_destroy_logical_type(&type);
  }
  duckdb_logical_type result =
      scalar->fields != NULL ? make_list_type(scalar->fields) : make_type(scalar->result);
  duckdb_scalar_function_set_return_type(function, result);
  duckdb_destroy_logical_type(&result);
  duckdb_scalar_function_set_extra_info(function, registered, free_registered);
  duckdb_scalar_function_set_function(function, compute);
  return function;
}

bool register_scalar(duckdb_connection connection, const struct scalar *scalar) {
  duckdb_scalar_function_set set = duckdb_create_scalar_function_set(scalar->name);
  bool is_made = true;
  size_t most = 0;
  while (scalar->arguments[most] != DUCKDB_TYPE_INVALID) most++;
  for (size_t count = scalar->least_arguments; is_made && count <= most; count++) {
    duckdb_scalar_function function = make_overload(scalar, count);
    is_made = function != NULL && duckdb_add_scalar_function_to_set(set, function) == DuckDBSuccess;
    if (function != NULL) duckdb_destroy_scalar_function(&function);
  }
  is_made = is_made && duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
  duckdb_destroy_scalar_function_set(&set);
  return is_made;
}
