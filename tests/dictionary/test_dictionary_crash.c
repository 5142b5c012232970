/* A crash at any moment loses no id that was given out, and gives none of them again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "recorded_file.h"
#include "testing.h"

enum { ROUNDS = 12, GIVEN_MAX = 200, IMAGE_MAX = 1 << 16, SECTOR = 512 };

/* An id that a call has returned, and how much of the recording there was then. */
struct given {
  char name[16];
  uint64_t id;
  size_t operations;
};

struct history {
  struct recording recording;
  struct given given[GIVEN_MAX];
  size_t count;
};

static void give_ids(struct history *history, rowkey_dictionary *dictionary) {
  static struct names names;
  names.rows = 0;
  const size_t first = history->count, rows = 1 + (size_t)random_below(8);
  for (size_t i = 0; i < rows; i++) {
    struct given *given = &history->given[history->count++];
    snprintf(given->name, sizeof given->name, "name %u", (unsigned)random_below(60));
    add_name(&names, given->name);
  }
  uint64_t ids[8];
  rowkey_error error;
  const rowkey_values values = values_of(&names);
  CHECK(rowkey_dictionary_ids(dictionary, &values, rows, ids, &error) == ROWKEY_OK, "%s", error.text);
  for (size_t i = 0; i < rows; i++) {
    history->given[first + i].id = ids[i];
    history->given[first + i].operations = history->recording.count;
  }
}

static void make_history(struct history *history) {
  const char *path = new_path();
  *history = (struct history){.count = 0};
  recording = &history->recording;
  rowkey_dictionary *dictionary = open_dictionary(path, false);
  for (size_t round = 0; round < ROUNDS; round++) {
    give_ids(history, dictionary);
    if (random_below(4) != 0) continue;
    rowkey_dictionary_free(dictionary);
    dictionary = open_dictionary(path, false);
  }
  recording = NULL;
  rowkey_dictionary_free(dictionary);
}

/* ---- Crashes ---------------------------------------------------------------------------------- */

struct image {
  size_t size;
  uint8_t bytes[IMAGE_MAX];
};

/* What the disk has of a write that was not synchronised. */
enum outcome { ALL, FIRST_SECTOR, SOME_SECTORS, TORN_SECTORS, OUTCOMES };

/* The file can be longer than what the disk has of it. */
static void write_some(struct image *image, const struct file_operation *write, enum outcome outcome) {
  const uint64_t end = write->at + write->size;
  CHECK(end <= IMAGE_MAX, "the file is too long");
  for (uint64_t at = write->at, next; at < end; at = next) {
    next = at - at % SECTOR + SECTOR < end ? at - at % SECTOR + SECTOR : end;
    if (outcome == TORN_SECTORS) next = at + 1 + random_below(next - at);
    const bool has_it = outcome == ALL || (outcome == FIRST_SECTOR ? at == write->at : random_below(2) != 0);
    if (has_it) memcpy(image->bytes + at, write->bytes + (at - write->at), (size_t)(next - at));
    if ((has_it || random_below(4) == 0) && next > image->size) image->size = (size_t)next;
  }
}

/* The disk when the machine stops before operation `operations`. */
static void make_image(const struct recording *recorded, size_t operations, enum outcome outcome,
                       struct image *image) {
  memset(image, 0, sizeof *image);
  size_t durable = operations;
  while (durable > 0 && recorded->operations[durable - 1].is_write) durable--;
  for (size_t i = 0; i < operations; i++)
    if (recorded->operations[i].is_write)
      write_some(image, &recorded->operations[i], i < durable ? ALL : outcome);
}

static void check_after_crash(const struct history *history, size_t operations, const struct image *image) {
  const char *path = new_path();
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fwrite(image->bytes, 1, image->size, file) == image->size && fclose(file) == 0,
        "cannot write %s", path);
  uint64_t largest = 0;
  for (int again = 0; again < 2; again++) {
    rowkey_dictionary *dictionary = open_dictionary(path, false);
    for (size_t i = 0; i < history->count && history->given[i].operations <= operations; i++) {
      const struct given *given = &history->given[i];
      check_name(dictionary, given->id, given->name);
      CHECK(id_of(dictionary, given->name) == given->id, "%s has another id after a crash", given->name);
      if (given->id > largest) largest = given->id;
    }
    const uint64_t fresh = id_of(dictionary, again == 0 ? "fresh" : "fresher");
    CHECK(fresh > largest, "an id was given twice");
    CHECK(fresh == rowkey_dictionary_count(dictionary), "ids have a gap");
    largest = fresh;
    rowkey_dictionary_free(dictionary);
  }
}

static void test_crashes(void) {
  static struct history history;
  static struct image image;
  for (size_t round = 0; round < repetitions(10); round++) {
    make_history(&history);
    for (size_t operations = 0; operations <= history.recording.count; operations++) {
      for (enum outcome outcome = ALL; outcome < OUTCOMES; outcome++) {
        make_image(&history.recording, operations, outcome, &image);
        check_after_crash(&history, operations, &image);
      }
    }
    for (size_t i = 0; i < history.recording.count; i++) free(history.recording.operations[i].bytes);
  }
}

/* Else a loss of power takes the file with all its names, and their ids are given again. */
static void test_a_new_file_stays_in_its_folder(void) {
  const char *path = new_path();
  rowkey_error error;
  folders_fail = true;
  CHECK(rowkey_dictionary_open(path, NULL, &error) == NULL && error.status == ROWKEY_ERROR_IO,
        "the folder cannot be synchronised");
  folders_fail = false;
  folders_synchronised = 0;
  rowkey_dictionary *dictionary = open_dictionary(path, false);
  CHECK(folders_synchronised > 0, "the folder is not synchronised by the one who opens the file next");
  CHECK(id_of(dictionary, "name") == 1, "the first id is 1");
  rowkey_dictionary_free(dictionary);
  folders_synchronised = 0;
  rowkey_dictionary_free(open_dictionary(path, false));
  CHECK(folders_synchronised == 0, "the folder is synchronised once");
}

/* Windows lets only those who may write a file synchronise it. */
static void test_only_readers_may_lack_access(void) {
  static const int errors[] = {EACCES, EIO};
  const char *path = new_path();
  rowkey_dictionary *written = open_dictionary(path, false);
  CHECK(id_of(written, "name") == 1, "the first id is 1");
  rowkey_dictionary_free(written);
  for (size_t i = 0; i < 2; i++) {
    for (int read_only = 0; read_only < 2; read_only++) {
      const rowkey_dictionary_options options = {.read_only = read_only != 0};
      const bool may_lack = errors[i] == EACCES && read_only != 0;
      rowkey_error error;
      files_fail = errors[i];
      rowkey_dictionary *dictionary = rowkey_dictionary_open(path, &options, &error);
      files_fail = 0;
      CHECK((dictionary != NULL) == may_lack, "%s, read only: %d", strerror(errors[i]), read_only);
      if (!may_lack) CHECK(error.status == ROWKEY_ERROR_IO, "%s", error.text);
      rowkey_dictionary_free(dictionary);
    }
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"a crash loses no id and gives none again", test_crashes},
      {"a new file stays in its folder", test_a_new_file_stays_in_its_folder},
      {"only readers may lack access to synchronise", test_only_readers_may_lack_access},
  };
  const int status = run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
  new_path();
  return status;
}
