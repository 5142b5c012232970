/* Makes the rows of `rowkey encode`: a key of each record. */
#ifndef ROWKEY_CLI_COMMANDS_ENCODE_JOB_H
#define ROWKEY_CLI_COMMANDS_ENCODE_JOB_H

#include "io/worker.h"
#include "keys/emit.h"

struct encode_job {
  const struct record_shape *shape;
  const rowkey_layout *layout;
  uint64_t seed;
  struct emit_form form;
  bool keys_are_output; /* the encoded keys, one behind the other, are what is written */
  bool check_rows;      /* rows are to be checked by emit_check */
};

/* Its job is a struct encode_job. */
extern const struct operation encode_operation;

#endif
