/* Memory that grows and is used again for the next vector. */
#ifndef ROWKEY_DUCKDB_ROOM_H
#define ROWKEY_DUCKDB_ROOM_H

#include <stdbool.h>
#include <stddef.h>

/* All 0 at first. Free `data` with free. */
struct room {
  void *data;
  size_t capacity;
};

/* At least `size` bytes, and never NULL: what was there is lost when it grows. False without memory. */
bool room_for(struct room *room, size_t size);

/* At least `size` bytes, with what was there kept. */
bool room_keep(struct room *room, size_t size);

#endif
