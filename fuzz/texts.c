/* The kernels that write strings: padded, escaped, and joined to rows that differ in length. */
#include <string.h>

#include "place_batch.h"
#include "reference/reference.h"
#include "string_batch.h"

enum { ROWS_MAX = FUZZ_PLACE_ROWS, WIDTH_MAX = 70, LENGTH_MAX = 255, SPARE = 16 };
enum { SOURCES_MAX = 3, RUN_MAX = 40, JOINED_MAX = ROWS_MAX * SOURCES_MAX * (RUN_MAX + 2 * LENGTH_MAX) };

/* Random bytes are hardly ever zero, and zeros are what escapes are for. */
static void add_zeros(struct fuzz_strings *strings, uint64_t rarity) {
  for (uint64_t i = 0; i < strings->strings.size; i++)
    if (strings->bytes[i] % 8 < rarity) strings->bytes[i] = 0;
}

static void check_padded(struct fuzz_input *input) {
  static uint8_t expected[ROWS_MAX * WIDTH_MAX];
  const size_t width = 1 + (size_t)fuzz_take_up_to(input, WIDTH_MAX - 1);
  struct fuzz_place place = fuzz_take_place(input, width);
  const uint64_t rarity = fuzz_take_up_to(input, 2), shortened = fuzz_take(input, 1);
  struct fuzz_strings strings = fuzz_take_strings(input, ROWS_MAX);
  if (strings.rows < place.rows) place.rows = strings.rows;
  add_zeros(&strings, rarity);
  size_t good = place.rows;
  for (size_t i = place.rows; i-- > 0;) {
    uint64_t length = strings.end[i] - strings.begin[i];
    if ((shortened >> i % 8 & 1) == 0 && length > width) length = width;
    strings.end[i] = strings.begin[i] + length;
    const uint8_t *text = strings.bytes + strings.begin[i];
    if (length > width || (length > 0 && text[length - 1] == 0)) {
      good = i;
      continue;
    }
    memset(expected + i * width, 0, width);
    memcpy(expected + i * width, text, (size_t)length);
  }
  FUZZ_EACH_KERNEL(kernels, padded_text) {
    const struct rowkey_place out = fuzz_clear_place(&place);
    const size_t bad =
        FUZZ_KERNEL(kernels, padded_text, place.rows)(&strings.strings, width, place.rows, &out);
    FUZZ_CHECK(bad == good, "%s: row %zu of %zu is reported, not %zu", kernels->name, bad, place.rows, good);
    fuzz_check_place(kernels, "padded_text", &place, expected, good);
  }
}

/* Any bytes: the kernel does not ask what they mean. */
static struct rowkey_escape take_rule(struct fuzz_input *input) {
  struct rowkey_escape rule = {.end_size = 0};
  for (size_t i = 0; i < 2; i++) {
    rule.zero[i] = (uint8_t)fuzz_take(input, 1);
    rule.one[i] = (uint8_t)fuzz_take(input, 1);
    rule.end[i] = (uint8_t)fuzz_take(input, 1);
  }
  rule.end_size = (uint8_t)fuzz_take_up_to(input, 2);
  rule.changes_one = fuzz_take(input, 1) % 2 != 0;
  return rule;
}

static void check_escaped(struct fuzz_input *input, bool groups) {
  static uint8_t expected[ROWS_MAX * (2 * LENGTH_MAX + 9)];
  static uint64_t limits[ROWS_MAX + 1];
  struct rowkey_escape rule = {{0x00, 0xff}, {0}, {0x00, 0x01}, 2, false};
  const uint64_t rarity = fuzz_take_up_to(input, 8);
  struct fuzz_strings strings = fuzz_take_strings(input, ROWS_MAX);
  add_zeros(&strings, rarity);
  if (!groups && fuzz_take(input, 1) % 2 != 0) rule = take_rule(input);
  const size_t rows = strings.rows;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *from = strings.bytes + strings.begin[i];
    const size_t size = (size_t)(strings.end[i] - strings.begin[i]);
    limits[i + 1] =
        limits[i] + (groups ? reference_escape_groups(from, size, expected + limits[i])
                            : reference_escape_terminated(from, size, &rule, expected + limits[i]));
  }
  uint8_t *text = fuzz_guarded((size_t)limits[rows] + SPARE);
  uint64_t *begin = fuzz_guarded(rows * sizeof *begin), *end = fuzz_guarded(rows * sizeof *end);
  FUZZ_EACH_ISA(kernels) {
    memset(text, 0xee, (size_t)limits[rows]);
    const uint64_t used =
        groups
            ? FUZZ_KERNEL(kernels, escape_groups, rows)(&strings.strings, rows, text, begin, end)
            : FUZZ_KERNEL(kernels, escape_terminated, rows)(&strings.strings, &rule, rows, text, begin, end);
    FUZZ_CHECK(used == limits[rows], "%s: %zu rows have %llu bytes, not %llu", kernels->name, rows,
               (unsigned long long)used, (unsigned long long)limits[rows]);
    fuzz_check_rows(kernels, "where escaped text begins", begin, limits, rows, sizeof *begin);
    fuzz_check_rows(kernels, "where escaped text ends", end, limits + 1, rows, sizeof *end);
    fuzz_check_rows(kernels, "escaped text", text, expected, (size_t)used, 1);
  }
}

