/* The bytes that keys of a layout can contain. */
#include <string.h>

#include "plan/facts.h"
#include "plan/operation.h"
#include "plan/text_function.h"

static void add_byte(uint8_t *set, unsigned byte) { set[byte / 8] |= (uint8_t)(1u << (byte & 7)); }

static void add_digits(uint8_t *set, unsigned base, bool upper) {
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  for (unsigned i = 0; i < base; i++) add_byte(set, (unsigned char)digits[i]);
}

/* The images of the values, and whether text columns hold every byte or none. */
struct source {
  const struct image *images;
  bool columns;
};

static void add_any(uint8_t set[32]) { memset(set, 0xff, 32); }

/* The bytes of all big-endian integers of `width` bytes from low to high. */
static void add_big_endian(uint8_t *set, uint64_t low, uint64_t high, size_t width) {
  for (size_t i = 0; i < width; i++) {
    /* The lowest bytes of first … first + count, which wrap around. */
    const uint64_t first = low >> 8 * i;
    const uint64_t count = (high >> 8 * i) - first;
    if (count >= 255) {
      add_any(set);
      return;
    }
    for (uint64_t step = 0; step <= count; step++) add_byte(set, (unsigned)(first + step) & 255);
  }
}

static void add_sequence_bytes(const struct sequence *sequence, const struct source *source, uint8_t *set);

static void add_text(const struct value *value, const struct source *source, uint8_t *set);

/* Adds the letters of the other case always: also when no column is taken to hold the original letters. */
static void change_case(uint8_t *set, uint8_t first) {
  for (unsigned letter = first; letter < first + 26u; letter++) {
    set[letter / 8] &= (uint8_t)~(1u << (letter & 7));
    add_byte(set, letter ^ ('a' - 'A'));
  }
}

static void add_call_bytes(const struct value *value, const struct source *source, uint8_t *set) {
  const struct text_function *function = value->call.function;
  const uint8_t byte = value->call.byte;
  uint8_t text[32] = {0};
  if (function->makes_any) add_any(text);
  add_text(value->a, source, text);
  if (function->letters != 0) change_case(text, function->letters);
  if (function->lacks_byte) text[byte / 8] &= (uint8_t)~(1u << (byte & 7));
  if (function->adds_byte) add_byte(text, byte);
  for (unsigned i = 0; i < sizeof text; i++) set[i] |= text[i];
}

/* The bytes that escaping adds to the bytes of the text. */
static void add_escapes(const struct value *value, uint8_t *set) {
  const struct rowkey_escape *rule = &value->rule;
  if (value->escape == ESCAPE_GROUPS) {
    add_byte(set, 0x00);
    for (unsigned byte = 0xf7; byte <= 0xff; byte++) add_byte(set, byte); /* counts padding down from FF */
    return;
  }
  for (size_t i = 0; i < 2; i++) {
    add_byte(set, rule->zero[i]);
    if (rule->changes_one) add_byte(set, rule->one[i]);
    if (i < rule->end_size) add_byte(set, rule->end[i]);
  }
}

static bool may_be_negative(const struct value *number, const struct source *source) {
  return value_is_integer(number) &&
         rowkey_numbers_range(&source->images[number->index].numbers).low.negative;
}

/* Text of any length. */
static void add_text(const struct value *value, const struct source *source, uint8_t *set) {
  switch (value->kind) {
    case VALUE_TEXT_COLUMN:
      if (source->columns) add_any(set);
      break;
    case VALUE_COALESCE:
      add_text(value->a, source, set);
      if (value->b->kind != VALUE_TEXT_CONSTANT) add_text(value->b, source, set);
      for (size_t i = 0; i < value->b->text.size; i++) add_byte(set, (unsigned char)value->b->text.at[i]);
      break;
    case VALUE_NUMBER_TEXT:
      if (value->base == 0)
        add_any(set);
      else
        add_digits(set, value->base, value->upper);
      if (value->base == 10 && may_be_negative(value->a, source)) add_byte(set, '-');
      break;
    case VALUE_TEXT_CALL:
      add_call_bytes(value, source, set);
      break;
    case VALUE_ESCAPED_TEXT:
      add_text(value->a, source, set);
      add_escapes(value, set);
      break;
    default: /* VALUE_REVERSED */
      add_sequence_bytes(value->message, source, set);
      break;
  }
}

