/* All conditions on one column taken together: the values that it may have.
 *
 *     id >= 10, id < 20, id in (3, 12, 15)      host begins "web", host < "web3"
 *
 * Of the numbers from 10 to 19 two are in the list: the spans are 12 ... 12 and 15 ... 15. Texts have one
 * range, from "web" to "web3", which is not included. With id in (3, 4) no value would be left: the
 * conditions contradict each other. */
#ifndef ROWKEY_SRC_CONDITIONS_CONDITIONS_H
#define ROWKEY_SRC_CONDITIONS_CONDITIONS_H

#include <rowkey/ranges.h>

#include "base/arena.h"
#include "regions/asking.h"
#include "regions/strings.h"

/* Numbers of all types are handled as ranks: unsigned, and in the order of the numbers. */
uint64_t rowkey_rank_of(rowkey_type type, const rowkey_value *value);
/* The number that has the rank, as a value of the type. */
rowkey_value rowkey_value_of_rank(rowkey_type type, uint64_t rank);
/* The ranks of the least and greatest number of the type, including infinities but not NaN. */
uint64_t rowkey_lowest_rank(rowkey_type type);
uint64_t rowkey_highest_rank(rowkey_type type);

/* Ranks, both ends included. */
struct span {
  uint64_t low, high;
};

/* The wanted values of one column, at least one. */
struct constraint {
  size_t column;
  rowkey_type type;
  bool of_nulls; /* the value is not the column's, but 1 if it is null, else 0, as a u64 */
  bool is_pin;   /* it is on a value that is tried: every row meets it */
  size_t width;  /* of all its texts; 0 if they differ, and of numbers */
  /* Numbers: the spans ascend and do not touch. before[i] is the number of values in spans 0 … i - 1, at most
   * 2^64 - 1. */
  struct span *spans;
  uint64_t *before;
  size_t span_count;
  /* Text: the values in ascending order, or, if `is_interval`, the two ends of their range. The second end is
   * not included; if it is empty, the range is open. */
  bool is_interval;
  struct string_list texts;
  struct asking *asking; /* while it is made */
};

/* The most bytes of a value that a type such as uuid reads from a text of `length` bytes. */
static inline size_t written_value_room(size_t length) { return length + 16; }

/* ---- nulls.c ------------------------------------------------------------------------ */

/* Whether keys of the layout tell nulls of the column from its values. */
bool rowkey_has_null_marker(const struct rowkey_layout *layout, size_t column);
/* Keeps only rows in which the column is null, or only the others. False without memory. */
bool rowkey_null_constraint_make(struct constraint *constraint, size_t column, bool null,
                                 rowkey_error *error);

/* ---- conditions.c ------------------------------------------------------------------------------ */

static inline bool is_null_test(const rowkey_condition *condition) {
  return condition->comparison == ROWKEY_IS_NULL || condition->comparison == ROWKEY_IS_NOT_NULL;
}

/* Whether the column is asked to be null. */
bool rowkey_conditions_ask_null(size_t column, const rowkey_condition *conditions, size_t count);
/* Makes the constraint from all given conditions on `column`. False with the error, or without memory. */
bool rowkey_constraint_make(struct constraint *constraint, const rowkey_layout *layout, size_t column,
                            const rowkey_condition *conditions, size_t count, struct asking *asking,
                            rowkey_error *error);
void rowkey_constraint_free(struct constraint *constraint);

/* Whether each column can have its conditions. If not, the error is ROWKEY_ERROR_ARGUMENT, or
 * ROWKEY_ERROR_RANGE for NaN. */
bool rowkey_conditions_valid(const rowkey_layout *layout, const rowkey_condition *conditions, size_t count,
                             struct asking *asking, rowkey_error *error);

/* Moves *conditions to the same ones with values as their columns keep them, which belong to the arena. What
 * is not valid for other reasons stays as it is. False with the error. */
bool rowkey_conditions_keep(struct arena *arena, const struct rowkey_layout *layout,
                            const rowkey_condition **conditions, size_t count, struct asking *asking,
                            rowkey_error *error);

/* ---- Shared by the files that combine conditions ------------------------------------------------- */

enum outcome { SOME_VALUES, NO_VALUES, NO_MEMORY };

/* Sets the constraint's values to those that meet all the conditions. Its column, type and width must be set.
 * rowkey_constraint_free frees the constraint whatever the outcome. */
enum outcome rowkey_meet_all(struct constraint *constraint, const rowkey_condition *const *conditions,
                             size_t count);
enum outcome rowkey_meet_numbers(struct constraint *constraint, const rowkey_condition *const *conditions,
                                 size_t count);
/* Constrains the column to the one value that its nulls count as. */
enum outcome rowkey_constrain_to_null(struct constraint *constraint, const rowkey_layout *layout);
enum outcome rowkey_meet_texts(struct constraint *constraint, const rowkey_condition *const *conditions,
                               size_t count);

/* Fills in the error of conditions that no value meets: it names one that nothing meets, or two that exclude
 * each other, or else all of them. */
void rowkey_report_contradiction(const struct constraint *constraint, const char *name,
                                 const rowkey_condition *const *conditions, size_t count,
                                 rowkey_error *error);

#endif
