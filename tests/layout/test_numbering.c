/* Which rows random() counts: those of one encoder, those of the caller, and single keys from any thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch.h"
#include "on_isa.h"

enum { NUMBERED = 1000, BUCKETS = 100, NUMBERED_KEY = 5 };

/* Keys of a random bucket and of an id, which has to be below 1000. */
static const char numbered_layout[] = "{random() % 100:02d}{id:03d}";

static struct batch numbered_batch(void) {
  static uint64_t ids[NUMBERED];
  struct batch batch = {.rows = NUMBERED};
  for (size_t i = 0; i < NUMBERED; i++) ids[i] = i;
  add_u64(&batch, "id", ids);
  return batch;
}

/* Rows first … first + rows - 1 of the batch, which are the next ones for the encoder. */
static rowkey_batch part_of(const rowkey_batch *batch, rowkey_values *column, size_t first, size_t rows) {
  *column = rowkey_u64s((const uint64_t *)batch->columns->data + first, rows);
  return rowkey_batch_of(column, 1, rows);
}

static rowkey_status encode_part(rowkey_encoder *encoder, const rowkey_batch *batch, char *keys,
                                 size_t *good) {
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(keys, batch->rows * NUMBERED_KEY);
  rowkey_keys made = {.rows = 0};
  const rowkey_status status = rowkey_encode(encoder, batch, &buffer, &made, NULL);
  *good = made.rows;
  return status;
}

static bool encodes(rowkey_encoder *encoder, rowkey_batch batch, char *keys) {
  size_t good;
  return encode_part(encoder, &batch, keys, &good) == ROWKEY_OK && good == batch.rows;
}

struct numbering {
  struct batch made;
  rowkey_layout *layout;
  rowkey_batch batch;
  char keys[NUMBERED * NUMBERED_KEY]; /* of the batch from row 0 */
};

static void begin_numbering(struct numbering *numbering) {
  numbering->made = numbered_batch();
  numbering->layout = compile(numbered_layout, &numbering->made);
  numbering->batch = rows_of(&numbering->made);
  rowkey_encoder *encoder = new_encoder(numbering->layout, NULL);
  CHECK(encodes(encoder, rowkey_batch_from(numbering->batch, 0), numbering->keys), "the batch from row 0");
  rowkey_encoder_free(encoder);
}

/* The key of one record on its own, whose bucket is the next one or that of the row. */
static size_t bucket_of_row(rowkey_encoder *encoder, const rowkey_record *record, char *key) {
  size_t length;
  rowkey_error error;
  const rowkey_status status = rowkey_encode_row(encoder, record, key, NUMBERED_KEY, &length, &error);
  CHECK(status == ROWKEY_OK && length == NUMBERED_KEY, "%s", error.text);
  return (size_t)((key[0] - '0') * 10 + key[1] - '0');
}

static void test_records_are_numbered(void) {
  static struct numbering numbering;
  begin_numbering(&numbering);
  EACH_ISA(kernels) {
    rowkey_encoder *encoder = new_encoder(numbering.layout, kernels->name);
    size_t counts[BUCKETS] = {0};
    char key[NUMBERED_KEY];
    for (size_t row = 0; row < NUMBERED; row++) {
      const rowkey_value id = rowkey_value_u64(row);
      const rowkey_record record = rowkey_record_of(&id, 1);
      counts[bucket_of_row(encoder, &record, key)]++;
      CHECK(memcmp(key, numbering.keys + row * NUMBERED_KEY, sizeof key) == 0, "%s: row %zu", kernels->name,
            row);
    }
    for (size_t i = 0; i < BUCKETS; i++)
      CHECK(counts[i] > 0 && counts[i] < 30, "%zu of %d rows in bucket %zu", counts[i], NUMBERED, i);
    /* A batch goes on where the records end, and a record where the batch ends. */
    char next[3 * NUMBERED_KEY], expected[3 * NUMBERED_KEY];
    rowkey_values column;
    const rowkey_batch part = part_of(&numbering.batch, &column, 0, 3);
    CHECK(encodes(encoder, part, next), "the batch after the records");
    CHECK(encodes(encoder, rowkey_batch_from(part, NUMBERED), expected), "the same rows by their number");
    CHECK(memcmp(next, expected, sizeof next) == 0, "%s: the batch after the records", kernels->name);
    const rowkey_value id = rowkey_value_u64(7);
    const rowkey_record record = rowkey_record_of(&id, 1), fourth = rowkey_record_from(record, NUMBERED + 3);
    char key_of_fourth[NUMBERED_KEY];
    bucket_of_row(encoder, &record, key);
    bucket_of_row(encoder, &fourth, key_of_fourth);
    CHECK(memcmp(key, key_of_fourth, sizeof key) == 0, "%s: the record after the batch", kernels->name);
    rowkey_encoder_free(encoder);
  }
  rowkey_layout_free(numbering.layout);
}

