/* rowkey: the command-line tool. Finds the subcommand and runs it. */
#include <fcntl.h>
#include <rowkey/rowkey.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/names.h"
#include "commands/command.h"
#include "completion/candidates.h"
#include "manual/embedded.h"
#include "manual/help.h"
#include "manual/man.h"
#include "settings/readers.h"
#include "text/buffer.h"

/* ---- --generate: what is made from the tables of options, for whoever installs the tool ------ */

enum what { MAN, BASH, ZSH, FISH, CANDIDATES };

static bool print_page(const char *wanted, struct failure *failure) {
  char name[MANUAL_NAME_SIZE];
  size_t index = 0;
  bool found;
  while ((found = manual_page_name(index, name)) && strcmp(name, wanted) != 0) index++;
  if (!found) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE,
                     "--generate man: there is no page %s (expected rowkey, rowkey-COMMAND or rowkey-layout)",
                     rowkey_quoted(shown, wanted, strlen(wanted)));
  }
  print_manual_page(index);
  return true;
}

static bool print_generated(char **arguments, size_t count, struct failure *failure) {
  size_t what;
  if (count == 0) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --generate needs a value (expected man, complete-bash, complete-zsh or "
                     "complete-fish)");
  }
  const struct option option = {.name = "--generate", .choices = generated_choices};
  if (!find_choice(&option, choice_of_row, arguments[0], &what, failure)) return false;
  if (what == CANDIDATES) {
    print_candidates(arguments + 1, count - 1);
    return true;
  }
  const size_t most = what == MAN ? 2 : 1;
  if (count > most) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE, "--generate %s takes no further argument, found %s",
                     generated_choices[what].name,
                     rowkey_quoted(shown, arguments[most], strlen(arguments[most])));
  }
  if (what == MAN) return print_page(count == 2 ? arguments[1] : "rowkey", failure);
  fputs(what == BASH ? embedded_bash : what == ZSH ? embedded_zsh : embedded_fish, stdout);
  return true;
}

/* Runs on the arguments after --generate and returns the exit status. */
static int generate(char **arguments, size_t count) {
  struct failure failure;
  return print_generated(arguments, count, &failure) ? finish_standard_output() : report(&failure);
}

/* ---- The commands ---------------------------------------------------------------------------- */

static struct slice command_name_at(const void *context, size_t index) {
  (void)context;
  if (index >= COMMANDS) return (struct slice){NULL, 0};
  return (struct slice){commands[index]->page->name, strlen(commands[index]->page->name)};
}

/* NULL, after a message, when there is none. */
static const struct command *command_named(const char *name) {
  for (size_t i = 0; i < COMMANDS; i++)
    if (strcmp(commands[i]->page->name, name) == 0) return commands[i];
  char shown[QUOTED_SIZE], hint[SUGGESTION_SIZE];
  message("unknown command %s%s (rowkey --help lists them)", rowkey_quoted(shown, name, strlen(name)),
          suggest_name(hint, (struct slice){name, strlen(name)}, command_name_at, NULL));
  return NULL;
}

/* -qh as well: -q is the only other letter that stands for an option without a value. */
static bool asks_for_usual_options(const char *argument) {
  return argument[0] == '-' && argument[1 + strspn(argument + 1, "q")] == 'h';
}

static bool asks_for_help(const char *argument) {
  return strcmp(argument, "--help") == 0 || asks_for_usual_options(argument);
}

/* `rowkey help` and `rowkey help COMMAND`. */
static int explain_commands(char *const *arguments, size_t count) {
  char shown[QUOTED_SIZE];
  if (count > 1) {
    message("rowkey help takes one command, found %s as well",
            rowkey_quoted(shown, arguments[1], strlen(arguments[1])));
    return TOOL_BAD_USAGE;
  }
  const bool all = count == 0 || asks_for_help(arguments[0]);
  const struct command *command = all ? NULL : command_named(arguments[0]);
  if (all)
    (count > 0 && asks_for_usual_options(arguments[0]) ? print_short_tool_help : print_tool_help)(stdout);
  else if (command == NULL)
    return TOOL_BAD_USAGE;
  else
    print_command_help(command->page, stdout);
  return finish_standard_output();
}

static int run_command(const struct command *command, char **arguments, size_t count) {
  for (size_t i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
    if (asks_for_help(arguments[i])) {
      (asks_for_usual_options(arguments[i]) ? print_short_help : print_command_help)(command->page, stdout);
      return finish_standard_output();
    }
  }
  return command->run(arguments, count);
}

/* A file opened later must not become standard output because that was closed: what is closed gets a
 * descriptor that fails on use. */
static void fill_closed_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) < 0) {
      const int opened = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
      if (opened >= 0 && opened != descriptor) close(opened);
    }
  }
}

int main(int argc, char **argv) {
  fill_closed_descriptors();
  /* A closed pipe and a file that has reached its limit are then seen by whoever writes, who can still remove
   * temporary files. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  /* Where whoever started this ignores it, nobody could learn how rsvg-convert ended. */
  signal(SIGCHLD, SIG_DFL);
  if (argc < 2) {
    print_tool_help(stderr);
    return TOOL_BAD_USAGE;
  }
  const char *name = argv[1];
  char **const arguments = argv + 2;
  const size_t count = (size_t)argc - 2;
  if (asks_for_help(name)) return explain_commands(argv + 1, 1);
  if (strcmp(name, "help") == 0) return explain_commands(arguments, count);
  if (strcmp(name, "--version") == 0) {
    printf("rowkey %s\n", rowkey_version());
    return finish_standard_output();
  }
  if (strcmp(name, "--generate") == 0) return generate(arguments, count);
  const struct command *command = command_named(name);
  return command == NULL ? TOOL_BAD_USAGE : run_command(command, arguments, count);
}
