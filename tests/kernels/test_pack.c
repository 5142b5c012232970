/* The kernels that lay fields into rows, of every instruction set, against the reference. */
#include <string.h>

#include "place.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { ROWS_MAX = 150, WIDTH_MAX = 300 };

/* ---- big_endian */

static uint64_t value_that_fits(unsigned width) {
  const uint64_t largest = UINT64_MAX >> (64 - 8 * width);
  return random_below(8) == 0 ? largest : random_u64() >> random_below(64) & largest;
}

static void check_big_endian(const struct rowkey_kernels *kernels, struct guarded in, struct guarded out,
                             struct rows_shape shape, enum guard side, size_t shift) {
  uint8_t *values = in.end - shape.rows * 8 - shift / 8 * 8;
  uint8_t expected[ROWS_MAX * 8];
  for (size_t i = 0; i < shape.rows; i++) {
    const uint64_t value = value_that_fits((unsigned)shape.width);
    memcpy(values + i * 8, &value, sizeof value);
    CHECK(reference_big_endian(value, (unsigned)shape.width, expected + i * shape.width), "fits");
  }
  const struct rows_out placed = place_rows(out, shape, side);
  const size_t bad = kernels->big_endian((const uint64_t *)(const void *)values, shape.rows,
                                         (unsigned)shape.width, &placed.place);
  CHECK(bad == shape.rows, "%s: width %zu: row %zu of %zu is bad", kernels->name, shape.width, bad,
        shape.rows);
  check_rows(&placed, expected, shape.rows, "big_endian", kernels->name);
}

static void big_endian_of_every_count(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(ROWS_MAX * 8);
  for (unsigned width = 1; width <= 8; width++) {
    EACH_KERNEL(kernels, big_endian) {
      for (size_t rows = 0; rows <= 4 * kernels->lanes + 3; rows++) {
        for (unsigned shape = 0; shape < 2; shape++) {
          check_big_endian(kernels, in, out, place_shape(shape, rows, width), GUARD_BEGIN, 0);
          check_big_endian(kernels, in, out, place_shape(shape, rows, width), GUARD_END, 0);
        }
      }
    }
  }
}

static void big_endian_in_every_place(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(place_shape_size(ROWS_MAX, 8));
  for (unsigned width = 1; width <= 8; width++) {
    EACH_KERNEL(kernels, big_endian) {
      const size_t counts[] = {1, 2, kernels->lanes, kernels->lanes + 1, 3 * kernels->lanes + 1};
      for (size_t i = 0; i < COUNT_OF(counts); i++) {
        for (unsigned shape = 0; shape < PLACE_SHAPES; shape++) {
          check_big_endian(kernels, in, out, place_shape(shape, counts[i], width), GUARD_BEGIN, 0);
          check_big_endian(kernels, in, out, place_shape(shape, counts[i], width), GUARD_END, 0);
        }
        for (size_t gap = 0; gap <= 17; gap++) {
          for (size_t room = 0; room <= gap; room++) {
            const struct rows_shape shape = {counts[i], width, width + gap, width + room, 0, room};
            check_big_endian(kernels, in, out, shape, GUARD_END, 0);
          }
        }
      }
    }
  }
}

static void big_endian_of_every_alignment(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8 + 64), out = guarded_of(ROWS_MAX * 8 + 64);
  for (unsigned width = 1; width <= 8; width++) {
    EACH_KERNEL(kernels, big_endian) {
      for (size_t shift = 0; shift < 64; shift++) {
        const size_t rows = 2 * kernels->lanes + 3;
        const struct rows_shape shape = {rows, width, width, rows * width, shift * 29 % 64, 0};
        check_big_endian(kernels, in, out, shape, GUARD_BEGIN, shift);
      }
    }
  }
}

