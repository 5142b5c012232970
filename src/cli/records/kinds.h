/* The kinds of input that this build reads, as options and the names of files say them. */
#ifndef ROWKEY_CLI_RECORDS_KINDS_H
#define ROWKEY_CLI_RECORDS_KINDS_H

#include <rowkey/records.h>

#include "settings/options.h"

/* Kind `index` of the list; NULL after the last one. The first is the default. */
const rowkey_record_kind *record_kind_at(size_t index);

/* Reads the name of a kind, of --input. */
extern const struct value_reader record_kind_reader;
#define RECORD_KIND_OF(member) READ(record_kind_reader, const rowkey_record_kind *, member)

/* Sets *kind to the one whose ending the names of all files have, apart from .gz or .zst after it; NULL where
 * none has one. An error where they differ. */
bool record_kind_of_files(char *const *files, size_t count, const rowkey_record_kind **kind,
                          struct failure *failure);

#endif
