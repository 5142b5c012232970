/* Rows of varying length: put together from pieces.
 *
 * Group after group of rows, in two steps: the sums of lengths, in vectors, say where each row ends; then
 * each row is copied. Most runs and strings are short. They are copied as whole units, over whose end the
 * next piece is written: that there is room for it is made sure of for many rows at once. So no row waits for
 * the one before, and no loop depends on a length. For example, the run "a-" and the strings "key" and "k":
 *
 *     ends      5, 8
 *     row 0     a - k e y ? ? ?
 *     row 1               a - k ? ? ?
 */
#ifndef ROWKEY_SIMD_KERNELS_JOIN_H
#define ROWKEY_SIMD_KERNELS_JOIN_H

#include "simd/kernels/hex.h"
#include "simd/kernels/spans.h"

enum { JOIN_UNIT = 16 }; /* runs can be read in multiples of this */
/* Rows for which one way of copying is chosen together, and the smaller groups that they are split into when
 * one of them does not allow that way. */
enum { JOIN_GROUP = 64, JOIN_FEW = 8 };

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

static uint8_t *join_exactly(const struct rowkey_source *sources, size_t count, size_t row, size_t rows,
                             uint8_t *to, const uint8_t *origin, uint64_t *ends) {
  for (; row < rows; row++) {
    for (size_t i = 0; i < count; i++) to = append_exactly(&sources[i], row, to);
    ends[row] = (uint64_t)(to - origin);
  }
  return to;
}

/* ---- Where it is known that everything can be read and overwritten in units */

enum join_way {
  JOIN_IN_16, /* one run and its string in one piece of this many bytes */
  JOIN_IN_32, /* each run of at most one unit and its string */
  JOIN_UNITS, /* a run of at most one unit, a string of at most two */
  JOIN_WIDE   /* any run and such a string */
};

V_INLINE void copy_run(const uint8_t *run, size_t width, enum join_way way, uint8_t *to) {
  v8_copy16(to, run, 0);
  for (size_t at = JOIN_UNIT; way == JOIN_WIDE && at < width; at += JOIN_UNIT)
    v8_copy16(to + at, run + at, 0);
}

