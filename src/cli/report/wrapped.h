/* Text in lines of a terminal's width. */
#ifndef ROWKEY_CLI_REPORT_WRAPPED_H
#define ROWKEY_CLI_REPORT_WRAPPED_H

enum { LINE_WIDTH = 100 };

/* The text on standard output, in lines that begin at column `indent`, the first of which is under way
 * there. Lines end after a blank or a field of a layout where there is one. */
void print_wrapped(const char *text, int indent);

#endif
