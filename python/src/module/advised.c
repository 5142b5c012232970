#include "advised.h"

#include <stdlib.h>

bool take_advised_records(const struct module_state *state, PyObject *schema, PyObject *arrays,
                          struct advised_records *records) {
  const struct schema_object *type = schema_of(state, schema);
  if (type == NULL) return false;
  const Py_ssize_t count = PyList_Size(arrays);
  *records = (struct advised_records){.schema = &type->shared->schema,
                                      .batches = PyMem_Calloc((size_t)count + 1, sizeof *records->batches)};
  if (records->batches == NULL) return PyErr_NoMemory() != NULL;
  for (Py_ssize_t i = 0; i < count; i++) {
    const struct array_object *array = array_of(state, PyList_GetItem(arrays, i));
    if (array == NULL) return false;
    records->batches[records->count++] = &array->shared->array;
  }
  return true;
}

/* What one design's keys are routed and counted with. */
struct loading {
  rowkey_arrow_encoder *encoder;
  struct ArrowSchema keys_schema;
  rowkey_router *router;
  rowkey_load *regions;
  rowkey_load *servers[ROWKEY_ADVICE_PLACEMENTS];
  uint32_t *server_of[ROWKEY_ADVICE_PLACEMENTS]; /* each region, in each placement */
  uint32_t *on_servers;                          /* of PIECE_ROWS rows */
  struct ArrowArray keys;                        /* used again */
};

static rowkey_status fail_memory(rowkey_error *error) {
  *error = (rowkey_error){.status = ROWKEY_ERROR_MEMORY};
  return ROWKEY_ERROR_MEMORY;
}

static rowkey_status place(struct loading *loading, size_t regions, size_t servers, uint64_t window,
                           rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  loading->on_servers = calloc(PIECE_ROWS, sizeof *loading->on_servers);
  if (loading->on_servers == NULL) return fail_memory(error);
  for (size_t i = 0; i < ROWKEY_ADVICE_PLACEMENTS && status == ROWKEY_OK; i++) {
    loading->server_of[i] = calloc(regions, sizeof *loading->server_of[i]);
    if (loading->server_of[i] == NULL) return fail_memory(error);
    status = rowkey_advice_place(i, regions, servers, loading->server_of[i], error);
    if (status != ROWKEY_OK) return status;
    loading->servers[i] = rowkey_load_create(servers, window, error);
    if (loading->servers[i] == NULL) return error->status;
  }
  return status;
}

static rowkey_status begin(struct loading *loading, const rowkey_advised_design *design,
                           const struct advised_records *records, size_t servers, uint64_t window,
                           rowkey_error *error) {
  *loading = (struct loading){.router = rowkey_router_create(design->splits, error)};
  if (loading->router == NULL) return error->status;
  loading->encoder = rowkey_arrow_encoder_create(design->compiled, records->schema, NULL, error);
  if (loading->encoder == NULL) return error->status;
  loading->regions = rowkey_load_create(design->splits->count + 1, window, error);
  if (loading->regions == NULL) return error->status;
  const rowkey_status status = place(loading, design->splits->count + 1, servers, window, error);
  if (status != ROWKEY_OK) return status;
  return rowkey_arrow_encoder_schema(loading->encoder, &loading->keys_schema, error);
}

static void end(struct loading *loading) {
  if (loading->keys.release != NULL) loading->keys.release(&loading->keys);
  if (loading->keys_schema.release != NULL) loading->keys_schema.release(&loading->keys_schema);
  rowkey_arrow_encoder_free(loading->encoder);
  rowkey_router_free(loading->router);
  rowkey_load_free(loading->regions);
  free(loading->on_servers);
  for (size_t i = 0; i < ROWKEY_ADVICE_PLACEMENTS; i++) {
    rowkey_load_free(loading->servers[i]);
    free(loading->server_of[i]);
  }
}

static rowkey_status count_rows(struct loading *loading, const uint32_t *regions, size_t rows,
                                rowkey_error *error) {
  rowkey_status status = rowkey_load_add(loading->regions, regions, rows, error);
  for (size_t p = 0; p < ROWKEY_ADVICE_PLACEMENTS && status == ROWKEY_OK; p++) {
    for (size_t i = 0; i < rows; i++) loading->on_servers[i] = loading->server_of[p][regions[i]];
    status = rowkey_load_add(loading->servers[p], loading->on_servers, rows, error);
  }
  return status;
}

static rowkey_status load_rows(struct loading *loading, const struct ArrowArray *rows, uint64_t first_row,
                               rowkey_error *error) {
  struct ArrowArray regions = {.release = NULL};
  rowkey_status status = rowkey_arrow_encode(loading->encoder, rows, first_row, &loading->keys, error);
  if (status == ROWKEY_OK)
    status = rowkey_arrow_route(loading->router, &loading->keys_schema, &loading->keys, &regions, error);
  if (status != ROWKEY_OK) return status;
  if (regions.length > 0)
    status = count_rows(loading, (const uint32_t *)regions.buffers[1] + regions.offset,
                        (size_t)regions.length, error);
  regions.release(&regions);
  return status;
}

/* Piece by piece, so that keys do not take as much memory as the batch. */
static rowkey_status load_batch(struct loading *loading, const struct ArrowArray *batch, uint64_t first_row,
                                struct interrupt *interrupt, rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  for (int64_t first = 0; status == ROWKEY_OK && first < batch->length; first += PIECE_ROWS) {
    const struct ArrowArray piece = piece_of(batch, first);
    if (!interrupt_check(interrupt)) return ROWKEY_ERROR_STOPPED;
    status = load_rows(loading, &piece, first_row + (uint64_t)first, error);
  }
  return status;
}

rowkey_status load_advised(rowkey_advisor *advisor, size_t index, const struct advised_records *records,
                           size_t servers, uint64_t window, struct interrupt *interrupt,
                           rowkey_error *error) {
  struct loading loading;
  const rowkey_advised_design *design = rowkey_advisor_design(advisor, index);
  rowkey_status status = begin(&loading, design, records, servers, window, error);
  uint64_t first_row = 0;
  for (size_t i = 0; status == ROWKEY_OK && i < records->count; i++) {
    status = load_batch(&loading, records->batches[i], first_row, interrupt, error);
    first_row += (uint64_t)records->batches[i]->length;
  }
  rowkey_load_report servers_loads[ROWKEY_ADVICE_PLACEMENTS];
  for (size_t i = 0; status == ROWKEY_OK && i < ROWKEY_ADVICE_PLACEMENTS; i++)
    servers_loads[i] = *rowkey_load_finish(loading.servers[i]);
  if (status == ROWKEY_OK)
    status = rowkey_advisor_load(advisor, index, rowkey_load_finish(loading.regions), servers_loads,
                                 ROWKEY_ADVICE_PLACEMENTS, error);
  end(&loading);
  return status;
}
