/* Functions of text, byte by byte. */
#include <string.h>

#include "oracle.h"

const char *const text_call_names[TEXT_CALLS] = {[PREFIX_CALL] = "prefix",
                                                 [SLICE_CALL] = "slice",
                                                 [TRIM_CALL] = "trim",
                                                 [LOWER_CALL] = "lower",
                                                 [UPPER_CALL] = "upper"};

static bool is_space(uint8_t byte) { return byte != 0 && strchr(" \t\n\v\f\r", byte) != NULL; }

static void append_slice(const struct result *text, uint64_t from, uint64_t count, struct bytes *made) {
  for (uint64_t i = 0; i < text->size; i++)
    if (i >= from && i - from < count) append(made, text->text + i, 1);
}

static void append_trimmed(const struct result *text, struct bytes *made) {
  size_t begin = 0, end = text->size;
  while (begin < end && is_space(text->text[begin])) begin++;
  while (end > begin && is_space(text->text[end - 1])) end--;
  append(made, text->text + begin, end - begin);
}

static void append_in_case(const struct result *text, const char *from, const char *to, struct bytes *made) {
  for (size_t i = 0; i < text->size; i++) {
    const uint8_t byte = text->text[i];
    const char *letter = byte == 0 ? NULL : strchr(from, byte);
    append(made, letter == NULL ? &byte : (const uint8_t *)to + (letter - from), 1);
  }
}

bool call_of_text(enum text_call_kind call, uint64_t from, uint64_t count, struct result *result,
                  struct bytes *text) {
  static const char lower[] = "abcdefghijklmnopqrstuvwxyz", upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  struct bytes made = {.size = 0};
  switch (call) {
    case PREFIX_CALL:
    case SLICE_CALL:
      append_slice(result, from, count, &made);
      break;
    case TRIM_CALL:
      append_trimmed(result, &made);
      break;
    case LOWER_CALL:
      append_in_case(result, upper, lower, &made);
      break;
    default:
      append_in_case(result, lower, upper, &made);
      break;
  }
  made.overflowed = made.overflowed || text->overflowed;
  *text = made;
  result->text = text->at;
  result->size = text->size;
  return true;
}
