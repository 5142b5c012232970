/* The system that the tool runs on when it is fuzzed: a few files in memory, reads as short as one likes, and
 * one call that fails. Nothing of it is seen outside of the process. */
#ifndef ROWKEY_FUZZ_HOST_H
#define ROWKEY_FUZZ_HOST_H

#include "fuzz.h"

enum { HOST_FILE_SIZE = 1 << 18 }; /* what a file can hold: a longer one meets ENOSPC */

struct host_settings {
  size_t most_read; /* bytes a read gives at most; 0 for as many as are asked for */
  unsigned fault;   /* the call that fails, counted from 1; 0 for none */
  int fault_error;  /* with this errno */
};

/* Nothing but standard input, output and error, all of which are empty. */
void host_begin(const struct host_settings *settings);

/* Gives a file its bytes; "<stdin>" is standard input. */
void host_put(const char *name, const uint8_t *bytes, size_t size);

/* Ends the process if a descriptor is open that was not at the beginning, or a temporary file is left. */
void host_check_clean(void);

/* Whether the call that was to fail has come. */
bool host_has_failed(void);

/* The files, standard output and standard error among them; false after the last one. */
struct host_file {
  const char *name;
  const uint8_t *bytes;
  size_t size;
};
bool host_file_at(size_t index, struct host_file *file);
struct host_file host_file_named(const char *name);

#endif
