/* The caches of this machine, as its operating system describes them. */
#ifndef ROWKEY_BENCH_CACHES_H
#define ROWKEY_BENCH_CACHES_H

#include <stdint.h>

/* Bytes of the last cache before memory that this machine's first CPU sees, and of all such caches together;
 * 0 where it does not. */
uint64_t bench_last_cache(void);
uint64_t bench_last_caches(void);

#endif