static void test_pieces_are_numbered(void) {
  static struct numbering numbering;
  begin_numbering(&numbering);
  EACH_ISA(kernels) {
    rowkey_encoder *encoder = new_encoder(numbering.layout, kernels->name);
    char keys[sizeof numbering.keys];
    rowkey_values column;
    for (size_t first = 0, rows; first < NUMBERED; first += rows) {
      rows = random_below(NUMBERED - first + 1);
      const rowkey_batch part = part_of(&numbering.batch, &column, first, rows);
      CHECK(encodes(encoder, part, keys + first * NUMBERED_KEY), "the rows from %zu", first);
    }
    CHECK(memcmp(keys, numbering.keys, sizeof keys) == 0, "%s: other keys in pieces", kernels->name);
    rowkey_encoder_free(encoder);
  }
  rowkey_layout_free(numbering.layout);
}

/* A row that makes no key has no number: the next good one has the number after the last good one. Nor do
 * calls that are refused count. */
static void test_bad_rows_are_not_numbered(void) {
  static struct numbering numbering;
  begin_numbering(&numbering);
  uint64_t ids[NUMBERED + 2];
  for (size_t i = 0; i < NUMBERED + 2; i++) ids[i] = i < 300 ? i : i < 301 ? 1000 : i < 701 ? i - 1 : i - 2;
  ids[701] = 1000;
  const rowkey_values column = rowkey_u64s(ids, NUMBERED + 2);
  const rowkey_batch given = rowkey_batch_of(&column, 1, NUMBERED + 2);
  EACH_ISA(kernels) {
    rowkey_encoder *encoder = new_encoder(numbering.layout, kernels->name);
    char keys[sizeof numbering.keys + 2 * NUMBERED_KEY];
    size_t made = 0;
    for (size_t row = 0; row < given.rows;) {
      rowkey_values rest;
      const rowkey_batch part = part_of(&given, &rest, row, given.rows - row);
      size_t good;
      const rowkey_batch other_count = rowkey_batch_of(&rest, 2, part.rows);
      CHECK(encode_part(encoder, &other_count, keys, &good) == ROWKEY_ERROR_ARGUMENT, "two columns");
      const rowkey_status status = encode_part(encoder, &part, keys + made * NUMBERED_KEY, &good);
      made += good;
      row += good + (status == ROWKEY_ERROR_RANGE);
      /* The same of a record. */
      const rowkey_value bad = rowkey_value_u64(1000);
      const rowkey_record record = rowkey_record_of(&bad, 1);
      char key[NUMBERED_KEY];
      size_t length;
      CHECK(rowkey_encode_row(encoder, &record, key, sizeof key, &length, NULL) == ROWKEY_ERROR_RANGE,
            "id 1000");
    }
    CHECK(made == NUMBERED && memcmp(keys, numbering.keys, sizeof numbering.keys) == 0,
          "%s: %zu keys, or others", kernels->name, made);
    rowkey_encoder_free(encoder);
  }
  rowkey_layout_free(numbering.layout);
}

