/* The kernels that look for a byte, for the separators of fields or through the places of strings. */
#include <string.h>

#include "call.h"

enum { SIZE_SCANNED = 700, ROWS_MAX = 300, LINE = 11 };

/* ---- A byte ------------------------------------------------------------------------------------- */

/* The byte looked for in place of some others, and its neighbours in value. */
static void add_byte(uint8_t *bytes, size_t size, uint8_t byte, uint64_t rarity) {
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] % 16 < rarity) bytes[i] = byte;
    if (bytes[i] % 16 == 15) bytes[i] = (uint8_t)(byte + 1);
  }
}

/* `width` bytes, and room for `other` positions. */
static void choose_bytes(struct call *call, struct fuzz_input *input) {
  call->width = (size_t)fuzz_take_up_to(input, fuzz_take(input, 1) < 240 ? 150 : SIZE_SCANNED);
  call->number = fuzz_take(input, 1);
  const uint64_t rarity = fuzz_take_up_to(input, 16);
  /* Or for all, where a kernel need not look how many there are. */
  const uint64_t room = fuzz_take_up_to(input, 255);
  call->other = room < 192 ? room : SIZE_SCANNED;
  call->bytes = fuzz_guarded(call->width);
  fuzz_take_bytes(input, call->bytes, call->width);
  add_byte(call->bytes, call->width, (uint8_t)call->number, rarity);
}

static void lay_positions(struct call *call) { call_writes(call, (size_t)call->other, sizeof(uint64_t)); }

/* Positions after those that were found may be anything. */
static void expect_positions(struct call *call) {
  call->rows = (size_t)call->other;
  call->good = 0;
  for (size_t i = 0; i < call->width && call->good < call->rows; i++)
    if (call->bytes[i] == call->number) call_expect_u64(call, call->good++, i);
  call->result = call->good;
}

static uint64_t run_find(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->find_byte(call->bytes, call->width, (uint8_t)call->number, call_out(call, 0),
                            (size_t)call->other);
}

static void expect_count(struct call *call) {
  call->result = 0;
  for (size_t i = 0; i < call->width; i++) call->result += call->bytes[i] == call->number;
}

static uint64_t run_count(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->count_byte(call->bytes, call->width, (uint8_t)call->number);
}

/* Lines that hold ten bytes each. */
static void fill_lines(struct call *call) {
  call->width = LINE;
  call->other = call->rows;
  call_fill_bytes(call);
  for (size_t i = 0; i < call->read; i++)
    call->bytes[i] = i % LINE == LINE - 1 ? '\n' : (uint8_t)('0' + call->bytes[i] % 10);
  call->width = (size_t)call->read;
}

/* ---- Strings ------------------------------------------------------------------------------------ */

static void choose_texts(struct call *call, struct fuzz_input *input) {
  call->number = fuzz_take(input, 1);
  const uint64_t rarity = fuzz_take_up_to(input, 3);
  call_take_texts(call, input, ROWS_MAX);
  const uint64_t first = fuzz_take(input, 1); /* row that may have the byte */
  uint8_t *bytes = call->texts.bytes;
  add_byte(bytes, (size_t)call->texts.strings.size, (uint8_t)call->number, first == 0 ? rarity : 0);
  if (first == 0) return;
  for (size_t i = 0; i < call->texts.strings.size; i++)
    if (bytes[i] == call->number) bytes[i] ^= 1;
  if (first < call->rows && call_text_size(call, (size_t)first) > 0)
    bytes[call->texts.begin[first] + rarity % call_text_size(call, (size_t)first)] = (uint8_t)call->number;
}

static bool expect_without(struct call *call, size_t row) {
  const size_t size = call_text_size(call, row);
  return size == 0 || memchr(call_text(call, row), (int)call->number, size) == NULL;
}

static uint64_t run_find_in(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->find_in_strings(&call->texts.strings, call->rows, (uint8_t)call->number);
}

/* Strings of which one or two lie elsewhere. */
static void choose_places(struct call *call, struct fuzz_input *input) {
  const uint64_t spoilt = fuzz_take(input, 1), value = fuzz_take_number(input);
  call_take_texts(call, input, ROWS_MAX);
  if (call->rows == 0 || spoilt % 4 == 0) return;
  uint64_t *places = spoilt % 2 == 0 ? call->texts.begin : call->texts.end;
  places[fuzz_take_up_to(input, call->rows - 1)] = value;
  if (spoilt >= 192) call->texts.end[call->rows - 1] = UINT64_MAX;
}

static void lay_total(struct call *call) { call_writes(call, 1, sizeof(uint64_t)); }

static size_t first_outside(const struct call *call) {
  const struct rowkey_strings *strings = &call->texts.strings;
  size_t row = 0;
  while (row < call->rows && strings->begin[row] <= strings->end[row] && strings->end[row] <= strings->size)
    row++;
  return row;
}

static void expect_total(struct call *call) {
  const struct rowkey_strings *strings = &call->texts.strings;
  uint64_t total = 0;
  call->result = first_outside(call);
  for (size_t i = 0; i < call->result; i++) total += strings->end[i] - strings->begin[i];
  call_expect_u64(call, 0, total);
  call->good = SIZE_MAX; /* the total is right whatever is bad */
}

static void expect_lengths(struct call *call) {
  const struct rowkey_strings *strings = &call->texts.strings;
  for (size_t i = 0; i < call->rows; i++) call_expect_u64(call, i, strings->end[i] - strings->begin[i]);
  call->result = first_outside(call);
  call->good = SIZE_MAX; /* the lengths are right whatever is bad */
}

static uint64_t run_measure(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->measure_strings(&call->texts.strings, call->rows, call_out(call, 0));
}

