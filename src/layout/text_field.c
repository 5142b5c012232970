/* Fields of text, hashes and floating-point numbers. */
#include <stdio.h>

#include "layout/field.h"
#include "plan/operation.h"
#include "plan/text_function.h"

/* ---- Floating-point numbers ------------------------------------------------------------------ */

bool rowkey_add_float(struct builder *builder, struct sequence *sequence, const struct field *field) {
  struct format format = field->format;
  if (field->value->kind == VALUE_FLOAT_CONSTANT)
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, field->node->expression->begin,
                       "a column, or this within coalesce", "a floating-point number that is not a column");
  if (format.kind != FORMAT_FLOAT)
    return rowkey_wrong_format(builder, field, "a floating-point number", FORMATS_OF_FLOATS);
  struct part part = rowkey_new_part(builder, field, PART_BIG_ENDIAN, format.width);
  part.inverted = false; /* the coding does it */
  part.allowed = rowkey_range_u64();
  struct value *bits = rowkey_intern(
      builder,
      &(struct value){.kind = VALUE_OPERATION,
                      .operation = &rowkey_operation_float_bits,
                      .type = TYPE_U64,
                      .a = field->value,
                      .held = {rowkey_integer_of_u64(format.width), rowkey_integer_of_u64(format.as_stored)},
                      .checked = true,
                      .pairs = true,
                      .range = rowkey_range_u64(),
                      .source = field->value->source,
                      .offset = field->value->offset});
  const uint64_t flip = format.inverted ? UINT64_MAX >> (64 - 8 * format.width) : 0;
  part.written = rowkey_coded(builder, bits, (struct rowkey_masking){.mask = UINT64_MAX, .flip = flip});
  return part.written != NULL && rowkey_add_part(builder, sequence, &part);
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* Sixteen digits at a time: what a number holds. */
static bool add_leading_digits(struct builder *builder, struct sequence *sequence,
                               const struct field *field) {
  for (unsigned begin = 0; begin < field->format.width; begin += HEX_WIDTH_MAX) {
    const unsigned left = field->format.width - begin, digits = left < HEX_WIDTH_MAX ? left : HEX_WIDTH_MAX;
    struct part part = rowkey_new_part(builder, field, PART_HEX_PADDED, digits);
    struct value bits = rowkey_hash_bits(field->value, 4 * begin, 4 * digits);
    bits.source = field->value->source;
    bits.offset = field->value->offset;
    part.value = part.written = rowkey_intern(builder, &bits);
    if (part.value == NULL) return false;
    part.allowed = part.value->range;
    if (!rowkey_add_part(builder, sequence, &part)) return false;
  }
  return true;
}

static bool wrong_hash_format(struct builder *builder, const struct field *field) {
  const unsigned size = field->value->width;
  char expected[96];
  snprintf(expected, sizeof expected, "s, x, X, 01x to 0%ux%s, or %% and a constant before the colon",
           2 * size, size == HASH_SIZE ? ", d, 01d to 039d" : "");
  return rowkey_wrong_format(builder, field, "a hash", expected);
}

