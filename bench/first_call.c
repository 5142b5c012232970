/* How long a process waits for its first keys: nothing of the library is in memory or in a cache yet, no
 * instruction set is chosen and no layout compiled. Each pass is a new process, which starts the clock itself
 * when it is up and has touched its buffers. */
#include "first_call.h"

#include <errno.h>
#include <rowkey/rowkey.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "shape.h"
#include "shim.h"

enum { KEY = 17, PASSES = 20 };

static char argument[] = "--first-call";
static const char *const template = "{md5(id) % 1000000:07d}{id:010d}";

/* What the new process reports. */
struct outcome {
  double seconds;
  uint64_t sum; /* of the keys */
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static uint64_t sum_of_bytes(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum = 31 * sum + bytes[i];
  return sum;
}

/* Compiles the layout and encodes; without rows, all but the encoding. */
static struct outcome encode(size_t rows) {
  static const rowkey_column schema[] = {{.name = "id", .type = ROWKEY_U64}};
  uint64_t *ids = bench_allocate(rows * sizeof(*ids));
  uint8_t *keys = bench_allocate(rows * KEY);
  for (size_t i = 0; i < rows; i++) ids[i] = BENCH_FIRST_ID + i;
  const rowkey_values column = rowkey_u64s(ids, rows);
  const rowkey_batch batch = rowkey_batch_of(&column, 1, rows);
  rowkey_error error;

  const double start = now();
  rowkey_layout *layout = rowkey_layout_compile(template, strlen(template), schema, 1, &error);
  rowkey_encoder *encoder = layout == NULL ? NULL : rowkey_encoder_create(layout, 0, &error);
  if (encoder == NULL ||
      (rows > 0 && rowkey_encode(encoder, &batch, &(rowkey_key_buffer){.data = keys, .capacity = rows * KEY},
                                 NULL, &error) != ROWKEY_OK))
    bench_fail("first_call: %s", error.text);
  const double seconds = now() - start;

  const struct outcome outcome = {seconds, sum_of_bytes(keys, rows * KEY)};
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  free(keys);
  free(ids);
  return outcome;
}

int bench_first_call(int argc, char **argv) {
  if (argc != 3 || strcmp(argv[1], argument) != 0) return -1;
  const struct outcome outcome = encode(strtoul(argv[2], NULL, 10));
  return write(STDOUT_FILENO, &outcome, sizeof(outcome)) == (ssize_t)sizeof(outcome) ? 0 : 1;
}

/* ---- the process that measures */

struct first_call {
  struct bench_row row; /* first: the shim hands back its address */
  size_t rows;
  uint64_t expected; /* what this process, which is not new, makes of the same */
};

static void prepare(struct bench_row *row) {
  struct first_call *call = (struct first_call *)row;
  call->expected = encode(call->rows).sum;
  row->items = call->rows > 0 ? call->rows : 1;
  row->bytes = call->rows * sizeof(uint64_t);
}

static void run(struct bench_row *row) {
  struct first_call *call = (struct first_call *)row;
  char program[] = "/proc/self/exe", rows[24];
  char *arguments[] = {program, argument, rows, NULL};
  struct outcome outcome = {0};
  posix_spawn_file_actions_t actions;
  int ends[2], status = 0;
  pid_t process;
  snprintf(rows, sizeof(rows), "%zu", call->rows);
  if (pipe(ends) != 0) bench_fail("first_call: no pipe: %s", strerror(errno));
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  const int failed = posix_spawn(&process, program, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) bench_fail("first_call: cannot start %s: %s", program, strerror(failed));
  close(ends[1]);
  const ssize_t got = read(ends[0], &outcome, sizeof(outcome));
  close(ends[0]);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (got != (ssize_t)sizeof(outcome) || status != 0)
    bench_fail("first_call: the new process ended with status %d, expected 0 and its time", status);
  if (outcome.sum != call->expected) bench_fail("first_call: the keys of the new process are wrong");
  row->seconds = outcome.seconds;
}

static void register_call(const char *name, size_t rows) {
  struct first_call *call = bench_allocate(sizeof(*call));
  *call = (struct first_call){.row = {.prepare = prepare, .run = run}, .rows = rows};
  char full_name[96];
  snprintf(full_name, sizeof(full_name), "first_call/%s/%s", name, rowkey_isa_selected());
  bench_register_self_timed(full_name, &call->row, PASSES);
}

void register_first_call(void) {
  register_call("layout_1", 0);
  register_call("encode_1", 1);
  register_call("encode_4096", 4096);
}
