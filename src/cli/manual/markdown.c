#include "manual/roff.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CELLS = 8 };

struct span {
  const char *text;
  size_t length;
};

static struct span line_at(const char *text) { return (struct span){text, strcspn(text, "\n")}; }

static const char *after(struct span line) {
  return line.text + line.length + (line.text[line.length] == '\n');
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static bool is_code(const char *line) { return begins(line, "    ") || begins(line, "```"); }

/* Whether the line at `text` goes on with the paragraph or the item before it. */
static bool goes_on(const char *text) {
  return *text != 0 && *text != '\n' && *text != '#' && *text != '|' && !begins(text, "- ") &&
         !begins(text, "```");
}

/* Where `mark` is next in text[at … length), or `length`. */
static size_t find_mark(struct span text, size_t at, const char *mark) {
  while (at < text.length && strncmp(text.text + at, mark, strlen(mark)) != 0) at++;
  return at < text.length ? at : text.length;
}

/* The letter at `at`, where a table writes \| for |, and a line's end and the indent of the next one are a
 * space. Returns where the next one is. */
static size_t put_letter(struct span text, size_t at) {
  if (text.text[at] == '\n') {
    while (at < text.length && strchr("\n ", text.text[at]) != NULL) at++;
    putchar(' ');
    return at;
  }
  if (text.text[at] == '\\' && at + 1 < text.length && text.text[at + 1] == '|') at++;
  roff_put(text.text + at, 1);
  return at + 1;
}

static void put_code(struct span code) {
  for (size_t at = 0; at < code.length;) at = put_letter(code, at);
}

static void put_spans(struct span text);

/* The marked text at `at`, without its marks. Returns where it ends, or `at` when nothing is marked there. */
static size_t put_marked(struct span text, size_t at) {
  static const struct {
    const char *mark, *font;
  } kinds[] = {{"`", "\\fB"}, {"**", "\\fB"}, {"*", "\\fI"}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    const char *mark = kinds[i].mark;
    const size_t size = strlen(mark);
    if (!begins(text.text + at, mark)) continue;
    const size_t end = find_mark(text, at + size, mark);
    if (end == text.length) continue;
    fputs(kinds[i].font, stdout);
    put_code((struct span){text.text + at + size, end - at - size});
    fputs("\\fR", stdout);
    return end + size;
  }
  if (text.text[at] != '[') return at;
  const size_t middle = find_mark(text, at, "]("), end = find_mark(text, middle, ")");
  if (end == text.length) return at;
  put_spans((struct span){text.text + at + 1, middle - at - 1});
  return end + 1;
}

/* A paragraph, an item or a cell, which may go over several lines. */
static void put_spans(struct span text) {
  for (size_t at = 0; at < text.length;) {
    const size_t marked = put_marked(text, at);
    at = marked == at ? put_letter(text, at) : marked;
  }
}

static void put_block(struct span text) {
  if (text.length > 0 && strchr(".'", text.text[0]) != NULL) fputs("\\&", stdout);
  put_spans(text);
  putchar('\n');
}

/* Cuts "| a | b |" into cells. Returns their number. */
static size_t cut_row(struct span line, struct span *cells) {
  size_t count = 0;
  for (size_t at = 1; at < line.length && count < MOST_CELLS; count++) {
    size_t end = at;
    while (end < line.length && (line.text[end] != '|' || line.text[end - 1] == '\\')) end++;
    struct span cell = {line.text + at, end - at};
    while (cell.length > 0 && cell.text[0] == ' ') cell.text++, cell.length--;
    while (cell.length > 0 && cell.text[cell.length - 1] == ' ') cell.length--;
    cells[count] = cell;
    at = end + 1;
  }
  return count;
}

static void put_head(struct span text) {
  fputs("\\fI", stdout);
  put_spans(text);
  puts("\\fR");
}

static const char *put_table(const char *text, bool begins_section) {
  struct span heads[MOST_CELLS], cells[MOST_CELLS];
  struct span line = line_at(text);
  const size_t head_count = cut_row(line, heads);
  if (head_count == 2 && heads[1].length > 0) {
    puts(".TP");
    put_head(heads[0]);
    put_head(heads[1]);
  } else if (head_count == 2) {
    if (!begins_section) puts(".PP");
    put_head(heads[0]);
  }
  line = line_at(after(line)); /* |---|---| */
  for (text = after(line); *text == '|'; text = after(line)) {
    line = line_at(text);
    const size_t count = cut_row(line, cells);
    puts(".TP");
    put_block(cells[0]);
    for (size_t i = 1; i < count; i++) {
      if (cells[i].length == 0) continue;
      if (i > 1) puts(".br");
      if (count > 2 && i < head_count && heads[i].length > 0) {
        put_spans(heads[i]);
        fputs(": ", stdout);
      }
      put_block(cells[i]);
    }
  }
  return text;
}

static const char *put_code_block(const char *text, bool begins_section) {
  const bool is_fenced = begins(text, "```");
  puts(begins_section ? ".RS 4\n.EX" : ".PP\n.RS 4\n.EX");
  if (is_fenced) text = after(line_at(text));
  while (*text != 0 && (is_fenced ? !begins(text, "```") : begins(text, "    "))) {
    const struct span line = line_at(text);
    const size_t indent = is_fenced ? 0 : 4;
    if (line.length > indent && strchr(".'", line.text[indent]) != NULL) fputs("\\&", stdout);
    roff_put(line.text + indent, line.length - indent);
    putchar('\n');
    text = after(line);
  }
  puts(".EE\n.RE");
  return is_fenced ? after(line_at(text)) : text;
}

static const char *put_paragraph(const char *text, size_t mark, bool begins_section) {
  struct span lines = line_at(text);
  const char *next = after(lines);
  while (goes_on(next)) {
    const struct span line = line_at(next);
    lines.length = (size_t)(line.text + line.length - lines.text);
    next = after(line);
  }
  if (mark > 0)
    puts(".IP \\(bu 2");
  else if (!begins_section)
    puts(".PP");
  put_block((struct span){lines.text + mark, lines.length - mark});
  return next;
}

static const char *put_heading(const char *text) {
  const struct span line = line_at(text);
  const size_t level = strspn(text, "#"), mark = level + 1;
  fputs(level == 2 ? ".SH " : ".SS ", stdout);
  put_block((struct span){line.text + mark, line.length - mark});
  return after(line);
}

void print_markdown(const char *text) {
  bool begins_section = true; /* where a break between paragraphs would be one too many */
  for (text = after(line_at(text)); *text != 0;) {
    if (*text == '\n') {
      text++;
      continue;
    }
    const bool is_heading = *text == '#';
    if (is_heading)
      text = put_heading(text);
    else if (*text == '|')
      text = put_table(text, begins_section);
    else if (is_code(text))
      text = put_code_block(text, begins_section);
    else
      text = put_paragraph(text, begins(text, "- ") ? 2 : 0, begins_section);
    begins_section = is_heading;
  }
}
