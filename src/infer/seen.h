/* The keys that a layout is inferred from, and what stands at one place in them. */
#ifndef ROWKEY_INFER_SEEN_H
#define ROWKEY_INFER_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What all but one in fifty keys have is taken for a rule: the others may be of another layout. */
#define NEARLY_ALL 0.98

/* Key i, or what is left of it, is bytes[begin[i] … end[i]). */
struct seen {
  const uint8_t *bytes;
  uint64_t *begin;
  const uint64_t *end;
  size_t count;
  struct place *places; /* working memory for MOST_PLACES of them */
};
enum { MOST_PLACES = 512 };

static inline size_t seen_size(const struct seen *seen, size_t i) {
  return (size_t)(seen->end[i] - seen->begin[i]);
}
static inline const uint8_t *seen_at(const struct seen *seen, size_t i) {
  return seen->bytes + seen->begin[i];
}

/* What stands at byte `offset` of the keys that have one. */
struct place {
  size_t counts[256];
  size_t keys;
  double bits; /* entropy */
  /* All that follows is about nearly all of the keys. */
  bool is_constant; /* `usual` */
  uint8_t usual;    /* the most frequent byte */
  bool are_digits, are_lower_hex, are_upper_hex, are_letters, are_printable;
  bool may_be_text; /* no control characters */
  bool are_padding; /* printable or 00, and some of either */
};

void rowkey_see_place(const struct seen *seen, size_t offset, struct place *place);

/* Whether the bytes are as even over `values` different ones as random ones would be. */
bool rowkey_place_is_even(const struct place *place, size_t values);

/* Whether these bytes are text: UTF-8 without control characters, or Latin-1 that is letters of ASCII for the
 * most part. */
bool rowkey_is_text(const uint8_t *bytes, size_t size);

/* Whether what stands in nearly all keys from byte `offset` on, up to `end` bytes of them, is text. */
bool rowkey_see_text(const struct seen *seen, size_t offset, size_t end);

/* The most frequent size, where nearly all have it; else ROWKEY_NONE. */
size_t rowkey_common_size(const struct seen *seen);

static inline bool is_hex_place(const struct place *place) {
  return place->are_digits || place->are_lower_hex || place->are_upper_hex;
}
static inline bool is_word_byte(uint8_t byte) {
  return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || byte >= 0x80;
}
static inline bool is_printable_byte(uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

#endif
