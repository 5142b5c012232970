/* The reader of one thread. A piece is read where it is, unless comments among its records are left out of a
 * copy, or its last record lacks the newline that the kinds look for. */
#include <rowkey/kernels.h>
#include <stdlib.h>
#include <string.h>

#include "records/comments.h"
#include "records/join.h"
#include "records/records.h"
#include "records/values.h"

struct rowkey_record_reader {
  const rowkey_records *records;
  struct batch batch;
  struct values values;
  struct piece piece;
  struct byte_room ended;          /* a copy of it with a newline more */
  struct without_comments without; /* a copy of it */
  size_t at, next;                 /* of the batch in the piece, and of the one after it … */
  uint64_t row, next_row;          /* … likewise, records before them */
  size_t counted;                  /* bytes of the piece whose newlines are counted … */
  uint64_t newlines;               /* … so many */
};

rowkey_record_reader *rowkey_record_reader_create(const rowkey_records *records, rowkey_error *error) {
  if (!rowkey_is_given(records, "records", error)) return NULL;
  if (!records->is_used) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "nothing says which columns are used (expected rowkey_records_use first)");
    return NULL;
  }
  rowkey_record_reader *reader = calloc(1, sizeof *reader);
  if (reader != NULL) {
    reader->records = records;
    if (rowkey_batch_create(&reader->batch, &records->columns) &&
        rowkey_values_create(&reader->values, &records->shape))
      return reader;
    rowkey_record_reader_free(reader);
  }
  rowkey_columns_fail_memory(error);
  return NULL;
}

void rowkey_record_reader_free(rowkey_record_reader *reader) {
  if (reader == NULL) return;
  if (reader->batch.memory != NULL) rowkey_batch_free(&reader->batch);
  if (reader->values.read != NULL) rowkey_values_free(&reader->values);
  free(reader->ended.bytes);
  free(reader->without.bytes.bytes);
  free(reader->without.left_out.bytes);
  free(reader);
}

/* ---- A piece ---------------------------------------------------------------------------------------------
 */

/* What nobody has looked for. */
static rowkey_cut look_at(const rowkey_records *records, const void *bytes, size_t size) {
  rowkey_cut cut = ROWKEY_ZERO;
  rowkey_records_cut(records, bytes, size, &cut);
  cut.begins_file = true;
  return cut;
}

static bool end_line(rowkey_record_reader *reader) {
  struct piece *piece = &reader->piece;
  if (!reader->records->shape.kind->about.is_text || piece->size == 0 ||
      piece->bytes[piece->size - 1] == '\n')
    return true;
  reader->ended.size = 0;
  if (!byte_room_reserve(&reader->ended, piece->size + 1)) return false;
  memcpy(reader->ended.bytes, piece->bytes, piece->size);
  reader->ended.bytes[piece->size++] = '\n';
  piece->bytes = reader->ended.bytes;
  piece->cut.newline_added = true;
  return true;
}

static bool leave_out_comments(rowkey_record_reader *reader) {
  struct piece *piece = &reader->piece;
  reader->without.left_out.size = 0;
  if (!piece->cut.has_comments) return true;
  if (!rowkey_comments_leave_out(&reader->records->shape, piece, &reader->without)) return false;
  piece->bytes = reader->without.bytes.bytes;
  piece->size = reader->without.bytes.size;
  return true;
}

rowkey_status rowkey_record_reader_begin(rowkey_record_reader *reader, const void *bytes, size_t size,
                                         const rowkey_cut *cut, rowkey_error *error) {
  if (!rowkey_is_given(reader, "reader", error) || !rowkey_is_array(bytes, size, 1, "bytes", error))
    return ROWKEY_ERROR_ARGUMENT;
  if (cut != NULL && ROWKEY_CHECK_RESERVED(cut, "rowkey_cut", error) != ROWKEY_OK)
    return ROWKEY_ERROR_ARGUMENT;
  reader->piece =
      (struct piece){given_bytes(bytes), size, cut != NULL ? *cut : look_at(reader->records, bytes, size)};
  reader->piece.cut.has_quotes = reader->piece.cut.has_quotes || reader->piece.cut.inside_quotes;
  reader->at = reader->next = reader->counted = 0;
  reader->row = reader->next_row = reader->newlines = 0;
  if (end_line(reader) && leave_out_comments(reader)) return ROWKEY_OK;
  reader->piece.size = 0;
  rowkey_columns_fail_memory(error);
  return ROWKEY_ERROR_MEMORY;
}

