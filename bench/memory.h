/* Reading and writing memory with the widest loads and stores of each instruction set. */
#ifndef ROWKEY_BENCH_MEMORY_H
#define ROWKEY_BENCH_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* `size` bytes, a multiple of 4096, at an address that is a multiple of 64. */
struct bench_memory {
  uint64_t (*sum)(const uint64_t *words, size_t size);
  void (*set)(uint64_t *words, size_t size, uint64_t value);
  /* The same by stores that leave the caches alone; NULL where we know of none. */
  void (*set_past_caches)(uint64_t *words, size_t size, uint64_t value);
};

/* Of the best instruction set that this CPU supports; *isa receives its name. */
const struct bench_memory *bench_memory_chosen(const char **isa);

#endif
