/* The MD5 kernels of keys of one width and of decimal text, of every instruction set, against the reference.
 */
#include <stdio.h>
#include <string.h>

#include "digests.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ---- fixed width */

static uint8_t *keys_source, *digests_expected;

/* Random keys, and their digests from the reference. */
static void make_keys(size_t rows, size_t width, size_t stride) {
  random_bytes(keys_source, rows * stride);
  for (size_t i = 0; i < rows; i++) {
    reference_md5(keys_source + i * stride, width, digests_expected + i * DIGEST);
  }
}

struct fixed_case {
  size_t rows, width, stride;
  size_t in_shift, out_shift; /* bytes away from the guard page */
  enum guard side;
};

static void check_fixed(const struct rowkey_kernels *kernels, struct guarded in, struct guarded out,
                        struct fixed_case c) {
  const size_t in_size = c.rows == 0 ? 0 : (c.rows - 1) * c.stride + c.width;
  const size_t out_size = c.rows * DIGEST;
  uint8_t *keys = c.side == GUARD_BEGIN ? in.begin + c.in_shift : in.end - in_size - c.in_shift;
  uint8_t *digests = c.side == GUARD_BEGIN ? out.begin + c.out_shift : out.end - out_size - c.out_shift;
  memcpy(keys, keys_source, in_size);
  fill_canary(digests - (c.side == GUARD_BEGIN ? c.out_shift : 0), out_size + c.out_shift);
  kernels->md5_fixed(keys, c.rows, c.width, c.stride, digests);
  char what[100];
  snprintf(what, sizeof what, "width %zu, stride %zu, shifts %zu and %zu", c.width, c.stride, c.in_shift,
           c.out_shift);
  check_digests(digests, digests_expected, c.rows, what, kernels->name);
  for (size_t i = 0; i < c.out_shift; i++) {
    if (c.side == GUARD_BEGIN) {
      CHECK(out.begin[i] == canary(i), "%s on %s: wrote in front of the digests", what, kernels->name);
    } else {
      CHECK(digests[out_size + i] == canary(out_size + i), "%s on %s: wrote after the digests", what,
            kernels->name);
    }
  }
}

static void fixed_of_every_count(void) {
  const size_t most = largest_count();
  enum { WIDTH_MAX = 130 };
  keys_source = guarded(most * WIDTH_MAX, GUARD_END);
  digests_expected = guarded(most * DIGEST, GUARD_END);
  const struct guarded in = guarded_of(most * WIDTH_MAX), out = guarded_of(most * DIGEST);
  for (size_t width = 0; width <= WIDTH_MAX; width++) {
    make_keys(most, width, width);
    ROWKEY_EACH_TUNING
    EACH_KERNEL(kernels, md5_fixed) {
      for (size_t rows = 0; rows <= 2 * kernels->md5_group + 1; rows++) {
        check_fixed(kernels, in, out, (struct fixed_case){rows, width, width, 0, 0, GUARD_BEGIN});
        check_fixed(kernels, in, out, (struct fixed_case){rows, width, width, 0, 0, GUARD_END});
      }
    }
  }
}

/* So many rows that kernels may have other groups for them. */
enum { MANY = 512, MANY_MOST = MANY + 200 };

static void fixed_of_many(void) {
  enum { WIDTH_MAX = 130, FAR = 4096 };
  keys_source = guarded(MANY_MOST * FAR, GUARD_END);
  digests_expected = guarded(MANY_MOST * DIGEST, GUARD_END);
  const struct guarded in = guarded_of(MANY_MOST * FAR), out = guarded_of(MANY_MOST * DIGEST);
  for (size_t width = 0; width <= WIDTH_MAX; width++) {
    /* Side by side, nearly so, or on pages of their own. */
    const size_t stride = width % 16 == 5 ? FAR : width + random_below(4);
    make_keys(MANY_MOST, width, stride);
    ROWKEY_EACH_TUNING
    EACH_KERNEL(kernels, md5_fixed) {
      const size_t rows = MANY - 1 + random_below(MANY_MOST - MANY + 2);
      check_fixed(kernels, in, out, (struct fixed_case){rows, width, stride, 0, 0, GUARD_BEGIN});
      check_fixed(kernels, in, out, (struct fixed_case){rows, width, stride, 0, 0, GUARD_END});
    }
  }
}

