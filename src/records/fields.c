#include "records/fields.h"

#include <rowkey/kernels.h>
#include <string.h>

#include "records/batch.h"
#include "records/quotes.h"
#include "text/plural.h"

/* Undoes the field's doubled quotes. False when memory runs out. */
static bool place_unquoted(struct batch *batch, struct csv_field *field, uint64_t *begin, uint64_t *end) {
  struct byte_room *undone = &batch->undone;
  if (!byte_room_reserve(undone, field->end - field->begin)) return false;
  const size_t length = rowkey_csv_unquote(batch->base, field, undone->bytes + undone->size);
  *begin = UNDONE_PLACE | undone->size;
  *end = *begin + length;
  undone->size += length;
  return true;
}

/* ---- Records that are as they should be: nearly all ------------------------------------------ */

enum {
  BLOCK = 64,                          /* places that a search needs room for */
  MOST_FIELDS = ROWKEY_RECORD_ROWS / 4 /* so that the places found at once are those of several records */
};

/* The places of delimiters and line ends that belong to no row of the batch yet. */
struct separators {
  rowkey_fields_scan scan;
  uint64_t *places; /* ROWKEY_RECORD_ROWS */
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
    batch->end[first + i] =
        end - (shape->kind->about.drops_cr && end > begin && batch->base[end - 1] == '\r');
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
                           const struct span_column *column) {
  for (size_t i = first; i < first + rows; i++) {
    const bool is_quoted = batch->base[column->begin[i]] == '"';
    column->begin[i] += is_quoted;
    column->end[i] -= is_quoted;
    if (!has_doubled || !is_quoted) continue;
    struct csv_field field = {(size_t)column->begin[i], (size_t)column->end[i], true};
    if (memchr(batch->base + field.begin, '"', field.end - field.begin) == NULL) continue;
    if (!place_unquoted(batch, &field, &column->begin[i], &column->end[i])) return false;
  }
  return true;
}

static bool set_columns(const struct columns *columns, const struct separators *separators, size_t first,
                        size_t rows, struct batch *batch) {
  for (size_t field = 0; field < columns->field_bound; field++) {
    if (columns->field_items[field] == ROWKEY_NONE) continue;
    const struct span_column *column = &batch->columns[columns->field_items[field]];
    set_column(separators, field, first, rows, batch, column);
    if (separators->scan.has_quotes &&
        !unquote_column(separators->scan.has_doubled, first, rows, batch, column)) {
      return false;
    }
  }
  return true;
}

/* Finds further places, about those of `rows` records. False when no place is left before the end, or
 * before what is not regular. */
static bool find_more(const struct columns *columns, const struct batch *batch, size_t size, size_t rows,
                      struct separators *separators) {
  const size_t wanted = separators->count + rows * columns->field_count + BLOCK;
  const size_t room = wanted < ROWKEY_RECORD_ROWS ? wanted : ROWKEY_RECORD_ROWS;
  const uint64_t before = separators->scan.newlines;
  const size_t found = rowkey_find_separators(
      &separators->scan, batch->base, size, separators->places + separators->count, room - separators->count);
  separators->count += found;
  separators->newlines += (size_t)(separators->scan.newlines - before);
  return found > 0;
}

bool rowkey_split_regular(const struct record_shape *shape, const struct piece *piece, size_t at, bool quotes,
                          size_t limit, struct batch *batch) {
  const struct columns *columns = shape->columns;
  struct separators separators = {.scan = {.delimiter = shape->delimiter, .quotes = quotes},
                                  .places = batch->positions};
  rowkey_batch_begin(batch, piece->bytes + at, piece->size - at);
  batch->next = 0;
  const size_t size = (size_t)batch->size;
  while (batch->rows < limit && columns->field_count <= MOST_FIELDS &&
         find_more(columns, batch, size, limit - batch->rows, &separators)) {
    if (separators.fields == 0) separators.fields = first_record(batch, &separators);
    if (!suits_columns(columns, &separators)) break;
    const size_t left = limit - batch->rows, whole = separators.count / separators.fields;
    const size_t records = whole < left ? whole : left;
    const size_t rows = count_equal(batch, &separators, records);
    const size_t taken = rows * separators.fields;
    set_records(shape, &separators, batch->rows, rows, batch);
    if (!set_columns(columns, &separators, batch->rows, rows, batch)) return false;
    batch->rows += rows;
    if (rows < records) break;
    separators.count -= taken;
    separators.newlines -= rows;
    memmove(separators.places, separators.places + taken, separators.count * sizeof *separators.places);
  }
  return true;
}

/* ---- Any records ----------------------------------------------------------------------------- */

/* The places of one byte, found in blocks. */
struct byte_places {
  const struct record_shape *shape;
  const uint8_t *bytes;
  size_t size;
  uint64_t *positions; /* ROWKEY_RECORD_ROWS */
  size_t scanned;
  size_t count;
  size_t next;
};

/* The first place not passed yet, `size` when there is none. */
static inline uint64_t next_place(struct byte_places *places) {
  while (places->next == places->count) {
    if (places->scanned == places->size) return places->size;
    const size_t from = places->scanned;
    places->next = 0;
    places->count = rowkey_find_byte(places->bytes + from, places->size - from, places->shape->delimiter,
                                     places->positions, ROWKEY_RECORD_ROWS);
    for (size_t i = 0; i < places->count; i++) places->positions[i] += from;
    places->scanned = places->count < ROWKEY_RECORD_ROWS
                          ? places->size
                          : (size_t)places->positions[ROWKEY_RECORD_ROWS - 1] + 1;
  }
  return places->positions[places->next];
}

