/* Markdown, as the files under doc/ have it, as roff: headings, paragraphs, lists, tables and blocks of code.
 */
#ifndef ROWKEY_CLI_MANUAL_MARKDOWN_H
#define ROWKEY_CLI_MANUAL_MARKDOWN_H

/* Prints the text but for its first line, the title, in a section that has begun. Of tables a row becomes an
 * item: the first cell, and then the others, each after the head of its column. Where there are two columns
 * the heads are an item before the others instead, in italics. */
void print_markdown(const char *text);

#endif
