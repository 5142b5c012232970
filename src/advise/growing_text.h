/* A text that is put together piece by piece, as the next string of a list. */
#ifndef ROWKEY_ADVISE_GROWING_TEXT_H
#define ROWKEY_ADVISE_GROWING_TEXT_H

#include <rowkey/layout.h>
#include <stdarg.h>
#include <string.h>

#include "text/strings.h"

/* Begins with its list alone. */
struct growing_text {
  struct string_list *list;
  size_t size; /* of what stands after the last string of the list */
  bool failed; /* memory ran out: nothing more is put */
};

void rowkey_grow_bytes(struct growing_text *text, const void *bytes, size_t size);
__attribute__((format(printf, 2, 3))) void rowkey_grow_printf(struct growing_text *text, const char *format,
                                                              ...);
/* The name of a column, in backquotes where templates need them. */
void rowkey_grow_name(struct growing_text *text, const char *name);
/* The column in a template: its name or, where it has nulls, what replaces them: coalesce(host, ""),
 * coalesce(id, 0). Of texts of one width those are as many zero bytes. */
void rowkey_grow_column(struct growing_text *text, const rowkey_column *column, bool has_nulls);
/* Makes what was put the next string. False when memory ran out, now or before. */
bool rowkey_grow_finish(struct growing_text *text);

static inline void grow(struct growing_text *text, const char *bytes) {
  rowkey_grow_bytes(text, bytes, strlen(bytes));
}

#endif
