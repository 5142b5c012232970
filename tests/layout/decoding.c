#include "decoding.h"
#include "on_isa.h"

#include <stdlib.h>
#include <string.h>

static size_t size_of(rowkey_type type) { return type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t); }

/* Checks that the same keys with offsets of 32 bits make the same columns, whose offsets have 32 bits as
 * well. */
static void check_offsets32(const rowkey_layout *layout, rowkey_decoder *decoder, const struct batch *schema,
                            struct keys keys, const struct decoded *expected) {
  uint32_t *offsets = malloc((keys.rows + 1) * sizeof *offsets);
  CHECK(offsets != NULL, "no memory");
  for (size_t i = 0; i <= keys.rows; i++) offsets[i] = (uint32_t)keys.offsets[i];
  rowkey_decoded columns[COLUMNS_MAX] = {{.data = NULL}};
  for (size_t i = 0; i < schema->count; i++) {
    const rowkey_decoded *column = &expected->columns[i];
    if (column->data == NULL) continue;
    columns[i] = *column;
    columns[i].data = malloc(column->capacity + 1);
    columns[i].offsets = NULL;
    columns[i].validity = NULL;
    if (column->offsets != NULL) columns[i].offsets32 = calloc(keys.rows + 1, sizeof(uint32_t));
  }
  rowkey_error error = {.row = keys.rows};
  const rowkey_keys narrow = {.data = keys.bytes, .offsets32 = offsets, .rows = keys.rows};
  const rowkey_status status = rowkey_decode(decoder, &narrow, columns, schema->count, &error);
  CHECK(status == expected->status, "status %d with offsets of 32 bits", (int)status);
  const size_t rows = status == ROWKEY_OK ? keys.rows : error.row;
  CHECK(status == ROWKEY_OK || rows == expected->error.row, "row %zu with offsets of 32 bits", rows);
  for (size_t i = 0; i < schema->count && rows <= keys.rows; i++) {
    const rowkey_decoded *column = &expected->columns[i];
    if (column->data == NULL || rowkey_layout_recovery(layout, i) != ROWKEY_RECOVERED) continue;
    size_t size = rows * size_of(schema->columns[i].type);
    for (size_t row = 0; column->offsets != NULL && row <= rows; row++)
      CHECK(columns[i].offsets32[row] == column->offsets[row], "column %zu, row %zu", i, row);
    if (column->offsets != NULL) size = (size_t)column->offsets[rows];
    CHECK(memcmp(columns[i].data, column->data, size) == 0, "column %zu", i);
  }
  for (size_t i = 0; i < schema->count; i++) {
    free(columns[i].data);
    free(columns[i].offsets32);
  }
  free(offsets);
}

struct decoded decode(const rowkey_layout *layout, const struct batch *schema, struct keys keys,
                      const char *isa, uint64_t unwanted) {
  struct decoded result = {.status = ROWKEY_OK};
  rowkey_decoder *decoder = NULL;
  ON_ISA(isa) decoder = rowkey_decoder_create(layout, &result.error);
  CHECK(decoder != NULL, "%s", result.error.text);
  const rowkey_keys given = rowkey_keys_of_offsets(keys.bytes, keys.offsets, keys.rows);
  for (size_t i = 0; i < schema->count; i++) {
    rowkey_decoded *column = &result.columns[i];
    if ((unwanted >> i & 1) != 0) continue;
    rowkey_type type = schema->columns[i].type;
    const size_t size =
        type == ROWKEY_TEXT ? rowkey_decode_bound(layout, &given, i) : keys.rows * size_of(type);
    *column = rowkey_decoded_numbers(type, guarded(size, GUARD_END), keys.rows);
    column->capacity = size;
    column->validity = guarded((keys.rows + 7) / 8, GUARD_END);
    if (type != ROWKEY_TEXT) continue;
    column->offsets = guarded((keys.rows + 1) * sizeof(uint64_t), GUARD_END);
    /* Decoding writes the first one too. */
    if (rowkey_layout_recovery(layout, i) == ROWKEY_RECOVERED) column->offsets[0] = UINT64_MAX;
  }
  result.status = rowkey_decode(decoder, &given, result.columns, schema->count, &result.error);
  check_offsets32(layout, decoder, schema, keys, &result);
  rowkey_decoder_free(decoder);
  return result;
}

/* ---- Comparison ------------------------------------------------------------------------------ */

struct text {
  const uint8_t *at;
  size_t size;
};

