#include "commands/advise/found_columns.h"

#include <math.h>
#include <rowkey/column_types.h>
#include <rowkey/kernels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/advise/rows.h"
#include "io/progress.h"
#include "keys/escape.h"
#include "settings/names.h"
#include "text/floating.h"
#include "text/number.h"
#include "text/tokens.h"

enum {
  MOST_ADVISED = 64, /* columns, of an advisor */
  NAME_SIZE = 128,
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
  bool may_be[CANDIDATES], has_values;
  int64_t least, most; /* of whole numbers */
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

static const char *type_of(const struct found_column *column) {
  if (!column->has_values) return "text";
  for (size_t i = 0; i < CANDIDATES; i++) {
    const char *unit = i == WHOLE && column->may_be[i] ? unit_of(column) : NULL;
    if (column->may_be[i]) return unit != NULL ? unit : candidate_names[i];
  }
  return "text";
}

/* ---- Names --------------------------------------------------------------------------------------- */

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

/* Whether the name that is made for a column is one of the header, or made for a column before it. */
static bool is_taken(const struct header *header, size_t column, const char *made) {
  char other[NAME_SIZE];
  if (!is_name(made)) return true;
  for (size_t i = 0; i < header->count; i++) {
    if (strcmp(header->names[i], made) == 0) return true;
    if (i >= column || is_name(header->names[i])) continue;
    make_name(header->names[i], other);
    if (strcmp(other, made) == 0) return true;
  }
  return false;
}

/* Appends "NAME" or, where layouts cannot use the name of the header, "NAME=FIELD". */
static bool append_name(struct buffer *list, const struct header *header, size_t column) {
  const char *name = header->names[column];
  char made[NAME_SIZE];
  if (is_name(name)) return append_text(list, name);
  make_name(name, made);
  if (*name == 0 || is_taken(header, column, made)) snprintf(made, sizeof made, "column%zu", column + 1);
  bool good = append_text(list, made) && append_text(list, "=");
  for (; good && *name != 0; name++)
    good = ((*name != ':' && *name != '\\') || append_text(list, "\\")) && buffer_append(list, name, 1);
  return good;
}

/* The text of --columns with the type of each column; NULL: all are text. It is to be freed. */
static char *write_list(const struct header *header, const struct found_column *columns) {
  struct buffer list = {0};
  bool good = true;
  for (size_t i = 0; good && i < header->count; i++)
    good = (i == 0 || append_text(&list, ",")) && append_name(&list, header, i) && append_text(&list, ":") &&
           append_text(&list, columns == NULL ? "text" : type_of(&columns[i]));
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

/* Whether each column can be in a list. */
static bool check_header(const struct header *header, struct failure *failure) {
  char shown[QUOTED_SIZE];
  bool memory;
  if (header->count > MOST_ADVISED)
    return fail_with(
        failure, TOOL_BAD_DATA,
        "%s:1: the header has %zu columns (expected at most %d, or --columns with those that keys "
        "may be made of)",
        header->file, header->count, MOST_ADVISED);
  for (size_t i = 0; i < header->count; i++) {
    const char *name = header->names[i];
    if (find_name(name, (const char *const *)header->names, i) < i)
      return fail_with(failure, TOOL_BAD_DATA,
                       "%s:1: the header names column %s twice (expected different names, or --columns with "
                       "the others)",
                       header->file, quoted(shown, name, strlen(name)));
    if (fits_list(name, &memory)) continue;
    if (!memory) return fail_memory(failure);
    return fail_with(
        failure, TOOL_BAD_DATA,
        "%s:1: the header has the name %s, which a list of columns cannot hold (expected no comma "
        "and no single parenthesis, or --columns with the others)",
        header->file, quoted(shown, name, strlen(name)));
  }
  return true;
}

/* ---- Values ------------------------------------------------------------------------------------ */

struct column_search {
  struct advised_rows rows; /* all columns as texts */
  struct found_column *columns;
  rowkey_column_type *types[CANDIDATES]; /* of those that the library reads */
  int64_t times[BATCH_ROWS];
  uint8_t uuids[BATCH_ROWS * UUID_SIZE], texts[BATCH_ROWS * UUID_TEXT_SIZE];
  uint64_t limits[BATCH_ROWS + 1];
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
  size_t bad;
  return rowkey_parse_i64(text, size, &begin, &end, 1, &value, &bad) == ROWKEY_OK ? value : INT64_MAX;
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

static bool may_be_written(struct column_search *search, enum candidate candidate, const rowkey_values *texts,
                           size_t rows) {
  const rowkey_column_type *type = search->types[candidate];
  rowkey_error error;
  if (candidate != UUID) {
    const rowkey_decoded times = rowkey_decoded_numbers(search->times);
    return rowkey_column_type_read(type, texts, rows, &times, &error) == ROWKEY_OK;
  }
  const rowkey_decoded uuids = {.data = search->uuids, .capacity = sizeof search->uuids};
  rowkey_values values = rowkey_values_of_width(search->uuids, UUID_SIZE, rows);
  const rowkey_decoded again = rowkey_decoded_text(search->texts, sizeof search->texts, search->limits);
  values.validity = texts->validity;
  return rowkey_column_type_read(type, texts, rows, &uuids, &error) == ROWKEY_OK &&
         rowkey_column_type_write(type, &values, rows, &again, &error) == ROWKEY_OK &&
         are_written_again(search, texts, rows);
}

static void see_values(struct column_search *search, struct found_column *column, const rowkey_values *texts,
                       size_t rows) {
  for (size_t row = 0; row < rows; row++) {
    if (is_null(texts, row)) continue;
    column->has_values = true;
    if (!column->may_be[WHOLE] && !column->may_be[SIGNED] && !column->may_be[FLOATING]) break;
    see_number(column, (const uint8_t *)texts->data + texts->begin[row],
               (size_t)(texts->end[row] - texts->begin[row]));
  }
  for (size_t i = SECONDS; i < CANDIDATES; i++)
    if (column->may_be[i]) column->may_be[i] = may_be_written(search, (enum candidate)i, texts, rows);
}

/* ---- Reading the records ----------------------------------------------------------------------- */

static bool begin(struct column_search *search, size_t count, struct failure *failure) {
  rowkey_error error;
  search->columns = calloc(count + 1, sizeof *search->columns);
  if (search->columns == NULL) return fail_memory(failure);
  for (size_t i = 0; i < count; i++) {
    search->columns[i].least = INT64_MAX;
    search->columns[i].most = INT64_MIN;
    for (size_t k = 0; k < CANDIDATES; k++) search->columns[i].may_be[k] = true;
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

/* The header of the files, and a list of its columns as texts. */
static bool read_header(const struct advise_settings *settings, struct file_source *files, char **list,
                        struct failure *failure) {
  const struct header *header = &files->input.header;
  if (!file_source_open(files, &settings->input, &settings->records, NULL, failure) ||
      !check_header(header, failure))
    return false;
  *list = write_list(header, NULL);
  return *list != NULL || fail_memory(failure);
}

static bool find_types(struct column_search *search, const struct advise_settings *settings,
                       const char *texts, struct failure *failure) {
  struct advise_settings as_texts = *settings;
  as_texts.columns = texts;
  as_texts.writers = 1;
  return advised_rows_open(&search->rows, &as_texts, failure) &&
         begin(search, search->rows.column_count, failure) && read_records(search, settings->quiet, failure);
}

static void end(struct column_search *search) {
  for (size_t i = 0; i < CANDIDATES; i++) rowkey_column_type_free(search->types[i]);
  advised_rows_free(&search->rows);
  free(search->columns);
  free(search);
}

bool find_columns(const struct advise_settings *settings, char **list, struct failure *failure) {
  struct file_source named = FILE_SOURCE_NONE;
  struct column_search *search = calloc(1, sizeof *search);
  char *texts = NULL;
  *list = NULL;
  if (search == NULL) return fail_memory(failure);
  search->rows = (struct advised_rows)ADVISED_ROWS_NONE;
  bool good = read_header(settings, &named, &texts, failure) && find_types(search, settings, texts, failure);
  if (good) {
    *list = write_list(&named.input.header, search->columns);
    good = *list != NULL || fail_memory(failure);
  }
  end(search);
  named.source.kind->free(&named.source);
  free(texts);
  return good;
}
