/* Lines that are comments. They are not records. */
#ifndef ROWKEY_SRC_RECORDS_COMMENTS_H
#define ROWKEY_SRC_RECORDS_COMMENTS_H

#include "records/kind.h"

/* Whether some line of the bytes, which begin with a record, may be one. */
bool rowkey_comments_may_stand(const struct record_shape *shape, const uint8_t *bytes, size_t size);

/* As the kind's cut, from the first byte on, where comments may stand. */
void rowkey_comments_cut(const struct record_shape *shape, const uint8_t *bytes, size_t size,
                         rowkey_cut *cut);

/* Where bytes that were kept from byte `at` on had stood: so many bytes and lines later. */
struct left_out {
  size_t at, bytes;
  uint64_t lines;
};

/* Whole records without the comments among them. Begins as {0}. */
struct without_comments {
  struct byte_room bytes;
  struct byte_room left_out; /* of struct left_out, in their order */
};

/* Copies the piece. False without memory. */
bool rowkey_comments_leave_out(const struct record_shape *shape, const struct piece *piece,
                               struct without_comments *without);

/* What was left out before byte `at` of the copy. */
struct left_out rowkey_comments_before_byte(const struct without_comments *without, size_t at);

/* Bytes of those before the first record of a file, which may begin with a byte order mark: then of the mark,
 * too. Of the last one perhaps not all, unless the file ended. */
size_t rowkey_comments_before(const struct record_shape *shape, const uint8_t *bytes, size_t size,
                              bool ended);

#endif
