/* How many bytes fields take, and would take in other formats. */
#include <stdio.h>
#include <string.h>

#include "explain/explain.h"

enum { DIGEST_SIZE = 16, GROUP_SIZE = 8, HASH_DIGITS_MAX = 39, TERMINATOR_SIZE = 2 };

size_t rowkey_digits(uint64_t number, uint64_t base) {
  size_t count = 1;
  for (; number >= base; number /= base) count++;
  return count;
}

struct range rowkey_range_in_key(const struct part *part) {
  return rowkey_range_common(part->value->range, part->allowed);
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Groups of 8 bytes and one more each; what fills its last group is followed by one of padding. */
static size_t size_in_groups(size_t size) {
  return size == ROWKEY_NONE ? ROWKEY_NONE : multiply_sizes(size / GROUP_SIZE + 1, GROUP_SIZE + 1);
}

void rowkey_find_text_size(const struct facts *facts, const struct value *value, size_t *least,
                           size_t *most) {
  *least = 0;
  *most = ROWKEY_NONE;
  const struct facts *text = value->a == NULL ? NULL : &facts[value->a->index];
  if (value->kind == VALUE_REVERSED) {
    *most = 0;
    for (size_t i = 0; i < value->message->count; i++) {
      size_t part_least, part_most;
      rowkey_find_width(facts, &value->message->parts[i], &part_least, &part_most);
      *least = add_sizes(*least, part_least);
      *most = add_sizes(*most, part_most);
    }
  } else if (value->kind == VALUE_ESCAPED_TEXT && value->escape == ESCAPE_GROUPS) {
    *least = size_in_groups(text->min_size);
    *most = size_in_groups(text->max_size);
  } else if (value->kind == VALUE_ESCAPED_TEXT) {
    *least = add_sizes(text->min_size, TERMINATOR_SIZE);
    *most = add_sizes(multiply_sizes(text->max_size, 2), TERMINATOR_SIZE);
  }
}

/* The digits of an integer, and the sign of a negative one. */
static size_t number_size(struct integer number, uint64_t base) {
  return rowkey_digits(number.magnitude, base) + number.negative;
}

static void find_number_size(const struct part *part, size_t *least, size_t *most) {
  *most = part->written->max_length;
  *least = 1;
  if (part->value->type == TYPE_HASH) return;
  uint64_t base = part->written->kind == VALUE_HEX_TEXT ? 16 : 10;
  struct range range = rowkey_range_in_key(part);
  if (!range.low.negative) *least = number_size(range.low, base);
  if (range.high.negative) *least = number_size(range.high, base);
}

static bool is_number_text(const struct value *written) {
  return written->kind == VALUE_DECIMAL_TEXT || written->kind == VALUE_HEX_TEXT;
}

void rowkey_find_width(const struct facts *facts, const struct part *part, size_t *least, size_t *most) {
  *least = *most = part->width;
  if (!part_varies(part)) return;
  if (is_number_text(part->written)) {
    find_number_size(part, least, most);
    return;
  }
  const struct facts *text = &facts[part->written->index];
  size_t factor = part->kind == PART_TEXT_HEX ? 2 : 1;
  *least = multiply_sizes(text->min_size, factor);
  *most = multiply_sizes(text->max_size, factor);
}

/* ---- Other formats --------------------------------------------------------------------------- */

static size_t binary_size(struct range range) {
  size_t size = 1;
  if (!range.low.negative) {
    for (; size < 8 && range.high.magnitude >> (8 * size) != 0; size++) continue;
    return size;
  }
  /* iN holds -2^(N-1) to 2^(N-1) - 1. */
  uint64_t low = range.low.magnitude - 1;
  uint64_t high = range.high.negative ? 0 : range.high.magnitude;
  for (; size < 8 && (low | high) >> (8 * size - 1) != 0; size++) continue;
  return size;
}

static void find_integer_alternatives(const struct part *part, rowkey_explained_field *field) {
  struct range range = rowkey_range_in_key(part);
  unsigned bytes = (unsigned)binary_size(range);
  field->binary.width = bytes;
  snprintf(field->binary.format, sizeof field->binary.format, "%c%u", range.low.negative ? 'i' : 'u',
           8 * bytes);
  if (range.low.negative) return; /* digits with a sign do not sort */
  unsigned digits = (unsigned)rowkey_digits(range.high.magnitude, 10);
  field->text.width = digits;
  snprintf(field->text.format, sizeof field->text.format, "0%ud", digits);
}

static void set_alternatives(rowkey_explained_field *field, const char *binary, size_t binary_width,
                             const char *text, size_t text_width) {
  snprintf(field->binary.format, sizeof field->binary.format, "%s", binary);
  field->binary.width = binary_width;
  snprintf(field->text.format, sizeof field->text.format, "%s", text);
  field->text.width = text_width;
}

void rowkey_find_alternatives(const struct part *part, rowkey_explained_field *field) {
  if (part->kind == PART_LITERAL) return;
  if (value_is_integer(part->value)) {
    find_integer_alternatives(part, field);
  } else if (part->value->type == TYPE_HASH) {
    bool decimal = part->kind == PART_DIGEST_DECIMAL || part->kind == PART_TEXT;
    set_alternatives(field, "s", DIGEST_SIZE, decimal ? "039d" : "x",
                     decimal ? HASH_DIGITS_MAX : (size_t)2 * DIGEST_SIZE);
  } else if (part->value->type == TYPE_FLOAT) {
    bool single = part->value->is_float32 || part->width == sizeof(float);
    set_alternatives(field, single ? "f32" : "f64", single ? sizeof(float) : sizeof(double), "", 0);
  } else if (part->kind == PART_TEXT_HEX || part->kind == PART_BYTES_HEX) {
    set_alternatives(field, "s", part->width != 0 ? part->width / 2 : ROWKEY_NONE, "x",
                     part->width != 0 ? part->width : ROWKEY_NONE);
  }
}
