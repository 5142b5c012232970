/* rowkey cpu: which instruction sets there are, and which one is in use. */
#include <stdio.h>
#include <string.h>

#include <rowkey/cpu.h>
#include "commands/command.h"
#include "filter/common.h"

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

struct cpu_settings {
  bool names;
};

#define SETTINGS struct cpu_settings

static const struct option options[] = {
    OPTION("--names", NULL, FLAG(names), USUAL,
           .line = "only the names of those supported, one a line, plainest first"),
    OPTION_HELP,
    OPTIONS_END,
};

static const struct page page = {
    .name = "cpu",
    .summary = "show the instruction sets of this build, and which one is chosen",
    .synopsis = "rowkey cpu [--names]\n",
    .description =
        "Show the instruction sets of this build: whether this CPU and its system support them, "
        "whether they are preferred (chosen by themselves where supported), and which one is chosen. "
        "All of them make the same keys.",
    .options = options,
    .notes =
        "The environment variable ROWKEY_ISA, and the option --isa of the commands that have it, force "
        "one.",
    .exit_status = "0 success, 2 bad usage, 3 output failed.",
    .examples =
        "  rowkey cpu\n"
        "  ROWKEY_ISA=scalar rowkey cpu\n"
        "  for isa in $(rowkey cpu --names); do seq 9 | rowkey encode --isa $isa --layout '{md5(line):x}'; done\n",
};

static int run_cpu(char **arguments, size_t count) {
  struct cpu_settings settings = {0};
  struct given given;
  struct failure failure;
  rowkey_error error;
  if (!options_read(&page, arguments, count, &settings, &given, &failure)) return report(&failure);
  if (rowkey_isa_check(&error) != ROWKEY_OK) {
    fail_with(&failure, TOOL_BAD_USAGE, "%s", error.text);
    return report(&failure);
  }
  if (settings.names) {
    print_names();
  } else {
    print_table();
  }
  return finish_standard_output();
}

const struct command cpu_command = {
    .page = &page,
    .run = run_cpu,
};
