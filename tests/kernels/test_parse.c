/* The kernel parse_u64 of every instruction set against the reference: all that is a number, and every way
 * not to be one. */
#include <stdio.h>
#include <string.h>

#include "each_isa.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { ROWS_MAX = 300, TEXT_MAX = 120 };

/* Texts in the arena at any place, and their offsets. */
struct texts {
  struct guarded bytes;
  size_t size; /* used, from the arena's end backwards when finished */
  uint64_t begin[ROWS_MAX], end[ROWS_MAX];
  size_t rows;
};

static struct texts *texts;

static void clear_texts(void) {
  texts->size = 0;
  texts->rows = 0;
}

static void add_text(const void *text, size_t length) {
  CHECK(texts->rows < ROWS_MAX, "too many texts");
  memcpy(texts->bytes.begin + texts->size, text, length);
  texts->begin[texts->rows] = texts->size;
  texts->size += length;
  texts->end[texts->rows] = texts->size;
  texts->rows++;
}

/* Bytes between two texts. */
static void add_gap(const void *bytes, size_t length) {
  memcpy(texts->bytes.begin + texts->size, bytes, length);
  texts->size += length;
}

static void make_texts(void) {
  texts = guarded(sizeof *texts, GUARD_END);
  texts->bytes = guarded_of(ROWS_MAX * (TEXT_MAX + 20));
  clear_texts();
}

/* On one instruction set, with the bytes at a guard page or `shift` in front of it. */
static void check_texts(const struct rowkey_kernels *kernels, enum guard side, size_t shift,
                        const char *what) {
  static uint8_t copy[ROWS_MAX * (TEXT_MAX + 20)];
  memcpy(copy, texts->bytes.begin, texts->size);
  uint8_t *bytes = side == GUARD_BEGIN ? texts->bytes.begin : texts->bytes.end - texts->size - shift;
  memmove(bytes, texts->bytes.begin, texts->size);
  const struct rowkey_strings strings = {bytes, texts->size, texts->begin, texts->end};
  uint64_t values[ROWS_MAX];
  const size_t bad = kernels->parse_u64(&strings, texts->rows, values);
  memcpy(texts->bytes.begin, copy, texts->size);

  size_t expected_bad = texts->rows;
  for (size_t i = 0; i < texts->rows && expected_bad == texts->rows; i++) {
    const uint8_t *text = copy + texts->begin[i];
    const int length = (int)(texts->end[i] - texts->begin[i]);
    uint64_t value = 0;
    if (reference_parse_u64(text, (uint64_t)length, &value) != ROWKEY_OK) {
      expected_bad = i;
    } else if (bad > i) {
      CHECK(values[i] == value, "%s on %s: row %zu of %zu, \"%.*s\" gives %llu", what, kernels->name, i,
            texts->rows, length, (const char *)text, (unsigned long long)values[i]);
    }
  }
  const size_t seen = bad < texts->rows ? bad : expected_bad;
  CHECK(bad == expected_bad, "%s on %s: row %zu is reported, not %zu of %zu; the former is \"%.*s\"", what,
        kernels->name, bad, expected_bad, texts->rows,
        seen < texts->rows ? (int)(texts->end[seen] - texts->begin[seen]) : 0,
        seen < texts->rows ? (const char *)copy + texts->begin[seen] : "");
}

static size_t random_number(char text[TEXT_MAX]) {
  const unsigned zeros = random_below(4) == 0 ? (unsigned)random_below(100) : 0;
  memset(text, '0', zeros);
  return zeros + (size_t)snprintf(text + zeros, TEXT_MAX - zeros, "%llu",
                                  (unsigned long long)(random_u64() >> random_below(64)));
}

/* Every length 0…25 of the extremes: nines, ones, a one and zeros, 2^64 and its neighbours. */
static void numbers_of_every_length(void) {
  make_texts();
  char pattern[6][26];
  memset(pattern[0], '9', 26);
  memset(pattern[1], '1', 26);
  memset(pattern[2], '0', 26);
  pattern[2][0] = '1';
  memset(pattern[3], '0', 26);
  memcpy(pattern[4], "18446744073709551615000000", 26);
  memcpy(pattern[5], "01844674407370955161600000", 26);
  EACH_KERNEL(kernels, parse_u64) {
    for (size_t kind = 0; kind < 6; kind++) {
      for (size_t length = 0; length <= 25; length++) {
        for (unsigned neighbours = 0; neighbours < 3; neighbours++) {
          const char *gap = neighbours == 0   ? ""
                            : neighbours == 1 ? "987654321098765432109876"
                                              : "\n;/:\xff\x80";
          clear_texts();
          for (size_t i = 0; i < kernels->lanes + 1; i++) {
            add_gap(gap, strlen(gap));
            add_text(pattern[kind], length);
          }
          add_gap(gap, strlen(gap));
          check_texts(kernels, GUARD_BEGIN, 0, "one length");
          check_texts(kernels, GUARD_END, 0, "one length");
        }
      }
    }
  }
}

