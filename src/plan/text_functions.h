/* Functions of one text that return text: the facts of each, and what it does to a text. */
#ifndef ROWKEY_PLAN_TEXT_FUNCTIONS_H
#define ROWKEY_PLAN_TEXT_FUNCTIONS_H

#include <string.h>

#include "plan/plan.h"

/* What stands between the parentheses after the text. */
enum text_arguments {
  TEXT_ALONE,
  TEXT_AND_BYTE,            /* a string of one byte */
  TEXT_AND_BYTE_IF_ANY,     /* the same, or nothing */
  TEXT_AND_BYTE_AND_REASON, /* and another string, which may be left out */
  TEXT_AND_COUNT,           /* a number of bytes or characters */
  TEXT_AND_FROM_AND_COUNT   /* two */
};

struct text_rule {
  const char *name;  /* in templates; NULL where a format makes it */
  const char *usage; /* how it is called */
  const char *word;  /* that makes it of the function of the same name, as `right` in trim(text, right) */
  size_t word_at;    /* the place of the word among the arguments */
  enum text_arguments arguments;
  bool cuts;        /* the result is a part of the text, and lies in it */
  bool bytewise;    /* each byte of the result is made of the one at its place */
  bool keeps_order; /* the result never falls where the text rises */
  bool reversible;  /* the text follows from the result: decoding undoes it */
  bool varies;      /* results of texts of one width need not have one */
  bool keeps_front; /* the first characters of the result are those of the text, but for their case */
  /* Of the bytes of results, which are the text's where it is not one of these: */
  uint8_t letters; /* the first of 26 that become those of the other case */
  bool lacks_byte; /* they have no byte that is call->byte */
  bool adds_byte;  /* they may have that */
  bool makes_any;  /* they may have any */
};

extern const struct text_rule rowkey_text_rules[TEXT_FUNCTIONS]; /* by text_function */

static inline const struct text_rule *text_rule_of(const struct text_call *call) {
  return &rowkey_text_rules[call->function];
}

/* The first bytes or characters of another text. */
static inline bool value_is_prefix(const struct value *value) {
  return value->kind == VALUE_TEXT_CALL &&
         (value->call.function == TEXT_PREFIX || value->call.function == TEXT_PREFIX_CHARACTERS);
}

static inline uint64_t lesser_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Bytes of a character. */
enum { CHARACTER_MAX = 4 };

/* Where the first `count` characters end: behind the text where its last one is cut off, UINT64_MAX where it
 * has fewer. Each has as many bytes as the first of them says; one that begins none counts by itself. So
 * texts that are not UTF-8 have characters too, and the order of texts is that of their first ones. */
static inline uint64_t rowkey_end_of_characters(struct slice text, uint64_t count) {
  uint64_t end = 0;
  for (; count > 0 && end < text.size; count--) {
    const uint8_t first = (uint8_t)text.at[end];
    end += first < 0xc0 || first >= 0xf8 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  }
  return count > 0 ? UINT64_MAX : end;
}

/* Bytes of `count` characters at most. */
static inline uint64_t rowkey_most_of_characters(uint64_t count) {
  return count <= UINT64_MAX / CHARACTER_MAX ? CHARACTER_MAX * count : UINT64_MAX;
}

/* A text of n bytes becomes factor * n + added bytes at most, and no more than `most`. */
struct text_growth {
  uint64_t factor, added, most;
};

/* The function is that of the call, as below. In loops over rows it is a constant, of which little is left.
 */
static inline __attribute__((always_inline)) struct text_growth text_growth_of(const struct text_call *call,
                                                                               enum text_function function) {
  switch (function) {
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return (struct text_growth){1, 0, call->count};
    case TEXT_PREFIX_CHARACTERS:
      return (struct text_growth){1, 0, rowkey_most_of_characters(call->count)};
    case TEXT_UTF16LE:
      return (struct text_growth){2, 0, UINT64_MAX};
    case TEXT_PADDED_RIGHT:
    case TEXT_PADDED_LEFT:
      return (struct text_growth){0, call->count, UINT64_MAX};
    case TEXT_COUNTED:
      return (struct text_growth){1, call->count, UINT64_MAX};
    default:
      return (struct text_growth){1, 0, UINT64_MAX};
  }
}

