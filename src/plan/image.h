/* The numbers and texts that a value can be, for all rows. Decoding refuses others; explain, split points,
 * shares and ranges count them.
 *
 *     {ts - ts % 3600}            multiples of 3600
 *     {(x & 12) * 2 + 1}          1, 9, 17 and 25
 *     {(md5(id) % 4) * 1000}      0, 1000, 2000 and 3000, each as often as the others
 *     {truncate(ts, month)}       the beginnings of months
 *     {prefix(lower(t), 3)}       texts of 3 bytes at most, without A to Z
 *
 * It finds what a single operation leaves out; results of several columns and of hashes may have more gaps.
 */
#ifndef ROWKEY_PLAN_IMAGE_H
#define ROWKEY_PLAN_IMAGE_H

#include "plan/numbers.h"
#include "plan/plan.h"

enum spread { SPREAD_UNKNOWN, SPREAD_EVEN, SPREAD_UNEVEN };

/* Of an integer. */
struct image {
  struct numbers numbers; /* exact where the columns and hashes that it is made from are independent */
  /* The bits `known` of the two's complement are those of `bits`. */
  uint64_t known, bits;
  bool has_gaps;      /* it leaves out some of the value's range */
  enum spread spread; /* made from hashes or random() alone: whether all are about equally frequent */
  uint64_t sources;   /* those hashes and random(), a bit each; some may share one */
};

/* Those of all values, by index; of others than integers only the sources are set. NULL when the arena's
 * memory is exhausted. */
struct image *rowkey_find_images(struct arena *arena, const struct rowkey_layout *layout);

/* The numbers of the image that the part can hold, whose value is an integer. */
struct numbers rowkey_numbers_in_key(const struct part *part, const struct image *images);
/* The first and the last of them. */
struct range rowkey_range_in_key(const struct part *part, const struct image *images);

/* What operations tell of theirs: numbers, or bits. */
static inline struct image image_of_numbers(struct numbers numbers) {
  return (struct image){.numbers = numbers};
}
static inline struct image image_of_bits(uint64_t known, uint64_t bits) {
  return (struct image){.known = known, .bits = bits & known};
}

/* Of any number of the value's range, as a column has. */
struct image rowkey_image_of_range(const struct value *value);
/* With bits that follow from the numbers, and the other way round, within the value's range. */
struct image rowkey_complete_image(const struct value *value, struct image image);

/* The first of the rows whose number is not in the image; `rows` where all are. */
size_t rowkey_find_outside_image(const struct image *image, bool is_signed, const uint64_t *numbers,
                                 size_t rows);

/* ---- spread.c -------------------------------------------------------------------------------- */

/* From the images of its operands and its own numbers. */
enum spread rowkey_find_spread(const struct image *images, const struct value *value,
                               const struct numbers *numbers);

/* A division by a constant. */
struct division {
  const struct value *dividend; /* NULL when there is none */
  uint64_t divisor;
  bool floors; /* the quotients of negative numbers are rounded down */
};

/* The one that gives the value, or the value but for its sign, as its remainder. */
struct division rowkey_remainder_of(const struct value *value);
/* The same of the value as it is. */
struct division rowkey_division_of_remainder(const struct value *value);
/* The one whose quotient it is. */
struct division rowkey_division_of_quotient(const struct value *value);
/* A value that differs from the integer `value` at most in its sign, or in the bits from the 32nd on. */
const struct value *rowkey_without_sign(const struct value *value);

/* ---- image_texts.c --------------------------------------------------------------------------- */

/* Whether the call can make the text, as far as it tells that by itself. */
bool rowkey_call_makes_text(const struct value *call, const uint8_t *bytes, size_t size);

#endif
