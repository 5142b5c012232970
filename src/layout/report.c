/* Bad rows: which value it was and what was expected. */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "error.h"
#include "layout/encoder.h"
#include "layout/text_buffer.h"

#define SEVERAL_COLUMNS (ROWKEY_NONE - 1)

/* Bytes of a value that are shown. */
enum { QUOTED_SIZE_MAX = 60 };

static size_t join_columns(size_t a, size_t b) {
  if (a == b || b == ROWKEY_NONE) return a;
  return a == ROWKEY_NONE ? b : SEVERAL_COLUMNS;
}

/* The one column that the value is made from. */
static size_t find_column(const struct value *value) {
  if (value->kind == VALUE_INTEGER_COLUMN || value->kind == VALUE_TEXT_COLUMN) return value->column;
  size_t column = ROWKEY_NONE;
  if (value->a != NULL) column = join_columns(column, find_column(value->a));
  if (value->b != NULL) column = join_columns(column, find_column(value->b));
  for (size_t i = 0; value->message != NULL && i < value->message->count; i++)
    if (value->message->parts[i].kind != PART_LITERAL)
      column = join_columns(column, find_column(value->message->parts[i].value));
  return column;
}

/* Fills in the error but for its text, and begins that with the expression of the value. */
static struct text_buffer begin_report(struct run *run, rowkey_status status, const struct value *value,
                                       size_t offset, size_t row) {
  rowkey_error *error = run->error;
  run->status = status;
  size_t column = find_column(value);
  error->status = status;
  error->row = run->start + row;
  error->column = column == SEVERAL_COLUMNS ? ROWKEY_NONE : column;
  error->offset = offset;
  error->text[0] = '\0';
  struct text_buffer text = {error->text, sizeof error->text};
  rowkey_text_printf(&text, "%s", rowkey_show(value->source).text);
  return text;
}

/* "column id, " in an account of what was expected, when there is one to name. */
static void name_column(const struct run *run, struct text_buffer *text) {
  size_t column = run->error->column;
  if (column == ROWKEY_NONE) return;
  const char *name = run->encoder->layout->columns[column].name;
  rowkey_text_printf(text, "column %s, ", rowkey_show((struct slice){name, strlen(name)}).text);
}

static struct integer integer_at(const struct run *run, const struct value *value, size_t row) {
  uint64_t bits = slot_of(run, value)->integers[row];
  int64_t number;
  memcpy(&number, &bits, sizeof number);
  return value->type == TYPE_I64 ? rowkey_integer_of_i64(number) : rowkey_integer_of_u64(bits);
}

static struct text_integer number_at(const struct run *run, const struct value *value, size_t row) {
  return rowkey_integer_text(integer_at(run, value, row));
}

static struct slice text_at(const struct run *run, const struct value *value, size_t row) {
  const struct rowkey_strings *strings = &slot_of(run, value)->strings;
  uint64_t begin = strings->begin[row];
  return (struct slice){(const char *)strings->bytes + begin, (size_t)(strings->end[row] - begin)};
}

static void report_text_column(struct run *run, const struct value *value, size_t row) {
  const struct rowkey_strings *strings = &slot_of(run, value)->strings;
  struct text_buffer text = begin_report(run, ROWKEY_ERROR_ARGUMENT, value, value->offset, row);
  rowkey_text_printf(&text,
                     ": its text begins at byte %" PRIu64 " and ends at byte %" PRIu64 " of %" PRIu64 " (",
                     strings->begin[row], strings->end[row], strings->size);
  name_column(run, &text);
  rowkey_text_printf(&text, "begin <= end <= size)");
}

