/* Questions as text: any bytes are refused with a place within them, or asked; what is refused leaves the
 * advisor as it was. A search by a few records then finds designs, or refuses a question; with each design
 * that can be taken, the ranges of a question hold the records that it wants, and no others where they claim
 * to be exact.
 *
 * An input is questions, one a line. */
#include <math.h>
#include <rowkey/advise.h>
#include <string.h>

#include "fuzz.h"
#include "typed_columns.h"

enum { MOST_BYTES = 400, MOST_QUESTIONS = 2, ROWS = 6 };

static const struct fuzz_column columns[] = {
    {"a", NULL, ROWKEY_U64},         {"c", NULL, ROWKEY_F64},
    {"d", NULL, ROWKEY_F32},         {"text", NULL, ROWKEY_TEXT},
    {"t", "time(ms)", ROWKEY_I64},   {"u", "uuid", ROWKEY_TEXT},
    {"p", "decimal(2)", ROWKEY_I64}, {"e", "enum(x, \"y z\")", ROWKEY_U64},
    {"null", NULL, ROWKEY_I64},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static rowkey_column schema[COLUMNS];
static rowkey_column_type *types[COLUMNS];

/* Numbers at both ends, a text that has to be escaped, nulls. */
static void add_records(rowkey_advisor *advisor) {
  static const uint64_t a[ROWS] = {0, 1, 2, 2, 1000, UINT64_MAX}, e[ROWS] = {0, 1, 0, 0, 1, 1};
  static const double c[ROWS] = {-0.0, 0.5, -2.5, 1e300, 1e-300, 0.5};
  static const float d[ROWS] = {0, 0.25F, 0.25F, -1, INFINITY, 7};
  static const char
      texts[] = "web1web2a\0b,\"",
      uuids[16 * ROWS + 1] =
          "0123456789abcdef0123456789abcdeg----------------zzzzzzzzzzzzzzzz0123456789abcdef0000000000000000";
  static const uint64_t offsets[ROWS + 1] = {0, 4, 8, 8, 11, 12, 13};
  static const int64_t t[ROWS] = {0, 1, 3600000, 3600001, 1700000000000, 1700000000500};
  static const int64_t p[ROWS] = {-1299, 0, 1, 99, 100, INT64_MAX}, null[ROWS] = {0, 5, 0, INT64_MIN, 0, 9};
  static const uint8_t valid = 0x2a, most_valid = 0x3b;
  rowkey_values values[COLUMNS] = {
      rowkey_u64s(a, ROWS),
      rowkey_f64s(c, ROWS),
      rowkey_f32s(d, ROWS),
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, texts, sizeof texts - 1, offsets, ROWS),
      rowkey_instants(t, ROWKEY_MILLISECONDS, ROWS),
      rowkey_values_of_width(ROWKEY_KIND_UUID, uuids, 16, ROWS),
      rowkey_decimals(p, 2, ROWS),
      rowkey_kept_numbers(ROWKEY_U64, e, ROWS),
      rowkey_i64s(null, ROWS)};
  rowkey_error error;
  values[3].validity = values[5].validity = &most_valid;
  values[COLUMNS - 1].validity = &valid;
  FUZZ_CHECK(rowkey_advisor_add(advisor, values, ROWS, &error) == ROWKEY_OK, "%s", error.text);
}

/* One order of columns alone: eight columns have 40,320, which take a second each. */
static rowkey_advisor *create(void) {
  rowkey_advice_settings settings = rowkey_advice_settings_of(4, 2);
  rowkey_error error;
  settings.sample = 2 * ROWS;
  settings.candidates = 1;
  settings.designs = 1;
  settings.allow_shared_keys = true;
  rowkey_advisor *advisor =
      rowkey_advisor_create(&settings, schema, (const rowkey_column_type *const *)types, COLUMNS, &error);
  FUZZ_CHECK(advisor != NULL, "%s", error.text);
  FUZZ_CHECK(rowkey_advisor_order(advisor, "t", 1, &error) == ROWKEY_OK, "%s", error.text);
  for (size_t i = 0; i < COLUMNS; i++)
    for (size_t k = i + 1; k < COLUMNS; k++)
      FUZZ_CHECK(rowkey_advisor_keep(advisor, i, k, &error) == ROWKEY_OK, "%s", error.text);
  return advisor;
}

/* ---- Asking ---------------------------------------------------------------------------------------- */

/* A question that is taken is filled in by a record, or that has no such value; others are refused alike. */
static void fill(const char *text, size_t size, rowkey_status asked) {
  enum { MOST_FILLED = 16 * MOST_BYTES };
  const rowkey_value values[COLUMNS] = {rowkey_value_u64(7),
                                        rowkey_value_f64(-2.5),
                                        rowkey_value_f32(0.25F),
                                        rowkey_value_text("b,\"", 3),
                                        rowkey_value_instant(1700000000500, ROWKEY_MILLISECONDS),
                                        rowkey_value_of_kind(ROWKEY_KIND_UUID, "0123456789abcdef", 16),
                                        rowkey_value_decimal(-1299, 2),
                                        rowkey_value_text("y z", 3),
                                        rowkey_value_null()};
  const rowkey_record record = rowkey_record_of(values, COLUMNS);
  char *filled = fuzz_guarded(MOST_FILLED);
  size_t filled_size = 0;
  rowkey_error error;
  const rowkey_status status =
      rowkey_question_fill(schema, (const rowkey_column_type *const *)types, COLUMNS, text, size, &record,
                           filled, MOST_FILLED, &filled_size, &error);
  if (asked == ROWKEY_OK)
    FUZZ_CHECK(status == ROWKEY_OK || (status == ROWKEY_ERROR_RANGE && error.column == COLUMNS - 1),
               "a question is not filled in: %s", error.text);
  else
    FUZZ_CHECK(status == asked || asked == ROWKEY_ERROR_RANGE, "status %d, and %d when it is asked",
               (int)status, (int)asked);
  if (status == ROWKEY_OK) FUZZ_CHECK(filled[filled_size] == 0, "a text without an end");
}

