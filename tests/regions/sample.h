/* Keys that a sketch is given, and what it must report of them, from the sorted keys. */
#ifndef ROWKEY_TESTS_SAMPLE_H
#define ROWKEY_TESTS_SAMPLE_H

#include <rowkey/splits.h>
#include <stdbool.h>

enum sample_kind {
  SAMPLE_RISING, /* decimal numbers */
  SAMPLE_FALLING,
  SAMPLE_SALTED,  /* seven random digits before them */
  SAMPLE_RANDOM,  /* 16 random bytes */
  SAMPLE_FEW,     /* 50 different keys */
  SAMPLE_SKEWED,  /* numbers, small ones more often */
  SAMPLE_LENGTHS, /* 0 to 40 bytes 00 and 01 */
  SAMPLE_LONG,    /* 900 to 1200 bytes, the first 890 always the same */
  SAMPLE_UNEVEN,  /* rising ones, now with many bytes, now with few */
  SAMPLE_KINDS
};
extern const char *const sample_names[SAMPLE_KINDS];

struct sample {
  size_t rows;
  uint8_t *bytes;
  uint64_t *offsets;
  size_t *order; /* the numbers of the keys, sorted */
};

/* In guarded memory, which ends with the test. Keys count with their first 1024 bytes. */
struct sample sample_make(enum sample_kind kind, size_t rows);

const uint8_t *sample_key(const struct sample *sample, size_t row, size_t *size);

/* How many keys are less than the string, or when `equal` the same or less. */
uint64_t sample_rank(const struct sample *sample, const void *string, size_t size, bool equal);

/* The points that a sketch which is exact gives for the keys of these ranks: of n keys floor(i * n / pieces),
 * moved to the next different key, and back where no more are left. The ranks of the points go to `points`;
 * false when there are too few different keys. */
bool sample_points(const struct sample *sample, size_t first, size_t end, size_t pieces, size_t *points);

/* How many different keys there are among those of these ranks. */
size_t sample_different(const struct sample *sample, size_t first, size_t end);

#endif
