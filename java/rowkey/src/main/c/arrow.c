/* Arrow: schemas and arrays are the addresses of structs of the C data interface, which Java owns. */
#include "rowkey_jni.h"

#include <stdlib.h>

struct arrow_encoder {
  struct layout *layout;
  rowkey_arrow_encoder *encoder;
};

struct arrow_decoder {
  struct layout *layout;
  rowkey_arrow_decoder *decoder;
};

static struct arrow_encoder *encoder_at(jlong handle) { return (struct arrow_encoder *)(uintptr_t)handle; }

static struct arrow_decoder *decoder_at(jlong handle) { return (struct arrow_decoder *)(uintptr_t)handle; }

static struct ArrowSchema *schema_at(jlong address) { return (struct ArrowSchema *)(uintptr_t)address; }

static struct ArrowArray *array_at(jlong address) { return (struct ArrowArray *)(uintptr_t)address; }

static bool is_free_schema(JNIEnv *env, jlong address) {
  if (schema_at(address)->release == NULL) return true;
  throw_argument(env, "the result's place holds a schema (expected a released one)");
  return false;
}

static bool is_free_array(JNIEnv *env, jlong address) {
  if (array_at(address)->release == NULL) return true;
  throw_argument(env, "the result's place holds an array (expected a released one)");
  return false;
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_compileArrow(JNIEnv *env, jclass class, jbyteArray text,
                                                           jlong schema) {
  (void)class;
  struct bytes template = {0};
  if (!bytes_copy(env, text, &template)) return 0;
  rowkey_error error;
  rowkey_layout *compiled =
      rowkey_arrow_compile((const char *)template.data, template.size, schema_at(schema), &error);
  bytes_free(&template);
  if (compiled == NULL) {
    throw_error(env, &error, NULL);
    return 0;
  }
  struct layout *layout = layout_of(env, compiled);
  if (layout == NULL) rowkey_layout_free(compiled);
  return (jlong)(uintptr_t)layout;
}

/* ---- Encoding ---------------------------------------------------------------------------------- */

static void encoder_free(struct arrow_encoder *encoder) {
  rowkey_arrow_encoder_free(encoder->encoder);
  layout_release(encoder->layout);
  free(encoder);
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createArrowEncoder(JNIEnv *env, jclass class, jlong handle,
                                                                 jlong schema, jint format, jlong seed,
                                                                 jbyteArray name) {
  (void)class;
  struct bytes bytes = {0};
  if (!bytes_copy(env, name, &bytes)) return 0;
  struct arrow_encoder *encoder = allocate(env, 1, sizeof *encoder);
  if (encoder != NULL) {
    const rowkey_arrow_options options = {
        .format = (rowkey_arrow_format)format, .seed = (uint64_t)seed, .name = (const char *)bytes.data};
    rowkey_error error;
    encoder->layout = layout_retain(layout_at(handle));
    encoder->encoder =
        rowkey_arrow_encoder_create(encoder->layout->layout, schema_at(schema), &options, &error);
    if (encoder->encoder == NULL) {
      throw_error(env, &error, encoder->layout);
      encoder_free(encoder);
      encoder = NULL;
    }
  }
  bytes_free(&bytes);
  return (jlong)(uintptr_t)encoder;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeArrowEncoder(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  encoder_free(encoder_at(handle));
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_arrowKeySchema(JNIEnv *env, jclass class, jlong handle,
                                                            jlong schema) {
  (void)class;
  rowkey_error error;
  if (is_free_schema(env, schema) &&
      rowkey_arrow_encoder_schema(encoder_at(handle)->encoder, schema_at(schema), &error) != ROWKEY_OK)
    throw_error(env, &error, NULL);
}

/* The columns are Java's: nothing is to be released with the struct around them. */
static void release_nothing(struct ArrowArray *array) { array->release = NULL; }

JNIEXPORT void JNICALL Java_io_rowkey_Native_encodeArrow(JNIEnv *env, jclass class, jlong handle,
                                                         jlongArray columns, jlong rows, jlong first_row,
                                                         jlong keys) {
  (void)class;
  if (!is_free_array(env, keys)) return;
  const jsize count = (*env)->GetArrayLength(env, columns);
  jlong *addresses = allocate(env, (size_t)count, sizeof *addresses);
  struct ArrowArray **children = allocate(env, (size_t)count, sizeof(struct ArrowArray *));
  if (addresses != NULL && children != NULL) {
    (*env)->GetLongArrayRegion(env, columns, 0, count, addresses);
    for (jsize i = 0; i < count; i++) children[i] = array_at(addresses[i]);
    const struct arrow_encoder *encoder = encoder_at(handle);
    const void *no_validity = NULL;
    const struct ArrowArray batch = {.length = rows,
                                     .n_buffers = 1,
                                     .buffers = &no_validity,
                                     .n_children = count,
                                     .children = children,
                                     .release = release_nothing};
    rowkey_error error;
    if (rowkey_arrow_encode(encoder->encoder, &batch, (uint64_t)first_row, array_at(keys), &error) !=
        ROWKEY_OK)
      throw_error(env, &error, encoder->layout);
  }
  free(addresses);
  free(children);
}

/* ---- Decoding ---------------------------------------------------------------------------------- */

static void decoder_free(struct arrow_decoder *decoder) {
  rowkey_arrow_decoder_free(decoder->decoder);
  layout_release(decoder->layout);
  free(decoder);
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createArrowDecoder(JNIEnv *env, jclass class, jlong handle,
                                                                 jlong keys, jlong records) {
  (void)class;
  struct arrow_decoder *decoder = allocate(env, 1, sizeof *decoder);
  if (decoder == NULL) return 0;
  rowkey_error error;
  decoder->layout = layout_retain(layout_at(handle));
  decoder->decoder =
      rowkey_arrow_decoder_create(decoder->layout->layout, schema_at(keys), schema_at(records), &error);
  if (decoder->decoder != NULL) return (jlong)(uintptr_t)decoder;
  throw_error(env, &error, decoder->layout);
  decoder_free(decoder);
  return 0;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeArrowDecoder(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  decoder_free(decoder_at(handle));
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_arrowRecordSchema(JNIEnv *env, jclass class, jlong handle,
                                                               jlong schema) {
  (void)class;
  rowkey_error error;
  if (is_free_schema(env, schema) &&
      rowkey_arrow_decoder_schema(decoder_at(handle)->decoder, schema_at(schema), &error) != ROWKEY_OK)
    throw_error(env, &error, NULL);
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_decodeArrow(JNIEnv *env, jclass class, jlong handle, jlong keys,
                                                         jlong records) {
  (void)class;
  const struct arrow_decoder *decoder = decoder_at(handle);
  rowkey_error error;
  if (is_free_array(env, records) &&
      rowkey_arrow_decode(decoder->decoder, array_at(keys), array_at(records), &error) != ROWKEY_OK)
    throw_error(env, &error, decoder->layout);
}

/* ---- Routing ----------------------------------------------------------------------------------- */

JNIEXPORT void JNICALL Java_io_rowkey_Native_routeArrow(JNIEnv *env, jclass class, jlong router, jlong schema,
                                                        jlong keys, jlong regions) {
  (void)class;
  rowkey_error error;
  if (is_free_array(env, regions) &&
      rowkey_arrow_route((const rowkey_router *)(uintptr_t)router, schema_at(schema), array_at(keys),
                         array_at(regions), &error) != ROWKEY_OK)
    throw_error(env, &error, NULL);
}
