/* Which bytes go into a window, and how their bits are moved together. */
#include "sort/window.h"

static unsigned count_bits(uint64_t word) { return (unsigned)__builtin_popcountll(word); }

/* Step k moves those bits by 2^k whose way to the right, the number of bits that are left out below them, has
 * bit k. */
static struct squeeze squeeze_of(uint64_t mask) {
  struct squeeze squeeze = {.mask = mask, .bits = count_bits(mask)};
  if (mask == 0) return squeeze;
  squeeze.first = (unsigned)__builtin_ctzll(mask);
  mask >>= squeeze.first;
  uint64_t left_out = ~mask << 1;
  for (unsigned k = 0; k < 6; k++) {
    uint64_t odd = left_out; /* bit i: whether an odd number of bits is left out below bit i */
    for (unsigned by = 1; by < 64; by *= 2) odd ^= odd << by;
    const uint64_t moved = odd & mask;
    left_out &= ~odd;
    if (moved == 0) continue;
    mask = (mask ^ moved) | moved >> (1U << k);
    squeeze.step[squeeze.steps].moved = moved;
    squeeze.step[squeeze.steps++].by = 1U << k;
  }
  return squeeze;
}

struct sort_window rowkey_sort_window(size_t from, const uint64_t masks[WINDOW_WORDS], size_t shortest,
                                      size_t longest) {
  struct sort_window window = {.from = from};
  const size_t most = longest - from < WINDOW_BYTES ? longest - from : WINDOW_BYTES;
  unsigned bits = 0;
  for (; window.bytes < most; window.bytes++) {
    const unsigned byte = (unsigned)(masks[window.bytes / 8] >> (56 - 8 * (window.bytes % 8)) & 0xff);
    const bool ragged = shortest - from <= window.bytes;
    if (bits + count_bits(byte) + (ragged ? RAGGED_BITS : 0) > 64) break;
    bits += count_bits(byte);
  }
  for (size_t i = 0; i < WINDOW_WORDS; i++)
    window.squeeze[i] = squeeze_of(masks[i] & bits_of_bytes(window.bytes, i));
  window.ragged = shortest - from < window.bytes;
  if (window.ragged) bits += RAGGED_BITS;
  window.varying = bits == 0 ? 0 : ~UINT64_C(0) >> (64 - bits);
  return window;
}
