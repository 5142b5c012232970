#include "manual/help.h"

#include <ctype.h>
#include <string.h>

#include "commands/command.h"
#include "manual/term.h"
#include "report/words.h"

enum { MOST_INDENT = 25 };

/* The line text[0 … length), wrapped, with further lines at column `indent`, from `column` on. */
static void print_line(FILE *to, const char *text, size_t length, int column, int indent) {
  bool is_first = true;
  while (length > 0) {
    const size_t word = strcspn(text, " "), size = word < length ? word : length;
    if (!is_first && column + 1 + (int)size > LINE_WIDTH) {
      fprintf(to, "\n%*s", indent, "");
      column = indent;
      is_first = true;
    }
    fprintf(to, "%s%.*s", is_first ? "" : " ", (int)size, text);
    column += (int)size + (is_first ? 0 : 1);
    is_first = false;
    const size_t taken = size < length ? size + 1 : size;
    text += taken;
    length -= taken;
  }
  fputs("\n", to);
}

/* The text from column `indent` on, where the first line is under way. */
static void print_text(FILE *to, const char *text, int indent) {
  for (const char *line = text; *line != 0;) {
    const size_t length = strcspn(line, "\n"), term = term_length(line);
    if (line != text) fprintf(to, "%*s", indent, "");
    if (term == 0) {
      print_line(to, line, length, indent, indent);
    } else {
      const int width = (int)term_column(text), at = indent + width;
      if ((int)term + 2 > width)
        fprintf(to, "%.*s\n%*s", (int)term, line, at, "");
      else
        fprintf(to, "%-*.*s", width, (int)term, line);
      print_line(to, line + term + 1, length - term - 1, at, at);
    }
    line += length + (line[length] == '\n');
  }
}

int option_term(const struct option *row, bool aligned, char *out, size_t size) {
  if (row->kind == ROW_OPERAND) return snprintf(out, size, "%s", row->value);
  const char letter_form[] = {'-', row->letter, ',', ' ', 0};
  const char *letter = row->letter != 0 ? letter_form : aligned ? "    " : "";
  return snprintf(out, size, "%s%s%s%s", letter, row->name, row->value != NULL ? " " : "",
                  row->value != NULL ? row->value : "");
}

/* The column at which the texts of options begin. */
static int text_column(const struct option *options) {
  int column = 0;
  for (const struct option *row = options; row->kind != ROW_END; row++) {
    if (!is_shown_option(row) && row->kind != ROW_OPERAND) continue;
    const int wanted = 2 + option_term(row, true, NULL, 0) + 2;
    if (row->line != NULL && wanted > column) column = wanted;
  }
  return column < MOST_INDENT ? column : MOST_INDENT;
}

/* One option, or several that have a text together. Returns the last one. */
static const struct option *print_option(FILE *to, const struct option *row, int indent) {
  char term[64];
  const bool is_alone = row->line != NULL;
  int column = 2;
  fputs("  ", to);
  for (bool is_first = true;; is_first = false, row++) {
    const char *comma = row->line == NULL ? "," : "";
    const int length = option_term(row, is_first, term, sizeof term) + (int)strlen(comma);
    if (!is_first && column + 1 + length > LINE_WIDTH) {
      column = 6;
      fprintf(to, "\n%*s", column, "");
    } else if (!is_first) {
      column++;
      fputs(" ", to);
    }
    fprintf(to, "%s%s", term, comma);
    column += length;
    if (row->line != NULL) break;
  }
  if (is_alone && column < indent)
    fprintf(to, "%*s", indent - column, "");
  else
    fprintf(to, "\n%*s", indent, "");
  char text[OPTION_TEXT_SIZE];
  option_text(row, is_alone, text);
  print_text(to, text, indent);
  return row;
}

static void print_options(FILE *to, const struct option *options) {
  const int indent = text_column(options);
  bool apart = true;
  for (const struct option *row = options; row->kind != ROW_END; row++) {
    if (row->kind == ROW_HIDDEN) continue;
    if (apart || row->kind == ROW_HEADING || row->kind == ROW_PARAGRAPH) fputs("\n", to);
    apart = row->kind == ROW_PARAGRAPH && row[1].kind != ROW_HEADING;
    if (row->kind == ROW_HEADING) {
      fprintf(to, "%s\n", row->line);
    } else if (row->kind == ROW_PARAGRAPH) {
      fprintf(to, "  ");
      print_text(to, row->line, 2);
    } else {
      row = print_option(to, row, indent);
    }
  }
}

static void print_synopsis(FILE *to, const struct page *page) {
  for (const char *line = page->synopsis; *line != 0; line += strcspn(line, "\n") + 1)
    fprintf(to, "%s%.*s\n", line == page->synopsis ? "Usage: " : "       ", (int)strcspn(line, "\n"), line);
}

static void print_begin(FILE *to, const struct page *page) {
  print_synopsis(to, page);
  print_text(to, page->description, 0);
}

static void print_end(FILE *to, const struct page *page) {
  fputs("\n", to);
  if (page->notes != NULL) {
    print_text(to, page->notes, 0);
    fputs("\n", to);
  }
  static const char begin[] = "Exit status: ";
  fputs(begin, to);
  print_line(to, page->exit_status, strlen(page->exit_status), (int)strlen(begin), 0);
  fprintf(to, "\nExamples:\n%s", page->examples);
}

void print_command_help(const struct page *page, FILE *to) {
  print_begin(to, page);
  print_options(to, page->options);
  print_end(to, page);
}

static void print_commands(FILE *to) {
  fputs("\nCommands:\n", to);
  for (size_t i = 0; i < COMMANDS; i++)
    fprintf(to, "  %-8s  %s\n", commands[i]->page->name, commands[i]->page->summary);
}

void print_tool_help(FILE *to) {
  print_begin(to, &tool_page);
  print_commands(to);
  print_options(to, tool_page.options);
  print_end(to, &tool_page);
}

/* ---- One screen ------------------------------------------------------------------------------ */

static bool is_usual(const struct option *row) { return is_shown_option(row) && row->is_usual; }

void print_short_help(const struct page *page, FILE *to) {
  print_synopsis(to, page);
  fprintf(to, "%c%s.\n\n", toupper((unsigned char)page->summary[0]), page->summary + 1);
  int indent = 0;
  char term[64];
  for (const struct option *row = page->options; row->kind != ROW_END; row++) {
    const int wanted = is_usual(row) ? 2 + option_term(row, true, NULL, 0) + 2 : 0;
    if (wanted > indent) indent = wanted;
  }
  for (const struct option *row = page->options; row->kind != ROW_END; row++) {
    if (!is_usual(row)) continue;
    option_term(row, true, term, sizeof term);
    fprintf(to, "  %-*s%s\n", indent - 2, term, row->line);
  }
  fprintf(to, "\nrowkey %s --help tells all of it, with examples.\n", page->name);
}

void print_short_tool_help(FILE *to) {
  print_synopsis(to, &tool_page);
  print_text(to, tool_page.description, 0);
  print_commands(to);
  fputs("\nrowkey COMMAND -h shows the options that are used most, rowkey COMMAND --help all of them.\n", to);
}
