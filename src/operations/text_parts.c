/* prefix, slice, trim and hash_tag: parts of a text. */
#include "base/white_space.h"
#include "plan/text_rows.h"

static uint64_t no_byte(const struct text_call *call, uint64_t size) {
  (void)call, (void)size;
  return 0;
}

/* ---- prefix and slice -------------------------------------------------------------------------- */

TEXT_INLINE struct slice first_bytes(const struct text_call *call, struct slice text) {
  return (struct slice){text.at, (size_t)lesser_u64(text.size, call->count)};
}

TEXT_INLINE struct slice bytes_after(const struct text_call *call, struct slice text) {
  const size_t from = (size_t)lesser_u64(text.size, call->from);
  return first_bytes(call, (struct slice){text.at + from, text.size - from});
}

TEXT_CUT_LOOPS(first_bytes)
TEXT_CUT_LOOPS(bytes_after)

/* `from` is 0 of a prefix. */
static struct rowkey_making make_part(const struct text_call *call) {
  struct rowkey_making making = making_of_whole(ROWKEY_MAKE_PART);
  making.skip = lesser_u64(call->from, ROWKEY_MADE_WHOLE / 2);
  making.most = lesser_u64(call->count, ROWKEY_MADE_WHOLE);
  return making;
}

const struct text_function rowkey_text_prefix = {
    .name = "prefix",
    .usage = "prefix(text, bytes) or prefix(text, n, characters)",
    .arguments = TEXT_AND_COUNT,
    .is_prefix = true,
    .settles = true,
    .keeps_order = true,
    .keeps_front = true,
    .growth = text_grows_to_count,
    .making = make_part,
    TEXT_CUTS(first_bytes),
};

const struct text_function rowkey_text_slice = {
    .name = "slice",
    .usage = "slice(text, from, bytes)",
    .arguments = TEXT_AND_FROM_AND_COUNT,
    .from_front = &rowkey_text_prefix,
    .growth = text_grows_to_count,
    .making = make_part,
    TEXT_CUTS(bytes_after),
};

TEXT_INLINE struct slice first_characters(const struct text_call *call, struct slice text) {
  return (struct slice){text.at, (size_t)lesser_u64(text.size, rowkey_end_of_characters(text, call->count))};
}

TEXT_INLINE struct text_growth grows_to_characters(const struct text_call *call) {
  enum { CHARACTER_MAX = 4 }; /* bytes */
  const uint64_t most = call->count <= UINT64_MAX / CHARACTER_MAX ? CHARACTER_MAX * call->count : UINT64_MAX;
  return (struct text_growth){1, 0, most};
}

/* The fewest bytes if every character is one byte. */
static uint64_t least_of_characters(const struct text_call *call, uint64_t size) {
  return lesser_u64(size, call->count);
}

TEXT_CUT_LOOPS(first_characters)

const struct text_function rowkey_text_prefix_characters = {
    .name = "prefix",
    .usage = "prefix(text, n, characters)",
    .word = "characters",
    .word_at = 2,
    .arguments = TEXT_AND_COUNT,
    .is_prefix = true,
    .counts_characters = true,
    .settles = true,
    .keeps_order = true,
    .varies = true,
    .keeps_front = true,
    .growth = grows_to_characters,
    .least = least_of_characters,
    TEXT_CUTS(first_characters),
};

/* ---- trim ---------------------------------------------------------------------------------------- */

/* Removes `byte` at the end, or white space if `byte` is negative. */
TEXT_INLINE struct slice trim_end(struct slice text, int byte) {
  for (; text.size > 0; text.size--) {
    const uint8_t last = (uint8_t)text.at[text.size - 1];
    if (byte < 0 ? !is_white_space(last) : last != byte) break;
  }
  return text;
}

TEXT_INLINE struct slice trim(const struct text_call *call, struct slice text) {
  (void)call;
  text = trim_end(text, -1);
  for (; text.size > 0 && is_white_space((uint8_t)text.at[0]); text.size--) text.at++;
  return text;
}

/* call->count is the number of bytes that the call names: 0 or 1. */
TEXT_INLINE struct slice trim_right(const struct text_call *call, struct slice text) {
  return trim_end(text, call->count == 0 ? -1 : call->byte);
}

TEXT_CUT_LOOPS(trim)
TEXT_CUT_LOOPS(trim_right)

static struct rowkey_making make_trimmed(const struct text_call *call) {
  (void)call;
  return making_of_whole(ROWKEY_MAKE_TRIMMED);
}

static struct rowkey_making make_trimmed_right(const struct text_call *call) {
  struct rowkey_making making = making_of_whole(ROWKEY_MAKE_TRIMMED_RIGHT);
  if (call->count != 0) making.byte = call->byte, making.kind = ROWKEY_MAKE_TRIMMED_OF_BYTE;
  return making;
}

const struct text_function rowkey_text_trim = {
    .name = "trim",
    .usage = "trim(text), trim(text, right) or trim(text, right, \" \")",
    .settles = true,
    .varies = true,
    .least = no_byte,
    .making = make_trimmed,
    TEXT_CUTS(trim),
};

const struct text_function rowkey_text_trim_right = {
    .name = "trim",
    .usage = "trim(text, right) or trim(text, right, \" \")",
    .word = "right",
    .word_at = 1,
    .arguments = TEXT_AND_BYTE_IF_ANY,
    .settles = true,
    .varies = true,
    .keeps_front = true,
    .least = no_byte,
    .making = make_trimmed_right,
    TEXT_CUTS(trim_right),
};

/* ---- hash_tag ------------------------------------------------------------------------------------ */

/* The bytes between the first { and the next }, or the whole text if there are none. */
TEXT_INLINE struct slice hash_tag(const struct text_call *call, struct slice text) {
  (void)call;
  const char *open = text.size == 0 ? NULL : memchr(text.at, '{', text.size);
  if (open == NULL) return text;
  const char *tag = open + 1;
  const size_t left = (size_t)(text.at + text.size - tag);
  const char *close = left == 0 ? NULL : memchr(tag, '}', left);
  return close == NULL || close == tag ? text : (struct slice){tag, (size_t)(close - tag)};
}

static uint64_t least_of_tag(const struct text_call *call, uint64_t size) {
  (void)call;
  return lesser_u64(size, 1);
}

TEXT_CUT_LOOPS(hash_tag)

const struct text_function rowkey_text_hash_tag = {
    .name = "hash_tag",
    .usage = "hash_tag(text)",
    .settles = true,
    .varies = true,
    .least = least_of_tag,
    TEXT_CUTS(hash_tag),
};
