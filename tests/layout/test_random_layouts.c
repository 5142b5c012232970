/* Random layouts of random records, against an interpreter of one row at a time. */
#include <stdio.h>
#include <string.h>

#include "generator.h"

/* A template may be refused for a reason that makes every row bad. */
static void check_refusal(const rowkey_error *error, const struct model *model, const struct record *first,
                          size_t rows) {
  static const char *const reasons[] = {"the result is never",
                                        "no value from",
                                        "division by 0",
                                        "the shift count is out of range",
                                        "the value never has so few bits",
                                        "the value is never between the bounds",
                                        "this is too large for the i64 that it is used with",
                                        "this constant is neither",
                                        "this constant is too large",
                                        "does not fit",
                                        "cannot be padded with it"};
  if (strncmp(error->text, "the layout is empty", 19) == 0) return; /* all of it is text of no bytes */
  if (strncmp(error->text, "the rest of the key is empty", 28) == 0) return; /* or all right of a field */
  bool known = false;
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    known = known || strstr(error->text, reasons[i]) != NULL;
  if (strncmp(error->text, "the seed does not fit", 21) == 0) return; /* some could, but need not */
  CHECK(known, "%s", error->text);
  struct record record = *first;
  for (size_t end = record.row + rows; record.row < end; record.row++, record.input_row++) {
    struct bytes key;
    CHECK(!expected_key(model, &record, &key) || key.overflowed, "%s, but row %zu has a key", error->text,
          record.row);
  }
}

static void check_keys(const struct encoded *encoded, const struct model *model, const struct record *first,
                       size_t rows, const char *text, const char *isa) {
  struct record record = *first;
  for (; record.row < rows; record.row++, record.input_row++) {
    struct bytes key;
    bool good = expected_key(model, &record, &key);
    if (key.overflowed) return;
    if (!good) {
      CHECK(encoded->status == ROWKEY_ERROR_RANGE, "%s, %s: row %zu has a key", text, isa, record.row);
      CHECK(encoded->error.row == record.row, "%s, %s: row %zu is not the first bad one, which is %zu: %s",
            text, isa, encoded->error.row, record.row, encoded->error.text);
      return;
    }
    CHECK(encoded->status == ROWKEY_OK || encoded->error.row > record.row, "%s, %s: row %zu is refused: %s",
          text, isa, record.row, encoded->error.text);
    uint64_t begin = encoded->offsets[record.row];
    CHECK(encoded->offsets[record.row + 1] - begin == key.size,
          "%s, %s: row %zu has %llu bytes instead of %zu", text, isa, record.row,
          (unsigned long long)(encoded->offsets[record.row + 1] - begin), key.size);
    if (memcmp(encoded->keys + begin, key.at, key.size) == 0) continue;
    char found[4096];
    snprintf(found, sizeof found, "%s", key_text(encoded, record.row));
    struct encoded expected = {.keys = key.at, .offsets = (uint64_t[]){0, key.size}};
    CHECK(false, "%s, %s: row %zu is\n%s instead of\n%s", text, isa, record.row, found,
          key_text(&expected, 0));
  }
  CHECK(encoded->status == ROWKEY_OK, "%s, %s: %s", text, isa, encoded->error.text);
}

/* The bytes of the text columns that the layout reads. */
static void find_column_bytes(const rowkey_layout *layout, const struct batch *batch, bool found[256]) {
  for (size_t i = 0; i < batch->count; i++) {
    if (batch->columns[i].type != ROWKEY_TEXT || !rowkey_layout_uses(layout, i)) continue;
    const uint8_t *bytes = batch->values[i].data;
    for (uint64_t at = 0; at < batch->values[i].size; at++) found[bytes[at]] = true;
  }
}

/* Keys are as long and hold such bytes as the layout says. */
static void check_promises(const rowkey_layout *layout, const struct batch *batch,
                           const struct encoded *encoded, const char *text) {
  bool in_columns[256] = {false};
  find_column_bytes(layout, batch, in_columns);
  size_t good = encoded->status == ROWKEY_OK ? batch->rows : encoded->error.row;
  for (uint64_t i = 0; i < encoded->offsets[good]; i++) {
    uint8_t byte = encoded->keys[i];
    CHECK(rowkey_layout_may_contain_byte(layout, byte), "%s: byte %02x", text, byte);
    CHECK(in_columns[byte] || rowkey_layout_may_introduce_byte(layout, byte), "%s: byte %02x is added", text,
          byte);
  }
  size_t width = rowkey_layout_key_width(layout);
  for (size_t row = 0; row < good && width != ROWKEY_NONE; row++)
    CHECK(encoded->offsets[row + 1] - encoded->offsets[row] == width, "%s: the width of row %zu", text, row);
}

/* Columns that the layout does not use are not read. */
static struct batch without_unused(const rowkey_layout *layout, const struct batch *batch) {
  struct batch result = *batch;
  for (size_t i = 0; i < batch->count; i++)
    if (!rowkey_layout_uses(layout, i)) memset(&result.values[i], 0xa5, sizeof result.values[i]);
  return result;
}

static void check_layout(const struct batch *batch) {
  char text[16384];
  struct model model = random_model(text, sizeof text);
  struct record record = {
      .columns = batch->columns, .values = batch->values, .seed = random_u64(), .input_row = random_u64()};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), batch->columns, batch->count, &error);
  if (layout == NULL) {
    check_refusal(&error, &model, &record, batch->rows);
    return;
  }
  EACH_ISA(kernels) {
    struct settings settings = {kernels->name, record.seed, record.input_row,
                                random_below(2) == 0 ? GUARD_BEGIN : GUARD_END};
    struct batch used = without_unused(layout, batch);
    struct encoded encoded = encode(layout, &used, settings);
    check_keys(&encoded, &model, &record, batch->rows, text, kernels->name);
    check_promises(layout, batch, &encoded, text);
  }
  rowkey_layout_free(layout);
}

static void test_few_rows(void) {
  for (size_t i = 0; i < repetitions(100); i++) {
    struct batch batch = random_batch(1 + random_below(40));
    for (size_t j = 0; j < 20; j++) check_layout(&batch);
    free_guarded();
  }
}

static void test_many_rows(void) {
  for (size_t i = 0; i < repetitions(10); i++) {
    static const size_t edges[] = {896, 1007, 1008, 1009, 1023, 1024, 1025, 2048, 3000};
    struct batch batch = random_batch(edges[random_below(sizeof edges / sizeof *edges)]);
    for (size_t j = 0; j < 10; j++) check_layout(&batch);
    free_guarded();
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"random layouts of few rows", test_few_rows},
      {"random layouts of several blocks", test_many_rows},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
