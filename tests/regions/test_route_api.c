/* rowkey_router_create and rowkey_route: what they refuse and how they say so, what a router keeps, and many
 * threads on one of them. */
#include <pthread.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "each_isa.h"
#include "failing_memory.h"
#include "on_isa.h"
#include "reference/reference.h"

static const uint64_t three_offsets[] = {0, 1, 2, 3};
static const rowkey_splits three = {.count = 3, .bytes = "bdf", .offsets = three_offsets};

static rowkey_router *create(const rowkey_splits *splits) {
  rowkey_error error;
  rowkey_router *router = rowkey_router_create(splits, &error);
  CHECK(router != NULL, "%s", error.text);
  return router;
}

static void check_error(const rowkey_error *error, rowkey_status status, size_t row, const char *text) {
  CHECK(error->status == status, "status %d: %s", (int)error->status, error->text);
  CHECK(error->row == row, "row %zu instead of %zu: %s", error->row, row, error->text);
  CHECK(strstr(error->text, text) != NULL, "\"%s\" without \"%s\"", error->text, text);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void refused_points(const void *bytes, const uint64_t *offsets, size_t count, rowkey_status status,
                           size_t row) {
  const rowkey_splits splits = {.count = count, .bytes = bytes, .offsets = offsets};
  rowkey_error error;
  CHECK(rowkey_router_create(&splits, &error) == NULL, "taken");
  check_error(&error, status, row, "");
  CHECK(rowkey_router_create(&splits, NULL) == NULL, "taken");
}

static void bad_points(void) {
  static const uint64_t empty_first[] = {0, 0, 1}, falling[] = {0, 2, 1};
  refused_points("bad", three_offsets, 3, ROWKEY_ERROR_RANGE, 1);
  refused_points("bbd", three_offsets, 3, ROWKEY_ERROR_RANGE, 1);
  refused_points("\x80\x7f", three_offsets, 2, ROWKEY_ERROR_RANGE, 1);
  refused_points("a", empty_first, 2, ROWKEY_ERROR_RANGE, 0);
  refused_points("ab", falling, 2, ROWKEY_ERROR_ARGUMENT, 1);
  refused_points(NULL, three_offsets, 3, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE);
  refused_points("bdf", NULL, 3, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE);
}

/* The largest number of regions fails here only for lack of memory; one more fails by its number. */
static void too_many_points(void) {
  if (left_to_full_effort()) return;
  enum { POINT = 4 };
  const size_t most = ROWKEY_MOST_REGIONS;
  uint8_t *bytes = malloc(most * POINT);
  uint64_t *offsets = malloc((most + 1) * sizeof *offsets);
  CHECK(bytes != NULL && offsets != NULL, "out of memory");
  for (size_t i = 0; i < most; i++) {
    for (size_t k = 0; k < POINT; k++) bytes[i * POINT + k] = (uint8_t)(i >> 8 * (POINT - 1 - k));
    offsets[i] = i * POINT;
  }
  offsets[most] = most * POINT;
  refused_points(bytes, offsets, most, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE);
  const rowkey_splits splits = {.count = most - 1, .bytes = bytes, .offsets = offsets};
  rowkey_error error;
  allocations_allowed = 0;
  CHECK(rowkey_router_create(&splits, &error) == NULL, "made without memory");
  check_error(&error, ROWKEY_ERROR_MEMORY, ROWKEY_NONE, "out of memory");
  free(offsets);
  free(bytes);
}

/* Nobody has so many: nothing of the arrays is read. */
static void more_points_than_memory(void) {
  uint64_t *offsets = guarded(sizeof *offsets, GUARD_END);
  *offsets = 0;
  static const size_t counts[] = {SIZE_MAX, SIZE_MAX / sizeof(uint64_t), ROWKEY_MOST_REGIONS};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    const rowkey_splits splits = {.count = counts[i], .bytes = "b", .offsets = offsets};
    rowkey_error error;
    CHECK(rowkey_router_create(&splits, &error) == NULL, "taken");
    char expected[128];
    snprintf(expected, sizeof expected, "%zu split points are too many (expected at most 16777215)",
             counts[i]);
    check_error(&error, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, expected);
  }
}

