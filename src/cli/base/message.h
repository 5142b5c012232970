/* What can go wrong in the tool, with its exit status, and how it is reported. */
#ifndef ROWKEY_CLI_BASE_MESSAGE_H
#define ROWKEY_CLI_BASE_MESSAGE_H

#include <rowkey/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum tool_status {
  TOOL_OK = 0,
  TOOL_BAD_DATA = 1,
  TOOL_BAD_USAGE = 2,
  TOOL_IO_ERROR = 3, /* also: out of memory */
  TOOL_CLOSED_PIPE   /* never an exit status: nobody reads the output any more, so nothing is reported */
};

/* Room for where something is: the longest path that the system takes, and a line's number. */
enum { PLACE_SIZE = 4096 + 128 };

struct failure {
  enum tool_status status;
  char text[PLACE_SIZE + 2048]; /* without "rowkey: " and without a newline at its end */
};

/* Fills `failure` and returns false, for functions that return whether they succeeded. */
__attribute__((format(printf, 3, 4))) bool fail_with(struct failure *failure, enum tool_status status,
                                                     const char *format, ...);

/* Makes the text, which names a file, one line that does nothing to a terminal: a ? for each control
 * character. */
void make_one_line(char *text);

/* TOOL_IO_ERROR "SUBJECT: text of the error number", or TOOL_CLOSED_PIPE for EPIPE. */
bool fail_io(struct failure *failure, const char *subject, int error_number);

bool fail_memory(struct failure *failure);

/* The exit status for what the library refuses: TOOL_IO_ERROR when memory ran out or a file cannot be used,
 * else `otherwise`. */
enum tool_status library_status(rowkey_status status, enum tool_status otherwise);

/* Fails with what the library says of data. */
bool fail_library(const rowkey_error *error, struct failure *failure);

/* "rowkey: …" and a newline to standard error, in one write where the system takes it whole. Of control
 * characters only newlines are sent. */
__attribute__((format(printf, 1, 2))) void message(const char *format, ...);

/* Reports the failure and returns the exit status for it. For TOOL_CLOSED_PIPE it does not return: the
 * process ends by SIGPIPE, as any other filter does. */
int report(const struct failure *failure);

/* Ends the printing of help or tables: whether all of stdout's buffer reached standard output. Returns the
 * exit status and reports the failure. */
int finish_standard_output(void);

/* For calls that only a mistake here makes fail: ends the program where one has failed. */
static inline void certain(rowkey_status status) {
  if (status != ROWKEY_OK) abort();
}

#endif
