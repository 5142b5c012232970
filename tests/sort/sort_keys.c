#include "sort_keys.h"

#include <stdlib.h>
#include <string.h>

struct key_kind random_kind(size_t rows) {
  static const struct {
    unsigned characters;
    uint8_t first;
  } alphabets[] = {{1, 'a'}, {2, 0}, {2, 127}, {3, 254}, {10, '0'}, {26, 'a'}, {256, 0}};
  static const size_t prefixes[] = {0, 0, 1, 7, 8, 20, 23, 24, 25, 100};
  static const size_t lengths[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 48, 49, 70};
  const size_t alphabet = (size_t)random_below(sizeof alphabets / sizeof *alphabets);
  struct key_kind kind = {.rows = rows,
                          .prefix = prefixes[(size_t)random_below(sizeof prefixes / sizeof *prefixes)],
                          .longest = lengths[(size_t)random_below(sizeof lengths / sizeof *lengths)],
                          .characters = alphabets[alphabet].characters,
                          .first_character = alphabets[alphabet].first,
                          .again = (unsigned)random_below(3) * 45};
  kind.shortest = (size_t)random_below(2) == 0 ? kind.longest : (size_t)random_below(kind.longest + 1);
  return kind;
}

/* Writes a key of its own and returns its end. */
static uint8_t *new_key(const struct key_kind *kind, uint8_t *to) {
  const size_t size = kind->shortest + (size_t)random_below(kind->longest - kind->shortest + 1);
  memset(to, 'p', kind->prefix);
  to += kind->prefix;
  for (size_t i = 0; i < size; i++) *to++ = (uint8_t)(kind->first_character + random_below(kind->characters));
  return to;
}

/* Writes an earlier key again, or one that begins with it or that it begins with, and returns its end. */
static uint8_t *old_key(const struct key_kind *kind, const uint8_t *bytes, const uint64_t *offsets,
                        size_t row, uint8_t *to) {
  const size_t old = (size_t)random_below(row);
  size_t size = (size_t)(offsets[old + 1] - offsets[old]);
  memcpy(to, bytes + offsets[old], size);
  const size_t least = kind->prefix + kind->shortest, most = kind->prefix + kind->longest;
  if (least == most || random_below(2) == 0) return to + size;
  if (random_below(2) == 0) return to + least + (size_t)random_below(size - least + 1);
  while (size < most && random_below(3) != 0) to[size++] = 0;
  return to + size;
}

struct made_keys make_keys(const struct key_kind *kind, enum key_form form, enum guard side) {
  const size_t most = kind->prefix + kind->longest, rows = kind->rows;
  uint8_t *bytes = malloc(rows * most + 1);
  uint64_t *offsets = guarded((rows + 1) * sizeof *offsets, GUARD_END);
  uint32_t *offsets32 = guarded((rows + 1) * sizeof *offsets32, GUARD_END);
  CHECK(bytes != NULL, "out of memory");
  uint8_t *end = bytes;
  offsets[0] = 0;
  for (size_t row = 0; row < rows; row++) {
    end = row > 0 && random_below(100) < kind->again ? old_key(kind, bytes, offsets, row, end)
                                                     : new_key(kind, end);
    offsets[row + 1] = (uint64_t)(end - bytes);
  }
  for (size_t row = 0; row <= rows; row++) offsets32[row] = (uint32_t)offsets[row];
  const size_t size = (size_t)offsets[rows];
  uint8_t *placed = guarded(size, side);
  memcpy(placed, bytes, size);
  free(bytes);
  const struct made_keys made = {
      .keys = form == KEYS_OF_WIDTH     ? rowkey_keys_of_width(placed, most, rows)
              : form == KEYS_OF_OFFSETS ? rowkey_keys_of_offsets(placed, offsets, rows)
                                        : (rowkey_keys){.data = placed, .offsets32 = offsets32, .rows = rows},
      .bytes = placed,
      .offsets = offsets,
  };
  return made;
}

int compare_made(const struct made_keys *made, uint64_t a, uint64_t b) {
  const uint64_t *offsets = made->offsets;
  const size_t size_a = (size_t)(offsets[a + 1] - offsets[a]), size_b = (size_t)(offsets[b + 1] - offsets[b]);
  const int order =
      memcmp(made->bytes + offsets[a], made->bytes + offsets[b], size_a < size_b ? size_a : size_b);
  return order != 0 ? order : (size_a > size_b) - (size_a < size_b);
}

/* What qsort's comparison cannot be handed. */
static const struct made_keys *compared;

static int compare_rows(const void *a, const void *b) {
  uint64_t row_a, row_b;
  memcpy(&row_a, a, sizeof row_a);
  memcpy(&row_b, b, sizeof row_b);
  const int order = compare_made(compared, row_a, row_b);
  return order != 0 ? order : (row_a > row_b) - (row_a < row_b);
}

size_t order_by_qsort(const struct made_keys *made, uint64_t **order) {
  const size_t rows = made->keys.rows;
  *order = malloc((rows + 1) * sizeof **order);
  CHECK(*order != NULL, "out of memory");
  for (size_t row = 0; row < rows; row++) (*order)[row] = row;
  compared = made;
  qsort(*order, rows, sizeof **order, compare_rows);
  size_t duplicates = 0;
  for (size_t i = 1; i < rows; i++) duplicates += compare_made(made, (*order)[i - 1], (*order)[i]) == 0;
  return duplicates;
}
