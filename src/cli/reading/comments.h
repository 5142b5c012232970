/* Lines that are comments, of --comment. They are not records. */
#ifndef ROWKEY_CLI_READING_COMMENTS_H
#define ROWKEY_CLI_READING_COMMENTS_H

#include "records/kind.h"

/* Whether some line of the bytes, which begin with a record, may be one. */
bool comments_may_stand(const struct record_shape *shape, const uint8_t *bytes, size_t size);

/* As the kind's cut, from the first byte on, where comments may stand. */
void comments_cut(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut);

/* Takes them out of a chunk of whole records, and notes where what follows them was. False without memory. */
bool comments_drop(const struct record_shape *shape, struct chunk *chunk);

/* Bytes of those before the first record of a file, which may begin with a byte order mark: then of the mark,
 * too. Of the last one perhaps not all, unless the file ended. */
size_t comments_before(const struct record_shape *shape, const uint8_t *bytes, size_t size, bool ended);

#endif
