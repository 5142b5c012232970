/* Every kernel once more, one value at a time, in plain C written from its definition: what the tests
 * and the fuzzers compare the kernels of simd/ with. Slow on purpose; it shares nothing with them and
 * does not depend on byte order, word size or the signedness of char. All functions are thread-safe.
 */
#ifndef ROWKEY_SRC_REFERENCE_H
#define ROWKEY_SRC_REFERENCE_H

#include <rowkey/kernels.h>
#include <rowkey/splits.h>
#include <stdbool.h>

#include "kernels/hashes.h"
#include "kernels/kernel_table.h"

/* RFC 1321, for any message of whole bytes. */
void reference_md5(const void *message, uint64_t size, uint8_t digest[16]);

/* As rowkey_hash_strings for one message, with `seed` in the place of hash->seed: values[0], and for
 * murmur3_128 values[1]. False for what rowkey_hash_strings calls a bad row. */
bool reference_hash(const rowkey_hash *hash, uint64_t seed, const uint8_t *message, uint64_t size,
                    uint64_t values[MOST_HASH_VALUES]);

/* The digest read as an unsigned big-endian integer, modulo divisor >= 1. */
uint64_t reference_modulo_u128(const uint8_t digest[16], uint64_t divisor);
/* The same of bytes of any size. */
uint64_t reference_modulo_bytes(const uint8_t *bytes, size_t size, uint64_t divisor);
uint64_t reference_modulo_u64(uint64_t value, uint64_t divisor);

/* As the kernel `calendar` for one instant, whatever it is. False when it is not in the years 1 to 9999, or
 * the beginning that is asked for is no i64. */
bool reference_calendar(uint64_t units, enum rowkey_calendar field, int64_t instant, int64_t *result);

/* As the kernel `scale_floats` for one number. False where the result is not an i64. */
bool reference_scale(double number, uint64_t factor, bool floors, int64_t *result);

/* Unpadded decimal text; returns its length, 1…20. */
unsigned reference_decimal(uint64_t value, uint8_t text[20]);
/* Exactly `width` 1…20 bytes, padded with '0'. False, and nothing is written, when the value needs more. */
bool reference_decimal_padded(uint64_t value, unsigned width, uint8_t *text);
/* The same with the digits of another alphabet, `base` 2…94 of them. */
bool reference_digits(uint64_t value, const char *alphabet, unsigned base, unsigned width, uint8_t *text);

/* Status and value as documented at rowkey_parse_u64 and rowkey_parse_i64. */
rowkey_status reference_parse_u64(const uint8_t *text, uint64_t length, uint64_t *value);
rowkey_status reference_parse_i64(const uint8_t *text, uint64_t length, int64_t *value);

/* The code point of UTF-8 (RFC 3629, section 3) that text[0 … size), which is not empty, begins with. Returns
 * how many bytes it has, or 0 for what is none. */
unsigned reference_code_point(const uint8_t *text, uint64_t size, uint32_t *point);

/* Output number `index` (from 0) of SplitMix64. */
uint64_t reference_random_u64(uint64_t seed, uint64_t index);
/* The bucket of a key, below `buckets` 1…2^31. */
uint64_t reference_jump(uint64_t key, uint64_t buckets);

/* The lowest `bits` 1…64 bits of x, which has no others, the last one first; the lowest 32 of a and b in
 * turns, the first one of a first. */
uint64_t reference_reverse_bits(uint64_t x, unsigned bits);
uint64_t reference_interleave_bits(uint64_t a, uint64_t b);
/* Bit i of x as bit apart * i, where there is one. */
uint64_t reference_spread_bits(uint64_t x, unsigned apart);

/* `width` 1…8 bytes, the most significant first. False, and nothing is written, when the value needs more. */
bool reference_big_endian(uint64_t value, unsigned width, uint8_t *bytes);

/* The text in the forms of ESCAPE_TERMINATED and ESCAPE_GROUPS. They return how much they write: at most 2 *
 * size + 2 bytes, and (size / 8 + 1) * 9. */
size_t reference_escape_terminated(const uint8_t *text, size_t size, const struct rowkey_escape *rule,
                                   uint8_t *escaped);
size_t reference_escape_groups(const uint8_t *text, size_t size, uint8_t *escaped);

/* As rowkey_pack, for arguments that are valid. */
void reference_pack(const rowkey_field *fields, size_t field_count, size_t rows, uint8_t *out, size_t stride);

/* As rowkey_find_separators. rowkey_count_records is the same with room for all of them, size + 64. */
size_t reference_separators(rowkey_fields_scan *scan, const uint8_t *bytes, uint64_t size,
                            uint64_t *positions, size_t capacity);

/* Whether a comes before b or is b: the first byte in which they differ decides, and a string comes before
 * those that it begins. */
bool reference_is_not_greater(const uint8_t *a, uint64_t a_size, const uint8_t *b, uint64_t b_size);

/* The region of a key: how many of the points, in whatever order, are not greater. */
uint32_t reference_route(const rowkey_splits *splits, const uint8_t *key, uint64_t size);

#endif
