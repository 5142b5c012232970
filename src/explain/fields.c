/* The fields of a key: what they hold, how they sort, how many bytes they take. */
#include <stdio.h>
#include <string.h>

#include "explain/explain.h"

#include "plan/operation.h"
#include "plan/text_function.h"
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
    case PART_DIGITS:
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
      return part_code(part).bias == 'a' && part_code(part).flip == 0;
    case PART_LITERAL:
    case PART_TEXT_PADDED:
      break;
  }
  return false;
}

/* The decimal digits of 2^bits - less, less being 0 or 1. The power is even, so that its last digit is not 0.
 */
static void show_power(unsigned bits, unsigned less, char text[80]) {
  char reversed[80] = {1};
  size_t count = 1;
  for (unsigned bit = 0; bit < bits; bit++) {
    int carry = 0;
    for (size_t i = 0; i < count; i++) {
      const int twice = 2 * reversed[i] + carry;
      reversed[i] = (char)(twice % 10);
      carry = twice / 10;
    }
    if (carry != 0) reversed[count++] = (char)carry;
  }
  reversed[0] = (char)(reversed[0] - (int)less);
  for (size_t i = 0; i < count; i++) text[i] = (char)('0' + reversed[count - 1 - i]);
  text[count] = '\0';
}

/* The number of so many first bits of a hash: that of some hashes ends at a power. */
static void find_bits_range(const struct value *hash, unsigned bits, rowkey_explained_field *field) {
  const bool ends_at_power = value_last_half(hash) != UINT64_MAX;
  snprintf(field->low, sizeof field->low, "0");
  show_power(ends_at_power ? bits - 1 : bits, ends_at_power ? 0 : 1, field->high);
}

/* As far as padded digits hold it. */
static void find_hash_range(const struct part *part, rowkey_explained_field *field) {
  find_bits_range(part->value, 8 * part->value->width, field);
  if (part->kind != PART_DIGEST_DECIMAL || part->width >= strlen(field->high)) return;
  memset(field->high, '9', part->width);
  field->high[part->width] = '\0';
}

static void find_range(const struct explaining *explaining, const struct part *part,
                       rowkey_explained_field *field) {
  if (part->value->type == TYPE_HASH) {
    find_hash_range(part, field);
  } else if (value_is_integer(part->value)) {
    const struct numbers numbers = rowkey_numbers_in_key(part, explaining->images);
    const struct range range = rowkey_numbers_range(&numbers);
    const uint64_t last = rowkey_numbers_last(&numbers);
    const bool holds_all = last == rowkey_integer_bits(range.high) - rowkey_integer_bits(range.low);
    field->values = holds_all ? 0 : last + 1;
    snprintf(field->low, sizeof field->low, "%s", rowkey_integer_text(range.low).text);
    snprintf(field->high, sizeof field->high, "%s", rowkey_integer_text(range.high).text);
  }
}

static void join_digits(const struct part *part, rowkey_explained_field *field,
                        const rowkey_explained_field *rest) {
  field->min_width += rest->min_width;
  field->max_width += rest->max_width;
  find_bits_range(part->value->a, 4 * (unsigned)field->max_width, field);
}

bool rowkey_join_fields(struct explaining *explaining) {
  const struct part *parts = explaining->layout->key.parts;
  size_t *places =
      rowkey_arena_allocate_array(explaining->arena, explaining->layout->key.count, sizeof *places);
  if (places == NULL) return false;
  size_t count = 0;
  for (size_t i = 0; i < explaining->layout->key.count; i++) {
    if (part_continues_field(parts, i))
      join_digits(&parts[i - 1], &explaining->fields[count - 1], &explaining->fields[i]);
    else
      explaining->fields[count++] = explaining->fields[i];
    places[i] = count - 1;
  }
  rowkey_explanation *result = explaining->result;
  result->sorted_from = result->sorted_from == result->field_count ? count : places[result->sorted_from];
  result->field_count = count;
  for (size_t i = 0; i < result->sorted_count; i++) explaining->sorted[i] = places[explaining->sorted[i]];
  for (size_t i = 0; i < explaining->warning_count; i++) {
    size_t *field = &explaining->warnings[i].field;
    if (*field != ROWKEY_NONE) *field = places[*field];
  }
  return true;
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
  find_range(explaining, part, field);
  field->order = rowkey_order_of_part(key, index, explaining->images);
  field->column_order = order_of_column(field->order, facts);
  if (facts->column != SEVERAL_COLUMNS) field->column = facts->column;
  field->reversible = facts->reversible;
  field->is_even = image_of(explaining, part->value)->spread == SPREAD_EVEN;
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
    rowkey_find_width(known_values_of(explaining), part, &field->min_width, &field->max_width);
    least = add_sizes(least, field->min_width);
    most = add_sizes(most, field->max_width);
    if (part->kind != PART_LITERAL) {
      explain_part(explaining, i, field);
      if (!rowkey_find_alternatives(explaining, part, field)) return false;
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
