/* An explanation as people read it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands/explain/print.h"
#include "report/words.h"
#include "text/buffer.h"
#include "text/diagnostic.h"
#include "text/plural.h"

enum { LABEL_WIDTH = 10, SOURCE_MAX = 28, COLUMN_MAX = 10, SENTENCE_MAX = 2000 };

/* ---- Cells ----------------------------------------------------------------------------------- */

enum { CELLS = 6, NUMBER_SIZE = sizeof((rowkey_explained_field *)0)->high };

/* One line of the table. */
struct row {
  char cells[CELLS][2 * NUMBER_SIZE + 40]; /* and more than the bytes of SOURCE_MAX characters */
};

static void show_bytes(char *out, size_t size, const char *bytes, size_t length, size_t limit) {
  struct text_buffer buffer = {out, size};
  out[0] = 0;
  rowkey_text_show(&buffer, bytes, length, limit);
}

static void show_width(char *out, size_t size, const rowkey_explained_field *field) {
  if (field->max_width == ROWKEY_NONE)
    snprintf(out, size, "%zu+", field->min_width);
  else if (field->max_width != field->min_width)
    snprintf(out, size, "%zu-%zu", field->min_width, field->max_width);
  else
    snprintf(out, size, "%zu", field->min_width);
}

/* The ends of integer types by their power of two, and of many digits by their power of ten. */
static void show_number(char *out, size_t size, const char *number) {
  static const char *const ends[][2] = {
      {"4294967295", "2^32-1"},
      {"2147483647", "2^31-1"},
      {"-2147483648", "-2^31"},
      {"9223372036854775807", "2^63-1"},
      {"-9223372036854775808", "-2^63"},
      {"18446744073709551615", "2^64-1"},
      {"170141183460469231731687303715884105728", "2^127"},
      {"340282366920938463463374607431768211455", "2^128-1"},
      {"1461501637330902918203684832716283019655932542975", "2^160-1"},
      {"115792089237316195423570985008687907853269984665640564039457584007913"
       "129639935",
       "2^256-1"}};
  const size_t digits = strlen(number);
  snprintf(out, size, "%s", number);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
    if (strcmp(number, ends[i][0]) == 0) snprintf(out, size, "%s", ends[i][1]);
  if (digits > 10 && strspn(number, "9") == digits) snprintf(out, size, "10^%zu-1", digits);
}

static void show_column(char *out, size_t size, const rowkey_explanation *explanation,
                        const rowkey_explained_field *field) {
  if (field->column_order == ROWKEY_UNORDERED) {
    snprintf(out, size, "-");
    return;
  }
  char name[4 * COLUMN_MAX];
  const char *whole = explanation->columns[field->column].name;
  show_bytes(name, sizeof name, whole, strlen(whole), COLUMN_MAX);
  snprintf(out, size, "%s%s", name, field->column_order == ROWKEY_DESCENDING ? " desc" : "");
}

static struct row row_of(const char *text, const rowkey_explanation *explanation,
                         const rowkey_explained_field *field) {
  static const char *const kind_names[] = {"literal", "text", "bytes"};
  struct row row = {{""}};
  const size_t size = sizeof row.cells[0];
  show_bytes(row.cells[0], size, text + field->source_offset, field->source_length, SOURCE_MAX);
  if (field->offset == ROWKEY_NONE)
    snprintf(row.cells[1], size, "-");
  else
    snprintf(row.cells[1], size, "%zu", field->offset);
  show_width(row.cells[2], size, field);
  snprintf(row.cells[3], size, "%s", kind_names[field->kind]);
  if (field->kind == ROWKEY_FIELD_LITERAL) return row;
  show_column(row.cells[4], size, explanation, field);
  if (field->low[0] == 0) return row;
  char low[sizeof field->low], high[sizeof field->high];
  show_number(low, sizeof low, field->low);
  show_number(high, sizeof high, field->high);
  if (field->values == 0)
    snprintf(row.cells[5], size, "%s ... %s", low, high);
  else
    snprintf(row.cells[5], size, "%s ... %s, %" PRIu64 " numbers", low, high, field->values);
  return row;
}

