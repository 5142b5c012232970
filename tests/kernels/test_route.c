/* Routing by every instruction set against the definition: split points of many kinds, keys that are made
 * from them to lie beside them, and no byte read in front of the keys or after them. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "each_isa.h"
#include "reference/reference.h"
#include "regions/strings.h"
#include "search/search.h"

enum { KEYS_MAX = 2048, KEY_SIZE_MAX = 96 };

static struct guarded key_arena, offset_arena, region_arena;
static struct string_list points, keys;

static void make_arenas(void) {
  key_arena = guarded_of(KEYS_MAX * KEY_SIZE_MAX);
  offset_arena = guarded_of((KEYS_MAX + 1) * sizeof(uint64_t));
  region_arena = guarded_of(KEYS_MAX * sizeof(uint32_t));
}

static void empty(struct string_list *list) {
  rowkey_strings_free(list);
  CHECK(rowkey_strings_extend(list, 0), "no memory");
  list->count = 0;
}

static void add(struct string_list *list, const void *bytes, size_t size) {
  CHECK(rowkey_strings_add(list, bytes, size), "no memory");
}

static int order_of_points(const void *a, const void *b) {
  const size_t first = *(const size_t *)a, second = *(const size_t *)b;
  return rowkey_compare_bytes(string_at(&points, first), string_size(&points, first),
                              string_at(&points, second), string_size(&points, second));
}

/* The points in order, each once, none empty. */
static rowkey_splits *sorted_points(void) {
  size_t *order = calloc(points.count + 1, sizeof *order);
  CHECK(order != NULL, "no memory");
  for (size_t i = 0; i < points.count; i++) order[i] = i;
  qsort(order, points.count, sizeof *order, order_of_points);
  struct string_list sorted = {0};
  CHECK(rowkey_strings_extend(&sorted, 0), "no memory");
  sorted.count = 0;
  for (size_t i = 0; i < points.count; i++) {
    if (string_size(&points, order[i]) == 0) continue;
    if (i > 0 && order_of_points(&order[i - 1], &order[i]) == 0) continue;
    add(&sorted, string_at(&points, order[i]), string_size(&points, order[i]));
  }
  rowkey_splits *splits = rowkey_splits_from(&sorted);
  CHECK(splits != NULL, "no memory");
  CHECK(rowkey_splits_check(splits, NULL) == ROWKEY_OK, "the test's points are not split points");
  rowkey_strings_free(&sorted);
  free(order);
  return splits;
}

/* Some of the list's keys, strings or of one width, and where they belong. */
struct batch {
  const rowkey_splits *splits;
  size_t rows;
  const uint8_t *bytes;
  size_t size;
  uint64_t offsets[KEYS_MAX + 1];
  uint32_t expected[KEYS_MAX];
};

static void define_regions(struct batch *batch) {
  for (size_t i = 0; i < batch->rows; i++) {
    batch->expected[i] = reference_route(batch->splits, batch->bytes + batch->offsets[i],
                                         batch->offsets[i + 1] - batch->offsets[i]);
  }
}

/* Keys first … first + rows - 1 of the list. */
static void take_strings(struct batch *batch, const rowkey_splits *splits, size_t first, size_t rows) {
  *batch = (struct batch){.splits = splits, .rows = rows, .bytes = string_at(&keys, first)};
  for (size_t i = 0; i <= rows; i++) batch->offsets[i] = keys.offsets[first + i] - keys.offsets[first];
  batch->size = (size_t)batch->offsets[rows];
  define_regions(batch);
}

/* The list's bytes from byte `first` on as keys of `width`. */
static void take_fixed(struct batch *batch, const rowkey_splits *splits, size_t first, size_t width,
                       size_t rows) {
  *batch = (struct batch){.splits = splits, .rows = rows, .bytes = keys.bytes + first};
  for (size_t i = 0; i <= rows; i++) batch->offsets[i] = i * width;
  batch->size = rows * width;
  define_regions(batch);
}

static void check_regions(const char *how, const struct rowkey_kernels *kernels, const struct batch *batch,
                          const uint32_t *regions) {
  for (size_t i = 0; i < batch->rows; i++) {
    CHECK(regions[i] == batch->expected[i], "%s, %s: key %zu of %zu, %zu bytes, in region %u, not %u, of %zu",
          kernels->name, how, i, batch->rows, (size_t)(batch->offsets[i + 1] - batch->offsets[i]), regions[i],
          batch->expected[i], batch->splits->count + 1);
  }
}

