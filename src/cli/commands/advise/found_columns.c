#include "commands/advise/found_columns.h"

#include <math.h>
#include <rowkey/column_types.h>
#include <rowkey/kernels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/names.h"
#include "commands/advise/rows.h"
#include "io/progress.h"
#include "records/columns.h"
#include "records/header.h"
#include "text/buffer.h"
#include "text/floating.h"
#include "text/number.h"
#include "text/time_patterns.h"
#include "text/tokens.h"

/* ---- The header as a list -------------------------------------------------------------------- */

enum { HEADER_COLUMNS = 64 /* at most, as an advisor takes */ };

enum { NAME_SIZE = 128 };

static bool append_text(struct buffer *list, const char *text) {
  return buffer_append(list, text, strlen(text));
}

static bool is_name(const char *name) {
  return rowkey_is_name(name, strlen(name)) && strcmp(name, "line") != 0;
}

/* A name like `name` that layouts can use: of "Adj Close" Adj_Close. */
static void make_name(const char *name, char out[NAME_SIZE]) {
  size_t used = 0;
  if (!is_letter(*name)) out[used++] = '_';
  for (; *name != 0 && used + 1 < NAME_SIZE; name++)
    out[used++] = is_letter(*name) || is_digit(*name) ? *name : '_';
  out[used] = 0;
}

/* Names that were made, one for each column; "" for those that keep theirs. */
struct made_names {
  char items[HEADER_COLUMNS][NAME_SIZE];
};

/* Whether the name that is made for a column is one of the header, or made for a column before it. */
static bool is_taken(const struct header *header, const struct made_names *made, size_t column) {
  const char *name = made->items[column];
  if (!is_name(name)) return true;
  for (size_t i = 0; i < header->count; i++)
    if (strcmp(header->names[i], name) == 0 || (i < column && strcmp(made->items[i], name) == 0)) return true;
  return false;
}

static void make_free_name(const struct header *header, struct made_names *made, size_t column) {
  char *name = made->items[column];
  name[0] = 0;
  if (is_name(header->names[column])) return;
  if (header->names[column][0] != 0) make_name(header->names[column], name);
  for (size_t number = column + 1; is_taken(header, made, column); number++)
    snprintf(name, NAME_SIZE, "column%zu", number);
}

/* Appends "NAME" or, where layouts cannot use the name of the header, "NAME=FIELD". */
static bool append_name(struct buffer *list, const struct header *header, struct made_names *made,
                        size_t column) {
  const char *name = header->names[column];
  make_free_name(header, made, column);
  if (made->items[column][0] == 0) return append_text(list, name);
  bool good = append_text(list, made->items[column]) && append_text(list, "=");
  for (; good && *name != 0; name++)
    good = ((*name != ':' && *name != '\\') || append_text(list, "\\")) && buffer_append(list, name, 1);
  return good;
}

/* "id:u64,Adj_Close=Adj Close:f64": columns with their types; a name that no layout can use is given another
 * one. It is to be freed; NULL when memory runs out. */
static char *header_columns_list(const struct header *header, const char *const *types) {
  struct buffer list = {0};
  struct made_names made;
  bool good = true;
  for (size_t i = 0; good && i < header->count; i++)
    good = (i == 0 || append_text(&list, ",")) && append_name(&list, header, &made, i) &&
           append_text(&list, ":") && append_text(&list, types[i]);
  if (good && buffer_append(&list, "", 1)) return (char *)list.bytes;
  buffer_free(&list);
  return NULL;
}

/* Whether a list can have the name; *memory is false where that is not known. */
static bool fits_list(const char *name, bool *memory) {
  struct buffer item = {0};
  *memory = append_text(&item, name) && buffer_append(&item, ",", sizeof ",");
  const bool fits = *memory && columns_item_length((const char *)item.bytes) == strlen(name);
  buffer_free(&item);
  return fits;
}

