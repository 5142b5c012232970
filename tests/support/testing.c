#include "testing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static jmp_buf failed;
static uint64_t random_state;

struct mapping {
  struct mapping *next;
  void *base;
  size_t size;
};
static struct mapping *mappings;

void test_fail(const char *file, int line, const char *condition, const char *format, ...) {
  fprintf(stderr, "%s:%d: %s: ", file, line, condition);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  longjmp(failed, 1);
}

uint64_t random_u64(void) {
  uint64_t z = (random_state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

uint64_t random_below(uint64_t bound) { return random_u64() % bound; }

void random_bytes(void *bytes, size_t size) {
  uint8_t *out = bytes;
  for (size_t i = 0; i < size; i++) out[i] = (uint8_t)random_u64();
}

void *guarded(size_t size, enum guard side) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t pages = (size + page - 1) / page;
  struct mapping *mapping = malloc(sizeof *mapping);
  CHECK(mapping != NULL, "out of memory");
  mapping->size = (pages + 2) * page;
  mapping->base = mmap(NULL, mapping->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(mapping->base != MAP_FAILED, "mmap of %zu bytes", mapping->size);
  mapping->next = mappings;
  mappings = mapping;
  uint8_t *first = (uint8_t *)mapping->base + page;
  if (pages > 0) CHECK(mprotect(first, pages * page, PROT_READ | PROT_WRITE) == 0, "mprotect");
  return side == GUARD_BEGIN ? first : first + pages * page - size;
}

void free_guarded(void) {
  while (mappings != NULL) {
    struct mapping *mapping = mappings;
    mappings = mapping->next;
    munmap(mapping->base, mapping->size);
    free(mapping);
  }
}

static bool run_test(const struct test *test) {
  if (setjmp(failed) != 0) return false;
  test->run();
  return true;
}

bool effort_is_full(void) {
  const char *effort = getenv("ROWKEY_TEST_EFFORT");
  return effort == NULL || strcmp(effort, "low") != 0;
}

bool left_to_full_effort(void) {
  if (!effort_is_full()) printf("(not run: ROWKEY_TEST_EFFORT=low) ");
  return !effort_is_full();
}

size_t repetitions(size_t count) {
  const size_t wanted = effort_is_full() ? count : count / 10;
  return wanted == 0 ? 1 : wanted;
}

int run_tests(const struct test *tests, size_t count, int argc, char **argv) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  uint64_t seed = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
  const char *filter = "";
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
      seed = strtoull(argv[++i], NULL, 0);
    } else {
      filter = argv[i];
    }
  }
  size_t passed = 0, failures = 0;
  printf("seed %llu\n", (unsigned long long)seed);
  if (!effort_is_full()) printf("ROWKEY_TEST_EFFORT=low: a tenth of the random repetitions\n");
  for (size_t i = 0; i < count; i++) {
    if (strstr(tests[i].name, filter) == NULL) continue;
    random_state = seed;
    /* Flushed before the test runs: the last line names the test that a signal ended. */
    printf("%s: ", tests[i].name);
    fflush(stdout);
    if (run_test(&tests[i])) {
      printf("ok\n");
      passed++;
    } else {
      printf("FAILED (repeat with: %s --seed %llu '%s')\n", argv[0], (unsigned long long)seed, tests[i].name);
      failures++;
    }
    free_guarded();
  }
  printf("%zu passed, %zu failed\n", passed, failures);
  if (passed + failures == 0) fprintf(stderr, "no test's name contains '%s'\n", filter);
  return failures == 0 && passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
