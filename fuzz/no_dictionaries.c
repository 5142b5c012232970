/* In the place of the library's function, by the linker's --wrap: what a fuzzer takes for the type uid(FILE)
 * must not open, or make, files of the machine. */
#include <rowkey/dictionary.h>

#include "base/error.h"

rowkey_dictionary *__wrap_rowkey_dictionary_open(const char *path, const rowkey_dictionary_options *options,
                                                 rowkey_error *error);

rowkey_dictionary *__wrap_rowkey_dictionary_open(const char *path, const rowkey_dictionary_options *options,
                                                 rowkey_error *error) {
  (void)options;
  rowkey_error_set(error, ROWKEY_ERROR_IO, "%s: fuzzers open no files", path);
  return NULL;
}
