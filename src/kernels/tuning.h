/* Choices among kernels that make the same bytes and of which another is the fastest on another core with the
 * same instruction set. They are data, a row for each family of cores, and each row says what it stands on.
 */
#ifndef ROWKEY_SRC_KERNELS_TUNING_H
#define ROWKEY_SRC_KERNELS_TUNING_H

#include <stdbool.h>
#include <stddef.h>

struct rowkey_tuning {
  const char *cores;
  /* A call with so many keys of one width or more, or numbers, hashes them with MD5 in the loops of
   * V_STREAMS_MD5_KEYS streams, where the lanes have such. */
  size_t md5_loops_from;
  /* Strings of so many bytes and more that MD5 will come to are fetched one after the other, others a line of
   * each in turn. */
  size_t md5_fetches_whole_from;
  /* MD5 of strings fetches the lines that it will write digests to. */
  bool md5_fetches_digests;
  /* Strings of 1024 bytes and more that MD5 will come to are fetched into the first cache, not the second. */
  bool md5_fetches_near;
  /* Rows of fixed fields with text among them are written field after field, not permuted as a whole. */
  bool rows_field_by_field;
  /* The CPU has instructions for SHA-1 and SHA-256. Two messages by them are faster than vectors of 256 bits,
   * and than a group of sixteen that is not full. */
  bool sha_instructions;
};

/* That of this CPU, which is asked once, or the one that is set. */
const struct rowkey_tuning *rowkey_tuning(void);

/* For tests: NULL for that of this CPU again. */
void rowkey_tuning_set(const struct rowkey_tuning *tuning);

#endif
