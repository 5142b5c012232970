#include "records/batch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool batch_create(struct batch *batch, const struct columns *columns) {
  *batch = (struct batch){0};
  /* Two arrays for the records, one for delimiters, three for each column and one of bytes. */
  batch->memory = calloc(3 + 4 * columns->count, BATCH_ROWS * sizeof(uint64_t));
  batch->columns = calloc(columns->count + 1, sizeof *batch->columns);
  if (batch->memory == NULL || batch->columns == NULL) {
    batch_free(batch);
    return false;
  }
  uint64_t *array = batch->memory;
  batch->begin = array;
  batch->end = array += BATCH_ROWS;
  batch->positions = array += BATCH_ROWS;
  for (size_t i = 0; i < columns->count; i++) {
    batch->columns[i].begin = array += BATCH_ROWS;
    batch->columns[i].end = array += BATCH_ROWS;
    batch->columns[i].numbers = array += BATCH_ROWS;
    batch->columns[i].firsts = (uint8_t *)(array += BATCH_ROWS);
  }
  return true;
}

void batch_free(struct batch *batch) {
  if (batch->scratch != NULL) batch->free_scratch(batch->scratch);
  free(batch->memory);
  free(batch->columns);
  *batch = (struct batch){0};
}

void batch_begin(struct batch *batch, const struct chunk *chunk, size_t at) {
  batch->base = chunk->bytes + at;
  batch->size = chunk->size - at;
  batch->rows = 0;
  batch->has_bad = false;
}

void batch_end_bad(struct batch *batch, size_t row, size_t next, const char *format, ...) {
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