/* The keys right after a guard page and right before one. `width` is SIZE_MAX for strings. */
static void check_batch(const struct rowkey_kernels *kernels, const struct rowkey_search *search,
                        const struct batch *batch, size_t width) {
  uint64_t *offsets = (uint64_t *)(void *)(offset_arena.end - (batch->rows + 1) * sizeof *offsets);
  uint32_t *regions = (uint32_t *)(void *)(region_arena.end - batch->rows * sizeof *regions);
  memcpy(offsets, batch->offsets, (batch->rows + 1) * sizeof *offsets);
  for (int side = GUARD_BEGIN; side <= GUARD_END; side++) {
    uint8_t *bytes = side == GUARD_BEGIN ? key_arena.begin : key_arena.end - batch->size;
    if (batch->size != 0) memcpy(bytes, batch->bytes, batch->size);
    memset(regions, 0xee, batch->rows * sizeof *regions);
    kernels->route_strings(search, bytes, offsets, batch->rows, regions);
    check_regions("strings", kernels, batch, regions);
    if (width == SIZE_MAX) continue;
    memset(regions, 0xee, batch->rows * sizeof *regions);
    kernels->route_fixed(search, bytes, width, batch->rows, regions);
    check_regions("fixed", kernels, batch, regions);
  }
}

static struct rowkey_search search_of(const rowkey_splits *splits) {
  struct rowkey_search search;
  CHECK(rowkey_search_create(&search, splits, SEARCH_ROOT_NUMBERS), "no memory");
  return search;
}

static void check_all_keys(const rowkey_splits *splits) {
  static struct batch batch;
  struct rowkey_search search = search_of(splits);
  for (size_t first = 0; first < keys.count; first += KEYS_MAX) {
    take_strings(&batch, splits, first, keys.count - first < KEYS_MAX ? keys.count - first : KEYS_MAX);
    EACH_ISA(kernels) { check_batch(kernels, &search, &batch, SIZE_MAX); }
  }
  static const size_t widths[] = {1, 3, 7, 8, 9, 17, 40, 80};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    const size_t fitting = (size_t)keys.offsets[keys.count] / widths[i];
    take_fixed(&batch, splits, 0, widths[i], fitting < KEYS_MAX ? fitting : KEYS_MAX);
    EACH_ISA(kernels) { check_batch(kernels, &search, &batch, widths[i]); }
  }
  rowkey_search_free(&search);
}

/* ---- Keys beside points ---------------------------------------------------------------------- */

static void add_changed(const uint8_t *bytes, size_t size, size_t place, int change) {
  uint8_t key[KEY_SIZE_MAX];
  memcpy(key, bytes, size);
  key[place] = (uint8_t)(key[place] + change);
  add(&keys, key, size);
}

/* Keys equal to a string, just before it and just after it. */
static void add_beside(const uint8_t *bytes, size_t size) {
  uint8_t key[KEY_SIZE_MAX];
  add(&keys, bytes, size);
  for (size_t cut = 0; cut < size; cut++)
    if (cut < 3 || size - cut < 12) add(&keys, bytes, cut);
  memcpy(key, bytes, size);
  memset(key + size, 0, 20);
  for (size_t more = 1; more <= 20; more += more < 3 ? 1 : 6) add(&keys, key, size + more);
  key[size + 8] = 1;
  add(&keys, key, size + 9);
  memset(key + size, 255, 20);
  add(&keys, key, size + 1);
  add(&keys, key, size + 20);
  for (size_t place = 0; place < size; place++) {
    if (place >= 10 && place + 10 < size) continue;
    add_changed(bytes, size, place, 1);
    add_changed(bytes, size, place, -1);
  }
}

static void add_plain_keys(void) {
  uint8_t key[KEY_SIZE_MAX];
  static const uint8_t fills[] = {0, 255, '0', 1, 0x80};
  for (size_t i = 0; i < sizeof fills; i++) {
    memset(key, fills[i], sizeof key);
    for (size_t size = 0; size <= 20; size++) add(&keys, key, size);
  }
}

/* Keys beside at most `most` of the points, chosen by chance if there are more. */
static void check_beside(size_t most) {
  rowkey_splits *splits = sorted_points();
  empty(&keys);
  add_plain_keys();
  for (size_t i = 0; i < splits->count && i < most; i++) {
    const size_t point = splits->count <= most ? i : (size_t)random_below(splits->count);
    add_beside(split_at(splits, point), split_size(splits, point));
  }
  check_all_keys(splits);
  rowkey_splits_free(splits);
}

/* ---- Points ---------------------------------------------------------------------------------- */

static void no_points(void) {
  make_arenas();
  empty(&points);
  check_beside(0);
}

static void one_point(void) {
  make_arenas();
  uint8_t point[48];
  for (size_t size = 1; size <= 40; size++) {
    for (int kind = 0; kind < 4; kind++) {
      random_bytes(point, sizeof point);
      if (kind == 1) memset(point, 0, sizeof point);
      if (kind == 2) memset(point, 255, sizeof point);
      if (kind == 3) memset(point, 0, size - 1);
      empty(&points);
      add(&points, point, size);
      check_beside(1);
    }
  }
}

