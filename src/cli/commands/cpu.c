/* rowkey cpu: which instruction sets there are, and which one is in use. */
#include <stdio.h>
#include <string.h>

#include <rowkey/cpu.h>
#include "command.h"
#include "settings/message.h"
#include "settings/options.h"
#include "text/buffer.h"

/* The CPU's name where the system reports it, else "". */
static void cpu_model(char *out, size_t size) {
  out[0] = 0;
  FILE *file = fopen("/proc/cpuinfo", "r");
  if (file == NULL) return;
  char line[256];
  while (out[0] == 0 && fgets(line, sizeof line, file) != NULL) {
    char *value = strstr(line, ": ");
    if (value == NULL || strncmp(line, "model name", strlen("model name")) != 0) continue;
    value[strcspn(value, "\n")] = 0;
    snprintf(out, size, "%s", value + 2);
  }
  fclose(file);
}

static const char *yes_or_no(bool yes) { return yes ? "yes" : "no"; }

static void print_table(void) {
  char model[256];
  cpu_model(model, sizeof model);
  if (model[0] != 0) printf("CPU: %s\n", model);
  printf("%-16s %12s %10s %10s %7s\n", "instruction set", "32-bit lanes", "supported", "preferred", "chosen");
  const char *chosen = rowkey_isa_selected();
  for (size_t i = 0; i < rowkey_isa_count(); i++) {
    const char *name = rowkey_isa_name(i);
    printf("%-16s %12zu %10s %10s %7s\n", name, rowkey_isa_lanes(i), yes_or_no(rowkey_isa_supported(i)),
           yes_or_no(rowkey_isa_preferred(i)), yes_or_no(strcmp(name, chosen) == 0));
  }
}

static void print_names(void) {
  for (size_t i = 0; i < rowkey_isa_count(); i++) {
    if (rowkey_isa_supported(i)) puts(rowkey_isa_name(i));
  }
}

enum { NAMES, HELP, OPTIONS };

static const struct option options[] = {
    {NAMES, "--names", 0, NULL, VALUE_NONE, NO_WORDS,
     "only the names of those supported, one a line, plainest first"},
    OPTION_HELP(HELP),
    OPTIONS_END,
};

static const struct page page = {
    .synopsis = "rowkey cpu [--names]\n",
    .description =
        "Show the instruction sets of this build: whether this CPU and its system support them, "
        "whether they are preferred (chosen by themselves where supported), and which one is chosen. "
        "All of them make the same keys.",
    .options = options,
    .operands = VALUE_NONE,
    .notes =
        "The environment variable ROWKEY_ISA, and the option --isa of the commands that have it, force "
        "one.",
    .exit_status = "0 success, 2 bad usage, 3 output failed.",
    .examples =
        "  rowkey cpu\n"
        "  ROWKEY_ISA=scalar rowkey cpu\n"
        "  for isa in $(rowkey cpu --names); do seq 9 | rowkey encode --isa $isa --layout '{md5(line):x}'; done\n",
};

static int run(const struct command *command, char **arguments, size_t count) {
  (void)command;
  const char *values[OPTIONS];
  size_t operands;
  struct failure failure;
  rowkey_error error;
  if (!parse_options(options, OPTIONS, arguments, count, values, &operands, &failure))
    return report(&failure);
  if (operands > 0) {
    char shown[QUOTED_SIZE];
    fail_with(&failure, TOOL_BAD_USAGE, "rowkey cpu takes no argument, found %s",
              rowkey_quoted(shown, arguments[0], strlen(arguments[0])));
    return report(&failure);
  }
  if (rowkey_isa_check(&error) != ROWKEY_OK) {
    fail_with(&failure, TOOL_BAD_USAGE, "%s", error.text);
    return report(&failure);
  }
  if (values[NAMES] != NULL) {
    print_names();
  } else {
    print_table();
  }
  return finish_standard_output();
}

const struct command cpu_command = {
    .name = "cpu",
    .summary = "show the instruction sets of this build, and which one is chosen",
    .page = &page,
    .run = run,
};
