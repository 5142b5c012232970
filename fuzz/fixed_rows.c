/* The kernel fixed_rows, of the instruction sets that have it, writes whole rows of fields as the
 * reference does or refuses them; it refuses those of which one is bad. */
#include <string.h>

#include "place_batch.h"
#include "reference/reference.h"
#include "string_batch.h"

enum { ROWS_MAX = FUZZ_PLACE_ROWS, WIDTH_MAX = ROWKEY_ROW_WIDTH };

/* All that fits, or a part of it. */
static void take_coding(struct fuzz_input *input, struct rowkey_row_field *field) {
  struct rowkey_coding *coding = &field->coding;
  const uint64_t form = fuzz_take(input, 1);
  if (field->kind == ROWKEY_DECIMAL_FIELD) {
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
static struct rowkey_fixed_rows take_rows(struct fuzz_input *input) {
  /* Of integers, decimals, texts; the first row is what kernels have a way for. */
  static const uint64_t widest[2][3] = {{8, 11, 16}, {8, 20, 40}};
  struct rowkey_fixed_rows these = {.count = 0};
  const uint64_t form = fuzz_take(input, 1);
  const size_t fields = 1 + (size_t)form % ROWKEY_ROW_FIELDS;
  const bool gaps = form / 4 % 2 == 1, any_width = form / 8 % 4 == 0;
  for (size_t i = 0; i < fields; i++) {
    const size_t gap = gaps ? (size_t)fuzz_take_up_to(input, 3) : 0;
    const uint64_t kind = fuzz_take(input, 1);
    struct rowkey_row_field field = {.kind = (enum rowkey_row_field_kind)(kind % 3),
                                     .offset = these.width + gap};
    field.width = 1 + (size_t)(kind / 3 % widest[any_width][field.kind]);
    if (field.offset + field.width > WIDTH_MAX) break;
    if (field.kind != ROWKEY_TEXT_FIELD) take_coding(input, &field);
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

static bool expect_text(const struct rowkey_row_field *field, size_t row, uint8_t *at) {
  const struct rowkey_strings *strings = &field->strings;
  const uint8_t *text = strings->bytes + strings->begin[row];
  const uint64_t length = strings->end[row] - strings->begin[row];
  if (length > field->width || (length > 0 && text[length - 1] == 0)) return false;
  memset(at, 0, field->width);
  memcpy(at, text, (size_t)length);
  return true;
}

static bool expect_field(const struct rowkey_row_field *field, size_t row, uint8_t *at) {
  if (field->kind == ROWKEY_TEXT_FIELD) return expect_text(field, row, at);
  const uint64_t value = field->values[row], coded = (value + field->coding.bias) ^ field->coding.flip;
  const unsigned width = (unsigned)field->width;
  return value - field->coding.low <= field->coding.span &&
         (field->kind == ROWKEY_DECIMAL_FIELD ? reference_decimal_padded(coded, width, at)
                                              : reference_big_endian(coded, width, at));
}

static bool expect_row(const struct rowkey_fixed_rows *these, size_t row, uint8_t *expected) {
  bool good = true;
  memcpy(expected, these->literals, these->width);
  for (size_t i = 0; i < these->count; i++)
    good = expect_field(&these->fields[i], row, expected + these->fields[i].offset) && good;
  return good;
}

/* Most of them are good. */
static const uint64_t *take_values(struct fuzz_input *input, const struct rowkey_coding *coding, size_t rows,
                                   uint64_t spoilt) {
  uint64_t *values = fuzz_guarded(rows * sizeof *values);
  for (size_t row = 0; row < rows; row++) {
    values[row] = fuzz_take_number(input) + (input->size == 0 ? row : 0);
    const bool into_range = spoilt < 192 || row % 64 != spoilt % 64;
    if (into_range && coding->span != UINT64_MAX)
      values[row] = coding->low + values[row] % (coding->span + 1);
  }
  return values;
}

/* The same of texts. *rows becomes fewer if there are fewer. */
static struct rowkey_strings take_texts(struct fuzz_input *input, size_t width, size_t *rows,
                                        uint64_t spoilt) {
  struct fuzz_strings texts = fuzz_take_strings(input, *rows);
  if (texts.rows < *rows) *rows = texts.rows;
  for (size_t row = 0; row < texts.rows; row++) {
    if (spoilt >= 192 && row % 64 == spoilt % 64) continue;
    const uint64_t length = texts.end[row] - texts.begin[row];
    texts.end[row] = texts.begin[row] + (length < width ? length : width);
    /* Texts may share bytes: one that would end in zero is made empty. */
    if (texts.end[row] > texts.begin[row] && texts.bytes[texts.end[row] - 1] == 0)
      texts.end[row] = texts.begin[row];
  }
  return texts.strings;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t expected[ROWS_MAX * WIDTH_MAX];
  struct fuzz_input input = fuzz_begin(data, size);
  struct rowkey_fixed_rows these = take_rows(&input);
  struct fuzz_place place = fuzz_take_place(&input, these.width);
  /* A row may be written over until the next one is, and the last one up to the place's end. */
  place.room = place.size;
  const uint64_t spoilt = fuzz_take(&input, 1);
  for (size_t i = 0; i < these.count; i++) {
    struct rowkey_row_field *field = &these.fields[i];
    if (field->kind == ROWKEY_TEXT_FIELD)
      field->strings = take_texts(&input, field->width, &place.rows, spoilt);
    else
      field->values = take_values(&input, &field->coding, place.rows, spoilt);
  }
  bool good = true;
  for (size_t row = 0; row < place.rows; row++)
    good = expect_row(&these, row, expected + row * these.width) && good;
  FUZZ_EACH_ISA(kernels) {
    const struct rowkey_place out = fuzz_clear_place(&place);
    if (kernels->fixed_rows == NULL) {
      fuzz_count(kernels, "no fixed_rows", place.rows);
      continue;
    }
    these.stride = place.stride;
    const bool done = kernels->plan_fixed_rows(&these) &&
                      FUZZ_KERNEL(kernels, fixed_rows, place.rows)(&these, place.rows, &out);
    FUZZ_CHECK(good || !done, "%s: a bad row of %zu is not found", kernels->name, place.rows);
    if (done) fuzz_check_place(kernels, "fixed_rows", &place, expected, place.rows);
  }
  return 0;
}
