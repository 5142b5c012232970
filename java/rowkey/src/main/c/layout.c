/* Layouts, their columns and types, and the named ones. */
#include "rowkey_jni.h"

#include <stdlib.h>

#include "text/buffer.h"

/* ---- Made and freed ---------------------------------------------------------------------------- */

struct layout *layout_retain(struct layout *layout) {
  atomic_fetch_add(&layout->references, 1);
  return layout;
}

void layout_release(struct layout *layout) {
  if (atomic_fetch_sub(&layout->references, 1) != 1) return;
  free(layout->types);
  rowkey_layout_free(layout->layout);
  free(layout);
}

/* The columns that Java describes: each its name and the text of its type. */
struct schema {
  size_t count;
  rowkey_column *columns;
  char **names;
};

static void schema_free(struct schema *schema) {
  for (size_t i = 0; i < schema->count; i++) {
    if (schema->columns != NULL) rowkey_column_free(&schema->columns[i]);
    if (schema->names != NULL) free(schema->names[i]);
  }
  free(schema->columns);
  free(schema->names);
}

static bool schema_column(JNIEnv *env, struct schema *schema, size_t index, struct reader *reader) {
  size_t name_size, type_size;
  const uint8_t *name = read_bytes(reader, &name_size);
  char *copy = schema->names[index] = allocate(env, name_size + 1, 1);
  if (copy == NULL) return false;
  if (name_size > 0) memcpy(copy, name, name_size);
  const uint8_t *type = read_bytes(reader, &type_size);
  rowkey_error error;
  if (rowkey_column_declare(copy, (const char *)type, type_size, &schema->columns[index], &error) ==
      ROWKEY_OK)
    return true;
  throw_error(env, &error, NULL);
  return false;
}

static bool schema_read(JNIEnv *env, struct schema *schema, const struct bytes *bytes) {
  struct reader reader = {bytes->data, bytes->data + bytes->size, false};
  schema->count = read_u32(&reader);
  schema->columns = allocate(env, schema->count, sizeof *schema->columns);
  schema->names = schema->columns == NULL ? NULL : allocate(env, schema->count, sizeof *schema->names);
  bool good = schema->names != NULL;
  for (size_t i = 0; i < schema->count && good; i++) good = schema_column(env, schema, i, &reader);
  return good;
}

