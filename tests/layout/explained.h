/* Explanations of templates over one schema, and a line that shows what they say. */
#ifndef ROWKEY_TEST_EXPLAINED_H
#define ROWKEY_TEST_EXPLAINED_H

#include <rowkey/explain.h>

enum { EXPLAINED_COLUMNS = 9 };
extern const rowkey_column explained_schema[EXPLAINED_COLUMNS];

/* By the instruction set called `isa`, or the one in use. */
rowkey_explanation *explain_on(const char *isa, const char *text, uint64_t stride);
rowkey_explanation *explain(const char *text, uint64_t stride);

/* A line that is empty, and more of it; the next new one replaces it. */
const char *new_line(void);
__attribute__((format(printf, 1, 2))) void put(const char *format, ...);

#endif
