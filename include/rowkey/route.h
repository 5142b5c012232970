/* Routing: which region a key belongs to. */
#ifndef ROWKEY_ROUTE_H
#define ROWKEY_ROUTE_H

#include <rowkey/splits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Split points prepared for searching. Immutable: share it between threads. */
typedef struct rowkey_router rowkey_router;

/* Copies and checks the points. `isa` as in rowkey_encoder_create. NULL and `error` on failure. A router
 * takes at most 300 KB, 60 bytes for each point and 15 for each byte of the points. */
ROWKEY_API rowkey_router *rowkey_router_create(const rowkey_splits *splits, const char *isa,
                                               rowkey_error *error);
ROWKEY_API void rowkey_router_free(rowkey_router *router); /* NULL is allowed */

/* regions[i] = the region of key i, 0 to the number of points: key i is keys[offsets[i] … offsets[i + 1]), or
 * where offsets is NULL `width` bytes at keys + i * width. Nothing outside the keys is read but bytes between
 * the first and the last one. Allocates nothing. ROWKEY_ERROR_ARGUMENT, with error->row, for offsets that
 * decrease and for pointers that are NULL or not aligned. */
ROWKEY_API rowkey_status rowkey_route(const rowkey_router *router, const void *keys, const uint64_t *offsets,
                                      size_t width, size_t rows, uint32_t *regions, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