struct layout *layout_of(JNIEnv *env, rowkey_layout *compiled) {
  struct layout *layout = allocate(env, 1, sizeof *layout);
  if (layout == NULL) return NULL;
  layout->columns = rowkey_layout_columns(compiled, &layout->count);
  layout->types = allocate(env, layout->count, sizeof *layout->types);
  if (layout->types == NULL) {
    free(layout);
    return NULL;
  }
  for (size_t i = 0; i < layout->count; i++) layout->types[i] = layout->columns[i].declared;
  layout->layout = compiled;
  atomic_init(&layout->references, 1);
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
    rowkey_layout *compiled = (implied ? rowkey_layout_compile_with_implied_columns : rowkey_layout_compile)(
        (const char *)template.data, template.size, schema.columns, schema.count, &error);
    if (compiled == NULL)
      throw_error(env, &error, NULL);
    else if ((layout = layout_of(env, compiled)) == NULL)
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

/* A type: its name, what values are kept as, and whether it is another word for that. */
static bool write_type(struct writer *writer, const rowkey_column *column) {
  const size_t size = rowkey_column_type_name(column, NULL, 0);
  char *text = malloc(size + 1);
  if (text == NULL) return false;
  (void)rowkey_column_type_name(column, text, size + 1);
  write_bytes(writer, text, size);
  free(text);
  write_u8(writer, column->type);
  write_u8(writer, column->unit);
  write_u32(writer, column->width);
  write_u8(writer, column->declared != NULL);
  return true;
}

/* What has been written, unless a type could not be. */
static jbyteArray finish_types(JNIEnv *env, struct writer *writer, bool written) {
  if (!written) writer->failed = true;
  return writer_finish(env, writer);
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_describe(JNIEnv *env, jclass class, jlong handle) {
  (void)class;
  const struct layout *layout = layout_at(handle);
  struct writer writer = {0};
  bool written = true;
  write_u64(&writer, rowkey_layout_key_width(layout->layout));
  write_u32(&writer, layout->count);
  for (size_t i = 0; i < layout->count && written; i++) {
    write_text(&writer, layout->columns[i].name);
    written = write_type(&writer, &layout->columns[i]);
    write_u8(&writer, rowkey_layout_uses(layout->layout, i));
    write_u8(&writer, rowkey_layout_recovery(layout->layout, i));
    write_u8(&writer, rowkey_layout_recovers_nulls(layout->layout, i));
  }
  return finish_types(env, &writer, written);
}

/* ---- Column types ------------------------------------------------------------------------------ */

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_columnType(JNIEnv *env, jclass class, jbyteArray text) {
  (void)class;
  struct bytes bytes = {0};
  rowkey_error error;
  rowkey_column column;
  if (!bytes_copy(env, text, &bytes)) return NULL;
  const rowkey_status status =
      rowkey_column_declare("", (const char *)bytes.data, bytes.size, &column, &error);
  bytes_free(&bytes);
  if (status != ROWKEY_OK) {
    throw_error(env, &error, NULL);
    return NULL;
  }
  struct writer writer = {0};
  const bool written = write_type(&writer, &column);
  rowkey_column_free(&column);
  return finish_types(env, &writer, written);
}

jbyteArray give_schema(JNIEnv *env, const rowkey_column *columns, size_t count) {
  struct writer writer = {0};
  bool written = true;
  write_u32(&writer, count);
  for (size_t i = 0; i < count && written; i++) {
    write_text(&writer, columns[i].name);
    written = write_type(&writer, &columns[i]);
  }
  return finish_types(env, &writer, written);
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_schema(JNIEnv *env, jclass class, jbyteArray text) {
  (void)class;
  struct bytes bytes = {0};
  rowkey_error error;
  if (!bytes_copy(env, text, &bytes)) return NULL;
  rowkey_schema *schema = rowkey_schema_parse((const char *)bytes.data, bytes.size, &error);
  bytes_free(&bytes);
  if (schema == NULL) {
    throw_error(env, &error, NULL);
    return NULL;
  }
  size_t count;
  const rowkey_column *columns = rowkey_schema_columns(schema, &count);
  jbyteArray result = give_schema(env, columns, count);
  rowkey_schema_free(schema);
  return result;
}

/* A value as text, in the column's type. Numbers are 8 bytes in the order of the machine. */
static jbyteArray write_value(JNIEnv *env, const struct layout *layout, size_t index,
                              const struct bytes *bytes) {
  const rowkey_column_type *type = layout->types[index];
  const rowkey_values given = layout->columns[index].type == ROWKEY_TEXT
                                  ? rowkey_values_of_width(ROWKEY_KIND_KEPT, bytes->data, bytes->size, 1)
                                  : rowkey_kept_numbers(layout->columns[index].type, bytes->data, 1);
  const size_t room = rowkey_column_type_write_bound(type, &given, 1);
  uint64_t offsets[2] = {0};
  rowkey_error error;
  void *made = room == SIZE_MAX ? NULL : allocate(env, room + 1, 1);
  if (made == NULL) {
    throw_memory(env);
    return NULL;
  }
  const rowkey_decoded decoded = rowkey_decoded_text(made, room, offsets, 1);
  jbyteArray result = NULL;
  if (rowkey_column_type_write(type, &given, 1, &decoded, &error) == ROWKEY_OK) {
    result = array_of(env, made, (size_t)offsets[1]);
  } else {
    error.column = index;
    throw_error(env, &error, layout);
  }
  free(made);
  return result;
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_writeValue(JNIEnv *env, jclass class, jlong handle,
                                                              jint column, jbyteArray value) {
  (void)class;
  struct bytes bytes = {0};
  if (!bytes_copy(env, value, &bytes)) return NULL;
  jbyteArray result = write_value(env, layout_at(handle), (size_t)column, &bytes);
  bytes_free(&bytes);
  return result;
}

/* Bytes in double quotes, as people read them. */
JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_quote(JNIEnv *env, jclass class, jbyteArray value) {
  (void)class;
  struct bytes bytes = {0};
  if (!bytes_copy(env, value, &bytes)) return NULL;
  const size_t room = 4 * bytes.size + 40;
  char *quoted = allocate(env, room, 1);
  jbyteArray result = NULL;
  if (quoted != NULL) {
    struct text_buffer text = {quoted, room};
    rowkey_text_quote(&text, bytes.data, bytes.size, bytes.size);
    result = array_of(env, quoted, (size_t)(text.at - quoted));
  }
  free(quoted);
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
