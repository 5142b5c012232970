/* Conditions as text: any bytes are refused with a caret within them, or conditions. Of those, each has its
 * place in the text, where it stands by itself as well; ranges are found for them, or refused; and when they
 * are written as text again, with each value as its type writes it, they are read as the same. */
#include <inttypes.h>
#include <rowkey/conditions.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "typed_columns.h"

enum { MOST_RANGES = 10, MOST_BYTES = 2000 };

static const struct fuzz_column columns[] = {
    {"a", NULL, ROWKEY_U64},
    {"b", NULL, ROWKEY_I64},
    {"c", NULL, ROWKEY_F64},
    {"d", NULL, ROWKEY_F32},
    {"text", NULL, ROWKEY_TEXT},
    {"t", "time(ms)", ROWKEY_I64},
    {"u", "uuid", ROWKEY_TEXT},
    {"p", "decimal(2)", ROWKEY_I64},
    {"hex", "hex", ROWKEY_TEXT},
    {"base64", "base64", ROWKEY_TEXT},
    {"e", "enum(x, \"y z\")", ROWKEY_U64},
    {"ip", "ip", ROWKEY_TEXT},
    {"null", NULL, ROWKEY_U64},
    {"other", NULL, ROWKEY_TEXT},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static rowkey_column_type *types[COLUMNS];
static rowkey_layout *layout;

/* Once, and until the process ends. */
static void make_layout(void) {
  static const char template[] =
      "{null_last(null):u8}{a % 3:u8}{text:esc}{hex:esc}{t:i64}{u}{p:~i64}{base64:esc}{e:u8}{ip}{a:u64}{b:i64}{c}"
      "{d}{coalesce(null, 0):u64}";
  rowkey_column schema[COLUMNS];
  rowkey_error error;
  fuzz_make_columns(columns, COLUMNS, schema, types);
  layout = rowkey_layout_compile(template, sizeof template - 1, schema, COLUMNS, &error);
  FUZZ_CHECK(layout != NULL, "%s", error.text);
}

static rowkey_conditions *parse(const char *text, size_t size, rowkey_error *error) {
  return rowkey_conditions_parse(layout, (const rowkey_column_type *const *)types, text, size, error);
}

/* ---- The same again -------------------------------------------------------------------------------- */

static bool same_value(rowkey_type type, const rowkey_value *a, const rowkey_value *b) {
  if (a->is_null || b->is_null) return false;
  if (type == ROWKEY_TEXT)
    return a->size == b->size && (a->size == 0 || memcmp(a->as.text, b->as.text, a->size) == 0);
  return type == ROWKEY_F32 ? memcmp(&a->as.f32, &b->as.f32, sizeof a->as.f32) == 0 : a->as.u64 == b->as.u64;
}

static bool same_condition(const rowkey_condition *a, const rowkey_condition *b) {
  bool same = a->column == b->column && a->comparison == b->comparison && a->value_count == b->value_count;
  for (size_t i = 0; same && i < a->value_count; i++)
    same = same_value(columns[a->column].type, &a->values[i], &b->values[i]);
  return same;
}

/* Text that grows. */
struct writing {
  char *text;
  size_t size, capacity;
};

__attribute__((format(printf, 2, 3))) static void add(struct writing *writing, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int size =
      vsnprintf(writing->text + writing->size, writing->capacity - writing->size, format, arguments);
  va_end(arguments);
  writing->size += (size_t)size;
  FUZZ_CHECK(size >= 0 && writing->size < writing->capacity, "conditions that need more room");
}

static void add_quoted(struct writing *writing, const void *bytes, size_t size) {
  add(writing, "\"");
  for (size_t i = 0; i < size; i++) add(writing, "\\x%02x", ((const uint8_t *)bytes)[i]);
  add(writing, "\"");
}

static void add_written(struct writing *writing, const rowkey_column_type *type, const rowkey_value *value) {
  const rowkey_type kept = rowkey_column_type_column(type, "").type;
  const rowkey_values values = kept == ROWKEY_TEXT
                                   ? rowkey_values_of_width(ROWKEY_KIND_KEPT, value->as.text, value->size, 1)
                                   : rowkey_kept_numbers(kept, &value->as, 1);
  const size_t bound = rowkey_column_type_write_bound(type, &values, 1);
  char *text = fuzz_allocate(bound);
  uint64_t ends[2];
  const rowkey_decoded to = rowkey_decoded_text(text, bound, ends, 1);
  rowkey_error error;
  FUZZ_CHECK(rowkey_column_type_write(type, &values, 1, &to, &error) == ROWKEY_OK, "%s", error.text);
  add_quoted(writing, text, (size_t)ends[1]);
  free(text);
}

static void add_value(struct writing *writing, size_t column, const rowkey_value *value) {
  if (types[column] != NULL) {
    add_written(writing, types[column], value);
    return;
  }
  switch (columns[column].type) {
    case ROWKEY_U64:
      add(writing, "%" PRIu64, value->as.u64);
      break;
    case ROWKEY_I64:
      add(writing, "%" PRId64, value->as.i64);
      break;
    case ROWKEY_F64:
      add(writing, "%.17g", value->as.f64);
      break;
    case ROWKEY_F32:
      add(writing, "%.9g", (double)value->as.f32);
      break;
    case ROWKEY_TEXT:
      add_quoted(writing, value->as.text, value->size);
      break;
  }
}

static void add_condition(struct writing *writing, const rowkey_condition *condition) {
  static const char *const signs[] = {"=", "<", "<=", ">", ">=", "begins", "is null", "is not null"};
  const bool is_list = condition->value_count > 1;
  add(writing, "%s%s %s ", writing->size == 0 ? "" : ",", columns[condition->column].name,
      is_list ? "in (" : signs[condition->comparison]);
  for (size_t i = 0; i < condition->value_count; i++) {
    if (i > 0) add(writing, ",");
    add_value(writing, condition->column, &condition->values[i]);
  }
  if (is_list) add(writing, ")");
}

static void check_writing(const rowkey_conditions *parsed, size_t size) {
  /* A byte becomes four at most, \xHH; numbers and names are short. */
  struct writing writing = {.capacity = 64 + 400 * (size + 1)};
  rowkey_error error;
  writing.text = fuzz_allocate(writing.capacity);
  for (size_t i = 0; i < parsed->count; i++) add_condition(&writing, &parsed->conditions[i]);
  rowkey_conditions *again = parse(writing.text, writing.size, &error);
  FUZZ_CHECK(again != NULL, "%.*s: %s", (int)writing.size, writing.text, error.text);
  FUZZ_CHECK(again->count == parsed->count, "%zu conditions, not %zu", again->count, parsed->count);
  for (size_t i = 0; i < parsed->count; i++)
    FUZZ_CHECK(same_condition(&parsed->conditions[i], &again->conditions[i]), "condition %zu: %.*s", i,
               (int)writing.size, writing.text);
  rowkey_conditions_free(again);
  free(writing.text);
}

/* ---- One input ------------------------------------------------------------------------------------- */

static void check_error(const rowkey_error *error, size_t size) {
  const bool documented = error->status == ROWKEY_ERROR_SYNTAX || error->status == ROWKEY_ERROR_COLUMN ||
                          error->status == ROWKEY_ERROR_TYPE || error->status == ROWKEY_ERROR_NUMBER;
  const char *end_of_sentence = strchr(error->text, '\n');
  FUZZ_CHECK(documented && error->offset <= size, "status %d at %zu: %s", (int)error->status, error->offset,
             error->text);
  const char *end_of_text = end_of_sentence == NULL ? NULL : strchr(end_of_sentence + 1, '\n');
  FUZZ_CHECK(end_of_text != NULL && strstr(end_of_text, "^ expected ") != NULL &&
                 strlen(error->text) < sizeof error->text - 1,
             "%s", error->text);
}

static void check_places(const rowkey_conditions *parsed, const char *text, size_t size) {
  for (size_t i = 0; i < parsed->count; i++) {
    const size_t begin = parsed->begin[i], end = parsed->end[i];
    FUZZ_CHECK(begin < end && end <= size && (i == 0 || begin > parsed->end[i - 1]),
               "condition %zu of %zu from %zu to %zu", i, parsed->count, begin, end);
    rowkey_error error;
    rowkey_conditions *alone = parse(text + begin, end - begin, &error);
    FUZZ_CHECK(alone != NULL, "%s", error.text);
    FUZZ_CHECK(alone->count == 1 && same_condition(&alone->conditions[0], &parsed->conditions[i]) &&
                   alone->begin[0] == 0 && alone->end[0] == end - begin,
               "condition %zu by itself", i);
    rowkey_conditions_free(alone);
  }
}

static void check_ranges(const rowkey_conditions *parsed) {
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, parsed->conditions, parsed->count, MOST_RANGES, &error);
  FUZZ_CHECK(ranges != NULL || error.status == ROWKEY_ERROR_TYPE || error.status == ROWKEY_ERROR_RANGE,
             "status %d: %s", (int)error.status, error.text);
  FUZZ_CHECK(ranges == NULL || ranges->count <= MOST_RANGES, "%zu ranges", ranges->count);
  rowkey_ranges_free(ranges);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_without_kernels();
  if (layout == NULL) make_layout();
  const struct fuzz_input input = fuzz_begin(data, size);
  if (input.size > MOST_BYTES) return 0;
  const char *text = fuzz_guarded_copy(input.data, input.size);
  rowkey_error error;
  rowkey_conditions *parsed = parse(text, input.size, &error);
  if (parsed == NULL) {
    check_error(&error, input.size);
    return 0;
  }
  check_places(parsed, text, input.size);
  check_writing(parsed, input.size);
  check_ranges(parsed);
  rowkey_conditions_free(parsed);
  return 0;
}
