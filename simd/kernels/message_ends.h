/* Where messages end that MD5, SHA-1 and SHA-256 hash in blocks of 64 bytes: after each come 0x80, zeros, and
 * in the last eight bytes of its last block the count of its bits. */
#ifndef ROWKEY_SIMD_KERNELS_MESSAGE_ENDS_H
#define ROWKEY_SIMD_KERNELS_MESSAGE_ENDS_H

enum { MESSAGE_COUNT = 8 }; /* bytes of the bit count, which follow a message and its 0x80 */

/* How block number `block` of V32_LANES messages ends, in the lanes of their words. */
struct message_ends {
  vec32 low, high; /* the halves of the bit count */
  vec32 is_last;   /* ones where it is the message's last block */
  vec32 running;   /* ones where it is the last one or comes before that */
};

V_INLINE struct message_ends message_ends(const uint64_t *begin, const uint64_t *end, uint64_t block) {
  vec64 bits[V64_PER_32], later[V64_PER_32], last[V64_PER_32];
  for (int half = 0; half < V64_PER_32; half++) {
    const vec64 length = v64_sub(v64_load(end + half * V64_LANES), v64_load(begin + half * V64_LANES));
    bits[half] = v64_sll(length, 3);
    /* How many blocks come later: negative after the last. */
    later[half] = v64_sub(v64_srl(v64_add(length, v64_set1(MESSAGE_COUNT)), 6), v64_set1(block));
    last[half] = v64_equal(later[half], v64_set1(0));
  }
  struct message_ends ends;
  vec32 other, later_high;
  v32_from_u64(bits, &ends.low, &ends.high);
  v32_from_u64(last, &ends.is_last, &other);
  v32_from_u64(later, &other, &later_high);
  ends.running = v32_choose(v32_less(later_high, v32_set1(0)), v32_set1(0), v32_set1(UINT32_MAX));
  return ends;
}

#endif