static bool ask(rowkey_advisor *advisor, const char *text, size_t size) {
  rowkey_error error;
  const rowkey_status status = rowkey_advisor_ask(advisor, text, size, &error);
  fill(text, size, status);
  if (status == ROWKEY_OK) return true;
  const bool has_place =
      status == ROWKEY_ERROR_SYNTAX || status == ROWKEY_ERROR_COLUMN || status == ROWKEY_ERROR_TYPE;
  FUZZ_CHECK(error.status == status && (has_place || status == ROWKEY_ERROR_RANGE), "status %d: %s",
             (int)status, error.text);
  FUZZ_CHECK(!has_place || (error.offset <= size && strstr(error.text, "^ expected ") != NULL),
             "at %zu of %zu: %s", error.offset, size, error.text);
  return false;
}

/* Asks the lines of the text. Returns how many were taken. */
static size_t ask_lines(rowkey_advisor *advisor, const char *text, size_t size) {
  size_t asked = 0;
  for (size_t line = 0; line < MOST_QUESTIONS && size > 0; line++) {
    const char *newline = memchr(text, '\n', size);
    const size_t length = newline == NULL ? size : (size_t)(newline - text);
    asked += ask(advisor, text, length);
    const size_t taken = newline == NULL ? size : length + 1;
    text += taken;
    size -= taken;
  }
  return asked;
}

/* ---- What is found --------------------------------------------------------------------------------- */

static void check_answer(const rowkey_advised_design *design, const rowkey_advised_answer *answer,
                         bool limited) {
  const double tiny = 1e-9, all = ROWS;
  FUZZ_CHECK(answer->wanted >= 0 && answer->wanted <= all && answer->read <= all && answer->ranges >= 0,
             "%s: %g wanted, %g read, %g ranges", design->layout, answer->wanted, answer->read,
             answer->ranges);
  FUZZ_CHECK(answer->read >= answer->wanted - tiny, "%s: %g read and %g wanted", design->layout, answer->read,
             answer->wanted);
  FUZZ_CHECK(answer->reads_all || !answer->is_exact || limited || answer->read <= answer->wanted + tiny,
             "%s: %g read, exactly, and %g wanted", design->layout, answer->read, answer->wanted);
  FUZZ_CHECK(answer->ranges <= answer->most_ranges + tiny && answer->regions <= answer->most_regions + tiny,
             "%s: a mean above the most", design->layout);
}

/* `limited`: some question may have a limit, of which more rows may be read than are wanted. */
static void check_designs(rowkey_advisor *advisor, size_t questions, bool limited) {
  const size_t count = rowkey_advisor_designs(advisor), best = rowkey_advisor_choose(advisor);
  size_t taken = 0;
  for (size_t i = 0; i < count; i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
    if (design->refused != NULL) continue;
    taken++;
    FUZZ_CHECK(isfinite(design->read_cost) && isfinite(design->server_peak_most), "%s: cost %g, peak %g",
               design->layout, design->read_cost, design->server_peak_most);
    for (size_t k = 0; k < questions; k++) check_answer(design, &design->answers[k], limited);
  }
  FUZZ_CHECK((taken == 0) == (best == ROWKEY_NONE), "%zu designs, and %zu is chosen", taken, best);
  FUZZ_CHECK(best == ROWKEY_NONE || rowkey_advisor_design(advisor, best)->refused == NULL, "a refused one");
  for (size_t k = 0; k < questions; k++)
    FUZZ_CHECK(rowkey_advisor_example(advisor, k) != NULL, "no example of question %zu", k);
  FUZZ_CHECK(rowkey_advisor_example(advisor, questions) == NULL, "a question that was refused");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_without_kernels();
  if (types[COLUMNS - 2] == NULL) fuzz_make_columns(columns, COLUMNS, schema, types);
  const struct fuzz_input input = fuzz_begin(data, size);
  if (input.size > MOST_BYTES) return 0;
  const char *text = fuzz_guarded_copy(input.data, input.size);
  rowkey_advisor *advisor = create();
  const size_t questions = ask_lines(advisor, text, input.size);
  if (questions > 0) {
    rowkey_error error;
    add_records(advisor);
    const rowkey_status status = rowkey_advisor_search(advisor, NULL, NULL, &error);
    if (status == ROWKEY_OK)
      check_designs(advisor, questions, memmem(text, input.size, "limit", 5) != NULL);
    else
      FUZZ_CHECK(error.status == status && status != ROWKEY_ERROR_MEMORY && status != ROWKEY_ERROR_ARGUMENT,
                 "status %d: %s", (int)status, error.text);
  }
  rowkey_advisor_free(advisor);
  return 0;
}