static void big_endian_finds_the_first_bad_row(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(ROWS_MAX * 16);
  for (unsigned width = 1; width < 8; width++) {
    const uint64_t limit = UINT64_C(1) << (8 * width);
    const uint64_t bad_values[] = {limit, UINT64_MAX, limit | 1, UINT64_C(1) << 63, limit << 3};
    EACH_KERNEL(kernels, big_endian) {
      const size_t rows = 3 * kernels->lanes + 2;
      for (size_t position = 0; position < rows; position++) {
        for (size_t kind = 0; kind < COUNT_OF(bad_values); kind++) {
          uint64_t *values = (uint64_t *)(void *)in.end - rows;
          uint8_t expected[ROWS_MAX * 8];
          for (size_t i = 0; i < rows; i++) {
            values[i] = value_that_fits(width);
            CHECK(reference_big_endian(values[i], width, expected + i * width), "fits");
            if (i == position) values[i] = bad_values[kind];
            if (i > position && kind % 2 == 1 && random_below(3) == 0) values[i] = limit;
          }
          const struct rows_out placed = place_rows(out, place_shape(2, rows, width), GUARD_END);
          const size_t bad = kernels->big_endian(values, rows, width, &placed.place);
          CHECK(bad == position, "%s: width %u, row %zu of %zu is bad: row %zu is reported", kernels->name,
                width, position, rows, bad);
          check_rows(&placed, expected, position, "big_endian with a bad row", kernels->name);
        }
      }
    }
  }
}

/* ---- big_endian_coded */

/* One coding that every width has room for, and others of all kinds. */
static struct rowkey_coding random_coding(unsigned width) {
  const uint64_t largest = UINT64_MAX >> (64 - 8 * width);
  struct rowkey_coding coding = {.span = UINT64_MAX};
  if (random_below(2) == 0) coding.bias = UINT64_C(1) << (8 * width - 1);
  if (random_below(2) == 0) coding.flip = largest;
  if (random_below(4) == 0) coding.bias = random_u64();
  if (random_below(4) == 0) coding.flip = random_u64();
  if (random_below(2) == 0) coding.low = random_u64() >> random_below(64);
  if (random_below(2) == 0) coding.low = -coding.low;
  if (random_below(2) == 0) coding.span = random_u64() >> random_below(64);
  return coding;
}

/* A value whose bytes fit, at or near an end of the range, or any. */
static uint64_t value_for(struct rowkey_coding coding, unsigned width) {
  switch (random_below(4)) {
    case 0:
      return coding.low + coding.span + random_below(3) - 1;
    case 1:
      return coding.low + random_below(3) - 1;
    case 2:
      return coding.low + (coding.span == UINT64_MAX ? random_u64() : random_below(coding.span + 1));
    default:
      return (value_that_fits(width) ^ coding.flip) - coding.bias;
  }
}

static bool is_good(struct rowkey_coding coding, uint64_t value, unsigned width, uint8_t *expected) {
  return value - coding.low <= coding.span &&
         reference_big_endian((value + coding.bias) ^ coding.flip, width, expected);
}

static void coded_integers(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(ROWS_MAX * 16);
  for (size_t repetition = 0; repetition < repetitions(40); repetition++) {
    for (unsigned width = 1; width <= 8; width++) {
      EACH_KERNEL(kernels, big_endian_coded) {
        for (size_t rows = 0; rows <= 2 * kernels->lanes + 3; rows++) {
          const struct rowkey_coding coding = random_coding(width);
          uint64_t *values = (uint64_t *)(void *)in.end - rows;
          uint8_t expected[ROWS_MAX * 8];
          const bool any_value = random_below(4) == 0;
          size_t good = rows;
          for (size_t i = 0; i < rows; i++) {
            /* Most runs are to reach their last rows. */
            for (int tries = 0; tries == 0 || (tries < 20 && !any_value); tries++) {
              values[i] = value_for(coding, width);
              if (is_good(coding, values[i], width, expected + i * width)) break;
            }
            if (good == rows && !is_good(coding, values[i], width, expected + i * width)) good = i;
          }
          const struct rows_out placed =
              place_rows(out, place_shape((unsigned)random_below(3), rows, width), GUARD_END);
          const size_t bad = kernels->big_endian_coded(&coding, values, rows, width, &placed.place);
          CHECK(bad == good, "%s: width %u: row %zu of %zu is bad: row %zu is reported", kernels->name, width,
                good, rows, bad);
          check_rows(&placed, expected, good, "big_endian_coded", kernels->name);
        }
      }
    }
  }
}

/* ---- copy_fixed */

