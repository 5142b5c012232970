/* Errors in a text that a user wrote, a template or a condition: a sentence, then the text, then a caret
 * under the place concerned and what was expected there. */
#ifndef ROWKEY_TEXT_DIAGNOSTIC_H
#define ROWKEY_TEXT_DIAGNOSTIC_H

#include <rowkey/error.h>
#include <stdbool.h>
#include <string.h>

struct diagnostic {
  const char *text; /* the template, or the condition */
  size_t length;
  rowkey_error *error; /* or NULL */
};

/* Part of a text that lives elsewhere. */
struct slice {
  const char *at;
  size_t size;
};

static inline bool slice_is(struct slice slice, const char *text) {
  return slice.size == strlen(text) && memcmp(slice.at, text, slice.size) == 0;
}

static inline bool slice_equal(struct slice a, struct slice b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

/* Fills diagnostic->error and returns false. `offset` is the byte of the text concerned, `expected` what
 * should have stood there. */
__attribute__((format(printf, 5, 6))) bool rowkey_fail(const struct diagnostic *diagnostic,
                                                       rowkey_status status, size_t offset,
                                                       const char *expected, const char *format, ...);

/* The same, of another error: its status and its sentence, of which what follows "(expected" goes to the
 * caret. Where it says nothing of that there is no caret. */
bool rowkey_fail_as(const struct diagnostic *diagnostic, size_t offset, const rowkey_error *error);

/* A slice as it may be shown in a sentence, cut off where it is long, in a buffer of the caller. */
struct shown {
  char text[80];
};
struct shown rowkey_show(struct slice slice);

#endif
