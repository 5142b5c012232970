/* Text made from one other text: what is known of each function, and what it does to a text. */
#ifndef ROWKEY_PLAN_TEXT_FUNCTIONS_H
#define ROWKEY_PLAN_TEXT_FUNCTIONS_H

#include <string.h>

#include "plan/plan.h"

/* What stands between the parentheses after the text. */
enum text_arguments {
  TEXT_ALONE,
  TEXT_AND_BYTE,            /* a string of one byte */
  TEXT_AND_BYTE_AND_REASON, /* and another string, which may be left out */
  TEXT_AND_COUNT,           /* a number of bytes */
  TEXT_AND_FROM_AND_COUNT   /* two */
};

struct text_rule {
  const char *name;  /* in templates; NULL where a format makes it */
  const char *usage; /* how it is called */
  enum text_arguments arguments;
  bool cuts;        /* the result is a part of the text, and lies in it */
  bool bytewise;    /* each byte of the result is made of the one at its place */
  bool keeps_order; /* the result never falls where the text rises */
  bool reversible;  /* the text follows from the result: decoding undoes it */
};

extern const struct text_rule rowkey_text_rules[TEXT_FUNCTIONS]; /* by text_function */

static inline const struct text_rule *text_rule_of(const struct text_call *call) {
  return &rowkey_text_rules[call->function];
}

static inline uint64_t lesser_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The most bytes that it makes of a text of `size` bytes, or UINT64_MAX; the function is that of the call. */
static inline uint64_t text_call_most(const struct text_call *call, enum text_function function,
                                      uint64_t size) {
  switch (function) {
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return lesser_u64(size, call->count);
    case TEXT_UTF16LE:
      return size <= UINT64_MAX / 2 ? 2 * size : UINT64_MAX;
    case TEXT_PADDED_RIGHT:
    case TEXT_PADDED_LEFT:
      return call->count;
    case TEXT_COUNTED:
      return size <= UINT64_MAX - call->count ? size + call->count : UINT64_MAX;
    default:
      return size;
  }
}

static inline uint64_t rowkey_text_call_most(const struct text_call *call, uint64_t size) {
  return text_call_most(call, call->function, size);
}
/* The bytes that it makes of every text of `width` bytes, or of any text when that is 0; 0 if they differ. */
uint64_t rowkey_text_call_width(const struct text_call *call, uint64_t width);

static inline bool is_white_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/* What stands between the first { and the next }, or all of the text where that is nothing. */
static inline struct slice rowkey_hash_tag(struct slice text) {
  const char *open = text.size == 0 ? NULL : memchr(text.at, '{', text.size);
  if (open == NULL) return text;
  const char *tag = open + 1;
  const size_t left = (size_t)(text.at + text.size - tag);
  const char *close = left == 0 ? NULL : memchr(tag, '}', left);
  return close == NULL || close == tag ? text : (struct slice){tag, (size_t)(close - tag)};
}

/* What a function that cuts takes of the text; the function is that of the call. */
static inline struct slice cut_text(const struct text_call *call, enum text_function function,
                                    struct slice text) {
  if (function == TEXT_TRIM) {
    for (; text.size > 0 && is_white_space(text.at[text.size - 1]); text.size--) continue;
    for (; text.size > 0 && is_white_space(text.at[0]); text.size--) text.at++;
    return text;
  }
  if (function == TEXT_HASH_TAG) return rowkey_hash_tag(text);
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
