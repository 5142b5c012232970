/* Any template either compiles or is refused with an error that points into it. What compiles encodes any
 * records: the keys that an interpreter of one row at a time makes, on every instruction set and row by row,
 * within the bound and width that it states, of bytes that it says it may hold. The keys give the columns
 * back that the layout recovers, and whatever becomes of a key, decoding it does no harm.
 *
 * An input is a template up to its first newline (`\xHH` in the template can stand for one), then the
 * records' bytes. */
#include <rowkey/rowkey.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "layout_decode.h"
#include "layout_model.h"
#include "layout_records.h"
#include "tests/support/on_isa.h"

enum { SEED = 7, FIRST_ROW = 1000, KEYS_SIZE_MAX = 1 << 26 };

static void check_error(const rowkey_error *error, size_t length) {
  FUZZ_CHECK(error->status == ROWKEY_ERROR_SYNTAX || error->status == ROWKEY_ERROR_TYPE ||
                 error->status == ROWKEY_ERROR_COLUMN || error->status == ROWKEY_ERROR_RANGE ||
                 error->status == ROWKEY_ERROR_ARGUMENT,
             "a template is refused with status %d", (int)error->status);
  FUZZ_CHECK(memchr(error->text, 0, sizeof error->text) != NULL, "the error's text has no end");
  FUZZ_CHECK(error->text[0] != 0, "the error has no text");
  FUZZ_CHECK(error->offset == ROWKEY_NONE || error->offset <= length, "the caret is at %zu of %zu",
             error->offset, length);
}

struct keys {
  rowkey_status status;
  size_t rows; /* encoded: all, or those before the bad one */
  uint8_t *bytes;
  uint64_t offsets[ROWS_MAX + 1];
};

static struct keys encode(const rowkey_layout *layout, const char *isa, const rowkey_values *columns,
                          size_t rows, uint64_t first_row) {
  const rowkey_batch batch = rowkey_batch_from(rowkey_batch_of(columns, COLUMNS, rows), first_row);
  struct keys keys = {.status = ROWKEY_OK, .rows = rows};
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_encoder *encoder = NULL;
  ON_ISA(isa) encoder = rowkey_encoder_create(layout, SEED, &error);
  FUZZ_CHECK(encoder != NULL, "%s: %s", isa, error.text);
  const size_t bound = rowkey_encode_bound(layout, &batch);
  keys.bytes = fuzz_allocate(bound);
  keys.status = rowkey_encode(
      encoder, &batch, &(rowkey_key_buffer){.data = keys.bytes, .capacity = bound, .offsets = keys.offsets},
      NULL, &error);
  if (keys.status != ROWKEY_OK) {
    FUZZ_CHECK(keys.status == ROWKEY_ERROR_RANGE && error.status == keys.status, "%s: status %d: %s", isa,
               (int)keys.status, error.text);
    FUZZ_CHECK(error.row < rows, "%s: row %zu of %zu is bad", isa, error.row, rows);
    FUZZ_CHECK(memchr(error.text, 0, sizeof error.text) != NULL && error.text[0] != 0, "no text");
    keys.rows = error.row;
  }
  FUZZ_CHECK(keys.offsets[0] == 0 && keys.offsets[keys.rows] <= bound, "%s: %llu bytes, not %llu", isa,
             (unsigned long long)keys.offsets[keys.rows], (unsigned long long)bound);
  rowkey_encoder_free(encoder);
  return keys;
}

/* Null keys of the records, by each policy: row `wanted->rows` is the first bad one, whose key is null or
 * which is the error; keys of the rows before it are the same. */
