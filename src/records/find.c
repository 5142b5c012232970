/* Names and types of columns from the header and the values of records. */
#include <math.h>
#include <rowkey/column_types.h>
#include <rowkey/kernels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records/records.h"
#include "text/buffer.h"
#include "text/floating.h"
#include "text/number.h"
#include "text/time_patterns.h"
#include "text/tokens.h"
#include "types/column_type.h"

/* ---- Types ------------------------------------------------------------------------------------ */

enum {
  EXACT_DIGITS = 15, /* of a whole number that an f64 holds */
  UUID_SIZE = 16,
  UUID_TEXT_SIZE = 36
};

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

enum { NAME_SIZE = 128 };

struct found_column {
  char *field;          /* its name in the header */
  char made[NAME_SIZE]; /* the name it is given where layouts can use no such name; "" where they can */
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

struct rowkey_column_finder {
  struct found_column *columns;
  size_t count;
  size_t free_number; /* up to it the names column1, column2, … are taken */
  const char *option; /* what messages write before the name of a setting */
  bool has_null;      /* a text stands for null */
  struct byte_room list, notes;
  rowkey_column_type *types[CANDIDATES]; /* of those that the library reads */
  rowkey_column_type *patterns[TIME_PATTERNS];
  int64_t times[ROWKEY_RECORD_ROWS];
  uint8_t uuids[ROWKEY_RECORD_ROWS * UUID_SIZE], texts[ROWKEY_RECORD_ROWS * UUID_TEXT_SIZE];
  uint64_t limits[ROWKEY_RECORD_ROWS + 1];
  uint8_t filled[(ROWKEY_RECORD_ROWS + 7) / 8]; /* which texts are neither null nor stand for no value */
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
static bool are_written_again(const struct rowkey_column_finder *finder, const rowkey_values *texts,
                              size_t rows) {
  for (size_t row = 0; row < rows; row++) {
    const size_t size = (size_t)(texts->end[row] - texts->begin[row]);
    if (!is_null(texts, row) &&
        (size != UUID_TEXT_SIZE || memcmp((const uint8_t *)texts->data + texts->begin[row],
                                          finder->texts + finder->limits[row], size) != 0))
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
static bool are_read(struct rowkey_column_finder *finder, const rowkey_column_type *type,
                     const rowkey_values *texts, size_t rows) {
  const rowkey_decoded times = rowkey_decoded_i64s(finder->times, rows);
  return rowkey_column_type_read(type, texts, rows, &times, NULL) == ROWKEY_OK;
}

static bool may_be_written(struct rowkey_column_finder *finder, enum candidate candidate,
                           const rowkey_values *texts, size_t rows) {
  const rowkey_column_type *type = finder->types[candidate];
  if (candidate != UUID) {
    return !have_finer_digits(texts, rows, 3 * (size_t)(candidate - SECONDS)) &&
           are_read(finder, type, texts, rows);
  }
  const rowkey_decoded uuids = rowkey_decoded_text(finder->uuids, sizeof finder->uuids, NULL, rows);
  rowkey_values values = rowkey_values_of_width(ROWKEY_KIND_KEPT, finder->uuids, UUID_SIZE, rows);
  const rowkey_decoded again = rowkey_decoded_text(finder->texts, sizeof finder->texts, finder->limits, rows);
  values.validity = texts->validity;
  return rowkey_column_type_read(type, texts, rows, &uuids, NULL) == ROWKEY_OK &&
         rowkey_column_type_write(type, &values, rows, &again, NULL) == ROWKEY_OK &&
         are_written_again(finder, texts, rows);
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
static rowkey_values leave_empty(struct rowkey_column_finder *finder, struct found_column *column,
                                 const rowkey_values *texts, size_t rows) {
  rowkey_values filled = *texts;
  memset(finder->filled, 0, sizeof finder->filled);
  for (size_t row = 0; row < rows; row++) {
    if (is_null(texts, row)) continue;
    const size_t size = (size_t)(texts->end[row] - texts->begin[row]);
    const char *placeholder = placeholder_of((const uint8_t *)texts->data + texts->begin[row], size);
    const bool is_filled = size > 0 && placeholder == NULL;
    column->has_empty |= size == 0;
    column->has_values |= is_filled;
    if (placeholder != NULL) see_placeholder(column, placeholder);
    if (is_filled) finder->filled[row / 8] |= (uint8_t)(1 << (row & 7));
  }
  filled.validity = finder->filled;
  return filled;
}

static void see_values(struct rowkey_column_finder *finder, struct found_column *column,
                       const rowkey_values *all, size_t rows) {
  const rowkey_values texts = leave_empty(finder, column, all, rows);
  for (size_t row = 0; row < rows; row++) {
    if (!column->may_be[WHOLE] && !column->may_be[SIGNED] && !column->may_be[FLOATING]) break;
    if (is_null(&texts, row)) continue;
    see_number(column, (const uint8_t *)texts.data + texts.begin[row],
               (size_t)(texts.end[row] - texts.begin[row]));
  }
  for (size_t i = 0; i < TIME_PATTERNS; i++)
    if ((column->patterns >> i & 1) != 0 && !are_read(finder, finder->patterns[i], &texts, rows))
      column->patterns &= ~(UINT64_C(1) << i);
  for (size_t i = SECONDS; i < CANDIDATES; i++)
    if (column->may_be[i]) column->may_be[i] = may_be_written(finder, (enum candidate)i, &texts, rows);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static bool append(struct byte_room *text, const char *bytes, size_t size) {
  if (!byte_room_reserve(text, size)) return false;
  memcpy(text->bytes + text->size, bytes, size);
  text->size += size;
  return true;
}

static bool append_text(struct byte_room *list, const char *text) { return append(list, text, strlen(text)); }

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

/* Whether the name that is made for a column is one of the header, or made for a column before it. */
static bool is_taken(const rowkey_column_finder *finder, size_t column) {
  const char *name = finder->columns[column].made;
  if (!is_name(name)) return true;
  for (size_t i = 0; i < finder->count; i++)
    if (strcmp(finder->columns[i].field, name) == 0 ||
        (i < column && strcmp(finder->columns[i].made, name) == 0))
      return true;
  return false;
}

static void make_free_name(rowkey_column_finder *finder, size_t column) {
  struct found_column *found = &finder->columns[column];
  if (is_name(found->field)) return;
  if (found->field[0] != 0) make_name(found->field, found->made);
  /* A number that was taken for a column before is taken for this one as well. */
  if (finder->free_number <= column) finder->free_number = column + 1;
  for (; is_taken(finder, column); finder->free_number++)
    snprintf(found->made, NAME_SIZE, "column%zu", finder->free_number);
}

static const char *name_of(const struct found_column *column) {
  return column->made[0] != 0 ? column->made : column->field;
}

/* Appends "NAME" or, where layouts cannot use the name of the header, "NAME=FIELD". */
static bool append_name(struct byte_room *list, const struct found_column *column) {
  bool good = append_text(list, name_of(column));
  if (column->made[0] == 0) return good;
  good = good && append_text(list, "=");
  for (const char *name = column->field; good && *name != 0; name++)
    good = ((*name != ':' && *name != '\\') || append_text(list, "\\")) && append(list, name, 1);
  return good;
}

/* Whether a list can have the name; *memory is false where that is not known. */
static bool fits_list(const char *name, bool *memory) {
  struct byte_room item = {0};
  *memory = append_text(&item, name) && append(&item, ",", sizeof ",");
  const bool fits = *memory && rowkey_records_item_length((const char *)item.bytes) == strlen(name);
  free(item.bytes);
  return fits;
}

static bool fail_name(const rowkey_records *records, rowkey_error *error, const char *what, const char *name,
                      const char *why) {
  char shown[QUOTED_SIZE];
  rowkey_error_set(error, ROWKEY_ERROR_COLUMN, "the header %s %s%s, or %scolumns with the others)", what,
                   rowkey_quoted(shown, name, strlen(name)), why, records->shape.option);
  return false;
}

/* Whether all columns of the header can be in a list: they are not too many, their names are different and
 * end where an item of the list does. */
static bool check_names(const rowkey_records *records, rowkey_error *error) {
  const struct header *header = &records->header;
  if (header->count > MOST_COLUMNS) {
    rowkey_error_set(error, ROWKEY_ERROR_COLUMN,
                     "the header names %zu columns (expected at most %d, or %scolumns with fewer of them)",
                     header->count, MOST_COLUMNS, records->shape.option);
    return false;
  }
  for (size_t i = 0; i < header->count; i++) {
    const char *name = header->names[i];
    bool memory;
    for (size_t k = 0; k < i; k++)
      if (strcmp(header->names[k], name) == 0)
        return fail_name(records, error, "names column", name, " twice (expected different names");
    if (fits_list(name, &memory)) continue;
    return memory ? fail_name(
                        records, error, "has the name", name,
                        ", which a list of columns cannot hold (expected no comma and no single parenthesis")
                  : rowkey_columns_fail_memory(error);
  }
  return true;
}

/* ---- The finder ------------------------------------------------------------------------------ */

static bool begin_columns(rowkey_column_finder *finder, const struct header *header) {
  finder->count = header->count;
  finder->columns = calloc(header->count + 1, sizeof *finder->columns);
  for (size_t i = 0; finder->columns != NULL && i < header->count; i++) {
    struct found_column *column = &finder->columns[i];
    column->field = malloc(strlen(header->names[i]) + 1);
    if (column->field == NULL) return false;
    memcpy(column->field, header->names[i], strlen(header->names[i]) + 1);
    column->least = INT64_MAX;
    column->most = INT64_MIN;
    for (size_t k = 0; k < CANDIDATES; k++) column->may_be[k] = true;
    column->patterns = UINT64_MAX >> (64 - TIME_PATTERNS);
  }
  return finder->columns != NULL;
}

static bool begin_types(rowkey_column_finder *finder) {
  for (size_t i = 0; i < TIME_PATTERNS; i++) {
    char type[TYPE_SIZE];
    name_pattern(i, type);
    finder->patterns[i] = rowkey_column_type_parse(type, strlen(type), NULL);
    if (finder->patterns[i] == NULL) return false;
  }
  for (size_t i = SECONDS; i < CANDIDATES; i++) {
    finder->types[i] = rowkey_column_type_parse(candidate_names[i], strlen(candidate_names[i]), NULL);
    if (finder->types[i] == NULL) return false;
  }
  return true;
}

rowkey_column_finder *rowkey_column_finder_create(const rowkey_records *records, rowkey_error *error) {
  if (!rowkey_is_given(records, "records", error)) return NULL;
  if (records->header.names == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the records have no header (expected one that is set)");
    return NULL;
  }
  if (!check_names(records, error)) return NULL;
  rowkey_column_finder *finder = calloc(1, sizeof *finder);
  if (finder != NULL && begin_columns(finder, &records->header) && begin_types(finder)) {
    for (size_t i = 0; i < finder->count; i++) make_free_name(finder, i);
    finder->has_null = records->shape.null != NULL;
    finder->option = records->shape.option;
    return finder;
  }
  rowkey_column_finder_free(finder);
  rowkey_columns_fail_memory(error);
  return NULL;
}

void rowkey_column_finder_free(rowkey_column_finder *finder) {
  if (finder == NULL) return;
  for (size_t i = 0; i < CANDIDATES; i++) rowkey_column_type_free(finder->types[i]);
  for (size_t i = 0; i < TIME_PATTERNS; i++) rowkey_column_type_free(finder->patterns[i]);
  for (size_t i = 0; finder->columns != NULL && i < finder->count; i++) free(finder->columns[i].field);
  free(finder->columns);
  free(finder->list.bytes);
  free(finder->notes.bytes);
  free(finder);
}

static rowkey_status check_texts(const rowkey_values *texts, size_t rows, size_t column,
                                 rowkey_error *error) {
  const bool good = texts->tag == ROWKEY_TAG(ROWKEY_KIND_TEXT, ROWKEY_FORM_NONE, 0) && texts->begin != NULL &&
                    texts->end != NULL && texts->data != NULL && texts->validity_offset == 0 &&
                    texts->rows >= rows;
  const rowkey_status status =
      good ? ROWKEY_CHECK_RESERVED(texts, "rowkey_values", error)
           : rowkey_error_set(error, ROWKEY_ERROR_TYPE,
                              "the column is not one of texts as a reader gives them");
  if (status != ROWKEY_OK) {
    if (error != NULL) error->column = column;
    return status;
  }
  for (size_t row = 0; row < rows; row++)
    if (texts->begin[row] > texts->end[row] || texts->end[row] > texts->size)
      return rowkey_error_of_row(error, ROWKEY_ERROR_ARGUMENT, row, "a text lies outside of its bytes");
  return ROWKEY_OK;
}

rowkey_status rowkey_column_finder_add(rowkey_column_finder *finder, const rowkey_values *columns,
                                       size_t rows, rowkey_error *error) {
  if (!rowkey_is_given(finder, "finder", error)) return ROWKEY_ERROR_ARGUMENT;
  if (rows > ROWKEY_RECORD_ROWS)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%zu rows are added (expected at most %d)", rows,
                            ROWKEY_RECORD_ROWS);
  if (rows > 0 && !rowkey_is_given(columns, "columns", error)) return ROWKEY_ERROR_ARGUMENT;
  for (size_t i = 0; rows > 0 && i < finder->count; i++) {
    const rowkey_status status = check_texts(&columns[i], rows, i, error);
    if (status != ROWKEY_OK) return status;
  }
  for (size_t i = 0; rows > 0 && i < finder->count; i++)
    see_values(finder, &finder->columns[i], &columns[i], rows);
  return ROWKEY_OK;
}

const char *rowkey_column_finder_columns(rowkey_column_finder *finder) {
  if (finder == NULL) return NULL;
  struct byte_room *list = &finder->list;
  bool good = true;
  list->size = 0;
  for (size_t i = 0; good && i < finder->count; i++)
    good = (i == 0 || append_text(list, ",")) && append_name(list, &finder->columns[i]) &&
           append_text(list, ":") && append_text(list, type_of(&finder->columns[i]));
  return good && append(list, "", 1) ? (const char *)list->bytes : NULL;
}

/* ---- Notes ----------------------------------------------------------------------------------- */

/* Whether one null takes all texts of the column that stand for no value. */
static bool has_one_null(const rowkey_column_finder *finder, const struct found_column *column) {
  return !finder->has_null && !column->has_several && column->has_empty == (column->placeholder == NULL);
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
static bool note_pattern(const rowkey_column_finder *finder, const struct found_column *column,
                         struct byte_room *notes) {
  char types[2][TYPE_SIZE] = {"", ""};
  size_t found = 0, first = 0;
  if (!column->has_values) return true;
  for (size_t i = 0; found < 2 && i < TIME_PATTERNS; i++) {
    if ((column->patterns >> i & 1) == 0) continue;
    if (found == 1 && read_alike(time_patterns[first], time_patterns[i])) continue;
    if (found == 0) first = i;
    name_pattern(i, types[found++]);
  }
  const bool one = has_one_null(finder, column), all = !column->has_empty && column->placeholder == NULL;
  const char *const parts[] = {notes->size == 0 ? "" : "\n",
                               name_of(column),
                               one ? " is text: with " : " is text: ",
                               one ? finder->option : "",
                               one ? "null '" : "",
                               one && column->placeholder != NULL ? column->placeholder : "",
                               one ? "' " : "",
                               types[0],
                               found == 2 ? " or " : "",
                               types[1],
                               all || one ? " reads its values" : " reads most of its values",
                               " (",
                               finder->option,
                               "columns takes it)"};
  for (size_t i = 0; found > 0 && i < sizeof parts / sizeof *parts; i++)
    if (!append_text(notes, parts[i])) return false;
  return true;
}

/* What made a column a text that would have another type without it, and the option that would leave it out.
 */
static bool note_text(const rowkey_column_finder *finder, const struct found_column *column,
                      struct byte_room *notes) {
  const char *type = type_of_filled(column), *placeholder = column->placeholder;
  if (strcmp(type, "text") == 0) return note_pattern(finder, column, notes);
  if (!column->has_empty && placeholder == NULL) return true;
  const bool one = has_one_null(finder, column);
  const char *empty = !column->has_empty ? "" : placeholder == NULL ? "empty values" : " and empty values";
  const char *const parts[] = {notes->size == 0 ? "" : "\n",
                               name_of(column),
                               " has ",
                               placeholder == NULL ? "" : placeholder,
                               column->has_several ? " and the like" : "",
                               empty,
                               !one ? ", all others are " : ": with ",
                               one ? finder->option : "",
                               one ? "null '" : "",
                               !one || placeholder == NULL ? "" : placeholder,
                               !one ? "" : "' it is ",
                               type};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!append_text(notes, parts[i])) return false;
  return true;
}

const char *rowkey_column_finder_notes(rowkey_column_finder *finder) {
  if (finder == NULL) return NULL;
  struct byte_room *notes = &finder->notes;
  bool good = true;
  notes->size = 0;
  for (size_t i = 0; good && i < finder->count; i++) good = note_text(finder, &finder->columns[i], notes);
  return good && append(notes, "", 1) ? (const char *)notes->bytes : NULL;
}
