/* Sketches as bytes: a header, what levels hold, then the keys as they stand in the block.
 *
 * All numbers are little-endian:
 *
 *   0   "rowkey sketch 1\n", which names the format
 *   16  u32 CRC32C of all that follows
 *   20  u32 levels
 *   24  u64 room, rows, over, under, random, took_first, second_of_two: see struct rowkey_sketch
 *   80  u64 number of keys of each level, from the lowest on
 *       the least key that a compaction has seen, where there is more than one level: u16 size, bytes
 *       the keys of each level, from the highest on: u16 size, bytes
 *
 * A reader believes nothing: what is not checked here can be any bytes without harm.
 */
#include <inttypes.h>

#include "base/error.h"
#include "kernels/checksum.h"
#include "sketch/sketch.h"

static const char format[] = "rowkey sketch 1\n";
enum {
  FORMAT_NAME_SIZE = sizeof "rowkey sketch " - 1,
  FORMAT_SIZE = sizeof format - 1,
  CHECKED_FROM = 20,
  NUMBERS = 24,
  COUNTS = 80,
  COUNT_SIZE = 8
};

static void put(uint8_t *bytes, size_t size, uint64_t number) {
  for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get(const uint8_t *bytes, size_t size) {
  uint64_t number = 0;
  while (size-- > 0) number = number << 8 | bytes[size];
  return number;
}

/* Only a compaction makes a level, and notes the least key. */
static bool is_compacted(const rowkey_sketch *sketch) { return sketch->levels > 1; }

/* ---- Writing --------------------------------------------------------------------------------- */

size_t rowkey_sketch_size(const rowkey_sketch *sketch) {
  if (sketch == NULL) return 0;
  const size_t least = is_compacted(sketch) ? SKETCH_HEAD + sketch->least_size : 0;
  return COUNTS + COUNT_SIZE * sketch->levels + least + sketch->level[0].end;
}

static uint8_t *write_key(uint8_t *to, const uint8_t *key, size_t size) {
  put(to, SKETCH_HEAD, size);
  memcpy(to + SKETCH_HEAD, key, size);
  return to + SKETCH_HEAD + size;
}

static void write_header(const rowkey_sketch *sketch, uint8_t *bytes) {
  const uint64_t numbers[] = {sketch->room,   sketch->rows,       sketch->over,         sketch->under,
                              sketch->random, sketch->took_first, sketch->second_of_two};
  memcpy(bytes, format, FORMAT_SIZE);
  put(bytes + CHECKED_FROM, 4, sketch->levels);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    put(bytes + NUMBERS + i * sizeof *numbers, 8, numbers[i]);
  for (size_t level = 0; level < sketch->levels; level++)
    put(bytes + COUNTS + level * COUNT_SIZE, 8, sketch->level[level].count);
}

rowkey_status rowkey_sketch_write(const rowkey_sketch *sketch, void *bytes, size_t capacity,
                                  rowkey_error *error) {
  if (!rowkey_is_given(sketch, "sketch", error)) return ROWKEY_ERROR_ARGUMENT;
  const size_t size = rowkey_sketch_size(sketch);
  if (capacity < size)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "a sketch of %zu bytes does not fit into %zu (expected rowkey_sketch_size)", size,
                            capacity);
  if (!rowkey_is_given(bytes, "memory for the bytes", error)) return ROWKEY_ERROR_ARGUMENT;
  write_header(sketch, bytes);
  uint8_t *to = (uint8_t *)bytes + COUNTS + COUNT_SIZE * sketch->levels;
  if (is_compacted(sketch)) to = write_key(to, sketch->least, sketch->least_size);
  const uint8_t *key = sketch_keys(sketch);
  for (size_t i = 0; i < sketch->count; i++) {
    const size_t key_size = sketch_key_size(key);
    to = write_key(to, key + SKETCH_HEAD, key_size);
    key += SKETCH_HEAD + key_size;
  }
  put((uint8_t *)bytes + FORMAT_SIZE, 4,
      rowkey_checksum((uint8_t *)bytes + CHECKED_FROM, size - CHECKED_FROM));
  return ROWKEY_OK;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Bytes that are read, and where. */
struct source {
  const uint8_t *bytes;
  size_t size, at;
  rowkey_error *error;
};

static bool bad(const struct source *source, size_t at, const char *what, const char *expected) {
  rowkey_error_set(source->error, ROWKEY_ERROR_ARGUMENT,
                   "byte %zu of %zu: %s: the bytes are not a sketch (expected %s)", at, source->size, what,
                   expected);
  return false;
}

static bool check_whole(const struct source *source) {
  if (source->size < COUNTS + COUNT_SIZE)
    return bad(source, source->size, "they end", "all that rowkey_sketch_write has written, 88 or more");
  if (memcmp(source->bytes, format, FORMAT_SIZE) != 0 && memcmp(source->bytes, format, FORMAT_NAME_SIZE) == 0)
    return bad(source, FORMAT_NAME_SIZE, "their format is newer than this version of rowkey",
               "format 1, or a later version of rowkey");
  if (memcmp(source->bytes, format, FORMAT_SIZE) != 0)
    return bad(source, 0, "they do not begin as a sketch", "\"rowkey sketch 1\" and a newline");
  const uint32_t is = rowkey_checksum(source->bytes + CHECKED_FROM, source->size - CHECKED_FROM);
  return is == (uint32_t)get(source->bytes + FORMAT_SIZE, 4) ||
         bad(source, FORMAT_SIZE, "the checksum does not match",
             "all that rowkey_sketch_write has written, unchanged");
}

/* Sums of these bits never overflow: rows <= 2^48, and a compaction of weight w has 2 w rows or more. */
static bool errors_are_possible(const rowkey_sketch *sketch) {
  const uint64_t most = sketch->rows * (sketch->levels - 1) / 2;
  if (sketch->over > most || sketch->under > most - sketch->over) return false;
  return (sketch->over + sketch->under != 0) == is_compacted(sketch);
}

static bool read_numbers(const struct source *source, rowkey_sketch *sketch) {
  const uint8_t *bytes = source->bytes;
  const uint32_t levels = (uint32_t)get(bytes + CHECKED_FROM, 4);
  if (levels == 0 || levels > SKETCH_LEVELS_MAX || COUNTS + COUNT_SIZE * levels > source->size)
    return bad(source, CHECKED_FROM, "the number of levels cannot be", "1 to 49, and a number for each");
  uint64_t numbers[(COUNTS - NUMBERS) / sizeof(uint64_t)];
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    numbers[i] = get(bytes + NUMBERS + i * sizeof *numbers, 8);
  if (numbers[0] < SKETCH_MEMORY_MIN - SKETCH_OWN || numbers[0] > SKETCH_MEMORY_MAX - SKETCH_OWN ||
      numbers[0] % sizeof *sketch->block != 0 || numbers[0] > SIZE_MAX)
    return bad(source, NUMBERS, "the memory cannot be", "64 KiB to 4 GiB of it");
  *sketch = (rowkey_sketch){.room = (size_t)numbers[0],
                            .rows = numbers[1],
                            .over = numbers[2],
                            .under = numbers[3],
                            .random = numbers[4],
                            .took_first = numbers[5],
                            .second_of_two = numbers[6],
                            .levels = levels};
  if (sketch->rows > UINT64_C(1) << SKETCH_ROWS_BITS)
    return bad(source, NUMBERS + 8, "the number of rows is impossible", "at most 2^48");
  if (!errors_are_possible(sketch))
    return bad(source, NUMBERS + 16, "the errors are impossible",
               "errors that compactions of so many rows make");
  return (sketch->took_first | sketch->second_of_two) >> (levels - 1) == 0 ||
         bad(source, NUMBERS + 40, "a level that was never compacted has a bit", "bits of lower levels");
}

/* Keys of level h stand for 2^h rows each, all of them for all rows. */
static bool read_counts(const struct source *source, rowkey_sketch *sketch) {
  uint64_t left = sketch->rows, keys = 0, count = 0;
  for (unsigned level = 0; level < sketch->levels; level++) {
    count = get(source->bytes + COUNTS + level * COUNT_SIZE, COUNT_SIZE);
    if (count > left >> level)
      return bad(source, COUNTS + level * COUNT_SIZE, "the keys stand for more than all rows", "fewer");
    left -= count << level;
    keys += count;
    sketch->level[level].count = (size_t)count;
  }
  if (left != 0) return bad(source, COUNTS, "the keys of all levels do not stand for all rows", "more");
  if (is_compacted(sketch) && count == 0)
    return bad(source, COUNTS, "the highest level has no keys", "a lower number of levels");
  if (keys > sketch->room / (SKETCH_HEAD + SKETCH_WORDS))
    return bad(source, COUNTS, "there are more keys than memory", "as many as fit");
  sketch->count = (size_t)keys;
  return true;
}

/* The size of the next key, or -1 where there is none. */
static ptrdiff_t next_size(const struct source *source) {
  const size_t left = source->size - source->at;
  if (left < SKETCH_HEAD) return -1;
  const size_t size = (size_t)get(source->bytes + source->at, SKETCH_HEAD);
  return size <= SKETCH_KEY_MAX && size <= left - SKETCH_HEAD ? (ptrdiff_t)size : -1;
}

static bool bad_key(const struct source *source) {
  return bad(source, source->at, "there is no whole key", "a size up to 1024 and so many bytes");
}

static bool read_least(struct source *source, rowkey_sketch *sketch) {
  if (!is_compacted(sketch)) return true;
  const ptrdiff_t size = next_size(source);
  if (size < 0) return bad_key(source);
  source->at += SKETCH_HEAD;
  rowkey_sketch_note_least(sketch, source->bytes + source->at, (size_t)size);
  source->at += (size_t)size;
  return true;
}

/* Where the keys of each level end. */
static bool measure_levels(struct source *source, rowkey_sketch *sketch) {
  const size_t begin = source->at;
  for (unsigned level = sketch->levels; level-- > 0; sketch->level[level].end = source->at - begin) {
    for (size_t i = 0; i < sketch->level[level].count; i++) {
      const ptrdiff_t size = next_size(source);
      if (size < 0) return bad_key(source);
      source->at += SKETCH_HEAD + (size_t)size;
    }
  }
  if (source->at < source->size) return bad(source, source->at, "bytes follow the last key", "none");
  return sketch->level[0].end <= sketch->room - sketch->count * SKETCH_WORDS ||
         bad(source, begin, "the keys need more than the memory", "as many as fit");
}

static void copy_keys(const uint8_t *from, rowkey_sketch *sketch) {
  uint8_t *key = sketch_keys(sketch);
  memcpy(key, from, sketch->level[0].end);
  for (size_t i = 0; i < sketch->count; i++) {
    const size_t size = (size_t)get(key, SKETCH_HEAD);
    sketch_set_head(key, size);
    key += SKETCH_HEAD + size;
  }
}

rowkey_sketch *rowkey_sketch_read(const void *bytes, size_t size, rowkey_error *error) {
  if (!rowkey_is_given(bytes, "memory of the bytes", error) ||
      !rowkey_is_array(bytes, size, 1, "bytes of the sketch", error))
    return NULL;
  struct source source = {.bytes = bytes, .size = size, .error = error};
  rowkey_sketch found;
  if (!check_whole(&source) || !read_numbers(&source, &found) || !read_counts(&source, &found)) return NULL;
  source.at = COUNTS + COUNT_SIZE * found.levels;
  if (!read_least(&source, &found)) return NULL;
  const size_t begin = source.at;
  if (!measure_levels(&source, &found)) return NULL;
  rowkey_sketch *sketch = rowkey_sketch_with_room(found.room, error);
  if (sketch == NULL) return NULL;
  found.block = sketch->block;
  *sketch = found;
  copy_keys(source.bytes + begin, sketch);
  return sketch;
}
