/* The table of kernels that every instruction set fills: the one seam between the library and simd/.
 *
 * simd/kernels.c is compiled once for each row of simd/isa.def and defines `rowkey_kernels_<name>`. The
 * library, the tests, the fuzzers and the benchmarks walk `rowkey_isas` and never name an instruction set.
 *
 * Kernels trust their arguments: the public functions have checked them. They allocate nothing, and read and
 * write exactly the bytes stated. A kernel that can meet a bad row returns the index of the first one, or
 * `rows` when there is none; the output from a bad row on is unspecified.
 */
#ifndef ROWKEY_SRC_KERNELS_KERNEL_TABLE_H
#define ROWKEY_SRC_KERNELS_KERNEL_TABLE_H

#include <rowkey/kernels.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strings.h"

struct rowkey_divisor_constants;
struct rowkey_search;

/* Where a kernel writes one field of many rows: row i at `at + i*stride`. Rows are written in rising order.
 * A kernel may also write garbage after the field, up to `room` bytes from the field's start, but never at
 * or past `end`: what stands there is written later or belongs to nobody. room == width asks for exactness.
 */
struct rowkey_place {
  uint8_t *at;
  size_t stride;
  size_t room;
  const uint8_t *end;
};

/* How integers are changed before their bytes are written: (value + bias) ^ flip modulo 2^64. A bad row is
 * one whose value - low, modulo 2^64, is above `span`. */
struct rowkey_coding {
  uint64_t bias, flip;
  uint64_t low, span;
};

/* Fields side by side in rows of `width` bytes, the bytes of `literals` around them: coded integers of 1 to 8
 * bytes, integers that are not coded in 1 to 20 decimal digits, or strings padded with 0x00. The coding says
 * in both cases which integers are bad: all that do not fit. A bad string is longer than the field, or ends
 * in 0x00. */
enum { ROWKEY_ROW_FIELDS = 4, ROWKEY_ROW_WIDTH = 64, ROWKEY_ROW_PLAN = 832 };
enum rowkey_row_field_kind { ROWKEY_BIG_ENDIAN_FIELD, ROWKEY_DECIMAL_FIELD, ROWKEY_TEXT_FIELD };
struct rowkey_row_field {
  enum rowkey_row_field_kind kind;
  size_t offset, width;
  const uint64_t *values;
  struct rowkey_coding coding;
  struct rowkey_strings strings;
};
struct rowkey_fixed_rows {
  struct rowkey_row_field fields[ROWKEY_ROW_FIELDS];
  size_t count, width, stride;
  bool has_literals;
  bool checks_strings; /* the kernel plans to refuse strings outside their bytes, and need not trust them */
  uint8_t literals[ROWKEY_ROW_WIDTH];
  alignas(64) uint8_t plan[ROWKEY_ROW_PLAN]; /* what the kernel has found out about them, and only it knows */
};

/* How integers are changed: ((value + bias) * 2^shift & mask) ^ flip modulo 2^64, and if `swapped` is not 0
 * so many of its lowest bytes in reverse order. */
struct rowkey_masking {
  uint64_t bias, mask, flip;
  unsigned shift, swapped; /* 0…63, 0…8 */
};

/* How bits come to stand apart: they, and they shifted by shifts[i], masked by masks[i], step by step. */
enum { ROWKEY_SPREADING_STEPS = 5 };
struct rowkey_spreading {
  unsigned shifts[ROWKEY_SPREADING_STEPS];
  uint64_t masks[ROWKEY_SPREADING_STEPS];
};

/* What is asked of the date of an instant: the years 1 to 9999 of the proleptic Gregorian calendar, in UTC.
 */
