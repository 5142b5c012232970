#include "records/fields.h"

#include <rowkey/kernels.h>
#include <string.h>

#include "records/unquoted.h"
#include "text/plural.h"

/* The places of one byte, found in blocks. */
struct byte_places {
  const struct record_shape *shape;
  const uint8_t *bytes;
  size_t size;
  uint64_t *positions; /* BATCH_ROWS */
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
                                     places->positions, BATCH_ROWS);
    for (size_t i = 0; i < places->count; i++) places->positions[i] += from;
    places->scanned =
        places->count < BATCH_ROWS ? places->size : (size_t)places->positions[BATCH_ROWS - 1] + 1;
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
static bool split_quoted(const struct record_shape *shape, struct batch *batch, size_t row,
                         struct unquoted *unquoted, size_t *fields, const char **fault) {
  const struct columns *columns = shape->columns;
  const size_t end = (size_t)batch->end[row];
  size_t at = (size_t)batch->begin[row];
  *fields = 0;
  while (at <= end) {
    struct csv_field field;
    *fault = csv_next_field(batch->base, end, shape->delimiter, &at, &field);
    if (*fault != NULL) return true;
    const bool used = *fields < columns->field_bound && columns->field_items[*fields] != ROWKEY_NONE;
    if (used && field.has_doubled_quotes && !place_unquoted(unquoted, batch, &field)) return false;
    set_field(columns, batch, row, *fields, field.begin, field.end);
    ++*fields;
  }
  return true;
}

static void end_wrong_count(const struct columns *columns, struct batch *batch, size_t row, size_t next,
                            size_t fields) {
  if (fields > columns->field_count) {
    batch_end_bad(batch, row, next, "the record has %zu fields (expected %zu)", fields, columns->field_count);
    return;
  }
  const struct column *missing = NULL;
  for (size_t i = 0; i < columns->count; i++) {
    const struct column *item = &columns->items[i];
    if (item->field >= fields && (missing == NULL || item->field < missing->field)) missing = item;
  }
  const bool is_blank = batch->begin[row] == batch->end[row];
  batch_end_bad(batch, row, next, "%s%s%sthe record has %zu field%s (expected %zu%s)%s",
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

bool split_fields(const struct record_shape *shape, struct chunk *chunk, size_t at, bool quotes,
                  struct batch *batch) {
  const struct columns *columns = shape->columns;
  const size_t bytes = batch->next;
  struct unquoted unquoted = {chunk, at, 0};
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
      if (!split_quoted(shape, batch, row, &unquoted, &fields, &fault)) return false;
      delimiters.bytes = batch->base; /* the chunk may have moved */
    }
    if (fault != NULL) {
      batch_end_bad(batch, row, after_row(batch, row), "field %zu %s", fields + 1, fault);
    } else if (fields < columns->field_count || (fields > columns->field_count && !columns->more_fields)) {
      end_wrong_count(columns, batch, row, after_row(batch, row), fields);
    }
  }
  return true;
}
