/* What the expressions of encode, decode and region do. */
#include <rowkey/route.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "polars.h"

/* ---- encode -------------------------------------------------------------------------------------- */

static bool make_encoder(const struct request *request, const struct ArrowSchema *records,
                         struct compiled *compiled, rowkey_error *error) {
  const rowkey_arrow_options options = {
      .format = ROWKEY_ARROW_BINARY_VIEW, .seed = request->number, .bad_rows = request->bad_rows};
  compiled->layout = compile_layout(request, records, error);
  if (compiled->layout != NULL)
    compiled->state = rowkey_arrow_encoder_create(compiled->layout, records, &options, error);
  return compiled->state != NULL;
}

static void free_encoder(void *encoder) { rowkey_arrow_encoder_free(encoder); }

static rowkey_status find_key_schema(const struct compiled *compiled, const struct ArrowSchema *records,
                                     struct ArrowSchema *schema, rowkey_error *error) {
  (void)records;
  return rowkey_arrow_encoder_schema(compiled->state, schema, error);
}

static rowkey_status encode_batch(struct compiled *compiled, const struct ArrowSchema *records,
                                  const struct ArrowArray *batch, uint64_t first_row, struct ArrowArray *keys,
                                  rowkey_error *error) {
  (void)records;
  return rowkey_arrow_encode(compiled->state, batch, first_row, keys, error);
}

/* Views have 32 bits for places: keys of this many rows almost always fit. Where they do not, fewer are
 * tried. */
const struct operation encode_operation = {1 << 22, make_encoder, free_encoder, find_key_schema,
                                           encode_batch};

/* ---- decode -------------------------------------------------------------------------------------- */

/* The type of the records: of every column that the layout uses, as Layout.decode() gives it back. */
static bool make_record_schema(const struct request *request, const rowkey_layout *layout,
                               struct ArrowSchema *schema) {
  size_t used = 0, next = 0;
  for (size_t i = 0; i < request->column_count; i++) used += rowkey_layout_uses(layout, i);
  if (!make_schema("+s", "", used, schema)) return false;
  const rowkey_column *columns = rowkey_layout_columns(layout, NULL);
  const char *kind = next_text(request->columns);
  bool is_made = true;
  for (size_t i = 0; i < request->column_count && is_made; i++) {
    char format[32];
    column_format(&columns[i], strcmp(kind, "text") == 0, format, sizeof format);
    if (rowkey_layout_uses(layout, i))
      is_made = make_schema(format, columns[i].name, 0, schema->children[next++]);
    if (i + 1 < request->column_count) kind = next_text(next_text(kind));
  }
  if (!is_made) schema->release(schema);
  return is_made;
}

static bool make_decoder(const struct request *request, const struct ArrowSchema *records,
                         struct compiled *compiled, rowkey_error *error) {
  if (request->column_count == ROWKEY_NONE || request->argument_count != 1) return refuse_request(error);
  compiled->layout = compile_layout(request, records, error);
  if (compiled->layout == NULL) return false;
  struct ArrowSchema schema;
  if (!make_record_schema(request, compiled->layout, &schema)) return polars_no_memory(error) == ROWKEY_OK;
  compiled->state = rowkey_arrow_decoder_create(compiled->layout, records->children[0], &schema, error);
  schema.release(&schema);
  return compiled->state != NULL &&
         rowkey_arrow_decoder_set_bad_rows(compiled->state, request->bad_rows, error) == ROWKEY_OK;
}

static void free_decoder(void *decoder) { rowkey_arrow_decoder_free(decoder); }

static rowkey_status find_record_schema(const struct compiled *compiled, const struct ArrowSchema *records,
                                        struct ArrowSchema *schema, rowkey_error *error) {
  (void)records;
  return rowkey_arrow_decoder_schema(compiled->state, schema, error);
}

static rowkey_status decode_batch(struct compiled *compiled, const struct ArrowSchema *records,
                                  const struct ArrowArray *batch, uint64_t first_row,
                                  struct ArrowArray *results, rowkey_error *error) {
  (void)records;
  (void)first_row;
  return rowkey_arrow_decode(compiled->state, batch->children[0], results, error);
}

const struct operation decode_operation = {SIZE_MAX, make_decoder, free_decoder, find_record_schema,
                                           decode_batch};

/* ---- region -------------------------------------------------------------------------------------- */

/* Counts the split points of the request and their bytes. False where one of them ends behind the request. */
static bool count_points(const struct request *request, rowkey_splits *points, size_t *size) {
  const uint8_t *at = (const uint8_t *)request->template, *const end = at + request->template_length;
  for (*size = 0; end - at >= 4; points->count++) {
    const uint64_t length = little_endian(at, 4);
    at += 4;
    if (length > (uint64_t)(end - at)) return false;
    at += length;
    *size += (size_t)length;
  }
  return at == end;
}

static void read_points(const struct request *request, size_t count, char *bytes, uint64_t *offsets) {
  const char *at = request->template;
  offsets[0] = 0;
  for (size_t i = 0; i < count; i++) {
    const uint64_t length = little_endian((const uint8_t *)at, 4);
    memcpy(bytes + offsets[i], at + 4, (size_t)length);
    offsets[i + 1] = offsets[i] + length;
    at += 4 + length;
  }
}

static bool make_router(const struct request *request, const struct ArrowSchema *records,
                        struct compiled *compiled, rowkey_error *error) {
  (void)records;
  rowkey_splits points = {.count = 0};
  size_t size;
  if (request->argument_count != 1 || !count_points(request, &points, &size)) return refuse_request(error);
  char *bytes = malloc(size + 1);
  uint64_t *offsets = malloc((points.count + 1) * sizeof *offsets);
  if (bytes != NULL && offsets != NULL) {
    read_points(request, points.count, bytes, offsets);
    points.bytes = bytes;
    points.offsets = offsets;
    compiled->state = rowkey_router_create(&points, error);
  } else {
    polars_no_memory(error);
  }
  free(bytes);
  free(offsets);
  return compiled->state != NULL;
}

static void free_router(void *router) { rowkey_router_free(router); }

static rowkey_status find_region_schema(const struct compiled *compiled, const struct ArrowSchema *records,
                                        struct ArrowSchema *schema, rowkey_error *error) {
  (void)compiled;
  (void)records;
  return make_schema("I", "region", 0, schema) ? ROWKEY_OK : polars_no_memory(error);
}

static rowkey_status find_regions(struct compiled *compiled, const struct ArrowSchema *records,
                                  const struct ArrowArray *batch, uint64_t first_row,
                                  struct ArrowArray *regions, rowkey_error *error) {
  (void)first_row;
  return rowkey_arrow_route(compiled->state, records->children[0], batch->children[0], regions, error);
}

const struct operation region_operation = {SIZE_MAX, make_router, free_router, find_region_schema,
                                           find_regions};
