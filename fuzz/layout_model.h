/* Templates for the interpreter of tests/layout. */
#ifndef ROWKEY_FUZZ_LAYOUT_MODEL_H
#define ROWKEY_FUZZ_LAYOUT_MODEL_H

#include "base/arena.h"
#include "tests/layout/model.h"

/* The model of a template that compiles for these columns: only its parser is shared with the library. False
 * when it has more fields than a model. The model lives as long as the arena and the text. */
bool fuzz_make_model(const char *text, size_t length, const rowkey_column *columns, size_t column_count,
                     struct arena *arena, struct model *model);

#endif
