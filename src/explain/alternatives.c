/* Other formats of a field: the narrowest that hold its values. Each is compiled before it is offered. */
#include <stdio.h>
#include <string.h>

#include "explain/explain.h"

/* ---- What may do ------------------------------------------------------------------------------- */

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

static void set_formats(rowkey_explained_field *field, const char *binary, const char *text) {
  snprintf(field->binary.format, sizeof field->binary.format, "%s", binary);
  snprintf(field->text.format, sizeof field->text.format, "%s", text);
}

static void find_integer_formats(struct range range, rowkey_explained_field *field) {
  const bool is_signed = range.low.negative; /* its digits do not sort */
  char binary[8], text[8];
  snprintf(binary, sizeof binary, "%c%u", is_signed ? 'i' : 'u', 8 * (unsigned)binary_size(range));
  snprintf(text, sizeof text, "0%ud", (unsigned)rowkey_digits(range.high.magnitude, 10));
  set_formats(field, binary, is_signed ? "" : text);
}

static void find_formats(const struct explaining *explaining, const struct part *part,
                         rowkey_explained_field *field) {
  const bool is_decimal = part->kind == PART_DIGEST_DECIMAL || part->kind == PART_TEXT;
  const bool is_single = part->value->is_float32 || part->width == sizeof(float);
  if (value_is_integer(part->value))
    find_integer_formats(rowkey_range_in_key(part, explaining->images), field);
  else if (part->value->type == TYPE_HASH)
    set_formats(field, "s", is_decimal ? "039d" : "x");
  else if (part->value->type == TYPE_FLOAT)
    set_formats(field, is_single ? "f32" : "f64", "");
  else if (part->kind == PART_TEXT_HEX || part->kind == PART_BYTES_HEX)
    set_formats(field, "s", "x");
}

/* ---- What does ---------------------------------------------------------------------------------- */

/* Where the field's format begins: at a colon that is in no text and no parentheses, or at the last brace. */
static size_t format_begin(const char *field, size_t length) {
  size_t depth = 0;
  char end = 0; /* of the text, or of the name in backquotes */
  for (size_t i = 1; i < length - 1; i++) {
    const char c = field[i];
    if (end == '"' && c == '\\') i++;
    if (end == 0 && (c == '"' || c == '`'))
      end = c;
    else if (c == end)
      end = 0;
    if (end != 0) continue;
    depth += (c == '(') - (size_t)(c == ')');
    if (depth == 0 && c == ':') return i;
  }
  return length - 1;
}

/* The part of the other layout in the place of this one; NULL unless it holds all of its values. */
static const struct part *find_holding_part(const struct explaining *explaining,
                                            const struct rowkey_layout *other, const struct part *part) {
  const struct part *candidate = other->key.parts, *end = candidate + other->key.count;
  while (candidate < end &&
         (candidate->kind == PART_LITERAL || candidate->source_offset != part->source_offset))
    candidate++;
  if (candidate == end || value_is_integer(candidate->value) != value_is_integer(part->value)) return NULL;
  if (candidate->delimiter >= 0 && part->delimiter < 0) return NULL; /* its texts must not hold a byte */
  if (!value_is_integer(part->value)) return candidate;
  const struct range range = rowkey_range_in_key(part, explaining->images);
  return rowkey_range_within(range, candidate->allowed) ? candidate : NULL;
}

/* The layout with the other format for a field; NULL with the error where it does not compile. */
static rowkey_layout *compile_with_format(const struct explaining *explaining,
                                          const rowkey_explained_field *field, const char *format,
                                          rowkey_error *error) {
  const struct rowkey_layout *layout = explaining->layout;
  const char *source = layout->text + field->source_offset;
  const size_t kept = field->source_offset + format_begin(source, field->source_length);
  const size_t rest = field->source_offset + field->source_length;
  const size_t size = layout->length + strlen(format) + sizeof ":}";
  char *text = rowkey_arena_allocate_array(explaining->arena, size, 1);
  if (text == NULL) {
    error->status = ROWKEY_ERROR_MEMORY;
    return NULL;
  }
  const int length = snprintf(text, size, "%.*s:%s}%.*s", (int)kept, layout->text, format,
                              (int)(layout->length - rest), layout->text + rest);
  return rowkey_layout_compile(text, (size_t)length, layout->columns, layout->column_count, error);
}

/* Takes back a format that does not compile or hold the values; else finds its width. False without memory.
 */
static bool check_alternative(const struct explaining *explaining, const struct part *part,
                              const rowkey_explained_field *field, rowkey_alternative *alternative) {
  if (alternative->format[0] == '\0') return true;
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_layout *other = compile_with_format(explaining, field, alternative->format, &error);
  const struct part *holding = other == NULL ? NULL : find_holding_part(explaining, other, part);
  const struct image *images = holding == NULL ? NULL : rowkey_find_images(explaining->arena, other);
  const struct facts *facts = images == NULL ? NULL : rowkey_find_facts(explaining->arena, other, images);
  const bool done = error.status != ROWKEY_ERROR_MEMORY && (holding == NULL || facts != NULL);
  size_t least;
  if (facts == NULL)
    *alternative = (rowkey_alternative){.width = 0};
  else
    rowkey_find_width((struct known_values){images, facts}, holding, &least, &alternative->width);
  rowkey_layout_free(other);
  return done;
}

bool rowkey_find_alternatives(const struct explaining *explaining, const struct part *part,
                              rowkey_explained_field *field) {
  find_formats(explaining, part, field);
  return check_alternative(explaining, part, field, &field->binary) &&
         check_alternative(explaining, part, field, &field->text);
}
