/* What is asked of a design: a key taken apart, where the table splits, what a question reads. */
#include <rowkey/advise.h>
#include <rowkey/conditions.h>
#include <rowkey/encode.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "design.h"
#include "table.h"
#include "text/strings.h"
#include "text/tokens.h"
#include "wanted.h"

/* ---- A key taken apart --------------------------------------------------------------------------- */

/* Columns of one row, as decoding writes them. */
struct decoded_row {
  rowkey_decoded *columns;
  uint64_t (*numbers)[2]; /* a number, or where a text begins and ends */
  uint8_t *validity;      /* a byte for each column */
  uint8_t *texts;         /* `room` bytes for each column */
};

static void free_row(struct decoded_row *row) {
  free(row->columns);
  free(row->numbers);
  free(row->validity);
  free(row->texts);
}

static bool make_row(struct decoded_row *row, const struct design *design, const rowkey_keys *key,
                     size_t size) {
  const struct table *table = shown_table();
  const size_t count = table->column_count, room = size + size / 2 + 1;
  row->columns = calloc(count + 1, sizeof *row->columns);
  row->numbers = calloc(count + 1, sizeof *row->numbers);
  row->validity = calloc(count + 1, 1);
  row->texts = calloc(count + 1, room);
  if (row->columns == NULL || row->numbers == NULL || row->validity == NULL || row->texts == NULL)
    return false;
  for (size_t i = 0; i < count; i++) {
    const rowkey_type type = table->columns[i].type;
    rowkey_decoded column = rowkey_decoded_numbers(type, row->numbers[i], 1);
    if (type == ROWKEY_TEXT)
      column = rowkey_decoded_text(row->texts + i * room, rowkey_decode_bound(design->layout, key, i),
                                   row->numbers[i], 1);
    row->columns[i] = rowkey_decoded_with_nulls(column, &row->validity[i]);
  }
  return true;
}

static rowkey_values value_of(const struct decoded_row *row, size_t column, rowkey_type type) {
  const rowkey_decoded *decoded = &row->columns[column];
  rowkey_values values = rowkey_kept_numbers(type, decoded->data, 1);
  if (type == ROWKEY_TEXT) {
    values.size = (size_t)decoded->offsets[1];
    values.begin = decoded->offsets;
    values.end = decoded->offsets + 1;
  }
  return rowkey_values_with_nulls(values, decoded->validity, 0);
}

/* The values that are recovered, by the names of their columns. */
static bool answer_row_values(const struct decoded_row *row, const struct design *design) {
  const struct table *table = shown_table();
  answer_open("columns", '[');
  for (size_t i = 0; i < table->column_count; i++) {
    if (rowkey_layout_recovery(design->layout, i) != ROWKEY_RECOVERED) continue;
    const rowkey_values value = value_of(row, i, table->columns[i].type);
    answer_open(NULL, '{');
    answer_text("name", table->columns[i].name);
    if (!answer_value("value", &table->columns[i], &value, 0)) return false;
    answer_close('}');
  }
  answer_close(']');
  return true;
}

/* Takes a key apart. Answers with the bytes of its fields, and the columns that decoding recovers. */
bool EXPORT(decode_key)(size_t number, const void *bytes, size_t size);
bool decode_key(size_t number, const void *bytes, size_t size) {
  struct design *design = known_design(number);
  if (design == NULL) return false;
  const uint64_t offsets[] = {0, size};
  const rowkey_keys key = rowkey_keys_of_offsets(bytes, offsets, 1);
  struct decoded_row row = {0};
  rowkey_error error;
  bool done = make_row(&row, design, &key, size);
  if (!done) {
    answer_no_memory();
  } else if (rowkey_decode(design->decoder, &key, row.columns, shown_table()->column_count, &error) !=
             ROWKEY_OK) {
    done = answer_error(&error);
  } else {
    answer_begin('{');
    done = answer_key(design, bytes, size, &error) ? answer_row_values(&row, design) || answer_no_memory()
                                                   : answer_error(&error);
    done = done && answer_end('}');
  }
  free_row(&row);
  return done;
}

/* ---- Split points -------------------------------------------------------------------------------- */

void answer_splits(const char *name, const rowkey_splits *splits) {
  answer_open(name, '[');
  for (size_t i = 0; i < splits->count; i++)
    answer_hex(NULL, (const uint8_t *)splits->bytes + splits->offsets[i],
               (size_t)(splits->offsets[i + 1] - splits->offsets[i]));
  answer_close(']');
}

/* Answers with the points between so many regions that the layout gives, in hex. */
bool EXPORT(layout_splits)(size_t number, size_t regions);
bool layout_splits(size_t number, size_t regions) {
  struct design *design = known_design(number);
  if (design == NULL) return false;
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_of_layout(design->layout, regions, &error);
  if (splits == NULL) return answer_error(&error);
  answer_begin('{');
  answer_splits("splits", splits);
  rowkey_splits_free(splits);
  return answer_end('}');
}

/* ---- Questions ----------------------------------------------------------------------------------- */

/* The conditions of a question that row `row` of the table asks, or the last row if it has fewer. */
static rowkey_status fill_question(size_t row, const char *question, size_t length, char *text, size_t room,
                                   size_t *size, rowkey_error *error) {
  const struct table *table = shown_table();
  rowkey_value *values = calloc(table->column_count + 1, sizeof *values);
  if (values == NULL) return error->status = ROWKEY_ERROR_MEMORY;
  for (size_t i = 0; i < table->column_count; i++)
    values[i] =
        table->rows > 0 ? table_value(i, row < table->rows ? row : table->rows - 1) : rowkey_value_null();
  const rowkey_record record = rowkey_record_of(values, table->column_count);
  const rowkey_status status = rowkey_question_fill(table->columns, table->types, table->column_count,
                                                    question, length, &record, text, room, size, error);
  free(values);
  return status;
}

