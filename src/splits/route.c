/* Routing: split points prepared once, then keys searched in batches. */
#include <rowkey/route.h>
#include <stdlib.h>

#include "base/addresses.h"
#include "base/error.h"
#include "kernels/kernel_table.h"
#include "kernels/keys.h"
#include "search/search.h"

struct rowkey_router {
  const struct rowkey_kernels *kernels;
  struct rowkey_search search;
};

rowkey_router *rowkey_router_create(const rowkey_splits *splits, rowkey_error *error) {
  if (rowkey_splits_check(splits, error) != ROWKEY_OK) return NULL;
  rowkey_router *router = calloc(1, sizeof *router);
  if (router != NULL && rowkey_search_create(&router->search, splits, SEARCH_ROOT_NUMBERS)) {
    router->kernels = rowkey_kernels_selected();
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

/* Keys whose offsets are widened at once, on the stack. */
enum { WIDENED_ROWS = 512 };

static void route_offsets32(const rowkey_router *router, const rowkey_keys *keys, uint32_t *regions) {
  uint64_t offsets[WIDENED_ROWS + 1];
  for (size_t row = 0; row < keys->rows; row += WIDENED_ROWS) {
    const size_t rows = keys->rows - row < WIDENED_ROWS ? keys->rows - row : WIDENED_ROWS;
    copy_key_limits(keys, row, rows, 0, offsets);
    router->kernels->route_strings(&router->search, keys->data, offsets, rows, regions + row);
  }
}

rowkey_status rowkey_route(const rowkey_router *router, const rowkey_keys *keys, uint32_t *regions,
                           rowkey_error *error) {
  static const uint8_t nothing;
  if (!rowkey_is_given(router, "router", error)) return ROWKEY_ERROR_ARGUMENT;
  const rowkey_status status = rowkey_check_keys(router->kernels, keys, error);
  if (status != ROWKEY_OK || keys->rows == 0) return status;
  if (!values_can_be_at(regions, keys->rows, sizeof *regions))
    return rowkey_error_numbers("regions", regions, keys->rows, error);
  if (!is_aligned_u32(regions))
    return bad_argument(error, "regions is not aligned (expected an address for a uint32_t)");
  rowkey_keys there = *keys;
  if (there.data == NULL) there.data = &nothing;
  if (there.offsets != NULL)
    router->kernels->route_strings(&router->search, there.data, there.offsets, there.rows, regions);
  else if (there.offsets32 != NULL)
    route_offsets32(router, &there, regions);
  else
    router->kernels->route_fixed(&router->search, there.data, there.width, there.rows, regions);
  return ROWKEY_OK;
}
