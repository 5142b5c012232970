#include "layout/format.h"

#include <stdio.h>
#include <string.h>

#include "plan/facts.h"
#include "text/tokens.h"

/* A format while it is read. */
struct reader {
  const struct diagnostic *diagnostic;
  struct slice word; /* without a leading ~ */
  size_t offset;     /* of the format in the template */
  bool has_strings;  /* after the word */
};

/* The decimal number of one to five digits that begins with none of them 0; 0 when there is none. */
static unsigned parse_width(const char *text, size_t size) {
  unsigned width = 0;
  if (size == 0 || size > 5 || text[0] == '0') return 0;
  for (size_t i = 0; i < size; i++) {
    if (text[i] < '0' || text[i] > '9') return 0;
    width = width * 10 + (unsigned)(text[i] - '0');
  }
  return width;
}

static bool only_digits(const char *text, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (text[i] < '0' || text[i] > '9') return false;
  return true;
}

static bool bad_width(const struct reader *reader, const char *expected) {
  return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, reader->offset, expected,
                     "%s has no width that is allowed", rowkey_show(reader->word).text);
}

static bool unknown(const struct reader *reader) {
  return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, reader->offset, FORMATS_KNOWN,
                     "there is no format %s", rowkey_show(reader->word).text);
}

/* Formats that are one fixed word. */
static bool find_word(struct slice word, struct format *format) {
  static const struct {
    const char *word;
    struct format format;
  } words[] = {
      {"d", {.kind = FORMAT_DECIMAL}},
      {"x", {.kind = FORMAT_HEX}},
      {"X", {.kind = FORMAT_HEX, .upper = true}},
      {"s", {.kind = FORMAT_TEXT}},
      {"a", {.kind = FORMAT_LETTER}},
      {"f32", {.kind = FORMAT_FLOAT, .width = 4}},
      {"f64", {.kind = FORMAT_FLOAT, .width = 8}},
      {"f32be", {.kind = FORMAT_FLOAT, .width = 4, .as_stored = true}},
      {"f64be", {.kind = FORMAT_FLOAT, .width = 8, .as_stored = true}},
      {"esc", {.kind = FORMAT_ESCAPE_TERMINATED, .rule = {{0x00, 0xff}, {0}, {0x00, 0x01}, 2, false}}},
      {"mem", {.kind = FORMAT_ESCAPE_GROUPS}},
      {"varint", {.kind = FORMAT_VARINT}},
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!slice_is(word, words[i].word)) continue;
    *format = words[i].format;
    return true;
  }
  return false;
}

/* u16s: text after its length of so many bits. */
static bool parse_counted(const struct reader *reader, struct format *format) {
  const struct slice word = reader->word;
  if (!only_digits(word.at + 1, word.size - 2)) return unknown(reader);
  const unsigned bits = parse_width(word.at + 1, word.size - 2);
  if (bits == 0 || bits % 8 != 0 || bits > 64)
    return bad_width(reader, "u8s, u16s, u24s, u32s, u40s, u48s, u56s or u64s");
  *format = (struct format){.kind = FORMAT_COUNTED, .width = bits / 8};
  return true;
}

/* u8, i64, i32le: a letter, a number of bits, and which end of the integer comes first. */
static bool parse_binary(const struct reader *reader, struct format *format) {
  struct slice word = reader->word;
  bool is_signed = word.at[0] == 'i';
  const char *order = word.size > 2 ? word.at + word.size - 2 : "";
  if (!is_signed && word.at[word.size - 1] == 's') return parse_counted(reader, format);
  bool little = strncmp(order, "le", 2) == 0;
  bool big = is_signed && strncmp(order, "be", 2) == 0;
  size_t digits = word.size - 1 - (little || big ? 2 : 0);
  if (!only_digits(word.at + 1, digits)) return unknown(reader);
  unsigned bits = parse_width(word.at + 1, digits);
  if (bits == 0 || bits % 8 != 0 || bits > 64)
    return bad_width(reader, "u8, u16, u24, u32, u40, u48, u56, u64, or i in place of u");
  *format = (struct format){.kind = little      ? is_signed ? FORMAT_TWOS_LITTLE : FORMAT_UNSIGNED_LITTLE
                                    : big       ? FORMAT_TWOS_COMPLEMENT
                                    : is_signed ? FORMAT_SIGNED
                                                : FORMAT_UNSIGNED,
                            .width = bits / 8};
  return true;
}

