/* Which server a region is on. */
#include <rowkey/kernels.h>
#include <rowkey/load.h>

#include "base/error.h"
#include "wide.h"

enum { BLOCK = 256 };

static void swap_servers(uint32_t *server_of, size_t a, size_t b) {
  const uint32_t server = server_of[a];
  server_of[a] = server_of[b];
  server_of[b] = server;
}

/* Fisher and Yates' shuffle: region `left` - 1 changes places with one of those before it or itself, by
 * random number `left` of the seed. */
static rowkey_status shuffle_servers(uint64_t seed, size_t regions, uint32_t *server_of,
                                     rowkey_error *error) {
  uint64_t numbers[BLOCK], low;
  for (size_t left = regions; left > 1;) {
    const size_t count = left - 1 < BLOCK ? left - 1 : BLOCK, first = left - count + 1;
    const rowkey_status status = rowkey_random_u64(seed, first, count, numbers, error);
    if (status != ROWKEY_OK) return status;
    for (; left >= first; left--)
      swap_servers(server_of, left - 1, (size_t)wide_multiply(numbers[left - first], left, &low));
  }
  return ROWKEY_OK;
}

rowkey_status rowkey_place_regions(size_t regions, size_t servers, const uint64_t *seed, uint32_t *server_of,
                                   rowkey_error *error) {
  if (!rowkey_is_array(server_of, regions, sizeof *server_of, "servers of the regions", error))
    return ROWKEY_ERROR_ARGUMENT;
  if (servers < 1 || servers > UINT32_MAX)
    return rowkey_error_set(error, ROWKEY_ERROR_RANGE, "%zu servers (expected 1 to %u)", servers, UINT32_MAX);
  for (size_t i = 0; i < regions; i++) server_of[i] = (uint32_t)(i % servers);
  return seed == NULL ? ROWKEY_OK : shuffle_servers(*seed, regions, server_of, error);
}