/* Whether all columns of the header can be in a list: they are few, and their names are different and end
 * where an item of the list does. */
static bool header_columns_check(const struct header *header, struct failure *failure) {
  char shown[QUOTED_SIZE];
  bool memory;
  if (header->count > HEADER_COLUMNS)
    return fail_with(
        failure, TOOL_BAD_DATA,
        "%s:1: the header has %zu columns (expected at most %d, or --columns with those that keys "
        "may be made of)",
        header->file, header->count, HEADER_COLUMNS);
  for (size_t i = 0; i < header->count; i++) {
    const char *name = header->names[i];
    if (find_name(name, (const char *const *)header->names, i) < i)
      return fail_with(failure, TOOL_BAD_DATA,
                       "%s:1: the header names column %s twice (expected different names, or --columns with "
                       "the others)",
                       header->file, rowkey_quoted(shown, name, strlen(name)));
    if (fits_list(name, &memory)) continue;
    if (!memory) return fail_memory(failure);
    return fail_with(
        failure, TOOL_BAD_DATA,
        "%s:1: the header has the name %s, which a list of columns cannot hold (expected no comma "
        "and no single parenthesis, or --columns with the others)",
        header->file, rowkey_quoted(shown, name, strlen(name)));
  }
  return true;
}

/* ---- The types of the values ----------------------------------------------------------------- */

enum {
  EXACT_DIGITS = 15, /* of a whole number that an f64 holds */
  UUID_SIZE = 16,
  UUID_TEXT_SIZE = 36
};

/* ---- Types --------------------------------------------------------------------------------------- */

/* What a column may be, the first one that fits before the others. */
enum candidate {
  WHOLE,
  SIGNED,
  FLOATING,
  SECONDS,
  MILLISECONDS,
  MICROSECONDS,
  NANOSECONDS,
  UUID,
  CANDIDATES
};

static const char *const candidate_names[CANDIDATES] = {"u64",      "i64",      "f64",      "time(s)",
                                                        "time(ms)", "time(us)", "time(ns)", "uuid"};

struct found_column {
  bool may_be[CANDIDATES], has_values; /* but for those that are empty: only a text can be */
  bool has_empty, has_several;         /* texts that stand for no value: empty ones, and several others … */
  const char *placeholder;             /* … or one; NULL without one */
  uint64_t patterns;                   /* bits of the time_patterns that read all values */
  int64_t least, most;                 /* of whole numbers */
};

