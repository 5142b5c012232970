/* The functions that Polars calls, version 0.1 of its plugin interface. */
#include "polars.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

/* Views have 32 bits for places: keys of this many rows almost always fit. Where they do not, fewer are
 * tried. */
enum { MOST_ROWS = 1 << 22 };

static _Thread_local char last_error[ROWKEY_ERROR_TEXT_SIZE + 64];

EXPORTED uint32_t _polars_plugin_get_version(void);
EXPORTED const char *_polars_plugin_get_last_error_message(void);
EXPORTED void _polars_plugin_field_encode(const struct ArrowSchema *fields, size_t count,
                                          struct ArrowSchema *field, const uint8_t *arguments, size_t size);
EXPORTED void _polars_plugin_encode(struct series_export *series, size_t count, const uint8_t *arguments,
                                    size_t size, struct series_export *keys, const void *context);

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
  if (request->argument_count == count) return true;
  snprintf(error->text, sizeof error->text, "%zu columns (expected %zu)", count, request->argument_count);
  return false;
}

/* ---- The type of the keys, while Polars plans ---------------------------------------------------- */

/* Fills *field, or leaves it and sets the error: columns that the layout cannot use are known before a row is
 * read. */
void _polars_plugin_field_encode(const struct ArrowSchema *fields, size_t count, struct ArrowSchema *field,
                                 const uint8_t *arguments, size_t size) {
  struct request request;
  rowkey_error error = {.row = ROWKEY_NONE};
  struct ArrowSchema *copies = calloc(count + 1, sizeof *copies),
                     **places = calloc(count + 1, sizeof *places);
  struct compiled *compiled = NULL;
  snprintf(error.text, sizeof error.text, "out of memory");
  if (copies != NULL && places != NULL && read_request(arguments, size, count, &request, &error)) {
    const char *name = request.arguments;
    for (size_t i = 0; i < count; i++, name = next_text(name)) {
      copies[i] = fields[i];
      copies[i].name = name;
      places[i] = &copies[i];
    }
    const struct ArrowSchema records = records_schema(places, count);
    compiled = compiled_take(&request, &records, &error);
  }
  if (compiled == NULL || rowkey_arrow_encoder_schema(compiled->encoder, field, &error) != ROWKEY_OK)
    set_last_error(&error, 0);
  compiled_leave(compiled);
  free(copies);
  free(places);
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

/* Arrays of keys, which grow. */
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

static bool encode_records(struct compiled *compiled, struct records *records, struct chunks *chunks,
                           rowkey_error *error) {
  size_t most = MOST_ROWS;
  do {
    struct ArrowArray *keys = chunks_add(chunks);
    if (keys == NULL) {
      snprintf(error->text, sizeof error->text, "out of memory");
      return false;
    }
    const struct ArrowArray *batch = records_show(records, most);
    const rowkey_status status = rowkey_arrow_encode(compiled->encoder, batch, records->done, keys, error);
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

static void release_exported(struct series_export *keys) {
  struct exported *exported = keys->private_data;
  if (exported->field.release != NULL) exported->field.release(&exported->field);
  free(exported->arrays);
  free(exported->places);
  free(exported);
  keys->release = NULL;
}

/* Fills *keys with the chunks; false leaves both as they were. */
static bool export_chunks(struct compiled *compiled, struct chunks *chunks, struct series_export *keys,
                          rowkey_error *error) {
  struct exported *exported = calloc(1, sizeof *exported);
  struct ArrowArray **places = calloc(chunks->count, sizeof *places);
  if (exported == NULL || places == NULL ||
      rowkey_arrow_encoder_schema(compiled->encoder, &exported->field, error) != ROWKEY_OK) {
    snprintf(error->text, sizeof error->text, "out of memory");
    free(exported);
    free(places);
    return false;
  }
  for (size_t i = 0; i < chunks->count; i++) places[i] = &chunks->arrays[i];
  exported->arrays = chunks->arrays;
  exported->places = places;
  *keys = (struct series_export){.field = &exported->field,
                                 .arrays = places,
                                 .length = chunks->count,
                                 .release = release_exported,
                                 .private_data = exported};
  return true;
}

static bool encode_series(const struct series_export *series, const struct request *request,
                          struct series_export *keys, rowkey_error *error, uint64_t *first_row) {
  struct records records;
  struct chunks chunks = {.arrays = NULL};
  if (!records_open(series, request, &records, error)) return false;
  struct compiled *compiled = compiled_take(request, &records.schema, error);
  const bool done = compiled != NULL && encode_records(compiled, &records, &chunks, error) &&
                    export_chunks(compiled, &chunks, keys, error);
  *first_row = records.done;
  compiled_leave(compiled);
  if (!done) chunks_free(&chunks);
  records_close(&records);
  return done;
}

/* Takes the series. Fills *keys, or leaves it and sets the error. */
void _polars_plugin_encode(struct series_export *series, size_t count, const uint8_t *arguments, size_t size,
                           struct series_export *keys, const void *context) {
  (void)context; /* whether Polars runs other expressions at the same time: one thread encodes in any case */
  struct request request;
  rowkey_error error = {.row = ROWKEY_NONE};
  uint64_t first_row = 0;
  if (!read_request(arguments, size, count, &request, &error) ||
      !encode_series(series, &request, keys, &error, &first_row))
    set_last_error(&error, first_row);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < series[i].length; k++)
      if (series[i].arrays[k]->release != NULL) series[i].arrays[k]->release(series[i].arrays[k]);
    if (series[i].release != NULL) series[i].release(&series[i]);
  }
}
