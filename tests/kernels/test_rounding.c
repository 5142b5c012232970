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
#if defined(__SSE2__)
static void flush_results(void) { _mm_setcsr(_mm_getcsr() | 0x8000); }
static void flush_operands(void) { _mm_setcsr(_mm_getcsr() | 0x40); }
static void trap(void) { _mm_setcsr(_mm_getcsr() & ~0x1fbfU); } /* and no flag of what has happened */
#endif
#if defined(__x86_64__) || defined(__i386__)
static void change_x87(unsigned clear, unsigned set) {
  uint16_t control;
  __asm__ volatile("fnclex\n\tfnstcw %0" : "=m"(control));
  control = (uint16_t)((control & ~clear) | set);
  __asm__ volatile("fldcw %0" : : "m"(control));
}
static void round_x87_up(void) { change_x87(0xc00, 0x800); }
static void shorten_x87(void) { change_x87(0x300, 0); }
static void trap_x87(void) { change_x87(0x3f, 0); }
#endif
#if defined(__aarch64__)
static void flush(void) { __asm__ volatile("msr fpcr, %0" : : "r"(UINT64_C(1) << 24)); }
#elif defined(__arm__) && defined(__ARM_FP)
static void flush(void) { __asm__ volatile("vmsr fpscr, %0" : : "r"(UINT32_C(1) << 24)); }
#endif

static const struct {
  const char *name;
  void (*begin)(void);
} ways[] = {
    {"rounding up", round_up},
    {"rounding down", round_down},
    {"rounding to zero", round_to_zero},
#if defined(__SSE2__)
    {"with tiny results flushed", flush_results},
    {"with tiny operands flushed", flush_operands},
    {"with traps", trap},
#endif
#if defined(__x86_64__) || defined(__i386__)
    {"with an x87 that rounds up", round_x87_up},
    {"with an x87 of 24 bits", shorten_x87},
    {"with an x87 that traps", trap_x87},
#endif
#if defined(__aarch64__) || (defined(__arm__) && defined(__ARM_FP))
    {"with tiny numbers flushed", flush},
#endif
};

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

