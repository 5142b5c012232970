/* The numbers and texts that a value can be in any row. Decoding refuses all others; explain, split points,
 * shares and ranges count the numbers.
 *
 *     {ts - ts % 3600}            multiples of 3600
 *     {(x & 12) * 2 + 1}          1, 9, 17 and 25
 *     {(md5(id) % 4) * 1000}      0, 1000, 2000 and 3000, each as often as the others
 *     {truncate(ts, month)}       the beginnings of months
 *     {prefix(lower(t), 3)}       texts of 3 bytes at most, without A to Z
 *
 * An image shows the gaps that single operations make. A value that is made from several columns or hashes
 * may have further gaps.
 */
#ifndef ROWKEY_PLAN_IMAGE_H
#define ROWKEY_PLAN_IMAGE_H

#include "plan/numbers.h"
#include "plan/plan.h"

enum spread { SPREAD_UNKNOWN, SPREAD_EVEN, SPREAD_UNEVEN };

/* The image of an integer. */
struct image {
  struct numbers numbers; /* exact if the columns and hashes behind the value are independent */
  /* In two's complement, each number has the bits `bits` wherever `known` has a 1. */
  uint64_t known, bits;
  bool has_gaps;      /* the image lacks some numbers of the value's range */
  enum spread spread; /* whether all numbers of a value from only hashes and random() are about as frequent */
  uint64_t sources;   /* a bit for each such hash and random() call; several may share a bit */
};

/* The images of all values, by index; a value that is not an integer has only its sources set. NULL when the
 * arena's memory is exhausted. */
struct image *rowkey_find_images(struct arena *arena, const struct rowkey_layout *layout);

/* The numbers of the image that fit the part, whose value must be an integer. */
struct numbers rowkey_numbers_in_key(const struct part *part, const struct image *images);
/* The least and the greatest of these numbers. */
struct range rowkey_range_in_key(const struct part *part, const struct image *images);

/* Operations describe their image either by numbers or by bits. */
static inline struct image image_of_numbers(struct numbers numbers) {
  return (struct image){.numbers = numbers};
}
static inline struct image image_of_bits(uint64_t known, uint64_t bits) {
  return (struct image){.known = known, .bits = bits & known};
}

/* The image of a value that can be any number of its range, such as a column. */
struct image rowkey_image_of_range(const struct value *value);
/* Derives the bits from the numbers and the numbers from the bits, within the value's range. */
struct image rowkey_complete_image(const struct value *value, struct image image);

/* The first row whose number is not in the image, or `rows`. */
size_t rowkey_find_outside_image(const struct image *image, bool is_signed, const uint64_t *numbers,
                                 size_t rows);

/* ---- spread.c -------------------------------------------------------------------------------- */

/* The spread of a value, from its operands' images and its own numbers. */
enum spread rowkey_find_spread(const struct image *images, const struct value *value,
                               const struct numbers *numbers);

/* A division by a constant. */
struct division {
  const struct value *dividend; /* NULL when there is none */
  uint64_t divisor;
  bool floors; /* the quotients of negative numbers are rounded down */
};

/* The division whose remainder is the value, or differs from it only in the sign. */
struct division rowkey_remainder_of(const struct value *value);
/* The division whose remainder is exactly the value. */
struct division rowkey_division_of_remainder(const struct value *value);
/* The division whose quotient is the value. */
struct division rowkey_division_of_quotient(const struct value *value);
/* A value that differs from the integer `value` at most in its sign, or in the bits from the 32nd on. */
const struct value *rowkey_without_sign(const struct value *value);

/* ---- image_texts.c --------------------------------------------------------------------------- */

/* False if the calls alone rule the text out. True does not mean that some column makes it. */
bool rowkey_call_makes_text(const struct value *call, const uint8_t *bytes, size_t size);

#endif
