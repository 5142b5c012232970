/* Fields of integers. */
#include <inttypes.h>
#include <stdio.h>

#include "layout/field.h"
#include "plan/facts.h"
#include "plan/operation.h"

static uint64_t power(uint64_t base, unsigned exponent) {
  uint64_t result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

/* The highest integer of so many bytes. */
static uint64_t mask_of(unsigned width) { return UINT64_MAX >> (64 - 8 * width); }

/* The largest number of as many digits of its alphabet. */
static uint64_t largest_of(struct format format) {
  const uint64_t base = format.alphabet.base;
  return format.width == rowkey_digits(UINT64_MAX, base) ? UINT64_MAX : power(base, format.width) - 1;
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
    case FORMAT_UNSIGNED_LITTLE:
      return rowkey_range_of(zero, rowkey_integer_of_u64(mask_of(format.width)));
    case FORMAT_SIGNED:
    case FORMAT_TWOS_COMPLEMENT:
    case FORMAT_TWOS_LITTLE: {
      int64_t high = INT64_MAX >> (64 - 8 * format.width);
      return rowkey_range_of(rowkey_integer_of_i64(-high - 1), rowkey_integer_of_i64(high));
    }
    case FORMAT_VARINT:
      if (format.varint->negatives == NO_NEGATIVES) return rowkey_range_u64();
      return rowkey_range_of(rowkey_integer_of_i64(INT64_MIN), rowkey_integer_of_u64(UINT64_MAX));
    case FORMAT_DIGITS:
      return rowkey_range_of(zero, rowkey_integer_of_u64(largest_of(format)));
    case FORMAT_LETTER:
      return rowkey_range_of(zero, rowkey_integer_of_u64('z' - 'a'));
    default:
      return rowkey_range_u64();
  }
}

static bool is_binary(enum format_kind kind) {
  return kind == FORMAT_UNSIGNED || kind == FORMAT_SIGNED || kind == FORMAT_TWOS_COMPLEMENT ||
         kind == FORMAT_UNSIGNED_LITTLE || kind == FORMAT_TWOS_LITTLE || kind == FORMAT_LETTER;
}

static unsigned binary_width(struct format format) { return format.kind == FORMAT_LETTER ? 1 : format.width; }

/* What is done to the number before it is written as a big-endian one: signed numbers sort as their bytes
 * when their sign bit is flipped, and a letter is a byte counted from 'a'. */
static struct rowkey_masking code_of(struct format format) {
  struct rowkey_masking code = {.mask = UINT64_MAX};
  unsigned width = binary_width(format);
  switch (format.kind) {
    case FORMAT_SIGNED:
      code.bias = UINT64_C(1) << (8 * width - 1);
      break;
    case FORMAT_LETTER:
      code.bias = 'a';
      break;
    case FORMAT_UNSIGNED_LITTLE:
      code.swapped = width;
      break;
    case FORMAT_TWOS_LITTLE:
      code.swapped = width;
      code.mask = mask_of(width);
      break;
    case FORMAT_TWOS_COMPLEMENT:
      code.mask = mask_of(width);
      break;
    default:
      break;
  }
  if (format.inverted) code.flip = mask_of(width);
  return code;
}

static bool changes_nothing(struct rowkey_masking code) {
  return code.bias == 0 && code.flip == 0 && code.swapped == 0 && code.mask == UINT64_MAX;
}

struct value *rowkey_coded(struct builder *builder, struct value *number, struct rowkey_masking code) {
  if (number == NULL || changes_nothing(code)) return number;
  return rowkey_intern(builder, &(struct value){.kind = VALUE_OPERATION,
                                                .operation = &rowkey_operation_code,
                                                .type = TYPE_U64,
                                                .a = number,
                                                .code = code,
                                                .range = rowkey_range_u64()});
}