/* Whole numbers that all lie between 2000 and 2100 in a unit are taken for times. */
static const char *unit_of(const struct found_column *column) {
  static const int64_t begin = 946684800, end = 4102444800;
  static const struct {
    const char *name;
    int64_t per_second;
  } units[] = {{"epoch(s)", 1}, {"epoch(ms)", 1000}, {"epoch(us)", 1000000}, {"epoch(ns)", 1000000000}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (column->least >= begin * units[i].per_second && column->most < end * units[i].per_second)
      return units[i].name;
  return NULL;
}

enum { TYPE_SIZE = 64 };
_Static_assert(TIME_PATTERNS <= 64, "a bit for each");

/* The type of times of a pattern, in a unit that holds what it says. */
static void name_pattern(size_t pattern, char type[TYPE_SIZE]) {
  const char *text = time_patterns[pattern];
  snprintf(type, TYPE_SIZE, "time(%s, \"%s\")", strstr(text, "%f") == NULL ? "s" : "ms", text);
}

/* The type that all values have but those that stand for none. */
static const char *type_of_filled(const struct found_column *column) {
  if (!column->has_values) return "text";
  for (size_t i = 0; i < CANDIDATES; i++) {
    const char *unit = i == WHOLE && column->may_be[i] ? unit_of(column) : NULL;
    if (column->may_be[i]) return unit != NULL ? unit : candidate_names[i];
  }
  return "text";
}

/* The type that all values have. */
static const char *type_of(const struct found_column *column) {
  return column->has_empty || column->placeholder != NULL ? "text" : type_of_filled(column);
}

/* ---- Values ------------------------------------------------------------------------------------ */

struct column_search {
  struct advised_rows rows; /* all columns as texts */
  struct found_column *columns;
  rowkey_column_type *types[CANDIDATES]; /* of those that the library reads */
  rowkey_column_type *patterns[TIME_PATTERNS];
  int64_t times[BATCH_ROWS];
  uint8_t uuids[BATCH_ROWS * UUID_SIZE], texts[BATCH_ROWS * UUID_TEXT_SIZE];
  uint64_t limits[BATCH_ROWS + 1];
  uint8_t filled[(BATCH_ROWS + 7) / 8]; /* which texts are neither null nor stand for no value */
};

static bool is_null(const rowkey_values *texts, size_t row) {
  return texts->validity != NULL && (texts->validity[row / 8] >> (row & 7) & 1) == 0;
}

/* Zeros before another digit are lost in a number: such texts stay texts. */
static bool has_spare_zero(const uint8_t *text, size_t size) {
  const size_t sign = size > 0 && text[0] == '-';
  return (size > sign + 1 && text[sign] == '0' && is_digit((char)text[sign + 1])) ||
         (size == 2 && sign == 1 && text[1] == '0') || (size > 0 && text[0] == '+');
}

static bool is_floating(const uint8_t *text, size_t size, bool is_whole) {
  double value;
  if (is_whole && size > EXACT_DIGITS) return false;
  const bool has_point =
      memchr(text, '.', size) != NULL || memchr(text, 'e', size) != NULL || memchr(text, 'E', size) != NULL;
  return (is_whole || has_point) && rowkey_read_f64(text, size, &value) == NULL && isfinite(value);
}

static int64_t whole_number(const uint8_t *text, size_t size) {
  const uint64_t begin = 0, end = size;
  int64_t value;
  return rowkey_parse_i64(text, size, &begin, &end, 1, &value, NULL) == ROWKEY_OK ? value : INT64_MAX;
}

static void see_number(struct found_column *column, const uint8_t *text, size_t size) {
  const bool spare = has_spare_zero(text, size);
  const bool is_u64 = !spare && rowkey_number_fault(text, size, ROWKEY_U64).status == ROWKEY_OK;
  const bool is_i64 = !spare && rowkey_number_fault(text, size, ROWKEY_I64).status == ROWKEY_OK;
  column->may_be[WHOLE] &= is_u64;
  column->may_be[SIGNED] &= is_i64;
  column->may_be[FLOATING] &= !spare && is_floating(text, size, is_u64 || is_i64);
  if (!column->may_be[WHOLE]) return;
  const int64_t value = whole_number(text, size);
  if (value < column->least) column->least = value;
  if (value > column->most) column->most = value;
}

/* Whether UUIDs that were read are written as the texts that they were. */
static bool are_written_again(const struct column_search *search, const rowkey_values *texts, size_t rows) {
  for (size_t row = 0; row < rows; row++) {
    const size_t size = (size_t)(texts->end[row] - texts->begin[row]);
    if (!is_null(texts, row) &&
        (size != UUID_TEXT_SIZE || memcmp((const uint8_t *)texts->data + texts->begin[row],
                                          search->texts + search->limits[row], size) != 0))
      return false;
  }
  return true;
}

/* Whether a text has more digits after a point or comma, as 0s that a type of times reads. */
static bool have_finer_digits(const rowkey_values *texts, size_t rows, size_t digits) {
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *text = (const uint8_t *)texts->data + texts->begin[row];
    const size_t size = (size_t)(texts->end[row] - texts->begin[row]);
    size_t at = 0, begin;
    if (is_null(texts, row)) continue;
    while (at < size && text[at] != '.' && text[at] != ',') at++;
    for (begin = ++at; at < size && is_digit((char)text[at]);) at++;
    if (at < size + 1 && at - begin > digits) return true;
  }
  return false;
}

