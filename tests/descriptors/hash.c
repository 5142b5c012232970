/* The hashes of other systems: the reference's values, whatever the function, the tail, the seeds and the
 * mixture of lengths, and the first row that java_hash refuses. */
#include "kernels/hashes.h"

#include <stdio.h>
#include <string.h>

#include "call.h"

enum { ROWS_MAX = 300, TAIL = 256 };

static void take_hash(struct call *call, struct fuzz_input *input) {
  rowkey_hash *hash = &call->with.hash;
  hash->function = (rowkey_hash_function)fuzz_take_up_to(input, ROWKEY_HASHES - 1);
  hash->tail = (rowkey_hash_tail)(fuzz_take(input, 1) % ((unsigned)hash_function_of(hash)->last_tail + 1));
  hash->seed = fuzz_take_number(input);
  for (unsigned i = 0; i < sizeof hash->key; i++) hash->key[i] = (uint8_t)(hash->seed >> i);
}

/* Strings cut to keys of the first one's width, from the first byte on. */
static void cut_to_keys(struct call *call, size_t gap) {
  const uint64_t size = call->texts.strings.size;
  call->width = call->rows == 0 ? 0 : call_text_size(call, 0);
  call->stride = call->width + gap;
  for (size_t i = 0; i < call->rows; i++) {
    call->texts.begin[i] = i * call->stride;
    call->texts.end[i] = call->texts.begin[i] + call->width;
    if (call->texts.end[i] > size) call->rows = i;
  }
  call->bytes = call->texts.bytes;
}

/* Random bytes are hardly ever UTF-8. */
static uint64_t take_messages(struct call *call, struct fuzz_input *input) {
  take_hash(call, input);
  const uint64_t choice = fuzz_take(input, 1);
  call_take_texts(call, input, ROWS_MAX);
  const uint64_t size = call->texts.strings.size;
  for (uint64_t i = 0; choice % 4 != 0 && i < size; i++) call->texts.bytes[i] &= 0x7f;
  const uint64_t odd = fuzz_take(input, 1); /* a single byte that is not ASCII decides, wherever it stands */
  if (odd >= 192 && size > 0) call->texts.bytes[fuzz_take(input, 2) % size] |= 0x80;
  if (choice % 2 == 0) return choice;
  call->values = fuzz_guarded(call->rows * sizeof *call->values);
  for (size_t i = 0; i < call->rows; i++) call->values[i] = (call->with.hash.seed + i) * (2 * i + 1);
  call->in_place = values_per_row(&call->with.hash) == 1;
  return choice;
}

static void choose_strings(struct call *call, struct fuzz_input *input) {
  if (take_messages(call, input) % 3 == 0) cut_to_keys(call, 0);
}

static void choose_keys(struct call *call, struct fuzz_input *input) {
  const uint64_t choice = take_messages(call, input);
  cut_to_keys(call, choice % 3 == 0 ? 0 : (size_t)fuzz_take_up_to(input, 20));
}

static void lay(struct call *call) {
  call_writes(call, call->rows, values_per_row(&call->with.hash) * sizeof(uint64_t));
}

static bool expect(struct call *call, size_t row) {
  const rowkey_hash *hash = &call->with.hash;
  uint64_t values[MOST_HASH_VALUES];
  const uint64_t seed = call->values == NULL ? hash->seed : call->values[row];
  if (!reference_hash(hash, seed, call_text(call, row), call_text_size(call, row), values)) return false;
  memcpy(call_expected(call, 0, row), values, values_per_row(hash) * sizeof *values);
  return true;
}

static uint64_t run_strings(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->hash_strings(&call->with.hash, call->values, &call->texts.strings, call->rows,
                               call_out(call, 0));
}

static uint64_t run_keys(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->hash_fixed(&call->with.hash, call->values, call->bytes, call->rows, call->width,
                             call->stride, call_out(call, 0));
}

/* ---- The report --------------------------------------------------------------------------------- */

/* Keys of so many bytes, or strings of 8 to 64. */
static void fill(struct call *call) {
  enum { SHORTEST = 8, LONGEST = 64 };
  call->with.hash = (rowkey_hash){.function = (rowkey_hash_function)(call->form % TAIL),
                                  .tail = (rowkey_hash_tail)(call->form / TAIL),
                                  .key = "0123456789abcde"};
  call->with.hash.seed = hash_function_of(&call->with.hash)->default_seed;
  if (call->number == 0) call->rows = CALL_MANY;
  uint64_t *begin = call_allocate(call, call->rows * sizeof *begin), at = 0;
  uint64_t *end = call_allocate(call, call->rows * sizeof *end);
  for (size_t i = 0; i < call->rows; i++) {
    begin[i] = at;
    at += call->number != 0 ? call->number : SHORTEST + call->bench->draw() % (LONGEST - SHORTEST + 1);
    end[i] = at;
  }
  call->read = at;
  call->width = call->stride = (size_t)call->number;
  call->bytes = call_allocate(call, (size_t)at);
  for (uint64_t i = 0; i < at; i++) call->bytes[i] = (uint8_t)(' ' + call->bench->draw() % 95);
  call->texts.strings = (struct rowkey_strings){call->bytes, at, begin, end};
}

enum { WIDTHS = 3, ROWS_TIMED = ROWKEY_HASHES * 3 };
static struct timed timed_keys[ROWS_TIMED * WIDTHS + 1], timed_strings[ROWS_TIMED + 1];

/* "hash_murmur3_32_signed/8B": java_hash's are called "hash_java". */
__attribute__((constructor)) static void name_rows(void) {
  static const char *const tails[] = {"", "_signed", "_words"};
  static const uint64_t widths[WIDTHS] = {8, 20, 32};
  static char names[2][ROWS_TIMED][48];
  size_t count = 0;
  for (unsigned function = 0; function < ROWKEY_HASHES; function++) {
    const struct hash_function *known = &rowkey_hash_functions[function];
    const char *name = function == ROWKEY_JAVA_HASH ? "java" : known->name;
    for (unsigned tail = 0; tail <= known->last_tail; tail++, count++) {
      const uint64_t form = function + TAIL * tail;
      snprintf(names[0][count], sizeof names[0][count], "hash_%s%s/", name, tails[tail]);
      snprintf(names[1][count], sizeof names[1][count], "hash_%s%s/mixed", name, tails[tail]);
      for (size_t i = 0; i < WIDTHS; i++)
        timed_keys[count * WIDTHS + i] = (struct timed){
            .name = names[0][count], .fill = fill, .number = widths[i], .unit = "B", .form = form};
      timed_strings[count] = (struct timed){.name = names[1][count], .fill = fill, .form = form};
    }
  }
}

static const struct descriptor hashes[] = {
    {DESCRIBED(hash_strings, choose_strings, lay, expect, run_strings), .is_tuned = true,
     .timed = timed_strings},
    {DESCRIBED(hash_fixed, choose_keys, lay, expect, run_keys), .is_tuned = true, .more_calls = 9,
     .timed = timed_keys},
};

/* The first byte chooses the function, too. */
static size_t pick_hash(struct call *call, struct fuzz_input *input) {
  (void)call;
  return input->size == 0 ? 0 : input->data[0] / ROWKEY_HASHES % 2;
}

DESCRIBE_FAMILY(hash, hashes, pick_hash)
