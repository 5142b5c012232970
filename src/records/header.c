#include "records/header.h"

#include <stdlib.h>
#include <string.h>

size_t rowkey_header_mark_size(const uint8_t *bytes, size_t size) {
  static const char mark[] = "\xef\xbb\xbf";
  return size >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0;
}

size_t rowkey_header_end(const struct record_shape *shape, const uint8_t *bytes, size_t size) {
  const size_t mark = rowkey_header_mark_size(bytes, size);
  return mark + shape->kind->header_end(shape->delimiter, bytes + mark, size - mark);
}

bool rowkey_header_parse(const struct record_shape *shape, const uint8_t *bytes, size_t size,
                         struct header *header, rowkey_error *error) {
  *header = (struct header){0};
  const size_t mark = rowkey_header_mark_size(bytes, size);
  bytes += mark;
  size -= mark;
  if (shape->kind->about.drops_cr && size > 0 && bytes[size - 1] == '\r') size--;
  if (memchr(bytes, 0, size) != NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_SYNTAX,
                     "the header holds a NUL byte (expected text, but not UTF-16)");
    return false;
  }
  size_t most = 1;
  for (size_t i = 0; i < size; i++) most += bytes[i] == shape->delimiter;
  header->names = calloc(most, sizeof *header->names);
  header->text = malloc(size + most); /* each name and its NUL */
  if (header->names == NULL || header->text == NULL) {
    rowkey_header_free(header);
    return rowkey_columns_fail_memory(error);
  }
  char *out = header->text;
  for (size_t at = 0; at <= size;) {
    struct csv_field field;
    const char *fault = shape->kind->next_name(bytes, size, shape->delimiter, &at, &field);
    if (fault != NULL) {
      rowkey_error_set(error, ROWKEY_ERROR_SYNTAX, "field %zu of the header %s", header->count + 1, fault);
      rowkey_header_free(header);
      return false;
    }
    size_t length = field.end - field.begin;
    if (field.has_doubled_quotes) {
      length = rowkey_csv_unquote(bytes, &field, (uint8_t *)out);
    } else {
      memcpy(out, bytes + field.begin, length);
    }
    out[length] = 0;
    header->names[header->count++] = out;
    out += length + 1;
  }
  return true;
}

bool rowkey_header_equal(const struct header *a, const struct header *b) {
  bool equal = a->count == b->count;
  for (size_t i = 0; equal && i < a->count; i++) equal = strcmp(a->names[i], b->names[i]) == 0;
  return equal;
}

void rowkey_header_free(struct header *header) {
  free(header->names);
  free(header->text);
  *header = (struct header){0};
}