V_INLINE uint8_t *append_units(const struct rowkey_source *source, const uint8_t *run, size_t row,
                               bool has_string, v8_leading is_run, enum join_way way, uint8_t *to) {
  const size_t width = source->width;
  if (!has_string) {
    copy_run(run, width, way, to);
    return to + width;
  }
  const uint64_t begin = source->strings.begin[row];
  const uint8_t *string = source->strings.bytes + begin;
  if (way == JOIN_IN_16) {
    v8_join16(to, run, is_run, string - width);
  } else if (way == JOIN_IN_32) {
    v8_join32(to, run, is_run, string - width);
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

/* A longer run is copied without a mask. */
V_INLINE v8_leading leading_run(const struct rowkey_source *source) {
  return v8_leading_of(source->width < JOIN_UNIT ? source->width : JOIN_UNIT);
}

/* Copy rows whose ends are known, the first of them to `to`. The sources are copies that no byte written can
 * change: their fields stay in registers. Where strings touch, a row lies as far from the one before as its
 * string, and the run's width more. */
V_INLINE void join_one(struct rowkey_source source, bool touching, size_t row, size_t rows, enum join_way way,
                       uint8_t *to, uint8_t *origin, const uint64_t *ends) {
  const uint64_t *begins = source.strings.begin;
  const v8_leading is_run = leading_run(&source);
  const uint8_t *run = run_of(&source, row);
  size_t moved = (size_t)(to - origin) - begins[row];
#pragma GCC unroll 2
  for (; row < rows; row++, run += source.stride, moved += source.width) {
    append_units(&source, run, row, true, is_run, way,
                 touching ? origin + (size_t)(moved + begins[row]) : to);
    if (!touching) to = origin + ends[row];
  }
}

V_INLINE void join_two(struct rowkey_source first, struct rowkey_source second, bool ends_in_string,
                       size_t row, size_t rows, enum join_way way, uint8_t *to, uint8_t *origin,
                       const uint64_t *ends) {
  const v8_leading is_run = leading_run(&first), is_next = leading_run(&second);
  const uint8_t *run = run_of(&first, row), *next_run = run_of(&second, row);
  for (; row < rows; row++, run += first.stride, next_run += second.stride) {
    to = append_units(&first, run, row, true, is_run, way, to);
    append_units(&second, next_run, row, ends_in_string, is_next, way, to);
    to = origin + ends[row];
  }
}

V_INLINE void join_three(struct rowkey_source first, struct rowkey_source second, struct rowkey_source third,
                         bool ends_in_string, size_t row, size_t rows, enum join_way way, uint8_t *to,
                         uint8_t *origin, const uint64_t *ends) {
  const v8_leading is_a = leading_run(&first), is_b = leading_run(&second), is_c = leading_run(&third);
  const uint8_t *a = run_of(&first, row), *b = run_of(&second, row), *c = run_of(&third, row);
  for (; row < rows; row++, a += first.stride, b += second.stride, c += third.stride) {
    to = append_units(&first, a, row, true, is_a, way, to);
    to = append_units(&second, b, row, true, is_b, way, to);
    append_units(&third, c, row, ends_in_string, is_c, way, to);
    to = origin + ends[row];
  }
}

/* One loop for each way and small count. All sources but the last have a string. */
V_INLINE void join_units(const struct rowkey_source *sources, size_t count, bool touching, size_t row,
                         size_t rows, enum join_way way, uint8_t *to, uint8_t *origin, const uint64_t *ends) {
  if (count == 1 && has_string(&sources[0])) {
    if (v64_is_vector() && touching)
      join_one(sources[0], true, row, rows, way, to, origin, ends);
    else
      join_one(sources[0], false, row, rows, way, to, origin, ends);
  } else if (count == 2 && has_string(&sources[1])) {
    join_two(sources[0], sources[1], true, row, rows, way, to, origin, ends);
  } else if (count == 2) {
    join_two(sources[0], sources[1], false, row, rows, way, to, origin, ends);
  } else if (count == 3 && !has_string(&sources[2])) {
    join_three(sources[0], sources[1], sources[2], false, row, rows, way, to, origin, ends);
  } else {
    for (; row < rows; row++) {
      for (size_t i = 0; i < count; i++)
        to = append_units(&sources[i], run_of(&sources[i], row), row, has_string(&sources[i]),
                          leading_run(&sources[i]), way, to);
      to = origin + ends[row];
    }
  }
}

/* ---- Where rows end, and how they can be copied ---- */

/* What the strings of a group have in common. */
struct join_group {
  uint64_t end; /* of the last row */
  uint64_t longest;
  bool readable; /* two units from the begin of each */
  bool in_front; /* and the widest run's bytes in front of it */
  bool touching; /* each begins where the one before ends */
};

/* Sets ends[row] … ends[rows - 1] of rows that begin at `begun`. Where strings touch, nothing is summed:
 * their own ends are the rows', moved by what lies before. Highest bits say that a limit is exceeded, because
 * not every machine compares lanes of 64 bits; lengths and sizes have that bit clear themselves. */
V_INLINE struct join_group place_group(const struct rowkey_source *sources, size_t count, bool touching,
                                       size_t widest, size_t row, size_t rows, uint64_t begun,
                                       uint64_t *ends) {
  const uint64_t most = 2 * JOIN_UNIT;
  const size_t first = row;
  uint64_t width = 0, moved = begun;
  const vec64 widests = v64_set1(widest);
  vec64 longest = v64_set1(0), beyond = longest, before = longest, apart = longest;
  for (size_t i = 0; i < count; i++) {
    width += sources[i].width;
    if (!touching || !has_string(&sources[i])) continue;
    const struct rowkey_strings *strings = &sources[i].strings;
    moved -= strings->begin[first];
    apart = v64_or(apart, v64_xor(v64_load(strings->begin + first + 1), v64_load(strings->end + first)));
  }
  vec64 last = v64_set1(begun), at = v64_add(v64_set1(moved), v64_sums(v64_set1(width)));
  for (; row + V64_LANES <= rows; row += V64_LANES) {
    vec64 sums = touching ? at : v64_set1(width);
    for (size_t i = 0; i < count; i++) {
      if (!has_string(&sources[i])) continue;
      const struct rowkey_strings *strings = &sources[i].strings;
      const vec64 begin = v64_load(strings->begin + row), end = v64_load(strings->end + row);
      const vec64 size = v64_sub(end, begin);
      longest = v64_greater(longest, size);
      beyond = v64_or(beyond, v64_sub(v64_set1(strings->size - most), begin));
      before = v64_or(before, v64_sub(begin, widests));
      sums = v64_add(sums, touching ? end : size);
      if (touching && row > first) apart = v64_or(apart, v64_xor(begin, v64_load(strings->end + row - 1)));
    }
    if (touching) {
      v64_store(ends + row, sums);
      at = v64_add(at, v64_set1(V64_LANES * width));
      last = sums;
    } else {
      sums = v64_sums(sums);
      v64_store(ends + row, v64_add(last, sums));
      last = v64_add(last, v64_last(sums)); /* rows wait for a sum, not for a permute */
    }
  }
  /* In a register: what has just been stored cannot be read at once where it crosses a cache line. */
  struct join_group group = {v64_largest(last), v64_largest(longest), !v64_any_negative(beyond),
                             !v64_any_negative(before), touching && !v64_any(apart)};
  for (; row < rows; row++) {
    for (size_t i = 0; i < count; i++) {
      if (!has_string(&sources[i])) continue;
      const struct rowkey_strings *strings = &sources[i].strings;
      const uint64_t begin = strings->begin[row], size = strings->end[row] - begin;
      if (touching) group.touching &= begin == strings->end[row - 1];
      if (size > group.longest) group.longest = size;
      group.readable &= (strings->size - most - begin) >> 63 == 0;
      group.in_front &= begin >= widest;
      group.end += size;
    }
    ends[row] = group.end += width;
  }
  return group;
}

/* Apart from the loops that copy, so that neither drives the other's numbers out of registers. */
static __attribute__((noinline)) struct join_group place_rows(const struct rowkey_source *sources,
                                                              size_t count, bool touching, size_t widest,
                                                              size_t row, size_t rows, uint64_t begun,
                                                              uint64_t *ends) {
  const struct rowkey_source alone = sources[0];
  const bool is_one = count == 1 && has_string(&alone);
  if (v64_is_vector() && touching && rows - row > V64_LANES) {
    const struct join_group group = is_one
                                        ? place_group(&alone, 1, true, widest, row, rows, begun, ends)
                                        : place_group(sources, count, true, widest, row, rows, begun, ends);
    if (group.touching) return group;
  }
  return is_one ? place_group(&alone, 1, false, widest, row, rows, begun, ends)
                : place_group(sources, count, false, widest, row, rows, begun, ends);
}

static __attribute__((noinline)) void copy_rows(enum join_way way, const struct rowkey_source *sources,
                                                size_t count, bool touching, size_t row, size_t rows,
                                                uint8_t *to, uint8_t *origin, const uint64_t *ends) {
  switch (way) {
    case JOIN_IN_16:
      join_units(sources, 1, touching, row, rows, JOIN_IN_16, to, origin, ends);
      break;
    case JOIN_IN_32:
      join_units(sources, count, touching, row, rows, JOIN_IN_32, to, origin, ends);
      break;
    case JOIN_UNITS:
      join_units(sources, count, touching, row, rows, JOIN_UNITS, to, origin, ends);
      break;
    case JOIN_WIDE:
      join_units(sources, count, false, row, rows, JOIN_WIDE, to, origin, ends);
      break;
  }
}

/* What the sources have in common. */
struct joining {
  size_t widest; /* run */
  bool is_one;   /* run and its string */
  bool is_hex, is_flipped;
};

static struct joining joining_of(const struct rowkey_source *sources, size_t count) {
  struct joining joining = {.is_one = count == 1 && has_string(&sources[0])};
  for (size_t i = 0; i < count; i++) {
    if (sources[i].width > joining.widest) joining.widest = sources[i].width;
    joining.is_hex |= sources[i].hex;
    joining.is_flipped |= sources[i].flip != 0;
  }
  return joining;
}

static enum join_way way_of(const struct joining *joining, const struct join_group *group) {
  if (joining->widest > JOIN_UNIT) return JOIN_WIDE;
  const uint64_t size = joining->widest + group->longest;
  if (joining->is_flipped || !group->in_front || size > 2 * JOIN_UNIT) return JOIN_UNITS;
  return joining->is_one && size <= JOIN_UNIT ? JOIN_IN_16 : JOIN_IN_32;
}

static void join_rows(const struct rowkey_source *sources, size_t count, size_t first, size_t rows,
                      uint8_t *out, const uint8_t *end, const uint8_t *origin, uint64_t *ends) {
  const struct joining joining = joining_of(sources, count);
  if (joining.is_hex) {
    join_exactly(sources, count, first, rows, out, origin, ends);
    return;
  }
  uint8_t *const keys = out - (out - origin);
  bool touching = true;      /* until strings lie apart */
  size_t few_before = first; /* the end of a group that some row has split up */
  for (size_t row = first, next; row < rows; row = next) {
    const size_t size = row < few_before ? JOIN_FEW : JOIN_GROUP;
    next = rows - row < size ? rows : row + size;
    const struct join_group group =
        place_rows(sources, count, touching, joining.widest, row, next, (uint64_t)(out - keys), ends);
    touching = group.touching;
    /* After a row's end come at most the rest of a run's unit and the whole of a string's two. */
    if (group.readable && group.longest <= 2 * JOIN_UNIT &&
        (uint64_t)(end - keys) >= group.end + 3 * JOIN_UNIT) {
      copy_rows(way_of(&joining, &group), sources, count, touching, row, next, out, keys, ends);
      out = keys + group.end;
    } else if (next - row > JOIN_FEW) {
      few_before = next;
      next = row;
    } else {
      out = join_exactly(sources, count, row, next, out, keys, ends);
    }
  }
}

#endif
