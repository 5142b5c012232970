/* Templates with definitions, beside the same templates without. Random ones are in test_random_layouts. */
#include <stdio.h>
#include <string.h>

#include "batch.h"

enum { ROWS = 100 };

static void check_same_keys(const char *defined, const char *plain, const struct batch *batch) {
  rowkey_layout *layouts[2];
  struct encoded keys[2];
  for (size_t i = 0; i < 2; i++) {
    layouts[i] = compile(i == 0 ? defined : plain, batch);
    keys[i] = encode(layouts[i], batch, (struct settings){.side = GUARD_END});
    CHECK(keys[i].status == ROWKEY_OK, "%s: %s", i == 0 ? defined : plain, keys[i].error.text);
  }
  CHECK(keys[0].offsets[ROWS] == keys[1].offsets[ROWS] &&
            memcmp(keys[0].keys, keys[1].keys, keys[0].offsets[ROWS]) == 0,
        "%s and %s make other keys", defined, plain);
  for (size_t i = 0; i < 2; i++) rowkey_layout_free(layouts[i]);
}

static void test_same_keys(void) {
  static const char *const pairs[][2] = {
      {"{let c = interleave(x, y, 30)}{c >> 20:u40}{c & 1048575:u24}",
       "{interleave(x, y, 30) >> 20:u40}{interleave(x, y, 30) & 1048575:u24}"},
      {"{let digit(v) = 48 + v + (v + 22 >> 5) * 40}a{digit(x & 31):u8}b{digit(y):u8}",
       "a{48 + (x & 31) + ((x & 31) + 22 >> 5) * 40:u8}b{48 + y + (y + 22 >> 5) * 40:u8}"},
      /* what stands for a definition stands in parentheses */
      {"{let s = x + y}{s * s:u32}{-s:i64}", "{(x + y) * (x + y):u32}{-(x + y):i64}"},
      {"{let twice(v) = v * 2}{twice(x + y):u32}", "{(x + y) * 2:u32}"},
      /* constants are computed in 128 bits, and are constants wherever one is asked for */
      {"{let big = 9223372036854775807 * 4}{let n = big / 4 - 9223372036854775707}{md5(x) % n:02d}",
       "{md5(x) % 100:02d}"},
      {"{let hour3 = 3 * 3600}{truncate(x, hour3):u64}", "{truncate(x, 10800):u64}"},
      {"{let n = 12}{bit_reverse(x, n):u16}", "{bit_reverse(x, 12):u16}"},
      /* definitions of definitions, of text, of the rest of the key, of seeds, of what looks like an option
       */
      {"{let t = lower(trim(name))}{let h(v) = md5(v, \"|\", t)}{h(x) % 64:02d}{t:12s}",
       "{md5(x, \"|\", lower(trim(name))) % 64:02d}{lower(trim(name)):12s}"},
      {"{let r = md5(rest) % 10}{r:d}-{x:u64}{r:d}|", "{md5(rest) % 10:d}-{x:u64}{md5(rest) % 10:d}|"},
      {"{let seed = 7}{xxh64(x, seed=seed):u64}", "{xxh64(x, seed=7):u64}"},
      {"{let half(v) = v / 2}{md5(x, half=first) >> half(32):u48}", "{md5(x, half=first) >> 16:u48}"},
      {"{let chain(v) = murmur3_32(name, seed=v)}{chain(chain(murmur3_32(x:u64le, seed=42))):i32}",
       "{murmur3_32(name, seed=murmur3_32(name, seed=murmur3_32(x:u64le, seed=42))):i32}"},
      /* a name hides functions, units and what else there may be once */
      {"{let md5(v) = crc32(v)}{let hour = 7200}{md5(x):u32}{truncate(y, hour):u64}",
       "{crc32(x):u32}{truncate(y, 7200):u64}"},
      {"{let\tspaced ( a ,b ) = a+b }{ spaced( x ,y ) :u64}", "{x+y:u64}"},
  };
  static uint64_t x[ROWS], y[ROWS];
  static char names[ROWS * 8];
  for (size_t i = 0; i < ROWS; i++) {
    x[i] = random_below(1 << 12);
    y[i] = random_below(32);
    memcpy(names + 8 * i, " Na", 3);
    for (size_t k = 3; k < 8; k++) names[8 * i + k] = (char)('A' + random_below(26));
  }
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "x", x);
  add_u64(&batch, "y", y);
  add_fixed_bytes(&batch, "name", names, 8);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) check_same_keys(pairs[i][0], pairs[i][1], &batch);
}

/* A call of random() is one number, however often what it is defined as is used. */
static void test_random_is_defined_once(void) {
  static uint64_t x[ROWS];
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "x", x);
  rowkey_layout *layout = compile("{let r = random()}{r:u64}{r:u64}{random():u64}{x:u64}", &batch);
  const struct encoded keys = encode(layout, &batch, (struct settings){.side = GUARD_END});
  CHECK(keys.status == ROWKEY_OK, "%s", keys.error.text);
  for (size_t row = 0; row < ROWS; row++) {
    const uint8_t *key = keys.keys + keys.offsets[row];
    CHECK(memcmp(key, key + 8, 8) == 0, "row %zu: two numbers", row);
    CHECK(memcmp(key, key + 16, 8) != 0, "row %zu: one number", row);
  }
  rowkey_layout_free(layout);
}

/* Each definition is twice the one before it. */
static size_t write_doubling(char *text, size_t size, unsigned count) {
  size_t length = (size_t)snprintf(text, size, "{let d0 = x}");
  for (unsigned i = 1; i < count; i++)
    length += (size_t)snprintf(text + length, size - length, "{let d%u = d%u ^ d%u}", i, i - 1, i - 1);
  return length + (size_t)snprintf(text + length, size - length, "{d%u:u64}", count - 1);
}

/* What it would take to write them out is bounded, so that a short template does not take all time and
 * memory. */
static void test_expansion_is_bounded(void) {
  const rowkey_column column = rowkey_column_of("x", ROWKEY_U64);
  static char text[20000];
  rowkey_error error;
  for (unsigned count = 2; count < 190; count += count < 20 ? 1 : 30) {
    const size_t length = write_doubling(text, sizeof text, count);
    rowkey_layout *layout = rowkey_layout_compile(text, length, &column, 1, &error);
    CHECK((layout != NULL) == (count <= 14), "%u definitions", count);
    if (layout == NULL)
      CHECK(strncmp(error.text, "the definitions make the layout too large", 41) == 0, "%s", error.text);
    rowkey_layout_free(layout);
  }
  /* Each takes 150 levels: two are too many. */
  size_t length = (size_t)snprintf(text, sizeof text, "{let deep(v) = ");
  for (size_t i = 0; i < 150; i++) text[length++] = '-';
  length += (size_t)snprintf(text + length, sizeof text - length, "v}{deep(deep(x)):i64}");
  CHECK(rowkey_layout_compile(text, length, &column, 1, &error) == NULL &&
            strncmp(error.text, "the expression is nested too deeply", 35) == 0,
        "%s", error.text);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"keys are those of what is defined", test_same_keys},
      {"a random number is one", test_random_is_defined_once},
      {"expansion is bounded", test_expansion_is_bounded},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
