/* How values of options are read: flags, texts, numbers, names. Each macro sets the reader and the target of
 * a row, and fails to compile where the member of the settings has another type. */
#ifndef ROWKEY_CLI_SETTINGS_READERS_H
#define ROWKEY_CLI_SETTINGS_READERS_H

#include "settings/options.h"

extern const struct value_reader flag_reader, text_reader, file_reader, folder_reader, number_reader,
    bytes_reader, decimal_reader, choice_reader, shell_table_reader, shell_family_reader, columns_reader,
    column_names_reader, texts_reader, conditions_reader, layouts_reader, help_reader;

/* Whether it is given. */
#define FLAG(member) READ(flag_reader, bool, member)

/* The text as it is. */
#define TEXT(member) READ(text_reader, const char *, member)
#define FILE_NAME(member) READ(file_reader, const char *, member)
#define FOLDER(member) READ(folder_reader, const char *, member)
#define COLUMNS(member) READ(columns_reader, const char *, member)
#define COLUMN_NAMES(member) READ(column_names_reader, const char *, member)

/* A number from .least to .most; bytes, at least .least, where K, M, G or T after the digits stands for 1024
 * of them, 1024 K and so on; a decimal above 0 and below 1e12. */
#define NUMBER(member, from, to) READ(number_reader, uint64_t, member), .least = from, .most = to
#define BYTES(member, from) READ(bytes_reader, uint64_t, member), .least = from
#define DECIMAL(member) READ(decimal_reader, double, member)

/* An enum: the place of the name among the choices, the last of which has none. */
#define CHOICE(member, table)                                                                  \
  .reader = &choice_reader,                                                                    \
  .target = offsetof(SETTINGS, member) +                                                       \
            sizeof(char[sizeof(((SETTINGS *)NULL)->member) == sizeof(unsigned) ? 1 : -1]) - 1, \
  .choices = table

/* An option without a value that is short for another one with one. */
#define SHORT_FOR(long_option, its_value)                        \
  .reader = &help_reader, .short_for = {long_option, its_value}, \
  .line = "the same as " long_option " " its_value

/* The forms of a report. */
enum report_form { REPORT_TABLE, REPORT_JSON };
extern const struct choice report_forms[];
#define OPTION_REPORT_FORM(member)                                                      \
  OPTION("--output", "FORM", CHOICE(member, report_forms), .otherwise = "table", USUAL, \
         .line = "the form of the report")
#define OPTION_JSON OPTION("--json", NULL, SHORT_FOR("--output", "json"))

/* Names between quotes of HBase's shell. */
#define SHELL_TABLE(member) READ(shell_table_reader, const char *, member)
#define SHELL_FAMILY(member) READ(shell_family_reader, const char *, member)

/* Values of an option that may be given several times, in their order. */
enum { MOST_REPEATS = 64 };
struct texts {
  size_t count;
  const char *items[MOST_REPEATS];
};
#define TEXTS(member) READ(texts_reader, struct texts, member)
#define CONDITIONS(member) READ(conditions_reader, struct texts, member)
#define LAYOUTS(member) READ(layouts_reader, struct texts, member)

/* An option that the command has not, for the reason in .line. */
#define REFUSED .kind = ROW_HIDDEN, .reader = &help_reader

/* Sets *number to what the text, the value of `option`, spells. */
bool read_number(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *number,
                 struct failure *failure);

/* Sets *index to the place of the text among the names that the value of the option may be. */
bool find_choice(const struct option *option, struct choice (*choice)(const struct option *, size_t),
                 const char *text, size_t *index, struct failure *failure);

/* For struct value_reader: the choices of the row. */
struct choice choice_of_row(const struct option *option, size_t index);

/* "a, b (the default) or c": the names that the reader takes. Returns `out`. */
enum { CHOICES_SIZE = 512 };
const char *list_choices(const struct option *option, const struct value_reader *reader, const char *usual,
                         char out[CHOICES_SIZE]);

#endif
