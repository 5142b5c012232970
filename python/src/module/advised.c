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
  rowkey_simulation *simulation;
  struct ArrowArray keys; /* used again */
};

static rowkey_status place(rowkey_simulation *simulation, size_t regions, size_t servers,
                           rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  uint32_t *server_of = calloc(regions, sizeof *server_of);
  if (server_of == NULL) *error = (rowkey_error){.status = status = ROWKEY_ERROR_MEMORY};
  for (size_t i = 0; i < ROWKEY_ADVICE_PLACEMENTS && status == ROWKEY_OK; i++) {
    status = rowkey_advice_place(i, regions, servers, server_of, error);
    if (status == ROWKEY_OK) status = rowkey_simulation_place(simulation, server_of, regions, servers, error);
  }
  free(server_of);
  return status;
}

static rowkey_status begin(struct loading *loading, const rowkey_advised_design *design,
                           const struct advised_records *records, size_t servers, uint64_t window,
                           rowkey_error *error) {
  const size_t regions = design->splits->count + 1;
  *loading = (struct loading){.router = rowkey_router_create(design->splits, error)};
  if (loading->router == NULL) return error->status;
  loading->encoder = rowkey_arrow_encoder_create(design->compiled, records->schema, NULL, error);
  if (loading->encoder == NULL) return error->status;
  loading->simulation = rowkey_simulation_create(1, window, error);
  if (loading->simulation == NULL) return error->status;
  rowkey_status status = place(loading->simulation, regions, servers, error);
  if (status == ROWKEY_OK) status = rowkey_simulation_add_regions(loading->simulation, regions, error);
  if (status != ROWKEY_OK) return status;
  return rowkey_arrow_encoder_schema(loading->encoder, &loading->keys_schema, error);
}

static void end(struct loading *loading) {
  if (loading->keys.release != NULL) loading->keys.release(&loading->keys);
  if (loading->keys_schema.release != NULL) loading->keys_schema.release(&loading->keys_schema);
  rowkey_arrow_encoder_free(loading->encoder);
  rowkey_router_free(loading->router);
  rowkey_simulation_free(loading->simulation);
}

static rowkey_status load_rows(struct loading *loading, const struct ArrowArray *rows, uint64_t first_row,
                               rowkey_error *error) {
  struct ArrowArray regions = {.release = NULL};
  rowkey_status status = rowkey_arrow_encode(loading->encoder, rows, first_row, &loading->keys, error);
  if (status == ROWKEY_OK)
    status = rowkey_arrow_route(loading->router, &loading->keys_schema, &loading->keys, &regions, error);
  if (status != ROWKEY_OK) return status;
  if (regions.length > 0)
    status = give_regions(loading->simulation, (const uint32_t *)regions.buffers[1] + regions.offset,
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
                           size_t servers, uint64_t window, struct interrupt *interrupt, rowkey_load **load,
                           rowkey_error *error) {
  struct loading loading;
  const rowkey_advised_design *design = rowkey_advisor_design(advisor, index);
  rowkey_status status = begin(&loading, design, records, servers, window, error);
  uint64_t first_row = 0;
  for (size_t i = 0; status == ROWKEY_OK && i < records->count; i++) {
    status = load_batch(&loading, records->batches[i], first_row, interrupt, error);
    first_row += (uint64_t)records->batches[i]->length;
  }
  rowkey_load_report on_servers[ROWKEY_ADVICE_PLACEMENTS];
  for (size_t i = 0; status == ROWKEY_OK && i < ROWKEY_ADVICE_PLACEMENTS; i++)
    on_servers[i] = *rowkey_simulation_report(loading.simulation, 0, i);
  if (status == ROWKEY_OK)
    status = rowkey_advisor_load(advisor, index, rowkey_simulation_report(loading.simulation, 0, ROWKEY_NONE),
                                 on_servers, ROWKEY_ADVICE_PLACEMENTS, error);
  *load = status == ROWKEY_OK ? rowkey_simulation_take(loading.simulation, 0) : NULL;
  end(&loading);
  return status;
}
