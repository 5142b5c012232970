/* Memory of Java that calls of the C library work on: arrays, held for so long, and direct buffers. */
#include "rowkey_jni.h"

#include <stdlib.h>

void pins_add(JNIEnv *env, struct pins *pins, jobject object, bool is_array, bool is_written) {
  struct pin *pin = &pins->pins[pins->count++];
  *pin = (struct pin){.object = object, .is_array = is_array, .is_written = is_written};
  if (!is_array) pin->address = (*env)->GetDirectBufferAddress(env, object);
}

bool pins_hold(JNIEnv *env, struct pins *pins) {
  for (size_t i = 0; i < pins->count; i++) {
    struct pin *pin = &pins->pins[i];
    if (!pin->is_array) continue;
    pin->address = (*env)->GetPrimitiveArrayCritical(env, pin->object, NULL);
    if (pin->address != NULL) continue;
    pins->count = i;
    pins_let_go(env, pins);
    throw_memory(env);
    return false;
  }
  return true;
}

void pins_let_go(JNIEnv *env, struct pins *pins) {
  while (pins->count > 0) {
    struct pin *pin = &pins->pins[--pins->count];
    if (pin->is_array)
      (*env)->ReleasePrimitiveArrayCritical(env, pin->object, pin->address, pin->is_written ? 0 : JNI_ABORT);
  }
}

bool copy_offsets(JNIEnv *env, jobject offsets, bool is_array, size_t position, size_t count,
                  uint32_t *copy) {
  if (is_array) {
    (*env)->GetIntArrayRegion(env, offsets, (jsize)position, (jsize)count, (jint *)copy);
  } else {
    const uint8_t *address = (*env)->GetDirectBufferAddress(env, offsets);
    memcpy(copy, address + position * sizeof *copy, count * sizeof *copy);
  }
  return !(*env)->ExceptionCheck(env);
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
  *source = (struct key_source){.position = (size_t)numbers[2]};
  source->keys.rows = rows;
  source->keys.width = (size_t)numbers[1];
  if (offsets != NULL) {
    source->offsets = allocate(env, rows + 1, sizeof *source->offsets);
    if (source->offsets == NULL) return false;
    const bool copied =
        copy_offsets(env, offsets, numbers[6] != 0, (size_t)numbers[4], rows + 1, source->offsets);
    if (copied && !offsets_lie_within(source->offsets, rows, size))
      throw_argument(env,
                     "offsets of keys decrease, or leave the data (expected offsets that do not "
                     "decrease, from 0 to the number of bytes)");
    if ((*env)->ExceptionCheck(env)) {
      free(source->offsets);
      return false;
    }
    source->keys.offsets32 = source->offsets;
  }
  pins_add(env, pins, data, numbers[5] != 0, false);
  return true;
}

void keys_address(struct key_source *source, const struct pins *pins) {
  source->keys.data = (const uint8_t *)pins->pins[0].address + source->position;
}

void keys_close(struct key_source *source) { free(source->offsets); }

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

void give_offsets(JNIEnv *env, const struct target *target, const uint32_t *offsets, size_t count) {
  if (target->has_array_of_offsets)
    (*env)->SetIntArrayRegion(env, target->offsets, (jsize)target->offsets_position, (jsize)count,
                              (const jint *)offsets);
  else
    memcpy((uint32_t *)(*env)->GetDirectBufferAddress(env, target->offsets) + target->offsets_position,
           offsets, count * sizeof *offsets);
}
