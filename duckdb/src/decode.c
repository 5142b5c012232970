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

enum { FORMAT_SIZE = 32 };

/* What one thread needs to decode one column. */
struct decoding {
  struct design design;
  rowkey_layout *layout;
  const rowkey_column_type *written_as; /* what the result is the text of, or NULL */
  char format[FORMAT_SIZE];             /* Arrow's of what decoding gives */
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
         fail(error, ROWKEY_ERROR_COLUMN, "column %s cannot be recovered from the key: %s", name,
              reasons[recovery]);
}

/* Which function gives the values of a column. */
static const char *function_for(const rowkey_column *column) {
  static const char *const functions[] = {[ROWKEY_U64] = "rowkey_decode_ubigint",
                                          [ROWKEY_I64] = "rowkey_decode_bigint",
                                          [ROWKEY_F64] = "rowkey_decode_double",
                                          [ROWKEY_F32] = "rowkey_decode_double",
                                          [ROWKEY_TEXT] = "rowkey_decode or rowkey_decode_blob"};
  return column->declared != NULL ? "rowkey_decode" : functions[column->type];
}

/* Arrow's format of what a column with a type such as time(ms) keeps. */
static void column_format(const rowkey_column *column, char format[FORMAT_SIZE]) {
  static const char *const formats[] = {[ROWKEY_U64] = "L", [ROWKEY_I64] = "l", [ROWKEY_TEXT] = "Z"};
  unsigned digits;
  if (column->unit != ROWKEY_NO_TIME)
    snprintf(format, FORMAT_SIZE, "ts%c:", "smun"[column->unit - ROWKEY_SECONDS]);
  else if (sscanf(rowkey_column_type_text(column->declared), "decimal ( %u", &digits) == 1)
    snprintf(format, FORMAT_SIZE, "d:18,%u,64", digits);
  else if (column->width > 0)
    snprintf(format, FORMAT_SIZE, "w:%u", (unsigned)column->width);
  else
    strcpy(format, formats[column->type]);
}

/* What decoding gives, and whether it is then written as text. */
static bool choose_format(struct decoding *decoding, const struct variant *variant,
                          const rowkey_column *column, rowkey_error *error) {
  const bool is_varchar = variant->scalar.result == DUCKDB_TYPE_VARCHAR;
  strcpy(decoding->format, variant->format);
  if (is_varchar && column->declared != NULL) {
    decoding->written_as = column->declared;
    column_format(column, decoding->format);
  } else if (is_varchar && column->type != ROWKEY_TEXT) {
    return fail(error, ROWKEY_ERROR_TYPE,
                "column %s is a number (expected text, or a column with a type such as time(ms): use %s)",
                column->name, function_for(column));
  }
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
static void imply_u64(struct decoding *decoding, const struct variant *variant, struct text name) {
  const size_t index = find_column(decoding, name);
  if (variant->scalar.result != DUCKDB_TYPE_UBIGINT || index == ROWKEY_NONE) return;
  size_t count;
  const rowkey_column *column = &rowkey_layout_columns(decoding->layout, &count)[index];
  if (column->type != ROWKEY_I64 || design_find(&decoding->design, column->name) != NULL) return;
  const rowkey_column implied = rowkey_column_of(column->name, ROWKEY_U64);
  rowkey_error problem;
  rowkey_layout *layout = design_compile(&decoding->design, &implied, &problem);
  if (layout == NULL) return;
  rowkey_layout_free(decoding->layout);
  decoding->layout = layout;
}

static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }

/* A schema on the caller's memory, which nothing has to release. */
static struct ArrowSchema borrowed_schema(const char *format, const char *name, struct ArrowSchema **children,
                                          int64_t count) {
  return (struct ArrowSchema){.format = format,
                              .name = name,
                              .flags = ARROW_FLAG_NULLABLE,
                              .n_children = count,
                              .children = children,
                              .release = release_schema};
}

