/* Rows of fixed width written whole, of the instruction sets that have a kernel for them: as the reference
 * has them, or not at all; and they refuse those of which one is bad. */
#include <string.h>

#include "call.h"

/* What each kernel that there is promises to write. */
enum { PROMISED_FIELDS = 3, PROMISED_STRIDE_FROM = 2, PROMISED_STRIDE = ROWKEY_ROW_WIDTH };
/* The widest fields of integers, decimals and texts: of those promised, and of all. */
static const uint64_t widest[2][3] = {{8, 11, 16}, {8, 20, 40}};

static struct rowkey_fixed_rows these;

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
static void take_fields(struct fuzz_input *input) {
  memset(&these, 0, sizeof these);
  const uint64_t form = fuzz_take(input, 1);
  const size_t fields = 1 + (size_t)form % ROWKEY_ROW_FIELDS;
  const bool gaps = form / 4 % 2 == 1, any_width = form / 8 % 4 == 0;
  for (size_t i = 0; i < fields; i++) {
    const size_t gap = gaps ? (size_t)fuzz_take_up_to(input, 3) : 0;
    const uint64_t kind = fuzz_take(input, 1);
    struct rowkey_row_field field = {.kind = (enum rowkey_row_field_kind)(kind % 3),
                                     .offset = these.width + gap};
    field.width = 1 + (size_t)(kind / 3 % widest[any_width][field.kind]);
    if (field.offset + field.width > ROWKEY_ROW_WIDTH) break;
    if (field.kind != ROWKEY_TEXT_FIELD) take_coding(input, &field);
    these.fields[these.count++] = field;
    these.width = field.offset + field.width;
    these.has_literals = these.has_literals || gap > 0;
  }
  if (gaps && form >= 128 && these.width < ROWKEY_ROW_WIDTH) {
    these.width += 1 + (size_t)fuzz_take_up_to(input, ROWKEY_ROW_WIDTH - these.width - 1);
    these.has_literals = true;
  }
  fuzz_take_bytes(input, these.literals, these.has_literals ? these.width : 0);
}

/* Most of them are good; some lie right outside. */
static const uint64_t *take_values(struct fuzz_input *input, const struct rowkey_coding *coding, size_t rows,
                                   uint64_t spoilt) {
  uint64_t *values = fuzz_guarded(rows * sizeof *values);
  for (size_t row = 0; row < rows; row++) {
    values[row] = fuzz_take_number(input) + (input->size == 0 ? row : 0);
    const bool into_range = spoilt < 192 || row % 64 != spoilt % 64;
    if (into_range && coding->span != UINT64_MAX)
      values[row] = coding->low + values[row] % (coding->span + 1);
    else if (!into_range && row % 2 == 1)
      values[row] = coding->low + coding->span + values[row] % 2;
  }
  return values;
}

/* The same of texts. */
static struct rowkey_strings take_texts(struct call *call, struct fuzz_input *input, size_t width,
                                        uint64_t spoilt) {
  struct fuzz_strings texts = fuzz_take_strings(input, call->rows);
  call->rows = texts.rows;
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

static void choose(struct call *call, struct fuzz_input *input) {
  take_fields(input);
  call_take_place(call, input, these.width);
  const uint64_t spoilt = fuzz_take(input, 1);
  for (size_t i = 0; i < these.count; i++) {
    struct rowkey_row_field *field = &these.fields[i];
    if (field->kind == ROWKEY_TEXT_FIELD)
      field->strings = take_texts(call, input, field->width, spoilt);
    else
      field->values = take_values(input, &field->coding, call->rows, spoilt);
  }
  /* A row may be written over until the next one is, and the last one up to the place's end. */
  call->place.room = call->place.size;
  call->place.rows = call->rows;
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

/* It returns whether all rows are good. */
static void expect(struct call *call) {
  call->result = true;
  for (size_t row = 0; row < call->rows; row++) {
    uint8_t *expected = call_expected(call, 0, row);
    memcpy(expected, these.literals, these.width);
    for (size_t i = 0; i < these.count; i++)
      if (!expect_field(&these.fields[i], row, expected + these.fields[i].offset)) call->result = false;
  }
  if (!call->result) call->good = 0;
}

static bool is_promised(void) {
  for (size_t i = 0; i < these.count; i++)
    if (these.fields[i].width > widest[0][these.fields[i].kind]) return false;
  return these.count <= PROMISED_FIELDS && these.stride >= PROMISED_STRIDE_FROM &&
         these.stride <= PROMISED_STRIDE;
}

static uint64_t run(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  these.stride = place.stride;
  if (kernels->plan_fixed_rows(&these)) return kernels->fixed_rows(&these, call->rows, &place);
  FUZZ_CHECK(!is_promised(), "%s: %zu fields in %zu bytes are refused", kernels->name, these.count,
             these.stride);
  for (size_t row = 0; row < call->rows; row++)
    memcpy(place.at + row * place.stride, call_expected(call, 0, row), these.width);
  return call->result;
}

static const struct descriptor kernels_of_rows[] = {
    {DESCRIBED(fixed_rows, choose, call_writes_at_place, NULL, run), expect, .is_tuned = true,
     .more_calls = 9}};

DESCRIBE_FAMILY(fixed_rows, kernels_of_rows, NULL)