static uint64_t run_check(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->check_strings(&call->texts.strings, call->rows, call_out(call, 0));
}

/* ---- Fields ------------------------------------------------------------------------------------- */

enum { PIECES = 2, STATE = 8 };

/* Records of fields, in two pieces, the second after the first has been seen. */
static void choose_records(struct call *call, struct fuzz_input *input) {
  static const uint8_t alphabet[] = {'"', ',', '\n', '\r', 'a', ' ', 0, 0x80 | '"'};
  call->width = (size_t)fuzz_take_up_to(input, fuzz_take(input, 1) < 240 ? 150 : SIZE_SCANNED);
  call->number = fuzz_take_up_to(input, call->width); /* the end of the first piece */
  call->form = fuzz_take(input, 1) % 4 != 0;          /* whether there are quotes */
  call->other = 64 + fuzz_take_up_to(input, 255);
  call->bytes = fuzz_guarded(call->width);
  fuzz_take_bytes(input, call->bytes, call->width);
  for (size_t i = 0; i < call->width; i++) call->bytes[i] = alphabet[call->bytes[i] % sizeof alphabet];
}

/* Positions of both pieces, and what is known after each. */
static void lay_records(struct call *call) {
  call_writes(call, PIECES * (size_t)call->other, sizeof(uint64_t));
  call_writes(call, PIECES, STATE * sizeof(uint64_t));
}

static void put_state(const rowkey_fields_scan *scan, size_t count, uint64_t state[STATE]) {
  const uint64_t known[STATE] = {count,
                                 scan->at,
                                 scan->inside,
                                 scan->is_irregular,
                                 scan->has_quotes,
                                 scan->has_doubled,
                                 scan->newlines,
                                 scan->after_newline};
  memcpy(state, known, sizeof known);
}

/* By the kernel, or by the reference where it is NULL. */
static void search(const struct rowkey_kernels *kernels, struct call *call, uint64_t *positions,
                   uint64_t (*states)[STATE]) {
  const size_t capacity = (size_t)call->other;
  rowkey_fields_scan scan = {.delimiter = ',', .quotes = call->form != 0};
  memset(positions, 0, PIECES * capacity * sizeof *positions);
  memset(states, 0, PIECES * sizeof *states);
  for (size_t piece = 0; piece < PIECES && !scan.is_irregular; piece++) {
    const size_t end = piece == 0 ? (size_t)call->number : call->width;
    uint64_t *found = positions + piece * capacity;
    const size_t count = kernels != NULL ? kernels->find_separators(&scan, call->bytes, end, found, capacity)
                                         : reference_separators(&scan, call->bytes, end, found, capacity);
    /* What stands after them is not said. */
    memset(found + count, 0, (capacity - count) * sizeof *found);
    put_state(&scan, count, states[piece]);
  }
}

static void expect_records(struct call *call) {
  search(NULL, call, (uint64_t *)(void *)call->outputs[0].expected,
         (uint64_t(*)[STATE])(void *)call->outputs[1].expected);
  call->good = SIZE_MAX;
}

static uint64_t run_separators(const struct rowkey_kernels *kernels, struct call *call) {
  search(kernels, call, call_out(call, 0), call_out(call, 1));
  return call->rows;
}

static void lay_state(struct call *call) { call_writes(call, 1, STATE * sizeof(uint64_t)); }

/* All at once, with room for all of them. */
static void expect_records_counted(struct call *call) {
  static uint64_t positions[SIZE_SCANNED + 64];
  rowkey_fields_scan scan = {.delimiter = ',', .quotes = call->form != 0};
  reference_separators(&scan, call->bytes, call->width, positions, SIZE_SCANNED + 64);
  scan.has_quotes = scan.has_doubled = false; /* of which counting says nothing */
  put_state(&scan, 0, (uint64_t *)(void *)call->outputs[0].expected);
  call->good = SIZE_MAX;
}

static uint64_t run_count_records(const struct rowkey_kernels *kernels, struct call *call) {
  rowkey_fields_scan scan = {.delimiter = ',', .quotes = call->form != 0};
  kernels->count_records(&scan, call->bytes, call->width);
  scan.has_quotes = scan.has_doubled = false;
  put_state(&scan, 0, call_out(call, 0));
  return call->rows;
}

/* ---- The family --------------------------------------------------------------------------------- */

static const struct timed timed_lines[] = {
    {.name = "find_byte/11B-lines", .fill = fill_lines, .number = '\n'}, {0}};

static const struct descriptor scans[] = {
    {DESCRIBED(find_byte, choose_bytes, lay_positions, NULL, run_find), expect_positions,
     .timed = timed_lines},
    {DESCRIBED(find_in_strings, choose_texts, NULL, expect_without, run_find_in)},
    {DESCRIBED(find_separators, choose_records, lay_records, NULL, run_separators), expect_records},
    {DESCRIBED(check_strings, choose_places, lay_total, NULL, run_check), expect_total},
    {DESCRIBED(count_byte, choose_bytes, NULL, NULL, run_count), expect_count},
    {DESCRIBED(count_records, choose_records, lay_state, NULL, run_count_records), expect_records_counted},
    {DESCRIBED(measure_strings, choose_places, call_writes_u64, NULL, run_measure), expect_lengths},
};

/* Inputs for what is counted came later. */
static size_t pick_scan(struct call *call, struct fuzz_input *input) {
  (void)call;
  const size_t kind = (size_t)fuzz_take(input, 1);
  if (kind >= 240 && kind % 4 == 0) return 6;
  return kind < 128 || kind % 2 == 1 ? kind % 4 : 4 + kind % 4 / 2;
}

DESCRIBE_FAMILY(scan, scans, pick_scan)
