#include "records/batch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool rowkey_batch_create(struct batch *batch, const struct columns *columns) {
  *batch = (struct batch){.all = columns};
  /* Two arrays for the records, one for delimiters, three for each column and one of bytes. */
  batch->memory = calloc(3 + 4 * columns->count, ROWKEY_RECORD_ROWS * sizeof(uint64_t));
  batch->columns = calloc(columns->count + 1, sizeof *batch->columns);
  if (batch->memory == NULL || batch->columns == NULL) {
    rowkey_batch_free(batch);
    return false;
  }
  uint64_t *array = batch->memory;
  batch->begin = array;
  batch->end = array += ROWKEY_RECORD_ROWS;
  batch->positions = array += ROWKEY_RECORD_ROWS;
  for (size_t i = 0; i < columns->count; i++) {
    batch->columns[i].begin = array += ROWKEY_RECORD_ROWS;
    batch->columns[i].end = array += ROWKEY_RECORD_ROWS;
    batch->columns[i].numbers = array += ROWKEY_RECORD_ROWS;
    batch->columns[i].firsts = (uint8_t *)(array += ROWKEY_RECORD_ROWS);
  }
  return true;
}

void rowkey_batch_free(struct batch *batch) {
  if (batch->scratch != NULL) batch->free_scratch(batch->scratch);
  for (size_t i = 0; batch->columns != NULL && i < batch->all->count; i++) free(batch->columns[i].own.bytes);
  free(batch->undone.bytes);
  free(batch->memory);
  free(batch->columns);
  *batch = (struct batch){0};
}

void rowkey_batch_begin(struct batch *batch, const uint8_t *base, size_t size) {
  batch->base = base;
  batch->size = size;
  batch->rows = 0;
  batch->has_bad = false;
  batch->undone.size = 0;
  for (size_t i = 0; i < batch->all->count; i++) {
    batch->columns[i].base = base;
    batch->columns[i].size = size;
  }
}

static bool has_undone(const struct batch *batch, const struct span_column *column) {
  uint64_t any = 0;
  for (size_t row = 0; row < batch->rows; row++) any |= column->begin[row];
  return (any & UNDONE_PLACE) != 0;
}

/* A null member, whose place ends at 0, stays where it is. */
static bool settle_column(const struct batch *batch, struct span_column *column) {
  size_t size = batch->rows;
  for (size_t row = 0; row < batch->rows; row++) size += (size_t)(column->end[row] - column->begin[row]);
  column->own.size = 0;
  if (!byte_room_reserve(&column->own, size)) return false;
  uint8_t *out = column->own.bytes;
  for (size_t row = 0; row < batch->rows; row++) {
    const uint64_t begin = column->begin[row], length = column->end[row] - begin;
    if (column->end[row] == 0) continue;
    const bool undone = (begin & UNDONE_PLACE) != 0;
    const uint8_t *text = undone ? batch->undone.bytes + (begin & ~UNDONE_PLACE) : batch->base + begin;
    *out++ = undone || (begin > 0 && text[-1] == '"') ? '"' : '\n';
    column->begin[row] = (uint64_t)(out - column->own.bytes);
    column->end[row] = column->begin[row] + length;
    memcpy(out, text, (size_t)length);
    out += length;
  }
  column->base = column->own.bytes;
  column->size = (size_t)(out - column->own.bytes);
  return true;
}

bool rowkey_batch_settle(struct batch *batch) {
  if (batch->undone.size == 0) return true;
  for (size_t i = 0; i < batch->all->count; i++) {
    struct span_column *column = &batch->columns[i];
    if (batch->all->used[i] && has_undone(batch, column) && !settle_column(batch, column)) return false;
  }
  return true;
}

void rowkey_batch_end_bad(struct batch *batch, size_t row, size_t next, const char *format, ...) {
  batch->rows = row;
  batch->has_bad = true;
  batch->bad_begin = batch->begin[row];
  batch->bad_end = batch->end[row];
  batch->next = next;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(batch->reason, sizeof batch->reason, format, arguments);
  va_end(arguments);
}
