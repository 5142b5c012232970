/* Status codes, and the error object that every function which can fail fills in. Stable.
 *
 *     #include <rowkey/cpu.h>
 *     rowkey_error error;
 *     if (rowkey_isa_check(&error) != ROWKEY_OK)
 *       fprintf(stderr, "%s: %s\n", rowkey_status_text(error.status), error.text);
 */
#ifndef ROWKEY_ERROR_H
#define ROWKEY_ERROR_H

#include <stddef.h>
#include <stdint.h>

#if defined(ROWKEY_STATIC)
#define ROWKEY_API
#else
#define ROWKEY_API __attribute__((visibility("default")))
#endif

/* A function whose result matters: a status, or an object that is to be freed. Compilers warn of a call that
 * drops it. */
#define ROWKEY_CHECKED ROWKEY_API __attribute__((warn_unused_result))

/* What a struct is initialized with so that all of its members are 0, in C and in C++. */
#ifdef __cplusplus
#define ROWKEY_ZERO \
  {                 \
  }
#else
#define ROWKEY_ZERO {0}
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rowkey_status {
  ROWKEY_OK = 0,
  ROWKEY_ERROR_ARGUMENT = 1,    /* a parameter is out of its documented range */
  ROWKEY_ERROR_SYNTAX = 2,      /* a template, or conditions, that cannot be parsed */
  ROWKEY_ERROR_TYPE = 3,        /* a template that parses but makes no sense: types, widths, names */
  ROWKEY_ERROR_NUMBER = 4,      /* text that is not a number of the type asked for */
  ROWKEY_ERROR_RANGE = 5,       /* a value that leaves its type or does not fit its field */
  ROWKEY_ERROR_SPACE = 6,       /* the caller's buffer is too small */
  ROWKEY_ERROR_MEMORY = 7,      /* out of memory */
  ROWKEY_ERROR_UNSUPPORTED = 8, /* an instruction set that is unknown or that this CPU lacks */
  ROWKEY_ERROR_COLUMN = 9,      /* a template or conditions that name a column which the schema lacks */
  ROWKEY_ERROR_IO =
      10 /* a file that cannot be opened, read, locked or written, or holds what it should not */
} rowkey_status;

/* "No row", "no column" and "no place in the text" in a rowkey_error, and "no limit" of widths. */
#define ROWKEY_NONE ((size_t)-1)

enum { ROWKEY_ERROR_TEXT_SIZE = 1024 };

/* What went wrong. It belongs to the caller, may lie anywhere, needs no initializer, and holds its own text
 * and no pointer. A function writes it only when it fails. Every function that takes one accepts NULL. */
typedef struct rowkey_error {
  rowkey_status status;
  size_t row;                        /* index in the batch of the first bad row, or ROWKEY_NONE */
  size_t column;                     /* index in the schema of the column concerned, or ROWKEY_NONE */
  size_t offset;                     /* byte of the template or conditions concerned, or ROWKEY_NONE */
  char text[ROWKEY_ERROR_TEXT_SIZE]; /* one sentence without a newline at its end; two more lines show a wrong
                                        template, or wrong conditions, and a caret */
  uint64_t reserved[2];              /* the library writes 0 */
} rowkey_error;

/* The name of a status, for example "value out of range". A static string. */
ROWKEY_API const char *rowkey_status_text(rowkey_status status);

#ifdef __cplusplus
}
#endif

#endif
