/* Rows of varying length: put together from pieces, row by row.
 *
 * Most runs and strings are short. They are copied as whole units, over whose end the next piece is written:
 * that there is room for it is made sure of for many rows at once.
 */
#ifndef ROWKEY_SIMD_KERNELS_JOIN_H
#define ROWKEY_SIMD_KERNELS_JOIN_H

#include "simd/kernels/hex.h"
#include "simd/kernels/spans.h"

enum { JOIN_UNIT = 16 }; /* runs can be read in multiples of this */
/* Rows for which one way of copying is chosen together, and the smaller groups that they are split into when
 * one of them does not allow that way. */
enum { JOIN_GROUP = 256, JOIN_FEW = 8 };

V_INLINE size_t string_length(const struct rowkey_source *source, size_t row) {
  return (size_t)(source->strings.end[row] - source->strings.begin[row]);
}

/* ---- With room in front of `end` for this row alone */

static uint8_t *append_exactly(const struct rowkey_source *source, size_t row, uint8_t *to) {
  memcpy(to, source->rows + row * source->stride, source->width);
  to += source->width;
  if (source->strings.begin == NULL) return to;
  const uint8_t *from = source->strings.bytes + source->strings.begin[row];
  size_t length = string_length(source, row);
  if (source->hex)
    hex_of_bytes(from, length, source->upper, to);
  else
    memcpy(to, from, length);
  length <<= source->hex;
  for (size_t i = 0; i < length && source->flip != 0; i++) to[i] ^= source->flip;
  return to + length;
}

/* ---- Where it is known that everything can be read and overwritten in units */

enum join_way {
  JOIN_AT_ONCE, /* a run of at most one unit and its string, together at most two, in one piece */
  JOIN_UNITS,   /* a run of at most one unit, a string of at most two */
  JOIN_WIDE     /* any run and such a string */
};

V_INLINE void copy_run(const uint8_t *run, size_t width, enum join_way way, uint8_t *to) {
  v8_copy16(to, run, 0);
  for (size_t at = JOIN_UNIT; way == JOIN_WIDE && at < width; at += JOIN_UNIT)
    v8_copy16(to + at, run + at, 0);
}

V_INLINE uint8_t *append_units(const struct rowkey_source *source, const uint8_t *run, size_t row,
                               bool has_string, enum join_way way, uint8_t *to) {
  const size_t width = source->width;
  if (!has_string) {
    copy_run(run, width, way, to);
    return to + width;
  }
  const uint64_t begin = source->strings.begin[row];
  const uint8_t *string = source->strings.bytes + begin;
  if (way == JOIN_AT_ONCE) {
    v8_join32(to, run, width, string - width);
  } else {
    copy_run(run, width, way, to);
    v8_copy32(to + width, string, source->flip * UINT64_C(0x0101010101010101));
  }
  return to + width + (source->strings.end[row] - begin);
}

V_INLINE const uint8_t *run_of(const struct rowkey_source *source, size_t row) {
  return source->rows + row * source->stride;
}
V_INLINE bool has_string(const struct rowkey_source *source) { return source->strings.begin != NULL; }

/* The sources are copies that no byte written can change: their fields stay in registers. */
V_INLINE uint8_t *join_one(struct rowkey_source source, size_t row, size_t rows, enum join_way way,
                           uint8_t *out, const uint8_t *origin, uint64_t *ends) {
  const uint8_t *run = run_of(&source, row);
  for (; row < rows; row++, run += source.stride) {
    out = append_units(&source, run, row, true, way, out);
    ends[row] = (uint64_t)(out - origin);
  }
  return out;
}

V_INLINE uint8_t *join_two(struct rowkey_source first, struct rowkey_source second, bool ends_in_string,
                           size_t row, size_t rows, enum join_way way, uint8_t *out, const uint8_t *origin,
                           uint64_t *ends) {
  const uint8_t *run = run_of(&first, row), *next_run = run_of(&second, row);
  for (; row < rows; row++, run += first.stride, next_run += second.stride) {
    out = append_units(&first, run, row, true, way, out);
    out = append_units(&second, next_run, row, ends_in_string, way, out);
    ends[row] = (uint64_t)(out - origin);
  }
  return out;
}

V_INLINE uint8_t *join_three(struct rowkey_source first, struct rowkey_source second,
                             struct rowkey_source third, bool ends_in_string, size_t row, size_t rows,
                             enum join_way way, uint8_t *out, const uint8_t *origin, uint64_t *ends) {
  const uint8_t *a = run_of(&first, row), *b = run_of(&second, row), *c = run_of(&third, row);
  for (; row < rows; row++, a += first.stride, b += second.stride, c += third.stride) {
    out = append_units(&first, a, row, true, way, out);
    out = append_units(&second, b, row, true, way, out);
    out = append_units(&third, c, row, ends_in_string, way, out);
    ends[row] = (uint64_t)(out - origin);
  }
  return out;
}

