#include "completion/candidates.h"

#include <rowkey/named.h>
#include <stdio.h>
#include <string.h>

#include "completion/request.h"
#include "manual/man.h"

const struct choice generated_choices[] = {
    {"man", NULL, NULL},           {"complete-bash", NULL, NULL}, {"complete-zsh", NULL, NULL},
    {"complete-fish", NULL, NULL}, {"candidates", NULL, NULL},    {NULL, NULL, NULL},
};

void offer(const struct request *request, const char *name, const char *after_name, const char *text) {
  if (strncmp(name, request->typed, strlen(request->typed)) != 0) return;
  printf("%.*s%s%s", (int)(request->typed - request->begin), request->begin, name, after_name);
  if (text != NULL) printf("\t%s", text);
  putchar('\n');
}

static void offer_choices(const struct request *request, const struct value_reader *reader) {
  for (size_t i = 0; reader->choice != NULL; i++) {
    const struct choice choice = reader->choice(request->option, i);
    if (choice.name == NULL) return;
    offer(request, choice.name, "", choice.text);
  }
}

static void offer_layouts(struct request *request, bool with_at) {
  const rowkey_named_layout *named;
  if (request->typed[0] == '@')
    request->typed++;
  else if (with_at && request->typed[0] != 0)
    return; /* a template */
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    if (!with_at || request->typed != request->begin) {
      offer(request, named->name, "", named->system);
      continue;
    }
    char name[64];
    snprintf(name, sizeof name, "@%s", named->name);
    offer(request, name, "", named->system);
  }
}

static void offer_values(struct request *request, enum offer what) {
  switch (what) {
    case OFFER_LAYOUTS:
    case OFFER_LAYOUT_NAMES:
      offer_layouts(request, what == OFFER_LAYOUTS);
      break;
    case OFFER_COLUMNS:
      offer_columns(request);
      break;
    case OFFER_COLUMN_NAMES:
    case OFFER_CONDITIONS:
      offer_column_names(request, what == OFFER_COLUMN_NAMES);
      break;
    default:
      break;
  }
}

/* How the shell goes on after such a value. */
static const char *ending_of(enum offer what) {
  switch (what) {
    case OFFER_FILES:
      return "files";
    case OFFER_FOLDERS:
      return "folders";
    case OFFER_COLUMNS:
    case OFFER_COLUMN_NAMES:
    case OFFER_CONDITIONS:
      return "nospace";
    default:
      return "words";
  }
}

static void complete_command(struct request request) {
  const struct page *page = request.command->page;
  if (request.option != NULL) {
    puts(ending_of(request.reader->offer));
    offer_choices(&request, request.reader);
    offer_values(&request, request.reader->offer);
  } else if (!request.after_options && request.typed[0] == '-') {
    puts("words");
    for (const struct option *row = page->options; row->kind != ROW_END; row++) {
      if (is_shown_option(row)) offer(&request, row->name, "", explained_by(row)->line);
    }
  } else {
    puts(ending_of(page->operands));
    offer_values(&request, page->operands);
  }
}

static void offer_commands(const struct request *request) {
  for (size_t i = 0; i < COMMANDS; i++)
    offer(request, commands[i]->page->name, "", commands[i]->page->summary);
}

/* The words that are no command's own: its name, and what follows `help` and `--generate`. */
static void complete_tool(char *const *words, size_t count) {
  const struct request request = {.begin = words[count - 1], .typed = words[count - 1]};
  puts("words");
  if (count == 1) {
    offer_commands(&request);
    offer(&request, "help", "", "explain a command");
    offer(&request, "--help", "", "list the commands");
    offer(&request, "--version", "", "print the version");
    offer(&request, "--generate", "", "print a page of the manual, or what a shell completes by");
  } else if (count == 2 && strcmp(words[0], "help") == 0) {
    offer_commands(&request);
  } else if (count == 2 && strcmp(words[0], "--generate") == 0) {
    for (size_t i = 0; generated_choices[i].name != NULL; i++)
      offer(&request, generated_choices[i].name, "", NULL);
  } else if (count == 3 && strcmp(words[0], "--generate") == 0 &&
             strcmp(words[1], generated_choices[0].name) == 0) {
    char name[MANUAL_NAME_SIZE];
    for (size_t i = 0; manual_page_name(i, name); i++) offer(&request, name, "", NULL);
  }
}

void print_candidates(char *const *words, size_t count) {
  if (count == 0) return;
  size_t i = COMMANDS;
  if (count > 1) {
    for (i = 0; i < COMMANDS && strcmp(commands[i]->page->name, words[0]) != 0;) i++;
  }
  if (i < COMMANDS)
    complete_command(request_read(commands[i], words, count));
  else
    complete_tool(words, count);
}