bool rowkey_add_hash(struct builder *builder, struct sequence *sequence, const struct field *field) {
  const struct format format = field->format;
  const unsigned size = field->value->width;
  struct part part;
  if (format.kind == FORMAT_HEX && (format.width == 0 || format.width == 2 * size)) {
    part = rowkey_new_part(builder, field, PART_BYTES_HEX, 2 * size);
  } else if (format.kind == FORMAT_HEX && format.width < 2 * size) {
    return add_leading_digits(builder, sequence, field);
  } else if (format.kind == FORMAT_TEXT && format.width == 0) {
    part = rowkey_new_part(builder, field, PART_BYTES, size);
  } else if (format.kind != FORMAT_DECIMAL || size != HASH_SIZE) {
    return wrong_hash_format(builder, field);
  } else if (format.width != 0) {
    part = rowkey_new_part(builder, field, PART_DIGEST_DECIMAL, format.width);
  } else {
    part = rowkey_new_part(builder, field, PART_TEXT, 0);
    part.written = rowkey_intern(builder, &(struct value){.kind = VALUE_NUMBER_TEXT,
                                                          .base = 10,
                                                          .type = TYPE_TEXT,
                                                          .a = field->value,
                                                          .max_length = HASH_DECIMAL_WIDTH_MAX,
                                                          .source = field->value->source,
                                                          .offset = field->value->offset});
  }
  return part.written != NULL && rowkey_add_part(builder, sequence, &part);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static size_t write_hex(struct slice text, bool upper, char *out) {
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  for (size_t i = 0; i < text.size; i++) {
    *out++ = digits[(unsigned char)text.at[i] >> 4];
    *out++ = digits[(unsigned char)text.at[i] & 15];
  }
  return 2 * text.size;
}

static size_t write_terminated(const struct rowkey_escape *rule, struct slice text, char *out) {
  char *end = out;
  for (size_t i = 0; i < text.size; i++) {
    const bool is_zero = text.at[i] == 0, changes = is_zero || (text.at[i] == 1 && rule->changes_one);
    if (changes)
      memcpy(end, is_zero ? rule->zero : rule->one, 2);
    else
      *end = text.at[i];
    end += changes ? 2 : 1;
  }
  memcpy(end, rule->end, 2);
  return (size_t)(end - out) + rule->end_size;
}

static size_t write_groups(struct slice text, char *out) {
  char *end = out;
  for (size_t at = 0; at <= text.size; at += 8) {
    size_t size = text.size - at < 8 ? text.size - at : 8;
    for (size_t i = 0; i < 8; i++) *end++ = i < size ? text.at[at + i] : '\0';
    *end++ = (char)(0xff - (8 - size));
  }
  return (size_t)(end - out);
}

/* What the format makes of a text, where it is padded or written after its length. */
static struct text_call call_of(struct format format) {
  return (struct text_call){.function = format.kind == FORMAT_COUNTED ? &rowkey_text_counted
                                        : format.pads_left            ? &rowkey_text_padded_left
                                                                      : &rowkey_text_padded_right,
                            .count = format.width,
                            .byte = format.padding};
}

static bool does_not_fit(struct builder *builder, const struct field *field) {
  const struct format format = field->format;
  const struct slice text = field->value->text;
  char expected[80] = "a width that holds it";
  if (format.kind == FORMAT_TEXT && text.size <= format.width) {
    snprintf(expected, sizeof expected, "s, or text that %s in another byte",
             format.pads_left ? "begins" : "ends");
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, rowkey_field_offset(field), expected,
                       "text that %s in \\x%02X cannot be padded with it",
                       format.pads_left ? "begins" : "ends", format.padding);
  }
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, rowkey_field_offset(field), expected,
                     "this text of %zu bytes does not fit %s", text.size,
                     rowkey_show(field->node->format).text);
}

static bool add_text_constant(struct builder *builder, struct sequence *sequence, const struct field *field) {
  struct slice text = field->value->text;
  struct format format = field->format;
  const struct text_call call = call_of(format);
  if (format.kind == FORMAT_TEXT && format.width == 0)
    return rowkey_add_constant(builder, sequence, field, text.at, text.size);
  /* Escapes and hex at most double it, a group adds a byte to eight. */
  char *bytes = rowkey_arena_allocate(&builder->layout->arena, 2 * text.size + format.width + 16);
  if (bytes == NULL) return false;
  size_t size = format.kind == FORMAT_HEX                 ? write_hex(text, format.upper, bytes)
                : format.kind == FORMAT_ESCAPE_TERMINATED ? write_terminated(&format.rule, text, bytes)
                : format.kind == FORMAT_ESCAPE_GROUPS
                    ? write_groups(text, bytes)
                    : call.function->change(&call, (const uint8_t *)text.at, text.size, (uint8_t *)bytes);
  if (size == NO_TEXT) return does_not_fit(builder, field);
  return rowkey_add_constant(builder, sequence, field, bytes, size);
}

