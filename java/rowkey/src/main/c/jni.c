/* Loading, exceptions, and bytes that go from C to Java and back. */
#include "rowkey_jni.h"

#include <stdio.h>
#include <stdlib.h>

static jclass exception_class;
static jmethodID exception_of;

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
  (void)reserved;
  JNIEnv *env;
  if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK) return JNI_ERR;
  jclass found = (*env)->FindClass(env, "io/rowkey/RowKeyException");
  if (found == NULL) return JNI_ERR;
  exception_class = (*env)->NewGlobalRef(env, found);
  exception_of = (*env)->GetStaticMethodID(env, found, "of", "(I[BJI[BJ)Lio/rowkey/RowKeyException;");
  return exception_class == NULL || exception_of == NULL ? JNI_ERR : JNI_VERSION_1_8;
}

JNIEXPORT void JNICALL JNI_OnUnload(JavaVM *vm, void *reserved) {
  (void)reserved;
  JNIEnv *env;
  if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_8) == JNI_OK)
    (*env)->DeleteGlobalRef(env, exception_class);
}

JNIEXPORT jint JNICALL Java_io_rowkey_Native_version(JNIEnv *env, jclass class) {
  (void)env, (void)class;
  return (jint)rowkey_version_number();
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_instructionSet(JNIEnv *env, jclass class) {
  (void)class;
  struct writer writer = {0};
  write_text(&writer, rowkey_isa_selected());
  return writer_finish(env, &writer);
}

/* ---- Exceptions -------------------------------------------------------------------------------- */

static jlong number_of(size_t number) { return number == ROWKEY_NONE ? -1 : (jlong)number; }

void throw_error(JNIEnv *env, const rowkey_error *error, const struct layout *layout) {
  if ((*env)->ExceptionCheck(env)) return;
  const bool has_column = layout != NULL && error->column < layout->count;
  jbyteArray name = NULL, text = array_of(env, error->text, strlen(error->text));
  if (text != NULL && has_column) {
    const char *column = layout->columns[error->column].name;
    name = array_of(env, column, strlen(column));
  }
  if ((*env)->ExceptionCheck(env)) return;
  jthrowable exception = (*env)->CallStaticObjectMethod(
      env, exception_class, exception_of, (jint)error->status, text, number_of(error->row),
      has_column ? (jint)error->column : -1, name, number_of(error->offset));
  if (exception != NULL && !(*env)->ExceptionCheck(env)) (*env)->Throw(env, exception);
}

static void throw_class(JNIEnv *env, const char *name, const char *text) {
  if ((*env)->ExceptionCheck(env)) return;
  jclass class = (*env)->FindClass(env, name);
  if (class != NULL) (*env)->ThrowNew(env, class, text);
}

void throw_argument(JNIEnv *env, const char *text) {
  throw_class(env, "java/lang/IllegalArgumentException", text);
}

void throw_memory(JNIEnv *env) {
  throw_class(env, "java/lang/OutOfMemoryError", "the native library found no memory");
}

void throw_space(JNIEnv *env, size_t needed, size_t room) {
  rowkey_error error = {
      .status = ROWKEY_ERROR_SPACE, .row = ROWKEY_NONE, .column = ROWKEY_NONE, .offset = ROWKEY_NONE};
  (void)snprintf(error.text, sizeof error.text, "the keys need %zu bytes and there is room for %zu", needed,
                 room);
  throw_error(env, &error, NULL);
}

void *allocate(JNIEnv *env, size_t count, size_t size) {
  void *memory = calloc(count == 0 ? 1 : count, size);
  if (memory == NULL) throw_memory(env);
  return memory;
}

/* ---- From C to Java ---------------------------------------------------------------------------- */

static uint8_t *write_room(struct writer *writer, size_t size) {
  if (writer->failed) return NULL;
  if (writer->room - writer->size < size) {
    /* Room for what comes next, up to what an array holds. */
    size_t room = writer->room + writer->room / 2 + size + 64;
    if (room > INT32_MAX) room = size > INT32_MAX - writer->size ? 0 : INT32_MAX;
    uint8_t *bytes = room == 0 ? NULL : realloc(writer->bytes, room);
    if (bytes == NULL) {
      writer->failed = true;
      return NULL;
    }
    writer->bytes = bytes;
    writer->room = room;
  }
  uint8_t *at = writer->bytes + writer->size;
  writer->size += size;
  return at;
}

static void write_number(struct writer *writer, uint64_t number, size_t size) {
  uint8_t *at = write_room(writer, size);
  for (size_t i = 0; at != NULL && i < size; i++) at[i] = (uint8_t)(number >> (size - 1 - i) * 8);
}

void write_u8(struct writer *writer, unsigned number) { write_number(writer, number, 1); }

void write_u32(struct writer *writer, size_t number) { write_number(writer, number, 4); }

void write_u64(struct writer *writer, uint64_t number) { write_number(writer, number, 8); }

void write_bytes(struct writer *writer, const void *bytes, size_t size) {
  write_u32(writer, size);
  uint8_t *at = write_room(writer, size);
  if (at != NULL && size > 0) memcpy(at, bytes, size);
}

void write_text(struct writer *writer, const char *text) {
  write_bytes(writer, text == NULL ? "" : text, text == NULL ? 0 : strlen(text));
}

jbyteArray writer_finish(JNIEnv *env, struct writer *writer) {
  jbyteArray array = NULL;
  if (writer->failed)
    throw_memory(env);
  else
    array = array_of(env, writer->bytes, writer->size);
  free(writer->bytes);
  return array;
}

/* ---- From Java to C ---------------------------------------------------------------------------- */

static const uint8_t *read_some(struct reader *reader, size_t size) {
  if (reader->failed || (size_t)(reader->end - reader->at) < size) {
    reader->failed = true;
    return NULL;
  }
  const uint8_t *at = reader->at;
  reader->at += size;
  return at;
}

unsigned read_u8(struct reader *reader) {
  const uint8_t *at = read_some(reader, 1);
  return at == NULL ? 0 : *at;
}

size_t read_u32(struct reader *reader) {
  size_t number = 0;
  for (int i = 0; i < 4; i++) number = number << 8 | read_u8(reader);
  return number;
}

const uint8_t *read_bytes(struct reader *reader, size_t *size) {
  *size = read_u32(reader);
  const uint8_t *bytes = read_some(reader, *size);
  if (bytes == NULL) *size = 0;
  return bytes;
}

bool bytes_copy(JNIEnv *env, jbyteArray array, struct bytes *bytes) {
  bytes->size = (size_t)(*env)->GetArrayLength(env, array);
  bytes->data = allocate(env, bytes->size + 1, 1);
  if (bytes->data != NULL) get_bytes(env, array, 0, bytes->size, bytes->data);
  return bytes->data != NULL;
}

void bytes_free(struct bytes *bytes) { free(bytes->data); }
