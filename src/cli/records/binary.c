/* Records of a fixed width that hold numbers of either byte order and text padded with NUL. */
#include <string.h>

#include "records/records.h"

void cut_binary(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut) {
  (void)bytes;
  const size_t width = shape->columns->record_width;
  cut->scanned = size;
  cut->end = size - size % width;
  cut->records = cut->end / width;
}

static void find_text(const struct batch *batch, const struct column *column, struct span_column *spans) {
  for (size_t i = 0; i < batch->rows; i++) {
    const uint64_t begin = batch->begin[i] + column->field;
    uint64_t end = begin + column->width;
    while (end > begin && batch->base[end - 1] == 0) end--;
    spans->begin[i] = begin;
    spans->end[i] = end;
  }
}

bool split_binary(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                  struct batch *batch) {
  const struct columns *columns = shape->columns;
  const size_t width = columns->record_width;
  batch_begin(batch, chunk, at);
  const size_t whole = (size_t)batch->size / width;
  const size_t rows = whole < limit ? whole : limit;
  for (size_t i = 0; i < rows; i++) {
    batch->begin[i] = i * width;
    batch->end[i] = (i + 1) * width;
  }
  batch->rows = rows;
  batch->next = rows * width;
  for (size_t i = 0; i < columns->count; i++) {
    if (columns->used[i] && columns->items[i].type == ROWKEY_TEXT) {
      find_text(batch, &columns->items[i], &batch->columns[i]);
    }
  }
  if (rows == 0) {
    batch->begin[0] = 0;
    batch->end[0] = batch->size;
    batch_end_bad(batch, 0, (size_t)batch->size, "the %s is cut short: it has %zu byte%s (expected %zu)",
                  shape->noun, (size_t)batch->size, batch->size == 1 ? "" : "s", width);
  }
  return true;
}

/* The bytes as an integer whose highest byte is bytes[0] for a big-endian one. */
static inline uint64_t load_integer(const uint8_t *bytes, size_t width, bool little_endian) {
  uint64_t value = 0;
  for (size_t i = 0; i < width; i++) value = value << 8 | bytes[little_endian ? width - 1 - i : i];
  return value;
}

/* With a constant width and byte order the compiler makes one load of load_integer. */
#define LOAD_ROWS(width, little_endian)                                      \
  for (size_t i = 0; i < rows; i++) {                                        \
    numbers[i] = load_integer(bytes + i * stride, (width), (little_endian)); \
  }                                                                          \
  break

/* Floating-point numbers of `width` bytes into `numbers` of the same width. */
static void load_floating(const uint8_t *bytes, size_t rows, size_t stride, const struct column *column,
                          void *numbers) {
  for (size_t i = 0; i < rows; i++) {
    const uint64_t bits = load_integer(bytes + i * stride, column->width, column->little_endian);
    if (column->type == ROWKEY_F64) {
      memcpy((double *)numbers + i, &bits, sizeof bits);
    } else {
      memcpy((float *)numbers + i, &(uint32_t){(uint32_t)bits}, sizeof(uint32_t));
    }
  }
}

size_t load_binary(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                   size_t rows) {
  const struct column *column = &shape->columns->items[item];
  const size_t stride = shape->columns->record_width;
  const uint8_t *bytes = batch->base + first * stride + column->field;
  if (column->type == ROWKEY_F64 || column->type == ROWKEY_F32) {
    load_floating(bytes, rows, stride, column,
                  (uint8_t *)batch->columns[item].numbers + first * column->width);
    return rows;
  }
  uint64_t *numbers = (uint64_t *)batch->columns[item].numbers + first;
  switch (column->width * 2 + column->little_endian) {
    case 8 * 2 + 1:
      LOAD_ROWS(8, true);
    case 8 * 2:
      LOAD_ROWS(8, false);
    case 4 * 2 + 1:
      LOAD_ROWS(4, true);
    case 4 * 2:
      LOAD_ROWS(4, false);
    default:
      LOAD_ROWS(column->width, column->little_endian);
  }
  if (column->type == ROWKEY_I64) {
    const uint64_t sign = UINT64_C(1) << (column->width * 8 - 1);
    for (size_t i = 0; i < rows; i++) numbers[i] = (numbers[i] ^ sign) - sign;
  }
  return rows;
}
