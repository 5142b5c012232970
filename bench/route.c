/* For how many keys a second the region is found, by the number of regions: keys of one width as the paper
 * has them, keys that differ in length, and reversed domains, which hardly differ in their first eight bytes.
 */
#include <rowkey/splits.h>
#include <stdio.h>
#include <string.h>

#include "kernels/kernel_table.h"
#include "regions/strings.h"
#include "search/search.h"
#include "shape.h"

enum { MODULUS = 1000000, WIDTH = 17, POINT_WIDTH = 7, ID_MOST = 10 };

struct routing {
  struct shape shape;
  size_t regions;
  bool strings; /* the id stands in as few digits as it has */
  size_t hosts; /* 0, or keys are host/path of the first so many hosts */
  rowkey_splits splits;
  struct rowkey_search search;
  uint8_t *keys;
  uint64_t *offsets;
};

/* Points at i * MODULUS / regions for i = 1 … regions - 1, as the paper has them. */
static void fill_points(struct routing *routing) {
  const size_t count = routing->regions - 1;
  uint8_t *bytes = shape_allocate(&routing->shape, count * POINT_WIDTH + 1);
  uint64_t *offsets = shape_allocate(&routing->shape, (count + 1) * sizeof *offsets);
  for (size_t i = 0; i < count; i++) {
    snprintf((char *)bytes + i * POINT_WIDTH, POINT_WIDTH + 1, "%07zu", (i + 1) * MODULUS / routing->regions);
    offsets[i + 1] = (i + 1) * POINT_WIDTH;
  }
  routing->splits = (rowkey_splits){.count = count, .bytes = bytes, .offsets = offsets};
  if (!rowkey_search_create(&routing->search, &routing->splits, SEARCH_ROOT_NUMBERS))
    bench_fail("%s: no memory", routing->shape.name);
}

static const char *const hosts[] = {"com.example.api",  "com.example.www", "com.google.mail",
                                    "de.spiegel.www",   "net.cdn.static",  "org.wikipedia.de",
                                    "org.wikipedia.en", "uk.co.bbc.news"};

/* Points as a sample of keys gives them, and one before and after all of these. */
static void fill_host_points(struct routing *routing) {
  struct string_list points = {0};
  const size_t count = routing->regions - 1, inner = count - 2;
  bool added = rowkey_strings_add(&points, "arpa", 4);
  for (size_t host = 0; host < routing->hosts; host++) {
    const size_t first = host * inner / routing->hosts, end = (host + 1) * inner / routing->hosts;
    for (size_t i = first; i < end; i++) {
      char text[48];
      const int size =
          snprintf(text, sizeof text, "%s/%07zu", hosts[host], (i - first) * MODULUS / (end - first));
      added = added && rowkey_strings_add(&points, text, (size_t)size);
    }
  }
  if (!added || !rowkey_strings_add(&points, "za", 2)) bench_fail("%s: no memory", routing->shape.name);
  routing->splits = (rowkey_splits){.count = points.count, .bytes = points.bytes, .offsets = points.offsets};
}

static void fill_hosts(struct shape *shape) {
  enum { KEY_MOST = 48 };
  struct routing *routing = (struct routing *)shape;
  fill_host_points(routing);
  if (!rowkey_search_create(&routing->search, &routing->splits, SEARCH_ROOT_NUMBERS))
    bench_fail("%s: no memory", shape->name);
  routing->keys = shape_allocate(shape, shape->rows * KEY_MOST);
  routing->offsets = shape_allocate(shape, (shape->rows + 1) * sizeof *routing->offsets);
  for (size_t i = 0; i < shape->rows; i++) {
    const char *host = hosts[bench_random() % routing->hosts];
    const int size = snprintf((char *)routing->keys + routing->offsets[i], KEY_MOST, "%s/%07u/index", host,
                              (unsigned)(bench_random() % MODULUS));
    routing->offsets[i + 1] = routing->offsets[i] + (uint64_t)size;
  }
  shape->bytes = routing->offsets[shape->rows];
  shape->output_size = shape->rows * sizeof(uint32_t);
}

static void fill(struct shape *shape) {
  struct routing *routing = (struct routing *)shape;
  fill_points(routing);
  routing->keys = shape_allocate(shape, shape->rows * WIDTH + 1);
  routing->offsets = shape_allocate(shape, (shape->rows + 1) * sizeof *routing->offsets);
  for (size_t i = 0; i < shape->rows; i++) {
    const int digits = routing->strings ? 1 + (int)(bench_random() % ID_MOST) : ID_MOST;
    const int size = snprintf((char *)routing->keys + routing->offsets[i], WIDTH + 1, "%07u%0*u",
                              (unsigned)(bench_random() % MODULUS), digits, (unsigned)(bench_random() % 10));
    routing->offsets[i + 1] = routing->offsets[i] + (uint64_t)size;
  }
  shape->bytes = routing->offsets[shape->rows];
  shape->output_size = shape->rows * sizeof(uint32_t);
}

