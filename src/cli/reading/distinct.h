/* No output may be an input, or another output. */
#ifndef ROWKEY_CLI_READING_DISTINCT_H
#define ROWKEY_CLI_READING_DISTINCT_H

#include "io/writer.h"

/* False and `failure` when the writer, which may be closed, writes or will replace the input `file`; "-" is
 * standard input. */
bool input_is_no_output(const char *file, const struct writer *output, struct failure *failure);

/* False and `failure` when both write to one file. The second is the one of `option`, NULL for one more of
 * the same. */
bool outputs_are_two(const struct writer *a, const struct writer *b, const char *option,
                     struct failure *failure);

#endif
