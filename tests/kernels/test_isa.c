/* Which instruction set runs: the forced one does, every supported one can be forced, others are refused. */
#include <pthread.h>
#include <rowkey/rowkey.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "each_isa.h"

/* Runs `check` in a process of its own, in which nothing has been selected. */
static void in_new_process(void (*check)(const char *isa), const char *isa) {
  fflush(NULL);
  const pid_t child = fork();
  CHECK(child >= 0, "fork");
  if (child == 0) {
    check(isa);
    _exit(EXIT_SUCCESS);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child, "waitpid");
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS, "the process for \"%s\" ended with %d", isa,
        status);
}

static void child_expect(bool condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "%s\n", what);
  _exit(EXIT_FAILURE);
}

static void environment_names_a_supported_one(const char *isa) {
  setenv("ROWKEY_ISA", isa, 1);
  child_expect(rowkey_isa_check(NULL) == ROWKEY_OK, "a supported instruction set is refused");
  child_expect(strcmp(rowkey_isa_selected(), isa) == 0, "ROWKEY_ISA is not obeyed");
  child_expect(strcmp(rowkey_kernels_selected()->name, isa) == 0, "other kernels are in use");
}

static void environment_is_obeyed(void) {
  EACH_ISA(kernels) { in_new_process(environment_names_a_supported_one, kernels->name); }
}

static void environment_names_none(const char *empty) {
  setenv("ROWKEY_ISA", empty, 1);
  child_expect(rowkey_isa_check(NULL) == ROWKEY_OK, "an empty ROWKEY_ISA is refused");
  const char *chosen = rowkey_isa_selected();
  child_expect(rowkey_isa_select(NULL, NULL) == ROWKEY_OK && strcmp(rowkey_isa_selected(), chosen) == 0,
               "another instruction set is chosen than without ROWKEY_ISA");
}

static void environment_names_an_unknown_one(const char *isa) {
  setenv("ROWKEY_ISA", isa, 1);
  rowkey_error error = {.status = ROWKEY_OK};
  child_expect(rowkey_isa_check(&error) == ROWKEY_ERROR_UNSUPPORTED, "it is accepted");
  child_expect(error.status == ROWKEY_ERROR_UNSUPPORTED, "the error has another status");
  child_expect(strstr(error.text, isa) != NULL, "the error does not name it");
  child_expect(strstr(error.text, "ROWKEY_ISA") != NULL, "the error does not name the variable");
  child_expect(strstr(error.text, "scalar") != NULL, "the error does not list the supported ones");
  /* The library works all the same. */
  child_expect(rowkey_kernels_named(rowkey_isa_selected()) == rowkey_kernels_selected(),
               "nothing usable is selected");
}

static void environment_can_be_empty(void) { in_new_process(environment_names_none, ""); }

static void environment_is_checked(void) {
  in_new_process(environment_names_an_unknown_one, "pentium");
  in_new_process(environment_names_an_unknown_one, "AVX2");
}

enum { THREADS = 8 };

/* Each spins until all have come: macOS has no barriers. */
static void *selected_together(void *missing) {
  atomic_fetch_sub((_Atomic int *)missing, 1);
  while (atomic_load((_Atomic int *)missing) > 0) sched_yield();
  return (void *)(uintptr_t)rowkey_kernels_selected();
}

static void first_call_from_many_threads(const char *isa) {
  (void)isa;
  unsetenv("ROWKEY_ISA");
  pthread_t threads[THREADS];
  _Atomic int missing = THREADS;
  for (int i = 0; i < THREADS; i++) {
    child_expect(pthread_create(&threads[i], NULL, selected_together, &missing) == 0, "pthread_create");
  }
  for (int i = 0; i < THREADS; i++) {
    void *kernels = NULL;
    child_expect(pthread_join(threads[i], &kernels) == 0, "pthread_join");
    child_expect(kernels == (const void *)rowkey_kernels_selected(), "two threads see different kernels");
  }
}

static void threads_agree(void) {
  for (int i = 0; i < 5; i++) in_new_process(first_call_from_many_threads, "many threads");
}