static bool add_integer_constant(struct builder *builder, struct sequence *sequence,
                                 const struct field *field) {
  struct format format = field->format;
  struct integer number = field->value->range.low;
  char bytes[DIGITS_WIDTH_MAX];
  int width = (int)format.width;
  size_t size = 0;
  if (format.kind == FORMAT_DECIMAL) {
    size = (size_t)snprintf(bytes, sizeof bytes, "%s%0*" PRIu64, number.negative ? "-" : "", width,
                            number.magnitude);
  } else if (format.kind == FORMAT_HEX) {
    size = (size_t)snprintf(bytes, sizeof bytes, format.upper ? "%0*" PRIX64 : "%0*" PRIx64, width,
                            number.magnitude);
  } else if (format.kind == FORMAT_DIGITS) {
    const struct digits *digits = rowkey_make_digits(&builder->layout->arena, &format.alphabet);
    if (digits == NULL) return false;
    size = format.width;
    digits_write(digits, number.magnitude, size, (uint8_t *)bytes);
  } else if (format.kind == FORMAT_VARINT) {
    size = varint_write(format.varint, number.negative, rowkey_integer_bits(number), (uint8_t *)bytes);
  } else {
    struct rowkey_masking code = code_of(format);
    uint64_t bits = rowkey_integer_bits(number) + code.bias;
    size = binary_width(format);
    for (size_t i = 0; i < size; i++)
      bytes[i] = (char)(unsigned char)(bits >> 8 * (code.swapped != 0 ? i : size - 1 - i));
  }
  return rowkey_add_constant(builder, sequence, field, bytes, size);
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

/* 0 of varint. */
static unsigned base_of(struct format format) {
  return format.kind == FORMAT_VARINT ? 0 : format.kind == FORMAT_HEX ? 16 : 10;
}

/* The bytes of the number in a format without a width. */
static size_t size_of_number(struct format format, struct integer number) {
  if (format.kind == FORMAT_VARINT) return 1 + varint_more(format.varint, number.negative, number.magnitude);
  return rowkey_digits(number.magnitude, base_of(format)) + number.negative;
}

/* The integer as text of any length, which is a value of its own: equal texts are made once. */
static struct value *text_value(struct builder *builder, const struct field *field) {
  const struct value *number = field->value;
  struct range range = rowkey_range_common(number->range, range_of_format(field->format));
  size_t low = size_of_number(field->format, range.low), high = size_of_number(field->format, range.high);
  return rowkey_intern(builder, &(struct value){.kind = VALUE_NUMBER_TEXT,
                                                .base = base_of(field->format),
                                                .varint = field->format.varint,
                                                .type = TYPE_TEXT,
                                                .a = field->value,
                                                .upper = field->format.upper,
                                                .max_length = low > high ? low : high,
                                                .source = number->source,
                                                .offset = number->offset});
}

static struct part integer_part(struct builder *builder, const struct field *field) {
  struct format format = field->format;
  if (is_binary(format.kind)) {
    struct part part = rowkey_new_part(builder, field, PART_BIG_ENDIAN, binary_width(format));
    part.inverted = false; /* the coding has done it */
    part.written = rowkey_coded(builder, field->value, code_of(format));
    return part;
  }
  if (format.width == 0) {
    struct part part = rowkey_new_part(builder, field, PART_TEXT, 0);
    part.written = text_value(builder, field);
    return part;
  }
  if (format.kind == FORMAT_DIGITS) {
    struct part part = rowkey_new_part(builder, field, PART_DIGITS, format.width);
    part.digits = rowkey_make_digits(&builder->layout->arena, &format.alphabet);
    if (part.digits == NULL) part.written = NULL;
    return part;
  }
  return rowkey_new_part(builder, field, format.kind == FORMAT_HEX ? PART_HEX_PADDED : PART_DECIMAL_PADDED,
                         format.width);
}

static bool does_not_fit(struct builder *builder, const struct field *field, struct range allowed) {
  char expected[80];
  struct range range = field->value->range;
  snprintf(expected, sizeof expected, "a number from %s to %s", rowkey_integer_text(allowed.low).text,
           rowkey_integer_text(allowed.high).text);
  struct shown format = rowkey_show(field->node->format);
  size_t offset = rowkey_field_offset(field);
  if (field->value->kind == VALUE_CONSTANT)
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, offset, expected, "%s does not fit %s",
                       rowkey_integer_text(range.low).text, format.text);
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, offset, expected,
                     "no value from %s to %s fits %s", rowkey_integer_text(range.low).text,
                     rowkey_integer_text(range.high).text, format.text);
}

bool rowkey_add_integer(struct builder *builder, struct sequence *sequence, const struct field *field) {
  struct format format = field->format;
  struct range range = field->value->range;
  if (!is_binary(format.kind) && format.kind != FORMAT_DECIMAL && format.kind != FORMAT_DIGITS &&
      format.kind != FORMAT_HEX && format.kind != FORMAT_VARINT)
    return rowkey_wrong_format(builder, field, "a number", FORMATS_OF_INTEGERS);
  if (format.kind == FORMAT_HEX && format.width > HEX_WIDTH_MAX)
    return rowkey_wrong_format(builder, field, "a number", "x, or 01x to 016x");
  if (format.kind == FORMAT_DECIMAL && format.width > DECIMAL_WIDTH_MAX)
    return rowkey_wrong_format(builder, field, "a number", "d, or 01d to 020d");
  struct range allowed = range_of_format(format);
  if (rowkey_range_apart(range, allowed)) return does_not_fit(builder, field, allowed);
  if (field->value->kind == VALUE_CONSTANT) return add_integer_constant(builder, sequence, field);
  struct part part = integer_part(builder, field);
  part.allowed = allowed;
  part.checked = !rowkey_range_within(range, allowed) && !kernel_checks(format, range, allowed);
  return part.written != NULL && rowkey_add_part(builder, sequence, &part);
}
