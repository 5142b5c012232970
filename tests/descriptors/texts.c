/* The kernels that write strings: padded, escaped, and joined to rows that differ in length. */
#include <string.h>

#include "call.h"

enum { ROWS_MAX = CALL_PLACE_ROWS, WIDTH_MAX = 70, SPARE = 16, UNIT = 16 };
enum { SOURCES_MAX = 3, RUN_MAX = 40 };

/* Random bytes are hardly ever zero, and zeros are what escapes are for. */
static void add_zeros(struct call *call, uint64_t rarity) {
  for (uint64_t i = 0; i < call->texts.strings.size; i++)
    if (call->texts.bytes[i] % 8 < rarity) call->texts.bytes[i] = 0;
}

/* ---- Padded ------------------------------------------------------------------------------------- */

static void choose_padded(struct call *call, struct fuzz_input *input) {
  call->width = 1 + (size_t)fuzz_take_up_to(input, WIDTH_MAX - 1);
  call_take_place(call, input, call->width);
  const size_t placed = call->rows;
  const uint64_t rarity = fuzz_take_up_to(input, 2), shortened = fuzz_take(input, 1);
  call_take_texts(call, input, ROWS_MAX);
  const uint64_t first = fuzz_take(input, 1); /* row that may be bad */
  if (placed < call->rows) call->rows = placed;
  call->place.rows = call->rows;
  add_zeros(call, rarity);
  for (size_t i = 0; i < call->rows; i++) {
    const bool is_cut = (shortened >> i % 8 & 1) == 0 || i < first;
    uint64_t *end = &call->texts.end[i];
    if (is_cut && call_text_size(call, i) > call->width) *end = call->texts.begin[i] + call->width;
    while (i < first && *end > call->texts.begin[i] && call->texts.bytes[*end - 1] == 0) --*end;
  }
}

static bool expect_padded(struct call *call, size_t row) {
  const size_t size = call_text_size(call, row);
  const uint8_t *text = call_text(call, row);
  if (size > call->width || (size > 0 && text[size - 1] == 0)) return false;
  memset(call_expected(call, 0, row), 0, call->width);
  memcpy(call_expected(call, 0, row), text, size);
  return true;
}

static uint64_t run_padded(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_place place = call_place(call);
  return kernels->padded_text(&call->texts.strings, call->width, call->rows, &place);
}

/* ---- Escaped ------------------------------------------------------------------------------------ */

static const struct rowkey_escape usual = {{0x00, 0xff}, {0}, {0x00, 0x01}, 2, false};

static void choose_groups(struct call *call, struct fuzz_input *input) {
  const uint64_t rarity = fuzz_take_up_to(input, 8);
  call_take_texts(call, input, ROWS_MAX);
  add_zeros(call, rarity);
}

/* Any bytes: the kernel does not ask what they mean. */
static void choose_terminated(struct call *call, struct fuzz_input *input) {
  struct rowkey_escape *rule = &call->with.escape;
  choose_groups(call, input);
  *rule = usual;
  if (fuzz_take(input, 1) % 2 == 0) return;
  for (size_t i = 0; i < 2; i++) {
    rule->zero[i] = (uint8_t)fuzz_take(input, 1);
    rule->one[i] = (uint8_t)fuzz_take(input, 1);
    rule->end[i] = (uint8_t)fuzz_take(input, 1);
  }
  rule->end_size = (uint8_t)fuzz_take_up_to(input, 2);
  rule->changes_one = fuzz_take(input, 1) % 2 != 0;
}

typedef size_t escaping(const struct call *call, size_t row, uint8_t *to);

static size_t escape_groups(const struct call *call, size_t row, uint8_t *to) {
  return reference_escape_groups(call_text(call, row), call_text_size(call, row), to);
}
static size_t escape_terminated(const struct call *call, size_t row, uint8_t *to) {
  return reference_escape_terminated(call_text(call, row), call_text_size(call, row), &call->with.escape, to);
}

/* The text, of which SPARE bytes after the end may be overwritten; and where each row begins and ends. */
static void lay_escaped(struct call *call, escaping *escape) {
  static uint8_t scratch[1 << 17];
  size_t size = 0;
  for (size_t i = 0; i < call->rows; i++) size += escape(call, i, scratch);
  struct call_output *text = call_writes(call, size, 1);
  text->size += SPARE;
  text->spare = SPARE;
  call_writes_u64(call);
  call_writes_u64(call);
  call->number = size;
}

static void expect_escaped(struct call *call, escaping *escape) {
  uint64_t at = 0;
  for (size_t i = 0; i < call->rows; i++) {
    memcpy(call_expected(call, 1, i), &at, sizeof at);
    at += escape(call, i, call->outputs[0].expected + at);
    memcpy(call_expected(call, 2, i), &at, sizeof at);
  }
  call->result = at;
}

static void lay_groups(struct call *call) { lay_escaped(call, escape_groups); }
static void expect_groups(struct call *call) { expect_escaped(call, escape_groups); }
static uint64_t run_groups(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->escape_groups(&call->texts.strings, call->rows, call_out(call, 0), call_out(call, 1),
                                call_out(call, 2));
}

static void lay_terminated(struct call *call) { lay_escaped(call, escape_terminated); }
static void expect_terminated(struct call *call) { expect_escaped(call, escape_terminated); }
static uint64_t run_terminated(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->escape_terminated(&call->texts.strings, &call->with.escape, call->rows, call_out(call, 0),
                                    call_out(call, 1), call_out(call, 2));
}

/* Peers of benchmarks write the text alone. */
static void settle_escaped(struct call *call) {
  if (call->bench == NULL) return;
  memset(call->outputs[0].memory + call->number, 0, SPARE);
  for (size_t i = 1; i < call->output_count; i++) memset(call->outputs[i].memory, 0, call->outputs[i].size);
}

