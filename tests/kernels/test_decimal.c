/* The decimal kernels of every instruction set against the reference. */
#include <string.h>

#include "place.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { DIGITS_MAX = 20, ROWS_MAX = 300 };

static uint64_t power_of_ten(unsigned exponent) {
  uint64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

/* The values around which an implementation can be wrong; returns how many, at most ROWS_MAX. */
static size_t boundary_values(uint64_t values[ROWS_MAX]) {
  size_t count = 0;
  for (unsigned i = 0; i < DIGITS_MAX; i++) {
    for (uint64_t near = 0; near < 3; near++) values[count++] = power_of_ten(i) + near - 1;
    values[count++] = power_of_ten(i) * (UINT64_MAX / power_of_ten(i));
  }
  for (unsigned bit = 1; bit < 64; bit++) {
    for (uint64_t near = 0; near < 3; near++) values[count++] = (UINT64_C(1) << bit) + near - 1;
  }
  values[count++] = UINT64_MAX;
  CHECK(count <= ROWS_MAX, "%zu boundary values", count);
  return count;
}

static uint64_t value_that_fits(unsigned width) {
  const uint64_t value = random_u64() >> random_below(64);
  return width == DIGITS_MAX ? value : value % power_of_ten(width);
}

/* ---- padded */

/* Values that fit, in one shape, on one instruction set. */
static void check_padded(const struct rowkey_kernels *kernels, struct guarded out, const uint64_t *values,
                         struct rows_shape shape, enum guard side) {
  uint8_t expected[ROWS_MAX * DIGITS_MAX];
  for (size_t i = 0; i < shape.rows; i++) {
    CHECK(reference_decimal_padded(values[i], (unsigned)shape.width, expected + i * shape.width),
          "%llu does not fit", (unsigned long long)values[i]);
  }
  const struct rows_out rows = place_rows(out, shape, side);
  const size_t bad = kernels->decimal_padded(values, shape.rows, (unsigned)shape.width, &rows.place);
  CHECK(bad == shape.rows, "%s: width %zu: row %zu of %zu is bad: %llu", kernels->name, shape.width, bad,
        shape.rows, (unsigned long long)values[bad]);
  check_rows(&rows, expected, shape.rows, "decimal_padded", kernels->name);
}

static void padded_of_boundary_values(void) {
  uint64_t all[ROWS_MAX];
  const size_t count = boundary_values(all);
  const struct guarded out = guarded_of(ROWS_MAX * DIGITS_MAX);
  for (unsigned width = 1; width <= DIGITS_MAX; width++) {
    uint64_t *values = guarded(ROWS_MAX * sizeof *values, GUARD_END);
    size_t rows = 0;
    for (size_t i = 0; i < count; i++) {
      if (width == DIGITS_MAX || all[i] < power_of_ten(width)) values[rows++] = all[i];
    }
    EACH_KERNEL(kernels, decimal_padded) {
      check_padded(kernels, out, values, place_shape(0, rows, width), GUARD_END);
      check_padded(kernels, out, values, place_shape(1, rows, width), GUARD_END);
    }
  }
}

static void padded_of_every_count(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(ROWS_MAX * DIGITS_MAX);
  for (unsigned width = 1; width <= DIGITS_MAX; width++) {
    uint64_t source[ROWS_MAX];
    for (size_t i = 0; i < ROWS_MAX; i++) source[i] = value_that_fits(width);
    EACH_KERNEL(kernels, decimal_padded) {
      for (size_t rows = 0; rows <= 4 * kernels->lanes + 3; rows++) {
        uint64_t *values = (uint64_t *)(void *)in.end - rows;
        memcpy(values, source, rows * sizeof *values);
        check_padded(kernels, out, values, place_shape(0, rows, width), GUARD_BEGIN);
        check_padded(kernels, out, values, place_shape(0, rows, width), GUARD_END);
        check_padded(kernels, out, values, place_shape(1, rows, width), GUARD_BEGIN);
        check_padded(kernels, out, values, place_shape(1, rows, width), GUARD_END);
      }
    }
  }
}

static void padded_in_every_place(void) {
  const struct guarded out = guarded_of(place_shape_size(ROWS_MAX, DIGITS_MAX));
  uint64_t *values = guarded(ROWS_MAX * sizeof *values, GUARD_END);
  for (unsigned width = 1; width <= DIGITS_MAX; width++) {
    for (size_t i = 0; i < ROWS_MAX; i++) values[i] = value_that_fits(width);
    EACH_KERNEL(kernels, decimal_padded) {
      const size_t counts[] = {1,
                               2,
                               3,
                               kernels->lanes - 1,
                               kernels->lanes,
                               kernels->lanes + 1,
                               2 * kernels->lanes,
                               3 * kernels->lanes + 1,
                               67};
      for (size_t i = 0; i < COUNT_OF(counts); i++) {
        for (unsigned index = 0; index < PLACE_SHAPES; index++) {
          const struct rows_shape shape = place_shape(index, counts[i], width);
          check_padded(kernels, out, values, shape, GUARD_BEGIN);
          check_padded(kernels, out, values, shape, GUARD_END);
        }
        for (size_t gap = 0; gap <= 17; gap++) { /* every stride, every room up to it */
          for (size_t room = 0; room <= gap; room += 1 + gap / 4) {
            const struct rows_shape shape = {counts[i], width, width + gap, width + room, 0, room};
            check_padded(kernels, out, values, shape, GUARD_END);
          }
        }
      }
    }
  }
}

static void padded_of_every_alignment(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(ROWS_MAX * DIGITS_MAX);
  uint64_t source[ROWS_MAX];
  for (size_t shift = 0; shift < 64; shift++) {
    for (unsigned width = 1; width <= DIGITS_MAX; width++) {
      for (size_t i = 0; i < ROWS_MAX; i++) source[i] = value_that_fits(width);
      EACH_KERNEL(kernels, decimal_padded) {
        const size_t rows = 2 * kernels->lanes + 3;
        uint8_t *values = in.end - rows * 8 - shift / 8 * 8;
        memcpy(values, source, rows * 8);
        const struct rows_shape shape = {rows, width, width, rows * width, shift * 29 % 64, 0};
        const struct rows_out placed = place_rows(out, shape, GUARD_BEGIN);
        uint8_t expected[ROWS_MAX * DIGITS_MAX];
        for (size_t i = 0; i < rows; i++) {
          CHECK(reference_decimal_padded(source[i], width, expected + i * width), "fits");
        }
        const size_t bad =
            kernels->decimal_padded((const uint64_t *)(void *)values, rows, width, &placed.place);
        CHECK(bad == rows, "%s: row %zu of %zu is bad", kernels->name, bad, rows);
        check_rows(&placed, expected, rows, "decimal_padded", kernels->name);
      }
    }
  }
}

/* A value that is one too large stands at each position, alone and in front of more of them. */
static void padded_finds_the_first_bad_row(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(ROWS_MAX * (DIGITS_MAX + 8));
  for (unsigned width = 1; width < DIGITS_MAX; width++) {
    uint64_t good[ROWS_MAX];
    uint8_t expected[ROWS_MAX * DIGITS_MAX];
    for (size_t i = 0; i < ROWS_MAX; i++)
      good[i] = i % 3 == 0 ? power_of_ten(width) - 1 : value_that_fits(width);
    for (size_t i = 0; i < ROWS_MAX; i++) {
      CHECK(reference_decimal_padded(good[i], width, expected + i * width), "fits");
    }
    const uint64_t bad_values[] = {power_of_ten(width), UINT64_MAX, power_of_ten(width) | UINT64_C(1) << 63,
                                   power_of_ten(width) + (UINT64_C(1) << 32), UINT64_C(1) << 63};
    EACH_KERNEL(kernels, decimal_padded) {
      const size_t rows = 3 * kernels->lanes + 2;
      for (size_t position = 0; position < rows; position++) {
        for (size_t kind = 0; kind < COUNT_OF(bad_values); kind++) {
          if (bad_values[kind] < power_of_ten(width)) continue;
          uint64_t *values = (uint64_t *)(void *)in.end - rows;
          memcpy(values, good, rows * sizeof *values);
          values[position] = bad_values[kind];
          for (size_t i = position + 1; kind % 2 == 1 && i < rows; i++) {
            if (random_below(3) == 0) values[i] = power_of_ten(width);
          }
          const struct rows_out placed = place_rows(out, place_shape(2, rows, width), GUARD_END);
          const size_t bad = kernels->decimal_padded(values, rows, width, &placed.place);
          CHECK(bad == position, "%s: width %u, value %llu in row %zu of %zu: row %zu is reported",
                kernels->name, width, (unsigned long long)values[position], position, rows, bad);
          check_rows(&placed, expected, position, "decimal_padded with a bad row", kernels->name);
        }
      }
    }
  }
}

/* ---- unpadded */

struct unpadded_arenas {
  struct guarded values, text, lengths;
};

static struct unpadded_arenas make_arenas(void) {
  return (struct unpadded_arenas){guarded_of(ROWS_MAX * 8 + 64), guarded_of(ROWS_MAX * (DIGITS_MAX + 80)),
                                  guarded_of(ROWS_MAX + 64)};
}

/* All buffers end at guard pages, or at `shift` and other distances in front of them. */
static void check_unpadded(const struct rowkey_kernels *kernels, struct unpadded_arenas arenas,
                           const uint64_t *source, size_t rows, size_t stride, size_t shift) {
  const struct rows_shape shape = {rows, DIGITS_MAX, stride, DIGITS_MAX, 0, shift};
  const struct rows_out placed = place_rows(arenas.text, shape, GUARD_END);
  uint8_t *values = arenas.values.end - rows * 8 - shift % 8 * 8;
  memcpy(values, source, rows * 8);
  const size_t lengths_shift = shift * 29 % 64;
  uint8_t *lengths = arenas.lengths.end - rows - lengths_shift;
  fill_canary(lengths, rows + lengths_shift);
  kernels->decimal_unpadded((const uint64_t *)(const void *)values, rows, placed.place.at, stride, lengths);
  uint8_t expected[ROWS_MAX * DIGITS_MAX];
  for (size_t i = 0; i < rows; i++) {
    uint8_t *text = expected + i * DIGITS_MAX;
    memcpy(text, placed.place.at + i * stride, DIGITS_MAX); /* unspecified after the length */
    const unsigned length = reference_decimal(source[i], text);
    CHECK(lengths[i] == length, "%s: row %zu of %zu: %llu has length %u", kernels->name, i, rows,
          (unsigned long long)source[i], lengths[i]);
  }
  check_rows(&placed, expected, rows, "decimal_unpadded", kernels->name);
  for (size_t i = 0; i < lengths_shift; i++) {
    CHECK(lengths[rows + i] == canary(rows + i), "%s: wrote after the lengths", kernels->name);
  }
}

static void unpadded_of_boundary_values(void) {
  uint64_t values[ROWS_MAX];
  const size_t rows = boundary_values(values);
  const struct unpadded_arenas arenas = make_arenas();
  EACH_KERNEL(kernels, decimal_unpadded) { check_unpadded(kernels, arenas, values, rows, DIGITS_MAX, 0); }
}

static void unpadded_of_every_count(void) {
  const struct unpadded_arenas arenas = make_arenas();
  uint64_t values[ROWS_MAX];
  for (size_t i = 0; i < ROWS_MAX; i++) values[i] = random_u64() >> random_below(64);
  EACH_KERNEL(kernels, decimal_unpadded) {
    for (size_t rows = 0; rows <= 4 * kernels->lanes + 3; rows++) {
      check_unpadded(kernels, arenas, values, rows, DIGITS_MAX, 0);
      check_unpadded(kernels, arenas, values, rows, DIGITS_MAX + 1 + rows % 17, 0);
    }
  }
}

static void unpadded_of_every_length(void) {
  const struct unpadded_arenas arenas = make_arenas();
  uint64_t values[ROWS_MAX];
  for (unsigned length = 1; length <= DIGITS_MAX; length++) {
    for (size_t i = 0; i < ROWS_MAX; i++) {
      const uint64_t first = length == 1 ? 0 : power_of_ten(length - 1);
      const uint64_t last = length == DIGITS_MAX ? UINT64_MAX : power_of_ten(length) - 1;
      values[i] = first + random_below(last - first + 1);
    }
    EACH_KERNEL(kernels, decimal_unpadded) {
      check_unpadded(kernels, arenas, values, ROWS_MAX, DIGITS_MAX, 0);
    }
  }
}

static void unpadded_of_every_alignment(void) {
  const struct unpadded_arenas arenas = make_arenas();
  uint64_t values[ROWS_MAX];
  for (size_t i = 0; i < ROWS_MAX; i++) values[i] = random_u64() >> random_below(64);
  EACH_KERNEL(kernels, decimal_unpadded) {
    for (size_t shift = 0; shift < 64; shift++) {
      check_unpadded(kernels, arenas, values, 2 * kernels->lanes + 3, DIGITS_MAX + shift % 18, shift);
    }
  }
}

static const struct test tests[] = {
    {"decimal_padded of boundary values", padded_of_boundary_values},
    {"decimal_padded of every count", padded_of_every_count},
    {"decimal_padded in every kind of place", padded_in_every_place},
    {"decimal_padded of every alignment", padded_of_every_alignment},
    {"decimal_padded finds the first bad row", padded_finds_the_first_bad_row},
    {"decimal_unpadded of boundary values", unpadded_of_boundary_values},
    {"decimal_unpadded of every count", unpadded_of_every_count},
    {"decimal_unpadded of every length", unpadded_of_every_length},
    {"decimal_unpadded of every alignment", unpadded_of_every_alignment},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
