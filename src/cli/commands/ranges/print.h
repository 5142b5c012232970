/* Ranges on standard output: for people, for programs, and for HBase's shell. */
#ifndef ROWKEY_CLI_COMMANDS_RANGES_PRINT_H
#define ROWKEY_CLI_COMMANDS_RANGES_PRINT_H

#include <rowkey/ranges.h>

#include "layouts/where.h"
#include "records/columns.h"

/* A table of numbers, regions where the ranges are cut, starts and stops in the escapes of HBase. False when
 * memory is exhausted. */
bool print_ranges_table(const rowkey_ranges *ranges);

/* One object: exact, what is left to filter, ranges. */
bool print_ranges_json(const rowkey_ranges *ranges, const struct columns *columns, const struct where *where);

/* Commands of HBase's shell, one a line: a scan of `table`, or a get where the range is one key. */
bool print_ranges_shell(const rowkey_ranges *ranges, const char *table);

/* A sentence on standard error: how many ranges, and what is left to be filtered. Another one where they were
 * very many before they were cut: `uncut`. False when memory runs out. */
bool tell_ranges(const rowkey_ranges *ranges, size_t uncut, const struct columns *columns,
                 const struct where *where);

#endif
