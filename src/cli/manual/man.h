/* Pages of the manual, in roff, on standard output. */
#ifndef ROWKEY_CLI_MANUAL_MAN_H
#define ROWKEY_CLI_MANUAL_MAN_H

#include "command.h"

/* rowkey(1) and rowkey-NAME(1) */
void print_tool_manual(void);
void print_command_manual(const struct command *command);

/* rowkey-layout(7), the language of layouts: doc/layouts.md */
void print_layout_manual(void);

#endif
