/* Writes the keys of `rowkey encode` in their form, where the encoder's bytes are not the output as they are.
 */
#ifndef ROWKEY_CLI_COMMANDS_ENCODE_JOB_H
#define ROWKEY_CLI_COMMANDS_ENCODE_JOB_H

#include "filter/worker.h"
#include "keys/emit.h"

struct encode_job {
  struct emit_form form;
  bool check_rows; /* rows are to be checked by emit_check */
};

/* How many of `rows` keys, which are those of row `first` of the batch and of the rows after it, come before
 * the first that cannot be written; worker->reason says why. */
size_t encode_good_rows(const struct encode_job *job, struct worker *worker, size_t first, size_t rows);

/* Its job is a struct encode_job. */
extern const struct operation encode_operation;

#endif