/* The most bytes that it makes of a text of `size` bytes, or UINT64_MAX. */
static inline __attribute__((always_inline)) uint64_t text_call_most(const struct text_call *call,
                                                                     enum text_function function,
                                                                     uint64_t size) {
  const struct text_growth growth = text_growth_of(call, function);
  uint64_t grown;
  if (__builtin_mul_overflow(size, growth.factor, &grown) ||
      __builtin_add_overflow(grown, growth.added, &grown))
    return growth.most;
  return lesser_u64(grown, growth.most);
}

static inline uint64_t rowkey_text_call_most(const struct text_call *call, uint64_t size) {
  return text_call_most(call, call->function, size);
}

/* The bytes that it makes of texts that have `least` to `most`, of which UINT64_MAX is no limit. */
struct text_sizes {
  uint64_t least, most;
};
struct text_sizes rowkey_text_call_sizes(const struct text_call *call, struct text_sizes text);
/* The bytes that it makes of every text of `width` bytes, or of any text when that is 0; 0 if they differ. */
uint64_t rowkey_text_call_width(const struct text_call *call, uint64_t width);

/* A space, or \t to \r. Nearly all bytes that are asked for are greater, and take one comparison. */
static inline bool is_white_space(char byte) {
  const uint8_t number = (uint8_t)byte;
  return __builtin_expect(number <= ' ', false) && (UINT64_C(0x100003e00) >> number & 1) != 0;
}

/* What stands between the first { and the next }, or all of the text where that is nothing. */
static inline struct slice rowkey_hash_tag(struct slice text) {
  const char *open = text.size == 0 ? NULL : memchr(text.at, '{', text.size);
  if (open == NULL) return text;
  const char *tag = open + 1;
  const size_t left = (size_t)(text.at + text.size - tag);
  const char *close = left == 0 ? NULL : memchr(tag, '}', left);
  return close == NULL || close == tag ? text : (struct slice){tag, (size_t)(close - tag)};
}

/* Without the white space at its end, or `byte` where it is not negative. */
static inline struct slice rowkey_trim_right(struct slice text, int byte) {
  for (; text.size > 0; text.size--) {
    const char last = text.at[text.size - 1];
    if (byte < 0 ? !is_white_space(last) : (uint8_t)last != byte) break;
  }
  return text;
}

/* What a function that cuts takes of the text; the function is that of the call. */
static inline struct slice cut_text(const struct text_call *call, enum text_function function,
                                    struct slice text) {
  if (function == TEXT_TRIM) {
    text = rowkey_trim_right(text, -1);
    for (; text.size > 0 && is_white_space(text.at[0]); text.size--) text.at++;
    return text;
  }
  if (function == TEXT_TRIM_RIGHT) return rowkey_trim_right(text, call->count == 0 ? -1 : call->byte);
  if (function == TEXT_HASH_TAG) return rowkey_hash_tag(text);
  if (function == TEXT_PREFIX_CHARACTERS)
    return (struct slice){text.at,
                          (size_t)lesser_u64(text.size, rowkey_end_of_characters(text, call->count))};
  /* TEXT_PREFIX and TEXT_SLICE */
  const size_t from = call->from < text.size ? (size_t)call->from : text.size, left = text.size - from;
  return (struct slice){text.at + from, left < call->count ? left : (size_t)call->count};
}

static inline struct slice rowkey_cut_text(const struct text_call *call, struct slice text) {
  return cut_text(call, call->function, text);
}

/* For rowkey_change_text: the text has no result. */
#define NO_TEXT SIZE_MAX

/* Writes what any other function makes of the text, and returns how many bytes that are, or NO_TEXT. There is
 * room for rowkey_text_call_most; the text and `out` do not overlap. */
size_t rowkey_change_text(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out);

#endif
