/* MD5 of keys of one width at a stride. */

/* What all keys of up to 55 bytes have in common. */
struct md5_key_shape {
  size_t stride;
  vec32 last_mask, last_padding; /* the last variable word: key bytes kept, 0x80 behind them */
  uint32_t constants[64];
};

/* One group of MD5_SHORT_ROWS keys; `count` = the words that hold key bytes, 0…14. Reads each key up to the
 * next multiple of 16 bytes. */
V_INLINE void md5_fixed_group(const uint8_t *keys, const struct md5_key_shape *shape, const unsigned count,
                              uint8_t *digests) {
  vec32 words[16][V_STREAMS_MD5];
  for (int s = 0; s < V_STREAMS_MD5; s++) {
    const uint8_t *rows = keys + (size_t)(s * V32_LANES) * shape->stride;
    if (count <= 2 && shape->stride == 8) {
      vec32 pair[2];
      v32_load_pairs(rows, pair);
      words[0][s] = pair[0];
      words[1][s] = pair[1];
    } else {
      for (unsigned quarter = 0; quarter < (count + 3) / 4; quarter++) {
        vec32 four[4];
        v32_load_rows(rows + 16 * quarter, shape->stride, four);
        for (unsigned i = 0; i < 4; i++) words[4 * quarter + i][s] = four[i];
      }
    }
    if (count > 0)
      words[count - 1][s] =
          v32_or(v32_and(words[count - 1][s], shape->last_mask), shape->last_padding);
  }
  md5_short_digests(words, (1U << count) - 1, shape->constants, digests);
}

/* All keys that can be read in whole groups, up to the next multiple of 16 bytes each; returns how many. */
V_INLINE size_t md5_fixed_groups(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape,
                                 const unsigned count, uint8_t *digests) {
  size_t row = 0;
  for (; row + MD5_SHORT_ROWS <= rows; row += MD5_SHORT_ROWS)
    md5_fixed_group(keys + row * shape->stride, shape, count, digests + 16 * row);
  return row;
}

/* One function for each count of words: the counts are constants inside. */
#define MD5_FIXED_COUNTS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14)
#define MD5_FIXED_DEFINE(count)                                                                       \
  static __attribute__((noinline)) size_t md5_fixed_##count(                                          \
      const uint8_t *keys, size_t rows, const struct md5_key_shape *shape, uint8_t *digests) {        \
    return md5_fixed_groups(keys, rows, shape, count, digests);                                       \
  }
MD5_FIXED_COUNTS(MD5_FIXED_DEFINE)

static size_t md5_fixed_one_block(const uint8_t *keys, size_t rows, const struct md5_key_shape *shape,
                                  size_t count, uint8_t *digests) {
  typedef size_t groups(const uint8_t *, size_t, const struct md5_key_shape *, uint8_t *);
#define MD5_FIXED_NAME(count) md5_fixed_##count,
  static groups *const by_count[] = {MD5_FIXED_COUNTS(MD5_FIXED_NAME)};
  return by_count[count](keys, rows, shape, digests);
}

/* Keys of up to 55 bytes. */
static void md5_fixed_short(const uint8_t *keys, size_t rows, size_t width, size_t stride,
                            uint8_t *digests) {
  const size_t count = (width + 3) / 4, partial = width % 4;
  struct md5_key_shape shape = {.stride = stride};
  uint32_t block[16] = {0};
  block[14] = (uint32_t)(8 * width);
  if (partial == 0) {
    block[width / 4] |= 0x80;
    shape.last_mask = v32_set1(UINT32_MAX);
    shape.last_padding = v32_set1(0);
  } else {
    shape.last_mask = v32_set1((1U << 8 * partial) - 1);
    shape.last_padding = v32_set1(0x80U << 8 * partial);
  }
  md5_fold_constants(shape.constants, block);

  /* The rows from which 16 bytes at a time can be read without leaving the keys. (Eight-byte rows side by side
   * are read as they are.) */
  const size_t read = width <= 8 && stride == 8 ? 8 : (width + 15) / 16 * 16;
  const size_t beyond = read - width; /* bytes read behind a key */
  const size_t unsafe = stride == 0 || beyond == 0 ? (beyond > 0 ? rows : 0) : (beyond + stride - 1) / stride;
  const size_t safe = rows > unsafe ? rows - unsafe : 0;
  size_t row = md5_fixed_one_block(keys, safe, &shape, count, digests);

  /* The rest by way of a buffer in which every key has room. */
  shape.stride = 64;
  while (row < rows) {
    uint8_t padded[MD5_SHORT_ROWS * 64], results[MD5_SHORT_ROWS * 16];
    const size_t left = rows - row, part = left < MD5_SHORT_ROWS ? left : MD5_SHORT_ROWS;
    memset(padded, 0, sizeof padded);
    for (size_t i = 0; i < part; i++) memcpy(padded + 64 * i, keys + (row + i) * stride, width);
    md5_fixed_one_block(padded, MD5_SHORT_ROWS, &shape, count, results);
    memcpy(digests + 16 * row, results, 16 * part);
    row += part;
  }
}

static void md5_fixed(const uint8_t *keys, size_t rows, size_t width, size_t stride, uint8_t *digests) {
  if (rows == 0) return;
  if (width <= 55) {
    md5_fixed_short(keys, rows, width, stride, digests);
    return;
  }
  /* Longer keys are strings of equal length. */
  enum { PART = 256 };
  uint64_t begin[PART], end[PART];
  for (size_t row = 0; row < rows; row += PART) {
    const size_t part = rows - row < PART ? rows - row : PART;
    for (size_t i = 0; i < part; i++) {
      begin[i] = (row + i) * stride;
      end[i] = begin[i] + width;
    }
    const struct rowkey_strings strings = {keys, (rows - 1) * stride + width, begin, end};
    md5_strings(&strings, part, digests + 16 * row);
  }
}