static struct value *escaped_value(struct builder *builder, const struct field *field) {
  return rowkey_intern(
      builder, &(struct value){
                   .kind = VALUE_ESCAPED_TEXT,
                   .type = TYPE_TEXT,
                   .a = field->value,
                   .escape = field->format.kind == FORMAT_ESCAPE_GROUPS ? ESCAPE_GROUPS : ESCAPE_TERMINATED,
                   .rule = field->format.rule,
                   .source = field->value->source,
                   .offset = field->value->offset});
}

/* Text that is padded, but with 00, or follows its length. */
static struct value *formatted_value(struct builder *builder, const struct field *field) {
  struct value wanted = {.kind = VALUE_TEXT_CALL,
                         .type = TYPE_TEXT,
                         .a = field->value,
                         .call = call_of(field->format),
                         .source = rowkey_source_of(builder, field->node->begin, field->node->end),
                         .offset = field->node->begin};
  wanted.fixed_width = (size_t)rowkey_text_call_width(&wanted.call, field->value->fixed_width);
  return rowkey_intern(builder, &wanted);
}

/* Whether every row's text has the width of the field, so that none is padded: then it may end in any byte.
 */
static bool fills(const struct field *field) {
  const struct value *value = field->value;
  return value->fixed_width == field->format.width;
}

/* Text of one width in all rows is copied as such. */
static struct part text_part(struct builder *builder, const struct field *field) {
  size_t width = field->value->fixed_width;
  struct part part;
  switch (field->format.kind) {
    case FORMAT_HEX:
      return width != 0 ? rowkey_new_part(builder, field, PART_BYTES_HEX, 2 * width)
                        : rowkey_new_part(builder, field, PART_TEXT_HEX, 0);
    case FORMAT_TEXT:
      if (field->format.width != 0 && !fills(field) && field->format.padding != 0) break;
      if (field->format.width != 0 && !fills(field))
        return rowkey_new_part(builder, field, PART_TEXT_PADDED, field->format.width);
      return width != 0 ? rowkey_new_part(builder, field, PART_BYTES, width)
                        : rowkey_new_part(builder, field, PART_TEXT, 0);
    case FORMAT_COUNTED:
      break;
    default:
      part = rowkey_new_part(builder, field, PART_TEXT, 0);
      part.written = escaped_value(builder, field);
      return part;
  }
  struct value *written = formatted_value(builder, field);
  width = written == NULL ? 0 : written->fixed_width;
  part = rowkey_new_part(builder, field, width != 0 ? PART_BYTES : PART_TEXT, width);
  part.written = written;
  return part;
}

bool rowkey_add_text(struct builder *builder, struct sequence *sequence, const struct field *field) {
  struct format format = field->format;
  bool good = format.kind == FORMAT_TEXT || (format.kind == FORMAT_HEX && format.width == 0) ||
              format.kind == FORMAT_ESCAPE_TERMINATED || format.kind == FORMAT_ESCAPE_GROUPS ||
              format.kind == FORMAT_COUNTED;
  if (!good) return rowkey_wrong_format(builder, field, "text", FORMATS_OF_TEXT);
  if (field->value->kind == VALUE_TEXT_CONSTANT) return add_text_constant(builder, sequence, field);
  if (format.kind == FORMAT_TEXT && format.width != 0 && field->value->fixed_width > format.width)
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, rowkey_field_offset(field),
                       "a width that holds it", "text of %zu bytes does not fit %s",
                       field->value->fixed_width, rowkey_show(field->node->format).text);
  struct part part = text_part(builder, field);
  return part.written != NULL && rowkey_add_part(builder, sequence, &part);
}
