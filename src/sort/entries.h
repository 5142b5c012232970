/* Rows sorted by a 64-bit number of each. */
#ifndef ROWKEY_SORT_ENTRIES_H
#define ROWKEY_SORT_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sort_entry {
  uint64_t word;
  uint64_t row;
};

/* Entries with rising words; those of equal words keep their order. `varying` has each bit in which two words
 * differ, and may have others. `room` is as many entries, and its contents are lost. */
void rowkey_sort_entries(struct sort_entry *entries, struct sort_entry *room, size_t count, uint64_t varying);

#endif
