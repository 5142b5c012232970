#include "rows.h"

#include <rowkey/made.h>
#include <rowkey/records.h>
#include <rowkey/simulation.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "design.h"
#include "file_parts.h"
#include "table.h"

/* ---- Made rows ----------------------------------------------------------------------------------- */

struct made_part {
  uint64_t next, end;
};

static struct {
  rowkey_made *made; /* NULL: the rows are those of a text */
  uint64_t rows;
  struct made_part *parts; /* of each writer */
} made;

/* ---- Rows of a text ------------------------------------------------------------------------------ */

/* A writer's place in its part of the text. */
struct text_part {
  rowkey_record_reader *reader;
  rowkey_record_rows rows; /* that were split last … */
  size_t given, taken;     /* … of which given … taken - 1 were given last */
  uint64_t first_row;      /* that random() counts for the part */
  size_t begin;            /* of the part, in the text */
};

static struct {
  uint8_t *bytes;
  size_t size, room;
  size_t begin; /* of the first record */
  rowkey_records *records;
  struct text_part *parts;
  size_t part_count;
  struct text_part *last; /* whose rows were given last */
} text;

static size_t writer_count;
static uint64_t rows_given;

/* ---- Both ---------------------------------------------------------------------------------------- */

static void free_parts(void) {
  for (size_t i = 0; text.parts != NULL && i < text.part_count; i++)
    rowkey_record_reader_free(text.parts[i].reader);
  free(text.parts);
  free(made.parts);
  writer_count = 0;
  text.parts = NULL;
  text.part_count = 0;
  text.last = NULL;
  made.parts = NULL;
}

/* And what uses them: columns of designs and of the table are those of the rows. */
static void free_rows(void) {
  forget_run();
  forget_advice();
  forget_designs();
  table_forget();
  free_parts();
  rowkey_made_free(made.made);
  rowkey_records_free(text.records);
  made.made = NULL;
  text.records = NULL;
}

uint64_t row_count(void) { return made.made != NULL ? made.rows : UINT64_MAX; }

double rows_done(void) {
  if (made.made != NULL) return (double)rows_given / (double)made.rows;
  uint64_t done = 0;
  for (size_t i = 0; i < text.part_count; i++) {
    const struct text_part *part = &text.parts[i];
    uint64_t byte = 0;
    if (part->rows.rows > 0)
      rowkey_record_reader_place(part->reader, part->rows.end[part->rows.rows - 1], &byte, NULL);
    done += byte;
  }
  return text.size == 0 ? 1 : (double)done / (double)text.size;
}

static rowkey_status fail_memory(rowkey_error *error) { return error->status = ROWKEY_ERROR_MEMORY; }

/* ---- Beginning ----------------------------------------------------------------------------------- */

static rowkey_status begin_made(size_t writers, rowkey_error *error) {
  made.parts = calloc(writers, sizeof *made.parts);
  if (made.parts == NULL) return fail_memory(error);
  for (size_t i = 0; i < writers; i++)
    made.parts[i] = (struct made_part){rowkey_rows_before(made.rows, writers, i),
                                       rowkey_rows_before(made.rows, writers, i + 1)};
  return ROWKEY_OK;
}

static rowkey_status add_part(size_t begin, size_t end, rowkey_error *error) {
  struct text_part *part = &text.parts[text.part_count];
  *part = (struct text_part){.begin = begin, .first_row = (uint64_t)text.part_count << PART_ROW_BITS};
  part->reader = rowkey_record_reader_create(text.records, error);
  text.part_count++;
  return part->reader == NULL
             ? error->status
             : rowkey_record_reader_begin(part->reader, text.bytes + begin, end - begin, NULL, error);
}

/* As the tool cuts a file for several writers; parts without records are left out. */
static rowkey_status begin_text(size_t writers, rowkey_error *error) {
  text.parts = calloc(writers, sizeof *text.parts);
  if (text.parts == NULL) return fail_memory(error);
  rowkey_cut cut = {0};
  rowkey_status status = ROWKEY_OK;
  size_t begin = text.begin;
  for (size_t i = 0; i + 1 < writers && status == ROWKEY_OK; i++) {
    const size_t wanted = (size_t)wanted_part_end(text.size - text.begin, writers, i);
    rowkey_records_cut(text.records, text.bytes + text.begin, wanted, &cut);
    const size_t end = text.begin + cut.end;
    if (end <= begin || end >= text.size) continue;
    status = add_part(begin, end, error);
    begin = end;
  }
  return status == ROWKEY_OK ? add_part(begin, text.size, error) : status;
}