/* 07d, 016x, 08X: a zero, a width and a letter. */
static bool parse_padded(const struct reader *reader, struct format *format) {
  struct slice word = reader->word;
  bool decimal = word.at[word.size - 1] == 'd';
  unsigned largest = reader->has_strings ? DIGITS_WIDTH_MAX
                     : decimal           ? HASH_DECIMAL_WIDTH_MAX
                                         : HASH_HEX_WIDTH_MAX;
  unsigned width = word.at[0] == '0' ? parse_width(word.at + 1, word.size - 2) : 0;
  if (width == 0 || width > largest)
    return bad_width(reader,
                     reader->has_strings ? "01d to 064d before an alphabet"
                     : decimal ? "d, or with leading zeros 01d to 020d of integers, to 039d of hashes"
                               : "x, or with leading zeros 01x to 016x of integers, of hashes to all digits");
  *format = (struct format){
      .kind = decimal ? FORMAT_DECIMAL : FORMAT_HEX, .width = width, .upper = word.at[word.size - 1] == 'X'};
  return true;
}

static bool parse_text(const struct reader *reader, struct format *format) {
  const struct slice word = reader->word;
  const bool left = word.at[0] == '0';
  const unsigned width = parse_width(word.at + left, word.size - 1 - left);
  if (width == 0 || width > TEXT_WIDTH_MAX) return bad_width(reader, "s, 1s to 32767s, or 01s to 032767s");
  *format = (struct format){
      .kind = FORMAT_TEXT, .width = width, .padding = (uint8_t)(left ? '0' : 0), .pads_left = left};
  return true;
}

/* ---- What stands in parentheses ---------------------------------------------------------------- */

/* The strings, as the lexer has found them, and where the first one stands in the template. */
struct strings {
  enum { STRINGS_MAX = 3, STRINGS_BYTES = 4 * DIGITS_BASE_MAX + sizeof "\"\"" } unused;
  struct slice list[STRINGS_MAX];
  size_t count, offset;
  char bytes[STRINGS_BYTES];
};

static bool read_strings(const struct reader *reader, struct slice source, struct strings *strings) {
  const char *end = source.at + source.size;
  char *resolved = strings->bytes;
  size_t at = (size_t)(source.at - reader->diagnostic->text);
  strings->offset = at;
  if (source.size > STRINGS_BYTES) return true; /* more than any format takes: no string */
  for (; reader->diagnostic->text + at < end; at++) {
    if (reader->diagnostic->text[at] != '"') continue;
    if (strings->count == STRINGS_MAX) {
      strings->count++; /* too many */
      return true;
    }
    if (!rowkey_read_string(reader->diagnostic, &at, &resolved, &strings->list[strings->count++]))
      return false;
    at--;
  }
  return true;
}

/* A string whose one byte is the padding of 16s. */
static bool parse_padding(const struct reader *reader, const struct strings *strings, struct format *format) {
  if (format->kind != FORMAT_TEXT || format->width == 0 || format->pads_left)
    return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, strings->offset - 1,
                       "a width of text before it: 16s(\" \")", "this format takes no padding byte");
  if (strings->count != 1 || strings->list[0].size != 1)
    return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, strings->offset,
                       "a string of one byte, such as \" \"", "this is not a byte to pad text with");
  format->padding = (uint8_t)strings->list[0].at[0];
  return true;
}

/* Whether text is recovered from what the rule writes, and sorts by it. What 00 and 01 become begins with 00,
 * or 01 where that is changed as well, so that it is less than the bytes that stay; and what ends the text,
 * even if nothing, is less than both. */
static bool keeps_text(const struct rowkey_escape *rule) {
  const uint8_t first = rule->changes_one ? rule->one[0] : rule->zero[0];
  return rule->zero[0] <= first && first <= (rule->changes_one ? 1 : 0) &&
         memcmp(rule->end, rule->zero, rule->end_size) <= (rule->end_size == 2 ? -1 : 0) &&
         (!rule->changes_one || memcmp(rule->zero, rule->one, 2) < 0);
}

/* What 00 becomes, what 01 becomes, which may be left out, and what ends the text. */
static bool parse_rule(const struct reader *reader, const struct strings *strings, struct format *format) {
  const bool has_one = strings->count == STRINGS_MAX;
  const struct slice *list = strings->list, end = list[has_one ? 2 : 1];
  struct rowkey_escape *rule = &format->rule;
  *rule = (struct rowkey_escape){.end_size = (uint8_t)end.size, .changes_one = has_one};
  if ((strings->count != 2 && !has_one) || list[0].size != 2 || (has_one && list[1].size != 2) ||
      end.size > 2)
    return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, strings->offset,
                       "what \\x00 becomes, in two bytes, and what ends the text, in two at most, such as "
                       "esc(\"\\x00\\x01\", \"\\x00\\x00\"); between them may stand what \\x01 becomes",
                       "this is not a rule for text that shows its end");
  memcpy(rule->zero, list[0].at, 2);
  if (rule->changes_one) memcpy(rule->one, list[1].at, 2);
  if (end.size > 0) memcpy(rule->end, end.at, end.size);
  if (keeps_text(rule)) return true;
  return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, strings->offset,
                     "strings that rise from the end of the text to what \\x00 becomes, and on to what "
                     "\\x01 becomes, which begin with \\x00, or with \\x01 where that is changed",
                     "text written by this rule does not sort or cannot be recovered");
}