enum rowkey_calendar {
  ROWKEY_CALENDAR_YEAR,
  ROWKEY_CALENDAR_QUARTER,     /* 1 to 4 */
  ROWKEY_CALENDAR_MONTH,       /* 1 to 12 */
  ROWKEY_CALENDAR_DAY,         /* 1 to 31 */
  ROWKEY_CALENDAR_DAY_OF_YEAR, /* 1 to 366 */
  ROWKEY_CALENDAR_DAY_OF_WEEK, /* 1, a Monday, to 7 */
  /* the instant at which a period began */
  ROWKEY_CALENDAR_WEEK_START, /* a Monday */
  ROWKEY_CALENDAR_MONTH_START,
  ROWKEY_CALENDAR_QUARTER_START,
  ROWKEY_CALENDAR_YEAR_START
};

/* A piece of rows that differ in length: `width` bytes of a run, row i at rows + i*stride and readable in
 * whole units of 16, and the row's string after them, as it is or as two hex digits for every byte; each
 * byte of that is XORed with `flip`. strings.begin is NULL when there is none. */
struct rowkey_source {
  const uint8_t *rows;
  size_t stride, width;
  struct rowkey_strings strings;
  bool hex, upper;
  uint8_t flip;
};

/* How a text is made of another one. */
enum rowkey_making_kind {
  ROWKEY_MAKE_NOTHING, /* by no kernel */
  ROWKEY_MAKE_PART,    /* its bytes from `skip` on, at most `most`, after their number in `counted` bytes */
  ROWKEY_MAKE_OTHER_CASE,      /* it, with the 26 letters from `byte` on in their other case */
  ROWKEY_MAKE_UTF16,           /* ASCII as UTF-16, little-endian */
  ROWKEY_MAKE_REVERSED_LABELS, /* what is between `byte` and `byte`, the last of it first */
  ROWKEY_MAKE_TRIMMED,         /* without white space at its ends */
  ROWKEY_MAKE_TRIMMED_RIGHT,   /* without white space behind it */
  ROWKEY_MAKE_TRIMMED_OF_BYTE, /* without `byte` behind it */
  ROWKEY_MAKE_PADDED_RIGHT,    /* it and `byte` up to `most` bytes */
  ROWKEY_MAKE_PADDED_LEFT      /* the other way round */
};
/* Greater than any text. */
#define ROWKEY_MADE_WHOLE ((uint64_t)INT64_MAX)
/* `counted` is not 0 only of whole texts, whose `most` is ROWKEY_MADE_WHOLE as it is of all but parts and
 * padded texts; skip <= ROWKEY_MADE_WHOLE / 2. */
struct rowkey_making {
  enum rowkey_making_kind kind;
  uint8_t byte, counted;
  uint64_t skip, most;
};
/* Rows that a kernel makes together, and the fewest that it tries. */
enum { ROWKEY_MADE_CHUNK = 64, ROWKEY_MADE_FEW = 8 };

/* How text is written whose end shows: what its bytes 00 become, those 01 unless they stay what they are, and
 * the `end_size` bytes after it. */
struct rowkey_escape {
  uint8_t zero[2], one[2], end[2];
  uint8_t end_size;
  bool changes_one;
};

/* numbers[row], or numbers[0] for all rows. */
struct rowkey_choice {
  const uint64_t *numbers;
  bool repeated;
};

struct rowkey_kernels {
  const char *name;
  size_t lanes;     /* 32-bit lanes of a vector */
  size_t md5_group; /* the most messages any MD5 kernel has in flight: tests run all counts to twice this */

  /* digests: 16 bytes a row, contiguous. Bytes between keys at a stride, here and below, may be read, never
   * used. */
  void (*md5_fixed)(const uint8_t *keys, size_t rows, size_t width, size_t stride, uint8_t *digests);
  void (*md5_decimal)(const uint64_t *values, size_t rows, uint8_t *digests);
  void (*md5_strings)(const struct rowkey_strings *strings, size_t rows, uint8_t *digests);

