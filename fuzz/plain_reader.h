/* Records of csv, tsv and lines, read the plain way: all bytes at hand, one after the other, by RFC 4180 as
 * the tool documents it. It shares nothing with src/cli. */
#ifndef ROWKEY_FUZZ_PLAIN_READER_H
#define ROWKEY_FUZZ_PLAIN_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum plain_kind { PLAIN_LINES, PLAIN_CSV, PLAIN_TSV };

struct plain_text {
  enum plain_kind kind;
  uint8_t delimiter;
  const uint8_t *bytes;
  size_t size;
};

enum { PLAIN_FIELDS = 8, PLAIN_SIZE = 1 << 14 };

struct plain_record {
  size_t begin, end; /* without its line end */
  size_t next;       /* where the record after it begins */
  bool good;         /* its quotes are in order */
  bool closed;       /* it does not end inside quotes */
  size_t field_count;
  struct {
    size_t begin, size; /* in `text` */
  } fields[PLAIN_FIELDS];
  uint8_t text[PLAIN_SIZE]; /* the fields without their quotes */
};

/* The record that begins at `at` < text->size <= PLAIN_SIZE. */
void plain_read(const struct plain_text *text, size_t at, struct plain_record *record);

#endif