/* The name of a form of integers; no string at all is an error as well. */
static bool parse_varint(const struct reader *reader, const struct strings *strings, struct format *format) {
  const struct varint_rule *rule;
  char names[100] = "";
  for (size_t i = 0; (rule = rowkey_varint_at(i)) != NULL; i++) {
    if (strings->count == 1 && slice_is(strings->list[0], rule->name)) {
      format->varint = rule;
      return true;
    }
    const size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, "%svarint(\"%s\")", i == 0 ? "" : ", ", rule->name);
  }
  return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, strings->offset, names,
                     "varint takes the name of a form of integers");
}

/* The alphabet has no digit twice, and the width no digit that must be the first one of it. */
static bool parse_alphabet(const struct reader *reader, const struct strings *strings,
                           struct format *format) {
  const struct slice text = strings->list[0];
  struct alphabet *alphabet = &format->alphabet;
  bool good = strings->count == 1 && text.size >= 2 && text.size <= DIGITS_BASE_MAX;
  for (size_t i = 0; good && i < text.size; i++) {
    alphabet->digits[i] = (uint8_t)text.at[i];
    good = text.at[i] > ' ' && text.at[i] <= '~' && memchr(text.at, text.at[i], i) == NULL;
  }
  if (!good)
    return rowkey_fail(
        reader->diagnostic, ROWKEY_ERROR_TYPE, strings->offset,
        "one string of 2 to 94 characters of ASCII, all different and no blank among them, such "
        "as \"0123456789abcdefghijklmnopqrstuvwxyz\"",
        "this is not an alphabet for the digits of a number");
  alphabet->base = (unsigned)text.size;
  const unsigned most = (unsigned)rowkey_digits(UINT64_MAX, alphabet->base);
  char expected[80];
  snprintf(expected, sizeof expected, "01d to 0%ud before this alphabet", most);
  if (format->width == 0 || format->width > most) return bad_width(reader, expected);
  format->kind = FORMAT_DIGITS;
  return true;
}

static bool parse_parentheses(const struct reader *reader, struct slice source, struct format *format) {
  struct strings strings = {.count = 0};
  if (!read_strings(reader, source, &strings)) return false;
  if (format->kind == FORMAT_VARINT) return parse_varint(reader, &strings, format);
  if (format->kind == FORMAT_DECIMAL) return parse_alphabet(reader, &strings, format);
  return format->kind == FORMAT_ESCAPE_TERMINATED ? parse_rule(reader, &strings, format)
                                                  : parse_padding(reader, &strings, format);
}

static bool parse_plain(const struct reader *reader, struct format *format) {
  struct slice word = reader->word;
  if (find_word(word, format)) return true;
  if (word.size > 1 && only_digits(word.at, word.size - 1)) {
    switch (word.at[word.size - 1]) {
      case 'd':
      case 'x':
      case 'X':
        return parse_padded(reader, format);
      case 's':
        return parse_text(reader, format);
      default:
        return unknown(reader);
    }
  }
  bool binary =
      (word.at[0] == 'u' || word.at[0] == 'i') && word.size > 1 && word.at[1] >= '0' && word.at[1] <= '9';
  return binary ? parse_binary(reader, format) : unknown(reader);
}

bool rowkey_parse_format(const struct diagnostic *diagnostic, struct slice word, size_t offset,
                         struct format *format) {
  const bool inverted = word.at[0] == '~';
  struct reader reader = {diagnostic, {word.at + inverted, word.size - inverted}, offset, false};
  const char *parenthesis = memchr(reader.word.at, '(', reader.word.size);
  struct slice strings = {NULL, 0};
  if (parenthesis != NULL) {
    strings = (struct slice){parenthesis + 1, (size_t)(word.at + word.size - parenthesis) - 2};
    reader.word.size = (size_t)(parenthesis - reader.word.at);
    reader.has_strings = true;
  }
  if (reader.word.size == 0)
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, offset + 1, FORMATS_KNOWN,
                       "the format after ~ is missing");
  if (!parse_plain(&reader, format) || (parenthesis != NULL && !parse_parentheses(&reader, strings, format)))
    return false;
  if (format->kind == FORMAT_VARINT && parenthesis == NULL)
    return parse_varint(&reader, &(struct strings){.offset = offset}, format);
  format->inverted = inverted;
  return true;
}
