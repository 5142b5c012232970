/* Arithmetic on whole sets: computes each result piece by piece, as arithmetic progressions, sorts the
 * pieces, joins pieces that touch, and joins further while there are too many.
 *
 *     {(md5(id) % 4) * 1000:04d}
 *
 *     md5(id) % 4    0, 1 ... 3          one piece, step 1
 *     ... * 1000     0, 1000 ... 3000    one piece, step 1000: four numbers, which make four regions */
#include "plan/numbers.h"

static const struct range negative_numbers = {{UINT64_MAX, true, false}, {1, true, false}};
static const struct range natural_numbers = {{0, false, false}, {UINT64_MAX, false, false}};

uint64_t rowkey_common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* ---- One progression ------------------------------------------------------------------------- */

static struct integer integer_plus(struct integer number, uint64_t distance) {
  return rowkey_integer_add(number, rowkey_integer_of_u64(distance));
}

static struct integer integer_minus(struct integer number, uint64_t distance) {
  return rowkey_integer_add(number, rowkey_integer_negate(rowkey_integer_of_u64(distance)));
}

/* From `a` to `b`, which is not less than `a` and has the same type. */
static uint64_t distance_to(struct integer a, struct integer b) {
  return rowkey_integer_bits(b) - rowkey_integer_bits(a);
}

static uint64_t floor_modulo(struct integer number, uint64_t n) {
  return rowkey_integer_floormod(number, rowkey_integer_of_u64(n)).magnitude;
}

static struct integer floor_divide(struct integer number, uint64_t n) {
  const struct integer multiple = integer_minus(number, floor_modulo(number, n));
  return rowkey_integer_divide(multiple, rowkey_integer_of_u64(n));
}

static bool is_single(const struct progression *piece) {
  return !rowkey_integer_less(piece->low, piece->high);
}

/* 0 for a single number. */
static uint64_t step_of(const struct progression *piece) { return is_single(piece) ? 0 : piece->step; }

static uint64_t last_of(const struct progression *piece) {
  return distance_to(piece->low, piece->high) / piece->step;
}

static struct progression progression_of(struct integer low, struct integer high, uint64_t step) {
  return (struct progression){low, high, rowkey_integer_less(low, high) ? step : 1};
}

/* The distance from one remainder modulo the step up to another one, wrapping around. */
static uint64_t distance_up(uint64_t from, uint64_t to, uint64_t step) {
  return to >= from ? to - from : step - (from - to);
}

/* Keeps the numbers within the range; false if there are none. If both ends are beyond 64 bits, the piece
 * becomes the whole range, or nothing if both lie on the same side. */
static bool clip_progression(struct progression *piece, struct range range) {
  if (piece->low.beyond && piece->high.beyond) {
    const bool holds_all = piece->low.negative != piece->high.negative;
    *piece = progression_of(range.low, range.high, 1);
    return holds_all;
  }
  const uint64_t step = piece->step;
  const uint64_t rest = floor_modulo(piece->low.beyond ? piece->high : piece->low, step);
  struct integer low = piece->low, high = piece->high;
  if (rowkey_integer_less(low, range.low))
    low = integer_plus(range.low, distance_up(floor_modulo(range.low, step), rest, step));
  if (rowkey_integer_less(range.high, high))
    high = integer_minus(range.high, distance_up(rest, floor_modulo(range.high, step), step));
  if (rowkey_integer_less(high, low)) return false;
  *piece = progression_of(low, high, step);
  return true;
}

/* The smallest progression that holds both; *exact if it holds nothing else. a must not begin after b. */
static struct progression joined_progression(const struct progression *a, const struct progression *b,
                                             bool *exact) {
  const uint64_t apart = distance_to(a->low, b->low);
  const uint64_t step = rowkey_common_divisor(rowkey_common_divisor(step_of(a), step_of(b)), apart);
  const bool is_same_step = (is_single(a) || a->step == step) && (is_single(b) || b->step == step);
  const bool continues =
      apart <= distance_to(a->low, a->high) || apart - distance_to(a->low, a->high) == step;
  *exact = is_same_step && continues;
  return progression_of(a->low, rowkey_integer_larger(a->high, b->high), step);
}

/* ---- Several pieces -------------------------------------------------------------------------- */

