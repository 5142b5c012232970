/* std::sort, behind functions that C can call. */
#ifndef ROWKEY_BENCH_SORT_PEERS_H
#define ROWKEY_BENCH_SORT_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* order = the rows of the keys of 17 bytes in their order, those of equal keys as they are. `memory` holds
 * bench_std_sort_memory(rows) bytes. */
void bench_std_sort(const uint8_t *keys, size_t rows, void *memory, uint64_t *order);
size_t bench_std_sort_memory(size_t rows);

#ifdef __cplusplus
}
#endif

#endif