static bool make_decoder(struct decoding *decoding, const struct variant *variant, struct text name,
                         rowkey_error *error) {
  const size_t index = find_column(decoding, name);
  if (index == ROWKEY_NONE)
    return fail(error, ROWKEY_ERROR_COLUMN, "the layout has no column %.*s",
                (int)(name.size < 100 ? name.size : 100), name.data);
  size_t count;
  const rowkey_column *column = &rowkey_layout_columns(decoding->layout, &count)[index];
  if (!check_recovery(decoding, index, column->name, error) ||
      !choose_format(decoding, variant, column, error))
    return false;
  const struct ArrowSchema keys = borrowed_schema("Z", "", NULL, 0);
  struct ArrowSchema field = borrowed_schema(decoding->format, column->name, NULL, 0);
  struct ArrowSchema *fields[] = {&field};
  const struct ArrowSchema records = borrowed_schema("+s", "", fields, 1);
  decoding->decoder = rowkey_arrow_decoder_create(decoding->layout, &keys, &records, error);
  if (decoding->decoder == NULL && error->status == ROWKEY_ERROR_TYPE) {
    char type[64];
    rowkey_column_type_name(column, type, sizeof type);
    fail(error, ROWKEY_ERROR_TYPE, "column %.64s: values of type %s are not given by this function (use %s)",
         column->name, type, function_for(column));
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
  if (design_read(&decoding->design, text_argument(call, TEMPLATE, row), text_argument(call, COLUMNS, row),
                  error))
    decoding->layout = design_compile(&decoding->design, NULL, error);
  const struct text column = text_argument(call, COLUMN, row);
  if (decoding->layout != NULL) {
    imply_u64(decoding, variant, column);
    if (make_decoder(decoding, variant, column, error)) return decoding;
  }
  destroy_decoding(decoding);
  return NULL;
}

/* ---- Rows -------------------------------------------------------------------------------------- */

static bool write_as_text(struct decoding *decoding, duckdb_vector output, idx_t begin, size_t rows,
                          const struct ArrowArray *array, rowkey_error *error) {
  const rowkey_column column = rowkey_column_type_column(decoding->written_as, "");
  rowkey_values values = rowkey_kept_numbers(column.type, array->buffers[1], rows);
  if (column.width > 0)
    values = rowkey_values_of_width(ROWKEY_KIND_KEPT, array->buffers[1], column.width, rows);
  else if (column.type == ROWKEY_TEXT)
    values = rowkey_values_of_offsets(ROWKEY_KIND_KEPT, array->buffers[2],
                                      ((const uint64_t *)array->buffers[1])[rows], array->buffers[1], rows);
  if (array->buffers[0] != NULL) values = rowkey_values_with_nulls(values, array->buffers[0], 0);
  const size_t bound = rowkey_column_type_write_bound(decoding->written_as, &values, rows);
  if (bound == SIZE_MAX || !room_for(&decoding->text, bound) ||
      !room_for(&decoding->offsets, (rows + 1) * sizeof(uint64_t)))
    return fail_memory(error);
  const rowkey_decoded texts = rowkey_decoded_text(decoding->text.data, bound, decoding->offsets.data, rows);
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

/* The library ends with Arrow's word for BIGINT when a number is too large for it. */
static void name_result(const struct call *call, rowkey_error *error) {
  static const char mark[] = "Arrow type int64", name[] = "BIGINT";
  char *at = strstr(error->text, mark);
  if (call->scalar->result == DUCKDB_TYPE_BIGINT && at != NULL) memcpy(at, name, sizeof name);
}

static void release_keys(struct ArrowArray *keys) { keys->release = NULL; }

static bool decode_rows(void *object, const struct call *call, idx_t begin, idx_t end, rowkey_error *error) {
  struct decoding *decoding = object;
  rowkey_values values;
  if (!column_in_fill_strings(&decoding->keys, call->vectors[KEY], begin, end, &values))
    return fail_memory(error);
  const void *buffers[] = {NULL, values.begin, values.data};
  const struct ArrowArray keys = {
      .length = (int64_t)(end - begin), .n_buffers = 3, .buffers = buffers, .release = release_keys};
  struct ArrowArray records = ROWKEY_ZERO;
  if (rowkey_arrow_decode(decoding->decoder, &keys, &records, error) != ROWKEY_OK) {
    name_result(call, error);
    return false;
  }
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
