/* How many rows go from each region to each other one. */
#ifndef ROWKEY_CLI_COMMANDS_REBUCKET_FLOWS_H
#define ROWKEY_CLI_COMMANDS_REBUCKET_FLOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flow {
  uint32_t from, to; /* regions */
  uint64_t rows;
  uint64_t same_keys; /* rows of them whose key stays the same */
};

/* Flows that have rows, in a hash table. Begins as {0}. */
struct flows {
  struct flow *slots; /* `capacity` of them, a power of two; those without rows are free */
  size_t count, capacity;
};

/* Adds a row. False when memory runs out. */
bool flows_add(struct flows *flows, uint32_t from, uint32_t to, bool same_key);

/* Moves the flows to slots[0 … count), by `from`, then by `to`; no more can be added then. */
void flows_sort(struct flows *flows);

void flows_free(struct flows *flows);

#endif
