#include "layout_decode.h"
#include "tests/support/on_isa.h"

#include <stdlib.h>
#include <string.h>

static struct rowkey_decoded room_for(size_t column, size_t rows, uint64_t key_bytes) {
  const bool text = fuzz_schema[column].type == ROWKEY_TEXT;
  const size_t number = fuzz_schema[column].type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t);
  const size_t most = (size_t)(key_bytes + key_bytes / 2);
  void *data = fuzz_allocate(text ? most : rows * number);
  uint64_t *offsets = text ? fuzz_allocate((rows + 1) * sizeof *offsets) : NULL;
  return rowkey_decoded_with_nulls(text ? rowkey_decoded_text(data, most, offsets, rows)
                                        : rowkey_decoded_numbers(fuzz_schema[column].type, data, rows),
                                   fuzz_allocate((rows + 7) / 8));
}

static bool is_null(const rowkey_values *values, size_t row) {
  const uint64_t bit = values->validity_offset + row;
  return values->validity != NULL && (values->validity[bit / 8] >> bit % 8 & 1) == 0;
}

/* A null comes back as what stood in for it. */
static bool same_value(size_t column, const rowkey_values *values, const rowkey_decoded *decoded,
                       size_t row) {
  if (is_null(values, row)) return true;
  if (fuzz_schema[column].type == ROWKEY_F32)
    return memcmp((const float *)values->data + row, (const float *)decoded->data + row, sizeof(float)) == 0;
  if (fuzz_schema[column].type != ROWKEY_TEXT)
    return memcmp((const uint64_t *)values->data + row, (const uint64_t *)decoded->data + row,
                  sizeof(uint64_t)) == 0;
  const uint64_t begin = values->begin == NULL ? row * values->width : values->begin[row];
  const uint64_t end = values->begin == NULL ? begin + values->width : values->end[row];
  const uint64_t *offsets = decoded->offsets + row;
  return offsets[1] - offsets[0] == end - begin &&
         (begin == end || memcmp((const uint8_t *)decoded->data + offsets[0],
                                 (const uint8_t *)values->data + begin, (size_t)(end - begin)) == 0);
}

static void check_columns(const rowkey_layout *layout, const char *isa, const struct fuzz_records *records,
                          const rowkey_decoded *decoded, size_t rows) {
  for (size_t column = 0; column < COLUMNS; column++) {
    if (rowkey_layout_recovery(layout, column) != ROWKEY_RECOVERED) continue;
    for (size_t row = 0; row < rows; row++) {
      const bool null =
          rowkey_layout_recovers_nulls(layout, column) && is_null(&records->columns[column], row);
      FUZZ_CHECK((decoded[column].validity[row / 8] >> (row & 7) & 1) == !null,
                 "%s: the bit of column %s, row %zu", isa, fuzz_schema[column].name, row);
      FUZZ_CHECK(same_value(column, &records->columns[column], &decoded[column], row),
                 "%s: column %s of row %zu comes back changed", isa, fuzz_schema[column].name, row);
    }
  }
}

/* Each key with a byte changed that the last keys choose. Most are refused; none is read beyond its end. */
static void check_changed_keys(rowkey_decoder *decoder, const char *isa, const rowkey_decoded *decoded,
                               const uint8_t *keys, const uint64_t *offsets, size_t rows) {
  const uint64_t size = offsets[rows];
  uint8_t *changed = fuzz_copy(keys, (size_t)size);
  uint64_t state = size;
  for (size_t row = 0; row < rows; row++) {
    const uint64_t length = offsets[row + 1] - offsets[row];
    if (length == 0) continue;
    state = state * UINT64_C(6364136223846793005) + keys[offsets[row]] + 1;
    changed[offsets[row] + (state >> 33) % length] ^= (uint8_t)(1u << (state >> 30 & 7));
  }
  for (size_t first = 0; first < rows;) {
    rowkey_error error = {.status = ROWKEY_OK};
    const size_t left = rows - first;
    uint64_t *moved = fuzz_allocate((left + 1) * sizeof *moved);
    for (size_t i = 0; i <= left; i++) moved[i] = offsets[first + i] - offsets[first];
    uint8_t *bytes = fuzz_copy(changed + offsets[first], (size_t)moved[left]);
    const rowkey_status status = rowkey_decode(
        decoder, &(rowkey_keys){.data = bytes, .offsets = moved, .rows = left}, decoded, COLUMNS, &error);
    free(bytes);
    free(moved);
    if (status == ROWKEY_OK) break;
    FUZZ_CHECK(status == ROWKEY_ERROR_RANGE && error.row < left, "%s: status %d, row %zu: %s", isa,
               (int)status, error.row, error.text);
    FUZZ_CHECK(memchr(error.text, 0, sizeof error.text) != NULL && error.text[0] != 0, "no text");
    first += error.row + 1;
  }
  free(changed);
}

void fuzz_check_decoding(const rowkey_layout *layout, const char *isa, const struct fuzz_records *records,
                         const uint8_t *keys, const uint64_t *offsets, size_t rows) {
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_decoder *decoder = NULL;
  ON_ISA(isa) decoder = rowkey_decoder_create(layout, &error);
  FUZZ_CHECK(decoder != NULL, "%s: %s", isa, error.text);
  rowkey_decoded decoded[COLUMNS];
  for (size_t column = 0; column < COLUMNS; column++) decoded[column] = room_for(column, rows, offsets[rows]);
  const rowkey_status status = rowkey_decode(
      decoder, &(rowkey_keys){.data = keys, .offsets = offsets, .rows = rows}, decoded, COLUMNS, &error);
  FUZZ_CHECK(status == ROWKEY_OK, "%s: the key of row %zu is refused: %s", isa, error.row, error.text);
  check_columns(layout, isa, records, decoded, rows);
  check_changed_keys(decoder, isa, decoded, keys, offsets, rows);
  for (size_t column = 0; column < COLUMNS; column++) {
    free(decoded[column].data);
    free(decoded[column].offsets);
    free(decoded[column].validity);
  }
  rowkey_decoder_free(decoder);
}
