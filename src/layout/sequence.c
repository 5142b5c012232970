/* Sequences: parts side by side. */
#include <stdio.h>
#include <string.h>

#include "layout/builder.h"
#include "plan/text_function.h"

/* Far beyond any store's longest key, and small enough that no size computed from it overflows 32 bits. */
enum { FIXED_WIDTH_MAX = 1 << 20 };

/* Limits for all sequences together: without them, `rest` in many fields would make the square of their
 * number. A template without `rest` cannot pass them. */
enum { PARTS_MAX = 1 << 17, LITERAL_BYTES_MAX = 1 << 22 };

static bool too_large(struct builder *builder, size_t offset) {
  return rowkey_fail(
      &builder->diagnostic, ROWKEY_ERROR_TYPE, offset,
      "at most 131072 fields and 4194304 bytes of literal text, the fields of rest counted each time",
      "the layout becomes too large");
}

static bool widen(struct builder *builder, struct sequence *sequence, size_t width, size_t offset) {
  sequence->width += width;
  if (sequence->width <= FIXED_WIDTH_MAX) return true;
  return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, offset,
                     "fields of at most 1048576 bytes together",
                     "the key or hashed message becomes too long");
}

static bool append_part(struct builder *builder, struct sequence *sequence, const struct part *part) {
  if (++builder->part_count > PARTS_MAX) return too_large(builder, part->source_offset);
  struct part *parts = rowkey_arena_grow(&builder->layout->arena, sequence->parts, sequence->count,
                                         &sequence->capacity, sizeof *parts);
  if (parts == NULL) return false;
  sequence->parts = parts;
  sequence->parts[sequence->count++] = *part;
  return true;
}

bool rowkey_add_part(struct builder *builder, struct sequence *sequence, const struct part *part) {
  return widen(builder, sequence, part->width, part->source_offset) && append_part(builder, sequence, part);
}

bool rowkey_add_literal(struct builder *builder, struct sequence *sequence, const char *bytes, size_t size,
                        size_t offset) {
  if (size == 0) return true;
  if (!widen(builder, sequence, size, offset)) return false;
  builder->literal_bytes += size;
  if (builder->literal_bytes > LITERAL_BYTES_MAX) return too_large(builder, offset);
  size_t needed = sequence->literal_size + size + COPY_UNIT;
  if (needed > sequence->literal_capacity) {
    char *larger = rowkey_arena_allocate(&builder->layout->arena, 2 * needed);
    if (larger == NULL) return false;
    if (sequence->literal_size != 0) memcpy(larger, sequence->literals, sequence->literal_size);
    sequence->literals = larger;
    sequence->literal_capacity = 2 * needed;
  }
  size_t literal = sequence->literal_size;
  memcpy(sequence->literals + literal, bytes, size);
  sequence->literal_size += size;

  if (sequence->count != 0) {
    struct part *last = &sequence->parts[sequence->count - 1];
    if (last->kind == PART_LITERAL) {
      last->width += size;
      return true;
    }
  }
  return append_part(
      builder, sequence,
      &(struct part){
          .kind = PART_LITERAL, .width = size, .literal = literal, .delimiter = -1, .source_offset = offset});
}

bool rowkey_append_sequence(struct builder *builder, struct sequence *sequence, const struct sequence *from,
                            size_t offset) {
  for (size_t i = 0; i < from->count; i++) {
    const struct part *part = &from->parts[i];
    bool good =
        part->kind == PART_LITERAL
            ? rowkey_add_literal(builder, sequence, from->literals + part->literal, part->width, offset)
            : rowkey_add_part(builder, sequence, part);
    if (!good) return false;
  }
  return true;
}

size_t rowkey_copies_of_text(const struct value *text) {
  switch (text->kind) {
    case VALUE_REVERSED:
      return text->message->copies;
    case VALUE_ESCAPED_TEXT:
      return rowkey_copies_of_text(text->a);
    case VALUE_TEXT_CALL:
      return 1 + rowkey_copies_of_text(text->a);
    default:
      return 0;
  }
}

bool rowkey_limit_copies(struct builder *builder, size_t copies, size_t offset) {
  return copies <= PARTS_MAX || too_large(builder, offset);
}

/* A text doubles with each field that is reverse(rest). */
static bool count_copies(struct builder *builder, struct sequence *sequence) {
  for (size_t i = 0; i < sequence->count; i++) {
    const struct part *part = &sequence->parts[i];
    if (!part_varies(part)) continue;
    sequence->copies += 1 + rowkey_copies_of_text(part->written);
    if (!rowkey_limit_copies(builder, sequence->copies, part->source_offset)) return false;
  }
  return true;
}

bool rowkey_finish_sequence(struct builder *builder, struct sequence *sequence) {
  return count_copies(builder, sequence) && rowkey_arrange_sequence(builder->layout, sequence);
}

/* ---- Delimiters ------------------------------------------------------------------------------ */

static bool is_digit_of(const struct part *part, unsigned char byte, bool hex) {
  return (byte >= '0' && byte <= '9') ||
         (hex && (part->upper ? byte >= 'A' && byte <= 'F' : byte >= 'a' && byte <= 'f'));
}

