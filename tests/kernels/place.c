#include "place.h"

#include <sys/types.h>

struct rows_out place_rows(struct guarded arena, struct rows_shape shape, enum guard side) {
  const size_t rows_size = shape.rows == 0 ? 0 : (shape.rows - 1) * shape.stride + shape.width;
  const size_t size = shape.before + rows_size + shape.behind;
  CHECK(size <= (size_t)(arena.end - arena.begin), "%zu bytes in an arena of %zu", size,
        (size_t)(arena.end - arena.begin));
  uint8_t *memory = side == GUARD_BEGIN ? arena.begin : arena.end - size;
  fill_canary(memory, size);
  const struct rowkey_place place = {memory + shape.before, shape.stride, shape.room, memory + size};
  return (struct rows_out){shape, memory, size, place};
}

struct rows_shape place_shape(unsigned index, size_t rows, size_t width) {
  const size_t extent = rows * width;
  switch (index) {
    case 0: /* side by side, exact */
      return (struct rows_shape){rows, width, width, width, 0, 0};
    case 1: /* side by side, all that follows may be written */
      return (struct rows_shape){rows, width, width, extent, 0, 0};
    case 2: /* exact fields of wider rows */
      return (struct rows_shape){rows, width, width + 7, width, 3, 5};
    case 3: /* the first field of wider rows, room up to the next row */
      return (struct rows_shape){rows, width, width + 10, width + 10, 0, 10};
    case 4: /* a field in the middle: room for less than a vector */
      return (struct rows_shape){rows, width, width + 29, width + 11, 18, 11};
    case 5: /* the last field of wider rows */
      return (struct rows_shape){rows, width, width + 33, width, 33, 0};
    case 6: /* wide rows with room for any vector, none after the last */
      return (struct rows_shape){rows, width, width + 200, width + 130, 1, 0};
    default: /* room that reaches over several rows */
      return (struct rows_shape){rows, width, width + 1, 4 * width + 64, 5, 9};
  }
}

size_t place_shape_size(size_t rows, size_t width) { return rows * (width + 200) + 300; }

void check_rows(const struct rows_out *out, const uint8_t *expected, size_t good_rows, const char *what,
                const char *isa) {
  const struct rows_shape shape = out->shape;
  for (size_t at = 0; at < out->size; at++) {
    const bool in_front = at < shape.before || shape.rows == 0;
    const size_t behind_first = in_front ? 0 : at - shape.before;
    size_t row = shape.stride == 0 ? 0 : behind_first / shape.stride;
    if (!in_front && row > shape.rows - 1) row = shape.rows - 1;
    const size_t offset = behind_first - row * shape.stride;
    if (!in_front && offset < shape.width) {
      if (row >= good_rows) continue;
      const uint8_t wanted = expected[row * shape.width + offset];
      CHECK(
          out->memory[at] == wanted,
          "%s on %s: %zu rows of %zu bytes, stride %zu, room %zu: byte %zu of row %zu is 0x%02x, not 0x%02x",
          what, isa, shape.rows, shape.width, shape.stride, shape.room, offset, row, out->memory[at], wanted);
    } else if (in_front || offset >= shape.room) {
      CHECK(out->memory[at] == canary(at),
            "%s on %s: %zu rows of %zu bytes, stride %zu, room %zu: wrote outside, at byte %zd of row %zu",
            what, isa, shape.rows, shape.width, shape.stride, shape.room,
            (ssize_t)at - (ssize_t)shape.before - (ssize_t)(row * shape.stride), row);
    }
  }
}