static void fixed_of_large_widths(void) {
  static const size_t widths[] = {183,  184,  191,  192,  193,  247,  248,  255,  256,  257,  300,
                                  319,  320,  375,  376,  503,  504,  511,  512,  513,  750,  1000,
                                  1015, 1016, 1023, 1024, 2047, 2048, 2049, 4032, 4088, 4095, 4096};
  const size_t most = largest_count();
  keys_source = guarded(most * 4096, GUARD_END);
  digests_expected = guarded(most * DIGEST, GUARD_END);
  const struct guarded in = guarded_of(most * 4096), out = guarded_of(most * DIGEST);
  for (size_t i = 0; i < COUNT_OF(widths); i++) {
    make_keys(most, widths[i], widths[i]);
    ROWKEY_EACH_TUNING
    EACH_KERNEL(kernels, md5_fixed) {
      for (size_t rows = 0; rows != SIZE_MAX; rows = next_count(kernels, rows)) {
        check_fixed(kernels, in, out, (struct fixed_case){rows, widths[i], widths[i], 0, 0, GUARD_BEGIN});
        check_fixed(kernels, in, out, (struct fixed_case){rows, widths[i], widths[i], 0, 0, GUARD_END});
      }
    }
  }
}

/* ---- decimal text of integers */

static void reference_md5_decimal(uint64_t value, uint8_t *digest) {
  uint8_t text[20];
  reference_md5(text, reference_decimal(value, text), digest);
}

static void check_decimal(const struct rowkey_kernels *kernels, const uint8_t *values, size_t rows,
                          const uint8_t *expected, uint8_t *digests, const char *what) {
  memset(digests, 0, rows * DIGEST);
  kernels->md5_decimal((const uint64_t *)(const void *)values, rows, digests);
  check_digests(digests, expected, rows, what, kernels->name);
}

/* Of one length, then of another, then of all. */
static void decimal_of_many(void) {
  const struct guarded in = guarded_of(MANY_MOST * 8), out = guarded_of(MANY_MOST * DIGEST);
  uint8_t *source = guarded(MANY_MOST * 8, GUARD_END), *expected = guarded(MANY_MOST * DIGEST, GUARD_END);
  for (size_t repetition = 0; repetition < repetitions(200); repetition++) {
    uint64_t power[20] = {1};
    for (unsigned i = 1; i < 20; i++) power[i] = power[i - 1] * 10;
    const size_t second = 48 * random_below(14), third = second + 48 * random_below(14);
    const uint64_t lengths[2] = {random_below(19), random_below(19)};
    for (size_t i = 0; i < MANY_MOST; i++) {
      const uint64_t digits = i < third ? lengths[i >= second] : random_below(19);
      const uint64_t first = digits == 0 ? 0 : power[digits];
      const uint64_t value = first + random_below(power[digits + 1] - first);
      memcpy(source + i * sizeof value, &value, sizeof value);
      reference_md5_decimal(value, expected + i * DIGEST);
    }
    ROWKEY_EACH_TUNING
    EACH_ISA(kernels) {
      const size_t rows = MANY - 1 + random_below(MANY_MOST - MANY + 2);
      memcpy(in.end - rows * 8, source, rows * 8);
      check_decimal(kernels, in.end - rows * 8, rows, expected, out.end - rows * DIGEST, "many values");
    }
  }
}

/* Numbers around the powers of ten and two; returns how many. */
static size_t boundary_values(uint64_t values[400]) {
  size_t count = 0;
  uint64_t power = 1;
  for (unsigned i = 0; i < 20; i++, power *= 10) {
    for (uint64_t near = 0; near < 5; near++) values[count++] = power + near - 2;
  }
  for (unsigned i = 0; i < 64; i++) {
    for (uint64_t near = 0; near < 3; near++) values[count++] = (UINT64_C(1) << i) + near - 1;
  }
  values[count++] = UINT64_MAX - 1;
  return count;
}

/* The largest number of a group decides in how many registers the text of all of them is made. */
static void decimal_of_groups_up_to_boundary_values(void) {
  uint64_t values[400];
  const size_t count = boundary_values(values), most = largest_count();
  uint8_t *bytes = guarded(most * 8, GUARD_END);
  uint8_t *expected = guarded(most * DIGEST, GUARD_END), *digests = guarded(most * DIGEST, GUARD_END);
  for (size_t i = 0; i < count; i++) {
    for (size_t row = 0; row < most; row++) {
      const uint64_t value = row % 5 == 1 ? values[i] : random_below(values[i] + (values[i] == 0));
      memcpy(bytes + row * sizeof value, &value, sizeof value);
      reference_md5_decimal(value, expected + row * DIGEST);
    }
    ROWKEY_EACH_TUNING
    EACH_KERNEL(kernels, md5_decimal) {
      check_decimal(kernels, bytes, 2 * kernels->md5_group, expected, digests, "numbers up to a boundary");
    }
  }
}

static const struct test tests[] = {
    {"md5_fixed of every count and width", fixed_of_every_count},
    {"md5_fixed of many keys", fixed_of_many},
    {"md5_fixed of large widths", fixed_of_large_widths},
    {"md5_decimal of many values", decimal_of_many},
    {"md5_decimal of groups up to boundary values", decimal_of_groups_up_to_boundary_values},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
