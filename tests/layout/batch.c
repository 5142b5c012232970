#include "batch.h"
#include "on_isa.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rowkey_encoder *new_encoder(const rowkey_layout *layout, const char *isa) {
  rowkey_error error;
  rowkey_encoder *encoder = NULL;
  ON_ISA(isa) encoder = rowkey_encoder_create(layout, 0, &error);
  CHECK(encoder != NULL, "%s", error.text);
  return encoder;
}

static void *copy_of(const void *bytes, size_t size) {
  void *copy = guarded(size, GUARD_END);
  if (size != 0) memcpy(copy, bytes, size);
  return copy;
}

static void add_column(struct batch *batch, const char *name, rowkey_type type, rowkey_values values) {
  CHECK(batch->count < COLUMNS_MAX, "more columns than the test's batch has room for");
  batch->columns[batch->count] = (rowkey_column){.name = name, .type = type};
  batch->values[batch->count++] = values;
}

void add_u64(struct batch *batch, const char *name, const uint64_t *values) {
  const uint64_t *copy = copy_of(values, batch->rows * sizeof *values);
  add_column(batch, name, ROWKEY_U64, rowkey_u64s(copy, batch->rows));
}

void add_i64(struct batch *batch, const char *name, const int64_t *values) {
  const int64_t *copy = copy_of(values, batch->rows * sizeof *values);
  add_column(batch, name, ROWKEY_I64, rowkey_i64s(copy, batch->rows));
}

void add_f64(struct batch *batch, const char *name, const double *values) {
  const double *copy = copy_of(values, batch->rows * sizeof *values);
  add_column(batch, name, ROWKEY_F64, rowkey_f64s(copy, batch->rows));
}

void add_f32(struct batch *batch, const char *name, const float *values) {
  const float *copy = copy_of(values, batch->rows * sizeof *values);
  add_column(batch, name, ROWKEY_F32, rowkey_f32s(copy, batch->rows));
}

void add_bytes(struct batch *batch, const char *name, const void *bytes, const uint64_t *offsets) {
  const size_t rows = batch->rows, size = (size_t)offsets[rows];
  const uint64_t *begin = copy_of(offsets, rows * sizeof *offsets);
  const uint64_t *end = copy_of(offsets + 1, rows * sizeof *offsets);
  add_column(batch, name, ROWKEY_TEXT,
             rowkey_values_of_spans(ROWKEY_KIND_KEPT, copy_of(bytes, size), size, begin, end, rows));
}

void add_bytes32(struct batch *batch, const char *name, const void *bytes, const uint64_t *offsets) {
  const size_t rows = batch->rows, size = (size_t)offsets[rows];
  uint32_t *narrow = guarded((rows + 1) * sizeof *narrow, GUARD_END);
  for (size_t i = 0; i <= rows; i++) narrow[i] = (uint32_t)offsets[i];
  add_column(batch, name, ROWKEY_TEXT,
             rowkey_values_of_offsets32(ROWKEY_KIND_KEPT, copy_of(bytes, size), size, narrow, rows));
}

void add_fixed_bytes(struct batch *batch, const char *name, const void *bytes, size_t width) {
  const void *copy = copy_of(bytes, batch->rows * width);
  add_column(batch, name, ROWKEY_TEXT, rowkey_values_of_width(ROWKEY_KIND_KEPT, copy, width, batch->rows));
}

void mark_nulls(struct batch *batch, const bool *is_null, uint64_t offset) {
  size_t size = (size_t)(offset + batch->rows + 7) / 8;
  uint8_t *bits = guarded(size, GUARD_END);
  random_bytes(bits, size); /* bits of no row mean nothing */
  for (size_t i = 0; i < batch->rows; i++) {
    uint8_t bit = (uint8_t)(1 << (offset + i) % 8);
    bits[(offset + i) / 8] &= (uint8_t)~bit;
    if (!is_null[i]) bits[(offset + i) / 8] |= bit;
  }
  batch->values[batch->count - 1].validity = bits;
  batch->values[batch->count - 1].validity_offset = offset;
}

void add_text(struct batch *batch, const char *name, const char *const *texts) {
  uint64_t *offsets = guarded((batch->rows + 1) * sizeof *offsets, GUARD_END);
  offsets[0] = 0;
  for (size_t i = 0; i < batch->rows; i++) offsets[i + 1] = offsets[i] + strlen(texts[i]);
  char *bytes = guarded((size_t)offsets[batch->rows], GUARD_END);
  for (size_t i = 0; i < batch->rows; i++)
    memcpy(bytes + offsets[i], texts[i], (size_t)(offsets[i + 1] - offsets[i]));
  add_bytes(batch, name, bytes, offsets);
}

rowkey_layout *compile(const char *text, const struct batch *batch) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), batch->columns, batch->count, &error);
  CHECK(layout != NULL, "%s", error.text);
  return layout;
}

