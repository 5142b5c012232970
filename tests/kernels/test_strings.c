/* The kernels that copy and look through strings, of every instruction set, against loops over bytes. Strings
 * lie right before or right after a page that faults. */
#include <string.h>

#include "place.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { ROWS_MAX = 600, LENGTH_MAX = 120, BYTES_MAX = ROWS_MAX * LENGTH_MAX };

/* ---- strings */

struct strings_in {
  struct guarded bytes, begin, end;
};

static struct strings_in strings_in(void) {
  return (struct strings_in){guarded_of(BYTES_MAX), guarded_of(ROWS_MAX * 8), guarded_of(ROWS_MAX * 8)};
}

/* Mostly few rows; sometimes more than are looked at together. */
static size_t random_rows(void) {
  return (size_t)(random_below(4) == 0 ? random_below(ROWS_MAX + 1) : random_below(40));
}

static uint64_t random_length(uint64_t longest) {
  if (random_below(200) == 0) return random_below(LENGTH_MAX + 1);
  return random_below(longest + 1);
}

/* Strings that are mostly not longer than `longest`, one in `rarity` of their bytes being `byte`: one after
 * the other, or anywhere, so that they share bytes and leave others out. */
static struct rowkey_strings random_strings(const struct strings_in *in, size_t rows, uint64_t longest,
                                            uint8_t byte, uint64_t rarity) {
  uint64_t *begin = (uint64_t *)(void *)in->begin.end - rows, *end = (uint64_t *)(void *)in->end.end - rows;
  const uint64_t extra = random_below(3) == 0 ? random_below(100) : 0;
  uint64_t size = extra / 2;
  for (size_t i = 0; i < rows; i++) {
    begin[i] = size;
    end[i] = size += random_length(longest);
  }
  size += extra - extra / 2;
  if (random_below(3) == 0)
    for (size_t i = 0; i < rows; i++) {
      const uint64_t length = end[i] - begin[i];
      begin[i] = random_below(size - length + 1);
      end[i] = begin[i] + length;
    }
  uint8_t *bytes = random_below(2) == 0 ? in->bytes.begin : in->bytes.end - size;
  for (uint64_t i = 0; i < size; i++)
    bytes[i] = random_below(rarity) == 0 ? byte : (uint8_t)(byte + 1 + random_below(255));
  return (struct rowkey_strings){bytes, size, begin, end};
}

static uint64_t random_longest(void) {
  static const uint64_t longest[] = {0, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 60};
  return longest[random_below(COUNT_OF(longest))];
}

/* ---- where they lie */

static void strings_are_checked_and_added_up(void) {
  const struct strings_in in = strings_in();
  for (size_t repetition = repetitions(400); repetition-- > 0;) {
    const size_t rows = random_rows();
    const struct rowkey_strings strings = random_strings(&in, rows, random_longest(), 0, 8);
    size_t good = rows;
    if (rows > 0 && random_below(2) == 0) {
      uint64_t *begin = (uint64_t *)(void *)in.begin.end - rows, *end = (uint64_t *)(void *)in.end.end - rows;
      static const uint64_t far[] = {1, 2, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX};
      good = (size_t)random_below(rows);
      const uint64_t distance = far[random_below(COUNT_OF(far))];
      if (random_below(2) == 0)
        end[good] = strings.size <= UINT64_MAX - distance ? strings.size + distance : UINT64_MAX;
      else
        begin[good] = end[good] <= UINT64_MAX - distance ? end[good] + distance : UINT64_MAX;
      if (random_below(4) == 0) end[rows - 1] = UINT64_MAX;
    }
    uint64_t wanted = 0;
    for (size_t i = 0; i < good; i++) wanted += strings.end[i] - strings.begin[i];
    EACH_KERNEL(kernels, check_strings) {
      uint64_t total = 42;
      const size_t bad = kernels->check_strings(&strings, rows, &total);
      CHECK(bad == good, "%s: row %zu of %zu is bad: row %zu is reported", kernels->name, good, rows, bad);
      CHECK(total == wanted, "%s: %zu rows have %llu bytes, not %llu", kernels->name, good,
            (unsigned long long)wanted, (unsigned long long)total);
    }
  }
}

static void the_first_string_with_a_byte_is_found(void) {
  const struct strings_in in = strings_in();
  for (size_t repetition = repetitions(400); repetition-- > 0;) {
    const size_t rows = random_rows();
    const uint8_t byte = (uint8_t)random_u64();
    static const uint64_t rarities[] = {2, 100, 10000, UINT64_MAX};
    const struct rowkey_strings strings =
        random_strings(&in, rows, random_longest(), byte, rarities[random_below(COUNT_OF(rarities))]);
    size_t wanted = 0;
    for (; wanted < rows; wanted++) {
      const uint64_t begin = strings.begin[wanted], length = strings.end[wanted] - begin;
      if (length > 0 && memchr(strings.bytes + begin, byte, (size_t)length) != NULL) break;
    }
    EACH_KERNEL(kernels, find_in_strings) {
      const size_t found = kernels->find_in_strings(&strings, rows, byte);
      CHECK(found == wanted, "%s: row %zu of %zu holds 0x%02x: row %zu is reported", kernels->name, wanted,
            rows, byte, found);
    }
  }
}

