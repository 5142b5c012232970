/* Command-line options: --name value, --name=value, -n value, -nvalue; several letters may share a hyphen,
 * and the last of them may have a value; `--` ends them; `-` is an operand, and so is what begins like a
 * negative number.
 *
 * An option is one row of its command's table. The row says how it is called, how its value is read and into
 * which member of the command's settings, and what is said of it; from it come the reading, messages, help,
 * manual and completion. */
#ifndef ROWKEY_CLI_SETTINGS_OPTIONS_H
#define ROWKEY_CLI_SETTINGS_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "base/message.h"

struct option;

/* A name that a value may be, what may follow it in the value, or NULL, and what it means: NULL where help
 * need not show it. */
struct choice {
  const char *name, *arguments, *text;
};

/* What completion offers for a value besides its names. */
enum offer {
  OFFER_NOTHING,
  OFFER_FILES,
  OFFER_FOLDERS,
  OFFER_LAYOUTS,      /* named ones, after an @ */
  OFFER_LAYOUT_NAMES, /* likewise, perhaps without it */
  OFFER_COLUMNS,      /* with their types */
  OFFER_COLUMN_NAMES, /* of the list in --columns, or of the named layout */
  OFFER_CONDITIONS    /* on those */
};

/* What the value of an option can be. */
struct value_reader {
  /* Sets the target to what the text, the option's value, says. The text lives as long as the settings. */
  bool (*read)(const struct option *option, const char *text, void *target, struct failure *failure);
  /* Choice `index` of the names; that after the last one has none. NULL where values have no names. */
  struct choice (*choice)(const struct option *option, size_t index);
  enum offer offer;
  bool hides_choices; /* help does not name them, as they depend on the machine */
  bool repeats;       /* the option may be given several times: `read` is called for each */
};

/* Which options go together. The text of a reason follows the name of the other option in the message. */
struct rule {
  const char *option, *value; /* the other one; NULL: whatever its value */
  bool excludes;              /* else the option needs it */
  const char *why;            /* with the comma or colon before it */
};
#define NEEDS(option, why) {option, NULL, false, why}
#define NEEDS_VALUE(option, value, why) {option, value, false, why}
#define EXCLUDES(option, why) {option, NULL, true, why}
#define A_FILE "a FILE" /* stands for an operand in the place of an option */
enum { MOST_RULES = 5, MOST_SUBSTITUTES = 3 };

enum row_kind {
  ROW_OPTION,
  ROW_HIDDEN, /* an option that has an error of its own, and is shown nowhere */
  ROW_HEADING,
  ROW_PARAGRAPH,
  ROW_OPERAND,
  ROW_END
};

/* Texts are wrapped where they are shown. A newline in one ends a line, and a tab in a line stands between a
 * term and what is said of it. */
struct option {
  enum row_kind kind;
  const char *name;  /* with its "--" */
  char letter;       /* the short form, or 0 */
  const char *value; /* what the help calls the value; NULL: it has none */

  const struct value_reader *reader; /* these two by the macros below */
  size_t target;                     /* where its value stands in the settings */
  const char *otherwise; /* the value where it is not given; NULL: the settings stay as they were */
  uint64_t least, most;  /* bounds of a number */
  const struct choice *choices;
  /* What an option without a value is short for. */
  struct {
    const char *option, *value;
  } short_for;
  /* Where that option is given, the value is read in another way. */
  struct {
    const char *option;
    const struct value_reader *reader;
    size_t target;
    const char *otherwise;
    const char *more; /* after its names in the help */
  } with;

  struct rule rules[MOST_RULES];
  /* What follows "option NAME is missing" in a message; "" for a hint at the help. NULL where it need not be
   * given, or one of the substitutes is. */
  const char *missing;
  const char *substitutes[MOST_SUBSTITUTES];

  bool is_usual;    /* one of those that -h shows */
  const char *line; /* the line of -h. NULL: it is explained together with the row that follows */
  const char *more; /* what --help says after it, the value where it is not given, and the names */
};

/* A table of options is about the struct that the macro SETTINGS names. TARGET checks the type of the member
 * and tells where it stands. */
#define TARGET(type, member) \
  (offsetof(SETTINGS, member) + sizeof(char[_Generic(((SETTINGS *)NULL)->member, type: 1)]) - 1)
#define READ(by, type, member) .reader = &by, .target = TARGET(type, member)

/* A row: its name, what the help calls its value or NULL, and any further members. */
#define OPTION(option, called, ...) {.name = option, .value = called, __VA_ARGS__}
#define USUAL .is_usual = true

#define HEADING(heading) {.kind = ROW_HEADING, .line = heading}
#define PARAGRAPH(paragraph) {.kind = ROW_PARAGRAPH, .line = paragraph}
#define OPERAND(operand, explanation) {.kind = ROW_OPERAND, .value = operand, .line = explanation}
#define OPTIONS_END {.kind = ROW_END}

/* What is told of a command, wherever it is told: by --help, in the manual, by completion. Lines that are
 * shown as they are end in newlines. */
struct page {
  const char *name;
  const char *summary;  /* one line, for `rowkey --help` */
  const char *synopsis; /* lines */
  const char *description;
  const struct option *options;
  enum offer operands;
  size_t most_operands;
  const char *operand_hint; /* after the message that there are too many, or NULL */
  const char *notes;        /* after the options, or NULL */
  const char *exit_status;
  const char *examples; /* lines, indented by two */
};
#define ANY_OPERANDS SIZE_MAX
#define EXIT_STATUS_OF_DATA "0 success, 1 bad data, 2 bad usage, 3 input or output failed."

/* Whether it is an option that is shown. */
static inline bool is_shown_option(const struct option *row) { return row->kind == ROW_OPTION; }

/* The row that explains the option: itself, or the next one with a text. */
static inline const struct option *explained_by(const struct option *row) {
  while (row->line == NULL) row++;
  return row;
}

/* All that --help says of the row that explains an option, alone or together with others before it. */
enum { OPTION_TEXT_SIZE = 4096 };
void option_text(const struct option *row, bool is_alone, char text[OPTION_TEXT_SIZE]);

/* A command line that was read. */
enum { MOST_ROWS = 96 };
struct given {
  const struct page *page;
  const char *texts[MOST_ROWS]; /* of the option in each row, "" for one without a value; NULL: not given */
  char **operands;
  size_t operand_count;
};

/* Reads the arguments into the settings, which begin as the command wants them. The operands are moved to the
 * front of `arguments`, whose texts must live as long as the settings. */
bool options_read(const struct page *page, char **arguments, size_t count, void *settings,
                  struct given *given, struct failure *failure);

/* The text of an option of the command; NULL when it is not given. */
const char *given_text(const struct given *given, const char *name);

#endif
