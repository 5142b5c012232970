#include "plan/varint.h"

static const struct varint_rule rules[] = {
    {"cockroach", 0x88, 109, TWOS_COMPLEMENT},  /* encoding.EncodeVarintAscending, EncodeUvarintAscending */
    {"foundationdb", 0x14, 0, ONES_COMPLEMENT}, /* the tuple layer's integers */
    {"orderedcode", 0x00, 0, NO_NEGATIVES},     /* Google's WriteNumIncreasing */
    {"tikv", 0x08, 239, TWOS_COMPLEMENT},       /* codec.EncodeComparableVarint, EncodeComparableUvarint */
};

const struct varint_rule *rowkey_varint_at(size_t number) {
  return number < sizeof rules / sizeof *rules ? &rules[number] : NULL;
}

size_t rowkey_varint_size(const struct varint_rule *rule, const uint8_t *bytes, size_t size, uint8_t flip) {
  const unsigned zero = rule->zero, last = zero + rule->most;
  if (size == 0) return 0;
  const unsigned first = bytes[0] ^ flip;
  if (first < varint_first(rule) || first > varint_last(rule)) return 0;
  const unsigned more = first < zero ? zero - first : first > last ? first - last : 0;
  return more < size ? 1 + more : 0;
}

uint64_t rowkey_varint_read(const struct varint_rule *rule, const uint8_t *bytes, size_t size) {
  if (size == 1) return (uint64_t)bytes[0] - rule->zero;
  const bool negative = bytes[0] < rule->zero;
  uint64_t number = negative ? UINT64_MAX : 0;
  for (size_t i = 1; i < size; i++) number = number << 8 | bytes[i];
  return number + (negative && rule->negatives == ONES_COMPLEMENT);
}
