/* No output may be an input, or the other output. */
#ifndef ROWKEY_CLI_RECORDS_DISTINCT_H
#define ROWKEY_CLI_RECORDS_DISTINCT_H

#include "io/writer.h"

/* False and `failure` when one of the writers, of which some may be closed, writes or will replace the input
 * `file`; "-" is standard input. */
bool input_is_no_output(const char *file, const struct writer *const writers[2], struct failure *failure);

/* False and `failure` when both write to one file. The second is the one of `option`. */
bool outputs_are_two(const struct writer *const writers[2], const char *option, struct failure *failure);

#endif
