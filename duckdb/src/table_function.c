#include "table_function.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

/* What a call of a table function has made when it was bound. */
struct bound {
  const struct table_function *function;
  void *made;
  idx_t rows;
};

/* How far a query has read. DuckDB runs it in one thread. */
struct cursor {
  idx_t next;
};

static void free_bound(void *argument) {
  struct bound *bound = argument;
  if (bound->made != NULL) bound->function->destroy(bound->made);
  free(bound);
}

/* The text of a value, which the caller frees with duckdb_free; NULL of NULL. */
static char *text_of_value(duckdb_value value) {
  return value == NULL || duckdb_is_null_value(value) ? NULL : duckdb_get_varchar(value);
}

static struct text text_of_string(const char *string) {
  return (struct text){string, string == NULL ? 0 : strlen(string)};
}

static bool make(struct bound *bound, duckdb_value template, duckdb_value second, duckdb_value columns,
                 rowkey_error *error) {
  if (bound->function->second == DUCKDB_TYPE_INVALID) {
    bound->made = bound->function->make(NULL, NULL, &bound->rows, error);
    return bound->made != NULL;
  }
  char *text = text_of_value(template), *told = text_of_value(columns);
  struct design design = {0};
  if (text == NULL || duckdb_is_null_value(second) || (columns != NULL && told == NULL))
    fail(error, ROWKEY_ERROR_ARGUMENT,
         "an argument is NULL (expected a template, a value, and text for columns)");
  else if (design_read(&design, text_of_string(text), text_of_string(told), error))
    bound->made = bound->function->make(&design, second, &bound->rows, error);
  design_free(&design);
  duckdb_free(text);
  duckdb_free(told);
  return bound->made != NULL;
}

static void bind(duckdb_bind_info info) {
  const struct table_function *function = duckdb_bind_get_extra_info(info);
  struct bound *bound = calloc(1, sizeof *bound);
  if (bound == NULL) {
    duckdb_bind_set_error(info, "out of memory");
    return;
  }
  bound->function = function;
  for (const struct result_column *column = function->columns; column->name != NULL; column++) {
    duckdb_logical_type type = duckdb_create_logical_type(column->type);
    duckdb_bind_add_result_column(info, column->name, type);
    duckdb_destroy_logical_type(&type);
  }
  duckdb_value template = duckdb_bind_get_parameter(info, 0), second = duckdb_bind_get_parameter(info, 1);
  duckdb_value columns = duckdb_bind_get_named_parameter(info, "columns");
  rowkey_error error;
  if (make(bound, template, second, columns, &error)) {
    duckdb_bind_set_cardinality(info, bound->rows, true);
  } else {
    char text[sizeof error.text + 64];
    snprintf(text, sizeof text, "%s: %s", function->name, error.text);
    duckdb_bind_set_error(info, text);
  }
  duckdb_bind_set_bind_data(info, bound, free_bound);
  duckdb_destroy_value(&template);
  duckdb_destroy_value(&second);
  if (columns != NULL) duckdb_destroy_value(&columns);
}

static void start(duckdb_init_info info) {
  struct cursor *cursor = calloc(1, sizeof *cursor);
  if (cursor == NULL) duckdb_init_set_error(info, "out of memory");
  duckdb_init_set_init_data(info, cursor, free);
}

static void read_rows(duckdb_function_info info, duckdb_data_chunk output) {
  const struct bound *bound = duckdb_function_get_bind_data(info);
  struct cursor *cursor = duckdb_function_get_init_data(info);
  const idx_t most = duckdb_vector_size(), left = bound->rows - cursor->next;
  const idx_t rows = left < most ? left : most;
  duckdb_vector vectors[MOST_RESULT_COLUMNS];
  for (idx_t i = 0; i < duckdb_data_chunk_get_column_count(output); i++)
    vectors[i] = duckdb_data_chunk_get_vector(output, i);
  for (idx_t i = 0; i < rows; i++) bound->function->write(bound->made, cursor->next + i, vectors, i);
  cursor->next += rows;
  duckdb_data_chunk_set_size(output, rows);
}

static void add_parameters(duckdb_table_function made, duckdb_type second_type) {
  duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
  duckdb_logical_type second = duckdb_create_logical_type(second_type);
  duckdb_table_function_add_parameter(made, text);
  duckdb_table_function_add_parameter(made, second);
  duckdb_table_function_add_named_parameter(made, "columns", text);
  duckdb_destroy_logical_type(&second);
  duckdb_destroy_logical_type(&text);
}

bool register_table_function(duckdb_connection connection, const struct table_function *function) {
  duckdb_table_function made = duckdb_create_table_function();
  duckdb_table_function_set_name(made, function->name);
  if (function->second != DUCKDB_TYPE_INVALID) add_parameters(made, function->second);
  duckdb_table_function_set_extra_info(made, (void *)(uintptr_t)function, NULL);
  duckdb_table_function_set_bind(made, bind);
  duckdb_table_function_set_init(made, start);
  duckdb_table_function_set_function(made, read_rows);
  const bool is_done = duckdb_register_table_function(connection, made) == DuckDBSuccess;
  duckdb_destroy_table_function(&made);
  return is_done;
}
