/* The lane contract of one instruction set as functions on arrays: lanes_probe.c is compiled once for each.
 */
#ifndef ROWKEY_TESTS_LANES_PROBE_H
#define ROWKEY_TESTS_LANES_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One operation on one vector of lanes, what it must do to one lane, and the operands for which it must:
 * `domain` turns any number into such an operand. */
struct lanes_operation32 {
  const char *name;
  void (*vector)(const uint32_t *a, const uint32_t *b, const uint32_t *c, const uint32_t *d, uint32_t *out);
  uint32_t (*plain)(uint32_t a, uint32_t b, uint32_t c, uint32_t d);
};
struct lanes_operation64 {
  const char *name;
  void (*vector)(const uint64_t *a, const uint64_t *b, const uint64_t *c, uint64_t *out);
  uint64_t (*plain)(uint64_t a, uint64_t b, uint64_t c);
  uint64_t (*domain)(uint64_t x);
};

enum { LANES_MAX = 64 };
struct lanes_probe {
  const char *name;
  size_t lanes32, lanes64;
  const struct lanes_operation32 *operations32;
  size_t count32;
  const struct lanes_operation64 *operations64;
  size_t count64;

  /* MD5's words may stand in any order of lanes that loads and stores agree on, so loads are seen through the
   * store: `digests` are the four words of each row. Words that a load does not make are 0. */
  void (*load_rows)(const uint8_t *p, size_t stride, uint8_t *digests);
  void (*load_pointers)(const uint8_t *const *rows, size_t offset, uint8_t *digests);
  void (*load_strings)(const uint8_t *bytes, const uint64_t *begin, uint8_t *digests);
  void (*load_pairs)(const uint8_t *p, uint8_t *digests);
  /* Four quarters of the words of 64 bytes a row, one after the other as if they were digests. */
  void (*load_rows64)(const uint8_t *bytes, const uint64_t *begin, uint8_t *quarters);
  void (*load_ended64)(const uint8_t *bytes, uint64_t size, const uint64_t *begin, const uint64_t *left,
                       uint8_t *quarters);
  void (*from_u64)(const uint64_t *rows, uint8_t *digests);
  void (*load_words)(const uint32_t *rows, uint8_t *digests);

  void (*to_i64)(const uint32_t *rows, uint64_t *out);

  uint32_t (*smallest32)(const uint32_t *x);
  uint32_t (*largest32)(const uint32_t *x);
  uint64_t (*smallest64)(const uint64_t *x);
  uint64_t (*largest64)(const uint64_t *x);
  bool (*any32)(const uint32_t *x);
  void (*load_strings64)(const uint8_t *bytes, const uint64_t *begin, uint64_t *low, uint64_t *high);
  void (*load_first)(const uint64_t *p, size_t count, const uint64_t *rest, uint64_t *out);
  bool (*join_text16)(const uint8_t *bytes, const uint64_t *end, const uint64_t *length, uint64_t *numbers);
  void (*store_pairs)(uint64_t *p, const uint64_t *a, const uint64_t *b);
  uint32_t (*crc32c)(uint32_t crc, uint64_t x);              /* NULL where there is no instruction for it */
  void (*clmul)(uint64_t a, uint64_t b, uint64_t halves[2]); /* the same */

  void (*iota)(uint64_t *out);
  bool (*any)(const uint64_t *x);
  bool (*any_negative)(const uint64_t *x);
  void (*gather)(const uint8_t *bytes, const uint64_t *offsets, uint64_t *out);
  void (*store_rows)(uint8_t *p, size_t stride, const uint64_t *x);
  void (*load_digests)(const uint8_t *p, uint64_t *high, uint64_t *low);
  uint64_t (*equal_mask)(const uint8_t *p, uint8_t byte);
  void (*copy16)(uint8_t *to, const uint8_t *from, uint64_t flip);
  void (*copy32)(uint8_t *to, const uint8_t *from, uint64_t flip);
  void (*join16)(uint8_t *to, const uint8_t *first, size_t count, const uint8_t *second);
  void (*join32)(uint8_t *to, const uint8_t *first, size_t count, const uint8_t *second);
  void (*copy_padded16)(uint8_t *to, const uint8_t *from, size_t count);
  bool (*copy_padded16_last)(uint8_t *to, const uint8_t *from, size_t count);
  bool (*copy_padded8_last)(uint8_t *to, const uint8_t *from, size_t count);
  size_t texts; /* that are copied together, LANES_MAX at most */
  bool (*copy_padded_texts)(uint8_t *to, size_t stride, const uint8_t *bytes, const uint64_t *begin,
                            const uint64_t *end, bool whole);
  void (*reverse16)(uint8_t *to, const uint8_t *from, size_t count);
  uint32_t (*zero_mask16)(const uint8_t *p);
  size_t (*store_set_bits)(uint64_t *p, uint64_t base, uint64_t bits);
  uint64_t (*prefix_xor)(uint64_t bits);
};

#endif
