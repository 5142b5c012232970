/* The main function of a fuzz target where there is no libFuzzer: runs the inputs in files and directories,
 * and random ones made from them.
 *
 *   fuzz_parse [--random N] [--seed S] [FILE | DIRECTORY]…
 *
 * The same files and seed make the same random inputs. One that fails is left beside the program, as
 * fuzz_parse-input, for the program to be run on. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"
#include "reference/reference.h"

enum { RANDOM_SIZE_MAX = 3000, FILES_MAX = 4000 };

struct bytes {
  uint8_t *data;
  size_t size;
};

static struct bytes files[FILES_MAX];
static size_t file_count;
static uint64_t seed = 1, drawn;
static struct bytes running; /* the random input that runs now */

static uint64_t draw(uint64_t bound) { return reference_random_u64(seed, drawn++) % bound; }

static char input_path[4096];

static void save_input(int signal_number) {
  FILE *file = running.data == NULL ? NULL : fopen(input_path, "wb");
  if (file != NULL) {
    fwrite(running.data, 1, running.size, file);
    fclose(file);
    fprintf(stderr, "the failing input is in the file %s\n", input_path);
  }
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void run_file(const char *path) {
  FILE *file = fopen(path, "rb");
  FUZZ_CHECK(file != NULL, "%s: %s", path, strerror(errno));
  FUZZ_CHECK(file_count < FILES_MAX, "%s: more than %d files", path, FILES_MAX);
  struct bytes *bytes = &files[file_count++];
  size_t capacity = 0;
  do {
    capacity = capacity * 2 + 4096;
    bytes->data = realloc(bytes->data, capacity);
    FUZZ_CHECK(bytes->data != NULL, "%s: out of memory", path);
    bytes->size += fread(bytes->data + bytes->size, 1, capacity - bytes->size, file);
  } while (bytes->size == capacity);
  FUZZ_CHECK(ferror(file) == 0, "%s: %s", path, strerror(errno));
  fclose(file);
  struct bytes exact = {fuzz_copy(bytes->data, bytes->size), bytes->size};
  LLVMFuzzerTestOneInput(exact.data, exact.size);
  free(exact.data);
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void run_path(const char *path) {
  struct stat status;
  FUZZ_CHECK(stat(path, &status) == 0, "%s: %s", path, strerror(errno));
  if (!S_ISDIR(status.st_mode)) {
    run_file(path);
    return;
  }
  struct dirent **entries = NULL;
  const int count = scandir(path, &entries, is_visible, alphasort);
  FUZZ_CHECK(count >= 0, "%s: %s", path, strerror(errno));
  for (int i = 0; i < count; i++) {
    char name[4096];
    snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
    run_path(name);
    free(entries[i]);
  }
  free(entries);
}

/* One change: a byte, a bit, a part taken out, a part doubled, or the tail of another input. */
static void mutate(struct bytes *input) {
  const size_t at = input->size == 0 ? 0 : (size_t)draw(input->size);
  const size_t part = (size_t)draw(input->size - at < 16 ? input->size - at + 1 : 16);
  switch (draw(5)) {
    case 0:
      if (input->size > 0) input->data[at] = (uint8_t)draw(256);
      break;
    case 1:
      if (input->size > 0) input->data[at] ^= (uint8_t)(1 << draw(8));
      break;
    case 2:
      memmove(input->data + at, input->data + at + part, input->size - at - part);
      input->size -= part;
      break;
    case 3:
      if (input->size + part > RANDOM_SIZE_MAX) break;
      memmove(input->data + at + part, input->data + at, input->size - at);
      input->size += part;
      break;
    default: {
      const struct bytes other = files[draw(file_count)];
      const size_t from = (size_t)draw(other.size + 1), left = other.size - from;
      const size_t room = RANDOM_SIZE_MAX - at;
      input->size = at + (left < room ? left : room);
      memcpy(input->data + at, other.data + from, input->size - at);
      break;
    }
  }
}

/* A tenth where the tests say that the machine is emulated. */
static uint64_t affordable(uint64_t runs) {
  const char *effort = getenv("ROWKEY_TEST_EFFORT");
  return effort != NULL && strcmp(effort, "low") == 0 ? (runs + 9) / 10 : runs;
}

static void run_random(uint64_t runs) {
  static uint8_t buffer[RANDOM_SIZE_MAX];
  for (uint64_t run = 0; run < runs; run++) {
    struct bytes input = {buffer, 0};
    if (file_count > 0 && draw(4) != 0) {
      const struct bytes file = files[draw(file_count)];
      input.size = file.size < RANDOM_SIZE_MAX ? file.size : RANDOM_SIZE_MAX;
      memcpy(buffer, file.data, input.size);
      for (uint64_t changes = draw(6) + 1; changes > 0; changes--) mutate(&input);
    } else {
      input.size = (size_t)draw(draw(RANDOM_SIZE_MAX) + 1);
      for (size_t i = 0; i < input.size; i++) buffer[i] = (uint8_t)draw(256);
    }
    running = (struct bytes){fuzz_copy(buffer, input.size), input.size};
    LLVMFuzzerTestOneInput(running.data, running.size);
    free(running.data);
    running.data = NULL;
  }
}

int main(int argc, char **argv) {
  uint64_t random_runs = 0;
  snprintf(input_path, sizeof input_path, "%s-input", argv[0]);
  signal(SIGABRT, save_input);
  signal(SIGSEGV, save_input);
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--random") == 0 && i + 1 < argc) {
      random_runs = affordable(strtoull(argv[++i], NULL, 0));
    } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
      seed = strtoull(argv[++i], NULL, 0);
    } else {
      run_path(argv[i]);
    }
  }
  run_random(random_runs);
  printf("%zu files, %llu random inputs (seed %llu) on:", file_count, (unsigned long long)random_runs,
         (unsigned long long)seed);
  FUZZ_EACH_ISA(kernels) { printf(" %s", kernels->name); }
  printf("\n");
  FUZZ_CHECK(file_count + random_runs > 0, "no inputs: name files, directories or --random N");
  for (size_t i = 0; i < file_count; i++) free(files[i].data);
  return EXIT_SUCCESS;
}
