/* Columns back from keys as tuned scalar code does it: the id is read, the key made again and compared. */
#ifndef ROWKEY_BENCH_DECODE_PEERS_H
#define ROWKEY_BENCH_DECODE_PEERS_H

#include <stddef.h>
#include <stdint.h>

struct decode_peer {
  const char *layout;
  const char *implementation;
  /* returns the first row that is not a key, or `rows` */
  size_t (*decode)(const char *keys, size_t rows, uint64_t *ids);
};

/* NULL when there is none. */
const struct decode_peer *decode_peer_find(const char *layout);

#endif
