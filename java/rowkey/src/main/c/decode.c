/* Keys in memory of Java into columns in arrays of Java. */
#include "rowkey_jni.h"

#include <stdlib.h>

struct decoder {
  struct layout *layout;
  rowkey_decoder *decoder;
  rowkey_decoded *decoded;
  struct pin *pins;
  uint8_t *given; /* which arrays a column has: data 1, offsets 2, validity 4 */
  uint32_t *ends; /* where the text of the rows so far ends */
};

static struct decoder *decoder_at(jlong handle) { return (struct decoder *)(uintptr_t)handle; }

static void decoder_free(struct decoder *decoder) {
  rowkey_decoder_free(decoder->decoder);
  layout_release(decoder->layout);
  free(decoder->decoded);
  free(decoder->pins);
  free(decoder->given);
  free(decoder->ends);
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
  decoder->ends = calloc(layout->count + 1, sizeof *decoder->ends);
  rowkey_error error;
  if (decoder->decoded == NULL || decoder->pins == NULL || decoder->given == NULL || decoder->ends == NULL)
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

/* Columns that cannot be recovered have no arrays; numbers have no offsets. */
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

/* Where the columns of a call go. */
struct reading {
  struct decoder *decoder;
  const struct pin *results;
  size_t text_room;
};

static rowkey_decoded text_of_piece(const struct pin *results, size_t room, size_t end, size_t begin,
                                    size_t rows) {
  uint8_t *text = results[0].address;
  uint32_t *offsets = results[1].address;
  return rowkey_decoded_text32(text + end, room - end, offsets + begin, rows);
}

static rowkey_decoded numbers_of_piece(rowkey_type type, const struct pin *results, size_t begin,
                                       size_t rows) {
  const size_t size = type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t);
  uint8_t *numbers = results[0].address;
  return rowkey_decoded_numbers(type, numbers + begin * size, rows);
}

static void address_piece(const struct reading *reading, size_t begin, size_t rows) {
  struct decoder *decoder = reading->decoder;
  const struct pin *pin = reading->results;
  for (size_t i = 0; i < decoder->layout->count; i++) {
    const unsigned given = decoder->given[i];
    rowkey_decoded *decoded = &decoder->decoded[i];
    *decoded = (rowkey_decoded){0};
    if (given == 0) continue;
    *decoded = (given & 2) != 0 ? text_of_piece(pin, reading->text_room, decoder->ends[i], begin, rows)
                                : numbers_of_piece(decoder->layout->columns[i].type, pin, begin, rows);
    pin += (given & 2) != 0 ? 2 : 1;
    if ((given & 4) != 0) decoded->validity = (uint8_t *)(pin++)->address + begin / 8;
  }
}

/* Offsets of a piece count from where the text of the piece begins. */
static void move_offsets(const struct decoder *decoder, size_t rows) {
  for (size_t i = 0; i < decoder->layout->count; i++) {
    uint32_t *offsets = decoder->decoded[i].offsets32;
    if (offsets == NULL) continue;
    for (size_t j = 0; j <= rows; j++) offsets[j] += decoder->ends[i];
    decoder->ends[i] = offsets[rows];
  }
}

static rowkey_status decode_piece(void *context, const rowkey_keys *keys, size_t begin, rowkey_error *error) {
  const struct reading *reading = context;
  const struct decoder *decoder = reading->decoder;
  const size_t count = decoder->layout->count;
  if (begin == 0) memset(decoder->ends, 0, count * sizeof *decoder->ends);
  address_piece(reading, begin, keys->rows);
  const rowkey_status status = rowkey_decode(decoder->decoder, keys, decoder->decoded, count, error);
  if (status == ROWKEY_OK) move_offsets(decoder, keys->rows);
  return status;
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
    struct reading reading = {decoder, decoder->pins + 1, (size_t)text_room};
    keys_each_piece(env, &source, &pins, decode_piece, &reading, decoder->layout);
    keys_close(&source);
  }
  (*env)->PopLocalFrame(env, NULL);
}
