/* Lines of a text that explain a term: "TERM<tab>what it means". */
#ifndef ROWKEY_CLI_MANUAL_TERM_H
#define ROWKEY_CLI_MANUAL_TERM_H

#include <string.h>

/* How long the term of the line is; 0 when it has none. */
static inline size_t term_length(const char *line) {
  const size_t length = strcspn(line, "\t\n");
  return line[length] == '\t' ? length : 0;
}

/* The column at which what the terms of the text mean begins: after the longest of usual length. */
static inline size_t term_column(const char *text) {
  enum { MOST_COLUMN = 26 };
  size_t column = 4;
  for (const char *line = text; *line != 0;) {
    const size_t wanted = term_length(line) + 2;
    if (wanted > column && wanted <= MOST_COLUMN) column = wanted;
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  return column;
}

#endif