/* ---- padded text */

static void texts_are_padded(void) {
  static uint8_t expected[ROWS_MAX * 50];
  const struct strings_in in = strings_in();
  const struct guarded out = guarded_of(place_shape_size(ROWS_MAX, 50));
  for (size_t repetition = repetitions(60); repetition-- > 0;) {
    for (size_t width = 1; width <= 50; width += width < 18 ? 1 : 5) {
      const size_t rows = random_rows();
      const bool has_zeros = random_below(3) == 0;
      const struct rowkey_strings strings = random_strings(&in, rows, width, 0, has_zeros ? 20 : UINT64_MAX);
      size_t good = 0;
      for (; good < rows; good++) {
        const uint8_t *text = strings.bytes + strings.begin[good];
        const uint64_t length = strings.end[good] - strings.begin[good];
        if (length > width || (length > 0 && text[length - 1] == 0)) break;
        memset(expected + good * width, 0, width);
        for (uint64_t i = 0; i < length; i++) expected[good * width + i] = text[i];
      }
      EACH_KERNEL(kernels, padded_text) {
        for (unsigned shape = 0; shape < PLACE_SHAPES; shape++) {
          const struct rows_out placed =
              place_rows(out, place_shape(shape, rows, width), rows % 2 == 0 ? GUARD_BEGIN : GUARD_END);
          const size_t bad = kernels->padded_text(&strings, width, rows, &placed.place);
          CHECK(bad == good, "%s: width %zu: row %zu of %zu is bad: row %zu is reported", kernels->name,
                width, good, rows, bad);
          check_rows(&placed, expected, good, "padded_text", kernels->name);
        }
      }
    }
  }
}

/* ---- escaped text */

/* Those of formats, and one whose bytes are all others. */
static const struct rowkey_escape escape_rules[] = {{{0x00, 0xff}, {0}, {0x00, 0x01}, 2, false},
                                                    {{0x00, 0x01}, {0}, {0x00, 0x00}, 2, false},
                                                    {{0x00, 0xff}, {0}, {0x00}, 1, false},
                                                    {{0x01, 0x01}, {0x01, 0x02}, {0}, 0, true},
                                                    {{0x21, 0x43}, {0x65, 0x87}, {0xa9, 0xcb}, 2, true}};

static void check_escaped(bool groups) {
  static uint8_t expected[2 * BYTES_MAX + 9 * ROWS_MAX];
  static uint64_t begin[ROWS_MAX], end[ROWS_MAX], limits[ROWS_MAX + 1];
  const struct strings_in in = strings_in();
  const struct guarded out = guarded_of(sizeof expected + 16);
  for (size_t repetition = repetitions(600); repetition-- > 0;) {
    const size_t rows = random_rows();
    static const uint64_t rarities[] = {1, 3, 50, UINT64_MAX};
    const uint64_t rarity = rarities[random_below(COUNT_OF(rarities))];
    const struct rowkey_escape *rule = &escape_rules[random_below(COUNT_OF(escape_rules))];
    const uint8_t byte = (uint8_t)random_below(2);
    const struct rowkey_strings strings = random_strings(&in, rows, random_longest(), byte, rarity);
    for (size_t i = 0; i < rows; i++) {
      const uint8_t *from = strings.bytes + strings.begin[i];
      const size_t size = (size_t)(strings.end[i] - strings.begin[i]);
      limits[i + 1] =
          limits[i] + (groups ? reference_escape_groups(from, size, expected + limits[i])
                              : reference_escape_terminated(from, size, rule, expected + limits[i]));
    }
    const size_t size = (size_t)limits[rows];
    EACH_ISA(kernels) {
      uint8_t *text = out.end - size - 16;
      fill_canary(out.begin, (size_t)(text - out.begin));
      const uint64_t used = groups ? kernels->escape_groups(&strings, rows, text, begin, end)
                                   : kernels->escape_terminated(&strings, rule, rows, text, begin, end);
      CHECK(used == size, "%s: %zu rows of %zu bytes are given %llu", kernels->name, rows, size,
            (unsigned long long)used);
      for (size_t i = 0; i < rows; i++)
        CHECK(begin[i] == limits[i] && end[i] == limits[i + 1] &&
                  memcmp(text + begin[i], expected + begin[i], (size_t)(end[i] - begin[i])) == 0,
              "%s: row %zu of %zu is wrong", kernels->name, i, rows);
      for (size_t i = 0; out.begin + i < text; i++)
        CHECK(out.begin[i] == canary(i), "%s: wrote in front of the text", kernels->name);
    }
  }
}