  /* values: one a row, two for murmur3_128. seeds: NULL, or one a row, which takes the place of hash->seed;
   * `values` may be the same array if a row has one value. A bad row is text that is not UTF-8, for
   * java_hash. */
  size_t (*hash_fixed)(const rowkey_hash *hash, const uint64_t *seeds, const uint8_t *keys, size_t rows,
                       size_t width, size_t stride, uint64_t *values);
  size_t (*hash_strings)(const rowkey_hash *hash, const uint64_t *seeds, const struct rowkey_strings *strings,
                         size_t rows, uint64_t *values);

  void (*modulo_u128)(const struct rowkey_divisor_constants *divisor, const uint8_t *digests, size_t rows,
                      uint64_t *remainders);
  void (*modulo_u64)(const struct rowkey_divisor_constants *divisor, const uint64_t *values, size_t rows,
                     uint64_t *remainders); /* remainders may be values */
  void (*modulo_u32)(const struct rowkey_divisor_constants *divisor, const uint32_t *values, size_t rows,
                     uint32_t *remainders); /* remainders may be values */
  /* for signed values with magnitudes of at most `largest`: the remainder has the value's sign or, if
   * `floors`, is 0 or more as floormod's. remainders may be values. */
  void (*modulo_i64)(const struct rowkey_divisor_constants *divisor, const uint64_t *values, size_t rows,
                     uint64_t largest, bool floors, uint64_t *remainders);
  /* out[i] = the bucket below `buckets`, 1…2^31, to which jump consistent hash assigns values[i]. out may be
   * values. */
  void (*jump_u64)(const uint64_t *values, size_t rows, uint64_t buckets, uint64_t *out);
  /* out[i] = the magnitude of a signed value */
  void (*absolute_i64)(const uint64_t *values, size_t rows, uint64_t *out);
  void (*mask_integers)(const struct rowkey_masking *masking, const uint64_t *values, size_t rows,
                        uint64_t *out);
  /* out[i] = of the bits of `one` those that one of a[i] and b[i] has, and of `both` those that both have */
  void (*combine_bits)(const uint64_t *a, const uint64_t *b, uint64_t one, uint64_t both, size_t rows,
                       uint64_t *out);
  /* out[i] = the last `bits` 1…64 bits of values[i], which has no others, in reverse order */
  void (*reverse_bits)(const uint64_t *values, size_t rows, unsigned bits, uint64_t *out);
  /* out[i] = the 32 bits of a[i] and those of b[i] in turns, a's first one first; what has more bits gives
   * any number */
  void (*interleave_bits)(const uint64_t *a, const uint64_t *b, size_t rows, uint64_t *out);
  /* out[i] = the bits of values[i] apart, and 2^place times as much */
  void (*place_bits)(const struct rowkey_spreading *spreading, unsigned place, const uint64_t *values,
                     size_t rows, uint64_t *out);
  /* out[i] = what `set` or `clear` has for row i, as bit first + i of the bits is; out may be their numbers
   */
  void (*choose_integers)(const uint8_t *bits, uint64_t first, struct rowkey_choice set,
                          struct rowkey_choice clear, size_t rows, uint64_t *out);
  /* the first row whose value - low, modulo 2^64, is above `span` */
  size_t (*find_outside)(const uint64_t *values, size_t rows, uint64_t low, uint64_t span);

  /* What the field is for instants, as i64, of which each day has `units`: some days' number of seconds,
   * milliseconds, microseconds or nanoseconds. All lie in the years 1 to 9999. A beginning that is no i64
   * wraps. `out` overlaps no instant. */
  void (*calendar)(const struct rowkey_divisor_constants *units, enum rowkey_calendar field,
                   const uint64_t *instants, size_t rows, uint64_t *out);

  /* out[i] = numbers[i] times a factor that is not 0, as an i64: rounded down if `floors`, else to the
   * nearest, halves to even. A bad row is one whose result is not an i64. */
  size_t (*scale_floats)(const double *numbers, size_t rows, uint64_t factor, bool floors, uint64_t *out);

