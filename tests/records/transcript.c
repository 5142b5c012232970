#include "transcript.h"

#include <inttypes.h>
#include <rowkey/kernels.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void transcript_free(struct transcript *transcript) {
  free(transcript->text);
  *transcript = (struct transcript){0};
}

static void add_bytes(struct transcript *transcript, const void *bytes, size_t size) {
  if (transcript->capacity - transcript->size < size + 1) {
    transcript->capacity = 2 * (transcript->size + size) + 256;
    transcript->text = realloc(transcript->text, transcript->capacity);
    if (transcript->text == NULL) abort();
  }
  memcpy(transcript->text + transcript->size, bytes, size);
  transcript->size += size;
  transcript->text[transcript->size] = 0;
}

__attribute__((format(printf, 2, 3))) static void add(struct transcript *transcript, const char *format,
                                                      ...) {
  char text[2048];
  va_list arguments;
  va_start(arguments, format);
  const int size = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  add_bytes(transcript, text, size < (int)sizeof text ? (size_t)size : sizeof text - 1);
}

static void add_value(struct transcript *transcript, const rowkey_values *values, size_t row) {
  const bool is_null = values->validity != NULL && (values->validity[row / 8] >> row % 8 & 1) == 0;
  add(transcript, "|");
  if (is_null) {
    add(transcript, "null");
  } else if (values->begin != NULL) {
    add_bytes(transcript, (const uint8_t *)values->data + values->begin[row],
              (size_t)(values->end[row] - values->begin[row]));
  } else if (values->width > 0) {
    add_bytes(transcript, (const uint8_t *)values->data + row * values->width, values->width);
  } else if (values->tag == rowkey_kept_tag(ROWKEY_F32)) {
    add(transcript, "%a", (double)((const float *)values->data)[row]);
  } else { /* numbers of 64 bits */
    int64_t number;
    memcpy(&number, (const uint8_t *)values->data + row * sizeof number, sizeof number);
    add(transcript, "%" PRId64, number);
  }
}

static void add_place(struct transcript *transcript, rowkey_record_reader *reader, uint64_t begin,
                      uint64_t size) {
  uint64_t byte, newlines;
  rowkey_record_reader_place(reader, begin, &byte, &newlines);
  add(transcript, "%" PRIu64 "+%" PRIu64 " line %" PRIu64, transcript->byte + byte, size,
      transcript->line + newlines);
}

static void add_rows(struct transcript *transcript, const rowkey_records *records,
                     rowkey_record_reader *reader, const rowkey_record_rows *rows) {
  size_t named;
  rowkey_records_columns(records, NULL, &named);
  for (size_t first = 0; first < rows->rows;) {
    const rowkey_values *columns;
    rowkey_error error;
    const size_t left = rows->rows - first;
    const bool all = rowkey_record_reader_values(reader, first, left, &columns, &error) == ROWKEY_OK;
    const size_t good = all ? left : error.row;
    for (size_t row = 0; row < good; row++) {
      add_place(transcript, reader, rows->begin[first + row],
                rows->end[first + row] - rows->begin[first + row]);
      for (size_t i = 0; i < named; i++) add_value(transcript, &columns[i], row);
      add(transcript, "\n");
    }
    first += good;
    if (all) continue;
    add_place(transcript, reader, rows->begin[first], rows->end[first] - rows->begin[first]);
    add(transcript, ": %s\n", error.text);
    first++;
  }
  if (rows->bad == NULL) return;
  add_place(transcript, reader, rows->bad_begin, rows->bad_end - rows->bad_begin);
  add(transcript, ": %s\n", rows->bad);
}

void transcript_add(struct transcript *transcript, const rowkey_records *records,
                    rowkey_record_reader *reader, const void *bytes, size_t size, const rowkey_cut *cut,
                    size_t limit) {
  rowkey_record_rows rows;
  rowkey_error error;
  if (rowkey_record_reader_begin(reader, bytes, size, cut, &error) != ROWKEY_OK) abort();
  do {
    if (rowkey_record_reader_next(reader, limit, &rows, &error) != ROWKEY_OK) abort();
    add_rows(transcript, records, reader, &rows);
  } while (!rows.is_last);
  transcript->byte += size;
  transcript->line += size == 0 ? 0 : rowkey_count_byte(bytes, size, '\n');
}

void transcript_add_slices(struct transcript *transcript, const rowkey_records *records, const uint8_t *bytes,
                           size_t size, size_t slice, size_t limit) {
  rowkey_record_reader *reader = rowkey_record_reader_create(records, NULL);
  rowkey_cut cut = {.begins_file = true};
  if (reader == NULL) abort();
  for (size_t at = 0, there = 0; at < size;) {
    there = size - there < slice ? size : there + slice;
    /* In memory of their own, so that nothing reads beyond them. */
    uint8_t *piece = malloc(there - at);
    if (piece == NULL) abort();
    memcpy(piece, bytes + at, there - at);
    const size_t whole = rowkey_records_cut(records, piece, there - at, &cut);
    if (there == size) cut.end = there - at;
    if (cut.end > 0) {
      transcript_add(transcript, records, reader, piece, cut.end, &cut, limit);
      at += there == size ? cut.end : whole;
      cut = (rowkey_cut){0};
    }
    free(piece);
  }
  rowkey_record_reader_free(reader);
}
