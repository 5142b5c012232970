/* Null keys of Arrow's rows: in every format and by every policy, or the error of the first row that has
 * none. */
#include <string.h>

#include "arrays.h"
#include "arrow/source.h"

/* What is wrong with a row of column x, which a layout takes as {x:u8}. */
enum fault { NO_FAULT, NULL_VALUE, TOO_LARGE, HALF_A_NUMBER, FAULTS };

static enum fault last_excused(rowkey_bad_rows policy) {
  return policy == ROWKEY_NULL_FOR_BAD ? FAULTS : policy == ROWKEY_NULL_FOR_NULLS ? NULL_VALUE : NO_FAULT;
}

/* Keys of rows with these faults, or the error of the first row that the policy does not excuse. */
static void check_policy(const rowkey_arrow_encoder *encoder, rowkey_bad_rows policy,
                         const enum fault *faults, size_t rows, const struct ArrowArray *keys,
                         const rowkey_error *error) {
  struct ArrowSchema schema;
  rowkey_error unused;
  CHECK(rowkey_arrow_encoder_schema(encoder, &schema, &unused) == ROWKEY_OK, "%s", unused.text);
  CHECK((schema.flags != 0) == (policy != ROWKEY_FAIL_AT_BAD), "flags %lld", (long long)schema.flags);
  size_t failing = 0, nulls = 0;
  for (; failing < rows && faults[failing] <= last_excused(policy); failing++)
    nulls += faults[failing] != NO_FAULT;
  if (failing < rows) {
    CHECK(error->status == ROWKEY_ERROR_RANGE && error->row == failing, "row %zu, not %zu: %s", error->row,
          failing, error->text);
    CHECK(keys->release == NULL, "keys are left");
  } else {
    CHECK(error->status == ROWKEY_OK, "row %zu: %s", error->row, error->text);
    CHECK(keys->length == (int64_t)rows && keys->null_count == (int64_t)nulls, "%lld keys, %lld nulls",
          (long long)keys->length, (long long)keys->null_count);
  }
  for (size_t i = 0; failing == rows && i < rows; i++) {
    const uint8_t *validity = keys->buffers[0];
    const bool is_null = validity != NULL && (validity[i / 8] >> i % 8 & 1) == 0;
    CHECK(is_null == (faults[i] != NO_FAULT), "row %zu", i);
    const struct key_text key = key_at(keys, schema.format, i);
    CHECK(key.size == 1 && *key.bytes == (is_null ? 0 : i % 256), "%s: row %zu: %zu bytes", schema.format, i,
          key.size);
  }
  schema.release(&schema);
}

static void test_bad_rows(void) {
  static const double added[] = {[TOO_LARGE] = 256, [HALF_A_NUMBER] = 0.5};
  const struct form form = {.format = "g"};
  const rowkey_column column = rowkey_column_of("x", ROWKEY_I64);
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile("{x:u8}", 6, &column, 1, &error);
  CHECK(layout != NULL, "%s", error.text);
  for (size_t repetition = 0; repetition < repetitions(30); repetition++) {
    const size_t rows = random_below(repetition % 10 == 9 ? 3 * ARROW_BLOCK_ROWS : 40);
    enum fault *faults = guarded(rows * sizeof *faults, GUARD_END);
    struct model model = random_model("x", form.format, rows, false);
    for (size_t i = 0; i < rows; i++) {
      faults[i] = random_below(4) == 0 ? (enum fault)random_below(1 + repetition % FAULTS) : NO_FAULT;
      const double number = (double)(i % 256) + added[faults[i]];
      memcpy(&model.numbers[i], &number, sizeof number);
      model.nulls[i] = faults[i] == NULL_VALUE;
    }
    struct ArrowArray array = array_of(&model, &form, NULL), keys = {0};
    struct ArrowSchema schema = schema_of("x", &form);
    for (int format = ROWKEY_ARROW_AUTOMATIC; format <= ROWKEY_ARROW_BINARY_VIEW; format++) {
      for (int policy = ROWKEY_FAIL_AT_BAD; policy <= ROWKEY_NULL_FOR_BAD; policy++) {
        const rowkey_arrow_options options = {.format = (rowkey_arrow_format)format,
                                              .bad_rows = (rowkey_bad_rows)policy};
        rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, &options, &error);
        CHECK(encoder != NULL, "%s", error.text);
        error.status = rowkey_arrow_encode(encoder, &array, 0, &keys, &error);
        check_policy(encoder, options.bad_rows, faults, rows, &keys, &error);
        rowkey_arrow_encoder_free(encoder);
      }
    }
    if (keys.release != NULL) keys.release(&keys);
    array.release(&array);
    schema.release(&schema);
    free_guarded();
  }
  rowkey_layout_free(layout);
}

static void test_no_policy(void) {
  const struct form form = {.format = "l"}, form_of_keys = {.format = "z"};
  struct ArrowSchema schema = schema_of("x", &form), keys = schema_of("key", &form_of_keys);
  const rowkey_arrow_options options = {.bad_rows = (rowkey_bad_rows)(ROWKEY_NULL_FOR_BAD + 1)};
  rowkey_error error;
  rowkey_layout *layout = rowkey_arrow_compile("{x}", 3, &schema, &error);
  CHECK(layout != NULL, "%s", error.text);
  CHECK(rowkey_arrow_encoder_create(layout, &schema, &options, &error) == NULL &&
            error.status == ROWKEY_ERROR_ARGUMENT && strstr(error.text, "bad_rows is not a valid") != NULL,
        "%s", error.text);
  rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &keys, NULL, &error);
  CHECK(decoder != NULL, "%s", error.text);
  CHECK(rowkey_arrow_decoder_set_bad_rows(decoder, options.bad_rows, &error) == ROWKEY_ERROR_ARGUMENT &&
            strstr(error.text, "bad_rows is not a valid") != NULL,
        "%s", error.text);
  rowkey_arrow_decoder_free(decoder);
  rowkey_layout_free(layout);
  keys.release(&keys);
  schema.release(&schema);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"null keys for bad rows", test_bad_rows},
                               {"a policy that there is not", test_no_policy}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