static void check_null_keys(const rowkey_layout *layout, const char *isa, const struct fuzz_records *records,
                            const struct keys *wanted) {
  rowkey_encoder *encoder = NULL;
  ON_ISA(isa) encoder = rowkey_encoder_create(layout, SEED, NULL);
  FUZZ_CHECK(encoder != NULL, "no encoder");
  const rowkey_batch batch =
      rowkey_batch_from(rowkey_batch_of(records->columns, COLUMNS, records->rows), FIRST_ROW);
  const size_t bound = rowkey_encode_bound(layout, &batch);
  for (int policy = ROWKEY_NULL_FOR_NULLS; policy <= ROWKEY_NULL_FOR_BAD; policy++) {
    uint8_t *bytes = fuzz_allocate(bound), *validity = fuzz_allocate(records->rows / 8 + 1);
    uint64_t offsets[ROWS_MAX + 1];
    rowkey_null_keys nulls = rowkey_null_keys_of((rowkey_bad_rows)policy, validity);
    rowkey_error error = {.row = records->rows};
    const rowkey_key_buffer buffer = {.data = bytes, .capacity = bound, .offsets = offsets, .nulls = &nulls};
    const rowkey_status status = rowkey_encode(encoder, &batch, &buffer, NULL, &error);
    FUZZ_CHECK(status == ROWKEY_OK || (status == ROWKEY_ERROR_RANGE && policy == ROWKEY_NULL_FOR_NULLS),
               "%s: status %d: %s", isa, (int)status, error.text);
    const size_t good = status == ROWKEY_OK ? records->rows : error.row;
    FUZZ_CHECK(good >= wanted->rows, "%s: row %zu is bad", isa, good);
    size_t count = 0;
    for (size_t row = 0; row < good; row++) {
      const bool is_null = (validity[row / 8] >> row % 8 & 1) == 0;
      count += is_null;
      FUZZ_CHECK(offsets[row] <= offsets[row + 1] && offsets[row + 1] <= bound, "%s: offsets", isa);
      FUZZ_CHECK(!is_null || row >= wanted->rows, "%s: the key of row %zu is null", isa, row);
      FUZZ_CHECK(is_null || row != wanted->rows, "%s: row %zu has a key", isa, row);
    }
    FUZZ_CHECK(nulls.count == count, "%s: %zu null keys, not %zu", isa, nulls.count, count);
    FUZZ_CHECK(memcmp(bytes, wanted->bytes, (size_t)wanted->offsets[wanted->rows]) == 0, "%s: other keys",
               isa);
    free(bytes);
    free(validity);
  }
  rowkey_encoder_free(encoder);
}

static void check_keys(const rowkey_layout *layout, const struct keys *keys) {
  const size_t width = rowkey_layout_key_width(layout);
  for (size_t row = 0; row < keys->rows; row++) {
    FUZZ_CHECK(keys->offsets[row] <= keys->offsets[row + 1], "row %zu has a negative length", row);
    FUZZ_CHECK(width == ROWKEY_NONE || keys->offsets[row + 1] - keys->offsets[row] == width,
               "row %zu has another width than %zu", row, width);
  }
  for (uint64_t i = 0; i < keys->offsets[keys->rows]; i++) {
    FUZZ_CHECK(rowkey_layout_may_contain_byte(layout, keys->bytes[i]), "byte 0x%02x is said not to occur",
               keys->bytes[i]);
  }
}

static void check_same(const struct keys *keys, const struct keys *wanted, const char *isa) {
  FUZZ_CHECK(keys->status == wanted->status && keys->rows == wanted->rows,
             "%s: status %d after %zu rows, not %d after %zu", isa, (int)keys->status, keys->rows,
             (int)wanted->status, wanted->rows);
  FUZZ_CHECK(memcmp(keys->offsets, wanted->offsets, (keys->rows + 1) * sizeof keys->offsets[0]) == 0,
             "%s: other lengths of keys", isa);
  FUZZ_CHECK(memcmp(keys->bytes, wanted->bytes, (size_t)keys->offsets[keys->rows]) == 0, "%s: other keys",
             isa);
}

/* rowkey_encode_row makes the key that the batch has in that row, in as much room as a batch of one row asks
 * for; of the bad row it makes none. */
static void check_row(const rowkey_layout *layout, rowkey_encoder *encoder,
                      const struct fuzz_records *records, size_t row, const struct keys *batch) {
  rowkey_values columns[COLUMNS];
  rowkey_value values[COLUMNS];
  fuzz_rows_from(records, row, columns);
  fuzz_row(records, row, values);
  const rowkey_batch alone = rowkey_batch_of(columns, COLUMNS, 1);
  const rowkey_record record = rowkey_record_from(rowkey_record_of(values, COLUMNS), FIRST_ROW + row);
  const size_t bound = rowkey_encode_bound(layout, &alone);
  uint8_t *key = fuzz_allocate(bound);
  size_t length = 0;
  rowkey_error error;
  const rowkey_status status = rowkey_encode_row(encoder, &record, key, bound, &length, &error);
  FUZZ_CHECK(status == (row < batch->rows ? ROWKEY_OK : batch->status), "row %zu by itself: status %d: %s",
             row, (int)status, error.text);
  FUZZ_CHECK(status != ROWKEY_OK || (length == batch->offsets[row + 1] - batch->offsets[row] &&
                                     memcmp(key, batch->bytes + batch->offsets[row], length) == 0),
             "rowkey_encode_row makes another key of row %zu", row);
  free(key);
}

