/* Fields, in braces or as arguments of a hash: which bytes a value becomes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "layout/builder.h"
#include "layout/format.h"

/* A field while it is looked at. */
struct field {
  const struct field_node *node;
  struct format format;
  struct value *value;
};

static size_t error_offset(const struct field *field) {
  return field->node->format.at != NULL ? field->node->format_offset : field->node->begin;
}

static bool wrong_format(struct builder *builder, const struct field *field, const char *what,
                         const char *expected) {
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, error_offset(field), expected,
                     "%s cannot be written as %s", what, rowkey_show(field->node->format).text);
}

static struct part new_part(struct builder *builder, const struct field *field, enum part_kind kind,
                            size_t width) {
  return (struct part){.kind = kind,
                       .width = width,
                       .value = field->value,
                       .written = field->value,
                       .delimiter = -1,
                       .source = rowkey_source_of(builder, field->node->begin, field->node->end),
                       .source_offset = field->node->begin};
}

/* ---- Integers -------------------------------------------------------------------------------- */

static uint64_t power(uint64_t base, unsigned exponent) {
  uint64_t result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

/* The numbers that the format can hold. */
static struct range range_of_format(struct format format) {
  struct integer zero = rowkey_integer_of_u64(0);
  switch (format.kind) {
    case FORMAT_DECIMAL:
      if (format.width == 0)
        return rowkey_range_of(rowkey_integer_of_i64(INT64_MIN), rowkey_integer_of_u64(UINT64_MAX));
      if (format.width == DECIMAL_WIDTH_MAX) return rowkey_range_u64();
      return rowkey_range_of(zero, rowkey_integer_of_u64(power(10, format.width) - 1));
    case FORMAT_HEX:
      if (format.width == 0 || format.width == HEX_WIDTH_MAX) return rowkey_range_u64();
      return rowkey_range_of(zero, rowkey_integer_of_u64(power(16, format.width) - 1));
    case FORMAT_UNSIGNED:
      return rowkey_range_of(zero, rowkey_integer_of_u64(UINT64_MAX >> (64 - 8 * format.width)));
    case FORMAT_SIGNED: {
      int64_t high = INT64_MAX >> (64 - 8 * format.width);
      return rowkey_range_of(rowkey_integer_of_i64(-high - 1), rowkey_integer_of_i64(high));
    }
    case FORMAT_LETTER:
      return rowkey_range_of(zero, rowkey_integer_of_u64('z' - 'a'));
    default:
      return rowkey_range_u64();
  }
}

/* What is added to the number before it is written as a big-endian integer: signed numbers sort as their
 * bytes when their sign bit is flipped, and a letter is a byte counted from 'a'. */
static uint64_t bias_of_format(struct format format) {
  if (format.kind == FORMAT_SIGNED) return UINT64_C(1) << (8 * format.width - 1);
  return format.kind == FORMAT_LETTER ? 'a' : 0;
}

/* The bytes of a constant, at most 20. */
static size_t write_constant(struct format format, struct integer number, char *bytes, size_t capacity) {
  int width = (int)format.width;
  switch (format.kind) {
    case FORMAT_NONE:
    case FORMAT_DECIMAL:
      return (size_t)snprintf(bytes, capacity, "%s%0*" PRIu64, number.negative ? "-" : "", width,
                              number.magnitude);
    case FORMAT_HEX:
      return (size_t)snprintf(bytes, capacity, "%0*" PRIx64, width, number.magnitude);
    default:
      break;
  }
  uint64_t biased = rowkey_integer_bits(number) + bias_of_format(format);
  size_t size = format.kind == FORMAT_LETTER ? 1 : format.width;
  for (size_t i = 0; i < size; i++) bytes[i] = (char)(unsigned char)(biased >> 8 * (size - 1 - i));
  return size;
}

/* Whether the kernel itself finds every number that the format cannot hold, when it reads a negative one as a
 * u64. */
static bool kernel_checks(struct format format, struct range range, struct range allowed) {
  struct integer i64_end = rowkey_integer_of_u64(UINT64_C(1) << 63);
  switch (format.kind) {
    case FORMAT_DECIMAL:
    case FORMAT_UNSIGNED:
      return !range.low.negative || rowkey_integer_less(allowed.high, i64_end);
    case FORMAT_SIGNED:
      return format.width < 8 && rowkey_integer_less(range.high, i64_end);
    default:
      return false;
  }
}

static size_t digits(uint64_t number, uint64_t base) {
  size_t count = 1;
  for (; number >= base; number /= base) count++;
  return count;
}

/* The integer as text of any length, which is a value of its own: equal texts are made once. */
static struct value *text_value(struct builder *builder, const struct field *field) {
  const struct value *number = field->value;
  uint64_t base = field->format.kind == FORMAT_HEX ? 16 : 10;
  struct range range = rowkey_range_common(number->range, range_of_format(field->format));
  size_t low = digits(range.low.magnitude, base) + range.low.negative;
  size_t high = digits(range.high.magnitude, base) + range.high.negative;
  return rowkey_intern(builder, &(struct value){.kind = base == 16 ? VALUE_HEX_TEXT : VALUE_DECIMAL_TEXT,
                                                .type = TYPE_TEXT,
                                                .a = field->value,
                                                .max_length = low > high ? low : high,
                                                .source = number->source,
                                                .offset = number->offset});
}

static struct part integer_part(struct builder *builder, const struct field *field) {
  struct format format = field->format;
  if (format.width == 0 && format.kind != FORMAT_LETTER) {
    struct part part = new_part(builder, field, PART_TEXT, 0);
    part.written = text_value(builder, field);
    return part;
  }
  if (format.kind == FORMAT_DECIMAL) return new_part(builder, field, PART_DECIMAL_PADDED, format.width);
  if (format.kind == FORMAT_HEX) return new_part(builder, field, PART_HEX_PADDED, format.width);
  struct part part =
      new_part(builder, field, PART_BIG_ENDIAN, format.kind == FORMAT_LETTER ? 1 : format.width);
  uint64_t bias = bias_of_format(format);
  if (bias != 0)
    part.written = rowkey_intern(
        builder, &(struct value){.kind = VALUE_BIAS, .type = TYPE_U64, .a = field->value, .bias = bias});
  return part;
}

static bool does_not_fit(struct builder *builder, const struct field *field, struct range allowed) {
  char expected[80];
  snprintf(expected, sizeof expected, "a number from %s to %s", rowkey_integer_text(allowed.low).text,
           rowkey_integer_text(allowed.high).text);
  if (field->value->kind == VALUE_CONSTANT)
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, error_offset(field), expected,
                       "%s does not fit %s", rowkey_integer_text(field->value->range.low).text,
                       rowkey_show(field->node->format).text);
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, error_offset(field), expected,
                     "no value from %s to %s fits %s", rowkey_integer_text(field->value->range.low).text,
                     rowkey_integer_text(field->value->range.high).text,
                     rowkey_show(field->node->format).text);
}

