/* Keys sorted, and copied in an order. */
#include "rowkey_jni.h"

#include <stdlib.h>

JNIEXPORT jint JNICALL Java_io_rowkey_Native_order(JNIEnv *env, jclass class, jobject data, jobject offsets,
                                                   jlongArray shape, jintArray array) {
  (void)class;
  struct key_source source;
  struct pin memory[2];
  struct pins pins = {memory, 0};
  uint64_t duplicates = 0;
  if (!keys_open(env, &source, &pins, data, offsets, shape)) return 0;
  pins_add(env, &pins, array, true, true);
  const size_t rows = source.keys.rows, room_size = ROWKEY_SORT_BYTES_PER_ROW * rows;
  uint64_t *order = allocate(env, rows, sizeof *order);
  void *room = order == NULL ? NULL : allocate(env, room_size, 1);
  if (room != NULL && pins_hold(env, &pins)) {
    keys_address(&source, &pins);
    jint *given = memory[1].address;
    rowkey_error error;
    const rowkey_status status = rowkey_sort(&source.keys, order, &duplicates, room, room_size, &error);
    for (size_t i = 0; status == ROWKEY_OK && i < rows; i++) given[i] = (jint)order[i];
    pins_let_go(env, &pins);
    if (status != ROWKEY_OK) throw_error(env, &error, NULL);
  }
  free(room);
  free(order);
  keys_close(&source);
  return (jint)duplicates;
}

static bool overlap(const rowkey_keys *keys, size_t size, const rowkey_key_buffer *buffer) {
  const uintptr_t from = (uintptr_t)keys->data, to = (uintptr_t)buffer->data;
  return size > 0 && from < to + buffer->capacity && to < from + size;
}

/* Copies keys whose memory is held. */
static rowkey_status gather(const struct key_source *source, size_t size, const uint64_t *order,
                            const rowkey_key_buffer *buffer, bool *overlapping, rowkey_error *error) {
  *overlapping = overlap(&source->keys, size, buffer);
  return *overlapping ? ROWKEY_OK : rowkey_gather(&source->keys, order, source->keys.rows, buffer, error);
}

/* The order as C takes it. */
static uint64_t *read_order(JNIEnv *env, jintArray array, size_t rows) {
  uint64_t *order = allocate(env, rows, sizeof *order);
  jint *given = order == NULL ? NULL : allocate(env, rows, sizeof *given);
  if (given != NULL) {
    (*env)->GetIntArrayRegion(env, array, 0, (jsize)rows, given);
    for (size_t i = 0; i < rows; i++) order[i] = (uint64_t)given[i];
  } else {
    free(order);
    order = NULL;
  }
  free(given);
  return order;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_gather(JNIEnv *env, jclass class, jobject data, jobject offsets,
                                                    jlongArray shape, jintArray array, jobject target_data,
                                                    jobject target_offsets, jlongArray target_shape) {
  (void)class;
  struct key_source source;
  struct pin memory[2];
  struct pins pins = {memory, 0};
  if (!keys_open(env, &source, &pins, data, offsets, shape)) return;
  const size_t rows = source.keys.rows;
  jlong size;
  (*env)->GetLongArrayRegion(env, shape, 3, 1, &size);
  const struct target target = target_of(env, target_data, target_offsets, target_shape);
  pins_add(env, &pins, target.data, target.is_array, true);
  uint64_t *order = read_order(env, array, rows);
  uint32_t *sorted = order == NULL ? NULL : allocate(env, rows + 1, sizeof *sorted);
  if (sorted != NULL && pins_hold(env, &pins)) {
    keys_address(&source, &pins);
    const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets32(
        (uint8_t *)memory[1].address + target.position, target.capacity, sorted);
    bool overlapping;
    rowkey_error error;
    const rowkey_status status = gather(&source, (size_t)size, order, &buffer, &overlapping, &error);
    pins_let_go(env, &pins);
    if (overlapping)
      throw_argument(env, "keys are copied onto themselves (expected memory of their own for the copies)");
    else if (status != ROWKEY_OK)
      throw_error(env, &error, NULL);
    else if (target.offsets != NULL)
      give_offsets(env, &target, sorted, rows + 1);
  }
  free(sorted);
  free(order);
  keys_close(&source);
}
