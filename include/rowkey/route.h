/* Routing: which region a key belongs to. Stable.
 *
 *     uint32_t regions[3];
 *     rowkey_router *router = rowkey_router_create(splits, &error);
 *     if (router == NULL || rowkey_route(router, &keys, regions, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     rowkey_router_free(router);
 */
#ifndef ROWKEY_ROUTE_H
#define ROWKEY_ROUTE_H

#include <rowkey/keys.h>
#include <rowkey/splits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Split points prepared for searching. Immutable: share it between threads. */
typedef struct rowkey_router rowkey_router;

/* Creates a router; checks and copies the points. It uses the instruction set that is in use now. It takes at
 * most 300 KB, plus 60 bytes for each point and 15 for each byte of the points. Returns NULL and fills
 * `error` on failure. */
ROWKEY_CHECKED rowkey_router *rowkey_router_create(const rowkey_splits *splits, rowkey_error *error);
ROWKEY_API void rowkey_router_free(rowkey_router *router); /* NULL is allowed */

/* Routes keys: regions[i] = the region of key i, 0 to the number of points. Thread-safe. Allocates nothing.
 * ROWKEY_ERROR_ARGUMENT, with error->row, for offsets that decrease, and for pointers that are NULL or not
 * aligned. */
ROWKEY_CHECKED rowkey_status rowkey_route(const rowkey_router *router, const rowkey_keys *keys,
                                          uint32_t *regions, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
