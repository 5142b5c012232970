#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { COUNTED = 1024, ROOM = 1200 };

const char *const sample_names[SAMPLE_KINDS] = {"rising", "falling", "salted", "random", "few",
                                                "skewed", "lengths", "long",   "uneven"};

static size_t print_number(uint8_t *key, const char *format, uint64_t number) {
  char text[32];
  const int size = snprintf(text, sizeof text, format, (unsigned long long)number);
  memcpy(key, text, (size_t)size);
  return (size_t)size;
}

static size_t long_key(uint8_t *key) {
  const size_t size = 900 + random_below(300);
  memset(key, 'x', 890);
  random_bytes(key + 890, size - 890);
  return size;
}

static size_t make_key(enum sample_kind kind, size_t row, size_t rows, uint8_t *key) {
  size_t size;
  switch (kind) {
    case SAMPLE_RISING:
      return print_number(key, "user%013llu", row);
    case SAMPLE_FALLING:
      return print_number(key, "%010llu", rows - row);
    case SAMPLE_SALTED:
      size = print_number(key, "%07llu", random_below(1000000));
      return size + print_number(key + size, "%010llu", row);
    case SAMPLE_RANDOM:
      random_bytes(key, 16);
      return 16;
    case SAMPLE_FEW:
      return print_number(key, "%llu", random_below(50));
    case SAMPLE_SKEWED:
      return print_number(key, "%08llu", (random_below(3000) * random_below(3000)) >> random_below(20));
    case SAMPLE_LENGTHS:
      size = random_below(41);
      for (size_t i = 0; i < size; i++) key[i] = (uint8_t)(random_below(4) == 0);
      return size;
    case SAMPLE_LONG:
      return long_key(key);
    case SAMPLE_UNEVEN:
      size = print_number(key, "%08llu", row);
      memset(key + size, '-', 200);
      return row % 2 == 0 ? size : size + 200;
    case SAMPLE_KINDS:
      break;
  }
  return 0;
}

/* ---- Order ----------------------------------------------------------------------------------- */

static int compare(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size) {
  for (size_t i = 0; i < a_size && i < b_size; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return (a_size > b_size) - (a_size < b_size);
}

const uint8_t *sample_key(const struct sample *sample, size_t row, size_t *size) {
  const size_t all = (size_t)(sample->offsets[row + 1] - sample->offsets[row]);
  *size = all < COUNTED ? all : COUNTED;
  return sample->bytes + sample->offsets[row];
}

static const struct sample *sorted;

static int compare_rows(const void *a, const void *b) {
  size_t left_size, right_size;
  const uint8_t *left = sample_key(sorted, *(const size_t *)a, &left_size);
  const uint8_t *right = sample_key(sorted, *(const size_t *)b, &right_size);
  return compare(left, left_size, right, right_size);
}

struct sample sample_make(enum sample_kind kind, size_t rows) {
  uint8_t key[ROOM];
  struct sample sample = {.rows = rows};
  sample.offsets = guarded((rows + 1) * sizeof *sample.offsets, GUARD_END);
  sample.order = guarded(rows * sizeof *sample.order, GUARD_END);
  const size_t most = kind == SAMPLE_LONG ? ROOM : kind == SAMPLE_UNEVEN ? 208 : 40;
  uint8_t *made = guarded(rows * most, GUARD_BEGIN);
  sample.offsets[0] = 0;
  for (size_t row = 0; row < rows; row++) {
    const size_t size = make_key(kind, row, rows, key);
    memcpy(made + sample.offsets[row], key, size);
    sample.offsets[row + 1] = sample.offsets[row] + size;
    sample.order[row] = row;
  }
  /* Right before a page that must not be touched. */
  sample.bytes = guarded((size_t)sample.offsets[rows], GUARD_END);
  memcpy(sample.bytes, made, (size_t)sample.offsets[rows]);
  sorted = &sample;
  qsort(sample.order, rows, sizeof *sample.order, compare_rows);
  return sample;
}

uint64_t sample_rank(const struct sample *sample, const void *string, size_t size, bool equal) {
  size_t low = 0, high = sample->rows;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    size_t key_size;
    const uint8_t *key = sample_key(sample, sample->order[middle], &key_size);
    if (compare(key, key_size, string, size) < (equal ? 1 : 0)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* ---- Points ---------------------------------------------------------------------------------- */

static bool begins(const struct sample *sample, size_t first, size_t rank) {
  sorted = sample;
  return rank == first || compare_rows(&sample->order[rank - 1], &sample->order[rank]) != 0;
}

size_t sample_different(const struct sample *sample, size_t first, size_t end) {
  size_t different = 0;
  for (size_t rank = first; rank < end; rank++) different += begins(sample, first, rank);
  return different;
}

bool sample_points(const struct sample *sample, size_t first, size_t end, size_t pieces, size_t *points) {
  const size_t rows = end - first, different = sample_different(sample, first, end);
  if (pieces > different && pieces > 1) return false;
  size_t *number = malloc((rows + 1) * sizeof *number), *rank_of = malloc((rows + 1) * sizeof *rank_of);
  CHECK(number != NULL && rank_of != NULL, "out of memory");
  for (size_t rank = first, found = 0; rank < end; rank++) {
    if (begins(sample, first, rank)) rank_of[found++] = rank;
    number[rank - first] = found - 1;
  }
  for (size_t i = 1, before = 0; i < pieces; i++) {
    size_t chosen = number[i * rows / pieces];
    if (chosen <= before) chosen = before + 1;
    if (chosen > different - pieces + i) chosen = different - pieces + i;
    points[i - 1] = rank_of[chosen];
    before = chosen;
  }
  free(number);
  free(rank_of);
  return true;
}
