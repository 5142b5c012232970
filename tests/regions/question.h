/* Questions to rowkey_ranges_find, and answers as text. */
#ifndef ROWKEY_TESTS_QUESTION_H
#define ROWKEY_TESTS_QUESTION_H

#include <rowkey/rowkey.h>
#include <stdbool.h>

enum { QUESTION_COLUMNS = 4 };

struct question {
  const char *text;
  rowkey_column columns[QUESTION_COLUMNS];
  size_t column_count;
  rowkey_condition conditions[4];
  size_t count, most;
};

rowkey_layout *layout_of_question(const struct question *question);

rowkey_ranges *ask(const struct question *question);

/* "a..b c..d", and "a" for a key. Good until the next call. */
const char *ranges_text(const rowkey_ranges *ranges);

void expect_ranges(const struct question *question, const char *expected, bool exact);

/* Checks that there is this error, and none where no error is expected. */
void expect_no_ranges(const struct question *question, rowkey_status status, size_t column,
                      const char *expected);

/* What the constructors make, where C wants constants. */
#define NUMBER(kind, form, member, number) \
  (rowkey_value) { .tag = ROWKEY_TAG(ROWKEY_KIND_##kind, ROWKEY_FORM_##form, 0), .as.member = (number) }
#define U64(number) NUMBER(INTEGER, U64, u64, number)
#define I64(number) NUMBER(INTEGER, I64, i64, number)
#define F64(number) NUMBER(FLOAT, F64, f64, number)
#define F32(number) NUMBER(FLOAT, F32, f32, number)
#define TEXT_OF(string, length) \
  (rowkey_value) { .tag = ROWKEY_KIND_TEXT, .as.text = (string), .size = (length) }
#define TEXT(string) TEXT_OF(string, sizeof(string) - 1)
#define COLUMN(id, kind) {.name = id, .type = ROWKEY_##kind}
/* The column is one of several values, or in the relation to one. */
#define AMONG(index, array, size) \
  {.column = index, .comparison = ROWKEY_EQUAL, .values = array, .value_count = size}
#define WHERE(index, relation, value)       \
  {.column = index,                         \
   .comparison = ROWKEY_##relation,         \
   .values = (const rowkey_value[]){value}, \
   .value_count = 1}

#endif
