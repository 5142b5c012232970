/* Batch functions over many short values: hashes, exact modulo, decimal text, packing into rows; and the
 * search for a byte, which finds the lines and fields of text. Experimental.
 *
 *     const uint64_t ids[] = {1, 2, 3};
 *     uint8_t digests[3 * 16];
 *     if (rowkey_md5_decimal_u64(ids, 3, digests, &error) != ROWKEY_OK) fprintf(stderr, "%s\n", error.text);
 *
 * Shared rules. `rows` is a count of values; 0 is allowed, and then pointers may be NULL. Strides are in
 * bytes. Buffers belong to the caller and must not overlap unless a function says so. Byte buffers (`void *`)
 * need no alignment; typed pointers have the alignment of their type, as everywhere in C. The functions
 * allocate nothing, and read and write nothing outside the stated bytes. They are thread-safe. The bytes are
 * the same on every CPU. ROWKEY_ERROR_ARGUMENT names the argument. error->row is the first bad row; the
 * output from that row on is unspecified.
 */
#ifndef ROWKEY_KERNELS_H
#define ROWKEY_KERNELS_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/kernels.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/error.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- MD5 (RFC 1321): one 16-byte digest a row, contiguous, in the digest's own byte order -------- */

/* Digests of `rows` keys of `width` bytes each, key i at keys + i*stride. Any width, 0 included. stride >=
 * width. Bytes between the keys may be read, but are never used. */
ROWKEY_CHECKED rowkey_status rowkey_md5_fixed(const void *keys, size_t rows, size_t width, size_t stride,
                                              void *digests, rowkey_error *error);

/* Digests of the unpadded decimal text of each value ("0", "42", "18446744073709551615"). */
ROWKEY_CHECKED rowkey_status rowkey_md5_decimal_u64(const uint64_t *values, size_t rows, void *digests,
                                                    rowkey_error *error);

/* Digests of the byte strings bytes[begin[i] … end[i]), each of any length. For Arrow's offsets, pass begin =
 * offsets and end = offsets + 1. All of bytes[0 … size) must be readable. ROWKEY_ERROR_ARGUMENT unless
 * begin[i] <= end[i] <= size. `bytes` may be NULL when size is 0. Bytes between the strings may be read, but
 * are never used. */
ROWKEY_CHECKED rowkey_status rowkey_md5_strings(const void *bytes, size_t size, const uint64_t *begin,
                                                const uint64_t *end, size_t rows, void *digests,
                                                rowkey_error *error);

/* ---- The hashes of other systems ---------------------------------------------------------------- */

/* The hash functions; templates name them in lower case. */
typedef enum rowkey_hash_function {
  ROWKEY_JAVA_HASH,   /* String.hashCode over the UTF-16 units of UTF-8 text */
  ROWKEY_H31,         /* r = seed, then r = 31*r + the signed byte for each (Arrays.hashCode: seed 1) */
  ROWKEY_MURMUR2,     /* MurmurHash2, 32 bits (Kafka: seed 0x9747b28c) */
  ROWKEY_MURMUR3_32,  /* MurmurHash3_x86_32 */
  ROWKEY_MURMUR3_128, /* MurmurHash3_x64_128, with a seed of 64 bits */
  ROWKEY_CRC32C,      /* RFC 3720, appendix B.4 */
  ROWKEY_SIPHASH24,   /* Aumasson, Bernstein 2012: SipHash-2-4, 64 bits */
  ROWKEY_XXH64,
  ROWKEY_XXH3,       /* the variant of 64 bits, with its default secret */
  ROWKEY_CRC32,      /* IEEE 802.3, as zlib's crc32 */
  ROWKEY_CRC16,      /* CRC-16/XMODEM (Redis Cluster) */
  ROWKEY_FNV1A_32,   /* FNV-1a, 32 bits */
  ROWKEY_MURMUR2_64, /* MurmurHash64A, with a seed of 64 bits (Kudu) */
  ROWKEY_SHA1,       /* FIPS 180-4 */
  ROWKEY_SHA256,     /* FIPS 180-4 */
  ROWKEY_FNV1A_64,   /* FNV-1a, 64 bits */
  ROWKEY_CITYHASH64, /* CityHash64 1.0.2 (ClickHouse) */
  ROWKEY_FARMHASH64, /* FarmHash's Fingerprint64 (BigQuery) */
  ROWKEY_XXH32,
  ROWKEY_LOOKUP3,          /* Jenkins' lookup3, hashlittle */
  ROWKEY_POSTGRES_HASH,    /* PostgreSQL's hash_bytes: lookup3 with another start and end (Citus) */
  ROWKEY_POSTGRES_HASH_64, /* the same in 64 bits with a seed, hash_bytes_extended */
  ROWKEY_JENKINS_64        /* Jenkins' hash of 64 bits with a seed (YugabyteDB) */
} rowkey_hash_function;

