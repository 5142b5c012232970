/* The functions that Polars calls, version 0.1 of its plugin interface. */
#include "polars.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

static _Thread_local char last_error[ROWKEY_ERROR_TEXT_SIZE + 64];

EXPORTED uint32_t _polars_plugin_get_version(void);
EXPORTED const char *_polars_plugin_get_last_error_message(void);

uint32_t _polars_plugin_get_version(void) { return 0 << 16 | 1; }

/* The message for a call of this thread that gave nothing back. */
const char *_polars_plugin_get_last_error_message(void) { return last_error; }

static void set_last_error(const rowkey_error *error, uint64_t first_row) {
  if (error->row == ROWKEY_NONE)
    snprintf(last_error, sizeof last_error, "%s", error->text);
  else
    snprintf(last_error, sizeof last_error, "row %" PRIu64 " of the batch: %s", first_row + error->row,
             error->text);
}

/* Reads the request, which Polars' call has as many columns for as it names. */
static bool read_request(const uint8_t *arguments, size_t size, size_t count, struct request *request,
                         rowkey_error *error) {
  if (!request_read(arguments, size, request, error)) return false;
  if (!request->has_names) request->argument_count = count;
  if (request->argument_count == count) return true;
  snprintf(error->text, sizeof error->text, "%zu columns (expected %zu)", count, request->argument_count);
  return false;
}

/* ---- The type of the results, while Polars plans -------------------------------------------------- */

/* Fills *field, or leaves it and sets the error: arguments that the operation cannot use are known before a
 * row is read. */
static void find_field(const struct operation *operation, const struct ArrowSchema *fields, size_t count,
                       const uint8_t *arguments, size_t size, struct ArrowSchema *field) {
  struct request request;
  rowkey_error error = {.row = ROWKEY_NONE};
  struct ArrowSchema *copies = calloc(count + 1, sizeof *copies),
                     **places = calloc(count + 1, sizeof *places);
  struct compiled *compiled = NULL;
  bool is_found = false;
  snprintf(error.text, sizeof error.text, "out of memory");
  if (copies != NULL && places != NULL && read_request(arguments, size, count, &request, &error)) {
    const char *name = request.arguments;
    for (size_t i = 0; i < count; i++) {
      copies[i] = fields[i];
      copies[i].name = argument_name(&request, &name, &fields[i]);
      places[i] = &copies[i];
    }
    const struct ArrowSchema records = records_schema(places, count);
    compiled = compiled_take(operation, &request, &records, &error);
    is_found = compiled != NULL && operation->find_schema(compiled, &records, field, &error) == ROWKEY_OK;
  }
  if (!is_found)
    set_last_error(&error, 0);
  else if (field->private_data == NULL) /* which Polars takes for no schema */
    field->private_data = (void *)(uintptr_t)field->format;
  compiled_leave(compiled);
  free(copies);
  free(places);
}

/* ---- Results ------------------------------------------------------------------------------------- */

/* Arrays of results, which grow. */
struct chunks {
  struct ArrowArray *arrays;
  size_t count, capacity;
};

static void chunks_free(struct chunks *chunks) {
  for (size_t i = 0; i < chunks->count; i++) chunks->arrays[i].release(&chunks->arrays[i]);
  free(chunks->arrays);
}

/* The place of the next array, or NULL without memory. */
static struct ArrowArray *chunks_add(struct chunks *chunks) {
  if (chunks->count == chunks->capacity) {
    const size_t capacity = chunks->capacity == 0 ? 1 : 2 * chunks->capacity;
    struct ArrowArray *arrays = realloc(chunks->arrays, capacity * sizeof *arrays);
    if (arrays == NULL) return NULL;
    chunks->arrays = arrays;
    chunks->capacity = capacity;
  }
  struct ArrowArray *array = &chunks->arrays[chunks->count];
  *array = (struct ArrowArray){.release = NULL};
  return array;
}

static bool apply_to_records(struct compiled *compiled, struct records *records, struct chunks *chunks,
                             rowkey_error *error) {
  size_t most = compiled->operation->most_rows;
  do {
    struct ArrowArray *results = chunks_add(chunks);
    if (results == NULL) {
      snprintf(error->text, sizeof error->text, "out of memory");
      return false;
    }
    const struct ArrowArray *batch = records_show(records, most);
    const rowkey_status status =
        compiled->operation->apply(compiled, &records->schema, batch, records->done, results, error);
    if (status == ROWKEY_ERROR_SPACE && batch->length > 1) {
      most = (size_t)batch->length / 2;
      continue;
    }
    if (status != ROWKEY_OK) return false;
    chunks->count++;
    records_advance(records);
  } while (records->done < records->rows);
  return true;
}

