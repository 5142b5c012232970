/* Building error messages in a buffer of fixed size: what does not fit is left off, never overrun. */
#ifndef ROWKEY_TEXT_BUFFER_H
#define ROWKEY_TEXT_BUFFER_H

#include <stdarg.h>
#include <stddef.h>

struct text_buffer {
  char *at;    /* where the next byte goes; always a NUL */
  size_t left; /* bytes from `at` on, the NUL included */
};

__attribute__((format(printf, 2, 3))) void rowkey_text_printf(struct text_buffer *text, const char *format,
                                                              ...);
__attribute__((format(printf, 2, 0))) void rowkey_text_vprintf(struct text_buffer *text, const char *format,
                                                               va_list arguments);

/* A piece of a template or a name as it can be shown on one line: bytes that are not printable as '?', cut
 * off with "..." after `limit` bytes. */
void rowkey_text_show(struct text_buffer *text, const char *bytes, size_t size, size_t limit);

/* A value in double quotes, as all messages and tables show values: printable characters of UTF-8 as they
 * are, and all other bytes, " and \ as \xHH, so that a template reads the same bytes back. After `limit`
 * bytes it is cut off with "... (900 bytes)". It takes at most 4 * limit + 40 bytes with its NUL. */
void rowkey_text_quote(struct text_buffer *text, const void *bytes, size_t size, size_t limit);

/* The same of 64 bytes at most, for one message. Returns `out`, QUOTED_SIZE bytes that the caller owns. */
enum { QUOTED_SIZE = 4 * 64 + 40 };
const char *rowkey_quoted(char *out, const void *bytes, size_t size);

/* How many bytes the printable character at the beginning of `bytes` takes in UTF-8; 0 when there is none:
 * a control character, one that is not seen or turns what follows, or bytes that are not UTF-8. */
size_t rowkey_printable_length(const char *bytes, size_t size);

/* The room for what is wrong with a row or a line, of which two values may be shown. */
enum { REASON_SIZE = 1536 };

#endif
