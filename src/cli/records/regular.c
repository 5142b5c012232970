#include "records/regular.h"

#include <rowkey/kernels.h>
#include <string.h>

#include "records/unquoted.h"

enum {
  BLOCK = 64,                  /* places that a search needs room for */
  MOST_FIELDS = BATCH_ROWS / 4 /* so that the places found at once are those of several records */
};

/* The places of delimiters and line ends that belong to no row of the batch yet. */
struct separators {
  rowkey_fields_scan scan;
  uint64_t *places; /* BATCH_ROWS */
  size_t count;
  size_t newlines; /* how many of them are line ends */
  size_t fields;   /* of each record; 0 before the first one is seen */
};

static bool is_newline(const struct batch *batch, uint64_t place) { return batch->base[place] == '\n'; }

/* The places up to the first line end; 0 where there is none. */
static size_t first_record(const struct batch *batch, const struct separators *separators) {
  for (size_t i = 0; i < separators->count; i++) {
    if (is_newline(batch, separators->places[i])) return i + 1;
  }
  return 0;
}

/* Whether records of so many fields are right, and it is not cheaper to look for the listed ones alone. */
static bool suits_columns(const struct columns *columns, const struct separators *separators) {
  enum { BYTES_FOR_ONE = 128 };
  const size_t fields = separators->fields;
  if (fields == 0 || fields > MOST_FIELDS) return false;
  if (!columns->more_fields) return fields == columns->field_count;
  return fields >= columns->field_count &&
         separators->places[fields - 1] / BYTES_FOR_ONE < columns->field_count;
}

/* How many of the first `records` have a line end after as many fields as the first, and none before. */
static size_t count_equal(const struct batch *batch, const struct separators *separators, size_t records) {
  const uint64_t *places = separators->places;
  const size_t fields = separators->fields, whole = records * fields;
  size_t newlines = separators->newlines;
  bool all = true;
  for (size_t i = whole; i < separators->count; i++) newlines -= is_newline(batch, places[i]);
  for (size_t i = fields - 1; i < whole; i += fields) all = is_newline(batch, places[i]) && all;
  if (all && newlines == records) return records;
  for (size_t i = 0; i < whole; i++) {
    if (is_newline(batch, places[i]) != (i % fields == fields - 1)) return i / fields;
  }
  return records;
}

static void set_records(const struct record_shape *shape, const struct separators *separators, size_t first,
                        size_t rows, struct batch *batch) {
  const uint64_t *ends = separators->places + separators->fields - 1;
  uint64_t begin = batch->next;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t end = ends[i * separators->fields];
    batch->begin[first + i] = begin;
    batch->end[first + i] = end - (shape->kind->drops_cr && end > begin && batch->base[end - 1] == '\r');
    begin = end + 1;
  }
  batch->next = (size_t)begin;
}

static void set_column(const struct separators *separators, size_t field, size_t first, size_t rows,
                       const struct batch *batch, const struct span_column *column) {
  const size_t fields = separators->fields;
  const uint64_t *places = separators->places + field;
  uint64_t *begin = column->begin + first, *end = column->end + first;
  if (field == 0) {
    memcpy(begin, batch->begin + first, rows * sizeof *begin);
  } else {
    const uint64_t *before = places - 1; /* where the field before ends */
    for (size_t i = 0; i < rows; i++) begin[i] = before[i * fields] + 1;
  }
  if (field == fields - 1) {
    memcpy(end, batch->end + first, rows * sizeof *end);
  } else {
    for (size_t i = 0; i < rows; i++) end[i] = places[i * fields];
  }
}

/* Takes the quotes around the fields of a column away, and undoes those in them. */
static bool unquote_column(bool has_doubled, size_t first, size_t rows, struct batch *batch,
                           const struct span_column *column, struct unquoted *unquoted) {
  for (size_t i = first; i < first + rows; i++) {
    const bool is_quoted = batch->base[column->begin[i]] == '"';
    column->begin[i] += is_quoted;
    column->end[i] -= is_quoted;
    if (!has_doubled || !is_quoted) continue;
    struct csv_field field = {(size_t)column->begin[i], (size_t)column->end[i], true};
    if (memchr(batch->base + field.begin, '"', field.end - field.begin) == NULL) continue;
    if (!place_unquoted(unquoted, batch, &field)) return false;
    column->begin[i] = field.begin;
    column->end[i] = field.end;
  }
  return true;
}

static bool set_columns(const struct columns *columns, const struct separators *separators, size_t first,
                        size_t rows, struct batch *batch, struct unquoted *unquoted) {
  for (size_t field = 0; field < columns->field_bound; field++) {
    if (columns->field_items[field] == ROWKEY_NONE) continue;
    const struct span_column *column = &batch->columns[columns->field_items[field]];
    set_column(separators, field, first, rows, batch, column);
    if (separators->scan.has_quotes &&
        !unquote_column(separators->scan.has_doubled, first, rows, batch, column, unquoted)) {
      return false;
    }
  }
  return true;
}

/* Finds further places, about those of `rows` records. False when there is none left before the end, or
 * before what is not regular. */
static bool find_more(const struct columns *columns, const struct batch *batch, size_t size, size_t rows,
                      struct separators *separators) {
  const size_t wanted = separators->count + rows * columns->field_count + BLOCK;
  const size_t room = wanted < BATCH_ROWS ? wanted : BATCH_ROWS;
  const uint64_t before = separators->scan.newlines;
  const size_t found = rowkey_find_separators(
      &separators->scan, batch->base, size, separators->places + separators->count, room - separators->count);
  separators->count += found;
  separators->newlines += (size_t)(separators->scan.newlines - before);
  return found > 0;
}

bool split_regular(const struct record_shape *shape, struct chunk *chunk, size_t at, bool quotes,
                   size_t limit, struct batch *batch) {
  const struct columns *columns = shape->columns;
  struct separators separators = {.scan = {.delimiter = shape->delimiter, .quotes = quotes},
                                  .places = batch->positions};
  struct unquoted unquoted = {chunk, at, 0};
  batch_begin(batch, chunk, at);
  batch->next = 0;
  const size_t size = (size_t)batch->size; /* what is unquoted comes after it */
  while (batch->rows < limit && columns->field_count <= MOST_FIELDS &&
         find_more(columns, batch, size, limit - batch->rows, &separators)) {
    if (separators.fields == 0) separators.fields = first_record(batch, &separators);
    if (!suits_columns(columns, &separators)) break;
    const size_t left = limit - batch->rows, whole = separators.count / separators.fields;
    const size_t records = whole < left ? whole : left;
    const size_t rows = count_equal(batch, &separators, records);
    const size_t taken = rows * separators.fields;
    set_records(shape, &separators, batch->rows, rows, batch);
    if (!set_columns(columns, &separators, batch->rows, rows, batch, &unquoted)) return false;
    batch->rows += rows;
    if (rows < records) break;
    separators.count -= taken;
    separators.newlines -= rows;
    memmove(separators.places, separators.places + taken, separators.count * sizeof *separators.places);
  }
  return true;
}