/* ---- Joined ------------------------------------------------------------------------------------- */

static struct rowkey_source sources[SOURCES_MAX];

/* Only the last source may have no strings. */
static struct rowkey_source take_source(struct call *call, struct fuzz_input *input, bool last) {
  const uint64_t form = fuzz_take(input, 1);
  struct rowkey_source source = {.width = (size_t)fuzz_take_up_to(input, RUN_MAX)};
  const size_t extent = source.width == 0 ? UNIT : (source.width + UNIT - 1) / UNIT * UNIT;
  /* Rows of half a unit are read together with the ones after them. */
  const bool halves = form % 4 == 2 && source.width <= UNIT / 2;
  source.stride = form % 4 == 0 ? 0 : halves ? UNIT / 2 : extent + (form % 4 == 1 ? UNIT : 0);
  const size_t size = source.stride == 0 ? extent : source.stride * call->rows + (halves ? UNIT / 2 : 0);
  uint8_t *run = fuzz_guarded(size);
  fuzz_take_bytes(input, run, size);
  source.rows = run;
  if (last && form / 4 % 4 == 0) return source;
  source.strings = call->texts.strings;
  source.hex = form / 16 % 4 == 0;
  source.upper = form / 64 % 2 == 1;
  source.flip = form < 128 ? 0 : (uint8_t)fuzz_take(input, 1);
  return source;
}

/* Rows from `number` on, `width` bytes after the origin, of `form` sources, which all read the same strings;
 * `other` bytes after the last one may be overwritten. */
static void choose_joined(struct call *call, struct fuzz_input *input) {
  const uint64_t form = fuzz_take(input, 1);
  call->form = 1 + form % SOURCES_MAX;
  call->other = form / SOURCES_MAX % 2 * (form / 2);
  call_take_texts(call, input, ROWS_MAX);
  call->number = call->rows == 0 ? 0 : fuzz_take_up_to(input, call->rows - 1);
  for (size_t i = 0; i < call->form; i++) sources[i] = take_source(call, input, i + 1 == call->form);
  call->width = (size_t)fuzz_take_up_to(input, 20);
}

static size_t join_piece(const struct rowkey_source *source, size_t row, uint8_t *to) {
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

static size_t join_row(const struct call *call, size_t row, uint8_t *to) {
  size_t at = 0;
  for (size_t i = 0; i < call->form; i++) at += join_piece(&sources[i], row, to + at);
  return at;
}

static void lay_joined(struct call *call) {
  static uint8_t scratch[1 << 17];
  size_t size = 0;
  for (size_t row = (size_t)call->number; row < call->rows; row++) size += join_row(call, row, scratch);
  struct call_output *joined = call_writes(call, size, 1);
  joined->before = call->width;
  joined->size += call->width + (size_t)call->other;
  joined->spare = (size_t)call->other;
  call_writes(call, call->rows - (size_t)call->number, sizeof(uint64_t));
}

static void expect_joined(struct call *call) {
  const size_t first = (size_t)call->number;
  uint64_t at = 0;
  for (size_t row = first; row < call->rows; row++) {
    at += join_row(call, row, call->outputs[0].expected + at);
    const uint64_t end = call->width + at;
    memcpy(call_expected(call, 1, row - first), &end, sizeof end);
  }
}

static uint64_t run_joined(const struct rowkey_kernels *kernels, struct call *call) {
  const struct call_output *joined = &call->outputs[0];
  uint64_t *ends = (uint64_t *)call_out(call, 1) - call->number;
  kernels->join_rows(sources, (size_t)call->form, (size_t)call->number, call->rows,
                     joined->memory + call->width, joined->memory + joined->size, joined->memory, ends);
  return call->rows;
}

/* ---- The family --------------------------------------------------------------------------------- */

enum { PREFIX = 4 };

static void fill_texts(struct call *call) {
  call->bench->texts(&call->texts.strings);
  call->read = call->texts.strings.size;
  call->with.escape = usual;
}

/* After a prefix of four bytes. */
static void fill_joined(struct call *call) {
  fill_texts(call);
  uint8_t *prefixes = call_allocate(call, call->rows * UNIT);
  for (size_t i = 0; i < call->rows * UNIT; i++) prefixes[i] = (uint8_t)('0' + call->bench->draw() % 10);
  sources[0] = (struct rowkey_source){
      .rows = prefixes, .stride = UNIT, .width = PREFIX, .strings = call->texts.strings};
  call->bytes = prefixes;
  call->form = 1;
}

static const struct timed timed_padded[] = {{.name = "padded_text/16", .fill = fill_texts, .width = 16}, {0}},
                          timed_terminated[] = {{.name = "escape_terminated/text", .fill = fill_texts}, {0}},
                          timed_groups[] = {{.name = "escape_groups/text", .fill = fill_texts}, {0}},
                          timed_joined[] = {{.name = "join_rows/4B+text", .fill = fill_joined}, {0}};

static const struct descriptor texts[] = {
    {DESCRIBED(padded_text, choose_padded, call_writes_at_place, expect_padded, run_padded),
     .timed = timed_padded},
    {DESCRIBED(escape_terminated, choose_terminated, lay_terminated, NULL, run_terminated), expect_terminated,
     settle_escaped, .timed = timed_terminated},
    {DESCRIBED(escape_groups, choose_groups, lay_groups, NULL, run_groups), expect_groups, settle_escaped,
     .timed = timed_groups},
    {DESCRIBED(join_rows, choose_joined, lay_joined, NULL, run_joined), expect_joined, .timed = timed_joined},
};

DESCRIBE_FAMILY(texts, texts, NULL)