static void refused_keys(const void *keys, const void *offsets, size_t width, size_t rows, void *regions,
                         size_t row, const char *text) {
  rowkey_router *router = create(&three);
  rowkey_error error;
  CHECK(rowkey_route(router, &(rowkey_keys){.data = keys, .offsets = offsets, .width = width, .rows = rows},
                     regions, &error) == ROWKEY_ERROR_ARGUMENT,
        "taken");
  check_error(&error, ROWKEY_ERROR_ARGUMENT, row, text);
  CHECK(rowkey_route(router, &(rowkey_keys){.data = keys, .offsets = offsets, .width = width, .rows = rows},
                     regions, NULL) == ROWKEY_ERROR_ARGUMENT,
        "taken");
  rowkey_router_free(router);
}

static void bad_keys(void) {
  static const uint64_t falling[] = {0, 1, 3, 2, 4}, huge[] = {0, 1, UINT64_MAX}, good[] = {0, 1, 2};
  static uint64_t storage[8];
  uint32_t regions[8];
  refused_keys("abcd", falling, 0, 4, regions, 2, "begins at byte 3 and ends at byte 2");
  refused_keys("abcd", huge, 0, 2, regions, 1, "larger than any memory");
  refused_keys(NULL, good, 0, 2, regions, ROWKEY_NONE, "data is NULL");
  refused_keys(NULL, NULL, 3, 2, regions, ROWKEY_NONE, "data is NULL");
  refused_keys("abcd", NULL, PTRDIFF_MAX, 2, regions, ROWKEY_NONE, "larger than any memory");
  refused_keys("abcd", NULL, 2, 2, NULL, ROWKEY_NONE, "regions is NULL");
  refused_keys("abcd", NULL, 2, 2, (uint8_t *)regions + 1, ROWKEY_NONE, "regions is not aligned");
  refused_keys("abcd", (uint8_t *)storage + 1, 0, 2, regions, ROWKEY_NONE, "offsets is not aligned");
}

/* The count is wrong, and neither of the arrays, which are not read. */
static void more_keys_than_memory(void) {
  static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2};
  uint64_t *offsets = guarded(sizeof *offsets, GUARD_END);
  uint32_t *offsets32 = guarded(sizeof *offsets32, GUARD_END);
  *offsets = *offsets32 = 0;
  const rowkey_keys forms[] = {{.data = "a", .offsets = offsets}, {.data = "a", .offsets32 = offsets32}, {0}};
  static const char *const arrays[] = {"offsets", "offsets32", "regions"};
  rowkey_router *router = create(&three);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
      rowkey_keys keys = forms[i];
      keys.rows = counts[k];
      rowkey_error error;
      uint32_t region;
      CHECK(rowkey_route(router, &keys, &region, &error) == ROWKEY_ERROR_ARGUMENT, "taken");
      char expected[128];
      snprintf(expected, sizeof expected,
               "rows is %zu, but so many numbers of %s do not fit in memory (expected", counts[k], arrays[i]);
      check_error(&error, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, expected);
    }
  }
  rowkey_router_free(router);
}

/* ---- What is taken --------------------------------------------------------------------------- */

static void nothing_to_route(void) {
  static const uint64_t empty[] = {7, 7, 7};
  rowkey_router *router = create(&three);
  uint32_t regions[] = {9, 9};
  CHECK(rowkey_route(router, &(rowkey_keys){.width = 17}, NULL, NULL) == ROWKEY_OK, "no rows");
  CHECK(rowkey_route(router, &(rowkey_keys){.rows = 2}, regions, NULL) == ROWKEY_OK, "keys without bytes");
  CHECK(regions[0] == 0 && regions[1] == 0, "%u %u", regions[0], regions[1]);
  regions[0] = regions[1] = 9;
  CHECK(rowkey_route(router, &(rowkey_keys){.offsets = empty, .rows = 2}, regions, NULL) == ROWKEY_OK,
        "empty strings");
  CHECK(regions[0] == 0 && regions[1] == 0, "%u %u", regions[0], regions[1]);
  rowkey_router_free(router);
  rowkey_router_free(NULL);
}

/* On 32-bit x86 at every 4 bytes, as in a struct after a uint32_t. */
static void offsets_wherever_they_can_lie(void) {
  static uint64_t storage[4];
  uint64_t *offsets = (void *)((uint8_t *)storage + _Alignof(uint64_t));
  rowkey_router *router = create(&three);
  uint32_t regions[] = {9, 9};
  rowkey_error error;
  CHECK(rowkey_route(router, &(rowkey_keys){.offsets = offsets, .rows = 2}, regions, &error) == ROWKEY_OK,
        "%s", error.text);
  CHECK(regions[0] == 0 && regions[1] == 0, "%u %u", regions[0], regions[1]);
  rowkey_router_free(router);
}