static void texts_are_escaped_and_terminated(void) { check_escaped(false); }
static void texts_are_escaped_in_groups(void) { check_escaped(true); }

/* ---- joined rows */

enum { SOURCES_MAX = 4, RUN_MAX = 60, JOINED_MAX = SOURCES_MAX * (RUN_MAX + 2 * LENGTH_MAX) };

/* Mostly plain, as most sources are; only the last may have no string. */
static struct rowkey_source random_source(const struct strings_in *in, const struct guarded *runs,
                                          size_t rows, uint64_t longest, bool last) {
  struct rowkey_source source = {
      .width = (size_t)(random_below(3) == 0 ? random_below(RUN_MAX + 1) : random_below(17))};
  const size_t extent = source.width == 0 ? 16 : (source.width + 15) / 16 * 16;
  source.stride = random_below(3) == 0 ? 0 : extent + 16 * (size_t)random_below(2);
  const size_t size = source.stride == 0 ? extent : source.stride * rows;
  source.rows = runs->end - size;
  random_bytes(runs->end - size, size);
  if (last && random_below(3) == 0) return source;
  source.strings = random_strings(in, rows, longest, 0, 8);
  if (rows == 0) return source;
  source.hex = random_below(8) == 0;
  source.upper = random_below(2) == 0;
  source.flip = random_below(6) == 0 ? (uint8_t)random_u64() : 0;
  return source;
}

static size_t append_expected(const struct rowkey_source *source, size_t row, uint8_t *to) {
  memcpy(to, source->rows + row * source->stride, source->width);
  size_t at = source->width;
  if (source->strings.begin == NULL) return at;
  const char *digits = source->upper ? "0123456789ABCDEF" : "0123456789abcdef";
  for (uint64_t i = source->strings.begin[row]; i < source->strings.end[row]; i++) {
    const uint8_t byte = source->strings.bytes[i];
    if (source->hex) to[at++] = (uint8_t)(digits[byte >> 4] ^ source->flip);
    to[at++] = (uint8_t)((source->hex ? digits[byte & 15] : byte) ^ source->flip);
  }
  return at;
}

static void rows_are_joined(void) {
  static uint8_t expected[ROWS_MAX * JOINED_MAX];
  static uint64_t ends[ROWS_MAX], limits[ROWS_MAX + 1];
  struct strings_in in[SOURCES_MAX];
  struct guarded runs[SOURCES_MAX];
  for (size_t i = 0; i < SOURCES_MAX; i++) {
    in[i] = strings_in();
    runs[i] = guarded_of(ROWS_MAX * (RUN_MAX + 36));
  }
  const struct guarded out = guarded_of(sizeof expected + 200);
  for (size_t repetition = repetitions(1500); repetition-- > 0;) {
    struct rowkey_source sources[SOURCES_MAX];
    const size_t count = (size_t)(1 + random_below(SOURCES_MAX)), rows = random_rows();
    const size_t first = rows == 0 || random_below(2) == 0 ? 0 : (size_t)random_below(rows);
    const uint64_t longest = random_longest();
    for (size_t i = 0; i < count; i++)
      sources[i] = random_source(&in[i], &runs[i], rows, longest, i + 1 == count);
    const uint64_t before = random_below(50);
    limits[first] = before;
    for (size_t row = first; row < rows; row++) {
      limits[row + 1] = limits[row];
      for (size_t i = 0; i < count; i++)
        limits[row + 1] += append_expected(&sources[i], row, expected + limits[row + 1]);
    }
    const size_t room = (size_t)(random_below(2) == 0 ? 0 : random_below(150));
    const size_t size = (size_t)limits[rows] + room;
    EACH_KERNEL(kernels, join_rows) {
      uint8_t *origin = out.end - size;
      fill_canary(origin, (size_t)before);
      kernels->join_rows(sources, count, first, rows, origin + before, out.end, origin, ends);
      for (size_t i = first; i < rows; i++)
        CHECK(ends[i] == limits[i + 1] &&
                  memcmp(origin + limits[i], expected + limits[i], (size_t)(limits[i + 1] - limits[i])) == 0,
              "%s: %zu sources, room %zu: row %zu of %zu is wrong", kernels->name, count, room, i, rows);
      for (size_t i = 0; i < before; i++)
        CHECK(origin[i] == canary(i), "%s: wrote in front of the rows", kernels->name);
    }
  }
}

static const struct test tests[] = {
    {"check_strings finds the first bad row and adds up those before it", strings_are_checked_and_added_up},
    {"find_in_strings finds the first row that holds a byte", the_first_string_with_a_byte_is_found},
    {"padded_text in every kind of place, and the first bad row", texts_are_padded},
    {"escape_terminated of every length", texts_are_escaped_and_terminated},
    {"escape_groups of every length", texts_are_escaped_in_groups},
    {"join_rows of every kind of source", rows_are_joined},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