/* Whether the type, one of times, reads the texts. */
static bool are_read(struct column_search *search, const rowkey_column_type *type, const rowkey_values *texts,
                     size_t rows) {
  rowkey_error error;
  const rowkey_decoded times = rowkey_decoded_i64s(search->times, rows);
  return rowkey_column_type_read(type, texts, rows, &times, &error) == ROWKEY_OK;
}

static bool may_be_written(struct column_search *search, enum candidate candidate, const rowkey_values *texts,
                           size_t rows) {
  const rowkey_column_type *type = search->types[candidate];
  rowkey_error error;
  if (candidate != UUID) {
    return !have_finer_digits(texts, rows, 3 * (size_t)(candidate - SECONDS)) &&
           are_read(search, type, texts, rows);
  }
  const rowkey_decoded uuids = rowkey_decoded_text(search->uuids, sizeof search->uuids, NULL, rows);
  rowkey_values values = rowkey_values_of_width(ROWKEY_KIND_KEPT, search->uuids, UUID_SIZE, rows);
  const rowkey_decoded again = rowkey_decoded_text(search->texts, sizeof search->texts, search->limits, rows);
  values.validity = texts->validity;
  return rowkey_column_type_read(type, texts, rows, &uuids, &error) == ROWKEY_OK &&
         rowkey_column_type_write(type, &values, rows, &again, &error) == ROWKEY_OK &&
         are_written_again(search, texts, rows);
}

/* What programs write for no value. NULL for any other text. */
static const char *placeholder_of(const uint8_t *text, size_t size) {
  static const char *const placeholders[] = {"NA",  "N/A", "n/a", "#N/A", "null", "NULL", "None",
                                             "NaN", "nan", "-",   "--",   "?",    "\\N"};
  for (size_t i = 0; size <= 4 && i < sizeof placeholders / sizeof *placeholders; i++)
    if (strlen(placeholders[i]) == size && memcmp(placeholders[i], text, size) == 0) return placeholders[i];
  return NULL;
}

static void see_placeholder(struct found_column *column, const char *placeholder) {
  column->has_several |= column->placeholder != NULL && column->placeholder != placeholder;
  if (column->placeholder == NULL) column->placeholder = placeholder;
}

/* The texts, of which those that stand for no value are null. */
static rowkey_values leave_empty(struct column_search *search, struct found_column *column,
                                 const rowkey_values *texts, size_t rows) {
  rowkey_values filled = *texts;
  memset(search->filled, 0, sizeof search->filled);
  for (size_t row = 0; row < rows; row++) {
    if (is_null(texts, row)) continue;
    const size_t size = (size_t)(texts->end[row] - texts->begin[row]);
    const char *placeholder = placeholder_of((const uint8_t *)texts->data + texts->begin[row], size);
    const bool is_filled = size > 0 && placeholder == NULL;
    column->has_empty |= size == 0;
    column->has_values |= is_filled;
    if (placeholder != NULL) see_placeholder(column, placeholder);
    if (is_filled) search->filled[row / 8] |= (uint8_t)(1 << (row & 7));
  }
  filled.validity = search->filled;
  return filled;
}

static void see_values(struct column_search *search, struct found_column *column, const rowkey_values *all,
                       size_t rows) {
  const rowkey_values texts = leave_empty(search, column, all, rows);
  for (size_t row = 0; row < rows; row++) {
    if (!column->may_be[WHOLE] && !column->may_be[SIGNED] && !column->may_be[FLOATING]) break;
    if (is_null(&texts, row)) continue;
    see_number(column, (const uint8_t *)texts.data + texts.begin[row],
               (size_t)(texts.end[row] - texts.begin[row]));
  }
  for (size_t i = 0; i < TIME_PATTERNS; i++)
    if ((column->patterns >> i & 1) != 0 && !are_read(search, search->patterns[i], &texts, rows))
      column->patterns &= ~(UINT64_C(1) << i);
  for (size_t i = SECONDS; i < CANDIDATES; i++)
    if (column->may_be[i]) column->may_be[i] = may_be_written(search, (enum candidate)i, &texts, rows);
}

