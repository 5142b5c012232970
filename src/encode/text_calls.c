/* Functions of text over blocks. */
#include "encode/encoder.h"
#include "plan/text_function.h"

/* Texts side by side are one text to a function of bytes. False if they are not. */
static bool make_rows_at_once(const struct text_rows *rows, struct slot *slot) {
  const struct rowkey_strings *from = rows->texts;
  if (!rows->call->function->bytewise) return false;
  bool apart = false;
  for (size_t i = 1; i < rows->count; i++) apart |= from->begin[i] != from->end[i - 1];
  if (apart) return false;
  rows->call->function->change(rows->call, from->bytes + from->begin[0],
                               (size_t)slot->own_end[rows->count - 1], slot->memory.bytes);
  slot->own_begin[0] = 0;
  for (size_t i = 1; i < rows->count; i++) slot->own_begin[i] = slot->own_end[i - 1];
  return true;
}

/* The row that has no result, if any, is reported. */
static size_t report_first_bad(struct run *run, const struct value *value, size_t good, size_t rows) {
  return good < rows ? rowkey_report_text_call(run, value, good) : rows;
}

/* Each row has all the room that it may need. */
static size_t make_with_room(struct run *run, const struct value *value, struct text_rows *rows) {
  const struct text_function *function = value->call.function;
  struct slot *slot = slot_of(run, value);
  function->find_room(rows);
  const size_t room = rowkey_make_room(run, value, rows->count);
  if (room < rows->count || make_rows_at_once(rows, slot)) return room;
  rows->out = slot->memory.bytes;
  return report_first_bad(run, value, function->run(rows), rows->count);
}

size_t rowkey_run_text_call(struct run *run, const struct value *value, size_t rows) {
  const struct text_function *function = value->call.function;
  struct slot *slot = slot_of(run, value);
  struct text_rows all = {.call = &value->call,
                          .texts = &slot_of(run, value->a)->strings,
                          .count = rows,
                          .begin = slot->own_begin,
                          .end = slot->own_end,
                          .out = slot->own_bytes,
                          .width = value->fixed_width};
  if (value->fixed_width != 0) return report_first_bad(run, value, function->run_fixed(&all), rows);
  if (value->step == STEP_CHANGE_TEXT) return make_with_room(run, value, &all);
  slot->strings = *all.texts;
  if (value->step == STEP_CHECK_TEXT)
    return report_first_bad(run, value, run->kernels->find_in_strings(all.texts, rows, value->call.byte),
                            rows);
  function->run_cut(&all);
  slot->strings.begin = slot->own_begin;
  slot->strings.end = slot->own_end;
  return rows;
}
