#include "manual/roff.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "manual/term.h"

/* What roff would show as another character, or takes for its own. */
static const char *escape_letter(char letter) {
  switch (letter) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    case '"':
      return "\\(dq";
    default:
      return NULL;
  }
}

void roff_put(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const char *escaped = escape_letter(text[i]);
    if (escaped != NULL)
      fputs(escaped, stdout);
    else
      putchar(text[i]);
  }
}

/* Of the name of an option that the text begins with, or 0. */
static size_t option_length(const char *text, size_t length) {
  if (length >= 3 && text[0] == '-' && text[1] == '-' && islower((unsigned char)text[2])) {
    size_t size = 3;
    while (size < length && (islower((unsigned char)text[size]) || text[size] == '-')) size++;
    return size;
  }
  const bool is_letter = length >= 2 && text[0] == '-' && islower((unsigned char)text[1]);
  return is_letter && (length == 2 || !isalnum((unsigned char)text[2])) ? 2 : 0;
}

/* Of the word in capitals that the text begins with, or 0. */
static size_t capitals_length(const char *text, size_t length) {
  size_t size = 0;
  while (size < length && (isupper((unsigned char)text[size]) || isdigit((unsigned char)text[size]))) size++;
  return size > 0 && isupper((unsigned char)text[0]) ? size : 0;
}

static void put_marked(const char *text, size_t length, bool marks_capitals) {
  bool begins_word = true;
  if (length > 0 && text[0] == '.') fputs("\\&", stdout);
  for (size_t i = 0; i < length;) {
    const size_t option = begins_word ? option_length(text + i, length - i) : 0;
    const size_t capitals = begins_word && marks_capitals ? capitals_length(text + i, length - i) : 0;
    const size_t size = option > 0 ? option : capitals > 0 ? capitals : 1;
    if (option > 0 || capitals > 0) fputs(option > 0 ? "\\fB" : "\\fI", stdout);
    roff_put(text + i, size);
    if (option > 0 || capitals > 0) fputs("\\fR", stdout);
    i += size;
    if (text[i - 1] == ',' && i < length && text[i] != ' ') fputs("\\:", stdout); /* a line may end here */
    begins_word = strchr(" ([", text[i - 1]) != NULL;
  }
  putchar('\n');
}

void roff_line(const char *text, size_t length) { put_marked(text, length, false); }

void roff_usage(const char *text, size_t length) { put_marked(text, length, true); }

void roff_text(const char *text) {
  bool in_terms = false;
  for (const char *line = text; *line != 0;) {
    const size_t length = strcspn(line, "\n"), term = term_length(line);
    if (term > 0 && !in_terms) puts(".RS");
    if (term == 0 && in_terms) puts(".RE");
    if (term > 0) {
      puts(".TP");
      roff_usage(line, term);
      roff_line(line + term + 1, length - term - 1);
    } else {
      if (line != text) puts(in_terms ? ".IP" : ".br");
      roff_line(line, length);
    }
    in_terms = term > 0;
    line += length + (line[length] == '\n');
  }
  if (in_terms) puts(".RE");
}

void roff_example(const char *lines, size_t indent) {
  puts(".EX");
  for (const char *line = lines; *line != 0;) {
    const size_t length = strcspn(line, "\n"), blanks = strspn(line, " ");
    const size_t cut = blanks < indent ? blanks : indent;
    if (line[cut] == '.') fputs("\\&", stdout);
    roff_put(line + cut, length - cut);
    putchar('\n');
    line += length + (line[length] == '\n');
  }
  puts(".EE");
}
