#include "types.h"

#include <stdio.h>
#include <string.h>

/* Types without parameters. DuckDB's BOOLEAN is a byte, 0 or 1. */
static const struct {
  duckdb_type id;
  const char *format;
  enum form form;
  size_t size;
  const char *name;
  bool has_infinity;
} types[] = {
    {DUCKDB_TYPE_TINYINT, "c", FORM_NUMBERS, 1, "TINYINT", false},
    {DUCKDB_TYPE_SMALLINT, "s", FORM_NUMBERS, 2, "SMALLINT", false},
    {DUCKDB_TYPE_INTEGER, "i", FORM_NUMBERS, 4, "INTEGER", false},
    {DUCKDB_TYPE_BIGINT, "l", FORM_NUMBERS, 8, "BIGINT", false},
    {DUCKDB_TYPE_UTINYINT, "C", FORM_NUMBERS, 1, "UTINYINT", false},
    {DUCKDB_TYPE_USMALLINT, "S", FORM_NUMBERS, 2, "USMALLINT", false},
    {DUCKDB_TYPE_UINTEGER, "I", FORM_NUMBERS, 4, "UINTEGER", false},
    {DUCKDB_TYPE_UBIGINT, "L", FORM_NUMBERS, 8, "UBIGINT", false},
    {DUCKDB_TYPE_BOOLEAN, "C", FORM_NUMBERS, 1, "BOOLEAN", false},
    {DUCKDB_TYPE_HUGEINT, "d:38,0", FORM_NUMBERS, 16, "HUGEINT", false},
    {DUCKDB_TYPE_FLOAT, "f", FORM_NUMBERS, 4, "FLOAT", false},
    {DUCKDB_TYPE_DOUBLE, "g", FORM_NUMBERS, 8, "DOUBLE", false},
    {DUCKDB_TYPE_DATE, "tdD", FORM_NUMBERS, 4, "DATE", true},
    {DUCKDB_TYPE_TIME, "ttu", FORM_NUMBERS, 8, "TIME", false},
    {DUCKDB_TYPE_TIMESTAMP, "tsu:", FORM_NUMBERS, 8, "TIMESTAMP", true},
    {DUCKDB_TYPE_TIMESTAMP_S, "tss:", FORM_NUMBERS, 8, "TIMESTAMP_S", true},
    {DUCKDB_TYPE_TIMESTAMP_MS, "tsm:", FORM_NUMBERS, 8, "TIMESTAMP_MS", true},
    {DUCKDB_TYPE_TIMESTAMP_NS, "tsn:", FORM_NUMBERS, 8, "TIMESTAMP_NS", true},
    {DUCKDB_TYPE_TIMESTAMP_TZ, "tsu:", FORM_NUMBERS, 8, "TIMESTAMPTZ", true},
    {DUCKDB_TYPE_VARCHAR, "U", FORM_STRINGS, 0, "VARCHAR", false},
    {DUCKDB_TYPE_BLOB, "Z", FORM_STRINGS, 0, "BLOB", false},
    {DUCKDB_TYPE_UUID, "w:16", FORM_UUIDS, 16, "UUID", false},
    {DUCKDB_TYPE_SQLNULL, "n", FORM_NULLS, 0, "NULL", false},
};

/* Decimals are numbers of 2 to 16 bytes, by their digits. Arrow's have at least 4 bytes: a number of two is
 * an integer, and the library takes it for the same. */
static struct value_type decimal_of(duckdb_logical_type type) {
  const unsigned width = duckdb_decimal_width(type), scale = duckdb_decimal_scale(type);
  struct value_type value = {.form = FORM_NUMBERS, .scale = scale, .is_decimal = true};
  switch (duckdb_decimal_internal_type(type)) {
    case DUCKDB_TYPE_SMALLINT:
      value.size = 2;
      break;
    case DUCKDB_TYPE_INTEGER:
      value.size = 4;
      break;
    case DUCKDB_TYPE_BIGINT:
      value.size = 8;
      break;
    default:
      value.size = 16;
  }
  if (value.size == 2)
    strcpy(value.format, "s");
  else
    snprintf(value.format, sizeof value.format, "d:%u,%u,%zu", width, scale, 8 * value.size);
  return value;
}

struct value_type value_type_of(duckdb_logical_type type) {
  const duckdb_type id = duckdb_get_type_id(type);
  if (id == DUCKDB_TYPE_DECIMAL) return decimal_of(type);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (types[i].id != id) continue;
    struct value_type value = {
        .form = types[i].form, .size = types[i].size, .has_infinity = types[i].has_infinity};
    strcpy(value.format, types[i].format);
    return value;
  }
  return (struct value_type){.form = FORM_UNKNOWN};
}

const char *sql_type(const char *format, size_t size) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strlen(types[i].format) == size && memcmp(types[i].format, format, size) == 0) return types[i].name;
  return NULL;
}

void name_sql_types(rowkey_error *error) {
  static const char mark[] = "Arrow type ";
  for (char *at = error->text; (at = strstr(at, mark)) != NULL;) {
    char *format = at + sizeof mark - 1;
    size_t size = strcspn(format, " ");
    const bool is_decimal = size > 2 && memcmp(format, "d:", 2) == 0;
    const char *name = is_decimal ? "DECIMAL" : sql_type(format, size);
    at = format;
    if (name == NULL || strlen(name) > sizeof mark - 1 + size) continue;
    at -= sizeof mark - 1;
    memmove(at + strlen(name), format + size, strlen(format + size) + 1);
    memcpy(at, name, strlen(name));
  }
}

void column_format(const rowkey_column *column, char format[FORMAT_SIZE]) {
  static const char *const formats[] = {
      [ROWKEY_U64] = "L", [ROWKEY_I64] = "l", [ROWKEY_F64] = "g", [ROWKEY_F32] = "f", [ROWKEY_TEXT] = "Z"};
  if (column->unit != ROWKEY_NO_TIME)
    snprintf(format, FORMAT_SIZE, "ts%c:", "smun"[column->unit - ROWKEY_SECONDS]);
  else if (column->width > 0)
    snprintf(format, FORMAT_SIZE, "w:%u", (unsigned)column->width);
  else
    strcpy(format, formats[column->type]);
}

static void release_nothing(struct ArrowSchema *schema) { schema->release = NULL; }

struct ArrowSchema borrowed_schema(const char *format, const char *name, struct ArrowSchema **children,
                                   size_t count) {
  return (struct ArrowSchema){.format = format,
                              .name = name,
                              .flags = ARROW_FLAG_NULLABLE,
                              .n_children = (int64_t)count,
                              .children = children,
                              .release = release_nothing};
}
