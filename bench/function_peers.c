/* One function of the layout language a key, as scalar loops: what bits, floats and texts become, and what it
 * takes to write that. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "encode_peers.h"
#include "short_text.h"
#include "words.h"

/* ---- Bits ---- */

static inline __attribute__((always_inline)) void put_integers(const struct records *records, size_t rows,
                                                               char *keys,
                                                               uint64_t (*make)(uint64_t, uint64_t)) {
  for (size_t i = 0; i < rows; i++)
    store_big_endian_u64((uint8_t *)keys + 8 * i, make(records->id[i], records->ts[i]));
}

/* Of each byte, and then the bytes, which is what the store undoes. */
static inline uint64_t reversed(uint64_t x, uint64_t unused) {
  (void)unused;
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  return __builtin_bswap64(x);
}

void tuned_bit_reverse(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  put_integers(records, rows, keys, reversed);
}

/* Bit by bit, as the definition has it. */
size_t plain_interleave(const struct records *records, size_t row, char *key) {
  uint64_t out = 0;
  for (unsigned bit = 0; bit < 32; bit++)
    out |= (records->id[row] >> bit & 1) << (2 * bit + 1) | (records->ts[row] >> bit & 1) << 2 * bit;
  store_big_endian_u64((uint8_t *)key, out);
  return 8;
}

static inline uint64_t spread(uint64_t x) {
  x = (x | x << 16) & 0x0000ffff0000ffff;
  x = (x | x << 8) & 0x00ff00ff00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
  x = (x | x << 2) & 0x3333333333333333;
  return (x | x << 1) & 0x5555555555555555;
}

static inline uint64_t by_masks(uint64_t a, uint64_t b) { return spread(a) << 1 | spread(b); }

#ifdef __x86_64__
/* The instruction that does it. */
static __attribute__((target("bmi2"))) void interleave_pdep(const struct records *records, size_t rows,
                                                            char *keys) {
  for (size_t i = 0; i < rows; i++)
    store_big_endian_u64((uint8_t *)keys + 8 * i,
                         __builtin_ia32_pdep_di(records->id[i], 0xaaaaaaaaaaaaaaaa) |
                             __builtin_ia32_pdep_di(records->ts[i], 0x5555555555555555));
}
#endif

void tuned_interleave(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
#ifdef __x86_64__
  if (__builtin_cpu_supports("bmi2")) {
    interleave_pdep(records, rows, keys);
    return;
  }
#endif
  put_integers(records, rows, keys, by_masks);
}

/* A time of 42 bits before a number of 22, as snowflakes have them. */
void tuned_snowflake(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  uint64_t lost = 0;
  (void)offsets;
  for (size_t i = 0; i < rows; i++) {
    lost |= records->ts[i] >> 42;
    store_big_endian_u64((uint8_t *)keys + 8 * i, records->ts[i] << 22 | records->id[i]);
  }
  if (lost != 0) bench_fail("a time of more than 42 bits");
}

static inline uint64_t either(uint64_t a, uint64_t b) { return a ^ b; }

void tuned_xor(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  put_integers(records, rows, keys, either);
}

/* A byte that says whether there is a time, and that or 0: without a branch. */
void tuned_nulls(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++, keys += 9) {
    const uint64_t there = records->seen[i / 8] >> i % 8 & 1;
    keys[0] = (char)there;
    store_big_endian_u64((uint8_t *)keys + 1, records->ts[i] & -there);
  }
}

/* Right for prices of less than 15 digits, which are nearer to theirs than to any other number of cents. */
void tuned_scaled(const struct records *records, size_t rows, char *keys, uint64_t *offsets) {
  (void)offsets;
  for (size_t i = 0; i < rows; i++)
    store_big_endian_u64((uint8_t *)keys + 8 * i, (uint64_t)llrint(records->price[i] * 100) ^ UINT64_C(1)
                                                                                                  << 63);
}

/* ---- Texts ---- */

/* Writes a key and returns its length. */
typedef size_t put_text(char *key, const uint8_t *text, size_t length);

static inline __attribute__((always_inline)) void put_texts(const struct bench_strings *texts, size_t rows,
                                                            char *keys, uint64_t *offsets, put_text *put) {
  char *key = keys;
  for (size_t i = 0; i < rows; i++) {
    size_t length;
    const uint8_t *text = text_at(texts, i, &length);
    if (offsets != NULL) offsets[i] = (uint64_t)(key - keys);
    key += put(key, text, length);
  }
  if (offsets != NULL) offsets[rows] = (uint64_t)(key - keys);
}

#define DEFINE_TEXTS(name, what, column)                                                         \
  void tuned_##name(const struct records *records, size_t rows, char *keys, uint64_t *offsets) { \
    put_texts(&records->column, rows, keys, offsets, put_##what);                                \
  }

/* Words may overlap. */
static inline size_t put_short(char *key, const uint8_t *text, size_t length) {
  if (length > 16) {
    memcpy(key, text, length);
  } else if (length >= 8) {
    memcpy(key, text, 8);
    memcpy(key + length - 8, text + length - 8, 8);
  } else if (length >= 4) {
    memcpy(key, text, 4);
    memcpy(key + length - 4, text + length - 4, 4);
  } else {
    for (size_t i = 0; i < length; i++) key[i] = (char)text[i];
  }
  return length;
}

