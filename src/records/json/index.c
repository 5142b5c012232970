#include "records/json/index.h"

#include <string.h>

#include "records/bytes.h"
#include "text/utf8.h"

static void *create_index(void) { return calloc(1, sizeof(struct byte_room)); }

static void free_index(void *index) {
  free(((struct byte_room *)index)->bytes);
  free(index);
}

static bool is_utf8(const uint8_t *text, size_t size) {
  uint32_t point;
  for (size_t at = 0; at < size;) {
    const unsigned length = utf8_code_point(text + at, size - at, &point);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

/* What bytes outside of strings are. Those that JSON has no use for belong to a scalar, but for two that
 * simdjson takes for marks: where the flaw is, both indexes say alike. */
enum { SCALAR, BLANK, MARK, QUOTE, BACKSLASH };
static const uint8_t classes[256] = {
    [' '] = BLANK, ['\t'] = BLANK,     ['\n'] = BLANK, ['\r'] = BLANK, ['{'] = MARK,
    ['}'] = MARK,  ['['] = MARK,       [']'] = MARK,   [':'] = MARK,   [','] = MARK,
    ['"'] = QUOTE, ['\\'] = BACKSLASH, ['\f'] = MARK,  [0x1a] = MARK};

/* The string's quote that follows byte `at`, or `size`. Notes control characters and bytes beyond ASCII. */
static size_t find_quote(const uint8_t *text, size_t size, size_t at, bool *has_control, uint8_t *any) {
  for (; at < size && text[at] != '"'; at++) {
    *has_control |= text[at] < ' ';
    *any |= text[at];
    if (text[at] != '\\' || at + 1 == size) continue;
    at++;
    *has_control |= text[at] < ' ';
    *any |= text[at];
  }
  return at;
}

/* A string or another scalar begins where no other one goes on. */
static rowkey_status find_places(void *index, const uint8_t *text, size_t size, const uint32_t **places,
                                 size_t *count, const char **fault) {
  struct byte_room *room = index;
  bool in_scalar = false, has_control = false;
  uint8_t any = 0;
  size_t found = 0;
  if (size > UINT32_MAX - 1 || !byte_room_reserve(room, (size + 1) * sizeof(uint32_t)))
    return ROWKEY_ERROR_MEMORY;
  uint32_t *out = (uint32_t *)(void *)room->bytes;
  for (size_t at = 0; at < size; at++) {
    const uint8_t class = classes[text[at]];
    any |= text[at];
    if (class != BLANK && !(in_scalar && class != MARK)) out[found++] = (uint32_t)at;
    if (class == QUOTE) at = find_quote(text, size, at + 1, &has_control, &any);
    if (class == QUOTE && at >= size) {
      *fault = "has a string that does not end";
      return ROWKEY_ERROR_SYNTAX;
    }
    in_scalar = class == SCALAR || class == BACKSLASH;
    /* A quote after it begins no string. */
    at += class == BACKSLASH && at + 1 < size && (text[at + 1] == '"' || text[at + 1] == '\\');
  }
  *fault = has_control  ? "has a control character in a string, which JSON writes as \\u and four digits"
           : found == 0 ? "is empty"
           : (any & 0x80) != 0 && !is_utf8(text, size) ? "is not UTF-8"
                                                       : NULL;
  out[found] = (uint32_t)size;
  *places = out;
  *count = found;
  return *fault == NULL ? ROWKEY_OK : ROWKEY_ERROR_SYNTAX;
}

const rowkey_json_index rowkey_json_index_plain = {create_index, free_index, find_places};
