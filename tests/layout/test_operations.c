/* Division, bits, floating-point numbers and formats of integers, row by row against C's own operators. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "decimal_point.h"
#include "reference/reference.h"

/* More than two blocks. */
enum { ROWS = 2500 };

static int64_t i64_at(size_t i) {
  static const int64_t edges[] = {INT64_MIN, INT64_MIN + 1, -10,      -7, -1, 0, 1, 6, 7,
                                  8,         INT64_MAX - 1, INT64_MAX};
  if (i < sizeof edges / sizeof *edges) return edges[i];
  return (int64_t)random_u64() >> random_below(64);
}

static uint64_t u64_at(size_t i) {
  static const uint64_t edges[] = {0, 1, 6, 7, 8, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX - 1, UINT64_MAX};
  if (i < sizeof edges / sizeof *edges) return edges[i];
  return random_u64() >> random_below(64);
}

static int64_t floormod_i64(int64_t a, int64_t b) {
  if (b == -1) return 0;
  int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

/* Checks that `text` makes the bytes expected[i], which are `width` each or, where it is 0, end in 0. */
static void expect_bytes(const char *text, const struct batch *batch, const char (*expected)[32],
                         size_t width) {
  rowkey_layout *layout = compile(text, batch);
  EACH_ISA(kernels) {
    struct encoded keys = encode(layout, batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
    CHECK(keys.status == ROWKEY_OK, "%s: %s", text, keys.error.text);
    for (size_t i = 0; i < batch->rows; i++) {
      size_t size = width != 0 ? width : strlen(expected[i]);
      CHECK(keys.offsets[i + 1] - keys.offsets[i] == size &&
                memcmp(keys.keys + keys.offsets[i], expected[i], size) == 0,
            "%s, %s, row %zu: %s", text, kernels->name, i, key_text(&keys, i));
    }
  }
  rowkey_layout_free(layout);
}

/* ---- Division -------------------------------------------------------------------------------- */

static char expected[ROWS][32];

static void test_division_by_columns(void) {
  static int64_t a[ROWS], b[ROWS];
  static uint64_t c[ROWS], d[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    /* Neighbours of all edges, but for what has no result. */
    a[i] = i64_at(i / 12 % 12 + (i < 144 ? 0 : 12));
    b[i] = i64_at(i < 144 ? i % 12 : 12);
    c[i] = u64_at(i / 9 % 9 + (i < 81 ? 0 : 9));
    d[i] = u64_at(i < 81 ? i % 9 : 9);
    if (b[i] == 0 || (a[i] == INT64_MIN && b[i] == -1)) b[i] = 3;
    if (d[i] == 0) d[i] = 3;
  }
  struct batch batch = {.rows = ROWS};
  add_i64(&batch, "a", a);
  add_i64(&batch, "b", b);
  add_u64(&batch, "c", c);
  add_u64(&batch, "d", d);
#define EXPECT(text, format, result)                                                           \
  do {                                                                                         \
    for (size_t i = 0; i < ROWS; i++) snprintf(expected[i], sizeof *expected, format, result); \
    expect_bytes(text, &batch, expected, 0);                                                   \
  } while (0)
  EXPECT("{a / b}", "%" PRId64, a[i] / b[i]);
  EXPECT("{a % b}", "%" PRId64, a[i] % b[i]);
  EXPECT("{floormod(a, b)}", "%" PRId64, floormod_i64(a[i], b[i]));
  EXPECT("{a & b}", "%" PRId64, a[i] & b[i]);
  EXPECT("{a | b}", "%" PRId64, a[i] | b[i]);
  EXPECT("{a ^ b}", "%" PRId64, a[i] ^ b[i]);
  EXPECT("{c / d}", "%" PRIu64, c[i] / d[i]);
  EXPECT("{c % d}", "%" PRIu64, c[i] % d[i]);
  EXPECT("{floormod(c, d)}", "%" PRIu64, c[i] % d[i]);
  EXPECT("{c & d}", "%" PRIu64, c[i] & d[i]);
  EXPECT("{c | d}", "%" PRIu64, c[i] | d[i]);
  EXPECT("{c ^ d}", "%" PRIu64, c[i] ^ d[i]);
}

static void test_division_by_constants(void) {
  static const int64_t divisors[] = {1,
                                     2,
                                     3,
                                     7,
                                     10,
                                     641,
                                     1000,
                                     86400,
                                     INT64_C(4294967295),
                                     -1,
                                     -2,
                                     -3,
                                     -10,
                                     -1000,
                                     INT64_C(4294967296),
                                     INT64_MAX - 1,
                                     INT64_MAX};
  static const uint64_t large[] = {UINT64_C(1) << 63, UINT64_MAX - 1, UINT64_MAX};
  static int64_t a[ROWS];
  static uint64_t c[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    a[i] = i64_at(i == 0 ? 1 : i); /* the smallest has no quotient by -1 */
    c[i] = u64_at(i);
  }
  struct batch batch = {.rows = ROWS};
  add_i64(&batch, "a", a);
  add_u64(&batch, "c", c);
  char text[64];
  for (size_t k = 0; k < sizeof divisors / sizeof *divisors; k++) {
    int64_t divisor = divisors[k];
    snprintf(text, sizeof text, "{a / %" PRId64 "}", divisor);
    EXPECT(text, "%" PRId64, a[i] / divisor);
    snprintf(text, sizeof text, "{a %% %" PRId64 "}", divisor);
    EXPECT(text, "%" PRId64, a[i] % divisor);
    snprintf(text, sizeof text, "{floormod(a, %" PRId64 ")}", divisor);
    EXPECT(text, "%" PRId64, floormod_i64(a[i], divisor));
    if (divisor < 0) continue;
    snprintf(text, sizeof text, "{c / %" PRId64 "}", divisor);
    EXPECT(text, "%" PRIu64, c[i] / (uint64_t)divisor);
    snprintf(text, sizeof text, "{floormod(c, %" PRId64 ")}", divisor);
    EXPECT(text, "%" PRIu64, c[i] % (uint64_t)divisor);
  }
  for (size_t k = 0; k < sizeof large / sizeof *large; k++) {
    snprintf(text, sizeof text, "{c / %" PRIu64 "}", large[k]);
    EXPECT(text, "%" PRIu64, c[i] / large[k]);
  }
}

static void test_no_quotient(void) {
  struct batch batch = {.rows = 2};
  add_i64(&batch, "low", (const int64_t[]){4, INT64_MIN});
  add_i64(&batch, "m", (const int64_t[]){2, -1});
  add_i64(&batch, "zero", (const int64_t[]){1, 0});
#define NOT_I64 "a result from -9223372036854775808 to 9223372036854775807)"
  static const struct {
    const char *text;
    size_t column;
    const char *message;
  } cases[] = {
      {"{low / m}", ROWKEY_NONE, "low / m = -9223372036854775808 / -1 is not an i64 (" NOT_I64},
      {"{low / -1}", 0,
       "low / -1 = -9223372036854775808 / -1 is not an i64 (column low, low from -9223372036854775807 to "
       "9223372036854775807)"},
      {"{abs(low)}", 0,
       "abs(low): low = -9223372036854775808 is not a number that abs takes here (column low, -9223372036854775807 to "
       "9223372036854775807)"},
      {"{low / zero}", ROWKEY_NONE, "low / zero = -9223372036854775808 / 0 divides by 0 (any other divisor)"},
      {"{floormod(5, zero)}", 2,
       "floormod(5, zero) = floormod(5, 0) divides by 0 (column zero, any other divisor)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_refusal(cases[i].text, &batch,
                   (struct refusal){ROWKEY_ERROR_RANGE, 1, cases[i].column, 1, cases[i].message});
}

/* ---- Bits ------------------------------------------------------------------------------------ */

static void test_bits(void) {
  static int64_t a[ROWS];
  static uint64_t c[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    a[i] = i64_at(i == 0 ? 1 : i);
    c[i] = u64_at(i);
  }
  struct batch batch = {.rows = ROWS};
  add_i64(&batch, "a", a);
  add_u64(&batch, "c", c);
  EXPECT("{abs(a)}", "%" PRId64, a[i] < 0 ? -a[i] : a[i]);
  EXPECT("{int32(c)}", "%d", (int)(uint32_t)c[i]);
  EXPECT("{int32(a)}", "%d", (int)(uint32_t)a[i]);
  const uint64_t middle = UINT64_C(1) << 63;
  EXPECT("{min(c, 9223372036854775808)}", "%" PRIu64, c[i] < middle ? c[i] : middle);
  EXPECT("{max(c, c >> 1 ^ 77)}", "%" PRIu64, c[i] > (c[i] >> 1 ^ 77) ? c[i] : c[i] >> 1 ^ 77);
  EXPECT("{wrapping_add(c, 18446744073709551615)}", "%" PRIu64, c[i] - 1);
  EXPECT("{wrapping_sub(a, 9223372036854775807)}", "%" PRId64, (int64_t)((uint64_t)a[i] - INT64_MAX));
  EXPECT("{wrapping_mul(c, 11400714819323198485) >> 48}", "%" PRIu64,
         c[i] * UINT64_C(11400714819323198485) >> 48);
  EXPECT("{wrapping_mul(a, a)}", "%" PRId64, (int64_t)((uint64_t)a[i] * (uint64_t)a[i]));
  EXPECT("{bit_length(c)}", "%d", c[i] == 0 ? 0 : 64 - __builtin_clzll(c[i]));
  EXPECT("{max(-40, a)}", "%" PRId64, a[i] > -40 ? a[i] : -40);
  EXPECT("{min(a, c >> 1)}", "%" PRId64, a[i] < (int64_t)(c[i] >> 1) ? a[i] : (int64_t)(c[i] >> 1));
  EXPECT("{min(max(a, -7), 7)}", "%d", a[i] < -7 ? -7 : a[i] > 7 ? 7 : (int)a[i]);
  /* The absolute value of a hash, whose first bit is its sign. */
  static char absolute[ROWS][32];
  for (size_t i = 0; i < ROWS; i++) {
    uint8_t hash[16];
    char text[24];
    reference_md5((const uint8_t *)text, (size_t)snprintf(text, sizeof text, "%" PRIu64, c[i]), hash);
    bool negative = hash[0] >= 128;
    bool carry = negative;
    for (size_t k = 16; k-- > 0;) {
      uint8_t byte = negative ? (uint8_t)~hash[k] : hash[k];
      absolute[i][k] = (char)(uint8_t)(byte + carry);
      carry = carry && byte == 255;
    }
  }
  expect_bytes("{abs(md5(c))}", &batch, absolute, 16);
}

static void test_formats_of_integers(void) {
  static const struct {
    const char *format;
    size_t width;
    bool little, is_signed, flipped;
  } formats[] = {
      {"u24", 3, false, false, false},  {"u24le", 3, true, false, false}, {"u64le", 8, true, false, false},
      {"i24", 3, false, true, true},    {"i40", 5, false, true, true},    {"i64", 8, false, true, true},
      {"i32be", 4, false, true, false}, {"i64be", 8, false, true, false}, {"i8le", 1, true, true, false},
      {"i56le", 7, true, true, false},  {"i64le", 8, true, true, false},
  };
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
    size_t width = formats[k].width;
    static int64_t a[ROWS];
    for (size_t i = 0; i < ROWS; i++) {
      a[i] = i64_at(i) >> (64 - 8 * width);
      if (!formats[k].is_signed) a[i] &= (int64_t)(UINT64_MAX >> (65 - 8 * width));
      uint64_t bits = (uint64_t)a[i];
      for (size_t byte = 0; byte < width; byte++)
        expected[i][byte] = (char)(uint8_t)(bits >> 8 * (formats[k].little ? byte : width - 1 - byte));
      if (formats[k].flipped) expected[i][0] ^= (char)0x80;
    }
    struct batch batch = {.rows = ROWS};
    add_i64(&batch, "a", a);
    char text[32];
    snprintf(text, sizeof text, "{a:%s}", formats[k].format);
    expect_bytes(text, &batch, expected, width);
  }
  struct batch batch = {.rows = 2};
  add_i64(&batch, "a", (const int64_t[]){-32768, 32768});
  expect_refusal("{a:i16le}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                                  "a = 32768 does not fit {a:i16le} (column a, at most 32767)"});
}

/* Rounded down, by division alone. */
static int64_t halved(int64_t a, unsigned count) {
  for (; count > 0; count--) a = a / 2 - (a % 2 < 0);
  return a;
}

static void test_shifts_by_columns(void) {
  static int64_t a[ROWS], small[ROWS];
  static uint64_t c[ROWS], low[ROWS], count[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    count[i] = i % 64;
    a[i] = i64_at(i);
    c[i] = u64_at(i);
    small[i] = halved(i64_at(i), (unsigned)count[i]);
    low[i] = u64_at(i) >> count[i];
  }
  struct batch batch = {.rows = ROWS};
  add_i64(&batch, "a", a);
  add_i64(&batch, "small", small);
  add_u64(&batch, "c", c);
  add_u64(&batch, "low", low);
  add_u64(&batch, "count", count);
  EXPECT("{a >> count}", "%" PRId64, halved(a[i], (unsigned)count[i]));
  EXPECT("{c >> count}", "%" PRIu64, c[i] >> count[i]);
  EXPECT("{small << count}", "%" PRId64, (int64_t)((uint64_t)small[i] << count[i]));
  EXPECT("{low << count}", "%" PRIu64, low[i] << count[i]);
}

static void test_shifts_by_constants(void) {
  static int64_t a[ROWS], small[ROWS];
  static uint64_t c[ROWS], low[ROWS];
  for (unsigned by = 0; by < 64; by++) {
    for (size_t i = 0; i < ROWS; i++) {
      a[i] = i64_at(i);
      c[i] = u64_at(i);
      small[i] = halved(a[i], by);
      low[i] = c[i] >> by;
    }
    struct batch batch = {.rows = ROWS};
    add_i64(&batch, "a", a);
    add_i64(&batch, "small", small);
    add_u64(&batch, "c", c);
    add_u64(&batch, "low", low);
    char text[64];
    snprintf(text, sizeof text, "{a >> %u}", by);
    EXPECT(text, "%" PRId64, small[i]);
    snprintf(text, sizeof text, "{c >> %u}", by);
    EXPECT(text, "%" PRIu64, low[i]);
    snprintf(text, sizeof text, "{small << %u}", by);
    EXPECT(text, "%" PRId64, (int64_t)((uint64_t)small[i] << by));
    snprintf(text, sizeof text, "{low << %u}", by);
    EXPECT(text, "%" PRIu64, low[i] << by);
    free_guarded();
  }
}

static void test_shifts_refused(void) {
  struct batch batch = {.rows = 2};
  add_u64(&batch, "c", (const uint64_t[]){3, UINT64_C(1) << 60});
  add_i64(&batch, "a", (const int64_t[]){-8, -9});
  add_u64(&batch, "n", (const uint64_t[]){60, 64});
  add_i64(&batch, "m", (const int64_t[]){63, -1});
  add_u64(&batch, "w", (const uint64_t[]){255, 256});
  static const struct {
    const char *text;
    size_t column;
    const char *message;
  } cases[] = {
      {"{c << 4}", 0,
       "c << 4 = 1152921504606846976 << 4 is not a u64 (column c, c from 0 to 1152921504606846975)"},
      {"{a << 60}", 1, "a << 60 = -9 << 60 is not an i64 (column a, a from -8 to 7)"},
      {"{1 << n}", 2, "1 << n = 1 << 64 is shifted too far (column n, by 0 to 63 bits)"},
      {"{c >> n}", ROWKEY_NONE, "c >> n = 1152921504606846976 >> 64 is shifted too far (by 0 to 63 bits)"},
      {"{a >> m}", ROWKEY_NONE, "a >> m = -9 >> -1 is shifted too far (by 0 to 63 bits)"},
      {"{bit_reverse(w, 8)}", 4,
       "bit_reverse(w, 8): w = 256 is not a number that bit_reverse takes here (column w, 0 to 255)"},
      {"{between(w, 7, 255)}", 4,
       "between(w, 7, 255): w = 256 is not a number that between takes here (column w, 7 to 255)"},
      {"{bit_reverse(w << 55, 63)}", 4,
       "bit_reverse(w << 55, 63): w << 55 = 9223372036854775808 is not a number that bit_reverse takes here (column w, 0 to "
       "9223372036854775807)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_refusal(cases[i].text, &batch,
                   (struct refusal){ROWKEY_ERROR_RANGE, 1, cases[i].column, 1, cases[i].message});
  batch.rows = 1;
  expect_refusal("{bit_reverse(a, 64)}", &batch,
                 (struct refusal){
                     ROWKEY_ERROR_RANGE, 0, 1, 1,
                     "bit_reverse(a, 64): a = -8 is not a number that bit_reverse takes here (column a, 0 to "
                     "9223372036854775807)"});
}

static uint64_t reversed(uint64_t x, unsigned bits) {
  uint64_t result = 0;
  for (unsigned i = 0; i < bits; i++) result |= (x >> i & 1) << (bits - 1 - i);
  return result;
}

static void test_bits_reversed(void) {
  static uint64_t c[ROWS];
  for (unsigned bits = 1; bits <= 64; bits++) {
    for (size_t i = 0; i < ROWS; i++) c[i] = u64_at(i) >> (64 - bits);
    struct batch batch = {.rows = ROWS};
    add_u64(&batch, "c", c);
    char text[64];
    snprintf(text, sizeof text, "{bit_reverse(c, %u)}", bits);
    EXPECT(text, "%" PRIu64, reversed(c[i], bits));
    free_guarded();
  }
}

static void test_interleaved(void) {
  static uint64_t c[ROWS], d[ROWS];
  for (unsigned bits = 1; bits <= 32; bits++) {
    for (size_t i = 0; i < ROWS; i++) {
      c[i] = u64_at(i) >> (64 - bits);
      d[i] = random_u64() >> (64 - bits);
    }
    struct batch batch = {.rows = ROWS};
    add_u64(&batch, "c", c);
    add_u64(&batch, "d", d);
    char text[64];
    snprintf(text, sizeof text, "{interleave(c, d, %u)}", bits);
    for (size_t i = 0; i < ROWS; i++) {
      uint64_t pairs = 0;
      for (unsigned bit = bits; bit-- > 0;) pairs = pairs << 2 | (c[i] >> bit & 1) << 1 | (d[i] >> bit & 1);
      snprintf(expected[i], sizeof *expected, "%" PRIu64, pairs);
    }
    expect_bytes(text, &batch, expected, 0);
    free_guarded();
  }
  struct batch batch = {.rows = 2};
  add_u64(&batch, "c", (const uint64_t[]){255, 255});
  add_i64(&batch, "n", (const int64_t[]){0, -1});
  expect_refusal(
      "{interleave(c, n, 8)}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 1, ROWKEY_NONE, 1,
                       "interleave(c, n, 8): n = -1 is not a number that interleave takes here (0 to 255)"});
}

/* zCurve 0.0.4, interlace, whose first number has the lowest bit, as GeoMesa's Z3 */
static void test_z3(void) {
  struct batch batch = {.rows = 5};
  add_u64(&batch, "x", (const uint64_t[]){1, 2097151, 0, 1000000, 1398101});
  add_u64(&batch, "y", (const uint64_t[]){2, 0, 0, 2000000, 699050});
  add_u64(&batch, "t", (const uint64_t[]){3, 0, 2097151, 77, 1234567});
  expect_keys("{interleave(t, y, x, 21):016x}", &batch, (struct settings){0},
              (const char *[]){"0000000000000035", "1249249249249249", "4924924924924924", "26d9440088540904",
                               "5471d55571c51575"});
}

static void test_interleaved_many(void) {
  static uint64_t numbers[8][ROWS];
  static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  for (unsigned count = 3; count <= 8; count++) {
    const unsigned bits = 1 + (unsigned)random_below(64 / count);
    struct batch batch = {.rows = ROWS};
    char text[64] = "{interleave(";
    for (unsigned k = 0; k < count; k++) {
      for (size_t i = 0; i < ROWS; i++) numbers[k][i] = random_u64() >> (64 - bits);
      add_u64(&batch, names[k], numbers[k]);
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s, ", names[k]);
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), "%u)}", bits);
    for (size_t i = 0; i < ROWS; i++) {
      uint64_t all = 0;
      for (unsigned bit = bits; bit-- > 0;)
        for (unsigned k = 0; k < count; k++) all = all << 1 | (numbers[k][i] >> bit & 1);
      snprintf(expected[i], sizeof *expected, "%" PRIu64, all);
    }
    expect_bytes(text, &batch, expected, 0);
    free_guarded();
  }
  struct batch batch = {.rows = 2};
  add_u64(&batch, "c", (const uint64_t[]){255, 255});
  add_i64(&batch, "n", (const int64_t[]){0, 256});
  expect_refusal(
      "{interleave(c, 1, n, 8)}", &batch,
      (struct refusal){
          ROWKEY_ERROR_RANGE, 1, 1, 1,
          "interleave(c, 1, n, 8): n = 256 is not a number that interleave takes here (column n, 0 to 255)"});
}

static void test_scaled(void) {
  static const struct {
    double number;
    const char *text, *expected;
  } cases[] = {
      {0.5, "{scaled(x, 1)} {scaled(x, 1, round=floor)}", "0 0"},
      {1.5, "{scaled(x, 1)} {scaled(x, 1, round=floor)}", "2 1"},
      {2.5, "{scaled(x, 1)} {scaled(x, 3)}", "2 8"},
      {-0.5, "{scaled(x, 1)} {scaled(x, 1, round=floor)}", "0 -1"},
      {-1.5, "{scaled(x, 1)} {scaled(x, 1, round=floor)}", "-2 -2"},
      {-0.0, "{scaled(x, 10)} {scaled(x, 10, round=floor)}", "0 0"},
      /* 0.7 is a little less, and 0.1 a little more than that. */
      {0.7, "{scaled(x, 10)} {scaled(x, 10, round=floor)}", "7 6"},
      {0.1, "{scaled(x, 10)} {scaled(x, 10, round=floor)}", "1 1"},
      {47.1234567, "{scaled(x, 10000000)} {scaled(x, 10000000, round=floor)}", "471234567 471234566"},
      {-180, "{scaled(x, 134217728, round=floor)}", "-24159191040"},
      {5e-324, "{scaled(x, 18446744073709551615)} {scaled(x, 1, round=floor)}", "0 0"},
      {-5e-324, "{scaled(x, 18446744073709551615)} {scaled(x, 1, round=floor)}", "0 -1"},
      {0x1p-64, "{scaled(x, 9223372036854775808)} {scaled(x, 9223372036854775809)}", "0 1"},
      {-0x1p63, "{scaled(x, 1)}", "-9223372036854775808"},
      {0x1.fffffffffffffp62, "{scaled(x, 1)}", "9223372036854774784"},
      {0x1.fffffffffffffp-2, "{scaled(x, 18446744073709551615)}", "9223372036854774784"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct batch batch = {.rows = 1};
    add_f64(&batch, "x", &cases[i].number);
    expect_keys(cases[i].text, &batch, (struct settings){.side = GUARD_END}, &cases[i].expected);
  }
  struct batch batch = {.rows = 3};
  add_f64(&batch, "x", (const double[]){1, 0x1p63, NAN});
  add_f32(&batch, "g", (const float[]){0.5F, -INFINITY, 1});
#define NOT_I64_OF(name) "is not an i64 (column " name ", " NOT_I64
  static const struct {
    const char *text;
    size_t column;
    const char *message;
  } refused[] = {{"{scaled(x, 1)}", 0, "scaled(x, 1) = scaled(9.2233720368547758e+18, 1) " NOT_I64_OF("x")},
                 {"{scaled(g, 10)}", 1, "scaled(g, 10) = scaled(-inf, 10) " NOT_I64_OF("g")}};
  for (size_t i = 0; i < 2; i++)
    expect_refusal(refused[i].text, &batch,
                   (struct refusal){ROWKEY_ERROR_RANGE, 1, refused[i].column, 1, refused[i].message});
}

/* What is always the result does not make rows good that have none. */
static void test_bounds_of_bad_rows(void) {
  struct batch batch = {.rows = 2};
  add_u64(&batch, "u", (const uint64_t[]){7, UINT64_MAX});
  static const char *const texts[] = {"{u:u64}{min(u, -4):i64le}", "{u:u64}{max(u, -4):i64le}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    expect_refusal(texts[i], &batch,
                   (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 12,
                                    "u = 18446744073709551615 is too large for the i64 that it is used with "
                                    "(column u, 0 to 9223372036854775807)"});
}

/* All numbers of digits, beside the digits of the whole. */
static void test_leading_digits(void) {
  static uint64_t c[ROWS];
  for (size_t i = 0; i < ROWS; i++) c[i] = random_u64();
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "c", c);
  for (unsigned digits = 1; digits <= 32; digits++) {
    for (size_t i = 0; i < ROWS; i++) {
      uint8_t hash[16];
      char text[40];
      const size_t size = (size_t)snprintf(text, sizeof text, "%" PRIu64, c[i]);
      reference_md5((const uint8_t *)text, size, hash);
      for (size_t k = 0; k < 16; k++) snprintf(text + 2 * k, 3, digits % 2 == 0 ? "%02X" : "%02x", hash[k]);
      memcpy(expected[i], text, digits);
    }
    char text[40];
    snprintf(text, sizeof text, "{md5(c):0%u%c}", digits, digits % 2 == 0 ? 'X' : 'x');
    expect_bytes(text, &batch, expected, digits);
  }
}

/* ---- Floating-point numbers ------------------------------------------------------------------- */

static void write_ordered(uint64_t bits, size_t width, char *out) {
  bool negative = bits >> (8 * width - 1) != 0;
  for (size_t byte = 0; byte < width; byte++) {
    uint8_t value = (uint8_t)(bits >> 8 * (width - 1 - byte));
    out[byte] = (char)(uint8_t)(negative ? ~value : byte == 0 ? value | 0x80 : value);
  }
}

static void test_floats(void) {
  static const float edges[] = {-INFINITY, -3.4e38f, -1, -1e-45f, -0.0f, 0, 1e-45f, 1.5f, 3.4e38f, INFINITY};
  enum { EDGES = sizeof edges / sizeof *edges };
  static float small[ROWS];
  static double large[ROWS], same[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    small[i] = i < EDGES ? edges[i] : (float)(int64_t)random_u64() / (float)(1 + random_below(1000));
    large[i] = i < EDGES ? (double)edges[i] : (double)(int64_t)random_u64() / 1000;
    same[i] = (double)small[i];
  }
  struct batch batch = {.rows = ROWS};
  add_f32(&batch, "small", small);
  add_f64(&batch, "large", large);
  add_f64(&batch, "same", same);
  for (size_t i = 0; i < ROWS; i++) {
    uint32_t bits;
    memcpy(&bits, &small[i], sizeof bits);
    write_ordered(bits, 4, expected[i]);
  }
  expect_bytes("{small}", &batch, expected, 4);
  expect_bytes("{same:f32}", &batch, expected, 4);
  for (size_t i = 1; i < EDGES; i++)
    CHECK(memcmp(expected[i - 1], expected[i], 4) < 0, "%g is not before %g", (double)edges[i - 1],
          (double)edges[i]);
  for (size_t i = 0; i < ROWS; i++) {
    uint64_t bits;
    memcpy(&bits, &same[i], sizeof bits);
    write_ordered(bits, 8, expected[i]);
  }
  expect_bytes("{small:f64}", &batch, expected, 8);
  for (size_t i = 0; i < ROWS; i++) {
    uint64_t bits;
    memcpy(&bits, &large[i], sizeof bits);
    write_ordered(bits, 8, expected[i]);
  }
  expect_bytes("{large}", &batch, expected, 8);
}

static void test_no_floats(void) {
  struct batch batch = {.rows = 3};
  add_f64(&batch, "temp", (const double[]){INFINITY, (double)NAN, 1});
  add_f32(&batch, "level", (const float[]){0, 1, -NAN});
  add_f64(&batch, "tenth", (const double[]){0.5, 0.1, 1e300});
  add_f64(&batch, "huge", (const double[]){0.5, -1e300, 0.1});
  static const struct refusal refusals[] = {
      {ROWKEY_ERROR_RANGE, 1, 0, 1,
       "temp = nan has no place in an order (column temp, a number or an infinity)"},
      {ROWKEY_ERROR_RANGE, 2, 1, 1,
       "level = nan has no place in an order (column level, a number or an infinity)"},
      {ROWKEY_ERROR_RANGE, 1, 2, 1,
       "tenth = 0.10000000000000001 is not exactly a float of 32 bits (column tenth, one that is, or f64 in "
       "the layout)"},
      {ROWKEY_ERROR_RANGE, 1, 3, 1,
       "huge = -1.0000000000000001e+300 is not exactly a float of 32 bits (column huge, one that is, or f64 "
       "in "
       "the layout)"},
  };
  static const char *const texts[] = {"{temp}", "{level}", "{tenth:f32}", "{huge:f32}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) expect_refusal(texts[i], &batch, refusals[i]);
  expect_refusal("{temp:f32}", &batch, refusals[0]);
  decimal_point = ',';
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) expect_refusal(texts[i], &batch, refusals[i]);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"quotients and remainders of two columns", test_division_by_columns},
      {"quotients and remainders by a constant", test_division_by_constants},
      {"what has no quotient", test_no_quotient},
      {"absolute values and low bits", test_bits},
      {"shifts by columns", test_shifts_by_columns},
      {"shifts by constants", test_shifts_by_constants},
      {"shifts out of bounds are refused", test_shifts_refused},
      {"bits in reverse order", test_bits_reversed},
      {"interleaved numbers", test_interleaved},
      {"three numbers and more", test_interleaved_many},
      {"Z3", test_z3},
      {"floating-point numbers as integers", test_scaled},
      {"bounds of rows that have no number", test_bounds_of_bad_rows},
      {"the first hex digits of hashes", test_leading_digits},
      {"formats of integers", test_formats_of_integers},
      {"floating-point numbers sort as their bytes", test_floats},
      {"floating-point numbers that have no place or no room", test_no_floats},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