static void remove_piece(struct numbers *numbers, size_t index) {
  numbers->count--;
  for (size_t i = index; i < numbers->count; i++) numbers->pieces[i] = numbers->pieces[i + 1];
}

/* Joins piece `index` and the next one. */
static void join_pieces(struct numbers *numbers, size_t index) {
  bool exact;
  struct progression *piece = &numbers->pieces[index];
  *piece = joined_progression(piece, piece + 1, &exact);
  numbers->exact &= exact;
  remove_piece(numbers, index + 1);
}

/* The piece with the smallest gap to the next one. */
static size_t find_nearest(const struct numbers *numbers) {
  size_t nearest = 0;
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i + 1 < numbers->count; i++) {
    const uint64_t gap = distance_to(numbers->pieces[i].high, numbers->pieces[i + 1].low);
    if (gap < least) nearest = i;
    if (gap < least) least = gap;
  }
  return nearest;
}

/* Whether the two overlap, or together are one progression. */
static bool belongs_together(const struct progression *a, const struct progression *b) {
  bool exact;
  if (!rowkey_integer_less(a->high, b->low)) return true;
  joined_progression(a, b, &exact);
  return exact && !(is_single(a) && is_single(b) && distance_to(a->low, b->low) != 1);
}

static void add_piece(struct numbers *numbers, struct progression piece) {
  size_t at = numbers->count++;
  for (; at > 0 && rowkey_integer_less(piece.low, numbers->pieces[at - 1].low); at--)
    numbers->pieces[at] = numbers->pieces[at - 1];
  numbers->pieces[at] = piece;
  if (at > 0 && belongs_together(&numbers->pieces[at - 1], &numbers->pieces[at])) join_pieces(numbers, --at);
  while (at + 1 < numbers->count && belongs_together(&numbers->pieces[at], &numbers->pieces[at + 1]))
    join_pieces(numbers, at);
  if (numbers->count > PROGRESSIONS_MAX) join_pieces(numbers, find_nearest(numbers));
}

static void add_clipped(struct numbers *numbers, struct progression piece, struct range within) {
  if (clip_progression(&piece, within)) add_piece(numbers, piece);
}

/* An empty set that is as exact as the others. */
static struct numbers none_as(const struct numbers *others) {
  return (struct numbers){.exact = others->exact};
}

/* ---- Reading sets ---------------------------------------------------------------------------- */

uint64_t rowkey_numbers_last(const struct numbers *numbers) {
  uint64_t last = numbers->count - 1;
  for (size_t i = 0; i < numbers->count; i++) last += last_of(&numbers->pieces[i]);
  return last;
}

uint64_t rowkey_numbers_at(const struct numbers *numbers, uint64_t index) {
  const struct progression *piece = numbers->pieces;
  for (; index > last_of(piece); piece++) index -= last_of(piece) + 1;
  return rowkey_integer_bits(piece->low) + index * piece->step;
}

static bool progression_holds(const struct progression *piece, struct integer number) {
  return rowkey_range_holds(rowkey_range_of(piece->low, piece->high), number) &&
         distance_to(piece->low, number) % piece->step == 0;
}

bool rowkey_numbers_hold(const struct numbers *numbers, struct integer number) {
  for (size_t i = 0; i < numbers->count; i++)
    if (progression_holds(&numbers->pieces[i], number)) return true;
  return false;
}

bool rowkey_numbers_are_of_bits(const struct numbers *numbers) {
  const struct progression *piece = numbers->pieces;
  const uint64_t high = rowkey_integer_bits(piece->high);
  return numbers->count == 1 && numbers->exact && piece->step == 1 && piece->low.magnitude == 0 &&
         (high & (high + 1)) == 0;
}

struct range rowkey_numbers_range(const struct numbers *numbers) {
  return rowkey_range_of(numbers->pieces[0].low, numbers->pieces[numbers->count - 1].high);
}

/* ---- Making sets ----------------------------------------------------------------------------- */

struct numbers rowkey_numbers_of_range(struct range range) {
  return (struct numbers){1, {progression_of(range.low, range.high, 1)}, true};
}

static struct integer integer_of_bits(uint64_t bits, bool is_signed) {
  return is_signed ? rowkey_integer_of_i64((int64_t)bits) : rowkey_integer_of_u64(bits);
}

