/* Memory of Java that calls of the C library work on: arrays, held for so long, and direct buffers. */
#include "rowkey_jni.h"

#include <stdlib.h>

void pins_add(JNIEnv *env, struct pins *pins, jobject object, bool is_array, bool is_written) {
  struct pin *pin = &pins->pins[pins->count++];
  *pin = (struct pin){.object = object, .is_array = is_array, .is_written = is_written};
  if (!is_array) pin->address = (*env)->GetDirectBufferAddress(env, object);
}

static void let_go_of(JNIEnv *env, const struct pins *pins, size_t count) {
  while (count > 0) {
    const struct pin *pin = &pins->pins[--count];
    if (pin->is_array)
      (*env)->ReleasePrimitiveArrayCritical(env, pin->object, pin->address, pin->is_written ? 0 : JNI_ABORT);
  }
}

bool pins_hold(JNIEnv *env, struct pins *pins) {
  for (size_t i = 0; i < pins->count; i++) {
    struct pin *pin = &pins->pins[i];
    if (!pin->is_array) continue;
    pin->address = (*env)->GetPrimitiveArrayCritical(env, pin->object, NULL);
    if (pin->address != NULL) continue;
    let_go_of(env, pins, i);
    throw_memory(env);
    return false;
  }
  return true;
}

void pins_let_go(JNIEnv *env, const struct pins *pins) { let_go_of(env, pins, pins->count); }

/* ---- Pieces ------------------------------------------------------------------------------------ */

size_t piece_of_offsets(const uint32_t *offsets, size_t rows) {
  if (rows > PIECE_ROWS) rows = PIECE_ROWS;
  while (rows > 1 && offsets[rows] - offsets[0] > PIECE_BYTES) rows /= 2;
  return rows;
}

size_t piece_of_width(size_t width, size_t rows) {
  if (rows > PIECE_ROWS) rows = PIECE_ROWS;
  while (rows > 1 && width > PIECE_BYTES / rows) rows /= 2;
  return rows;
}

static size_t piece_of(size_t left, size_t unit) {
  return left < PIECE_BYTES / unit ? left : PIECE_BYTES / unit;
}

void get_ints(JNIEnv *env, jintArray array, size_t position, size_t count, void *ints) {
  for (size_t done = 0, size; done < count; done += size) {
    size = piece_of(count - done, sizeof(jint));
    (*env)->GetIntArrayRegion(env, array, (jsize)(position + done), (jsize)size, (jint *)ints + done);
  }
}

void set_ints(JNIEnv *env, jintArray array, size_t position, size_t count, const void *ints) {
  for (size_t done = 0, size; done < count; done += size) {
    size = piece_of(count - done, sizeof(jint));
    (*env)->SetIntArrayRegion(env, array, (jsize)(position + done), (jsize)size, (const jint *)ints + done);
  }
}

void get_bytes(JNIEnv *env, jbyteArray array, size_t position, size_t count, void *bytes) {
  for (size_t done = 0, size; done < count; done += size) {
    size = piece_of(count - done, 1);
    (*env)->GetByteArrayRegion(env, array, (jsize)(position + done), (jsize)size, (jbyte *)bytes + done);
  }
}

void set_bytes(JNIEnv *env, jbyteArray array, size_t count, const void *bytes) {
  for (size_t done = 0, size; done < count; done += size) {
    size = piece_of(count - done, 1);
    (*env)->SetByteArrayRegion(env, array, (jsize)done, (jsize)size, (const jbyte *)bytes + done);
  }
}

jbyteArray array_of(JNIEnv *env, const void *bytes, size_t size) {
  if (size > INT32_MAX) {
    throw_memory(env);
    return NULL;
  }
  jbyteArray array = (*env)->NewByteArray(env, (jsize)size);
  if (array != NULL) set_bytes(env, array, size, bytes);
  return array;
}

void copy_offsets(JNIEnv *env, jobject offsets, bool is_array, size_t position, size_t count,
                  uint32_t *copy) {
  if (is_array) {
    get_ints(env, offsets, position, count, copy);
  } else {
    const uint8_t *address = (*env)->GetDirectBufferAddress(env, offsets);
    memcpy(copy, address + position * sizeof *copy, count * sizeof *copy);
  }
}

/* ---- Keys -------------------------------------------------------------------------------------- */

