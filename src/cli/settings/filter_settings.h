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

extern const char *const on_error_names[2];

/* Their rows in a command's table of options, where `base` is the index of the first value: `bad` names the
 * records or keys, `each` one of them, `what` is kept of it, and `quiet` says what is left out. */
#define FILTER_ROWS_BAD(base, bad, each, what)                                                             \
  HEADING("Bad " bad),                                                                                     \
      {(base) + FILTER_ON_ERROR,                                                                           \
       "--on-error",                                                                                       \
       0,                                                                                                  \
       "ACTION",                                                                                           \
       VALUE_FREE,                                                                                         \
       WORDS(on_error_names),                                                                              \
       "stop at the first one (the default), or skip it: go on, report their number at the end, and exit " \
       "with status 0"},                                                                                   \
  {                                                                                                        \
    (base) + FILTER_REJECTS, "--rejects", 0, "FILE", VALUE_FILE, NO_WORDS,                                 \
        "with skip, keep each bad " each ": a line '# FILE:LINE: REASON' and the " what                    \
  }
#define FILTER_ROWS_OTHER(base, quiet)                                                                       \
  HEADING("Other options"),                                                                                  \
      {(base) + FILTER_THREADS,                                                                              \
       "--threads",                                                                                          \
       't',                                                                                                  \
       "N",                                                                                                  \
       VALUE_FREE,                                                                                           \
       NO_WORDS,                                                                                             \
       "share the work between N threads (1); the output is the same"},                                      \
      OPTION_ISA((base) + FILTER_ISA),                                                                       \
      {(base) + FILTER_QUIET, "--quiet", 'q', NULL, VALUE_NONE, NO_WORDS, quiet},                            \
      {(base) + FILTER_COMPRESSION,                                                                          \
       "--compression",                                                                                      \
       0,                                                                                                    \
       "FORM",                                                                                               \
       VALUE_COMPRESSION,                                                                                    \
       NO_WORDS,                                                                                             \
       "auto: undo gzip and zstd where a FILE begins as they do, and refuse what is not text by its first "  \
       "bytes, such as xz or Parquet; but binary records and raw keys are taken as they are (the default)\n" \
       "none: take the bytes of each FILE as they are\n"                                                     \
       "gzip, zstd: undo it in each FILE"},                                                                  \
      {(base) + FILTER_CHUNK_SIZE,                                                                           \
       "--chunk-size",                                                                                       \
       0,                                                                                                    \
       "N",                                                                                                  \
       VALUE_FREE,                                                                                           \
       NO_WORDS,                                                                                             \
       "bytes read at a time, for tests and tuning (524288)"},                                               \
      OPTION_HELP((base) + FILTER_HELP)

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
