#include "io/printed.h"

#include <errno.h>
#include <unistd.h>

bool writer_print(struct writer *writer, print_output *print, const void *context, struct failure *failure) {
  char subject[PLACE_SIZE];
  snprintf(subject, sizeof subject, "cannot write %s", writer->name);
  const int descriptor = dup(writer->descriptor);
  FILE *to = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (to == NULL) {
    fail_io(failure, subject, errno);
    if (descriptor >= 0) close(descriptor);
    return false;
  }
  errno = 0;
  const bool printed = print(to, context), written = fflush(to) == 0 && ferror(to) == 0;
  const int error_number = errno != 0 ? errno : EIO;
  /* Interrupted, the stream is closed all the same. */
  const bool closed = fclose(to) == 0 || errno == EINTR;
  if (!written || !closed) return fail_io(failure, subject, written ? errno : error_number);
  if (!printed) return fail_memory(failure);
  return writer_commit(writer, failure);
}
