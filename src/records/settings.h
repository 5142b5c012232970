/* What callers say of records. */
#ifndef ROWKEY_SRC_RECORDS_SETTINGS_H
#define ROWKEY_SRC_RECORDS_SETTINGS_H

#include "records/kind.h"

/* NULL for another number. */
const struct record_kind *rowkey_record_kind_functions(rowkey_records_kind kind);

/* What stands before the name of a setting in messages. */
static inline const char *option_of(const rowkey_records_settings *settings) {
  return settings->option == NULL ? "" : settings->option;
}

/* What separates fields, unless the kind has none. */
static inline uint8_t delimiter_of(const rowkey_records_settings *settings, const struct record_kind *kind) {
  return settings->delimiter != 0 ? settings->delimiter : kind->about.delimiter;
}

#endif
