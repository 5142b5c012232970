/* Texts that are made where they are written: a kernel makes most rows in one pass, and leaves the others to
 * the function that describes the text. */
#include <string.h>

#include "encode/encoder.h"
#include "plan/text_function.h"

/* NO_TEXT if there is none. */
static size_t make_text(const struct text_call *call, const struct rowkey_strings *strings, size_t row,
                        uint8_t *out) {
  const struct slice text = {(const char *)strings->bytes + strings->begin[row],
                             (size_t)(strings->end[row] - strings->begin[row])};
  if (!text_call_cuts(call)) return call->function->change(call, (const uint8_t *)text.at, text.size, out);
  const struct slice part = call->function->cut(call, text);
  if (part.size > 0) memcpy(out, part.at, part.size);
  return part.size;
}

/* Whether the row's text is inside its column, which nothing has checked before. */
static bool is_inside(const struct rowkey_strings *strings, size_t row) {
  return strings->begin[row] <= strings->end[row] && strings->end[row] <= strings->size;
}

/* Up to which row they are made one by one before the kernel is tried again: `few` are, and more each time
 * that it was in vain. */
static size_t end_of_few(size_t *few, bool in_vain, size_t row, size_t rows) {
  if (!in_vain)
    *few = ROWKEY_MADE_FEW;
  else if (*few < ROWKEY_MADE_CHUNK)
    *few *= 2;
  return rows - row < *few ? rows : row + *few;
}

size_t rowkey_join_made(struct run *run, const struct value *made, size_t rows, uint8_t *keys,
                        const uint8_t *end, uint64_t *offsets) {
  const struct rowkey_source *source = &run->encoder->sources[run->encoder->layout->key.first_piece];
  const struct rowkey_making making = made->call.function->making(&made->call);
  size_t few = ROWKEY_MADE_FEW;
  for (size_t row = 0; row < rows;) {
    const size_t stop = run->kernels->join_made(&making, source, row, rows, keys, end, offsets);
    const size_t next = end_of_few(&few, stop == row, stop, rows);
    for (row = stop; row < next; row++) {
      if (!is_inside(&source->strings, row)) return rowkey_report_value(run, made->a, row);
      uint8_t *to = keys + offsets[row];
      memcpy(to, source->rows + row * source->stride, source->width);
      const size_t size = make_text(&made->call, &source->strings, row, to + source->width);
      if (size == NO_TEXT) return rowkey_report_text_call(run, made, row);
      offsets[row + 1] = offsets[row] + source->width + size;
    }
  }
  return rows;
}

size_t rowkey_fill_made(struct run *run, const struct value *made, size_t rows,
                        const struct rowkey_place *place) {
  const struct rowkey_strings *strings = &slot_of(run, made->a)->strings;
  const struct rowkey_making making = made->call.function->making(&made->call);
  size_t few = ROWKEY_MADE_FEW;
  for (size_t row = 0; row < rows;) {
    const size_t stop = run->kernels->fill_texts(&making, strings, row, rows, place);
    const size_t next = end_of_few(&few, stop == row, stop, rows);
    for (row = stop; row < next; row++) {
      if (!is_inside(strings, row)) return rowkey_report_value(run, made->a, row);
      if (make_text(&made->call, strings, row, place->at + row * place->stride) == NO_TEXT)
        return rowkey_report_text_call(run, made, row);
    }
  }
  return rows;
}
