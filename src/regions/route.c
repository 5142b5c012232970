/* Routing: split points prepared once, then keys searched in batches. */
#include <inttypes.h>
#include <rowkey/route.h>
#include <stdlib.h>

#include "arguments.h"
#include "error.h"
#include "regions/strings.h"
#include "search/search.h"

struct rowkey_router {
  const struct rowkey_kernels *kernels;
  struct rowkey_search search;
};

rowkey_router *rowkey_router_create(const rowkey_splits *splits, const char *isa, rowkey_error *error) {
  const struct rowkey_kernels *kernels = isa == NULL ? rowkey_kernels_selected() : rowkey_kernels_named(isa);
  if (kernels == NULL) {
    rowkey_error_unsupported(error, isa);
    return NULL;
  }
  if (rowkey_splits_check(splits, error) != ROWKEY_OK || !rowkey_regions_valid(splits->count + 1, error))
    return NULL;
  rowkey_router *router = calloc(1, sizeof *router);
  if (router != NULL && rowkey_search_create(&router->search, splits, SEARCH_ROOT_NUMBERS)) {
    router->kernels = kernels;
    return router;
  }
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while creating a router");
  rowkey_router_free(router);
  return NULL;
}

void rowkey_router_free(rowkey_router *router) {
  if (router == NULL) return;
  rowkey_search_free(&router->search);
  free(router);
}

static rowkey_status bad_argument(rowkey_error *error, const char *text) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
}

/* Whether keys[offsets[i] … offsets[i + 1]) are strings, and there are bytes unless all are empty. */
static rowkey_status check_offsets(const struct rowkey_kernels *kernels, const void *keys,
                                   const uint64_t *offsets, size_t rows, rowkey_error *error) {
  if (!is_aligned_u64(offsets)) return bad_argument(error, OFFSETS_NOT_ALIGNED);
  const struct rowkey_strings strings = {keys, PTRDIFF_MAX, offsets, offsets + 1};
  uint64_t total;
  const size_t bad = kernels->check_strings(&strings, rows, &total);
  if (bad < rows) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "row %zu: offsets[%zu] is %" PRIu64 " and offsets[%zu] is %" PRIu64
                     " (expected offsets that do not decrease and are no larger than %td)",
                     bad, bad, offsets[bad], bad + 1, offsets[bad + 1], PTRDIFF_MAX);
    if (error != NULL) error->row = bad;
    return ROWKEY_ERROR_ARGUMENT;
  }
  return keys != NULL || total == 0 ? ROWKEY_OK : bad_argument(error, "keys is NULL (expected their bytes)");
}

rowkey_status rowkey_route(const rowkey_router *router, const void *keys, const uint64_t *offsets,
                           size_t width, size_t rows, uint32_t *regions, rowkey_error *error) {
  static const uint8_t nothing;
  if (!rowkey_is_given(router, "router", error)) return ROWKEY_ERROR_ARGUMENT;
  if (rows == 0) return ROWKEY_OK;
  if (!values_can_be_at(regions, rows, sizeof *regions))
    return bad_argument(error, "regions is NULL (expected room for a number a row)");
  if ((uintptr_t)regions % sizeof *regions != 0)
    return bad_argument(error, "regions is not aligned (expected an address for a uint32_t)");
  if (offsets != NULL) {
    const rowkey_status status = check_offsets(router->kernels, keys, offsets, rows, error);
    if (status != ROWKEY_OK) return status;
  } else if (width != 0 && !rows_can_be_at(keys, rows, width, width)) {
    return bad_argument(error, "keys is NULL, or there cannot be so many (expected `rows` of `width` bytes)");
  }
  const uint8_t *bytes = keys == NULL ? &nothing : keys;
  if (offsets == NULL) {
    router->kernels->route_fixed(&router->search, bytes, width, rows, regions);
  } else {
    router->kernels->route_strings(&router->search, bytes, offsets, rows, regions);
  }
  return ROWKEY_OK;
}
