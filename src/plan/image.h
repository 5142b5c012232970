/* What values can be besides their range, whatever the rows are: decoding refuses the others.
 *
 *     {ts - ts % 3600}          multiples of 3600
 *     {(x & 12) * 2 + 1}        1 plus a multiple of 8; undone to x & 12, of which bits other than 1100 are 0
 *     {truncate(ts, month)}     the beginnings of months
 *     {prefix(lower(t), 3)}     texts of 3 bytes at most, without A to Z
 *
 * What one operation leaves out is found; results of several columns and of hashes may have other gaps.
 */
#ifndef ROWKEY_PLAN_IMAGE_H
#define ROWKEY_PLAN_IMAGE_H

#include "plan/plan.h"

struct image {
  /* Integers are `first` plus multiples of `step`: 0 and 1 for any. `first` is below the step; the step of a
   * constant is 0, and `first` its magnitude. */
  uint64_t step, first;
  /* The bits `known` of the two's complement are those of `bits`. */
  uint64_t known, bits;
};

/* Those of all values, by index; of others than integers it says nothing. NULL when the arena's memory is
 * exhausted. */
struct image *rowkey_find_images(struct arena *arena, const struct rowkey_layout *layout);

/* Of a value that is one or the other of its two arguments in each row. */
struct image rowkey_image_of_either(const struct value *value, const struct image *a, const struct image *b);

/* Of a value that differs from its first argument by multiples of the modulus. */
struct image rowkey_image_of_remainder(const struct value *value, const struct image *a, uint64_t modulus);

/* The first of the rows whose number is not in the image, whose step is not 0; `rows` where all are. */
size_t rowkey_find_outside_image(const struct image *image, bool is_signed, const uint64_t *numbers,
                                 size_t rows);

/* Whether the call can make the text, as far as it tells that by itself. */
bool rowkey_call_makes_text(const struct value *call, const uint8_t *bytes, size_t size);

#endif