static bool is_in_ranges(const uint8_t *key, size_t size, const rowkey_ranges *ranges) {
  size_t low = 0, high = ranges->count; /* ranges before `low` begin at or before the key */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const rowkey_range *range = &ranges->ranges[middle];
    if (rowkey_compare_bytes(key, size, range->start, range->start_size) < 0)
      high = middle;
    else
      low = middle + 1;
  }
  if (low == 0) return false;
  const rowkey_range *range = &ranges->ranges[low - 1];
  return range->stop_size == 0 || rowkey_compare_bytes(key, size, range->stop, range->stop_size) < 0;
}

static size_t rows_in_ranges(const struct design *design, const rowkey_ranges *ranges) {
  size_t rows = 0;
  for (size_t i = 0; i < design->keys.rows; i++)
    rows += is_in_ranges(design->bytes + design->offsets[i],
                         (size_t)(design->offsets[i + 1] - design->offsets[i]), ranges);
  return rows;
}

enum { SHOWN_RANGES = 3 };

/* Between the regions that questions are told of. */
static struct string_list points;

static bool add_point(const char *hex, size_t size) {
  uint8_t *bytes = rowkey_strings_room(&points, size / 2);
  if (bytes == NULL) return false;
  for (size_t i = 0; i < size / 2; i++)
    bytes[i] = (uint8_t)(16 * rowkey_hex_digit(hex[2 * i]) + rowkey_hex_digit(hex[2 * i + 1]));
  return rowkey_strings_extend(&points, size / 2);
}

/* Takes the table's split points, in hex with a newline after each. */
bool EXPORT(take_points)(const char *hex, size_t size);
bool take_points(const char *hex, size_t size) {
  rowkey_strings_free(&points);
  for (const char *at = hex, *end = hex + size, *newline; at < end; at = newline + 1) {
    newline = memchr(at, '\n', (size_t)(end - at));
    if (newline == NULL) newline = end;
    if (!add_point(at, (size_t)(newline - at))) return answer_no_memory();
  }
  answer_begin('{');
  return answer_end('}');
}

static void answer_regions(const rowkey_ranges *cut) {
  answer_open("regions", '[');
  for (size_t i = 0; i < cut->count; i++)
    if (i == 0 || cut->ranges[i].region != cut->ranges[i - 1].region)
      answer_size(NULL, cut->ranges[i].region);
  answer_close(']');
}

/* `conditions` is the text of `where`; `cut` are the ranges, cut at the points. */
static bool answer_ranges(const struct design *design, const char *conditions, const rowkey_conditions *where,
                          const rowkey_ranges *ranges, const rowkey_ranges *cut) {
  const struct table *table = shown_table();
  const size_t read = rows_in_ranges(design, ranges);
  answer_begin('{');
  answer_text("conditions", conditions);
  answer_size("count", ranges->count);
  answer_bool("exact", ranges->exact);
  answer_bool("limited", ranges->limited);
  answer_size("read", read);
  answer_size("wanted", ranges->exact ? read : count_wanted(design, where));
  answer_size("rows", design->keys.rows);
  answer_open("filter", '[');
  for (size_t i = 0; i < table->column_count; i++)
    if (ranges->filter[i]) answer_text(NULL, table->columns[i].name);
  answer_close(']');
  answer_open("ranges", '[');
  for (size_t i = 0; i < ranges->count && i < SHOWN_RANGES; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    answer_open(NULL, '{');
    answer_hex("start", range->start, range->start_size);
    answer_hex("stop", range->stop, range->stop_size);
    answer_bool("key", range->is_key);
    answer_close('}');
  }
  answer_close(']');
  answer_regions(cut);
  return answer_end('}');
}

/* Answers with what is to be scanned for a question that a row asks, as above: its conditions, how many
 * ranges and the first of them, the regions they lie in by the points that were taken, whether they are
 * exact, and how many of the table's rows lie in them and how many are wanted. */
bool EXPORT(design_question)(size_t number, size_t row, const char *text, size_t length);
bool design_question(size_t number, size_t row, const char *text, size_t length) {
  struct design *design = known_design(number);
  if (design == NULL) return false;
  char conditions[4096];
  size_t size;
  rowkey_error error;
  rowkey_ranges *ranges = NULL, *cut = NULL;
  rowkey_conditions *where = NULL;
  const rowkey_column_type *const *types = shown_table()->types;
  if (fill_question(row, text, length, conditions, sizeof conditions, &size, &error) == ROWKEY_OK)
    where = rowkey_conditions_parse(design->layout, types, conditions, size, &error);
  if (where != NULL) ranges = rowkey_ranges_find(design->layout, where->conditions, where->count, 0, &error);
  if (where != NULL && ranges == NULL) /* the same error, with its place in the text */
    ranges = rowkey_ranges_where(design->layout, types, conditions, size, 0, &error);
  const rowkey_splits splits = {.count = points.count, .bytes = points.bytes, .offsets = points.offsets};
  if (ranges != NULL) cut = rowkey_ranges_cut(ranges, &splits, &error);
  const bool done = cut != NULL ? answer_ranges(design, conditions, where, ranges, cut)
                                : answer_failure(error.status, &error);
  rowkey_conditions_free(where);
  rowkey_ranges_free(cut);
  rowkey_ranges_free(ranges);
  return done;
}
