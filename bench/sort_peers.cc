#include "sort_peers.h"

#include <algorithm>
#include <cstring>

namespace {

/* A key of 17 bytes as numbers, which compare in a fraction of the time that memcmp takes. */
struct record {
  uint64_t first, second, row;
  uint8_t last;
};

uint64_t load_be64(const uint8_t *bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

bool before(const record &a, const record &b) {
  if (a.first != b.first) return a.first < b.first;
  if (a.second != b.second) return a.second < b.second;
  if (a.last != b.last) return a.last < b.last;
  return a.row < b.row;
}

}  // namespace

size_t bench_std_sort_memory(size_t rows) { return rows * sizeof(record); }

void bench_std_sort(const uint8_t *keys, size_t rows, void *memory, uint64_t *order) {
  constexpr size_t width = 17;
  record *records = static_cast<record *>(memory);
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *key = keys + i * width;
    records[i] = {load_be64(key), load_be64(key + 8), i, key[16]};
  }
  std::sort(records, records + rows, before);
  for (size_t i = 0; i < rows; i++) order[i] = records[i].row;
}