static void check_copy(const struct rowkey_kernels *kernels, struct guarded in, struct guarded out,
                       struct rows_shape shape, size_t in_stride, enum guard side, size_t shift) {
  static uint8_t expected[ROWS_MAX * WIDTH_MAX];
  const size_t in_size = shape.rows == 0 ? 0 : (shape.rows - 1) * in_stride + shape.width;
  uint8_t *data = side == GUARD_BEGIN ? in.begin + shift : in.end - in_size - shift;
  random_bytes(data, in_size);
  const rowkey_field field = {data, in_stride, shape.width};
  reference_pack(&field, 1, shape.rows, expected, shape.width);
  const struct rows_out placed = place_rows(out, shape, side);
  kernels->copy_fixed(data, in_stride, shape.width, shape.rows, &placed.place);
  check_rows(&placed, expected, shape.rows, "copy_fixed", kernels->name);
}

static void copy_of_every_width(void) {
  const struct guarded in = guarded_of(ROWS_MAX * (WIDTH_MAX + 20));
  const struct guarded out = guarded_of(place_shape_size(ROWS_MAX, WIDTH_MAX));
  for (size_t width = 0; width <= WIDTH_MAX; width += width < 131 ? 1 : 13) {
    const size_t in_strides[] = {0, width, width + 1 + width % 17};
    EACH_KERNEL(kernels, copy_fixed) {
      for (size_t rows = 0; rows <= 70; rows += rows < 4 ? 1 : 1 + rows / 2) {
        for (size_t i = 0; i < COUNT_OF(in_strides); i++) {
          for (unsigned shape = 0; shape < PLACE_SHAPES; shape++) {
            const struct rows_shape s = place_shape(shape, rows, width);
            check_copy(kernels, in, out, s, in_strides[i], rows % 2 == 0 ? GUARD_BEGIN : GUARD_END, 0);
            if (shape < 2) check_copy(kernels, in, out, s, in_strides[i], GUARD_END, 0);
          }
        }
      }
    }
  }
}

static void copy_of_every_count(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 70), out = guarded_of(place_shape_size(ROWS_MAX, 70));
  EACH_KERNEL(kernels, copy_fixed) {
    for (size_t rows = 0; rows <= 4 * kernels->lanes + 3; rows++) {
      for (size_t width = 1 + rows % 7; width <= 70; width += 7)
        check_copy(kernels, in, out, place_shape((unsigned)(width % 2), rows, width), width, GUARD_END, 0);
    }
  }
}

static void copy_of_every_stride(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 120), out = guarded_of(ROWS_MAX * 120);
  for (size_t width = 1; width <= 70; width++) {
    EACH_KERNEL(kernels, copy_fixed) {
      for (size_t gap = 0; gap <= 17; gap++) {
        const struct rows_shape shape = {9, width, width + 17 - gap, width + (17 - gap) / 2, gap, 3};
        check_copy(kernels, in, out, shape, width + gap, GUARD_END, 0);
      }
    }
  }
}

static void copy_of_every_alignment(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 120), out = guarded_of(ROWS_MAX * 120);
  static const size_t widths[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65};
  for (size_t i = 0; i < COUNT_OF(widths); i++) {
    EACH_KERNEL(kernels, copy_fixed) {
      for (size_t shift = 0; shift < 64; shift++) {
        const size_t rows = 30, width = widths[i];
        const struct rows_shape shape = {rows, width, width, rows * width, shift * 29 % 64, 0};
        check_copy(kernels, in, out, shape, width, GUARD_BEGIN, shift);
        const struct rows_shape exact = {rows, width, width, width, 0, shift * 29 % 64};
        check_copy(kernels, in, out, exact, width, GUARD_END, shift);
      }
    }
  }
}

static const struct test tests[] = {
    {"big_endian of every count", big_endian_of_every_count},
    {"big_endian in every kind of place", big_endian_in_every_place},
    {"big_endian of every alignment", big_endian_of_every_alignment},
    {"big_endian finds the first bad row", big_endian_finds_the_first_bad_row},
    {"coded integers: their bytes, and the first bad row", coded_integers},
    {"copy_fixed of every width", copy_of_every_width},
    {"copy_fixed of every count", copy_of_every_count},
    {"copy_fixed of every stride", copy_of_every_stride},
    {"copy_fixed of every alignment", copy_of_every_alignment},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