static void route_kernel(struct shape *shape, const void *with) {
  const struct routing *routing = (const struct routing *)shape;
  const struct rowkey_kernels *kernels = with;
  uint32_t *regions = (void *)shape->output;
  if (routing->strings) {
    kernels->route_strings(&routing->search, routing->keys, routing->offsets, shape->rows, regions);
  } else {
    kernels->route_fixed(&routing->search, routing->keys, WIDTH, shape->rows, regions);
  }
}

/* What clients of these stores do: a binary search that compares whole strings. */
static void route_memcmp(struct shape *shape, const void *with) {
  const struct routing *routing = (const struct routing *)shape;
  const uint8_t *points = routing->splits.bytes;
  uint32_t *regions = (void *)shape->output;
  (void)with;
  for (size_t row = 0; row < shape->rows; row++) {
    const uint8_t *key = routing->keys + routing->offsets[row];
    size_t low = 0, high = routing->splits.count;
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      if (memcmp(points + middle * POINT_WIDTH, key, POINT_WIDTH) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    regions[row] = (uint32_t)low;
  }
}

/* The same for points that differ in length. */
static void route_memcmp_strings(struct shape *shape, const void *with) {
  const struct routing *routing = (const struct routing *)shape;
  const uint8_t *points = routing->splits.bytes;
  const uint64_t *offsets = routing->splits.offsets;
  uint32_t *regions = (void *)shape->output;
  (void)with;
  for (size_t row = 0; row < shape->rows; row++) {
    const uint8_t *key = routing->keys + routing->offsets[row];
    const uint64_t size = routing->offsets[row + 1] - routing->offsets[row];
    size_t low = 0, high = routing->splits.count;
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      const uint64_t point_size = offsets[middle + 1] - offsets[middle];
      const int order = memcmp(points + offsets[middle], key, point_size < size ? point_size : size);
      if (order < 0 || (order == 0 && point_size <= size)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    regions[row] = (uint32_t)low;
  }
}

/* A tuned one: the first eight bytes as numbers, no branches, eight searches at a time. Right for these keys
 * and points, whose words are never equal. */
static void route_words(struct shape *shape, const void *with) {
  enum { AT_A_TIME = 8 };
  const struct routing *routing = (const struct routing *)shape;
  const uint64_t *words = routing->search.front->words.words + 1;
  const size_t count = routing->splits.count;
  uint32_t *regions = (void *)shape->output;
  (void)with;
  for (size_t row = 0; row < shape->rows; row += AT_A_TIME) {
    uint64_t keys[AT_A_TIME];
    size_t low[AT_A_TIME] = {0};
    for (size_t i = 0; i < AT_A_TIME; i++) {
      memcpy(&keys[i], routing->keys + routing->offsets[row + i], sizeof keys[i]);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
      keys[i] = __builtin_bswap64(keys[i]);
#endif
    }
    for (size_t left = count; left > 0; left /= 2) {
      const size_t step = (left + 1) / 2;
      for (size_t i = 0; i < AT_A_TIME; i++)
        low[i] += step & (0 - (size_t)(words[low[i] + step - 1] <= keys[i]));
    }
    for (size_t i = 0; i < AT_A_TIME; i++) regions[row + i] = (uint32_t)low[i];
  }
}

static void register_hosts(size_t host_count) {
  enum { REGIONS = 220 };
  struct routing *routing = shape_create(sizeof(*routing), BENCH_ROWS, fill_hosts, route_memcmp_strings,
                                         "route/hosts-%zu/%d", host_count, REGIONS);
  routing->regions = REGIONS;
  routing->strings = true;
  routing->hosts = host_count;
  bench_add_isas(&routing->shape, route_kernel);
  bench_add(&routing->shape, "memcmp", route_memcmp_strings, NULL);
}

void register_route(void) {
  static const size_t regions[] = {1, 16, 220, 1000, 10000};
  for (int strings = 0; strings <= 1; strings++) {
    for (size_t i = 0; i < sizeof(regions) / sizeof(regions[0]); i++) {
      struct routing *routing = shape_create(sizeof(*routing), BENCH_ROWS, fill, route_memcmp, "route/%s/%zu",
                                             strings ? "text" : "17B", regions[i]);
      routing->regions = regions[i];
      routing->strings = strings != 0;
      bench_add_isas(&routing->shape, route_kernel);
      bench_add(&routing->shape, "memcmp", route_memcmp, NULL);
      bench_add(&routing->shape, "words", route_words, NULL);
    }
  }
  register_hosts(1);
  register_hosts(sizeof hosts / sizeof *hosts);
}
