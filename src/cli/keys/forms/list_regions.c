/* What HBase's shell prints for `list_regions 'table'`: split_list.h reads it by region_listing.h. */
#include "keys/key_form.h"

const struct key_form key_form_list_regions = {
    .name = "list_regions",
    .is_lines = true,
    .is_listing = true,
    .most_key = UINT64_MAX,
};
