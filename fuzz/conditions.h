/* Conditions on the columns of records, drawn from an input, and an oracle of them. */
#ifndef ROWKEY_FUZZ_CONDITIONS_H
#define ROWKEY_FUZZ_CONDITIONS_H

#include "layout_records.h"

enum { CONDITIONS_MAX = 4, ALTERNATIVES_MAX = 3 };

struct fuzz_conditions {
  size_t count;
  rowkey_condition conditions[CONDITIONS_MAX];
  rowkey_value values[CONDITIONS_MAX][ALTERNATIVES_MAX];
};

/* Compares columns, mostly those that the layout uses, with values of the records and numbers near them.
 * Texts are those of the records. */
void fuzz_take_conditions(struct fuzz_input *input, const rowkey_layout *layout,
                          const struct fuzz_records *records, struct fuzz_conditions *conditions);

enum fuzz_answer { ANSWER_NO, ANSWER_YES, ANSWER_NULL /* a column that is compared is null */ };

/* Whether the row meets all conditions, by their definition. */
enum fuzz_answer fuzz_meets(const struct fuzz_conditions *conditions, const struct fuzz_records *records,
                            size_t row);

#endif
