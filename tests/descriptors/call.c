#include "call.h"

#include <string.h>

enum { UNTOUCHED = 0x5c, EXPECTED_MAX = 1 << 20 };

struct family *families;

/* ---- Choosing ---------------------------------------------------------------------------------- */

size_t call_pick(const struct family *family, struct call *call, struct fuzz_input *input) {
  if (family->pick != NULL) return family->pick(call, input);
  if (family->count == 1) return 0;
  call->form = fuzz_take(input, 1);
  return (size_t)call->form % family->count;
}

uint64_t *call_take_values(struct call *call, struct fuzz_input *input) {
  call->values = fuzz_guarded(call->rows * sizeof *call->values);
  for (size_t i = 0; i < call->rows; i++)
    call->values[i] = fuzz_take_number(input) + (input->size == 0 ? i : 0);
  return call->values;
}

void call_take_texts(struct call *call, struct fuzz_input *input, size_t most) {
  call->texts = fuzz_take_strings(input, most);
  call->rows = call->texts.rows;
}

void call_set_divisor(struct call *call) {
  rowkey_divisor divisor;
  FUZZ_CHECK(rowkey_divisor_init(&divisor, call->number, NULL) == ROWKEY_OK, "divisor %llu",
             (unsigned long long)call->number);
  memcpy(&call->with.divisor, divisor.opaque, sizeof call->with.divisor);
}

void call_set_place(struct call *call, size_t width, size_t stride, size_t before) {
  const size_t used = call->rows == 0 ? 0 : (call->rows - 1) * stride + width;
  call->place = (struct call_output){.rows = call->rows,
                                     .width = width,
                                     .stride = stride,
                                     .room = width,
                                     .before = before,
                                     .size = before + used};
}

void call_take_place(struct call *call, struct fuzz_input *input, size_t width) {
  call->rows = fuzz_take_rows(input, CALL_PLACE_ROWS);
  const size_t gap = (size_t)fuzz_take_up_to(input, 40);
  const bool side_by_side = gap > 20;
  const size_t more = (size_t)fuzz_take_up_to(input, side_by_side ? 90 : gap);
  const uint64_t around = fuzz_take(input, 1);
  call_set_place(call, width, width + (side_by_side ? 0 : gap), (size_t)(around % 8));
  call->place.room += more;
  call->place.size += (size_t)(around / 8 * 2);
}

/* ---- Filling ----------------------------------------------------------------------------------- */

void *call_allocate(struct call *call, size_t size) { return call->bench->allocate(call->bench, size); }

void call_fill_values(struct call *call) {
  call->read = call->rows * sizeof *call->values;
  call->values = call_allocate(call, (size_t)call->read);
  for (size_t i = 0; i < call->rows; i++) call->values[i] = call->bench->draw();
}

void call_fill_bytes(struct call *call) {
  call->stride = call->width;
  call->read = call->rows * call->width;
  call->bytes = call_allocate(call, (size_t)call->read);
  for (size_t i = 0; i < call->read; i++) call->bytes[i] = (uint8_t)call->bench->draw();
}

void call_fill_lines(struct call *call, size_t shortest, size_t longest) {
  call->rows = call->bench->lines(call->bench, shortest, longest, &call->texts.strings);
  call->read = call->texts.strings.size;
}

/* ---- Outputs ----------------------------------------------------------------------------------- */

struct call_output *call_writes(struct call *call, size_t rows, size_t width) {
  FUZZ_CHECK(call->output_count < CALL_OUTPUTS, "more than %d outputs", CALL_OUTPUTS);
  struct call_output *output = &call->outputs[call->output_count++];
  *output = (struct call_output){
      .rows = rows, .width = width, .stride = width, .room = width, .size = rows * width};
  return output;
}

void call_writes_u64(struct call *call) { call_writes(call, call->rows, sizeof(uint64_t)); }

void call_writes_at_place(struct call *call) {
  const bool is_placed = call->bench == NULL || call->place.size > 0;
  struct call_output *output = call_writes(call, call->rows, call->width);
  if (is_placed)
    *output = call->place;
  else
    output->room = output->size; /* side by side: what follows a row is written later */
}

struct rowkey_place call_place(const struct call *call) {
  const struct call_output *output = &call->outputs[0];
  return (struct rowkey_place){output->memory + output->before, output->stride, output->room,
                               output->memory + output->size};
}

bool call_expect_u64(const struct call *call, size_t row, uint64_t value) {
  memcpy(call_expected(call, 0, row), &value, sizeof value);
  return true;
}

