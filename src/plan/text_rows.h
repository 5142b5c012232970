/* Loops of functions of text over rows, for descriptions: each function has its own, in which it is a
 * constant that the compiler sees. For example:
 *
 *     TEXT_CHANGE_LOOPS(write_utf16le, twice)
 *
 *     const struct text_function rowkey_text_utf16le = {.growth = twice, TEXT_CHANGES(write_utf16le), …
 */
#ifndef ROWKEY_PLAN_TEXT_ROWS_H
#define ROWKEY_PLAN_TEXT_ROWS_H

#include <string.h>

#include "plan/text_function.h"

#define TEXT_INLINE static inline __attribute__((always_inline, unused))

#define EACH_BYTE(byte) ((byte) * UINT64_C(0x0101010101010101))

typedef struct slice text_cut(const struct text_call *, struct slice);
typedef size_t text_change(const struct text_call *, const uint8_t *, size_t, uint8_t *);
typedef struct text_growth text_grow(const struct text_call *);

/* memcpy without a call for 16 bytes or less: the words it copies may overlap. */
TEXT_INLINE void copy_text(uint8_t *out, const uint8_t *text, size_t size) {
  if (size > 16) {
    memcpy(out, text, size);
  } else if (size >= 8) {
    uint64_t first, last;
    memcpy(&first, text, 8);
    memcpy(&last, text + size - 8, 8);
    memcpy(out, &first, 8);
    memcpy(out + size - 8, &last, 8);
  } else if (size >= 4) {
    uint32_t first, last;
    memcpy(&first, text, 4);
    memcpy(&last, text + size - 4, 4);
    memcpy(out, &first, 4);
    memcpy(out + size - 4, &last, 4);
  } else if (size > 0) {
    const uint8_t first = text[0], middle = text[size / 2], last = text[size - 1];
    out[0] = first;
    out[size / 2] = middle;
    out[size - 1] = last;
  }
}

TEXT_INLINE struct text_growth text_never_grows(const struct text_call *call) {
  (void)call;
  return (struct text_growth){1, 0, UINT64_MAX};
}

TEXT_INLINE struct text_growth text_grows_to_count(const struct text_call *call) {
  return (struct text_growth){1, 0, call->count};
}

/* Of a function that takes the whole text. */
TEXT_INLINE struct rowkey_making making_of_whole(enum rowkey_making_kind kind) {
  return (struct rowkey_making){.kind = kind, .most = ROWKEY_MADE_WHOLE};
}

TEXT_INLINE uint64_t most_of_growth(struct text_growth growth, uint64_t size) {
  uint64_t grown;
  if (__builtin_mul_overflow(size, growth.factor, &grown) ||
      __builtin_add_overflow(grown, growth.added, &grown))
    return growth.most;
  return lesser_u64(grown, growth.most);
}

TEXT_INLINE struct slice text_of_row(const struct rowkey_strings *texts, size_t row) {
  return (struct slice){(const char *)texts->bytes + texts->begin[row],
                        (size_t)(texts->end[row] - texts->begin[row])};
}

/* ---- Functions that cut ------------------------------------------------------------------------ */

TEXT_INLINE void cut_rows(text_cut *cut, const struct text_rows *rows) {
  const struct text_rows all = *rows; /* a copy: the compiler sees that no result overwrites it */
  const char *bytes = (const char *)all.texts->bytes;
  for (size_t i = 0; i < all.count; i++) {
    const struct slice part = cut(all.call, text_of_row(all.texts, i));
    all.begin[i] = (uint64_t)(part.at - bytes);
    all.end[i] = all.begin[i] + part.size;
  }
}

TEXT_INLINE size_t cut_fixed_rows(text_cut *cut, const struct text_rows *rows) {
  const struct text_rows all = *rows;
  uint8_t *out = all.out;
  for (size_t i = 0; i < all.count; i++, out += all.width) {
    const struct slice part = cut(all.call, text_of_row(all.texts, i));
    copy_text(out, (const uint8_t *)part.at, part.size);
  }
  return all.count;
}

#define TEXT_CUT_LOOPS(name)                                                         \
  static void name##_of_rows(const struct text_rows *rows) { cut_rows(name, rows); } \
  static size_t name##_of_fixed_rows(const struct text_rows *rows) { return cut_fixed_rows(name, rows); }

#define TEXT_CUTS(name) .cut = name, .run_cut = name##_of_rows, .run_fixed = name##_of_fixed_rows

/* ---- Functions that change --------------------------------------------------------------------- */

TEXT_INLINE void find_room_of_rows(text_grow *growth, const struct text_rows *rows) {
  const struct text_rows all = *rows;
  uint64_t end = 0;
  for (size_t i = 0; i < all.count; i++)
    all.end[i] = end += most_of_growth(growth(all.call), all.texts->end[i] - all.texts->begin[i]);
}

TEXT_INLINE size_t change_fixed_rows(text_change *change, const struct text_rows *rows) {
  const struct text_rows all = *rows;
  uint8_t *out = all.out;
  for (size_t i = 0; i < all.count; i++, out += all.width) {
    const struct slice text = text_of_row(all.texts, i);
    if (change(all.call, (const uint8_t *)text.at, text.size, out) == NO_TEXT) return i;
  }
  return all.count;
}

TEXT_INLINE size_t change_rows(text_change *change, const struct text_rows *rows) {
  const struct text_rows all = *rows;
  uint64_t begin = 0;
  for (size_t i = 0; i < all.count; i++) {
    const uint64_t next = all.end[i];
    const struct slice text = text_of_row(all.texts, i);
    const size_t size = change(all.call, (const uint8_t *)text.at, text.size, all.out + begin);
    if (size == NO_TEXT) return i;
    all.begin[i] = begin;
    all.end[i] = begin + size;
    begin = next;
  }
  return all.count;
}

#define TEXT_CHANGE_LOOPS(name, growth)                                                          \
  static void name##_room(const struct text_rows *rows) { find_room_of_rows(growth, rows); }     \
  static size_t name##_of_rows(const struct text_rows *rows) { return change_rows(name, rows); } \
  static size_t name##_of_fixed_rows(const struct text_rows *rows) { return change_fixed_rows(name, rows); }

#define TEXT_CHANGES(name) \
  .change = name, .find_room = name##_room, .run = name##_of_rows, .run_fixed = name##_of_fixed_rows

#endif
