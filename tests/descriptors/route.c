/* The region of each key: how many split points are not greater. Points and keys begin alike, so that they
 * meet.
 */
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "regions/strings.h"
#include "search/search.h"

enum { FEW_POINTS = 3, POINTS_MAX = 12, KEYS_MAX = 4, STRING_MAX = 32, STRINGS_MAX = POINTS_MAX + KEYS_MAX };

/* Without memory of its own: to allocate would take longer than to route. */
struct strings {
  size_t count;
  uint64_t offsets[STRINGS_MAX + 1];
  uint8_t bytes[STRINGS_MAX * (STRING_MAX + 1)]; /* a point and a byte at most */
};

static const uint8_t *bytes_at(const struct strings *strings, size_t index) {
  return strings->bytes + strings->offsets[index];
}
static size_t size_at(const struct strings *strings, size_t index) {
  return (size_t)(strings->offsets[index + 1] - strings->offsets[index]);
}

static void add(struct strings *strings, const uint8_t *bytes, size_t size) {
  const uint64_t used = strings->offsets[strings->count];
  memcpy(strings->bytes + used, bytes, size);
  strings->offsets[++strings->count] = used + size;
}

/* A string of the input, which begins as the one before or anew. `string` holds the one before, of `last`
 * bytes; returns the size. */
static size_t take_string(struct fuzz_input *input, uint8_t string[STRING_MAX + 1], size_t last) {
  const size_t kept = (size_t)fuzz_take_up_to(input, last), size = (size_t)fuzz_take_up_to(input, STRING_MAX);
  for (size_t i = kept; i < size; i++) string[i] = (uint8_t)fuzz_take(input, 1);
  return size < kept ? kept : size;
}

/* Strings that do not rise are left out. */
static void take_points(struct fuzz_input *input, size_t most, struct strings *points) {
  uint8_t string[STRING_MAX + 1];
  size_t size = 0;
  for (uint64_t count = fuzz_take_up_to(input, most); count > 0; count--) {
    size = take_string(input, string, size);
    const size_t last = points->count - 1;
    if (points->count == 0
            ? size > 0
            : !reference_is_not_greater(string, size, bytes_at(points, last), size_at(points, last)))
      add(points, string, size);
  }
}

/* Of each point: itself, what comes just before or after it, or what differs from it in a byte; and strings
 * of the input. */
static void take_keys(struct fuzz_input *input, const struct strings *points, struct strings *keys) {
  uint8_t key[STRING_MAX + 1];
  size_t size = 0;
  for (size_t i = 0; i < points->count; i++) {
    size = size_at(points, i);
    memcpy(key, bytes_at(points, i), size);
    key[size] = 0;
    switch (fuzz_take(input, 1) % 4) {
      case 0:
        break;
      case 1:
        size++;
        break;
      case 2:
        size--;
        break;
      default:
        key[fuzz_take_up_to(input, size - 1)] ^= (uint8_t)fuzz_take(input, 1);
        break;
    }
    add(keys, key, size);
  }
  for (uint64_t count = fuzz_take_up_to(input, KEYS_MAX); count > 0; count--) {
    size = take_string(input, key, size);
    add(keys, key, size);
  }
}

/* What a call searches, until the next is chosen. */
static struct strings points;
static rowkey_splits chosen_splits;
static struct rowkey_search chosen_search;
static bool is_chosen;

static void take_search(struct call *call, struct fuzz_input *input, struct strings *keys) {
  const unsigned size_form = (unsigned)fuzz_take(input, 1);
  points.count = keys->count = 0;
  points.offsets[0] = keys->offsets[0] = 0;
  /* Mostly few, so that executions are many. */
  take_points(input, size_form < 224 ? FEW_POINTS : POINTS_MAX, &points);
  take_keys(input, &points, keys);
  chosen_splits = (rowkey_splits){.count = points.count, .bytes = points.bytes, .offsets = points.offsets};
  if (is_chosen) rowkey_search_free(&chosen_search);
  /* Mostly small tables: to fill the full ones takes longer than all the rest. */
  const size_t numbers = size_form % 64 == 63 ? SEARCH_ROOT_NUMBERS : (size_t)1 << size_form % 12;
  is_chosen = rowkey_search_create(&chosen_search, &chosen_splits, numbers);
  FUZZ_CHECK(is_chosen, "no memory");
  call->with.route.splits = &chosen_splits;
  call->with.route.search = &chosen_search;
}

/* In `values` where the keys begin, and where the last one ends. */
static void choose_strings(struct call *call, struct fuzz_input *input) {
  struct strings keys;
  take_search(call, input, &keys);
  call->rows = keys.count;
  call->bytes = fuzz_guarded_copy(keys.bytes, (size_t)keys.offsets[keys.count]);
  call->values = fuzz_guarded_copy(keys.offsets, (keys.count + 1) * sizeof *keys.offsets);
}

static void choose_keys(struct call *call, struct fuzz_input *input) {
  struct strings keys;
  take_search(call, input, &keys);
  call->width = 4 + (size_t)call->form / 2 % 29;
  call->rows = (size_t)keys.offsets[keys.count] / call->width;
  call->bytes = fuzz_guarded_copy(keys.bytes, call->rows * call->width);
}

static void lay(struct call *call) { call_writes(call, call->rows, sizeof(uint32_t)); }

static bool expect_region(struct call *call, size_t row, size_t begin, size_t end) {
  const uint32_t region = reference_route(call->with.route.splits, call->bytes + begin, end - begin);
  memcpy(call_expected(call, 0, row), &region, sizeof region);
  return true;
}

static bool expect_of_string(struct call *call, size_t row) {
  return expect_region(call, row, (size_t)call->values[row], (size_t)call->values[row + 1]);
}
static bool expect_of_key(struct call *call, size_t row) {
  return expect_region(call, row, row * call->width, (row + 1) * call->width);
}

