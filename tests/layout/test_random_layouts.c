/* Random layouts of random records, against an interpreter of one row at a time. */
#include <stdio.h>
#include <string.h>

#include "model.h"

/* A template may be refused for a reason that makes every row bad. */
static void check_refusal(const rowkey_error *error, const struct model *model, const struct record *first) {
  static const char *const reasons[] = {"the result is never", "no value from", "division by 0",
                                        "this is too large for the i64 that it is used with"};
  bool known = false;
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    known = known || strncmp(error->text, reasons[i], strlen(reasons[i])) == 0;
  CHECK(known, "%s", error->text);
  struct record record = *first;
  for (; record.row < record.batch->rows; record.row++, record.input_row++) {
    struct bytes key;
    CHECK(!expected_key(model, &record, &key), "%s, but row %zu has a key", error->text, record.row);
  }
}

static void check_keys(const struct encoded *encoded, const struct model *model, const struct record *first,
                       const char *text, const char *isa) {
  struct record record = *first;
  for (; record.row < record.batch->rows; record.row++, record.input_row++) {
    struct bytes key;
    if (!expected_key(model, &record, &key)) {
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
    CHECK(memcmp(encoded->keys + begin, key.at, key.size) == 0, "%s, %s: row %zu is %s", text, isa,
          record.row, key_text(encoded, record.row));
  }
  CHECK(encoded->status == ROWKEY_OK, "%s, %s: %s", text, isa, encoded->error.text);
}

/* A byte that occurs in a key is one that the layout says can occur. */
static void check_bytes(const rowkey_layout *layout, const struct encoded *encoded, size_t rows,
                        const char *text) {
  size_t good = encoded->status == ROWKEY_OK ? rows : encoded->error.row;
  for (uint64_t i = 0; i < encoded->offsets[good]; i++)
    CHECK(rowkey_layout_may_hold(layout, encoded->keys[i]), "%s: byte %02x", text, encoded->keys[i]);
}

static void check_layout(const struct batch *batch) {
  char text[16384];
  struct model model = random_model(text, sizeof text);
  struct record record = {.batch = batch, .seed = random_u64(), .input_row = random_u64()};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), batch->columns, batch->count, &error);
  if (layout == NULL) {
    check_refusal(&error, &model, &record);
    return;
  }
  EACH_ISA(kernels) {
    struct settings settings = {kernels->name, record.seed, record.input_row,
                                random_below(2) == 0 ? GUARD_BEGIN : GUARD_END};
    struct encoded encoded = encode(layout, batch, settings);
    check_keys(&encoded, &model, &record, text, kernels->name);
    check_bytes(layout, &encoded, batch->rows, text);
  }
  rowkey_layout_free(layout);
}

static void test_few_rows(void) {
  for (size_t i = 0; i < repetitions(100); i++) {
    struct batch batch = random_batch(1 + random_below(40));
    for (size_t j = 0; j < 20; j++) check_layout(&batch);
  }
}

static void test_many_rows(void) {
  for (size_t i = 0; i < repetitions(10); i++) {
    static const size_t edges[] = {896, 1007, 1008, 1009, 1023, 1024, 1025, 2048, 3000};
    struct batch batch = random_batch(edges[random_below(sizeof edges / sizeof *edges)]);
    for (size_t j = 0; j < 10; j++) check_layout(&batch);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"random layouts of few rows", test_few_rows},
      {"random layouts of several blocks", test_many_rows},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
