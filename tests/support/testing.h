/* What every test program needs: checks that name their place, seeded random numbers, guarded buffers. */
#ifndef ROWKEY_TESTS_TESTING_H
#define ROWKEY_TESTS_TESTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct test {
  const char *name; /* the promise it keeps */
  void (*run)(void);
};

/* Runs the tests whose name contains the first argument (all without one) and returns main's exit status.
 * `--seed N` repeats a run: the seed in use is printed. The last line is "N passed, N failed". */
int run_tests(const struct test *tests, size_t count, int argc, char **argv);

/* Fails and ends the running test, with its place and a printf-style message. */
#define CHECK(condition, ...) ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, #condition, __VA_ARGS__))
__attribute__((noreturn, format(printf, 4, 5))) void test_fail(const char *file, int line,
                                                               const char *condition, const char *format,
                                                               ...);

/* The next number of the generator that --seed starts. */
uint64_t random_u64(void);
/* From 0 to bound - 1; bound >= 1. */
uint64_t random_below(uint64_t bound);
void random_bytes(void *bytes, size_t size);

/* `count`, or with ROWKEY_TEST_EFFORT=low a tenth of it, at least 1. For random repetitions only, never for
 * the enumeration of a boundary. */
size_t repetitions(size_t count);
bool effort_is_full(void);
/* True with low effort: it prints that the test ends here. */
bool left_to_full_effort(void);

/* `size` bytes that begin right after (GUARD_BEGIN) or end right before (GUARD_END) a page that faults when
 * touched. The other side has such a page too, less than a page away, or right there when `size` is a
 * multiple of the page size. Freed when the test ends. */
enum guard { GUARD_BEGIN, GUARD_END };
void *guarded(size_t size, enum guard side);

/* Frees all of them, for tests of thousands of repetitions: Linux allows a process some 32,000. */
void free_guarded(void);

#endif
