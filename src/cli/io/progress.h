/* A bar on standard error for work that takes more than a second, when a person may be watching. */
#ifndef ROWKEY_CLI_IO_PROGRESS_H
#define ROWKEY_CLI_IO_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
  bool enabled;
  bool shown;
  uint64_t total_bytes; /* of the input, 0 when not known */
  uint64_t begun;       /* nanoseconds */
  uint64_t drawn;
};

/* Nothing is drawn when `quiet` or when standard error is not a terminal. */
void progress_begin(struct progress *progress, uint64_t total_bytes, bool quiet);

/* Draws the bar if it is time to. */
void progress_update(struct progress *progress, uint64_t bytes, uint64_t rows);

/* Removes the bar. */
void progress_end(struct progress *progress);

#endif