static void one_region(void) {
  static const rowkey_splits none = {0};
  rowkey_router *router = create(&none);
  uint32_t regions[] = {9, 9, 9};
  uint8_t keys[48];
  memset(keys, 255, sizeof keys);
  CHECK(
      rowkey_route(router, &(rowkey_keys){.data = keys, .width = 16, .rows = 3}, regions, NULL) == ROWKEY_OK,
      "refused");
  CHECK(regions[0] + regions[1] + regions[2] == 0, "%u %u %u", regions[0], regions[1], regions[2]);
  rowkey_router_free(router);
}

static void points_are_copied(void) {
  enum { SIZE = 5 };
  char *bytes = guarded(SIZE, GUARD_END);
  memcpy(bytes, "..bdf", SIZE);
  uint64_t offsets[] = {2, 3, 4, SIZE};
  const rowkey_splits splits = {.count = 3, .bytes = bytes, .offsets = offsets};
  rowkey_router *router = create(&splits);
  memset(bytes, 'z', SIZE);
  memset(offsets, 0, sizeof offsets);
  uint32_t regions[7];
  CHECK(rowkey_route(router, &(rowkey_keys){.data = "abcdefg", .width = 1, .rows = 7}, regions, NULL) ==
            ROWKEY_OK,
        "refused");
  for (uint32_t i = 0; i < 7; i++) CHECK(regions[i] == (i + 1) / 2, "key %u in region %u", i, regions[i]);
  rowkey_router_free(router);
}

/* Keys that do not begin at the first byte, and every instruction set by its name. */
static void every_instruction_set(void) {
  static const uint64_t offsets[] = {3, 3, 4, 9, 12};
  static const char keys[] = "...bccccceee";
  static const uint32_t expected[] = {0, 1, 1, 2};
  EACH_ISA(kernels) {
    rowkey_error error;
    rowkey_router *router = NULL;
    ON_ISA(kernels->name) router = rowkey_router_create(&three, &error);
    CHECK(router != NULL, "%s: %s", kernels->name, error.text);
    uint32_t regions[4];
    CHECK(rowkey_route(router, &(rowkey_keys){.data = keys, .offsets = offsets, .rows = 4}, regions,
                       &error) == ROWKEY_OK,
          "%s", error.text);
    CHECK(memcmp(regions, expected, sizeof regions) == 0, "%s: %u %u %u %u", kernels->name, regions[0],
          regions[1], regions[2], regions[3]);
    rowkey_router_free(router);
  }
}

/* More keys than are widened at once, of all lengths. */
static void offsets_of_32_bits(void) {
  enum { KEYS = 2000 };
  static uint8_t bytes[KEYS * 3];
  uint64_t offsets[KEYS + 1] = {5};
  uint32_t offsets32[KEYS + 1] = {5};
  random_bytes(bytes, sizeof bytes);
  for (size_t i = 0; i < KEYS; i++) {
    offsets[i + 1] = offsets[i] + random_below(3);
    offsets32[i + 1] = (uint32_t)offsets[i + 1];
  }
  uint32_t regions[KEYS], expected[KEYS];
  EACH_ISA(kernels) {
    rowkey_router *router = NULL;
    ON_ISA(kernels->name) router = create(&three);
    const rowkey_keys wide = rowkey_keys_of_offsets(bytes, offsets, KEYS);
    const rowkey_keys narrow = {.data = bytes, .offsets32 = offsets32, .rows = KEYS};
    CHECK(rowkey_route(router, &wide, expected, NULL) == ROWKEY_OK, "64 bits");
    CHECK(rowkey_route(router, &narrow, regions, NULL) == ROWKEY_OK, "32 bits");
    CHECK(memcmp(regions, expected, sizeof regions) == 0, "%s: other regions", kernels->name);
    rowkey_router_free(router);
  }
}

