/* Reads a template: literal text and, in braces, tokens.
 *
 *     order\x00{md5(id) % 16:02d}
 *
 * The literal text is the 6 bytes "order" and 00. In the field come the sign {, the name md5, the sign (, the
 * name id, the signs ) and %, the integer 16 and the sign :. What follows a : is a format and not a token,
 * 02d, which rowkey_lexer_format reads: the parser knows when one begins. Then comes the sign }. */
#ifndef ROWKEY_LAYOUT_LEXER_H
#define ROWKEY_LAYOUT_LEXER_H

#include "text/diagnostic.h"

enum token_kind {
  TOKEN_END, /* of the template */
  TOKEN_INTEGER,
  TOKEN_FLOAT, /* digits, a point and digits */
  TOKEN_NAME,
  TOKEN_COLUMN, /* a name in backquotes */
  TOKEN_STRING,
  TOKEN_SIGN /* one of { } ( ) , : = | ^ & << >> + - * / % */
};

struct token {
  enum token_kind kind;
  size_t begin, end;
  char sign;         /* TOKEN_SIGN: its first byte; else '\0' */
  uint64_t integer;  /* TOKEN_INTEGER; TOKEN_FLOAT: its digits without the point */
  unsigned decimals; /* TOKEN_FLOAT: how many of them stand after it */
  struct slice text; /* TOKEN_NAME and TOKEN_COLUMN: the name; TOKEN_STRING: escapes resolved */
};

struct lexer {
  const struct diagnostic *diagnostic;
  size_t at;      /* the next byte to read */
  char *resolved; /* where text goes whose escapes are resolved. It only shrinks by that, so that the length
                     of the template is room enough for all of it. */
  struct token token;
};

/* Reads the next token into lexer->token. False after an error. */
bool rowkey_lexer_next(struct lexer *lexer);

/* The format that begins at lexer->at, after spaces: letters and digits, a ~ before them, and strings in
 * parentheses after them. It may be empty; at == NULL after an error. */
struct slice rowkey_lexer_format(struct lexer *lexer);

/* The value of a hex digit of either case, or -1. */
int rowkey_hex_digit(char c);

/* Literal text from lexer->at up to a field or the end of the template, with {{ }} \xHH \\ resolved. */
bool rowkey_lexer_literal(struct lexer *lexer, struct slice *literal);

#endif
