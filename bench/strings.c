/* What is done to short strings on their way into keys. Each is measured so that none of it can hide in
 * encode/. */
#include <string.h>

#include "kernels/kernel_table.h"
#include "records.h"
#include "shape.h"

enum { PREFIX = 4, UNIT = 16, PADDED = 16 };

struct texts {
  struct shape shape;
  struct rowkey_strings strings;
  uint8_t *prefixes; /* UNIT bytes a row, of which PREFIX are used */
  uint64_t *begin, *end;
};

static void fill_texts(struct shape *shape) {
  struct texts *texts = (struct texts *)shape;
  const struct bench_strings *key = &bench_records()->key;
  texts->strings = (struct rowkey_strings){key->bytes, key->size, key->begin, key->end};
  texts->prefixes = shape_allocate(shape, shape->rows * UNIT);
  for (size_t i = 0; i < shape->rows * UNIT; i++) texts->prefixes[i] = (uint8_t)('0' + bench_random() % 10);
  texts->begin = shape_allocate(shape, shape->rows * sizeof(*texts->begin));
  texts->end = shape_allocate(shape, shape->rows * sizeof(*texts->end));
  shape->bytes = key->size;
}

static size_t length_of(const struct texts *texts, size_t row) {
  return (size_t)(texts->strings.end[row] - texts->strings.begin[row]);
}
static const uint8_t *text_of(const struct texts *texts, size_t row) {
  return texts->strings.bytes + texts->strings.begin[row];
}

/* ---- join_rows: a prefix of four bytes and the string ---- */

static void fill_join(struct shape *shape) {
  fill_texts(shape);
  shape->output_size = (size_t)(shape->bytes + shape->rows * PREFIX);
}

static void join_kernel(struct shape *shape, const void *with) {
  const struct rowkey_kernels *kernels = with;
  struct texts *texts = (struct texts *)shape;
  const struct rowkey_source source = {
      .rows = texts->prefixes, .stride = UNIT, .width = PREFIX, .strings = texts->strings};
  kernels->join_rows(&source, 1, 0, shape->rows, shape->output, shape->output + shape->output_size,
                     shape->output, texts->end);
}

static void join_memcpy(struct shape *shape, const void *with) {
  const struct texts *texts = (const struct texts *)shape;
  uint8_t *to = shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    memcpy(to, texts->prefixes + i * UNIT, PREFIX);
    memcpy(to + PREFIX, text_of(texts, i), length_of(texts, i));
    to += PREFIX + length_of(texts, i);
    texts->end[i] = (uint64_t)(to - shape->output);
  }
}

/* ---- padded_text ---- */

static void fill_padded(struct shape *shape) {
  fill_texts(shape);
  shape->output_size = shape->rows * PADDED;
}

static void padded_kernel(struct shape *shape, const void *with) {
  const struct rowkey_kernels *kernels = with;
  const struct rowkey_place place = {shape->output, PADDED, PADDED, shape->output + shape->output_size};
  kernels->padded_text(&((const struct texts *)shape)->strings, PADDED, shape->rows, &place);
}

static void padded_memcpy(struct shape *shape, const void *with) {
  const struct texts *texts = (const struct texts *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    memset(shape->output + i * PADDED, 0, PADDED);
    memcpy(shape->output + i * PADDED, text_of(texts, i), length_of(texts, i));
  }
}

/* ---- the escaped forms ---- */

static void terminated_bytes(struct shape *shape, const void *with) {
  const struct texts *texts = (const struct texts *)shape;
  uint8_t *to = shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *from = text_of(texts, i);
    for (size_t at = 0; at < length_of(texts, i); at++) {
      *to++ = from[at];
      if (from[at] == 0) *to++ = 255;
    }
    *to++ = 0;
    *to++ = 1;
  }
}

static void groups_bytes(struct shape *shape, const void *with) {
  const struct texts *texts = (const struct texts *)shape;
  uint8_t *to = shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const size_t length = length_of(texts, i);
    for (size_t at = 0; at <= length; at += 8, to += 9) {
      const size_t part = length - at < 8 ? length - at : 8;
      memset(to, 0, 8);
      memcpy(to, text_of(texts, i) + at, part);
      to[8] = (uint8_t)(255 - (8 - part));
    }
  }
}

/* No string of the input holds a zero byte. Both forms may overwrite 16 bytes after their end. */
static void fill_terminated(struct shape *shape) {
  fill_texts(shape);
  shape->output_size = (size_t)shape->bytes + 2 * shape->rows + UNIT;
}

static void fill_groups(struct shape *shape) {
  fill_texts(shape);
  shape->output_size = UNIT;
  for (size_t i = 0; i < shape->rows; i++)
    shape->output_size += (length_of((struct texts *)shape, i) / 8 + 1) * 9;
}

static void settle_escaped(struct shape *shape) {
  memset(shape->output + shape->output_size - UNIT, 0, UNIT);
}

static void terminated_kernel(struct shape *shape, const void *with) {
  static const struct rowkey_escape usual = {{0x00, 0xff}, {0}, {0x00, 0x01}, 2, false};
  const struct rowkey_kernels *kernels = with;
  const struct texts *texts = (const struct texts *)shape;
  kernels->escape_terminated(&texts->strings, &usual, shape->rows, shape->output, texts->begin, texts->end);
}

static void groups_kernel(struct shape *shape, const void *with) {
  const struct rowkey_kernels *kernels = with;
  const struct texts *texts = (const struct texts *)shape;
  kernels->escape_groups(&texts->strings, shape->rows, shape->output, texts->begin, texts->end);
}

void register_strings(void) {
  struct texts *joined =
      shape_create(sizeof(*joined), BENCH_ROWS, fill_join, join_memcpy, "join_rows/4B+text");
  bench_add_kernel(&joined->shape, join_kernel, join_rows);
  bench_add(&joined->shape, "memcpy", join_memcpy, NULL);

  struct texts *padded =
      shape_create(sizeof(*padded), BENCH_ROWS, fill_padded, padded_memcpy, "padded_text/%d", PADDED);
  bench_add_kernel(&padded->shape, padded_kernel, padded_text);
  bench_add(&padded->shape, "memcpy", padded_memcpy, NULL);

  struct texts *terminated = shape_create(sizeof(*terminated), BENCH_ROWS, fill_terminated, terminated_bytes,
                                          "escape_terminated/text");
  terminated->shape.settle = settle_escaped;
  bench_add_kernel(&terminated->shape, terminated_kernel, escape_terminated);
  bench_add(&terminated->shape, "bytes", terminated_bytes, NULL);

  struct texts *groups =
      shape_create(sizeof(*groups), BENCH_ROWS, fill_groups, groups_bytes, "escape_groups/text");
  groups->shape.settle = settle_escaped;
  bench_add_kernel(&groups->shape, groups_kernel, escape_groups);
  bench_add(&groups->shape, "memcpy", groups_bytes, NULL);
}