/* Up to this many numbers are visited one by one; the bytes of a longer run follow from its ends. */
enum { FEW_NUMBERS = 256 };

/* Adds the bytes of an integer. If there are many numbers and their coding does more than add a bias, adds
 * all 256 bytes. */
static void add_integer(const struct part *part, const struct source *source, uint8_t *set) {
  if (!value_is_integer(part->value)) {
    add_any(set);
    return;
  }
  const struct rowkey_masking coding = part_code(part);
  const struct numbers numbers = rowkey_numbers_in_key(part, source->images);
  const uint64_t last = rowkey_numbers_last(&numbers);
  for (uint64_t i = 0; i <= last && last < FEW_NUMBERS; i++) {
    const uint64_t code = ((rowkey_numbers_at(&numbers, i) + coding.bias) & coding.mask) ^ coding.flip;
    add_big_endian(set, code, code, part->width);
  }
  if (last < FEW_NUMBERS) return;
  if (coding.mask != UINT64_MAX || coding.flip != 0) add_any(set);
  for (size_t i = 0; i < numbers.count; i++)
    add_big_endian(set, rowkey_integer_bits(numbers.pieces[i].low) + coding.bias,
                   rowkey_integer_bits(numbers.pieces[i].high) + coding.bias, part->width);
}

static void add_part_bytes(const struct sequence *sequence, const struct part *part,
                           const struct source *source, uint8_t *set) {
  switch (part->kind) {
    case PART_LITERAL:
      for (size_t i = 0; i < part->width; i++)
        add_byte(set, (unsigned char)sequence->literals[part->literal + i]);
      break;
    case PART_DECIMAL_PADDED:
    case PART_DIGEST_DECIMAL:
      add_digits(set, 10, false);
      break;
    case PART_DIGITS:
      for (size_t i = 0; i < part->digits->alphabet.base; i++)
        add_byte(set, part->digits->alphabet.digits[i]);
      break;
    case PART_HEX_PADDED:
    case PART_BYTES_HEX:
    case PART_TEXT_HEX:
      add_digits(set, 16, part->upper);
      break;
    case PART_BIG_ENDIAN:
      add_integer(part, source, set);
      break;
    case PART_BYTES:
      if (part->value->type == TYPE_HASH)
        add_any(set);
      else
        add_text(part->written, source, set);
      break;
    case PART_TEXT_PADDED:
      add_byte(set, 0);
      add_text(part->written, source, set);
      break;
    case PART_TEXT:
      add_text(part->written, source, set);
      break;
  }
}

/* The complement of a text column can be any byte, even if the column itself is taken to hold none. */
static void add_inverted_bytes(const struct sequence *sequence, const struct part *part,
                               const struct source *source, uint8_t *set) {
  uint8_t plain[32] = {0};
  add_part_bytes(sequence, part, &(struct source){source->images, true}, plain);
  for (unsigned byte = 0; byte < 256; byte++)
    if ((plain[byte / 8] >> (byte & 7) & 1) != 0) add_byte(set, 255 - byte);
}

static void add_bytes(const struct sequence *sequence, const struct part *part, const struct source *source,
                      uint8_t *set) {
  if (part->inverted)
    add_inverted_bytes(sequence, part, source, set);
  else
    add_part_bytes(sequence, part, source, set);
}

static void add_sequence_bytes(const struct sequence *sequence, const struct source *source, uint8_t *set) {
  for (size_t i = 0; i < sequence->count; i++) add_bytes(sequence, &sequence->parts[i], source, set);
}

void rowkey_add_part_bytes(const struct sequence *sequence, size_t index, const struct image *images,
                           uint8_t set[32]) {
  add_bytes(sequence, &sequence->parts[index], &(struct source){images, true}, set);
}

bool rowkey_find_bytes(struct rowkey_layout *layout) {
  struct arena arena = {NULL, 0, false};
  const struct image *images = rowkey_find_images(&arena, layout);
  if (images != NULL) {
    add_sequence_bytes(&layout->key, &(struct source){images, true}, layout->may_hold);
    add_sequence_bytes(&layout->key, &(struct source){images, false}, layout->may_add);
  }
  layout->arena.exhausted |= images == NULL;
  rowkey_arena_free(&arena);
  return images != NULL;
}
