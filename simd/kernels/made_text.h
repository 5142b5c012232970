/* Texts made of others while rows are joined or fields are written.
 *
 * Chunk after chunk of rows, in two steps: lengths and sums of lengths, in vectors, say where each row
 * begins; then each row is copied there in whole units, whose ends the next rows overwrite. So no row waits
 * for the one before, and no loop depends on a length. For example, "ab" and "c" after their lengths in two
 * bytes:
 *
 *     offsets   0, 4, 7
 *     row 0     00 02 a b ? ? ? ?
 *     row 1             00 01 c ? ? ? ?
 */
#ifndef ROWKEY_SIMD_KERNELS_MADE_TEXT_H
#define ROWKEY_SIMD_KERNELS_MADE_TEXT_H

#include "base/white_space.h"
#include "simd/kernels/join.h"
#include "simd/kernels/place.h"

enum { MADE_UNIT = 16, MADE_LONGEST = 2 * MADE_UNIT };

/* ---- Where rows begin -------------------------------------------------------------------------- */

/* Of a chunk's texts: the most bytes that are copied of one, and whether all are where they can be read in
 * made_reads() bytes behind those that are skipped, and end where the column does or before. */
struct made_chunk {
  uint64_t longest;
  bool inside;
};

/* A label may begin anywhere in its text, and separators are looked for in 64 bytes at once. */
V_INLINE uint64_t made_reads(const struct rowkey_making *making) {
  return making->kind == ROWKEY_MAKE_REVERSED_LABELS ? 2 * MADE_LONGEST : MADE_LONGEST;
}

V_INLINE uint64_t made_length(const struct rowkey_making *making, uint64_t length) {
  const uint64_t left = length > making->skip ? length - making->skip : 0;
  return left < making->most ? left : making->most;
}

/* Sets offsets[1] … offsets[rows] for rows of `extra` bytes and their texts, and checks those on the
 * way. A text that ends before it begins has a length of 2^63 or more; one that begins where it may, and is
 * short enough, ends inside, unless it is cut: only then is its end looked at. */
V_INLINE struct made_chunk place_made(const struct rowkey_making *making, struct rowkey_strings strings,
                                      uint64_t extra, size_t rows, uint64_t *offsets) {
  const uint64_t size = strings.size, last = size - making->skip - made_reads(making);
  const uint32_t doubled = making->kind == ROWKEY_MAKE_UTF16;
  const bool cut = making->skip > 0 || making->most != ROWKEY_MADE_WHOLE;
  const vec64 skip = v64_set1(making->skip < UINT32_MAX ? making->skip : UINT32_MAX),
              most = v64_set1(making->most < UINT32_MAX ? making->most : UINT32_MAX), added = v64_set1(extra);
  vec64 lengths = v64_set1(0), begins = lengths, ends = lengths, begun = v64_set1(offsets[0]);
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES) {
    const vec64 begin = v64_load(strings.begin + row), end = v64_load(strings.end + row);
    vec64 length = v64_sub(end, begin);
    begins = v64_greater(begins, begin);
    lengths = v64_greater(lengths, length);
    if (cut) {
      ends = v64_greater(ends, end);
      length = v64_lesser(v64_sub(v64_greater(length, skip), skip), most);
    }
    if (doubled) length = v64_add(length, length);
    const vec64 sums = v64_sums(v64_add(length, added));
    v64_store(offsets + row + 1, v64_add(begun, sums));
    begun = v64_add(begun, v64_last(sums)); /* as in place_group */
  }
  uint64_t longest = v64_largest(lengths), outside = 0;
  for (; row < rows; row++) {
    const uint64_t begin = strings.begin[row], length = strings.end[row] - begin;
    outside |= begin | (last - begin) | (size - strings.end[row]);
    if (length > longest) longest = length;
    offsets[row + 1] = offsets[row] + (made_length(making, length) << doubled) + extra;
  }
  const vec64 within = v64_or(v64_sub(v64_set1(last), begins), v64_sub(v64_set1(size), ends));
  outside |= (uint64_t)v64_any_negative(v64_or3(begins, lengths, within)) << 63;
  return (struct made_chunk){made_length(making, longest), outside >> 63 == 0 && longest <= UINT32_MAX};
}

/* ---- Texts that are trimmed first -------------------------------------------------------------- */

/* Most texts have nothing to trim. So they are copied whole while their ends are looked at; only the chunks
 * that have something, and those after them, are trimmed before they are copied. */
