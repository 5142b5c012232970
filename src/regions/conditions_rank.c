/* Numbers as ranks. */
#include <string.h>

#include "regions/conditions.h"

#define SIGN64 (UINT64_C(1) << 63)
#define SIGN32 (UINT32_C(1) << 31)

/* The bits of the infinities' magnitude. */
#define INFINITY64 UINT64_C(0x7ff0000000000000)
#define INFINITY32 UINT32_C(0x7f800000)

static uint64_t rank_of_bits64(uint64_t bits) { return bits ^ ((bits & SIGN64) != 0 ? UINT64_MAX : SIGN64); }
static uint32_t rank_of_bits32(uint32_t bits) { return bits ^ ((bits & SIGN32) != 0 ? UINT32_MAX : SIGN32); }

uint64_t rowkey_rank_of(rowkey_type type, const rowkey_value *value) {
  uint64_t bits64;
  uint32_t bits32;
  switch (type) {
    case ROWKEY_I64:
      return (uint64_t)value->as.i64 ^ SIGN64;
    case ROWKEY_F64:
      memcpy(&bits64, &value->as.f64, sizeof bits64);
      return rank_of_bits64(bits64);
    case ROWKEY_F32:
      memcpy(&bits32, &value->as.f32, sizeof bits32);
      return rank_of_bits32(bits32);
    default:
      return value->as.u64;
  }
}

rowkey_value rowkey_value_of_rank(rowkey_type type, uint64_t rank) {
  rowkey_value value = {.as.u64 = rank};
  const uint64_t bits64 = rank ^ ((rank & SIGN64) != 0 ? SIGN64 : UINT64_MAX);
  const uint32_t low = (uint32_t)rank, bits32 = low ^ ((low & SIGN32) != 0 ? SIGN32 : UINT32_MAX);
  if (type == ROWKEY_I64) value.as.u64 = rank ^ SIGN64; /* the bits of the i64 */
  if (type == ROWKEY_F64) memcpy(&value.as.f64, &bits64, sizeof bits64);
  if (type == ROWKEY_F32) memcpy(&value.as.f32, &bits32, sizeof bits32);
  return value;
}

uint64_t rowkey_lowest_rank(rowkey_type type) {
  if (type == ROWKEY_F64) return rank_of_bits64(INFINITY64 | SIGN64);
  return type == ROWKEY_F32 ? rank_of_bits32(INFINITY32 | SIGN32) : 0;
}

uint64_t rowkey_highest_rank(rowkey_type type) {
  if (type == ROWKEY_F64) return rank_of_bits64(INFINITY64);
  return type == ROWKEY_F32 ? rank_of_bits32(INFINITY32) : UINT64_MAX;
}