static void decimal_points(void) {
  make_arenas();
  static const unsigned counts[] = {2, 3, 16, 55, 220, 1000};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    for (int width = 6; width <= 20; width += 7) {
      empty(&points);
      for (unsigned region = 1; region < counts[i]; region++) {
        char text[32];
        const int size = snprintf(text, sizeof text, "%0*u", width, region * 1000000U / counts[i]);
        add(&points, text, (size_t)size);
      }
      check_beside(40);
    }
  }
}

/* Bytes of few values, so that points share their beginnings with each other and zeros stand for ends. */
static void add_random_points(size_t count, size_t shared, size_t longest, unsigned alphabet) {
  static const uint8_t letters[] = {0, 255, 'a', 1, 0x7f, 0x80, 254, '0', '9'};
  uint8_t point[KEY_SIZE_MAX] = {0};
  random_bytes(point, shared);
  for (size_t i = 0; i < count; i++) {
    const size_t size = shared + (size_t)random_below(longest + 1);
    for (size_t at = shared; at < size; at++)
      point[at] = alphabet == 256 ? (uint8_t)random_u64() : letters[random_below(alphabet)];
    add(&points, point, size);
  }
}

static void points_that_share_beginnings(void) {
  make_arenas();
  static const unsigned alphabets[] = {1, 2, 3, 9, 256};
  for (size_t shared = 0; shared <= 40; shared++) {
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++) {
      empty(&points);
      add_random_points(1 + (size_t)random_below(60), shared, 1 + (size_t)random_below(20), alphabets[i]);
      check_beside(6);
    }
  }
}

static void points_that_share_their_words(void) {
  make_arenas();
  empty(&points);
  uint8_t point[40];
  for (unsigned i = 0; i < 400; i++) {
    memset(point, i % 3 == 0 ? 'a' : 0, sizeof point);
    point[0] = (uint8_t)(i % 4 * 60);
    point[20] = (uint8_t)i;
    point[21] = (uint8_t)(i >> 8);
    add(&points, point, 8 + i % 20);
  }
  check_beside(30);
}

static void points_of_each_byte(void) {
  make_arenas();
  empty(&points);
  for (unsigned byte = 0; byte < 256; byte++) add(&points, &(uint8_t){(uint8_t)byte}, 1);
  check_beside(256);
}

static void ten_thousand_points(void) {
  make_arenas();
  empty(&points);
  for (unsigned i = 1; i < 10000; i++) {
    char text[32];
    snprintf(text, sizeof text, "%07u", i * 100);
    add(&points, text, 7);
  }
  check_beside(12);
  empty(&points);
  add_random_points(repetitions(10000), 3, 12, 256);
  check_beside(12);
  empty(&points);
  add_random_points(repetitions(10000), 9, 30, 3);
  check_beside(12);
}

/* ---- Trees of points ------------------------------------------------------------------------- */

/* Most points go on after one stem, so that their words are equal until it ends. */
static void points_after_a_stem(void) {
  make_arenas();
  static const size_t counts[] = {1, 2, 3, 5, 20, 220};
  for (size_t size = 1; size <= 40; size++) {
    const size_t count = counts[size % (sizeof counts / sizeof *counts)];
    uint8_t point[KEY_SIZE_MAX];
    empty(&points);
    random_bytes(point, size);
    if (size % 4 == 0) memset(point, size % 8 == 0 ? 0 : 255, size);
    add(&points, point, size);
    for (size_t i = 0; i < count; i++) {
      const int digits = snprintf((char *)point + size, sizeof point - size, "%07zu", i * 1000000 / count);
      add(&points, point, size + (size_t)digits);
    }
    add(&points, "\0", 1);
    add(&points, "m", 1);
    add(&points, "\xff\xff", 2);
    check_beside(10);
  }
}

/* Each goes on from some place of one before it: groups in groups, of points that end in all places. */
static void points_that_branch(void) {
  make_arenas();
  static const uint8_t letters[] = {0, 255, 'a', 1};
  for (size_t turn = 0; turn < repetitions(60); turn++) {
    const size_t count = 2 + (size_t)random_below(300);
    const unsigned alphabet = 1 + (unsigned)random_below(sizeof letters);
    empty(&points);
    add(&points, "\0\0\0\0\0\0\0\0\0\0", 10);
    for (size_t i = 0; i < count; i++) {
      uint8_t point[KEY_SIZE_MAX];
      const size_t from = (size_t)random_below(points.count);
      const size_t kept = (size_t)random_below(string_size(&points, from) + 1);
      size_t size = kept + (size_t)random_below(24);
      if (size > 70) size = 70;
      memcpy(point, string_at(&points, from), kept);
      for (size_t at = kept; at < size; at++) point[at] = letters[random_below(alphabet)];
      add(&points, point, size);
    }
    check_beside(10);
  }
}

