/* The columns that keys of one layout hold, as another layout takes them. */
#ifndef ROWKEY_CLI_KEYS_RECOVERED_H
#define ROWKEY_CLI_KEYS_RECOVERED_H

#include <rowkey/decode.h>
#include <rowkey/encode.h>

#include "keys/key_batch.h"
#include "records/columns.h"

/* One thread's, for BATCH_ROWS keys. Begins as {0}. */
struct recovered {
  const rowkey_layout *from;
  const rowkey_column *schema;
  size_t count; /* of columns */
  rowkey_decoder *decoder;
  rowkey_decoded *decoded;
  rowkey_values *values; /* what the other layout takes */
  struct buffer *data;   /* of each column that it uses: numbers, or the strings one after the other … */
  uint64_t **offsets;    /* … and where they begin */
};

/* For keys of `from`, in order to make keys of `to`; both are of the schema of `columns`. False and `failure`
 * when it cannot be had. Close comes after either. */
bool recovered_open(struct recovered *recovered, const rowkey_layout *from, const rowkey_layout *to,
                    const struct columns *columns, struct failure *failure);
void recovered_close(struct recovered *recovered);

/* Whether `from` gives back all columns that `to` uses; if not, `failure` names one and says why. */
bool recovered_check(const rowkey_layout *from, const rowkey_layout *to, const struct columns *columns,
                     struct failure *failure);

/* Decodes the keys into recovered->values. Returns how many are good; with a bad one after them `reason`,
 * REASON_SIZE bytes, says what is wrong with it. ROWKEY_NONE and `failure` when it cannot be done. */
size_t recovered_decode(struct recovered *recovered, const rowkey_keys *keys, char *reason,
                        struct failure *failure);

#endif
