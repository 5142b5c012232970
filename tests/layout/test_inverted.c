/* Inverted fields: every byte of what the field is without the sign is complemented. */
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "reference/reference.h"

/* More than two blocks. */
enum { ROWS = 2500, LONGEST = 60 };

static struct batch random_batch(void) {
  static uint64_t id[ROWS], offsets[ROWS + 1];
  static int64_t n[ROWS];
  static double temp[ROWS];
  static uint8_t host[ROWS * LONGEST];
  random_bytes(host, sizeof host);
  for (size_t i = 0; i < ROWS; i++) {
    id[i] = random_u64() >> random_below(64);
    n[i] = (int64_t)random_u64();
    temp[i] = (double)n[i];
    offsets[i + 1] = offsets[i] + random_below(LONGEST + 1);
  }
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "id", id);
  add_bytes(&batch, "host", host, offsets);
  add_i64(&batch, "n", n);
  add_f64(&batch, "temp", temp);
  return batch;
}

static void test_inverted(void) {
  const struct batch batch = random_batch();
  static const char *const fields[][2] = {
      {"id", "d"},
      {"id", "020d"},
      {"id", "x"},
      {"id", "016X"},
      {"id", "u64"},
      {"id", "u64le"},
      {"n", "i64"},
      {"n", "i64le"},
      {"n", "i64be"},
      {"n", "d"},
      {"temp", "f64"},
      {"id % 26", "a"},
      {"id % 256", "u8"},
      {"n % 1000", "i24"},
      {"host", "s"},
      {"host", "x"},
      {"host", "X"},
      {"md5(id)", "s"},
      {"md5(id)", "x"},
      {"md5(id)", "032X"},
      {"md5(id)", "d"},
      {"md5(id)", "039d"},
      {"host", "esc"},
      {"host", "mem"},
      {"reverse(id:020d)", "s"},
      {"reverse(id:020d)", "X"},
      {"reverse(id:020d)", "40s"},
      {"reverse(host)", "s"},
  };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    for (size_t embedded = 0; embedded < 2; embedded++) {
      char text[2][100];
      for (size_t inverted = 0; inverted < 2; inverted++)
        snprintf(text[inverted], sizeof text[inverted], embedded ? "{id %% 7:u8}<{%s:%s%s}" : "{%s:%s%s}",
                 fields[i][0], inverted ? "~" : "", fields[i][1]);
      rowkey_layout *layouts[2] = {compile(text[0], &batch), compile(text[1], &batch)};
      EACH_ISA(kernels) {
        struct settings settings = {.isa = kernels->name, .side = GUARD_END};
        struct encoded as_it_is = encode(layouts[0], &batch, settings);
        struct encoded inverted = encode(layouts[1], &batch, settings);
        CHECK(as_it_is.status == ROWKEY_OK, "%s: %s", text[0], as_it_is.error.text);
        CHECK(inverted.status == ROWKEY_OK, "%s: %s", text[1], inverted.error.text);
        for (size_t row = 0; row < ROWS; row++) {
          CHECK(as_it_is.offsets[row + 1] == inverted.offsets[row + 1], "%s: row %zu", text[1], row);
          uint64_t begin = as_it_is.offsets[row];
          for (uint64_t at = begin; at < as_it_is.offsets[row + 1]; at++)
            CHECK(inverted.keys[at] == (as_it_is.keys[at] ^ (embedded && at - begin < 2 ? 0 : 255)),
                  "%s, %s: row %zu", text[1], kernels->name, row);
        }
      }
      rowkey_layout_free(layouts[0]);
      rowkey_layout_free(layouts[1]);
    }
}

/* A hash takes inverted text as it is written. */
static void test_inverted_messages(void) {
  const struct batch batch = random_batch();
  const rowkey_values *host = &batch.values[1];
  rowkey_layout *layout = compile("{md5(host:~s)}{md5(host:~s, id)}", &batch);
  EACH_ISA(kernels) {
    struct encoded keys = encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
    CHECK(keys.status == ROWKEY_OK, "%s", keys.error.text);
    for (size_t row = 0; row < ROWS; row++) {
      char message[LONGEST + 24];
      uint8_t digests[32];
      size_t size = (size_t)(host->end[row] - host->begin[row]);
      for (size_t i = 0; i < size; i++)
        message[i] = (char)(((const uint8_t *)host->data)[host->begin[row] + i] ^ 255);
      reference_md5(message, size, digests);
      unsigned long long id = ((const uint64_t *)batch.values[0].data)[row];
      size += (size_t)snprintf(message + size, 24, "%llu", id);
      reference_md5(message, size, digests + 16);
      CHECK(memcmp(keys.keys + row * 32, digests, 32) == 0, "%s, row %zu", kernels->name, row);
    }
  }
  rowkey_layout_free(layout);
}

/* The byte that ends a field must not be among those written. */
static void test_inverted_delimiter(void) {
  struct batch batch = {.rows = 3};
  add_bytes(&batch, "host",
            "a|b\x83"
            "c",
            (const uint64_t[]){0, 3, 5, 5});
  expect_refusal("{host:~s}|{host:~s}", &batch,
                 (struct refusal){ROWKEY_ERROR_RANGE, 1, 0, 0,
                                  "host = \"\\x83c\" holds the byte \"\\x83\", inverted \"|\", that ends "
                                  "{host:~s} in the key (column host, text without it)"});
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"inverted fields are complements", test_inverted},
      {"inverted text is hashed as it is written", test_inverted_messages},
      {"inverted text is looked through for what it is written as", test_inverted_delimiter},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
