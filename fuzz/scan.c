/* The kernels that look for a byte, for the separators of fields or through the places of strings find what
 * loops over bytes find. */
#include <string.h>

#include "reference/reference.h"
#include "string_batch.h"

enum { SIZE_MAX_SCANNED = 700, ROWS_MAX = 300 };

/* The byte looked for in place of some others, and its neighbours in value. */
static void add_byte(uint8_t *bytes, size_t size, uint8_t byte, uint64_t rarity) {
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] % 16 < rarity) bytes[i] = byte;
    if (bytes[i] % 16 == 15) bytes[i] = (uint8_t)(byte + 1);
  }
}

static void check_bytes(struct fuzz_input *input) {
  uint64_t expected[SIZE_MAX_SCANNED];
  const size_t size = (size_t)fuzz_take_up_to(input, fuzz_take(input, 1) < 240 ? 150 : SIZE_MAX_SCANNED);
  const uint8_t byte = (uint8_t)fuzz_take(input, 1);
  const uint64_t rarity = fuzz_take_up_to(input, 16);
  const size_t capacity = (size_t)fuzz_take_up_to(input, 255);
  uint8_t *bytes = fuzz_guarded(size);
  uint64_t *positions = fuzz_guarded(capacity * sizeof *positions);
  fuzz_take_bytes(input, bytes, size);
  add_byte(bytes, size, byte, rarity);
  size_t count = 0;
  for (size_t i = 0; i < size; i++)
    if (bytes[i] == byte) expected[count++] = i;
  const size_t wanted = count < capacity ? count : capacity;
  FUZZ_EACH_ISA(kernels) {
    const size_t counted = FUZZ_KERNEL(kernels, count_byte, 1)(bytes, size, byte);
    FUZZ_CHECK(counted == count, "%s: counts %zu of %zu in %zu bytes", kernels->name, counted, count, size);
    memset(positions, 0xee, capacity * sizeof *positions);
    const size_t found = FUZZ_KERNEL(kernels, find_byte, 1)(bytes, size, byte, positions, capacity);
    FUZZ_CHECK(found == wanted, "%s: finds %zu of %zu in %zu bytes", kernels->name, found, wanted, size);
    fuzz_check_rows(kernels, "find_byte", positions, expected, wanted, sizeof *positions);
  }
}

static void check_strings(struct fuzz_input *input) {
  const uint8_t byte = (uint8_t)fuzz_take(input, 1);
  const uint64_t rarity = fuzz_take_up_to(input, 3);
  const struct fuzz_strings strings = fuzz_take_strings(input, ROWS_MAX);
  add_byte(strings.bytes, (size_t)strings.strings.size, byte, rarity);
  size_t wanted = 0;
  for (; wanted < strings.rows; wanted++) {
    const uint64_t begin = strings.begin[wanted], length = strings.end[wanted] - begin;
    if (length > 0 && memchr(strings.bytes + begin, byte, (size_t)length) != NULL) break;
  }
  FUZZ_EACH_KERNEL(kernels, find_in_strings) {
    const size_t found =
        FUZZ_KERNEL(kernels, find_in_strings, strings.rows)(&strings.strings, strings.rows, byte);
    FUZZ_CHECK(found == wanted, "%s: finds row %zu of %zu, not %zu", kernels->name, found, strings.rows,
               wanted);
  }
}

