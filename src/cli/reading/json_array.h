/* A file that is one JSON array: its elements are made into lines, whose places are kept. */
#ifndef ROWKEY_CLI_READING_JSON_ARRAY_H
#define ROWKEY_CLI_READING_JSON_ARRAY_H

#include "base/message.h"
#include "io/chunk.h"

enum json_state {
  JSON_UNSEEN,   /* nothing but blanks was seen of the file */
  JSON_LINES,    /* it is not an array */
  JSON_ELEMENTS, /* within the array */
  JSON_AFTER     /* after it */
};

/* Between two elements. Each file begins with all zero but the line, 1, and the state. */
struct json_array {
  enum json_state state;
  uint64_t line, line_begin; /* the line, and its first byte in the file */
  uint64_t elements;         /* that have ended */
};

/* Within an element as well: what was seen of a chunk. Begins as the array, and else all zero. */
struct json_scan {
  struct json_array now;
  size_t depth;
  bool in_string, is_escaped, in_element;
  size_t begin, end;     /* of the element in the chunk; without the blanks around it … */
  uint64_t line, column; /* … and where it begins in the file */
  size_t written;        /* bytes of the chunk that are lines */
};

/* What a file is that begins with these bytes; JSON_UNSEEN where more of them have to tell. */
enum json_state json_state_of(const uint8_t *bytes, size_t size);

/* Goes on with the scan and the cut over the bytes of the chunk. Elements that are whole become its lines, up
 * to byte scan->written, and `array` is as it is after them. False and `failure` where an array cannot go on
 * so, or without memory. */
bool json_array_cut(struct json_array *array, struct json_scan *scan, struct chunk *chunk, rowkey_cut *cut,
                    struct failure *failure);

/* The error where the file ends after the scanned bytes; true when it may. */
bool json_array_may_end(const struct json_scan *scan, const struct chunk *chunk, struct failure *failure);

#endif
