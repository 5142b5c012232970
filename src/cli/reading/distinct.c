#include "reading/distinct.h"

#include "reading/reader.h"

bool input_is_no_output(const char *file, const struct writer *output, struct failure *failure) {
  struct stat status;
  if (!reader_status(file, &status, failure)) return false;
  return !writer_is(output, &status) ||
         fail_with(failure, TOOL_BAD_USAGE, "%s is an input and also an output (expected another file)",
                   stream_file_name(file));
}

bool outputs_are_two(const struct writer *a, const struct writer *b, const char *option,
                     struct failure *failure) {
  return !writers_same(a, b) ||
         fail_with(failure, TOOL_BAD_USAGE, "%s is the output and also %s (expected another file)", a->name,
                   option != NULL ? option : b->name);
}
