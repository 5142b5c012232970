/* Where the fields and the records of CSV end, 64 bytes at a time. A byte is in quotes when the number of
 * quotes up to it is odd: that holds while every quote stands where a regular one does, which is checked. */
#ifndef ROWKEY_SIMD_KERNELS_SEPARATORS_H
#define ROWKEY_SIMD_KERNELS_SEPARATORS_H

/* What the bytes before a block have to do with it; in all but `inside` only bit 0 counts. */
struct separators_before {
  uint64_t inside;    /* all ones in quotes */
  uint64_t separator; /* the byte before separates: a field begins here */
  uint64_t closing;   /* … is a quote that closes, or the first of two */
  uint64_t cr;        /* … is a CR after such a quote: a newline must follow */
};

struct separators_block {
  uint64_t separators; /* delimiters and newlines outside of quotes */
  uint64_t newlines;
};

/* What has been seen in all blocks. */
struct separators_seen {
  uint64_t quotes;
  uint64_t doubled;  /* quotes right after one */
  uint64_t newlines; /* how many; those of the last block that has any, and where that block is */
  uint64_t last_newlines;
  uint64_t last_at;
};

/* What stands before the bytes from scan->at on. A quote that closes never does: the search goes on at it. */
V_INLINE struct separators_before separators_begin(const struct rowkey_fields_scan *scan,
                                                   const uint8_t *bytes) {
  const uint64_t at = scan->at;
  struct separators_before before = {scan->inside ? UINT64_MAX : 0, 0, 0, 0};
  if (scan->inside) return before;
  before.separator = at == 0 || bytes[at - 1] == scan->delimiter || bytes[at - 1] == '\n';
  before.cr = scan->quotes && at >= 2 && bytes[at - 1] == '\r' && bytes[at - 2] == '"';
  return before;
}

/* One block, of which only the first `count` bytes, those in `valid`, are there. False where a quote or what
 * follows one is not regular; then `before` stays. */
V_INLINE bool separators_of_block(const uint8_t *block, uint8_t delimiter, bool quoting, uint64_t valid,
                                  unsigned count, struct separators_before *before,
                                  struct separators_seen *seen, struct separators_block *found) {
  const uint64_t newlines = v8_equal_mask64(block, '\n') & valid;
  const uint64_t both = (v8_equal_mask64(block, delimiter) & valid) | newlines;
  if (!quoting) {
    *found = (struct separators_block){both, newlines};
    return true;
  }
  const uint64_t quotes = v8_equal_mask64(block, '"') & valid;
  const uint64_t inside = v64_prefix_xor(quotes) ^ before->inside;
  const uint64_t separators = both & ~inside;
  const uint64_t opening = quotes & inside, closing = quotes & ~inside;
  const uint64_t after_separator = separators << 1 | before->separator;
  const uint64_t after_closing = (closing << 1 | before->closing) & valid;
  const uint64_t after_text = after_closing & ~(quotes | separators);
  uint64_t bad = opening & ~(after_separator | after_closing), cr = 0;
  if ((after_text | before->cr) != 0) {
    cr = after_text & v8_equal_mask64(block, '\r');
    bad |= (after_text & ~cr) | ((cr << 1 | before->cr) & valid & ~newlines);
  }
  if (bad != 0) return false;
  const unsigned last = count - 1;
  *before = (struct separators_before){UINT64_C(0) - (inside >> last & 1), separators >> last & 1,
                                       closing >> last & 1, cr >> last & 1};
  seen->quotes |= quotes;
  seen->doubled |= opening & after_closing;
  *found = (struct separators_block){separators, newlines & ~inside};
  return true;
}

/* No branch: whether a block has a newline is hard to foresee. */
V_INLINE void separators_count(struct separators_seen *seen, uint64_t at, uint64_t newlines) {
  seen->newlines += (uint64_t)__builtin_popcountll(newlines);
  seen->last_at = newlines != 0 ? at : seen->last_at;
  seen->last_newlines = newlines != 0 ? newlines : seen->last_newlines;
}

