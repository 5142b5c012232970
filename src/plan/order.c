/* Which bytes sort as the values that they are made from. */
#include "plan/facts.h"
#include "plan/operation.h"
#include "plan/text_function.h"

rowkey_order rowkey_reversed_order(rowkey_order order) {
  switch (order) {
    case ROWKEY_ASCENDING:
      return ROWKEY_DESCENDING;
    case ROWKEY_DESCENDING:
      return ROWKEY_ASCENDING;
    case ROWKEY_UNORDERED:
      break;
  }
  return ROWKEY_UNORDERED;
}

static rowkey_order order_unless_inverted(bool inverted) {
  return inverted ? ROWKEY_DESCENDING : ROWKEY_ASCENDING;
}

/* ---- Binary numbers -------------------------------------------------------------------------- */

/* Adding the bias and masking keep the order unless the range wraps on the way. */
static rowkey_order order_of_big_endian(const struct part *part, const struct image *images) {
  const struct rowkey_masking code = part_code(part);
  rowkey_order order = order_unless_inverted(code.flip != 0);
  if (part->value->type == TYPE_FLOAT) {
    const bool is_coded = value_is_of(part->written, &rowkey_operation_code);
    const struct value *bits = is_coded ? part->written->a : part->written;
    const enum course_direction direction =
        rowkey_operation_course(bits, 0, bits->range, bits->range).direction;
    return direction == RISES ? order : ROWKEY_UNORDERED;
  }
  struct range range = rowkey_range_in_key(part, images);
  uint64_t low = (rowkey_integer_bits(range.low) + code.bias) & code.mask;
  uint64_t high = (rowkey_integer_bits(range.high) + code.bias) & code.mask;
  /* Numbers written with the last byte first sort only if all their other bytes are 0. */
  bool sorts = low <= high && (code.swapped <= 1 || high <= UINT8_MAX);
  return sorts ? order : ROWKEY_UNORDERED;
}

/* ---- Parts of varying length ----------------------------------------------------------------- */

static bool is_zeros(const struct sequence *key, const struct part *literal) {
  for (size_t i = 0; i < literal->width; i++)
    if (key->literals[literal->literal + i] != 0) return false;
  return true;
}

/* Whether a text sorts before every longer text that begins with it: the byte after the shorter text must be
 * less than every byte that can come next in the longer one. An inverted part complements all these bytes. */
static bool shorter_is_less(const struct sequence *key, size_t index) {
  const struct part *part = &key->parts[index];
  if (part_delimits_itself(part)) return true;
  if (index + 1 == key->count) return !part->inverted; /* the key ends, which is less than any byte */
  const struct part *next = part + 1;
  unsigned char byte = (unsigned char)key->literals[next->literal];
  if (part->inverted) byte = (unsigned char)~byte;
  if (part->kind == PART_TEXT_HEX) return byte < '0';
  /* The text does not contain its delimiter, so a delimiter 00 is less than all its bytes. Without a
   * delimiter, after the last field of a key, the text may hold any byte; but zeros up to the end of the key
   * never sort after it. */
  if (part->delimiter >= 0) return byte == 0;
  return !part->inverted && is_zeros(key, next);
}

/* Digits without padding sort only if all numbers have equally many. */
static rowkey_order order_of_number_text(const struct part *part, const struct image *images) {
  if (part->value->type == TYPE_HASH) return ROWKEY_UNORDERED;
  uint64_t base = part->written->base;
  struct range range = rowkey_range_in_key(part, images);
  bool one_length = !range.low.negative &&
                    rowkey_digits(range.low.magnitude, base) == rowkey_digits(range.high.magnitude, base);
  return one_length ? order_unless_inverted(part->inverted) : ROWKEY_UNORDERED;
}

rowkey_order rowkey_order_of_part(const struct sequence *key, size_t index, const struct image *images) {
  const struct part *part = &key->parts[index];
  switch (part->kind) {
    case PART_LITERAL:
      return ROWKEY_UNORDERED;
    case PART_BIG_ENDIAN:
      return order_of_big_endian(part, images);
    case PART_DIGITS:
      return part->digits->ascends ? order_unless_inverted(part->inverted) : ROWKEY_UNORDERED;
    case PART_BYTES: /* a call writes the length first, or pads with a byte that text bytes may be less than
                      */
      return part_call(part) == NULL ? order_unless_inverted(part->inverted) : ROWKEY_UNORDERED;
    case PART_TEXT:
      if (part_call(part) != NULL) return ROWKEY_UNORDERED;
      if (part->written->base != 0) return order_of_number_text(part, images);
      break;
    case PART_TEXT_HEX:
      break;
    default: /* fixed width: padded digits, bytes, and text that does not end in the padding's 00 */
      return order_unless_inverted(part->inverted);
  }
  return shorter_is_less(key, index) ? order_unless_inverted(part->inverted) : ROWKEY_UNORDERED;
}