/* One loop for each way and small count. All sources but the last have a string. */
V_INLINE uint8_t *join_units(const struct rowkey_source *sources, size_t count, size_t row, size_t rows,
                             enum join_way way, uint8_t *out, const uint8_t *origin, uint64_t *ends) {
  if (count == 1 && has_string(&sources[0])) return join_one(sources[0], row, rows, way, out, origin, ends);
  if (count == 2 && has_string(&sources[1]))
    return join_two(sources[0], sources[1], true, row, rows, way, out, origin, ends);
  if (count == 2) return join_two(sources[0], sources[1], false, row, rows, way, out, origin, ends);
  if (count == 3 && !has_string(&sources[2]))
    return join_three(sources[0], sources[1], sources[2], false, row, rows, way, out, origin, ends);
  for (; row < rows; row++) {
    for (size_t i = 0; i < count; i++)
      out = append_units(&sources[i], run_of(&sources[i], row), row, has_string(&sources[i]), way, out);
    ends[row] = (uint64_t)(out - origin);
  }
  return out;
}

/* What decides how a group of rows can be copied. */
struct join_group {
  uint64_t total; /* bytes */
  size_t width;   /* of the widest run */
  bool in_units;  /* strings have at most two units, and as many bytes can be read */
  bool at_once;   /* and runs have one, and no string is changed, or too long beside its run, or too near the
                     begin of all */
};

V_INLINE struct join_group join_group_of(const struct rowkey_source *sources, size_t count, size_t row,
                                         size_t rows) {
  const uint64_t most = 2 * JOIN_UNIT;
  struct join_group group = {0, 0, true, true};
  for (size_t i = 0; i < count; i++) {
    const struct rowkey_source *source = &sources[i];
    const size_t width = source->width;
    group.total += width * (uint64_t)(rows - row);
    if (width > group.width) group.width = width;
    group.at_once &= width <= JOIN_UNIT;
    if (source->strings.begin == NULL) continue;
    const bool joins = width <= JOIN_UNIT && source->flip == 0 && !source->hex;
    const struct span_limits limits = {joins ? most - width : most, joins ? width : 0, most};
    const struct spans spans = spans_of(&source->strings, row, rows, limits);
    group.total += spans.total << source->hex;
    group.at_once &= joins && !spans_exceed(spans.longer | spans.in_front);
    group.in_units &= !source->hex && !spans_exceed(spans.unreadable);
    /* Too long to be joined at once may still be short enough. */
    if (joins && spans_exceed(spans.longer))
      group.in_units &=
          !spans_exceed(spans_of(&source->strings, row, rows, (struct span_limits){most, 0, most}).longer);
    else
      group.in_units &= !spans_exceed(spans.longer);
  }
  return group;
}

static uint8_t *join_group(const struct join_group *group, const struct rowkey_source *sources, size_t count,
                           size_t row, size_t rows, uint8_t *out, const uint8_t *origin, uint64_t *ends) {
  if (group->at_once) return join_units(sources, count, row, rows, JOIN_AT_ONCE, out, origin, ends);
  if (group->width <= JOIN_UNIT) return join_units(sources, count, row, rows, JOIN_UNITS, out, origin, ends);
  return join_units(sources, count, row, rows, JOIN_WIDE, out, origin, ends);
}

static void join_rows(const struct rowkey_source *sources, size_t count, size_t first, size_t rows,
                      uint8_t *out, const uint8_t *end, const uint8_t *origin, uint64_t *ends) {
  size_t few_before = first; /* the end of a group that some row has split up */
  for (size_t row = first, next; row < rows; row = next) {
    const size_t size = row < few_before ? JOIN_FEW : JOIN_GROUP;
    next = rows - row < size ? rows : row + size;
    const struct join_group group = join_group_of(sources, count, row, next);
    /* After a row's end come at most the rest of a run's unit and the whole of a string's two. */
    if (group.in_units && (size_t)(end - out) >= group.total + 3 * JOIN_UNIT) {
      out = join_group(&group, sources, count, row, next, out, origin, ends);
    } else if (next - row > JOIN_FEW) {
      few_before = next;
      next = row;
    } else {
      for (; row < next; row++) {
        for (size_t i = 0; i < count; i++) out = append_exactly(&sources[i], row, out);
        ends[row] = (uint64_t)(out - origin);
      }
    }
  }
}

#endif
