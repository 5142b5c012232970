/* Command-line options: --name value, --name=value, -n value, -nvalue; several letters may share a hyphen,
 * and the last of them may have a value; `--` ends them; `-` is an operand, and so is what begins like a
 * negative number. */
#ifndef ROWKEY_CLI_SETTINGS_OPTIONS_H
#define ROWKEY_CLI_SETTINGS_OPTIONS_H

#include <stdint.h>

#include "settings/message.h"

/* What a row of a table of options is; of an option, what its value is as far as completion can offer some.
 */
enum row_kind {
  ROW_END,
  ROW_HEADING,
  ROW_PARAGRAPH,
  ROW_OPERAND,
  ROW_HIDDEN, /* an option that has an error of its own, and is shown nowhere */
  VALUE_NONE, /* an option without a value */
  VALUE_FREE, /* a number, text or a name that only the user knows */
  VALUE_FILE,
  VALUE_FOLDER,
  VALUE_LAYOUT,       /* a template, or @ and a name */
  VALUE_LAYOUT_NAME,  /* the name, perhaps with @ */
  VALUE_COLUMNS,      /* columns with their types */
  VALUE_COLUMN_NAMES, /* columns of the list in --columns, or of the named layout */
  VALUE_CONDITIONS,   /* on those */
  VALUE_ISA,
  VALUE_RECORD_KIND,
  VALUE_KEY_FORM,
  VALUE_LINES_FORM,  /* a form of keys that are lines, or where records are read their kind */
  VALUE_POINTS_FORM, /* a form of lists of split points */
  VALUE_COMPRESSION,
  VALUE_SOURCE /* of rows that are made */
};

/* A row of a command's table of options. The help of the command, its page of the manual and completions are
 * made from the rows, in their order. Texts are wrapped where they are shown. A newline in one ends a line,
 * and a tab in a line stands between a term and what is said of it. */
struct option {
  size_t index;      /* of its value among those that parse_options gives */
  const char *name;  /* with its "--" */
  char letter;       /* the short form, or 0 */
  const char *value; /* what the help calls the value; NULL: it has none */
  enum row_kind kind;
  const char *const *words; /* names that the value may also be */
  size_t word_count;
  const char *text; /* NULL: it is explained together with the row that follows */
};

#define WORDS(array) array, sizeof(array) / sizeof((array)[0])
#define NO_WORDS NULL, 0
#define HEADING(heading) {.kind = ROW_HEADING, .text = heading}
#define PARAGRAPH(paragraph) {.kind = ROW_PARAGRAPH, .text = paragraph}
#define OPERAND(operand, explanation) {.kind = ROW_OPERAND, .value = operand, .text = explanation}
#define HIDDEN_OPTION(index, name, letter) {index, name, letter, "VALUE", ROW_HIDDEN, NO_WORDS, NULL}
#define OPTIONS_END {.kind = ROW_END}

/* Options that several commands have. main.c answers --help; commands list it so that a misspelt one is
 * suggested. */
#define OPTION_ISA(index) \
  {index,                 \
   "--isa",               \
   0,                     \
   "NAME",                \
   VALUE_ISA,             \
   NO_WORDS,              \
   "use this instruction set (rowkey cpu lists them); the output is the same"}
#define OPTION_HELP(index) {index, "--help", 'h', NULL, VALUE_NONE, NO_WORDS, "print this"}
#define OPTION_OUTPUT_FILE(index, more)                                                                  \
  {index,                                                                                                \
   "--output-file",                                                                                      \
   'o',                                                                                                  \
   "FILE",                                                                                               \
   VALUE_FILE,                                                                                           \
   NO_WORDS,                                                                                             \
   "write to FILE instead of standard output. It appears under its name when it is complete and on the " \
   "disk." more}
#define OPTION_SPLITS_FORM(index, how, more) \
  {index,                                    \
   "--splits-form",                          \
   0,                                        \
   "FORM",                                   \
   VALUE_POINTS_FORM,                        \
   NO_WORDS,                                 \
   how ": hbase (the default), text, hex, or list_regions: what HBase's shell prints for that" more}
/* Of records whose values are apart: decoded, or given as arguments. */
#define OPTION_VALUE_COLUMNS(index, what, more)                                                      \
  {index,                                                                                            \
   "--columns",                                                                                      \
   'c',                                                                                              \
   "LIST",                                                                                           \
   VALUE_COLUMNS,                                                                                    \
   NO_WORDS,                                                                                         \
   what                                                                                              \
   ", NAME:u64, i64, f64, f32, text or a type such as time(ms), decimal(2), uuid, ip or enum(a,b), " \
   "separated by commas (see rowkey encode --help); without it there is one, line:text" more}

/* Whether it is an option that is shown. */
static inline bool is_shown_option(const struct option *row) { return row->kind >= VALUE_NONE; }

/* The row that explains the option: itself, or the next one with a text. */
static inline const struct option *explained_by(const struct option *row) {
  while (row->text == NULL) row++;
  return row;
}

/* The name of the option whose value has this index. */
const char *option_name(const struct option *options, size_t index);

/* values[i], of `value_count`, receives the value of the option whose index is i, "" for one that has none,
 * NULL when it is not given. The operands are moved to the front of `arguments` and counted. The text belongs
 * to `arguments`. */
bool parse_options(const struct option *options, size_t value_count, char **arguments, size_t argument_count,
                   const char **values, size_t *operand_count, struct failure *failure);

/* The values of an option that may be given several times, in their order. */
enum { MOST_REPEATS = 64 };
struct repeated {
  size_t option; /* its index */
  size_t count;
  const char *values[MOST_REPEATS];
};

/* The same where one option may be repeated: values[repeated->option] is the first of repeated->values. */
bool parse_repeated_options(const struct option *options, size_t value_count, char **arguments,
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
