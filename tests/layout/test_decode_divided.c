/* Quotients and remainders of one number: keys of them are taken, and where they give it back it is right. */
#include <stdio.h>

#include "decoding.h"

enum { ROWS = 3 * 7 * 60, FIELDS_MAX = 6 };

static struct batch numbers(bool is_signed) {
  struct batch batch = {.rows = ROWS};
  uint64_t *integers = guarded(ROWS * sizeof *integers, GUARD_END);
  const uint64_t first = is_signed ? 0 - (uint64_t)ROWS / 2 : 0;
  for (size_t i = 0; i < ROWS; i++) integers[i] = first + i;
  if (is_signed)
    add_i64(&batch, "x", (const int64_t *)integers);
  else
    add_u64(&batch, "x", integers);
  return batch;
}

static void write_random_template(char *text, size_t capacity) {
  static const char *const values[] = {"x / 60",
                                       "x % 60",
                                       "floormod(x, 60)",
                                       "x - x % 60",
                                       "truncate(x, 60)",
                                       "x / 60 / 7",
                                       "x / 60 % 7",
                                       "x % 60 / 7",
                                       "x % 60 % 7",
                                       "x % 60 - x % 60 % 7",
                                       "5 + x % 60 % 7",
                                       "3 * (x / 60)",
                                       "9 - x / 60 % 7",
                                       "x / 60 - x / 60 % 7",
                                       "truncate(x, 420)",
                                       "x % 60 / 7 / 2",
                                       "x % 60 / 7 % 2",
                                       "floormod(x, 420)",
                                       "x >> 4",
                                       "x & 15",
                                       "15 & x",
                                       "x - (x & 15)",
                                       "floormod(x, 16)",
                                       "(x >> 4) / 7",
                                       "(x >> 4) % 7",
                                       "(x & 15) << 3",
                                       "x >> 4 ^ 5",
                                       "x / 16",
                                       "x % 16"};
  size_t fields = 2 + random_below(FIELDS_MAX - 1), at = 0;
  for (size_t i = 0; i < fields; i++)
    at += (size_t)snprintf(text + at, capacity - at, "{%s:i64}",
                           values[random_below(sizeof values / sizeof *values)]);
}

static bool comes_back(const char *text, const struct batch *batch) {
  rowkey_layout *layout = compile(text, batch);
  EACH_ISA(kernels) {
    struct encoded encoded = encode(layout, batch, (struct settings){kernels->name, 0, 0, GUARD_END});
    CHECK(encoded.status == ROWKEY_OK, "%s: %s", text, encoded.error.text);
    const struct keys keys = {encoded.keys, encoded.offsets, ROWS};
    struct decoded decoded = decode(layout, batch, keys, kernels->name, 0);
    CHECK(decoded.status == ROWKEY_OK, "%s, %s: %s", text, kernels->name, decoded.error.text);
    check_decoded(layout, batch, &decoded, ROWS, text);
  }
  const bool recovered = rowkey_layout_recovery(layout, 0) == ROWKEY_RECOVERED;
  rowkey_layout_free(layout);
  return recovered;
}

static void test_quotients_and_remainders(void) {
  size_t layouts = repetitions(3000), recovered = 0;
  for (size_t i = 0; i < layouts; i++) {
    char text[512];
    write_random_template(text, sizeof text);
    struct batch batch = numbers(random_below(2) == 0);
    if (comes_back(text, &batch)) recovered++;
    free_guarded();
  }
  CHECK(recovered > layouts / 20, "x comes back in %zu of %zu layouts", recovered, layouts);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"numbers come back from their quotients and remainders", test_quotients_and_remainders},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
