/* Functions of text, byte by byte. */
#include <string.h>

#include "oracle.h"

const char *const text_call_names[TEXT_CALLS] = {[PREFIX_CALL] = "prefix",
                                                 [SLICE_CALL] = "slice",
                                                 [TRIM_CALL] = "trim",
                                                 [LOWER_CALL] = "lower",
                                                 [UPPER_CALL] = "upper",
                                                 [REVERSE_LABELS_CALL] = "reverse_labels",
                                                 [UTF16LE_CALL] = "utf16le",
                                                 [HASH_TAG_CALL] = "hash_tag",
                                                 [WITHOUT_CALL] = "without",
                                                 [TRIM_RIGHT_CALL] = "trim",
                                                 [PREFIX_CHARACTERS_CALL] = "prefix"};

static bool is_space(uint8_t byte) { return byte != 0 && strchr(" \t\n\v\f\r", byte) != NULL; }

static void append_slice(const struct result *text, uint64_t from, uint64_t count, struct bytes *made) {
  for (uint64_t i = 0; i < text->size; i++)
    if (i >= from && i - from < count) append(made, text->text + i, 1);
}

static void append_trimmed(const struct result *text, struct bytes *made) {
  size_t begin = 0, end = text->size;
  while (begin < end && is_space(text->text[begin])) begin++;
  while (end > begin && is_space(text->text[end - 1])) end--;
  append(made, text->text + begin, end - begin);
}

static void append_without_end(const struct result *text, const uint8_t *byte, struct bytes *made) {
  size_t end = text->size;
  while (end > 0 && (byte == NULL ? is_space(text->text[end - 1]) : text->text[end - 1] == *byte)) end--;
  append(made, text->text, end);
}

/* By the table of the Unicode standard (3.6, D92): the bits that say how long a sequence is. */
static void append_characters(const struct result *text, uint64_t count, struct bytes *made) {
  size_t at = 0;
  for (; count > 0 && at < text->size; count--) {
    const uint8_t first = text->text[at];
    size_t size = first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 1;
    while (size > 0 && at < text->size) size--, at++;
  }
  append(made, text->text, at);
}

/* Redis Cluster's specification, "Hash tags". */
static void append_hash_tag(const struct result *text, struct bytes *made) {
  size_t open = 0, close;
  while (open < text->size && text->text[open] != '{') open++;
  for (close = open + 1; close < text->size && text->text[close] != '}';) close++;
  const bool tagged = close < text->size && close > open + 1;
  append(made, text->text + (tagged ? open + 1 : 0), tagged ? close - open - 1 : text->size);
}

static void append_in_case(const struct result *text, const char *from, const char *to, struct bytes *made) {
  for (size_t i = 0; i < text->size; i++) {
    const uint8_t byte = text->text[i];
    const char *letter = byte == 0 ? NULL : strchr(from, byte);
    append(made, letter == NULL ? &byte : (const uint8_t *)to + (letter - from), 1);
  }
}

/* From the last label to the first. */
static void append_labels(const struct result *text, uint8_t separator, struct bytes *made) {
  size_t end = text->size;
  for (size_t at = text->size; at-- > 0;) {
    if (text->text[at] != separator) continue;
    append(made, text->text + at + 1, end - at - 1);
    append(made, &separator, 1);
    end = at;
  }
  append(made, text->text, end);
}

static void append_unit(struct bytes *made, uint32_t unit) {
  append(made, (const uint8_t[]){(uint8_t)(unit & 255), (uint8_t)(unit >> 8)}, 2);
}

/* By the table of the Unicode standard (3.9, D92): bits from bytes, then what is too long or no character. */
static bool append_utf16(const struct result *text, struct bytes *made) {
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  for (size_t at = 0; at < text->size;) {
    const uint8_t first = text->text[at++];
    const unsigned more = first < 0x80       ? 0
                          : first >> 5 == 6  ? 1
                          : first >> 4 == 14 ? 2
                          : first >> 3 == 30 ? 3
                                             : 4;
    if (more == 4 || more > text->size - at) return false;
    uint32_t point = more == 0 ? first : first & (0x3fu >> more);
    for (unsigned i = 0; i < more; i++, at++) {
      if (text->text[at] >> 6 != 2) return false;
      point = point * 64 + text->text[at] % 64;
    }
    if (point < least[more] || point > 0x10ffff || point >> 11 == 27) return false;
    if (more == 3) {
      append_unit(made, 0xd800 + (point - 0x10000) / 1024);
      point = 0xdc00 + point % 1024;
    }
    append_unit(made, point);
  }
  return true;
}

bool call_of_text(enum text_call_kind call, struct text_numbers numbers, struct result *result,
                  struct bytes *text) {
  static const char lower[] = "abcdefghijklmnopqrstuvwxyz", upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  struct bytes made = {.size = 0};
  switch (call) {
    case PREFIX_CALL:
    case SLICE_CALL:
      append_slice(result, numbers.from, numbers.count, &made);
      break;
    case TRIM_CALL:
      append_trimmed(result, &made);
      break;
    case TRIM_RIGHT_CALL:
      append_without_end(result, numbers.has_separator ? &numbers.separator : NULL, &made);
      break;
    case PREFIX_CHARACTERS_CALL:
      append_characters(result, numbers.count, &made);
      break;
    case HASH_TAG_CALL:
      append_hash_tag(result, &made);
      break;
    case LOWER_CALL:
      append_in_case(result, upper, lower, &made);
      break;
    case REVERSE_LABELS_CALL:
      append_labels(result, numbers.separator, &made);
      break;
    case WITHOUT_CALL:
      for (size_t i = 0; i < result->size; i++)
        if (result->text[i] == numbers.separator) return false;
      append(&made, result->text, result->size);
      break;
    case UTF16LE_CALL:
      if (!append_utf16(result, &made)) return false;
      break;
    default:
      append_in_case(result, lower, upper, &made);
      break;
  }
  made.overflowed = made.overflowed || text->overflowed;
  *text = made;
  result->text = text->at;
  result->size = text->size;
  return true;
}
