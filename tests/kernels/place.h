/* Output rows of kernels that write one field at a time: a struct rowkey_place in guarded memory, and the
 * check that nothing but the fields and the room that was granted has changed. */
#ifndef ROWKEY_TESTS_PLACE_H
#define ROWKEY_TESTS_PLACE_H

#include "each_isa.h"

struct rows_shape {
  size_t rows;
  size_t width;
  size_t stride;
  size_t room;   /* as in struct rowkey_place */
  size_t before; /* bytes in front of the first row, which must be kept */
  size_t behind; /* bytes between the last field's end and the place's end */
};

struct rows_out {
  struct rows_shape shape;
  uint8_t *memory;
  size_t size;
  struct rowkey_place place;
};

/* At the arena's end or its beginning, filled with the canary. */
struct rows_out place_rows(struct guarded arena, struct rows_shape shape, enum guard side);

/* How many shapes place_shape knows, and shape number `index` of them: exact, side by side, room to the right
 * and so on, all of them for these rows. */
enum { PLACE_SHAPES = 8 };
struct rows_shape place_shape(unsigned index, size_t rows, size_t width);
/* The most memory that any of them needs. */
size_t place_shape_size(size_t rows, size_t width);

/* `expected` holds rows * width bytes side by side. Only the first `good_rows` are looked at, and the bytes
 * that no row may touch. */
void check_rows(const struct rows_out *out, const uint8_t *expected, size_t good_rows, const char *what,
                const char *isa);

#endif
