/* The kernels that make texts while they are written. They leave rows to plain code, which here is the
 * reference: each group of rows that they leave must have a row that excuses it. */
#include <string.h>

#include "call.h"

enum { ROWS_MAX = CALL_PLACE_ROWS, RUN_MAX = 40, UNIT = 16, LONGEST = 32, READABLE = 32, ROOM = 64 };

/* Letters, white space and few bytes that are not ASCII, as `form` says. */
static void write_words(struct call *call, uint64_t form) {
  static const char white[] = " \t\n\v\f\r";
  for (uint64_t i = 0; i < call->texts.strings.size; i++) {
    uint8_t *byte = &call->texts.bytes[i];
    if (form % 2 == 0 || *byte % 64 != 0) *byte &= 0x7f;
    if (form / 2 % 4 > *byte % 4) *byte = (uint8_t)white[*byte / 4 % 6];
  }
}

/* An empty text where the column begins: no byte lies before its end. */
static void empty_first_text(struct call *call) {
  if (call->rows > 0) call->texts.begin[call->number] = call->texts.end[call->number] = 0;
}

/* Sets one offset of a row anew, mostly to one that no text of the column has. */
static void write_offset(struct call *call, struct fuzz_input *input) {
  const uint64_t form = fuzz_take(input, 1);
  if (form % 2 == 0 || call->rows == 0) return;
  const uint64_t offset = fuzz_take(input, 8) >> fuzz_take_up_to(input, 63);
  uint64_t *offsets = form / 2 % 2 == 0 ? call->texts.begin : call->texts.end;
  offsets[form / 4 % call->rows] = form / 128 == 0 ? offset : call->texts.strings.size + 1;
}

static bool is_inside(const struct call *call, size_t row) {
  const struct rowkey_strings *strings = &call->texts.strings;
  return strings->begin[row] <= strings->end[row] && strings->end[row] <= strings->size;
}

static size_t lesser(size_t a, size_t b) { return a < b ? a : b; }

/* ---- Joined ------------------------------------------------------------------------------------- */

static struct rowkey_source source;

static void take_run(struct call *call, struct fuzz_input *input) {
  const uint64_t form = fuzz_take(input, 1);
  source = (struct rowkey_source){.width = form % 2 == 0 ? 0 : (size_t)fuzz_take_up_to(input, RUN_MAX)};
  const size_t extent = source.width == 0 ? UNIT : (source.width + UNIT - 1) / UNIT * UNIT;
  source.stride = form / 2 % 2 == 0 ? 0 : extent;
  const size_t size = source.stride == 0 ? extent : source.stride * call->rows;
  uint8_t *run = fuzz_guarded(size);
  fuzz_take_bytes(input, run, size);
  source.rows = run;
  source.strings = call->texts.strings;
}

static void choose_trimming(struct rowkey_making *making, uint64_t form) {
  static const enum rowkey_making_kind kinds[] = {ROWKEY_MAKE_TRIMMED, ROWKEY_MAKE_TRIMMED_RIGHT,
                                                  ROWKEY_MAKE_TRIMMED_OF_BYTE, ROWKEY_MAKE_TRIMMED_OF_BYTE};
  making->kind = kinds[form / 8 % 4];
  making->most = ROWKEY_MADE_WHOLE;
  if (making->kind == ROWKEY_MAKE_TRIMMED_OF_BYTE) making->byte = form / 32 % 2 == 0 ? ' ' : 'm';
}

/* By one loop, in the words of the language's manual: white space is a space, or \t to \r. */
static bool is_trimmed(const struct rowkey_making *making, uint8_t byte) {
  if (making->kind == ROWKEY_MAKE_TRIMMED_OF_BYTE) return byte == making->byte;
  return (making->kind == ROWKEY_MAKE_TRIMMED || making->kind == ROWKEY_MAKE_TRIMMED_RIGHT) &&
         (byte == ' ' || ('\t' <= byte && byte <= '\r'));
}

/* Labels: of words, of few bytes, or most of them empty. */
static void choose_labels(struct rowkey_making *making, uint64_t words) {
  making->kind = ROWKEY_MAKE_REVERSED_LABELS;
  making->byte = words / 16 % 4 != 0 ? (uint8_t)" .m"[words / 16 % 4 - 1] : (uint8_t)words;
}

static void choose_made(struct call *call, struct fuzz_input *input) {
  static const enum rowkey_making_kind kinds[] = {ROWKEY_MAKE_PART, ROWKEY_MAKE_PART, ROWKEY_MAKE_OTHER_CASE,
                                                  ROWKEY_MAKE_UTF16};
  const uint64_t form = fuzz_take(input, 1), words = fuzz_take(input, 1);
  struct rowkey_making *making = &call->with.making;
  *making = (struct rowkey_making){.kind = kinds[form % 4], .most = ROWKEY_MADE_WHOLE};
  if (form % 4 == 0) making->skip = form / 5 % 2 * fuzz_take_up_to(input, 70);
  if (form % 4 == 0 && form / 10 % 4 != 0) making->most = fuzz_take_up_to(input, 70);
  if (form % 4 == 0 && form / 5 % 4 == 0) choose_trimming(making, words);
  if (form % 4 == 1) making->counted = (uint8_t)(1 + form / 5 % 8);
  if (form % 4 == 2) making->byte = form / 5 % 2 == 0 ? 'A' : 'a';
  if (form % 4 == 2 && form / 10 % 4 == 3) choose_labels(making, words);
  call->other = form / 64 * (form / 2);
  call_take_texts(call, input, ROWS_MAX);
  write_words(call, words);
  call->number = call->rows == 0 ? 0 : words / 16 * call->rows / 64; /* the first row */
  take_run(call, input);
  if (words / 32 % 2 == 0) empty_first_text(call);
  write_offset(call, input);
}

