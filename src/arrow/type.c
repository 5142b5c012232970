#include "arrow/type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

size_t rowkey_arrow_number_size(enum arrow_storage storage) {
  switch (storage) {
    case ARROW_INT8:
    case ARROW_UINT8:
      return 1;
    case ARROW_INT16:
    case ARROW_UINT16:
    case ARROW_FLOAT16:
      return 2;
    case ARROW_INT32:
    case ARROW_UINT32:
    case ARROW_FLOAT32:
      return 4;
    case ARROW_INT64:
    case ARROW_UINT64:
    case ARROW_FLOAT64:
      return 8;
    case ARROW_INT128:
      return 16;
    case ARROW_INT256:
      return 32;
    default:
      return 0;
  }
}

static rowkey_status bad_schema(rowkey_error *error, const char *problem) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the schema %s", problem);
}

rowkey_status rowkey_arrow_check_schema(const struct ArrowSchema *schema, rowkey_error *error) {
  if (schema == NULL) return bad_schema(error, "is NULL (expected a struct ArrowSchema)");
  if (schema->release == NULL) return bad_schema(error, "is released (expected one that is not)");
  if (schema->format == NULL) return bad_schema(error, "has no format (expected one, such as +s)");
  if (schema->n_children < 0 || (schema->n_children > 0 && schema->children == NULL))
    return bad_schema(error, "has no children (expected as many as n_children says)");
  if (!rowkey_arrow_is_struct(schema)) return ROWKEY_OK;
  for (int64_t i = 0; i < schema->n_children; i++) {
    const struct ArrowSchema *child = schema->children[i];
    if (child == NULL || child->release == NULL || child->format == NULL)
      return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "field %lld of the schema is released or has no format (expected a schema)",
                              (long long)i);
  }
  return ROWKEY_OK;
}

bool rowkey_arrow_is_struct(const struct ArrowSchema *schema) {
  return strcmp(schema->format, "+s") == 0 && schema->dictionary == NULL;
}

/* ---- Formats ------------------------------------------------------------------------------------ */

#define TAG(kind, form, detail) ROWKEY_TAG(ROWKEY_KIND_##kind, ROWKEY_FORM_##form, detail)

/* Formats without parameters. Times of day and durations are not among them: their unit would be part of the
 * key. */
static const struct {
  const char *format;
  struct arrow_type type;
} formats[] = {
    {"c", {.storage = ARROW_INT8, .tag = TAG(INTEGER, I8, 0)}},
    {"s", {.storage = ARROW_INT16, .tag = TAG(INTEGER, I16, 0)}},
    {"i", {.storage = ARROW_INT32, .tag = TAG(INTEGER, I32, 0)}},
    {"l", {.storage = ARROW_INT64, .tag = TAG(INTEGER, I64, 0)}},
    {"C", {.storage = ARROW_UINT8, .tag = TAG(INTEGER, U8, 0)}},
    {"S", {.storage = ARROW_UINT16, .tag = TAG(INTEGER, U16, 0)}},
    {"I", {.storage = ARROW_UINT32, .tag = TAG(INTEGER, U32, 0)}},
    {"L", {.storage = ARROW_UINT64, .tag = TAG(INTEGER, U64, 0)}},
    {"b", {.storage = ARROW_BOOL, .tag = TAG(BOOL, BITS, 0)}},
    {"e", {.storage = ARROW_FLOAT16, .tag = TAG(FLOAT, F16, 0)}},
    {"f", {.storage = ARROW_FLOAT32, .tag = TAG(FLOAT, F32, 0)}},
    {"g", {.storage = ARROW_FLOAT64, .tag = TAG(FLOAT, F64, 0)}},
    {"u", {.storage = ARROW_OFFSETS32, .tag = TAG(TEXT, NONE, 0), .is_utf8 = true}},
    {"U", {.storage = ARROW_OFFSETS64, .tag = TAG(TEXT, NONE, 0), .is_utf8 = true}},
    {"vu", {.storage = ARROW_VIEWS, .tag = TAG(TEXT, NONE, 0), .is_utf8 = true}},
    {"z", {.storage = ARROW_OFFSETS32, .tag = TAG(BYTES, NONE, 0)}},
    {"Z", {.storage = ARROW_OFFSETS64, .tag = TAG(BYTES, NONE, 0)}},
    {"vz", {.storage = ARROW_VIEWS, .tag = TAG(BYTES, NONE, 0)}},
    {"n", {.storage = ARROW_NULL, .tag = TAG(NULL, NONE, 0)}},
    {"tdD", {.storage = ARROW_INT32, .tag = TAG(DATE, I32, 0)}},
    {"tdm", {.storage = ARROW_INT64, .tag = TAG(INSTANT, I64, ROWKEY_MILLISECONDS)}},
};

/* Timestamps: the time zone follows, and does not change what is counted. */
static const struct {
  const char *prefix;
  uint32_t tag;
} timestamps[] = {
    {"tss:", TAG(INSTANT, I64, ROWKEY_SECONDS)},
    {"tsm:", TAG(INSTANT, I64, ROWKEY_MILLISECONDS)},
    {"tsu:", TAG(INSTANT, I64, ROWKEY_MICROSECONDS)},
    {"tsn:", TAG(INSTANT, I64, ROWKEY_NANOSECONDS)},
};