static void test_numbers_of_the_caller(void) {
  enum { PART = 50 };
  static struct numbering numbering;
  begin_numbering(&numbering);
  EACH_ISA(kernels) {
    rowkey_encoder *encoder = new_encoder(numbering.layout, kernels->name);
    char keys[PART * NUMBERED_KEY];
    rowkey_values column;
    for (int i = 0; i < 40; i++) {
      const size_t first = random_below(NUMBERED - PART + 1);
      const rowkey_batch part = part_of(&numbering.batch, &column, first, PART);
      const char *expected = numbering.keys + first * NUMBERED_KEY;
      for (int times = 0; times < 2; times++) {
        CHECK(encodes(encoder, rowkey_batch_from(part, first), keys), "the rows from %zu", first);
        CHECK(memcmp(keys, expected, sizeof keys) == 0, "%s: the rows from %zu", kernels->name, first);
      }
      const size_t row = random_below(NUMBERED);
      const rowkey_value id = rowkey_value_u64(row);
      const rowkey_record record = rowkey_record_from(rowkey_record_of(&id, 1), row);
      for (int times = 0; times < 2; times++) {
        bucket_of_row(encoder, &record, keys);
        CHECK(memcmp(keys, numbering.keys + row * NUMBERED_KEY, NUMBERED_KEY) == 0, "%s: row %zu",
              kernels->name, row);
      }
    }
    rowkey_encoder_free(encoder);
  }
  rowkey_layout_free(numbering.layout);
}

static void test_numberings_that_there_are_not(void) {
  static struct numbering numbering;
  begin_numbering(&numbering);
  rowkey_encoder *encoder = new_encoder(numbering.layout, NULL);
  const rowkey_value id = rowkey_value_u64(7);
  rowkey_record record = rowkey_record_of(&id, 1);
  rowkey_batch batch = numbering.batch;
  record.numbering = batch.numbering = (rowkey_numbering)2;
  char keys[sizeof numbering.keys];
  size_t size;
  CHECK(encode_part(encoder, &batch, keys, &size) == ROWKEY_ERROR_ARGUMENT, "of a batch");
  CHECK(rowkey_encode_row(encoder, &record, keys, sizeof keys, &size, NULL) == ROWKEY_ERROR_ARGUMENT,
        "of a record");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(numbering.layout);
}

/* ---- rowkey_key --------------------------------------------------------------------------------- */

enum { KEY_THREADS = 24, KEYS = 2000 }; /* more threads than a layout keeps encoders */

/* One thread's keys of {random() % 100:02d}{id:03d}, and how many it made in each bucket. */
struct handler {
  pthread_t thread;
  const rowkey_layout *layout;
  size_t made[BUCKETS];
  char first[NUMBERED_KEY * 8]; /* its first keys */
  bool good;
};

static bool make_key(const rowkey_layout *layout, uint64_t id, char key[NUMBERED_KEY]) {
  const rowkey_value value = rowkey_value_u64(id);
  size_t length;
  return rowkey_key(layout, &value, 1, key, NUMBERED_KEY, &length, NULL) == ROWKEY_OK &&
         length == NUMBERED_KEY && (uint64_t)strtoull((char[]){key[2], key[3], key[4], 0}, NULL, 10) == id;
}

static void *handle_requests(void *argument) {
  struct handler *handler = argument;
  handler->good = true;
  for (size_t i = 0; i < KEYS && handler->good; i++) {
    char key[NUMBERED_KEY];
    handler->good = make_key(handler->layout, i % NUMBERED, key);
    handler->made[(key[0] - '0') * 10 + key[1] - '0']++;
    if (i < sizeof handler->first / NUMBERED_KEY)
      memcpy(handler->first + i * NUMBERED_KEY, key, NUMBERED_KEY);
  }
  return NULL;
}

/* Requests that threads handle, a key each, fall on all buckets alike, and no two threads make the same. */
static void test_keys_of_threads(void) {
  static struct numbering numbering;
  static struct handler handlers[KEY_THREADS];
  begin_numbering(&numbering);
  memset(handlers, 0, sizeof handlers);
  for (size_t i = 0; i < KEY_THREADS; i++) {
    handlers[i].layout = numbering.layout;
    CHECK(pthread_create(&handlers[i].thread, NULL, handle_requests, &handlers[i]) == 0, "a thread");
  }
  size_t least = SIZE_MAX, most = 0;
  for (size_t i = 0; i < KEY_THREADS; i++) pthread_join(handlers[i].thread, NULL);
  for (size_t bucket = 0; bucket < BUCKETS; bucket++) {
    size_t made = 0;
    for (size_t i = 0; i < KEY_THREADS; i++) made += handlers[i].made[bucket];
    if (made < least) least = made;
    if (made > most) most = made;
  }
  /* 480 are expected in each, with a deviation of 22. */
  CHECK(least > 480 - 8 * 22 && most < 480 + 8 * 22, "%zu to %zu keys a bucket", least, most);
  for (size_t i = 0; i < KEY_THREADS; i++) {
    CHECK(handlers[i].good, "the keys of thread %zu", i);
    for (size_t k = 0; k < i; k++)
      CHECK(memcmp(handlers[i].first, handlers[k].first, sizeof handlers[i].first) != 0,
            "threads %zu and %zu make the same", k, i);
  }
  rowkey_layout_free(numbering.layout);
}

