/* What the files of the native library share. Java has checked all arguments before they come here: sizes,
 * ranges and handles that are open. What only the C library can judge, such as values and templates, becomes
 * an exception. */
#ifndef ROWKEY_JNI_H
#define ROWKEY_JNI_H

#include <io_rowkey_Native.h>
#include <jni.h>
#include <rowkey/rowkey.h>
#include <stdatomic.h>
#include <string.h>

/* ---- Layouts ----------------------------------------------------------------------------------- */

/* A compiled layout, which encoders and decoders share with the Java object: the last one frees it. */
struct layout {
  rowkey_layout *layout;
  const rowkey_column *columns;
  size_t count;
  const rowkey_column_type **types; /* the declared ones, or NULL, as conditions take them */
  atomic_size_t references;
};

/* The layout of a compiled one, which it takes; NULL with an exception, and then it does not. */
struct layout *layout_of(JNIEnv *env, rowkey_layout *compiled);
struct layout *layout_retain(struct layout *layout);
void layout_release(struct layout *layout);

/* ---- Exceptions -------------------------------------------------------------------------------- */

/* Throws the RowKeyException that tells the error. `layout` names the column; NULL is allowed. */
void throw_error(JNIEnv *env, const rowkey_error *error, const struct layout *layout);
void throw_argument(JNIEnv *env, const char *text);
void throw_memory(JNIEnv *env);
/* That so many bytes of keys do not fit, as the library says it. */
void throw_space(JNIEnv *env, size_t needed, size_t room);

/* Memory of at least one byte, zeroed; NULL with an exception. */
void *allocate(JNIEnv *env, size_t count, size_t size);

/* ---- Bytes between Java and C ------------------------------------------------------------------ */

/* What C tells Java: numbers, big-endian as java.nio has them, and bytes after their length. */
struct writer {
  uint8_t *bytes;
  size_t size, room;
  bool failed;
};

void write_u8(struct writer *writer, unsigned number);
void write_u32(struct writer *writer, size_t number);
void write_u64(struct writer *writer, uint64_t number);
void write_bytes(struct writer *writer, const void *bytes, size_t size);
void write_text(struct writer *writer, const char *text);
/* The array, or NULL with an exception. Frees the writer's memory. */
jbyteArray writer_finish(JNIEnv *env, struct writer *writer);

/* What Java tells C. After a read beyond the end, `failed` is true and what is read is 0. */
struct reader {
  const uint8_t *at, *end;
  bool failed;
};

unsigned read_u8(struct reader *reader);
size_t read_u32(struct reader *reader);
const uint8_t *read_bytes(struct reader *reader, size_t *size);

/* A copy of an array, with a NUL after it. */
struct bytes {
  uint8_t *data;
  size_t size;
};

bool bytes_copy(JNIEnv *env, jbyteArray array, struct bytes *bytes);
void bytes_free(struct bytes *bytes);

/* Split points, as `count` and then bytes after their lengths. */
bool splits_read(JNIEnv *env, jbyteArray array, struct bytes *bytes, rowkey_splits *splits);
void splits_forget(struct bytes *bytes, rowkey_splits *splits);
/* The points for Java, and their memory freed; NULL with the exception of the error where there are none. */
jbyteArray give_splits(JNIEnv *env, rowkey_splits *splits, const rowkey_error *error,
                       const struct layout *layout);

/* ---- Memory of Java ---------------------------------------------------------------------------- */

/* Rows and bytes of a piece, where one row is not more. While a call works on arrays the garbage collector
 * may wait for it, and all threads that allocate with the collector: a piece is what they wait for at most.
 */
enum { PIECE_ROWS = 1 << 14, PIECE_BYTES = 1 << 22 };

/* A Java array, or direct memory, that a call works on. Arrays are held between pins_hold and pins_let_go,
 * for one piece, and no other function of the JVM may be called in between. */
struct pin {
  jobject object;
  void *address; /* of its first byte; of an array while it is held */
  bool is_array, is_written;
};

struct pins {
  struct pin *pins;
  size_t count;
};

