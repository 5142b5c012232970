/* The handle of rowkey/flat.h: a layout, and what is told of it. */
#include <inttypes.h>
#include <rowkey/encode.h>
#include <rowkey/named.h>
#include <rowkey/schema.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/spares.h"
#include "encode/encoding.h"
#include "flat/flat.h"
#include "text/buffer.h"
#include "text/tokens.h"

/* ---- Errors -------------------------------------------------------------------------------------- */

static int64_t flat_place(size_t place) { return place == ROWKEY_NONE ? -1 : (int64_t)place; }

int32_t rowkey_flat_tell(rowkey_status status, const rowkey_error *error, uint8_t *to, size_t size) {
  if (status == ROWKEY_OK || to == NULL || size <= 3 * sizeof(int64_t)) return (int32_t)status;
  const int64_t places[] = {flat_place(error->row), flat_place(error->column), flat_place(error->offset)};
  memcpy(to, places, sizeof places);
  struct text_buffer text = {(char *)to + sizeof places, size - sizeof places};
  rowkey_text_printf(&text, "%s", error->text);
  return (int32_t)status;
}

/* ---- Words --------------------------------------------------------------------------------------- */

rowkey_status rowkey_flat_check_words(const char *what, const uint64_t *words, size_t count, size_t small,
                                      rowkey_error *error) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t most = i == small ? UINT32_MAX : SIZE_MAX;
    if (words[i] > most)
      return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "%s: word %zu is %" PRIu64 " (expected at most %" PRIu64 ")", what, i, words[i],
                              most);
  }
  return ROWKEY_OK;
}

rowkey_status rowkey_flat_check_columns(const rowkey_flat *flat, const uint64_t *columns, size_t count,
                                        rowkey_error *error) {
  if (!rowkey_is_array(columns, count, ROWKEY_FLAT_COLUMN * sizeof *columns, "columns", error))
    return ROWKEY_ERROR_ARGUMENT;
  rowkey_status status = rowkey_check_count("column_count", count, flat->column_count, error);
  for (size_t i = 0; status == ROWKEY_OK && i < count; i++) {
    const uint64_t *words = columns + i * ROWKEY_FLAT_COLUMN;
    status = rowkey_flat_check_words("columns", words, ROWKEY_FLAT_COLUMN, 0, error);
    if (status != ROWKEY_OK) error->column = i;
  }
  return status;
}

/* ---- Making -------------------------------------------------------------------------------------- */

/* The template and the schema, of which those of a named layout stand for what the caller gives or leaves
 * out. */
struct flat_design {
  char expansion[ROWKEY_NAMED_TEMPLATE_SIZE];
  const char *text, *schema;
  size_t text_size, schema_size;
};

static rowkey_status expand_name(struct flat_design *design, rowkey_error *error) {
  static const char more[] = ",..."; /* columns that the template does not name */
  if (design->text == NULL || design->text_size == 0 || design->text[0] != '@') return ROWKEY_OK;
  const rowkey_named_layout *named;
  const rowkey_status status = rowkey_named_expand(design->text, design->text_size, &named, design->expansion,
                                                   sizeof design->expansion, error);
  if (status != ROWKEY_OK) return status;
  design->text = design->expansion;
  design->text_size = strlen(design->expansion);
  if (design->schema_size != 0) return ROWKEY_OK;
  const char *end = strstr(named->columns, more);
  design->schema = named->columns;
  design->schema_size = end != NULL ? (size_t)(end - named->columns) : strlen(named->columns);
  return ROWKEY_OK;
}

static rowkey_status compile_design(struct rowkey_flat *flat, const struct flat_design *design,
                                    rowkey_error *error) {
  size_t count;
  rowkey_schema *schema = rowkey_schema_parse(design->schema, design->schema_size, error);
  if (schema == NULL) return error->status;
  const rowkey_column *columns = rowkey_schema_columns(schema, &count);
  flat->layout =
      rowkey_layout_compile_with_implied_columns(design->text, design->text_size, columns, count, error);
  rowkey_schema_free(schema);
  if (flat->layout == NULL) return error->status;
  flat->columns = rowkey_layout_columns(flat->layout, &flat->column_count);
  return ROWKEY_OK;
}

static rowkey_status open_flat(struct rowkey_flat *flat, struct flat_design *design, rowkey_error *error) {
  if (flat == NULL) return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a layout");
  const rowkey_status status = expand_name(design, error);
  if (status != ROWKEY_OK) return status;
  flat->encoders = rowkey_spares_create();
  flat->decoders = rowkey_spares_create();
  if (flat->encoders == NULL || flat->decoders == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a layout");
  return compile_design(flat, design, error);
}

int32_t rowkey_flat_open(const void *text, size_t text_size, const void *schema, size_t schema_size,
                         rowkey_flat **flat, uint8_t *error, size_t error_size) {
  rowkey_error why;
  if (!rowkey_is_given(flat, "flat", &why))
    return rowkey_flat_tell(ROWKEY_ERROR_ARGUMENT, &why, error, error_size);
  struct flat_design design = {
      .text = text, .text_size = text_size, .schema = schema, .schema_size = schema_size};
  *flat = calloc(1, sizeof **flat);
  const rowkey_status status = open_flat(*flat, &design, &why);
  if (status != ROWKEY_OK) {
    rowkey_flat_free(*flat);
    *flat = NULL;
  }
  return rowkey_flat_tell(status, &why, error, error_size);
}

void rowkey_flat_free(rowkey_flat *flat) {
  if (flat == NULL) return;
  rowkey_spares_free(flat->encoders, encoder_free_spare);
  rowkey_spares_free(flat->decoders, rowkey_flat_decoder_free);
  rowkey_layout_free(flat->layout);
  free(flat);
}

/* ---- What is told of it -------------------------------------------------------------------------- */

/* Appends bytes to `size` of them at `text`, of which `used` are taken, as far as there is room. */
static size_t append_text(uint8_t *text, size_t size, size_t used, const char *bytes, size_t count) {
  const size_t left = used < size ? size - used : 0;
  if (left > 0) memcpy(text + used, bytes, count < left ? count : left);
  return used + count;
}

size_t rowkey_flat_schema(const rowkey_flat *flat, uint8_t *text, size_t size) {
  size_t used = 0;
  if (text == NULL) size = 0;
  for (size_t i = 0; flat != NULL && i < flat->column_count; i++) {
    char few[256], *type = few;
    const size_t length = rowkey_column_type_name(&flat->columns[i], few, sizeof few);
    if (length >= sizeof few) { /* such as the names of an enum */
      type = malloc(length + 1);
      if (type == NULL) return 0;
      rowkey_column_type_name(&flat->columns[i], type, length + 1);
    }
    used = append_text(text, size, used, ",", i > 0);
    const char *name = flat->columns[i].name, *quote = rowkey_name_quote(name);
    used = append_text(text, size, used, quote, strlen(quote));
    used = append_text(text, size, used, name, strlen(name));
    used = append_text(text, size, used, quote, strlen(quote));
    used = append_text(text, size, used, ":", 1);
    used = append_text(text, size, used, type, length);
    if (type != few) free(type);
  }
  return used;
}

uint64_t rowkey_flat_key_width(const rowkey_flat *flat) {
  const size_t width = rowkey_layout_key_width(flat == NULL ? NULL : flat->layout);
  return width == ROWKEY_NONE ? UINT64_MAX : width;
}