/* The digits at *text, which moves after them; false where there are none, or more than `most`. */
static bool read_number(const char **text, long most, long *number) {
  if (**text < '0' || **text > '9') return false;
  char *end;
  const long long read = strtoll(*text, &end, 10); /* a long may have no number above `most` */
  *text = end;
  *number = (long)(read <= most ? read : 0);
  return read <= most;
}

/* "w:N" */
static struct arrow_type read_fixed(const char *format) {
  const char *text = format + 2;
  long width;
  if (!read_number(&text, INT32_MAX, &width) || *text != 0) return (struct arrow_type){0};
  return (struct arrow_type){.storage = ARROW_FIXED, .tag = TAG(BYTES, NONE, 0), .width = (uint32_t)width};
}

/* "d:P,S" or "d:P,S,B"; a scale may be negative. */
static struct arrow_type read_decimal(const char *format) {
  static const struct {
    long bits;
    enum arrow_storage storage;
    rowkey_form form;
  } sizes[] = {{32, ARROW_INT32, ROWKEY_FORM_I32},
               {64, ARROW_INT64, ROWKEY_FORM_I64},
               {128, ARROW_INT128, ROWKEY_FORM_I128},
               {256, ARROW_INT256, ROWKEY_FORM_I256}};
  const char *text = format + 2;
  long precision, scale, bits = 128;
  if (!read_number(&text, 76, &precision) || *text++ != ',') return (struct arrow_type){0};
  const bool is_negative = *text == '-';
  text += is_negative;
  if (!read_number(&text, 76, &scale)) return (struct arrow_type){0};
  if (is_negative) scale = -scale;
  if (*text == ',') {
    text++;
    if (!read_number(&text, 256, &bits)) return (struct arrow_type){0};
  }
  for (size_t i = 0; *text == 0 && i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i].bits == bits)
      return (struct arrow_type){.storage = sizes[i].storage,
                                 .tag = ROWKEY_TAG(ROWKEY_KIND_DECIMAL, sizes[i].form, scale),
                                 .precision = (uint32_t)precision};
  return (struct arrow_type){0};
}

static struct arrow_type read_format(const char *format) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    if (strcmp(format, formats[i].format) == 0) return formats[i].type;
  }
  for (size_t i = 0; i < sizeof timestamps / sizeof *timestamps; i++) {
    if (strncmp(format, timestamps[i].prefix, strlen(timestamps[i].prefix)) == 0)
      return (struct arrow_type){.storage = ARROW_INT64, .tag = timestamps[i].tag};
  }
  if (strncmp(format, "w:", 2) == 0) return read_fixed(format);
  if (strncmp(format, "d:", 2) == 0) return read_decimal(format);
  return (struct arrow_type){0};
}

/* ---- Metadata ----------------------------------------------------------------------------------- */

/* Finds the name of the extension type. Metadata is an int32 count, then for each pair the size and the bytes
 * of key and value, with int32 sizes, in the machine's byte order and not aligned. */
static void read_extension(const char *metadata, struct arrow_type *type) {
  static const char key[] = "ARROW:extension:name";
  int32_t count, sizes[2];
  if (metadata == NULL) return;
  memcpy(&count, metadata, sizeof count);
  const char *at = metadata + sizeof count;
  for (int32_t i = 0; i < count; i++) {
    const char *texts[2];
    for (int k = 0; k < 2; k++) {
      memcpy(&sizes[k], at, sizeof sizes[k]);
      if (sizes[k] < 0) return;
      texts[k] = at + sizeof sizes[k];
      at = texts[k] + sizes[k];
    }
    if ((size_t)sizes[0] != strlen(key) || memcmp(texts[0], key, strlen(key)) != 0) continue;
    type->extension = texts[1];
    type->extension_size = (uint32_t)sizes[1];
  }
}

static bool is_extension(const struct arrow_type *type, const char *name) {
  return type->extension != NULL && type->extension_size == strlen(name) &&
         memcmp(type->extension, name, type->extension_size) == 0;
}

struct arrow_type rowkey_arrow_read_type(const struct ArrowSchema *schema) {
  struct arrow_type type;
  if (schema->dictionary == NULL) {
    type = read_format(schema->format);
    type.format = schema->format;
  } else if (schema->dictionary->release == NULL || schema->dictionary->format == NULL ||
             schema->dictionary->dictionary != NULL) {
    type = (struct arrow_type){.format = schema->format};
  } else {
    const enum arrow_storage indexes = read_format(schema->format).storage;
    type = read_format(schema->dictionary->format);
    type.format = schema->dictionary->format;
    type.indexes = indexes;
    if (indexes < ARROW_INT8 || indexes > ARROW_UINT64) type.storage = ARROW_UNKNOWN;
  }
  read_extension(schema->metadata, &type);
  if (is_extension(&type, "arrow.uuid") && type.storage == ARROW_FIXED && type.width == 16)
    type.tag = TAG(UUID, NONE, 0);
  if (is_extension(&type, "arrow.bool8") && type.storage == ARROW_INT8) type.tag = TAG(BOOL, I8, 0);
  if (is_extension(&type, "arrow.opaque")) { /* bytes that only their producer can read */
    type.storage = ARROW_UNKNOWN;
    type.tag = 0;
  }
  return type;
}
