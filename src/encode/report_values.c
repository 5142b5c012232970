/* Reports of bad rows: columns and operations, and what was expected of them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "encode/report.h"
#include "plan/operation.h"
#include "text/floating.h"

static struct text_integer number_at(const struct run *run, const struct value *value, size_t row) {
  return rowkey_integer_text(rowkey_reported_integer(run, value, row));
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void report_length(struct run *run, const struct value *value, const uint8_t *bytes, size_t size,
                          size_t row) {
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, value, value->offset, row);
  rowkey_text_printf(&text, " = ");
  rowkey_text_quote(&text, bytes, size, QUOTED_SIZE_MAX);
  rowkey_text_printf(&text, " is not as wide as its column (");
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, "%zu bytes, not %zu)", value->fixed_width, size);
}

static void report_text_column(struct run *run, const struct value *value, size_t row) {
  const struct rowkey_strings *strings = &slot_of(run, value)->strings;
  const uint64_t begin = strings->begin[row], end = strings->end[row];
  if (begin <= end && end <= strings->size) {
    report_length(run, value, strings->bytes + begin, (size_t)(end - begin), row);
    return;
  }
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_ARGUMENT, value, value->offset, row);
  rowkey_text_printf(&text,
                     ": its text begins at byte %" PRIu64 " and ends at byte %" PRIu64 " of %" PRIu64 " (",
                     begin, end, strings->size);
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, "begin <= end <= size)");
}

size_t rowkey_report_null(struct run *run, const struct value *column, size_t row) {
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, column, column->offset, row);
  rowkey_text_printf(&text, " is null (");
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, "a value, or coalesce(%s, %s) in the layout)", rowkey_show(column->source).text,
                     column->type == TYPE_TEXT ? "\"\"" : "0");
  return row;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void show_number(struct run *run, const struct value *value, size_t row, struct text_buffer *text) {
  if (value->type == TYPE_FLOAT)
    rowkey_show_f64(text, slot_of(run, value)->floats[row]);
  else
    rowkey_text_printf(text, "%s", number_at(run, value, row).text);
}

/* The operation with its two operands: "3 - 5". */
static void show_operation(struct run *run, const struct value *value, size_t row, struct text_buffer *text) {
  const struct operation *operation = value->operation;
  const bool is_call = operation->usage != NULL;
  if (is_call) rowkey_text_printf(text, "%s(", operation->name);
  show_number(run, value->a, row, text);
  rowkey_text_printf(text, is_call ? ", " : " %s ", operation->name);
  if (value->b != NULL)
    show_number(run, value->b, row, text);
  else
    rowkey_text_printf(text, "%s", rowkey_integer_text(value->held[0]).text);
  if (is_call) rowkey_text_printf(text, ")");
}

/* Of an operation the first argument that has no result. */
static void report_argument(struct run *run, const struct value *value, size_t row) {
  const struct range domain = value->good[0];
  const bool is_first = !rowkey_range_holds(domain, rowkey_reported_integer(run, value->a, row));
  const struct value *argument = is_first ? value->a : value->b;
  const struct operation *operation = value->operation;
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, value, value->offset, row);
  if (argument->source.size != value->source.size) /* it is a part of that */
    rowkey_text_printf(&text, ": %s", rowkey_show(argument->source).text);
  rowkey_text_printf(&text, " = %s ", number_at(run, argument, row).text);
  if (operation->refusal != NULL)
    rowkey_text_printf(&text, "%s (", operation->refusal);
  else
    rowkey_text_printf(&text, "is not a number that %s takes here (", operation->name);
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, "%s to %s", rowkey_integer_text(domain.low).text,
                     rowkey_integer_text(domain.high).text);
  if (operation->within != NULL) rowkey_text_printf(&text, ", within %s", operation->within);
  rowkey_text_printf(&text, ")");
}

/* Beside a constant: the other argument, where it is that, and not pairs, that has to be good. */
static const struct value *varying_argument(const struct value *value, struct range *good) {
  if (value->pairs || !rowkey_is_beside_constant(value)) return NULL;
  const unsigned side = value_is_constant(value->a) ? 1 : 0;
  const struct value *argument = side == 0 ? value->a : value->b;
  *good = rowkey_range_common(value->good[side], argument->range);
  return argument;
}

static struct complaint find_complaint(const struct run *run, const struct value *value, size_t row) {
  if (value->operation->refused == NULL) return (struct complaint){.problem = NULL};
  const uint64_t b = rowkey_integer_bits(rowkey_reported_integer(run, value->b, row));
  return value->operation->refused(value, b);
}

static void report_operation(struct run *run, const struct value *value, size_t row) {
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, value, value->offset, row);
  rowkey_text_printf(&text, " = ");
  show_operation(run, value, row, &text);
  const struct complaint complaint = find_complaint(run, value, row);
  bool is_signed = value->type == TYPE_I64;
  struct range type = range_of_type(value->type);
  rowkey_text_printf(&text, " %s (",
                     complaint.problem != NULL ? complaint.problem
                     : is_signed               ? "is not an i64"
                                               : "is not a u64");
  rowkey_report_column(run, &text);
  if (complaint.problem != NULL) {
    rowkey_text_printf(&text, "%s)", complaint.expected);
    return;
  }
  struct range good = type;
  const struct value *operand = varying_argument(value, &good);
  rowkey_text_printf(&text, "%s from %s to %s)",
                     operand == NULL ? "a result" : rowkey_show(operand->source).text,
                     rowkey_integer_text(good.low).text, rowkey_integer_text(good.high).text);
}

static void report_float(struct run *run, const struct value *value, size_t row) {
  double number = slot_of(run, value->a)->floats[row];
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, value, value->offset, row);
  rowkey_text_printf(&text, " = ");
  if (isnan(number)) {
    rowkey_text_printf(&text, "nan has no place in an order (");
    rowkey_report_column(run, &text);
    rowkey_text_printf(&text, "a number or an infinity)");
    return;
  }
  rowkey_show_f64(&text, number);
  rowkey_text_printf(&text, " is not exactly a float of 32 bits (");
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, "one that is, or f64 in the layout)");
}

static void report_both_null(struct run *run, const struct value *value, size_t row) {
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, value, value->offset, row);
  rowkey_text_printf(&text, ": both columns are null (a value in one of them, or a constant after both)");
}

size_t rowkey_report_value(struct run *run, const struct value *value, size_t row) {
  switch (value->kind) {
    case VALUE_COALESCE:
      report_both_null(run, value, row);
      break;
    case VALUE_TEXT_COLUMN:
      report_text_column(run, value, row);
      break;
    default:
      if (value_is_of(value, &rowkey_operation_float_bits))
        report_float(run, value, row);
      else if (value->operation->sign == '\0' && value->operation->attempt == NULL)
        report_argument(run, value, row);
      else
        report_operation(run, value, row);
      break;
  }
  return row;
}

size_t rowkey_report_message(struct run *run, const struct value *hash, const uint8_t *message, size_t size,
                             size_t row) {
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, hash, hash->offset, row);
  rowkey_text_printf(&text, ": ");
  rowkey_text_quote(&text, message, size, QUOTED_SIZE_MAX);
  rowkey_text_printf(&text, " is not UTF-8 (");
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, "text in UTF-8, whose UTF-16 form is hashed)");
  return row;
}