static bool offsets_lie_within(const uint32_t *offsets, size_t rows, size_t size) {
  for (size_t i = 0; i < rows; i++)
    if (offsets[i] > offsets[i + 1]) return false;
  return offsets[rows] <= size;
}

bool keys_open(JNIEnv *env, struct key_source *source, struct pins *pins, jobject data, jobject offsets,
               jlongArray shape) {
  jlong numbers[7];
  (*env)->GetLongArrayRegion(env, shape, 0, 7, numbers);
  if ((*env)->ExceptionCheck(env)) return false;
  const size_t rows = (size_t)numbers[0], size = (size_t)numbers[3];
  *source = (struct key_source){.position = (size_t)numbers[2], .size = size};
  source->keys.rows = rows;
  source->keys.width = (size_t)numbers[1];
  if (offsets != NULL) {
    source->offsets = allocate(env, rows + 1, sizeof *source->offsets);
    if (source->offsets == NULL) return false;
    copy_offsets(env, offsets, numbers[6] != 0, (size_t)numbers[4], rows + 1, source->offsets);
    if (!offsets_lie_within(source->offsets, rows, size)) {
      throw_argument(env,
                     "offsets of keys decrease, or leave the data (expected offsets that do not "
                     "decrease, from 0 to the number of bytes)");
      free(source->offsets);
      return false;
    }
    source->keys.offsets32 = source->offsets;
  }
  pins_add(env, pins, data, numbers[5] != 0, false);
  return true;
}

rowkey_keys keys_held(const struct key_source *source, const struct pins *pins) {
  rowkey_keys keys = source->keys;
  keys.data = (const uint8_t *)pins->pins[0].address + source->position;
  return keys;
}

void keys_close(struct key_source *source) { free(source->offsets); }

/* A whole number of bytes of a bitmap, or all that are left. */
static size_t rows_of_piece(const rowkey_keys *keys, size_t begin) {
  const size_t left = keys->rows - begin;
  size_t rows = keys->offsets32 == NULL ? piece_of_width(keys->width, left)
                                        : piece_of_offsets(keys->offsets32 + begin, left);
  if (rows < 8) rows = 8;
  return rows < left ? rows & ~(size_t)7 : left;
}

static rowkey_keys keys_of_piece(const rowkey_keys *keys, size_t begin, size_t rows) {
  rowkey_keys piece = *keys;
  piece.rows = rows;
  if (piece.offsets32 != NULL)
    piece.offsets32 += begin;
  else
    piece.data = (const uint8_t *)piece.data + begin * piece.width;
  return piece;
}

void keys_each_piece(JNIEnv *env, const struct key_source *source, struct pins *pins, key_piece_call *call,
                     void *context, const struct layout *layout) {
  size_t begin = 0, rows;
  do { /* once also where there are no keys: the call checks more than them */
    rows = rows_of_piece(&source->keys, begin);
    if (!pins_hold(env, pins)) return;
    const rowkey_keys keys = keys_held(source, pins), piece = keys_of_piece(&keys, begin, rows);
    rowkey_error error;
    const rowkey_status status = call(context, &piece, begin, &error);
    pins_let_go(env, pins);
    if (status != ROWKEY_OK) {
      if (error.row != ROWKEY_NONE) error.row += begin;
      throw_error(env, &error, layout);
      return;
    }
    begin += rows;
  } while (begin < source->keys.rows);
}

/* ---- Where keys go ----------------------------------------------------------------------------- */

struct target target_of(JNIEnv *env, jobject data, jobject offsets, jlongArray shape) {
  jlong numbers[5] = {0};
  (*env)->GetLongArrayRegion(env, shape, 0, 5, numbers);
  return (struct target){.data = data,
                         .offsets = offsets,
                         .position = (size_t)numbers[0],
                         .capacity = (size_t)numbers[1],
                         .offsets_position = (size_t)numbers[2],
                         .is_array = numbers[3] != 0,
                         .has_array_of_offsets = numbers[4] != 0};
}

void give_offsets(JNIEnv *env, const struct target *target, const uint32_t *offsets, size_t begin,
                  size_t count) {
  const size_t position = target->offsets_position + begin;
  if (target->has_array_of_offsets)
    set_ints(env, target->offsets, position, count, offsets);
  else
    memcpy((uint32_t *)(*env)->GetDirectBufferAddress(env, target->offsets) + position, offsets,
           count * sizeof *offsets);
}
