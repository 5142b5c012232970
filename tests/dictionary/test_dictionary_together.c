/* Several processes, and several threads of one, use a file at once: a name has one id, an id one name. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"
#include "testing.h"

enum { WORKERS = 4, NAMES = 400, BATCHES = 60, BATCH = 24 };

/* A worker's part of the work: batches of names, some new and some not. */
struct work {
  const char *path;
  rowkey_dictionary *dictionary; /* that threads share */
  uint64_t seed;
  uint64_t ids[NAMES]; /* by name; 0 where the worker met none */
  const char *problem;
};

static uint64_t next_number(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return *seed >> 33;
}

static void run_batch(struct work *work) {
  char text[BATCH * 8];
  unsigned name_of_row[BATCH];
  uint64_t ids[BATCH];
  for (size_t i = 0; i < BATCH; i++) {
    name_of_row[i] = (unsigned)(next_number(&work->seed) % NAMES);
    snprintf(text + 8 * i, 8, "n%05u", name_of_row[i]);
    text[8 * i + 6] = text[8 * i + 7] = '.';
  }
  const rowkey_values names = rowkey_values_of_width(ROWKEY_KIND_TEXT, text, 8, BATCH);
  if (rowkey_dictionary_ids(work->dictionary, &names, BATCH, ids, NULL) != ROWKEY_OK)
    work->problem = "no ids";
  for (size_t i = 0; i < BATCH; i++) {
    uint64_t *known = &work->ids[name_of_row[i]];
    if (*known != 0 && *known != ids[i]) work->problem = "a name has got another id";
    *known = ids[i];
  }
}

static void *run_batches(void *context) {
  struct work *work = context;
  for (size_t i = 0; i < BATCHES; i++) run_batch(work);
  return NULL;
}

/* Each worker's ids are those that the file has. */
static void check_ids(const char *path, const struct work *works) {
  rowkey_dictionary *dictionary = open_dictionary(path, true);
  CHECK(rowkey_dictionary_count(dictionary) <= NAMES, "more ids than names");
  for (size_t worker = 0; worker < WORKERS; worker++) {
    CHECK(works[worker].problem == NULL, "worker %zu: %s", worker, works[worker].problem);
    for (unsigned name = 0; name < NAMES; name++) {
      char text[9];
      snprintf(text, sizeof text, "n%05u..", name);
      if (works[worker].ids[name] == 0) continue;
      CHECK(id_of(dictionary, text) == works[worker].ids[name], "%s: worker %zu has another id", text,
            worker);
      check_name(dictionary, works[worker].ids[name], text);
    }
  }
  rowkey_dictionary_free(dictionary);
}

static void test_threads(void) {
  static struct work works[WORKERS];
  for (size_t round = 0; round < repetitions(10); round++) {
    const char *path = new_path();
    rowkey_dictionary *dictionary = open_dictionary(path, false);
    pthread_t threads[WORKERS];
    for (size_t i = 0; i < WORKERS; i++) {
      works[i] = (struct work){.path = path, .dictionary = dictionary, .seed = random_u64()};
      CHECK(pthread_create(&threads[i], NULL, run_batches, &works[i]) == 0, "no thread");
    }
    for (size_t i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
    rowkey_dictionary_free(dictionary);
    check_ids(path, works);
  }
}

/* In a child: runs the work on a dictionary of its own, and sends it back. */
static int run_child(struct work *work, int pipe_end) {
  work->dictionary = rowkey_dictionary_open(work->path, NULL, NULL);
  if (work->dictionary == NULL) return 1;
  run_batches(work);
  rowkey_dictionary_free(work->dictionary);
  const ssize_t size = (ssize_t)sizeof work->ids;
  return work->problem == NULL && write(pipe_end, work->ids, sizeof work->ids) == size ? 0 : 1;
}

static void test_processes(void) {
  static struct work works[WORKERS];
  for (size_t round = 0; round < repetitions(10); round++) {
    const char *path = new_path();
    pid_t children[WORKERS];
    int ends[WORKERS];
    for (size_t i = 0; i < WORKERS; i++) {
      int both[2];
      works[i] = (struct work){.path = path, .seed = random_u64()};
      CHECK(pipe(both) == 0, "no pipe");
      children[i] = fork();
      CHECK(children[i] >= 0, "no process");
      if (children[i] == 0) _exit(run_child(&works[i], both[1]));
      close(both[1]);
      ends[i] = both[0];
    }
    for (size_t i = 0; i < WORKERS; i++) {
      int status;
      size_t done = 0;
      for (ssize_t size; (size = read(ends[i], (char *)works[i].ids + done, sizeof works[i].ids - done)) > 0;)
        done += (size_t)size;
      close(ends[i]);
      CHECK(waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status) && WEXITSTATUS(status) == 0,
            "process %zu failed", i);
      CHECK(done == sizeof works[i].ids, "process %zu sent %zu bytes", i, done);
    }
    check_ids(path, works);
  }
}

/* A child goes on with the dictionary that its parent had open: it is another process that uses the file. */
static void test_fork(void) {
  static struct work parent, child;
  for (size_t round = 0; round < repetitions(10); round++) {
    const char *path = new_path();
    rowkey_dictionary *dictionary = open_dictionary(path, false);
    parent = (struct work){.path = path, .dictionary = dictionary, .seed = random_u64()};
    child = (struct work){.path = path, .dictionary = dictionary, .seed = random_u64()};
    run_batch(&parent);
    int both[2], status;
    CHECK(pipe(both) == 0, "no pipe");
    const pid_t process = fork();
    CHECK(process >= 0, "no process");
    if (process == 0) {
      run_batches(&child);
      rowkey_dictionary_free(dictionary);
      const ssize_t size = (ssize_t)sizeof child.ids;
      _exit(child.problem == NULL && write(both[1], child.ids, sizeof child.ids) == size ? 0 : 1);
    }
    run_batches(&parent);
    CHECK(read(both[0], child.ids, sizeof child.ids) == (ssize_t)sizeof child.ids, "no ids of the child");
    CHECK(waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0,
          "the child failed");
    close(both[0]);
    close(both[1]);
    rowkey_dictionary_free(dictionary);
    const struct work works[WORKERS] = {parent, child};
    check_ids(path, works);
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"threads agree", test_threads},
      {"processes agree", test_processes},
      {"a child goes on with the dictionary of its parent", test_fork},
  };
  const int status = run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
  new_path();
  return status;
}
