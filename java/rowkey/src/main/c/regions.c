/* Split points, scan ranges and routing. */
#include "rowkey_jni.h"

#include <stdlib.h>

/* ---- Split points ------------------------------------------------------------------------------ */

void splits_forget(struct bytes *bytes, rowkey_splits *splits) {
  free((void *)(uintptr_t)splits->offsets);
  bytes_free(bytes);
}

/* The points stay where they are, and so do the lengths between them: these are moved together. */
bool splits_read(JNIEnv *env, jbyteArray array, struct bytes *bytes, rowkey_splits *splits) {
  *splits = (rowkey_splits){0};
  if (!bytes_copy(env, array, bytes)) return false;
  struct reader reader = {bytes->data, bytes->data + bytes->size, false};
  splits->count = read_u32(&reader);
  uint64_t *offsets = allocate(env, splits->count + 1, sizeof *offsets);
  if (offsets == NULL) return false;
  uint8_t *end = bytes->data;
  for (size_t i = 0; i < splits->count; i++) {
    size_t size;
    const uint8_t *point = read_bytes(&reader, &size);
    if (size > 0) memmove(end, point, size);
    end += size;
    offsets[i + 1] = (uint64_t)(end - bytes->data);
  }
  splits->bytes = bytes->data;
  splits->offsets = offsets;
  return true;
}

