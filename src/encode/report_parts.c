/* Reports of bad rows: values that their field cannot hold. */
#include <inttypes.h>

#include "encode/report.h"
#include "plan/text_function.h"

static struct slice text_at(const struct run *run, const struct value *value, size_t row) {
  const struct rowkey_strings *strings = &slot_of(run, value)->strings;
  uint64_t begin = strings->begin[row];
  return (struct slice){(const char *)strings->bytes + begin, (size_t)(strings->end[row] - begin)};
}

static void quote(struct text_buffer *text, struct slice value) {
  rowkey_text_quote(text, (const unsigned char *)value.at, value.size, QUOTED_SIZE_MAX);
}

/* A field of text as its format makes it. */
struct text_field {
  const struct value *value;
  struct slice source; /* as it was written */
  size_t offset;
  struct text_call call;
};

static void report_text_field(struct run *run, const struct text_field *field, size_t row) {
  const struct slice value = text_at(run, field->value, row);
  const uint64_t most = field->call.function->longest(&field->call);
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, field->value, field->offset, row);
  rowkey_text_printf(&text, " = ");
  quote(&text, value);
  rowkey_text_printf(&text, " does not fit %s (", rowkey_show(field->source).text);
  rowkey_report_column(run, &text);
  if (value.size > most) {
    rowkey_text_printf(&text, "at most %" PRIu64 " bytes, not %zu)", most, value.size);
    return;
  }
  rowkey_text_printf(&text, "text that does not %s in \\x%02X, with which it is padded)",
                     field->call.function->padded_side, field->call.byte);
}

static void report_padded_text(struct run *run, const struct part *part, size_t row) {
  const struct text_call call = {.function = &rowkey_text_padded_right, .count = part->width};
  report_text_field(run, &(struct text_field){part->value, part->source, part->source_offset, call}, row);
}

/* What is wrong with the text that the call has no result for. */
static void report_fault(struct text_buffer *text, const struct value *value) {
  if (!value->call.function->lacks_byte) {
    rowkey_text_printf(text, " is not UTF-8");
    return;
  }
  rowkey_text_printf(text, " has ");
  quote(text, (struct slice){(const char *)&value->call.byte, 1});
  if (value->text.size > 0) rowkey_text_printf(text, ": %s", rowkey_show(value->text).text);
}

size_t rowkey_report_text_call(struct run *run, const struct value *value, size_t row) {
  if (value->call.function->name == NULL) {
    report_text_field(run, &(struct text_field){value->a, value->source, value->offset, value->call}, row);
    return row;
  }
  struct text_buffer text = rowkey_begin_report(run, ROWKEY_ERROR_RANGE, value, value->offset, row);
  rowkey_text_printf(&text, ": ");
  quote(&text, text_at(run, value->a, row));
  report_fault(&text, value);
  rowkey_text_printf(&text, " (");
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, value->call.function->lacks_byte ? "text without it)" : "text in UTF-8)");
  return row;
}

static void report_hash(struct run *run, const struct part *part, size_t row) {
  uint8_t digits[HASH_DIGITS];
  run->kernels->decimal_u128(slot_of(run, part->value)->bytes + row * HASH_SIZE, 1, digits, HASH_DIGITS);
  struct text_buffer text =
      rowkey_begin_report(run, ROWKEY_ERROR_RANGE, part->value, part->source_offset, row);
  size_t zeros = 0;
  while (digits[zeros] == '0') zeros++;
  rowkey_text_printf(&text, " = %.*s does not fit %s (", (int)(HASH_DIGITS - zeros),
                     (const char *)digits + zeros, rowkey_show(part->source).text);
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, "at most %zu digits, not %zu)", part->width, HASH_DIGITS - zeros);
}

static void report_integer(struct run *run, const struct part *part, size_t row) {
  struct integer number = rowkey_reported_integer(run, part->value, row);
  struct text_buffer text =
      rowkey_begin_report(run, ROWKEY_ERROR_RANGE, part->value, part->source_offset, row);
  rowkey_text_printf(&text, " = %s does not fit %s (", rowkey_integer_text(number).text,
                     rowkey_show(part->source).text);
  rowkey_report_column(run, &text);
  bool below = rowkey_integer_less(number, part->allowed.low);
  rowkey_text_printf(&text, "at %s %s)", below ? "least" : "most",
                     rowkey_integer_text(below ? part->allowed.low : part->allowed.high).text);
}

size_t rowkey_report_part(struct run *run, const struct part *part, size_t row) {
  if (part->kind == PART_TEXT_PADDED)
    report_padded_text(run, part, row);
  else if (part->kind == PART_DIGEST_DECIMAL)
    report_hash(run, part, row);
  else
    report_integer(run, part, row);
  return row;
}

size_t rowkey_report_delimiter(struct run *run, const struct part *part, size_t row) {
  struct slice value = text_at(run, part->value, row);
  unsigned char delimiter = (unsigned char)part->delimiter;
  unsigned char held = part->inverted ? (unsigned char)~delimiter : delimiter;
  struct text_buffer text =
      rowkey_begin_report(run, ROWKEY_ERROR_RANGE, part->value, part->source_offset, row);
  rowkey_text_printf(&text, " = ");
  quote(&text, value);
  rowkey_text_printf(&text, " holds the byte ");
  rowkey_text_quote(&text, &held, 1, 1);
  if (part->inverted) {
    rowkey_text_printf(&text, ", inverted ");
    rowkey_text_quote(&text, &delimiter, 1, 1);
    rowkey_text_printf(&text, ",");
  }
  rowkey_text_printf(&text, " that ends %s in the key (", rowkey_show(part->source).text);
  rowkey_report_column(run, &text);
  rowkey_text_printf(&text, "text without it)");
  return row;
}
