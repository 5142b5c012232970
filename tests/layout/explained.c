#include "explained.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "on_isa.h"

const rowkey_column explained_schema[EXPLAINED_COLUMNS] = {
    {.name = "id", .type = ROWKEY_U64},    {.name = "n", .type = ROWKEY_I64},
    {.name = "ts", .type = ROWKEY_U64},    {.name = "metric", .type = ROWKEY_U64},
    {.name = "host", .type = ROWKEY_TEXT}, {.name = "event", .type = ROWKEY_TEXT},
    {.name = "name", .type = ROWKEY_TEXT}, {.name = "line", .type = ROWKEY_TEXT},
    {.name = "temp", .type = ROWKEY_F64}};

rowkey_explanation *explain_on(const char *isa, const char *text, uint64_t stride) {
  rowkey_error error;
  rowkey_layout *layout =
      rowkey_layout_compile(text, strlen(text), explained_schema, EXPLAINED_COLUMNS, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_explanation *explanation = NULL;
  ON_ISA(isa) explanation = rowkey_explain(layout, stride, &error);
  CHECK(explanation != NULL, "%s", error.text);
  rowkey_layout_free(layout); /* it is not needed any more */
  return explanation;
}

rowkey_explanation *explain(const char *text, uint64_t stride) { return explain_on(NULL, text, stride); }

/* ---- As one line ----------------------------------------------------------------------------- */

static char line[2048];
static size_t used;

const char *new_line(void) {
  used = 0;
  line[0] = 0;
  return line;
}

void put(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line + used, sizeof line - used, format, arguments);
  va_end(arguments);
  CHECK(length >= 0 && (size_t)length < sizeof line - used, "the line is too long");
  used += (size_t)length;
}
