/* Where a few strings are much longer than the others, they are hashed by rising length. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_ORDER_H
#define ROWKEY_SIMD_KERNELS_HASH_ORDER_H

#include "simd/kernels/hash_rows.h"
#include "simd/kernels/order.h"

enum { HASH_ORDER_ROWS = 512 }; /* rows that are ordered together, of ORDER_ROWS at most */

/* Whether groups of `group` rows would spend more than half of their time on rows that have ended. Below some
 * hundreds of bytes that costs less than to put rows in order. */
static bool hash_wants_order(const struct hash_rows *rows, size_t first, size_t count, size_t group) {
  enum { LONG = 256 };
  uint64_t any_long = 0, used = 0, spent = 0;
  for (size_t i = first; i < first + count; i++) any_long |= rows->end[i] - rows->begin[i];
  if (any_long < LONG) return false;
  for (size_t at = 0; at < count; at += group) {
    uint64_t most = 0;
    for (size_t i = first + at; i < first + at + group && i < first + count; i++) {
      const uint64_t length = rows->end[i] - rows->begin[i];
      used += length;
      if (length > most) most = length;
    }
    spent += most * group;
  }
  return spent > 2 * used;
}

static struct hash_rows hash_rows_from(const struct hash_rows *rows, size_t first) {
  struct hash_rows part = *rows;
  part.begin += first;
  part.end += first;
  if (part.seeds != NULL) part.seeds += first;
  return part;
}

/* At most HASH_ORDER_ROWS rows. */
static size_t hash_in_order(hash_strings_driver *driver, size_t results, const struct hash_rows *rows,
                            size_t count, uint64_t *values) {
  uint16_t order[HASH_ORDER_ROWS];
  uint64_t begin[HASH_ORDER_ROWS], end[HASH_ORDER_ROWS], seeds[HASH_ORDER_ROWS], ordered[2 * HASH_ORDER_ROWS];
  order_by_blocks(rows->begin, rows->end, count, 0, order);
  for (size_t i = 0; i < count; i++) {
    const size_t from = order[i];
    begin[i] = rows->begin[from];
    end[i] = rows->end[from];
    seeds[i] = rows->seeds == NULL ? rows->hash->seed : rows->seeds[from];
  }
  const struct hash_rows sorted = {rows->hash, seeds, rows->bytes, rows->size, begin, end};
  /* The first bad row is another one in the rows' own order. */
  if (driver(&sorted, count, ordered) < count) return driver(rows, count, values);
  /* The first and the last value of a row, which may be the same: a loop would become a call of memcpy. */
  for (size_t i = 0; i < count; i++) {
    const size_t to = order[i] * results, last = results - 1;
    values[to] = ordered[i * results];
    values[to + last] = ordered[i * results + last];
  }
  return count;
}

/* Any number of rows. */
static size_t hash_parts(hash_strings_driver *driver, size_t results, size_t group,
                         const struct hash_rows *rows, size_t count, uint64_t *values) {
  if (group == 1) return driver(rows, count, values);
  for (size_t first = 0; first < count; first += HASH_ORDER_ROWS) {
    const size_t part = count - first < HASH_ORDER_ROWS ? count - first : HASH_ORDER_ROWS;
    const struct hash_rows these = hash_rows_from(rows, first);
    uint64_t *to = values + first * results;
    const size_t good = hash_wants_order(rows, first, part, group)
                            ? hash_in_order(driver, results, &these, part, to)
                            : driver(&these, part, to);
    if (good < part) return first + good;
  }
  return count;
}

#endif