struct numbers rowkey_numbers_of_bits(uint64_t known, uint64_t bits, bool is_signed) {
  const uint64_t sign = is_signed ? UINT64_C(1) << 63 : 0, free = ~known, lowest = free & (0 - free);
  /* The lowest run of free bits makes one progression; each combination of the other free bits begins a new
   * one. */
  const uint64_t counting = free & ~(free + lowest) & ~sign, others = free & ~counting;
  const uint64_t fixed = bits & known;
  struct numbers numbers = {.exact = true};
  if (__builtin_popcountll(others) > 3) { /* 2^3 is PROGRESSIONS_MAX */
    const struct integer low = integer_of_bits(fixed | (free & sign), is_signed);
    const struct integer high = integer_of_bits(fixed | (free & ~sign), is_signed);
    return (struct numbers){1, {progression_of(low, high, lowest)}, false};
  }
  for (uint64_t some = others;; some = (some - 1) & others) {
    const struct integer low = integer_of_bits(fixed | some, is_signed);
    add_piece(&numbers, progression_of(low, integer_plus(low, counting), lowest == 0 ? 1 : lowest));
    if (some == 0) return numbers;
  }
}

struct numbers rowkey_numbers_within(const struct numbers *numbers, struct range range) {
  struct numbers result = none_as(numbers);
  for (size_t i = 0; i < numbers->count; i++) add_clipped(&result, numbers->pieces[i], range);
  return result;
}