/* ---- Rows ------------------------------------------------------------------------------------------------
 */

/* Where two columns are of one field, only the later one was split. */
static void share_fields(const struct columns *columns, const struct batch *batch) {
  for (size_t i = 0; i < columns->count; i++) {
    const size_t field = columns->items[i].field;
    if (!columns->used[i] || field >= columns->field_bound || columns->field_items[field] == i) continue;
    const struct span_column *from = &batch->columns[columns->field_items[field]];
    memcpy(batch->columns[i].begin, from->begin, batch->rows * sizeof *from->begin);
    memcpy(batch->columns[i].end, from->end, batch->rows * sizeof *from->end);
  }
}

static bool split_batch(rowkey_record_reader *reader, size_t limit) {
  const struct record_shape *shape = &reader->records->shape;
  struct batch *batch = &reader->batch;
  if (!shape->kind->split(shape, &reader->piece, reader->at, limit, batch)) return false;
  if (shape->delimiter != 0) share_fields(shape->columns, batch);
  return rowkey_batch_settle(batch) && rowkey_join_texts(shape, batch);
}

rowkey_status rowkey_record_reader_next(rowkey_record_reader *reader, size_t limit, rowkey_record_rows *rows,
                                        rowkey_error *error) {
  if (!rowkey_is_given(reader, "reader", error) || !rowkey_is_given(rows, "rows", error))
    return ROWKEY_ERROR_ARGUMENT;
  if (limit < 1 || limit > ROWKEY_RECORD_ROWS)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "at most %zu rows are asked for (expected 1 to %d)",
                            limit, ROWKEY_RECORD_ROWS);
  struct batch *batch = &reader->batch;
  reader->at = reader->next;
  reader->row = reader->next_row;
  batch->rows = 0;
  batch->has_bad = false;
  if (reader->at < reader->piece.size) {
    if (!split_batch(reader, limit)) {
      batch->rows = 0;
      rowkey_columns_fail_memory(error);
      return ROWKEY_ERROR_MEMORY;
    }
    reader->next += batch->next;
    reader->next_row += batch->rows + batch->has_bad;
  }
  *rows = (rowkey_record_rows){.bytes = batch->base,
                               .size = (size_t)batch->size,
                               .rows = batch->rows,
                               .begin = batch->begin,
                               .end = batch->end,
                               .first_row = reader->row,
                               .bad = batch->has_bad ? batch->reason : NULL,
                               .bad_begin = batch->bad_begin,
                               .bad_end = batch->bad_end,
                               .is_last = reader->next == reader->piece.size};
  return ROWKEY_OK;
}

rowkey_status rowkey_record_reader_values(rowkey_record_reader *reader, size_t first, size_t rows,
                                          const rowkey_values **columns, rowkey_error *error) {
  if (!rowkey_is_given(reader, "reader", error) || !rowkey_is_given(columns, "columns", error))
    return ROWKEY_ERROR_ARGUMENT;
  if (first > reader->batch.rows || rows > reader->batch.rows - first)
    return rowkey_error_set(
        error, ROWKEY_ERROR_ARGUMENT,
        "rows %zu and %zu after it are asked for (expected some of the %zu that were split)", first, rows,
        reader->batch.rows);
  rowkey_error why;
  *columns = reader->values.columns;
  const size_t good = rowkey_values_load(&reader->values, &reader->batch, first, rows, &why);
  if (good == rows) return ROWKEY_OK;
  why.row = good;
  if (error != NULL) *error = why;
  return why.status;
}

void rowkey_record_reader_place(rowkey_record_reader *reader, uint64_t begin, uint64_t *byte,
                                uint64_t *newlines) {
  if (byte != NULL) *byte = 0;
  if (newlines != NULL) *newlines = 0;
  if (reader == NULL || begin > reader->piece.size - reader->at) return;
  const size_t at = reader->at + (size_t)begin;
  const struct left_out left_out = rowkey_comments_before_byte(&reader->without, at);
  if (byte != NULL) *byte = at + left_out.bytes;
  if (newlines == NULL) return;
  if (at < reader->counted) {
    reader->counted = 0;
    reader->newlines = 0;
  }
  reader->newlines += rowkey_count_byte(reader->piece.bytes + reader->counted, at - reader->counted, '\n');
  reader->counted = at;
  *newlines = reader->newlines + left_out.lines;
}