/* How a hash takes the bytes after the last whole word (of 4 bytes, in murmur3_128 of 16). */
typedef enum rowkey_hash_tail {
  ROWKEY_TAIL_UNSIGNED = 0, /* as the function's definition says */
  /* murmur3_128 of Cassandra, murmur3_32 of Hive: each byte is sign-extended before it is mixed in */
  ROWKEY_TAIL_SIGNED,
  ROWKEY_TAIL_WORDS /* murmur3_32 of Spark: each byte, sign-extended, goes in as a word of its own */
} rowkey_hash_tail;

/* A hash function with its options. */
typedef struct rowkey_hash {
  rowkey_hash_function function;
  rowkey_hash_tail tail;
  /* h31, murmur2, murmur3_32, xxh32 and lookup3 use the low 32 bits. */
  uint64_t seed;
  uint8_t key[16]; /* for siphash24 */
} rowkey_hash;

/* values[i] = the hash of key i; keys are given as in rowkey_md5_fixed. 32-bit hashes that are signed
 * (java_hash, h31, murmur2, murmur3_32, postgres_hash) are sign-extended; crc32c, crc32, fnv1a_32, xxh32 and
 * lookup3 are not. murmur3_128 writes two values a row, h1 at 2*i and h2 at 2*i + 1. Digests are big-endian
 * values of eight bytes: sha256 writes four values a row; sha1 writes three, and the low 32 bits of the last
 * are 0. ROWKEY_ERROR_ARGUMENT for an unknown function, or a tail that the function does not have.
 * ROWKEY_ERROR_RANGE if a row of java_hash is not valid UTF-8 (an overlong form, a surrogate, a code point
 * above U+10FFFF, cut short). */
ROWKEY_CHECKED rowkey_status rowkey_hash_fixed(const rowkey_hash *hash, const void *keys, size_t rows,
                                               size_t width, size_t stride, uint64_t *values,
                                               rowkey_error *error);

/* values[i] = the hash of string i; strings are given as in rowkey_md5_strings. */
ROWKEY_CHECKED rowkey_status rowkey_hash_strings(const rowkey_hash *hash, const void *bytes, size_t size,
                                                 const uint64_t *begin, const uint64_t *end, size_t rows,
                                                 uint64_t *values, rowkey_error *error);

/* ---- Exact modulo by a divisor fixed at set-up -------------------------------------------------- */

/* Constants for one divisor, made by rowkey_divisor_init. Immutable: share them between threads. */
typedef struct rowkey_divisor {
  uint64_t opaque[32];
} rowkey_divisor;

/* Prepares any divisor >= 1; ROWKEY_ERROR_ARGUMENT for 0. */
ROWKEY_CHECKED rowkey_status rowkey_divisor_init(rowkey_divisor *divisor, uint64_t value,
                                                 rowkey_error *error);

/* remainders[i] = (digest i, 16 bytes read as an unsigned big-endian integer) mod divisor. */
ROWKEY_CHECKED rowkey_status rowkey_modulo_u128(const rowkey_divisor *divisor, const void *digests,
                                                size_t rows, uint64_t *remainders, rowkey_error *error);

/* remainders[i] = values[i] mod divisor. `remainders` may be `values`. */
ROWKEY_CHECKED rowkey_status rowkey_modulo_u64(const rowkey_divisor *divisor, const uint64_t *values,
                                               size_t rows, uint64_t *remainders, rowkey_error *error);
ROWKEY_CHECKED rowkey_status rowkey_modulo_u32(const rowkey_divisor *divisor, const uint32_t *values,
                                               size_t rows, uint32_t *remainders, rowkey_error *error);

/* ---- Decimal text -------------------------------------------------------------------------------- */

/* Writes values zero-padded to `width` digits, 1…20, row i at text + i*stride, stride >= width; the bytes
 * between are kept. ROWKEY_ERROR_RANGE if a value needs more digits. */
ROWKEY_CHECKED rowkey_status rowkey_decimal_padded(const uint64_t *values, size_t rows, unsigned width,
                                                   void *text, size_t stride, rowkey_error *error);

/* Writes values unpadded, row i at text + i*stride, lengths[i] bytes long (1…20). stride >= 20; the bytes of
 * a row from its length to 20 are unspecified, bytes after 20 are kept. */
ROWKEY_CHECKED rowkey_status rowkey_decimal_unpadded(const uint64_t *values, size_t rows, void *text,
                                                     size_t stride, uint8_t *lengths, rowkey_error *error);

/* Writes values unpadded, in order but with gaps: string i is text[begin[i] … end[i]), as functions that take
 * strings expect. ROWKEY_ERROR_RANGE if a value is not below 10^8. `text` has room for 8*rows bytes, all of
 * which may be written. */
ROWKEY_CHECKED rowkey_status rowkey_decimal_strings(const uint64_t *values, size_t rows, void *text,
                                                    uint64_t *begin, uint64_t *end, rowkey_error *error);