struct span {
  const uint8_t *at;
  size_t size;
};

/* The bytes of a text that its row has: none of one that is not inside. */
static struct span span_made(const struct call *call, size_t row) {
  static const uint8_t nothing[1];
  const struct rowkey_making *making = &call->with.making;
  if (!is_inside(call, row)) return (struct span){nothing, 0};
  struct span span = {(const uint8_t *)call_text(call, row), call_text_size(call, row)};
  const size_t skip = lesser(span.size, (size_t)making->skip);
  span = (struct span){span.at + skip, lesser(span.size - skip, (size_t)making->most)};
  while (span.size > 0 && is_trimmed(making, span.at[span.size - 1])) span.size--;
  for (; span.size > 0 && making->kind == ROWKEY_MAKE_TRIMMED && is_trimmed(making, span.at[0]); span.size--)
    span.at++;
  return span;
}

/* Each byte goes where the labels behind it, and their separators, leave it. */
static void write_labels(const struct rowkey_making *making, struct span text, uint8_t *to) {
  for (size_t i = 0; i < text.size; i++) {
    size_t begin = i, end = i;
    while (begin > 0 && text.at[begin - 1] != making->byte) begin--;
    while (end < text.size && text.at[end] != making->byte) end++;
    if (text.at[i] == making->byte)
      to[text.size - 1 - i] = making->byte;
    else
      to[text.size - end + (i - begin)] = text.at[i];
  }
}

static size_t make_row(const struct call *call, size_t row, uint8_t *to) {
  const struct rowkey_making *making = &call->with.making;
  const struct span part = span_made(call, row);
  uint8_t *at = to + source.width;
  memcpy(to, source.rows + row * source.stride, source.width);
  for (unsigned i = making->counted; i-- > 0;)
    *at++ = (uint8_t)(i < sizeof part.size ? (uint64_t)part.size >> 8 * i : 0);
  if (making->kind == ROWKEY_MAKE_REVERSED_LABELS) {
    write_labels(making, part, at);
    return source.width + part.size;
  }
  for (size_t i = 0; i < part.size; i++) {
    const uint8_t byte = part.at[i];
    const bool changes =
        making->kind == ROWKEY_MAKE_OTHER_CASE && byte >= making->byte && byte < making->byte + 26;
    *at++ = changes ? byte ^ 0x20 : byte;
    if (making->kind == ROWKEY_MAKE_UTF16) *at++ = 0;
  }
  return (size_t)(at - to);
}

static void lay_made(struct call *call) {
  static uint8_t scratch[1 << 17];
  size_t size = 0;
  for (size_t row = (size_t)call->number; row < call->rows; row++) size += make_row(call, row, scratch);
  struct call_output *keys = call_writes(call, size, 1);
  keys->size += (size_t)call->other;
  keys->spare = (size_t)call->other;
  call_writes(call, call->rows - (size_t)call->number + 1, sizeof(uint64_t));
}

static void expect_made(struct call *call) {
  const size_t first = (size_t)call->number;
  uint64_t at = 0;
  memcpy(call_expected(call, 1, 0), &at, sizeof at);
  for (size_t row = first; row < call->rows; row++) {
    at += make_row(call, row, call->outputs[0].expected + at);
    memcpy(call_expected(call, 1, row - first + 1), &at, sizeof at);
  }
}

/* Whether the kernel may leave these rows. `room` is what the keys have from the first on. */
static bool are_excused(const struct call *call, size_t row, size_t rows, uint64_t room) {
  const struct rowkey_strings *strings = &call->texts.strings;
  const struct rowkey_making *making = &call->with.making;
  const size_t reads = making->kind == ROWKEY_MAKE_REVERSED_LABELS ? 2 * READABLE : READABLE;
  uint64_t needed = ROOM;
  for (; row < rows; row++) {
    if (!is_inside(call, row)) return true;
    const struct span span = span_made(call, row);
    const size_t size = span.size, readable = (size_t)(strings->bytes + strings->size - span.at);
    if (size > LONGEST || readable < reads) return true;
    if (strings->size - strings->begin[row] < making->skip + READABLE) return true;
    for (size_t i = 0; i < LONGEST && making->kind == ROWKEY_MAKE_UTF16; i++)
      if (strings->bytes[strings->begin[row] + i] > 127) return true;
    needed += source.width + making->counted + (making->kind == ROWKEY_MAKE_UTF16 ? 2 * size : size);
  }
  return needed > room;
}

