/* Why a design does what it does, in a sentence. */
#ifndef ROWKEY_ADVISE_REASON_H
#define ROWKEY_ADVISE_REASON_H

#include <rowkey/advise.h>

#include "advise/designs.h"

/* What keys begin with, and what that means for each question and for new rows. The caller frees it. NULL and
 * `error` when memory runs out. */
char *rowkey_design_reason(const rowkey_advised_design *design, const struct asked_columns *columns,
                           const struct question *const *questions, size_t question_count,
                           rowkey_error *error);

#endif