rowkey_status rows_begin(size_t writers, rowkey_error *error) {
  free_parts();
  writer_count = writers;
  rows_given = 0;
  return made.made != NULL ? begin_made(writers, error) : begin_text(writers, error);
}

/* ---- Going on ------------------------------------------------------------------------------------ */

static rowkey_status next_made(size_t writer, size_t most, rowkey_batch *batch, rowkey_error *error) {
  *batch = (rowkey_batch){0};
  if (writer >= writer_count) return ROWKEY_OK;
  struct made_part *part = &made.parts[writer];
  const uint64_t left = part->end - part->next;
  if (left == 0) return ROWKEY_OK;
  const rowkey_status status =
      rowkey_made_rows(made.made, part->next, left < most ? (size_t)left : most, batch, error);
  if (status == ROWKEY_OK) part->next += batch->rows;
  return status;
}

/* Puts the line of a record before the error's text. */
static void blame_record(rowkey_error *error, const struct text_part *part, uint64_t begin,
                         const char *reason) {
  uint64_t newlines, before = 0;
  char why[ROWKEY_ERROR_TEXT_SIZE];
  rowkey_record_reader_place(part->reader, begin, NULL, &newlines);
  for (size_t i = 0; i < part->begin; i++) before += text.bytes[i] == '\n';
  snprintf(why, sizeof why, "%s", reason);
  snprintf(error->text, sizeof error->text, "line %llu: %.900s", (unsigned long long)(before + newlines + 1),
           why);
  error->offset = ROWKEY_NONE;
}

void blame_row(rowkey_error *error) {
  if (made.made != NULL || text.last == NULL || error->row == ROWKEY_NONE) return;
  const struct text_part *part = text.last;
  blame_record(error, part, part->rows.begin[part->given + error->row], error->text);
}

/* Splits further records, unless some wait. */
static rowkey_status split_records(struct text_part *part, rowkey_error *error) {
  if (part->taken < part->rows.rows) return ROWKEY_OK;
  if (part->rows.bad == NULL) {
    part->taken = 0;
    const rowkey_status status =
        rowkey_record_reader_next(part->reader, ROWKEY_RECORD_ROWS, &part->rows, error);
    if (status != ROWKEY_OK || part->rows.rows > 0 || part->rows.bad == NULL) return status;
  }
  *error = (rowkey_error){ROWKEY_ERROR_SYNTAX, ROWKEY_NONE, ROWKEY_NONE, ROWKEY_NONE, "", {0}};
  blame_record(error, part, part->rows.bad_begin, part->rows.bad);
  return error->status;
}

static rowkey_status next_text(size_t writer, size_t most, rowkey_batch *batch, rowkey_error *error) {
  *batch = (rowkey_batch){0};
  if (writer >= text.part_count) return ROWKEY_OK;
  struct text_part *part = text.last = &text.parts[writer];
  rowkey_status status = split_records(part, error);
  size_t rows = part->rows.rows - part->taken, columns;
  if (status != ROWKEY_OK || rows == 0) return status;
  if (rows > most) rows = most;
  part->given = part->taken;
  const rowkey_values *values;
  status = rowkey_record_reader_values(part->reader, part->given, rows, &values, error);
  if (status != ROWKEY_OK) {
    blame_row(error);
    return status;
  }
  rowkey_records_columns(text.records, &columns, NULL);
  *batch = rowkey_batch_from(rowkey_batch_of(values, columns, rows),
                             part->first_row + part->rows.first_row + part->given);
  part->taken += rows;
  return ROWKEY_OK;
}

rowkey_status rows_next(size_t writer, size_t most, rowkey_batch *batch, rowkey_error *error) {
  const rowkey_status status =
      made.made != NULL ? next_made(writer, most, batch, error) : next_text(writer, most, batch, error);
  if (status == ROWKEY_OK) rows_given += batch->rows;
  return status;
}

/* ---- What the page gives ------------------------------------------------------------------------- */

