/* Functions of text over blocks. */
#include <string.h>

#include "encode/encoder.h"
#include "plan/text_functions.h"

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

/* The text of the row after what is there at `out`; false if it has no result. */
static bool make_row(const struct text_call *call, const struct rowkey_strings *from, size_t row,
                     uint8_t *out, size_t *size) {
  const struct slice text = {(const char *)from->bytes + from->begin[row],
                             (size_t)(from->end[row] - from->begin[row])};
  if (!text_rule_of(call)->cuts) {
    *size = rowkey_change_text(call, (const uint8_t *)text.at, text.size, out);
    return *size != NO_TEXT;
  }
  const struct slice cut = rowkey_cut_text(call, text);
  if (cut.size != 0) memcpy(out, cut.at, cut.size);
  *size = cut.size;
  return true;
}

/* Side by side. */
static size_t make_fixed_rows(struct run *run, const struct value *value, const struct rowkey_strings *from,
                              size_t rows) {
  uint8_t *out = slot_of(run, value)->own_bytes;
  size_t size;
  for (size_t i = 0; i < rows; i++, out += value->fixed_width)
    if (!make_row(&value->call, from, i, out, &size)) return rowkey_report_text_call(run, value, i);
  return rows;
}

/* Texts side by side are one text to a function of bytes. False if they are not. */
static bool make_rows_at_once(const struct text_call *call, const struct rowkey_strings *from,
                              struct slot *slot, size_t rows) {
  if (!text_rule_of(call)->bytewise) return false;
  bool apart = false;
  for (size_t i = 1; i < rows; i++) apart |= from->begin[i] != from->end[i - 1];
  if (apart) return false;
  rowkey_change_text(call, from->bytes + from->begin[0], (size_t)slot->own_end[rows - 1], slot->memory.bytes);
  slot->own_begin[0] = 0;
  for (size_t i = 1; i < rows; i++) slot->own_begin[i] = slot->own_end[i - 1];
  return true;
}

/* Each row has all the room that it may need. */
static size_t make_rows(struct run *run, const struct value *value, const struct rowkey_strings *from,
                        size_t rows) {
  struct slot *slot = slot_of(run, value);
  uint64_t end = 0;
  for (size_t i = 0; i < rows; i++)
    slot->own_end[i] = end += rowkey_text_call_most(&value->call, from->end[i] - from->begin[i]);
  const size_t good = rowkey_make_room(run, value, rows);
  if (good < rows || make_rows_at_once(&value->call, from, slot, rows)) return good;
  for (size_t i = 0, begin = 0; i < rows; i++) {
    const size_t next = (size_t)slot->own_end[i];
    size_t size;
    if (!make_row(&value->call, from, i, slot->memory.bytes + begin, &size))
      return rowkey_report_text_call(run, value, i);
    slot->own_begin[i] = begin;
    slot->own_end[i] = begin + size;
    begin = next;
  }
  return rows;
}

size_t rowkey_run_text_call(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_strings *from = &slot_of(run, value->a)->strings;
  if (value->fixed_width != 0) return make_fixed_rows(run, value, from, rows);
  if (value->step == STEP_CHANGE_TEXT) return make_rows(run, value, from, rows);
  cut_rows(&value->call, from, slot_of(run, value), rows);
  return rows;
}

void rowkey_run_length(const struct rowkey_strings *strings, uint64_t *out, size_t rows) {
  for (size_t i = 0; i < rows; i++) out[i] = strings->end[i] - strings->begin[i];
}
