/* What stands for nulls: columns, constants of every type, and several of them. */
#include <inttypes.h>
#include <rowkey/decode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decoding.h"

/* More than two blocks. */
enum { ROWS = 2500, TEXT_MAX = 48 };

static struct {
  uint64_t u[ROWS], v[ROWS];
  int64_t i[ROWS], j[ROWS];
  double x[ROWS], y[ROWS];
  float g[ROWS], h[ROWS];
  char s[ROWS][TEXT_MAX], t[ROWS][TEXT_MAX];
  const char *s_at[ROWS], *t_at[ROWS];
  bool first_null[ROWS], second_null[ROWS];
} rows;

/* Of two columns of one type, the first has many nulls, and the second some where the first has none. */
static struct batch records(void) {
  for (size_t i = 0; i < ROWS; i++) {
    rows.u[i] = random_u64() >> random_below(64);
    rows.v[i] = random_u64() >> random_below(64);
    rows.i[i] = (int64_t)random_u64() >> random_below(64);
    rows.j[i] = (int64_t)random_u64() >> random_below(64);
    rows.x[i] = (double)rows.i[i] / 8;
    rows.y[i] = (double)rows.j[i] / 3;
    rows.g[i] = (float)rows.i[i];
    rows.h[i] = (float)rows.j[i] / 7;
    snprintf(rows.s[i], TEXT_MAX, "%.*s", (int)random_below(40), "the first text, of up to forty bytes....");
    snprintf(rows.t[i], TEXT_MAX, "%.*s", (int)random_below(40), "another text that is there for the nulls");
    rows.s_at[i] = rows.s[i];
    rows.t_at[i] = rows.t[i];
    rows.first_null[i] = random_below(3) == 0;
    rows.second_null[i] = !rows.first_null[i] && random_below(4) == 0;
  }
  struct batch batch = {.rows = ROWS};
#define ADD(name, type, values, nulls)   \
  add_##type(&batch, name, rows.values); \
  mark_nulls(&batch, rows.nulls, random_below(20))
  ADD("u", u64, u, first_null);
  ADD("v", u64, v, second_null);
  ADD("i", i64, i, first_null);
  ADD("j", i64, j, second_null);
  ADD("x", f64, x, first_null);
  ADD("y", f64, y, second_null);
  ADD("g", f32, g, first_null);
  ADD("h", f32, h, second_null);
  ADD("s", text, s_at, first_null);
  ADD("t", text, t_at, second_null);
  return batch;
}

/* The same layout of columns without nulls, which already hold what is chosen. */
static void expect_same(const char *text, const struct batch *batch, const char *plain,
                        const struct batch *chosen) {
  rowkey_layout *layout = compile(text, batch), *expected_layout = compile(plain, chosen);
  EACH_ISA(kernels) {
    const struct settings settings = {.isa = kernels->name, .side = GUARD_END};
    struct encoded keys = encode(layout, batch, settings),
                   expected = encode(expected_layout, chosen, settings);
    CHECK(keys.status == ROWKEY_OK && expected.status == ROWKEY_OK, "%s: %s", text, keys.error.text);
    const uint64_t size = keys.offsets[ROWS];
    CHECK(size == expected.offsets[ROWS] && memcmp(keys.keys, expected.keys, (size_t)size) == 0 &&
              memcmp(keys.offsets, expected.offsets, (ROWS + 1) * sizeof *keys.offsets) == 0,
          "%s, %s: other keys than %s", text, kernels->name, plain);
  }
  rowkey_layout_free(layout);
  rowkey_layout_free(expected_layout);
}

