/* Encodes the chunks of a pipeline: what all threads share, and the work of each. */
#ifndef ROWKEY_CLI_ENCODE_JOB_H
#define ROWKEY_CLI_ENCODE_JOB_H

#include "emit.h"
#include "pipeline.h"
#include "records.h"
#include "writer.h"

struct encode_job {
  const struct record_shape *shape;
  const rowkey_layout *layout;
  uint64_t seed;
  struct emit_form form;
  bool keys_are_output; /* the encoded keys, one behind the other, are what is written */
  bool check_rows;      /* rows are to be checked by emit_fault */
  bool skip_bad;
  struct writer *output;
  struct writer *rejects; /* NULL when bad records are only counted */
  uint64_t rejected;      /* changed by the thread whose turn it is */
};

/* A pipeline_work; the context is a struct encode_job. */
void encode_chunks(struct pipeline *pipeline, void *context);

#endif
