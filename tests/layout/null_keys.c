/* Null keys of a batch: those of the rows that cannot be encoded alone. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"

enum { ROWS_MAX = 4096, CUT_BITS = 3 };

/* What a row's key is when it is encoded by itself. */
struct alone {
  rowkey_status status;
  bool is_null; /* and the message says so */
  uint8_t *key;
  size_t size;
};

/* False where a text does not lie in its column: that is the caller's mistake, and fails by every policy. */
static bool encode_alone(rowkey_encoder *encoder, const rowkey_layout *layout, const struct batch *batch,
                         struct settings settings, size_t row, struct alone *alone) {
  rowkey_value values[COLUMNS_MAX];
  for (size_t i = 0; i < batch->count; i++)
    if (rowkey_layout_uses(layout, i) &&
        !value_of_row(&batch->values[i], batch->columns[i].type, row, &values[i]))
      return false;
  const rowkey_record record =
      rowkey_record_from(rowkey_record_of(values, batch->count), settings.first_row + row);
  rowkey_error error;
  *alone = (struct alone){.key = NULL};
  size_t room = 0;
  alone->status = rowkey_encode_row(encoder, &record, NULL, 0, &room, &error);
  alone->key = malloc(room + 1);
  CHECK(alone->key != NULL, "no memory");
  if (alone->status == ROWKEY_ERROR_SPACE)
    alone->status = rowkey_encode_row(encoder, &record, alone->key, room, &alone->size, &error);
  alone->is_null = alone->status != ROWKEY_OK && strstr(error.text, " is null (") != NULL;
  return alone->status == ROWKEY_OK || alone->status == ROWKEY_ERROR_RANGE;
}

struct reports {
  const struct alone *rows;
  size_t at, count;
};

static void check_report(void *context, const rowkey_error *error) {
  struct reports *reports = context;
  CHECK(error->row >= reports->at, "row %zu is reported after row %zu", error->row, reports->at);
  CHECK(reports->rows[error->row].status == error->status, "row %zu: %s", error->row, error->text);
  reports->at = error->row + 1;
  reports->count++;
}

/* A call with this policy: which rows are null, and the keys of the others. */
static void check_policy(rowkey_encoder *encoder, const rowkey_layout *layout, const struct batch *batch,
                         struct settings settings, const struct alone *alone, rowkey_bad_rows policy,
                         bool reports_rows, bool narrow) {
  const rowkey_batch given = rowkey_batch_from(rows_of(batch), settings.first_row);
  const size_t rows = batch->rows, bound = rowkey_encode_bound(layout, &given),
               width = rowkey_layout_key_width(layout);
  uint8_t *keys = malloc(bound + 1), *validity = calloc(1, (CUT_BITS + rows) / 8 + 2);
  uint64_t *offsets = malloc((rows + 1) * sizeof *offsets);
  uint32_t *offsets32 = malloc((rows + 1) * sizeof *offsets32);
  CHECK(keys != NULL && validity != NULL && offsets != NULL && offsets32 != NULL, "no memory");
  struct reports reports = {.rows = alone};
  rowkey_null_keys nulls = rowkey_null_keys_of(policy, validity);
  nulls.validity_offset = CUT_BITS;
  nulls.context = &reports;
  if (reports_rows) nulls.report = check_report;
  rowkey_key_buffer buffer = {.data = keys, .capacity = bound, .nulls = &nulls};
  if (narrow)
    buffer.offsets32 = offsets32;
  else
    buffer.offsets = offsets;
  rowkey_keys described;
  rowkey_error error = {.row = rows};
  const rowkey_status status = rowkey_encode(encoder, &given, &buffer, &described, &error);
  const size_t good = status == ROWKEY_OK ? rows : error.row;
  CHECK(described.rows == good, "%zu rows, not %zu", described.rows, good);
  for (size_t i = 0; narrow && i <= good; i++) offsets[i] = offsets32[i];
  size_t count = 0;
  for (size_t i = 0; i < good; i++) {
    const bool is_null = (validity[(CUT_BITS + i) / 8] >> (CUT_BITS + i) % 8 & 1) == 0;
    const size_t size = (size_t)(offsets[i + 1] - offsets[i]);
    const uint8_t *key = keys + offsets[i];
    CHECK(is_null == (alone[i].status != ROWKEY_OK), "row %zu is %snull", i, is_null ? "" : "not ");
    count += is_null;
    CHECK(is_null || (size == alone[i].size && memcmp(key, alone[i].key, size) == 0),
          "row %zu has another key beside null keys", i);
    CHECK(!is_null || size == (width == ROWKEY_NONE ? 0 : width), "row %zu: a null key of %zu bytes", i,
          size);
    for (size_t at = 0; is_null && at < size; at++) CHECK(key[at] == 0, "row %zu: a null key", i);
  }
  CHECK(nulls.count == count, "%zu null keys, not %zu", nulls.count, count);
  CHECK(!reports_rows || reports.count == count, "%zu reports of %zu", reports.count, count);
  if (status != ROWKEY_OK)
    CHECK(status == ROWKEY_ERROR_RANGE && policy == ROWKEY_NULL_FOR_NULLS &&
              alone[good].status == ROWKEY_ERROR_RANGE && !alone[good].is_null,
          "row %zu: %s", good, error.text);
  CHECK((validity[0] & ((1 << CUT_BITS) - 1)) == 0, "bits before the first row are written");
  CHECK(validity[(CUT_BITS + rows) / 8] >> (CUT_BITS + rows) % 8 == 0, "bits after the last row are written");
  free(keys);
  free(validity);
  free(offsets);
  free(offsets32);
}

void check_null_keys(rowkey_encoder *encoder, const rowkey_layout *layout, const struct batch *batch,
                     struct settings settings) {
  if (batch->rows == 0 || batch->rows > ROWS_MAX) return;
  struct alone *alone = calloc(batch->rows, sizeof *alone);
  CHECK(alone != NULL, "no memory");
  bool can_be = true, any = false;
  for (size_t i = 0; can_be && i < batch->rows; i++) {
    can_be = encode_alone(encoder, layout, batch, settings, i, &alone[i]);
    any |= alone[i].status != ROWKEY_OK;
  }
  for (unsigned way = 0; can_be && way < (any ? 8U : 1U); way++)
    check_policy(encoder, layout, batch, settings, alone,
                 (way & 1) != 0 ? ROWKEY_NULL_FOR_BAD : ROWKEY_NULL_FOR_NULLS, (way & 2) != 0,
                 (way & 4) != 0);
  for (size_t i = 0; i < batch->rows; i++) free(alone[i].key);
  free(alone);
}
