#include "plain_json.h"

#include <string.h>

#include "reference/reference.h"

/* GOOD so far; BAD for the tool, too; UNCHECKED: no JSON, which the tool may not notice. */
enum verdict { GOOD, BAD, UNCHECKED };

enum { DEPTH_MAX = 64 }; /* of what no column names: deeper is not looked at */

struct parser {
  const struct plain_path *paths;
  size_t path_count;
  const uint8_t *text;
  size_t at, end;
  struct plain_record *record;
  size_t used; /* of the record's text */
};

static int next_byte(const struct parser *parser) {
  return parser->at < parser->end ? parser->text[parser->at] : -1;
}

static void skip_blanks(struct parser *parser) {
  while (parser->at < parser->end && memchr(" \t\n\r", parser->text[parser->at], 4) != NULL) parser->at++;
}

static bool take(struct parser *parser, char byte) {
  skip_blanks(parser);
  if (next_byte(parser) != byte) return false;
  parser->at++;
  return true;
}

static bool take_word(struct parser *parser, const char *word) {
  const size_t size = strlen(word);
  if (parser->end - parser->at < size || memcmp(parser->text + parser->at, word, size) != 0) return false;
  parser->at += size;
  return true;
}

/* ---- Strings ------------------------------------------------------------------------------------- */

static void append_point(struct parser *parser, uint32_t point) {
  uint8_t *out = parser->record->text + parser->used;
  size_t size = 1;
  if (point < 0x80) {
    out[0] = (uint8_t)point;
  } else if (point < 0x800) {
    out[0] = (uint8_t)(0xc0 | point >> 6);
    size = 2;
  } else if (point < 0x10000) {
    out[0] = (uint8_t)(0xe0 | point >> 12);
    size = 3;
  } else {
    out[0] = (uint8_t)(0xf0 | point >> 18);
    size = 4;
  }
  for (size_t i = 1; i < size; i++) out[i] = (uint8_t)(0x80 | (point >> 6 * (size - 1 - i) & 0x3f));
  parser->used += size;
}

/* The four digits after \u, or UINT32_MAX. */
static uint32_t take_unit(struct parser *parser) {
  static const char digits[] = "0123456789abcdef0123456789ABCDEF";
  uint32_t unit = 0;
  for (int i = 0; i < 4; i++, parser->at++) {
    const int byte = next_byte(parser);
    const char *digit = byte <= 0 ? NULL : strchr(digits, byte);
    if (digit == NULL) return UINT32_MAX;
    unit = unit * 16 + (uint32_t)(digit - digits) % 16;
  }
  return unit;
}

/* What follows a backslash. */
static bool take_escape(struct parser *parser) {
  static const char letters[] = "\"\\/bfnrt", meanings[] = {'"', '\\', '/', 8, 12, 10, 13, 9};
  const int letter = next_byte(parser);
  const char *found = letter <= 0 ? NULL : strchr(letters, letter);
  parser->at++;
  if (found != NULL) append_point(parser, (uint32_t)meanings[found - letters]);
  if (found != NULL || letter != 'u') return found != NULL;
  uint32_t point = take_unit(parser);
  if (point == UINT32_MAX || (point >= 0xdc00 && point <= 0xdfff)) return false;
  if (point >= 0xd800 && point <= 0xdbff) {
    if (!take_word(parser, "\\u")) return false;
    const uint32_t low = take_unit(parser);
    if (low < 0xdc00 || low > 0xdfff) return false;
    point = 0x10000 + (point - 0xd800) * 0x400 + (low - 0xdc00);
  }
  append_point(parser, point);
  return true;
}

/* Where a string's own end is, what its escapes say is another matter: `bad_escape` is set. It is appended to
 * the record's text. */
static enum verdict take_string(struct parser *parser, bool *bad_escape) {
  *bad_escape = false;
  parser->at++;
  for (;;) {
    const int byte = next_byte(parser);
    if (byte == '"') break;
    if (byte < ' ') return BAD; /* none, or a control character */
    parser->at++;
    if (byte != '\\') {
      parser->record->text[parser->used++] = (uint8_t)byte;
      continue;
    }
    const size_t letter = parser->at;
    const int escaped = next_byte(parser);
    if (escaped < ' ') return BAD;
    if (take_escape(parser)) continue;
    *bad_escape = true;
    parser->at = letter + 1;
  }
  parser->at++;
  return GOOD;
}

/* ---- Values -------------------------------------------------------------------------------------- */

static size_t take_digits(struct parser *parser) {
  const size_t begin = parser->at;
  while (next_byte(parser) >= '0' && next_byte(parser) <= '9') parser->at++;
  return parser->at - begin;
}

static bool take_number(struct parser *parser) {
  take_word(parser, "-");
  const bool is_zero = next_byte(parser) == '0';
  const size_t digits = take_digits(parser);
  if (digits == 0 || (is_zero && digits > 1)) return false;
  if (take_word(parser, ".") && take_digits(parser) == 0) return false;
  if (!take_word(parser, "e") && !take_word(parser, "E")) return true;
  if (!take_word(parser, "+")) take_word(parser, "-");
  return take_digits(parser) > 0;
}

static enum verdict skip_nested(struct parser *parser, int depth);

