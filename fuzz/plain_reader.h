/* Records of csv, tsv, lines and JSON lines, read the plain way: all bytes at hand, one after the other, by
 * RFC 4180 and RFC 8259 as the tool documents them. It shares nothing with src/cli. */
#ifndef ROWKEY_FUZZ_PLAIN_READER_H
#define ROWKEY_FUZZ_PLAIN_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum plain_kind { PLAIN_LINES, PLAIN_CSV, PLAIN_TSV, PLAIN_JSON };

/* Where a column of JSON lines is: the names of the objects around it, then its own; NULL after the last. */
enum { PLAIN_PATH = 3 };
struct plain_path {
  const char *names[PLAIN_PATH];
};

struct plain_text {
  enum plain_kind kind;
  uint8_t delimiter;
  const uint8_t *bytes;
  size_t size;
  const struct plain_path *paths; /* of the columns of JSON lines, at most PLAIN_FIELDS … */
  size_t path_count;
};

enum { PLAIN_FIELDS = 8, PLAIN_SIZE = 1 << 14 };

struct plain_record {
  size_t begin, end; /* without its line end */
  size_t next;       /* where the record after it begins */
  bool good;         /* its quotes are in order; it is a JSON object */
  bool unchecked;    /* it is none, but the flaw lies in members that no column names: the tool may miss it */
  bool closed;       /* it does not end inside quotes */
  size_t field_count; /* of JSON lines: path_count */
  struct {
    size_t begin, size; /* in `text` */
    bool is_null;
  } fields[PLAIN_FIELDS];
  uint8_t text[PLAIN_SIZE]; /* the fields without their quotes and escapes */
};

/* The record that begins at `at` < text->size <= PLAIN_SIZE. */
void plain_read(const struct plain_text *text, size_t at, struct plain_record *record);

#endif