/* Counts the newlines of four blocks without a quote, which needs no more than that of each. False, and
 * nothing is counted, where they have one. */
V_INLINE bool separators_count_unquoted(const uint8_t *blocks, uint8_t delimiter, uint64_t at,
                                        struct separators_before *before, struct separators_seen *seen) {
  uint64_t quotes = 0;
  for (size_t i = 0; i < 4; i++) quotes |= v8_equal_mask64(blocks + 64 * i, '"');
  if ((quotes | before->closing | before->cr) != 0) return false;
  for (size_t i = 0; i < 4; i++)
    separators_count(seen, at + 64 * i, v8_equal_mask64(blocks + 64 * i, '\n') & ~before->inside);
  const uint8_t last = blocks[255];
  before->separator = before->inside == 0 && (last == delimiter || last == '\n');
  return true;
}

/* The bytes that are left, fewer than 64, as a block; returns which of its bytes they are. */
V_INLINE uint64_t separators_load_rest(uint8_t block[64], const uint8_t *bytes, unsigned count) {
  memset(block, 0, 64);
  memcpy(block, bytes, count);
  return (UINT64_C(1) << count) - 1;
}

/* Both kernels: positions are written where `places` says so, else nothing limits the search. */
V_INLINE size_t separators_search(struct rowkey_fields_scan *scan, bool quoting, const uint8_t *bytes,
                                  uint64_t size, bool places, uint64_t *positions, size_t capacity) {
  struct separators_before before = separators_begin(scan, bytes);
  struct separators_seen seen = {0};
  struct separators_block found;
  const uint8_t delimiter = scan->delimiter;
  uint64_t at = scan->at;
  size_t count = 0;
  bool is_regular = true;
  for (; at + 64 <= size && (!places || count + 64 <= capacity); at += 64) {
    if (!places && size - at >= 256 && separators_count_unquoted(bytes + at, delimiter, at, &before, &seen)) {
      at += 192;
      continue;
    }
    is_regular = separators_of_block(bytes + at, delimiter, quoting, UINT64_MAX, 64, &before, &seen, &found);
    if (!is_regular) break;
    separators_count(&seen, at, found.newlines);
    if (places) count += v64_store_set_bits(positions + count, at, found.separators);
  }
  if (is_regular && at < size && size - at < 64 && (!places || count + 64 <= capacity)) {
    uint8_t rest[64];
    const unsigned left = (unsigned)(size - at);
    const uint64_t valid = separators_load_rest(rest, bytes + at, left);
    is_regular = separators_of_block(rest, delimiter, quoting, valid, left, &before, &seen, &found);
    if (is_regular) {
      separators_count(&seen, at, found.newlines);
      if (places) count += v64_store_set_bits(positions + count, at, found.separators);
      at = size;
    }
  }
  /* A quote that closes may be the first of two: the byte after it says so. */
  scan->at = at - before.closing;
  scan->inside = (before.inside | before.closing) != 0;
  scan->is_irregular = !is_regular;
  scan->has_quotes |= seen.quotes != 0;
  scan->has_doubled |= seen.doubled != 0;
  scan->newlines += seen.newlines;
  if (seen.newlines != 0)
    scan->after_newline = seen.last_at + 64 - (uint64_t)__builtin_clzll(seen.last_newlines);
  return count;
}

static size_t find_separators(struct rowkey_fields_scan *scan, const uint8_t *bytes, uint64_t size,
                              uint64_t *positions, size_t capacity) {
  return scan->quotes ? separators_search(scan, true, bytes, size, true, positions, capacity)
                      : separators_search(scan, false, bytes, size, true, positions, capacity);
}

static void count_records(struct rowkey_fields_scan *scan, const uint8_t *bytes, uint64_t size) {
  if (scan->quotes) {
    separators_search(scan, true, bytes, size, false, NULL, 0);
  } else {
    separators_search(scan, false, bytes, size, false, NULL, 0);
  }
}

#endif
