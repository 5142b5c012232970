/* Batches of columns in memory of Java into keys in memory of Java. */
#include "rowkey_jni.h"

#include <stdlib.h>

/* ---- Encoders ---------------------------------------------------------------------------------- */

struct encoder {
  struct layout *layout;
  rowkey_encoder *encoder;
  rowkey_values *values;
  struct pin *pins;
  uint32_t *offsets;   /* of the rows of a piece: copies of those of all columns, and those of the keys */
  size_t offsets_room; /* for each of them */
};

static struct encoder *encoder_at(jlong handle) { return (struct encoder *)(uintptr_t)handle; }

static void encoder_free(struct encoder *encoder) {
  rowkey_encoder_free(encoder->encoder);
  layout_release(encoder->layout);
  free(encoder->values);
  free(encoder->pins);
  free(encoder->offsets);
  free(encoder);
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createEncoder(JNIEnv *env, jclass class, jlong handle,
                                                            jlong seed) {
  (void)class;
  struct layout *layout = layout_at(handle);
  struct encoder *encoder = allocate(env, 1, sizeof *encoder);
  if (encoder == NULL) return 0;
  encoder->layout = layout_retain(layout);
  encoder->values = calloc(layout->count + 1, sizeof *encoder->values);
  encoder->pins = calloc(2 * layout->count + 1, sizeof *encoder->pins);
  rowkey_error error;
  if (encoder->values == NULL || encoder->pins == NULL)
    throw_memory(env);
  else if ((encoder->encoder = rowkey_encoder_create(layout->layout, (uint64_t)seed, &error)) == NULL)
    throw_error(env, &error, layout);
  else
    return (jlong)(uintptr_t)encoder;
  encoder_free(encoder);
  return 0;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeEncoder(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  encoder_free(encoder_at(handle));
}

/* ---- Encoding ---------------------------------------------------------------------------------- */

/* The columns of a batch, and the rows of them that the next piece has. */
struct columns {
  struct encoder *encoder;
  const struct shape *shapes;
  jobject *memory; /* data, offsets and validity of each column */
  struct pins pins;
  size_t begin, rows;
  bool is_last;      /* as no row after it can be encoded: offsets decrease */
  uint8_t *validity; /* receives which rows have keys; NULL: each has one, or is an error */
};

/* It grows with the batches, up to a piece. */
static bool make_offsets_room(JNIEnv *env, struct encoder *encoder, size_t rows) {
  const size_t room = (rows < PIECE_ROWS ? rows : PIECE_ROWS) + 1;
  if (room <= encoder->offsets_room) return true;
  free(encoder->offsets);
  encoder->offsets_room = 0;
  encoder->offsets = allocate(env, encoder->layout->count + 1, room * sizeof *encoder->offsets);
  if (encoder->offsets != NULL) encoder->offsets_room = room;
  return encoder->offsets != NULL;
}

static uint32_t *offsets_of(const struct columns *columns, size_t index) {
  return columns->encoder->offsets + index * columns->encoder->offsets_room;
}

/* Reads the shapes, and finds all memory. No array is held yet. */
static bool open_columns(JNIEnv *env, struct columns *columns, jobjectArray memory, struct shape *shapes,
                         jlongArray described) {
  const size_t count = columns->encoder->layout->count;
  (*env)->GetLongArrayRegion(env, described, 0, (jsize)(count * sizeof *shapes / sizeof(jlong)),
                             (jlong *)shapes);
  for (size_t i = 0; i < 3 * count && !(*env)->ExceptionCheck(env); i++)
    columns->memory[i] = (*env)->GetObjectArrayElement(env, memory, (jsize)i);
  if ((*env)->ExceptionCheck(env)) return false;
  for (size_t i = 0; i < count; i++) {
    if (!rowkey_layout_uses(columns->encoder->layout->layout, i)) shapes[i].kind = ABSENT;
    const struct shape *shape = &shapes[i];
    const jobject *objects = columns->memory + 3 * i;
    if (shape->kind == ABSENT) continue;
    pins_add(env, &columns->pins, objects[0], (shape->arrays & 1) != 0, false);
    if (objects[2] != NULL) pins_add(env, &columns->pins, objects[2], (shape->arrays & 4) != 0, false);
  }
  return true;
}

static bool offsets_decrease(const struct columns *columns) {
  uint32_t falls = 0;
  for (size_t i = 0; i < columns->encoder->layout->count; i++) {
    const uint32_t *offsets = offsets_of(columns, i);
    const size_t rows = columns->shapes[i].kind == TEXTS ? columns->rows : 0;
    for (size_t j = 0; j < rows; j++) falls |= offsets[j] > offsets[j + 1];
  }
  return falls != 0;
}

/* Of `left` rows from columns->begin on: how many make a piece. Their offsets are copied. */
static void begin_piece(JNIEnv *env, struct columns *columns, size_t left) {
  size_t rows = left;
  for (size_t i = 0; i < columns->encoder->layout->count; i++) {
    const struct shape *shape = &columns->shapes[i];
    if (shape->kind == ABSENT) continue;
    rows = piece_of_width((size_t)shape->width, rows);
    if (shape->kind != TEXTS) continue;
    uint32_t *offsets = offsets_of(columns, i);
    copy_offsets(env, columns->memory[3 * i + 1], (shape->arrays & 2) != 0,
                 (size_t)shape->offsets + columns->begin, rows + 1, offsets);
    rows = piece_of_offsets(offsets, rows);
  }
  columns->rows = rows < PIECE_ROWS ? rows : PIECE_ROWS;
  columns->is_last = offsets_decrease(columns);
}

/* The piece's values, while the pins are held. */
static rowkey_batch batch_of(const struct columns *columns, uint64_t first_row) {
  const struct pin *pin = columns->pins.pins;
  const size_t count = columns->encoder->layout->count, begin = columns->begin;
  for (size_t i = 0; i < count; i++) {
    const struct shape *shape = &columns->shapes[i];
    rowkey_values *values = &columns->encoder->values[i];
    *values = (rowkey_values){0};
    if (shape->kind == ABSENT) continue;
    const size_t before = begin * (size_t)shape->width;
    values->data = (const uint8_t *)(pin++)->address + shape->position + before;
    values->tag = (uint32_t)shape->tag;
    values->rows = columns->rows;
    if (shape->kind != NUMBERS) values->size = (size_t)shape->size - before;
    if (shape->kind == TEXTS_OF_WIDTH) values->width = (size_t)shape->width;
    if (shape->kind == TEXTS) values->offsets32 = offsets_of(columns, i);
    if (columns->memory[3 * i + 2] == NULL) continue;
    values->validity = (const uint8_t *)(pin++)->address + shape->validity_position;
    values->validity_offset = (size_t)shape->validity_offset + begin;
  }
  return rowkey_batch_from(rowkey_batch_of(columns->encoder->values, count, columns->rows),
                           first_row + begin);
}

/* The bytes that the keys of the rows need at most. */
static jlong bound_keys(JNIEnv *env, struct columns *columns, size_t rows) {
  size_t total = 0;
  columns->is_last = false;
  for (columns->begin = 0; columns->begin < rows && !columns->is_last; columns->begin += columns->rows) {
    begin_piece(env, columns, rows - columns->begin);
    if (!pins_hold(env, &columns->pins)) return 0;
    const rowkey_batch batch = batch_of(columns, 0);
    const size_t bound = rowkey_encode_bound(columns->encoder->layout->layout, &batch);
    pins_let_go(env, &columns->pins);
    if (__builtin_add_overflow(total, bound, &total)) total = SIZE_MAX;
  }
  return total > INT64_MAX ? INT64_MAX : (jlong)total;
}

/* Keys of a call: those of the rows before the piece end at `end`. */
struct writing {
  const struct target *target;
  uint64_t first_row;
  size_t end;
};

/* Adds the bits of a piece to those of all rows. */
static void give_validity(const struct columns *columns, const uint8_t *bits) {
  for (size_t i = 0; i < columns->rows; i++) {
    const size_t row = columns->begin + i;
    columns->validity[row / 8] |= (uint8_t)((bits[i / 8] >> i % 8 & 1) << row % 8);
  }
}

/* Encodes a piece. With an exception the keys of the rows before the bad one are in place. */
static bool encode_piece(JNIEnv *env, struct columns *columns, struct writing *writing) {
  const struct target *target = writing->target;
  struct encoder *encoder = columns->encoder;
  uint32_t *offsets = target->offsets == NULL ? NULL : offsets_of(columns, encoder->layout->count);
  if (!pins_hold(env, &columns->pins)) return false;
  const rowkey_batch batch = batch_of(columns, writing->first_row);
  uint8_t *data = (uint8_t *)columns->pins.pins[columns->pins.count - 1].address + target->position;
  uint8_t bits[PIECE_ROWS / 8];
  rowkey_null_keys nulls = rowkey_null_keys_of(ROWKEY_NULL_FOR_BAD, bits);
  rowkey_key_buffer buffer =
      rowkey_key_buffer_with_offsets32(data + writing->end, target->capacity - writing->end, offsets);
  if (columns->validity != NULL) buffer.nulls = &nulls;
  rowkey_keys keys = {0};
  rowkey_error error;
  const rowkey_status status = rowkey_encode(encoder->encoder, &batch, &buffer, &keys, &error);
  pins_let_go(env, &columns->pins);
  if (offsets != NULL && (status == ROWKEY_OK || keys.rows > 0)) {
    for (size_t i = 0; i <= keys.rows; i++) offsets[i] += (uint32_t)writing->end;
    give_offsets(env, target, offsets, columns->begin, keys.rows + 1);
  }
  if (status == ROWKEY_OK) {
    if (columns->validity != NULL) give_validity(columns, bits);
    writing->end = offsets == NULL ? writing->end + keys.rows * keys.width : offsets[keys.rows];
    return true;
  }
  if (error.row != ROWKEY_NONE) error.row += columns->begin;
  throw_error(env, &error, encoder->layout);
  return false;
}

/* As rowkey_encode does for one piece: there is no key where there is no room for the most that keys need. */
static bool has_room(JNIEnv *env, struct columns *columns, const struct target *target, size_t rows) {
  const jlong needed = bound_keys(env, columns, rows);
  columns->begin = 0;
  if (!(*env)->ExceptionCheck(env) && (uint64_t)needed > target->capacity)
    throw_space(env, (size_t)needed, target->capacity);
  return !(*env)->ExceptionCheck(env);
}

/* The bytes of the keys. */
static jlong encode_keys(JNIEnv *env, struct columns *columns, const struct target *target, size_t rows,
                         uint64_t first_row) {
  begin_piece(env, columns, rows);
  if (columns->rows < rows && !has_room(env, columns, target, rows)) return 0;
  pins_add(env, &columns->pins, target->data, target->is_array, true);
  struct writing writing = {target, first_row, 0};
  do { /* once also where there are no rows: the call checks more than them */
    begin_piece(env, columns, rows - columns->begin);
    if (!encode_piece(env, columns, &writing)) return 0;
    columns->begin += columns->rows;
  } while (columns->begin < rows);
  return (jlong)writing.end;
}

static jlong encode(JNIEnv *env, struct columns *columns, size_t rows, uint64_t first_row,
                    const struct target *target) {
  if (!make_offsets_room(env, columns->encoder, rows)) return 0;
  return target->data == NULL ? bound_keys(env, columns, rows)
                              : encode_keys(env, columns, target, rows, first_row);
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_encode(JNIEnv *env, jclass class, jlong handle, jint rows,
                                                     jlong first_row, jobjectArray memory,
                                                     jlongArray described, jobject data, jobject offsets,
                                                     jlongArray target_shape, jbyteArray validity) {
  (void)class;
  struct encoder *encoder = encoder_at(handle);
  const size_t count = encoder->layout->count;
  if ((*env)->PushLocalFrame(env, (jint)(3 * count) + 16) != 0) return 0;
  struct shape *shapes = allocate(env, count, sizeof *shapes);
  jobject *objects = shapes == NULL ? NULL : allocate(env, 3 * count, sizeof *objects);
  const size_t bytes = validity == NULL ? 0 : ((size_t)rows + 7) / 8;
  uint8_t *bits = objects == NULL || validity == NULL ? NULL : allocate(env, bytes, 1);
  struct columns columns = {encoder, shapes, objects, {encoder->pins, 0}, 0, 0, false, bits};
  jlong result = 0;
  if (objects != NULL && (validity == NULL || bits != NULL) &&
      open_columns(env, &columns, memory, shapes, described)) {
    const struct target target = target_of(env, data, offsets, target_shape);
    result = encode(env, &columns, (size_t)rows, (uint64_t)first_row, &target);
    if (bits != NULL && !(*env)->ExceptionCheck(env)) set_bytes(env, validity, bytes, bits);
  }
  free(bits);
  free(shapes);
  free(objects);
  (*env)->PopLocalFrame(env, NULL);
  return result;
}
