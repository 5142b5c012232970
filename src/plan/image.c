#include "plan/image.h"

#include "bits.h"
#include "plan/calendar.h"
#include "plan/facts.h"
#include "plan/operation.h"
#include "plan/recovery.h"
#include "plan/text_functions.h"
#include "shared/wide.h"

static const struct image any_number = {.step = 1};

/* ---- Remainders ------------------------------------------------------------------------------ */

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* A number of the image modulo a divisor of its step. */
static uint64_t residue_of(const struct value *value, const struct image *image, uint64_t modulus) {
  const uint64_t residue = image->first % modulus;
  const bool negative = image->step == 0 && value->range.low.negative;
  return negative && residue != 0 ? modulus - residue : residue;
}

static uint64_t add_modulo(uint64_t a, uint64_t b, uint64_t modulus) {
  return a >= modulus - b ? a - (modulus - b) : a + b;
}

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t modulus) {
  uint64_t low, rest;
  const uint64_t high = wide_multiply(a, b, &low);
  wide_divide(high % modulus, low, modulus, &rest);
  return rest;
}

static struct image steps_of(uint64_t step, uint64_t first) {
  return (struct image){.step = step, .first = first};
}

static struct image sum_of(const struct value *value, const struct image *a, const struct image *b) {
  const uint64_t step = common_divisor(a->step, b->step);
  if (step == 0) return any_number;
  const uint64_t second = residue_of(value->b, b, step);
  const bool negates = value->kind == VALUE_SUBTRACT && second != 0;
  return steps_of(step, add_modulo(residue_of(value->a, a, step), negates ? step - second : second, step));
}

/* (a + is)(b + jt) differs from ab by multiples of at, bs and st. */
static struct image product_of(const struct value *value, const struct image *a, const struct image *b) {
  uint64_t both, left, right;
  if (__builtin_mul_overflow(a->step, b->step, &both) || __builtin_mul_overflow(a->first, b->step, &left) ||
      __builtin_mul_overflow(b->first, a->step, &right))
    return any_number;
  const uint64_t step = common_divisor(common_divisor(both, left), right);
  if (step == 0) return any_number;
  return steps_of(step, multiply_modulo(residue_of(value->a, a, step), residue_of(value->b, b, step), step));
}

/* Of a division that rounds down, or where nothing is left to round. */
static struct image quotient_of(const struct image *a, uint64_t divisor, bool floors) {
  if (a->step == 0 || a->step % divisor != 0 || (!floors && a->first % divisor != 0)) return any_number;
  return steps_of(a->step / divisor, a->first / divisor);
}

struct image rowkey_image_of_remainder(const struct value *value, const struct image *a, uint64_t modulus) {
  const uint64_t step = common_divisor(a->step, modulus);
  return steps_of(step, residue_of(value->a, a, step));
}

/* x less what is left of it. */
static struct image difference_of(const struct value *value, const struct image *a, const struct image *b) {
  if (!rowkey_is_rounded(value, value->a)) return sum_of(value, a, b);
  return steps_of(rowkey_remainder_of(value->b).modulus, 0);
}

static struct image magnitude_of(const struct image *a) {
  /* first and -first: those differ by 2 first. */
  const uint64_t twice = a->first <= UINT64_MAX / 2 ? 2 * a->first : 1;
  const uint64_t step = common_divisor(a->step, twice);
  return step == 0 ? any_number : steps_of(step, a->first % step);
}