/* Copies the first rows into the table. */
static rowkey_status show_rows(const rowkey_column *columns, size_t count, rowkey_error *error) {
  if (!table_begin(columns, count)) return fail_memory(error);
  rowkey_status status = rows_begin(1, error);
  while (status == ROWKEY_OK && shown_table()->rows < TABLE_ROWS) {
    rowkey_batch batch;
    status = rows_next(0, TABLE_ROWS - shown_table()->rows, &batch, error);
    if (status != ROWKEY_OK || batch.rows == 0) break;
    if (!table_append(batch.columns, batch.rows)) status = fail_memory(error);
  }
  return status;
}

/* `source` is what the rows are made by, or the list of their columns; `notes` are lines, or NULL. `named`
 * columns are those of the list; `line` may follow. */
static bool answer_rows(rowkey_status status, const rowkey_error *error, const char *source,
                        const char *notes, size_t named) {
  if (status != ROWKEY_OK) {
    free_rows();
    return answer_failure(status, error);
  }
  const struct table *table = shown_table();
  answer_begin('{');
  answer_text("source", source);
  answer_text("notes", notes);
  answer_size("rows", row_count() == UINT64_MAX ? SIZE_MAX : row_count());
  answer_size("shown", table->rows);
  answer_size("named", named);
  answer_open("columns", '[');
  for (size_t i = 0; i < table->column_count; i++) {
    char type[200];
    rowkey_column_type_name(&table->columns[i], type, sizeof type);
    answer_open(NULL, '{');
    answer_text("name", table->columns[i].name);
    answer_text("type", type);
    answer_close('}');
  }
  answer_close(']');
  return answer_end('}');
}

/* Takes rows that are made, as "timestamps(hosts=100)". Answers with their columns. */
bool EXPORT(rows_made)(const char *source, size_t size, double rows, double seed);
bool rows_made(const char *source, size_t size, double rows, double seed) {
  rowkey_error error;
  size_t count;
  free_rows();
  made.rows = (uint64_t)rows;
  made.made = rowkey_made_create(source, size, made.rows, (uint64_t)seed, &error);
  if (made.made == NULL) return answer_rows(error.status, &error, NULL, NULL, 0);
  const rowkey_column *columns = rowkey_made_columns(made.made, &count);
  return answer_rows(show_rows(columns, count, &error), &error, rowkey_made_name(made.made), NULL, count);
}

/* Answers with the kinds of made rows. */
bool EXPORT(made_sources)(void);
bool made_sources(void) {
  answer_begin('[');
  for (size_t i = 0;; i++) {
    const rowkey_made_kind *kind = rowkey_made_kind_at(i);
    if (kind == NULL) break;
    answer_open(NULL, '{');
    answer_text("name", kind->name);
    answer_text("usage", kind->usage);
    answer_text("summary", kind->summary);
    answer_close('}');
  }
  return answer_end(']');
}

/* Makes room for a text of `size` bytes, which text_append brings. */
bool EXPORT(text_begin)(size_t size);
bool text_begin(size_t size) {
  free_rows();
  free(text.bytes);
  text.bytes = size == SIZE_MAX ? NULL : malloc(size + 1);
  text.room = text.bytes == NULL ? 0 : size;
  text.size = 0;
  if (text.bytes == NULL) return answer_no_memory();
  answer_begin('{');
  return answer_end('}');
}

bool EXPORT(text_append)(const void *bytes, size_t size);
bool text_append(const void *bytes, size_t size) {
  if (size > text.room - text.size) return answer_no_memory();
  memcpy(text.bytes + text.size, bytes, size);
  text.size += size;
  answer_begin('{');
  return answer_end('}');
}

/* ---- The records of a text ----------------------------------------------------------------------- */

static void free_text(void) {
  free_parts();
  rowkey_records_free(text.records);
  text.records = NULL;
}

/* Reads by these settings: `text.records`, and where they begin. */
static rowkey_status open_text(const rowkey_records_settings *settings, bool is_whole, rowkey_error *error) {
  rowkey_cut cut = {0};
  free_text();
  text.begin = 0;
  text.records = rowkey_records_create(settings, error);
  if (text.records == NULL) return error->status;
  size_t begin, end;
  if (settings->has_header &&
      rowkey_records_find_header(text.records, text.bytes, text.size, true, &begin, &end)) {
    const rowkey_status status =
        rowkey_records_set_header(text.records, text.bytes + begin, end - begin, error);
    if (status != ROWKEY_OK) return status;
    text.begin = end < text.size ? end + 1 : end;
  }
  /* What is only the beginning of a file ends in the middle of a record. */
  if (!is_whole)
    text.size =
        text.begin + rowkey_records_cut(text.records, text.bytes + text.begin, text.size - text.begin, &cut);
  return ROWKEY_OK;
}

