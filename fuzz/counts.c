/* How often each instruction set has run, printed when the process ends. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

enum {
  WORKS_MAX = 40,
  /* Inputs may be refused before an instruction set is asked, but not so many one after the other. */
  ALL_REFUSED_MAX = 100
};

struct count {
  uint64_t calls, rows;
};

static bool has_kernels = true;

void fuzz_without_kernels(void) { has_kernels = false; }

static uint64_t executions;
static struct work {
  const char *what;
  struct count counts[FUZZ_TABLES_MAX];
} works[WORKS_MAX];
static size_t work_count;

static struct work *work_called(const char *what) {
  for (size_t i = 0; i < work_count; i++)
    if (works[i].what == what) return &works[i];
  for (size_t i = 0; i < work_count; i++)
    if (strcmp(works[i].what, what) == 0) return &works[i];
  FUZZ_CHECK(work_count < WORKS_MAX, "more than %d kinds of work", WORKS_MAX);
  works[work_count].what = what;
  return &works[work_count++];
}

void fuzz_count(const struct rowkey_kernels *kernels, const char *what, size_t rows) {
  size_t table = 0;
  while (fuzz_kernels(table) != kernels) table++;
  struct count *count = &work_called(what)->counts[table];
  count->calls++;
  count->rows += rows;
}

/* Whether every target runs on it: on those of the library, if the CPU supports them. */
static bool is_expected(size_t table) { return table % 2 == 0 && fuzz_kernels(table) != NULL; }

static void print_counts(void) {
  fprintf(stderr, "executions: %" PRIu64 "\n", executions);
  for (size_t i = 0; i < work_count; i++)
    for (size_t table = 0; table < rowkey_tables_count; table++)
      if (is_expected(table) || works[i].counts[table].calls > 0)
        fprintf(stderr, "%s on %s: %" PRIu64 " calls, %" PRIu64 " rows\n", works[i].what,
                fuzz_kernels(table)->name, works[i].counts[table].calls, works[i].counts[table].rows);
}

/* The first supported instruction set that has not run, while another one has or has had every occasion. */
static const char *left_out(void) {
  uint64_t calls[FUZZ_TABLES_MAX] = {0}, all = 0;
  for (size_t i = 0; i < work_count; i++)
    for (size_t table = 0; table < rowkey_tables_count; table++) calls[table] += works[i].counts[table].calls;
  for (size_t table = 0; table < rowkey_tables_count; table++) all += calls[table];
  if (all == 0 && (executions <= ALL_REFUSED_MAX || !has_kernels)) return NULL;
  for (size_t table = 0; table < rowkey_tables_count; table++)
    if (is_expected(table) && calls[table] == 0) return fuzz_kernels(table)->name;
  return NULL;
}

static void end_of_run(void) {
  print_counts();
  const char *isa = left_out();
  if (isa == NULL) return;
  fprintf(stderr, "%s ran zero times in %" PRIu64 " executions (expected every supported instruction set)\n",
          isa, executions);
  _exit(EXIT_FAILURE);
}

void fuzz_count_execution(void) {
  if (executions++ > 0) return;
  FUZZ_CHECK(rowkey_tables_count <= FUZZ_TABLES_MAX, "more than %d tables of kernels", FUZZ_TABLES_MAX);
  FUZZ_CHECK(atexit(end_of_run) == 0, "no room for a function at exit");
}