static void print_row(const struct row *row, const size_t widths[CELLS]) {
  size_t count = CELLS;
  while (row->cells[count - 1][0] == 0) count--;
  for (size_t i = 0; i < count; i++) {
    const int blanks = (int)(widths[i] - count_characters(row->cells[i]));
    const bool number = i == 1 || i == 2;
    printf("%*s%s", number ? blanks : 0, "", row->cells[i]);
    if (i + 1 < count) printf("%*s", number ? 2 : blanks + 2, "");
  }
  putchar('\n');
}

static void widen_cells(size_t widths[CELLS], const struct row *row) {
  for (size_t i = 0; i < CELLS; i++) {
    const size_t width = count_characters(row->cells[i]);
    if (width > widths[i]) widths[i] = width;
  }
}

static void print_fields(const char *text, const rowkey_explanation *explanation) {
  const struct row head = {{"field", "at", "bytes", "kind", "sorts as", "values"}};
  size_t widths[CELLS] = {0};
  widen_cells(widths, &head);
  for (size_t i = 0; i < explanation->field_count; i++) {
    const struct row row = row_of(text, explanation, &explanation->fields[i]);
    widen_cells(widths, &row);
  }
  print_row(&head, widths);
  for (size_t i = 0; i < explanation->field_count; i++) {
    const struct row row = row_of(text, explanation, &explanation->fields[i]);
    print_row(&row, widths);
  }
}

/* ---- Sentences ------------------------------------------------------------------------------- */

struct sentence {
  char text[SENTENCE_MAX];
  struct text_buffer end;
};

static void begin_sentence(struct sentence *sentence) {
  sentence->text[0] = 0;
  sentence->end = (struct text_buffer){sentence->text, sizeof sentence->text};
}

static void print_labelled(const char *label, const char *text) {
  printf("%-*s", LABEL_WIDTH, label);
  print_wrapped(text, LABEL_WIDTH);
}

static void print_cost(const rowkey_explanation *explanation) {
  struct sentence sentence;
  begin_sentence(&sentence);
  const size_t least = explanation->min_width, most = explanation->max_width;
  if (least == most)
    rowkey_text_printf(&sentence.end, "%zu byte%s, %zu GB in a billion rows", most, plural(most), most);
  else if (most != ROWKEY_NONE)
    rowkey_text_printf(&sentence.end, "%zu to %zu bytes, at most %zu GB in a billion rows", least, most,
                       most);
  else
    rowkey_text_printf(&sentence.end, "%zu byte%s and more", least, plural(least));
  if (explanation->binary_width < most)
    rowkey_text_printf(&sentence.end, "; in binary formats %zu", explanation->binary_width);
  if (explanation->text_width != most && explanation->text_width != ROWKEY_NONE)
    rowkey_text_printf(&sentence.end, "; in text formats %zu", explanation->text_width);
  print_labelled("key", sentence.text);
}

static const char *const null_orders[] = {"", " (nulls first)", " (nulls last)"};

static void add_sorted_columns(struct sentence *sentence, const rowkey_explanation *explanation) {
  for (size_t i = 0; i < explanation->sorted_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[explanation->sorted[i]];
    const char *name = explanation->columns[field->column].name;
    rowkey_text_printf(
        &sentence->end, "%s%s%s%s", i == 0 ? "" : ", ", rowkey_show((struct slice){name, strlen(name)}).text,
        field->column_order == ROWKEY_DESCENDING ? " descending" : "", null_orders[field->nulls]);
  }
}

/* The fields before those that sort. */
static void add_prefix(struct sentence *sentence, const char *text, const rowkey_explanation *explanation) {
  const rowkey_explained_field *last = NULL;
  size_t count = 0;
  for (size_t i = 0; i < explanation->sorted_from; i++) {
    if (explanation->fields[i].kind == ROWKEY_FIELD_LITERAL) continue;
    last = &explanation->fields[i];
    count++;
  }
  if (count == 0) {
    rowkey_text_printf(&sentence->end, "keys");
    return;
  }
  const struct slice source = {text + last->source_offset, last->source_length};
  rowkey_text_printf(&sentence->end, "keys that are the same up to %s", rowkey_show(source).text);
}