static struct image steps_made(const struct value *value, const struct image *a, const struct image *b) {
  switch (value->kind) {
    case VALUE_CONSTANT:
      return steps_of(0, value->range.low.magnitude);
    case VALUE_ADD:
      return sum_of(value, a, b);
    case VALUE_SUBTRACT:
      return difference_of(value, a, b);
    case VALUE_MULTIPLY:
      return product_of(value, a, b);
    case VALUE_SHIFT_LEFT: {
      const struct image power = steps_of(0, UINT64_C(1) << (b->first & 63));
      return value_is_constant(value->b) ? product_of(value, a, &power) : any_number;
    }
    case VALUE_SHIFT_RIGHT:
      return value_is_constant(value->b) ? quotient_of(a, UINT64_C(1) << b->first, true) : any_number;
    case VALUE_DIVIDE_CONSTANT:
      return value->a->type == TYPE_HASH ? any_number : quotient_of(a, b->first, false);
    case VALUE_MODULO_CONSTANT:
    case VALUE_FLOORMOD_CONSTANT:
      return value->a->type == TYPE_HASH ? any_number : rowkey_image_of_remainder(value, a, b->first);
    case VALUE_TO_I64:
      return *a;
    case VALUE_ABSOLUTE:
      return magnitude_of(a);
    default:
      return any_number;
  }
}

/* ---- Bits ------------------------------------------------------------------------------------ */

static struct image bits_of(uint64_t known, uint64_t bits) {
  return (struct image){.known = known, .bits = bits & known};
}

static struct image bits_shifted(const struct value *value, const struct image *a, unsigned count) {
  const uint64_t moved_in = value->kind == VALUE_SHIFT_LEFT ? ~(UINT64_MAX << count) : ~(UINT64_MAX >> count);
  if (value->kind == VALUE_SHIFT_LEFT) return bits_of(a->known << count | moved_in, a->bits << count);
  const bool negative = value->range.low.negative;
  return bits_of(a->known >> count | (negative ? 0 : moved_in), a->bits >> count);
}

static struct image bits_made(const struct value *value, const struct image *a, const struct image *b) {
  switch (value->kind) {
    case VALUE_CONSTANT:
      return bits_of(UINT64_MAX, rowkey_integer_bits(value->range.low));
    case VALUE_AND:
      return bits_of((a->known & b->known) | (a->known & ~a->bits) | (b->known & ~b->bits),
                     a->bits & b->bits);
    case VALUE_OR:
      return bits_of((a->known & b->known) | a->bits | b->bits, a->bits | b->bits);
    case VALUE_XOR:
      return bits_of(a->known & b->known, a->bits ^ b->bits);
    case VALUE_SHIFT_LEFT:
    case VALUE_SHIFT_RIGHT:
      return value_is_constant(value->b) ? bits_shifted(value, a, b->first & 63) : bits_of(0, 0);
    case VALUE_TO_I64:
      return *a;
    default:
      return bits_of(0, 0);
  }
}

/* ---- One of two numbers ---------------------------------------------------------------------- */