/* Checks that the same rows make the same keys with offsets of 32 bits. */
static void check_offsets32(rowkey_encoder *encoder, const struct batch *batch, struct settings settings,
                            const struct encoded *expected, size_t bound) {
  uint8_t *keys = malloc(bound + 1);
  uint32_t *offsets = malloc((batch->rows + 1) * sizeof *offsets);
  CHECK(keys != NULL && offsets != NULL, "no memory");
  const rowkey_batch rows = rowkey_batch_from(rows_of(batch), settings.first_row);
  rowkey_keys described;
  rowkey_error error;
  const rowkey_status status = rowkey_encode(
      encoder, &rows, &(rowkey_key_buffer){.data = keys, .capacity = bound, .offsets32 = offsets}, &described,
      &error);
  CHECK(status == expected->status && described.rows == expected->described.rows, "status %d, %zu rows",
        (int)status, described.rows);
  CHECK(described.offsets == NULL && described.offsets32 == offsets, "other offsets");
  for (size_t i = 0; i <= described.rows; i++)
    CHECK(offsets[i] == expected->offsets[i], "key %zu ends at byte %" PRIu32, i, offsets[i]);
  CHECK(memcmp(keys, expected->keys, offsets[described.rows]) == 0, "other keys");
  free(keys);
  free(offsets);
}

bool value_of_row(const rowkey_values *column, rowkey_type type, size_t row, rowkey_value *value) {
  const size_t bit = column->validity_offset + row;
  *value =
      (rowkey_value){.is_null = column->validity != NULL && (column->validity[bit / 8] >> (bit & 7) & 1) == 0,
                     .tag = column->tag};
  if (value->is_null) return true; /* nothing else of it is read */
  if (type != ROWKEY_TEXT) {
    const size_t size = type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t);
    memcpy(&value->as, (const uint8_t *)column->data + row * size, size);
    return true;
  }
  uint64_t begin = row * column->width, end = begin + column->width;
  if (column->begin != NULL) {
    begin = column->begin[row];
    end = column->end[row];
  } else if (column->offsets32 != NULL) {
    begin = column->offsets32[row];
    end = column->offsets32[row + 1];
  }
  if (begin > end || end > column->size) return false;
  value->as.text = (const uint8_t *)column->data + begin;
  value->size = (size_t)(end - begin);
  return true;
}

/* Checks that a single row has the key that it has in the batch, in exactly as much room as is asked for, or
 * is refused with the same words. */
static void check_row_alone(rowkey_encoder *encoder, const rowkey_layout *layout, const struct batch *batch,
                            struct settings settings, const struct encoded *expected, size_t row) {
  rowkey_value values[COLUMNS_MAX];
  for (size_t i = 0; i < batch->count; i++)
    if (rowkey_layout_uses(layout, i) &&
        !value_of_row(&batch->values[i], batch->columns[i].type, row, &values[i]))
      return;
  const rowkey_record record =
      rowkey_record_from(rowkey_record_of(values, batch->count), settings.first_row + row);
  rowkey_error error = {.text = ""};
  size_t room = 0, length = 0;
  rowkey_status status = rowkey_encode_row(encoder, &record, NULL, 0, &room, &error);
  CHECK(status == ROWKEY_ERROR_SPACE || room == 0, "row %zu without room: status %d", row, (int)status);
  uint8_t *key = malloc(room + 1);
  CHECK(key != NULL, "no memory");
  key[room] = 0xa5;
  if (room > 0)
    CHECK(rowkey_encode_row(encoder, &record, key, room - 1, &length, NULL) == ROWKEY_ERROR_SPACE &&
              length == room,
          "row %zu with a byte less than %zu", row, room);
  status = rowkey_encode_row(encoder, &record, key, room, &length, &error);
  CHECK(key[room] == 0xa5, "row %zu alone: wrote beyond its room", row);
  if (row < expected->described.rows) {
    const size_t size = (size_t)(expected->offsets[row + 1] - expected->offsets[row]);
    CHECK(status == ROWKEY_OK, "row %zu alone: %s", row, error.text);
    CHECK(length == size && memcmp(key, expected->keys + expected->offsets[row], size) == 0,
          "row %zu alone has another key", row);
  } else {
    const rowkey_error *wanted = &expected->error;
    CHECK(status == expected->status && error.status == status && strcmp(error.text, wanted->text) == 0 &&
              error.row == 0 && error.column == wanted->column && error.offset == wanted->offset,
          "row %zu alone: \"%s\" instead of \"%s\"", row, error.text, wanted->text);
  }
  free(key);
}

