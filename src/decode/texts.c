/* Text read back from the form in which it was written. */
#include <string.h>

#include "decode/decoder.h"

/* The end of the next text in the decoder's memory, which has room for every byte of the block at each level
 * of messages. */
static uint8_t *next_text(const struct block *block) {
  return block->decoder->texts + block->decoder->texts_used;
}

struct rowkey_strings rowkey_uninvert(struct block *block, const struct field *field,
                                      const struct rowkey_strings *strings, size_t rows) {
  if (!field->part->inverted) return *strings;
  uint8_t *out = next_text(block);
  uint64_t at = 0;
  for (size_t i = 0; i < rows; i++) {
    size_t size = (size_t)(strings->end[i] - strings->begin[i]);
    copy_flipped(strings->bytes + strings->begin[i], size, 0xff, out + at);
    field->begin[i] = at;
    field->end[i] = at += size;
  }
  block->decoder->texts_used += (size_t)at;
  return (struct rowkey_strings){out, at, field->begin, field->end};
}

/* The length without zeros at the end, which are `flip` in the key, like those of the next functions. */
static size_t without_padding(const uint8_t *bytes, size_t size, uint8_t flip) {
  uint64_t zeros = flip * UINT64_C(0x0101010101010101);
  for (; size >= 8; size -= 8) {
    uint64_t last = load_be64(bytes + size - 8) ^ zeros;
    if (last != 0) return size - (size_t)__builtin_ctzll(last) / 8;
  }
  while (size > 0 && bytes[size - 1] == flip) size--;
  return size;
}

static void copy_reversed(const uint8_t *bytes, size_t size, uint8_t flip, uint8_t *out) {
  uint64_t flips = flip * UINT64_C(0x0101010101010101);
  for (; size >= 8; size -= 8, out += 8) store_le64(out, load_be64(bytes + size - 8) ^ flips);
  while (size > 0) *out++ = bytes[--size] ^ flip;
}

static void reverse(uint8_t *text, size_t size) {
  for (size_t i = 0; i < size / 2; i++) {
    uint8_t byte = text[i];
    text[i] = text[size - 1 - i];
    text[size - 1 - i] = byte;
  }
}

static bool is_hex(const struct part *part) {
  return part->kind == PART_TEXT_HEX || part->kind == PART_BYTES_HEX;
}

/* Writes the text of one row, and returns its length. */
static size_t read_text(const struct field *field, const uint8_t *bytes, size_t size, uint8_t *out) {
  const struct part *part = field->part;
  uint8_t flip = part->inverted ? 0xff : 0;
  bool reversed = field->form == FIELD_MESSAGE;
  if (is_hex(part) || part_delimits_itself(part)) {
    if (is_hex(part))
      decode_hex(bytes, size /= 2, flip, out);
    else
      size = rowkey_unescape(part->written->escape, bytes, size, flip, out);
    if (reversed) reverse(out, size);
    return size;
  }
  if (part->kind == PART_TEXT_PADDED) size = without_padding(bytes, size, flip);
  if (reversed)
    copy_reversed(bytes, size, flip, out);
  else
    copy_flipped(bytes, size, flip, out);
  return size;
}

/* Text that is in the key as it is, but for its padding. */
static struct rowkey_strings unpad(const struct field *field, const struct rowkey_strings *strings,
                                   size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    uint64_t begin = strings->begin[i];
    field->end[i] = begin + without_padding(strings->bytes + begin, (size_t)(strings->end[i] - begin), 0);
  }
  return (struct rowkey_strings){strings->bytes, strings->size, strings->begin, field->end};
}

bool rowkey_copies_text(const struct field *field) {
  if (field->form == FIELD_TEXT && (is_hex(field->part) || part_delimits_itself(field->part))) return true;
  return field->form == FIELD_MESSAGE || field->part->inverted;
}

size_t rowkey_read_texts(struct block *block, const struct field *field, const struct rowkey_strings *strings,
                         size_t rows, struct rowkey_strings *texts) {
  const struct part *part = field->part;
  *texts = *strings;
  if (!rowkey_copies_text(field)) {
    if (part->kind == PART_TEXT_PADDED) *texts = unpad(field, strings, rows);
    return rows;
  }
  uint8_t *out = next_text(block);
  uint64_t at = 0;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *bytes = strings->bytes + strings->begin[i];
    size_t size = (size_t)(strings->end[i] - strings->begin[i]);
    if (is_hex(part) && size % 2 != 0) {
      rows = rowkey_bad_digits(block, field, i, bytes, size);
      break;
    }
    field->begin[i] = at;
    field->end[i] = at += read_text(field, bytes, size, out + at);
  }
  block->decoder->texts_used += (size_t)at;
  *texts = (struct rowkey_strings){out, at, field->begin, field->end};
  return rows;
}
