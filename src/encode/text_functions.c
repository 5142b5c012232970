/* Functions of text over blocks. */
#include "plan/text_functions.h"
#include "encode/encoder.h"

/* The results lie in the text that they are cut from. */
static void cut_rows(const struct text_call *call, const struct rowkey_strings *from, struct slot *slot,
                     size_t rows) {
  const char *bytes = (const char *)from->bytes;
  for (size_t i = 0; i < rows; i++) {
    const struct slice text = {bytes + from->begin[i], (size_t)(from->end[i] - from->begin[i])};
    const struct slice cut = rowkey_cut_text(call, text);
    slot->own_begin[i] = (uint64_t)(cut.at - bytes);
    slot->own_end[i] = slot->own_begin[i] + cut.size;
  }
  slot->strings = (struct rowkey_strings){from->bytes, from->size, slot->own_begin, slot->own_end};
}

/* Each row has all the room that it may need. */
static size_t change_rows(struct run *run, const struct value *value, const struct rowkey_strings *from,
                          size_t rows) {
  struct slot *slot = slot_of(run, value);
  uint64_t end = 0;
  for (size_t i = 0; i < rows; i++)
    slot->own_end[i] = end += rowkey_text_call_most(&value->call, from->end[i] - from->begin[i]);
  const size_t good = rowkey_make_room(run, value, rows);
  if (good < rows) return good;
  for (size_t i = 0, begin = 0; i < rows; i++) {
    const size_t next = (size_t)slot->own_end[i];
    const size_t size =
        rowkey_change_text(&value->call, from->bytes + from->begin[i],
                           (size_t)(from->end[i] - from->begin[i]), slot->memory.bytes + begin);
    slot->own_begin[i] = begin;
    slot->own_end[i] = begin + size;
    begin = next;
  }
  return rows;
}

size_t rowkey_run_text_call(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_strings *from = &slot_of(run, value->a)->strings;
  if (value->step == STEP_CHANGE_TEXT) return change_rows(run, value, from, rows);
  cut_rows(&value->call, from, slot_of(run, value), rows);
  return rows;
}

void rowkey_run_length(const struct rowkey_strings *strings, uint64_t *out, size_t rows) {
  for (size_t i = 0; i < rows; i++) out[i] = strings->end[i] - strings->begin[i];
}
