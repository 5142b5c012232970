/* The kernel integer_rows, of the instruction sets that have it, writes whole rows of integers as the
 * reference does or refuses them; it refuses those of which one is bad. */
#include <string.h>

#include "place_batch.h"
#include "reference/reference.h"

enum { ROWS_MAX = FUZZ_PLACE_ROWS, WIDTH_MAX = ROWKEY_INTEGER_ROW_WIDTH };

/* All that fits, or a part of it. */
static void take_coding(struct fuzz_input *input, struct rowkey_integer_field *field) {
  struct rowkey_coding *coding = &field->coding;
  const uint64_t form = fuzz_take(input, 1);
  if (field->decimal) {
    coding->span = 0;
    for (size_t i = 0; i < field->width; i++) coding->span = i == 19 ? UINT64_MAX : coding->span * 10 + 9;
  } else {
    coding->span = UINT64_MAX >> (64 - 8 * field->width);
    if (form % 2 == 1) coding->bias = UINT64_C(1) << (8 * field->width - 1);
    if (form / 2 % 2 == 1) coding->flip = coding->span;
    coding->low = -coding->bias;
  }
  if (form / 4 % 4 != 0) return;
  const uint64_t cut = fuzz_take_number(input);
  if (cut >= coding->span) return;
  coding->span -= cut;
  if (form / 16 % 2 == 1) coding->low += cut;
}

/* One to four fields in rising order, with and without literal bytes around them. */
static struct rowkey_integer_rows take_rows(struct fuzz_input *input) {
  struct rowkey_integer_rows these = {.count = 0};
  const uint64_t form = fuzz_take(input, 1);
  const size_t fields = 1 + (size_t)form % ROWKEY_INTEGER_FIELDS;
  const bool gaps = form / 4 % 2 == 1, any_width = form / 8 % 4 == 0;
  for (size_t i = 0; i < fields; i++) {
    const size_t gap = gaps ? (size_t)fuzz_take_up_to(input, 3) : 0;
    const uint64_t kind = fuzz_take(input, 1);
    struct rowkey_integer_field field = {.offset = these.width + gap, .decimal = kind % 2 == 1};
    field.width = 1 + (size_t)(kind / 2 % (!field.decimal ? 8 : any_width ? 20 : 11));
    if (field.offset + field.width > WIDTH_MAX) break;
    take_coding(input, &field);
    these.fields[these.count++] = field;
    these.width = field.offset + field.width;
    these.has_literals = these.has_literals || gap > 0;
  }
  if (gaps && form >= 128 && these.width < WIDTH_MAX) {
    these.width += 1 + (size_t)fuzz_take_up_to(input, WIDTH_MAX - these.width - 1);
    these.has_literals = true;
  }
  fuzz_take_bytes(input, these.literals, these.has_literals ? these.width : 0);
  return these;
}

static bool expect_row(const struct rowkey_integer_rows *these, size_t row, uint8_t *expected) {
  bool good = true;
  memcpy(expected, these->literals, these->width);
  for (size_t i = 0; i < these->count; i++) {
    const struct rowkey_integer_field *field = &these->fields[i];
    const uint64_t value = field->values[row], coded = (value + field->coding.bias) ^ field->coding.flip;
    const unsigned width = (unsigned)field->width;
    uint8_t *at = expected + field->offset;
    good = good && value - field->coding.low <= field->coding.span &&
           (field->decimal ? reference_decimal_padded(coded, width, at)
                           : reference_big_endian(coded, width, at));
  }
  return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t expected[ROWS_MAX * WIDTH_MAX];
  struct fuzz_input input = fuzz_begin(data, size);
  struct rowkey_integer_rows these = take_rows(&input);
  struct fuzz_place place = fuzz_take_place(&input, these.width);
  /* A row may be written over until the next one is, and the last one up to the place's end. */
  place.room = place.size;
  const uint64_t spoilt = fuzz_take(&input, 1);
  for (size_t i = 0; i < these.count; i++) {
    const struct rowkey_coding *coding = &these.fields[i].coding;
    uint64_t *values = fuzz_guarded(place.rows * sizeof *values);
    for (size_t row = 0; row < place.rows; row++) {
      values[row] = fuzz_take_number(&input) + (input.size == 0 ? row : 0);
      const bool into_range = spoilt < 192 || row % 64 != spoilt % 64;
      if (into_range && coding->span != UINT64_MAX)
        values[row] = coding->low + values[row] % (coding->span + 1);
    }
    these.fields[i].values = values;
  }
  bool good = true;
  for (size_t row = 0; row < place.rows; row++)
    good = expect_row(&these, row, expected + row * these.width) && good;
  FUZZ_EACH_ISA(kernels) {
    const struct rowkey_place out = fuzz_clear_place(&place);
    if (kernels->integer_rows == NULL) {
      fuzz_count(kernels, "no integer_rows", place.rows);
      continue;
    }
    const bool done = FUZZ_KERNEL(kernels, integer_rows, place.rows)(&these, place.rows, &out);
    FUZZ_CHECK(good || !done, "%s: a bad row of %zu is not found", kernels->name, place.rows);
    if (done) fuzz_check_place(kernels, "integer_rows", &place, expected, place.rows);
  }
  return 0;
}