static bool add_integer(struct builder *builder, struct sequence *sequence, const struct field *field) {
  struct format format = field->format;
  struct range range = field->value->range;
  if (format.kind == FORMAT_TEXT) return wrong_format(builder, field, "a number", FORMATS_OF_INTEGERS);
  if (format.kind == FORMAT_HEX && format.width > HEX_WIDTH_MAX)
    return wrong_format(builder, field, "a number", "x, or 01x to 016x");
  struct range allowed = range_of_format(format);
  if (rowkey_range_apart(range, allowed)) return does_not_fit(builder, field, allowed);
  if (field->value->kind == VALUE_CONSTANT) {
    char bytes[32];
    size_t size = write_constant(format, range.low, bytes, sizeof bytes);
    return rowkey_add_literal(builder, sequence, bytes, size, field->node->begin);
  }
  struct part part = integer_part(builder, field);
  part.allowed = allowed;
  part.checked = !rowkey_range_within(range, allowed) && !kernel_checks(format, range, allowed);
  return part.written != NULL && rowkey_add_part(builder, sequence, &part);
}

/* ---- Hashes and text ------------------------------------------------------------------------- */

enum { DIGEST_SIZE = 16 };

static bool add_hash(struct builder *builder, struct sequence *sequence, const struct field *field) {
  struct format format = field->format;
  bool hex = format.kind == FORMAT_HEX && (format.width == 0 || format.width == 2 * DIGEST_SIZE);
  if (!hex && (format.kind != FORMAT_TEXT || format.width != 0))
    return wrong_format(builder, field, "a hash", "s or x, or % and a constant before the colon");
  struct part part = hex ? new_part(builder, field, PART_DIGEST_HEX, 2 * DIGEST_SIZE)
                         : new_part(builder, field, PART_DIGEST, DIGEST_SIZE);
  return rowkey_add_part(builder, sequence, &part);
}

static bool add_text_constant(struct builder *builder, struct sequence *sequence, const struct field *field) {
  struct slice text = field->value->text;
  size_t offset = field->node->begin;
  if (field->format.kind == FORMAT_HEX) {
    for (size_t i = 0; i < text.size; i++) {
      char hex[3];
      snprintf(hex, sizeof hex, "%02x", (unsigned)(unsigned char)text.at[i]);
      if (!rowkey_add_literal(builder, sequence, hex, 2, offset)) return false;
    }
    return true;
  }
  size_t width = field->format.width;
  if (width != 0 && text.size > width)
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, error_offset(field), "a width that holds it",
                       "this text of %zu bytes does not fit %s", text.size,
                       rowkey_show(field->node->format).text);
  if (width != 0 && text.size > 0 && text.at[text.size - 1] == '\0')
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, error_offset(field),
                       "s, or text that ends in another byte",
                       "text that ends in \\x00 cannot be padded with it");
  if (!rowkey_add_literal(builder, sequence, text.at, text.size, offset)) return false;
  for (size_t i = text.size; i < width; i++)
    if (!rowkey_add_literal(builder, sequence, "", 1, offset)) return false;
  return true;
}

static bool add_text(struct builder *builder, struct sequence *sequence, const struct field *field) {
  struct format format = field->format;
  if (format.kind != FORMAT_TEXT && (format.kind != FORMAT_HEX || format.width != 0))
    return wrong_format(builder, field, "text", FORMATS_OF_TEXT);
  if (field->value->kind == VALUE_TEXT_CONSTANT) return add_text_constant(builder, sequence, field);
  enum part_kind kind = format.kind == FORMAT_HEX ? PART_TEXT_HEX
                        : format.width != 0       ? PART_TEXT_PADDED
                                                  : PART_TEXT;
  struct part part = new_part(builder, field, kind, format.width);
  return rowkey_add_part(builder, sequence, &part);
}

bool rowkey_add_field(struct builder *builder, struct sequence *sequence, const struct field_node *node) {
  struct field field = {.node = node, .value = rowkey_check_expression(builder, node->expression)};
  if (field.value == NULL) return false;
  bool is_integer = field.value->type == TYPE_U64 || field.value->type == TYPE_I64;
  field.format.kind = is_integer ? FORMAT_DECIMAL : FORMAT_TEXT;
  if (node->format.at != NULL &&
      !rowkey_parse_format(&builder->diagnostic, node->format, node->format_offset, &field.format))
    return false;
  if (is_integer) return add_integer(builder, sequence, &field);
  return field.value->type == TYPE_HASH ? add_hash(builder, sequence, &field)
                                        : add_text(builder, sequence, &field);
}
