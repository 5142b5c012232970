/* A layout that is tried on keys. */
#ifndef ROWKEY_INFER_TRIAL_H
#define ROWKEY_INFER_TRIAL_H

#include <rowkey/layout.h>

#include "infer/seen.h"

/* Counts the keys that the layout makes; where `made` is not NULL, made[i] says whether it makes key i. False
 * when memory runs out. */
bool rowkey_try_layout(const rowkey_layout *layout, const struct seen *seen, size_t *count, bool *made);

/* What part of keys is made by the layout that have the beginning of one key and the end of another: little
 * where it computes a part of a key from the rest, though the shape is right. False when memory runs out. */
bool rowkey_try_crossed(const rowkey_layout *layout, const struct seen *seen, double *share);

#endif
