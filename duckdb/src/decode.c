/* rowkey_decode(template, key, column [, columns]) and its like for other types of results: a column back
 * from keys. The stable C API gives a scalar function one type of result, whatever its arguments are: so one
 * function a type. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_in.h"
#include "design.h"
#include "failure.h"
#include "scalar.h"

enum { TEMPLATE, KEY, COLUMN, COLUMNS };

/* A function; call->scalar points to its first member. */
struct variant {
  struct scalar scalar;
  const char *format; /* Arrow's of the result */
};

/* What one thread needs to decode one column. */
struct decoding {
  struct design design; /* owns the types of the columns */
  rowkey_layout *layout;
  const rowkey_column_type **types;
  const rowkey_column_type *written_as; /* what the result is the text of, or NULL */
  char format[FORMAT_SIZE];             /* of what decoding gives */
  rowkey_arrow_decoder *decoder;
  struct column_in keys;
  struct room text, offsets; /* of values written as text */
};

static void destroy_decoding(void *object) {
  struct decoding *decoding = object;
  free(decoding->text.data);
  free(decoding->offsets.data);
  column_in_free(&decoding->keys);
  rowkey_arrow_decoder_free(decoding->decoder);
  free((void *)decoding->types);
  rowkey_layout_free(decoding->layout);
  design_free(&decoding->design);
  free(decoding);
}

/* ---- Compilation ------------------------------------------------------------------------------- */

static bool check_recovery(const struct decoding *decoding, size_t column, const char *name,
                           rowkey_error *error) {
  static const char *const reasons[] = {
      [ROWKEY_UNUSED] = "the layout does not use it",
      [ROWKEY_HASHED] = "the key holds only a hash of it",
      [ROWKEY_REDUCED] = "the key holds only what arithmetic or functions made of it",
  };
  const rowkey_recovery recovery = rowkey_layout_recovery(decoding->layout, column);
  return recovery == ROWKEY_RECOVERED ||
         fail(error, ROWKEY_ERROR_COLUMN, "column %s does not come back from the key: %s", name,
              reasons[recovery]);
}

/* Which function gives the values of a column. */
static const char *function_for(rowkey_type type) {
  static const char *const functions[] = {[ROWKEY_U64] = "rowkey_decode_ubigint",
                                          [ROWKEY_I64] = "rowkey_decode_bigint",
                                          [ROWKEY_F64] = "rowkey_decode_double",
                                          [ROWKEY_F32] = "rowkey_decode_double",
                                          [ROWKEY_TEXT] = "rowkey_decode or rowkey_decode_blob"};
  return functions[type];
}

/* What decoding gives, and whether it is then written as text. */
static bool choose_format(struct decoding *decoding, const struct variant *variant,
                          const rowkey_column *column, const rowkey_column_type *type, rowkey_error *error) {
  const bool is_varchar = variant->scalar.result == DUCKDB_TYPE_VARCHAR;
  if (is_varchar && type != NULL) {
    decoding->written_as = type;
    column_format(column, decoding->format);
    return true;
  }
  if (is_varchar && column->type != ROWKEY_TEXT)
    return fail(error, ROWKEY_ERROR_TYPE,
                "column %s is a number (expected text, or a column with a type such as time(ms): use %s)",
                column->name, function_for(column->type));
  strcpy(decoding->format, variant->format);
  return true;
}

/* The column of this name, or ROWKEY_NONE. */
static size_t find_column(const struct decoding *decoding, struct text name) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(decoding->layout, &count);
  for (size_t i = 0; i < count; i++)
    if (text_equals(name, (struct text){columns[i].name, strlen(columns[i].name)})) return i;
  return ROWKEY_NONE;
}

/* Where nothing tells the type of a number, the function that gives UBIGINT does: u64, if the template can
 * take it. */
