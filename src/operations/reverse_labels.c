/* reverse_labels: the labels between the separators, in reverse order. */
#include "plan/text_rows.h"

/* Writes the labels from first to last, from the end of `out` to its start. */
TEXT_INLINE size_t write_labels(const struct text_call *call, const uint8_t *text, size_t size,
                                uint8_t *out) {
  const uint8_t separator = call->byte;
  for (size_t begin = 0;;) {
    size_t end = begin;
    while (end < size && text[end] != separator) end++;
    copy_text(out + (size - end), text + begin, end - begin);
    if (end == size) return size;
    out[size - 1 - end] = separator;
    begin = end + 1;
  }
}

TEXT_CHANGE_LOOPS(write_labels, text_never_grows)

static struct rowkey_making make_labels(const struct text_call *call) {
  struct rowkey_making making = making_of_whole(ROWKEY_MAKE_REVERSED_LABELS);
  making.byte = call->byte;
  return making;
}

const struct text_function rowkey_text_reverse_labels = {
    .name = "reverse_labels",
    .usage = "reverse_labels(text, \".\")",
    .arguments = TEXT_AND_BYTE,
    .reversible = true,
    .making = make_labels,
    TEXT_CHANGES(write_labels),
};