/* ---- Reading the records ----------------------------------------------------------------------- */

static bool begin_search(struct column_search *search, size_t count, struct failure *failure) {
  rowkey_error error;
  search->columns = calloc(count + 1, sizeof *search->columns);
  if (search->columns == NULL) return fail_memory(failure);
  for (size_t i = 0; i < count; i++) {
    search->columns[i].least = INT64_MAX;
    search->columns[i].most = INT64_MIN;
    for (size_t k = 0; k < CANDIDATES; k++) search->columns[i].may_be[k] = true;
    search->columns[i].patterns = UINT64_MAX >> (64 - TIME_PATTERNS);
  }
  for (size_t i = 0; i < TIME_PATTERNS; i++) {
    char type[TYPE_SIZE];
    name_pattern(i, type);
    search->patterns[i] = rowkey_column_type_parse(type, strlen(type), &error);
    if (search->patterns[i] == NULL) return fail_memory(failure);
  }
  for (size_t i = SECONDS; i < CANDIDATES; i++) {
    search->types[i] = rowkey_column_type_parse(candidate_names[i], strlen(candidate_names[i]), &error);
    if (search->types[i] == NULL) return fail_memory(failure);
  }
  return true;
}

static bool read_records(struct column_search *search, bool quiet, struct failure *failure) {
  struct source *source = search->rows.source;
  struct progress progress;
  struct source_rows rows = {.rows = 1};
  uint64_t read = 0;
  bool good = true;
  progress_begin(&progress, source->total, quiet);
  while (good && rows.rows > 0) {
    good = source->kind->next(source, 0, BATCH_ROWS, &rows, failure);
    for (size_t i = 0; good && rows.rows > 0 && i < search->rows.column_count; i++)
      see_values(search, &search->columns[i], &rows.columns[i], rows.rows);
    read += rows.rows;
    progress_update(&progress, source->done, read);
  }
  progress_end(&progress);
  return good;
}

static bool find_types(struct column_search *search, const struct advise_settings *settings,
                       const char *texts, struct failure *failure) {
  struct advise_settings as_texts = *settings;
  as_texts.common.columns = texts;
  as_texts.writers = 1;
  return advised_rows_open(&search->rows, &as_texts, failure) &&
         begin_search(search, search->rows.column_count, failure) &&
         read_records(search, settings->common.quiet, failure);
}

static void end(struct column_search *search) {
  for (size_t i = 0; i < CANDIDATES; i++) rowkey_column_type_free(search->types[i]);
  for (size_t i = 0; i < TIME_PATTERNS; i++) rowkey_column_type_free(search->patterns[i]);
  advised_rows_free(&search->rows);
  free(search->columns);
  free(search);
}

/* Whether one --null takes all texts of the column that stand for no value. */
static bool has_one_null(const struct found_column *column, bool has_null) {
  return !has_null && !column->has_several && column->has_empty == (column->placeholder == NULL);
}

/* Whether they differ in nothing but %- for %, so that they read one time. No pattern begins with a hyphen.
 */
static bool read_alike(const char *a, const char *b) {
  for (;; a++, b++) {
    a += a[0] == '-' && a[-1] == '%';
    b += b[0] == '-' && b[-1] == '%';
    if (*a != *b) return false;
    if (*a == 0) return true;
  }
}

