/* Keys one after the other, with nothing between them. */
#include "keys/key_form.h"

const struct key_form key_form_raw = {
    .name = "raw",
    .is_plain = true,
    .most_key = UINT64_MAX,
    .expansion = 1,
    .write = write_plain,
    .read = read_plain,
};
