/* Results of arithmetic and of functions of text whose columns do not come back: keys of them are taken, and
 * others are refused where one operation cannot make them.
 *
 * Numbers are made from floormod(x, 64), so that 64 records make all keys that there are.
 */
#include <stdio.h>
#include <string.h>

#include "decoding.h"
#include "on_isa.h"

enum { RECORDS = 64, LEAST = -400, MOST = 1200, WIDTH = 8, TEXT_MOST = 512 };

static struct batch all_records(void) {
  struct batch batch = {.rows = RECORDS};
  int64_t integers[RECORDS];
  for (size_t i = 0; i < RECORDS; i++) integers[i] = (int64_t)i;
  add_i64(&batch, "x", integers);
  return batch;
}

/* The bytes of {...:i64}. */
static void write_number(int64_t number, uint8_t bytes[WIDTH]) {
  const uint64_t coded = (uint64_t)number ^ UINT64_C(1) << 63;
  for (size_t i = 0; i < WIDTH; i++) bytes[i] = (uint8_t)(coded >> 8 * (WIDTH - 1 - i));
}

/* Of the only column nothing is wanted, and nothing can come back. */
static bool takes_key(rowkey_decoder *decoder, const uint8_t bytes[WIDTH]) {
  const uint64_t offsets[] = {0, WIDTH};
  const rowkey_keys keys = rowkey_keys_of_offsets(bytes, offsets, 1);
  const rowkey_decoded column = {.data = NULL};
  return rowkey_decode(decoder, &keys, &column, 1, NULL) == ROWKEY_OK;
}

static rowkey_decoder *new_decoder(const rowkey_layout *layout, const char *isa) {
  rowkey_decoder *decoder = NULL;
  ON_ISA(isa) decoder = rowkey_decoder_create(layout, NULL);
  CHECK(decoder != NULL, "no decoder");
  return decoder;
}

/* How many of the keys tried are taken although no record makes them. */
static size_t count_keys_of_none(rowkey_decoder *decoder, const uint8_t *made, const char *text) {
  size_t count = 0;
  for (int64_t number = LEAST; number <= MOST; number++) {
    uint8_t bytes[WIDTH];
    write_number(number, bytes);
    bool is_key = false;
    for (size_t i = 0; i < RECORDS && !is_key; i++) is_key = memcmp(made + i * WIDTH, bytes, WIDTH) == 0;
    const bool taken = takes_key(decoder, bytes);
    CHECK(taken || !is_key, "%s refuses %lld, a key of one of the records", text, (long long)number);
    count += taken && !is_key;
  }
  return count;
}

/* The same for an expression; SIZE_MAX where it has no result for each record. */
static size_t try_expression(const char *expression, const struct batch *batch) {
  char text[TEXT_MOST + WIDTH];
  snprintf(text, sizeof text, "{%s:i64}", expression);
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), batch->columns, batch->count, NULL);
  if (layout == NULL) return SIZE_MAX;
  const struct encoded encoded = encode(layout, batch, (struct settings){NULL, 0, 0, GUARD_END});
  size_t wrong = SIZE_MAX;
  if (encoded.status == ROWKEY_OK) {
    EACH_ISA(kernels) {
      rowkey_decoder *decoder = new_decoder(layout, kernels->name);
      wrong = count_keys_of_none(decoder, encoded.keys, text);
      rowkey_decoder_free(decoder);
    }
  }
  rowkey_layout_free(layout);
  free_guarded();
  return wrong;
}

