#include "commands/command.h"

const struct command *const commands[COMMANDS] = {
#define COMMAND(name) &name##_command,
#include "commands/commands.def"
#undef COMMAND
};

static const struct option options[] = {
    OPERAND("rowkey COMMAND --help", "explains a command, with examples; so does rowkey help COMMAND"),
    OPERAND("rowkey --version", "prints the version"),
    OPERAND("rowkey --generate WHAT",
            "prints a page of the manual, man [PAGE], or what a shell completes by: complete-bash, "
            "complete-zsh or complete-fish"),
    OPTIONS_END,
};

const struct page tool_page = {
    .name = "",
    .summary = "row keys for sorted, sharded stores, encoded in bulk",
    .synopsis = "rowkey COMMAND [OPTION...] [ARGUMENT...]\n",
    .description = "Row keys for sorted, sharded stores, encoded in bulk.",
    .options = options,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  # a file of ids becomes a file of keys with a random-looking, reproducible prefix\n"
        "  seq 0 3999999 | rowkey encode --layout '{md5(id) % 1000000:07d}{id:010d}' --columns id:u64\n",
};
