#include "layout/format.h"

#include <string.h>

#include "text/tokens.h"

/* A format while it is read. */
struct reader {
  const struct diagnostic *diagnostic;
  struct slice word; /* without a leading ~ */
  size_t offset;     /* of the format in the template */
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
      {"esc", {.kind = FORMAT_ESCAPE_TERMINATED}},
      {"mem", {.kind = FORMAT_ESCAPE_GROUPS}},
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
  unsigned largest = decimal ? HASH_DECIMAL_WIDTH_MAX : HASH_HEX_WIDTH_MAX;
  unsigned width = word.at[0] == '0' ? parse_width(word.at + 1, word.size - 2) : 0;
  if (width == 0 || width > largest)
    return bad_width(reader,
                     decimal ? "d, or with leading zeros 01d to 020d of integers, to 039d of hashes"
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

/* What stands in parentheses after 16s: a string, whose one byte is the padding. */
static bool parse_padding(const struct reader *reader, struct slice string, struct format *format) {
  enum { LONGEST_BYTE = 6 }; /* "\x20" */
  char bytes[LONGEST_BYTE];
  char *resolved = bytes;
  size_t at = (size_t)(string.at - reader->diagnostic->text);
  if (format->kind != FORMAT_TEXT || format->width == 0 || format->pads_left)
    return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, at - 1, "a width of text before it: 16s(\" \")",
                       "this format takes no padding byte");
  struct slice padding = {NULL, 0};
  if (string.size <= LONGEST_BYTE && !rowkey_read_string(reader->diagnostic, &at, &resolved, &padding))
    return false;
  if (padding.size != 1)
    return rowkey_fail(reader->diagnostic, ROWKEY_ERROR_TYPE, (size_t)(string.at - reader->diagnostic->text),
                       "a string of one byte, such as \" \"", "this is no byte to pad text with");
  format->padding = (uint8_t)bytes[0];
  return true;
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
  struct reader reader = {diagnostic, {word.at + inverted, word.size - inverted}, offset};
  /* The lexer has found the string in the parentheses. */
  const char *parenthesis = memchr(reader.word.at, '(', reader.word.size);
  struct slice string = {NULL, 0};
  if (parenthesis != NULL) {
    string = (struct slice){parenthesis + 1, (size_t)(word.at + word.size - parenthesis) - 2};
    reader.word.size = (size_t)(parenthesis - reader.word.at);
  }
  if (reader.word.size == 0)
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, offset + 1, FORMATS_KNOWN,
                       "the format after ~ is missing");
  if (!parse_plain(&reader, format) || (parenthesis != NULL && !parse_padding(&reader, string, format)))
    return false;
  format->inverted = inverted;
  return true;
}