/* Fields from `field` on, whose values decide. */
static void add_sorted_values(struct sentence *sentence, const char *lead, const char *text,
                              const rowkey_explanation *explanation, size_t field) {
  for (; field < explanation->field_count; field++) {
    const rowkey_explained_field *next = &explanation->fields[field];
    if (next->kind == ROWKEY_FIELD_LITERAL) continue;
    if (next->order == ROWKEY_UNORDERED) return;
    const struct slice source = {text + next->source_offset, next->source_length};
    rowkey_text_printf(&sentence->end, "%s%s%s", lead, rowkey_show(source).text,
                       next->order == ROWKEY_DESCENDING ? " descending" : "");
    lead = ", ";
  }
}

static void print_order(const char *text, const rowkey_explanation *explanation) {
  struct sentence sentence;
  begin_sentence(&sentence);
  const size_t columns = explanation->sorted_count;
  if (explanation->sorted_from == explanation->field_count) {
    rowkey_text_printf(&sentence.end, "keys sort by no column");
  } else if (columns == 0) {
    add_prefix(&sentence, text, explanation);
    add_sorted_values(&sentence, " sort by the values of ", text, explanation, explanation->sorted_from);
  } else {
    add_prefix(&sentence, text, explanation);
    rowkey_text_printf(&sentence.end, " sort by ");
    add_sorted_columns(&sentence, explanation);
    if (!explanation->sorted_to_end)
      add_sorted_values(&sentence, ", then by the values of ", text, explanation,
                        explanation->sorted[columns - 1] + 1);
  }
  print_labelled("order", sentence.text);
}

static void print_columns(const rowkey_explanation *explanation) {
  static const char *const fates[] = {"is recovered from a key", "", "is lost: a key has only a hash of it",
                                      "is lost: decoding does not find it from what a key holds of it"};
  bool first = true;
  for (size_t i = 0; i < explanation->column_count; i++) {
    const rowkey_explained_column *column = &explanation->columns[i];
    if (column->recovery == ROWKEY_UNUSED) continue;
    struct sentence sentence;
    begin_sentence(&sentence);
    rowkey_text_printf(&sentence.end, "%s %s",
                       rowkey_show((struct slice){column->name, strlen(column->name)}).text,
                       fates[column->recovery]);
    print_labelled(first ? "columns" : "", sentence.text);
    first = false;
  }
}

static void print_plan(const char *text, const rowkey_explanation *explanation) {
  printf("%-*s%s, blocks of %zu rows; * has a kernel for each instruction set\n", LABEL_WIDTH, "plan",
         explanation->isa, explanation->block_rows);
  for (size_t i = 0; i < explanation->step_count; i++) {
    const rowkey_explained_step *step = &explanation->steps[i];
    char source[4 * SOURCE_MAX];
    show_bytes(source, sizeof source, text + step->source_offset, step->source_length, 2 * SOURCE_MAX);
    printf("%-*s%-17s%c %s\n", LABEL_WIDTH, "", step->operation, step->is_kernel ? '*' : ' ', source);
  }
}

static void print_warnings(const rowkey_explanation *explanation) {
  for (size_t i = 0; i < explanation->warning_count; i++) {
    const rowkey_warning *warning = &explanation->warnings[i];
    printf("\n%s: %s", warning->is_note ? "note" : "warning", warning->id);
    if (warning->offset != ROWKEY_NONE) printf(", at byte %zu of the layout", warning->offset);
    printf("\n%*s", LABEL_WIDTH, "");
    print_wrapped(warning->text, LABEL_WIDTH);
  }
}

void print_explanation(const struct layout_option *option, const rowkey_explanation *explanation) {
  const char *text = option->text;
  struct sentence sentence;
  begin_sentence(&sentence);
  rowkey_text_show(&sentence.end, text, strlen(text), SENTENCE_MAX - 8);
  print_labelled("layout", sentence.text);
  if (option->named != NULL) print_labelled("named", option->named->description);
  putchar('\n');
  print_fields(text, explanation);
  putchar('\n');
  print_cost(explanation);
  print_order(text, explanation);
  print_columns(explanation);
  print_plan(text, explanation);
  print_warnings(explanation);
}