/* Only the last source may have no strings. */
static struct rowkey_source take_source(struct fuzz_input *input, const struct fuzz_strings *strings,
                                        bool last) {
  const uint64_t form = fuzz_take(input, 1);
  struct rowkey_source source = {.width = (size_t)fuzz_take_up_to(input, RUN_MAX)};
  const size_t extent = source.width == 0 ? 16 : (source.width + 15) / 16 * 16;
  source.stride = form % 4 == 0 ? 0 : extent + (form % 4 == 1 ? 16 : 0);
  const size_t size = source.stride == 0 ? extent : source.stride * strings->rows;
  uint8_t *run = fuzz_guarded(size);
  fuzz_take_bytes(input, run, size);
  source.rows = run;
  if (last && form / 4 % 4 == 0) return source;
  source.strings = strings->strings;
  source.hex = form / 16 % 4 == 0;
  source.upper = form / 64 % 2 == 1;
  source.flip = form < 128 ? 0 : (uint8_t)fuzz_take(input, 1);
  return source;
}

static size_t expect_joined(const struct rowkey_source *source, size_t row, uint8_t *to) {
  const char *digits = source->upper ? "0123456789ABCDEF" : "0123456789abcdef";
  memcpy(to, source->rows + row * source->stride, source->width);
  size_t at = source->width;
  if (source->strings.begin == NULL) return at;
  for (uint64_t i = source->strings.begin[row]; i < source->strings.end[row]; i++) {
    const uint8_t byte = source->strings.bytes[i];
    if (source->hex) to[at++] = (uint8_t)(digits[byte >> 4] ^ source->flip);
    to[at++] = (uint8_t)((source->hex ? digits[byte & 15] : byte) ^ source->flip);
  }
  return at;
}

/* All sources read the same strings. */
static void check_joined(struct fuzz_input *input) {
  static uint8_t expected[JOINED_MAX];
  static uint64_t limits[ROWS_MAX + 1];
  struct rowkey_source sources[SOURCES_MAX];
  const uint64_t form = fuzz_take(input, 1);
  const size_t count = 1 + (size_t)form % SOURCES_MAX, room = (size_t)(form / SOURCES_MAX % 2 * (form / 2));
  const struct fuzz_strings strings = fuzz_take_strings(input, ROWS_MAX);
  const size_t rows = strings.rows, first = rows == 0 ? 0 : (size_t)fuzz_take_up_to(input, rows - 1);
  for (size_t i = 0; i < count; i++) sources[i] = take_source(input, &strings, i + 1 == count);
  const size_t before = (size_t)fuzz_take_up_to(input, 20);
  limits[first] = before;
  for (size_t row = first; row < rows; row++) {
    limits[row + 1] = limits[row];
    for (size_t i = 0; i < count; i++)
      limits[row + 1] += expect_joined(&sources[i], row, expected + limits[row + 1] - before);
  }
  const size_t size = (size_t)limits[rows] - before;
  uint8_t *origin = fuzz_guarded(before + size + room);
  uint64_t *ends = fuzz_guarded(rows * sizeof *ends);
  FUZZ_EACH_KERNEL(kernels, join_rows) {
    memset(origin, 0xee, before + size);
    FUZZ_KERNEL(kernels, join_rows, rows - first)
    (sources, count, first, rows, origin + before, origin + before + size + room, origin, ends);
    if (rows > first)
      fuzz_check_rows(kernels, "ends of joined rows", ends + first, limits + first + 1, rows - first, 8);
    fuzz_check_rows(kernels, "joined rows", origin + before, expected, size, 1);
    for (size_t i = 0; i < before; i++)
      FUZZ_CHECK(origin[i] == 0xee, "%s: join_rows wrote in front of the rows", kernels->name);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  switch (fuzz_take(&input, 1) % 4) {
    case 0:
      check_padded(&input);
      break;
    case 1:
      check_escaped(&input, false);
      break;
    case 2:
      check_escaped(&input, true);
      break;
    default:
      check_joined(&input);
      break;
  }
  return 0;
}