struct made_trimming {
  bool is_likely; /* the next chunk is trimmed first */
  uint64_t begin[ROWKEY_MADE_CHUNK], end[ROWKEY_MADE_CHUNK];
};

V_INLINE bool is_trimming(const struct rowkey_making *making) {
  return making->kind == ROWKEY_MAKE_TRIMMED || making->kind == ROWKEY_MAKE_TRIMMED_RIGHT ||
         making->kind == ROWKEY_MAKE_TRIMMED_OF_BYTE;
}

V_INLINE bool is_trimmed(const struct rowkey_making *making, uint8_t byte) {
  return making->kind == ROWKEY_MAKE_TRIMMED_OF_BYTE ? byte == making->byte : is_white_space(byte);
}

/* Replaces the places of a chunk's texts by those of what is left of them. False if a text lies outside its
 * column. */
static __attribute__((noinline)) bool trim_chunk(const struct rowkey_making *making, size_t rows,
                                                 struct made_trimming *trimming,
                                                 struct rowkey_strings *strings) {
  const uint8_t *texts = strings->bytes;
  const bool at_begin = making->kind == ROWKEY_MAKE_TRIMMED;
  uint64_t total, left = 0;
  if (first_string_outside(strings, rows, &total) < rows) return false;
  for (size_t row = 0; row < rows; row++) {
    uint64_t begin = strings->begin[row], end = strings->end[row];
    while (end > begin && is_trimmed(making, texts[end - 1])) end--;
    while (at_begin && begin < end && is_trimmed(making, texts[begin])) begin++;
    trimming->begin[row] = begin;
    trimming->end[row] = end;
    left += end - begin;
  }
  strings->begin = trimming->begin;
  strings->end = trimming->end;
  trimming->is_likely = left < total;
  return true;
}

/* ---- Units of a text --------------------------------------------------------------------------- */

#define EACH(byte) ((byte) * UINT64_C(0x0101010101010101))

/* Bit 7 of those bytes that are one of the `count` from `first` on, which are ASCII. No byte's sum carries
 * into the next byte. */
V_INLINE uint64_t bytes_among(uint64_t word, unsigned first, unsigned count) {
  const uint64_t low = word & EACH(0x7f);
  return (low + EACH((uint64_t)(0x80 - first))) & ~(low + EACH((uint64_t)(0x80 - first - count))) & ~word &
         EACH(0x80);
}

/* The 26 letters from `first` on in the other case. */
V_INLINE void copy_other_case(uint8_t *to, const uint8_t *from, unsigned first) {
  const uint64_t a = load_le64(from), b = load_le64(from + 8);
  store_le64(to, a ^ bytes_among(a, first, 26) >> 2);
  store_le64(to + 8, b ^ bytes_among(b, first, 26) >> 2);
}

