#include "records/distinct.h"

#include "io/reader.h"

bool input_is_no_output(const char *file, const struct writer *const writers[2], struct failure *failure) {
  struct stat status;
  if (!reader_status(file, &status, failure)) return false;
  return (!writer_is(writers[0], &status) && !writer_is(writers[1], &status)) ||
         fail_with(failure, TOOL_BAD_USAGE, "%s is an input and also an output (expected another file)",
                   stream_file_name(file));
}

bool outputs_are_two(const struct writer *const writers[2], const char *option, struct failure *failure) {
  return !writers_same(writers[0], writers[1]) ||
         fail_with(failure, TOOL_BAD_USAGE, "%s is the output and also %s (expected another file)",
                   writers[0]->name, option);
}
