/* What the template of a layout and the conditions of --where have in common: names, blanks, and strings with
 * escapes. */
#ifndef ROWKEY_TEXT_TOKENS_H
#define ROWKEY_TEXT_TOKENS_H

#include "text/diagnostic.h"

static inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* A name begins with a letter; within it a dot may stand before a letter, as in user.id. Names may be written
 * in any script: each byte of UTF-8 beyond ASCII is one. */
static inline bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

/* How many of the bytes can be part of a name. */
size_t rowkey_name_length(const char *text, size_t size);

/* Whether the whole of the text is a name that can be written by itself. */
bool rowkey_is_name(const char *text, size_t size);

/* The name of a column as it is written: by itself or, whatever printable bytes but backquotes it has,
 * between backquotes, `user-id`. */
struct written_name {
  struct slice name;
  size_t size; /* of it with its backquotes; 0 where no name stands there, or one does not end */
};

/* At the beginning of the text. */
struct written_name rowkey_read_name(const char *text, size_t size);

/* What stands around the name of a column where it is written: a backquote, or nothing. */
const char *rowkey_name_quote(const char *name);

/* The value of a hex digit of either case, or -1. */
int rowkey_hex_digit(char c);

/* Reads the escape that begins at byte *at of the text, \xHH, \\ or within a string \", writes the byte that
 * it stands for at *resolved, and moves both on. False after an error. */
bool rowkey_read_escape(const struct diagnostic *diagnostic, size_t *at, char **resolved, bool in_string);

/* Reads the string in double quotes that begins at byte *at. Its bytes go to *resolved, which has room for as
 * many as the text has; *string becomes a view of them. Moves both on. False after an error. */
bool rowkey_read_string(const struct diagnostic *diagnostic, size_t *at, char **resolved,
                        struct slice *string);

#endif
