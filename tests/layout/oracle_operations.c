/* The functions that describe themselves, once more: each has a line here. */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "reference/reference.h"

static uint64_t bits_of(struct result number) {
  return number.negative ? -number.magnitude : number.magnitude;
}

/* Of constants it is one, too. */
static void become_u64(struct result *result, uint64_t number) {
  *result = (struct result){.type = result->type == CONSTANT ? CONSTANT : U64, .magnitude = number};
}

/* A hash is a signed number of 128 bits here: complement and one. */
static void make_digest_absolute(struct result *hash) {
  if (hash->digest[0] < 128) return;
  unsigned carry = 1;
  for (unsigned i = 16; i-- > 0;) {
    carry += 255u - hash->digest[i];
    hash->digest[i] = (uint8_t)carry;
    carry >>= 8;
  }
}

static bool abs_of(struct result *a, struct result b, const struct result *held) {
  (void)b, (void)held;
  if (a->type == DIGEST) make_digest_absolute(a);
  a->negative = false;
  return a->type == DIGEST || fits(*a, a->type);
}

static bool int32(struct result *a, struct result b, const struct result *held) {
  (void)b, (void)held;
  const uint32_t low = (uint32_t)bits_of(*a);
  const bool negative = low >> 31 != 0;
  *a = (struct result){.type = a->type == CONSTANT ? CONSTANT : I64,
                       .magnitude = negative ? (UINT64_C(1) << 32) - low : low,
                       .negative = negative};
  return true;
}

static bool int64(struct result *a, struct result b, const struct result *held) {
  (void)b, (void)held;
  const uint64_t bits = bits_of(*a);
  const bool negative = bits >> 63 != 0;
  *a = (struct result){.type = a->type == CONSTANT ? CONSTANT : I64,
                       .magnitude = negative ? -bits : bits,
                       .negative = negative};
  return true;
}

static bool uint64(struct result *a, struct result b, const struct result *held) {
  (void)b, (void)held;
  *a = (struct result){.type = a->type == CONSTANT ? CONSTANT : U64, .magnitude = bits_of(*a)};
  return true;
}

static bool jump(struct result *a, struct result b, const struct result *buckets) {
  (void)b;
  become_u64(a, reference_jump(bits_of(*a), buckets->magnitude));
  return true;
}

static bool bit_reverse(struct result *a, struct result b, const struct result *held) {
  (void)b;
  const uint64_t bits = held->magnitude;
  uint64_t reversed = 0;
  if (a->negative || (bits < 64 && a->magnitude >> bits != 0)) return false;
  for (uint64_t i = 0; i < bits; i++) reversed = reversed << 1 | (a->magnitude >> i & 1);
  become_u64(a, reversed);
  return true;
}

static bool bit_length(struct result *a, struct result b, const struct result *held) {
  (void)b, (void)held;
  uint64_t length = 0;
  for (uint64_t bits = bits_of(*a); bits != 0; bits /= 2) length++;
  become_u64(a, length);
  return true;
}

static bool interleave(struct result *a, struct result b, const struct result *bits) {
  uint64_t pairs = 0;
  if (a->negative || b.negative || a->magnitude >> bits->magnitude != 0 ||
      b.magnitude >> bits->magnitude != 0)
    return false;
  for (uint64_t i = bits->magnitude; i-- > 0;)
    pairs = pairs * 4 + (a->magnitude >> i) % 2 * 2 + (b.magnitude >> i) % 2;
  become_u64(a, pairs);
  return true;
}

bool take_in_turns(const struct result *numbers, size_t count, struct result *result) {
  const uint64_t bits = numbers[count].magnitude;
  bool is_constant = true;
  *result = (struct result){.type = U64};
  for (size_t i = 0; i < count; i++) {
    if (numbers[i].negative || numbers[i].magnitude >> bits != 0) return false;
    is_constant &= numbers[i].type == CONSTANT;
  }
  for (uint64_t bit = bits; bit-- > 0;)
    for (size_t i = 0; i < count; i++)
      result->magnitude = result->magnitude * 2 + (numbers[i].magnitude >> bit) % 2;
  if (is_constant) result->type = CONSTANT;
  return true;
}

static bool is_less(struct result a, struct result b) {
  if (a.negative != b.negative) return a.negative;
  return a.negative ? a.magnitude > b.magnitude : a.magnitude < b.magnitude;
}

/* a becomes b, with the unit of either. */
static bool take_other(struct result *a, struct result b, bool taken) {
  const rowkey_time_unit unit = a->unit != ROWKEY_NO_TIME ? a->unit : b.unit;
  if (taken) *a = b;
  a->unit = unit;
  return true;
}

static bool min(struct result *a, struct result b, const struct result *held) {
  (void)held;
  return take_other(a, b, is_less(b, *a));
}

static bool max(struct result *a, struct result b, const struct result *held) {
  (void)held;
  return take_other(a, b, is_less(*a, b));
}

static bool between(struct result *a, struct result b, const struct result *bounds) {
  (void)b;
  return !is_less(*a, bounds[0]) && !is_less(bounds[1], *a);
}

/* Two's complement of 64 bits. */
static bool become_bits(struct result *a, struct result b, uint64_t bits) {
  const bool is_signed = a->type == I64 || a->negative || b.negative;
  const bool negative = is_signed && bits >> 63 != 0;
  *a = (struct result){.type = a->type, .magnitude = negative ? 0 - bits : bits, .negative = negative};
  return true;
}

static bool wrapping_add(struct result *a, struct result b, const struct result *held) {
  (void)held;
  return become_bits(a, b, bits_of(*a) + bits_of(b));
}

static bool wrapping_sub(struct result *a, struct result b, const struct result *held) {
  (void)held;
  return become_bits(a, b, bits_of(*a) - bits_of(b));
}

static bool wrapping_mul(struct result *a, struct result b, const struct result *held) {
  (void)held;
  return become_bits(a, b, bits_of(*a) * bits_of(b));
}

/* Two integers have one type, and a constant may stand after them. */
static const struct operation_of_name {
  const char *name;
  unsigned integers;
  bool (*apply)(struct result *a, struct result b, const struct result *held);
} operations[] = {{"abs", 1, abs_of},
                  {"int32", 1, int32},
                  {"jump", 1, jump},
                  {"bit_reverse", 1, bit_reverse},
                  {"bit_length", 1, bit_length},
                  {"interleave", 2, interleave},
                  {"min", 2, min},
                  {"max", 2, max},
                  {"between", 1, between},
                  {"int64", 1, int64},
                  {"uint64", 1, uint64},
                  {"wrapping_add", 2, wrapping_add},
                  {"wrapping_sub", 2, wrapping_sub},
                  {"wrapping_mul", 2, wrapping_mul}};

static const struct operation_of_name *find_operation(const char *name) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (strcmp(operations[i].name, name) == 0) return &operations[i];
  abort(); /* what is new has no line yet */
}

bool operate_by_name(const char *name, const struct result arguments[3], struct result *result) {
  const struct operation_of_name *operation = find_operation(name);
  struct result a = arguments[0], b = operation->integers == 2 ? arguments[1] : a;
  *result = a;
  if (a.type == DIGEST) return operation->apply(result, b, NULL);
  result->type = b.type = type_of_both(a, b);
  if (!fits(*result, result->type) || !fits(b, b.type)) return false;
  return operation->apply(result, b, arguments + operation->integers);
}
