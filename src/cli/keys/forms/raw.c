/* Keys one after the other, with nothing between them. */
#include "keys/key_form.h"

const struct key_form key_form_raw = {
    .name = "raw",
    .read_as = "keys one after the other, for layouts whose keys all have one width",
    .written_as = "one after the other",
    .is_plain = true,
    .most_key = UINT64_MAX,
    .expansion = 1,
    .write = write_plain,
    .read = read_plain,
};