/* A value that no column has. */
static enum verdict skip_value(struct parser *parser, int depth) {
  bool bad_escape = false;
  skip_blanks(parser);
  const int first = next_byte(parser);
  if (first == '{' || first == '[') return skip_nested(parser, depth + 1);
  if (first == '"') {
    const enum verdict verdict = take_string(parser, &bad_escape);
    return verdict == GOOD && bad_escape ? UNCHECKED : verdict;
  }
  const bool is_good = take_word(parser, "true") || take_word(parser, "false") || take_word(parser, "null") ||
                       take_number(parser);
  return is_good ? GOOD : BAD;
}

/* An object or array in which nothing is wanted. */
static enum verdict skip_nested(struct parser *parser, int depth) {
  const bool is_object = parser->text[parser->at++] == '{';
  const char end = is_object ? '}' : ']';
  if (depth > DEPTH_MAX) return UNCHECKED;
  if (take(parser, end)) return GOOD;
  do {
    bool bad_escape = false;
    skip_blanks(parser);
    if (is_object && (next_byte(parser) != '"' || take_string(parser, &bad_escape) != GOOD || bad_escape ||
                      !take(parser, ':')))
      return UNCHECKED;
    if (skip_value(parser, depth) != GOOD) return UNCHECKED;
  } while (take(parser, ','));
  return take(parser, end) ? GOOD : UNCHECKED;
}

/* ---- Columns ------------------------------------------------------------------------------------- */

/* Columns as bits. */
typedef uint32_t column_set;

/* Those of `columns` whose path has `name` at `depth`. */
static column_set with_name(const struct parser *parser, column_set columns, int depth, const uint8_t *name,
                            size_t size) {
  column_set found = 0;
  for (size_t i = 0; i < parser->path_count; i++) {
    const char *wanted = parser->paths[i].names[depth];
    if ((columns >> i & 1) != 0 && wanted != NULL && strlen(wanted) == size &&
        memcmp(wanted, name, size) == 0)
      found |= (column_set)1 << i;
  }
  return found;
}

/* Those of `columns` whose path ends before `depth`. */
static column_set ended(const struct parser *parser, column_set columns, int depth) {
  column_set found = 0;
  for (size_t i = 0; i < parser->path_count; i++)
    if (depth == PLAIN_PATH || parser->paths[i].names[depth] == NULL) found |= columns & (column_set)1 << i;
  return found;
}

static enum verdict read_scalar(struct parser *parser, column_set columns) {
  bool bad_escape = false;
  struct plain_record *record = parser->record;
  const size_t first = parser->at;
  size_t begin = parser->used;
  if (next_byte(parser) == '"') {
    const enum verdict verdict = take_string(parser, &bad_escape);
    if (verdict != GOOD || bad_escape) return BAD;
  } else {
    const enum verdict verdict = skip_value(parser, 0);
    if (verdict != GOOD) return verdict;
    memcpy(record->text + begin, parser->text + first, parser->at - first);
    parser->used += parser->at - first;
  }
  for (size_t i = 0; i < parser->path_count; i++) {
    if ((columns >> i & 1) == 0) continue;
    record->fields[i].begin = begin;
    record->fields[i].size = parser->used - begin;
    record->fields[i].is_null = false;
  }
  return GOOD;
}

/* An object at whose members of this depth `columns` are. */
static enum verdict read_object(struct parser *parser, column_set columns, int depth) {
  column_set seen = 0;
  if (!take(parser, '{')) return BAD;
  if (take(parser, '}')) return GOOD;
  do {
    bool bad_escape = false;
    skip_blanks(parser);
    const size_t name = parser->used;
    if (next_byte(parser) != '"' || take_string(parser, &bad_escape) != GOOD || bad_escape) return BAD;
    const column_set found =
        with_name(parser, columns, depth, parser->record->text + name, parser->used - name);
    if (!take(parser, ':') || (seen & found) != 0) return BAD;
    seen |= found;
    skip_blanks(parser);
    const int first = next_byte(parser);
    const column_set values = ended(parser, found, depth + 1);
    enum verdict verdict;
    if (found == 0 || first == 'n')
      verdict = skip_value(parser, 0);
    else if (values == 0)
      verdict = read_object(parser, found, depth + 1);
    else
      verdict = first == '{' || first == '[' ? BAD : read_scalar(parser, values);
    if (verdict != GOOD) return verdict;
  } while (take(parser, ','));
  return take(parser, '}') ? GOOD : BAD;
}

static bool is_utf8(const uint8_t *text, size_t size) {
  uint32_t point = 0;
  for (size_t at = 0; at < size;) {
    const size_t length = reference_code_point(text + at, size - at, &point);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

void plain_read_json(const struct plain_text *text, struct plain_record *record) {
  struct parser parser = {.paths = text->paths,
                          .path_count = text->path_count,
                          .text = text->bytes,
                          .at = record->begin,
                          .end = record->end,
                          .record = record};
  record->field_count = text->path_count;
  for (size_t i = 0; i < text->path_count; i++) {
    record->fields[i].begin = record->fields[i].size = 0;
    record->fields[i].is_null = true;
  }
  const column_set all = ((column_set)1 << text->path_count) - 1;
  enum verdict verdict =
      is_utf8(text->bytes + record->begin, record->end - record->begin) ? read_object(&parser, all, 0) : BAD;
  skip_blanks(&parser);
  if (verdict == GOOD && parser.at != parser.end) verdict = BAD;
  record->good = verdict == GOOD;
  record->unchecked = verdict == UNCHECKED;
}
