/* Texts of records as tuned scalar code puts them into keys: without a call for a handful of bytes. */
#ifndef ROWKEY_BENCH_SHORT_TEXT_H
#define ROWKEY_BENCH_SHORT_TEXT_H

#include "records.h"
#include "words.h"

/* Zero-padded to 16 bytes. */
static inline void put_padded16(char *key, const uint8_t *text, size_t length) {
  if (length > 16) bench_fail("a text of %zu bytes does not fit", length);
  store_little_endian_u64((uint8_t *)key, first_eight(text, length));
  uint64_t rest = 0;
  if (length > 8) rest = load_little_endian_u64(text + length - 8) >> 8 * (16 - length);
  store_little_endian_u64((uint8_t *)key + 8, rest);
}

/* Zero-padded to 8 bytes. */
static inline void put_padded8(char *key, const uint8_t *text, size_t length) {
  if (length > 8) bench_fail("a text of %zu bytes does not fit", length);
  store_little_endian_u64((uint8_t *)key, first_eight(text, length));
}

static inline const uint8_t *text_at(const struct bench_strings *strings, size_t row, size_t *length) {
  *length = strings->end[row] - strings->begin[row];
  return strings->bytes + strings->begin[row];
}

/* Writes what stands before a row's text and returns its length. */
typedef size_t put_prefix(char *key, size_t row, const uint8_t *text, size_t length);

/* A prefix and the text after it, with `put` inlined. */
static inline __attribute__((always_inline)) void prefix_texts(const struct bench_strings *texts, size_t rows,
                                                               char *keys, uint64_t *offsets,
                                                               put_prefix *put) {
  char *key = keys;
  for (size_t i = 0; i < rows; i++) {
    size_t length;
    const uint8_t *text = text_at(texts, i, &length);
    offsets[i] = (uint64_t)(key - keys);
    key += put(key, i, text, length);
    memcpy(key, text, length);
    key += length;
  }
  offsets[rows] = (uint64_t)(key - keys);
}

#endif
