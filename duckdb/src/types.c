#include "types.h"

#include <stdio.h>

#define TAG(kind, form, detail) ROWKEY_TAG(ROWKEY_KIND_##kind, ROWKEY_FORM_##form, detail)
#define NUMBER(id, kind, form, bytes, column_type)                                                         \
  {                                                                                                        \
    DUCKDB_TYPE_##id, { .tag = TAG(kind, form, 0), .size = (bytes), .name = #id, .column = (column_type) } \
  }
#define INSTANT(id, sql, unit, column_type)                                           \
  {                                                                                   \
    DUCKDB_TYPE_##id, {                                                               \
      .tag = TAG(INSTANT, I64, unit), .size = 8, .has_infinity = true, .name = (sql), \
      .column = (column_type)                                                         \
    }                                                                                 \
  }

/* Types without parameters. A layout is compiled with times of day and the like as numbers, and then refused
 * if it uses them. */
static const struct {
  duckdb_type id;
  struct value_type type;
} types[] = {
    NUMBER(TINYINT, INTEGER, I8, 1, "i64"),
    NUMBER(SMALLINT, INTEGER, I16, 2, "i64"),
    NUMBER(INTEGER, INTEGER, I32, 4, "i64"),
    NUMBER(BIGINT, INTEGER, I64, 8, "i64"),
    NUMBER(HUGEINT, INTEGER, I128, 16, "i64"),
    NUMBER(UTINYINT, INTEGER, U8, 1, "u64"),
    NUMBER(USMALLINT, INTEGER, U16, 2, "u64"),
    NUMBER(UINTEGER, INTEGER, U32, 4, "u64"),
    NUMBER(UBIGINT, INTEGER, U64, 8, "u64"),
    {DUCKDB_TYPE_UHUGEINT,
     {.tag = TAG(INTEGER, I256, 0), .carry = CARRY_UNSIGNED, .name = "UHUGEINT", .column = "u64"}},
    NUMBER(FLOAT, FLOAT, F32, 4, "f32"),
    NUMBER(DOUBLE, FLOAT, F64, 8, "f64"),
    NUMBER(BOOLEAN, BOOL, U8, 1, "bool"),
    {DUCKDB_TYPE_DATE,
     {.tag = TAG(DATE, I32, 0), .size = 4, .has_infinity = true, .name = "DATE", .column = "time(s)"}},
    INSTANT(TIMESTAMP, "TIMESTAMP", ROWKEY_MICROSECONDS, "time(us)"),
    INSTANT(TIMESTAMP_S, "TIMESTAMP_S", ROWKEY_SECONDS, "time(s)"),
    INSTANT(TIMESTAMP_MS, "TIMESTAMP_MS", ROWKEY_MILLISECONDS, "time(ms)"),
    INSTANT(TIMESTAMP_NS, "TIMESTAMP_NS", ROWKEY_NANOSECONDS, "time(ns)"),
    INSTANT(TIMESTAMP_TZ, "TIMESTAMPTZ", ROWKEY_MICROSECONDS, "time(us)"),
    {DUCKDB_TYPE_VARCHAR,
     {.tag = TAG(TEXT, NONE, 0), .carry = CARRY_STRINGS, .name = "VARCHAR", .column = "text"}},
    {DUCKDB_TYPE_ENUM, {.tag = TAG(TEXT, NONE, 0), .carry = CARRY_ENUMS, .name = "ENUM", .column = "text"}},
    {DUCKDB_TYPE_BLOB,
     {.tag = TAG(BYTES, NONE, 0), .carry = CARRY_STRINGS, .name = "BLOB", .column = "text"}},
    {DUCKDB_TYPE_UUID, {.tag = TAG(UUID, NONE, 0), .carry = CARRY_UUIDS, .name = "UUID", .column = "uuid"}},
    {DUCKDB_TYPE_SQLNULL, {.tag = TAG(NULL, NONE, 0), .name = "NULL", .column = "text"}},
    {DUCKDB_TYPE_TIME, {.name = "TIME", .column = "i64"}},
    {DUCKDB_TYPE_TIME_TZ, {.name = "TIMETZ", .column = "i64"}},
    {DUCKDB_TYPE_INTERVAL, {.name = "INTERVAL", .column = "i64"}},
};

/* 128 bits hold every DECIMAL; a column keeps at most 18 digits after the point. */
static struct value_type decimal_of(duckdb_logical_type type) {
  static const struct {
    duckdb_type id;
    rowkey_form form;
    size_t size;
  } sizes[] = {{DUCKDB_TYPE_SMALLINT, ROWKEY_FORM_I16, 2},
               {DUCKDB_TYPE_INTEGER, ROWKEY_FORM_I32, 4},
               {DUCKDB_TYPE_BIGINT, ROWKEY_FORM_I64, 8},
               {DUCKDB_TYPE_HUGEINT, ROWKEY_FORM_I128, 16}};
  enum { MOST_DIGITS = 18 };
  const unsigned scale = duckdb_decimal_scale(type);
  size_t i = 0;
  while (i < sizeof sizes / sizeof *sizes - 1 && sizes[i].id != duckdb_decimal_internal_type(type)) i++;
  struct value_type value = {
      .tag = ROWKEY_TAG(ROWKEY_KIND_DECIMAL, sizes[i].form, scale), .size = sizes[i].size, .name = "DECIMAL"};
  snprintf(value.column, sizeof value.column, "decimal(%u)", scale < MOST_DIGITS ? scale : MOST_DIGITS);
  return value;
}

struct value_type value_type_of(duckdb_logical_type type) {
  const duckdb_type id = duckdb_get_type_id(type);
  if (id == DUCKDB_TYPE_DECIMAL) return decimal_of(type);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].id == id) return types[i].type;
  return (struct value_type){.column = "i64"};
}