/* The first rows, and the bad one. */
static void check_rows_alone(rowkey_encoder *encoder, const rowkey_layout *layout, const struct batch *batch,
                             struct settings settings, const struct encoded *expected) {
  enum { FIRST = 50 };
  const size_t good = expected->described.rows;
  for (size_t row = 0; row < good && row < FIRST; row++)
    check_row_alone(encoder, layout, batch, settings, expected, row);
  if (expected->status == ROWKEY_ERROR_RANGE)
    check_row_alone(encoder, layout, batch, settings, expected, good);
}

struct encoded encode(const rowkey_layout *layout, const struct batch *batch, struct settings settings) {
  struct encoded result = {.status = ROWKEY_OK};
  rowkey_encoder *encoder = NULL;
  ON_ISA(settings.isa) encoder = rowkey_encoder_create(layout, settings.seed, &result.error);
  CHECK(encoder != NULL, "%s", result.error.text);
  const rowkey_batch rows = rowkey_batch_from(rows_of(batch), settings.first_row);
  const size_t bound = rowkey_encode_bound(layout, &rows);
  CHECK(bound < SIZE_MAX, "the bound is %zu", bound);
  result.keys = guarded(bound, settings.side);
  result.offsets = guarded((batch->rows + 1) * sizeof *result.offsets, GUARD_END);
  result.status = rowkey_encode(
      encoder, &rows, &(rowkey_key_buffer){.data = result.keys, .capacity = bound, .offsets = result.offsets},
      &result.described, &result.error);
  CHECK(result.described.rows == (result.status == ROWKEY_OK ? batch->rows : result.error.row) &&
            result.described.data == result.keys && result.described.offsets == result.offsets,
        "the keys are described wrongly");
  check_offsets32(encoder, batch, settings, &result, bound);
  check_rows_alone(encoder, layout, batch, settings, &result);
  check_null_keys(encoder, layout, batch, settings);
  rowkey_encoder_free(encoder);
  return result;
}

const char *key_text(const struct encoded *encoded, size_t row) {
  static char text[4096];
  size_t length = 0;
  for (uint64_t i = encoded->offsets[row]; i < encoded->offsets[row + 1]; i++) {
    CHECK(length + 5 < sizeof text, "a key that is too long for this test");
    const char *format = encoded->keys[i] == '\\'                             ? "\\\\"
                         : encoded->keys[i] >= ' ' && encoded->keys[i] <= '~' ? "%c"
                                                                              : "\\x%02x";
    length += (size_t)snprintf(text + length, sizeof text - length, format, encoded->keys[i]);
  }
  text[length] = '\0';
  return text;
}

void expect_keys(const char *text, const struct batch *batch, struct settings settings,
                 const char *const *expected) {
  rowkey_layout *layout = compile(text, batch);
  EACH_ISA(kernels) {
    settings.isa = kernels->name;
    for (settings.side = GUARD_BEGIN; settings.side <= GUARD_END; settings.side++) {
      struct encoded encoded = encode(layout, batch, settings);
      CHECK(encoded.status == ROWKEY_OK, "%s: %s", settings.isa, encoded.error.text);
      CHECK(encoded.offsets[0] == 0, "%s: the first key begins at %" PRIu64, text, encoded.offsets[0]);
      for (size_t row = 0; row < batch->rows; row++)
        CHECK(strcmp(key_text(&encoded, row), expected[row]) == 0, "%s, %s, row %zu: %s instead of %s", text,
              settings.isa, row, key_text(&encoded, row), expected[row]);
    }
  }
  rowkey_layout_free(layout);
}

void expect_refusal(const char *text, const struct batch *batch, struct refusal refusal) {
  rowkey_layout *layout = compile(text, batch);
  struct batch before = *batch;
  before.rows = refusal.row;
  EACH_ISA(kernels) {
    struct settings settings = {.isa = kernels->name, .side = GUARD_END};
    struct encoded encoded = encode(layout, batch, settings);
    const rowkey_error *error = &encoded.error;
    CHECK(encoded.status == refusal.status, "%s: status %d", text, (int)encoded.status);
    CHECK(error->status == refusal.status, "%s: status %d in the error", text, (int)error->status);
    CHECK(strcmp(error->text, refusal.text) == 0, "%s: %s", text, error->text);
    CHECK(error->row == refusal.row, "%s: row %zu", text, error->row);
    CHECK(error->column == refusal.column, "%s: column %zu", text, error->column);
    CHECK(error->offset == refusal.offset, "%s: offset %zu", text, error->offset);
    struct encoded expected = encode(layout, &before, settings);
    CHECK(expected.status == ROWKEY_OK, "%s: the rows before: %s", text, expected.error.text);
    CHECK(memcmp(encoded.offsets, expected.offsets, (refusal.row + 1) * sizeof(uint64_t)) == 0,
          "%s, %s: offsets before the bad row", text, settings.isa);
    CHECK(memcmp(encoded.keys, expected.keys, (size_t)expected.offsets[refusal.row]) == 0,
          "%s, %s: keys before the bad row", text, settings.isa);
  }
  rowkey_layout_free(layout);
}