static void test_columns(void) {
  struct batch batch = records();
  for (size_t i = 0; i < ROWS; i++) {
    if (!rows.first_null[i]) continue;
    rows.u[i] = rows.v[i];
    rows.i[i] = rows.j[i];
    rows.x[i] = rows.y[i];
    rows.g[i] = rows.h[i];
    rows.s_at[i] = rows.t_at[i];
  }
  struct batch chosen = {.rows = ROWS};
  add_u64(&chosen, "u", rows.u);
  add_i64(&chosen, "i", rows.i);
  add_f64(&chosen, "x", rows.x);
  add_f32(&chosen, "g", rows.g);
  add_text(&chosen, "s", rows.s_at);
  expect_same("{coalesce(u, v):u64}", &batch, "{u:u64}", &chosen);
  expect_same("{coalesce(i, j)}", &batch, "{i}", &chosen);
  expect_same("{coalesce(x, y)}", &batch, "{x}", &chosen);
  expect_same("{coalesce(g, h)}{coalesce(g, h):f64}", &batch, "{g}{g:f64}", &chosen);
  expect_same("{coalesce(s, t)}|{coalesce(s, t):40s}", &batch, "{s}|{s:40s}", &chosen);
  expect_same("{md5(coalesce(s, t)) % 100:02d}{coalesce(s, t):esc}{coalesce(s, t):x}", &batch,
              "{md5(s) % 100:02d}{s:esc}{s:x}", &chosen);
  expect_same("{coalesce(u, coalesce(v, 5)):~u64}", &batch, "{u:~u64}", &chosen);
}

static void test_chains(void) {
  struct batch batch = records();
  for (size_t i = 0; i < ROWS; i++) {
    if (!rows.second_null[i]) continue;
    rows.v[i] = rows.first_null[i] ? 5 : rows.u[i];
    rows.y[i] = rows.x[i];
    rows.t_at[i] = rows.s_at[i];
  }
  struct batch chosen = {.rows = ROWS};
  add_u64(&chosen, "v", rows.v);
  add_f64(&chosen, "y", rows.y);
  add_text(&chosen, "t", rows.t_at);
  expect_same("{coalesce(v, coalesce(u, 5)):u64}", &batch, "{v:u64}", &chosen);
  expect_same("{coalesce(y, coalesce(x, -0.5))}", &batch, "{y}", &chosen);
  expect_same("{coalesce(t, coalesce(s, \"-\"))}", &batch, "{t}", &chosen);
}

static void test_both_null(void) {
  struct batch batch = {.rows = 3};
  add_u64(&batch, "u", (const uint64_t[]){1, 2, 3});
  mark_nulls(&batch, (const bool[]){false, true, true}, 3);
  add_u64(&batch, "v", (const uint64_t[]){4, 5, 6});
  mark_nulls(&batch, (const bool[]){true, false, true}, 0);
  expect_refusal(
      "{coalesce(u, v)}", &batch,
      (struct refusal){ROWKEY_ERROR_RANGE, 2, ROWKEY_NONE, 1,
                       "coalesce(u, v): both columns are null (a value in one of them, or a constant "
                       "after both)"});
  expect_keys("{coalesce(u, coalesce(v, 9))}", &batch, (struct settings){.side = GUARD_END},
              (const char *const[]){"1", "5", "9"});
}

/* ---- Floating-point constants -------------------------------------------------------------------- */

static void check_constant(const char *digits) {
  struct batch batch = {.rows = 1};
  add_f64(&batch, "x", (const double[]){7});
  mark_nulls(&batch, (const bool[]){true}, 0);
  char text[80];
  snprintf(text, sizeof text, "{coalesce(x, %s)}", digits);
  const double number = strtod(digits, NULL);
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  bits ^= bits >> 63 != 0 ? UINT64_MAX : UINT64_C(1) << 63;
  rowkey_layout *layout = compile(text, &batch);
  struct encoded keys = encode(layout, &batch, (struct settings){.isa = "scalar", .side = GUARD_END});
  CHECK(keys.status == ROWKEY_OK, "%s: %s", text, keys.error.text);
  for (size_t i = 0; i < 8; i++)
    CHECK(keys.keys[i] == (uint8_t)(bits >> (56 - 8 * i)), "%s: %s", text, key_text(&keys, 0));
  rowkey_layout_free(layout);
}

