#include "base/message.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"

bool fail_with(struct failure *failure, enum tool_status status, const char *format, ...) {
  failure->status = status;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure->text, sizeof failure->text, format, arguments);
  va_end(arguments);
  return false;
}

static void replace_controls(char *text, const char *but) {
  for (; *text != 0; text++) {
    const bool is_control = (unsigned char)*text < ' ' || *text == 0x7f;
    if (is_control && strchr(but, *text) == NULL) *text = '?';
  }
}

void make_one_line(char *text) { replace_controls(text, ""); }

bool fail_io(struct failure *failure, const char *subject, int error_number) {
  const enum tool_status status = error_number == EPIPE ? TOOL_CLOSED_PIPE : TOOL_IO_ERROR;
  fail_with(failure, status, "%s: %s", subject, strerror(error_number));
  make_one_line(failure->text);
  return false;
}

bool fail_memory(struct failure *failure) { return fail_with(failure, TOOL_IO_ERROR, "out of memory"); }

enum tool_status library_status(rowkey_status status, enum tool_status otherwise) {
  return status == ROWKEY_ERROR_MEMORY || status == ROWKEY_ERROR_IO ? TOOL_IO_ERROR : otherwise;
}

bool fail_library(const rowkey_error *error, struct failure *failure) {
  return fail_with(failure, library_status(error->status, TOOL_BAD_DATA), "%s", error->text);
}

void message(const char *format, ...) {
  char text[sizeof((struct failure *)NULL)->text + 64] = "rowkey: ";
  const size_t prefix = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + prefix, sizeof text - prefix - 1, format, arguments);
  va_end(arguments);
  replace_controls(text, "\n");
  const size_t size = strlen(text);
  text[size] = '\n';
  for (size_t done = 0; done <= size;) {
    const ssize_t written = write(STDERR_FILENO, text + done, size + 1 - done);
    if (written < 0 && errno == EAGAIN) poll(&(struct pollfd){STDERR_FILENO, POLLOUT, 0}, 1, -1);
    /* When standard error cannot be written there is nobody left to tell. */
    if (written < 0 && errno != EINTR && errno != EAGAIN) return;
    if (written > 0) done += (size_t)written;
  }
}

int report(const struct failure *failure) {
  if (failure->status == TOOL_CLOSED_PIPE) {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    signal(SIGPIPE, SIG_DFL);
    /* Whoever started this may have blocked it. */
    pthread_sigmask(SIG_UNBLOCK, &pipe, NULL);
    raise(SIGPIPE);
  }
  message("%s", failure->text);
  return (int)failure->status;
}

int finish_standard_output(void) {
  /* musl drops what it could not write, so nothing is left to flush: errno says why the last write failed. */
  const int failed = fflush(stdout) | ferror(stdout);
  if (!failed && close_descriptor(STDOUT_FILENO) == 0) return TOOL_OK;
  struct failure failure;
  fail_io(&failure, "cannot write standard output", errno != 0 ? errno : EIO);
  return report(&failure);
}