static struct text text_at(const rowkey_values *values, size_t row) {
  uint64_t begin = row * values->width, end = begin + values->width;
  if (values->begin != NULL) {
    begin = values->begin[row];
    end = values->end[row];
  } else if (values->offsets32 != NULL) {
    begin = values->offsets32[row];
    end = values->offsets32[row + 1];
  }
  return (struct text){(const uint8_t *)values->data + begin, (size_t)(end - begin)};
}

static bool is_null(const rowkey_values *values, size_t row) {
  uint64_t bit = values->validity_offset + row;
  return values->validity != NULL && (values->validity[bit / 8] >> (bit & 7) & 1) == 0;
}

static bool is_same(rowkey_type type, const rowkey_values *values, const rowkey_decoded *decoded,
                    size_t row) {
  if (type != ROWKEY_TEXT) {
    size_t size = size_of(type);
    return memcmp((const uint8_t *)values->data + row * size, (const uint8_t *)decoded->data + row * size,
                  size) == 0;
  }
  struct text text = text_at(values, row);
  uint64_t begin = decoded->offsets[row];
  return decoded->offsets[row + 1] - begin == text.size &&
         memcmp((const uint8_t *)decoded->data + begin, text.at, text.size) == 0;
}

void check_decoded(const rowkey_layout *layout, const struct batch *batch, const struct decoded *decoded,
                   size_t rows, const char *text) {
  for (size_t i = 0; i < batch->count; i++) {
    if (rowkey_layout_recovery(layout, i) != ROWKEY_RECOVERED || decoded->columns[i].data == NULL) continue;
    const rowkey_values *values = &batch->values[i];
    if (batch->columns[i].type == ROWKEY_TEXT && rows > 0)
      CHECK(decoded->columns[i].offsets[0] == 0, "%s: column %s", text, batch->columns[i].name);
    for (size_t row = 0; row < rows; row++) {
      const bool null = rowkey_layout_recovers_nulls(layout, i) && is_null(values, row);
      CHECK((decoded->columns[i].validity[row / 8] >> (row & 7) & 1) == !null, "%s: column %s, row %zu", text,
            batch->columns[i].name, row);
      CHECK(is_null(values, row) || is_same(batch->columns[i].type, values, &decoded->columns[i], row),
            "%s: column %s, row %zu", text, batch->columns[i].name, row);
    }
  }
}

struct batch batch_of_decoded(const struct batch *schema, const struct decoded *decoded, size_t rows) {
  struct batch batch = {.count = schema->count, .rows = rows};
  for (size_t i = 0; i < schema->count; i++) {
    const rowkey_decoded *column = &decoded->columns[i];
    batch.columns[i] = schema->columns[i];
    const bool is_text = schema->columns[i].type == ROWKEY_TEXT;
    const size_t size = column->offsets == NULL ? 0 : (size_t)column->offsets[rows];
    const rowkey_values values =
        is_text ? rowkey_values_of_offsets(ROWKEY_KIND_KEPT, column->data, size, column->offsets, rows)
                : rowkey_kept_numbers(schema->columns[i].type, column->data, rows);
    batch.values[i] = rowkey_values_with_nulls(values, column->validity, 0);
  }
  return batch;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static uint8_t hex_value(char digit) { return (uint8_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10); }

struct keys keys_of_text(const char *const *texts, size_t rows) {
  size_t room = 0;
  for (size_t i = 0; i < rows; i++) room += strlen(texts[i]);
  uint8_t *scratch = guarded(room, GUARD_END);
  uint64_t *offsets = guarded((rows + 1) * sizeof *offsets, GUARD_END);
  size_t size = 0;
  for (size_t i = 0; i < rows; i++) {
    offsets[i] = size;
    for (const char *at = texts[i]; *at != '\0'; at++) {
      if (*at != '\\') {
        scratch[size++] = (uint8_t)*at;
      } else if (*++at == 'x') {
        scratch[size++] = (uint8_t)(hex_value(at[1]) << 4 | hex_value(at[2]));
        at += 2;
      } else {
        scratch[size++] = (uint8_t)*at;
      }
    }
  }
  offsets[rows] = size;
  uint8_t *bytes = guarded(size, GUARD_END);
  memcpy(bytes, scratch, size);
  return (struct keys){bytes, offsets, rows};
}

void expect_both_ways(const char *text, struct batch *batch, const char *const *keys) {
  rowkey_layout *layout = compile(text, batch);
  expect_keys(text, batch, (struct settings){0}, keys);
  const struct decoded decoded = decode(layout, batch, keys_of_text(keys, batch->rows), NULL, 0);
  CHECK(decoded.status == ROWKEY_OK, "%s: %s", text, decoded.error.text);
  check_decoded(layout, batch, &decoded, batch->rows, text);
  rowkey_layout_free(layout);
}