/* Each shares `step` bytes more with all after it than the one before: the deepest tree, cut short. */
static void points_like_stairs(void) {
  make_arenas();
  for (size_t step = 1; step <= 9; step++) {
    uint8_t point[KEY_SIZE_MAX];
    empty(&points);
    for (size_t at = 0; at < 70; at += step) {
      memset(point, step % 2 == 0 ? 'a' : 255, sizeof point);
      point[at] = step % 3 == 0 ? 0 : 'b';
      add(&points, point, at + 1 + (size_t)random_below(70 - at));
    }
    check_beside(70);
  }
}

static void many_points_in_groups(void) {
  make_arenas();
  static const size_t groups[] = {1, 3, 100, 2500};
  static uint8_t stems[2500][30];
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    for (size_t stem = 0; stem < groups[i]; stem++) {
      memset(stems[stem], 'a', sizeof stems[stem]);
      random_bytes(stems[stem] + 12, sizeof stems[stem] - 12);
    }
    empty(&points);
    for (size_t point = 0; point < repetitions(10000); point++) {
      uint8_t text[40];
      memcpy(text, stems[random_below(groups[i])], 30);
      snprintf((char *)text + 30, sizeof text - 30, "%08u", (unsigned)random_below(100000000));
      add(&points, text, 38);
    }
    check_beside(12);
  }
}

/* ---- Counts and alignments ------------------------------------------------------------------- */

static void add_paper_points(void) {
  empty(&points);
  for (unsigned region = 1; region < 220; region++) {
    char text[32];
    snprintf(text, sizeof text, "%07u", region * 1000000 / 220);
    add(&points, text, 7);
  }
}

static void add_paper_keys(size_t count) {
  empty(&keys);
  for (size_t i = 0; i < count; i++) {
    char text[32];
    snprintf(text, sizeof text, "%07u%010zu", (unsigned)random_below(1000000), i);
    add(&keys, text, 17);
  }
}

static void every_count(void) {
  static struct batch batch;
  make_arenas();
  add_paper_points();
  add_paper_keys(200);
  rowkey_splits *splits = sorted_points();
  struct rowkey_search search = search_of(splits);
  for (size_t rows = 0; rows <= 200; rows++) {
    take_fixed(&batch, splits, 0, 17, rows);
    EACH_ISA(kernels) { check_batch(kernels, &search, &batch, 17); }
  }
  rowkey_search_free(&search);
  rowkey_splits_free(splits);
}

static void every_width_and_alignment(void) {
  static struct batch batch;
  make_arenas();
  add_paper_points();
  add_paper_keys(200);
  rowkey_splits *splits = sorted_points();
  struct rowkey_search search = search_of(splits);
  for (size_t width = 0; width <= 40; width++) {
    for (size_t first = 0; first < 16; first++) {
      for (size_t rows = 49; rows <= 65; rows += 16) {
        take_fixed(&batch, splits, first, width, rows);
        EACH_ISA(kernels) { check_batch(kernels, &search, &batch, width); }
      }
    }
  }
  rowkey_search_free(&search);
  rowkey_splits_free(splits);
}

static void keys_of_every_length(void) {
  make_arenas();
  for (size_t turn = 0; turn < repetitions(60); turn++) {
    empty(&points);
    add_random_points(1 + (size_t)random_below(300), (size_t)random_below(2) * 5, 10, 9);
    empty(&keys);
    for (size_t i = 0; i < 300; i++) {
      uint8_t key[24];
      static const uint8_t letters[] = {0, 255, 'a', 1, 0x7f, 0x80, 254, '0', '9'};
      for (size_t at = 0; at < sizeof key; at++) key[at] = letters[random_below(sizeof letters)];
      add(&keys, key, (size_t)random_below(sizeof key));
    }
    rowkey_splits *splits = sorted_points();
    check_all_keys(splits);
    rowkey_splits_free(splits);
  }
}

static const struct test tests[] = {
    {"every key is in region 0 where there are no points", no_points},
    {"one point of every size parts the keys", one_point},
    {"decimal points part the keys beside them", decimal_points},
    {"points that share 0 to 40 bytes part the keys beside them", points_that_share_beginnings},
    {"points of one word part the keys beside them", points_that_share_their_words},
    {"points of each byte part the keys beside them", points_of_each_byte},
    {"ten thousand points part the keys beside them", ten_thousand_points},
    {"points after a stem and others part the keys beside them", points_after_a_stem},
    {"points that branch anywhere part the keys beside them", points_that_branch},
    {"points that share ever more bytes part the keys beside them", points_like_stairs},
    {"ten thousand points in groups part the keys beside them", many_points_in_groups},
    {"every count of keys is routed", every_count},
    {"keys of every width and alignment are routed", every_width_and_alignment},
    {"keys of every length are routed", keys_of_every_length},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
