/* What the columns of a record batch of Arrow are like: a batch as columns, for what takes no Arrow. */
#include <inttypes.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>

static void keep_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void keep_array(struct ArrowArray *array) { array->release = NULL; }

/* What a library that has the rows would hand over: names, and numbers of 16 bits. */
static const int32_t offsets[] = {0, 5, 10, 12, 17};
static const int16_t numbers[] = {17, -3, 17, 4};
static const void *host_buffers[] = {NULL, offsets, "web-1web-2dbweb-1"}, *hit_buffers[] = {NULL, numbers};
static const void *batch_buffers[] = {NULL};
static struct ArrowSchema host_schema = {.format = "u", .name = "host", .release = keep_schema};
static struct ArrowSchema hit_schema = {.format = "s", .name = "hits", .release = keep_schema};
static struct ArrowSchema *schemas[] = {&host_schema, &hit_schema};
static struct ArrowArray hosts = {
    .length = 4, .n_buffers = 3, .buffers = host_buffers, .release = keep_array};
static struct ArrowArray hits = {.length = 4, .n_buffers = 2, .buffers = hit_buffers, .release = keep_array};
static struct ArrowArray *arrays[] = {&hosts, &hits};
static const struct ArrowSchema schema = {
    .format = "+s", .n_children = 2, .children = schemas, .release = keep_schema};
static const struct ArrowArray batch = {.length = 4,
                                        .n_buffers = 1,
                                        .n_children = 2,
                                        .buffers = batch_buffers,
                                        .children = arrays,
                                        .release = keep_array};

static bool add_batch(rowkey_arrow_reader *reader, rowkey_profile *profile, rowkey_error *error) {
  const rowkey_values *columns;
  size_t rows = 1;
  bool good = rowkey_arrow_reader_open(reader, &batch, error) == ROWKEY_OK;
  while (good && rows > 0) {
    good = rowkey_arrow_reader_next(reader, &columns, &rows, error) == ROWKEY_OK &&
           rowkey_profile_add(profile, columns, rows, error) == ROWKEY_OK;
    if (good && rows > 0)
      printf("the first row has %" PRId64 " hits\n", rowkey_arrow_reader_value(reader, 1, 0).as.i64);
  }
  return good;
}

int main(void) {
  rowkey_error error;
  size_t count;
  rowkey_arrow_reader *reader = rowkey_arrow_reader_create(&schema, &error);
  const rowkey_column *columns = rowkey_arrow_reader_columns(reader, &count);
  rowkey_profile *profile = reader ? rowkey_profile_create(columns, count, 0, &error) : NULL;
  const bool done = profile && add_batch(reader, profile, &error);
  for (size_t i = 0; done && i < count; i++) {
    const rowkey_column_profile *found = rowkey_profile_column(profile, i);
    printf("%s: about %.0f values", columns[i].name, found->distinct);
    if (columns[i].type == ROWKEY_TEXT)
      printf(" of %" PRIu64 " to %" PRIu64 " bytes\n", found->least_size, found->most_size);
    else
      printf(" from %" PRId64 " to %" PRId64 "\n", found->least.as.i64, found->most.as.i64);
  }
  if (!done) fprintf(stderr, "%s\n", error.text);
  rowkey_profile_free(profile);
  rowkey_arrow_reader_free(reader);
  return done ? 0 : 1;
}
