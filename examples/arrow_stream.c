/* Streams of Arrow: batches of ids become keys, and come back; and an array of keys, its regions and its ids.
 */
#include <inttypes.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>

/* What a library that has the rows would hand over: one batch of three ids, as a stream. */
static void keep_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void keep_array(struct ArrowArray *array) { array->release = NULL; }
static void end(struct ArrowArrayStream *stream) { stream->release = NULL; }
static const char *no_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return NULL;
}

static const uint64_t ids[] = {1, 2, 3999999};
static const void *buffers[] = {NULL, ids};
static const struct ArrowSchema id_schema = {.format = "L", .name = "id", .release = keep_schema};
static const struct ArrowArray id_batch = {
    .length = 3, .n_buffers = 2, .buffers = buffers, .release = keep_array};

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
  (void)stream;
  *schema = id_schema;
  return 0;
}

/* The batch once, then an array that is released: the end. */
static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *batch) {
  bool *sent = stream->private_data;
  *batch = *sent ? (struct ArrowArray){0} : id_batch;
  *sent = true;
  return 0;
}

static struct ArrowArrayStream stream_of_ids(bool *sent) {
  return (struct ArrowArrayStream){.get_schema = get_schema,
                                   .get_next = get_next,
                                   .get_last_error = no_error,
                                   .release = end,
                                   .private_data = sent};
}

static void print_ids(const struct ArrowArray *records) {
  const uint64_t *decoded = records->children[0]->buffers[1];
  for (int64_t i = 0; i < records->length; i++) printf("id %" PRIu64 "\n", decoded[i]);
}

/* ids -> keys -> ids: each stream reads the one before it, and releases it. */
static bool run_streams(const rowkey_layout *layout, rowkey_error *error) {
  bool sent = false;
  struct ArrowArrayStream source = stream_of_ids(&sent), keys, records;
  if (rowkey_arrow_encode_stream(layout, &source, NULL, &keys, error) != ROWKEY_OK) return false;
  if (rowkey_arrow_decode_stream(layout, &keys, NULL, &records, error) != ROWKEY_OK) {
    keys.release(&keys);
    return false;
  }
  struct ArrowArray batch;
  int failed;
  while ((failed = records.get_next(&records, &batch)) == 0 && batch.release != NULL) {
    print_ids(&batch);
    batch.release(&batch);
  }
  if (failed != 0) snprintf(error->text, sizeof error->text, "%s", records.get_last_error(&records));
  records.release(&records);
  return failed == 0;
}

/* How many keys of an array a sketch has seen, which could give split points; 0 on failure. */
static uint64_t count_keys(const struct ArrowSchema *schema, const struct ArrowArray *keys,
                           rowkey_error *error) {
  rowkey_sketch *sketch = rowkey_sketch_create(0, error);
  const bool added = sketch && rowkey_arrow_sketch_add(sketch, schema, keys, error) == ROWKEY_OK;
  const uint64_t rows = added ? rowkey_sketch_rows(sketch) : 0;
  rowkey_sketch_free(sketch);
  return rows;
}

/* One array of keys: their type, their regions, and their columns. */
static bool run_batch(const rowkey_layout *layout, const rowkey_router *router, rowkey_error *error) {
  struct ArrowSchema keys_schema = {0}, records_schema = {0};
  struct ArrowArray keys = {0}, regions = {0}, records = {0};
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &id_schema, NULL, error);
  rowkey_arrow_decoder *decoder = NULL;
  bool done = encoder && rowkey_arrow_encoder_schema(encoder, &keys_schema, error) == ROWKEY_OK &&
              rowkey_arrow_encode(encoder, &id_batch, 0, &keys, error) == ROWKEY_OK &&
              rowkey_arrow_route(router, &keys_schema, &keys, &regions, error) == ROWKEY_OK;
  if (done) decoder = rowkey_arrow_decoder_create(layout, &keys_schema, NULL, error);
  done = decoder && rowkey_arrow_decoder_set_bad_rows(decoder, ROWKEY_NULL_FOR_NULLS, error) == ROWKEY_OK &&
         rowkey_arrow_decoder_schema(decoder, &records_schema, error) == ROWKEY_OK &&
         rowkey_arrow_decode(decoder, &keys, &records, error) == ROWKEY_OK;
  if (done) {
    const char *bytes = keys.buffers[1];
    const uint32_t *region = regions.buffers[1];
    char key_type[64], id_type[64];
    rowkey_arrow_type_name(&keys_schema, key_type, sizeof key_type);
    rowkey_arrow_type_name(records_schema.children[0], id_type, sizeof id_type);
    printf("%s of %s to %s of %s\n", keys_schema.name, key_type, records_schema.children[0]->name, id_type);
    for (int64_t i = 0; i < keys.length; i++)
      printf("%.17s in region %" PRIu32 "\n", bytes + 17 * i, region[i]);
    printf("%" PRIu64 " keys in a sketch\n", count_keys(&keys_schema, &keys, error));
    print_ids(&records);
  }
  if (records.release) records.release(&records);
  if (regions.release) regions.release(&regions);
  if (keys.release) keys.release(&keys);
  if (records_schema.release) records_schema.release(&records_schema);
  if (keys_schema.release) keys_schema.release(&keys_schema);
  rowkey_arrow_decoder_free(decoder);
  rowkey_arrow_encoder_free(encoder);
  return done;
}

int main(void) {
  static const char template[] = "{md5(id) % 1000000:07d}{id:010d}";
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile(template, sizeof template - 1, &id_schema, &error);
  rowkey_splits *splits = layout ? rowkey_splits_of_layout(layout, 4, &error) : NULL;
  rowkey_router *router = splits ? rowkey_router_create(splits, &error) : NULL;
  const bool done = router && run_streams(layout, &error) && run_batch(layout, router, &error);
  if (!done) fprintf(stderr, "%s\n", error.text);
  rowkey_router_free(router);
  rowkey_splits_free(splits);
  rowkey_layout_free(layout);
  return done ? 0 : 1;
}
