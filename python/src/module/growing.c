#include "growing.h"

#include <rowkey/column_types.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types ------------------------------------------------------------------------------------- */

static void choose_format(const rowkey_column *column, bool is_str, struct growing *growing) {
  const char *kind = column->declared == NULL ? "" : rowkey_column_type_text(column->declared);
  unsigned width;
  *growing = (struct growing){.column = column, .is_str = is_str};
  growing->is_written = strncmp(kind, "enum", 4) == 0 || strncmp(kind, "uid", 3) == 0;
  growing->is_str |= growing->is_written;
  if (growing->is_written)
    strcpy(growing->format, "U");
  else
    column_format(column, is_str, growing->format, sizeof growing->format);
  if (sscanf(growing->format, "w:%u", &width) == 1)
    growing->width = width;
  else if (growing->format[0] == 'd')
    growing->width = 16;
  else if (strchr("bUZ", growing->format[0]) == NULL)
    growing->width = column->type == ROWKEY_F32 ? 4 : 8;
}

bool growing_schema(const rowkey_column *columns, const bool *is_str, size_t count, struct ArrowSchema *out) {
  bool made = make_schema("+s", "", count, out);
  for (size_t i = 0; made && i < count; i++) {
    struct growing growing;
    choose_format(&columns[i], is_str[i], &growing);
    made = make_schema(growing.format, columns[i].name, 0, out->children[i]);
    if (!made) out->release(out);
  }
  return made;
}

struct growing *growing_create(const rowkey_column *columns, const bool *is_str, size_t count) {
  struct growing *growing = calloc(count + 1, sizeof *growing);
  for (size_t i = 0; growing != NULL && i < count; i++) choose_format(&columns[i], is_str[i], &growing[i]);
  return growing;
}

void growing_free(struct growing *growing, size_t count) {
  for (size_t i = 0; growing != NULL && i < count; i++) {
    free(growing[i].validity.bytes);
    free(growing[i].values.bytes);
    free(growing[i].bytes.bytes);
  }
  free(growing);
}

/* ---- Room -------------------------------------------------------------------------------------- */

/* `more` bytes at the end, which are counted; NULL without memory. */
static void *extend(struct room *room, size_t more) {
  if (more > SIZE_MAX / 4 - room->size) return NULL;
  if (room->size + more >= room->capacity) { /* a byte more than needed: no buffer is NULL */
    const size_t capacity = 2 * (room->size + more) + 64;
    uint8_t *bytes = realloc(room->bytes, capacity);
    if (bytes == NULL) return NULL;
    room->bytes = bytes;
    room->capacity = capacity;
  }
  room->size += more;
  return room->bytes + room->size - more;
}

/* Room for bits up to row `end`; new ones are 0. */
static bool extend_bits(struct room *room, size_t end) {
  const size_t bytes = (end + 7) / 8, more = bytes - room->size;
  void *added = extend(room, more);
  if (added != NULL) memset(added, 0, more);
  return added != NULL;
}

static void set_bit(struct room *room, size_t bit) { room->bytes[bit / 8] |= (uint8_t)(1u << bit % 8); }

/* ---- Values ------------------------------------------------------------------------------------ */

static bool is_null(const rowkey_values *values, size_t row) {
  const size_t bit = values->validity_offset + row;
  return values->validity != NULL && (values->validity[bit / 8] >> bit % 8 & 1) == 0;
}

static const uint8_t *text_at(const rowkey_values *values, size_t row, size_t *size) {
  uint64_t begin = row * values->width, end = begin + values->width;
  if (values->begin != NULL) {
    begin = values->begin[row];
    end = values->end[row];
  } else if (values->offsets32 != NULL) {
    begin = values->offsets32[row];
    end = values->offsets32[row + 1];
  }
  *size = (size_t)(end - begin);
  return (const uint8_t *)values->data + begin;
}