/* Strings of which one or two lie elsewhere. */
static void check_places(struct fuzz_input *input) {
  const uint64_t spoilt = fuzz_take(input, 1), value = fuzz_take_number(input);
  const struct fuzz_strings strings = fuzz_take_strings(input, ROWS_MAX);
  const size_t rows = strings.rows;
  if (rows > 0 && spoilt % 4 != 0) {
    uint64_t *places = spoilt % 2 == 0 ? strings.begin : strings.end;
    places[fuzz_take_up_to(input, rows - 1)] = value;
    if (spoilt >= 192) strings.end[rows - 1] = UINT64_MAX;
  }
  uint64_t wanted = 0;
  size_t good = 0;
  for (; good < rows && strings.begin[good] <= strings.end[good] && strings.end[good] <= strings.strings.size;
       good++)
    wanted += strings.end[good] - strings.begin[good];
  FUZZ_EACH_KERNEL(kernels, check_strings) {
    uint64_t total = 0;
    const size_t bad = FUZZ_KERNEL(kernels, check_strings, rows)(&strings.strings, rows, &total);
    FUZZ_CHECK(bad == good, "%s: row %zu of %zu is reported, not %zu", kernels->name, bad, rows, good);
    FUZZ_CHECK(total == wanted, "%s: %zu rows have %llu bytes, not %llu", kernels->name, good,
               (unsigned long long)total, (unsigned long long)wanted);
  }
}

/* Records of fields, in two pieces, the second after the first has been seen. */
static void check_separators(struct fuzz_input *input) {
  static const uint8_t alphabet[] = {'"', ',', '\n', '\r', 'a', ' ', 0, 0x80 | '"'};
  const size_t size = (size_t)fuzz_take_up_to(input, fuzz_take(input, 1) < 240 ? 150 : SIZE_MAX_SCANNED);
  const size_t first = (size_t)fuzz_take_up_to(input, size);
  const rowkey_fields_scan begin = {.delimiter = ',', .quotes = fuzz_take(input, 1) % 4 != 0};
  const size_t capacity = 64 + (size_t)fuzz_take_up_to(input, 255);
  uint8_t *bytes = fuzz_guarded(size);
  uint64_t *positions = fuzz_guarded(capacity * sizeof *positions);
  uint64_t expected[SIZE_MAX_SCANNED + 64];
  fuzz_take_bytes(input, bytes, size);
  for (size_t i = 0; i < size; i++) bytes[i] = alphabet[bytes[i] % sizeof alphabet];
  FUZZ_EACH_ISA(kernels) {
    rowkey_fields_scan scan = begin, wanted = begin, counted = begin;
    for (size_t end = first; !wanted.is_irregular; end = size) {
      const size_t count = reference_separators(&wanted, bytes, end, expected, capacity);
      const size_t found = FUZZ_KERNEL(kernels, find_separators, 1)(&scan, bytes, end, positions, capacity);
      FUZZ_CHECK(found == count && scan.at == wanted.at && scan.inside == wanted.inside &&
                     scan.is_irregular == wanted.is_irregular && scan.has_quotes == wanted.has_quotes &&
                     scan.has_doubled == wanted.has_doubled && scan.newlines == wanted.newlines &&
                     scan.after_newline == wanted.after_newline,
                 "%s: %zu separators, not %zu, up to %llu, not %llu", kernels->name, found, count,
                 (unsigned long long)scan.at, (unsigned long long)wanted.at);
      fuzz_check_rows(kernels, "find_separators", positions, expected, count, sizeof *positions);
      if (end == size) break;
    }
    rowkey_fields_scan all = begin;
    reference_separators(&all, bytes, size, expected, SIZE_MAX_SCANNED + 64);
    FUZZ_KERNEL(kernels, count_records, 1)(&counted, bytes, size);
    FUZZ_CHECK(counted.at == all.at && counted.inside == all.inside && counted.newlines == all.newlines &&
                   counted.after_newline == all.after_newline && counted.is_irregular == all.is_irregular,
               "%s: counts %llu newlines, not %llu", kernels->name, (unsigned long long)counted.newlines,
               (unsigned long long)all.newlines);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  switch (fuzz_take(&input, 1) % 4) {
    case 0:
      check_bytes(&input);
      break;
    case 1:
      check_strings(&input);
      break;
    case 2:
      check_separators(&input);
      break;
    default:
      check_places(&input);
      break;
  }
  return 0;
}
