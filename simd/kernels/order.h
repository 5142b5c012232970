/* The order in which strings are hashed together: lanes run to the longest of their group. */
#ifndef ROWKEY_SIMD_KERNELS_ORDER_H
#define ROWKEY_SIMD_KERNELS_ORDER_H

enum {
  ORDER_ROWS = 2016,   /* strings that are ordered together: whole groups of 96, 48, 32 */
  ORDER_KEYS = 16 * 60 /* block counts are distinguished exactly below 32, then to a sixteenth */
};

/* A key that rises with the count of blocks: 5 leading bits and how many bits follow them. */
V_INLINE unsigned order_key(uint64_t blocks) {
  const unsigned bits = 64 - (unsigned)__builtin_clzll(blocks), shift = bits > 5 ? bits - 5 : 0;
  return 16 * shift + (unsigned)(blocks >> shift);
}

/* Whether all rows have the same count of the blocks of 64 bytes that hold them and `more` bytes. */
static bool order_is_plain(const uint64_t *begin, const uint64_t *end, size_t rows, size_t more) {
  const uint64_t first = (end[0] - begin[0] + more) / 64;
  uint64_t differ = 0;
  for (size_t i = 0; i < rows; i++) differ |= first ^ (end[i] - begin[i] + more) / 64;
  return differ == 0;
}

/* order[0 … rows), at most ORDER_ROWS: the rows by rising count of the blocks of 64 bytes that hold them and
 * `more` bytes. */
static void order_by_blocks(const uint64_t *begin, const uint64_t *end, size_t rows, size_t more,
                            uint16_t *order) {
  /* Four counts a key, taken in turn: rows of the same key would wait for each other's count. */
  uint16_t keys[ORDER_ROWS], places[ORDER_KEYS][4], place = 0;
  unsigned lowest = ORDER_KEYS, highest = 0;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t length = end[i] - begin[i];
    const unsigned key = order_key(length / 64 + (length % 64 + more < 64 ? 1 : 2));
    keys[i] = (uint16_t)key;
    order[i] = (uint16_t)i;
    if (key < lowest) lowest = key;
    if (key > highest) highest = key;
  }
  if (lowest >= highest) return;
  memset(places[lowest], 0, (highest - lowest + 1) * sizeof places[0]);
  for (size_t i = 0; i < rows; i++) places[keys[i]][i % 4]++;
  for (unsigned key = lowest; key <= highest; key++) {
    for (unsigned turn = 0; turn < 4; turn++) {
      const uint16_t count = places[key][turn];
      places[key][turn] = place;
      place = (uint16_t)(place + count);
    }
  }
  for (size_t i = 0; i < rows; i++) order[places[keys[i]][i % 4]++] = (uint16_t)i;
}

#endif