/* As RFC 3629 has it: no overlong form, no surrogate, nothing above U+10FFFF. */
static bool is_utf8(const uint8_t *text, size_t size) {
  for (size_t at = 0; at < size;) {
    uint64_t eight;
    if (size - at >= sizeof eight) {
      memcpy(&eight, text + at, sizeof eight);
      if ((eight & 0x8080808080808080) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    const uint8_t first = text[at++];
    if (first < 0x80) continue;
    const size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || size - at < more) return false;
    const uint8_t least = first == 0xe0   ? 0xa0
                          : first == 0xf0 ? 0x90
                                          : 0x80,
                  most = first == 0xed   ? 0x9f
                         : first == 0xf4 ? 0x8f
                                         : 0xbf;
    if (text[at] < least || text[at] > most) return false;
    for (size_t i = 1; i < more; i++)
      if ((text[at + i] & 0xc0) != 0x80) return false;
    at += more;
  }
  return true;
}

static rowkey_status fail_memory(rowkey_error *error) {
  *error = (rowkey_error){.status = ROWKEY_ERROR_MEMORY,
                          .row = ROWKEY_NONE,
                          .column = ROWKEY_NONE,
                          .offset = ROWKEY_NONE,
                          .text = "out of memory"};
  return error->status;
}

/* A text that is not UTF-8, in a column of text. */
static rowkey_status fail_text(const struct growing *growing, size_t row, rowkey_error *error) {
  fail_memory(error);
  error->status = ROWKEY_ERROR_RANGE;
  error->row = row;
  snprintf(error->text, sizeof error->text, "column %.200s is not UTF-8 (expected text; declare it as bytes)",
           growing->column->name);
  return error->status;
}

static rowkey_status add_texts(struct growing *growing, const rowkey_values *values, size_t rows,
                               rowkey_error *error) {
  const size_t before = growing->values.size == 0;
  int64_t *ends = extend(&growing->values, (rows + before) * sizeof *ends);
  if (ends == NULL) return fail_memory(error);
  if (before) *ends++ = 0;
  for (size_t row = 0; row < rows; row++) {
    size_t size = 0;
    const uint8_t *text = is_null(values, row) ? NULL : text_at(values, row, &size);
    if (growing->is_str && !is_utf8(text, size)) return fail_text(growing, row, error);
    void *to = extend(&growing->bytes, size);
    if (to == NULL) return fail_memory(error);
    if (size > 0) memcpy(to, text, size);
    ends[row] = (int64_t)growing->bytes.size;
  }
  return ROWKEY_OK;
}

/* Texts of one width; the library says what is wrong with another one. */
static rowkey_status add_fixed(struct growing *growing, const rowkey_values *values, size_t rows,
                               rowkey_error *error) {
  uint8_t *to = extend(&growing->values, rows * growing->width);
  if (to == NULL) return fail_memory(error);
  for (size_t row = 0; row < rows; row++, to += growing->width) {
    size_t size;
    const uint8_t *text = text_at(values, row, &size);
    if (is_null(values, row)) {
      memset(to, 0, growing->width);
    } else if (size == growing->width) {
      memcpy(to, text, size);
    } else {
      const rowkey_value value = rowkey_value_bytes(text, size);
      rowkey_value kept;
      const rowkey_status status = rowkey_value_keep(growing->column, &value, NULL, 0, &kept, error);
      error->row = row;
      return status;
    }
  }
  return ROWKEY_OK;
}

static rowkey_status add_numbers(struct growing *growing, const rowkey_values *values, size_t rows,
                                 rowkey_error *error) {
  const uint16_t one = 1;
  const size_t low = *(const uint8_t *)&one == 1 ? 0 : 1;
  const bool is_decimal = growing->width == 16;
  void *to = extend(&growing->values, rows * growing->width);
  if (to == NULL) return fail_memory(error);
  if (!is_decimal) {
    memcpy(to, values->data, rows * growing->width);
    return ROWKEY_OK;
  }
  int64_t *words = to;
  for (size_t row = 0; row < rows; row++, words += 2) {
    words[low] = ((const int64_t *)values->data)[row];
    words[1 - low] = words[low] < 0 ? -1 : 0;
  }
  return ROWKEY_OK;
}

static rowkey_status add_bits(struct growing *growing, const rowkey_values *values, size_t rows,
                              rowkey_error *error) {
  if (!extend_bits(&growing->values, growing->rows + rows)) return fail_memory(error);
  for (size_t row = 0; row < rows; row++)
    if ((((const uint64_t *)values->data)[row] & 1) != 0) set_bit(&growing->values, growing->rows + row);
  return ROWKEY_OK;
}

/* The texts that the type writes for its numbers. */
static rowkey_status add_written(struct growing *growing, const rowkey_values *values, size_t rows,
                                 rowkey_error *error) {
  const rowkey_column_type *type = growing->column->declared;
  const size_t bound = rowkey_column_type_write_bound(type, values, rows);
  uint64_t *offsets = calloc(rows + 1, sizeof *offsets);
  char *text = bound < SIZE_MAX ? malloc(bound + 1) : NULL;
  rowkey_status status = ROWKEY_ERROR_MEMORY;
  if (offsets == NULL || text == NULL) {
    fail_memory(error);
  } else {
    const rowkey_decoded texts = rowkey_decoded_text(text, bound, offsets, rows);
    status = rowkey_column_type_write(type, values, rows, &texts, error);
  }
  if (status == ROWKEY_OK) {
    rowkey_values written = rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, bound, offsets, rows);
    written.validity = values->validity;
    written.validity_offset = values->validity_offset;
    status = add_texts(growing, &written, rows, error);
  }
  free(offsets);
  free(text);
  return status;
}

