#include "generate.h"

#include <stdio.h>
#include <string.h>

#include "completion/candidates.h"
#include "manual/embedded.h"
#include "manual/man.h"
#include "settings/readers.h"
#include "text/buffer.h"

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

int generate(char **arguments, size_t count) {
  struct failure failure;
  return print_generated(arguments, count, &failure) ? finish_standard_output() : report(&failure);
}
