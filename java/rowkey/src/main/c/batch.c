/* Batches: columns in memory of Java into keys in memory of Java, and back. */
#include "rowkey_jni.h"

#include <stdlib.h>

/* ---- Encoders ---------------------------------------------------------------------------------- */

struct encoder {
  struct layout *layout;
  rowkey_encoder *encoder;
  rowkey_values *values;
  struct pin *pins;
  uint32_t *offsets; /* copies of the offsets of all columns, and those of the keys */
  size_t offsets_room;
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

/* What Java says of a column, beside its data, its offsets and its validity. */
struct shape {
  jlong kind;           /* one of those below */
  jlong position, size; /* of the data, in bytes */
  jlong width;
  jlong offsets; /* the place of the first one, in ints */
  jlong validity_position, validity_offset;
  jlong arrays; /* which of the three are arrays: bits 0, 1 and 2 */
  jlong tag;    /* what the values are: values.h has the tags */
};

enum { ABSENT = 0, NUMBERS = 1, TEXTS = 2, TEXTS_OF_WIDTH = 3 };

struct columns {
  struct encoder *encoder;
  const struct shape *shapes;
  size_t rows;
  struct pins pins;
};

static bool make_offsets_room(JNIEnv *env, struct encoder *encoder, size_t rows) {
  const size_t room = (encoder->layout->count + 1) * (rows + 1);
  if (room <= encoder->offsets_room) return true;
  free(encoder->offsets);
  encoder->offsets_room = 0;
  encoder->offsets = allocate(env, room, sizeof *encoder->offsets);
  if (encoder->offsets != NULL) encoder->offsets_room = room;
  return encoder->offsets != NULL;
}

static bool open_column(JNIEnv *env, struct columns *columns, jobjectArray memory, size_t index) {
  struct encoder *encoder = columns->encoder;
  const struct shape *shape = &columns->shapes[index];
  rowkey_values *values = &encoder->values[index];
  *values = (rowkey_values){0};
  if (shape->kind == ABSENT) return true;
  jobject objects[3];
  for (jsize i = 0; i < 3; i++)
    objects[i] = (*env)->GetObjectArrayElement(env, memory, (jsize)(3 * index) + i);
  pins_add(env, &columns->pins, objects[0], (shape->arrays & 1) != 0, false);
  if (objects[2] != NULL) pins_add(env, &columns->pins, objects[2], (shape->arrays & 4) != 0, false);
  values->tag = (uint32_t)shape->tag;
  values->rows = columns->rows;
  values->size = shape->kind == NUMBERS ? 0 : (size_t)shape->size;
  values->width = shape->kind == TEXTS_OF_WIDTH ? (size_t)shape->width : 0;
  if (shape->kind != TEXTS) return true;
  uint32_t *offsets = encoder->offsets + index * (columns->rows + 1);
  values->offsets32 = offsets;
  return copy_offsets(env, objects[1], (shape->arrays & 2) != 0, (size_t)shape->offsets, columns->rows + 1,
                      offsets);
}

static void address_columns(struct columns *columns, const bool *has_validity) {
  const struct pin *pin = columns->pins.pins;
  for (size_t i = 0; i < columns->encoder->layout->count; i++) {
    const struct shape *shape = &columns->shapes[i];
    rowkey_values *values = &columns->encoder->values[i];
    if (shape->kind == ABSENT) continue;
    values->data = (const uint8_t *)(pin++)->address + shape->position;
    if (!has_validity[i]) continue;
    values->validity = (const uint8_t *)(pin++)->address + shape->validity_position;
    values->validity_offset = (size_t)shape->validity_offset;
  }
}

/* Reads the shapes, copies offsets and finds all memory. No array is held yet. */
static bool open_columns(JNIEnv *env, struct columns *columns, jobjectArray memory, struct shape *shapes,
                         jlongArray described, bool *has_validity) {
  const size_t count = columns->encoder->layout->count;
  (*env)->GetLongArrayRegion(env, described, 0, (jsize)(count * sizeof *shapes / sizeof(jlong)),
                             (jlong *)shapes);
  bool good = !(*env)->ExceptionCheck(env) && make_offsets_room(env, columns->encoder, columns->rows);
  for (size_t i = 0; i < count && good; i++) {
    const size_t pins = columns->pins.count;
    good = open_column(env, columns, memory, i);
    has_validity[i] = columns->pins.count == pins + 2;
  }
  return good;
}

/* The bytes of the keys, or of bytes that they need at most where there is no target. */
static jlong encode(JNIEnv *env, struct columns *columns, const bool *has_validity, uint64_t first_row,
                    const struct target *target) {
  struct encoder *encoder = columns->encoder;
  const size_t rows = columns->rows;
  const struct pin *out = &columns->pins.pins[columns->pins.count];
  if (target->data != NULL) pins_add(env, &columns->pins, target->data, target->is_array, true);
  if (!pins_hold(env, &columns->pins)) return 0;
  address_columns(columns, has_validity);
  const rowkey_batch batch =
      rowkey_batch_from(rowkey_batch_of(encoder->values, encoder->layout->count, rows), first_row);
  if (target->data == NULL) {
    const size_t bound = rowkey_encode_bound(encoder->layout->layout, &batch);
    pins_let_go(env, &columns->pins);
    return bound > INT64_MAX ? INT64_MAX : (jlong)bound;
  }
  uint32_t *offsets = target->offsets == NULL ? NULL : encoder->offsets + encoder->layout->count * (rows + 1);
  const rowkey_key_buffer buffer =
      rowkey_key_buffer_with_offsets32((uint8_t *)out->address + target->position, target->capacity, offsets);
  rowkey_keys keys = {0};
  rowkey_error error;
  const rowkey_status status = rowkey_encode(encoder->encoder, &batch, &buffer, &keys, &error);
  pins_let_go(env, &columns->pins);
  if (offsets != NULL && (status == ROWKEY_OK || keys.rows > 0))
    give_offsets(env, target, offsets, keys.rows + 1);
  if (status != ROWKEY_OK) {
    throw_error(env, &error, encoder->layout);
    return 0;
  }
  return offsets == NULL ? (jlong)(rows * keys.width) : (jlong)offsets[rows];
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_encode(JNIEnv *env, jclass class, jlong handle, jint rows,
                                                     jlong first_row, jobjectArray memory,
                                                     jlongArray described, jobject data, jobject offsets,
                                                     jlongArray target_shape) {
  (void)class;
  struct encoder *encoder = encoder_at(handle);
  const size_t count = encoder->layout->count;
  if ((*env)->PushLocalFrame(env, (jint)(3 * count) + 16) != 0) return 0;
  struct shape *shapes = allocate(env, count, sizeof *shapes);
  bool *has_validity = shapes == NULL ? NULL : allocate(env, count, sizeof *has_validity);
  struct columns columns = {encoder, shapes, (size_t)rows, {encoder->pins, 0}};
  jlong result = 0;
  if (has_validity != NULL && open_columns(env, &columns, memory, shapes, described, has_validity)) {
    const struct target target = target_of(env, data, offsets, target_shape);
    result = encode(env, &columns, has_validity, (uint64_t)first_row, &target);
  }
  free(shapes);
  free(has_validity);
  (*env)->PopLocalFrame(env, NULL);
  return result;
}

/* ---- Decoding ---------------------------------------------------------------------------------- */

struct decoder {
  struct layout *layout;
  rowkey_decoder *decoder;
  rowkey_decoded *decoded;
  struct pin *pins;
  uint8_t *given; /* which arrays a column has: data 1, offsets 2, validity 4 */
};

static struct decoder *decoder_at(jlong handle) { return (struct decoder *)(uintptr_t)handle; }

static void decoder_free(struct decoder *decoder) {
  rowkey_decoder_free(decoder->decoder);
  layout_release(decoder->layout);
  free(decoder->decoded);
  free(decoder->pins);
  free(decoder->given);
  free(decoder);
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createDecoder(JNIEnv *env, jclass class, jlong handle) {
  (void)class;
  struct layout *layout = layout_at(handle);
  struct decoder *decoder = allocate(env, 1, sizeof *decoder);
  if (decoder == NULL) return 0;
  decoder->layout = layout_retain(layout);
  decoder->decoded = calloc(layout->count + 1, sizeof *decoder->decoded);
  decoder->pins = calloc(3 * layout->count + 1, sizeof *decoder->pins);
  decoder->given = calloc(layout->count + 1, sizeof *decoder->given);
  rowkey_error error;
  if (decoder->decoded == NULL || decoder->pins == NULL || decoder->given == NULL)
    throw_memory(env);
  else if ((decoder->decoder = rowkey_decoder_create(layout->layout, &error)) == NULL)
    throw_error(env, &error, layout);
  else
    return (jlong)(uintptr_t)decoder;
  decoder_free(decoder);
  return 0;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeDecoder(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  decoder_free(decoder_at(handle));
}

/* Columns that do not come back have no arrays; numbers have no offsets. */
static void find_results(JNIEnv *env, struct decoder *decoder, struct pins *pins, jobjectArray results) {
  for (size_t i = 0; i < decoder->layout->count; i++) {
    decoder->given[i] = 0;
    for (size_t j = 0; j < 3; j++) {
      jobject array = (*env)->GetObjectArrayElement(env, results, (jsize)(3 * i + j));
      if (array == NULL) continue;
      pins_add(env, pins, array, true, true);
      decoder->given[i] |= (uint8_t)(1 << j);
    }
  }
}

static void address_results(struct decoder *decoder, const struct pin *pin, size_t text_room, size_t rows) {
  for (size_t i = 0; i < decoder->layout->count; i++) {
    const unsigned given = decoder->given[i];
    rowkey_decoded *decoded = &decoder->decoded[i];
    *decoded = (rowkey_decoded){0};
    if (given == 0) continue;
    *decoded = rowkey_decoded_numbers(decoder->layout->columns[i].type, (pin++)->address, rows);
    if ((given & 2) != 0) decoded->offsets32 = (pin++)->address;
    if ((given & 4) != 0) decoded->validity = (pin++)->address;
    decoded->capacity = (given & 2) != 0 ? text_room : 0;
  }
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_decode(JNIEnv *env, jclass class, jlong handle, jobject data,
                                                    jobject offsets, jlongArray shape, jobjectArray results,
                                                    jlong text_room) {
  (void)class;
  struct decoder *decoder = decoder_at(handle);
  struct pins pins = {decoder->pins, 0};
  struct key_source source;
  if ((*env)->PushLocalFrame(env, (jint)(3 * decoder->layout->count) + 16) != 0) return;
  if (keys_open(env, &source, &pins, data, offsets, shape)) {
    find_results(env, decoder, &pins, results);
    if (pins_hold(env, &pins)) {
      keys_address(&source, &pins);
      address_results(decoder, pins.pins + 1, (size_t)text_room, source.keys.rows);
      rowkey_error error;
      const rowkey_status status =
          rowkey_decode(decoder->decoder, &source.keys, decoder->decoded, decoder->layout->count, &error);
      pins_let_go(env, &pins);
      if (status != ROWKEY_OK) throw_error(env, &error, decoder->layout);
    }
    keys_close(&source);
  }
  (*env)->PopLocalFrame(env, NULL);
}
