/* Visits the values of a layout once, operands first, and finds the image of each: what the operation makes
 * of the images of its operands, cut to the value's range, and then the bits that all numbers share.
 *
 *     {md5(id) % 256 & 131:u8}
 *
 *     md5(id) % 256    0 ... 255, each as frequent as the others
 *     ... & 131        0 ... 3 and 128 ... 131: bits 2 to 6 are 0, and there are gaps
 *
 * So explain says "0 ... 131, 8 numbers". */
#include "plan/image.h"

#include "base/bits.h"
#include "plan/operation.h"

/* ---- All values ------------------------------------------------------------------------------ */

static struct image made_of(const struct value *value, const struct image *a, const struct image *b) {
  switch (value->kind) {
    case VALUE_COALESCE:
      return image_of_numbers(rowkey_numbers_of_either(&a->numbers, &b->numbers));
    case VALUE_OPERATION:
      return rowkey_operation_image(value, a, b);
    default:
      return (struct image){.known = 0};
  }
}

/* What the integer is made from are integers, or other values, whose images say nothing. */
static struct image find_made(const struct image *images, const struct value *value) {
  if (value->a == NULL || !value_is_integer(value->a)) return (struct image){.known = 0};
  const bool has_second = value->b != NULL && value_is_integer(value->b);
  static const struct image none = {.known = 0};
  return made_of(value, &images[value->a->index], has_second ? &images[value->b->index] : &none);
}

/* The bits at both ends that are the same in all numbers. */
static void learn_bits(struct image *image) {
  const struct numbers *numbers = &image->numbers;
  const struct range range = rowkey_numbers_range(numbers);
  const uint64_t low = rowkey_integer_bits(range.low);
  uint64_t moving = 0; /* bits from the lowest one of it on differ */
  for (size_t i = 0; i < numbers->count; i++) {
    const struct progression *piece = &numbers->pieces[i];
    if (rowkey_integer_less(piece->low, piece->high)) moving |= piece->step;
    moving |= rowkey_integer_bits(piece->low) - low;
  }
  const uint64_t differing = low ^ rowkey_integer_bits(range.high);
  const uint64_t first = differing == 0 ? 0 : ~(UINT64_MAX >> __builtin_clzll(differing));
  const uint64_t known = (differing == 0 ? UINT64_MAX : first) | ((moving & (0 - moving)) - 1);
  image->bits = (image->bits & image->known) | (low & known);
  image->known |= known;
}

static struct numbers range_of_value(const struct value *value) {
  return rowkey_numbers_of_range(rowkey_range_common(value->range, range_of_type(value->type)));
}

/* Whether bits or progressions say more than the ends of the range. */
static bool leaves_gaps(const struct image *image, const struct numbers *all) {
  struct image range = {.numbers = *all};
  learn_bits(&range);
  return rowkey_numbers_last(&image->numbers) != rowkey_numbers_last(all) ||
         (image->known & ~range.known) != 0;
}

struct image rowkey_complete_image(const struct value *value, struct image image) {
  const struct numbers all = range_of_value(value);
  const bool is_computed = value->a != NULL && value_is_integer(value->a);
  const bool exact = image.numbers.count != 0 || !is_computed || image.numbers.exact;
  if (image.known != 0)
    image.numbers = rowkey_numbers_of_bits(image.known, image.bits, value->type == TYPE_I64);
  if (image.numbers.count != 0)
    image.numbers = rowkey_numbers_within(&image.numbers, rowkey_numbers_range(&all));
  if (image.numbers.count == 0) image.numbers = all;
  image.numbers.exact &= exact;
  learn_bits(&image);
  image.has_gaps = leaves_gaps(&image, &all);
  return image;
}

struct image rowkey_image_of_range(const struct value *value) {
  return rowkey_complete_image(value, (struct image){.known = 0});
}

static struct image find_integer(const struct image *images, const struct value *value) {
  struct image image = rowkey_complete_image(value, find_made(images, value));
  image.spread = rowkey_find_spread(images, value, &image.numbers);
  return image;
}

/* Operands stand before the values made from them. */
static uint64_t find_sources(const struct image *images, const struct value *value) {
  const bool is_source = value->kind == VALUE_HASH || value->kind == VALUE_RANDOM;
  uint64_t sources = is_source ? UINT64_C(1) << value->index % 64 : 0;
  struct operands operands = value_operands(value);
  for (const struct value *operand; (operand = rowkey_next_operand(&operands)) != NULL;)
    sources |= images[operand->index].sources;
  return sources;
}

struct image *rowkey_find_images(struct arena *arena, const struct rowkey_layout *layout) {
  struct image *images = rowkey_arena_allocate_array(arena, layout->value_count, sizeof *images);
  for (size_t i = 0; images != NULL && i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value_is_integer(value)) images[i] = find_integer(images, value);
    if (value->type == TYPE_HASH) images[i].spread = SPREAD_EVEN;
    images[i].sources = find_sources(images, value);
  }
  return images;
}

struct numbers rowkey_numbers_in_key(const struct part *part, const struct image *images) {
  const struct numbers numbers = rowkey_numbers_within(&images[part->value->index].numbers, part->allowed);
  return numbers.count != 0 ? numbers
                            : rowkey_numbers_of_range(rowkey_range_common(part->value->range, part->allowed));
}

struct range rowkey_range_in_key(const struct part *part, const struct image *images) {
  const struct numbers numbers = rowkey_numbers_in_key(part, images);
  return rowkey_numbers_range(&numbers);
}

/* ---- Checking rows --------------------------------------------------------------------------- */

/* A distance is a multiple of odd * 2^k if it times the inverse, rotated to the right by k, is a quotient of
 * 64 bits: at most the number of the last one. */
static size_t find_outside_progression(const struct progression *piece, const uint64_t *numbers,
                                       size_t rows) {
  const unsigned twos = (unsigned)__builtin_ctzll(piece->step);
  const uint64_t inverse = inverse_of_odd(piece->step >> twos), low = rowkey_integer_bits(piece->low);
  const uint64_t last = (rowkey_integer_bits(piece->high) - low) / piece->step;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t product = (numbers[i] - low) * inverse;
    if ((twos == 0 ? product : product >> twos | product << (64 - twos)) > last) return i;
  }
  return rows;
}

size_t rowkey_find_outside_image(const struct image *image, bool is_signed, const uint64_t *numbers,
                                 size_t rows) {
  size_t good = 0;
  while (good < rows && ((numbers[good] ^ image->bits) & image->known) == 0) good++;
  if (image->numbers.count == 1) return find_outside_progression(image->numbers.pieces, numbers, good);
  for (size_t i = 0; i < good; i++) {
    const struct integer number =
        is_signed ? rowkey_integer_of_i64((int64_t)numbers[i]) : rowkey_integer_of_u64(numbers[i]);
    if (!rowkey_numbers_hold(&image->numbers, number)) return i;
  }
  return good;
}