static void check_rows(const rowkey_layout *layout, const struct fuzz_records *records,
                       const struct keys *batch) {
  rowkey_encoder *encoder = rowkey_encoder_create(layout, SEED, NULL);
  FUZZ_CHECK(encoder != NULL, "no encoder");
  for (size_t row = 0; row < batch->rows; row += 1 + row / 4) check_row(layout, encoder, records, row, batch);
  if (batch->rows < records->rows) check_row(layout, encoder, records, batch->rows, batch);
  rowkey_encoder_free(encoder);
}

/* A batch of one row makes the same key as that row of the batch. */
static void check_single_rows(const rowkey_layout *layout, const struct fuzz_records *records,
                              const struct keys *batch) {
  for (size_t row = 0; row < batch->rows; row += 1 + row / 2) {
    rowkey_values columns[COLUMNS];
    fuzz_rows_from(records, row, columns);
    struct keys single = encode(layout, "scalar", columns, 1, FIRST_ROW + row);
    const uint64_t length = batch->offsets[row + 1] - batch->offsets[row];
    FUZZ_CHECK(single.rows == 1 && single.offsets[1] == length &&
                   memcmp(single.bytes, batch->bytes + batch->offsets[row], (size_t)length) == 0,
               "row %zu alone has another key", row);
    free(single.bytes);
  }
}

/* The interpreter takes time by the square of the template: it looks at some rows, always the bad one. */
static void check_model(const struct model *model, const struct fuzz_records *records,
                        const struct keys *keys) {
  static struct bytes key;
  for (size_t row = 0; row < records->rows && row <= keys->rows;) {
    const struct record record = {fuzz_schema, records->columns, row, SEED, FIRST_ROW + row};
    const bool good = expected_key(model, &record, &key);
    if (!key.overflowed) {
      FUZZ_CHECK(good == (row < keys->rows), "row %zu has %s key", row, good ? "a" : "no");
      const uint64_t length = good ? keys->offsets[row + 1] - keys->offsets[row] : 0;
      FUZZ_CHECK(!good || (key.size == length &&
                           memcmp(key.at, keys->bytes + keys->offsets[row], (size_t)length) == 0),
                 "row %zu has another key", row);
    }
    const size_t next = row + 1 + row / 4;
    row = row < keys->rows && next > keys->rows ? keys->rows : next;
  }
}

static void check_layout(const rowkey_layout *layout, const struct model *model, struct fuzz_input *input) {
  struct fuzz_records records = fuzz_take_records(input);
  /* A rest in a rest in a rest makes gigabytes of small records, as it should; only not here. */
  const rowkey_batch batch = rowkey_batch_of(records.columns, COLUMNS, records.rows);
  if (rowkey_encode_bound(layout, &batch) > KEYS_SIZE_MAX) {
    fuzz_free_records(&records);
    return;
  }
  struct keys wanted = encode(layout, "scalar", records.columns, records.rows, FIRST_ROW);
  check_keys(layout, &wanted);
  check_single_rows(layout, &records, &wanted);
  check_rows(layout, &records, &wanted);
  if (model != NULL) check_model(model, &records, &wanted);
  FUZZ_EACH_ISA(kernels) {
    struct keys keys = encode(layout, kernels->name, records.columns, records.rows, FIRST_ROW);
    fuzz_count(kernels, "encode", keys.rows);
    check_same(&keys, &wanted, kernels->name);
    check_null_keys(layout, kernels->name, &records, &wanted);
    fuzz_check_decoding(layout, kernels->name, &records, keys.bytes, keys.offsets, keys.rows);
    free(keys.bytes);
  }
  free(wanted.bytes);
  fuzz_free_records(&records);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const uint8_t *newline = size == 0 ? NULL : memchr(data, '\n', size);
  const size_t length = newline == NULL ? size : (size_t)(newline - data);
  struct fuzz_input input = fuzz_begin(data + length, size - length);
  char *text = fuzz_copy(data, length);
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_layout *layout = rowkey_layout_compile(text, length, fuzz_schema, COLUMNS, &error);
  if (layout == NULL) {
    check_error(&error, length);
    free(text);
    return 0;
  }
  free(text); /* a layout keeps what it needs */

  fuzz_take(&input, 1); /* the newline */
  struct arena arena = {0};
  struct model model;
  const bool has_model = fuzz_make_model((const char *)data, length, fuzz_schema, COLUMNS, &arena, &model);
  check_layout(layout, has_model ? &model : NULL, &input);
  rowkey_arena_free(&arena);
  rowkey_layout_free(layout);
  return 0;
}
