/* Sketches of keys. */
#include "rowkey_jni.h"

#include <stdlib.h>

static rowkey_sketch *sketch_at(jlong handle) { return (rowkey_sketch *)(uintptr_t)handle; }

static jlong give_sketch(JNIEnv *env, rowkey_sketch *sketch, const rowkey_error *error) {
  if (sketch == NULL) throw_error(env, error, NULL);
  return (jlong)(uintptr_t)sketch;
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createSketch(JNIEnv *env, jclass class, jlong memory) {
  (void)class;
  rowkey_error error;
  return give_sketch(env, rowkey_sketch_create((size_t)memory, &error), &error);
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_readSketch(JNIEnv *env, jclass class, jbyteArray array) {
  (void)class;
  struct bytes bytes;
  rowkey_error error;
  if (!bytes_copy(env, array, &bytes)) return 0;
  const jlong sketch = give_sketch(env, rowkey_sketch_read(bytes.data, bytes.size, &error), &error);
  bytes_free(&bytes);
  return sketch;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeSketch(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  rowkey_sketch_free(sketch_at(handle));
}

static rowkey_status add_piece(void *sketch, const rowkey_keys *keys, size_t begin, rowkey_error *error) {
  (void)begin;
  return rowkey_sketch_add(sketch, keys, error);
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_addToSketch(JNIEnv *env, jclass class, jlong handle,
                                                         jobject data, jobject offsets, jlongArray shape) {
  (void)class;
  struct key_source source;
  struct pin memory[1];
  struct pins pins = {memory, 0};
  if (!keys_open(env, &source, &pins, data, offsets, shape)) return;
  keys_each_piece(env, &source, &pins, add_piece, sketch_at(handle), NULL);
  keys_close(&source);
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_mergeSketch(JNIEnv *env, jclass class, jlong handle,
                                                         jlong from) {
  (void)class;
  rowkey_error error;
  if (rowkey_sketch_merge(sketch_at(handle), sketch_at(from), &error) != ROWKEY_OK)
    throw_error(env, &error, NULL);
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_sketchRows(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  return (jlong)rowkey_sketch_rows(sketch_at(handle));
}

JNIEXPORT jdouble JNICALL Java_io_rowkey_Native_sketchError(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  return rowkey_sketch_error(sketch_at(handle));
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_sketchSplits(JNIEnv *env, jclass class, jlong handle,
                                                                jint regions) {
  (void)class;
  rowkey_error error;
  return give_splits(env, rowkey_sketch_splits(sketch_at(handle), (size_t)regions, &error), &error, NULL);
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_addSketchSplits(JNIEnv *env, jclass class, jlong handle,
                                                                   jbyteArray array, jint more) {
  (void)class;
  struct bytes bytes = {0};
  rowkey_splits splits;
  rowkey_error error;
  jbyteArray result = NULL;
  if (splits_read(env, array, &bytes, &splits))
    result = give_splits(env, rowkey_sketch_add_splits(sketch_at(handle), &splits, (size_t)more, &error),
                         &error, NULL);
  splits_forget(&bytes, &splits);
  return result;
}

JNIEXPORT jdoubleArray JNICALL Java_io_rowkey_Native_sketchShares(JNIEnv *env, jclass class, jlong handle,
                                                                  jbyteArray array) {
  (void)class;
  struct bytes bytes = {0};
  rowkey_splits splits;
  rowkey_error error;
  jdoubleArray result = NULL;
  double *shares = NULL;
  if (splits_read(env, array, &bytes, &splits) &&
      (shares = allocate(env, splits.count + 1, sizeof *shares)) != NULL) {
    if (rowkey_sketch_shares(sketch_at(handle), &splits, shares, &error) != ROWKEY_OK)
      throw_error(env, &error, NULL);
    else if ((result = (*env)->NewDoubleArray(env, (jsize)splits.count + 1)) != NULL)
      (*env)->SetDoubleArrayRegion(env, result, 0, (jsize)splits.count + 1, shares);
  }
  free(shares);
  splits_forget(&bytes, &splits);
  return result;
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_writeSketch(JNIEnv *env, jclass class, jlong handle) {
  (void)class;
  const size_t size = rowkey_sketch_size(sketch_at(handle));
  uint8_t *bytes = allocate(env, size, 1);
  if (bytes == NULL) return NULL;
  rowkey_error error;
  jbyteArray array = NULL;
  if (rowkey_sketch_write(sketch_at(handle), bytes, size, &error) == ROWKEY_OK)
    array = array_of(env, bytes, size);
  else
    throw_error(env, &error, NULL);
  free(bytes);
  return array;
}
