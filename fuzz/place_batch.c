#include "place_batch.h"

#include <string.h>

enum { UNTOUCHED = 0x5c };

struct fuzz_place fuzz_take_place(struct fuzz_input *input, size_t width) {
  struct fuzz_place place = {.width = width};
  place.rows = fuzz_take_rows(input, FUZZ_PLACE_ROWS);
  const size_t gap = (size_t)fuzz_take_up_to(input, 40);
  const bool side_by_side = gap > 20;
  place.stride = width + (side_by_side ? 0 : gap);
  place.room = width + (size_t)fuzz_take_up_to(input, side_by_side ? 90 : gap);
  const uint64_t around = fuzz_take(input, 1);
  place.before = (size_t)(around % 8);
  const size_t behind = (size_t)(around / 8 * 2);
  place.size = place.before + (place.rows == 0 ? 0 : (place.rows - 1) * place.stride + width) + behind;
  place.memory = fuzz_guarded(place.size);
  return place;
}

struct rowkey_place fuzz_clear_place(const struct fuzz_place *place) {
  memset(place->memory, UNTOUCHED, place->size);
  return (struct rowkey_place){place->memory + place->before, place->stride, place->room,
                               place->memory + place->size};
}

static void check_untouched(const struct rowkey_kernels *kernels, const char *what,
                            const struct fuzz_place *place, size_t from, size_t to) {
  for (size_t at = from; at < to; at++)
    FUZZ_CHECK(place->memory[at] == UNTOUCHED, "%s on %s: wrote at byte %zu of %zu", what, kernels->name, at,
               place->size);
}

void fuzz_check_place(const struct rowkey_kernels *kernels, const char *what, const struct fuzz_place *place,
                      const uint8_t *expected, size_t good) {
  size_t behind = place->before; /* the last row's room */
  check_untouched(kernels, what, place, 0, behind);
  for (size_t i = 0; i < place->rows; i++) {
    const size_t at = place->before + i * place->stride;
    FUZZ_CHECK(i >= good || memcmp(place->memory + at, expected + i * place->width, place->width) == 0,
               "%s on %s: row %zu of %zu, width %zu", what, kernels->name, i, place->rows, place->width);
    if (behind < at) check_untouched(kernels, what, place, behind, at);
    behind = at + place->room;
  }
  check_untouched(kernels, what, place, behind, place->size);
}