static void test_constants(void) {
  static const char *const digits[] = {"0.0",
                                       "-0.0",
                                       "1.5",
                                       "-2.25",
                                       "0.1",
                                       "0.0000000000000000001",
                                       "9007199254740993.0",
                                       "9007199254740992.999",
                                       "18446744073709551.615",
                                       "1844674407370955161.5",
                                       "4503599627370496.5",
                                       "4503599627370497.5",
                                       "0.1000000000000000055",
                                       "-1.7976931348623157"};
  for (size_t i = 0; i < sizeof digits / sizeof *digits; i++) check_constant(digits[i]);
  for (size_t i = 0, count = repetitions(3000); i < count; i++) {
    char text[48];
    const unsigned decimals = 1 + (unsigned)random_below(18);
    uint64_t power = 1;
    for (unsigned k = 0; k < decimals; k++) power *= 10;
    const uint64_t number = random_u64() >> random_below(64);
    snprintf(text, sizeof text, "%" PRIu64 ".%0*" PRIu64, number / power, (int)decimals, number % power);
    check_constant(text);
    free_guarded();
  }
}

/* ---- Columns that come back --------------------------------------------------------------------- */

static void test_recovery(void) {
  struct batch batch = records();
  static const struct {
    const char *text;
    rowkey_recovery u, v;
  } cases[] = {{"{coalesce(u, 5):u64}", ROWKEY_RECOVERED, ROWKEY_UNUSED},
               {"{coalesce(u, v):u64}", ROWKEY_REDUCED, ROWKEY_REDUCED},
               {"{coalesce(u, v):u64}{coalesce(v, 0):u64}", ROWKEY_REDUCED, ROWKEY_RECOVERED},
               {"{u:u64}{coalesce(u, v):u64}", ROWKEY_RECOVERED, ROWKEY_REDUCED},
               {"{md5(coalesce(u, v)):s}", ROWKEY_HASHED, ROWKEY_HASHED}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    CHECK(rowkey_layout_recovery(layout, 0) == cases[i].u && rowkey_layout_recovery(layout, 1) == cases[i].v,
          "%s: %d, %d", cases[i].text, (int)rowkey_layout_recovery(layout, 0),
          (int)rowkey_layout_recovery(layout, 1));
    rowkey_layout_free(layout);
  }
}

/* Where the first column stands by itself as well it has no null: what would have replaced it does not come
 * back, and is not needed. */
static void check_without_nulls(const char *text, const struct batch *batch) {
  rowkey_layout *layout = compile(text, batch);
  EACH_ISA(kernels) {
    struct encoded encoded = encode(layout, batch, (struct settings){.isa = kernels->name});
    CHECK(encoded.status == ROWKEY_OK, "%s: %s", text, encoded.error.text);
    uint64_t size = encoded.offsets[ROWS];
    uint8_t *bytes = guarded((size_t)size, GUARD_END);
    memcpy(bytes, encoded.keys, (size_t)size);
    const struct keys keys = {bytes, encoded.offsets, ROWS};
    struct decoded decoded = decode(layout, batch, keys, kernels->name, 0);
    CHECK(decoded.status == ROWKEY_OK, "%s: %s", text, decoded.error.text);
    check_decoded(layout, batch, &decoded, ROWS, text);
    bytes[size - 1] ^= 1;
    decoded = decode(layout, batch, keys, kernels->name, 0);
    CHECK(decoded.status == ROWKEY_ERROR_RANGE && decoded.error.row == ROWS - 1, "%s: a wrong key", text);
  }
  rowkey_layout_free(layout);
}

static void test_columns_without_nulls(void) {
  struct batch batch = records();
  for (size_t i = 0; i < batch.count; i += 2) batch.values[i].validity = NULL;
  check_without_nulls("{u:u64}{coalesce(u, v):u64}", &batch);
  check_without_nulls("{i:i64}{coalesce(i, coalesce(j, 5)):i64}", &batch);
  check_without_nulls("{x}{coalesce(x, y)}", &batch);
  check_without_nulls("{g}{coalesce(g, h):f64}{coalesce(g, h)}", &batch);
  check_without_nulls("{s:esc}{coalesce(s, t):esc}{u:u64}{md5(coalesce(s, t), coalesce(u, v)):s}", &batch);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"columns for the nulls of columns", test_columns},
      {"constants after columns", test_chains},
      {"nothing for a null", test_both_null},
      {"floating-point constants", test_constants},
      {"columns that come back", test_recovery},
      {"columns that have no nulls", test_columns_without_nulls},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
