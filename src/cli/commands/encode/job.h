/* Writes the keys of `rowkey encode` in their form, where the encoder's bytes are not the output as they are.
 */
#ifndef ROWKEY_CLI_COMMANDS_ENCODE_JOB_H
#define ROWKEY_CLI_COMMANDS_ENCODE_JOB_H

#include "io/worker.h"
#include "keys/emit.h"

struct encode_job {
  struct emit_form form;
  bool check_rows; /* rows are to be checked by emit_check */
};

/* Its job is a struct encode_job. */
extern const struct operation encode_operation;

#endif
