/* Seeds that differ from process to process. */
#ifndef ROWKEY_ENCODE_SEED_H
#define ROWKEY_ENCODE_SEED_H

#include <stdint.h>

/* A seed of the system's random numbers; where it gives none, of the time, the process and an address. */
uint64_t rowkey_draw_seed(void);

/* Which process this is. */
int64_t rowkey_process(void);

#endif
