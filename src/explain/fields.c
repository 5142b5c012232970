/* The fields of a key: what they hold, how they sort, how many bytes they take and would take otherwise. */
#include <stdio.h>
#include <string.h>

#include "explain/explain.h"

/* ---- What they hold -------------------------------------------------------------------------- */

/* Literal text stands between the fields: what is written there is its source. */
static void find_source(const struct rowkey_layout *layout, size_t index, rowkey_explained_field *field) {
  const struct part *parts = layout->key.parts;
  const struct part *part = &parts[index];
  if (part->kind != PART_LITERAL) {
    field->source_offset = part->source_offset;
    field->source_length = part->source.size;
    return;
  }
  if (index > 0) field->source_offset = parts[index - 1].source_offset + parts[index - 1].source.size;
  size_t end = index + 1 < layout->key.count ? parts[index + 1].source_offset : layout->length;
  field->source_length = end - field->source_offset;
}

static bool is_text(const struct part *part) {
  switch (part->kind) {
    case PART_DECIMAL_PADDED:
    case PART_HEX_PADDED:
    case PART_DIGEST_DECIMAL:
    case PART_BYTES_HEX:
    case PART_TEXT_HEX:
      return !part->inverted;
    case PART_TEXT:
      return !part->inverted && !part_delimits_itself(part) && !part->value->is_utf16;
    case PART_BYTES:
      return !part->inverted && part->value->type == TYPE_TEXT && !part->value->is_utf16;
    case PART_BIG_ENDIAN: /* a letter counts from 'a' */
      return part->written->kind == VALUE_CODED && part->written->bias == 'a' && part->written->flip == 0;
    case PART_LITERAL:
    case PART_TEXT_PADDED:
      break;
  }
  return false;
}

/* 128 bits, or the magnitude of as many signed ones, as far as padded digits hold it. */
static void find_hash_range(const struct part *part, rowkey_explained_field *field) {
  bool absolute = part->value->kind == VALUE_ABSOLUTE;
  snprintf(field->low, sizeof field->low, "0");
  snprintf(field->high, sizeof field->high, "%s",
           absolute ? "170141183460469231731687303715884105728" : "340282366920938463463374607431768211455");
  if (part->kind != PART_DIGEST_DECIMAL || part->width >= strlen(field->high)) return;
  memset(field->high, '9', part->width);
  field->high[part->width] = '\0';
}

static void find_range(const struct part *part, rowkey_explained_field *field) {
  if (part->value->type == TYPE_HASH) {
    find_hash_range(part, field);
  } else if (value_is_integer(part->value)) {
    struct range range = rowkey_range_in_key(part);
    snprintf(field->low, sizeof field->low, "%s", rowkey_integer_text(range.low).text);
    snprintf(field->high, sizeof field->high, "%s", rowkey_integer_text(range.high).text);
  }
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

static void find_alternatives(const struct part *part, rowkey_explained_field *field) {
  if (part->kind == PART_LITERAL) return;
  if (value_is_integer(part->value)) {
    find_integer_alternatives(part, field);
  } else if (part->value->type == TYPE_HASH) {
    bool decimal = part->kind == PART_DIGEST_DECIMAL || part->kind == PART_TEXT;
    set_alternatives(field, "s", HASH_SIZE, decimal ? "039d" : "x",
                     decimal ? HASH_DIGITS : (size_t)2 * HASH_SIZE);
  } else if (part->value->type == TYPE_FLOAT) {
    bool single = part->value->is_float32 || part->width == sizeof(float);
    set_alternatives(field, single ? "f32" : "f64", single ? sizeof(float) : sizeof(double), "", 0);
  } else if (part->kind == PART_TEXT_HEX || part->kind == PART_BYTES_HEX) {
    set_alternatives(field, "s", part->width != 0 ? part->width / 2 : ROWKEY_NONE, "x",
                     part->width != 0 ? part->width : ROWKEY_NONE);
  }
}

/* ---- All together ---------------------------------------------------------------------------- */

static rowkey_order order_of_column(rowkey_order order, const struct facts *facts) {
  if (facts->leaf == NULL || order == ROWKEY_UNORDERED) return ROWKEY_UNORDERED;
  return order == ROWKEY_ASCENDING ? facts->order : rowkey_reversed_order(facts->order);
}

static void explain_part(const struct explaining *explaining, size_t index, rowkey_explained_field *field) {
  const struct sequence *key = &explaining->layout->key;
  const struct part *part = &key->parts[index];
  const struct facts *facts = facts_of(explaining, part->value);
  field->kind = is_text(part) ? ROWKEY_FIELD_TEXT : ROWKEY_FIELD_BYTES;
  find_range(part, field);
  field->order = rowkey_order_of_part(key, index);
  field->column_order = order_of_column(field->order, facts);
  if (facts->column != SEVERAL_COLUMNS) field->column = facts->column;
  field->reversible = facts->reversible;
}

bool rowkey_find_fields(struct explaining *explaining) {
  const struct rowkey_layout *layout = explaining->layout;
  const struct sequence *key = &layout->key;
  explaining->fields = rowkey_arena_allocate_array(explaining->arena, key->count, sizeof *explaining->fields);
  if (explaining->fields == NULL) return false;
  size_t least = 0, most = 0;
  for (size_t i = 0; i < key->count; i++) {
    const struct part *part = &key->parts[i];
    rowkey_explained_field *field = &explaining->fields[i];
    *field = (rowkey_explained_field){.column = ROWKEY_NONE};
    find_source(layout, i, field);
    field->offset = least == most ? least : ROWKEY_NONE;
    rowkey_find_width(explaining->facts, part, &field->min_width, &field->max_width);
    least = add_sizes(least, field->min_width);
    most = add_sizes(most, field->max_width);
    find_alternatives(part, field);
    if (part->kind != PART_LITERAL) {
      explain_part(explaining, i, field);
      continue;
    }
    field->literal = rowkey_arena_copy(explaining->arena, key->literals + part->literal, part->width);
    if (field->literal == NULL) return false;
  }
  explaining->result->fields = explaining->fields;
  explaining->result->field_count = key->count;
  explaining->result->min_width = least;
  explaining->result->max_width = most;
  return true;
}