/* What the export owns. Polars moves the arrays out of their structs. */
struct exported {
  struct ArrowSchema field;
  struct ArrowArray *arrays, **places;
};

static void release_exported(struct series_export *results) {
  struct exported *exported = results->private_data;
  if (exported->field.release != NULL) exported->field.release(&exported->field);
  free(exported->arrays);
  free(exported->places);
  free(exported);
  results->release = NULL;
}

/* Fills *results with the chunks; false leaves both as they were. */
static bool export_chunks(const struct compiled *compiled, const struct ArrowSchema *records,
                          struct chunks *chunks, struct series_export *results, rowkey_error *error) {
  struct exported *exported = calloc(1, sizeof *exported);
  struct ArrowArray **places = calloc(chunks->count, sizeof *places);
  const bool is_made = exported != NULL && places != NULL;
  if (!is_made) snprintf(error->text, sizeof error->text, "out of memory");
  if (!is_made || compiled->operation->find_schema(compiled, records, &exported->field, error) != ROWKEY_OK) {
    free(exported);
    free(places);
    return false;
  }
  for (size_t i = 0; i < chunks->count; i++) places[i] = &chunks->arrays[i];
  exported->arrays = chunks->arrays;
  exported->places = places;
  *results = (struct series_export){.field = &exported->field,
                                    .arrays = places,
                                    .length = chunks->count,
                                    .release = release_exported,
                                    .private_data = exported};
  return true;
}

static bool apply_to_series(const struct operation *operation, const struct series_export *series,
                            const struct request *request, struct series_export *results, rowkey_error *error,
                            uint64_t *first_row) {
  struct records records;
  struct chunks chunks = {.arrays = NULL};
  if (!records_open(series, request, &records, error)) return false;
  struct compiled *compiled = compiled_take(operation, request, &records.schema, error);
  const bool done = compiled != NULL && apply_to_records(compiled, &records, &chunks, error) &&
                    export_chunks(compiled, &records.schema, &chunks, results, error);
  *first_row = records.done;
  compiled_leave(compiled);
  if (!done) chunks_free(&chunks);
  records_close(&records);
  return done;
}

/* Takes the series. Fills *results, or leaves it and sets the error. */
static void run_operation(const struct operation *operation, struct series_export *series, size_t count,
                          const uint8_t *arguments, size_t size, struct series_export *results) {
  struct request request;
  rowkey_error error = {.row = ROWKEY_NONE};
  uint64_t first_row = 0;
  if (!read_request(arguments, size, count, &request, &error) ||
      !apply_to_series(operation, series, &request, results, &error, &first_row))
    set_last_error(&error, first_row);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < series[i].length; k++)
      if (series[i].arrays[k]->release != NULL) series[i].arrays[k]->release(series[i].arrays[k]);
    if (series[i].release != NULL) series[i].release(&series[i]);
  }
}

/* ---- The functions that Polars finds by their names ------------------------------------------------- */

/* `context` tells whether Polars runs other expressions at the same time: one thread works in any case. */
#define PLUGIN_FUNCTION(name)                                                                               \
  EXPORTED void _polars_plugin_field_##name(const struct ArrowSchema *fields, size_t count,                 \
                                            struct ArrowSchema *field, const uint8_t *arguments,            \
                                            size_t size);                                                   \
  void _polars_plugin_field_##name(const struct ArrowSchema *fields, size_t count,                          \
                                   struct ArrowSchema *field, const uint8_t *arguments, size_t size) {      \
    find_field(&name##_operation, fields, count, arguments, size, field);                                   \
  }                                                                                                         \
  EXPORTED void _polars_plugin_##name(struct series_export *series, size_t count, const uint8_t *arguments, \
                                      size_t size, struct series_export *results, const void *context);     \
  void _polars_plugin_##name(struct series_export *series, size_t count, const uint8_t *arguments,          \
                             size_t size, struct series_export *results, const void *context) {             \
    (void)context;                                                                                          \
    run_operation(&name##_operation, series, count, arguments, size, results);                              \
  }
PLUGIN_FUNCTION(encode)
PLUGIN_FUNCTION(decode)
PLUGIN_FUNCTION(region)
PLUGIN_FUNCTION(ranges)
