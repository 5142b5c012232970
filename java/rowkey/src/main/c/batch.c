/* Columns of C as arrays of Java, for io.rowkey.Batch. */
#include "rowkey_jni.h"

#include <stdlib.h>

static bool set_object(JNIEnv *env, jobjectArray memory, size_t place, jobject object) {
  if (object == NULL) return false;
  (*env)->SetObjectArrayElement(env, memory, (jsize)place, object);
  (*env)->DeleteLocalRef(env, object);
  return true;
}

/* ---- Numbers ----------------------------------------------------------------------------------- */

/* In arrays whose elements are as large, so that they are aligned. */
static jobject numbers_of(JNIEnv *env, const rowkey_values *values, size_t rows, struct shape *shape) {
  const unsigned form = values->tag >> 8 & 0xff;
  shape->kind = NUMBERS;
  if (form == ROWKEY_FORM_U64 || form == ROWKEY_FORM_I64 || form == ROWKEY_FORM_F64) {
    jlongArray longs = (*env)->NewLongArray(env, (jsize)rows);
    if (longs != NULL) (*env)->SetLongArrayRegion(env, longs, 0, (jsize)rows, values->data);
    shape->width = sizeof(jlong);
    return longs;
  }
  if (form == ROWKEY_FORM_F32) {
    jfloatArray floats = (*env)->NewFloatArray(env, (jsize)rows);
    if (floats != NULL) (*env)->SetFloatArrayRegion(env, floats, 0, (jsize)rows, values->data);
    shape->width = sizeof(jfloat);
    return floats;
  }
  throw_argument(env, "numbers of a form that batches of Java do not have");
  return NULL;
}

/* ---- Text -------------------------------------------------------------------------------------- */

static void text_at(const rowkey_values *values, size_t row, size_t *begin, size_t *end) {
  if (values->begin != NULL) {
    *begin = (size_t)values->begin[row];
    *end = (size_t)values->end[row];
  } else if (values->offsets32 != NULL) {
    *begin = values->offsets32[row];
    *end = values->offsets32[row + 1];
  } else {
    *begin = row * values->width;
    *end = *begin + values->width;
  }
}

/* The texts side by side, and where each of them ends. */
static bool give_texts(JNIEnv *env, const rowkey_values *values, size_t rows, size_t place,
                       jobjectArray memory, struct shape *shape) {
  size_t total = 0, begin, end;
  for (size_t i = 0; i < rows; i++) {
    text_at(values, i, &begin, &end);
    total += end - begin;
  }
  if (total > INT32_MAX) {
    throw_memory(env);
    return false;
  }
  uint32_t *offsets = allocate(env, rows + 1, sizeof *offsets);
  uint8_t *texts = offsets == NULL ? NULL : allocate(env, total, 1);
  for (size_t i = 0; texts != NULL && i < rows; i++) {
    text_at(values, i, &begin, &end);
    if (end > begin) memcpy(texts + offsets[i], (const uint8_t *)values->data + begin, end - begin);
    offsets[i + 1] = offsets[i] + (uint32_t)(end - begin);
  }
  shape->kind = TEXTS;
  shape->size = (jlong)total;
  shape->arrays |= 2;
  bool given = texts != NULL && set_object(env, memory, place, array_of(env, texts, total));
  jintArray array = given ? (*env)->NewIntArray(env, (jsize)rows + 1) : NULL;
  if (array != NULL) set_ints(env, array, 0, rows + 1, offsets);
  given = given && set_object(env, memory, place + 1, array);
  free(offsets);
  free(texts);
  return given;
}

/* ---- Columns ----------------------------------------------------------------------------------- */

static bool give_validity(JNIEnv *env, const rowkey_values *values, size_t rows, size_t place,
                          jobjectArray memory, struct shape *shape) {
  if (values->validity == NULL) return true;
  const size_t first = values->validity_offset / 8, bits = values->validity_offset % 8 + rows;
  shape->validity_offset = (jlong)(values->validity_offset % 8);
  shape->arrays |= 4;
  return set_object(env, memory, place, array_of(env, values->validity + first, (bits + 7) / 8));
}

static bool give_column(JNIEnv *env, const rowkey_values *values, size_t rows, size_t place,
                        jobjectArray memory, struct shape *shape) {
  *shape = (struct shape){.arrays = 1, .tag = values->tag};
  const bool given = (values->tag >> 8 & 0xff) == ROWKEY_FORM_NONE
                         ? give_texts(env, values, rows, place, memory, shape)
                         : set_object(env, memory, place, numbers_of(env, values, rows, shape));
  return given && give_validity(env, values, rows, place + 2, memory, shape);
}

bool give_columns(JNIEnv *env, const rowkey_values *columns, const bool *used, size_t count, size_t rows,
                  jobjectArray memory, jlongArray shapes) {
  const jsize size = sizeof(struct shape) / sizeof(jlong);
  bool given = true;
  for (size_t i = 0; i < count && given; i++) {
    struct shape shape;
    if (!used[i]) continue;
    given = give_column(env, &columns[i], rows, 3 * i, memory, &shape);
    if (given) (*env)->SetLongArrayRegion(env, shapes, (jsize)i * size, size, (const jlong *)&shape);
  }
  return given;
}