static uint64_t run_strings(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->route_strings(call->with.route.search, call->bytes, call->values, call->rows, call_out(call, 0));
  return call->rows;
}

static uint64_t run_keys(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->route_fixed(call->with.route.search, call->bytes, call->width, call->rows, call_out(call, 0));
  return call->rows;
}

/* ---- The report --------------------------------------------------------------------------------- */

enum { MODULUS = 1000000, ID_MOST = 10, REGIONS_OF_HOSTS = 220, KEY_MOST = 48, ANY_LENGTH = 1 };

/* Everything of a call that is timed, which lives as long as its memory. */
struct timed_search {
  rowkey_splits splits;
  struct rowkey_search search;
  struct string_list points;
};

static void add_point(struct string_list *list, const char *text, int size) {
  FUZZ_CHECK(rowkey_strings_add(list, text, (size_t)size), "no memory");
}

static void set_search(struct call *call, struct timed_search *timed) {
  const struct string_list *list = &timed->points;
  timed->splits = (rowkey_splits){.count = list->count, .bytes = list->bytes, .offsets = list->offsets};
  FUZZ_CHECK(rowkey_search_create(&timed->search, &timed->splits, SEARCH_ROOT_NUMBERS), "no memory");
  call->with.route.splits = &timed->splits;
  call->with.route.search = &timed->search;
}

static void set_key(struct call *call, size_t row, const char *text, int size) {
  memcpy(call->bytes + call->values[row], text, (size_t)size);
  call->values[row + 1] = call->values[row] + (uint64_t)size;
  call->read = call->values[row + 1];
}

static struct timed_search *fill_memory(struct call *call) {
  call->rows = CALL_MANY;
  call->bytes = call_allocate(call, call->rows * KEY_MOST);
  call->values = call_allocate(call, (call->rows + 1) * sizeof *call->values);
  return call_allocate(call, sizeof(struct timed_search));
}

/* Points at i * MODULUS / regions for i = 1 … regions - 1, as the paper has them; ids of ten digits, or of as
 * many as each has. */
static void fill_ids(struct call *call) {
  struct timed_search *timed = fill_memory(call);
  char text[KEY_MOST];
  timed->points = (struct string_list){0};
  FUZZ_CHECK(rowkey_strings_extend(&timed->points, 0), "no memory");
  timed->points.count = 0; /* where there is one region, there are offsets, but no point */
  for (uint64_t i = 1; i < call->number; i++)
    add_point(&timed->points, text,
              snprintf(text, sizeof text, "%07u", (unsigned)(i * MODULUS / call->number)));
  set_search(call, timed);
  for (size_t row = 0; row < call->rows; row++) {
    const int digits = call->form == ANY_LENGTH ? 1 + (int)(call->bench->draw() % ID_MOST) : ID_MOST;
    const unsigned salt = (unsigned)(call->bench->draw() % MODULUS),
                   id = (unsigned)(call->bench->draw() % 10);
    set_key(call, row, text, snprintf(text, sizeof text, "%07u%0*u", salt, digits, id));
  }
}

static const char *const hosts[] = {"com.example.api",  "com.example.www", "com.google.mail",
                                    "de.spiegel.www",   "net.cdn.static",  "org.wikipedia.de",
                                    "org.wikipedia.en", "uk.co.bbc.news"};

/* host/path of `form` hosts: points as a sample of keys gives them, and one before and after all of these. */
static void fill_hosts(struct call *call) {
  struct timed_search *timed = fill_memory(call);
  char text[KEY_MOST];
  const size_t inner = REGIONS_OF_HOSTS - 3, host_count = (size_t)call->form;
  timed->points = (struct string_list){0};
  add_point(&timed->points, "arpa", 4);
  for (size_t host = 0; host < host_count; host++) {
    const size_t first = host * inner / host_count, end = (host + 1) * inner / host_count;
    for (size_t i = first; i < end; i++)
      add_point(&timed->points, text,
                snprintf(text, sizeof text, "%s/%07zu", hosts[host], (i - first) * MODULUS / (end - first)));
  }
  add_point(&timed->points, "za", 2);
  set_search(call, timed);
  for (size_t row = 0; row < call->rows; row++) {
    const char *host = hosts[call->bench->draw() % host_count];
    const unsigned path = (unsigned)(call->bench->draw() % MODULUS);
    set_key(call, row, text, snprintf(text, sizeof text, "%s/%07u/index", host, path));
  }
}

#define KEYS(regions) {.name = "route/17B/", .fill = fill_ids, .number = regions, .width = 17}
#define TEXTS(regions) {.name = "route/text/", .fill = fill_ids, .number = regions, .form = ANY_LENGTH}
static const struct timed
    timed_keys[] = {KEYS(1), KEYS(16), KEYS(220), KEYS(1000), KEYS(10000), {0}},
    timed_strings[] = {TEXTS(1),
                       TEXTS(16),
                       TEXTS(220),
                       TEXTS(1000),
                       TEXTS(10000),
                       {.name = "route/hosts-1/", .fill = fill_hosts, .number = REGIONS_OF_HOSTS, .form = 1},
                       {.name = "route/hosts-8/", .fill = fill_hosts, .number = REGIONS_OF_HOSTS, .form = 8},
                       {0}};

static const struct descriptor routes[] = {
    {DESCRIBED(route_strings, choose_strings, lay, expect_of_string, run_strings), .timed = timed_strings},
    {DESCRIBED(route_fixed, choose_keys, lay, expect_of_key, run_keys), .timed = timed_keys},
};

DESCRIBE_FAMILY(route, routes, NULL)