static rowkey_status add_values(struct growing *growing, const rowkey_values *values, size_t rows,
                                rowkey_error *error) {
  if (growing->is_written) return add_written(growing, values, rows, error);
  switch (growing->format[0]) {
    case 'U':
    case 'Z':
      return add_texts(growing, values, rows, error);
    case 'w':
      return add_fixed(growing, values, rows, error);
    case 'b':
      return add_bits(growing, values, rows, error);
    default:
      return add_numbers(growing, values, rows, error);
  }
}

rowkey_status growing_add(struct growing *growing, const rowkey_values *values, size_t rows,
                          rowkey_error *error) {
  if (!extend_bits(&growing->validity, growing->rows + rows)) return fail_memory(error);
  for (size_t row = 0; row < rows; row++) {
    if (is_null(values, row))
      growing->nulls++;
    else
      set_bit(&growing->validity, growing->rows + row);
  }
  const rowkey_status status = add_values(growing, values, rows, error);
  if (status == ROWKEY_OK) growing->rows += rows;
  return status;
}

/* ---- Arrays ------------------------------------------------------------------------------------ */

static void *take_room(struct room *room) {
  void *bytes = room->bytes;
  *room = (struct room){.bytes = NULL};
  return bytes;
}

static bool take_column(struct growing *growing, struct ArrowArray *out) {
  const bool is_text = growing->width == 0 && growing->format[0] != 'b';
  const rowkey_values none = {.data = NULL};
  rowkey_error error;
  const bool has_room = is_text ? add_texts(growing, &none, 0, &error) == ROWKEY_OK && /* the first offset */
                                      extend(&growing->bytes, 0) != NULL
                                : extend(&growing->values, 0) != NULL;
  if (!has_room || !make_array(is_text ? 3 : 2, 0, out)) return false;
  out->length = (int64_t)growing->rows;
  out->null_count = (int64_t)growing->nulls;
  if (growing->nulls > 0) out->buffers[0] = take_room(&growing->validity);
  out->buffers[1] = take_room(&growing->values);
  if (is_text) out->buffers[2] = take_room(&growing->bytes);
  growing->validity.size = 0;
  growing->rows = growing->nulls = 0;
  return true;
}

bool growing_take(struct growing *growing, size_t count, size_t rows, struct ArrowArray *out) {
  bool made = make_array(1, count, out);
  if (!made) return false;
  out->length = (int64_t)rows;
  for (size_t i = 0; made && i < count; i++) made = take_column(&growing[i], out->children[i]);
  if (!made) out->release(out);
  return made;
}