static void selected_one_runs(void) {
  for (size_t i = 0; i < rowkey_isa_count(); i++) {
    const char *name = rowkey_isa_name(i);
    CHECK(strcmp(rowkey_isas[i].kernels->name, name) == 0, "the kernels of %s call themselves %s", name,
          rowkey_isas[i].kernels->name);
    rowkey_error error;
    memset(&error, 0, sizeof error);
    const rowkey_status status = rowkey_isa_select(name, &error);
    if (rowkey_isa_supported(i)) {
      CHECK(status == ROWKEY_OK, "%s: %s", name, error.text);
      CHECK(strcmp(rowkey_isa_selected(), name) == 0, "%s is selected, not %s", rowkey_isa_selected(), name);
      CHECK(rowkey_kernels_selected() == kernels_to_test(2 * i, KERNEL_OFFSET(name)),
            "the kernels of %s are in use", rowkey_kernels_selected()->name);
      CHECK(rowkey_kernels_named(name) == rowkey_isas[i].kernels, "%s is not found by name", name);
      /* The public functions run: all ways to make one digest agree in test_api. */
      uint8_t digest[16];
      CHECK(rowkey_md5_fixed("abc", 1, 3, 3, digest, NULL) == ROWKEY_OK, "rowkey_md5_fixed");
      CHECK(memcmp(digest, "\x90\x01\x50\x98\x3c\xd2\x4f\xb0", 8) == 0, "%s: another digest", name);
    } else {
      CHECK(status == ROWKEY_ERROR_UNSUPPORTED, "%s: status %d", name, (int)status);
      CHECK(strstr(error.text, name) != NULL, "\"%s\" does not name it", error.text);
      CHECK(rowkey_kernels_named(name) == NULL, "%s is found by name", name);
    }
  }
}

static void unknown_one_is_refused(void) {
  CHECK(rowkey_isa_select("scalar", NULL) == ROWKEY_OK, "scalar runs everywhere");
  static const char *const names[] = {"", "sse9", "Scalar", "scalar ", "avx"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    rowkey_error error;
    memset(&error, 0, sizeof error);
    CHECK(rowkey_isa_select(names[i], &error) == ROWKEY_ERROR_UNSUPPORTED, "\"%s\"", names[i]);
    CHECK(error.status == ROWKEY_ERROR_UNSUPPORTED, "status %d", (int)error.status);
    CHECK(strstr(error.text, names[i]) != NULL, "\"%s\" does not hold the name", error.text);
    CHECK(strchr(error.text, '\n') == NULL, "\"%s\" is more than a line", error.text);
    EACH_ISA(kernels) {
      CHECK(strstr(error.text, kernels->name) != NULL, "\"%s\" does not list %s", error.text, kernels->name);
    }
    CHECK(rowkey_isa_select(names[i], NULL) == ROWKEY_ERROR_UNSUPPORTED, "without an error object");
    CHECK(strcmp(rowkey_isa_selected(), "scalar") == 0, "a refusal changed the selection");
    CHECK(rowkey_kernels_named(names[i]) == NULL, "\"%s\" is found", names[i]);
  }
}

static void best_preferred_one_is_chosen(void) {
  CHECK(rowkey_isa_select(NULL, NULL) == ROWKEY_OK, "choosing by itself fails");
  const char *best = "scalar";
  for (size_t i = 0; i < rowkey_isa_count(); i++) {
    if (rowkey_isa_supported(i) && rowkey_isa_preferred(i)) best = rowkey_isa_name(i);
  }
  CHECK(strcmp(rowkey_isa_selected(), best) == 0, "%s is chosen, not %s", rowkey_isa_selected(), best);
}

static void list_ends(void) {
  CHECK(rowkey_isa_count() >= 1 && strcmp(rowkey_isa_name(0), "scalar") == 0, "scalar is first");
  CHECK(rowkey_isa_supported(0), "scalar runs everywhere");
  CHECK(rowkey_isa_name(rowkey_isa_count()) == NULL, "a name past the end");
  CHECK(!rowkey_isa_supported(rowkey_isa_count()), "support past the end");
  CHECK(!rowkey_isa_preferred(SIZE_MAX), "preference past the end");
  CHECK(rowkey_isa_lanes(0) == 1 && rowkey_isa_lanes(SIZE_MAX) == 0, "lanes");
}

static const struct test tests[] = {
    {"the environment variable is obeyed", environment_is_obeyed},
    {"the environment variable can be empty", environment_can_be_empty},
    {"the environment variable is checked", environment_is_checked},
    {"threads that make the first call together agree", threads_agree},
    {"the selected instruction set is the one that runs", selected_one_runs},
    {"an unknown instruction set is refused", unknown_one_is_refused},
    {"the best preferred instruction set is chosen", best_preferred_one_is_chosen},
    {"the list begins with scalar and ends", list_ends},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
