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

static uint64_t executions;
static struct work {
  const char *what;
  struct count counts[FUZZ_ISAS_MAX];
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
  size_t isa = 0;
  while (rowkey_isas[isa].kernels != kernels) isa++;
  struct count *count = &work_called(what)->counts[isa];
  count->calls++;
  count->rows += rows;
}

static void print_counts(void) {
  fprintf(stderr, "executions: %" PRIu64 "\n", executions);
  for (size_t i = 0; i < work_count; i++)
    for (size_t isa = 0; isa < rowkey_isas_count; isa++)
      if (rowkey_isas[isa].is_supported())
        fprintf(stderr, "%s on %s: %" PRIu64 " calls, %" PRIu64 " rows\n", works[i].what,
                rowkey_isas[isa].name, works[i].counts[isa].calls, works[i].counts[isa].rows);
}

/* The first supported instruction set that has not run, while another one has or has had every occasion. */
static const char *left_out(void) {
  uint64_t calls[FUZZ_ISAS_MAX] = {0}, all = 0;
  for (size_t i = 0; i < work_count; i++)
    for (size_t isa = 0; isa < rowkey_isas_count; isa++) calls[isa] += works[i].counts[isa].calls;
  for (size_t isa = 0; isa < rowkey_isas_count; isa++) all += calls[isa];
  if (all == 0 && executions <= ALL_REFUSED_MAX) return NULL;
  for (size_t isa = 0; isa < rowkey_isas_count; isa++)
    if (rowkey_isas[isa].is_supported() && calls[isa] == 0) return rowkey_isas[isa].name;
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
  FUZZ_CHECK(rowkey_isas_count <= FUZZ_ISAS_MAX, "more than %d instruction sets", FUZZ_ISAS_MAX);
  FUZZ_CHECK(atexit(end_of_run) == 0, "no room for a function at exit");
}