static void bad_forms_of_keys(void) {
  static const uint64_t offsets[] = {0, 1, 2};
  static const uint32_t offsets32[] = {0, 2, 1}, good[] = {0, 1, 2};
  static const struct {
    rowkey_keys keys;
    size_t row;
    const char *text;
  } cases[] = {
      {{.data = "ab", .offsets = offsets, .offsets32 = good, .rows = 2},
       ROWKEY_NONE,
       "offsets and offsets32 are both given (expected one of them)"},
      {{.data = "ab", .offsets32 = offsets32, .rows = 2},
       1,
       "the key begins at byte 2 and ends at byte 1 (expected offsets that do not decrease)"},
      {{.offsets32 = good, .rows = 2}, ROWKEY_NONE, "data is NULL (expected keys of 2 bytes)"},
      {{.data = "ab", .width = 1, .rows = 2, .reserved = {0, 7}},
       ROWKEY_NONE,
       "rowkey_keys: reserved[1] is 7 (expected 0: this library is rowkey " ROWKEY_VERSION_STRING
       ", which does not know that member; set it to 0, or link a newer library)"},
  };
  rowkey_router *router = create(&three);
  rowkey_error error;
  uint32_t regions[2];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK(rowkey_route(router, &cases[i].keys, regions, &error) == ROWKEY_ERROR_ARGUMENT, "case %zu", i);
    check_error(&error, ROWKEY_ERROR_ARGUMENT, cases[i].row, cases[i].text);
  }
  const uint32_t *odd = (const void *)((const uint8_t *)good + 1);
  CHECK(rowkey_route(router, &(rowkey_keys){.data = "ab", .offsets32 = odd, .rows = 1}, regions, &error) ==
            ROWKEY_ERROR_ARGUMENT,
        "taken");
  check_error(&error, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "offsets32 is not aligned");
  CHECK(rowkey_route(router, NULL, regions, &error) == ROWKEY_ERROR_ARGUMENT, "taken");
  check_error(&error, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "keys is NULL");
  rowkey_router_free(router);
}

static void exhausted_memory(void) {
  size_t allowed = 0;
  for (;; allowed++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = allowed;
    rowkey_router *router = rowkey_router_create(&three, &error);
    const size_t left = allocations_allowed;
    allocations_allowed = SIZE_MAX;
    rowkey_router_free(router);
    if (router != NULL && left != SIZE_MAX) break;
    CHECK(router == NULL, "made although allocation %zu failed", allowed);
    check_error(&error, ROWKEY_ERROR_MEMORY, ROWKEY_NONE, "out of memory");
  }
  CHECK(allowed > 0, "a router needs no memory");
}

/* ---- Threads --------------------------------------------------------------------------------- */

enum { THREADS = 4, THREAD_KEYS = 20000 };

static const rowkey_router *shared_router;
static uint8_t shared_keys[THREAD_KEYS * 2];

static void *route_all(void *regions) {
  const rowkey_keys keys = rowkey_keys_of_width(shared_keys, 2, THREAD_KEYS);
  return rowkey_route(shared_router, &keys, regions, NULL) == ROWKEY_OK ? regions : NULL;
}

static void shared_by_threads(void) {
  static uint32_t regions[THREADS][THREAD_KEYS];
  random_bytes(shared_keys, sizeof shared_keys);
  rowkey_router *router = create(&three);
  shared_router = router;
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, route_all, regions[i]) == 0, "no thread");
  for (size_t i = 0; i < THREADS; i++) {
    void *done = NULL;
    CHECK(pthread_join(threads[i], &done) == 0 && done != NULL, "thread %zu has failed", i);
  }
  for (size_t i = 0; i < THREADS; i++) {
    for (size_t row = 0; row < THREAD_KEYS; row++) {
      const uint32_t expected = reference_route(&three, shared_keys + 2 * row, 2);
      CHECK(regions[i][row] == expected, "thread %zu, key %zu: %u", i, row, regions[i][row]);
    }
  }
  rowkey_router_free(router);
}

static const struct test tests[] = {
    {"points that are none are refused with their place", bad_points},
    {"more regions than there can be are refused", too_many_points},
    {"more points than memory holds", more_points_than_memory},
    {"keys that cannot be are refused with their row", bad_keys},
    {"more keys than memory holds", more_keys_than_memory},
    {"keys that are not of one form are refused", bad_forms_of_keys},
    {"offsets of 32 bits make the same regions", offsets_of_32_bits},
    {"no keys and empty keys need no memory", nothing_to_route},
    {"offsets lie wherever a uint64_t can", offsets_wherever_they_can_lie},
    {"without points all keys are in region 0", one_region},
    {"a router keeps copies of the points", points_are_copied},
    {"every instruction set can be asked for", every_instruction_set},
    {"a router that cannot have memory says so", exhausted_memory},
    {"threads share a router", shared_by_threads},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
