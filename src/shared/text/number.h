/* Why a text is not a number, for the status of a bad row and for messages. */
#ifndef ROWKEY_TEXT_NUMBER_H
#define ROWKEY_TEXT_NUMBER_H

#include <rowkey/layout.h>

struct rowkey_number_fault {
  rowkey_status status; /* ROWKEY_OK, ROWKEY_ERROR_NUMBER or ROWKEY_ERROR_RANGE */
  uint64_t offset;      /* of the first offending byte; 0 for the text as a whole */
  const char *reason;   /* what is wrong, to follow "the value", for example "has a space"; static */
};

/* The fault of a text read as a number of `type`, ROWKEY_U64 or ROWKEY_I64; status ROWKEY_OK when it is one.
 * `text` may be NULL when length is 0. */
struct rowkey_number_fault rowkey_number_fault(const uint8_t *text, uint64_t length, rowkey_type type);

#endif
