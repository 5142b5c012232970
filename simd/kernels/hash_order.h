/* Where a few strings are much longer than the others, they are hashed by rising length. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_ORDER_H
#define ROWKEY_SIMD_KERNELS_HASH_ORDER_H

#include "simd/kernels/hash_rows.h"
#include "simd/kernels/message_ends.h"
#include "simd/kernels/order.h"

/* Rows that are ordered together, of ORDER_ROWS at most; half of them where each has more than two values,
 * which wait on the stack. */
enum { HASH_ORDER_ROWS = 512, HASH_ORDER_VALUES = 2 * HASH_ORDER_ROWS };
_Static_assert(MOST_HASH_VALUES <= 4, "half of the rows have room for their values");

/* Whether it hashes messages as message_ends.h has them. */
static bool hash_has_blocks(const rowkey_hash *hash) { return hash_function_of(hash)->result == HASH_DIGEST; }

/* Whether groups would spend more than half of their time on rows that have ended. Below some hundreds of
 * bytes that costs less than to put rows in order, but a block more of SHA-1 or SHA-256 costs more than an
 * order at any length. */
static bool hash_wants_order(const struct hash_drivers *drivers, const struct hash_rows *rows, size_t count) {
  const size_t group = drivers->group;
  const bool in_blocks = hash_has_blocks(rows->hash);
  if (!in_blocks && rows->lengths.most < 256) return false;
  uint64_t used = 0, spent = 0;
  for (size_t at = 0; at < count; at += group) {
    uint64_t most = 0;
    for (size_t i = at; i < at + group && i < count; i++) {
      const uint64_t length = rows->end[i] - rows->begin[i];
      const uint64_t work = in_blocks ? (length + MESSAGE_COUNT) / 64 + 1 : length;
      used += work;
      if (work > most) most = work;
    }
    spent += most * group;
  }
  return in_blocks ? spent > used + used / 4 : spent > 2 * used;
}

static struct hash_rows hash_rows_from(const struct hash_rows *rows, size_t first) {
  struct hash_rows part = *rows;
  part.begin += first;
  part.end += first;
  if (part.seeds != NULL) part.seeds += first;
  return part;
}

static size_t hash_order_rows(size_t results) { return results > 2 ? HASH_ORDER_ROWS / 2 : HASH_ORDER_ROWS; }

/* At most hash_order_rows of them. */
static size_t hash_in_order(const struct hash_drivers *drivers, size_t results, const struct hash_rows *rows,
                            size_t count, uint64_t *values) {
  uint16_t order[HASH_ORDER_ROWS];
  uint64_t begin[HASH_ORDER_ROWS], end[HASH_ORDER_ROWS], seeds[HASH_ORDER_ROWS], ordered[HASH_ORDER_VALUES];
  order_by_blocks(rows->begin, rows->end, count, hash_has_blocks(rows->hash) ? MESSAGE_COUNT : 0, order);
  for (size_t i = 0; i < count; i++) {
    const size_t from = order[i];
    begin[i] = rows->begin[from];
    end[i] = rows->end[from];
    seeds[i] = rows->seeds == NULL ? rows->hash->seed : rows->seeds[from];
  }
  const struct hash_rows sorted = {rows->hash, seeds, rows->bytes, rows->size, begin, end, {.readable = 0}};
  /* The first bad row is another one in the rows' own order. */
  if (drivers->strings(&sorted, count, ordered) < count) return drivers->strings(rows, count, values);
  for (size_t i = 0; i < count; i++)
    memcpy(values + order[i] * results, ordered + i * results, results * sizeof *values);
  return count;
}

/* Any number of rows. */
static size_t hash_parts(const struct hash_drivers *drivers, size_t results, const struct hash_rows *rows,
                         size_t count, uint64_t *values) {
  if (drivers->group == 1) return drivers->strings(rows, count, values);
  const size_t most = hash_order_rows(results);
  for (size_t first = 0; first < count; first += most) {
    const size_t part = count - first < most ? count - first : most;
    struct hash_rows these = hash_rows_from(rows, first);
    these.lengths = hash_find_lengths(&these, part);
    uint64_t *to = values + first * results;
    const size_t good = hash_wants_order(drivers, &these, part)
                            ? hash_in_order(drivers, results, &these, part, to)
                            : drivers->strings(&these, part, to);
    if (good < part) return first + good;
  }
  return count;
}

#endif