/* ---- The walk ---------------------------------------------------------------------------------- */

static void expect_outputs(const struct descriptor *kernel, struct call *call) {
  static uint8_t expected[EXPECTED_MAX];
  size_t used = 0;
  if (kernel->lay != NULL) kernel->lay(call);
  for (size_t i = 0; i < call->output_count; i++) {
    struct call_output *output = &call->outputs[i];
    output->memory = fuzz_guarded(output->size);
    output->expected = expected + used;
    used += output->rows * output->width;
    FUZZ_CHECK(used <= EXPECTED_MAX, "%s: %zu expected bytes", kernel->name, used);
  }
  call->result = call->good = call->rows;
  if (kernel->expect_all != NULL) {
    kernel->expect_all(call);
    return;
  }
  size_t good = 0;
  while (good < call->rows && kernel->expect(call, good)) good++;
  call->result = call->good = good;
}

static void check_untouched(const struct rowkey_kernels *kernels, const char *name,
                            const struct call_output *output, size_t from, size_t to) {
  for (size_t at = from; at < to; at++)
    FUZZ_CHECK(output->memory[at] == UNTOUCHED, "%s on %s: wrote at byte %zu of %zu", name, kernels->name, at,
               output->size);
}

/* Not by memcmp(), which fuzzing engines replace by their own. */
static bool is_equal(const uint8_t *a, const uint8_t *b, size_t size) {
  uint8_t difference = 0;
  for (size_t i = 0; i < size; i++) difference |= a[i] ^ b[i];
  return difference == 0;
}

static void check_output(const struct rowkey_kernels *kernels, const char *name,
                         const struct call_output *output, size_t good) {
  size_t behind = output->before; /* the last row's room */
  check_untouched(kernels, name, output, 0, behind);
  for (size_t i = 0; i < output->rows; i++) {
    const size_t at = output->before + i * output->stride;
    FUZZ_CHECK(
        i >= good || is_equal(output->memory + at, output->expected + i * output->width, output->width),
        "%s on %s: row %zu of %zu is wrong, width %zu, stride %zu, room %zu", name, kernels->name, i,
        output->rows, output->width, output->stride, output->room);
    if (behind < at) check_untouched(kernels, name, output, behind, at);
    behind = at + output->room;
  }
  check_untouched(kernels, name, output, behind, output->size - output->spare);
}

static void check_run(const struct rowkey_kernels *kernels, const struct descriptor *kernel,
                      struct call *call) {
  fuzz_count(kernels, kernel->name, call->rows);
  const uint64_t result = kernel->run(kernels, call);
  FUZZ_CHECK(result == call->result, "%s on %s: %zu rows: it returns %llu, not %llu", kernel->name,
             kernels->name, call->rows, (unsigned long long)result, (unsigned long long)call->result);
  if (kernel->settle != NULL) kernel->settle(call);
  for (size_t i = 0; i < call->output_count; i++) {
    const struct call_output *output = &call->outputs[i];
    check_output(kernels, kernel->name, output, output->rows == call->rows ? call->good : output->rows);
  }
}

static void check_in_place(const struct rowkey_kernels *kernels, const struct descriptor *kernel,
                           struct call *call) {
  uint64_t *const values = call->values;
  uint32_t *const narrow = call->narrow;
  const void *from = narrow != NULL ? (const void *)narrow : values;
  memcpy(call->outputs[0].memory, from, call->outputs[0].size);
  if (narrow != NULL)
    call->narrow = call_out(call, 0);
  else
    call->values = call_out(call, 0);
  check_run(kernels, kernel, call);
  call->values = values;
  call->narrow = narrow;
}

static void check_each(const struct descriptor *kernel, struct call *call) {
  for (size_t table = 0; table < rowkey_tables_count; table++) {
    const struct rowkey_kernels *kernels = fuzz_kernels_with(table, kernel->offset);
    if (kernels == NULL) {
      if (table % 2 == 0 && fuzz_kernels(table) != NULL) fuzz_count(fuzz_kernels(table), "no kernel", 0);
      continue;
    }
    for (size_t i = 0; i < call->output_count; i++)
      memset(call->outputs[i].memory, UNTOUCHED, call->outputs[i].size);
    check_run(kernels, kernel, call);
    if (call->in_place) check_in_place(kernels, kernel, call);
  }
}

void call_check(const struct descriptor *kernel, struct call *call) {
  expect_outputs(kernel, call);
  if (!kernel->is_tuned) {
    check_each(kernel, call);
    return;
  }
  ROWKEY_EACH_TUNING
  check_each(kernel, call);
}
