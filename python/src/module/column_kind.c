/* The types of columns as Python writes them. */
#include "column_kind.h"

#include <string.h>

static const struct {
  const char *kind;
  rowkey_type type;
} plain_kinds[] = {{"u64", ROWKEY_U64}, {"i64", ROWKEY_I64},   {"f64", ROWKEY_F64},
                   {"f32", ROWKEY_F32}, {"text", ROWKEY_TEXT}, {"bytes", ROWKEY_TEXT}};

/* The N of bytes(N); 0 when the kind is none. */
static uint32_t width_of_kind(const char *kind) {
  static const char opening[] = "bytes(";
  if (strncmp(kind, opening, sizeof opening - 1) != 0) return 0;
  uint32_t width = 0;
  const char *digit = kind + sizeof opening - 1;
  for (; *digit >= '0' && *digit <= '9' && width <= 1048576; digit++)
    width = width * 10 + (uint32_t)(*digit - '0');
  return strcmp(digit, ")") == 0 && width <= 1048576 ? width : 0;
}

bool kind_read(const char *kind, const char *name, rowkey_column *column, rowkey_column_type **written_as,
               rowkey_error *error) {
  *written_as = NULL;
  for (size_t i = 0; i < sizeof plain_kinds / sizeof plain_kinds[0]; i++) {
    if (strcmp(kind, plain_kinds[i].kind) != 0) continue;
    *column = rowkey_column_of(name, plain_kinds[i].type);
    return true;
  }
  const uint32_t width = width_of_kind(kind);
  if (width > 0) {
    *column = rowkey_column_of_width(name, width);
    return true;
  }
  *written_as = rowkey_column_type_parse(kind, strlen(kind), error);
  if (*written_as != NULL) *column = rowkey_column_type_column(*written_as, name);
  return *written_as != NULL;
}

const char *kind_name(const rowkey_column *schema) {
  static const char *const units[] = {[ROWKEY_SECONDS] = "time(s)",
                                      [ROWKEY_MILLISECONDS] = "time(ms)",
                                      [ROWKEY_MICROSECONDS] = "time(us)",
                                      [ROWKEY_NANOSECONDS] = "time(ns)"};
  if (schema->unit != ROWKEY_NO_TIME) return units[schema->unit];
  for (size_t i = 0; i < sizeof plain_kinds / sizeof plain_kinds[0]; i++)
    if (plain_kinds[i].type == schema->type) return plain_kinds[i].kind;
  return NULL;
}