/* At most two patterns that read a text: of 03/04/2024 they read two times. */
static bool note_pattern(const struct found_column *column, const char *name, bool has_null,
                         struct buffer *notes) {
  char types[2][TYPE_SIZE] = {"", ""};
  size_t found = 0, first = 0;
  if (!column->has_values) return true;
  for (size_t i = 0; found < 2 && i < TIME_PATTERNS; i++) {
    if ((column->patterns >> i & 1) == 0) continue;
    if (found == 1 && read_alike(time_patterns[first], time_patterns[i])) continue;
    if (found == 0) first = i;
    name_pattern(i, types[found++]);
  }
  const bool one = has_one_null(column, has_null), all = !column->has_empty && column->placeholder == NULL;
  const char *const parts[] = {notes->size == 0 ? "" : "\n",
                               name,
                               one ? " is text: with --null '" : " is text: ",
                               one && column->placeholder != NULL ? column->placeholder : "",
                               one ? "' " : "",
                               types[0],
                               found == 2 ? " or " : "",
                               types[1],
                               all || one ? " reads its values" : " reads most of its values",
                               " (--columns takes it)"};
  for (size_t i = 0; found > 0 && i < sizeof parts / sizeof *parts; i++)
    if (!append_text(notes, parts[i])) return false;
  return true;
}

/* What made a column a text that would have another type without it, and the option that would leave it out.
 */
static bool note_text(const struct found_column *column, const char *name, bool has_null,
                      struct buffer *notes) {
  const char *type = type_of_filled(column), *placeholder = column->placeholder;
  if (strcmp(type, "text") == 0) return note_pattern(column, name, has_null, notes);
  if (!column->has_empty && placeholder == NULL) return true;
  const bool one = has_one_null(column, has_null);
  const char *empty = !column->has_empty ? "" : placeholder == NULL ? "empty values" : " and empty values";
  const char *const parts[] = {notes->size == 0 ? "" : "\n",
                               name,
                               " has ",
                               placeholder == NULL ? "" : placeholder,
                               column->has_several ? " and the like" : "",
                               empty,
                               !one ? ", all others are " : ": with --null '",
                               !one || placeholder == NULL ? "" : placeholder,
                               !one ? "" : "' it is ",
                               type};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!append_text(notes, parts[i])) return false;
  return true;
}

static bool note_texts(const struct column_search *search, bool has_null, char **notes,
                       struct failure *failure) {
  const struct advised_rows *rows = &search->rows;
  struct buffer text = {0};
  bool good = true;
  for (size_t i = 0; good && i < rows->column_count; i++)
    good = note_text(&search->columns[i], rows->source->schema[i].name, has_null, &text);
  if (good && buffer_append(&text, "", 1)) {
    *notes = (char *)text.bytes;
    return true;
  }
  buffer_free(&text);
  return fail_memory(failure);
}

/* The types of the header's columns. */
static bool search_types(const struct advise_settings *settings, const struct header *header,
                         const char **types, char **notes, struct failure *failure) {
  struct column_search *search = calloc(1, sizeof *search);
  for (size_t i = 0; i < header->count; i++) types[i] = "text";
  char *texts = header_columns_list(header, types);
  bool good = (search != NULL && texts != NULL) || fail_memory(failure);
  if (search != NULL) {
    search->rows = (struct advised_rows)ADVISED_ROWS_NONE;
    good = good && find_types(search, settings, texts, failure);
    for (size_t i = 0; good && i < header->count; i++) types[i] = type_of(&search->columns[i]);
    good = good && note_texts(search, settings->records.null != NULL, notes, failure);
    end(search);
  }
  free(texts);
  return good;
}

bool find_columns(const struct advise_settings *settings, struct found_columns *found,
                  struct failure *failure) {
  struct file_source named = FILE_SOURCE_NONE;
  const struct header *header = &named.input.header;
  const char *types[HEADER_COLUMNS];
  bool good = file_source_open(&named, &settings->common.input, &settings->records, NULL, failure) &&
              header_columns_check(header, failure) &&
              search_types(settings, header, types, &found->notes, failure);
  if (good) {
    found->list = header_columns_list(header, types);
    good = found->list != NULL || fail_memory(failure);
  }
  named.source.kind->free(&named.source);
  return good;
}

void found_columns_free(struct found_columns *found) {
  free(found->list);
  free(found->notes);
}
