/* Layouts, their columns and types, and the named ones. */
#include "rowkey_jni.h"

#include <stdlib.h>

/* ---- Made and freed ---------------------------------------------------------------------------- */

struct layout *layout_retain(struct layout *layout) {
  atomic_fetch_add(&layout->references, 1);
  return layout;
}

void layout_release(struct layout *layout) {
  if (atomic_fetch_sub(&layout->references, 1) != 1) return;
  for (size_t i = 0; layout->types != NULL && i < layout->count; i++)
    rowkey_column_type_free(layout->types[i]);
  free(layout->types);
  rowkey_layout_free(layout->layout);
  free(layout);
}

/* The columns that Java describes: each its name, type, unit, width, and the text of a column type or none.
 */
struct schema {
  size_t count;
  rowkey_column *columns;
  rowkey_column_type **types;
  char **names;
};

static void schema_free(struct schema *schema) {
  for (size_t i = 0; i < schema->count; i++) {
    if (schema->types != NULL) rowkey_column_type_free(schema->types[i]);
    if (schema->names != NULL) free(schema->names[i]);
  }
  free(schema->columns);
  free(schema->types);
  free(schema->names);
}

static bool schema_column(JNIEnv *env, struct schema *schema, size_t index, struct reader *reader) {
  size_t name_size, type_size;
  const uint8_t *name = read_bytes(reader, &name_size);
  schema->names[index] = allocate(env, name_size + 1, 1);
  if (schema->names[index] == NULL) return false;
  if (name_size > 0) memcpy(schema->names[index], name, name_size);
  rowkey_column column = rowkey_column_of(schema->names[index], (rowkey_type)read_u8(reader));
  column.unit = (rowkey_time_unit)read_u8(reader);
  column.width = (uint32_t)read_u32(reader);
  const uint8_t *type = read_bytes(reader, &type_size);
  if (type_size > 0) {
    rowkey_error error;
    schema->types[index] = rowkey_column_type_parse((const char *)type, type_size, &error);
    if (schema->types[index] == NULL) {
      throw_error(env, &error, NULL);
      return false;
    }
    column = rowkey_column_type_column(schema->types[index], schema->names[index]);
  }
  schema->columns[index] = column;
  return true;
}

static bool schema_read(JNIEnv *env, struct schema *schema, const struct bytes *bytes) {
  struct reader reader = {bytes->data, bytes->data + bytes->size, false};
  schema->count = read_u32(&reader);
  schema->columns = allocate(env, schema->count, sizeof *schema->columns);
  schema->types = schema->columns == NULL ? NULL : allocate(env, schema->count, sizeof *schema->types);
  schema->names = schema->types == NULL ? NULL : allocate(env, schema->count, sizeof *schema->names);
  bool good = schema->names != NULL;
  for (size_t i = 0; i < schema->count && good; i++) good = schema_column(env, schema, i, &reader);
  return good;
}

struct layout *layout_of(JNIEnv *env, rowkey_layout *compiled) {
  struct layout *layout = allocate(env, 1, sizeof *layout);
  if (layout == NULL) return NULL;
  layout->columns = rowkey_layout_columns(compiled, &layout->count);
  layout->types = allocate(env, layout->count, sizeof(rowkey_column_type *));
  if (layout->types == NULL) {
    free(layout);
    return NULL;
  }
  layout->layout = compiled;
  atomic_init(&layout->references, 1);
  return layout;
}