static inline void set_field(const struct columns *columns, struct batch *batch, size_t row, size_t field,
                             uint64_t begin, uint64_t end) {
  if (field >= columns->field_bound || columns->field_items[field] == ROWKEY_NONE) return;
  const struct span_column *column = &batch->columns[columns->field_items[field]];
  column->begin[row] = begin;
  column->end[row] = end;
}

/* Splits a record without quotes; returns the number of its fields. */
static inline size_t split_plain(const struct columns *columns, struct batch *batch, size_t row,
                                 struct byte_places *delimiters) {
  const uint64_t end = batch->end[row];
  uint64_t begin = batch->begin[row];
  for (size_t field = 0;; field++) {
    const uint64_t stop = next_place(delimiters);
    if (stop >= end) {
      set_field(columns, batch, row, field, begin, end);
      return field + 1;
    }
    set_field(columns, batch, row, field, begin, stop);
    begin = stop + 1;
    delimiters->next++;
  }
}

/* The same for a record that may have more fields than are listed, of which only those are looked for. */
static size_t split_listed(const struct columns *columns, struct batch *batch, size_t row,
                           uint8_t delimiter) {
  const uint64_t end = batch->end[row];
  uint64_t begin = batch->begin[row];
  size_t field = 0;
  while (field < columns->field_count) {
    const uint8_t *found = memchr(batch->base + begin, delimiter, (size_t)(end - begin));
    const uint64_t stop = found == NULL ? end : (uint64_t)(found - batch->base);
    set_field(columns, batch, row, field++, begin, stop);
    if (found == NULL) break;
    begin = stop + 1;
  }
  return field;
}

/* Whether it is cheaper to look for the listed fields of each record than for all delimiters of the batch. */
static bool listed_are_few(const struct columns *columns, const struct batch *batch) {
  enum { BYTES_FOR_ONE = 128 };
  return columns->more_fields && batch->next / BYTES_FOR_ONE >= batch->rows * columns->field_count;
}

/* Splits a record with quotes; sets the number of its fields, or *fault to what is wrong with field number
 * *fields. False when memory runs out. */
static bool split_quoted(const struct record_shape *shape, struct batch *batch, size_t row, size_t *fields,
                         const char **fault) {
  const struct columns *columns = shape->columns;
  const size_t end = (size_t)batch->end[row];
  size_t at = (size_t)batch->begin[row];
  *fields = 0;
  while (at <= end) {
    struct csv_field field;
    *fault = rowkey_csv_next_field(batch->base, end, shape->delimiter, &at, &field);
    if (*fault != NULL) return true;
    const bool used = *fields < columns->field_bound && columns->field_items[*fields] != ROWKEY_NONE;
    uint64_t begin = field.begin, stop = field.end;
    if (used && field.has_doubled_quotes && !place_unquoted(batch, &field, &begin, &stop)) return false;
    set_field(columns, batch, row, *fields, begin, stop);
    ++*fields;
  }
  return true;
}

static void end_wrong_count(const struct columns *columns, struct batch *batch, size_t row, size_t next,
                            size_t fields) {
  if (fields > columns->field_count) {
    rowkey_batch_end_bad(batch, row, next, "the record has %zu fields (expected %zu)", fields,
                         columns->field_count);
    return;
  }
  const struct column *missing = NULL;
  for (size_t i = 0; i < columns->count; i++) {
    const struct column *item = &columns->items[i];
    if (item->join == NULL && item->field >= fields && (missing == NULL || item->field < missing->field))
      missing = item;
  }
  const bool is_blank = batch->begin[row] == batch->end[row];
  rowkey_batch_end_bad(batch, row, next, "%s%s%sthe record has %zu field%s (expected %zu%s)%s",
                       missing == NULL ? "" : "column ", missing == NULL ? "" : missing->name,
                       missing == NULL ? "" : " is missing: ", fields, plural(fields), columns->field_count,
                       columns->more_fields ? " or more" : "",
                       is_blank ? ": the line is blank (grep -v '^$' leaves such lines out)" : "");
}

static size_t after_row(const struct batch *batch, size_t row) {
  return row + 1 < batch->rows ? (size_t)batch->begin[row + 1] : batch->next;
}

/* The first quote in base[from … size), UINT64_MAX when there is none. */
static uint64_t first_quote(const struct batch *batch, size_t from, size_t size) {
  const uint8_t *found = memchr(batch->base + from, '"', size - from);
  return found == NULL ? UINT64_MAX : (uint64_t)(found - batch->base);
}

bool rowkey_split_fields(const struct record_shape *shape, bool quotes, struct batch *batch) {
  const struct columns *columns = shape->columns;
  const size_t bytes = batch->next;
  struct byte_places delimiters = {shape, batch->base, bytes, batch->positions, 0, 0, 0};
  const bool few = listed_are_few(columns, batch);
  uint64_t quote = quotes ? first_quote(batch, 0, bytes) : UINT64_MAX;
  for (size_t row = 0; row < batch->rows; row++) {
    const uint64_t begin = batch->begin[row], end = batch->end[row];
    if (quote < begin) quote = first_quote(batch, (size_t)begin, bytes);
    size_t fields;
    const char *fault = NULL;
    if (quote >= end && few) {
      fields = split_listed(columns, batch, row, shape->delimiter);
    } else if (quote >= end) {
      while (next_place(&delimiters) < begin) delimiters.next++;
      fields = split_plain(columns, batch, row, &delimiters);
    } else {
      if (!split_quoted(shape, batch, row, &fields, &fault)) return false;
    }
    if (fault != NULL) {
      rowkey_batch_end_bad(batch, row, after_row(batch, row), "field %zu %s", fields + 1, fault);
    } else if (fields < columns->field_count || (fields > columns->field_count && !columns->more_fields)) {
      end_wrong_count(columns, batch, row, after_row(batch, row), fields);
    }
  }
  return true;
}
