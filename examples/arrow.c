/* A record batch as Arrow's libraries export it, without a copy: an array of keys. The unit of times is part
 * of the keys, so the program declares it, and does not take the one that the exporting library happens to
 * have. */
#include <inttypes.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>

static void keep_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void keep_array(struct ArrowArray *array) { array->release = NULL; }

/* The columns host, utf8: web-1, null, db; and ts, a timestamp of seconds. A program gets these two structs
 * from the library that has the rows: ExportRecordBatch of Arrow C++, __arrow_c_array__ of Python's
 * libraries, and so on. */
static const uint8_t validity[] = {0x05};
static const int32_t offsets[] = {0, 5, 5, 7};
static const int64_t times[] = {1700000000, 1700000060, -1};
static const void *host_buffers[] = {validity, offsets, "web-1db"}, *ts_buffers[] = {NULL, times};
static const void *no_buffers[] = {NULL};
static struct ArrowSchema host_schema = {.format = "u", .name = "host", .release = keep_schema};
static struct ArrowSchema ts_schema = {.format = "tss:UTC", .name = "ts", .release = keep_schema};
static struct ArrowSchema *schemas[] = {&host_schema, &ts_schema};
static struct ArrowArray host = {
    .length = 3, .null_count = 1, .n_buffers = 3, .buffers = host_buffers, .release = keep_array};
static struct ArrowArray ts = {.length = 3, .n_buffers = 2, .buffers = ts_buffers, .release = keep_array};
static struct ArrowArray *columns[] = {&host, &ts};

int main(void) {
  static const char template[] = "{coalesce(host, \"none\")}|{ts:~i64}", declared[] = "host:text,ts:time(s)";
  struct ArrowSchema schema = {
      .format = "+s", .name = "", .n_children = 2, .children = schemas, .release = keep_schema};
  struct ArrowArray batch = {.length = 3,
                             .n_buffers = 1,
                             .buffers = no_buffers,
                             .n_children = 2,
                             .children = columns,
                             .release = keep_array};

  const rowkey_arrow_options options = {.format = ROWKEY_ARROW_BINARY};
  struct ArrowArray keys = {0};
  rowkey_error error;
  int status = 1;
  size_t count;
  rowkey_schema *parsed = rowkey_schema_parse(declared, sizeof declared - 1, &error);
  const rowkey_column *of_layout = rowkey_schema_columns(parsed, &count);
  rowkey_layout *layout =
      parsed ? rowkey_layout_compile(template, sizeof template - 1, of_layout, count, &error) : NULL;
  rowkey_arrow_encoder *encoder =
      layout ? rowkey_arrow_encoder_create(layout, &schema, &options, &error) : NULL;
  if (encoder && rowkey_arrow_encode(encoder, &batch, 0, &keys, &error) == ROWKEY_OK) {
    const int32_t *limits = keys.buffers[1];
    const unsigned char *bytes = keys.buffers[2];
    for (int64_t row = 0; row < keys.length; row++) {
      for (int32_t i = limits[row]; i < limits[row + 1]; i++)
        printf(bytes[i] >= ' ' && bytes[i] <= '~' ? "%c" : "\\x%02X", bytes[i]);
      printf("\n");
    }
    keys.release(&keys);
    status = 0;
  } else {
    fprintf(stderr, "%s\n", error.text);
  }
  rowkey_arrow_encoder_free(encoder);
  rowkey_layout_free(layout);
  rowkey_schema_free(parsed);
  batch.release(&batch);
  schema.release(&schema);
  return status;
}