static void test_single_operations(void) {
  static const char *const exact[] = {
      "floormod(x, 64) - floormod(x, 64) % 7",
      "truncate(floormod(x, 64), 7)",
      "wrapping_mul(floormod(x, 64), 24) & 511",
      "truncate(floormod(x, 64) - 30, 7)",
      "truncate(floormod(x, 64), 12) / 4",
      "truncate(floormod(x, 64), 12) / 4 + 5",
      "100 - truncate(floormod(x, 64), 12)",
      "floormod(x, 64) * 4 % 24",
      "(floormod(x, 64) * 6 + 4) % 8",
      "floormod(x, 64) & 52",
      "floormod(x, 64) | 9",
      "(floormod(x, 64) | 9) * 2",
      "floormod(x, 64) ^ 9",
      "(floormod(x, 64) & 12) << 3",
      "floormod(x, 64) >> 2",
      "(floormod(x, 64) & 56) >> 2",
      "bit_reverse(floormod(x, 64) & 9, 6)",
      "interleave(floormod(x, 64) & 5, 3, 6)",
      "abs(truncate(floormod(x, 64) - 32, 8))",
      "int32(floormod(x, 64) * 8)",
      "min(floormod(x, 64) * 4, 48)",
      "max(-9, 6 * floormod(x, 64) - 27)",
      "(floormod(x, 64) & 3) * 16 | 5",
      "floormod(x, 4) * 100 + floormod(x, 3)",
      "floormod(x, 4) << 5 | floormod(x, 3)",
      "floormod(x, 5) * 100 % 250",
      "abs(floormod(x, 5) * 100 - 200)",
      "max(floormod(x, 2) * 4, floormod(x, 64) % 7)",
  };
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
    const struct batch batch = all_records();
    const size_t wrong = try_expression(exact[i], &batch);
    CHECK(wrong != SIZE_MAX, "{%s:i64} is refused", exact[i]);
    CHECK(wrong == 0, "{%s:i64} takes %zu keys of no record", exact[i], wrong);
  }
}

/* Writes an expression, and returns its length. */
static size_t write_expression(char *out, size_t room, unsigned depth) {
  static const char *const with_constants[] = {
      "(%s) + %u",        "(%s) - %u",
      "%2$u - (%1$s)",    "(%s) * %u",
      "(%s) / %u",        "(%s) %% %u",
      "floormod(%s, %u)", "(%s) & %u",
      "(%s) | %u",        "(%s) ^ %u",
      "abs(%s)",          "truncate(%s, %u)",
      "int32(%s)",        "interleave(%s, %u, 12)",
      "(%s) << %u",       "bit_reverse(%s, 9)",
      "(%s) >> %u",       "wrapping_mul(%s, %u) & 255",
  };
  static const char *const with_two[] = {"(%s) + (%s)", "(%s) - (%s)", "(%s) * (%s)",
                                         "(%s) | (%s)", "(%s) & (%s)", "interleave(%s, %s, 10)",
                                         "min(%s, %s)", "max(%s, %s)"};
  if (depth == 0) return (size_t)snprintf(out, room, "floormod(x, 64)");
  char first[TEXT_MOST], second[TEXT_MOST];
  write_expression(first, sizeof first, depth - 1);
  const bool has_two = random_below(4) == 0;
  if (has_two) write_expression(second, sizeof second, (unsigned)random_below(depth));
  const unsigned constant = 1 + (unsigned)random_below(20);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const size_t written =
      has_two ? (size_t)snprintf(out, room, with_two[random_below(sizeof with_two / sizeof *with_two)], first,
                                 second)
              : (size_t)snprintf(out, room,
                                 with_constants[random_below(sizeof with_constants / sizeof *with_constants)],
                                 first, constant);
#pragma GCC diagnostic pop
  return written;
}

static void test_random_expressions(void) {
  const size_t expressions = repetitions(300);
  size_t tried = 0, exact = 0;
  for (size_t i = 0; i < expressions; i++) {
    char text[TEXT_MOST];
    if (write_expression(text, sizeof text, 1 + (unsigned)random_below(3)) >= sizeof text) continue;
    const struct batch batch = all_records();
    const size_t wrong = try_expression(text, &batch);
    tried += wrong != SIZE_MAX;
    exact += wrong == 0;
  }
  CHECK(tried == 0 || exact > tried / 4, "%zu of %zu expressions refuse all keys of no record", exact, tried);
}