/* Adds an array or a direct buffer. */
void pins_add(JNIEnv *env, struct pins *pins, jobject object, bool is_array, bool is_written);
/* As often as there are pieces; false with an exception, and then nothing is held. */
bool pins_hold(JNIEnv *env, struct pins *pins);
void pins_let_go(JNIEnv *env, const struct pins *pins);

/* How many of the rows make the first piece, at least one where there is one. Offsets may be wrong. */
size_t piece_of_offsets(const uint32_t *offsets, size_t rows);
size_t piece_of_width(size_t width, size_t rows);

/* Copies between arrays and memory of C, of any size: the JVM waits for a piece of them at most. */
void get_ints(JNIEnv *env, jintArray array, size_t position, size_t count, void *ints);
void set_ints(JNIEnv *env, jintArray array, size_t position, size_t count, const void *ints);
void get_bytes(JNIEnv *env, jbyteArray array, size_t position, size_t count, void *bytes);
void set_bytes(JNIEnv *env, jbyteArray array, size_t count, const void *bytes);
/* NULL with an exception, also for more bytes than an array holds. */
jbyteArray array_of(JNIEnv *env, const void *bytes, size_t size);

/* Copies `count` offsets, which no other thread can change then. */
void copy_offsets(JNIEnv *env, jobject offsets, bool is_array, size_t position, size_t count, uint32_t *copy);

/* Keys that a call reads, in memory of Java. */
struct key_source {
  rowkey_keys keys; /* all of them, without data */
  uint32_t *offsets;
  size_t position, size; /* of the data, in bytes */
};

/* Adds the memory of the keys to the pins, as the first of them. shape: rows, width, position and size of the
 * data in bytes, position of the offsets in ints, whether data and offsets are arrays. */
bool keys_open(JNIEnv *env, struct key_source *source, struct pins *pins, jobject data, jobject offsets,
               jlongArray shape);
/* All keys, while the pins are held. */
rowkey_keys keys_held(const struct key_source *source, const struct pins *pins);
void keys_close(struct key_source *source);

/* Calls for the keys, piece by piece: `begin` is the first row of the piece, a multiple of 8. Throws what the
 * first call that fails says, in rows of all keys. */
typedef rowkey_status key_piece_call(void *context, const rowkey_keys *keys, size_t begin,
                                     rowkey_error *error);
void keys_each_piece(JNIEnv *env, const struct key_source *source, struct pins *pins, key_piece_call *call,
                     void *context, const struct layout *layout);

/* Where keys go. */
struct target {
  jobject data, offsets;
  size_t position, capacity, offsets_position;
  bool is_array, has_array_of_offsets;
};

/* shape: position and size of the data in bytes, position of the offsets in ints, whether data and offsets
 * are arrays. */
struct target target_of(JNIEnv *env, jobject data, jobject offsets, jlongArray shape);
/* The offsets from row `begin` on. While no array is held. */
void give_offsets(JNIEnv *env, const struct target *target, const uint32_t *offsets, size_t begin,
                  size_t count);

/* ---- Batches ----------------------------------------------------------------------------------- */

/* What a batch of Java says of a column, beside its data, its offsets and its validity. */
struct shape {
  jlong kind;           /* one of those below */
  jlong position, size; /* of the data, in bytes */
  jlong width;          /* of a value, in bytes; of texts between offsets 0 */
  jlong offsets;        /* the place of the first one, in ints */
  jlong validity_position, validity_offset;
  jlong arrays; /* which of the three are arrays: bits 0, 1 and 2 */
  jlong tag;    /* what the values are: values.h has the tags */
};

enum { ABSENT = 0, NUMBERS = 1, TEXTS = 2, TEXTS_OF_WIDTH = 3 };

/* Copies the columns that are used, of `rows` rows, into new arrays of Java, and sets their places in the
 * memory and the shapes of a batch. False with an exception. */
bool give_columns(JNIEnv *env, const rowkey_values *columns, const bool *used, size_t count, size_t rows,
                  jobjectArray memory, jlongArray shapes);

/* The names and types of columns, for io.rowkey.Schema. */
jbyteArray give_schema(JNIEnv *env, const rowkey_column *columns, size_t count);

static inline struct layout *layout_at(jlong handle) { return (struct layout *)(uintptr_t)handle; }

#endif
