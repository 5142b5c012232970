#include "layout/lexer.h"

#include "text/tokens.h"

static bool is_sign(char c) {
  return c == '{' || c == '}' || c == '(' || c == ')' || c == ',' || c == ':' || c == '+' || c == '-' ||
         c == '*' || c == '/' || c == '%' || c == '&' || c == '|' || c == '^' || c == '=';
}

static bool at_end(const struct lexer *lexer) { return lexer->at >= lexer->diagnostic->length; }

/* The byte `ahead` bytes on, NUL after the end. */
static char peek(const struct lexer *lexer, size_t ahead) {
  size_t left = lexer->diagnostic->length - lexer->at;
  return ahead < left ? lexer->diagnostic->text[lexer->at + ahead] : '\0';
}

/* << or >> */
static bool is_shift(const struct lexer *lexer) {
  char c = peek(lexer, 0);
  return (c == '<' || c == '>') && peek(lexer, 1) == c;
}

static bool syntax_error(const struct lexer *lexer, size_t offset, const char *expected,
                         const char *problem) {
  return rowkey_fail(lexer->diagnostic, ROWKEY_ERROR_SYNTAX, offset, expected, "%s", problem);
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
      if (!rowkey_read_escape(lexer->diagnostic, &lexer->at, &lexer->resolved, false)) return false;
    } else {
      *lexer->resolved++ = c;
      lexer->at += c == '{' || c == '}' ? 2 : 1;
    }
  }
  literal->size = (size_t)(lexer->resolved - literal->at);
  return true;
}

/* Puts the digit at hand after those of the token. */
static bool add_digit(struct lexer *lexer, unsigned base, const char *expected) {
  struct token *token = &lexer->token;
  const uint64_t digit = (uint64_t)rowkey_hex_digit(peek(lexer, 0));
  if (__builtin_mul_overflow(token->integer, (uint64_t)base, &token->integer) ||
      __builtin_add_overflow(token->integer, digit, &token->integer))
    return syntax_error(lexer, token->begin, expected, "this number is too large");
  lexer->at++;
  return true;
}

/* A point and digits after those of an integer. */
static bool read_decimals(struct lexer *lexer) {
  enum { DECIMALS_MAX = 19 };
  struct token *token = &lexer->token;
  token->kind = TOKEN_FLOAT;
  for (lexer->at++; is_digit(peek(lexer, 0)); token->decimals++) {
    if (token->decimals == DECIMALS_MAX)
      return syntax_error(lexer, token->begin, "at most 19 digits after the point",
                          "this number is too long");
    if (!add_digit(lexer, 10, "at most 19 digits")) return false;
  }
  return true;
}

/* Decimal, with a point or without, or hex after 0x. */
static bool read_number(struct lexer *lexer) {
  struct token *token = &lexer->token;
  token->kind = TOKEN_INTEGER;
  token->integer = 0;
  bool hex = peek(lexer, 0) == '0' && peek(lexer, 1) == 'x' && rowkey_hex_digit(peek(lexer, 2)) >= 0;
  if (hex) lexer->at += 2;
  while (hex ? rowkey_hex_digit(peek(lexer, 0)) >= 0 : is_digit(peek(lexer, 0)))
    if (!add_digit(lexer, hex ? 16 : 10, "at most 18446744073709551615")) return false;
  if (!hex && peek(lexer, 0) == '.' && is_digit(peek(lexer, 1)) && !read_decimals(lexer)) return false;
  if (is_letter(peek(lexer, 0)))
    return syntax_error(lexer, lexer->at, "an operator, or a name that begins with a letter",
                        "a letter right after a number");
  return true;
}

static void skip_spaces(struct lexer *lexer) {
  while (is_blank(peek(lexer, 0))) lexer->at++;
}

static struct slice read_word(struct lexer *lexer) {
  struct slice word = {lexer->diagnostic->text + lexer->at, 0};
  word.size = rowkey_name_length(word.at, lexer->diagnostic->length - lexer->at);
  lexer->at += word.size;
  return word;
}

static bool read_quoted_name(struct lexer *lexer) {
  const struct diagnostic *diagnostic = lexer->diagnostic;
  const struct written_name written =
      rowkey_read_name(diagnostic->text + lexer->at, diagnostic->length - lexer->at);
  if (written.size == 0)
    return syntax_error(lexer, lexer->at, "a name between two of them",
                        "this name in backquotes is not valid");
  lexer->token.text = written.name;
  lexer->at += written.size;
  return true;
}

/* Strings in parentheses, right after a format. */
static bool read_strings(struct lexer *lexer) {
  struct slice string;
  do {
    lexer->at++;
    skip_spaces(lexer);
    if (peek(lexer, 0) != '"')
      return syntax_error(lexer, lexer->at, "a string, such as \" \"",
                          "the string in the parentheses is missing");
    if (!rowkey_read_string(lexer->diagnostic, &lexer->at, &lexer->resolved, &string)) return false;
    skip_spaces(lexer);
  } while (peek(lexer, 0) == ',');
  if (peek(lexer, 0) != ')') return syntax_error(lexer, lexer->at, ")", "the parenthesis is not closed");
  lexer->at++;
  return true;
}

struct slice rowkey_lexer_format(struct lexer *lexer) {
  skip_spaces(lexer);
  bool inverted = peek(lexer, 0) == '~';
  if (inverted) lexer->at++;
  struct slice word = read_word(lexer);
  if (inverted) word = (struct slice){word.at - 1, word.size + 1};
  if (word.size > 0 && peek(lexer, 0) == '(' && !read_strings(lexer)) return (struct slice){NULL, 0};
  word.size = (size_t)(lexer->diagnostic->text + lexer->at - word.at);
  return word;
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
    good = read_number(lexer);
  } else if (is_letter(c)) {
    token->kind = TOKEN_NAME;
    token->text = read_word(lexer);
  } else if (c == '`') {
    token->kind = TOKEN_COLUMN;
    good = read_quoted_name(lexer);
  } else if (c == '"') {
    token->kind = TOKEN_STRING;
    good = rowkey_read_string(lexer->diagnostic, &lexer->at, &lexer->resolved, &token->text);
  } else if (is_sign(c) || is_shift(lexer)) {
    token->kind = TOKEN_SIGN;
    token->sign = c;
    lexer->at += is_sign(c) ? 1 : 2;
  } else {
    return syntax_error(lexer, lexer->at,
                        "a column, a number, a function, a string or one of | ^ & << >> + - * / % ( ) , : }",
                        "a character that has no meaning here");
  }
  token->end = lexer->at;
  return good;
}