/* Parses decimal text: values[i] = the number that bytes[begin[i] … end[i]) spell; strings are given as in
 * rowkey_md5_strings. u64: one or more digits and nothing else, leading zeros allowed, below 2^64. i64: the
 * same after an optional '-', from -2^63 to 2^63-1. No '+', spaces, exponent, separators or locale.
 * ROWKEY_ERROR_NUMBER for anything else, ROWKEY_ERROR_RANGE for a number outside the type. */
ROWKEY_CHECKED rowkey_status rowkey_parse_u64(const void *bytes, size_t size, const uint64_t *begin,
                                              const uint64_t *end, size_t rows, uint64_t *values,
                                              rowkey_error *error);
ROWKEY_CHECKED rowkey_status rowkey_parse_i64(const void *bytes, size_t size, const uint64_t *begin,
                                              const uint64_t *end, size_t rows, int64_t *values,
                                              rowkey_error *error);

/* ---- Bytes in text: where lines and fields end --------------------------------------------------- */

/* Writes the positions of `byte` in bytes[0 … size), in rising order, at most `capacity`, and returns how
 * many. If the array is full, call again from after its last position. `bytes` may be NULL when size is 0. */
ROWKEY_API size_t rowkey_find_byte(const void *bytes, size_t size, uint8_t byte, uint64_t *positions,
                                   size_t capacity);

/* How many of bytes[0 … size) are `byte`. */
ROWKEY_API size_t rowkey_count_byte(const void *bytes, size_t size, uint8_t byte);

/* ---- Records of fields: where the fields and the records of CSV end ------------------------------ */

/* The state of a search through records, which end in a newline, and their fields, which have delimiters
 * between them. It goes on from call to call; at the start of a record all members but the first two are 0.
 *
 * If quotes have a meaning (RFC 4180), fields may stand in quotes, and delimiters and newlines in quotes do
 * not separate anything. A quote is regular if it opens at the start of a field, is one of two in quotes, or
 * closes before a delimiter, a newline, or a CR and a newline. The search stops before the first block of 64
 * bytes, counted from where it began, with an irregular quote, and sets is_irregular: from there on use a
 * reader that reports what is wrong. */
typedef struct rowkey_fields_scan {
  uint8_t delimiter; /* not a quote, CR or newline */
  bool quotes;       /* whether quotes have a meaning */

  uint64_t at;      /* where the search goes on; bytes from at - 2 on must stay readable */
  bool inside;      /* in quotes, or after a quote at the end of the bytes so far that may be one of two */
  bool has_quotes;  /* a quote has been seen, if they have a meaning … */
  bool has_doubled; /* … and two of them in quotes, which mean one */
  bool is_irregular;
  uint64_t newlines;      /* how many newlines outside of quotes have been seen … */
  uint64_t after_newline; /* … and the place after the last of them */
} rowkey_fields_scan;

/* Goes on through bytes[scan->at … size). Writes the positions of delimiters and newlines outside of quotes,
 * in rising order, and returns how many. It reads 64 bytes at a time while there is room for 64 positions; it
 * has reached the end when scan->at is `size`, or when scan->at is at a quote that needs the bytes after it.
 * All `capacity` positions may be overwritten. */
ROWKEY_API size_t rowkey_find_separators(rowkey_fields_scan *scan, const void *bytes, size_t size,
                                         uint64_t *positions, size_t capacity);

/* Goes on like rowkey_find_separators without positions: only counts newlines. */
ROWKEY_API void rowkey_count_records(rowkey_fields_scan *scan, const void *bytes, size_t size);

/* ---- Reproducible random numbers ----------------------------------------------------------------- */

/* values[i] = output number first + i (from 0) of the SplitMix64 generator seeded with `seed`
 * (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
ROWKEY_CHECKED rowkey_status rowkey_random_u64(uint64_t seed, uint64_t first, size_t rows, uint64_t *values,
                                               rowkey_error *error);

/* ---- Packing of fields into rows ----------------------------------------------------------------- */

/* One fixed-width field of a row: `width` bytes of row i at data + i*stride. stride 0 repeats one value;
 * any other stride is >= width. */
typedef struct rowkey_field {
  const void *data;
  size_t stride;
  size_t width;
} rowkey_field;

/* Lays fields side by side: row i at out + i*stride holds field 0, field 1, … without gaps. stride >= the sum
 * of the widths; bytes between rows are kept. */
ROWKEY_CHECKED rowkey_status rowkey_pack(const rowkey_field *fields, size_t field_count, size_t rows,
                                         void *out, size_t stride, rowkey_error *error);

/* Writes big-endian integers of `width` 1…8 bytes, row i at out + i*stride, stride >= width; bytes between
 * are kept. ROWKEY_ERROR_RANGE if a value needs more bytes. */
ROWKEY_CHECKED rowkey_status rowkey_pack_big_endian(const uint64_t *values, size_t rows, unsigned width,
                                                    void *out, size_t stride, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
