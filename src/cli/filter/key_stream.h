/* Records read and encoded, their keys handed over in memory and in the order of the input. */
#ifndef ROWKEY_CLI_FILTER_KEY_STREAM_H
#define ROWKEY_CLI_FILTER_KEY_STREAM_H

#include "filter/filter.h"

/* Threads that wait for input may outlive the function that runs it, so it is static. Begins as
 * KEY_STREAM_NONE. The caller sets what follows the filter. */
struct key_stream {
  struct filter filter;

  /* Takes the next keys, at least one. Called by one thread at a time. False and `failure` to stop. */
  bool (*take)(void *context, const rowkey_keys *keys, struct failure *failure);
  /* What is left to do when all keys are taken. The output file gets its name then; a stream without one must
   * leave `output` alone. */
  bool (*write_end)(void *context, struct writer *output, struct failure *failure);
  bool has_output;
  void *context;
};

#define KEY_STREAM_NONE {.filter = FILTER_NONE}

/* Reads the whole input of these settings and frees what it used. Reports what went wrong, and returns the
 * exit status. */
int key_stream_run(struct key_stream *stream, struct common_settings *common,
                   const struct record_settings *records);

#endif