/* Four bytes as eight, every other one 0. */
V_INLINE uint64_t spread_4(uint64_t x) {
  x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
  return (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
}

/* ASCII as UTF-16. Returns bits of bytes that are not, these or what lies behind them. */
V_INLINE uint64_t copy_utf16(uint8_t *to, const uint8_t *from) {
  const uint64_t a = load_le64(from), b = load_le64(from + 8);
  store_le64(to, spread_4(a & UINT32_MAX));
  store_le64(to + 8, spread_4(a >> 32));
  store_le64(to + 16, spread_4(b & UINT32_MAX));
  store_le64(to + 24, spread_4(b >> 32));
  return (a | b) & EACH(0x80);
}

/* ---- Rows -------------------------------------------------------------------------------------- */

/* A chunk of rows of a run, a text, and what is made of it. */
struct made_rows {
  const struct rowkey_making *making;
  const struct rowkey_source *source;
  const uint8_t *run;
  struct rowkey_strings strings;
  size_t count;
  uint8_t *keys;
  uint64_t *offsets;
};

/* What stands in front of the text of a row. */
enum made_front { MADE_BARE, MADE_COUNTED, MADE_AFTER_RUN };

/* The run, if any, and behind it the text's length: its other bytes are overwritten. Returns where they end.
 */
V_INLINE uint8_t *put_front(const uint8_t *run, size_t width, enum made_front front, uint64_t length,
                            size_t counted, uint8_t *to) {
  if (front == MADE_BARE) return to;
  if (front == MADE_AFTER_RUN) copy_run(run, width, JOIN_WIDE, to);
  if (front == MADE_AFTER_RUN) to += width;
  store_be64(to, length << ((64 - 8 * counted) & 63));
  return to + counted;
}

/* Parts of texts, in units of so many bytes. */
V_INLINE void write_parts(const struct made_rows *these, size_t unit, enum made_front front) {
  const size_t width = these->source->width, stride = these->source->stride;
  const size_t counted = these->making->counted, rows = these->count;
  const uint64_t *begins = these->strings.begin, *ends = these->strings.end, *offsets = these->offsets;
  const uint8_t *texts = these->strings.bytes + these->making->skip, *run = these->run;
  uint8_t *const keys = these->keys;
#pragma GCC unroll 4
  for (size_t row = 0; row < rows; row++, run += stride) {
    const uint64_t begin = begins[row];
    uint8_t *to = put_front(run, width, front, ends[row] - begin, counted, keys + offsets[row]);
    if (unit == 8)
      store_le64(to, load_le64(texts + begin));
    else if (unit == 16)
      v8_copy16(to, texts + begin, 0);
    else
      v8_copy32(to, texts + begin, 0);
  }
}

/* Those that stand alone in words, too; those behind a run in two units only, to have less code. */
V_INLINE void write_parts_behind(const struct made_rows *these, uint64_t longest) {
  const bool bare = these->source->width == 0 && these->making->counted == 0;
  if (bare && longest <= 8)
    write_parts(these, 8, MADE_BARE);
  else if (bare && longest <= MADE_UNIT)
    write_parts(these, MADE_UNIT, MADE_BARE);
  else if (bare)
    write_parts(these, MADE_LONGEST, MADE_BARE);
  else if (these->source->width > 0)
    write_parts(these, MADE_LONGEST, MADE_AFTER_RUN);
  else if (longest <= MADE_UNIT)
    write_parts(these, MADE_UNIT, MADE_COUNTED);
  else
    write_parts(these, MADE_LONGEST, MADE_COUNTED);
}

/* Whole texts. False if one of them may have something to trim: an end that is not above all that is trimmed,
 * with the byte that is trimmed as 0. Of an empty text that end is another one's. Two sums of bits, as each
 * waits for itself. */
V_INLINE bool write_looked_at(const struct made_rows *these, size_t unit, enum made_front front) {
  const size_t width = these->source->width, stride = these->source->stride, rows = these->count;
  const uint64_t *begins = these->strings.begin, *ends = these->strings.end, *offsets = these->offsets;
  const uint8_t *texts = these->strings.bytes, *run = these->run;
  const bool of_byte = these->making->kind == ROWKEY_MAKE_TRIMMED_OF_BYTE;
  const uint8_t flip = of_byte ? these->making->byte : 0;
  const uint64_t last_above = (uint64_t)(of_byte ? 0 : ' ') + 1;
  const uint64_t first_above = these->making->kind == ROWKEY_MAKE_TRIMMED ? last_above : 0;
  uint8_t *const keys = these->keys;
  uint64_t lasts = 0, firsts = 0;
#pragma GCC unroll 4
  for (size_t row = 0; row < rows; row++, run += stride) {
    const uint64_t begin = begins[row];
    lasts |= (uint8_t)(texts[ends[row] - 1] ^ flip) - last_above;
    firsts |= texts[begin] - first_above;
    uint8_t *to = put_front(run, width, front, 0, 0, keys + offsets[row]);
    if (unit == MADE_UNIT)
      v8_copy16(to, texts + begin, 0);
    else
      v8_copy32(to, texts + begin, 0);
  }
  return (lasts | firsts) >> 63 == 0;
}

/* Whole texts. False if one of them may have something to trim, or has no byte before its end. */
V_INLINE bool write_untrimmed(const struct made_rows *these, uint64_t longest) {
  uint64_t none_before = 0;
  for (size_t row = 0; row < these->count; row++) none_before |= these->strings.end[row] - 1;
  if (none_before >> 63 != 0) return false;
  if (these->source->width > 0) return write_looked_at(these, MADE_LONGEST, MADE_AFTER_RUN);
  return longest <= MADE_UNIT ? write_looked_at(these, MADE_UNIT, MADE_BARE)
                              : write_looked_at(these, MADE_LONGEST, MADE_BARE);
}

/* Texts whose bytes change. Returns whether all are ASCII, if they must be. */
V_INLINE bool write_changed(const struct made_rows *these, bool as_utf16, size_t units, bool has_run) {
  const size_t width = these->source->width, stride = these->source->stride;
  const uint64_t *begins = these->strings.begin, *offsets = these->offsets;
  const uint8_t *run = these->run, *texts = these->strings.bytes;
  const uint8_t letters = these->making->byte;
  uint8_t *const keys = these->keys;
  const size_t rows = these->count;
  uint64_t other = 0;
  for (size_t row = 0; row < rows; row++, run += stride) {
    const uint8_t *from = texts + begins[row];
    uint8_t *to = keys + offsets[row];
    to = put_front(run, width, has_run ? MADE_AFTER_RUN : MADE_BARE, 0, 0, to);
    for (size_t at = 0; at < units * MADE_UNIT; at += MADE_UNIT) {
      if (as_utf16)
        other |= copy_utf16(to + 2 * at, from + at);
      else
        copy_other_case(to + at, from + at, letters);
    }
  }
  return other == 0;
}

V_INLINE bool write_changed_behind(const struct made_rows *these, bool as_utf16, uint64_t longest) {
  if (these->source->width > 0) return write_changed(these, as_utf16, 2, true);
  return longest <= MADE_UNIT ? write_changed(these, as_utf16, 1, false)
                              : write_changed(these, as_utf16, 2, false);
}

/* Label after label, the last one first: what a copy writes behind its label, the next one overwrites. */
V_INLINE void write_reversed_labels(const struct made_rows *these) {
  const size_t width = these->source->width, stride = these->source->stride, rows = these->count;
  const uint64_t *begins = these->strings.begin, *ends = these->strings.end, *offsets = these->offsets;
  const uint8_t *run = these->run, *texts = these->strings.bytes;
  const uint8_t separator = these->making->byte;
  uint8_t *const keys = these->keys;
  for (size_t row = 0; row < rows; row++, run += stride) {
    const uint8_t *from = texts + begins[row];
    uint64_t left = ends[row] - begins[row];
    uint64_t separators = v8_equal_mask64(from, separator) & ((UINT64_C(1) << left) - 1);
    uint8_t *to = keys + offsets[row] + width;
    if (width > 0) copy_run(run, width, JOIN_WIDE, to - width);
    while (separators != 0) {
      const uint64_t at = 63 - (uint64_t)__builtin_clzll(separators);
      v8_copy32(to, from + at + 1, 0);
      to += left - at;
      to[-1] = separator;
      left = at;
      separators ^= UINT64_C(1) << at;
    }
    v8_copy32(to, from, 0);
  }
}

static bool write_made_chunk(const struct made_rows *these, uint64_t longest, bool looks) {
  if (looks) return write_untrimmed(these, longest);
  switch (these->making->kind) {
    case ROWKEY_MAKE_PART:
    case ROWKEY_MAKE_TRIMMED:
    case ROWKEY_MAKE_TRIMMED_RIGHT:
    case ROWKEY_MAKE_TRIMMED_OF_BYTE:
      write_parts_behind(these, longest);
      return true;
    case ROWKEY_MAKE_OTHER_CASE:
      return write_changed_behind(these, false, longest);
    case ROWKEY_MAKE_UTF16:
      return write_changed_behind(these, true, longest);
    case ROWKEY_MAKE_REVERSED_LABELS:
      write_reversed_labels(these);
      return true;
    default:
      return false;
  }
}

static size_t join_made(const struct rowkey_making *making, const struct rowkey_source *source, size_t first,
                        size_t rows, uint8_t *keys, const uint8_t *end, uint64_t *offsets) {
  const uint64_t extra = source->width + making->counted;
  const uint64_t size = source->strings.size, reads = made_reads(making);
  if (size < reads || size - reads < making->skip) return first;
  const bool trims = is_trimming(making);
  struct made_rows these = {.making = making, .source = source, .strings = source->strings, .keys = keys};
  struct made_trimming trimming;
  trimming.is_likely = false;
  size_t few_before = first; /* the end of a chunk that some row has split up */
  for (size_t row = first, next; row < rows; row = next) {
    const size_t most = row < few_before ? ROWKEY_MADE_FEW : ROWKEY_MADE_CHUNK;
    next = rows - row < most ? rows : row + most;
    these.count = next - row;
    these.run = run_of(source, row);
    these.strings.begin = source->strings.begin + row;
    these.strings.end = source->strings.end + row;
    these.offsets = offsets + row;
    const bool looks = trims && !trimming.is_likely;
    if (!trimming.is_likely || trim_chunk(making, these.count, &trimming, &these.strings)) {
      const struct made_chunk chunk = place_made(making, these.strings, extra, these.count, these.offsets);
      const bool in_units = chunk.inside && chunk.longest <= MADE_LONGEST &&
                            (uint64_t)(end - keys) >= offsets[next] + 2 * MADE_LONGEST;
      if (in_units && write_made_chunk(&these, chunk.longest, looks)) continue;
    }
    if (looks) {
      trimming.is_likely = true;
      next = row;
      continue;
    }
    if (next - row <= ROWKEY_MADE_FEW) return row;
    few_before = next;
    next = row;
  }
  return rows;
}

/* ---- Fields of one width ------------------------------------------------------------------------ */

/* False if a text has the padding's byte on its side. All of MADE_LONGEST bytes may be overwritten. */
V_INLINE bool write_filled(const struct rowkey_making *making, struct rowkey_strings strings, size_t row,
                           size_t rows, const struct rowkey_place *place, bool left) {
  const size_t width = (size_t)making->most, stride = place->stride;
  const uint8_t padding = making->byte, *texts = strings.bytes;
  const uint64_t *begins = strings.begin, *ends = strings.end;
  uint8_t *to = place->at + row * stride;
  v8_filled seen = v8_filled_none();
#pragma GCC unroll 4
  for (; row < rows; row++, to += stride) {
    const uint64_t begin = begins[row], end = ends[row];
    v8_fill32(to, texts + (left ? end - width : begin), (size_t)(end - begin), width, left, padding, &seen);
  }
  return !v8_filled_any(seen, width);
}

/* Apart from the checks, which would drive its numbers out of registers. */
static __attribute__((noinline)) bool write_filled_chunk(const struct rowkey_making *making,
                                                         const struct rowkey_strings *strings, size_t row,
                                                         size_t rows, const struct rowkey_place *place) {
  return making->kind == ROWKEY_MAKE_PADDED_LEFT ? write_filled(making, *strings, row, rows, place, true)
                                                 : write_filled(making, *strings, row, rows, place, false);
}

/* The same, but no more than the fields may be overwritten: each is one row of MADE_LONGEST bytes first. */
static bool write_filled_exactly(const struct rowkey_making *making, const struct rowkey_strings *strings,
                                 size_t row, size_t rows, const struct rowkey_place *place) {
  uint8_t filled[MADE_LONGEST];
  const struct rowkey_place one = {.at = filled};
  uint8_t *to = place->at + row * place->stride;
  bool good = true;
  for (; row < rows; row++, to += place->stride) {
    good &= write_filled_chunk(making, strings, row, row + 1, &one);
    place_copy(to, filled, (size_t)making->most);
  }
  return good;
}

/* Whether no text is longer than the width, and MADE_LONGEST bytes can be read from its begin, or from the
 * width before its end. */
V_INLINE bool can_fill(uint64_t width, struct rowkey_strings strings, size_t row, size_t rows, bool left) {
  const uint64_t last = strings.size - MADE_LONGEST;
  uint64_t exceeding = 0;
  for (; row < rows; row++) {
    const uint64_t begin = strings.begin[row], end = strings.end[row];
    const uint64_t from = left ? end - width : begin;
    exceeding |= (end - begin) | (width - (end - begin)) | from | (last - from);
  }
  return exceeding >> 63 == 0;
}

static size_t fill_texts(const struct rowkey_making *making, const struct rowkey_strings *strings,
                         size_t first, size_t rows, const struct rowkey_place *place) {
  const uint64_t width = making->most;
  const bool left = making->kind == ROWKEY_MAKE_PADDED_LEFT;
  if (width < 8 || width > MADE_LONGEST || strings->size < MADE_LONGEST) return first;
  const size_t space = (size_t)(place->end - place->at);
  size_t few_before = first;
  for (size_t row = first, next; row < rows; row = next) {
    const size_t most = row < few_before ? ROWKEY_MADE_FEW : ROWKEY_MADE_CHUNK;
    next = rows - row < most ? rows : row + most;
    const bool fits =
        left ? can_fill(width, *strings, row, next, true) : can_fill(width, *strings, row, next, false);
    const bool whole = place->room >= MADE_LONGEST && space >= (next - 1) * place->stride + MADE_LONGEST;
    if (fits && (whole ? write_filled_chunk(making, strings, row, next, place)
                       : write_filled_exactly(making, strings, row, next, place)))
      continue;
    if (next - row <= ROWKEY_MADE_FEW) return row;
    few_before = next;
    next = row;
  }
  return rows;
}

#undef EACH

#endif
