/* The subcommands of the tool: a folder of commands/ each, listed in commands.def. */
#ifndef ROWKEY_CLI_COMMANDS_COMMAND_H
#define ROWKEY_CLI_COMMANDS_COMMAND_H

#include <stddef.h>

#include "settings/options.h"

struct command {
  const struct page *page;
  /* Runs on the arguments after the command's name, which it may reorder; returns the exit status. */
  int (*run)(char **arguments, size_t count);
};

#define COMMAND(name) extern const struct command name##_command;
#include "commands/commands.def"
#undef COMMAND

enum {
#define COMMAND(name) COMMAND_##name,
#include "commands/commands.def"
#undef COMMAND
  COMMANDS
};
extern const struct command *const commands[COMMANDS];

/* The tool without a command. */
extern const struct page tool_page;

#endif
