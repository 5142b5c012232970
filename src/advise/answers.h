/* What it costs to answer questions from a table of some design. */
#ifndef ROWKEY_ADVISE_ANSWERS_H
#define ROWKEY_ADVISE_ANSWERS_H

#include "advise/measure.h"

/* Fills in measured->questions. The room has the order and the ranks of the keys. */
bool rowkey_measure_answers(const struct measuring *measuring, const struct measuring_room *room,
                            const rowkey_keys *keys, struct measured *measured, rowkey_error *error);

#endif
