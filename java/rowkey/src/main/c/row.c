/* The key of one record, and the record of one key: what one thread needs for it, bound to direct memory of
 * Java. */
#include "rowkey_jni.h"

#include <stdlib.h>

/* A column's place at the begin of the input of encoding and of the output of decoding, which Java knows as
 * well. */
struct slot {
  uint64_t bits;   /* of a number; an f32 in the low 32 */
  int32_t size;    /* bytes of text, or one of these */
  uint32_t offset; /* of the text in the memory */
  uint32_t tag;    /* of encoding: what the value is. values.h has them */
  uint32_t unused;
};

enum { IS_NULL = -1, NOT_RECOVERED = -2 };

struct row {
  struct layout *layout;
  rowkey_encoder *encoder;
  rowkey_decoder *decoder; /* made when it is needed */
  uint8_t *input, *output;
  size_t input_size, output_size;
  rowkey_value *values;
  rowkey_decoded *decoded;
  uint64_t (*offsets)[2];
  uint8_t *validity;
};

static struct row *row_at(jlong handle) { return (struct row *)(uintptr_t)handle; }

static void row_free(struct row *row) {
  rowkey_encoder_free(row->encoder);
  rowkey_decoder_free(row->decoder);
  layout_release(row->layout);
  free(row->values);
  free(row->decoded);
  free(row->offsets);
  free(row->validity);
  free(row);
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createRow(JNIEnv *env, jclass class, jlong handle, jlong seed) {
  (void)class;
  struct layout *layout = layout_at(handle);
  struct row *row = allocate(env, 1, sizeof *row);
  if (row == NULL) return 0;
  row->layout = layout_retain(layout);
  row->values = calloc(layout->count + 1, sizeof *row->values);
  row->decoded = calloc(layout->count + 1, sizeof *row->decoded);
  row->offsets = calloc(layout->count + 1, sizeof *row->offsets);
  row->validity = calloc(layout->count + 1, sizeof *row->validity);
  rowkey_error error;
  if (row->values == NULL || row->decoded == NULL || row->offsets == NULL || row->validity == NULL)
    throw_memory(env);
  else if ((row->encoder = rowkey_encoder_create(layout->layout, (uint64_t)seed, &error)) != NULL)
    return (jlong)(uintptr_t)row;
  else
    throw_error(env, &error, layout);
  row_free(row);
  return 0;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeRow(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  row_free(row_at(handle));
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_bindRow(JNIEnv *env, jclass class, jlong handle, jobject input,
                                                     jobject output) {
  (void)class;
  struct row *row = row_at(handle);
  row->input = (*env)->GetDirectBufferAddress(env, input);
  row->input_size = (size_t)(*env)->GetDirectBufferCapacity(env, input);
  row->output = (*env)->GetDirectBufferAddress(env, output);
  row->output_size = (size_t)(*env)->GetDirectBufferCapacity(env, output);
}

/* ---- Encoding ---------------------------------------------------------------------------------- */

static bool is_number(uint32_t tag) {
  const uint32_t kind = tag & 0xff;
  return kind != ROWKEY_KIND_TEXT && kind != ROWKEY_KIND_BYTES && kind != ROWKEY_KIND_UUID;
}

static bool read_slot(const struct row *row, size_t index, rowkey_value *value) {
  struct slot slot;
  memcpy(&slot, row->input + index * sizeof slot, sizeof slot);
  *value = (rowkey_value){.tag = slot.tag};
  if (slot.size == IS_NULL) {
    *value = rowkey_value_null();
  } else if (!is_number(slot.tag)) {
    if (slot.size < 0 || slot.offset > row->input_size || (size_t)slot.size > row->input_size - slot.offset)
      return false;
    value->as.text = row->input + slot.offset;
    value->size = (size_t)slot.size;
  } else if (slot.tag == ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F32, 0)) {
    const uint32_t bits = (uint32_t)slot.bits;
    memcpy(&value->as.f32, &bits, sizeof bits);
  } else {
    value->as.u64 = slot.bits; /* an i64 and an f64 have the same place */
  }
  return true;
}

/* The record in the input; false with an exception. */
static bool read_record(JNIEnv *env, const struct row *row, rowkey_record *record) {
  for (size_t i = 0; i < row->layout->count; i++) {
    if (!read_slot(row, i, &row->values[i])) {
      throw_argument(env, "a text lies outside of the memory for values");
      return false;
    }
  }
  *record = rowkey_record_of(row->values, row->layout->count);
  return true;
}

/* The length of the key in the output; ~bound where that is too small, and Java makes it larger. */
JNIEXPORT jint JNICALL Java_io_rowkey_Native_encodeRow(JNIEnv *env, jclass class, jlong handle,
                                                       jlong number) {
  (void)class;
  struct row *row = row_at(handle);
  const struct layout *layout = row->layout;
  rowkey_record record;
  if (!read_record(env, row, &record)) return 0;
  if (number >= 0) record = rowkey_record_from(record, (uint64_t)number);
  size_t length = 0;
  rowkey_error error;
  const rowkey_status status =
      rowkey_encode_row(row->encoder, &record, row->output, row->output_size, &length, &error);
  if (status == ROWKEY_OK) return (jint)length;
  if (status == ROWKEY_ERROR_SPACE && length > row->output_size && length < INT32_MAX) return ~(jint)length;
  throw_error(env, &error, layout);
  return 0;
}

/* ---- Questions --------------------------------------------------------------------------------- */

/* The conditions of the question for the record in the input. */
static jbyteArray fill_question(JNIEnv *env, const struct row *row, const struct bytes *question) {
  const struct layout *layout = row->layout;
  rowkey_record record;
  if (!read_record(env, row, &record)) return NULL;
  rowkey_status status = ROWKEY_ERROR_SPACE;
  rowkey_error error;
  size_t size = question->size + 256; /* enough for most: the second time for all */
  jbyteArray result = NULL;
  for (int i = 0; i < 2 && status == ROWKEY_ERROR_SPACE; i++) {
    const size_t room = size + 1;
    char *text = allocate(env, room, 1);
    if (text == NULL) return NULL;
    status = rowkey_question_fill(layout->columns, layout->types, layout->count, (const char *)question->data,
                                  question->size, &record, text, room, &size, &error);
    if (status == ROWKEY_OK) result = array_of(env, text, size);
    free(text);
  }
  if (status != ROWKEY_OK) throw_error(env, &error, layout);
  return result;
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_fillQuestion(JNIEnv *env, jclass class, jlong handle,
                                                                jbyteArray text) {
  (void)class;
  struct bytes question = {0};
  if (!bytes_copy(env, text, &question)) return NULL;
  jbyteArray result = fill_question(env, row_at(handle), &question);
  bytes_free(&question);
  return result;
}

/* ---- Decoding ---------------------------------------------------------------------------------- */

/* False with an exception. */
static bool has_decoder(JNIEnv *env, struct row *row) {
  rowkey_error error;
  if (row->decoder == NULL) row->decoder = rowkey_decoder_create(row->layout->layout, &error);
  if (row->decoder == NULL) throw_error(env, &error, row->layout);
  return row->decoder != NULL;
}

/* Room for slots and, for each column of text, for all that a key of so many bytes can give. */
static size_t decoded_text_room(size_t key_size) { return key_size + key_size / 2 + 8; }

static void write_slot(const struct row *row, size_t index, size_t text_offset) {
  struct slot slot = {.size = NOT_RECOVERED, .offset = (uint32_t)text_offset};
  const rowkey_layout *layout = row->layout->layout;
  const rowkey_type type = row->layout->columns[index].type;
  uint8_t *at = row->output + index * sizeof slot;
  if (rowkey_layout_recovery(layout, index) == ROWKEY_RECOVERED) {
    uint32_t bits;
    memcpy(&bits, at, sizeof bits);
    if (type == ROWKEY_F32)
      slot.bits = bits;
    else if (type != ROWKEY_TEXT)
      memcpy(&slot.bits, at, sizeof slot.bits);
    slot.size = type == ROWKEY_TEXT ? (int32_t)row->offsets[index][1] : 0;
    if ((row->validity[index] & 1) == 0) slot.size = IS_NULL;
  }
  memcpy(at, &slot, sizeof slot);
}

/* 0 when the columns are in the output; else the room that it needs. */
JNIEXPORT jint JNICALL Java_io_rowkey_Native_decodeRow(JNIEnv *env, jclass class, jlong handle,
                                                       jint key_size) {
  (void)class;
  struct row *row = row_at(handle);
  const struct layout *layout = row->layout;
  if (!has_decoder(env, row)) return 0;
  const size_t slots = layout->count * sizeof(struct slot), room = decoded_text_room((size_t)key_size);
  size_t needed = slots;
  for (size_t i = 0; i < layout->count; i++) needed += layout->columns[i].type == ROWKEY_TEXT ? room : 0;
  if (needed > row->output_size) {
    if (needed > INT32_MAX) throw_memory(env);
    return (jint)needed;
  }
  size_t text = slots;
  for (size_t i = 0; i < layout->count; i++) {
    const bool is_text = layout->columns[i].type == ROWKEY_TEXT;
    row->decoded[i] =
        is_text ? rowkey_decoded_text(row->output + text, room, row->offsets[i], 1)
                : rowkey_decoded_numbers(layout->columns[i].type, row->output + i * sizeof(struct slot), 1);
    row->decoded[i].validity = &row->validity[i];
    text += is_text ? room : 0;
  }
  const uint64_t limits[] = {0, (uint64_t)key_size}; /* a width of 0 would read as a missing one */
  const rowkey_keys keys = rowkey_keys_of_offsets(row->input, limits, 1);
  rowkey_error error;
  if (rowkey_decode(row->decoder, &keys, row->decoded, layout->count, &error) != ROWKEY_OK) {
    throw_error(env, &error, layout);
    return 0;
  }
  text = slots;
  for (size_t i = 0; i < layout->count; i++) {
    write_slot(row, i, text);
    text += layout->columns[i].type == ROWKEY_TEXT ? room : 0;
  }
  return 0;
}

/* Where each field of the key in the input ends. */
JNIEXPORT jintArray JNICALL Java_io_rowkey_Native_fieldEnds(JNIEnv *env, jclass class, jlong handle,
                                                            jint key_size, jint count) {
  (void)class;
  struct row *row = row_at(handle);
  size_t *ends = has_decoder(env, row) ? allocate(env, (size_t)count, sizeof *ends) : NULL;
  if (ends == NULL) return NULL;
  rowkey_error error;
  jintArray result = NULL;
  if (rowkey_field_ends(row->decoder, row->input, (size_t)key_size, ends, (size_t)count, &error) != ROWKEY_OK)
    throw_error(env, &error, row->layout);
  else if ((result = (*env)->NewIntArray(env, count)) != NULL)
    for (jint i = 0; i < count; i++) {
      const jint end = (jint)ends[i];
      (*env)->SetIntArrayRegion(env, result, i, 1, &end);
    }
  free(ends);
  return result;
}