static uint64_t run_made(const struct rowkey_kernels *kernels, struct call *call) {
  const struct call_output *keys = &call->outputs[0];
  uint64_t *offsets = (uint64_t *)call_out(call, 1) - call->number;
  offsets[call->number] = 0;
  for (size_t row = (size_t)call->number; row < call->rows;) {
    row = kernels->join_made(&call->with.making, &source, row, call->rows, keys->memory,
                             keys->memory + keys->size, offsets);
    const size_t next = lesser(call->rows, row + ROWKEY_MADE_FEW);
    FUZZ_CHECK(row == next || are_excused(call, row, next, keys->size - offsets[row]), "%s leaves row %zu",
               kernels->name, row);
    for (; row < next; row++)
      offsets[row + 1] = offsets[row] + make_row(call, row, keys->memory + offsets[row]);
  }
  return call->rows;
}

/* ---- Padded -------------------------------------------------------------------------------------- */

static void choose_filled(struct call *call, struct fuzz_input *input) {
  const uint64_t form = fuzz_take(input, 1);
  call->width = 1 + (size_t)fuzz_take_up_to(input, 39);
  call_take_place(call, input, call->width);
  const size_t placed = call->rows;
  const uint64_t words = fuzz_take(input, 1);
  call_take_texts(call, input, ROWS_MAX);
  const uint64_t first = fuzz_take(input, 1); /* row that may be bad */
  if (placed < call->rows) call->rows = placed;
  call->place.rows = call->rows;
  write_words(call, words);
  const bool left = form % 2 != 0;
  call->with.making =
      (struct rowkey_making){.kind = left ? ROWKEY_MAKE_PADDED_LEFT : ROWKEY_MAKE_PADDED_RIGHT,
                             .byte = form / 2 % 2 == 0 ? ' ' : (uint8_t)(form / 4),
                             .most = call->width};
  for (size_t i = 0; i < call->rows && i < first; i++) {
    uint64_t *begin = &call->texts.begin[i], *end = &call->texts.end[i];
    if (call_text_size(call, i) > call->width) *end = *begin + call->width;
    while (!left && *end > *begin && call->texts.bytes[*end - 1] == call->with.making.byte) --*end;
    while (left && *end > *begin && call->texts.bytes[*begin] == call->with.making.byte) ++*begin;
  }
  write_offset(call, input);
}

static bool expect_filled(struct call *call, size_t row) {
  const struct rowkey_making *making = &call->with.making;
  const bool left = making->kind == ROWKEY_MAKE_PADDED_LEFT;
  if (!is_inside(call, row)) return false;
  const size_t size = call_text_size(call, row);
  const uint8_t *text = call_text(call, row);
  if (size > call->width || (size > 0 && text[left ? 0 : size - 1] == making->byte)) return false;
  uint8_t *field = call_expected(call, 0, row);
  memset(field, making->byte, call->width);
  memcpy(field + (left ? call->width - size : 0), text, size);
  return true;
}

static bool is_excused(const struct call *call, size_t row) {
  const struct rowkey_strings *strings = &call->texts.strings;
  const bool left = call->with.making.kind == ROWKEY_MAKE_PADDED_LEFT;
  if (call->width < 8 || call->width > LONGEST || row >= call->good) return true;
  if (left && strings->end[row] < call->width) return true;
  return strings->size - (left ? strings->end[row] - call->width : strings->begin[row]) < LONGEST;
}

static uint64_t run_filled(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  for (size_t row = 0; row < call->rows;) {
    row = kernels->fill_texts(&call->with.making, &call->texts.strings, row, call->rows, &place);
    const size_t next = lesser(call->rows, row + ROWKEY_MADE_FEW);
    bool excused = row == next;
    for (size_t i = row; i < next; i++) excused |= is_excused(call, i);
    FUZZ_CHECK(excused, "%s leaves row %zu", kernels->name, row);
    for (; row < next; row++) {
      if (row >= call->good) return row;
      memcpy(place.at + row * place.stride, call_expected(call, 0, row), call->width);
    }
  }
  return call->rows;
}

/* ---- The family --------------------------------------------------------------------------------- */

/* After a length of two bytes. */
static void fill_counted(struct call *call) {
  call->bench->texts(&call->texts.strings);
  call->read = call->texts.strings.size;
  source = (struct rowkey_source){.rows = call_allocate(call, UNIT), .strings = call->texts.strings};
  call->with.making =
      (struct rowkey_making){.kind = ROWKEY_MAKE_PART, .counted = 2, .most = ROWKEY_MADE_WHOLE};
}

static const struct timed timed_made[] = {{.name = "join_made/u16+text", .fill = fill_counted}, {0}};

static const struct descriptor made_texts[] = {
    {DESCRIBED(join_made, choose_made, lay_made, NULL, run_made), expect_made, .timed = timed_made},
    {DESCRIBED(fill_texts, choose_filled, call_writes_at_place, expect_filled, run_filled)},
};

DESCRIBE_FAMILY(made_texts, made_texts, NULL)
