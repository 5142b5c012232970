#include "layout/may_hold.h"

static void add_byte(uint8_t *set, unsigned byte) { set[byte / 8] |= (uint8_t)(1u << (byte & 7)); }

static void add_all_of(uint8_t *set, const char *bytes) {
  for (; *bytes != '\0'; bytes++) add_byte(set, (unsigned char)*bytes);
}

static void add_any(uint8_t *set) {
  for (unsigned byte = 0; byte < 256; byte++) add_byte(set, byte);
}

/* The bytes of all big-endian integers of `width` bytes from low to high. */
static void add_big_endian(uint8_t *set, uint64_t low, uint64_t high, size_t width) {
  for (size_t i = 0; i < width; i++) {
    /* The last bytes of first … first + count, which go round when there are more than 256. */
    uint64_t first = low >> 8 * i;
    uint64_t count = (high >> 8 * i) - first;
    for (uint64_t step = 0; step <= count && step < 256; step++)
      add_byte(set, (unsigned)(first + step) & 255);
  }
}

/* A text column's part: what pads it, and any byte when `columns` counts those of the column. */
static void add_column_text(const struct part *part, bool columns, uint8_t *set) {
  if (columns) add_any(set);
  if (part->kind == PART_TEXT_PADDED) add_byte(set, 0);
}

static void add_part_bytes(const struct sequence *key, const struct part *part, bool columns, uint8_t *set) {
  struct range range;
  if ((part->kind == PART_TEXT || part->kind == PART_TEXT_PADDED) &&
      part->written->kind == VALUE_TEXT_COLUMN) {
    add_column_text(part, columns, set);
    return;
  }
  switch (part->kind) {
    case PART_LITERAL:
      for (size_t i = 0; i < part->width; i++) add_byte(set, (unsigned char)key->literals[part->literal + i]);
      break;
    case PART_DECIMAL_PADDED:
      add_all_of(set, "0123456789");
      break;
    case PART_HEX_PADDED:
    case PART_DIGEST_HEX:
    case PART_TEXT_HEX:
      add_all_of(set, "0123456789abcdef");
      break;
    case PART_BIG_ENDIAN:
      range = rowkey_range_common(part->value->range, part->allowed);
      add_big_endian(set, rowkey_integer_bits(range.low) + part->written->bias,
                     rowkey_integer_bits(range.high) + part->written->bias, part->width);
      break;
    case PART_TEXT:
      add_all_of(set, part->written->kind == VALUE_HEX_TEXT ? "0123456789abcdef" : "0123456789");
      if (part->value->range.low.negative && part->written->kind == VALUE_DECIMAL_TEXT) add_byte(set, '-');
      break;
    case PART_DIGEST:
    case PART_TEXT_PADDED:
      add_any(set);
      break;
  }
}

void rowkey_find_bytes(struct rowkey_layout *layout) {
  for (size_t i = 0; i < layout->key.count; i++) {
    add_part_bytes(&layout->key, &layout->key.parts[i], true, layout->may_hold);
    add_part_bytes(&layout->key, &layout->key.parts[i], false, layout->may_add);
  }
}