struct image rowkey_image_of_either(const struct value *value, const struct image *a, const struct image *b) {
  const uint64_t step = common_divisor(a->step, b->step);
  struct image either = any_number;
  if (step != 0) {
    const uint64_t first = residue_of(value->a, a, step), second = residue_of(value->b, b, step);
    either.step = common_divisor(step, first < second ? second - first : first - second);
    either.first = first % either.step;
  }
  either.known = a->known & b->known & ~(a->bits ^ b->bits);
  either.bits = a->bits & either.known;
  return either;
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* Distances between numbers and `first` have 64 bits. */
#define STEP_MOST (UINT64_MAX >> 2)

/* A power of two in the step says what the last bits are, and the other way round. */
static struct image exchanged(struct image image) {
  if (image.step > STEP_MOST) {
    image.step &= 0 - image.step;
    image.first &= image.step - 1;
  }
  const uint64_t last = (image.step & (0 - image.step)) - 1;
  if (image.step != 0) {
    image.known |= last;
    image.bits |= image.first & last;
  }
  const uint64_t unknown = ~image.known;
  if (image.step == 1 && unknown != 0) {
    image.step = unknown & (0 - unknown);
    image.first = image.bits & (image.step - 1);
  }
  return image;
}

/* Operands stand before what is made from them. */
static struct image find_image(const struct image *images, const struct value *value) {
  const bool computes = value->a != NULL && value_is_integer(value) && value_is_integer(value->a) &&
                        value->kind != VALUE_COALESCE && value->kind != VALUE_NULL_MARKER;
  if (!computes && value->kind != VALUE_CONSTANT) return any_number;
  const bool has_second = computes && value->b != NULL && value_is_integer(value->b);
  const struct image a = computes ? images[value->a->index] : any_number;
  const struct image b = has_second ? images[value->b->index] : any_number;
  if (value->kind == VALUE_OPERATION) return exchanged(rowkey_operation_image(value, &a, &b));
  struct image image = steps_made(value, &a, &b);
  const struct image bits = bits_made(value, &a, &b);
  image.known = bits.known;
  image.bits = bits.bits;
  return exchanged(image);
}

struct image *rowkey_find_images(struct arena *arena, const struct rowkey_layout *layout) {
  struct image *images = rowkey_arena_allocate_array(arena, layout->value_count, sizeof *images);
  for (size_t i = 0; images != NULL && i < layout->value_count; i++)
    images[i] = find_image(images, layout->values[i]);
  return images;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* The number by which an odd one is multiplied to give 1 modulo 2^64: each turn doubles the bits that are
 * right, 3 of the number itself. */
static uint64_t inverse_of(uint64_t odd) {
  uint64_t inverse = odd;
  for (unsigned bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

/* n is a multiple of odd * 2^k if n times the inverse, rotated to the right by k, is a quotient of 64 bits.
 */
static size_t find_between_steps(const struct image *image, bool is_signed, const uint64_t *numbers,
                                 size_t rows) {
  const unsigned twos = (unsigned)__builtin_ctzll(image->step);
  const uint64_t inverse = inverse_of(image->step >> twos), most = UINT64_MAX / image->step;
  const uint64_t first = image->first;
  for (size_t i = 0; i < rows; i++) {
    const bool negative = is_signed && numbers[i] >> 63 != 0;
    const uint64_t distance = negative              ? first - numbers[i]
                              : numbers[i] >= first ? numbers[i] - first
                                                    : first - numbers[i];
    const uint64_t product = distance * inverse;
    if ((twos == 0 ? product : product >> twos | product << (64 - twos)) > most) return i;
  }
  return rows;
}

size_t rowkey_find_outside_image(const struct image *image, bool is_signed, const uint64_t *numbers,
                                 size_t rows) {
  size_t good = 0;
  while (good < rows && ((numbers[good] ^ image->bits) & image->known) == 0) good++;
  const bool is_power = (image->step & (image->step - 1)) == 0; /* which the bits say as well */
  return is_power ? good : find_between_steps(image, is_signed, numbers, good);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static bool has_letter(const uint8_t *bytes, size_t size, char first) {
  for (size_t i = 0; i < size; i++)
    if ((uint8_t)(bytes[i] - first) < 26) return true;
  return false;
}

static bool fits_call(const struct text_call *call, const uint8_t *bytes, size_t size) {
  switch (call->function) {
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return size <= call->count;
    case TEXT_LOWER:
    case TEXT_UPPER:
      return !has_letter(bytes, size, call->function == TEXT_LOWER ? 'A' : 'a');
    default:
      return true;
  }
}

bool rowkey_call_makes_text(const struct value *call, const uint8_t *bytes, size_t size) {
  const enum text_function function = call->call.function;
  const struct slice text = {(const char *)bytes, size};
  /* These leave their own results as they are. */
  if ((function == TEXT_TRIM || function == TEXT_HASH_TAG) && rowkey_cut_text(&call->call, text).size != size)
    return false;
  /* What a call below has cut does not grow again, and the letters of the last case stay. */
  bool has_case = false;
  for (; call->kind == VALUE_TEXT_CALL && call->call.function != TEXT_UTF16LE; call = call->a) {
    const bool sets_case = call->call.function == TEXT_LOWER || call->call.function == TEXT_UPPER;
    if (!(sets_case && has_case) && !fits_call(&call->call, bytes, size)) return false;
    has_case |= sets_case;
  }
  return true;
}