/* Why `byte` cannot delimit the part, or NULL: digits never hold other bytes, text is looked through row by
 * row. */
static const char *delimiter_problem(const struct part *part, unsigned char byte) {
  bool hex = part->kind == PART_TEXT_HEX || part->written->base == 16;
  bool decimal = part->written->base == 10;
  if (part->inverted) byte = (unsigned char)~byte;
  if ((hex || decimal) && is_digit_of(part, byte, hex))
    return hex ? "a byte that is not a hex digit" : "a byte that is not a digit";
  if (decimal && byte == '-' && part->value->range.low.negative)
    return "another byte than -, with which the number can begin";
  return NULL;
}

/* The first bytes that the part can have: false if they may be any. */
static bool find_first_bytes(const struct sequence *key, const struct part *part, unsigned *low,
                             unsigned *high) {
  if (part->kind == PART_LITERAL) {
    *low = *high = (unsigned char)key->literals[part->literal];
    return true;
  }
  if (part->written->varint == NULL) return false;
  *low = varint_first(part->written->varint);
  *high = varint_last(part->written->varint);
  if (!part->inverted) return true;
  const unsigned first = *low;
  *low = UINT8_MAX - *high;
  *high = UINT8_MAX - first;
  return true;
}

/* Whether what stands after text whose end is the beginning of what 00 becomes shows that end, and sorts. */
static bool follows_end(const struct sequence *key, size_t index) {
  const struct part *part = &key->parts[index];
  unsigned low, high;
  if (index + 1 == key->count) return !part->inverted; /* the end of the key is less than any byte */
  if (!find_first_bytes(key, part + 1, &low, &high)) return false;
  return (part->inverted ? UINT8_MAX - low : high) < part_follow_limit(part);
}

static bool check_ends(struct builder *builder, const struct sequence *key) {
  for (size_t i = 0; i < key->count; i++) {
    const struct part *part = &key->parts[i];
    const unsigned limit = part_follow_limit(part);
    char expected[80];
    if (limit == EVERY_BYTE || follows_end(key, i)) continue;
    snprintf(expected, sizeof expected, "literal text after it whose first byte is %s \\x%02X",
             part->inverted ? "greater than" : "less than", part->inverted ? UINT8_MAX - limit : limit);
    return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE,
                       i + 1 < key->count ? part[1].source_offset : part->source_offset, expected,
                       "nothing shows where %s ends", rowkey_show(part->source).text);
  }
  return true;
}

bool rowkey_check_delimiters(struct builder *builder, struct sequence *key) {
  if (!check_ends(builder, key)) return false;
  /* Literal text at the end of every key leaves no doubt about where the field before it ends. */
  size_t count = key->count;
  if (count > 0 && key->parts[count - 1].kind == PART_LITERAL) count--;
  for (size_t i = 0; i + 1 < count; i++) {
    struct part *part = &key->parts[i];
    const struct part *next = part + 1;
    if (!part_varies(part) || part_delimits_itself(part)) continue;
    if (next->kind != PART_LITERAL)
      return rowkey_fail(
          &builder->diagnostic, ROWKEY_ERROR_TYPE, next->source_offset,
          part->value->type == TYPE_TEXT
              ? "literal text that cannot occur in the field, such as |, or format esc or 16s"
              : "literal text that cannot occur in the field, such as |, or a width as in 020d",
          "%s varies in length: nothing shows where it ends", rowkey_show(part->source).text);
    unsigned char byte = (unsigned char)key->literals[next->literal];
    const char *expected = delimiter_problem(part, byte);
    if (expected != NULL)
      return rowkey_fail(&builder->diagnostic, ROWKEY_ERROR_TYPE, next->source_offset, expected,
                         "%s varies in length: this does not show where it ends",
                         rowkey_show(part->source).text);
    bool any_byte = part->kind == PART_TEXT && part->value->type == TYPE_TEXT;
    if (any_byte) part->delimiter = byte;
  }
  return true;
}

/* ---- Comparison ------------------------------------------------------------------------------ */

/* Formats may write the same bytes of different numbers, as u64 and i64be do. */
static bool allow_the_same(const struct part *a, const struct part *b) {
  return rowkey_range_within(a->allowed, b->allowed) && rowkey_range_within(b->allowed, a->allowed);
}

static bool parts_equal(const struct part *a, const struct part *b) {
  return a->kind == b->kind && a->width == b->width && a->literal == b->literal && a->value == b->value &&
         a->written == b->written && a->upper == b->upper && a->inverted == b->inverted &&
         alphabets_equal(a->digits, b->digits) && allow_the_same(a, b);
}

bool rowkey_sequences_equal(const struct sequence *a, const struct sequence *b) {
  if (a->count != b->count || a->literal_size != b->literal_size) return false;
  if (a->literal_size != 0 && memcmp(a->literals, b->literals, a->literal_size) != 0) return false;
  for (size_t i = 0; i < a->count; i++)
    if (!parts_equal(&a->parts[i], &b->parts[i])) return false;
  return true;
}
