#include "completion/request.h"

#include <string.h>

#include "records/columns.h"

/* The option that the whole word, or its letters, name; its value may stand in the word. */
static const struct option *find_option(const struct option *options, const char *word, const char **value) {
  *value = NULL;
  if (word[1] == '-') {
    const size_t length = strcspn(word, "=");
    for (const struct option *row = options; row->kind != ROW_END; row++) {
      if (!is_shown_option(row) || strlen(row->name) != length || strncmp(row->name, word, length) != 0)
        continue;
      if (word[length] == '=') *value = word + length + 1;
      return row;
    }
    return NULL;
  }
  for (const char *letter = word + 1; *letter != 0; letter++) {
    const struct option *row = options;
    while (row->kind != ROW_END && !(is_shown_option(row) && row->letter == *letter)) row++;
    if (row->kind == ROW_END) return NULL;
    if (row->value == NULL && letter[1] != 0) continue;
    if (row->value != NULL && letter[1] != 0) *value = letter + 1;
    return row;
  }
  return NULL;
}

/* Notes what is of use to complete other options. */
static void note_option(struct request *request, const struct option *option, const char *value) {
  const size_t row = (size_t)(option - request->command->page->options);
  if (row < MOST_ROWS) request->given[row] = true;
  if (strcmp(option->name, "--header") == 0) request->has_header = true;
  if (option->reader->offer == OFFER_LAYOUTS) request->layout = value;
  if (option->reader->offer == OFFER_COLUMNS) request->columns = value;
  if (strcmp(option->name, "--input") == 0) request->input = value;
  if (strcmp(option->name, "--delimiter") == 0) request->delimiter = value;
}

/* What reads the value of the option, where those before it are given. */
static const struct value_reader *reader_of(const struct request *request, const struct option *option) {
  const struct option *options = request->command->page->options;
  for (size_t i = 0; option->with.option != NULL && options[i].kind != ROW_END; i++)
    if (request->given[i] && strcmp(options[i].name, option->with.option) == 0) return option->with.reader;
  return option->reader;
}

struct request request_read(const struct command *command, char *const *words, size_t count) {
  struct request request = {.command = command};
  const struct option *pending = NULL;
  const char *value;
  for (size_t i = 1; i + 1 < count; i++) {
    char *word = words[i];
    if (pending != NULL) {
      note_option(&request, pending, word);
      pending = NULL;
    } else if (request.after_options || word[0] != '-' || word[1] == 0) {
      if (request.file == NULL && word[0] != '-') request.file = word;
    } else if (strcmp(word, "--") == 0) {
      request.after_options = true;
    } else {
      const struct option *option = find_option(command->page->options, word, &value);
      if (option == NULL) continue;
      if (option->value != NULL && value == NULL)
        pending = option;
      else
        note_option(&request, option, value);
    }
  }
  request.begin = request.typed = words[count - 1];
  request.option = pending;
  if (pending == NULL && !request.after_options && request.typed[0] == '-') {
    const struct option *option = find_option(command->page->options, request.typed, &value);
    if (option != NULL && value != NULL) {
      request.option = option;
      request.typed = value;
    }
  }
  request.value = request.typed;
  if (request.option != NULL) request.reader = reader_of(&request, request.option);
  return request;
}

void skip_items(struct request *request) {
  const char *item = request->typed;
  for (size_t length; length = rowkey_records_item_length(item), item[length] == ',';) item += length + 1;
  request->typed = item + strspn(item, " ");
}