static void test_starts_of_periods(void) {
  static const char *const periods[] = {"week", "month", "quarter", "year", "day", "hour"};
  enum { DAYS = 800 };
  struct batch batch = {.rows = DAYS};
  int64_t days[DAYS];
  for (size_t i = 0; i < DAYS; i++) days[i] = ((int64_t)i - 400) * 86400;
  add_i64(&batch, "ts", days);
  batch.columns[0] = rowkey_column_of_time("ts", ROWKEY_SECONDS);
  for (size_t i = 0; i < sizeof periods / sizeof *periods; i++) {
    char text[64];
    snprintf(text, sizeof text, "{truncate(ts, %s):i64}", periods[i]);
    rowkey_layout *layout = compile(text, &batch);
    const struct encoded encoded = encode(layout, &batch, (struct settings){NULL, 0, 0, GUARD_END});
    EACH_ISA(kernels) {
      rowkey_decoder *decoder = new_decoder(layout, kernels->name);
      size_t taken = 0;
      for (size_t row = 0; row < DAYS; row++) {
        uint8_t bytes[WIDTH];
        write_number(days[row], bytes);
        const bool is_start = memcmp(encoded.keys + row * WIDTH, bytes, WIDTH) == 0;
        CHECK(takes_key(decoder, bytes) == is_start, "%s: day %zu", text, row);
        write_number(days[row] + 1, bytes);
        CHECK(!takes_key(decoder, bytes), "%s: a second after day %zu", text, row);
        taken += is_start;
      }
      CHECK(taken > 1, "%s: no beginning", text);
      rowkey_decoder_free(decoder);
    }
    rowkey_layout_free(layout);
  }
}

static void test_texts(void) {
  static const struct {
    const char *text, *good, *bad;
  } cases[] = {
      {"{prefix(t, 2)}|", "ab|", "abc|"},
      {"{slice(t, 3, 2)}|", "ab|", "abc|"},
      {"{lower(t)}|", "a-1|", "a-B|"},
      {"{upper(t)}|", "A-1|", "A-b|"},
      {"{trim(t)}|", "a b|", "a |"},
      {"{trim(t)}|", "a b|", "\\x09a|"},
      {"{hash_tag(t)}|", "a}|", "{a}|"},
      {"{prefix(lower(t), 2)}|", "ab|", "aB|"},
      {"{lower(prefix(t, 2))}|", "ab|", "abc|"},
      {"{reverse_labels(lower(t), \".\")}|", "b.a|", "b.A|"},
      {"{upper(lower(prefix(t, 2)))}|", "AB|", "ABC|"},
      {"{lower(t):3s}", "ab\\x00", "aB\\x00"},
      {"{lower(t):x}", "61", "41"},
      {"{trim(t):~u8s}", "\\xfe\\x9e", "\\xfe\\xdf"},
  };
  struct batch batch = {.rows = 0};
  const uint64_t offset = 0;
  add_bytes(&batch, "t", NULL, &offset);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_layout *layout = compile(cases[i].text, &batch);
    EACH_ISA(kernels) {
      const char *const texts[] = {cases[i].good, cases[i].good, cases[i].bad};
      const struct decoded good = decode(layout, &batch, keys_of_text(texts, 2), kernels->name, 0);
      CHECK(good.status == ROWKEY_OK, "%s: %s", cases[i].text, good.error.text);
      const struct decoded bad = decode(layout, &batch, keys_of_text(texts, 3), kernels->name, 0);
      CHECK(bad.status == ROWKEY_ERROR_RANGE && bad.error.row == 2, "%s takes %s", cases[i].text,
            cases[i].bad);
    }
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"results of one operation are taken, and no others", test_single_operations},
      {"results of random expressions are taken", test_random_expressions},
      {"beginnings of periods are taken, and no other instants", test_starts_of_periods},
      {"texts that functions make are taken, and no others", test_texts},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