static inline size_t put_prefix4(char *key, const uint8_t *text, size_t length) {
  return put_short(key, text, length < 4 ? length : 4);
}
DEFINE_TEXTS(prefix4, prefix4, host)
DEFINE_TEXTS(prefix4_mixed, prefix4, mixed)

static inline size_t put_slice(char *key, const uint8_t *text, size_t length) {
  if (length <= 4) return 0;
  return put_short(key, text + 4, length - 4 < 6 ? length - 4 : 6);
}
DEFINE_TEXTS(slice, slice, host)
DEFINE_TEXTS(slice_mixed, slice, mixed)

static inline bool is_space(uint8_t byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

static inline size_t put_trim(char *key, const uint8_t *text, size_t length) {
  while (length > 0 && is_space(text[length - 1])) length--;
  while (length > 0 && is_space(text[0])) text++, length--;
  return put_short(key, text, length);
}
DEFINE_TEXTS(trim, trim, host)
DEFINE_TEXTS(trim_mixed, trim, mixed)

size_t plain_lower(const struct records *records, size_t row, char *key) {
  size_t length;
  const uint8_t *text = text_at(&records->host, row, &length);
  for (size_t i = 0; i < length; i++) key[i] = (char)tolower(text[i]);
  return length;
}

/* Eight bytes at once: bit 7 of those that are A to Z. */
static inline void put_lower_word(char *key, const uint8_t *text) {
  const uint64_t each = 0x0101010101010101;
  uint64_t word;
  memcpy(&word, text, sizeof(word));
  const uint64_t low = word & each * 0x7f;
  const uint64_t letters = (low + each * (0x80 - 'A')) & ~(low + each * (0x7f - 'Z')) & ~word & each * 0x80;
  word ^= letters >> 2;
  memcpy(key, &word, sizeof(word));
}

static inline size_t put_lower(char *key, const uint8_t *text, size_t length) {
  if (length >= 8) {
    for (size_t at = 0; at + 8 < length; at += 8) put_lower_word(key + at, text + at);
    put_lower_word(key + length - 8, text + length - 8);
  } else {
    for (size_t i = 0; i < length; i++)
      key[i] = (char)((unsigned)(text[i] - 'A') < 26U ? text[i] | 0x20 : text[i]);
  }
  return length;
}
DEFINE_TEXTS(lower, lower, host)
DEFINE_TEXTS(lower_mixed, lower, mixed)

/* The last label is the first one. */
static inline size_t put_reverse_labels(char *key, const uint8_t *text, size_t length) {
  for (size_t end = length;;) {
    size_t begin = end;
    while (begin > 0 && text[begin - 1] != '.') begin--;
    key += put_short(key, text + begin, end - begin);
    if (begin == 0) return length;
    *key++ = '.';
    end = begin - 1;
  }
}
DEFINE_TEXTS(reverse_labels, reverse_labels, domain)

/* ASCII as pairs of bytes; the hosts are nothing else, and other code has to find that out. */
static inline size_t put_utf16le(char *key, const uint8_t *text, size_t length) {
  uint8_t all = 0;
  for (size_t i = 0; i < length; i++) {
    key[2 * i] = (char)text[i];
    key[2 * i + 1] = 0;
    all |= text[i];
  }
  if (all > 127) bench_fail("a host that is not ASCII");
  return 2 * length;
}
DEFINE_TEXTS(utf16le, utf16le, host)
DEFINE_TEXTS(utf16le_mixed, utf16le, mixed)

static inline size_t put_length(char *key, const uint8_t *text, size_t length) {
  (void)text;
  key[0] = (char)(length >> 8);
  key[1] = (char)length;
  return 2;
}
DEFINE_TEXTS(length, length, host)

/* As Redis' keyHashSlot looks for it. */
static inline size_t put_hash_tag(char *key, const uint8_t *text, size_t length) {
  size_t open = 0, close;
  while (open < length && text[open] != '{') open++;
  if (open == length) return put_short(key, text, length);
  for (close = open + 1; close < length && text[close] != '}';) close++;
  if (close == length || close == open + 1) return put_short(key, text, length);
  return put_short(key, text + open + 1, close - open - 1);
}
DEFINE_TEXTS(hash_tag, hash_tag, key)

static inline size_t put_counted(char *key, const uint8_t *text, size_t length) {
  if (length > UINT16_MAX) bench_fail("a text of %zu bytes", length);
  put_length(key, text, length);
  return 2 + put_short(key + 2, text, length);
}
DEFINE_TEXTS(counted, counted, host)
DEFINE_TEXTS(counted_mixed, counted, mixed)

enum { PADDED = 20 };

static inline size_t put_spaced(char *key, const uint8_t *text, size_t length) {
  if (length > PADDED || (length > 0 && text[length - 1] == ' ')) bench_fail("a text that does not fit");
  memset(key, ' ', PADDED);
  put_short(key, text, length);
  return PADDED;
}
DEFINE_TEXTS(spaced, spaced, host)
DEFINE_TEXTS(spaced_mixed, spaced, mixed)

static inline size_t put_zfill(char *key, const uint8_t *text, size_t length) {
  if (length > PADDED || (length > 0 && text[0] == '0')) bench_fail("a text that does not fit");
  memset(key, '0', PADDED);
  put_short(key + (PADDED - length), text, length);
  return PADDED;
}
DEFINE_TEXTS(zfill, zfill, host)
DEFINE_TEXTS(zfill_mixed, zfill, mixed)