/* 1/10 is divided, the others are read by strtod and strtof. The last is the least of an f32. */
static void numbers_read_from_text(void) {
  static const char text[] =
      "0.1"
      "12345678901234567890123e-5"
      "3.0517578125e-5"
      "9e-320"
      "1e-45";
  static const uint64_t offsets[] = {0, 3, 29, 44, 50, 55};
  static const uint64_t expected[] = {UINT64_C(0x3fb999999999999a), UINT64_C(0x437b69b4ba630f35),
                                      UINT64_C(0x3f00000000000000), UINT64_C(0x0000000000004728),
                                      UINT64_C(0x3696d601ad376ab9)};
  enum { TEXTS = 5, WIDTH = 12 };
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
  CHECK(memcmp(usual_keys + (TEXTS - 1) * WIDTH + 8, "\x80\x00\x00\x01", 4) == 0,
        "1e-45 is not the least f32");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* The columns take floats as doubles, doubles as floats, and whole numbers. */
static void numbers_given_as_floats(void) {
  enum { NUMBERS = 4, WIDTH = 20 };
  static const float singles[NUMBERS] = {0x1p-149f, -0x1p-149f, 0x1p-127f, 1.5f};
  static const double doubles[NUMBERS] = {0x1p-149, -0x1p-149, 0x1p-127, 1.5}, whole[NUMBERS] = {0, 1, 2, 3},
                      tiny[NUMBERS] = {0x1p-1074, 0, 0, 0};
  const rowkey_column schema[] = {{.name = "d", .type = ROWKEY_F64},
                                  {.name = "f", .type = ROWKEY_F32},
                                  {.name = "i", .type = ROWKEY_I64}};
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile("{d:f64}{f:f32}{i:i64}", 21, schema, 3, &error);
  rowkey_encoder *encoder = layout == NULL ? NULL : rowkey_encoder_create(layout, 0, &error);
  rowkey_decoder *decoder = layout == NULL ? NULL : rowkey_decoder_create(layout, &error);
  CHECK(encoder != NULL && decoder != NULL, "%s", error.text);
  const rowkey_values given[] = {rowkey_f32s(singles, NUMBERS), rowkey_f64s(doubles, NUMBERS),
                                 rowkey_f64s(whole, NUMBERS)};
  const rowkey_values refused[] = {given[0], given[1], rowkey_f64s(tiny, NUMBERS)};
  const rowkey_batch batch = rowkey_batch_of(given, 3, NUMBERS), bad = rowkey_batch_of(refused, 3, NUMBERS);
  uint8_t usual_keys[NUMBERS * WIDTH] = {0}, keys[NUMBERS * WIDTH], key[WIDTH];
  fenv_t usual;
  CHECK(fegetenv(&usual) == 0, "the environment cannot be kept");
  for (size_t i = 0; i <= sizeof ways / sizeof *ways; i++) {
    const char *way = i == 0 ? "as usual" : ways[i - 1].name;
    const rowkey_key_buffer buffer = {.data = i == 0 ? usual_keys : keys, .capacity = sizeof keys};
    const rowkey_value values[] = {rowkey_value_f32(singles[0]), rowkey_value_f64(doubles[0]),
                                   rowkey_value_f64(0)};
    const rowkey_record record = rowkey_record_of(values, 3);
    const rowkey_keys made = {.data = usual_keys, .width = WIDTH, .rows = NUMBERS};
    double back[NUMBERS];
    float single_back[NUMBERS];
    const rowkey_decoded columns[] = {
        rowkey_decoded_f64s(back, NUMBERS), rowkey_decoded_f32s(single_back, NUMBERS), {0}};
    size_t length = 0;
    if (i > 0) ways[i - 1].begin();
    const rowkey_status status = rowkey_encode(encoder, &batch, &buffer, NULL, &error);
    const rowkey_status of_row = rowkey_encode_row(encoder, &record, key, sizeof key, &length, &error);
    const rowkey_status decoded = rowkey_decode(decoder, &made, columns, 3, &error);
    fesetenv(&usual);
    CHECK(status == ROWKEY_OK && of_row == ROWKEY_OK && decoded == ROWKEY_OK, "%s: %s", way, error.text);
    if (i > 0) CHECK(memcmp(keys, usual_keys, sizeof keys) == 0, "%s: other keys", way);
    CHECK(memcmp(key, usual_keys, WIDTH) == 0, "%s: another key of a record", way);
    CHECK(memcmp(back, doubles, sizeof back) == 0 && memcmp(single_back, singles, sizeof singles) == 0,
          "%s: other numbers", way);
    const rowkey_key_buffer unused = {.data = keys, .capacity = sizeof keys};
    if (i > 0) ways[i - 1].begin();
    const rowkey_status wrong = rowkey_encode(encoder, &bad, &unused, NULL, &error);
    fesetenv(&usual);
    CHECK(wrong == ROWKEY_ERROR_RANGE && error.row == 0 && error.column == 2, "%s: %d, %s", way, wrong,
          error.text);
  }
  CHECK(memcmp(usual_keys + 8, "\x80\x00\x00\x01", 4) == 0, "2^-149 is not the least f32");
  rowkey_decoder_free(decoder);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

/* A value by itself, and a condition. */
static void single_floats(void) {
  static const rowkey_column f64 = {.name = "n", .type = ROWKEY_F64}, f32 = {.name = "n", .type = ROWKEY_F32},
                             i64 = {.name = "n", .type = ROWKEY_I64};
  const rowkey_value single = rowkey_value_f32(0x1p-149f), wide = rowkey_value_f64(0x1p-149),
                     tiny = rowkey_value_f64(0x1p-1074);
  rowkey_value as_f64 = {0}, as_f32 = {0}, as_i64 = {0};
  rowkey_error error;
  fenv_t usual;
  CHECK(fegetenv(&usual) == 0, "the environment cannot be kept");
  rowkey_layout *layout = rowkey_layout_compile("{n:f32}", 7, &f32, 1, &error);
  CHECK(layout != NULL, "%s", error.text);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    ways[i].begin();
    const rowkey_status widened = rowkey_value_keep(&f64, &single, NULL, 0, &as_f64, &error);
    const rowkey_status narrowed = rowkey_value_keep(&f32, &wide, NULL, 0, &as_f32, &error);
    const rowkey_status refused = rowkey_value_keep(&i64, &tiny, NULL, 0, &as_i64, &error);
    rowkey_ranges *ranges = rowkey_ranges_where(layout, NULL, "n = 1e-45", 9, 0, &error);
    fesetenv(&usual);
    CHECK(widened == ROWKEY_OK && as_f64.as.f64 == 0x1p-149, "%s: another double", ways[i].name);
    CHECK(narrowed == ROWKEY_OK && as_f32.as.f32 == 0x1p-149f, "%s: another float", ways[i].name);
    CHECK(refused == ROWKEY_ERROR_RANGE, "%s: a whole number", ways[i].name);
    CHECK(ranges != NULL && ranges->count == 1 && memcmp(ranges->ranges[0].start, "\x80\x00\x00\x01", 4) == 0,
          "%s: another range", ways[i].name);
    rowkey_ranges_free(ranges);
  }
  rowkey_layout_free(layout);
}

static const struct test tests[] = {
    {"kernels that compute in doubles", kernels_of_doubles},
    {"numbers read from text", numbers_read_from_text},
    {"numbers given as floats", numbers_given_as_floats},
    {"single floats", single_floats},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
