/* Numbers whose bits are moved, and floats and hashes that become integers. Loops run over all rows of the
 * block, also over a bad one, which is found before or after. */
#include <string.h>

#include "encode/encoder.h"
#include "plan/scale.h"
#include "simd/memory.h"

/* ---- Into integers ------------------------------------------------------------------------------- */

size_t rowkey_run_scaled(const struct value *value, const double *a, uint64_t *out, size_t rows) {
  const uint64_t factor = value->b->range.low.magnitude;
  for (size_t i = 0; i < rows; i++) {
    uint64_t bits;
    int64_t result;
    memcpy(&bits, &a[i], sizeof bits);
    if (!rowkey_scale_double(bits, factor, value->floors, &result)) return i;
    out[i] = (uint64_t)result;
  }
  return rows;
}

/* Read with the byte that the first bit is in come up to eight more, of which none is after the hash. */
void rowkey_run_hash_bits(const struct value *value, const uint8_t *hashes, uint64_t *out, size_t rows) {
  const size_t size = value->a->width, begin = (size_t)value->ordinal;
  const size_t at = begin / 8 < size - 8 ? begin / 8 : size - 8;
  const unsigned before = (unsigned)(begin - 8 * at), unused = 64 - value->width;
  const uint8_t *bytes = hashes + at;
  if (before + value->width <= 64) {
    for (size_t i = 0; i < rows; i++) out[i] = load_be64(bytes + i * size) << before >> unused;
    return;
  }
  for (size_t i = 0; i < rows; i++) {
    const uint64_t bits = load_be64(bytes + i * size) << before | bytes[i * size + 8] >> (8 - before);
    out[i] = bits >> unused;
  }
}
