/* Made rows, for io.rowkey.MadeRows. */
#include "rowkey_jni.h"

static rowkey_made *made_at(jlong handle) { return (rowkey_made *)(uintptr_t)handle; }

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createMade(JNIEnv *env, jclass class, jbyteArray kind,
                                                         jlong rows, jlong seed) {
  (void)class;
  struct bytes text = {0};
  if (!bytes_copy(env, kind, &text)) return 0;
  rowkey_error error;
  rowkey_made *made =
      rowkey_made_create((const char *)text.data, text.size, (uint64_t)rows, (uint64_t)seed, &error);
  bytes_free(&text);
  if (made == NULL) throw_error(env, &error, NULL);
  return (jlong)(uintptr_t)made;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeMade(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  rowkey_made_free(made_at(handle));
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_madeName(JNIEnv *env, jclass class, jlong handle) {
  (void)class;
  const char *name = rowkey_made_name(made_at(handle));
  return array_of(env, name, strlen(name));
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_madeSchema(JNIEnv *env, jclass class, jlong handle) {
  (void)class;
  size_t count;
  const rowkey_column *columns = rowkey_made_columns(made_at(handle), &count);
  return give_schema(env, columns, count);
}

/* How many rows are in the memory and shapes. */
JNIEXPORT jint JNICALL Java_io_rowkey_Native_madeRows(JNIEnv *env, jclass class, jlong handle, jlong first,
                                                      jint most, jobjectArray memory, jlongArray shapes) {
  (void)class;
  static const bool used[ROWKEY_MADE_COLUMNS] = {true, true, true, true, true};
  rowkey_batch batch;
  rowkey_error error;
  if (rowkey_made_rows(made_at(handle), (uint64_t)first, (size_t)most, &batch, &error) != ROWKEY_OK) {
    throw_error(env, &error, NULL);
    return 0;
  }
  return batch.rows > 0 &&
                 give_columns(env, batch.columns, used, batch.column_count, batch.rows, memory, shapes)
             ? (jint)batch.rows
             : 0;
}
