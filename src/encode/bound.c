/* How many bytes the keys of a batch need at most. */
#include "base/strings.h"
#include "encode/encoder.h"
#include "kernels/kernel_table.h"
#include "plan/text_function.h"

/* A number of bytes, or the fact that it passes 64 bits. */
struct bound {
  uint64_t bytes;
  bool overflow;
};

static struct bound add_bounds(struct bound a, struct bound b) {
  a.overflow |= b.overflow | __builtin_add_overflow(a.bytes, b.bytes, &a.bytes);
  return a;
}

static struct bound multiply(struct bound a, uint64_t factor) {
  a.overflow |= __builtin_mul_overflow(a.bytes, factor, &a.bytes);
  return a;
}

/* The batch whose keys are bounded. */
struct batch {
  const struct rowkey_layout *layout;
  const struct rowkey_kernels *kernels;
  const rowkey_values *columns;
  size_t rows;
  bool quick;                         /* texts that are cut to a number of bytes all have as many */
  struct converted_column *converted; /* NULL, or what is known of the columns */
};

static struct bound once_a_row(const struct batch *batch) { return (struct bound){batch->rows, false}; }

static struct bound bound_of_offsets(const rowkey_values *column, size_t rows) {
  struct bound total = {0, false};
  for (size_t i = 0; i < rows; i++) {
    uint64_t begin = column->begin != NULL ? column->begin[i] : column->offsets32[i];
    uint64_t end = column->begin != NULL ? column->end[i] : column->offsets32[i + 1];
    uint64_t length = begin <= end && end <= column->size ? end - begin : 0;
    total.overflow |= __builtin_add_overflow(total.bytes, length, &total.bytes);
  }
  return total;
}

/* Where no offset is below the one before it and the last one is inside, all are good and the texts lie side
 * by side. A loop without branches, for the compiler to vectorize. */
static struct bound bound_of_offsets32(const rowkey_values *column, size_t rows) {
  const uint32_t *offsets = column->offsets32;
  uint32_t falls = 0;
  for (size_t i = 0; i < rows; i++) falls |= offsets[i] > offsets[i + 1];
  if (falls != 0 || offsets[rows] > column->size) return bound_of_offsets(column, rows);
  return (struct bound){offsets[rows] - offsets[0], false};
}

/* The bytes of a text column. A row that is not valid counts as 0, because encoding stops there; so do the
 * rows of a column that encoding refuses. */
static struct bound bound_of_column(const struct batch *batch, size_t index) {
  if (batch->columns == NULL) return (struct bound){0, false};
  const rowkey_values *column = &batch->columns[index];
  if (column->rows < batch->rows) return (struct bound){0, false};
  if ((column->begin == NULL) != (column->end == NULL)) return (struct bound){0, false};
  struct converted_column *known = batch->converted == NULL ? NULL : &batch->converted[index];
  const struct conversion conversion =
      known == NULL ? rowkey_conversion_of(&batch->layout->columns[index], column->tag) : known->conversion;
  if (conversion_is_needed(&conversion)) {
    const size_t size = rowkey_conversion_bound(&conversion, column, batch->rows);
    return (struct bound){size, size == SIZE_MAX};
  }
  if (column->begin == NULL && column->offsets32 == NULL) return multiply(once_a_row(batch), column->width);
  if (column->begin == NULL) return bound_of_offsets32(column, batch->rows);
  uint64_t most, total;
  if (__builtin_mul_overflow((uint64_t)column->size, (uint64_t)batch->rows, &most))
    return bound_of_offsets(column, batch->rows);
  const struct rowkey_strings strings = strings_at(column->data, column->size, column->begin, column->end);
  if (batch->kernels->check_strings(&strings, batch->rows, &total) < batch->rows)
    return bound_of_offsets(column, batch->rows);
  if (known != NULL) known->strings_are_inside = true;
  return (struct bound){total, false};
}

static struct bound bound_of_sequence(const struct batch *batch, const struct sequence *sequence);
static struct bound bound_of_text(const struct batch *batch, const struct value *text);

static struct bound lesser(struct bound a, struct bound b) {
  if (a.overflow || b.overflow) return a.overflow ? b : a;
  return a.bytes < b.bytes ? a : b;
}

