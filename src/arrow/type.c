#include "arrow/type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

size_t rowkey_arrow_number_size(enum arrow_storage storage) {
  switch (storage) {
    case ARROW_INT8:
    case ARROW_UINT8:
      return 1;
    case ARROW_INT16:
    case ARROW_UINT16:
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

/* Formats without parameters. */
static const struct {
  const char *format;
  struct arrow_type type;
} formats[] = {
    {"c", {.storage = ARROW_INT8, .type = ROWKEY_I64}},
    {"s", {.storage = ARROW_INT16, .type = ROWKEY_I64}},
    {"i", {.storage = ARROW_INT32, .type = ROWKEY_I64}},
    {"l", {.storage = ARROW_INT64, .type = ROWKEY_I64}},
    {"C", {.storage = ARROW_UINT8, .type = ROWKEY_U64}},
    {"S", {.storage = ARROW_UINT16, .type = ROWKEY_U64}},
    {"I", {.storage = ARROW_UINT32, .type = ROWKEY_U64}},
    {"L", {.storage = ARROW_UINT64, .type = ROWKEY_U64}},
    {"b", {.storage = ARROW_BOOL, .type = ROWKEY_U64}},
    {"f", {.storage = ARROW_FLOAT32, .type = ROWKEY_F32}},
    {"g", {.storage = ARROW_FLOAT64, .type = ROWKEY_F64}},
    {"u", {.storage = ARROW_OFFSETS32, .type = ROWKEY_TEXT, .is_utf8 = true}},
    {"U", {.storage = ARROW_OFFSETS64, .type = ROWKEY_TEXT, .is_utf8 = true}},
    {"vu", {.storage = ARROW_VIEWS, .type = ROWKEY_TEXT, .is_utf8 = true}},
    {"z", {.storage = ARROW_OFFSETS32, .type = ROWKEY_TEXT}},
    {"Z", {.storage = ARROW_OFFSETS64, .type = ROWKEY_TEXT}},
    {"vz", {.storage = ARROW_VIEWS, .type = ROWKEY_TEXT}},
    {"n", {.storage = ARROW_NULL}},
    {"tdD", {.storage = ARROW_INT32, .type = ROWKEY_I64, .unit = ROWKEY_SECONDS, .multiplier = 86400}},
    {"tdm", {.storage = ARROW_INT64, .type = ROWKEY_I64, .unit = ROWKEY_MILLISECONDS}},
    {"tts", {.storage = ARROW_INT32, .type = ROWKEY_I64, .unit = ROWKEY_SECONDS}},
    {"ttm", {.storage = ARROW_INT32, .type = ROWKEY_I64, .unit = ROWKEY_MILLISECONDS}},
    {"ttu", {.storage = ARROW_INT64, .type = ROWKEY_I64, .unit = ROWKEY_MICROSECONDS}},
    {"ttn", {.storage = ARROW_INT64, .type = ROWKEY_I64, .unit = ROWKEY_NANOSECONDS}},
};

/* Timestamps: the time zone follows, and does not change what is counted. */
static const struct {
  const char *prefix;
  rowkey_time_unit unit;
} timestamps[] = {
    {"tss:", ROWKEY_SECONDS},
    {"tsm:", ROWKEY_MILLISECONDS},
    {"tsu:", ROWKEY_MICROSECONDS},
    {"tsn:", ROWKEY_NANOSECONDS},
};

/* The digits at *text, which moves after them; false where there are none, or more than `most`. */
static bool read_number(const char **text, long most, long *number) {
  if (**text < '0' || **text > '9') return false;
  char *end;
  *number = strtol(*text, &end, 10);
  *text = end;
  return *number <= most;
}

/* "w:N" */
static struct arrow_type read_fixed(const char *format) {
  const char *text = format + 2;
  long width;
  if (!read_number(&text, INT32_MAX, &width) || *text != 0) return (struct arrow_type){0};
  return (struct arrow_type){.storage = ARROW_FIXED, .type = ROWKEY_TEXT, .width = (uint32_t)width};
}

/* "d:P,S" or "d:P,S,B"; a scale may be negative. */
static struct arrow_type read_decimal(const char *format) {
  const char *text = format + 2;
  long precision, scale, bits = 128;
  if (!read_number(&text, 76, &precision) || *text++ != ',') return (struct arrow_type){0};
  if (*text == '-') text++;
  if (!read_number(&text, INT32_MAX, &scale)) return (struct arrow_type){0};
  if (*text == ',') {
    text++;
    if (!read_number(&text, 256, &bits)) return (struct arrow_type){0};
  }
  const enum arrow_storage storage = bits == 32    ? ARROW_INT32
                                     : bits == 64  ? ARROW_INT64
                                     : bits == 128 ? ARROW_INT128
                                                   : ARROW_UNKNOWN;
  if (*text != 0 || storage == ARROW_UNKNOWN) return (struct arrow_type){0};
  return (struct arrow_type){.storage = storage, .type = ROWKEY_I64, .precision = (uint32_t)precision};
}

static struct arrow_type read_format(const char *format) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    if (strcmp(format, formats[i].format) == 0) return formats[i].type;
  }
  for (size_t i = 0; i < sizeof timestamps / sizeof *timestamps; i++) {
    if (strncmp(format, timestamps[i].prefix, strlen(timestamps[i].prefix)) == 0)
      return (struct arrow_type){.storage = ARROW_INT64, .type = ROWKEY_I64, .unit = timestamps[i].unit};
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
  if (type.multiplier == 0) type.multiplier = 1;
  read_extension(schema->metadata, &type);
  return type;
}

struct arrow_type_name rowkey_arrow_name_type(const struct arrow_type *type) {
  struct arrow_type_name name;
  const int size = snprintf(name.text, sizeof name.text, "Arrow type %.60s%s", type->format,
                            type->indexes != ARROW_UNKNOWN ? " of a dictionary" : "");
  if (type->extension != NULL)
    snprintf(name.text + size, sizeof name.text - (size_t)size, " (extension type %.*s)",
             (int)(type->extension_size < 60 ? type->extension_size : 60), type->extension);
  return name;
}
