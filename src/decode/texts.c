/* Reads text from the form in which it was written. */
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

/* Leaves of a field's bytes those of its text: without padding, and without its length before it. All are
 * combined with `flip` in the key, like those of the next functions. */
static void leave_text(const struct part *part, uint8_t flip, const uint8_t **bytes, size_t *size) {
  const struct text_call *call = part_call(part);
  if (call != NULL)
    call->function->leave_text(call, flip, bytes, size);
  else if (part->kind == PART_TEXT_PADDED)
    *size = rowkey_without_padding(*bytes, *size, flip);
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

static bool is_escaped(const struct part *part) { return part->written->kind == VALUE_ESCAPED_TEXT; }

/* Whether the text of a message is turned round while it is copied, and not after calls are undone. */
static bool reverses_at_once(const struct field *field) {
  return field->form == FIELD_MESSAGE && !field_is_undone(field, field->part->value);
}

/* Writes the text of one row, and returns its length. */
static size_t read_text(const struct field *field, const uint8_t *bytes, size_t size, uint8_t *out) {
  const struct part *part = field->part;
  uint8_t flip = part->inverted ? 0xff : 0;
  bool reversed = reverses_at_once(field);
  if (is_hex(part) || is_escaped(part)) {
    if (is_hex(part))
      decode_hex(bytes, size /= 2, flip, out);
    else
      size = rowkey_unescape(part->written, bytes, size, flip, out);
    if (reversed) reverse(out, size);
    return size;
  }
  leave_text(part, flip, &bytes, &size);
  if (reversed)
    copy_reversed(bytes, size, flip, out);
  else
    copy_flipped(bytes, size, flip, out);
  return size;
}

/* Text that is in the key as it is, but for what stands around it. */
static struct rowkey_strings find_texts(const struct field *field, const struct rowkey_strings *strings,
                                        size_t rows) {
  if (field->part->kind != PART_TEXT_PADDED && part_call(field->part) == NULL) return *strings;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *text = strings->bytes + strings->begin[i];
    size_t size = (size_t)(strings->end[i] - strings->begin[i]);
    leave_text(field->part, 0, &text, &size);
    field->begin[i] = (uint64_t)(text - strings->bytes);
    field->end[i] = field->begin[i] + size;
  }
  return (struct rowkey_strings){strings->bytes, strings->size, field->begin, field->end};
}

bool rowkey_copies_text(const struct field *field) {
  const bool is_text = field->form == FIELD_TEXT || field->form == FIELD_MESSAGE;
  if (is_text && (is_hex(field->part) || is_escaped(field->part))) return true;
  return reverses_at_once(field) || field->part->inverted;
}

static size_t copy_texts(struct block *block, const struct field *field, const struct rowkey_strings *strings,
                         size_t rows, struct rowkey_strings *texts) {
  uint8_t *out = next_text(block);
  uint64_t at = 0;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *bytes = strings->bytes + strings->begin[i];
    size_t size = (size_t)(strings->end[i] - strings->begin[i]);
    if (is_hex(field->part) && size % 2 != 0) {
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

/* The texts that `value` was made from; `strings` is the field as it is in the key. */
static size_t undo_call(struct block *block, const struct field *field, const struct value *value,
                        const struct rowkey_strings *strings, size_t rows, struct rowkey_strings *texts) {
  const struct text_function *function = value->call.function;
  uint8_t *out = next_text(block);
  uint64_t at = 0;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *text = texts->bytes + texts->begin[i];
    const size_t length = (size_t)(texts->end[i] - texts->begin[i]);
    const size_t size =
        (function->undo != NULL ? function->undo : function->change)(&value->call, text, length, out + at);
    if (size == NO_TEXT) {
      const struct shown call = rowkey_show(value->source);
      rows = rowkey_bad_field(block, field, i, strings->bytes + strings->begin[i],
                              (size_t)(strings->end[i] - strings->begin[i]), "%s",
                              function->makes_utf16 ? "text in UTF-16LE" : call.text);
      break;
    }
    field->begin[i] = at;
    field->end[i] = at += size;
  }
  block->decoder->texts_used += (size_t)at;
  *texts = (struct rowkey_strings){out, at, field->begin, field->end};
  return rows;
}

size_t rowkey_read_texts(struct block *block, const struct field *field, const struct rowkey_strings *strings,
                         size_t rows, struct rowkey_strings *texts) {
  const struct rowkey_strings part = *strings; /* they may be the same */
  if (rowkey_copies_text(field))
    rows = copy_texts(block, field, &part, rows, texts);
  else
    *texts = find_texts(field, &part, rows);
  const struct value *value = field->part->value;
  for (; field_is_undone(field, value); value = value->a)
    rows = undo_call(block, field, value, &part, rows, texts);
  if (field->form != FIELD_MESSAGE || reverses_at_once(field)) return rows;
  /* The last call has put them where nothing else is. */
  uint8_t *undone = next_text(block) - texts->size;
  for (size_t i = 0; i < rows; i++)
    reverse(undone + texts->begin[i], (size_t)(texts->end[i] - texts->begin[i]));
  return rows;
}
