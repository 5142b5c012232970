/* What the files share that put conditions together. */
#ifndef ROWKEY_REGIONS_CONDITIONS_MEET_H
#define ROWKEY_REGIONS_CONDITIONS_MEET_H

#include "regions/conditions.h"

enum outcome { SOME_VALUES, NO_VALUES, NO_MEMORY };

/* The values that meet all of the conditions go to the constraint, whose column and type are there. Whatever
 * comes of it, rowkey_constraint_free frees the constraint. */
enum outcome rowkey_meet_all(struct constraint *constraint, const rowkey_condition *const *conditions,
                             size_t count);
enum outcome rowkey_meet_numbers(struct constraint *constraint, const rowkey_condition *const *conditions,
                                 size_t count);
enum outcome rowkey_meet_texts(struct constraint *constraint, const rowkey_condition *const *conditions,
                               size_t count);

/* Fills in the error of conditions that no value meets: it names one that nothing meets, or two that exclude
 * each other, or says it of all. */
void rowkey_report_contradiction(const struct constraint *constraint, const char *name,
                                 const rowkey_condition *const *conditions, size_t count,
                                 rowkey_error *error);

#endif