jbyteArray give_splits(JNIEnv *env, rowkey_splits *splits, const rowkey_error *error,
                       const struct layout *layout) {
  if (splits == NULL) {
    throw_error(env, error, layout);
    return NULL;
  }
  struct writer writer = {0};
  write_u32(&writer, splits->count);
  for (size_t i = 0; i < splits->count; i++)
    write_bytes(&writer, (const uint8_t *)splits->bytes + splits->offsets[i],
                (size_t)(splits->offsets[i + 1] - splits->offsets[i]));
  rowkey_splits_free(splits);
  return writer_finish(env, &writer);
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_splits(JNIEnv *env, jclass class, jlong handle,
                                                          jint regions) {
  (void)class;
  const struct layout *layout = layout_at(handle);
  rowkey_error error;
  return give_splits(env, rowkey_splits_of_layout(layout->layout, (size_t)regions, &error), &error, layout);
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_addSplits(JNIEnv *env, jclass class, jlong handle,
                                                             jbyteArray array, jint more) {
  (void)class;
  const struct layout *layout = layout_at(handle);
  struct bytes bytes = {0};
  rowkey_splits splits;
  rowkey_error error;
  jbyteArray result = NULL;
  if (splits_read(env, array, &bytes, &splits))
    result =
        give_splits(env, rowkey_splits_add(layout->layout, &splits, (size_t)more, &error), &error, layout);
  splits_forget(&bytes, &splits);
  return result;
}

JNIEXPORT jdoubleArray JNICALL Java_io_rowkey_Native_shares(JNIEnv *env, jclass class, jlong handle,
                                                            jbyteArray array) {
  (void)class;
  const struct layout *layout = layout_at(handle);
  struct bytes bytes = {0};
  rowkey_splits splits;
  rowkey_error error;
  jdoubleArray result = NULL;
  rowkey_region_share *shares = NULL;
  if (splits_read(env, array, &bytes, &splits) &&
      (shares = allocate(env, splits.count + 1, sizeof *shares)) != NULL) {
    if (rowkey_splits_shares(layout->layout, &splits, shares, &error) != ROWKEY_OK)
      throw_error(env, &error, layout);
    else if ((result = (*env)->NewDoubleArray(env, (jsize)splits.count + 1)) != NULL)
      for (size_t i = 0; i <= splits.count; i++) {
        const jdouble share = shares[i].reachable ? shares[i].share : -1;
        (*env)->SetDoubleArrayRegion(env, result, (jsize)i, 1, &share);
      }
  }
  free(shares);
  splits_forget(&bytes, &splits);
  return result;
}

/* ---- HBase's algorithms ------------------------------------------------------------------------ */

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_uniformSplits(JNIEnv *env, jclass class, jint regions) {
  (void)class;
  rowkey_error error;
  return give_splits(env, rowkey_splits_uniform((size_t)regions, &error), &error, NULL);
}

/* Base 0 is the guide's function. */
JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_digitSplits(JNIEnv *env, jclass class, jint base,
                                                               jbyteArray first, jbyteArray last,
                                                               jint regions) {
  (void)class;
  struct bytes from = {0}, to = {0};
  rowkey_error error;
  jbyteArray result = NULL;
  if (bytes_copy(env, first, &from) && bytes_copy(env, last, &to)) {
    const char *begin = (const char *)from.data, *end = (const char *)to.data;
    rowkey_splits *splits = base == 0
                                ? rowkey_splits_guide_hex(begin, end, (size_t)regions, &error)
                                : rowkey_splits_digits((unsigned)base, begin, end, (size_t)regions, &error);
    result = give_splits(env, splits, &error, NULL);
  }
  bytes_free(&from);
  bytes_free(&to);
  return result;
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_byteSplits(JNIEnv *env, jclass class, jbyteArray start,
                                                              jbyteArray stop, jboolean inclusive,
                                                              jint regions) {
  (void)class;
  struct bytes from = {0}, to = {0};
  rowkey_error error;
  jbyteArray result = NULL;
  if (bytes_copy(env, start, &from) && bytes_copy(env, stop, &to)) {
    rowkey_splits *splits =
        rowkey_splits_bytes(from.data, from.size, to.data, to.size, inclusive, (size_t)regions, &error);
    result = give_splits(env, splits, &error, NULL);
  }
  bytes_free(&from);
  bytes_free(&to);
  return result;
}

/* ---- Scan ranges ------------------------------------------------------------------------------- */

static jbyteArray give_ranges(JNIEnv *env, const rowkey_ranges *ranges, size_t columns) {
  struct writer writer = {0};
  write_u8(&writer, ranges->exact);
  write_u8(&writer, ranges->limited);
  write_u32(&writer, columns);
  for (size_t i = 0; i < columns; i++) write_u8(&writer, ranges->filter[i]);
  write_u32(&writer, ranges->count);
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    write_bytes(&writer, range->start, range->start_size);
    write_bytes(&writer, range->stop, range->stop_size);
    write_u8(&writer, range->is_key);
    write_u32(&writer, range->region == ROWKEY_NONE ? UINT32_MAX : range->region);
  }
  return writer_finish(env, &writer);
}

/* The ranges cut at the points, where there are some, in the place of those given, which are freed. */
static rowkey_ranges *cut(JNIEnv *env, rowkey_ranges *ranges, jbyteArray array, rowkey_error *error) {
  struct bytes bytes = {0};
  rowkey_splits splits;
  rowkey_ranges *parts = NULL;
  if (splits_read(env, array, &bytes, &splits)) {
    parts = rowkey_ranges_cut(ranges, &splits, error);
    if (parts == NULL) throw_error(env, error, NULL);
  }
  splits_forget(&bytes, &splits);
  rowkey_ranges_free(ranges);
  return parts;
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_ranges(JNIEnv *env, jclass class, jlong handle,
                                                          jbyteArray text, jint most, jbyteArray splits) {
  (void)class;
  const struct layout *layout = layout_at(handle);
  struct bytes bytes = {0};
  if (!bytes_copy(env, text, &bytes)) return NULL;
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_where(layout->layout, layout->types, (const char *)bytes.data,
                                              bytes.size, (size_t)most, &error);
  bytes_free(&bytes);
  if (ranges == NULL)
    throw_error(env, &error, layout);
  else if (splits != NULL)
    ranges = cut(env, ranges, splits, &error);
  jbyteArray result = ranges == NULL ? NULL : give_ranges(env, ranges, layout->count);
  rowkey_ranges_free(ranges);
  return result;
}

/* The column of each condition. */
JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_conditionColumns(JNIEnv *env, jclass class, jlong handle,
                                                                    jbyteArray text) {
  (void)class;
  const struct layout *layout = layout_at(handle);
  struct bytes bytes = {0};
  if (!bytes_copy(env, text, &bytes)) return NULL;
  rowkey_error error;
  rowkey_conditions *conditions =
      rowkey_conditions_parse(layout->layout, layout->types, (const char *)bytes.data, bytes.size, &error);
  bytes_free(&bytes);
  if (conditions == NULL) {
    throw_error(env, &error, layout);
    return NULL;
  }
  struct writer writer = {0};
  write_u32(&writer, conditions->count);
  for (size_t i = 0; i < conditions->count; i++) write_u32(&writer, conditions->conditions[i].column);
  rowkey_conditions_free(conditions);
  return writer_finish(env, &writer);
}

/* ---- Routing ----------------------------------------------------------------------------------- */

static rowkey_router *router_at(jlong handle) { return (rowkey_router *)(uintptr_t)handle; }

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createRouter(JNIEnv *env, jclass class, jbyteArray array) {
  (void)class;
  struct bytes bytes = {0};
  rowkey_splits splits;
  rowkey_error error;
  rowkey_router *router = NULL;
  if (splits_read(env, array, &bytes, &splits)) {
    router = rowkey_router_create(&splits, &error);
    if (router == NULL) throw_error(env, &error, NULL);
  }
  splits_forget(&bytes, &splits);
  return (jlong)(uintptr_t)router;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeRouter(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  rowkey_router_free(router_at(handle));
}

struct routing {
  const rowkey_router *router;
  const struct pin *regions;
};

static rowkey_status route_piece(void *context, const rowkey_keys *keys, size_t begin, rowkey_error *error) {
  const struct routing *routing = context;
  return rowkey_route(routing->router, keys, (uint32_t *)routing->regions->address + begin, error);
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_route(JNIEnv *env, jclass class, jlong handle, jobject data,
                                                   jobject offsets, jlongArray shape, jintArray regions) {
  (void)class;
  struct key_source source;
  struct pin memory[2];
  struct pins pins = {memory, 0};
  if (!keys_open(env, &source, &pins, data, offsets, shape)) return;
  pins_add(env, &pins, regions, true, true);
  struct routing routing = {router_at(handle), &memory[1]};
  keys_each_piece(env, &source, &pins, route_piece, &routing, NULL);
  keys_close(&source);
}
