#include "plan/digits.h"

const struct digits *rowkey_make_digits(struct arena *arena, const struct alphabet *alphabet) {
  const size_t base = alphabet->base, square = base * base;
  struct digits *digits = rowkey_arena_allocate(arena, sizeof *digits + square * sizeof digits->pairs[0]);
  if (digits == NULL) return NULL;
  *digits = (struct digits){
      .alphabet = *alphabet, .ascends = true, .square = square, .reciprocal = UINT64_MAX / square};
  memset(digits->numbers, (int)base, sizeof digits->numbers);
  for (size_t i = 0; i < base; i++) {
    digits->numbers[alphabet->digits[i]] = (uint8_t)i;
    if (i > 0 && alphabet->digits[i] < alphabet->digits[i - 1]) digits->ascends = false;
    for (size_t j = 0; j < base; j++) {
      digits->pairs[i * base + j][0] = alphabet->digits[i];
      digits->pairs[i * base + j][1] = alphabet->digits[j];
    }
  }
  return digits;
}

bool rowkey_read_digits(const struct digits *digits, const uint8_t *bytes, size_t width, uint64_t *number) {
  const uint64_t base = digits->alphabet.base;
  *number = 0;
  for (size_t i = 0; i < width; i++) {
    const uint64_t digit = digits->numbers[bytes[i]];
    if (digit == base || __builtin_mul_overflow(*number, base, number) ||
        __builtin_add_overflow(*number, digit, number))
      return false;
  }
  return true;
}