static rowkey_status find_types(rowkey_column_finder *finder, rowkey_error *error) {
  rowkey_status status = rows_begin(1, error);
  for (;;) {
    rowkey_batch batch;
    if (status == ROWKEY_OK) status = rows_next(0, ROWKEY_RECORD_ROWS, &batch, error);
    if (status != ROWKEY_OK || batch.rows == 0) return status;
    status = rowkey_column_finder_add(finder, batch.columns, batch.rows, error);
  }
}

/* A copy that the caller frees; NULL for NULL, or when memory runs out. */
static char *copy_text(const char *from) {
  const size_t size = from == NULL ? 0 : strlen(from) + 1;
  char *copy = from == NULL ? NULL : malloc(size);
  if (copy != NULL) memcpy(copy, from, size);
  return copy;
}

/* The columns of a text whose first line names them: `list`, and what is to be said of them. */
struct found_columns {
  char *list, *notes;
};

static rowkey_status find_columns(rowkey_records_settings settings, bool is_whole,
                                  struct found_columns *found, rowkey_error *error) {
  rowkey_status status = open_text(&settings, is_whole, error);
  if (status != ROWKEY_OK) return status;
  rowkey_records *named = text.records; /* which the finder needs */
  text.records = NULL;
  rowkey_column_finder *finder = rowkey_column_finder_create(named, error);
  status = finder == NULL ? error->status : ROWKEY_OK;
  if (status == ROWKEY_OK) {
    settings.columns = rowkey_column_finder_columns(finder);
    status = settings.columns == NULL ? fail_memory(error) : open_text(&settings, is_whole, error);
  }
  if (status == ROWKEY_OK) status = rowkey_records_use(text.records, NULL, 0, error);
  if (status == ROWKEY_OK) status = find_types(finder, error);
  if (status == ROWKEY_OK) {
    found->list = copy_text(rowkey_column_finder_columns(finder));
    found->notes = copy_text(rowkey_column_finder_notes(finder));
    if (found->list == NULL || found->notes == NULL) status = fail_memory(error);
  }
  free_parts();
  rowkey_column_finder_free(finder);
  rowkey_records_free(named);
  return status;
}

static rowkey_status read_text(rowkey_records_settings settings, bool is_whole, struct found_columns *found,
                               rowkey_error *error) {
  rowkey_status status = ROWKEY_OK;
  if (settings.columns == NULL && settings.has_header) {
    status = find_columns(settings, is_whole, found, error);
    settings.columns = found->list;
  }
  if (status == ROWKEY_OK) status = open_text(&settings, is_whole, error);
  if (status == ROWKEY_OK) status = rowkey_records_use(text.records, NULL, 0, error);
  size_t count = 0;
  const rowkey_column *columns = rowkey_records_columns(text.records, &count, NULL);
  return status == ROWKEY_OK ? show_rows(columns, count, error) : status;
}

/* Takes the records of the text that the page gave. `list` names their columns, or is empty: those that the
 * header names are found. `is_whole`: the text does not end in the middle of a record. */
bool EXPORT(rows_text)(int kind, bool has_header, bool is_whole, const char *list, size_t size);
bool rows_text(int kind, bool has_header, bool is_whole, const char *list, size_t size) {
  rowkey_error error;
  struct found_columns found = {0};
  free_rows();
  char *columns = calloc(size + 1, 1);
  if (columns == NULL) return answer_no_memory();
  memcpy(columns, list, size);
  const rowkey_records_settings settings = {
      .kind = (rowkey_records_kind)kind, .has_header = has_header, .columns = size > 0 ? columns : NULL};
  const rowkey_status status = read_text(settings, is_whole, &found, &error);
  size_t named = 0;
  rowkey_records_columns(text.records, NULL, &named);
  const bool good = answer_rows(status, &error, size > 0 ? columns : found.list, found.notes, named);
  free(columns);
  free(found.list);
  free(found.notes);
  return good;
}
