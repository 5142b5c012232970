/* The subcommands of the tool: one file each, listed in main.c. */
#ifndef ROWKEY_CLI_COMMAND_H
#define ROWKEY_CLI_COMMAND_H

#include <stddef.h>

struct command {
  const char *name;
  const char *summary; /* one line, for `rowkey --help` */
  const char *help;    /* the whole text of `rowkey NAME --help` */
  /* Runs on the arguments behind the command's name, which it may reorder; returns the exit status. */
  int (*run)(const struct command *command, char **arguments, size_t count);
};

extern const struct command encode_command;
extern const struct command decode_command;
extern const struct command key_command;
extern const struct command layouts_command;
extern const struct command explain_command;
extern const struct command splits_command;
extern const struct command ranges_command;
extern const struct command route_command;
extern const struct command rebucket_command;
extern const struct command simulate_command;
extern const struct command cpu_command;

#endif