static void report_operation(struct run *run, const struct value *value, size_t row) {
  static const struct {
    enum value_kind kind;
    char sign;
  } signs[] = {{VALUE_ADD, '+'}, {VALUE_SUBTRACT, '-'}, {VALUE_MULTIPLY, '*'}, {VALUE_MODULO, '%'}};
  size_t i = 0;
  while (signs[i].kind != value->kind) i++;
  struct text_buffer text = begin_report(run, ROWKEY_ERROR_RANGE, value, value->offset, row);
  rowkey_text_printf(&text, " = %s %c %s ", number_at(run, value->a, row).text, signs[i].sign,
                     number_at(run, value->b, row).text);
  bool is_signed = value->type == TYPE_I64;
  struct range type = is_signed ? rowkey_range_i64() : rowkey_range_u64();
  rowkey_text_printf(&text, value->kind == VALUE_MODULO ? "divides by 0 ("
                            : is_signed                 ? "is not an i64 ("
                                                        : "is not a u64 (");
  name_column(run, &text);
  if (value->kind == VALUE_MODULO)
    rowkey_text_printf(&text, "any other divisor)");
  else
    rowkey_text_printf(&text, "a result from %s to %s)", rowkey_integer_text(type.low).text,
                       rowkey_integer_text(type.high).text);
}

size_t rowkey_report_value(struct run *run, const struct value *value, size_t row) {
  if (value->kind == VALUE_TEXT_COLUMN) {
    report_text_column(run, value, row);
  } else if (value->kind == VALUE_TO_I64) {
    struct text_buffer text = begin_report(run, ROWKEY_ERROR_RANGE, value, value->offset, row);
    rowkey_text_printf(&text, " = %s is too large for the i64 that it is used with (",
                       number_at(run, value->a, row).text);
    name_column(run, &text);
    rowkey_text_printf(&text, "at most %" PRId64 ")", INT64_MAX);
  } else {
    report_operation(run, value, row);
  }
  return row;
}

static void report_padded_text(struct run *run, const struct part *part, size_t row) {
  struct slice value = text_at(run, part->value, row);
  struct text_buffer text = begin_report(run, ROWKEY_ERROR_RANGE, part->value, part->source_offset, row);
  rowkey_text_printf(&text, " = ");
  rowkey_text_quote(&text, (const unsigned char *)value.at, value.size, QUOTED_SIZE_MAX);
  rowkey_text_printf(&text, " does not fit %s (", rowkey_show(part->source).text);
  name_column(run, &text);
  if (value.size > part->width)
    rowkey_text_printf(&text, "at most %zu bytes, not %zu)", part->width, value.size);
  else
    rowkey_text_printf(&text, "text that does not end in \\x00, with which it is padded)");
}

size_t rowkey_report_part(struct run *run, const struct part *part, size_t row) {
  if (part->kind == PART_TEXT_PADDED) {
    report_padded_text(run, part, row);
    return row;
  }
  struct integer number = integer_at(run, part->value, row);
  struct text_buffer text = begin_report(run, ROWKEY_ERROR_RANGE, part->value, part->source_offset, row);
  rowkey_text_printf(&text, " = %s does not fit %s (", rowkey_integer_text(number).text,
                     rowkey_show(part->source).text);
  name_column(run, &text);
  bool below = rowkey_integer_less(number, part->allowed.low);
  rowkey_text_printf(&text, "at %s %s)", below ? "least" : "most",
                     rowkey_integer_text(below ? part->allowed.low : part->allowed.high).text);
  return row;
}

size_t rowkey_report_delimiter(struct run *run, const struct part *part, size_t row) {
  struct slice value = text_at(run, part->value, row);
  unsigned char delimiter = (unsigned char)part->delimiter;
  struct text_buffer text = begin_report(run, ROWKEY_ERROR_RANGE, part->value, part->source_offset, row);
  rowkey_text_printf(&text, " = ");
  rowkey_text_quote(&text, (const unsigned char *)value.at, value.size, QUOTED_SIZE_MAX);
  rowkey_text_printf(&text, " holds the byte ");
  rowkey_text_quote(&text, &delimiter, 1, 1);
  rowkey_text_printf(&text, " that ends %s in the key (", rowkey_show(part->source).text);
  name_column(run, &text);
  rowkey_text_printf(&text, "text without it)");
  return row;
}

size_t rowkey_report_memory(struct run *run, size_t row, uint64_t size) {
  run->status = rowkey_error_set(run->error, ROWKEY_ERROR_MEMORY,
                                 "out of memory for a message of %" PRIu64 " bytes to be hashed", size);
  run->error->row = run->start + row;
  return row;
}
