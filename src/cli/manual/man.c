#include "manual/man.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <rowkey/rowkey.h>
#include "commands/command.h"
#include "manual/embedded.h"
#include "manual/help.h"
#include "manual/roff.h"

/* The pages: the tool, the commands, the language. */
enum { TOOL_PAGE, FIRST_COMMAND, LAYOUT_PAGE = FIRST_COMMAND + COMMANDS, PAGES };

bool manual_page_name(size_t index, char name[MANUAL_NAME_SIZE]) {
  if (index >= PAGES) return false;
  const char *what = index == TOOL_PAGE     ? ""
                     : index == LAYOUT_PAGE ? "layout"
                                            : commands[index - FIRST_COMMAND]->page->name;
  snprintf(name, MANUAL_NAME_SIZE, "rowkey%s%s", index == TOOL_PAGE ? "" : "-", what);
  return true;
}

/* What every page begins with: its name, in which section it is, and what it is about. */
static void print_begin(const char *page, int section, const char *summary) {
  printf(".TH \"");
  for (const char *letter = page; *letter != 0; letter++) {
    const char capital = (char)toupper((unsigned char)*letter);
    roff_put(&capital, 1);
  }
  printf("\" %d \"\" \"rowkey %s\" \"rowkey\"\n", section, rowkey_version());
  /* Layouts and commands are neither stretched nor hyphenated: .nh until the next heading, from which on
   * groff takes the register HY. No date: the same version is the same page. */
  puts(".nh\n.nr HY 0\n.ad l\n.SH NAME");
  roff_put(page, strlen(page));
  printf(" \\- ");
  roff_put(summary, strlen(summary));
  puts("");
}

static void print_synopsis(const struct page *page) {
  puts(".SH SYNOPSIS\n.nf");
  for (const char *line = page->synopsis; *line != 0; line += strcspn(line, "\n") + 1)
    roff_usage(line, strcspn(line, "\n"));
  puts(".fi\n.SH DESCRIPTION");
  roff_text(page->description);
}

static void print_option_text(const struct option *row, bool is_alone) {
  char text[OPTION_TEXT_SIZE];
  option_text(row, is_alone, text);
  roff_text(text);
}

static void print_options(const struct option *options) {
  puts(".SH OPTIONS");
  for (const struct option *row = options; row->kind != ROW_END; row++) {
    if (row->kind == ROW_HIDDEN) continue;
    if (row->kind == ROW_HEADING) {
      printf(".SS ");
      roff_line(row->line, strlen(row->line));
    } else if (row->kind == ROW_PARAGRAPH) {
      if (row != options && row[-1].kind != ROW_HEADING) puts(".PP");
      roff_text(row->line);
    } else {
      char term[512];
      const bool is_alone = row->line != NULL;
      int used = option_term(row, false, term, sizeof term);
      for (; row->line == NULL; used += option_term(row, false, term + used, sizeof term - (size_t)used)) {
        row++;
        used += snprintf(term + used, sizeof term - (size_t)used, ", ");
      }
      puts(".TP");
      roff_usage(term, (size_t)used);
      print_option_text(row, is_alone);
    }
  }
}

static void print_end(const struct page *page) {
  if (page->notes != NULL) {
    puts(".SH NOTES");
    roff_text(page->notes);
  }
  puts(".SH \"EXIT STATUS\"");
  roff_text(page->exit_status);
  puts(".SH EXAMPLES");
  roff_example(page->examples, 2);
}

static void print_see_also(size_t page) {
  char name[MANUAL_NAME_SIZE];
  const char *between = "";
  puts(".SH \"SEE ALSO\"");
  for (size_t i = 0; manual_page_name(i, name); i++) {
    if (i == page) continue;
    printf("%s.BR ", between);
    roff_put(name, strlen(name));
    printf(" (%d)", i == LAYOUT_PAGE ? 7 : 1);
    between = ",\n";
  }
  puts("");
}

static void print_command_page(const char *name, const struct command *command) {
  print_begin(name, 1, command->page->summary);
  print_synopsis(command->page);
  print_options(command->page->options);
  print_end(command->page);
}

static void print_tool_page(const char *name) {
  print_begin(name, 1, tool_page.summary);
  print_synopsis(&tool_page);
  puts(".SH COMMANDS");
  for (size_t i = 0; i < COMMANDS; i++)
    printf(".TP\n.BR rowkey\\-%s (1)\n%s\n", commands[i]->page->name, commands[i]->page->summary);
  print_options(tool_page.options);
  puts(".SH ENVIRONMENT\n.TP\n.B ROWKEY_ISA");
  roff_text("the instruction set of all commands, unless --isa names one (rowkey cpu lists them)");
  print_end(&tool_page);
}

static void print_layout_page(const char *name) {
  print_begin(name, 7, "the language of row-key layouts");
  puts(".SH DESCRIPTION");
  print_markdown(embedded_layouts);
}

void print_manual_page(size_t index) {
  char name[MANUAL_NAME_SIZE];
  if (!manual_page_name(index, name)) return;
  if (index == TOOL_PAGE)
    print_tool_page(name);
  else if (index == LAYOUT_PAGE)
    print_layout_page(name);
  else
    print_command_page(name, commands[index - FIRST_COMMAND]);
  print_see_also(index);
}
