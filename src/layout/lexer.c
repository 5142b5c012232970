#include "layout/lexer.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Names may be written in any script: all bytes of UTF-8 beyond ASCII count as letters. */
static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_sign(char c) {
  return c == '{' || c == '}' || c == '(' || c == ')' || c == ',' || c == ':' || c == '+' || c == '-' ||
         c == '*' || c == '/' || c == '%' || c == '&' || c == '=';
}

int rowkey_hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static bool at_end(const struct lexer *lexer) { return lexer->at >= lexer->diagnostic->length; }

/* The byte `ahead` bytes on, NUL behind the end. */
static char peek(const struct lexer *lexer, size_t ahead) {
  size_t left = lexer->diagnostic->length - lexer->at;
  return ahead < left ? lexer->diagnostic->text[lexer->at + ahead] : '\0';
}

static bool syntax_error(const struct lexer *lexer, size_t offset, const char *expected,
                         const char *problem) {
  return rowkey_fail(lexer->diagnostic, ROWKEY_ERROR_SYNTAX, offset, expected, "%s", problem);
}

/* The escape at lexer->at: \xHH, \\ and, within a string, \". */
static bool read_escape(struct lexer *lexer, bool in_string) {
  char next = peek(lexer, 1);
  if (next == '\\' || (in_string && next == '"')) {
    *lexer->resolved++ = next;
    lexer->at += 2;
    return true;
  }
  if (next != 'x')
    return syntax_error(lexer, lexer->at, in_string ? "\\xHH, \\\\ or \\\"" : "\\xHH or \\\\",
                        "unknown escape");
  int high = rowkey_hex_digit(peek(lexer, 2));
  int low = rowkey_hex_digit(peek(lexer, 3));
  if (high < 0 || low < 0)
    return syntax_error(lexer, lexer->at, "\\x and two hex digits, such as \\x1f", "incomplete escape");
  *lexer->resolved++ = (char)(high * 16 + low);
  lexer->at += 4;
  return true;
}

bool rowkey_lexer_literal(struct lexer *lexer, struct slice *literal) {
  literal->at = lexer->resolved;
  while (!at_end(lexer)) {
    char c = peek(lexer, 0);
    bool doubled = peek(lexer, 1) == c;
    if (c == '{' && !doubled) break;
    if (c == '}' && !doubled)
      return syntax_error(lexer, lexer->at, "}} for a brace in the key", "} without its {");
    if (c == '\\') {
      if (!read_escape(lexer, false)) return false;
    } else {
      *lexer->resolved++ = c;
      lexer->at += c == '{' || c == '}' ? 2 : 1;
    }
  }
  literal->size = (size_t)(lexer->resolved - literal->at);
  return true;
}

static bool read_string(struct lexer *lexer) {
  struct token *token = &lexer->token;
  token->kind = TOKEN_STRING;
  token->text.at = lexer->resolved;
  lexer->at++;
  while (!at_end(lexer) && peek(lexer, 0) != '"') {
    if (peek(lexer, 0) == '\\') {
      if (!read_escape(lexer, true)) return false;
    } else {
      *lexer->resolved++ = peek(lexer, 0);
      lexer->at++;
    }
  }
  if (at_end(lexer))
    return syntax_error(lexer, token->begin, "a second \" that ends it", "unterminated string");
  lexer->at++;
  token->text.size = (size_t)(lexer->resolved - token->text.at);
  return true;
}

/* Decimal, or hex behind 0x. */
static bool read_integer(struct lexer *lexer) {
  struct token *token = &lexer->token;
  token->kind = TOKEN_INTEGER;
  token->integer = 0;
  bool hex = peek(lexer, 0) == '0' && peek(lexer, 1) == 'x' && rowkey_hex_digit(peek(lexer, 2)) >= 0;
  if (hex) lexer->at += 2;
  for (; hex ? rowkey_hex_digit(peek(lexer, 0)) >= 0 : is_digit(peek(lexer, 0)); lexer->at++) {
    uint64_t digit = (uint64_t)rowkey_hex_digit(peek(lexer, 0));
    if (__builtin_mul_overflow(token->integer, (uint64_t)(hex ? 16 : 10), &token->integer) ||
        __builtin_add_overflow(token->integer, digit, &token->integer))
      return syntax_error(lexer, token->begin, "at most 18446744073709551615", "this number is too large");
  }
  if (is_letter(peek(lexer, 0)))
    return syntax_error(lexer, lexer->at, "an operator, or a name that begins with a letter",
                        "a letter right behind a number");
  return true;
}

static void skip_spaces(struct lexer *lexer) {
  while (!at_end(lexer) && is_space(peek(lexer, 0))) lexer->at++;
}

static struct slice read_word(struct lexer *lexer) {
  struct slice word = {lexer->diagnostic->text + lexer->at, 0};
  for (; is_letter(peek(lexer, 0)) || is_digit(peek(lexer, 0)); lexer->at++) word.size++;
  return word;
}

struct slice rowkey_lexer_format(struct lexer *lexer) {
  skip_spaces(lexer);
  bool inverted = peek(lexer, 0) == '~';
  if (inverted) lexer->at++;
  struct slice word = read_word(lexer);
  return inverted ? (struct slice){word.at - 1, word.size + 1} : word;
}

bool rowkey_lexer_next(struct lexer *lexer) {
  skip_spaces(lexer);
  char c = peek(lexer, 0);
  struct token *token = &lexer->token;
  *token = (struct token){.kind = TOKEN_END, .begin = lexer->at};
  bool good = true;
  if (at_end(lexer)) {
    /* token is what it should be */
  } else if (is_digit(c)) {
    good = read_integer(lexer);
  } else if (is_letter(c)) {
    token->kind = TOKEN_NAME;
    token->text = read_word(lexer);
  } else if (c == '"') {
    good = read_string(lexer);
  } else if (is_sign(c)) {
    token->kind = TOKEN_SIGN;
    token->sign = c;
    lexer->at++;
  } else {
    return syntax_error(lexer, lexer->at,
                        "a column, a number, a function, a string or one of + - * / % & ( ) , : }",
                        "a character that has no meaning here");
  }
  token->end = lexer->at;
  return good;
}