  /* width 1…20 */
  size_t (*decimal_padded)(const uint64_t *values, size_t rows, unsigned width,
                           const struct rowkey_place *place);
  /* stride >= 20; the bytes of a row from its length to 20 are unspecified */
  void (*decimal_unpadded)(const uint64_t *values, size_t rows, uint8_t *text, size_t stride,
                           uint8_t *lengths);
  /* values below 10^8, row i at text + 8*i: strings from begin[i] to end[i]. All 8 bytes of a row are
   * written. */
  void (*decimal_strings)(const uint64_t *values, size_t rows, uint8_t *text, uint64_t *begin, uint64_t *end);
  /* 16 bytes a row, as an unsigned big-endian number of 39 digits; stride >= 39 */
  void (*decimal_u128)(const uint8_t *numbers, size_t rows, uint8_t *text, size_t stride);
  /* a bad row is one that is not a u64; the caller finds out why */
  size_t (*parse_u64)(const struct rowkey_strings *strings, size_t rows, uint64_t *values);

  void (*random_u64)(uint64_t seed, uint64_t first, size_t rows, uint64_t *values);

  /* width 1…8 bytes; a bad row is a value of 2^(8*width) or more */
  size_t (*big_endian)(const uint64_t *values, size_t rows, unsigned width, const struct rowkey_place *place);
  /* the same for coded integers: rows that are not below 2^(8*width) once coded are bad too */
  size_t (*big_endian_coded)(const struct rowkey_coding *coding, const uint64_t *values, size_t rows,
                             unsigned width, const struct rowkey_place *place);
  /* `width` bytes a row from `data + i*stride`, stride 0 repeats one value */
  void (*copy_fixed)(const uint8_t *data, size_t stride, size_t width, size_t rows,
                     const struct rowkey_place *place);

  /* two hex digits for each of `size` bytes, which lie side by side */
  void (*hex_fixed)(const uint8_t *bytes, size_t size, size_t rows, bool upper,
                    const struct rowkey_place *place);
  /* the last `width` 1…16 of an integer's 16 hex digits */
  void (*hex_padded)(const uint64_t *values, size_t rows, unsigned width, bool upper,
                     const struct rowkey_place *place);
  /* each row's `width` bytes in reverse order; rows lie side by side, 16 bytes more than they have can be
   * read and overwritten. */
  void (*reverse_fixed)(const uint8_t *bytes, size_t width, size_t rows, uint8_t *reversed);
  /* strings padded with 0x00 to width >= 1; a bad row is longer, or ends in 0x00 */
  size_t (*padded_text)(const struct rowkey_strings *strings, size_t width, size_t rows,
                        const struct rowkey_place *place);
  /* Strings one after the other, row i from begin[i] to end[i]; they return the last one's end. 16 bytes
   * after that may be overwritten. Terminated: as the rule says. Groups: of 8 bytes, padded with 00, and
   * after each a byte 255 - padding. */
  uint64_t (*escape_terminated)(const struct rowkey_strings *strings, const struct rowkey_escape *rule,
                                size_t rows, uint8_t *text, uint64_t *begin, uint64_t *end);
  uint64_t (*escape_groups)(const struct rowkey_strings *strings, size_t rows, uint8_t *text, uint64_t *begin,
                            uint64_t *end);
  /* Rows first … rows-1 from their pieces, one after the other from `out` on; there is room for them before
   * `end`. ends[i] = the end of row i, counted from `origin`, in memory that no source reads. Bytes after the
   * last row may be overwritten up to `end`. */
  void (*join_rows)(const struct rowkey_source *sources, size_t count, size_t first, size_t rows,
                    uint8_t *out, const uint8_t *end, const uint8_t *origin, uint64_t *ends);

