/* Text as roff, the language of manual pages: macros of man(7), which groff and mandoc know. */
#ifndef ROWKEY_CLI_MANUAL_ROFF_H
#define ROWKEY_CLI_MANUAL_ROFF_H

#include <stddef.h>

/* The bytes, so that each stands for itself anywhere but at the beginning of a line. */
void roff_put(const char *text, size_t length);

/* A line of text, with the names of options in bold. Nothing in it is a request. */
void roff_line(const char *text, size_t length);

/* A line that shows how something is called: the names of options in bold, words in capitals in italics. */
void roff_usage(const char *text, size_t length);

/* A text as in struct option: lines, some of which explain a term. */
void roff_text(const char *text);

/* Lines that are shown as they are, without `indent` blanks before each. */
void roff_example(const char *lines, size_t indent);

/* Markdown, as the files under doc/ have it, as roff: headings, paragraphs, lists, tables and blocks of code.
 */

/* Prints the text but for its first line, the title, in a section that has begun. Of tables a row becomes an
 * item: the first cell, and then the others, each after the head of its column. Where there are two columns
 * the heads are an item before the others instead, in italics. */
void print_markdown(const char *text);

#endif
