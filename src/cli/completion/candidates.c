#include "completion/candidates.h"

#include <rowkey/cpu.h>
#include <rowkey/named.h>
#include <stdio.h>
#include <string.h>

#include "completion/request.h"
#include "keys/key_form.h"
#include "manual/generate.h"
#include "manual/man.h"
#include "records/kind.h"
#include "settings/input_settings.h"
#include "sources/made.h"

void offer(const struct request *request, const char *name, const char *after_name, const char *text) {
  if (strncmp(name, request->typed, strlen(request->typed)) != 0) return;
  printf("%.*s%s%s", (int)(request->typed - request->begin), request->begin, name, after_name);
  if (text != NULL) {
    size_t length = strcspn(text, "\n\t;");
    const char *end = strstr(text, ". ");
    if (end != NULL && end < text + length) length = (size_t)(end - text);
    printf("\t%.*s", (int)length, text);
  }
  putchar('\n');
}

/* What the text of an option says of one of its values, in a line "NAME: …"; or NULL. */
static const char *said_of(const char *text, const char *name) {
  const size_t length = strlen(name);
  for (; text != NULL; text = strchr(text, '\n')) {
    text += *text == '\n';
    if (strncmp(text, name, length) == 0 && strncmp(text + length, ": ", 2) == 0) return text + length + 2;
  }
  return NULL;
}

static void offer_value(const struct request *request, const char *name) {
  offer(request, name, "",
        request->option == NULL ? NULL : said_of(explained_by(request->option)->text, name));
}

static void offer_forms(const struct request *request, enum key_form_use use) {
  const struct key_form *form;
  for (size_t i = 0; (form = key_form_at(use, i)) != NULL; i++) offer_value(request, form->name);
}

static void offer_kinds(const struct request *request) {
  const struct record_kind *kind;
  for (size_t i = 0; (kind = record_kind_at(i)) != NULL; i++) offer_value(request, kind->name);
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

static void offer_of_kind(struct request *request, enum row_kind kind) {
  switch (kind) {
    case VALUE_LAYOUT:
    case VALUE_LAYOUT_NAME:
      offer_layouts(request, kind == VALUE_LAYOUT);
      break;
    case VALUE_COLUMNS:
      offer_columns(request);
      break;
    case VALUE_COLUMN_NAMES:
    case VALUE_CONDITIONS:
      offer_column_names(request, kind == VALUE_COLUMN_NAMES);
      break;
    case VALUE_ISA:
      for (size_t i = 0; i < rowkey_isa_count(); i++) {
        if (rowkey_isa_supported(i)) offer_value(request, rowkey_isa_name(i));
      }
      break;
    case VALUE_RECORD_KIND:
      offer_kinds(request);
      break;
    case VALUE_KEY_FORM:
      offer_forms(request, KEY_FORM_ANY);
      break;
    case VALUE_POINTS_FORM:
      offer_forms(request, KEY_FORM_POINTS);
      break;
    case VALUE_LINES_FORM:
      if (request->reads_records)
        offer_kinds(request);
      else
        offer_forms(request, KEY_FORM_LINES);
      break;
    case VALUE_COMPRESSION:
      for (size_t i = 0; compression_name(i) != NULL; i++) offer_value(request, compression_name(i));
      break;
    case VALUE_SOURCE:
      for (size_t i = 0; made_kinds[i] != NULL; i++) offer_value(request, made_kinds[i]->name);
      break;
    default:
      break;
  }
}

/* How the shell goes on after a value of this kind. */
static const char *ending(enum row_kind kind) {
  switch (kind) {
    case VALUE_FILE:
      return "files";
    case VALUE_FOLDER:
      return "folders";
    case VALUE_COLUMNS:
    case VALUE_COLUMN_NAMES:
    case VALUE_CONDITIONS:
      return "nospace";
    default:
      return "words";
  }
}

static void complete_command(struct request request) {
  if (request.option != NULL) {
    puts(ending(request.option->kind));
    for (size_t i = 0; i < request.option->word_count; i++) offer_value(&request, request.option->words[i]);
    offer_of_kind(&request, request.option->kind);
  } else if (!request.after_options && request.typed[0] == '-') {
    puts("words");
    for (const struct option *row = request.command->page->options; row->kind != ROW_END; row++) {
      if (is_shown_option(row)) offer(&request, row->name, "", explained_by(row)->text);
    }
  } else {
    puts(ending(request.command->page->operands));
    offer_of_kind(&request, request.command->page->operands);
  }
}

static void offer_commands(const struct request *request) {
  for (size_t i = 0; i < COMMANDS; i++) offer(request, commands[i]->name, "", commands[i]->summary);
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
    for (size_t i = 0; i < sizeof generated_names / sizeof generated_names[0]; i++)
      offer(&request, generated_names[i], "", NULL);
  } else if (count == 3 && strcmp(words[0], "--generate") == 0 && strcmp(words[1], generated_names[0]) == 0) {
    char name[MANUAL_NAME_SIZE];
    for (size_t i = 0; manual_page_name(i, name); i++) offer(&request, name, "", NULL);
  }
}

void print_candidates(char *const *words, size_t count) {
  if (count == 0) return;
  size_t i = COMMANDS;
  if (count > 1) {
    for (i = 0; i < COMMANDS && strcmp(commands[i]->name, words[0]) != 0;) i++;
  }
  if (i < COMMANDS)
    complete_command(request_read(commands[i], words, count));
  else
    complete_tool(words, count);
}