  /* Rows first … rows-1 of the source, which has a string, and what is made of that instead of it: row i from
   * keys + offsets[i] to keys + offsets[i + 1], which the kernel sets. Stops at rows that it leaves to plain
   * code, because a text is long, last in its memory, bad, or, as UTF-16, not ASCII or before bytes that are
   * not, or because the keys are too near to `end`: returns the first of ROWKEY_MADE_FEW rows of which one is
   * such a row, or `rows`. Bytes after the last row, and offsets of rows after it, may be overwritten. */
  size_t (*join_made)(const struct rowkey_making *making, const struct rowkey_source *source, size_t first,
                      size_t rows, uint8_t *keys, const uint8_t *end, uint64_t *offsets);
  /* The same of padded texts, which are fields of a place; only the fields of such rows may be overwritten.
   */
  size_t (*fill_texts)(const struct rowkey_making *making, const struct rowkey_strings *strings, size_t first,
                       size_t rows, const struct rowkey_place *place);

  /* The first row for which begin <= end <= size does not hold, or `rows`; *total = the sum, modulo 2^64, of
   * the lengths of those before it. */
  size_t (*check_strings)(const struct rowkey_strings *strings, size_t rows, uint64_t *total);
  /* The same, and lengths[i] = end - begin, modulo 2^64, of all rows, good or not. */
  size_t (*measure_strings)(const struct rowkey_strings *strings, size_t rows, uint64_t *lengths);

  /* positions of `byte` in bytes[0 … size), rising, at most `capacity`; returns how many were written */
  size_t (*find_byte)(const uint8_t *bytes, size_t size, uint8_t byte, uint64_t *positions, size_t capacity);
  size_t (*count_byte)(const uint8_t *bytes, size_t size, uint8_t byte);
  /* the first row that holds `byte` */
  size_t (*find_in_strings)(const struct rowkey_strings *strings, size_t rows, uint8_t byte);
  /* as rowkey_find_separators and rowkey_count_records, where scan->at <= size */
  size_t (*find_separators)(struct rowkey_fields_scan *scan, const uint8_t *bytes, uint64_t size,
                            uint64_t *positions, size_t capacity);
  void (*count_records)(struct rowkey_fields_scan *scan, const uint8_t *bytes, uint64_t size);

  /* regions[i] = the number of split points that are not greater than key i: `width` bytes at keys + i*width,
   * or keys[offsets[i] … offsets[i + 1]). Bytes between the first and the last one of the keys are read. */
  void (*route_fixed)(const struct rowkey_search *search, const uint8_t *keys, size_t width, size_t rows,
                      uint32_t *regions);
  void (*route_strings)(const struct rowkey_search *search, const uint8_t *keys, const uint64_t *offsets,
                        size_t rows, uint32_t *regions);

  /* All fields of rows at once, `stride` bytes from one row to the next; both are NULL where writing one
   * field after the other is the fastest way. The first fills these->plan, once, from all but where the
   * values are, and returns false when there is no way for fields of these kinds. The second returns false
   * when some row is bad: what it has written then is unspecified. */
  bool (*plan_fixed_rows)(struct rowkey_fixed_rows *these);
  bool (*fixed_rows)(const struct rowkey_fixed_rows *these, size_t rows, const struct rowkey_place *place);
};

struct rowkey_isa {
  const char *name;
  bool (*is_supported)(void); /* the CPU and its operating system can run it */
  bool (*is_preferred)(void); /* it is worth choosing unasked on this CPU */
  const struct rowkey_kernels *kernels;
};

/* In the order of simd/isa.def: plainest first. */
extern const struct rowkey_isa rowkey_isas[];
extern const size_t rowkey_isas_count;

/* The kernels in use; chooses them at the first call. */
const struct rowkey_kernels *rowkey_kernels_selected(void);

/* The kernels for so many rows: those in use or, for a single row, the plainest. A single row would occupy
 * one lane of a group, which takes as long as a full group; the plainest kernels finish it sooner. */
const struct rowkey_kernels *rowkey_kernels_for(const struct rowkey_kernels *chosen, size_t rows);

/* The kernels of the instruction set called `name` if this CPU supports it, else NULL. */
const struct rowkey_kernels *rowkey_kernels_named(const char *name);

#endif
