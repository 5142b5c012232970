/* Records of keys that are null or bad, by each policy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "arrow/source.h"

static bool is_valid(const struct ArrowArray *array, size_t row) {
  const uint8_t *validity = array->buffers[0];
  return validity == NULL || (validity[row / 8] >> (row & 7) & 1) != 0;
}

/* A key of the layout {n:04d}{host}, in columns of the two formats. */
struct sample {
  char text[8];
  unsigned n;
  bool is_null, is_bad;
};

static struct sample random_sample(const char *of_n, const char *of_host, size_t odds) {
  struct sample sample = {.n = (unsigned)random_below(130), .is_null = random_below(odds) == 0};
  const bool is_letter = random_below(odds) == 0, is_short = random_below(odds) == 0;
  snprintf(sample.text, sizeof sample.text, "%04u%s", sample.n, is_short ? "ab" : "abc");
  if (is_letter) sample.text[1] = 'x';
  sample.is_bad = is_letter || (of_n[0] == 'c' && sample.n > INT8_MAX) || (of_host[0] == 'w' && is_short);
  return sample;
}

static void expect_sample(const struct ArrowArray *records, const struct sample *sample, size_t row,
                          const char *of_n) {
  const struct ArrowArray *n = records->children[0], *host = records->children[1];
  const bool valid = !sample->is_null && !sample->is_bad;
  CHECK(is_valid(records, row) == valid && is_valid(n, row) == valid && is_valid(host, row) == valid,
        "row %zu: %s", row, sample->text);
  if (!valid) return;
  CHECK(of_n[0] == 'c' ? ((const int8_t *)n->buffers[1])[row] == (int8_t)sample->n
                       : ((const int64_t *)n->buffers[1])[row] == sample->n,
        "row %zu: n of %s", row, sample->text);
  const size_t length = strlen(sample->text + 4);
  const uint64_t *offsets = host->buffers[1];
  const char *text = host->n_buffers == 2 ? (const char *)host->buffers[1] + 3 * row
                                          : (const char *)host->buffers[2] + offsets[row];
  CHECK((host->n_buffers == 2 || offsets[row + 1] - offsets[row] == length) &&
            memcmp(text, sample->text + 4, length) == 0,
        "row %zu: host of %s", row, sample->text);
}

/* What policies make null is null in all columns; the first row that they leave is the error's. */
static void test_null_records(void) {
  static const char *const formats[][3] = {
      {"c", "w:3", "z"}, {"l", "w:3", "vz"}, {"c", "U", "Z"}, {"l", "U", "vz"}};
  for (size_t repetition = 0; repetition < repetitions(120); repetition++) {
    const char *const *of = formats[repetition % 4];
    const rowkey_bad_rows policy = (rowkey_bad_rows)(repetition / 4 % 3);
    const size_t rows = random_below(repetition % 5 == 4 ? 3 * ARROW_BLOCK_ROWS : 40);
    const size_t odds = repetition % 2 == 0 ? 3 : 2000;
    struct sample *samples = calloc(rows + 1, sizeof *samples);
    struct form form = random_form(of[2], rows);
    form.after = 0; /* that is for fields of a struct */
    struct model model = random_model("key", of[2], rows, false);
    model.bytes = guarded(sizeof samples->text * rows, GUARD_END);
    size_t first_bad = rows;
    for (size_t row = rows; row-- > 0;) {
      samples[row] = random_sample(of[0], of[1], odds);
      model.nulls[row] = samples[row].is_null;
      if (samples[row].is_null ? policy == ROWKEY_FAIL_AT_BAD
                               : samples[row].is_bad && policy != ROWKEY_NULL_FOR_BAD)
        first_bad = row;
    }
    for (size_t row = 0; row < rows; row++) {
      const size_t length = strlen(samples[row].text);
      model.limits[row + 1] = model.limits[row] + length;
      memcpy(model.bytes + model.limits[row], samples[row].text, length);
    }
    struct ArrowArray keys = array_of(&model, &form, NULL);
    struct ArrowSchema keys_schema = schema_of("key", &form);
    struct ArrowSchema children[] = {schema_of("n", &(struct form){.format = of[0]}),
                                     schema_of("host", &(struct form){.format = of[1]})};
    struct ArrowSchema schema = struct_schema_of(children, 2);
    const rowkey_column columns[] = {rowkey_column_of("n", ROWKEY_I64),
                                     rowkey_column_of("host", ROWKEY_TEXT)};
    rowkey_error error;
    rowkey_layout *layout = rowkey_layout_compile("{n:04d}{host}", 13, columns, 2, &error);
    rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &keys_schema, &schema, &error);
    CHECK(decoder != NULL && rowkey_arrow_decoder_set_bad_rows(decoder, policy, &error) == ROWKEY_OK, "%s",
          error.text);
    struct ArrowArray records;
    const rowkey_status status = rowkey_arrow_decode(decoder, &keys, &records, &error);
    CHECK(status == (first_bad < rows ? ROWKEY_ERROR_RANGE : ROWKEY_OK), "%d: %s", (int)status, error.text);
    if (status == ROWKEY_OK) {
      for (size_t row = 0; row < rows; row++) expect_sample(&records, &samples[row], row, of[0]);
      records.release(&records);
    } else {
      CHECK(error.row == first_bad, "row %zu, not %zu: %s", error.row, first_bad, error.text);
    }
    rowkey_arrow_decoder_free(decoder);
    rowkey_layout_free(layout);
    keys.release(&keys);
    keys_schema.release(&keys_schema);
    schema.release(&schema);
    free(samples);
    free_guarded();
  }
  CHECK(live_arrays == 0 && live_schemas == 0, "%ld arrays, %ld schemas", live_arrays, live_schemas);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"records that are null", test_null_records}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
