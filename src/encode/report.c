/* Reports of bad rows: where the bad value is. */
#include "encode/report.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "plan/facts.h"

/* The one column that the value is made from, when those of the values before it are known. */
static size_t column_of(const struct run *run, const struct value *value) {
  if (value_is_column(value)) return value->column;
  size_t column = ROWKEY_NONE;
  struct operands operands = value_operands(value);
  for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
    column = rowkey_join_columns(column, slot_of(run, operand)->reported_column);
  return column;
}

/* In the order of the values, because those that share operands would be visited over and over in the order
 * of the expression. */
static size_t find_column(const struct run *run, const struct value *value) {
  for (size_t i = 0; i <= value->index; i++) {
    const struct value *earlier = run->encoder->layout->values[i];
    slot_of(run, earlier)->reported_column = column_of(run, earlier);
  }
  size_t column = slot_of(run, value)->reported_column;
  return column == SEVERAL_COLUMNS ? ROWKEY_NONE : column;
}

struct text_buffer rowkey_begin_report(struct run *run, rowkey_status status, const struct value *value,
                                       size_t offset, size_t row) {
  rowkey_error *error = run->error;
  run->status = status;
  error->status = status;
  error->row = run->start + row;
  error->column = find_column(run, value);
  error->offset = offset;
  error->text[0] = '\0';
  struct text_buffer text = {error->text, sizeof error->text};
  rowkey_text_printf(&text, "%s", rowkey_show(value->source).text);
  return text;
}

void rowkey_report_column(const struct run *run, struct text_buffer *text) {
  size_t column = run->error->column;
  if (column == ROWKEY_NONE) return;
  const char *name = run->encoder->layout->columns[column].name;
  rowkey_text_printf(text, "column %s, ", rowkey_show((struct slice){name, strlen(name)}).text);
}

struct integer rowkey_reported_integer(const struct run *run, const struct value *value, size_t row) {
  if (value->kind == VALUE_CONSTANT) return value->range.low;
  uint64_t bits = slot_of(run, value)->integers[row];
  int64_t number;
  memcpy(&number, &bits, sizeof number);
  return value->type == TYPE_I64 ? rowkey_integer_of_i64(number) : rowkey_integer_of_u64(bits);
}

size_t rowkey_report_memory(struct run *run, const struct value *value, size_t row, uint64_t size) {
  if (value->kind == VALUE_HASH)
    run->status = rowkey_error_set(run->error, ROWKEY_ERROR_MEMORY,
                                   "out of memory for a message of %" PRIu64 " bytes to be hashed", size);
  else
    run->status =
        rowkey_error_set(run->error, ROWKEY_ERROR_MEMORY, "out of memory for %" PRIu64 " bytes of %s", size,
                         rowkey_show(value->source).text);
  run->error->row = run->start + row;
  return row;
}
