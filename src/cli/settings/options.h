/* Command-line options: --name value, --name=value, -n value, -nvalue; several letters may share a hyphen,
 * and the last of them may have a value; `--` ends them; `-` is an operand, and so is what begins like a
 * negative number. */
#ifndef ROWKEY_CLI_SETTINGS_OPTIONS_H
#define ROWKEY_CLI_SETTINGS_OPTIONS_H

#include <stdint.h>

#include "settings/message.h"

struct option {
  const char *name; /* with its "--" */
  char letter;      /* the short form, or 0 */
  bool has_value;
};

/* Those that several commands have. main.c answers --help; commands list it so that a misspelt one is
 * suggested. */
#define OPTION_LAYOUT {"--layout", 'l', true}
#define OPTION_COLUMNS {"--columns", 'c', true}
#define OPTION_ISA {"--isa", 0, true}
#define OPTION_OUTPUT {"--output", 0, true}
#define OPTION_OUTPUT_FILE {"--output-file", 'o', true}
#define OPTION_SPLITS {"--splits", 0, true}
#define OPTION_SPLITS_FORM {"--splits-form", 0, true}
#define OPTION_JSON {"--json", 0, false}
#define OPTION_QUIET {"--quiet", 'q', false}
#define OPTION_HELP {"--help", 'h', false}
#define OPTION_CHUNK_SIZE {"--chunk-size", 0, true}
#define OPTION_MAX_RECORD {"--max-record", 0, true}
#define OPTION_COMPRESSION {"--compression", 0, true}
#define OPTION_SEED {"--seed", 0, true}
#define OPTION_NULL {"--null", 0, true}
#define OPTION_INPUT {"--input", 0, true}
#define OPTION_HEADER {"--header", 0, false}

/* values[i] receives the value of options[i], "" for one that has none, NULL when it is not given. The
 * operands are moved to the front of `arguments` and counted. The text belongs to `arguments`. */
bool parse_options(const struct option *options, size_t option_count, char **arguments, size_t argument_count,
                   const char **values, size_t *operand_count, struct failure *failure);

/* The values of an option that may be given several times, in their order. */
enum { MOST_REPEATS = 64 };
struct repeated {
  size_t option; /* its index */
  size_t count;
  const char *values[MOST_REPEATS];
};

/* The same where one option may be repeated: values[repeated->option] is the first of repeated->values. */
bool parse_repeated_options(const struct option *options, size_t option_count, char **arguments,
                            size_t argument_count, const char **values, struct repeated *repeated,
                            size_t *operand_count, struct failure *failure);

/* The number that `text`, the value of `option`, spells, from least to most. NULL leaves *number as it is. */
bool parse_option_number(const char *option, const char *text, uint64_t least, uint64_t most,
                         uint64_t *number, struct failure *failure);

/* The number of bytes that `text` spells, at least so many: K, M, G or T after the digits stands for 1024 of
 * them, 1024 K and so on. NULL leaves *bytes as it is. */
bool parse_option_bytes(const char *option, const char *text, uint64_t least, uint64_t *bytes,
                        struct failure *failure);

/* The index in `names` of `text`, the value of `option`. NULL leaves *index as it is. */
bool parse_option_name(const char *option, const char *text, const char *const *names, size_t count,
                       size_t *index, struct failure *failure);

/* Fails with "option NAME" and `why` when one of the options whose indices are listed is given. */
bool refuse_options(const struct option *options, const char *const *values, const size_t *refused,
                    size_t count, const char *why, struct failure *failure);
#define REFUSE_OPTIONS(options, values, why, failure, ...)       \
  refuse_options(options, values, (const size_t[]){__VA_ARGS__}, \
                 sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t), why, failure)

#endif
