/* How formats write a text: padded to a width, or after its length. */
#include "plan/text_rows.h"
#include "simd/memory.h"

/* ---- 16s("x") and 016s --------------------------------------------------------------------------- */

/* The last word may share bytes with the one before it. */
TEXT_INLINE void fill_text(uint8_t *out, uint8_t byte, size_t size) {
  const uint64_t word = EACH_BYTE(byte);
  if (size >= 8) {
    for (size_t at = 0; at + 8 < size; at += 8) memcpy(out + at, &word, 8);
    memcpy(out + size - 8, &word, 8);
  } else if (size >= 4) {
    memcpy(out, &word, 4);
    memcpy(out + size - 4, &word, 4);
  } else if (size > 0) {
    out[0] = out[size / 2] = out[size - 1] = byte;
  }
}

/* A text with the padding's byte on the padded side would come back shorter. */
TEXT_INLINE size_t pad(const struct text_call *call, bool left, const uint8_t *text, size_t size,
                       uint8_t *out) {
  if (size > call->count || (size > 0 && text[left ? 0 : size - 1] == call->byte)) return NO_TEXT;
  const size_t width = (size_t)call->count, padding = width - size;
  fill_text(left ? out : out + size, call->byte, padding);
  copy_text(left ? out + padding : out, text, size);
  return width;
}

TEXT_INLINE size_t pad_right(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  return pad(call, false, text, size, out);
}

TEXT_INLINE size_t pad_left(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  return pad(call, true, text, size, out);
}

TEXT_INLINE struct text_growth grows_to_width(const struct text_call *call) {
  return (struct text_growth){0, call->count, UINT64_MAX};
}

size_t rowkey_without_padding(const uint8_t *bytes, size_t size, uint8_t padding) {
  const uint64_t word = padding * UINT64_C(0x0101010101010101);
  for (; size >= 8; size -= 8) {
    const uint64_t last = load_be64(bytes + size - 8) ^ word;
    if (last != 0) return size - (size_t)__builtin_ctzll(last) / 8;
  }
  while (size > 0 && bytes[size - 1] == padding) size--;
  return size;
}

static void leave_padding_right(const struct text_call *call, uint8_t flip, const uint8_t **bytes,
                                size_t *size) {
  *size = rowkey_without_padding(*bytes, *size, call->byte ^ flip);
}

static void leave_padding_left(const struct text_call *call, uint8_t flip, const uint8_t **bytes,
                               size_t *size) {
  for (; *size > 0 && **bytes == (call->byte ^ flip); --*size) ++*bytes;
}

static uint64_t padded_width(const struct text_call *call) { return call->count; }

static struct rowkey_making make_padded_right(const struct text_call *call) {
  return (struct rowkey_making){.kind = ROWKEY_MAKE_PADDED_RIGHT, .byte = call->byte, .most = call->count};
}

static struct rowkey_making make_padded_left(const struct text_call *call) {
  return (struct rowkey_making){.kind = ROWKEY_MAKE_PADDED_LEFT, .byte = call->byte, .most = call->count};
}

TEXT_CHANGE_LOOPS(pad_right, grows_to_width)
TEXT_CHANGE_LOOPS(pad_left, grows_to_width)

const struct text_function rowkey_text_padded_right = {
    .reversible = true,
    .adds_byte = true,
    .growth = grows_to_width,
    .making = make_padded_right,
    TEXT_CHANGES(pad_right),
    .leave_text = leave_padding_right,
    .longest = padded_width,
    .padded_side = "end",
    .order_problem = "other bytes may be less than the padding (16s sorts)",
};

const struct text_function rowkey_text_padded_left = {
    .reversible = true,
    .adds_byte = true,
    .growth = grows_to_width,
    .making = make_padded_left,
    TEXT_CHANGES(pad_left),
    .leave_text = leave_padding_left,
    .longest = padded_width,
    .padded_side = "begin",
    .order_problem = "shorter texts move to the right (16s sorts)",
};

/* ---- u16s ---------------------------------------------------------------------------------------- */

/* Writes the length, big-endian in `count` bytes, and then the text. */
TEXT_INLINE size_t write_counted(const struct text_call *call, const uint8_t *text, size_t size,
                                 uint8_t *out) {
  const size_t bytes = (size_t)call->count;
  if (bytes < sizeof(uint64_t) && (uint64_t)size >> 8 * bytes != 0) return NO_TEXT;
  for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)((uint64_t)size >> 8 * (bytes - 1 - i));
  copy_text(out + bytes, text, size);
  return bytes + size;
}

TEXT_INLINE struct text_growth grows_by_count(const struct text_call *call) {
  return (struct text_growth){1, call->count, UINT64_MAX};
}

static void leave_count(const struct text_call *call, uint8_t flip, const uint8_t **bytes, size_t *size) {
  (void)flip;
  *bytes += call->count;
  *size -= (size_t)call->count;
}

/* Texts of 2^64 bytes there are none. */
static uint64_t longest_counted(const struct text_call *call) { return (UINT64_C(1) << 8 * call->count) - 1; }

static struct rowkey_making make_counted(const struct text_call *call) {
  struct rowkey_making making = making_of_whole(ROWKEY_MAKE_PART);
  making.counted = (uint8_t)call->count;
  return making;
}

TEXT_CHANGE_LOOPS(write_counted, grows_by_count)

const struct text_function rowkey_text_counted = {
    .reversible = true,
    .makes_any = true,
    .growth = grows_by_count,
    .making = make_counted,
    TEXT_CHANGES(write_counted),
    .leave_text = leave_count,
    .longest = longest_counted,
    .order_problem = "shorter texts come before longer ones (esc and mem sort)",
};