static void numbers_around_the_largest(void) {
  make_texts();
  static const char *const text[] = {"18446744073709551614",
                                     "18446744073709551615",
                                     "18446744073709551616",
                                     "18446744073709551617",
                                     "18446744073709551620",
                                     "18446744073709551700",
                                     "18446744073709552000",
                                     "18446744073800000000",
                                     "18446744080000000000",
                                     "18446750000000000000",
                                     "18447000000000000000",
                                     "18449999999999999999",
                                     "18450000000000000000",
                                     "18459999999999999999",
                                     "19000000000000000000",
                                     "20000000000000000000",
                                     "28446744073709551615",
                                     "36893488147419103232",
                                     "36893488147419103233",
                                     "99999999999999999999",
                                     "100000000000000000000",
                                     "118446744073709551615",
                                     "184467440737095516150",
                                     "184467440737095516160",
                                     "018446744073709551615",
                                     "018446744073709551616",
                                     "00000000000000000000",
                                     "9999999999999999999",
                                     "10000000000000000000",
                                     "4294967295",
                                     "4294967296",
                                     "00000000000000000000000000000000000000000000018446744073709551615",
                                     "00000000000000000000000000000000000000000000018446744073709551616",
                                     "10000000000000000000000000000000000000000000000000000000000000001",
                                     "1844674407370955161599999999999999999999999999999999999999999999"};
  EACH_KERNEL(kernels, parse_u64) {
    for (size_t kind = 0; kind < COUNT_OF(text); kind++) {
      for (size_t position = 0; position <= 2 * kernels->lanes; position++) {
        clear_texts();
        for (size_t i = 0; i <= 2 * kernels->lanes; i++) {
          char other[TEXT_MAX];
          const size_t length = random_number(other);
          if (i == position) {
            add_text(text[kind], strlen(text[kind]));
          } else {
            add_text(other, length);
          }
        }
        check_texts(kernels, GUARD_END, 0, "around the largest");
      }
    }
  }
}

/* One byte of a number is replaced by each other byte, at each place of each length up to 21. */
static void every_byte_that_is_no_digit(void) {
  make_texts();
  EACH_KERNEL(kernels, parse_u64) {
    for (size_t length = 1; length <= 21; length++) {
      for (unsigned byte = 0; byte < 256; byte++) {
        if (byte >= '0' && byte <= '9') continue;
        /* The bytes that a careless test takes for digits everywhere, the others somewhere. */
        const size_t step = (byte >= 0x20 && byte < 0x40) || byte >= 0xb0 ? 1 : 7;
        for (size_t place = byte % step; place < length; place += step) {
          clear_texts();
          const size_t row = random_below(kernels->lanes + 1);
          for (size_t i = 0; i < kernels->lanes + 1; i++) {
            char text[21];
            for (size_t at = 0; at < length; at++) text[at] = (char)('0' + (at == 0 ? 0 : random_below(10)));
            if (i == row) text[place] = (char)byte;
            add_text(text, length);
          }
          check_texts(kernels, GUARD_END, 0, "no digit");
        }
      }
    }
  }
}

static void bad_texts_at_every_position(void) {
  make_texts();
  static const char *const text[] = {"",
                                     "-",
                                     "+1",
                                     "-1",
                                     " 1",
                                     "1 ",
                                     "1e5",
                                     "0x1",
                                     "1.",
                                     ".5",
                                     "1,0",
                                     "\t1",
                                     "1\r",
                                     "1\n",
                                     "٣",
                                     "NaN",
                                     "18446744073709551616",
                                     "1234567890123456789O",
                                     "123456789012345678901",
                                     "0000000000000000000000000000000000000000000000000000000000000000x"};
  EACH_KERNEL(kernels, parse_u64) {
    const size_t rows = 3 * kernels->lanes + 2;
    for (size_t kind = 0; kind < COUNT_OF(text); kind++) {
      for (size_t position = 0; position < rows; position++) {
        clear_texts();
        for (size_t i = 0; i < rows; i++) {
          char other[TEXT_MAX];
          const size_t length = random_number(other);
          const bool also_bad = i > position && kind % 2 == 1 && random_below(4) == 0;
          if (i == position) {
            add_text(text[kind], strlen(text[kind]));
          } else if (also_bad) {
            add_text("bad", 3);
          } else {
            add_text(other, length);
          }
        }
        check_texts(kernels, GUARD_END, 0, "a bad row");
      }
    }
  }
}

static const struct test tests[] = {
    {"parse_u64 of every length", numbers_of_every_length},
    {"parse_u64 around the largest number", numbers_around_the_largest},
    {"parse_u64 refuses every byte that is not a digit", every_byte_that_is_no_digit},
    {"parse_u64 finds the first bad row", bad_texts_at_every_position},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