/* The same, with the types of its schema, which it takes. */
static struct layout *make_layout(JNIEnv *env, rowkey_layout *compiled, struct schema *schema) {
  struct layout *layout = layout_of(env, compiled);
  for (size_t i = 0; layout != NULL && i < schema->count; i++) {
    layout->types[i] = schema->types[i];
    schema->types[i] = NULL;
  }
  return layout;
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_compile(JNIEnv *env, jclass class, jbyteArray text,
                                                      jbyteArray columns, jboolean implied) {
  (void)class;
  struct bytes template = {0}, described = {0};
  struct schema schema = {0};
  struct layout *layout = NULL;
  if (bytes_copy(env, text, &template) && bytes_copy(env, columns, &described) &&
      schema_read(env, &schema, &described)) {
    rowkey_error error;
    rowkey_layout *compiled = (implied ? rowkey_layout_compile_implied : rowkey_layout_compile)(
        (const char *)template.data, template.size, schema.columns, schema.count, &error);
    if (compiled == NULL)
      throw_error(env, &error, NULL);
    else if ((layout = make_layout(env, compiled, &schema)) == NULL)
      rowkey_layout_free(compiled);
  }
  schema_free(&schema);
  bytes_free(&template);
  bytes_free(&described);
  return (jlong)(uintptr_t)layout;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeLayout(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  layout_release(layout_at(handle));
}

/* ---- What Java asks of a layout ---------------------------------------------------------------- */

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_describe(JNIEnv *env, jclass class, jlong handle) {
  (void)class;
  const struct layout *layout = layout_at(handle);
  struct writer writer = {0};
  write_u64(&writer, rowkey_layout_key_width(layout->layout));
  write_u32(&writer, layout->count);
  for (size_t i = 0; i < layout->count; i++) {
    const rowkey_column *column = &layout->columns[i];
    write_text(&writer, column->name);
    write_u8(&writer, column->type);
    write_u8(&writer, column->unit);
    write_u32(&writer, column->width);
    write_text(&writer, layout->types[i] == NULL ? NULL : rowkey_column_type_text(layout->types[i]));
    write_u8(&writer, rowkey_layout_uses(layout->layout, i));
    write_u8(&writer, rowkey_layout_recovery(layout->layout, i));
    write_u8(&writer, rowkey_layout_recovers_nulls(layout->layout, i));
  }
  return writer_finish(env, &writer);
}

/* ---- Column types ------------------------------------------------------------------------------ */

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_columnType(JNIEnv *env, jclass class, jbyteArray text) {
  (void)class;
  struct bytes bytes = {0};
  rowkey_error error;
  if (!bytes_copy(env, text, &bytes)) return NULL;
  rowkey_column_type *type = rowkey_column_type_parse((const char *)bytes.data, bytes.size, &error);
  bytes_free(&bytes);
  if (type == NULL) {
    throw_error(env, &error, NULL);
    return NULL;
  }
  const rowkey_column column = rowkey_column_type_column(type, "");
  struct writer writer = {0};
  write_u8(&writer, column.type);
  write_u8(&writer, column.unit);
  write_u32(&writer, column.width);
  rowkey_column_type_free(type);
  return writer_finish(env, &writer);
}

/* Converts one value with the column's type. Numbers are 8 bytes in the order of the machine. */
static jbyteArray convert(JNIEnv *env, const struct layout *layout, size_t index, const struct bytes *bytes,
                          bool read) {
  const rowkey_column_type *type = layout->types[index];
  const bool is_text = layout->columns[index].type == ROWKEY_TEXT;
  const rowkey_values texts = rowkey_values_of_width(bytes->data, bytes->size, 1);
  rowkey_values given = read || is_text ? texts : rowkey_values_of_numbers(bytes->data);
  const size_t room =
      read ? rowkey_column_type_read_bound(type, &given, 1) : rowkey_column_type_write_bound(type, &given, 1);
  uint64_t offsets[2] = {0}, number = 0;
  rowkey_error error;
  void *made = room == SIZE_MAX ? NULL : allocate(env, room + 1, 1);
  if (made == NULL) {
    throw_memory(env);
    return NULL;
  }
  const bool makes_number = read && !is_text;
  const rowkey_decoded decoded =
      makes_number ? rowkey_decoded_numbers(&number) : rowkey_decoded_text(made, room, offsets);
  const rowkey_status status = read ? rowkey_column_type_read(type, &given, 1, &decoded, &error)
                                    : rowkey_column_type_write(type, &given, 1, &decoded, &error);
  jbyteArray result = NULL;
  if (status == ROWKEY_OK) {
    const jsize size = makes_number ? (jsize)sizeof number : (jsize)offsets[1];
    result = (*env)->NewByteArray(env, size);
    if (result != NULL)
      (*env)->SetByteArrayRegion(env, result, 0, size, makes_number ? (const jbyte *)&number : made);
  } else {
    error.column = index;
    throw_error(env, &error, layout);
  }
  free(made);
  return result;
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_convert(JNIEnv *env, jclass class, jlong handle,
                                                           jint column, jbyteArray value, jboolean read) {
  (void)class;
  struct bytes bytes = {0};
  if (!bytes_copy(env, value, &bytes)) return NULL;
  jbyteArray result = convert(env, layout_at(handle), (size_t)column, &bytes, read);
  bytes_free(&bytes);
  return result;
}

/* ---- Named layouts ----------------------------------------------------------------------------- */

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_expand(JNIEnv *env, jclass class, jbyteArray name) {
  (void)class;
  struct bytes bytes = {0};
  if (!bytes_copy(env, name, &bytes)) return NULL;
  char template[ROWKEY_NAMED_TEMPLATE_SIZE];
  const rowkey_named_layout *named;
  rowkey_error error;
  const rowkey_status status =
      rowkey_named_expand((const char *)bytes.data, bytes.size, &named, template, sizeof template, &error);
  bytes_free(&bytes);
  if (status != ROWKEY_OK) {
    throw_error(env, &error, NULL);
    return NULL;
  }
  struct writer writer = {0};
  write_text(&writer, template);
  write_text(&writer, named->columns);
  return writer_finish(env, &writer);
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_namedLayouts(JNIEnv *env, jclass class) {
  (void)class;
  struct writer writer = {0};
  const rowkey_named_layout *layout;
  for (size_t i = 0; (layout = rowkey_named_layout_at(i)) != NULL; i++) {
    const char *const texts[] = {layout->name,    layout->system,      layout->source, layout->pattern,
                                 layout->columns, layout->description, layout->record, layout->key};
    for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) write_text(&writer, texts[j]);
  }
  return writer_finish(env, &writer);
}