static bool imply_u64(struct decoding *decoding, const struct variant *variant, struct text name,
                      rowkey_error *error) {
  const size_t column = find_column(decoding, name);
  if (variant->scalar.result != DUCKDB_TYPE_UBIGINT || column == ROWKEY_NONE) return true;
  size_t count;
  const rowkey_column *implied = &rowkey_layout_columns(decoding->layout, &count)[column];
  if (implied->type != ROWKEY_I64 || told_find(&decoding->design.told, implied->name) != NULL) return true;
  static const char type[] = ":u64";
  char *text = malloc(name.size + sizeof type);
  if (text == NULL) return fail_memory(error);
  memcpy(text, implied->name, name.size);
  memcpy(text + name.size, type, sizeof type);
  const bool is_told =
      told_add(&decoding->design.told, (struct text){text, name.size + sizeof type - 1}, error);
  free(text);
  if (!is_told) return false;
  rowkey_error problem;
  const rowkey_column_type **types;
  rowkey_layout *layout = design_compile(&decoding->design, &types, &problem);
  if (layout == NULL) return true;
  rowkey_layout_free(decoding->layout);
  free((void *)decoding->types);
  decoding->layout = layout;
  decoding->types = types;
  return true;
}

static bool make_decoder(struct decoding *decoding, const struct variant *variant, struct text name,
                         rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(decoding->layout, &count);
  const size_t column = find_column(decoding, name);
  if (column == ROWKEY_NONE)
    return fail(error, ROWKEY_ERROR_COLUMN, "the layout has no column %.*s",
                (int)(name.size < 100 ? name.size : 100), name.data);
  if (!check_recovery(decoding, column, columns[column].name, error) ||
      !choose_format(decoding, variant, &columns[column], decoding->types[column], error))
    return false;
  const struct ArrowSchema keys = borrowed_schema("Z", "", NULL, 0);
  struct ArrowSchema field = borrowed_schema(decoding->format, columns[column].name, NULL, 0);
  struct ArrowSchema *fields[] = {&field};
  const struct ArrowSchema records = borrowed_schema("+s", "", fields, 1);
  decoding->decoder = rowkey_arrow_decoder_create(decoding->layout, &keys, &records, error);
  if (decoding->decoder == NULL && error->status == ROWKEY_ERROR_TYPE) {
    const size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, " (use %s)", function_for(columns[column].type));
  }
  return decoding->decoder != NULL;
}

static void *create_decoding(const struct call *call, idx_t row, rowkey_error *error) {
  const struct variant *variant = (const struct variant *)call->scalar;
  struct decoding *decoding = calloc(1, sizeof *decoding);
  if (decoding == NULL) {
    fail_memory(error);
    return NULL;
  }
  decoding->keys.type.form = FORM_STRINGS;
  if (design_read(&decoding->design, text_argument(call, TEMPLATE, row), text_argument(call, COLUMNS, row),
                  error))
    decoding->layout = design_compile(&decoding->design, &decoding->types, error);
  const struct text column = text_argument(call, COLUMN, row);
  if (decoding->layout != NULL && imply_u64(decoding, variant, column, error) &&
      make_decoder(decoding, variant, column, error))
    return decoding;
  destroy_decoding(decoding);
  return NULL;
}

/* ---- Rows -------------------------------------------------------------------------------------- */

static bool write_as_text(struct decoding *decoding, duckdb_vector output, idx_t begin, size_t rows,
                          const struct ArrowArray *array, rowkey_error *error) {
  const rowkey_column column = rowkey_column_type_column(decoding->written_as, "");
  rowkey_values values = rowkey_values_of_numbers(array->buffers[1]);
  if (column.width > 0)
    values = rowkey_values_of_width(array->buffers[1], column.width, rows);
  else if (column.type == ROWKEY_TEXT)
    values = rowkey_values_of_offsets(array->buffers[2], array->buffers[1], rows);
  if (array->buffers[0] != NULL) values = rowkey_values_with_nulls(values, array->buffers[0], 0);
  const size_t bound = rowkey_column_type_write_bound(decoding->written_as, &values, rows);
  if (bound == SIZE_MAX || !room_for(&decoding->text, bound) ||
      !room_for(&decoding->offsets, (rows + 1) * sizeof(uint64_t)))
    return fail_memory(error);
  const rowkey_decoded texts = rowkey_decoded_text(decoding->text.data, bound, decoding->offsets.data);
  if (rowkey_column_type_write(decoding->written_as, &values, rows, &texts, error) != ROWKEY_OK) return false;
  strings_write(output, begin, rows, decoding->text.data, decoding->offsets.data, 0);
  return true;
}