/* A process that is forked makes other numbers than its parent. */
static void test_keys_of_a_fork(void) {
  static struct numbering numbering;
  struct handler here = {0}, there = {0};
  int pipes[2], status;
  char key[NUMBERED_KEY];
  begin_numbering(&numbering);
  here.layout = there.layout = numbering.layout;
  CHECK(make_key(numbering.layout, 0, key), "a key before"); /* the layout keeps its encoder */
  CHECK(pipe(pipes) == 0, "a pipe");
  const pid_t child = fork();
  CHECK(child >= 0, "a fork");
  if (child == 0) {
    handle_requests(&there);
    _exit(there.good && write(pipes[1], there.first, sizeof there.first) == (ssize_t)sizeof there.first ? 0
                                                                                                        : 1);
  }
  handle_requests(&here);
  CHECK(read(pipes[0], there.first, sizeof there.first) == (ssize_t)sizeof there.first, "the child's keys");
  CHECK(waitpid(child, &status, 0) == child && status == 0, "the child ends with %d", status);
  CHECK(here.good && memcmp(here.first, there.first, sizeof here.first) != 0, "both make the same keys");
  close(pipes[0]);
  close(pipes[1]);
  rowkey_layout_free(numbering.layout);
}

/* Without random() it is the key of every other way, and its errors are those of rowkey_encode_row. */
static void test_keys_and_their_errors(void) {
  const rowkey_column column = rowkey_column_of("id", ROWKEY_U64);
  static const char text[] = "{md5(id) % 100:02d}{id:03d}";
  rowkey_error error, of_row;
  rowkey_layout *layout = rowkey_layout_compile(text, sizeof text - 1, &column, 1, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_encoder *encoder = new_encoder(layout, NULL);
  for (uint64_t id = 998; id < 1002; id++) {
    char key[NUMBERED_KEY], row_key[NUMBERED_KEY];
    for (size_t room = NUMBERED_KEY - 1; room <= NUMBERED_KEY; room++) {
      size_t length = 0, row_length = 0;
      const rowkey_value value = rowkey_value_u64(id);
      const rowkey_record record = rowkey_record_of(&value, 1);
      const rowkey_status status = rowkey_key(layout, &value, 1, key, room, &length, &error);
      CHECK(status == rowkey_encode_row(encoder, &record, row_key, room, &row_length, &of_row), "%d", status);
      CHECK(length == row_length, "%zu bytes", length);
      CHECK(status == ROWKEY_OK ? memcmp(key, row_key, length) == 0 : strcmp(error.text, of_row.text) == 0,
            "%s, not %s", error.text, of_row.text);
    }
  }
  size_t length;
  char key[NUMBERED_KEY];
  const rowkey_value none = {.size = 0};
  CHECK(rowkey_key(layout, &none, 1, key, sizeof key, &length, &error) == ROWKEY_ERROR_ARGUMENT &&
            strstr(error.text, "tag is 0") != NULL && error.column == 0,
        "%s", error.text);
  CHECK(rowkey_key(layout, NULL, 0, key, sizeof key, &length, &error) == ROWKEY_ERROR_ARGUMENT, "no values");
  CHECK(rowkey_key(NULL, &none, 1, key, sizeof key, &length, &error) == ROWKEY_ERROR_ARGUMENT, "no layout");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"records are numbered one after the other", test_records_are_numbered},
      {"batches in pieces are numbered as one", test_pieces_are_numbered},
      {"bad rows are not numbered", test_bad_rows_are_not_numbered},
      {"numbers of the caller make the same keys in any order", test_numbers_of_the_caller},
      {"numberings that there are not are refused", test_numberings_that_there_are_not},
      {"keys of threads fall on all buckets", test_keys_of_threads},
      {"keys of a fork differ", test_keys_of_a_fork},
      {"keys and their errors", test_keys_and_their_errors},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
