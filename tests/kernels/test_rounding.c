/* Threads that round otherwise, flush tiny numbers to 0, or end the process when a result is not exact: keys
 * are the same. */
#include <fenv.h>
#include <rowkey/rowkey.h>
#include <string.h>

#include "each_isa.h"
#include "reference/reference.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

enum { ROWS = 200 };

/* Halves of both signs, what lies beside them, tiny numbers, and some that are too large for vectors. */
static void make_numbers(double *numbers) {
  static const double few[] = {0.155,
                               1.115,
                               1.125,
                               -1.125,
                               0.005,
                               -0.005,
                               5e-324,
                               -5e-324,
                               -2.3e-308,
                               2.3e-308,
                               0.0,
                               -0.0,
                               4503599627370496.5,
                               -9223372036854775.0,
                               0.29};
  for (int i = 0; i < ROWS; i++) {
    const int many = (int)(sizeof few / sizeof *few);
    numbers[i] = i < many ? few[i] : ((double)random_below(2000000) - 1e6 + 0.5) / 100;
  }
}

/* Some machines round in one way. */
#ifndef FE_UPWARD
#define FE_UPWARD FE_TONEAREST
#define FE_DOWNWARD FE_TONEAREST
#define FE_TOWARDZERO FE_TONEAREST
#endif
static void round_up(void) { fesetround(FE_UPWARD); }
static void round_down(void) { fesetround(FE_DOWNWARD); }
static void round_to_zero(void) { fesetround(FE_TOWARDZERO); }
static void flush_results(void) {
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8000);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(UINT64_C(1) << 24));
#endif
}
static void flush_operands(void) {
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x40);
#endif
}
static void trap(void) {
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() & ~0x1fbfU); /* and no flag of what has happened */
#endif
}

static const struct {
  const char *name;
  void (*begin)(void);
} ways[] = {{"rounding up", round_up},
            {"rounding down", round_down},
            {"rounding to zero", round_to_zero},
            {"with tiny results flushed", flush_results},
            {"with tiny operands flushed", flush_operands},
            {"with traps", trap}};

static void check_scaled(const char *kernels, const char *way, const double *numbers, bool floors,
                         const uint64_t *out) {
  for (size_t i = 0; i < ROWS; i++) {
    int64_t expected = 0;
    CHECK(reference_scale(numbers[i], 100, floors, &expected), "%a is too large", numbers[i]);
    CHECK(out[i] == (uint64_t)expected, "%s %s: %a gives %lld, not %lld", kernels, way, numbers[i],
          (long long)out[i], (long long)expected);
  }
}

/* Every kernel that computes in doubles. */
static void kernels_of_doubles(void) {
  double numbers[ROWS];
  uint64_t keys[ROWS], out[2][ROWS], buckets[ROWS];
  fenv_t usual;
  CHECK(fegetenv(&usual) == 0, "the environment cannot be kept");
  make_numbers(numbers);
  for (size_t i = 0; i < ROWS; i++) keys[i] = random_u64();
  EACH_KERNEL(kernels, scale_floats) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
      memset(out, 0x5c, sizeof out);
      ways[i].begin();
      const size_t rounded = kernels->scale_floats(numbers, ROWS, 100, false, out[0]);
      const size_t floors = kernels->scale_floats(numbers, ROWS, 100, true, out[1]);
      kernels->jump_u64(keys, ROWS, 1000000007, buckets);
      fesetenv(&usual);
      CHECK(rounded == ROWS && floors == ROWS, "%s %s: row %zu or %zu is bad", kernels->name, ways[i].name,
            rounded, floors);
      check_scaled(kernels->name, ways[i].name, numbers, false, out[0]);
      check_scaled(kernels->name, ways[i].name, numbers, true, out[1]);
      for (size_t row = 0; row < ROWS; row++)
        CHECK(buckets[row] == reference_jump(keys[row], 1000000007), "%s %s: %llu is in bucket %llu",
              kernels->name, ways[i].name, (unsigned long long)keys[row], (unsigned long long)buckets[row]);
    }
  }
}

/* 1/10 is divided, the others are read by strtod and strtof. */
static void numbers_read_from_text(void) {
  static const char text[] =
      "0.1"
      "12345678901234567890123e-5"
      "3.0517578125e-5"
      "9e-320";
  static const uint64_t offsets[] = {0, 3, 29, 44, 50};
  static const uint64_t expected[] = {UINT64_C(0x3fb999999999999a), UINT64_C(0x437b69b4ba630f35),
                                      UINT64_C(0x3f00000000000000), UINT64_C(0x0000000000004728)};
  enum { TEXTS = 4, WIDTH = 12 };
  const rowkey_column schema[] = {{.name = "d", .type = ROWKEY_F64}, {.name = "f", .type = ROWKEY_F32}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile("{d:f64}{f:f32}", 14, schema, 2, &error);
  rowkey_encoder *encoder = layout == NULL ? NULL : rowkey_encoder_create(layout, 0, &error);
  CHECK(encoder != NULL, "%s", error.text);
  const rowkey_values texts =
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, sizeof text - 1, offsets, TEXTS);
  const rowkey_values both[] = {texts, texts};
  const rowkey_batch batch = rowkey_batch_of(both, 2, TEXTS);
  uint8_t usual_keys[TEXTS * WIDTH] = {0}, keys[TEXTS * WIDTH];
  fenv_t usual;
  CHECK(fegetenv(&usual) == 0, "the environment cannot be kept");
  for (size_t i = 0; i <= sizeof ways / sizeof *ways; i++) {
    rowkey_key_buffer buffer = {.data = i == 0 ? usual_keys : keys, .capacity = sizeof keys};
    if (i > 0) ways[i - 1].begin();
    const rowkey_status status = rowkey_encode(encoder, &batch, &buffer, NULL, &error);
    fesetenv(&usual);
    CHECK(status == ROWKEY_OK, "%s", error.text);
    if (i > 0) CHECK(memcmp(keys, usual_keys, sizeof keys) == 0, "%s: other keys", ways[i - 1].name);
  }
  for (size_t row = 0; row < TEXTS; row++) {
    uint64_t found = 0;
    for (size_t i = 0; i < 8; i++) found = found << 8 | usual_keys[row * WIDTH + i];
    CHECK(found == (expected[row] ^ UINT64_C(1) << 63), "row %zu: %llx", row, (unsigned long long)found);
  }
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

static const struct test tests[] = {
    {"kernels that compute in doubles", kernels_of_doubles},
    {"numbers read from text", numbers_read_from_text},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