struct numbers rowkey_numbers_of_either(const struct numbers *a, const struct numbers *b) {
  struct numbers result = *a;
  for (size_t i = 0; i < b->count; i++) add_piece(&result, b->pieces[i]);
  result.exact &= b->exact;
  return result;
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

/* Adds a progression for each number of `few`: that number plus the others, which do not fill the gaps
 * between the few. */
static void add_each(struct numbers *numbers, const struct progression *few, const struct progression *others,
                     struct range within) {
  struct integer number = few->low;
  for (uint64_t i = 0; i <= last_of(few); i++, number = integer_plus(number, few->step))
    add_clipped(numbers,
                progression_of(rowkey_integer_add(number, others->low),
                               rowkey_integer_add(number, others->high), others->step),
                within);
}

static void add_sums(struct numbers *numbers, const struct progression *a, const struct progression *b,
                     struct range within) {
  const bool first_is_coarse = is_single(a) || (!is_single(b) && a->step >= b->step);
  const struct progression *coarse = first_is_coarse ? a : b, *fine = first_is_coarse ? b : a;
  const uint64_t length = distance_to(fine->low, fine->high);
  const bool fills =
      !is_single(coarse) && coarse->step % fine->step == 0 && length >= coarse->step - fine->step;
  if (!fills && last_of(coarse) < PROGRESSIONS_MAX) {
    add_each(numbers, coarse, fine, within);
    return;
  }
  numbers->exact &= fills;
  const uint64_t step = rowkey_common_divisor(step_of(coarse), step_of(fine));
  add_clipped(numbers,
              progression_of(rowkey_integer_add(a->low, b->low), rowkey_integer_add(a->high, b->high), step),
              within);
}

struct numbers rowkey_numbers_add(const struct numbers *a, const struct numbers *b, struct range within) {
  struct numbers result = none_as(a);
  result.exact &= b->exact;
  for (size_t i = 0; i < a->count; i++)
    for (size_t j = 0; j < b->count; j++) add_sums(&result, &a->pieces[i], &b->pieces[j], within);
  return result;
}

/* The numbers whose products with the factor are within the range. */
static struct range factors_within(struct integer factor, struct range within) {
  if (factor.negative)
    within = rowkey_range_of(rowkey_integer_negate(within.high), rowkey_integer_negate(within.low));
  const struct integer least = floor_divide(rowkey_integer_negate(within.low), factor.magnitude);
  return rowkey_range_of(rowkey_integer_negate(least), floor_divide(within.high, factor.magnitude));
}

struct numbers rowkey_numbers_multiply(const struct numbers *a, struct integer factor, struct range within) {
  if (factor.magnitude == 0) return rowkey_numbers_of_range(rowkey_range_of(factor, factor));
  const struct numbers good = rowkey_numbers_within(a, factors_within(factor, within));
  struct numbers result = none_as(&good);
  for (size_t i = 0; i < good.count; i++) {
    const struct progression *piece = &good.pieces[factor.negative ? good.count - 1 - i : i];
    const struct integer first = rowkey_integer_multiply(piece->low, factor);
    const struct integer last = rowkey_integer_multiply(piece->high, factor);
    const uint64_t step =
        piece->step * factor.magnitude; /* below 2^64 if the piece has several numbers: their products fit */
    add_piece(&result,
              factor.negative ? progression_of(last, first, step) : progression_of(first, last, step));
  }
  return result;
}

static void negate_pieces(struct numbers *numbers) {
  struct numbers result = none_as(numbers);
  for (size_t i = numbers->count; i-- > 0;)
    add_piece(&result,
              progression_of(rowkey_integer_negate(numbers->pieces[i].high),
                             rowkey_integer_negate(numbers->pieces[i].low), numbers->pieces[i].step));
  *numbers = result;
}

static void add_quotients(struct numbers *numbers, const struct progression *piece, uint64_t n) {
  const bool stays_apart = piece->step % n == 0;
  numbers->exact &= stays_apart || piece->step <= n || is_single(piece);
  add_piece(numbers, progression_of(floor_divide(piece->low, n), floor_divide(piece->high, n),
                                    stays_apart ? piece->step / n : 1));
}

/* The greatest multiple of n that is not above the number: the start of its window of n numbers. */
static struct integer window_of(struct integer number, uint64_t n) {
  return integer_minus(number, floor_modulo(number, n));
}

static void add_remainders(struct numbers *numbers, const struct progression *piece, uint64_t n) {
  const uint64_t divisor = rowkey_common_divisor(step_of(piece), n);
  const struct integer first = window_of(piece->low, n), last = window_of(piece->high, n);
  const uint64_t windows = distance_to(first, last) / n, rest = floor_modulo(piece->low, divisor);
  const struct progression all =
      progression_of(rowkey_integer_of_u64(rest), rowkey_integer_of_u64(n - divisor + rest), divisor);
  if (windows >= PROGRESSIONS_MAX || last_of(piece) >= n / divisor - 1) {
    numbers->exact &= last_of(piece) >= n / divisor - 1;
    add_piece(numbers, all);
    return;
  }
  struct integer window = first;
  for (uint64_t i = 0; i <= windows; i++, window = integer_plus(window, n)) {
    struct progression part = *piece;
    if (!clip_progression(&part, rowkey_range_of(window, integer_plus(window, n - 1)))) continue;
    const struct integer back = rowkey_integer_negate(window);
    add_piece(numbers, progression_of(rowkey_integer_add(part.low, back), rowkey_integer_add(part.high, back),
                                      part.step));
  }
}

/* Applies add_quotients or add_remainders to all pieces. */
static struct numbers map_pieces(const struct numbers *a, uint64_t n,
                                 void (*add)(struct numbers *, const struct progression *, uint64_t)) {
  struct numbers result = none_as(a);
  for (size_t i = 0; i < a->count; i++) add(&result, &a->pieces[i], n);
  return result;
}

/* Rounds toward 0: maps the magnitudes of negative numbers and puts the sign back. */
static struct numbers map_magnitudes(const struct numbers *a, uint64_t n,
                                     void (*add)(struct numbers *, const struct progression *, uint64_t)) {
  struct numbers negative = rowkey_numbers_within(a, negative_numbers);
  const struct numbers others = rowkey_numbers_within(a, natural_numbers);
  negate_pieces(&negative);
  struct numbers result = map_pieces(&negative, n, add);
  negate_pieces(&result);
  const struct numbers rest = map_pieces(&others, n, add);
  return rowkey_numbers_of_either(&result, &rest);
}

struct numbers rowkey_numbers_divide(const struct numbers *a, uint64_t n, bool floors) {
  return (floors ? map_pieces : map_magnitudes)(a, n, add_quotients);
}

struct numbers rowkey_numbers_modulo(const struct numbers *a, uint64_t n, bool floors) {
  return (floors ? map_pieces : map_magnitudes)(a, n, add_remainders);
}

struct numbers rowkey_numbers_absolute(const struct numbers *a) {
  struct numbers negative = rowkey_numbers_within(a, negative_numbers);
  const struct numbers others = rowkey_numbers_within(a, natural_numbers);
  negate_pieces(&negative);
  return rowkey_numbers_of_either(&others, &negative);
}