static struct bound bound_of_call(const struct batch *batch, const struct value *text) {
  const struct text_growth growth = rowkey_text_growth(&text->call);
  const struct bound rows = once_a_row(batch);
  if (batch->quick && growth.most != UINT64_MAX) return multiply(rows, growth.most);
  const struct bound bound = bound_of_text(batch, text->a);
  return lesser(add_bounds(multiply(bound, growth.factor), multiply(rows, growth.added)),
                multiply(rows, growth.most));
}

/* Text whose length the sequence's `maximum` does not count. */
static struct bound bound_of_text(const struct batch *batch, const struct value *text) {
  struct bound length;
  switch (text->kind) {
    case VALUE_TEXT_COLUMN:
      return bound_of_column(batch, text->column);
    case VALUE_COALESCE:
      length = value_is_constant(text->b) ? multiply(once_a_row(batch), text->b->text.size)
                                          : bound_of_text(batch, text->b);
      return add_bounds(bound_of_text(batch, text->a), length);
    case VALUE_REVERSED:
      return bound_of_sequence(batch, text->message);
    case VALUE_ESCAPED_TEXT:
      length = bound_of_text(batch, text->a);
      if (text->escape == ESCAPE_TERMINATED) return multiply(add_bounds(length, once_a_row(batch)), 2);
      /* Every 8 bytes, and what is left of each row, become 9. */
      length.bytes /= 8;
      return multiply(add_bounds(length, once_a_row(batch)), 9);
    case VALUE_TEXT_CALL:
      return bound_of_call(batch, text);
    default:
      return (struct bound){0, false};
  }
}

static struct bound bound_of_sequence(const struct batch *batch, const struct sequence *sequence) {
  struct bound total = multiply(once_a_row(batch), sequence->maximum);
  for (size_t i = 0; i < sequence->count && !sequence->fixed; i++) {
    const struct part *part = &sequence->parts[i];
    if (part_varies(part))
      total = add_bounds(total,
                         multiply(bound_of_text(batch, part->written), part->kind == PART_TEXT_HEX ? 2 : 1));
  }
  return total;
}

uint64_t rowkey_bound(const struct rowkey_layout *layout, const struct rowkey_kernels *kernels,
                      const rowkey_batch *given, uint64_t enough, struct converted_column *converted) {
  if (given->rows == 0) return 0;
  struct batch batch = {layout, kernels, given->columns, given->rows, true, converted};
  struct bound bound = bound_of_sequence(&batch, &layout->key);
  batch.quick = false;
  if (bound.overflow || bound.bytes > enough) bound = bound_of_sequence(&batch, &layout->key);
  return bound.overflow ? UINT64_MAX : bound.bytes;
}

size_t rowkey_encode_bound(const rowkey_layout *layout, const rowkey_batch *batch) {
  if (layout == NULL || batch == NULL || batch->column_count != layout->column_count) return 0;
  const uint64_t bound = rowkey_bound(layout, rowkey_kernels_selected(), batch, 0, NULL);
  return bound < SIZE_MAX ? (size_t)bound : SIZE_MAX;
}

uint64_t rowkey_joined_length(const struct rowkey_source *sources, size_t count, size_t row) {
  uint64_t length = 0;
  for (size_t i = 0; i < count; i++) {
    const struct rowkey_strings *strings = &sources[i].strings;
    length += sources[i].width;
    if (strings->begin != NULL) length += (strings->end[row] - strings->begin[row]) << sources[i].hex;
  }
  return length;
}

uint64_t rowkey_joined_total(const struct rowkey_kernels *kernels, const struct rowkey_source *sources,
                             size_t count, size_t first, size_t rows) {
  uint64_t total = 0;
  for (size_t i = 0; i < count; i++) {
    struct rowkey_strings strings = sources[i].strings;
    total += sources[i].width * (uint64_t)(rows - first);
    if (strings.begin == NULL) continue;
    strings.begin += first;
    strings.end += first;
    uint64_t length;
    kernels->check_strings(&strings, rows - first, &length);
    total += length << sources[i].hex;
  }
  return total;
}
