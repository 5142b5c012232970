/* The options that all commands share which read records and write a row for each. */
#ifndef ROWKEY_CLI_SETTINGS_FILTER_SETTINGS_H
#define ROWKEY_CLI_SETTINGS_FILTER_SETTINGS_H

#include "settings/input_settings.h"
#include "settings/layout_settings.h"

enum {
  FILTER_LAYOUT,
  FILTER_COLUMNS,
  FILTER_OUTPUT_FILE,
  FILTER_THREADS,
  FILTER_ISA,
  FILTER_ON_ERROR,
  FILTER_REJECTS,
  FILTER_QUIET,
  FILTER_CHUNK_SIZE,
  FILTER_MAX_RECORD,
  FILTER_COMPRESSION,
  FILTER_HELP,
  FILTER_OPTIONS
};

/* Their rows in a command's table of options, from index `base` on. */
#define FILTER_OPTION_ROWS(base)                                                                        \
  [(base) + FILTER_LAYOUT] = OPTION_LAYOUT, [(base) + FILTER_COLUMNS] = OPTION_COLUMNS,                 \
            [(base) + FILTER_OUTPUT_FILE] = OPTION_OUTPUT_FILE,                                         \
            [(base) + FILTER_THREADS] = {"--threads", 't', true}, [(base) + FILTER_ISA] = OPTION_ISA,   \
            [(base) + FILTER_ON_ERROR] = {"--on-error", 0, true},                                       \
            [(base) + FILTER_REJECTS] = {"--rejects", 0, true}, [(base) + FILTER_QUIET] = OPTION_QUIET, \
            [(base) + FILTER_CHUNK_SIZE] = OPTION_CHUNK_SIZE,                                           \
            [(base) + FILTER_MAX_RECORD] = OPTION_MAX_RECORD,                                           \
            [(base) + FILTER_COMPRESSION] = OPTION_COMPRESSION, [(base) + FILTER_HELP] = OPTION_HELP

/* Parts of their help: `bad` names the records or keys, `each` one of them, `what` is kept of it, and `quiet`
 * says what is left out. */
#define FILTER_HELP_OUTPUT_FILE                                                                               \
  "  -o, --output-file FILE write to FILE instead of standard output. It appears under its name when it is\n" \
  "                         complete and on the disk.\n"
#define FILTER_HELP_BAD(bad, each, what)                                                                      \
  "Bad " bad "\n"                                                                                             \
  "      --on-error ACTION  stop at the first one (the default), or skip it: go on, report their number at\n" \
  "                         the end, and exit with status 0\n"                                                \
  "      --rejects FILE     with skip, keep each bad " each ": a line '# FILE:LINE: REASON' and the " what    \
  "\n"
#define FILTER_HELP_OTHER(quiet)                                                                                   \
  "Other options\n"                                                                                                \
  "  -t, --threads N        share the work between N threads (1); the output is the same\n"                        \
  "      --isa NAME         use this instruction set (rowkey cpu lists them); the output is the same\n"            \
  "  -q, --quiet            " quiet "\n"                                                                           \
  "      --compression FORM auto: undo gzip and zstd where a FILE begins as they do, and refuse what is no text\n" \
  "                         by its first bytes, such as xz or Parquet; but binary records and raw keys are\n"      \
  "                         taken as they are (the default)\n"                                                     \
  "                         none: take the bytes of each FILE as they are\n"                                       \
  "                         gzip, zstd: undo it in each FILE\n"                                                    \
  "      --chunk-size N     bytes read at a time, for tests and tuning (524288)\n"                                 \
  "  -h, --help             print this\n"                                                                          \
  "\n"                                                                                                             \
  "Exit status: 0 success, 1 bad data, 2 bad usage, 3 input or output failed.\n"

struct filter_settings {
  struct layout_option layout; /* do not copy it */
  const char *columns;         /* NULL when not given */
  const char *output;          /* NULL for standard output */
  bool output_is_numbered;     /* its name stands for those of several files; only where a command says so */
  uint64_t threads;
  const char *isa; /* NULL to choose by itself */
  bool skip_bad;
  const char *rejects; /* NULL when not given */
  bool quiet;
  struct input_settings input;
};

/* Reads the values of the rows above; `operands` are the files. `command` is its name. */
bool filter_settings_parse(const char *command, const char *const *values, char **operands,
                           size_t operand_count, struct filter_settings *settings, struct failure *failure);

#endif