static bool write_values(struct decoding *decoding, const struct call *call, idx_t begin, size_t rows,
                         const struct ArrowArray *array, rowkey_error *error) {
  if (decoding->written_as != NULL) {
    if (!write_as_text(decoding, call->output, begin, rows, array, error)) return false;
  } else if (array->n_buffers == 3) {
    strings_write(call->output, begin, rows, array->buffers[2], array->buffers[1], 0);
  } else { /* all numbers have 8 bytes */
    memcpy((uint64_t *)duckdb_vector_get_data(call->output) + begin, array->buffers[1],
           rows * sizeof(uint64_t));
  }
  const uint8_t *validity = array->buffers[0];
  for (size_t i = 0; validity != NULL && i < rows; i++)
    if (((validity[i / 8] >> (i % 8)) & 1) == 0) write_null(call->output, begin + i);
  return true;
}

static bool decode_rows(void *object, const struct call *call, idx_t begin, idx_t end, rowkey_error *error) {
  struct decoding *decoding = object;
  if (!column_in_fill(&decoding->keys, call->vectors[KEY], begin, end, error)) return false;
  const struct ArrowArray keys = borrowed_array(begin, end, decoding->keys.buffers, 3, NULL, 0);
  struct ArrowArray records = ROWKEY_ZERO;
  if (rowkey_arrow_decode(decoding->decoder, &keys, &records, error) != ROWKEY_OK) return false;
  const bool is_written =
      write_values(decoding, call, begin, (size_t)(end - begin), records.children[0], error);
  records.release(&records);
  return is_written;
}

static idx_t run_end(const struct call *call, idx_t begin, idx_t end) {
  end = text_run_end(call, TEMPLATE, begin, end);
  end = text_run_end(call, COLUMN, begin, end);
  return text_run_end(call, COLUMNS, begin, end);
}

static bool describe(const struct call *call, idx_t row, struct room *key, size_t *size) {
  static const size_t arguments[] = {TEMPLATE, COLUMN, COLUMNS};
  bool is_done = true;
  for (size_t i = 0; is_done && i < sizeof arguments / sizeof *arguments; i++) {
    const struct text text = text_argument(call, arguments[i], row);
    is_done = describe_bytes(key, size, text.data, text.size);
  }
  return is_done;
}

/* ---- The functions ----------------------------------------------------------------------------- */

#define VARIANT(function_name, result_type, arrow_format)                               \
  {.scalar = {.name = (function_name),                                                  \
              .least_arguments = 3,                                                     \
              .arguments = {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_BLOB, DUCKDB_TYPE_VARCHAR, \
                            DUCKDB_TYPE_VARCHAR},                                       \
              .result = (result_type),                                                  \
              .run_end = run_end,                                                       \
              .describe = describe,                                                     \
              .create = create_decoding,                                                \
              .apply = decode_rows,                                                     \
              .destroy = destroy_decoding},                                             \
   .format = (arrow_format)}

static const struct variant variants[] = {
    VARIANT("rowkey_decode", DUCKDB_TYPE_VARCHAR, "U"),
    VARIANT("rowkey_decode_blob", DUCKDB_TYPE_BLOB, "Z"),
    VARIANT("rowkey_decode_bigint", DUCKDB_TYPE_BIGINT, "l"),
    VARIANT("rowkey_decode_ubigint", DUCKDB_TYPE_UBIGINT, "L"),
    VARIANT("rowkey_decode_double", DUCKDB_TYPE_DOUBLE, "g"),
};

bool register_decode(duckdb_connection connection) {
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
    if (!register_scalar(connection, &variants[i].scalar)) return false;
  return true;
}
