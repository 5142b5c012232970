/* Functions of text over blocks: each has its own loop, so that the loop need not choose the function for
 * each row. */
#include <string.h>

#include "encode/encoder.h"
#include "plan/text_bytes.h"
#include "simd/memory.h"

/* What these cut has one width where the text has one. */
#define EACH_FIXED_CUT(MAKE) MAKE(TEXT_PREFIX) MAKE(TEXT_SLICE)
#define EACH_CUT(MAKE)  \
  EACH_FIXED_CUT(MAKE)  \
  MAKE(TEXT_TRIM)       \
  MAKE(TEXT_TRIM_RIGHT) \
  MAKE(TEXT_PREFIX_CHARACTERS) MAKE(TEXT_HASH_TAG)
#define EACH_CHANGE(MAKE)   \
  MAKE(TEXT_LOWER)          \
  MAKE(TEXT_UPPER)          \
  MAKE(TEXT_REVERSE_LABELS) \
  MAKE(TEXT_WITHOUT)        \
  MAKE(TEXT_UTF16LE) MAKE(TEXT_PADDED_RIGHT) MAKE(TEXT_PADDED_LEFT) MAKE(TEXT_COUNTED)

V_INLINE struct slice row_of(const struct rowkey_strings *strings, size_t row) {
  return (struct slice){(const char *)strings->bytes + strings->begin[row],
                        (size_t)(strings->end[row] - strings->begin[row])};
}

/* ---- Parts of texts ---------------------------------------------------------------------------- */

/* The results lie in the text that they are cut from. */
V_INLINE void cut_each(const struct text_call *call, enum text_function function,
                       const struct rowkey_strings *from, struct slot *slot, size_t rows) {
  const char *bytes = (const char *)from->bytes;
  uint64_t *begin = slot->own_begin, *end = slot->own_end;
  for (size_t i = 0; i < rows; i++) {
    const struct slice cut = cut_text(call, function, row_of(from, i));
    begin[i] = (uint64_t)(cut.at - bytes);
    end[i] = begin[i] + cut.size;
  }
}

static void cut_rows(const struct text_call *call, const struct rowkey_strings *from, struct slot *slot,
                     size_t rows) {
  switch (call->function) {
#define CUT(function)                           \
  case function:                                \
    cut_each(call, function, from, slot, rows); \
    break;
    EACH_CUT(CUT)
#undef CUT
    default:
      break;
  }
  slot->strings = (struct rowkey_strings){from->bytes, from->size, slot->own_begin, slot->own_end};
}

/* ---- Texts of one width ------------------------------------------------------------------------ */

V_INLINE size_t make_one(const struct text_call *call, enum text_function function, struct slice text,
                         uint8_t *out) {
  if (!rowkey_text_rules[function].cuts)
    return change_text(call, function, (const uint8_t *)text.at, text.size, out);
  const struct slice cut = cut_text(call, function, text);
  copy_text(out, (const uint8_t *)cut.at, cut.size);
  return cut.size;
}

/* Side by side. Returns the first row that has no result, or `rows`. */
V_INLINE size_t make_each_fixed(const struct text_call *call, enum text_function function,
                                const struct rowkey_strings *from, size_t width, size_t rows, uint8_t *out) {
  for (size_t i = 0; i < rows; i++, out += width)
    if (make_one(call, function, row_of(from, i), out) == NO_TEXT) return i;
  return rows;
}

static size_t make_fixed_rows(const struct text_call *call, const struct rowkey_strings *from, size_t width,
                              size_t rows, uint8_t *out) {
  switch (call->function) {
#define MAKE(function) \
  case function:       \
    return make_each_fixed(call, function, from, width, rows, out);
    EACH_FIXED_CUT(MAKE)
    EACH_CHANGE(MAKE)
#undef MAKE
    default:
      return rows;
  }
}

/* ---- Other texts ------------------------------------------------------------------------------- */

/* Where each ends if all become as large as they may. */
V_INLINE void find_room_each(const struct text_call *call, enum text_function function,
                             const struct rowkey_strings *from, size_t rows, uint64_t *ends) {
  uint64_t end = 0;
  for (size_t i = 0; i < rows; i++)
    ends[i] = end += text_call_most(call, function, from->end[i] - from->begin[i]);
}

static void find_room(const struct text_call *call, const struct rowkey_strings *from, size_t rows,
                      uint64_t *ends) {
  switch (call->function) {
#define FIND(function)                                \
  case function:                                      \
    find_room_each(call, function, from, rows, ends); \
    break;
    EACH_CHANGE(FIND)
#undef FIND
    default:
      break;
  }
}

/* Each where the most that the texts before it can become ends: its own end is there first. Returns the first
 * row that has no result, or `rows`. */
V_INLINE size_t make_each(const struct text_call *call, enum text_function function,
                          const struct rowkey_strings *from, size_t rows, struct slot *slot) {
  uint64_t begin = 0;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t next = slot->own_end[i];
    const size_t size = make_one(call, function, row_of(from, i), slot->memory.bytes + begin);
    if (size == NO_TEXT) return i;
    slot->own_begin[i] = begin;
    slot->own_end[i] = begin + size;
    begin = next;
  }
  return rows;
}

static size_t make_rows(const struct text_call *call, const struct rowkey_strings *from, size_t rows,
                        struct slot *slot) {
  switch (call->function) {
#define MAKE(function) \
  case function:       \
    return make_each(call, function, from, rows, slot);
    EACH_CHANGE(MAKE)
#undef MAKE
    default:
      return rows;
  }
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
static size_t make_with_room(struct run *run, const struct value *value, const struct rowkey_strings *from,
                             size_t rows) {
  struct slot *slot = slot_of(run, value);
  find_room(&value->call, from, rows, slot->own_end);
  const size_t room = rowkey_make_room(run, value, rows);
  if (room < rows || make_rows_at_once(&value->call, from, slot, rows)) return room;
  const size_t good = make_rows(&value->call, from, rows, slot);
  return good < rows ? rowkey_report_text_call(run, value, good) : rows;
}

size_t rowkey_run_text_call(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_strings *from = &slot_of(run, value->a)->strings;
  struct slot *slot = slot_of(run, value);
  if (value->fixed_width != 0) {
    const size_t good = make_fixed_rows(&value->call, from, value->fixed_width, rows, slot->own_bytes);
    return good < rows ? rowkey_report_text_call(run, value, good) : rows;
  }
  if (value->step == STEP_CHECK_TEXT) {
    slot->strings = *from;
    const size_t good = run->kernels->find_in_strings(from, rows, value->call.byte);
    return good < rows ? rowkey_report_text_call(run, value, good) : rows;
  }
  if (value->step == STEP_CHANGE_TEXT) return make_with_room(run, value, from, rows);
  cut_rows(&value->call, from, slot, rows);
  return rows;
}
